"""Simplification of expressions by local rules that keep their meaning in every state.

The aim is a normal form good enough that predicates which mean the same are mostly the same object: regions
then recognise each other without a solver. Constants are folded by the concrete algebra (`folding`); the
rules here are identities of machine arithmetic, of conditions and of pointers. Every rule is held to the
concrete algebra by a property test. Memory is not looked into.
"""

from __future__ import annotations

from collections.abc import Sequence

from dovetail.program.expressions import (
    FALSE,
    TRUE,
    Address,
    Binary,
    BinaryOp,
    Cast,
    Conditional,
    Const,
    Expr,
    ObjectStart,
    PointerAdd,
    PointerDiff,
    SameObject,
    Unary,
    UnaryOp,
    conjunction,
    const,
    disjunction,
    fold_over,
    negation,
    operands,
)
from dovetail.program.remembering import memo
from dovetail.program.types import BoolType, FloatType, IntType, PointerType
from dovetail.semantics.folding import folded
from dovetail.semantics.ranges import merged

_FLIPPED = {
    Binary.EQ: Binary.EQ,
    Binary.NE: Binary.NE,
    Binary.LT: Binary.GT,
    Binary.GT: Binary.LT,
    Binary.LE: Binary.GE,
    Binary.GE: Binary.LE,
}
_COMMUTATIVE = frozenset({Binary.ADD, Binary.MUL, Binary.BITAND, Binary.BITOR, Binary.BITXOR})
_memo: dict[Expr, Expr] = memo()


def simplify(expr: Expr) -> Expr:
    """An expression with the same value in every state, in the normal form of the rules."""
    return fold_over(expr, rebuild, _memo)


def rebuild(expr: Expr, parts: Sequence[Expr], simplified: Sequence[Expr]) -> Expr:
    """An expression with other `operands`, which are simplified, in place of the ones that it has; in normal
    form."""
    if isinstance(expr, BinaryOp) and expr.op.logical:
        return _connected(expr.op, simplified)
    for before, after in zip(parts, simplified, strict=True):
        if before is not after:
            expr = expr.with_children(tuple(simplified))
            break
    return rewrite(expr)


def rewrite(expr: Expr) -> Expr:
    """Apply the rules to the root until none applies; the operands are simplified already."""
    while True:
        result = _step(expr)
        if result is expr:
            return expr
        expr = result


def _step(expr: Expr) -> Expr:
    match expr:
        case BinaryOp(op=op) if op.logical:
            return _connected(op, operands(expr))
        case BinaryOp(op=op) if op.compares:
            return _comparison(expr)
        case BinaryOp():
            return _arithmetic(expr)
        case UnaryOp(op=Unary.NOT, operand=operand):
            result = negation(operand)
            return expr if isinstance(result, UnaryOp) else result
        case UnaryOp(op=Unary.NEGATE, operand=UnaryOp(op=Unary.NEGATE, operand=inner)):
            return inner
        case UnaryOp():
            return folded(expr)
        case Cast():
            return _cast(expr)
        case Conditional(condition=condition, then=then, otherwise=otherwise):
            if isinstance(condition, Const):
                return then if condition.value else otherwise
            if then is otherwise:
                return then
            if isinstance(then.type, BoolType):
                return _boolean_choice(condition, then, otherwise, expr)
            return expr
        case PointerAdd(pointer=pointer, offset=offset, type=type_):
            if isinstance(offset, Const) and offset.value == 0:
                return pointer
            if isinstance(pointer, PointerAdd):
                total = rewrite(BinaryOp(Binary.ADD, pointer.offset, offset))
                return PointerAdd(pointer.pointer, total, type_)
            return expr
        case ObjectStart(pointer=pointer):
            start = split(pointer)[0]
            known = isinstance(start, (Address, ObjectStart))
            return start if known else expr if start is pointer else ObjectStart(start)
        case SameObject(left=left, right=right):
            return _same_object(expr, split(left)[0], split(right)[0])
        case PointerDiff(left=left, right=right, type=type_) if isinstance(type_, IntType):
            base, plus = split(left)
            other, minus = split(right)
            if base is other:
                zero = Const(type_, 0)
                return rewrite(BinaryOp(Binary.SUB, plus or zero, minus or zero))
            return expr
        case _:
            return expr


