"""Copies between places that overlap, which C leaves undefined and no machine tells."""

from __future__ import annotations

from dovetail.frontend.arithmetic import Arithmetic
from dovetail.program.expressions import (
    Binary,
    BinaryOp,
    Const,
    Expr,
    PointerAdd,
    PointerDiff,
    SameObject,
    conjunction,
    const,
    disjunction,
    negation,
)
from dovetail.program.statements import Unsupported


class Overlaps(Arithmetic):
    """Of whole records."""

    def refuse_overlap(self, to: Expr, source: Expr, size: Expr, what: str) -> None:
        """What a copy between overlapping places does is undefined, and no machine says so. (Onto itself all
        of them copy well, and compilers rely on it.) Under the conventions of SV-COMP it is taken not to
        happen: nobody asks for it there."""
        if self.linkage.conventions.svcomp:
            text = f"what {what} copies is taken not to overlap"
            self.linkage.assumption(self.build.position, text, once=True)
            return
        intptr = self.target.intptr
        distance = PointerDiff(to, source, intptr)
        before = self.binary(Binary.LE, size, self.convert(distance, self.target.size_t))
        back = self.binary(Binary.SUB, const(intptr, 0), distance)
        behind = self.binary(Binary.LE, size, self.convert(back, self.target.size_t))
        same = self.binary(Binary.EQ, distance, const(intptr, 0))
        apart = disjunction([negation(SameObject(to, source)), same, conjunction([before, behind])])
        fine, overlapping = self.build.location(), self.build.location()
        self.build.branch(apart, fine, overlapping)
        self.build.here = overlapping
        self.emit(Unsupported(f"{what} between places that overlap"))
        self.build.here = fine


def same_or_apart(to: Expr, source: Expr, size: Expr) -> bool:
    """Are these elements of one array, or the same place?"""
    assert isinstance(size, Const)
    (base, one), (other_base, other) = (
        (place.pointer, place.offset) if isinstance(place, PointerAdd) else (place, None)
        for place in (to, source)
    )
    return base is other_base and all(_is_multiple(offset, size.value) for offset in (one, other))


def _is_multiple(offset: Expr | None, size: int) -> bool:
    match offset:
        case None:
            return True
        case Const(value=value):
            return size > 0 and value % size == 0
        case BinaryOp(op=Binary.MUL, left=left, right=right):
            return any(isinstance(one, Const) and _is_multiple(one, size) for one in (left, right))
        case _:
            return False
