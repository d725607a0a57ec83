"""The arithmetic that the compiler leaves to the harness, against Python's at the boundaries.

One run goes through all samples of a case and compares with what Python computed; its exit code is the first
that differs.
"""

from __future__ import annotations

import itertools
import math
import struct
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from dovetail.execution.ends import EndKind
from dovetail.execution.inputs import InputVector, as_double, as_integer, as_single
from dovetail.execution.native import NativeProgram

PROGRAM = """
extern int __VERIFIER_nondet_int(void);
extern SIGNED __VERIFIER_nondet_READ(void);
extern double __VERIFIER_nondet_double(void);
extern float __VERIFIER_nondet_float(void);
typedef unsigned SIGNED wide;
static wide bits(const void *from, int n) {
    wide all = 0;
    while (n--) all = all << 8 | ((const unsigned char *)from)[n];
    return all;
}
int main(void) {
    int which = __VERIFIER_nondet_int(), count = __VERIFIER_nondet_int();
    for (int i = 0; i < count; i++) {
        wide want = __VERIFIER_nondet_READ(), got = 0, ua, ub;
        SIGNED a, b; double d; float f; long double w;
        if (which < 20) { a = ua = __VERIFIER_nondet_READ(); b = ub = __VERIFIER_nondet_READ(); }
        else if (which % 2) f = __VERIFIER_nondet_float();
        else d = __VERIFIER_nondet_double();
        switch (which) {
        case 0: got = a / b; break;
        case 1: got = a % b; break;
        case 2: got = ua / ub; break;
        case 3: got = ua % ub; break;
        case 4: got = a * b; break;
        case 5: d = a; got = bits(&d, sizeof d); break;
        case 6: d = ua; got = bits(&d, sizeof d); break;
        case 7: f = a; got = bits(&f, sizeof f); break;
        case 8: f = ua; got = bits(&f, sizeof f); break;
        case 9: got = __builtin_mul_overflow(a, b, &a); break;
        case 10: got = a << (b & MASK); break;
        case 11: got = a >> (b & MASK); break;
        case 12: got = ua >> (b & MASK); break;
        case 13: w = a; a = w; got = a; break;
        case 14: w = ua; got = w; break;
        case 15: got = a < b; break;
        case 20: a = d; got = a; break;
        case 21: a = f; got = a; break;
        case 22: got = d; break;
        case 23: got = f; break;
        }
        if (got != want) return i;
    }
    return -1;
}
"""


def quotient(a: int, b: int) -> int:
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def bits_of(form: str, number: float) -> int:
    return int.from_bytes(struct.pack(form, number), "little")


class Machine:
    """The program in one data model, and the width of its two-word integers."""

    def __init__(self, model: str, directory: Path) -> None:
        self.model = model
        self.bits = 64 if model == "ILP32" else 128
        signed, read = ("long long", "longlong") if model == "ILP32" else ("__int128", "int128")
        text = PROGRAM.replace("SIGNED", signed).replace("READ", read).replace("MASK", str(self.bits - 1))
        self.program = NativeProgram.build([text], data_model=model, directory=directory)

    def check(self, which: int, samples: Sequence[tuple[int | float, ...]], wanted: Sequence[int]) -> None:
        """Holds the machine to the wanted results; each sample is the operands of one operation."""
        assert len(samples) == len(wanted) > 0
        flat = [number for want, sample in zip(wanted, samples, strict=True) for number in (want, *sample)]
        end = self.program.run(InputVector((which, len(samples), *flat))).end
        assert end.kind is EndKind.NORMAL
        assert end.exit_code is not None
        if end.exit_code >= 0:
            pytest.fail(f"case {which} of {samples[end.exit_code]} is not {wanted[end.exit_code]}")

    def signed(self, number: int) -> int:
        return as_integer(number, self.bits, signed=True)

    def unsigned(self, number: int) -> int:
        return as_integer(number, self.bits, signed=False)

    def boundaries(self) -> list[int]:
        half, full = self.bits // 2, self.bits
        powers = {0, 1, 2, 3, 7, 10, 24, 53, half - 1, half, half + 1, full - 2, full - 1}
        numbers = {2**power + offset for power in powers for offset in (-1, 0, 1)}
        numbers |= {0xDEADBEEFCAFEBABE0123456789ABCDEF >> (128 - full), 10**9 + 7, 2**half + 10**9}
        return sorted({self.signed(sign * number) for number in numbers for sign in (1, -1)})


