"""One meaning of C (law 2): what each expression means, over any algebra.

`evaluate` walks an expression with an explicit stack and a memo table, so that the deep expressions of
weakest preconditions are no problem and a shared subexpression is evaluated once. `&&`, `||` and `?:` ask
the algebra to `decide` their first operand: if it can, only what is needed is evaluated (concrete values);
if it cannot, both sides are (solver terms).

What is decided here, after docs/design/ground.md:

* signed arithmetic wraps; division truncates and is total as SMT-LIB's;
* the amount of a shift is taken modulo the width of the left operand; `>>` of a signed integer is arithmetic;
* integers are converted by the sign of the *source*; addresses are unsigned;
* a float converted to an integer that cannot hold it gives what x86-64 code by clang gives: see
  `_to_integer`.
"""

from __future__ import annotations

from typing import TypeVar

from dovetail.program import remembering
from dovetail.program.expressions import (
    Address,
    Binary,
    BinaryOp,
    Cast,
    Conditional,
    Const,
    Expr,
    Freeable,
    GhostAt,
    GhostBefore,
    GhostEmptied,
    GhostPlaced,
    GhostWith,
    Load,
    NoLeak,
    ObjectSize,
    ObjectStart,
    PointerAdd,
    PointerDiff,
    Quantifier,
    SameObject,
    Unary,
    UnaryOp,
    Valid,
    Variable,
    Writable,
)
from dovetail.program.types import BoolType, FloatType, IntType, PointerType, Type
from dovetail.semantics.algebra import Algebra, NotComputable, State
from dovetail.semantics.symbolic_ghosts import map_of
from dovetail.semantics.symbolic_orders import order_of

V = TypeVar("V")


def evaluate(root: Expr, algebra: Algebra[V], state: State[V], memo: dict[Expr, V] | None = None) -> V:
    """The value of `root` in `state`. `memo` holds what is known already and is added to; it is good for one
    state only."""
    if memo is None:
        memo = {}
    straight = _straight.get(root)
    if straight is None:
        straight = _straight[root] = _in_order(root)
    for expr, children in straight:
        if expr not in memo:
            memo[expr] = _apply(expr, [memo[child] for child in children], algebra, state)
    if straight:
        return memo[root]
    stack = [root]
    while stack:
        expr = stack[-1]
        if expr in memo:
            stack.pop()
            continue
        needed = _needed(expr, algebra, memo)
        missing = [child for child in needed if child not in memo]
        if missing:
            stack.extend(reversed(missing))
            continue
        stack.pop()
        if len(needed) < len(expr.children) and not isinstance(
            expr, Quantifier
        ):  # decided: the value is that of the last operand needed
            memo[expr] = memo[needed[-1]]
        else:
            memo[expr] = _apply(expr, [memo[child] for child in needed], algebra, state)
    return memo[root]


_straight: dict[Expr, tuple[tuple[Expr, tuple[Expr, ...]], ...]] = remembering.memo()
"""Of small expressions of which every part is needed: the parts in an order in which they can be computed.
Most expressions are such, and to find that out again for each state took longer than to compute them."""
SMALL = 32
"""Parts."""


def _in_order(root: Expr) -> tuple[tuple[Expr, tuple[Expr, ...]], ...]:
    """Nothing, if it is large or has parts that may not be needed."""
    stack, found = [root], dict[Expr, tuple[Expr, ...]]()
    for _ in range(SMALL):
        if not stack:
            return tuple(reversed(found.items()))
        expr = stack.pop()
        if isinstance(expr, Conditional | Quantifier) or (isinstance(expr, BinaryOp) and expr.op.logical):
            return ()
        children = expr.children
        found.pop(expr, None)  # what is used by several comes before the last of them
        found[expr] = children
        stack += children
    return ()


