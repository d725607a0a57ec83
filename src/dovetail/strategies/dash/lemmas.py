"""Lemmas: simple facts that all tests show, as far as they prove each other.

Predicates that come from weakest preconditions speak of the way to a goal. That a counter is never negative,
is even, or does not overtake its bound is seldom on that way, and without it a region goes round a loop once
for each value of the counter. Such facts are guessed here from the states of tests: bounds, parity, and sums
and differences of two variables. What is not inductive together with the rest is dropped until the rest is
(`contracts.houdini`). They narrow down what can cross an edge, and become part of the invariants.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from dovetail.contracts.houdini import until_nothing_falls
from dovetail.ledger.blocks import Block, BlockGraph
from dovetail.ledger.regions import Abstraction
from dovetail.ledger.visits import Visits
from dovetail.program.expressions import (
    Binary,
    BinaryOp,
    Const,
    Expr,
    Variable,
    const,
    subexpressions,
    variables,
)
from dovetail.program.types import IntType
from dovetail.semantics.simplify import simplify
from dovetail.strategies.dash.extend import Extender

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
    return [variable for variable, _ in count.most_common()]


def _conditions(graph: BlockGraph) -> Iterator[Expr]:
    for blocks in graph.outgoing.values():
        for block in blocks:
            for index in range(len(block.edges)):
                condition = block.condition(index)
                if condition is not None:
                    yield condition


def _constants(graph: BlockGraph) -> list[int]:
    """Numbers that something is compared with."""
    found: dict[int, None] = {}
    for condition in _conditions(graph):
        for expr in subexpressions(condition):
            if isinstance(expr, Const) and isinstance(expr.type, IntType):
                found[expr.type.number(expr.value)] = None
    return list(found)[:16]


def _guesses(visits: Visits, chosen: Sequence[Variable], constants: Sequence[int]) -> Iterator[Expr]:
    states = visits.sample(MAX_STATES)
    known: dict[Variable, list[int]] = {}
    for variable in chosen:
        type_ = variable.type
        assert isinstance(type_, IntType)
        values = visits.values(variable, states)
        if values is not None:
            known[variable] = [type_.number(value) for value in values]
            yield from _alone(variable, type_, known[variable], constants)
    for left, right in combinations(known, 2):
        if left.type == right.type:
            yield from _pairs(left, right, list(zip(known[left], known[right], strict=True)))


def _alone(
    variable: Variable, type_: IntType, numbers: Sequence[int], constants: Sequence[int]
) -> Iterator[Expr]:
    low, high = min(numbers), max(numbers)
    for bound in {low, *(c for c in (0, 1) if c <= low)}:
        yield _compare(Binary.GE, variable, const(type_, bound))
    for bound in {high, *(c + d for c in constants for d in (-1, 0, 1) if c + d >= high)}:
        if type_.number(const(type_, bound).value) == bound:
            yield _compare(Binary.LE, variable, const(type_, bound))
    for modulus in (2, 4):
        if len({number % modulus for number in numbers}) == 1:
            low_bits = BinaryOp(Binary.BITAND, variable, const(type_, modulus - 1))
            yield _compare(Binary.EQ, low_bits, const(type_, low % modulus))


def _pairs(left: Variable, right: Variable, seen: Sequence[tuple[int, int]]) -> Iterator[Expr]:
    type_ = left.type
    assert isinstance(type_, IntType)
    if all(a <= b for a, b in seen):
        yield _compare(Binary.LE, left, right)
    if all(a >= b for a, b in seen):
        yield _compare(Binary.GE, left, right)
    if len(set(seen)) > 2:
        for op, results in ((Binary.SUB, {a - b for a, b in seen}), (Binary.ADD, {a + b for a, b in seen})):
            if len(results) == 1:
                yield _compare(Binary.EQ, BinaryOp(op, left, right), const(type_, results.pop()))
        two = const(type_, 2)
        if all(a == 2 * b for a, b in seen):
            yield _compare(Binary.EQ, left, BinaryOp(Binary.MUL, right, two))
        if all(b == 2 * a for a, b in seen):
            yield _compare(Binary.EQ, right, BinaryOp(Binary.MUL, left, two))


def _compare(op: Binary, left: Expr, right: Expr) -> Expr:
    return simplify(BinaryOp(op, left, right))
