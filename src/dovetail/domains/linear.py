"""From machine arithmetic, which wraps, to affine forms over the integers, which do not.

`linearise` gives the form whose value *is* an expression's value, `constraints_of` what a condition says as
forms that are >= 0. Both go through residues: arithmetic of w bits is arithmetic modulo 2**w, so every sum,
difference and multiple has a form that is right modulo 2**w, whatever wraps. It is the value itself as soon
as bounds show in which turn of the wheel it lies: all of its values between k·2**w + minimum and k·2**w +
maximum, for one k. (`i + 4294967295u` is i - 1 if i >= 1.)

What is not linear (products, loads, divisions) has a form only where `bounds` knows it to be one number.
Nothing here knows how bounds are had.
"""

from __future__ import annotations

from collections.abc import Sequence

from dovetail.domains.forms import IMPOSSIBLE, ZERO, Bounds, Linear, bounds_within, type_range
from dovetail.program.expressions import (
    Binary,
    BinaryOp,
    Cast,
    Conditional,
    Const,
    Expr,
    Unary,
    UnaryOp,
    Variable,
    fold_over,
    operands,
)
from dovetail.program.operators import NEGATED
from dovetail.program.types import BoolType, IntType
from dovetail.quick_dataclass import dataclass

__all__ = ["IMPOSSIBLE", "ZERO", "Bounds", "Linear", "constraints_of", "linearise"]

LINEAR = frozenset({Binary.ADD, Binary.SUB, Binary.MUL, Binary.SHL})
CUTTING = frozenset({Binary.BITAND, Binary.REM})
"""These leave a value that is small enough as it is."""
ALTERNATIONS = 4
"""How deep disjunctions are looked into: what they have in common is little, and the looking multiplies."""


