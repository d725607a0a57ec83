"""Predicates by default (Yorsh, Ball, Sagiv 2006, section 4.5): a backward data-flow analysis from branches
and checks.

The condition of a check, or of a branch, is carried back over the statements of the fragment before it to the
cutpoint where that begins: what it says there governs the branch. What is found at a cutpoint is carried back
to the cutpoints before it in turn, as far as it is still something new and not too many have been found. What
checks ask for comes first, then what is nearer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice

from dovetail.formulas.path_preconditions import atoms
from dovetail.program.automata import Program
from dovetail.program.cutpoints import CutpointGraph
from dovetail.program.expressions import Expr, NoLeak, reads_memory, subexpressions, variables
from dovetail.program.liveness import Liveness
from dovetail.program.statements import Assume, Check, Havoc, Skip
from dovetail.semantics.path_weakest import Carried

MOST = 12
"""At one cutpoint."""
LARGEST = 24
"""Nodes of a predicate."""
ROUNDS = 2
"""From cutpoint to cutpoint."""


def given_predicates(graph: CutpointGraph, live: Liveness) -> dict[int, tuple[Expr, ...]]:
    """Those that the code asks for by `dovetail_predicate` (what probes are in the paper, section 4.5), at
    each loop head at which they can be spoken of. A predicate belongs to the copy of the procedure that it
    stands in: the variables are that copy's."""
    asked = dict.fromkeys(
        edge.statement.predicate
        for edge in graph.procedure.edges
        if isinstance(edge.statement, Skip) and edge.statement.predicate is not None
    )
    return {
        head: tuple(predicate for predicate in asked if usable(predicate, head, live))
        for head in graph.cutpoints
        if head in graph.loop_heads
    }


def default_predicates(
    program: Program, graph: CutpointGraph, live: Liveness, most: int = MOST
) -> dict[int, tuple[Expr, ...]]:
    """For each loop head."""
    heads = [location for location in graph.cutpoints if location in graph.loop_heads]
    found: dict[int, dict[Expr, int]] = {head: {} for head in heads}
    for head in heads:
        for predicate, rank in _asked(program, graph, head, {}).items():
            _note(found[head], predicate, rank, head, live)
    for number in range(1, ROUNDS + 1):
        known = {head: dict(ranks) for head, ranks in found.items()}
        for head in heads:
            for predicate, rank in _asked(program, graph, head, known).items():
                _note(found[head], predicate, rank + 4 * number, head, live)
    return {head: chosen(ranks, most) for head, ranks in found.items()}


def chosen(ranks: Mapping[Expr, int], most: int) -> tuple[Expr, ...]:
    ordered = sorted(ranks, key=lambda predicate: (ranks[predicate], predicate.serial))
    return tuple(ordered[:most])


def _note(ranks: dict[Expr, int], predicate: Expr, rank: int, head: int, live: Liveness) -> None:
    if usable(predicate, head, live):
        ranks[predicate] = min(rank, ranks.get(predicate, rank))


def usable(predicate: Expr, location: int, live: Liveness) -> bool:
    """Is it worth a bit at a location?"""
    read = variables(predicate)
    if not read and not reads_memory(predicate):
        return False
    if not all(live.is_live(variable, location) for variable in read):
        return False
    nodes = list(islice(subexpressions(predicate), LARGEST + 1))
    return len(nodes) <= LARGEST and not any(isinstance(node, NoLeak) for node in nodes)


def _asked(
    program: Program, graph: CutpointGraph, head: int, known: Mapping[int, Mapping[Expr, int]]
) -> dict[Expr, int]:
    """What is asked in the fragments that start at a loop head, as it looks there; with `known`, what is
    asked at the cutpoints behind them."""
    at: dict[int, _Ranked] = {}
    for edge in reversed(graph.region(head)):
        inside = at.get(edge.target) if not graph.is_cutpoint(edge.target) else None
        behind = known.get(edge.target, {}) if inside is None else inside.literals
        carried = _Ranked(program.target, behind, 0, min)
        carried.over(edge.statement)
        here = at.setdefault(edge.source, _Ranked(program.target, {}, 0, min))
        if not known and isinstance(edge.statement, Assume | Check):
            here.put(edge.statement.condition, 0 if isinstance(edge.statement, Check) else 1)
        for predicate, rank in carried.literals.items():
            here.add(predicate, rank)
    return at[head].literals if head in at else {}


class _Ranked(Carried[int]):
    """Predicates, noted what they are asked for."""

    def parts(self, condition: Expr) -> Sequence[Expr]:
        return atoms(condition)

    def take(self, statement: Havoc) -> None:
        self.carry(statement)  # nothing is asked of an input before it is taken
