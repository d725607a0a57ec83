"""Refinement of summaries by a call that cannot be (Yeolekar & Unadkat, Algorithm 1, lines 8 to 32).

A spurious counterexample makes up what calls give back. To exclude that, a stronger postcondition of all
calls is looked for; then a precondition that partitions them, such that what can be said of its part is
enough; then the case that the procedure itself makes of the call; and at last it is said what just this call
gives back.
"""

from __future__ import annotations

from collections.abc import Iterable

from dovetail.contracts.together import Contracts
from dovetail.execution.memoised import Fate
from dovetail.formulas.one_formula import MadeCall
from dovetail.formulas.summaries import Pair
from dovetail.inference.postconditions import Observed
from dovetail.program.expressions import TRUE, Expr, Variable, conjunction, negation

PARTITIONS = 6
"""Preconditions that are tried for one spurious call, before it is learned as a point."""
MOST_PAIRS = 60
"""Of one summary."""

Some = frozenset[Variable]
"""Variables that come back from a call, or all if there are none."""


class Refinement:
    """Lines 8 to 32 of Algorithm 1."""

    def __init__(self, contracts: Contracts) -> None:
        self.contracts = contracts
        self.observations = contracts.observations
        self.guesses = contracts.guesses
        self.limits = contracts.limits
        self.count = 0

    def refine(self, calls: Iterable[MadeCall]) -> bool:
        """Exclude what the calls of a spurious counterexample are said to give back. Is there progress? Each
        call is made with its inputs, which puts it into the test database (Algorithm 1, line 9)."""
        refined = False
        for call in calls:
            if self.limits.spent():
                break
            name, made = call.callee, self.observations.made(call)
            real = self.observations.call(name, made.given)
            if isinstance(real, Observed) and real.back == made.back:
                continue
            if not self.excluded(name, made):  # perhaps by what was learned from a call before it
                refined |= self._refine(call, made, real)
        self.count += refined
        return refined

    def excluded(self, name: str, made: Observed) -> bool:
        """Do the contracts say that a call does not give that back?"""
        return any(
            self.observations.applies(name, pair.pre, made.given) and self._blocks(name, pair.posts, made)
            for pair in self.contracts.summaries[name].pairs
        )

    def _blocks(self, name: str, posts: Iterable[Expr], made: Observed) -> bool:
        return any(not self.observations.agrees(name, post, made) for post in posts)

    def _suggested(self, name: str, pre: Expr, wrong: Some, made: Observed) -> bool:
        """Would the postconditions exclude it that known calls suggest?"""
        return self._blocks(name, self.guesses.postconditions(name, pre, wrong), made)

    def _refine(self, call: MadeCall, made: Observed, real: Observed | Fate) -> bool:
        name = call.callee
        if len(self.contracts.summaries[name].pairs) >= MOST_PAIRS:
            return False
        self.observations.synthesise(name, TRUE)
        if not isinstance(real, Observed):
            # It does not come back, or takes too long: what others give back may exclude it all the same.
            return self._strengthen(name, made, frozenset()) or self._separate(call, made, frozenset())
        # Often a stronger postcondition of all calls is enough, and nothing has to be partitioned.
        groups = self._wrong(name, made, real)
        refined = self._strengthen(name, made, frozenset().union(*groups))
        # What has nothing to do with each other is treated apart: each part may need a case of its own.
        for wrong in groups:
            values = zip(self.observations.back(name), made.back, real.back, strict=True)
            part = Observed(made.given, tuple(a if variable in wrong else b for variable, a, b in values))
            if not self.excluded(name, part) and not self.limits.spent():
                refined |= self._separate(call, part, wrong)
        return refined

    def _wrong(self, name: str, made: Observed, real: Observed) -> list[Some]:
        """What the call does not give back like that, each with what it has to do with."""
        back = self.observations.back(name)
        wrong = [variable for variable, a, b in zip(back, made.back, real.back, strict=True) if a != b]
        related = self.guesses.related(name)
        groups = (frozenset(other for other in wrong if related(variable, other)) for variable in wrong)
        return list(dict.fromkeys(groups))

    def _strengthen(self, name: str, made: Observed, wrong: Some) -> bool:
        """What can be said of these variables after all calls. Does that exclude what was made up?"""
        root = self.contracts.summaries[name].root
        if not self._suggested(name, TRUE, wrong, made):
            return False
        stronger = Pair(name)
        if self.contracts.strengthen(stronger, root.posts, wrong):
            root.posts, root.invariants = stronger.posts, stronger.invariants
            root.iterations += stronger.iterations
        return self._blocks(name, root.posts, made)

    def _separate(self, call: MadeCall, made: Observed, wrong: Some) -> bool:
        """Exclude what was made up of some variables: by a postcondition of a part of the calls, or one."""
        name = call.callee
        summary = self.contracts.summaries[name]
        for pre in self._separating(name, made, wrong):
            first, second = self.partition(summary.root, pre, wrong)
            if self._blocks(name, first.posts, made):
                summary.pairs += [pair for pair in (first, second) if pair.posts]
                return True
        return self._case(name, made, wrong) or self.contracts.learn_point(call)

    def _separating(self, name: str, made: Observed, wrong: Some) -> list[Expr]:
        """Preconditions for a part of the calls, such that what is known of this part excludes what was made
        up. The one with most calls comes first: it says most."""
        found: list[tuple[int, Expr]] = []
        for pre in self.guesses.preconditions(name, made.given, wrong):
            if self.limits.spent():
                break
            calls = self.observations.matching(name, pre)
            if calls and self._suggested(name, pre, wrong, made):
                found.append((len(calls), pre))
        found.sort(key=lambda one: -one[0])
        return [pre for _, pre in found[:PARTITIONS]]

    def partition(self, parent: Pair, pre: Expr, about: Some = frozenset()) -> tuple[Pair, Pair]:
        """The two children of a pair, each with what was proved of it: ⟨pre_i ∧ p, …⟩, ⟨pre_i ∧ ¬p, …⟩.
        What is known of all calls is not said again."""
        name = parent.procedure
        is_root = parent is self.contracts.summaries[name].root
        first, second = (Pair(name, conjunction([parent.pre, part])) for part in (pre, negation(pre)))
        for child in (first, second):
            self.observations.synthesise(name, child.pre)
            self.contracts.strengthen(child, () if is_root else parent.posts, about)
            if is_root:
                child.posts = [post for post in child.posts if post not in parent.posts]
        return first, second

    def _case(self, name: str, made: Observed, wrong: Some) -> bool:
        """A pair for the case that the procedure itself makes of the call: all that it asks. What is not
        needed of that is left out."""
        asked = self.guesses.asked(name, made.given)
        pair = Pair(name, conjunction(asked))
        if not asked or not self._suggested(name, pair.pre, wrong, made):
            return False
        self.observations.synthesise(name, pair.pre)
        self.contracts.strengthen(pair, (), wrong)
        needed = [post for post in pair.posts if self._blocks(name, [post], made)][:1]
        if not needed:
            return False
        pair.posts = needed
        for condition in list(asked):
            fewer = [other for other in asked if other is not condition]
            wider = Pair(name, conjunction(fewer), needed, iterations=pair.iterations)
            if self.contracts.holds(wider):
                asked, pair = fewer, wider
        self.contracts.summaries[name].pairs.append(pair)
        return True
