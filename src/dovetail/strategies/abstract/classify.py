"""The four classes of checks: unreachable, impossible, certain, potential.

A check is looked at in every copy of it that inlining made; what is said of it holds in all of them.
`CERTAIN` means that it fails whenever it is reached; whether it is reached, an over-approximation cannot say.
"""

from __future__ import annotations

from collections.abc import Mapping

from dovetail.domains.assume import assume
from dovetail.ledger.classes import Class
from dovetail.program.expressions import FALSE, negation
from dovetail.program.statements import Check
from dovetail.semantics.algebra import NotComputable
from dovetail.strategies.abstract.analysis import Analysis, Partitions


def classify(analysis: Analysis, reachable: Partitions) -> Mapping[int, Class]:
    """By the number of the check."""
    found = {info.ident: Class.UNREACHABLE for info in analysis.program.checks}
    universe = analysis.forward.universe
    for edge, before, after in analysis.steps(reachable):
        if not isinstance(edge.statement, Check):
            continue
        ident, condition = edge.statement.info.ident, edge.statement.condition
        if condition is FALSE or after is None:
            here = Class.CERTAIN
        else:
            try:
                failing = assume(before, negation(condition), universe)
            except NotComputable:
                failing = before
            here = Class.IMPOSSIBLE if failing is None else Class.POTENTIAL
        found[ident] = found[ident].both(here)
    return found
