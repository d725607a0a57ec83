"""Lemmas: simple facts that all tests show, as far as they prove each other.

Predicates that come from weakest preconditions speak of the way to a goal. That a counter is never negative,
is even, or does not overtake its bound is seldom on that way, and without it a region goes round a loop once
for each value of the counter. Such facts are asked of `inference`: the short ones that the states of tests at
a node show. What is not inductive together with the rest is dropped until the rest is (`contracts.houdini`).
They narrow down what can cross an edge, and become part of the invariants.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from dovetail.contracts.houdini import until_nothing_falls
from dovetail.inference.short_facts import short_facts
from dovetail.inference.states import States
from dovetail.program.expressions import Expr, Variable, integers, variables
from dovetail.program.types import IntType
from dovetail.strategies.dash.blocks import Block, BlockGraph
from dovetail.strategies.dash.extend import Extender
from dovetail.strategies.dash.regions import Abstraction
from dovetail.strategies.dash.visits import Visits

MAX_BLOCKS = 40
"""In a larger graph it is too long a way to a fixpoint."""
MAX_KNOWN_BLOCKS = 250
"""If nothing has to be guessed."""
MAX_VARIABLES = 8
MAX_STATES = 64
MAX_QUESTIONS = 600


def lemmas(
    abstraction: Abstraction, extender: Extender, known: Mapping[int, tuple[Expr, ...]]
) -> dict[int, tuple[Expr, ...]]:
    """For each node facts that hold there in every execution: what tests show, and what is `known` from
    elsewhere, as far as it proves itself here as well."""
    graph = abstraction.graph
    blocks = sum(len(found) for found in graph.outgoing.values())
    if blocks > (MAX_KNOWN_BLOCKS if known else MAX_BLOCKS):
        return {}
    guesses: dict[int, list[Expr]] = {node: list(facts) for node, facts in known.items()}
    if blocks <= MAX_BLOCKS:
        spoken, constants = _spoken_of(graph), _constants(graph)
        for node, visits in abstraction.visits.items():
            if node != graph.entry:
                settled = abstraction.known_at(node)
                chosen = [variable for variable in spoken if variable not in settled]
                seen = _guesses(visits, chosen[:MAX_VARIABLES], constants)
                guesses[node] = list(dict.fromkeys((*guesses.get(node, ()), *seen)))
    return _inductive(graph, guesses, extender)


def _inductive(
    graph: BlockGraph, guesses: dict[int, list[Expr]], extender: Extender
) -> dict[int, tuple[Expr, ...]]:
    """The largest part of the guesses that proves itself; nothing if that takes too long to find."""

    def ask(block: Block) -> list[Block]:
        wrong = extender.not_preserved(block, guesses.get(block.source, ()), guesses[block.target])
        if not wrong:
            return []
        guesses[block.target] = [guess for guess in guesses[block.target] if guess not in wrong]
        again = (block, *graph.outgoing.get(block.target, ()))
        return [other for other in again if guesses.get(other.target)]

    blocks = [block for found in graph.outgoing.values() for block in found if guesses.get(block.target)]
    questions = iter(range(MAX_QUESTIONS))
    if until_nothing_falls(blocks, ask, lambda: next(questions, None) is not None):
        return {}
    return {node: tuple(left) for node, left in guesses.items() if left}


def _spoken_of(graph: BlockGraph) -> list[Variable]:
    """Integers in conditions, those that are in most of them first."""
    count: Counter[Variable] = Counter()
    for condition in _conditions(graph):
        count.update(v for v in variables(condition) if isinstance(v.type, IntType) and v.type.width > 1)
    return sorted(count, key=lambda variable: (-count[variable], variable.serial))


def _conditions(graph: BlockGraph) -> Iterator[Expr]:
    for blocks in graph.outgoing.values():
        for block in blocks:
            for index in range(len(block.edges)):
                condition = block.condition(index)
                if condition is not None:
                    yield condition


def _constants(graph: BlockGraph) -> list[int]:
    """Numbers that something is compared with."""
    found = (number for condition in _conditions(graph) for number in integers(condition))
    return list(dict.fromkeys(found))[:16]


def _guesses(visits: Visits, spoken: Sequence[Variable], constants: Sequence[int]) -> list[Expr]:
    """The short facts that the states of tests at a node show. A variable with a value that is not known says
    nothing."""
    states = visits.sample(MAX_STATES)
    known = {variable: visits.values(variable, states) for variable in spoken}
    columns = {variable: values for variable, values in known.items() if values is not None}
    rows = list(zip(*columns.values(), strict=True))
    return short_facts(States.of(tuple(columns), rows), constants)
