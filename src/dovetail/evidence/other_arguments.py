"""Does a function fail whatever it is called with, or only for some of the arguments that were made up?

A function without a contract is called with anything. That a shift, an index or a sum is wrong for some of it
may be what no caller does: nobody knows, and the violation is told as one that needs them. It is another
matter if the check fails in all runs that come to it. So the run is made again with other arguments, and all
else as it was: one run that comes to the check and ends well is enough, or one that passes it where this one
has failed, whatever becomes of it then.

It is never said that arguments are to blame where no such run was seen. What the program itself asserts is
its own word on what it is called with, and not looked at here.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from dovetail.execution.ends import EndKind
from dovetail.execution.executor import Executor
from dovetail.execution.frames import Frame, observe
from dovetail.execution.inputs import InputVector
from dovetail.execution.runs import Run
from dovetail.frontend.load import Loaded
from dovetail.program.statements import CheckInfo

OWN_WORD = frozenset({"assertion", "unreach-call"})
_STEPS = 20_000
_MOST = 64
"""Runs with other numbers, and twice as many with other memory."""
_VALUES = (0, 1, 2, 15, 16, 255, -1)
_WORD = 4
_WORDS = (bytes(_WORD), b"\1\0\0\0", b"\1\0\1\0", b"\1\1\1\1")
"""What parts of memory are filled with: zero, and one in each width."""


def fails_for_some_arguments(loaded: Loaded, executor: Executor, run: Run, check: CheckInfo) -> bool:
    """Was a run seen with other arguments, and nothing else, that comes to the check and ends well?"""
    if loaded.entry is None or loaded.entry.unit or check.kind in OWN_WORD or not run.stack:
        return False
    return _is_passed(executor, run, _others(loaded, run))


def passes_in_other_memory(loaded: Loaded, executor: Executor, run: Run) -> bool:
    """The same if nothing but what is in the memory that arguments lead to is another."""
    _, memory = _of_arguments(loaded, run)
    return bool(run.stack) and _is_passed(executor, run, islice(_other_memory(run.vector, memory), 2 * _MOST))


def _is_passed(executor: Executor, run: Run, others: Iterator[InputVector]) -> bool:
    last = run.stack[-1]
    visits = 0

    def look(frame: Frame) -> None:
        nonlocal visits
        visits += 1

    observer = observe([(last.procedure, last.edge.source)], look)
    executor.run(run.vector, max_steps=_STEPS, observers=[observer], record_path=False)
    before = visits
    for vector in others:
        visits = 0
        again = executor.run(vector, max_steps=_STEPS, observers=[observer], record_path=False)
        if visits and again.end.kind is EndKind.NORMAL:
            return True
        here = bool(again.stack) and again.stack[-1].edge == last.edge
        if visits >= before > 0 and again.end.kind is EndKind.VIOLATION and not here:
            return True
    return False


def _others(loaded: Loaded, run: Run) -> Iterator[InputVector]:
    """The same inputs, but for those of which the arguments were made."""
    values, memory = _of_arguments(loaded, run)
    yield from _other_values(run.vector, values, memory)
    yield from islice(_other_memory(run.vector, memory), 2 * _MOST)


def _other_values(vector: InputVector, values: int, memory: int) -> Iterator[InputVector]:
    made = 0
    for number in _VALUES:
        for piece in (None, 0, 1):
            made += 1
            yield _changed(vector, (number,) * values, memory, piece)
    for at in range(values):
        for number in _VALUES:
            made += 1
            if made > _MOST:
                return
            one = (*vector.values[:at], number, *vector.values[at + 1 : values])
            yield _changed(vector, one, memory, None)


def _other_memory(vector: InputVector, memory: int) -> Iterator[InputVector]:
    """Each piece with a part of it filled, larger parts first: what the way to the check depends on may be
    right beside of what it fails for."""
    longest = max((len(one) for one in vector.memory[:memory]), default=0)
    length = _WORD << max(longest - 1, 0).bit_length()
    while length >= _WORD:
        for number, piece in enumerate(vector.memory[:memory]):
            for start in range(0, len(piece), length):
                part = piece[start : start + length]
                for word in _WORDS:
                    filled = (word * (len(part) // _WORD + 1))[: len(part)]
                    if any(part) and filled != part:
                        whole = piece[:start] + filled + piece[start + length :]
                        pieces = (*vector.memory[:number], whole, *vector.memory[number + 1 :])
                        yield InputVector(vector.values, pieces, vector.wild)
        length //= 2


def _changed(
    vector: InputVector, values: tuple[int | float, ...], memory: int, piece: int | None
) -> InputVector:
    """With other values, and with each piece of memory of so many filled with one byte, if one is given."""
    pieces = vector.memory
    if piece is not None:
        pieces = tuple(bytes([piece]) * len(one) for one in pieces[:memory]) + pieces[memory:]
    return InputVector((*values, *vector.values[len(values) :]), pieces, vector.wild)


def _of_arguments(loaded: Loaded, run: Run) -> tuple[int, int]:
    """How many values, and how many pieces of memory, the arguments were made of: what was asked for before
    any of the user's own code."""
    own = {
        id(edge.statement)
        for procedure in loaded.program.procedures.values()
        if not procedure.library and procedure.name != loaded.native.entry
        for edge in procedure.edges
    }
    values = memory = 0
    for item in run.inputs:
        if id(item.statement) in own:
            break
        if isinstance(item.value, bytes):
            memory += 1
        else:
            values += 1
    return values, memory
