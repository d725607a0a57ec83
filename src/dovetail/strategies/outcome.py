"""What a strategy is given and what it gives back. It knows nothing of commands, files or evidence formats.

A strategy works until its goals are decided or the budget is used up; it looks at the budget between moves.
Here alone it is decided what a budget of moves means: where there is one, nothing has a share of the time,
and no question to a solver is ended by the clock. Then the same moves come to the same end on any machine.

What it returns are claims: evidence and its check come afterwards (law 1).
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping
from dataclasses import field, replace

from dovetail.execution.inputs import InputVector
from dovetail.program.contracts import Contract, Move
from dovetail.program.expressions import Expr
from dovetail.program.ghost_maps import NO_GHOSTS, Ghosts
from dovetail.quick_dataclass import dataclass
from dovetail.solver.interface import Limit

_LEAST_QUESTION = 0.1
"""Seconds: with less there is no point in asking."""


@dataclass(slots=True)
class Made:
    """Counts moves, as a clock counts seconds."""

    moves: int = 0


@dataclass(frozen=True, slots=True)
class Share:
    """So many seconds, so many moves; infinitely many where they are not limited."""

    seconds: float
    moves: float


@dataclass(frozen=True, slots=True)
class Budget:
    """Limits of a strategy's work. `deadline` is a value of `time.monotonic()`, and `moves` one of the
    counter `made`, which parts of a budget have in common.

    A strategy is not always at work until its deadline: others have their turns. So a part of a budget is one
    of the processor's time, of which a strategy may expect the share `pace` of what passes on the clock;
    `processor` is a value of `time.process_time()`."""

    deadline: float | None = None
    moves: int | None = None
    seed: int = 0
    pace: float = 1.0
    processor: float | None = None
    made: Made = field(default_factory=Made, compare=False)

    def left(self) -> float:
        """Seconds left."""
        clock = math.inf if self.deadline is None else self.deadline - time.monotonic()
        if self.processor is None:
            return clock
        return min(clock, self.processor - time.process_time())

    def spent(self) -> bool:
        """Is there no move left? To be asked between moves: within the last one it is so already."""
        return self.left() <= 0 or (self.moves is not None and self.made.moves >= self.moves)

    def move(self) -> bool:
        """Make a move, if there is one left."""
        if self.spent():
            return False
        self.made.moves += 1
        return True

    @property
    def why(self) -> str:
        """What it is that was used up, if it is spent."""
        return f"the {'time was' if self.left() <= 0 else 'moves were'} used up"

    # Parts

    def share(self, part: float) -> Share:
        """A part of what is left: of the moves, if they are counted, and otherwise of the time."""
        if self.moves is None:
            pace = 1.0 if self.processor is not None else self.pace
            return Share(part * pace * self.left(), math.inf)
        return Share(math.inf, math.ceil(part * (self.moves - self.made.moves)))

    def within(self, share: Share) -> Budget:
        """The same, but no more than a share from now on."""
        processor, moves = self.processor, self.moves
        if share.seconds < math.inf:
            until = time.process_time() + share.seconds
            processor = until if processor is None else min(processor, until)
        if moves is not None:
            moves = int(min(moves, self.made.moves + share.moves))
        return replace(self, processor=processor, moves=moves)

    def part(self, part: float) -> Budget:
        return self.within(self.share(part))

    def beside(self, part: float) -> Budget:
        """For another question that is asked on the way: a part of the time, or as many moves of its own."""
        return replace(self.part(part), moves=self.moves, made=Made())

    def question(self, seconds: float) -> Limit:
        """For one question to a solver: so many seconds, if there are as many left."""
        if self.moves is not None:
            return Limit(seconds, counted=True)
        return Limit(max(_LEAST_QUESTION, min(seconds, self.left())))


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
    octagons: int = 0
    """Analyses of the program with octagons: one is enough for all strategies."""


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
    only_asked: bool = False
    """Does the strategy know nothing of all that, and ask the checker?"""
    moves: tuple[Move, ...] = ()
    """If not empty, the proof is not by invariants of the entry procedure: it follows all executions to their
    ends, with these moves."""
    tests: tuple[InputVector, ...] = ()
    """Those of others that the proof rests on: something in it was made from what they have shown, and would
    not have been without them."""
    steps: int = 1
    """The invariants are k-inductive (`program.contracts`)."""
    depth: int = 0
    """If not zero, locations and invariants are those of the program with recursion inlined to this depth
    (`program.inlining`)."""
    kept: tuple[str, ...] = ()
    """If not empty, locations, invariants and contracts are those of the program in which calls of these
    procedures are not inlined."""
    ghosts: Ghosts = NO_GHOSTS
    """The ghost code that the invariants speak of (`program.ghost_maps`)."""

    def without_proof(self) -> Claims:
        """As plain data: expressions are none."""
        return replace(self, invariants={}, contracts={}, ghosts=NO_GHOSTS)
