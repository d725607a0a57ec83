"""Where the states of a program are abstracted, and by which predicates (Yorsh, Ball & Sagiv 2006, section
4.5).

A program that was read with probes has, at each cutpoint of its text, a `Skip` with a `Probe`. An abstract
state is such a place and, of each of its predicates, whether it holds: a number, with bit i for predicate i.

In an inlined program a place of the text may be at several locations, one for each copy of its procedure,
each with that copy's variables in its predicates; `idents_at` leads back.
"""

from __future__ import annotations

from collections.abc import Iterator

from dovetail.program.automata import Edge, Procedure
from dovetail.program.expressions import Expr
from dovetail.program.statements import Probe, Skip

MOST_PREDICATES = 16
"""At one place."""
MOST_PLACES = (1 << 16) - 1


def probes_at(procedure: Procedure) -> dict[int, tuple[Expr, ...]]:
    """The predicates at each location that has a probe."""
    return {edge.source: probe.predicates for edge, probe in _probes(procedure)}


def idents_at(procedure: Procedure) -> dict[int, int]:
    """The place in the text of each location that has a probe."""
    return {edge.source: probe.ident for edge, probe in _probes(procedure)}


def _probes(procedure: Procedure) -> Iterator[tuple[Edge, Probe]]:
    # A statement by itself is the only way on from where it stands.
    for edge in procedure.edges:
        if isinstance(edge.statement, Skip) and edge.statement.probe is not None:
            yield edge, edge.statement.probe
