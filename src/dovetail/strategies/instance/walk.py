"""Whole paths: an input that takes one, or why there is none.

Paths are executed forward (`partial`) and share their beginnings: of the last one the states between steps
are kept, and beginnings that cannot be taken are remembered. A solver is asked once a path is complete. Two
things are decided in a second go: how large uninitialised memory is whose size is an input, and where wild
pointers lead that cannot all have places of their own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from dovetail.execution.inputs import InputVector
from dovetail.fixpoints.system import Chain
from dovetail.formulas.wild_pointers import Pins, placed
from dovetail.program.automata import Program
from dovetail.program.expressions import Expr
from dovetail.quick_dataclass import dataclass
from dovetail.semantics.algebra import NotComputable
from dovetail.semantics.symbolic import Symbolic
from dovetail.semantics.symbolic_values import is_known
from dovetail.solver.interface import Answer, Solver
from dovetail.strategies.instance.partial import Contradiction, PartialPath

SIZES = (256, 1 << 16)
"""Bytes that a piece of uninitialised memory may have whose size depends on inputs."""
_NO_ANSWER = "the solver gave up on a path"
_TOO_LARGE = "a path needs more uninitialised memory than is tried"
_OTHER_SIZE = "a path has uninitialised memory of a size that is not known"
_NO_PLACES = "no places were found for the wild pointers of a path"


class _Beginning:
    """A tree of beginnings of paths; `dead` if no execution takes it."""

    __slots__ = ("dead", "more")

    def __init__(self) -> None:
        self.dead = False
        self.more: dict[int, _Beginning] = {}


@dataclass(frozen=True, slots=True)
class Refuted:
    """No execution takes the path; was a solver asked to see that?"""

    asked: bool


@dataclass(frozen=True, slots=True)
class GaveUp:
    reason: str


class Walker:
    """Executes paths of the entry procedure of a Program."""

    def __init__(self, program: Program, solver: Solver[Any]) -> None:
        self.solver = solver
        self.algebra: Symbolic[Any] = Symbolic(solver.terms, program.target.pointer_bits)
        self._start = PartialPath.start(program, self.algebra)
        self._stack: list[tuple[Chain, PartialPath]] = []
        """The steps of the last path, each with the state after it."""
        self._root = _Beginning()
        self._buried: dict[int, Chain] = {}
        """The steps in the tree, which knows them by their identity."""

    def instance(self, steps: Sequence[Chain], condition: Expr) -> InputVector | Refuted | GaveUp:
        """Model generation (Erez 2004, section 3.2.3; THEOREM-PROVER of Fig. 3.1, line 5): an input with
        which the program takes these steps from its entry and has the condition then."""
        if self._known_dead(steps):
            return Refuted(asked=False)
        self._share(steps)
        standing = self._last.copy()
        try:
            for step in steps[len(self._stack) :]:
                standing = self._last.copy()
                standing.take(step)
                self._stack.append((step, standing))
            standing = self._last.copy()
            standing.require(condition)
        except Contradiction:
            if standing.pins.roots:
                return self._placed(steps, condition)
            if len(self._stack) < len(steps):
                self._bury(steps, len(self._stack) + 1)
            return Refuted(asked=False)
        except NotComputable as error:
            return GaveUp(str(error))
        return self._solved(steps, condition, standing)

    @property
    def _last(self) -> PartialPath:
        return self._stack[-1][1] if self._stack else self._start

    def _share(self, steps: Sequence[Chain]) -> None:
        """Keep what a path has in common with the last one."""
        shared = 0
        for step, (last, _) in zip(steps, self._stack, strict=False):
            if last is not step:
                break
            shared += 1
        del self._stack[shared:]

    def _solved(
        self, steps: Sequence[Chain], condition: Expr, end: PartialPath
    ) -> InputVector | Refuted | GaveUp:
        if not end.conditions and not end.sizes:
            return end.vector(_zero)
        match self.solver.check(end.conditions):
            case Answer.SAT if end.sizes:
                return self._sized(steps, condition, end)
            case Answer.SAT:
                return end.vector(self.solver.value)
            case Answer.UNSAT if end.pins.roots:
                return self._placed(steps, condition)
            case Answer.UNSAT:
                number = self._needed(set(self.solver.core()))
                if number <= len(steps):
                    self._bury(steps, number)
                return Refuted(asked=True)
            case _:
                return GaveUp(_NO_ANSWER)

    # A second go

    def _again(self, steps: Sequence[Chain], condition: Expr, standing: PartialPath) -> bool:
        """The whole path. Has it a model now?"""
        try:
            for step in steps:
                standing.take(step)
            standing.require(condition)
        except (Contradiction, NotComputable):
            return False
        return self.solver.check(standing.conditions) is Answer.SAT

    def _sized(self, steps: Sequence[Chain], condition: Expr, end: PartialPath) -> InputVector | GaveUp:
        """Sizes come first, small ones if that can be; then the path with pieces that large."""
        width = self.algebra.pointer_bits
        answer = Answer.UNSAT
        for most in SIZES:
            small = [self.algebra.ule(size, most, width) for size in end.sizes]
            asked = [self.algebra.term(one) for one in small if not is_known(one)]
            answer = self.solver.check([*end.conditions, *asked])
            if answer is not Answer.UNSAT:
                break
        if answer is not Answer.SAT:
            return GaveUp(_NO_ANSWER if answer is Answer.UNKNOWN else _TOO_LARGE)
        again = self._start.copy()
        again.chosen = tuple(self._number(size) for size in end.sizes)
        return (
            again.vector(self.solver.value) if self._again(steps, condition, again) else GaveUp(_OTHER_SIZE)
        )

    def _number(self, value: Any) -> int:
        found = self.algebra.evaluated(value, self.solver.value)
        assert isinstance(found, int)
        return found

    def _placed(self, steps: Sequence[Chain], condition: Expr) -> InputVector | GaveUp:
        """Wild pointers where a model has them, since not all of them can be apart."""
        again: list[PartialPath] = []

        def possible(pins: Pins) -> bool:
            again.append(self._start.led_by(pins))
            return self._again(steps, condition, again[-1])

        found = placed(self._start.inputs, {}, possible, self.solver.value)
        return GaveUp(_NO_PLACES) if found is None else again[-1].vector(self.solver.value)

    # Beginnings

    def _needed(self, core: set[Any]) -> int:
        """After how many steps all conditions of a core are there; one more with that at the end."""
        for number, (_, standing) in enumerate(self._stack, 1):
            if core <= set(standing.conditions):
                return number
        return len(self._stack) + 1

    def _known_dead(self, steps: Sequence[Chain]) -> bool:
        here = self._root
        for step in steps:
            following = here.more.get(id(step))
            if following is None:
                return False
            if following.dead:
                return True
            here = following
        return False

    def _bury(self, steps: Sequence[Chain], number: int) -> None:
        here = self._root
        for step in steps[:number]:
            self._buried[id(step)] = step
            here = here.more.setdefault(id(step), _Beginning())
        here.dead = True
        here.more.clear()


def _zero(term: Any) -> int:
    return 0
