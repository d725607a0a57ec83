"""Small C programs at random that use the language the way an abstraction finds hard.

Loops and jumps into them, wrapping and converting arithmetic, floats, arrays with computed indices, structs,
unions, pointers into all of these and to each other, memory allocated and freed in loops, copies that
overlap, recursion with pointers to the caller's variables, names that hide other names. A program need not
end, and need not be free of undefined behaviour: a run that comes to it ends there.

Statements of the form `mark = N;` are there so that what is said of that point can be written into the
program in their place: one a line, where all names are in scope.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

INTEGERS = {
    "signed char": "schar",
    "unsigned char": "uchar",
    "short": "short",
    "unsigned short": "ushort",
    "int": "int",
    "unsigned": "uint",
    "long": "long",
    "unsigned long": "ulong",
}
USUAL = ("int", "int", "int", "unsigned", "long", "short", "unsigned char", "signed char", "unsigned long")
INTERESTING = (0, 1, 2, 3, 4, 5, 7, 8, 10, 16, 31, 100, 127, 128, 255, 256, 1000, 32767, 65535, 2147483647)

PRELUDE = """#include <dovetail.h>
#include <stdlib.h>
#include <string.h>
int mark;
struct S { int a; short b; unsigned char c[3]; int *p; };
struct L { struct L *next; int v; };
union U { int i; unsigned u; short s[2]; unsigned char b[4]; float f; };
int g0, g1 = 7, ga[6], gb[3] = {5, 1, 9};
unsigned gu = 3;
long gl;
unsigned char gc[8] = "hello";
short gh[4] = {1, -2};
struct S gs;
struct L *gn;
union U gv;
int *gp, **gq;
static const int table[5] = {3, 1, 4, 1, 5};
const char *text = "abc";
"""


@dataclass(slots=True)
class Scope:
    """The names that can be used. `rank` of a function: it calls only those of a lower one."""

    integers: list[tuple[str, str]]
    floats: list[tuple[str, str]] = field(default_factory=list)
    arrays: list[tuple[str, str, int]] = field(default_factory=list)
    pointers: list[str] = field(default_factory=list)
    """To int."""
    records: list[str] = field(default_factory=list)
    unions: list[str] = field(default_factory=list)
    callable: tuple[str, ...] = ()

    def copy(self) -> Scope:
        return Scope(
            list(self.integers),
            list(self.floats),
            list(self.arrays),
            list(self.pointers),
            list(self.records),
            list(self.unions),
            self.callable,
        )


class Writer:
    """One program. The same random numbers give the same program."""

    def __init__(self, random_: random.Random) -> None:
        self._r = random_
        self._lines: list[str] = []
        self._depth = 1
        self._marks = 0
        self._names = 0
        self._labels = 0
        self._budget = 0
        self._loops = 0
        self._pending: list[str] = []

    def text(self) -> str:
        r = self._r
        self._lines = [PRELUDE.rstrip()]
        functions: list[str] = []
        for name in ("f0", "f1"):
            if r.random() < 0.5:
                self._function(name, tuple(functions))
                functions.append(name)
        if r.random() < 0.4:
            self._recursive(tuple(functions))
            functions.append("rec")
        if r.random() < 0.2:
            self._mutual(tuple(functions))
            functions.append("even")
        self._main(tuple(functions))
        return "\n".join(self._lines) + "\n"

    # Functions

    def _function(self, name: str, callable_: tuple[str, ...]) -> None:
        self._lines.append(f"int {name}(int a, int *w) {{")
        scope = self._globals(callable_)
        scope.integers.append(("a", "int"))
        scope.pointers.append("w")
        if self._r.random() < 0.3:
            self._emit("static int calls = 1;")
            self._emit("calls = calls + 1;")
            scope.integers.append(("calls", "int"))
        self._budget = self._r.randint(3, 7)
        self._block(scope, 2)
        self._emit(f"return {self._int(scope, 2)};")
        self._lines.append("}")

    def _recursive(self, callable_: tuple[str, ...]) -> None:
        r = self._r
        self._lines.append("int rec(int a, int *w) {")
        scope = self._globals(callable_)
        scope.integers.append(("a", "int"))
        scope.pointers.append("w")
        self._emit("int mine = a;")
        scope.integers.append(("mine", "int"))
        self._mark()
        if r.random() < 0.5:
            self._emit("int own[3] = {1, 2, 3};")
            scope.arrays.append(("own", "int", 3))
        if r.random() < 0.3:
            self._emit("int *h = malloc(8);")
            self._emit("h[0] = a;")
            scope.pointers.append("h")
        self._emit(f"if (a <= {r.choice((0, 0, 1, -3))}) return {self._int(scope, 1)};")
        self._budget = r.randint(1, 4)
        self._block(scope, 1)
        passed = r.choice(
            ["&mine", "w", "&mine", "&g0", *(["&own[1]"] if scope.arrays[-1][0] == "own" else [])]
        )
        self._emit(f"int got = rec(a - {r.choice((1, 1, 2))}, {passed});")
        scope.integers.append(("got", "int"))
        self._mark()
        self._budget = r.randint(1, 4)
        self._block(scope, 1)
        if r.random() < 0.5:
            self._emit(f"*w = {self._int(scope, 1)};")
        self._emit(f"return {self._int(scope, 2)};")
        self._lines.append("}")

    def _mutual(self, callable_: tuple[str, ...]) -> None:
        self._lines.append("int odd(int a, int *w);")
        for name, other in (("even", "odd"), ("odd", "even")):
            scope = self._globals(callable_)
            scope.integers.append(("a", "int"))
            scope.pointers.append("w")
            self._lines.append(f"int {name}(int a, int *w) {{")
            self._emit("int x = 1;")
            self._emit(f"if (a == 0) return {self._int(scope, 1)};")
            self._budget = self._r.randint(0, 2)
            self._block(scope, 1)
            self._emit(f"x = {other}(a - 1, {self._r.choice(('w', '&x', '&g1'))});")
            self._mark()
            self._emit("return x;")
            self._lines.append("}")

    def _main(self, callable_: tuple[str, ...]) -> None:
        r = self._r
        self._lines.append("int main(void) {")
        scope = self._globals(callable_)
        for number in range(r.randint(1, 3)):
            type_ = r.choice(USUAL)
            self._emit(f"{type_} x{number} = {self._input(type_)};")
            scope.integers.append((f"x{number}", type_))
        if r.random() < 0.3:
            type_ = r.choice(("float", "double"))
            self._emit(f"{type_} y = {r.choice((f'dovetail_any_{type_}()', '1.5', '0'))};")
            scope.floats.append(("y", type_))
        if r.random() < 0.4:
            self._emit("int la[4] = {1, 2, 3, 4};")
            scope.arrays.append(("la", "int", 4))
        if r.random() < 0.2:
            self._emit("int lu[3];")
            scope.arrays.append(("lu", "int", 3))
        if r.random() < 0.3:
            self._emit("struct S ls = {1, 2};")
            scope.records.append("ls")
        if r.random() < 0.4:
            self._emit(f"int *p = {self._address(scope)};")
            scope.pointers.append("p")
        if r.random() < 0.2:
            self._emit("int *up;")
            scope.pointers.append("up")
        if r.random() < 0.2:
            self._emit("struct S *wild = malloc(sizeof *wild);")
            self._emit("p = wild->p;" if "p" in scope.pointers else "gp = wild->p;")
            if r.random() < 0.5:
                self._emit("for (unsigned k = 0; k < sizeof gs; k++) ((char *)wild)[k] = ((char *)&gs)[k];")
                self._emit("gp = wild->p;")
        if r.random() < 0.15:
            self._emit("int un;")
            scope.integers.append(("un", "int"))
        if r.random() < 0.3:
            condition = self._condition(scope, 1)
            self._emit(f"dovetail_{r.choice(('assume', 'initial'))}({condition});")
        self._budget = r.randint(5, 14)
        self._block(scope, 3)
        self._mark()
        if r.random() < 0.25:
            self._emit(f"dovetail_{r.choice(('final', 'sometime'))}({self._condition(scope, 1)});")
        self._emit(f"return {self._int(scope, 1)};")
        self._lines.append("}")

    def _globals(self, callable_: tuple[str, ...]) -> Scope:
        return Scope(
            [("g0", "int"), ("g1", "int"), ("gu", "unsigned"), ("gl", "long")],
            [],
            [
                ("ga", "int", 6),
                ("gb", "int", 3),
                ("gc", "unsigned char", 8),
                ("gh", "short", 4),
                ("gs.c", "unsigned char", 3),
                ("gv.b", "unsigned char", 4),
                ("gv.s", "short", 2),
            ],
            ["gp"],
            ["gs"],
            ["gv"],
            callable_,
        )

    # Statements

    def _emit(self, line: str) -> None:
        self._lines.append("    " * self._depth + line)

    def _mark(self) -> None:
        self._marks += 1
        self._emit(f"mark = {self._marks};")

    def _block(self, scope: Scope, depth: int) -> None:
        while self._budget > 0:
            self._budget -= 1
            self._statement(scope, depth)
            if self._r.random() < 0.5:
                self._mark()
            if self._r.random() < 0.1:
                break

    def _inner(self, scope: Scope, depth: int, least: int = 1) -> None:
        """A block in braces, with names of its own."""
        self._depth += 1
        inner = scope.copy()
        if self._r.random() < 0.25:
            old = self._r.choice(inner.integers)[0]
            type_ = self._r.choice(USUAL)
            self._emit(f"{type_} {old} = {self._int(_without(inner, old), 1)};")
            inner.integers = [one for one in inner.integers if one[0] != old]
            inner.pointers = [one for one in inner.pointers if one != old]
            inner.integers.append((old, type_))
        if self._r.random() < 0.15:
            self._names += 1
            name = f"b{self._names}"
            self._emit(f"int {name}[2] = {{{self._int(inner, 1)}, 4}};")
            inner.arrays.append((name, "int", 2))
        if self._r.random() < 0.15 and "gp" in inner.pointers:
            self._names += 1
            name = f"c{self._names}"
            self._emit(f"int {name} = {self._int(inner, 1)};")
            self._emit(f"gp = &{name};")
            inner.integers.append((name, "int"))
        for _ in range(self._r.randint(least, 3)):
            self._budget -= 1
            self._statement(inner, depth)
            if self._r.random() < 0.5:
                self._mark()
        self._depth -= 1

    def _statement(self, scope: Scope, depth: int) -> None:
        r = self._r
        simple = (
            (self._assign, 30),
            (self._store, 22),
            (self._point, 10),
            (self._through, 10),
            (self._check, 9),
            (self._bytes, 6),
            (self._union, 6),
            (self._record, 6),
            (self._heap, 7),
            (self._call, 8),
            (self._floating, 4),
            (self._odd_pointer, 3),
            (self._indirect, 4),
        )
        compound = (
            (self._if, 14),
            (self._while, 12),
            (self._for, 12),
            (self._do, 4),
            (self._switch, 4),
            (self._goto_loop, 5),
            (self._into_loop, 4),
            (self._leave, 3),
            (self._list, 4),
            (self._jump_past, 3),
        )
        choices = [*simple, *compound] if depth > 0 else list(simple)
        chosen = r.choices([one for one, _ in choices], [weight for _, weight in choices])[0]
        chosen(scope, depth)

    def _assign(self, scope: Scope, depth: int) -> None:
        r = self._r
        name, type_ = r.choice(scope.integers)
        match r.randint(0, 5):
            case 0:
                self._emit(f"{name} = {self._input(type_)};")
            case 1:
                self._emit(f"{name} = {name} {r.choice('+-*')} {r.choice(INTERESTING[:12])};")
            case 2:
                self._emit(f"{name} {r.choice(('+=', '-=', '*=', '&=', '|=', '^='))} {self._int(scope, 1)};")
            case 3:
                self._emit(f"{name}{r.choice(('++', '--'))};")
            case _:
                self._emit(f"{name} = {self._int(scope, 2)};")

    def _store(self, scope: Scope, depth: int) -> None:
        name, _, length = self._r.choice(scope.arrays)
        self._emit(f"{name}[{self._index(scope, length)}] = {self._int(scope, 1)};")

    def _point(self, scope: Scope, depth: int) -> None:
        self._emit(f"{self._r.choice(scope.pointers)} = {self._address(scope)};")

    def _through(self, scope: Scope, depth: int) -> None:
        r = self._r
        name = r.choice(scope.pointers)
        guard = f"if ({name}) " if r.random() < 0.6 else ""
        match r.randint(0, 4):
            case 0:
                self._emit(f"{guard}{r.choice(scope.integers)[0]} = *{name};")
            case 1:
                self._emit(f"{guard}{name}[{r.choice((0, 0, 1, -1))}] = {self._int(scope, 1)};")
            case 2:
                other = r.choice(scope.pointers)
                self._emit(f"if ({name} {r.choice(('==', '!=', '<', '>='))} {other}) *{name} = 3;")
            case _:
                self._emit(f"{guard}*{name} = {self._int(scope, 1)};")

    def _check(self, scope: Scope, depth: int) -> None:
        self._emit(f"dovetail_always({self._condition(scope, 1)});")

    def _bytes(self, scope: Scope, depth: int) -> None:
        r = self._r
        name, _, length = r.choice(scope.arrays)
        size = r.choice((f"sizeof {name}", "4", "3", f"(unsigned){self._int(scope, 0)} % {2 * length}", "0"))
        match r.randint(0, 3):
            case 0:
                self._emit(f"memset({name}, {r.choice((0, 0, 1, 255))}, {size});")
            case 1:
                self._emit(f"memmove({name} + {r.choice((0, 1))}, {name}, {r.choice((1, 2, 4, 8))});")
            case 2:
                self._emit(f"memset({r.choice(scope.pointers)}, 0, {size});")
            case _:
                other = r.choice(scope.arrays)[0]
                self._emit(f"memcpy({name}, {other}, {r.choice((1, 2, 3, 4))});")

    def _union(self, scope: Scope, depth: int) -> None:
        r = self._r
        name = r.choice(scope.unions)
        match r.randint(0, 4):
            case 0:
                self._emit(f"{r.choice(scope.integers)[0]} = {name}.{r.choice(('i', 'u', 's[1]', 'b[2]'))};")
            case 1:
                self._emit(f"{name}.f = {r.choice(('1.5f', '0', '-2.25f'))};")
            case _:
                member = r.choice(("i", "u", "s[0]", "s[1]", "b[0]", "b[3]"))
                self._emit(f"{name}.{member} = {self._int(scope, 1)};")

    def _record(self, scope: Scope, depth: int) -> None:
        r = self._r
        name = r.choice(scope.records)
        match r.randint(0, 4):
            case 0:
                self._emit(f"{name} = {r.choice(scope.records)};")
            case 1:
                self._emit(f"{name}.p = {self._address(scope)};")
            case 2:
                self._emit(f"if ({name}.p) *{name}.p = {self._int(scope, 1)};")
            case _:
                self._emit(f"{name}.{r.choice('ab')} = {self._int(scope, 1)};")

    def _heap(self, scope: Scope, depth: int) -> None:
        r = self._r
        name = r.choice(scope.pointers)
        match r.randint(0, 5):
            case 0:
                self._emit(f"free({name});")
            case 1:
                self._emit(f"{name} = calloc({r.choice((1, 2))}, 4);")
            case 2:
                self._emit(f"{name} = malloc((unsigned char){self._int(scope, 0)});")
            case _:
                self._emit(f"{name} = malloc(8);")
                self._emit(f"{name}[{r.choice((0, 1))}] = {self._int(scope, 1)};")

    def _call(self, scope: Scope, depth: int) -> None:
        r = self._r
        if not scope.callable:
            self._assign(scope, depth)
            return
        name = r.choice(scope.callable)
        argument = (
            f"({self._int(scope, 1)}) % {r.choice((3, 5))}"
            if name in ("rec", "even")
            else self._int(scope, 1)
        )
        called = name
        if r.random() < 0.2:
            self._names += 1
            called = f"call{self._names}"
            other = r.choice(scope.callable)
            choice = f"{self._condition(scope, 0)} ? {name} : {other}"
            self._emit(f"int (*{called})(int, int *) = {choice};")
        target = r.choice(scope.integers)[0]
        self._emit(f"{target} = {called}({argument}, {self._address(scope)});")

    def _floating(self, scope: Scope, depth: int) -> None:
        r = self._r
        if not scope.floats:
            self._assign(scope, depth)
            return
        name, _ = r.choice(scope.floats)
        match r.randint(0, 4):
            case 0:
                self._emit(f"{name} = {name} {r.choice('+-*/')} {r.choice(('2', '0.5', '3', name))};")
            case 1:
                self._emit(f"{name} = {self._int(scope, 1)};")
            case 2:
                self._emit(f"if ({name} > {r.choice(('0', '1.5', '-3'))}) {name} = {name} - 1;")
            case _:
                self._emit(f"if ({name} > -100 && {name} < 100) {r.choice(scope.integers)[0]} = {name};")

    def _odd_pointer(self, scope: Scope, depth: int) -> None:
        """Out of its object and back, through memory and integers."""
        r = self._r
        name = r.choice(scope.pointers)
        match r.randint(0, 5):
            case 0:
                self._emit(f"{name} = (int *)((long){self._address(scope)} + {r.choice((0, 0, 4, 8))});")
            case 1:
                self._emit(f"gs.p = ga + {r.choice((6, 7, 8, 10, 12))};")
                self._emit(f"{name} = gs.p;")
            case 2:
                self._emit(f"{name} = (int *){r.choice((0, 4, 16))};")
            case 3:
                self._emit(f"{name} = {name} + {r.choice((1, -1, 2, 12))};")
            case 4:
                self._emit(f"{r.choice(scope.integers)[0]} = {name} - {self._address(scope)};")
            case _:
                self._emit(f"memcpy(&gs.p, &{name}, sizeof {name});")
                self._emit("gp = gs.p;")

    def _indirect(self, scope: Scope, depth: int) -> None:
        r = self._r
        match r.randint(0, 2):
            case 0:
                self._emit(f"gq = &{r.choice(scope.pointers)};")
            case 1:
                self._emit(f"if (gq) *gq = {self._address(scope)};")
            case _:
                self._emit(f"if (gq && *gq) **gq = {self._int(scope, 1)};")

    # Compound statements

    def _if(self, scope: Scope, depth: int) -> None:
        self._emit(f"if ({self._condition(scope, 2)}) {{")
        self._inner(scope, depth - 1)
        if self._r.random() < 0.5:
            self._emit("} else {")
            self._inner(scope, depth - 1)
        self._emit("}")

    def _counter(self) -> str:
        self._names += 1
        return f"i{self._names}"

    def _while(self, scope: Scope, depth: int) -> None:
        r = self._r
        name = self._counter()
        type_ = r.choice(("int", "int", "unsigned", "unsigned char", "short"))
        self._emit(f"{type_} {name} = {r.choice(('0', '0', '1', '10', self._int(scope, 1)))};")
        bound = r.choice((str(r.choice(INTERESTING[:10])), r.choice(scope.integers)[0]))
        more = f" && {self._condition(scope, 1)}" if r.random() < 0.3 else ""
        self._emit(f"while ({name} {r.choice(('<', '<', '!=', '<='))} {bound}{more}) {{")
        inner = scope.copy()
        inner.integers.append((name, type_))
        self._depth += 1
        self._mark()
        self._depth -= 1
        self._inner(inner, depth - 1)
        self._emit(f"    {name} = {name} + {r.choice((1, 1, 1, 2, 3))};")
        self._emit("}")
        scope.integers.append((name, type_))

    def _for(self, scope: Scope, depth: int) -> None:
        r = self._r
        name = self._counter()
        array, _, length = r.choice(scope.arrays)
        bound = r.choice((str(length), str(length), r.choice(scope.integers)[0], "5"))
        self._emit(f"for (int {name} = {r.choice((0, 0, 1))}; {name} < {bound}; {name}++) {{")
        inner = scope.copy()
        inner.integers.append((name, "int"))
        if r.random() < 0.5:
            self._emit(f"    {array}[{name}] = {self._int(inner, 1)};")
        self._inner(inner, depth - 1)
        self._emit("}")

    def _do(self, scope: Scope, depth: int) -> None:
        name = self._r.choice(scope.integers)[0]
        self._emit("do {")
        self._inner(scope, depth - 1)
        if self._r.random() < 0.3:
            self._emit(f"    if ({self._condition(scope, 1)}) {self._r.choice(('break', 'continue'))};")
        self._emit(f"}} while ({name}-- > {self._r.choice((0, 1, 5))});")

    def _switch(self, scope: Scope, depth: int) -> None:
        r = self._r
        self._emit(f"switch ({self._int(scope, 1)}) {{")
        for value in r.sample((0, 1, 2, 3, -1, 7), 3):
            self._emit(f"case {value}:")
            self._emit(f"    {r.choice(scope.integers)[0]} = {self._int(scope, 1)};")
            if r.random() < 0.7:
                self._emit("    break;")
        self._emit("default:")
        self._inner(scope, 0)
        self._emit("}")

    def _goto_loop(self, scope: Scope, depth: int) -> None:
        self._labels += 1
        label, name = f"again{self._labels}", self._counter()
        self._emit(f"int {name} = 0;")
        self._lines.append(f"{label}:")
        self._mark()
        inner = scope.copy()
        inner.integers.append((name, "int"))
        self._emit("{")
        self._inner(inner, depth - 1)
        self._emit("}")
        self._emit(f"if (++{name} < {self._r.choice((2, 3, 9))}) goto {label};")
        scope.integers.append((name, "int"))

    def _into_loop(self, scope: Scope, depth: int) -> None:
        """A loop with two ways in."""
        self._labels += 1
        label, name = f"inside{self._labels}", self._counter()
        self._emit(f"int {name} = {self._r.choice((0, 2))};")
        self._emit(f"if ({self._condition(scope, 1)}) goto {label};")
        self._emit(f"while ({name} < {self._r.choice((3, 6))}) {{")
        inner = scope.copy()
        inner.integers.append((name, "int"))
        self._emit("    {")
        self._depth += 1
        self._inner(inner, depth - 1)
        self._depth -= 1
        self._emit("    }")
        self._lines.append(f"{label}:")
        self._emit(f"    {name}++;")
        self._depth += 1
        self._mark()
        self._depth -= 1
        self._emit("}")
        scope.integers.append((name, "int"))

    def _jump_past(self, scope: Scope, depth: int) -> None:
        """Into a block, past the declaration of an array."""
        self._labels += 1
        label, name, array = f"past{self._labels}", self._counter(), f"k{self._labels}"
        self._emit(f"for (int {name} = 0; {name} < {self._r.choice((2, 3))}; {name}++) {{")
        self._emit(f"    if ({self._condition(scope, 1)}) goto {label};")
        self._emit("    {")
        self._emit(f"        int {array}[2] = {{1, 2}};")
        self._emit(f"        {array}[0] = {self._int(scope, 1)};")
        self._emit(f"        gp = {array};")
        self._lines.append(f"{label}:")
        self._depth += 2
        self._mark()
        self._statement(scope, 0)
        self._depth -= 2
        self._emit("    }")
        self._emit("}")

    def _leave(self, scope: Scope, depth: int) -> None:
        way = self._r.choice(("exit(1)", "abort()", f"return {self._int(scope, 1)}"))
        self._emit(f"if ({self._condition(scope, 1)}) {way};")

    def _list(self, scope: Scope, depth: int) -> None:
        """A list on the heap, built and walked."""
        r = self._r
        name, node = self._counter(), self._counter()
        self._emit(
            f"for (int {name} = 0; {name} < {r.choice(('2', '3', r.choice(scope.integers)[0]))}; {name}++) {{"
        )
        self._emit(f"    struct L *{node} = malloc(sizeof *{node});")
        self._emit(f"    {node}->v = {r.choice((name, '1', self._int(scope, 1)))};")
        self._emit(f"    {node}->next = gn;")
        self._emit(f"    gn = {node};")
        self._emit("}")
        if r.random() < 0.6:
            self._emit("while (gn) {")
            self._emit("    struct L *dead = gn;")
            self._emit(f"    {r.choice(scope.integers)[0]} = gn->v;")
            self._emit("    gn = gn->next;")
            if r.random() < 0.7:
                self._emit("    free(dead);")
            self._emit("}")

    # Expressions

    def _input(self, type_: str) -> str:
        return f"dovetail_any_{INTEGERS[type_]}()"

    def _index(self, scope: Scope, length: int) -> str:
        r = self._r
        match r.randint(0, 5):
            case 0 | 1:
                return str(r.randrange(length))
            case 2:
                return r.choice(scope.integers)[0]
            case _:
                return f"(unsigned){r.choice(scope.integers)[0]} % {length}"

    def _address(self, scope: Scope) -> str:
        """A pointer to int."""
        r = self._r
        choices = ["0", "&g0", "&g1", "&gs.a", "gp", "&ga[2]", "gb", "&gv.i"]
        choices += [f"&{name}" for name, type_ in scope.integers if type_ == "int"][-4:]
        choices += [
            f"{name} + {r.randint(0, length)}" for name, type_, length in scope.arrays if type_ == "int"
        ]
        choices += [f"&ga[{self._index(scope, 6)}]", *scope.pointers]
        return r.choice(choices)

    def _int(self, scope: Scope, depth: int) -> str:
        r = self._r
        if depth <= 0:
            match r.randint(0, 9):
                case 0 | 1 | 2:
                    return str(r.choice(INTERESTING))
                case 3:
                    name, _, length = r.choice(scope.arrays)
                    return f"{name}[{self._index(scope, length)}]"
                case 4:
                    return r.choice(("gs.a", "gs.b", "gv.i", "gv.s[1]", "table[2]", "text[1]", "gc[1]"))
                case 5:
                    return f"table[(unsigned){r.choice(scope.integers)[0]} % 5]"
                case _:
                    return r.choice(scope.integers)[0]
        one, other = self._int(scope, depth - 1), self._int(scope, depth - 1)
        match r.randint(0, 13):
            case 0 | 1 | 2:
                return f"({one} + {other})"
            case 3:
                return f"({one} - {other})"
            case 4:
                return f"({one} * {r.choice((2, 3, 4, 5, other))})"
            case 5:
                divisor = r.choice((2, 3, 7, -1, other))
                return f"({one} {r.choice('/%')} {divisor})"
            case 6:
                return f"({one} {r.choice('&|^')} {r.choice((1, 3, 15, 240, other))})"
            case 7:
                amount = r.choice((1, 2, 3, f"({r.choice(scope.integers)[0]} & 7)"))
                return f"({one} {r.choice(('<<', '>>'))} {amount})"
            case 8:
                return f"(({r.choice(list(INTEGERS))}){one})"
            case 9:
                return f"({self._condition(scope, 0)} ? {one} : {other})"
            case 10:
                return f"{r.choice('-~!')}({one})"
            case 11:
                return f"({self._condition(scope, 0)})"
            case _:
                return one

    def _condition(self, scope: Scope, depth: int) -> str:
        r = self._r
        if depth > 0 and r.random() < 0.3:
            joined = r.choice((" && ", " || "))
            return f"({self._condition(scope, depth - 1)}{joined}{self._condition(scope, depth - 1)})"
        if scope.floats and r.random() < 0.1:
            return f"{scope.floats[0][0]} {r.choice(('<', '>=', '=='))} {r.choice(('0', '1.5', '100'))}"
        if r.random() < 0.1:
            return f"{r.choice(scope.pointers)} {r.choice(('==', '!='))} {self._address(scope)}"
        comparison = r.choice(("<", "<=", ">", ">=", "==", "!="))
        right = r.choice((str(r.choice(INTERESTING)), str(-r.choice(INTERESTING)), self._int(scope, 0)))
        return f"{self._int(scope, depth if depth < 2 else 1)} {comparison} {right}"


def _without(scope: Scope, name: str) -> Scope:
    """The scope in an initialiser of a variable that hides another: the new one is not to be read."""
    found = scope.copy()
    found.integers = [one for one in found.integers if one[0] != name]
    return found


def program(seed: int) -> str:
    return Writer(random.Random(seed)).text()
