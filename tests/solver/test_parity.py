"""Sums modulo two: what is refuted has no solution, and what only they can refute is."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import product

import pytest
import z3

from dovetail.solver import parity_opinion
from dovetail.solver.by_turns import ByTurns
from dovetail.solver.interface import Answer, Limit
from dovetail.solver.parity_opinion import is_refuted
from thinned import examples

WIDTH = 3
MASK = (1 << WIDTH) - 1
NAMES = ("a", "b")
Numbers = dict[str, int]
Term = tuple[z3.BitVecRef, Callable[[Numbers], int]]
Condition = tuple[z3.BoolRef, Callable[[Numbers], bool]]
"""Written twice: nobody is asked what he says of himself."""


def _signed(value: int) -> int:
    return value - (1 << WIDTH) if value >> (WIDTH - 1) else value


def _term(choice: random.Random, depth: int) -> Term:
    if depth == 0 or choice.random() < 0.15:
        if choice.random() < 0.25:
            number = choice.randrange(1 << WIDTH)
            return z3.BitVecVal(number, WIDTH), lambda v: number
        name = choice.choice(NAMES)
        return z3.BitVec(name, WIDTH), lambda v: v[name]
    (left, x), (right, y) = _term(choice, depth - 1), _term(choice, depth - 1)
    by = choice.randrange(WIDTH + 2)
    match choice.randrange(14):
        case 0 | 1 | 2:
            return left ^ right, lambda v: x(v) ^ y(v)
        case 3:
            return left & right, lambda v: x(v) & y(v)
        case 4:
            return left | right, lambda v: x(v) | y(v)
        case 5:
            return ~left, lambda v: ~x(v) & MASK
        case 6:
            return left << by, lambda v: x(v) << by & MASK
        case 7:
            return z3.LShR(left, by), lambda v: x(v) >> by
        case 8:
            return left >> by, lambda v: _signed(x(v)) >> by & MASK
        case 9:
            return left * (1 << by % WIDTH), lambda v: x(v) * (1 << by % WIDTH) & MASK
        case 10:
            joined = z3.Concat(z3.Extract(0, 0, left), z3.Extract(WIDTH - 1, 1, right))
            return joined, lambda v: (x(v) & 1) << (WIDTH - 1) | y(v) >> 1
        case 11:
            wide = z3.Extract(WIDTH, 1, z3.SignExt(1, left))
            return wide, lambda v: _signed(x(v)) >> 1 & MASK
        case 12:
            condition, holds = _condition(choice, depth - 1)
            return z3.If(condition, left, right), lambda v: x(v) if holds(v) else y(v)
        case _:
            return left + right, lambda v: x(v) + y(v) & MASK


def _condition(choice: random.Random, depth: int) -> Condition:
    (left, x), (right, y) = _term(choice, depth), _term(choice, depth)
    match choice.randrange(5):
        case 0 | 1:
            return left == right, lambda v: x(v) == y(v)
        case 2:
            return z3.Distinct(left, right), lambda v: x(v) != y(v)
        case 3:
            return z3.ULT(left, right), lambda v: x(v) < y(v)
        case _:
            low = z3.Extract(0, 0, left) == 1
            return z3.Not(z3.And(low, left != right)), lambda v: not (x(v) & 1 and x(v) != y(v))


def _has_solution(holds: Callable[[Numbers], bool]) -> bool:
    every = product(range(1 << WIDTH), repeat=len(NAMES))
    return any(holds(dict(zip(NAMES, numbers, strict=True))) for numbers in every)


def test_what_is_refuted_has_no_solution(monkeypatch: pytest.MonkeyPatch) -> None:
    choice = random.Random(11)
    refuted = 0
    for number in range(examples(400)):
        monkeypatch.setattr(parity_opinion, "MOST", (2, 8, 64)[number % 3])
        condition, holds = _condition(choice, 3)
        if number % 2:
            condition, holds = z3.Not(condition), lambda v, of=holds: not of(v)
        if is_refuted([condition], 5.0):
            refuted += 1
            assert not _has_solution(holds), condition
    assert refuted > 5


def _looked_up(table: list[int], place: z3.BitVecRef, width: int) -> z3.BitVecRef:
    found: z3.BitVecRef = z3.BitVec("outside", width)
    for number, value in enumerate(table):
        found = z3.If(place == number, z3.BitVecVal(value, width), found)
    return found


def test_a_table_is_what_it_holds() -> None:
    """Any function of four bits; and where one element is another one, that is seen."""
    choice = random.Random(3)
    x = z3.BitVec("x", 4)
    rotated = x ^ (x << 1) ^ z3.LShR(x, 3)
    table = [number ^ number << 1 & 15 ^ number >> 3 for number in range(16)]
    assert is_refuted([_looked_up(table, x, 4) != rotated], 5.0)
    wrong = list(table)
    wrong[choice.randrange(16)] ^= 1 << choice.randrange(4)
    assert not is_refuted([_looked_up(wrong, x, 4) != rotated], 5.0)
    products = [number & number >> 1 & 7 for number in range(16)]
    assert is_refuted([_looked_up(products, x, 4) != x & z3.LShR(x, 1)], 5.0)


def _by_bits(crc: z3.BitVecRef, data: list[z3.BitVecRef], polynomial: int) -> z3.BitVecRef:
    for byte in data:
        crc = crc ^ z3.ZeroExt(24, byte)
        for _ in range(8):
            shifted = z3.LShR(crc, 1)
            crc = z3.If(crc & 1 == 0, shifted, shifted ^ polynomial)
    return crc


def _by_table(crc: z3.BitVecRef, data: list[z3.BitVecRef], table: list[int]) -> z3.BitVecRef:
    for byte in data:
        for shift in (0, 4):
            place = (crc ^ z3.LShR(z3.ZeroExt(24, byte), shift)) & 15
            crc = z3.LShR(crc, 4) ^ _looked_up(table, place, 32)
    return crc


def test_a_checksum_by_table_and_by_bits() -> None:
    """No SAT solver here answers that in a minute."""
    table = []
    for number in range(16):
        for _ in range(4):
            number = number >> 1 ^ (0xEDB88320 if number & 1 else 0)
        table.append(number)
    for changed, expected in ((0, Answer.UNSAT), (1, Answer.SAT)):
        solver = ByTurns(at_once=True)
        context = solver.terms.context
        start = z3.BitVec("start", 32)
        data = [z3.BitVec(f"byte {number}", 8) for number in range(3)]
        table[5] ^= changed
        differ = _by_table(start, data, table) != _by_bits(start, data, 0xEDB88320)
        solver.terms.parities = 100  # they were not made by it
        solver.set_limits(Limit(8.0))
        assert solver.check([solver.terms.term(differ.translate(context))]) is expected


def test_arrays_and_quantifiers_may_be_anything() -> None:
    one, other = (z3.Array(name, z3.BitVecSort(4), z3.BitVecSort(4)) for name in ("one", "other"))
    x = z3.BitVec("x", 4)
    every = z3.ForAll([x], one[x] == x)
    for condition in (one != other, z3.Not(one == other), one[x] != other[x], every, z3.Not(every)):
        assert not is_refuted([condition], 5.0)
    assert is_refuted([one[x] ^ one[x] != 0], 5.0), "one read is one number"
    assert not is_refuted([z3.fpIsNaN(z3.fpBVToFP(z3.Concat(x, x, x, x), z3.Float16()))], 5.0)
