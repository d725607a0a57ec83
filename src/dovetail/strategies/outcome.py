"""What a strategy is given and what it gives back. It knows nothing of commands, files or evidence formats.

A strategy works until its goals are decided or the budget is used up; it looks at the budget between moves.
What it returns are claims: evidence and its check come afterwards (law 1).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from dovetail.execution.inputs import InputVector
from dovetail.program.contracts import Contract, Move
from dovetail.program.expressions import Expr


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits of a strategy's work, and what it starts from. `deadline` is a value of `time.monotonic()`."""

    deadline: float | None = None
    moves: int | None = None
    seed: int = 0
    tests: tuple[InputVector, ...] = ()
    """Inputs whose runs have seen something that others have not; a strategy may do with them what it
    likes."""
    violated: Mapping[int, InputVector] = field(default_factory=dict)
    """Checks that are known to fail, which nobody has to look for again: as if the strategy had found
    them."""

    def left(self) -> float:
        """Seconds left."""
        return float("inf") if self.deadline is None else self.deadline - time.monotonic()

    def spent(self, moves: int) -> bool:
        return self.left() <= 0 or (self.moves is not None and moves >= self.moves)


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a strategy has got, for people to watch."""

    rounds: int
    tests: int
    regions: int
    open_checks: int
    solver_calls: int
    violations: Mapping[int, InputVector] = field(default_factory=dict)
    """Those claimed so far, as in `Claims`: they are not lost if the strategy is cut short."""


Watcher = Callable[[Progress], None]


@dataclass(frozen=True, slots=True)
class Claims:
    """What a strategy claims about the checks of an inlined Program.

    `violations` gives, for a check's number, an input vector on which it fails. `excluded` are the numbers of
    checks that cannot fail; `invariants`, by location of the entry procedure, are the proof of that (and of
    the absence of reached unsupported statements, if `complete`). `reached` are the checks that some test
    came to. `open` says, for each check that is left, why.
    """

    violations: dict[int, InputVector] = field(default_factory=dict)
    excluded: frozenset[int] = frozenset()
    complete: bool = False
    """Is everything that must not be reached excluded: every check that is not violated, and everything
    unsupported?"""
    invariants: dict[int, Expr] = field(default_factory=dict)
    reached: frozenset[int] = frozenset()
    open: dict[int, str] = field(default_factory=dict)
    obstacles: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    """How far both sides got, in words."""
    progress: Progress = Progress(0, 0, 0, 0, 0)
    contracts: dict[str, tuple[Contract, ...]] = field(default_factory=dict)
    """Of the procedures that are left beside the entry, for the same proof."""
    approximate: bool = False
    """Do the invariants say less than what the strategy knows? Then it is no surprise if they prove less."""
    moves: tuple[Move, ...] = ()
    """If not empty, the proof is not by invariants of the entry procedure: it follows all executions to their
    ends, with these moves."""
    by: str = ""
    """The strategy that found this out, if it is another than the one that was asked."""
    facts: Mapping[str, int] = field(default_factory=dict)
    """How many conditions of the proof are those of another strategy, by its name."""
    steps: int = 1
    """The invariants are k-inductive (`program.contracts`)."""
    depth: int = 0
    """If not zero, locations and invariants are those of the program with recursion inlined to this depth
    (`program.inlining`)."""
    kept: tuple[str, ...] = ()
    """If not empty, locations, invariants and contracts are those of the program in which calls of these
    procedures are not inlined."""
