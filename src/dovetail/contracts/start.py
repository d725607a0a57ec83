"""The start of the program, with calls replaced by what contracts say: what fails there is fabricated.

If the program really does that, it is a violation. If not, some call cannot give back what was made up, and
something is learned about such calls; then the start is looked at again. A start without loops can be one
formula; for others a model checker is handed in. How something is learned is for whoever looks. This is the
loop of Algorithm 1 (Yeolekar & Unadkat, lines 3 to 7), for `summaries` and for recursion.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import field

from dovetail.contracts.roles import Checked, ModelChecker
from dovetail.contracts.together import Contracts
from dovetail.formulas.modular import Alone
from dovetail.formulas.one_formula import SECONDS, Fabricated
from dovetail.formulas.standing_alone import fabricated, in_its_own_words
from dovetail.formulas.summaries import Pair
from dovetail.program.contracts import entry_value
from dovetail.program.expressions import TRUE, Binary, BinaryOp, Const, Expr, Variable
from dovetail.program.types import IntType
from dovetail.quick_dataclass import dataclass
from dovetail.solver.interface import Answer

SMALL_ARGUMENTS = (16, 250, 4_000)
HUNTS = 8
NO_CONTRACT = "no contract was found that excludes it"

Learn = Callable[[Fabricated], bool]
"""Has a fabricated execution become a violation, or has something been learned that excludes it?"""


@dataclass(slots=True)
class Left:
    """What is left when nothing more can be learned."""

    checks: dict[int, str] = field(default_factory=dict)
    """Those that are not excluded, and why."""
    obstacle: str = ""
    """What stands in the way of a proof of all others."""
    invariants: dict[int, Expr] = field(default_factory=dict)
    said: Checked | None = None
    """By the model checker, if there was one."""


class Start:
    def __init__(self, contracts: Contracts, learn: Learn) -> None:
        self.contracts = contracts
        self.limits = contracts.limits
        self.violations = contracts.runs.violations
        self.learn = learn
        self.rounds = 0

    def _move(self) -> bool:
        self.rounds += 1
        self.contracts.runs.tell()
        return self.limits.move()

    def _undemanded(self, alone: Alone, checks: Iterable[int]) -> bool:
        """Does the start not meet demands? Then contracts must do without them."""
        demands = [alone.demands[ident] for ident in checks if ident in alone.demands]
        for demand in demands:
            self.contracts.undemand(demand)
        if demands:
            self.contracts.establish(self.contracts.pairs)
        return bool(demands)

    def check(self, modelcheck: ModelChecker) -> Left | None:
        """Algorithm 1, lines 3 to 7: by a model checker, until nothing is learned from what it says; None if
        the time is used up before."""
        while self._move():
            alone = self.contracts.start(executable=True)
            said = modelcheck(self.contracts.modular.executable(alone))
            if self._undemanded(alone, said.violations):
                continue
            learned = False
            for ident, vector in said.violations.items():
                if ident not in self.violations:
                    learned |= self.learn(fabricated(self.contracts.modular, alone, ident, vector))
            if not learned:
                return self._left(said)
        return None

    def _left(self, said: Checked) -> Left:
        """What was said of the start with calls replaced, told of the real one."""
        program = self.contracts.program
        entry = program.procedures[program.entry]
        checks = {info.ident for info in program.checks} - self.violations.keys()
        left = Left(dict.fromkeys(said.violations.keys() & checks, NO_CONTRACT), said=said)
        left.checks.update({ident: why for ident, why in said.open.items() if ident in checks})
        invariants = in_its_own_words(program, entry, said.invariants)
        if said.obstacles and not said.complete:
            left.obstacle = said.obstacles[0]
        elif not said.complete and checks - left.checks.keys():
            left.obstacle = "with contracts in place of calls, nothing more was found out"
        elif invariants is None:
            left.obstacle = "no invariant was found that is about the program itself"
        left.invariants = invariants or {}
        return left

    # Without loops

    def check_formula(self) -> Left | None:
        """The same for a start without loops."""
        left = Left()
        while self._move():
            skipped = {*self.violations, *left.checks, *([None] if left.obstacle else [])}
            alone, found = self._fails(skipped)
            if found is Answer.UNSAT:
                return left
            if not isinstance(found, Fabricated):
                left.obstacle = "the solver gave up"
                return left
            checks = {ident for ident in found.checks if ident is not None}
            if self._undemanded(alone, checks) or self.learn(found) or self._hunt(checks):
                continue
            left.checks.update(dict.fromkeys(checks, NO_CONTRACT))
            if None in found.checks:
                left.obstacle = found.reason or "something unsupported"
        return None

    def _fails(
        self, skipped: Collection[int | None] = (), only: Collection[int] = (), besides: Iterable[Pair] = ()
    ) -> tuple[Alone, Fabricated | Answer]:
        """An execution in which a check fails, apart from those that are skipped, or `only` these."""
        alone = self.contracts.start(*besides)
        formula = self.contracts.proving.formula(alone, seconds=SECONDS)
        found = formula.failing(formula.numbers - set(only) if only else skipped)
        self.contracts.proving.count(formula)
        return alone, found

    def _hunt(self, checks: set[int]) -> bool:
        """What was fabricated may be real, but too long to run. A shorter one may fail in the same way: calls
        with small arguments mostly are."""
        known = len(self.violations)
        for small in self._small() if checks else ():
            for _ in range(HUNTS):
                if self.limits.left() <= 0:
                    return False
                _, shorter = self._fails(only=checks, besides=small)
                if not isinstance(shorter, Fabricated) or not self.learn(shorter):
                    break
                if len(self.violations) > known:
                    return True
        return False

    def _small(self) -> Iterator[list[Pair]]:
        """Ways to keep arguments of calls small: all of them, then of each procedure only one. As pairs, of
        which none may be believed: they say of a call that it does not return if they are not."""
        numbers: dict[str, list[Variable]] = {}
        for name in self.contracts.names:
            procedure = self.contracts.program.procedures[name]
            given = [p for p in procedure.parameters if isinstance(p.type, IntType)]
            numbers[name] = [entry_value(procedure, parameter) for parameter in given]
        most = max(map(len, numbers.values()), default=0)
        slices = [slice(None), *(slice(i, i + 1) for i in range(most if most > 1 else 0))]
        for size in SMALL_ARGUMENTS:
            for low in (0, -size):  # recursion mostly counts down to zero
                for part in slices:
                    yield [
                        Pair(name, TRUE, [bound for one in found[part] for bound in _between(one, low, size)])
                        for name, found in numbers.items()
                    ]


def _between(variable: Variable, low: int, high: int) -> Iterator[Expr]:
    """It is in this range, as far as its type has it."""
    type_ = variable.type
    assert isinstance(type_, IntType)
    for op, number in ((Binary.GE, max(low, type_.minimum)), (Binary.LE, min(high, type_.maximum))):
        yield BinaryOp(op, variable, Const(type_, type_.bits(number)))