def _needed(expr: Expr, algebra: Algebra[V], memo: dict[Expr, V]) -> tuple[Expr, ...]:
    """The operands to evaluate, as far as is known by now. Fewer than all only where the last of them is
    the result."""
    match expr:
        case BinaryOp(op=Binary.AND | Binary.OR as op, left=left, right=right):
            if left not in memo:
                return (left,)
            known = algebra.decide(memo[left])
            if known is None:
                return (left, right)
            return (left,) if known is (op is Binary.OR) else (right,)
        case Conditional(condition=condition, then=then, otherwise=otherwise):
            if condition not in memo:
                return (condition,)
            known = algebra.decide(memo[condition])
            if known is None:
                return (condition, then, otherwise)
            return (then,) if known else (otherwise,)
        case Quantifier(low=low, high=high):
            return (low, high)  # the body means nothing before it is said which element it is about
        case _:
            return expr.children


def _apply(expr: Expr, values: list[V], algebra: Algebra[V], state: State[V]) -> V:
    match expr:
        case Variable():
            return state.variable(expr)
        case Const(type=type_, value=value):
            return _constant(type_, value, algebra)
        case BinaryOp(op=op, left=left, right=right):
            return _binary(op, left.type, right.type, values[0], values[1], algebra)
        case Load(type=type_):
            return state.load(values[0], type_)
        case PointerAdd():
            return algebra.pointer_add(values[0], values[1])
        case UnaryOp(op=op, operand=operand):
            return _unary(op, operand.type, values[0], algebra)
        case Cast(type=to, operand=operand):
            return _cast(operand.type, to, values[0], algebra)
        case Conditional():
            return algebra.choose(values[0], values[1], values[2])
        case Address(symbol=symbol):
            return algebra.address(symbol)
        case PointerDiff():
            return algebra.pointer_diff(values[0], values[1])
        case Valid(size=size):
            return state.valid(values[0], values[1], _width(size.type))
        case Freeable():
            return state.freeable(values[0])
        case Writable():
            return state.writable(values[0])
        case ObjectSize(type=type_):
            return state.object_size(values[0], _width(type_))
        case ObjectStart():
            return algebra.object_start(values[0])
        case SameObject():
            return algebra.same_object(values[0], values[1])
        case GhostAt():
            found: V = map_of(values[0]).at(algebra, values[1], state)
            return found
        case GhostWith():
            changed: V = map_of(values[0]).with_(algebra, values[1], values[2])
            return changed
        case GhostEmptied():
            nothing: V = map_of(values[0]).emptied(algebra)
            return nothing
        case GhostBefore():
            earlier: V = order_of(values[0]).before(algebra, values[1], values[2])
            return earlier
        case GhostPlaced():
            placed: V = order_of(values[0]).placed(algebra, values[1], values[2])
            return placed
        case Quantifier():
            return state.quantified(expr, values[0], values[1])
        case NoLeak(running=running, roots=roots):
            return state.no_leak(running, None if roots is None else values)
        case _:
            raise NotComputable(f"no meaning is given to {type(expr).__name__}")


def _width(type_: Type) -> int:
    if isinstance(type_, IntType):
        return type_.width
    raise NotComputable(f"an integer is needed, not a value of type {type_}")


def _float_width(type_: FloatType) -> int:
    if type_.width not in (32, 64):
        raise NotComputable(f"arithmetic on {type_} is not modelled")
    return type_.width


def _constant(type_: Type, value: int, algebra: Algebra[V]) -> V:
    match type_:
        case IntType(width=width):
            return algebra.bits(value, width)
        case BoolType():
            return algebra.boolean(value != 0)
        case PointerType():
            if value == 0:
                return algebra.null()
            return algebra.int_to_pointer(algebra.bits(value, algebra.pointer_bits))
        case FloatType():
            return algebra.float_constant(value, _float_width(type_))
        case _:
            raise NotComputable(f"a constant of type {type_}")


def _unary(op: Unary, type_: Type, value: V, algebra: Algebra[V]) -> V:
    match op, type_:
        case Unary.NOT, BoolType():
            return algebra.negation(value)
        case Unary.NEGATE, IntType(width=width):
            return algebra.neg(value, width)
        case Unary.COMPLEMENT, IntType(width=width):
            return algebra.complement(value, width)
        case Unary.NEGATE, FloatType():
            return algebra.fneg(value, _float_width(type_))
        case _:
            raise NotComputable(f"unary {op.value} on a value of type {type_}")