def _connected(op: Binary, simplified: Sequence[Expr]) -> Expr:
    """The conjunction or disjunction of conditions: all of them at once, from left to right, each once."""
    unit, zero = (TRUE, FALSE) if op is Binary.AND else (FALSE, TRUE)
    unique: dict[Expr, None] = {}
    for part in simplified:
        nested = isinstance(part, BinaryOp) and part.op is op
        unique.update(dict.fromkeys(operands(part) if nested else (part,)))
    unique.pop(unit, None)
    parts = list(unique)
    denials = [_denial(part) for part in parts]
    if zero in unique or not unique.keys().isdisjoint(denials):
        return zero
    ranged = merged(op, parts)
    if ranged is None:
        return zero
    if ranged != parts:
        return _connected(op, ranged)
    result: Expr = unit
    for part in parts:
        result = part if result is unit else BinaryOp(op, result, part)
    return result


_denials: dict[Expr, Expr] = memo()


def _denial(condition: Expr) -> Expr:
    """The negation of a simplified condition, simplified."""
    found = _denials.get(condition)
    if found is None:
        found = _denials[condition] = rewrite(negation(condition))
    return found


def _boolean_choice(condition: Expr, then: Expr, otherwise: Expr, expr: Expr) -> Expr:
    if then is TRUE and otherwise is FALSE:
        return condition
    if then is FALSE and otherwise is TRUE:
        return rewrite(negation(condition))
    if then is TRUE:
        return rewrite(BinaryOp(Binary.OR, condition, otherwise))
    if then is FALSE:
        return rewrite(BinaryOp(Binary.AND, rewrite(negation(condition)), otherwise))
    if otherwise is FALSE:
        return rewrite(BinaryOp(Binary.AND, condition, then))
    if otherwise is TRUE:
        return rewrite(BinaryOp(Binary.OR, rewrite(negation(condition)), then))
    return expr


def _comparison(expr: BinaryOp) -> Expr:
    op, left, right = expr.op, expr.left, expr.right
    if isinstance(left.type, FloatType):
        return folded(expr)
    if left is right:
        return TRUE if op in (Binary.EQ, Binary.LE, Binary.GE) else FALSE
    if isinstance(left.type, PointerType):
        return _pointer_comparison(expr)
    constant = folded(expr)
    if constant is not expr:
        return constant
    if isinstance(left, Const):
        return BinaryOp(_FLIPPED[op], right, left)
    if not isinstance(right, Const):
        if op in (Binary.EQ, Binary.NE):
            if left.serial > right.serial:
                return BinaryOp(op, right, left)  # one order, so that the same pair is the same expression
            return _equal_sums(expr)
        return expr
    if isinstance(left.type, BoolType):
        return left if (op is Binary.EQ) == bool(right.value) else rewrite(negation(left))
    assert isinstance(left.type, IntType) and isinstance(right.type, IntType)
    if isinstance(left, Conditional) and isinstance(left.then, Const) and isinstance(left.otherwise, Const):
        then = folded(BinaryOp(op, left.then, right))
        otherwise = folded(BinaryOp(op, left.otherwise, right))
        return rewrite(Conditional(left.condition, then, otherwise))
    if isinstance(left, Cast):
        return _cast_against_constant(expr, left, right)
    if isinstance(left, BinaryOp):
        if op in (Binary.EQ, Binary.NE):
            return _solve(expr, left, right)
        if op in (Binary.LT, Binary.GE) and left.op is Binary.ADD and isinstance(left.right, Const):
            return _range_of_sum(expr, left, right)
    return _against_bounds(expr, right)