@dataclass(frozen=True, slots=True)
class Residue:
    """An expression's value is `form` modulo 2**width of its type; the form lies between `low` and `high`."""

    form: Linear
    low: int
    high: int

    @property
    def number(self) -> int | None:
        """What the form is, if that is one number."""
        return self.low if self.low == self.high else None

    def exact(self, type_: IntType) -> bool:
        """Is the form the value itself?"""
        return type_.minimum <= self.low and self.high <= type_.maximum

    def turned(self, type_: IntType, low: int, high: int) -> Residue | None:
        """With a form that is the value itself, given that the value lies between `low` and `high` (within
        the type's range); None where more than one turn could be meant, `form` IMPOSSIBLE where none."""
        wheel = 1 << type_.width
        first = -((high - self.low) // wheel)  # the least k with k·wheel + high >= self.low
        last = (self.high - low) // wheel  # the greatest k with k·wheel + low <= self.high
        if first < last:
            return None
        if first > last:
            return Residue(IMPOSSIBLE, -1, -1)
        shift = first * wheel
        return Residue(self.form.plus(-shift), max(self.low - shift, low), min(self.high - shift, high))


def linearise(expr: Expr, bounds: Bounds) -> Linear | None:
    """The form whose value is the value of `expr` as its type reads it, in every state within `bounds`."""
    type_ = expr.type
    if not isinstance(type_, IntType):
        return None
    residue = _residue(expr, bounds)
    return residue.form if residue is not None and residue.exact(type_) else None


def _residue(expr: Expr, bounds: Bounds) -> Residue | None:
    def combine(part: Expr, parts: Sequence[Expr], below: list[Residue | None]) -> Residue | None:
        return _combined(part, parts, below, bounds)

    return fold_over(expr, combine, {}, _parts)


def _parts(expr: Expr) -> tuple[Expr, ...]:
    """The operands that a form is made of."""
    match expr:
        case BinaryOp(op=op) if op in LINEAR or op in CUTTING:
            found = expr.children
        case UnaryOp(op=Unary.NEGATE | Unary.COMPLEMENT) | Cast():
            found = expr.children
        case _:
            found = ()
    return found if all(isinstance(part.type, IntType) for part in found) else ()


def _combined(
    expr: Expr, parts: Sequence[Expr], below: list[Residue | None], bounds: Bounds
) -> Residue | None:
    type_ = expr.type
    if not isinstance(type_, IntType):
        return None
    match expr:
        case Const(value=value):
            return _constant(type_.number(value))
        case Variable():
            return Residue(Linear.variable(expr), *bounds_within(expr, bounds))
    given = [residue for residue in below if residue is not None]
    if given and len(given) == len(parts):
        types = [part.type for part in parts if isinstance(part.type, IntType)]
        residue = _operation(expr, type_, given, types, bounds)
        if residue is None or not residue.exact(type_):
            # What is known of the operands may say more than what is known of their variables.
            known = [_known(r, part, bounds) for r, part in zip(given, parts, strict=True)]
            residue = _operation(expr, type_, known, types, bounds)
        if residue is not None:
            return residue
    low, high = bounds_within(expr, bounds)
    return _constant(low) if low == high else None


def _constant(number: int) -> Residue:
    return Residue(Linear((), number), number, number)


def _known(residue: Residue, expr: Expr, bounds: Bounds) -> Residue:
    """The residue of an operand, the better for what is known of the operand's value."""
    assert isinstance(expr.type, IntType)
    return residue.turned(expr.type, *bounds_within(expr, bounds)) or residue


def _operation(
    expr: Expr, type_: IntType, given: Sequence[Residue], types: Sequence[IntType], bounds: Bounds
) -> Residue | None:
    """The residue of an operation, turned to its value if that can be."""
    first, second = given[0], given[-1]
    match expr:
        case Cast():
            if type_.width > types[0].width and not first.exact(types[0]):
                return None
            return _settled(first.form, first.low, first.high, type_, bounds)
        case UnaryOp(op=op):
            one = 0 if op is Unary.NEGATE else 1  # ~x is -x - 1
            return _settled(-first.form.plus(one), -first.high - one, -first.low - one, type_, bounds)
        case BinaryOp(op=Binary.ADD):
            low, high = first.low + second.low, first.high + second.high
            return _settled(first.form + second.form, low, high, type_, bounds)
        case BinaryOp(op=Binary.SUB):
            low, high = first.low - second.high, first.high - second.low
            return _settled(first.form - second.form, low, high, type_, bounds)
        case BinaryOp(op=Binary.MUL):
            if second.number is not None:
                return _multiple(first, second.number, type_, bounds)
            return None if first.number is None else _multiple(second, first.number, type_, bounds)
        case BinaryOp(op=Binary.SHL):
            if second.number is None:
                return None
            amount = types[1].bits(second.number) % type_.width
            return _multiple(first, 1 << amount, type_, bounds)
        case BinaryOp(op=Binary.BITAND):
            if second.number is not None:
                return _masked(first, type_.bits(second.number))
            return None if first.number is None else _masked(second, type_.bits(first.number))
        case BinaryOp(op=Binary.REM):
            return None if second.number is None else _remainder(first, second.number, type_)
        case _:
            return None


def _settled(form: Linear, low: int, high: int, type_: IntType, bounds: Bounds) -> Residue:
    least, greatest = form.range(bounds)
    residue = Residue(form, max(low, least), min(high, greatest))
    return residue.turned(type_, *type_range(type_)) or residue


def _multiple(residue: Residue, factor: int, type_: IntType, bounds: Bounds) -> Residue:
    """Modulo 2**w, a factor may be taken as a number below zero as well as above."""
    bits = type_.bits(factor)
    found: Residue | None = None
    for choice in (bits, bits - (1 << type_.width)):
        ends = sorted((residue.low * choice, residue.high * choice))
        result = _settled(residue.form.scaled(choice), ends[0], ends[1], type_, bounds)
        if result.exact(type_):
            return result
        if found is None or abs(choice) < bits:
            found = result
    assert found is not None
    return found


def _masked(residue: Residue, mask: int) -> Residue | None:
    """`x & (2**k - 1)` is x modulo 2**k."""
    if not mask or mask & (mask + 1):
        return None
    return residue.turned(IntType(mask.bit_length(), False), 0, mask)


def _remainder(residue: Residue, divisor: int, type_: IntType) -> Residue | None:
    """The dividend less a multiple, if it is the same multiple for all of its values."""
    if not divisor or not residue.exact(type_):
        return None
    step = abs(divisor)
    if residue.low >= 0:
        quotient = residue.low // step
        if residue.high // step != quotient:
            return None
    elif residue.high <= 0:
        quotient = -(-residue.high // step)
        if -(-residue.low // step) != quotient:
            return None
    elif -step < residue.low and residue.high < step:
        quotient = 0
    else:
        return None
    away = quotient * step
    return Residue(residue.form.plus(-away), residue.low - away, residue.high - away)


def constraints_of(condition: Expr, bounds: Bounds) -> tuple[Linear, ...]:
    """Forms that are >= 0 wherever the condition holds (within `bounds`), each once; `(IMPOSSIBLE,)` says
    that it holds nowhere."""
    return _constraints([(condition, True)], bounds, ALTERNATIONS)


def _constraints(conjuncts: list[tuple[Expr, bool]], bounds: Bounds, depth: int) -> tuple[Linear, ...]:
    """What all of the conditions say together, each with whether it holds or fails."""
    found: dict[Linear, None] = {}
    seen = set(conjuncts)
    stack = conjuncts[::-1]
    while stack:
        expr, wanted = stack.pop()
        more: list[tuple[Expr, bool]] = []
        match expr:
            case Const(value=value):
                if (value != 0) is not wanted:
                    return (IMPOSSIBLE,)
            case UnaryOp(op=Unary.NOT, operand=operand):
                more.append((operand, not wanted))
            case BinaryOp(op=Binary.AND | Binary.OR as op):
                sides = [(side, wanted) for side in operands(expr)]
                if (op is Binary.AND) is wanted:
                    more += sides
                elif depth:
                    found |= dict.fromkeys(_any_of([[side] for side in sides], bounds, depth - 1))
            case Conditional(condition=test, then=then, otherwise=otherwise) if depth:
                ways = [[(test, True), (then, wanted)], [(test, False), (otherwise, wanted)]]
                found |= dict.fromkeys(_any_of(ways, bounds, depth - 1))
            case BinaryOp(op=op, left=left, right=right) if isinstance(left.type, IntType):
                op = op if wanted else NEGATED[op]
                inner = _condition_inside(op, left, right)
                if inner is not None:
                    more.append(inner)
                else:
                    found |= dict.fromkeys(_comparison(op, left, right, bounds))
            case _:
                pass
        if any(form.constant < 0 and not form.terms for form in found):
            return (IMPOSSIBLE,)
        stack += [conjunct for conjunct in reversed(more) if conjunct not in seen]
        seen.update(more)
    return tuple(form for form in found if form.terms)


def _any_of(ways: list[list[tuple[Expr, bool]]], bounds: Bounds, depth: int) -> list[Linear]:
    """What holds whichever way is gone: forms that all have in common, but for the constant."""
    common: dict[tuple[tuple[Variable, int], ...], int] | None = None
    for way in ways:
        forms = _constraints(way, bounds, depth)
        if forms == (IMPOSSIBLE,):
            continue
        said: dict[tuple[tuple[Variable, int], ...], int] = {}
        for form in forms:
            said[form.terms] = min(form.constant, said.get(form.terms, form.constant))
        if common is None:
            common = said
        else:
            common = {terms: max(c, said[terms]) for terms, c in common.items() if terms in said}
        if not common:
            return []
    return [IMPOSSIBLE] if common is None else [Linear(terms, c) for terms, c in common.items()]


def _condition_inside(op: Binary, left: Expr, right: Expr) -> tuple[Expr, bool] | None:
    """The condition c, and whether it holds, where `(int)c != 0` or the like is asked."""
    if not isinstance(right, Const):
        left, right = right, left
    if op not in (Binary.EQ, Binary.NE) or not isinstance(right, Const) or right.value not in (0, 1):
        return None
    while isinstance(left, Cast) and isinstance(left.type, IntType) and left.type.width > 1:
        left = left.operand
    if not isinstance(left.type, BoolType):
        return None
    return left, (op is Binary.EQ) is (right.value == 1)


@dataclass(frozen=True, slots=True)
class Side:
    """One side of a comparison: its value lies between `low` and `high`, and is `residue` modulo 2**width."""

    type: IntType
    residue: Residue | None
    low: int
    high: int

    @staticmethod
    def of(expr: Expr, bounds: Bounds) -> Side:
        assert isinstance(expr.type, IntType)
        residue = _residue(expr, bounds)
        low, high = bounds_within(expr, bounds)
        if residue is not None and residue.exact(expr.type):
            low, high = max(low, residue.low), min(high, residue.high)
        return Side(expr.type, residue, low, high)

    def form(self, low: int, high: int) -> tuple[Linear | None, list[Linear]]:
        """The value as a form, given that it lies between `low` and `high`; and what only that tells us."""
        if self.residue is None:
            return None, []
        if self.residue.exact(self.type):
            return self.residue.form, []
        turned = self.residue.turned(self.type, low, high)
        if turned is None:
            return None, []
        if turned.form is IMPOSSIBLE:
            return None, [IMPOSSIBLE]
        return turned.form, [turned.form.plus(-low), (-turned.form).plus(high)]


def _comparison(op: Binary, left: Expr, right: Expr, bounds: Bounds) -> list[Linear]:
    first, second = Side.of(left, bounds), Side.of(right, bounds)
    match op:
        case Binary.LT:
            return _at_most(first, second, 1)
        case Binary.LE:
            return _at_most(first, second, 0)
        case Binary.GT:
            return _at_most(second, first, 1)
        case Binary.GE:
            return _at_most(second, first, 0)
        case Binary.EQ:
            low, high = max(first.low, second.low), min(first.high, second.high)
            if low > high:
                return [IMPOSSIBLE]
            a, facts = first.form(low, high)
            b, more = second.form(low, high)
            facts += more
            if a is not None and b is not None:
                return [*facts, a - b, b - a]
            form = a or b
            return facts if form is None else [*facts, form.plus(-low), (-form).plus(high)]
        case _:
            a, _ = first.form(first.low, first.high)
            b, _ = second.form(second.low, second.high)
            if a is None or b is None:
                return []
            difference = a - b
            low, high = difference.range(bounds)
            low, high = max(low, first.low - second.high), min(high, first.high - second.low)
            if low == high == 0:
                return [IMPOSSIBLE]
            return [difference.plus(-1)] if low == 0 else [(-difference).plus(-1)] if high == 0 else []


def _at_most(left: Side, right: Side, gap: int) -> list[Linear]:
    """left + gap <= right, of the two values."""
    high, low = min(left.high, right.high - gap), max(right.low, left.low + gap)
    if left.low > high or low > right.high:
        return [IMPOSSIBLE]
    a, facts = left.form(left.low, high)
    b, more = right.form(low, right.high)
    facts += more
    if a is not None and b is not None:
        return [*facts, (b - a).plus(-gap)]
    if a is not None:
        return [*facts, (-a).plus(high)]
    return facts if b is None else [*facts, b.plus(-low)]
