"""Small programs at random, with predicates at their loop heads: what fabrication is held to.

A program has two to four integers of 8 to 32 bits, sometimes an array of four bytes or a pointer to one of
two integers in memory, inputs, branches, and one or two loops, nested or one after the other. Its predicates
are written into it with `dovetail_predicate`, and every variable is read at the end, so that all of them
matter at each head. Loops need not end.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field

TYPES = {
    "signed char": "char",
    "unsigned char": "uchar",
    "short": "short",
    "unsigned short": "ushort",
    "int": "int",
    "unsigned int": "uint",
}
COMPARISONS = ("==", "!=", "<", "<=", ">", ">=")
ARRAY = 4
"""Elements."""


@dataclass(slots=True)
class _Writer:
    random: random.Random
    numbers: list[str] = field(default_factory=list)
    array: bool = False
    pointer: bool = False
    lines: list[str] = field(default_factory=list)
    depth: int = 1

    def line(self, text: str) -> None:
        self.lines.append("    " * self.depth + text)

    def constant(self) -> str:
        return str(self.random.choice((0, 0, 1, 1, 2, 3, 5, 7, 10, 100, 127, 200, -1, -2)))

    def readable(self) -> str:
        """Something that has a value."""
        draw = self.random.random()
        if self.array and draw < 0.2:
            index = self.random.choice((*"0123", *(f"({name} & {ARRAY - 1})" for name in self.numbers)))
            return f"box[{index}]"
        if self.pointer and draw < 0.35:
            return self.random.choice(("*to", "*to", "left", "right"))
        return self.random.choice(self.numbers)

    def writable(self) -> str:
        return self.readable()

    def expression(self) -> str:
        one, other = self.readable(), self.random.choice((self.readable(), self.constant()))
        return self.random.choice(
            (
                self.constant(),
                one,
                f"{one} + 1",
                f"{one} - 1",
                f"{one} + {other}",
                f"{one} - {other}",
                f"{one} * {self.random.choice((2, 3))}",
                f"{one} & {self.random.choice((1, 3, 15))}",
                f"{one} ^ {other}",
                f"{one} >> 1",
                f"({one} < {other} ? {one} : {other})",
            )
        )

    def condition(self) -> str:
        draw = self.random.random()
        if self.pointer and draw < 0.1:
            return self.random.choice(("to == &left", "to != &right", "to == 0"))
        if draw < 0.25:
            return f"({self.readable()} & 1) == 0"
        other = self.readable() if draw < 0.55 else self.constant()
        return f"{self.readable()} {self.random.choice(COMPARISONS)} {other}"

    def choice(self) -> str:
        """What a branch depends on: the state, or an input."""
        return "__VERIFIER_nondet_int() > 0" if self.random.random() < 0.3 else self.condition()

    def statement(self) -> None:
        draw = self.random.random()
        if draw < 0.15:
            kind = self.random.choice(tuple(TYPES.values()))
            self.line(f"{self.writable()} = __VERIFIER_nondet_{kind}();")
        elif draw < 0.35 and self.depth < 4:
            self.line(f"if ({self.choice()}) {{")
            self.block(1)
            if self.random.random() < 0.5:
                self.line("} else {")
                self.block(1)
            self.line("}")
        elif draw < 0.4:
            self.line(f"if ({self.condition()}) return 0;")
        elif self.pointer and draw < 0.5:
            self.line(f"to = {self.random.choice(('&left', '&right', '&left', '0'))};")
        else:
            self.line(f"{self.writable()} = {self.expression()};")

    def block(self, most: int) -> None:
        self.depth += 1
        for _ in range(self.random.randint(1, most)):
            self.statement()
        self.depth -= 1

    def loop(self, inner: bool) -> None:
        self.line(f"while ({self.choice()}) {{")
        self.block(2)
        if inner:
            self.depth += 1
            self.loop(False)
            self.depth -= 1
            self.block(1)
        self.line("}")


def program(seed: int, *, predicates: int = 5) -> str:
    """With at least two predicates, and at most so many."""
    chosen = random.Random(seed)
    writer = _Writer(chosen)
    declared = "".join(f"extern {one} __VERIFIER_nondet_{name}(void);\n" for one, name in TYPES.items())
    writer.numbers = ["a", "b", "c", "d"][: chosen.randint(2, 4)]
    for name in writer.numbers:
        one = chosen.choice(tuple(TYPES))
        start = chosen.choice((f"__VERIFIER_nondet_{TYPES[one]}()", writer.constant()))
        writer.line(f"{one} {name} = {start};")
    extra = chosen.random()
    if extra < 0.15:
        writer.array = True
        writer.line(f"unsigned char box[{ARRAY}] = {{1, 2, 3, 4}};")
    elif extra < 0.3:
        writer.pointer = True
        writer.line("short left = 1, right = 2;")
        writer.line("short *to = &left;")
    asked = dict.fromkeys(writer.condition() for _ in range(chosen.randint(2, predicates)))
    for one in asked:
        writer.line(f"dovetail_predicate({one});")
    loops = chosen.choice(((False,), (False,), (True,), (False, False)))
    for nested in loops:
        writer.loop(nested)
    everything = [*writer.numbers, *(["box[0]", "box[3]"] if writer.array else [])]
    everything += ["left", "right", "(to != 0)"] if writer.pointer else []
    writer.line(f"dovetail_always({' + '.join(everything)} != 77);")
    body = "\n".join(writer.lines)
    return f"#include <dovetail.h>\n{declared}\nint main(void)\n{{\n{body}\n    return 0;\n}}\n"