def _equal_sums(expr: BinaryOp) -> Expr:
    """`x + 1 == y + 1` is `x == y`."""
    left, right = expr.left, expr.right
    if isinstance(left, BinaryOp) and isinstance(right, BinaryOp) and left.op is right.op is Binary.ADD:
        if left.right is right.right:
            return BinaryOp(expr.op, left.left, right.left)
        if isinstance(left.right, Const) and isinstance(right.right, Const):
            difference = folded(BinaryOp(Binary.SUB, right.right, left.right))
            return BinaryOp(expr.op, left.left, rewrite(BinaryOp(Binary.ADD, right.left, difference)))
    for total, part in ((left, right), (right, left)):
        if isinstance(total, BinaryOp) and total.op is Binary.ADD:
            if total.left is part:
                return BinaryOp(expr.op, total.right, Const(total.type, 0))
            if total.right is part:
                return BinaryOp(expr.op, total.left, Const(total.type, 0))
    return expr


def _solve(expr: BinaryOp, left: BinaryOp, right: Const) -> Expr:
    """`x + 1 == 5` is `x == 4`: exact, since addition is invertible modulo 2^n."""
    if left.op is Binary.ADD and isinstance(left.right, Const):
        return BinaryOp(expr.op, left.left, folded(BinaryOp(Binary.SUB, right, left.right)))
    if left.op is Binary.SUB and isinstance(left.left, Const):
        return BinaryOp(expr.op, left.right, folded(BinaryOp(Binary.SUB, left.left, right)))
    if left.op is Binary.SUB and right.value == 0:
        return BinaryOp(expr.op, left.left, left.right)
    if left.op is Binary.BITXOR and isinstance(left.right, Const):
        return BinaryOp(expr.op, left.left, folded(BinaryOp(Binary.BITXOR, right, left.right)))
    return expr


def _range_of_sum(expr: BinaryOp, left: BinaryOp, right: Const) -> Expr:
    """`x + 2 >= 5` is `x >= 3 && x <= MAX - 2`: which x it holds for, wrapping included, is a range or
    two."""
    type_ = right.type
    assert isinstance(type_, IntType) and isinstance(left.right, Const)
    step = type_.number(left.right.value)
    if not type_.signed and step > type_.maximum // 2:
        step -= type_.maximum + 1  # unsigned arithmetic writes x - 1 as x + MAX
    limit = type_.number(right.value)
    bound = limit - step
    modulus = type_.maximum - type_.minimum + 1
    value = left.left

    def less(number: int) -> Expr:
        return _below(value, number, type_)

    def at_least(number: int) -> Expr:
        return rewrite(negation(less(number)))

    # Where the sum does not wrap it keeps the order: x + step < limit iff x < bound. With a positive step the
    # highest values wrap and become the lowest, with a negative one the lowest become the highest.
    if step > 0:
        wraps = type_.maximum - step + 1
        if bound > type_.minimum:
            small = disjunction([less(bound), at_least(wraps)])
        else:
            small = conjunction([at_least(wraps), less(wraps + limit - type_.minimum)])
    else:
        wraps = type_.minimum - step
        if bound <= type_.maximum:
            small = conjunction([at_least(wraps), less(bound)])
        else:
            small = disjunction([at_least(wraps), less(bound - modulus)])
    small = rewrite(small)
    return small if expr.op is Binary.LT else _denied(small)


def _below(value: Expr, bound: int, type_: IntType) -> Expr:
    if bound <= type_.minimum:
        return FALSE
    if bound > type_.maximum:
        return TRUE
    return rewrite(BinaryOp(Binary.LT, value, const(type_, bound)))


def _denied(expr: Expr) -> Expr:
    """The negation of a comparison or of a connective of two."""
    if isinstance(expr, BinaryOp) and expr.op.logical:
        op = Binary.OR if expr.op is Binary.AND else Binary.AND
        return rewrite(BinaryOp(op, rewrite(negation(expr.left)), rewrite(negation(expr.right))))
    return rewrite(negation(expr))


