"""What pointer expressions are in a structure: an individual, NULL or WILD, case by case.

Each link that is followed is focused first, so that a block that is looked at stands alone.
"""

from __future__ import annotations

from dovetail.domains.shapes.focus import focused
from dovetail.domains.shapes.structures import DEAD, NULL, WILD, Draft
from dovetail.domains.shapes.three_valued import YES
from dovetail.domains.shapes.vocabulary import NotUnderstood, offset_of
from dovetail.program.expressions import Address, Cast, Const, Expr, Load, PointerAdd, Variable, is_pointer
from dovetail.program.position import Position

Cases = list[tuple[Draft, int]]


def pointer_cases(draft: Draft, expr: Expr, where: Position) -> Cases:
    """Raises NotUnderstood for what may be a pointer into the middle of a block."""
    steps: list[int] = []
    while True:
        found = offset_of(expr)
        if found is None:
            raise NotUnderstood(where, "a pointer moved by an amount that is not constant")
        inner, offset = found
        if offset:
            raise NotUnderstood(where, "a pointer into the middle of a block")
        if not isinstance(inner, Load):
            break
        place = offset_of(inner.address)
        if place is None:
            raise NotUnderstood(where, "a pointer read at an offset that is not constant")
        steps.append(place[1])
        expr = place[0]
    cases = [(draft, _simple(draft, inner, where))]
    for offset in reversed(steps):
        cases = [one for case, value in cases for one in followed(case, value, offset)]
    return cases


def _simple(draft: Draft, expr: Expr, where: Position) -> int:
    match expr:
        case Const(value=value):
            return NULL if value == 0 else WILD
        case Variable():
            value = draft.values[draft.words.pointer(expr)]
            if value == DEAD:
                raise NotUnderstood(where, f"`{expr.source_name or expr.name}` is read and was not live")
            return value
        case Address():
            return WILD
        case Cast(operand=operand) if not is_pointer(operand):
            return NULL if isinstance(operand, Const) and operand.value == 0 else WILD
        case PointerAdd():
            raise NotUnderstood(where, "a pointer into the middle of a block")
        case _:
            raise NotUnderstood(where, f"a pointer that is a {type(expr).__name__}")


def followed(draft: Draft, value: int, offset: int) -> Cases:
    """What lies at an offset of what a pointer points to. Where that cannot be read it is WILD."""
    words = draft.words
    if value < 0 or draft.marks[value][draft.at.freed] == YES or offset not in words.links:
        return [(draft, WILD)]
    if not fits(draft, value, offset, words.program.target.pointer_bits // 8):
        return [(draft, WILD)]
    return focused(draft, words.links.index(offset), value)


def fits(draft: Draft, node: int, offset: int, size: int) -> bool:
    return offset >= 0 and offset + size <= draft.sizes[node]
