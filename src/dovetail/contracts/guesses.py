"""What observed calls suggest: postconditions under a precondition, and preconditions worth a pair.

There are two ways to guess. Before anything is asked of a procedure, the *cases* that it may distinguish are
guessed, and of each what is simple to say and to prove. When a counterexample has to be excluded, conditions
are guessed by which that very call can be told from others, and of a part of the calls all that can be said.

Whether anything here is true is for `proving` to find out.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import combinations, islice

from dovetail.contracts.observations import SAMPLES, Observations
from dovetail.execution.memoised import Given, Returned
from dovetail.formulas.path_preconditions import atoms
from dovetail.formulas.summaries import Pair
from dovetail.inference.alternatives import alternatives
from dovetail.inference.postconditions import Observed, Postconditions, exactly
from dovetail.inference.preconditions import Common, guards, in_common, signs
from dovetail.inference.relatedness import related_variables
from dovetail.inference.summaries import Calls
from dovetail.program.contracts import entry_value, result_of
from dovetail.program.expressions import (
    FALSE,
    TRUE,
    Binary,
    BinaryOp,
    Const,
    Expr,
    Variable,
    conjunction,
    negation,
    reads_memory,
    subexpressions,
    variables,
)
from dovetail.program.statements import Assume
from dovetail.program.types import IntType

MOST_CASES = 16
CALLS = 400
"""Of one procedure, that conditions are guessed from."""
SOME = 40
MOST_POSTS = 80
LEAST = 1
FAR = 1 << 20
FEW = 6
"""Variables among which equations in machine arithmetic are looked for."""


class Guesses:
    def __init__(self, observations: Observations) -> None:
        self.observations = observations
        self.program = observations.program
        self.hard: set[Expr] = set()
        """Postconditions about which the solver has no answer: they are not guessed again."""
        self._numbers = frozenset(observations.constants)
        self._relatedness: dict[str, Callable[[Variable, Variable], bool]] = {}

    # Before anything is asked

    def contexts(self, name: str) -> list[Expr]:
        """What all calls have in common that runs have made; none was seen if nothing can hold."""
        if not self.observations.called[name]:
            return [FALSE]
        return [condition for common in self._common(name) for condition in common.all]

    def _common(self, name: str) -> list[Common]:
        seen = self.observations
        return list(in_common(seen.given(name), list(seen.called[name]), seen.constants))

    def cases(self, name: str) -> list[Expr]:
        """Preconditions worth a pair; the first one is true."""
        procedure = self.program.procedures[name]
        common = self._common(name)
        found: dict[Expr, None] = {TRUE: None}
        # The strictest bounds hold of the calls that were seen; others go on where these stop.
        found[conjunction(condition for one in common for condition in one.all)] = None
        found.update(dict.fromkeys(guards(procedure)))
        found.update(dict.fromkeys(map(conjunction, signs(procedure.parameters))))
        for one in common:
            found[conjunction((*one.lower[:1], *one.upper[-1:]))] = None
        return list(found)[:MOST_CASES]

    def pairs(self, name: str) -> list[Pair]:
        """For each case what is simple to say of it; the first one is about all calls."""
        if not self.observations.numeric(name):
            return [Pair(name)]
        old, back = self.observations.old(name), self.observations.back(name)
        pairs: list[Pair] = []
        for case in self.cases(name):
            calls = self.observations.matching(name, case)
            # Where no call was seen to come back, it may be that none does.
            posts: list[Expr] = [FALSE]
            if calls:
                posts = self._simple(old, back, _spread(calls, SAMPLES))
            # What is guessed of all calls is guessed of a case, too: there it may be true.
            if posts or case is TRUE:
                pairs.append(Pair(name, case, posts))
        return pairs

    def _simple(self, old: list[Variable], back: list[Variable], calls: list[Observed]) -> list[Expr]:
        """Also equations that hold in machine arithmetic, where numbers wrap around."""
        seen = self.observations
        return Postconditions(old, back, seen.constants, seen.memory).likely(calls)

    def point(self, name: str, given: Given) -> Pair:
        """Just what one call does, which is known."""
        seen = self.observations
        found = seen.memoised.known[name, given]
        posts: list[Expr] = [FALSE]
        if isinstance(found, Returned):
            values = zip(seen.back(name), seen.observed(name, given, found).back, strict=True)
            posts = [exactly([variable], [value]) for variable, value in values]
        return Pair(name, exactly(seen.given(name), given), posts, point=True)

    # When something is to be excluded

    def postconditions(self, name: str, pre: Expr, about: Collection[Variable] = ()) -> list[Expr]:
        """What all known calls have in common to which a precondition applies: about these variables that
        come back, and what has to do with them, or about all. Where no call is known that comes back, perhaps
        none does."""
        seen = self.observations
        matching = seen.matching(name, pre)
        if not matching:
            return [FALSE]
        chosen = narrow = _spread(matching, CALLS)
        old, back = seen.old(name), seen.back(name)
        related = self.related(name)
        if about:
            near = [i for i, one in enumerate(old) if any(related(one, other) for other in about)]
            wanted = [i for i, one in enumerate(back) if one in about]
            old, back = [old[i] for i in near], [back[i] for i in wanted]
            narrow = [
                Observed(tuple(call.given[i] for i in near), tuple(call.back[i] for i in wanted))
                for call in chosen
            ]
        found: dict[Expr, None] = dict.fromkeys(alternatives(old, back, narrow))
        if back:
            inferred = Calls(old, back, related=related)
            inferred.append(narrow)
            likely = inferred.postconditions(seen.constants, LEAST)
            simple = (one.expr for one in likely if not (_multiplies(one.expr) or self._far(one.expr)))
            found.update(dict.fromkeys(islice(simple, MOST_POSTS)))
        if len(old) <= FEW and len(back) <= 2:
            machine = self._simple(old, back, _spread(narrow, SOME))
            found.update(dict.fromkeys(post for post in machine if not self._far(post)))
        return [
            post
            for post in found
            if post not in self.hard and all(seen.agrees(name, post, call) for call in chosen)
        ]

    def related(self, name: str) -> Callable[[Variable, Variable], bool]:
        """A result has to do with everything."""
        if name in self._relatedness:
            return self._relatedness[name]
        procedure = self.program.procedures[name]
        related = related_variables(procedure)
        inner = {entry_value(procedure, variable): variable for variable in self.observations.given(name)}

        def both(one: Variable, other: Variable) -> bool:
            a, b = inner.get(one, one), inner.get(other, other)
            return a is result or b is result or related(a, b)

        result = result_of(procedure)
        self._relatedness[name] = both
        return both

    def _far(self, condition: Expr) -> bool:
        """Is it a comparison with a large number that is not the program's? Such hold by accident."""
        return (
            isinstance(condition, BinaryOp)
            and isinstance(condition.right, Const)
            and isinstance(condition.right.type, IntType)
            and abs(number := condition.right.type.number(condition.right.value)) > FAR
            and number not in self._numbers
        )

    def preconditions(self, name: str, given: Given, about: Collection[Variable] = ()) -> list[Expr]:
        """Conditions that hold of a call, by which others may be told from it: what the procedure itself
        asks, how parameters compare, signs, and what the program's constants are equal to. Only what has to
        do with the variables `about`, if there are any."""
        procedure = self.program.procedures[name]
        asked: list[Expr] = []
        for one, other in combinations(procedure.parameters, 2):
            if one.type == other.type:
                asked += (BinaryOp(op, one, other) for op in (Binary.LT, Binary.EQ, Binary.GT))
        for variable in procedure.parameters:
            asked += (BinaryOp(op, variable, Const(variable.type, 0)) for op in (Binary.GT, Binary.EQ))
        for variable, value in zip(self.observations.given(name), given, strict=True):
            type_ = variable.type
            if isinstance(type_, IntType) and type_.number(value) in self._numbers:
                asked.append(BinaryOp(Binary.EQ, variable, Const(type_, value)))
        told = (*self.asked(name, given, about), *self._told(name, asked, given, about))
        return list(dict.fromkeys(told))

    def asked(self, name: str, given: Given, about: Collection[Variable] = ()) -> list[Expr]:
        """The conditions of the procedure's own about what it is given, as they are for a call."""
        names = set(self.observations.given(name))
        found = dict.fromkeys(
            atom
            for edge in self.program.procedures[name].edges
            if isinstance(edge.statement, Assume)
            for atom in atoms(edge.statement.condition)
            if variables(atom) and variables(atom) <= names and not reads_memory(atom)
        )
        return list(dict.fromkeys(self._told(name, found, given, about)))

    def _told(
        self, name: str, conditions: Iterable[Expr], given: Given, about: Collection[Variable]
    ) -> Iterator[Expr]:
        """The conditions that have to do with something, or their negations: what is true of a call."""
        related = self.related(name)
        for condition in conditions:
            if not about or any(related(one, other) for one in variables(condition) for other in about):
                holds = self.observations.applies(name, condition, given)
                yield condition if holds else negation(condition)


def _spread(calls: Sequence[Observed], most: int) -> list[Observed]:
    """Not too many, from everywhere."""
    return list(calls[:: max(1, len(calls) // most)])


def _multiplies(condition: Expr) -> bool:
    """One variable by another: solvers are slow at that, and there are many such conditions."""
    return any(
        isinstance(part, BinaryOp)
        and part.op is Binary.MUL
        and all(variables(side) for side in (part.left, part.right))
        for part in subexpressions(condition)
    )