def _cast_against_constant(expr: BinaryOp, left: Cast, right: Const) -> Expr:
    """Compare before widening, where the constant can be narrowed; a condition's number with a constant."""
    operand = left.operand
    assert isinstance(left.type, IntType)
    if isinstance(operand.type, BoolType):
        for_true = folded(BinaryOp(expr.op, const(left.type, 1), right))
        for_false = folded(BinaryOp(expr.op, const(left.type, 0), right))
        return rewrite(Conditional(operand, for_true, for_false))
    if not isinstance(operand.type, IntType) or operand.type.width >= left.type.width:
        return expr
    number = left.type.number(right.value)
    inner = operand.type
    if left.type.signed is False and inner.signed:
        return expr  # a negative value has become a huge one
    if inner.minimum <= number <= inner.maximum:
        return BinaryOp(expr.op, operand, const(inner, number))
    below = number < inner.minimum
    holds = {
        Binary.EQ: False,
        Binary.NE: True,
        Binary.LT: not below,
        Binary.LE: not below,
        Binary.GT: below,
        Binary.GE: below,
    }[expr.op]
    return TRUE if holds else FALSE


def _against_bounds(expr: BinaryOp, right: Const) -> Expr:
    """Comparisons with the least and greatest value; `<=` and `>` with a constant become `<` and `>=`."""
    type_ = right.type
    assert isinstance(type_, IntType)
    number = type_.number(right.value)
    match expr.op:
        case Binary.LE:
            return (
                TRUE if number == type_.maximum else BinaryOp(Binary.LT, expr.left, const(type_, number + 1))
            )
        case Binary.GT:
            return (
                FALSE if number == type_.maximum else BinaryOp(Binary.GE, expr.left, const(type_, number + 1))
            )
        case Binary.LT if number == type_.minimum:
            return FALSE
        case Binary.LT if number == type_.minimum + 1:
            return BinaryOp(Binary.EQ, expr.left, const(type_, type_.minimum))
        case Binary.GE if number == type_.minimum:
            return TRUE
        case Binary.GE if number == type_.minimum + 1:
            return BinaryOp(Binary.NE, expr.left, const(type_, type_.minimum))
        case Binary.GE if number == type_.maximum:
            return BinaryOp(Binary.EQ, expr.left, right)
        case Binary.LT if number == type_.maximum:
            return BinaryOp(Binary.NE, expr.left, right)
        case _:
            return expr


def split(pointer: Expr) -> tuple[Expr, Expr | None]:
    """A pointer as what it was moved from, and by how much (None: not at all)."""
    if isinstance(pointer, PointerAdd):
        return pointer.pointer, pointer.offset
    return pointer, None


def _pointer_comparison(expr: BinaryOp) -> Expr:
    if expr.op not in (Binary.EQ, Binary.NE):
        return expr
    equal = expr.op is Binary.EQ
    left, left_offset = split(expr.left)
    right, right_offset = split(expr.right)
    if left is right:
        some = left_offset if left_offset is not None else right_offset
        assert some is not None
        first = left_offset if left_offset is not None else Const(some.type, 0)
        second = right_offset if right_offset is not None else Const(some.type, 0)
        return rewrite(BinaryOp(expr.op, first, second))
    named = isinstance(left, Address) + isinstance(right, Address)
    if named == 2 or (named == 1 and (isinstance(left, Const) or isinstance(right, Const))):
        if isinstance(left, Address) and isinstance(right, Address) and left.symbol == right.symbol:
            return expr  # the same symbol under two pointer types
        return FALSE if equal else TRUE  # different objects, or an object and no object
    if isinstance(left, Const) and not isinstance(right, Const):
        return BinaryOp(expr.op, expr.right, expr.left)
    if left.serial > right.serial and not isinstance(right, Const):
        return BinaryOp(
            expr.op, expr.right, expr.left
        )  # one order, so that the same pair is the same expression
    return expr