def _binary(op: Binary, type_: Type, right_type: Type, left: V, right: V, algebra: Algebra[V]) -> V:
    match type_:
        case IntType(width=width, signed=signed):
            if op is Binary.SHL or op is Binary.SHR:
                amount = _shift_amount(width, right, _width(right_type), algebra)
                if op is Binary.SHL:
                    return algebra.shl(left, amount, width)
                return (algebra.ashr if signed else algebra.lshr)(left, amount, width)
            if op.compares:
                less = algebra.slt if signed else algebra.ult
                less_equal = algebra.sle if signed else algebra.ule
                match op:
                    case Binary.EQ:
                        return algebra.eq(left, right, width)
                    case Binary.NE:
                        return algebra.negation(algebra.eq(left, right, width))
                    case Binary.LT:
                        return less(left, right, width)
                    case Binary.LE:
                        return less_equal(left, right, width)
                    case Binary.GT:
                        return less(right, left, width)
                    case _:
                        return less_equal(right, left, width)
            return _arithmetic(op, signed, left, right, width, algebra)
        case FloatType():
            return _float_binary(op, left, right, _float_width(type_), algebra)
        case PointerType():
            return _pointer_binary(op, left, right, algebra)
        case BoolType():
            return _connective(op, left, right, algebra)
        case _:
            raise NotComputable(f"binary {op.value} on values of type {type_}")


def _arithmetic(op: Binary, signed: bool, left: V, right: V, width: int, algebra: Algebra[V]) -> V:
    match op:
        case Binary.ADD:
            return algebra.add(left, right, width)
        case Binary.SUB:
            return algebra.sub(left, right, width)
        case Binary.MUL:
            return algebra.mul(left, right, width)
        case Binary.DIV:
            return (algebra.sdiv if signed else algebra.udiv)(left, right, width)
        case Binary.REM:
            return (algebra.srem if signed else algebra.urem)(left, right, width)
        case Binary.BITAND:
            return algebra.bitand(left, right, width)
        case Binary.BITOR:
            return algebra.bitor(left, right, width)
        case Binary.BITXOR:
            return algebra.bitxor(left, right, width)
        case _:
            raise NotComputable(f"binary {op.value} on integers")


def _shift_amount(width: int, amount: V, amount_width: int, algebra: Algebra[V]) -> V:
    """`amount` modulo `width`, as a bit-vector of `width`: what the machine does with it."""
    wide = max(width, amount_width)
    if amount_width < wide:
        amount = algebra.zero_extend(amount, amount_width, wide)
    if width & (width - 1) == 0:
        amount = algebra.bitand(amount, algebra.bits(width - 1, wide), wide)
    else:
        amount = algebra.urem(amount, algebra.bits(width, wide), wide)
    return algebra.truncate(amount, wide, width) if width < wide else amount


def _float_binary(op: Binary, left: V, right: V, width: int, algebra: Algebra[V]) -> V:
    match op:
        case Binary.ADD:
            return algebra.fadd(left, right, width)
        case Binary.SUB:
            return algebra.fsub(left, right, width)
        case Binary.MUL:
            return algebra.fmul(left, right, width)
        case Binary.DIV:
            return algebra.fdiv(left, right, width)
        case Binary.EQ:
            return algebra.feq(left, right, width)
        case Binary.NE:
            return algebra.negation(algebra.feq(left, right, width))
        case Binary.LT:
            return algebra.flt(left, right, width)
        case Binary.LE:
            return algebra.fle(left, right, width)
        case Binary.GT:
            return algebra.flt(right, left, width)
        case Binary.GE:
            return algebra.fle(right, left, width)
        case _:
            raise NotComputable(f"binary {op.value} on floats")


