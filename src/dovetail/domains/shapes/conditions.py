"""Conditions in a structure: the cases in which one may hold, made as sharp as it says.

Pointers compared, data of two blocks compared, flags, and questions about objects are understood. Any other
condition may hold or not; that is said of it and nothing else.
"""

from __future__ import annotations

from collections.abc import Callable

from dovetail.domains.shapes.coerce import coerce
from dovetail.domains.shapes.pointers import fits, pointer_cases
from dovetail.domains.shapes.structures import DEAD, NULL, WILD, Draft
from dovetail.domains.shapes.three_valued import HALF, NO, YES
from dovetail.domains.shapes.vocabulary import data_load, offset_of
from dovetail.program.expressions import (
    BinaryOp,
    Cast,
    Const,
    Expr,
    Freeable,
    NoLeak,
    UnaryOp,
    Valid,
    Variable,
    is_pointer,
    operands,
    substitute,
    variables,
)
from dovetail.program.operators import Binary, Unary
from dovetail.program.position import Position
from dovetail.program.types import BoolType, IntType
from dovetail.semantics.simplify import simplify

_EQUAL = (Binary.EQ, Binary.NE)
_Answer = Callable[[Draft, int, int], int]
"""Of a pointer's value and an offset."""


def holding(draft: Draft, condition: Expr, truth: bool, where: Position) -> list[Draft]:
    """The cases in which a condition may be true, or false. The draft is not changed."""
    found = []
    work: list[tuple[Draft, tuple[tuple[Expr, bool], ...]]] = [(draft, ((condition, truth),))]
    while work:
        case, pending = work.pop()
        if not pending:
            found.append(case)
            continue
        (part, wanted), rest = pending[0], pending[1:]
        part, wanted = _plain(part, wanted)
        if isinstance(part, BinaryOp) and part.op.logical:
            parts = operands(part)
            if (part.op is Binary.AND) is wanted:
                work.append((case, (*((one, wanted) for one in parts), *rest)))
            else:
                work += ((case, ((one, wanted), *rest)) for one in reversed(parts))
        else:
            work += ((one, rest) for one in reversed(_literal(case, part, wanted, where)))
    return found


def _plain(condition: Expr, truth: bool) -> tuple[Expr, bool]:
    """Without negations, and without the detour over an integer."""
    while True:
        if isinstance(condition, UnaryOp) and condition.op is Unary.NOT:
            condition, truth = condition.operand, not truth
        elif (
            isinstance(condition, BinaryOp)
            and condition.op in _EQUAL
            and isinstance(condition.left, Cast)
            and isinstance(condition.left.operand.type, BoolType)
            and isinstance(condition.right, Const)
            and condition.right.value == 0
        ):
            truth = truth is (condition.op is Binary.NE)
            condition = condition.left.operand
        else:
            return condition, truth


def _literal(draft: Draft, condition: Expr, truth: bool, where: Position) -> list[Draft]:
    match condition:
        case Const(value=value):
            return [draft] if bool(value) is truth else []
        case BinaryOp(op=op, left=left, right=right) if op in _EQUAL and is_pointer(left):
            return _compared(draft, left, right, truth is (op is Binary.EQ), where)
        case BinaryOp(op=op, left=left, right=right) if op.compares and draft.words.data is not None:
            one, two = data_load(left), data_load(right)
            wanted = (draft.words.data, draft.words.data_type)
            if one is not None and two is not None and one[1:] == two[1:] == wanted:
                return _ordered(draft, op, (one[0], two[0]), truth, where)
        case Valid(pointer=pointer, size=size):
            return _asked(draft, pointer, where, truth, lambda d, v, at: _valid(d, v, at, size))
        case Freeable(pointer=pointer):
            return _asked(draft, pointer, where, truth, _freeable)
        case NoLeak():
            return [draft] if _no_leak(draft, condition, where) in (HALF, YES if truth else NO) else []
    return _by_flags(draft, condition, truth)


# ---- pointers ----------------------------------------------------------------------------------------------


def _compared(draft: Draft, left: Expr, right: Expr, equal: bool, where: Position) -> list[Draft]:
    if offset_of(left) is None or offset_of(right) is None:
        return [draft]
    found = []
    for one, a in pointer_cases(draft, left, where):
        for two, b in pointer_cases(one, right, where):
            same = _same(two, a, b)
            if same == HALF and equal:
                two = two.copy()
                for value, expr in ((a, left), (b, right)):
                    if value == WILD and NULL in (a, b) and isinstance(expr, Variable):
                        two.values[two.words.pointer(expr)] = NULL
            if same in (HALF, YES if equal else NO):
                found.append(two)
    return found