def _same_object(expr: Expr, left: Expr, right: Expr) -> Expr:
    """Offsets do not matter; two different named objects are different."""
    if left is right:
        return TRUE
    named = isinstance(left, Address) + isinstance(right, Address)
    if named == 2:
        assert isinstance(left, Address) and isinstance(right, Address)
        return TRUE if left.symbol == right.symbol else FALSE
    if named == 1 and (isinstance(left, Const) or isinstance(right, Const)):
        return FALSE
    if left.serial > right.serial:
        left, right = right, left  # one order, so that the same pair is the same expression
    return SameObject(left, right)


def _arithmetic(expr: BinaryOp) -> Expr:
    constant = folded(expr)
    if constant is not expr or not isinstance(expr.type, IntType):
        return constant
    op, left, right = expr.op, expr.left, expr.right
    if op in _COMMUTATIVE and isinstance(left, Const):
        return BinaryOp(op, right, left)
    if isinstance(right, Const):
        return _with_constant(expr, right)
    if left is right:
        if op in (Binary.SUB, Binary.BITXOR):
            return Const(expr.type, 0)
        if op in (Binary.BITAND, Binary.BITOR):
            return left
    if op is Binary.SUB and isinstance(left, BinaryOp) and left.op is Binary.ADD:
        if left.left is right:
            return left.right
        if left.right is right:
            return left.left
    if (
        op is Binary.ADD
        and isinstance(left, BinaryOp)
        and left.op is Binary.ADD
        and isinstance(left.right, Const)
    ):
        return BinaryOp(Binary.ADD, rewrite(BinaryOp(Binary.ADD, left.left, right)), left.right)
    if (
        op is Binary.ADD
        and isinstance(right, BinaryOp)
        and right.op is Binary.ADD
        and isinstance(right.right, Const)
    ):
        return BinaryOp(Binary.ADD, rewrite(BinaryOp(Binary.ADD, left, right.left)), right.right)
    return expr


def _with_constant(expr: BinaryOp, right: Const) -> Expr:
    op, left = expr.op, expr.left
    assert isinstance(expr.type, IntType)
    ones = expr.type.bits(-1)
    if right.value == 0:
        if op in (Binary.ADD, Binary.SUB, Binary.BITOR, Binary.BITXOR, Binary.SHL, Binary.SHR):
            return left
        if op in (Binary.MUL, Binary.BITAND):
            return Const(expr.type, 0)
    if right.value == 1 and op in (Binary.MUL, Binary.DIV):
        return left
    if right.value == ones and op is Binary.BITAND:
        return left
    if op is Binary.SUB:
        return BinaryOp(Binary.ADD, left, folded(UnaryOp(Unary.NEGATE, right)))
    if op in (Binary.ADD, Binary.BITAND, Binary.BITOR, Binary.BITXOR) and isinstance(left, BinaryOp):
        if left.op is op and isinstance(left.right, Const):
            return BinaryOp(op, left.left, folded(BinaryOp(op, left.right, right)))
    return expr


def _cast(expr: Cast) -> Expr:
    operand, type_ = expr.operand, expr.type
    if operand.type == type_:
        return operand
    constant = folded(expr)
    if constant is not expr:
        return constant
    if isinstance(operand, Cast) and isinstance(type_, IntType) and isinstance(operand.type, IntType):
        inner = operand.operand
        if isinstance(inner.type, BoolType) and type_.width >= 1 and operand.type.width > 1:
            return Cast(type_, inner)
        if isinstance(inner.type, IntType):
            middle = operand.type
            if type_.width <= middle.width and type_.width <= inner.type.width:
                return rewrite(Cast(type_, inner))  # only low bits of the inner value are left
            if middle.width >= inner.type.width and (middle.width > inner.type.width or middle == inner.type):
                same_sign = middle.signed == inner.type.signed or not inner.type.signed
                if same_sign and type_.width >= inner.type.width:
                    return rewrite(Cast(type_, inner))
    return expr
