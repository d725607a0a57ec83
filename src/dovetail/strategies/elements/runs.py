"""Guesses that a run refutes need not be asked about.

A few dozen runs on small made-up inputs come to loop heads in states of all kinds. What does not hold in one
of them is no invariant: most guesses are gone before a solver hears of them. And what is said of elements
in ranges that were empty in all of them is hardly worth asking about.
"""

from __future__ import annotations

import random
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from dovetail.execution.executor import Executor
from dovetail.execution.frames import Frame, observe
from dovetail.execution.inputs import InputVector
from dovetail.program.automata import Program
from dovetail.program.cutpoints import CutpointGraph
from dovetail.program.expressions import TRUE, Binary, BinaryOp, Exists, Expr, ForAll
from dovetail.program.types import IntType
from dovetail.semantics.algebra import NotComputable
from dovetail.semantics.memory import MemoryFault

RUNS, STEPS, MEMORY = 40, 8_000, 1 << 20
STATES = 160
"""That are looked at, of one loop head, in all runs; and of one run a tenth of it."""
SECONDS = 0.4
"""Of the processor."""
ENOUGH = 24
"""States, of which one should have an element of which something is said."""
MOST = 1000
"""Elements that are looked at."""
SPREADS = (1, 2, 3, 2, 3, 4)
"""How many bits the numbers have: loops over small ones come to an end."""
LENGTH, PIECES = 200, 12


class _Enough(Exception):
    """The run has shown enough."""


class Runs:
    """Of the entry procedure of an inlined program."""

    def __init__(self, program: Program, graph: CutpointGraph, seed: int) -> None:
        own = sum(item.size for item in program.objects.values())
        self._executor = Executor(program, max_memory=own + MEMORY)
        self._seed = seed
        heads = [head for head in graph.cutpoints if head in graph.loop_heads]
        self._observer = observe([(graph.procedure.name, head) for head in heads], self._visit)
        self._left: dict[int, dict[Expr, None]] = {}
        self._idle: dict[int, dict[Expr, Expr]] = {}
        """Of guesses about elements: in no state so far there was one. With what would say so."""
        self._visits: dict[int, int] = {}
        self._here: dict[int, int] = {}
        self._until = 0.0
        self._seen: dict[int, dict[Expr, bool]] = {}
        """What all runs have shown of guesses before: the runs are always the same."""

    def standing(self, guesses: Mapping[int, Sequence[Expr]]) -> dict[int, list[Expr]]:
        """What held in every state that was seen, and not only because there was no such element."""
        new = {
            head: [one for one in found if one not in self._seen.setdefault(head, {})]
            for head, found in guesses.items()
        }
        self._left = {head: dict.fromkeys(found) for head, found in new.items()}
        self._idle = {head: dict(_with_elements(found)) for head, found in new.items()}
        self._visits = dict.fromkeys(guesses, 0)
        self._until = time.process_time() + SECONDS
        chosen = random.Random(self._seed)
        for number in range(RUNS):
            if time.process_time() > self._until or not any(self._left.values()):
                break
            bits = SPREADS[number % len(SPREADS)]
            values = tuple(chosen.choice((0, 1, chosen.getrandbits(bits))) for _ in range(LENGTH))
            self._run(InputVector(values, tuple(self._piece(chosen, bits) for _ in range(PIECES))))
        for head, found in new.items():
            for one in found:
                self._seen[head][one] = one in self._left[head] and self._is_busy(head, one)
        return {head: [one for one in found if self._seen[head][one]] for head, found in guesses.items()}

    def _is_busy(self, head: int, guess: Expr) -> bool:
        return self._visits[head] < ENOUGH or guess not in self._idle[head]

    def _piece(self, chosen: random.Random, bits: int) -> bytes:
        """Uninitialised memory: small numbers, of one byte or of four."""
        size = chosen.choice((1, 4))
        return b"".join(chosen.getrandbits(bits).to_bytes(size, "little") for _ in range(32))

    def _run(self, vector: InputVector) -> None:
        self._here = {}
        try:
            self._executor.run(vector, max_steps=STEPS, observers=[self._observer], record_path=False)
        except _Enough:
            return

    def _visit(self, frame: Frame) -> None:
        head = frame.location
        here = self._here[head] = self._here.get(head, 0) + 1
        if time.process_time() > self._until:
            raise _Enough
        if here > STATES // 10 or self._visits[head] >= STATES:
            return
        self._visits[head] += 1
        memo: dict[Expr, Any] = {}
        left = self._left[head]
        for one in list(left):
            if time.process_time() > self._until:
                raise _Enough
            if not _may_hold(frame, one, memo):
                del left[one]
                self._idle[head].pop(one, None)
        for one, there in list(self._idle[head].items()):
            if _may_hold(frame, there, memo):
                del self._idle[head][one]


def _with_elements(guesses: Iterable[Expr]) -> Iterator[tuple[Expr, Expr]]:
    """For those about all elements in ranges: that there are such elements."""
    for guess in guesses:
        nested: list[ForAll] = []
        body = guess
        while isinstance(body, ForAll):
            nested.append(body)
            body = body.body
        there: Expr = TRUE
        for one in reversed(nested):
            there = Exists(one.index, one.low, one.high, there)
        if nested:
            yield guess, there


def _may_hold(frame: Frame, guess: Expr, memo: dict[Expr, Any]) -> bool:
    """So it does where nobody can tell: what is read is not there, or a variable has not begun."""
    try:
        return _is_long(frame, guess, memo) or bool(frame.evaluate(guess, memo))
    except (MemoryFault, NotComputable, KeyError):
        return True


def _is_long(frame: Frame, guess: Expr, memo: dict[Expr, Any]) -> bool:
    """Is it about more elements than it is worth to look at?"""
    match guess:
        case BinaryOp(op=Binary.OR, left=left, right=right):
            return _is_long(frame, left, memo) or _is_long(frame, right, memo)
        case ForAll(index=index, low=low, high=high) | Exists(index=index, low=low, high=high):
            assert isinstance(index.type, IntType)
            first, last = (index.type.number(int(frame.evaluate(end, memo))) for end in (low, high))
            return last - first > MOST
        case _:
            return False
