"""C programs that are large in one dimension each, and small in all others.

Each dimension is a function from a size to the text of a program, with the sizes that are worth trying: from
what people write to what nobody does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

NONDET = "extern int __VERIFIER_nondet_int(void);\n"
ERROR = "extern void reach_error(void);\n"
Text = Callable[[int], str]


@dataclass(frozen=True, slots=True)
class Dimension:
    name: str
    text: Text
    sizes: tuple[int, ...]
    options: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LargeProgram:
    name: str
    text: str
    options: tuple[str, ...] = ()
    """For `dovetail check`, beside the limits."""


def main_with(body: str, before: str = "") -> str:
    """A program with a check that depends on an input, and so is not decided without looking."""
    return (
        f"{NONDET}{ERROR}{before}\nint main(void) {{ int x = __VERIFIER_nondet_int(), y = 0;\n"
        f"{body}\nif (x == 7 && y == 77) reach_error(); return 0; }}\n"
    )


def _joined(operator: str, term: str = "x") -> Text:
    return lambda n: main_with(f"y = {operator.join([term] * n)};")


def _wrapped(before: str, core: str, after: str) -> Text:
    return lambda n: main_with(f"y = {before * n}{core}{after * n};")


def _nested(before: str, core: str, after: str) -> Text:
    return lambda n: main_with(before * n + core + after * n)


def _repeated(line: str) -> Text:
    """Lines of `main`; `@` is the number of the line."""
    return lambda n: main_with("\n".join(line.replace("@", str(i)) for i in range(n)))


def _outside(line: str, body: str = "") -> Text:
    """Lines outside of all functions."""
    return lambda n: main_with(body, "\n".join(line.replace("@", str(i)) for i in range(n)))


def _initialisers(item: str) -> Text:
    return lambda n: main_with("y = a[x & 7];", f"int a[] = {{{','.join([item] * n)}}};")


def _struct_initialisers(n: int) -> str:
    items = ",".join(f"{{{i}, {{{i}, 2}}}}" for i in range(n))
    return main_with("y = s[1].b[0];", f"struct s {{ int a; short b[2]; }} s[] = {{{items}}};")


def _cases(n: int) -> str:
    cases = "\n".join(f"case {i}: y = {i * 3 % 100}; break;" for i in range(n))
    return main_with(f"switch (x) {{ {cases} }}")


def _falling_cases(n: int) -> str:
    return main_with(f"switch (x) {{ {' '.join(f'case {i}:' for i in range(n))} y = 1; }}")


def _gotos(n: int) -> str:
    lines = "\n".join(f"l{i}: if (x == {i}) goto l{(i * 7 + 3) % n}; y++;" for i in range(n))
    return main_with(f"{lines}\nif (y > {n}) goto out;\nout: y = 0;")


def _computed_gotos(n: int) -> str:
    table = ", ".join(f"&&l{i}" for i in range(n))
    labels = "\n".join(f"l{i}: y = {i}; goto out;" for i in range(n))
    return main_with(f"static void *t[] = {{{table}}}; goto *t[(unsigned) x % {n}u];\n{labels}\nout: y++;")


def _fields(n: int) -> str:
    fields = " ".join(f"int f{i};" for i in range(n))
    return main_with(f"s.f{n - 1} = x; y = s.f0;", f"struct s {{ {fields} }} s;")


def _bit_fields(n: int) -> str:
    fields = " ".join(f"unsigned f{i} : {i % 9 + 1};" for i in range(n))
    return main_with(f"s.f{n - 1} = x; y = s.f0;", f"struct s {{ {fields} }} s;")


def _parameters(n: int) -> str:
    given, taken = ", ".join(["x"] * n), ", ".join(f"int p{i}" for i in range(n))
    return main_with(f"y = f({given});", f"int f({taken}) {{ return p0 + p{n - 1}; }}")


def _call_chain(n: int) -> str:
    chain = "\n".join(f"static int f{i}(int a) {{ return f{i - 1}(a) + 1; }}" for i in range(1, n))
    return main_with(f"y = f{n - 1}(x & 3);", f"static int f0(int a) {{ return a; }}\n{chain}")


def _call_tree(n: int) -> str:
    chain = "\n".join(
        f"static int f{i}(int a) {{ return f{i - 1}(a) + f{i - 1}(a + 1); }}" for i in range(1, n)
    )
    return main_with(f"y = f{n - 1}(x & 3);", f"static int f0(int a) {{ return a & 1; }}\n{chain}")


def _functions(n: int) -> str:
    functions = "\n".join(f"int f{i}(int a) {{ if (a > {i}) a--; return a * {i}; }}" for i in range(n))
    return main_with("y = f1(x);", functions)


def _called_functions(n: int) -> str:
    functions = "\n".join(f"static int f{i}(int a) {{ if (a > {i}) a--; return a ^ {i}; }}" for i in range(n))
    return main_with("\n".join(f"y = f{i}(y);" for i in range(n)), functions)


def _function_pointers(n: int) -> str:
    functions = "\n".join(f"static int f{i}(int a) {{ return a ^ {i}; }}" for i in range(n))
    table = ", ".join(f"f{i}" for i in range(n))
    return main_with(f"y = t[(unsigned) x % {n}u](x);", f"{functions}\nstatic int (*t[])(int) = {{{table}}};")


def _deep_structs(n: int) -> str:
    structs = "\n".join(f"struct s{i} {{ int a; struct s{i - 1} b; }};" for i in range(1, n))
    return main_with("s.a = x; y = s.b.b.a;", f"struct s0 {{ int a; }};\n{structs}\nstruct s{n - 1} s;")


def _array_of(n: int) -> str:
    return main_with(f"a[(unsigned) x % {n}u] = 1; y = a[0];", f"int a[{n}];")


def _initialised_array_of(n: int) -> str:
    return main_with(f"a[(unsigned) x % {n}u] = 1; y = a[0];", f"int a[{n}] = {{1, 2}};")


def _local_array_of(n: int) -> str:
    return main_with(f"int a[{n}]; a[(unsigned) x % {n}u] = 1; y = a[0];")


def _zeroed_local_of(n: int) -> str:
    return main_with(f"int a[{n}] = {{0}}; a[(unsigned) x % {n}u] = 1; y = a[0];")


def _string(n: int) -> str:
    return main_with(f"y = s[(unsigned) x % {n}u];", f'char s[] = "{"a" * n}";')


def _strings(n: int) -> str:
    pieces = "\n".join(f'"{i:08d}"' for i in range(n))
    return main_with("y = s[x & 7];", f"const char *s = {pieces};")


def _comment(n: int) -> str:
    return main_with("y = x;", f"/* {'*' * n} */" + "\n" * n)


def _macros(n: int) -> str:
    return main_with("y = M1;", "\n".join(f"#define M{i} (x + {i})" for i in range(n)) + "\n")


def _macro_chain(n: int) -> str:
    lines = "\n".join(f"#define M{i} (M{i - 1} + {i})" for i in range(1, n))
    return main_with(f"y = M{n - 1};", f"#define M0 x\n{lines}\n")


def _bomb(n: int) -> str:
    """A sum with two to the power of n terms."""
    lines = "\n".join(f"#define M{i} M{i - 1} + M{i - 1}" for i in range(1, n + 1))
    return main_with(f"y = M{n};", f"#define M0 x\n{lines}\n")


def _balanced_bomb(n: int) -> str:
    """The same, but nested no deeper than n."""
    lines = "\n".join(f"#define M{i} (M{i - 1} + M{i - 1})" for i in range(1, n + 1))
    return main_with(f"y = M{n};", f"#define M0 x\n{lines}\n")


def _statement_bomb(n: int) -> str:
    lines = "\n".join(f"#define M{i} M{i - 1} M{i - 1}" for i in range(1, n + 1))
    return main_with(f"M{n}", f"#define M0 y = y ^ x;\n{lines}\n")


def _enumerators(n: int) -> str:
    return main_with(f"y = e{n - 1};", f"enum e {{ {', '.join(f'e{i}' for i in range(n))} }};")


def _typedefs(n: int) -> str:
    lines = "\n".join(f"typedef t{i - 1} t{i};" for i in range(1, n))
    return main_with(f"t{n - 1} z = x; y = z;", f"typedef int t0;\n{lines}")


def _pointer_to(n: int) -> str:
    return main_with(f"int {'*' * n}p = 0; y = p == 0;")


def _dimensions(n: int) -> str:
    return main_with(f"a{'[0]' * n} = x; y = a{'[0]' * n};", f"int a{'[1]' * n};")


def _structs(n: int) -> str:
    lines = "\n".join(f"struct s{i} {{ int a; char b; }}; struct s{i} v{i};" for i in range(n))
    return main_with("v1.a = x; y = v2.a;", lines)


def _unions_in_unions(n: int) -> str:
    unions = "\n".join(f"union u{i} {{ char c[4]; union u{i - 1} b; }};" for i in range(1, n))
    return main_with(
        "u.c[0] = x; y = u.b.b.c[1];", f"union u0 {{ char c[4]; }};\n{unions}\nunion u{n - 1} u;"
    )


def _else_ifs(n: int) -> str:
    return main_with("\nelse ".join(f"if (x == {i}) y = {i};" for i in range(n)))


def _driver(n: int) -> str:
    """Functions as they are in drivers, so many."""
    pieces = [
        "typedef unsigned int u32;",
        "struct device { u32 flags; int state; unsigned char buf[64]; struct device *next; };",
        "static int held;",
        "static void take(void) { if (held) reach_error(); held = 1; }",
        "static void give(void) { if (!held) reach_error(); held = 0; }",
    ]
    for i in range(n):
        after = f"f{i - 1}(d, a)" if i % 40 else "a"
        pieces.append(
            f"static int f{i}(struct device *d, int a)\n{{\n  int i, r = 0;\n  u32 v = d->flags;\n"
            f"  if (!d || a == {i})\n    return -22;\n  take();\n  for (i = 0; i < 8; i++) {{\n"
            "    d->buf[i] = (unsigned char) (v >> (i & 3));\n    if (d->buf[i] & 2)\n      continue;\n"
            "    r ^= i << 1;\n  }\n  switch (a & 3) {\n  case 0:\n    d->state = r;\n    break;\n  case 1:\n"
            "    if (d->next)\n      d->next->state |= 1;\n    break;\n  default:\n"
            "    v = (v & ~0xffu) | (u32) r;\n"
            f"  }}\n  give();\n  r ^= {after};\n  d->flags = v;\n  return r;\n}}"
        )
    calls = "".join(f"y = f{i}(&d, y);\n" for i in range(0, n, max(n // 6, 1)))
    return main_with(f"struct device d = {{0}};\n{calls}", "\n".join(pieces))


SMALL = (100, 400, 1_600, 6_400)
MIDDLE = (1_000, 4_000, 16_000, 64_000)
LARGE = (10_000, 60_000, 300_000, 1_500_000)
BYTES = (1 << 12, 1 << 20, 1 << 26, 1 << 28)
BOMBS = (8, 12, 18, 26)

DIMENSIONS: tuple[Dimension, ...] = (
    Dimension("sum", _joined(" + "), (500, 2_000, 6_000, 20_000)),
    Dimension("conjunction", _joined(" && "), (500, 2_000, 6_000, 20_000)),
    Dimension("commas", _joined(", "), SMALL),
    Dimension("shifts", _joined(" << "), SMALL),
    Dimension("overflow", _joined(" + "), (100, 400, 1_600), ("--property", "no-overflow")),
    Dimension("parentheses", _wrapped("(", "x", ")"), (50, 200, 250, 4_000)),
    Dimension("minuses", _wrapped("- ", "x", ""), SMALL),
    Dimension("ternaries", _wrapped("x ? x : ", "y", ""), SMALL),
    Dimension(
        "calls in calls",
        lambda n: main_with(f"y = {'f(' * n}x{')' * n};", "int f(int a) { return a ^ 1; }"),
        (30, 100, 250, 2_000),
    ),
    Dimension("casts", _wrapped("(int) (char) ", "x", ""), SMALL),
    Dimension(
        "subscripts",
        lambda n: main_with(f"y = {'a[' * n}x & 7{'] ' * n};", "int a[8];"),
        (30, 100, 250, 2_000),
    ),
    Dimension("ifs in ifs", _nested("if (x) ", "y = 1;", ""), (200, 1_000, 5_000, 20_000)),
    Dimension("braces", _nested("if (x) { ", "y = 1;", " }"), (50, 200, 250, 2_000)),
    Dimension("loops in loops", _nested("while (x) ", "y++;", ""), (50, 200, 1_000, 5_000)),
    Dimension("else ifs", _else_ifs, (200, 1_000, 5_000, 20_000)),
    Dimension("switches in switches", _nested("switch (x) case 1: ", "y = 1;", ""), SMALL),
    Dimension("lines", _repeated("y = y ^ x;"), (1_000, 10_000, 40_000, 100_000)),
    Dimension(
        "long lines", lambda n: main_with(" ".join(["y = y ^ x;"] * n)), (1_000, 10_000, 40_000, 100_000)
    ),
    Dimension("branches", _repeated("if (x == @) y++;"), (100, 1_000, 5_000, 20_000)),
    Dimension("checks", _repeated("if (x == @ && y == @) reach_error();"), (100, 1_000, 5_000, 20_000)),
    Dimension("loops", _repeated("for (int i = 0; i < x; i++) y ^= i;"), (100, 1_000, 5_000)),
    Dimension("locals", _repeated("int v@ = x; y ^= v@;"), MIDDLE),
    Dimension("inputs", _repeated("y ^= __VERIFIER_nondet_int();"), MIDDLE),
    Dimension(
        "accesses",
        lambda n: main_with("int a[8] = {0};\n" + "a[(unsigned) x % 8u] = y; y = a[1];\n" * n),
        SMALL,
        ("--property", "valid-memsafety"),
    ),
    Dimension("cases", _cases, MIDDLE),
    Dimension("cases in a row", _falling_cases, MIDDLE),
    Dimension("gotos", _gotos, SMALL),
    Dimension("computed gotos", _computed_gotos, SMALL),
    Dimension("globals", _outside("int g@ = @;", "g1 = x; y = g2;"), MIDDLE),
    Dimension("declarations", _outside("extern int f@(int, char *);"), MIDDLE),
    Dimension("initialisers", _initialisers("1"), (10_000, 100_000, 1_000_000, 4_000_000)),
    Dimension("struct initialisers", _struct_initialisers, (1_000, 10_000, 100_000)),
    Dimension("functions", _functions, (100, 1_000, 5_000, 20_000)),
    Dimension("called functions", _called_functions, (100, 1_000, 5_000)),
    Dimension("call chain", _call_chain, (50, 200, 1_000, 5_000)),
    Dimension("call tree", _call_tree, (5, 10, 15, 30)),
    Dimension("function pointers", _function_pointers, (10, 100, 1_000, 5_000)),
    Dimension("parameters", _parameters, (20, 200, 2_000, 10_000)),
    Dimension("fields", _fields, MIDDLE),
    Dimension("bit-fields", _bit_fields, MIDDLE),
    Dimension("structs", _structs, (100, 1_000, 5_000, 20_000)),
    Dimension("structs in structs", _deep_structs, SMALL),
    Dimension("unions in unions", _unions_in_unions, SMALL),
    Dimension("typedefs", _typedefs, SMALL),
    Dimension("enumerators", _enumerators, MIDDLE),
    Dimension("stars", _pointer_to, SMALL),
    Dimension("array dimensions", _dimensions, (10, 50, 200, 250)),
    Dimension("array", _array_of, BYTES),
    Dimension("initialised array", _initialised_array_of, BYTES),
    Dimension("local array", _local_array_of, BYTES),
    Dimension("zeroed local array", _zeroed_local_of, BYTES),
    Dimension("string", _string, (10_000, 1_000_000, 10_000_000)),
    Dimension("strings", _strings, MIDDLE),
    Dimension("comment", _comment, (1_000_000, 9_000_000)),
    Dimension("macros", _macros, MIDDLE),
    Dimension("macro chain", _macro_chain, (50, 200, 1_000, 4_000)),
    Dimension("bomb", _bomb, BOMBS),
    Dimension("balanced bomb", _balanced_bomb, BOMBS),
    Dimension("statement bomb", _statement_bomb, BOMBS),
    Dimension("driver", _driver, (30, 300, 1_500)),
)


def programs() -> Iterator[LargeProgram]:
    for dimension in DIMENSIONS:
        for size in dimension.sizes:
            name = f"{dimension.name.replace(' ', '-')}-{size}"
            yield LargeProgram(name, dimension.text(size), dimension.options)
