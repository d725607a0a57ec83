"""The start of the program, with calls replaced by what contracts say: what fails there is fabricated.

If the program really does that, it is a violation. If not, some call cannot give back what was made up, and
something is learned about such calls; then the start is looked at again. A start without loops is one
formula; for others a model checker is handed in. How something is learned is for whoever looks.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field

from dovetail.contracts.roles import Checked, ModelChecker
from dovetail.contracts.together import Contracts
from dovetail.ledger.modular import Demand
from dovetail.ledger.one_formula import SECONDS, Fabricated
from dovetail.ledger.standing_alone import fabricated
from dovetail.program.expressions import Binary, BinaryOp, Const, Expr, Variable, conjunction
from dovetail.program.types import IntType
from dovetail.solver.interface import Answer

SMALL_ARGUMENTS = (16, 250, 4_000)
HUNTS = 8

Learn = Callable[[Fabricated], bool]
"""Has a fabricated execution become a violation, or has something been learned that excludes it?"""


@dataclass(slots=True)
class Left:
    """Checks that fail with calls replaced, about which nothing more could be learned; and what stands in
    the way of a proof of the others."""

    checks: set[int] = field(default_factory=set)
    obstacle: str = ""


class Start:
    """`violations` are those that are known so far."""

    def __init__(
        self, contracts: Contracts, violations: Collection[int], learn: Learn, tell: Callable[[], None]
    ):
        self.contracts = contracts
        self.limits = contracts.limits
        self.violations = violations
        self.learn = learn
        self.rounds = 0
        self._tell = tell

    def _move(self) -> bool:
        if not self.limits.move():
            return False
        self.rounds += 1
        self._tell()
        return True

    def _undemanded(self, demands: Collection[Demand]) -> bool:
        """Does the start not meet these demands? Then contracts must do without them."""
        for demand in demands:
            self.contracts.undemand(demand)
        if demands:
            self.contracts.establish(self.contracts.pairs)
        return bool(demands)

    def check(self, modelcheck: ModelChecker) -> Checked | None:
        """What a model checker says when there is nothing more to be learned from what it says; nothing if
        the time is used up. It may claim violations that are none."""
        while self._move():
            alone = self.contracts.start(executable=True)
            found = modelcheck(self.contracts.modular.executable(alone))
            if self._undemanded([alone.demands[i] for i in found.violations if i in alone.demands]):
                continue
            learned = False
            for ident, vector in found.violations.items():
                if ident not in self.violations:
                    learned |= self.learn(fabricated(self.contracts.modular, alone, ident, vector))
            if not learned:
                return found
        return None

    # Without loops

    def check_formula(self) -> Left | None:
        """The same for a start without loops."""
        left = Left()
        while self._move():
            skipped = {*self.violations, *left.checks, *([None] if left.obstacle else [])}
            alone = self.contracts.start()
            formula = self.contracts.proving.formula(alone, seconds=SECONDS)
            found = formula.failing(skipped)
            self.contracts.proving.count(formula)
            if found is Answer.UNSAT:
                return left
            if not isinstance(found, Fabricated):
                left.obstacle = "the solver gave up"
                return left
            checks = {ident for ident in found.checks if ident is not None}
            if self._undemanded([alone.demands[i] for i in checks if i in alone.demands]):
                continue
            if self.learn(found) or self._hunt(checks):
                continue
            left.checks |= checks
            if None in found.checks:
                left.obstacle = found.reason or "something unsupported"
        return None

    def _hunt(self, checks: set[int]) -> bool:
        """What was fabricated may be real, but too long to run. A shorter one may fail in the same way: calls
        with small arguments mostly are."""
        known = len(self.violations)
        for small in self._small():
            for _ in range(HUNTS):
                if self.limits.left() <= 0:
                    return False
                alone = self.contracts.start(small=small)
                formula = self.contracts.proving.formula(alone, seconds=SECONDS)
                shorter = formula.failing(formula.numbers - checks)
                self.contracts.proving.count(formula)
                if not isinstance(shorter, Fabricated) or not self.learn(shorter):
                    break
                if len(self.violations) > known:
                    return True
        return False

    def _small(self) -> Iterator[dict[str, list[Expr]]]:
        """Ways to keep arguments of calls small: all of them, then of each procedure only one."""
        program = self.contracts.program
        numbers = {
            name: [p for p in program.procedures[name].parameters if isinstance(p.type, IntType)]
            for name in self.contracts.names
        }
        most = max(map(len, numbers.values()), default=0)
        slices = [slice(None), *(slice(i, i + 1) for i in range(most if most > 1 else 0))]
        for size in SMALL_ARGUMENTS:
            for low in (0, -size):  # recursion mostly counts down to zero
                for part in slices:
                    yield {
                        name: [_between(p, low, size) for p in found[part]] for name, found in numbers.items()
                    }


def _between(variable: Variable, low: int, high: int) -> Expr:
    """Is it in this range, as far as its type has it?"""
    type_ = variable.type
    assert isinstance(type_, IntType)
    bounds = ((Binary.GE, max(low, type_.minimum)), (Binary.LE, min(high, type_.maximum)))
    return conjunction(BinaryOp(op, variable, Const(type_, type_.bits(number))) for op, number in bounds)