@pytest.fixture(scope="module", params=["ILP32", "LP64"])
def machine(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Machine:
    return Machine(request.param, tmp_path_factory.mktemp("arithmetic"))


def test_the_comparison_can_fail(machine: Machine) -> None:
    with pytest.raises(pytest.fail.Exception, match=r"case 4 of \(3, 5\) is not 16"):
        machine.check(4, [(1, 1), (3, 5)], [1, 16])


def test_two_operands(machine: Machine) -> None:
    signed, unsigned, full = machine.signed, machine.unsigned, machine.bits
    meanings: dict[int, Callable[[int, int], int]] = {
        0: quotient,
        1: lambda a, b: a - b * quotient(a, b),
        2: lambda a, b: unsigned(a) // unsigned(b),
        3: lambda a, b: unsigned(a) % unsigned(b),
        4: lambda a, b: a * b,
        9: lambda a, b: int(a * b != signed(a * b)),
        10: lambda a, b: a << b % full,
        11: lambda a, b: a >> b % full,
        12: lambda a, b: unsigned(a) >> b % full,
        15: lambda a, b: int(a < b),
    }
    pairs = list(itertools.product(machine.boundaries(), repeat=2))
    by_nonzero = [(a, b) for a, b in pairs if b != 0]
    defined = [(a, b) for a, b in by_nonzero if quotient(a, b) < 2 ** (full - 1)]
    for which, meaning in meanings.items():
        chosen = defined if which < 2 else by_nonzero if which < 4 else pairs
        machine.check(which, chosen, [meaning(a, b) for a, b in chosen])


def test_division_traps(machine: Machine) -> None:
    def end(which: int, a: int, b: int) -> EndKind:
        return machine.program.run(InputVector((which, 1, 0, a, b))).end.kind

    least = -(2 ** (machine.bits - 1))
    for which in range(4):
        assert end(which, 5, 0) is EndKind.UNDEFINED
    for which in range(2):
        assert end(which, least, -1) is EndKind.UNDEFINED
        assert end(which, least + 1, -1) is EndKind.NORMAL


def halfway(digits: int, bits: int) -> Iterator[int]:
    """Numbers whose conversion to so many digits is a tie, or just not."""
    for exponent in {digits, digits + 1, digits + 7, bits - 2, bits - 1, bits}:
        if digits < exponent <= bits:
            unit = 1 << (exponent - digits)
            for odd in (0, 1, 2, 3):
                middle = (1 << (exponent - 1)) + odd * unit + unit // 2
                yield from (middle - 1, middle, middle + 1)
            yield (1 << exponent) - 1


def test_to_floating_point(machine: Machine) -> None:
    ties = [number for digits in (24, 53) for number in halfway(digits, machine.bits)]
    numbers = [*machine.boundaries(), *(machine.signed(sign * number) for number in ties for sign in (1, -1))]
    operands = [(number, 0) for number in numbers]
    positive = [machine.unsigned(number) for number in numbers]
    machine.check(5, operands, [bits_of("<d", as_double(number)) for number in numbers])
    machine.check(6, operands, [bits_of("<d", as_double(number)) for number in positive])
    machine.check(7, operands, [bits_of("<f", as_single(number)) for number in numbers])
    machine.check(8, operands, [bits_of("<f", as_single(number)) for number in positive])


def test_long_double_holds_64_bits(machine: Machine) -> None:
    numbers = [number for number in machine.boundaries() if abs(number) < 2**64]
    machine.check(13, [(number, 0) for number in numbers], numbers)
    positive = [number for number in numbers if number >= 0]
    machine.check(14, [(number, 0) for number in positive], positive)


def test_from_floating_point(machine: Machine) -> None:
    samples = [0.0, 0.5, 0.999, 1.0, 1.5, 2.5, 1e9 + 0.25, 5e-324, 2.0**23 + 0.5, 2.0**31, 2.0**32]
    samples += [2.0**52 + 0.5, 2.0**53 + 2, 2.0**62, 2.0**63 - 1024, math.pi * 2**40]
    samples += [2.0**63, 2.0**100, math.nextafter(2.0**126, 0)] if machine.bits == 128 else []
    for which in (20, 21, 22, 23):
        chosen = samples + ([-sample for sample in samples] if which < 22 else [2.0 ** (machine.bits - 1)])
        if which % 2:
            chosen = [as_single(sample) for sample in chosen]
        machine.check(which, [(sample,) for sample in chosen], [math.trunc(sample) for sample in chosen])


def test_floats_have_no_excess_precision(tmp_path: Path, machine: Machine) -> None:
    text = """
    extern double __VERIFIER_nondet_double(void); extern float __VERIFIER_nondet_float(void);
    int main(void) {
        double a = __VERIFIER_nondet_double(), b = __VERIFIER_nondet_double();
        float x = __VERIFIER_nondet_float(), y = __VERIFIER_nondet_float(), z = x * y;
        double product = a * b, sum = a + b;
        return (a * b - 1 == 0) + 2 * (a * b == product) + 4 * (a + b == sum) + 8 * (x * y == z);
    }
    """
    program = NativeProgram.build([text], data_model=machine.model, directory=tmp_path)
    # The product of the first two is 1 - 2^-60, which rounds to 1.
    assert program.run(InputVector((1 + 2.0**-30, 1 - 2.0**-30, 0.1, 0.3))).end.exit_code == 15