def _same(draft: Draft, a: int, b: int) -> int:
    if a < 0 or b < 0:
        if a == b == NULL:
            return YES
        # An address that is no block's may still be that of a block that is gone, for all C says.
        if a >= 0 or b >= 0:
            return HALF if draft.marks[max(a, b)][draft.at.freed] == YES else NO
        return HALF
    if a == b:
        return YES
    gone = any(draft.marks[value][draft.at.freed] == YES for value in (a, b))
    return HALF if gone else NO


def _asked(draft: Draft, pointer: Expr, where: Position, truth: bool, answer: _Answer) -> list[Draft]:
    place = offset_of(pointer)
    if place is None:
        return [draft]
    base, offset = place
    wanted = YES if truth else NO
    return [
        case
        for case, value in pointer_cases(draft, base, where)
        if answer(case, value, offset) in (HALF, wanted)
    ]


def _valid(draft: Draft, value: int, offset: int, size: Expr) -> int:
    if not isinstance(size, Const):
        return HALF
    if size.value == 0:
        return YES
    if value == WILD:
        return HALF if draft.words.other_objects else NO
    if value == NULL or draft.marks[value][draft.at.freed] == YES:
        return NO
    return YES if fits(draft, value, offset, size.value) else NO


def _freeable(draft: Draft, value: int, offset: int) -> int:
    if value == WILD:
        return HALF
    if value == NULL:
        return YES if offset == 0 else NO
    return YES if draft.marks[value][draft.at.freed] == NO and offset == 0 else NO


def _no_leak(draft: Draft, condition: NoLeak, where: Position) -> int:
    """Can every live block still be reached? By marks it can for certain, by links it cannot."""
    roots = [
        draft.words.pointer(one)
        for one in (draft.words.program.globals.values() if condition.roots is None else condition.roots)
        if isinstance(one, Variable) and one in draft.words.pointers
    ]
    if condition.roots is not None and len(roots) < len(condition.roots):
        return HALF
    certain = {draft.values[root] for root in roots}
    for node, row in draft.marks.items():
        if any(row[draft.at.reached(g, root)] == YES for g in range(draft.at.groups) for root in roots):
            certain.add(node)
    perhaps = {value for value in certain if value >= 0}
    perhaps |= {
        node
        for node, row in draft.marks.items()
        if any(row[draft.at.reached(g, root)] != NO for g in range(draft.at.groups) for root in roots)
    }
    work = list(perhaps)
    while work:
        node = work.pop()
        for links in draft.links:
            for held in links[node]:
                if held >= 0 and held not in perhaps:
                    perhaps.add(held)
                    work.append(held)
    live = [node for node in draft.nodes if draft.marks[node][draft.at.freed] != YES]
    if all(node in certain for node in live):
        return YES
    wild = any(draft.values[root] == WILD for root in roots)
    return NO if not wild and any(node not in perhaps for node in live) else HALF


# ---- data and flags ----------------------------------------------------------------------------------------


def _ordered(draft: Draft, op: Binary, bases: tuple[Expr, Expr], truth: bool, where: Position) -> list[Draft]:
    found = []
    for one, a in pointer_cases(draft, bases[0], where):
        for two, b in pointer_cases(one, bases[1], where):
            if any(node < 0 or two.marks[node][two.at.freed] == YES for node in (a, b)):
                found.append(two)
                continue
            for ab, ba in _orders(op, truth):
                if two.dle[a, b] in (ab, HALF) and two.dle[b, a] in (ba, HALF):
                    case = two.copy()
                    case.dle[a, b], case.dle[b, a] = ab, ba
                    if coerce(case):
                        found.append(case)
    return found


def _orders(op: Binary, truth: bool) -> list[tuple[int, int]]:
    """Which of less (1, 0), equal (1, 1) and greater (0, 1) a comparison allows, as dle both ways."""
    holds = {
        (YES, NO): op in (Binary.LT, Binary.LE, Binary.NE),
        (YES, YES): op in (Binary.LE, Binary.GE, Binary.EQ),
        (NO, YES): op in (Binary.GT, Binary.GE, Binary.NE),
    }
    return [pair for pair, held in holds.items() if held is truth]


def _by_flags(draft: Draft, condition: Expr, truth: bool) -> list[Draft]:
    flags: dict[Expr, Expr] = {
        variable: Const(variable.type, draft.flags[index])
        for index, variable in enumerate(draft.words.flags)
        if draft.flags[index] != DEAD and isinstance(variable.type, IntType)
    }
    if flags and variables(condition) <= flags.keys():
        known = simplify(substitute(condition, flags))
        if isinstance(known, Const):
            return [draft] if bool(known.value) is truth else []
    return [draft]
