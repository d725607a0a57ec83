"""Writes those programs of `bench/mutation` that differ only in types, operators and loops.

    python bench/mutation_templates.py

Each comes with its answer, which is computed here with the numbers of Python, wrapped by hand: nothing of
Dovetail is used. A claim that holds is made just strong enough that one less would fail, and that is its
twin.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent / "mutation"


@dataclass(frozen=True, slots=True)
class Integer:
    """A type of C; `short` is for file names. LP64."""

    name: str
    short: str
    bits: int
    signed: bool

    def wrap(self, number: int) -> int:
        number %= 1 << self.bits
        return number - (1 << self.bits) if self.signed and number >> (self.bits - 1) else number

    @property
    def maximum(self) -> int:
        return (1 << (self.bits - self.signed)) - 1

    @property
    def minimum(self) -> int:
        return -(1 << (self.bits - 1)) if self.signed else 0


TYPES = (
    Integer("signed char", "schar", 8, True),
    Integer("unsigned char", "uchar", 8, False),
    Integer("short", "short", 16, True),
    Integer("unsigned short", "ushort", 16, False),
    Integer("int", "int", 32, True),
    Integer("unsigned", "uint", 32, False),
    Integer("long", "long", 64, True),
    Integer("unsigned long", "ulong", 64, False),
)
INT, UNSIGNED = TYPES[4], TYPES[5]


def program(verdict: str, inputs: str, says: str, body: str) -> str:
    return f"""\
// verdict: {verdict}
// inputs: {inputs}
// {says}
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {{
{body}
    return 0;
}}
"""


def wrapping() -> Iterator[tuple[str, str]]:
    """Up from just below the greatest value: where does it wrap?"""
    for kind in TYPES:
        start = kind.maximum - 5
        suffix = "ul" if kind.bits == 64 and not kind.signed else "l" if kind.bits == 64 else ""
        for verdict, mask in (("proved", 3), ("violated", 7)):
            body = f"""\
    int k = __VERIFIER_nondet_int() & {mask};
    {kind.name} x = {start}{suffix};
    {kind.name} y = x + k;
    if (y < x)
        reach_error();"""
            wraps = any(kind.wrap(start + k) < start for k in range(mask + 1))
            assert wraps == (verdict == "violated")
            name = f"t_wrap_{kind.short}_{'bug' if wraps else 'fine'}"
            yield name, program(verdict, f"0..{mask}", f"{kind.name}: {mask} steps up from {start}.", body)


def converting() -> Iterator[tuple[str, str]]:
    """There and back again: is it the same number?"""
    for source in TYPES[:6]:
        for other in TYPES[:6]:
            if source is other:
                continue
            low = source.minimum if source.bits == 8 else (-9 if source.signed else 0)
            numbers = range(low, low + 20)
            same = all(source.wrap(other.wrap(n)) == n for n in numbers)
            to_int = all(other.wrap(n) == n for n in numbers)
            if same and to_int and (source.bits + other.bits) % 3:
                continue  # enough of the plain ones
            body = f"""\
    int k = __VERIFIER_nondet_int() & 15;
    {source.name} x = k + {low};
    {other.name} y = x;
    long plain = x, seen = y;
    if (({source.name})y != x || plain != seen)
        reach_error();"""
            numbers = range(low, low + 16)
            right = all(source.wrap(other.wrap(n)) == n and other.wrap(n) == n for n in numbers)
            verdict = "proved" if right else "violated"
            name = f"t_cast_{source.short}_{other.short}"
            yield name, program(verdict, "0..15", f"{source.name} as {other.name} and back.", body)


OPERATORS: dict[str, tuple[str, Callable[[int, int], int]]] = {
    "add": ("+", operator.add),
    "sub": ("-", operator.sub),
    "mul": ("*", operator.mul),
    "div": ("/", lambda a, b: abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)),
    "rem": ("%", lambda a, b: a - b * (abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1))),
    "and": ("&", operator.and_),
    "or": ("|", operator.or_),
    "xor": ("^", operator.xor),
    "shl": ("<<", lambda a, b: a << (b % 32)),
    "shr": (">>", lambda a, b: a >> (b % 32)),
}


def operating() -> Iterator[tuple[str, str]]:
    """The greatest result of an operator, and one less than that."""
    for title, (sign, compute) in OPERATORS.items():
        for kind in (INT, UNSIGNED):
            low = -4 if kind.signed else 0
            right = (1, 8) if title in ("div", "rem", "shl", "shr") else (low, low + 8)
            top = max(
                kind.wrap(compute(kind.wrap(a), kind.wrap(b)))
                for a in range(low, low + 16)
                for b in range(*right)
            )
            for verdict, limit in (("proved", top), ("violated", top - 1)):
                guard = f"    if (b < {right[0]})\n        return 0;\n" if right[0] == 1 else ""
                shift = f" - {-low}" if low else ""
                other = f" - {-right[0]}" if right[0] < 0 else ""
                body = f"""\
    {kind.name} a = (__VERIFIER_nondet_int() & 15){shift};
    {kind.name} b = (__VERIFIER_nondet_int() & 7){other};
{guard}    {kind.name} r = a {sign} b;
    if (r > {limit}{"" if kind.signed else "u"})
        reach_error();"""
                name = f"t_{title}_{kind.short}_{'fine' if verdict == 'proved' else 'bug'}"
                says = f"The greatest a {sign} b of two small numbers is {top}."
                yield name, program(verdict, "0..15 0..7", says, body)


LOOPS = {
    "while": "    while (i < n) {\n        i += {step};\n        k++;\n    }",
    "do": "    do {\n        i += {step};\n        k++;\n    } while (i < n);",
    "for": "    for (; i < n; i += {step})\n        k++;",
    "down": "    i = n;\n    while (i > 0) {\n        i -= {step};\n        k++;\n    }",
    "goto": "again:\n    if (i < n) {\n        i += {step};\n        k++;\n        goto again;\n    }",
}


def looping() -> Iterator[tuple[str, str]]:
    """How often a loop is run at most."""
    for title, loop in LOOPS.items():
        for step in (1, 3):
            most = max(max(-(-n // step), title == "do") for n in range(8))
            for verdict, limit in (("proved", most), ("violated", most - 1)):
                body = f"""\
    int n = __VERIFIER_nondet_int() & 7;
    int i = 0, k = 0;
{loop.replace("{step}", str(step))}
    if (k > {limit})
        reach_error();"""
                name = f"t_loop_{title}_{step}_{'fine' if verdict == 'proved' else 'bug'}"
                yield name, program(verdict, "0..7", f"In steps of {step}, at most {most} times.", body)


def main() -> None:
    for family in (wrapping, converting, operating, looping):
        for name, text in family():
            (FOLDER / f"{name}.c").write_text(text)


if __name__ == "__main__":
    main()
