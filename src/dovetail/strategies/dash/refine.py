"""RefinePred (DASH, Fig. 14): a suitable predicate, from the reasons why a frontier cannot be crossed.

Crossing a block into a region means that a number of conditions hold: those of the block's assumptions, at
their places, and the literals of the region, at the end. Carried back to the start of the block, their
conjunction is WP(op, S_k). Any conjunction of *some* of them is weaker, and a suitable predicate (Definition
1) as long as no state that follows the trace satisfies it. Which ones are tried is for `extend` to say:
single ones first, then what the solver's unsatisfiable core has.

Aliasing is resolved as the test shows it (WP_α, section 4.2.1, Theorem 3; `semantics.weakest`). Where the
block takes an input, the input is eliminated: by an equality if there is one, by comparing lower and upper
bounds, else by dropping the conditions on it. Each of these weakens, so the result stays sound.
"""

from __future__ import annotations

from collections.abc import Sequence

from dovetail.program.expressions import (
    TRUE,
    Expr,
    disjunction,
    negation,
    variables,
)
from dovetail.program.statements import Havoc
from dovetail.program.types import Target
from dovetail.quick_dataclass import dataclass
from dovetail.semantics.path_weakest import Carried
from dovetail.semantics.simplify import simplify
from dovetail.semantics.weakest import Witness
from dovetail.strategies.dash.blocks import Block


@dataclass(frozen=True, slots=True)
class Condition:
    """Something that must hold to cross: before the edge with this index, or (if there is none) at the
    end."""

    index: int
    expr: Expr


def conditions(block: Block, literals: Sequence[Expr]) -> list[Condition]:
    """All that must hold to cross a block into a region with these literals."""
    found: list[Condition] = []
    for index in range(len(block.edges)):
        condition = block.condition(index)
        if condition is not None and condition is not TRUE:
            found.append(Condition(index, condition))
    found += (Condition(len(block.edges), literal) for literal in literals)
    return found


def suitable(
    block: Block, reasons: Sequence[Condition], states: Sequence[Witness], target: Target
) -> list[Expr] | None:
    """RefinePred (Fig. 14): WP_α of the conjunction of `reasons`, over the state before the block, as a list
    of conjuncts; Aliases are those of the test's `states` before each edge. None if aliasing cannot be
    expressed."""
    carried = _Reasons(target, {}, own=True, met=max)
    for index in reversed(range(len(block.edges) + 1)):
        for reason in reasons:
            if reason.index == index:
                carried.add(reason.expr, False)
        if index:
            try:
                carried.over(block.edges[index - 1].statement, states[index - 1])
            except _AliasingLost:
                return None
    assumed = dict.fromkeys(simplify(expr) for expr, alpha in carried.literals.items() if alpha)
    assumed.pop(TRUE, None)
    unique = dict.fromkeys(simplify(expr) for expr, alpha in carried.literals.items() if not alpha)
    denied = [simplify(negation(expr)) for expr in assumed]
    found = [simplify(disjunction([*denied, expr])) for expr in unique]
    return [expr for expr in dict.fromkeys(found) if expr is not TRUE]


class _AliasingLost(Exception):
    """What was assumed of pointers cannot be said before the block."""


class _Reasons(Carried[bool]):
    """Noted is whether it is part of α, without which nothing else is claimed."""

    def lost(self, literal: Expr, note: bool) -> None:
        if note:
            raise _AliasingLost

    def take(self, statement: Havoc) -> None:
        if any(alpha and statement.target in variables(expr) for expr, alpha in self.literals.items()):
            raise _AliasingLost
        super().take(statement)