def _pointer_binary(op: Binary, left: V, right: V, algebra: Algebra[V]) -> V:
    match op:
        case Binary.EQ:
            return algebra.pointer_eq(left, right)
        case Binary.NE:
            return algebra.negation(algebra.pointer_eq(left, right))
        case Binary.LT:
            return algebra.pointer_lt(left, right)
        case Binary.LE:
            return algebra.pointer_le(left, right)
        case Binary.GT:
            return algebra.pointer_lt(right, left)
        case Binary.GE:
            return algebra.pointer_le(right, left)
        case _:
            raise NotComputable(f"binary {op.value} on pointers")


def _connective(op: Binary, left: V, right: V, algebra: Algebra[V]) -> V:
    match op:
        case Binary.AND:
            return algebra.conjunction(left, right)
        case Binary.OR:
            return algebra.disjunction(left, right)
        case Binary.EQ:
            return algebra.choose(left, right, algebra.negation(right))
        case Binary.NE:
            return algebra.choose(left, algebra.negation(right), right)
        case _:
            raise NotComputable(f"binary {op.value} on conditions")


def _cast(source: Type, to: Type, value: V, algebra: Algebra[V]) -> V:
    match source, to:
        case BoolType(), IntType(width=width):
            return algebra.choose(value, algebra.bits(1, width), algebra.bits(0, width))
        case IntType(), IntType(width=width):
            return _resize(value, source, width, algebra)
        case PointerType(), PointerType():
            return value
        case PointerType(), IntType(width=width):
            address = IntType(algebra.pointer_bits, False)
            return _resize(algebra.pointer_to_int(value), address, width, algebra)
        case IntType(), PointerType():
            return algebra.int_to_pointer(_resize(value, source, algebra.pointer_bits, algebra))
        case IntType(width=width, signed=signed), FloatType():
            convert = algebra.signed_to_float if signed else algebra.unsigned_to_float
            return convert(value, width, _float_width(to))
        case FloatType(), FloatType():
            width, wanted = _float_width(source), _float_width(to)
            return value if width == wanted else algebra.float_to_float(value, width, wanted)
        case FloatType(), IntType(width=wanted, signed=signed):
            return _to_integer(value, _float_width(source), wanted, signed, algebra)
        case BoolType(), FloatType():
            bit = algebra.choose(value, algebra.bits(1, 8), algebra.bits(0, 8))
            return algebra.unsigned_to_float(bit, 8, _float_width(to))
        case BoolType(), BoolType():
            return value
        case _:
            raise NotComputable(f"a cast from {source} to {to}")


def _resize(value: V, source: IntType, width: int, algebra: Algebra[V]) -> V:
    if width == source.width:
        return value
    if width < source.width:
        return algebra.truncate(value, source.width, width)
    extend = algebra.sign_extend if source.signed else algebra.zero_extend
    return extend(value, source.width, width)


def _to_integer(value: V, width: int, wanted: int, signed: bool, algebra: Algebra[V]) -> V:
    """A float truncated to an integer. In range, C says what it is; out of range, this is what clang's code
    does:

    * anything narrower than `int` goes through a signed 32-bit integer and is cut off;
    * an `unsigned` of 32 bits goes through a signed 64-bit integer and is cut off;
    * an `unsigned` of 64 bits is `a | (b & (a >> 63))` where a and b are the value and the value - 2**63 as
      signed integers (x86-64; i386 differs for 2**64 and more, which C leaves undefined).
    """
    machine = 32 if wanted < 32 or (wanted == 32 and signed) else 64 if wanted < 64 else wanted
    if machine > wanted or signed:
        result = algebra.float_to_signed(value, width, machine)
        return result if machine == wanted else algebra.truncate(result, machine, wanted)
    low = algebra.float_to_signed(value, width, wanted)
    half = algebra.float_constant(_power_of_two(wanted - 1, width), width)
    high = algebra.float_to_signed(algebra.fsub(value, half, width), width, wanted)
    sign = algebra.ashr(low, algebra.bits(wanted - 1, wanted), wanted)
    return algebra.bitor(low, algebra.bitand(high, sign, wanted), wanted)


def _power_of_two(exponent: int, width: int) -> int:
    """The IEEE bits of 2**exponent."""
    return (exponent + 127) << 23 if width == 32 else (exponent + 1023) << 52
