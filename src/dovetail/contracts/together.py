"""The contracts of all procedures together: each is shown with the help of all.

If every pair of every summary holds under the assumption that calls keep all of them, they all hold, by
induction on the calls of an execution (whenever a call returns). So what does not follow is dropped, until
the rest does (`houdini`); or, where a pair is to say as much as possible, guessed anew with the call that
showed it to be wrong.

What is to be proved with them, and which of them are worth having, is for others to know.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import field

from dovetail.contracts.guesses import Guesses
from dovetail.contracts.houdini import until_nothing_falls
from dovetail.contracts.observations import Observations
from dovetail.contracts.proving import Failing, Proving
from dovetail.contracts.real_runs import RealRuns
from dovetail.contracts.roles import Limits, ModelChecker
from dovetail.execution.memoised import Fate, Given, Returned
from dovetail.formulas.modular import Alone, Assumed, Demand, Modular
from dovetail.formulas.one_formula import MadeCall
from dovetail.formulas.summaries import Pair, Summary, Switches
from dovetail.program.contracts import Contract
from dovetail.program.effects import effects
from dovetail.program.expressions import TRUE, Binary, BinaryOp, Const, Expr, Variable
from dovetail.program.types import IntType
from dovetail.quick_dataclass import dataclass

EVALUATION = 200_000
"""Steps to find out what a call gives back, equal calls counted once."""
MOST_POINTS = 300
ROUNDS = 10
"""Of guessing anew; after that, what fails is only dropped."""
MOST_WITH_LOOPS = 8
"""Postconditions of a procedure with loops: each may need invariants of its own."""


@dataclass(slots=True)
class Inside:
    """Of a procedure alone: the checks that could not be excluded, and what keeps all from being."""

    failed: set[int] = field(default_factory=set)
    unsupported: str = ""


class Contracts:
    """To begin with, a call may do anything. Procedures with loops are for `modelcheck`; `seconds` are for
    one question to a solver. Violations that runs have shown nobody has to exclude."""

    def __init__(
        self, runs: RealRuns, limits: Limits, modelcheck: ModelChecker, *, seed: int, seconds: float
    ) -> None:
        program = self.program = runs.program
        self.runs = runs
        self.limits = limits
        self.settled = runs.violations.keys()
        self.effects = effects(program)
        self.modular = Modular(program, self.effects)
        self.observations = Observations(program, self.effects, seed)
        self.guesses = Guesses(self.observations)
        checks = frozenset(info.ident for info in program.checks)
        self.proving = Proving(self.modular, modelcheck, limits, checks, seconds)
        self.names = self.observations.names
        self.summaries = {name: Summary([Pair(name)]) for name in self.names}
        self.inside = {name: Inside() for name in self.names}
        self.callees = {name: set(program.callees(name)) for name in program.procedures}
        self.rounds = 0
        self._points: dict[tuple[str, Given], Pair] = {}

    @property
    def pairs(self) -> list[Pair]:
        return [pair for summary in self.summaries.values() for pair in summary.pairs]

    def assumed(self, *besides: Pair, switches: Switches | None = None) -> dict[str, Assumed]:
        """What all contracts say, and these pairs `besides`."""
        return {
            name: summary.assumed(*(p for p in besides if p.procedure == name), switches=switches)
            for name, summary in self.summaries.items()
        }

    def start(self, *besides: Pair, executable: bool = False) -> Alone:
        """The start of the program with each call replaced by what contracts say of it, and these pairs
        `besides`: Ŝ (Yeolekar & Unadkat, section 2.1), the program with calls replaced by summaries. Its
        locations keep their numbers."""
        assumed = self.assumed(*besides)
        return self.modular.alone(self.program.entry, assumed, Contract(), executable=executable)

    # What follows from all

    def guess(self) -> None:
        """Whatever is simple to say of all procedures, as far as it follows from all of it."""
        for name in self.names:
            if self.observations.numeric(name):
                self.observations.sample(name)
        for name, summary in self.summaries.items():
            if self.program.procedures[name].guarded:
                summary.context = self.guesses.contexts(name)
            summary.pairs = self.guesses.pairs(name)
        self.establish(self.pairs)

    def establish(self, pairs: Iterable[Pair]) -> None:
        """Drop what does not follow of these pairs. Others have been established without them, and stand
        unless it is the context that is dropped."""
        together = list(pairs)

        def ask(pair: Pair) -> list[Pair]:
            if pair not in self.summaries[pair.procedure].pairs:
                return []
            self.rounds += 1
            failing = self._failing(pair)
            dropped = set() if pair.point else {self.undemand(demand) for demand in failing.demands}
            if dropped:
                together[:] = self.pairs
            if failing.posts or (pair.point and failing.demands):
                dropped.add(pair.procedure)
                self._drop(pair, failing.posts)
            self.runs.tell()
            return [
                other
                for other in together
                if self.callees[other.procedure] & dropped or (other.procedure in dropped and not other.point)
            ]

        for pair in until_nothing_falls(together, ask, self.limits.move, exhaustive=True):
            self._drop(pair, range(len(pair.posts)))
        for summary in self.summaries.values():
            # A case of which nothing is left says nothing.
            summary.pairs = [p for p in summary.pairs if p.posts or p.point or p.pre is TRUE]

    def _failing(self, pair: Pair, *besides: Pair) -> Failing:
        inside, summary = self.inside[pair.procedure], self.summaries[pair.procedure]
        settled = {*self.settled, *inside.failed, *([None] if inside.unsupported else [])}
        failing = self.proving.failing(
            pair.procedure, summary.requires(pair), pair.posts, self.assumed(*besides), settled
        )
        inside.unsupported = inside.unsupported or failing.unsupported
        inside.failed |= failing.checks - set(self.settled)
        self.guesses.hard |= {pair.posts[index] for index in failing.hard}
        pair.invariants = failing.invariants
        return failing

    def _drop(self, pair: Pair, posts: Collection[int]) -> None:
        """What is left of a single call if some of it is not so would be of no use."""
        pair.posts = [post for index, post in enumerate(pair.posts) if index not in posts]
        if pair.point:
            summary = self.summaries[pair.procedure]
            summary.pairs = [other for other in summary.pairs if other is not pair]

    def undemand(self, demand: Demand) -> str:
        """Some caller does not meet a demand: the contracts do not rest on it any more. Of which
        procedure?"""
        summary = self.summaries[demand.procedure]
        summary.context = [c for c in summary.context if summary.demand(c) is not demand.condition]
        return demand.procedure

    # More about some calls

    def strengthen(
        self, pair: Pair, inherited: Sequence[Expr] = (), about: Collection[Variable] = ()
    ) -> bool:
        """Algorithm 1, lines 10 to 15 and 18 to 23: guess what the postcondition of a pair is, which need not
        be in its summary, from the known calls, and prove it; what is `inherited` from a parent needs no
        guess. If only some variables matter, it is `about` these. Has the pair a postcondition then?"""
        known = list(inherited)

        def ask(pair: Pair) -> list[Pair]:
            pair.iterations += 1
            if pair.iterations <= ROUNDS:
                guessed = self.guesses.postconditions(pair.procedure, pair.pre, about)
                if self.proving.has_loops(pair.procedure):
                    guessed = guessed[:MOST_WITH_LOOPS]
                pair.posts = list(dict.fromkeys([*known, *guessed]))
            if not pair.posts:
                return []
            failing = self._failing(pair, pair)
            for given in failing.calls:
                self.observations.call(pair.procedure, given)
            wrong = {pair.posts[index] for index in failing.posts}
            known[:] = [post for post in known if post not in wrong]
            self._drop(pair, failing.posts)
            return [pair] if wrong else []

        if until_nothing_falls([pair], ask, self.limits.move):
            pair.posts.clear()
        pair.posts = without_weaker(pair.posts)
        return bool(pair.posts)

    def holds(self, pair: Pair) -> bool:
        """Is it proved as it is? It need not be in its summary."""
        return not self._failing(pair, pair).posts

    def is_real(self, call: MadeCall) -> bool:
        """Does a call of a fabricated execution give back what was made up, as far as can be told?"""
        if not self.observations.numeric(call.callee):
            return True
        made = self.observations.made(call)
        real = self.observations.call(call.callee, made.given, EVALUATION)
        return real in (made, Fate.TOO_LONG, Fate.OPEN)

    def learn_point(self, call: MadeCall) -> bool:
        """Algorithm 1, lines 24 to 29: just what a call does and those that it makes, if that follows."""
        waiting = [(call.callee, self.observations.made(call).given)]
        new: dict[tuple[str, Given], Pair] = {}
        standing = {key: p for key, p in self._points.items() if p in self.summaries[p.procedure].pairs}
        while waiting:
            key = waiting.pop()
            if key in new or key in standing:
                continue
            if len(new) + len(standing) > MOST_POINTS or not self.observations.numeric(key[0]):
                return False
            found = self.observations.memoised.call(*key, EVALUATION)
            if found is Fate.TOO_LONG or found is Fate.OPEN:
                return False
            new[key] = self.guesses.point(*key)
            if isinstance(found, Returned):
                waiting += found.called
        for pair in new.values():
            self.summaries[pair.procedure].pairs.append(pair)
        self._points = standing | new
        self.establish(new.values())
        return any(pair in self.summaries[pair.procedure].pairs for pair in new.values())


def without_weaker(posts: Sequence[Expr]) -> list[Expr]:
    """Of the constant bounds of a variable only the strictest ones."""
    best: dict[tuple[Variable, Binary], int] = {}
    for post in posts:
        bound = _bound(post)
        if bound is not None:
            key, number = bound
            known = best.get(key, number)
            best[key] = max(known, number) if key[1] is Binary.GE else min(known, number)
    return [post for post in posts if (bound := _bound(post)) is None or best[bound[0]] == bound[1]]


def _bound(post: Expr) -> tuple[tuple[Variable, Binary], int] | None:
    match post:
        case BinaryOp(
            op=Binary.GE | Binary.LE as op,
            left=Variable(type=IntType() as type_) as variable,
            right=Const(value=int(value)),
        ):
            return (variable, op), type_.number(value)
        case _:
            return None
