"""An invariant taken case by case.

`A && (B || C)` holds where `A && B` does or where `A && C` does: a walk from a loop head may be made once for
each. That pays where a case is a control state: most ways from there are then closed by constants, and the
question that is left for the solver is small.

What a case says outright is put in place before the walk (`semantics.placing`).
"""

from __future__ import annotations

from collections.abc import Sequence

from dovetail.program.expressions import (
    FALSE,
    Binary,
    BinaryOp,
    Expr,
    conjunction,
    conjuncts,
    disjunction,
    operands,
)
from dovetail.semantics.placing import placed


def cases(invariant: Expr) -> list[Expr]:
    """Conditions of which one holds wherever the invariant does: none if control never comes there."""
    if invariant is FALSE:
        return []
    parts = conjuncts(invariant)
    alternatives = max((_alternatives(part) for part in parts), key=len, default=())
    telling = [one for one in alternatives if any(placed(part) for part in conjuncts(one))]
    if len(telling) < 2:
        return [invariant]
    rest = [part for part in parts if _alternatives(part) is not alternatives]
    vague = disjunction(one for one in alternatives if one not in set(telling))
    return [conjunction((*rest, one)) for one in (*telling, vague) if one is not FALSE]


def _alternatives(part: Expr) -> Sequence[Expr]:
    return operands(part) if isinstance(part, BinaryOp) and part.op is Binary.OR else ()
