"""Minimising vectors, against predicates in place of programs."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from dovetail.evidence.minimise import minimise
from dovetail.execution.inputs import InputVector


def every(predicate: Callable[[InputVector], bool]) -> Callable[[Sequence[InputVector]], list[bool]]:
    return lambda batch: [predicate(vector) for vector in batch]


def at(vector: InputVector, index: int) -> float:
    return vector.values[index] if index < len(vector.values) else 0


CASES: list[tuple[Callable[[InputVector], bool], InputVector, InputVector]] = [
    (lambda v: True, InputVector((5, 6), (b"abc",)), InputVector()),
    (lambda v: at(v, 3) != 0, InputVector((9, 8, 7, 6, 5)), InputVector((0, 0, 0, 1))),
    (lambda v: at(v, 0) > 1000, InputVector((123456789,)), InputVector((1001,))),
    (lambda v: at(v, 0) < -77, InputVector((-(1 << 31),)), InputVector((-78,))),
    (lambda v: abs(at(v, 0)) >= 3, InputVector((-99,)), InputVector((3,))),
    (lambda v: at(v, 1) == at(v, 0) + 1, InputVector((41, 42)), InputVector((0, 1))),
    (lambda v: 42 in v.values, InputVector((1, 2, 3, 42, 4)), InputVector((42,))),
    (lambda v: at(v, 0) > 2.5, InputVector((17.25,)), InputVector((3,))),
    (
        lambda v: any(b"\7" in m for m in v.memory),
        InputVector((), (b"a", b"xx\7y")),
        InputVector((), (b"\0\0\7",)),
    ),
    (
        lambda v: any(b"\7" in m for _, m in v.wild),
        InputVector((3,), (), ((4096, b"abc"), (8192, b"xx\7y\0"))),
        InputVector((), (), ((8192, b"\0\0\7"),)),
    ),
    (
        lambda v: any(at == 4096 for at, _ in v.wild),
        InputVector((), (), ((4096, b"abc"), (8192, b"d"))),
        InputVector((), (), ((4096, b""),)),
    ),
]


@pytest.mark.parametrize(("predicate", "start", "expected"), CASES)
def test_what_is_left(
    predicate: Callable[[InputVector], bool], start: InputVector, expected: InputVector
) -> None:
    assert minimise(start, every(predicate)) == expected


def test_the_result_always_fails() -> None:
    odd = every(lambda v: sum(int(e) for e in v.values) % 7 == 3 and len(v.values) > 2)
    found = (
        minimise(InputVector(tuple(range(100, 160))), odd)
        if odd([InputVector(tuple(range(100, 160)))])[0]
        else None
    )
    start = InputVector((1, 1, 1))
    assert odd([minimise(start, odd)]) == [True]
    assert found is None or odd([found]) == [True]


def test_runs_are_limited() -> None:
    count = 0

    def fails(batch: Sequence[InputVector]) -> list[bool]:
        nonlocal count
        count += len(batch)
        return [len(vector.values) > 450 for vector in batch]

    minimise(InputVector(tuple(range(1, 501))), fails, max_runs=200)
    assert count < 200 + 64


def test_what_is_asked_for_together_is_left_out_together() -> None:
    """Rounds of a number and a piece of memory that must begin with it: neither goes without the other."""

    def fails(batch: Sequence[InputVector]) -> list[bool]:
        return [
            len(one.values) == len(one.memory)
            and all(
                piece[:1] == bytes([int(value)]) for value, piece in zip(one.values, one.memory, strict=True)
            )
            and 7 in one.values
            for one in batch
        ]

    values = (3, 5, 7, 9, 11)
    vector = InputVector(values, tuple(bytes([value]) for value in values))
    assert minimise(vector, fails).values == values

    def streams(vector: InputVector) -> list[bool]:
        return [False, True] * len(vector.values)

    assert minimise(vector, fails, streams) == InputVector((7,), (b"\7",))
