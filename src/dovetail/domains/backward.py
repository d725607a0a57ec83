"""Local iterations: refining operands by what is known of a result (Abstract testing, Sec. VIII-C).

`refine` has one entry for every primitive of `semantics.algebra.Algebra` on scalars, by its name. It gives
the operands back, each as it was or smaller, so that every choice of values of the old operands that leads to
the result is still one of the new ones; None if there is none, as far as can be seen. What has no inverse
here refines nothing.

Who iterates, over which expression, is not known here; a result should be what the forward operation gives,
met with what is known of it.
"""

from __future__ import annotations

from collections.abc import Callable

from dovetail.domains import backward_floats as of_floats
from dovetail.domains import backward_numbers as of_numbers
from dovetail.domains.numbers import Number
from dovetail.domains.scalars import S, Scalar, Scalars
from dovetail.domains.truth import Truth

Refined = tuple[Scalar, ...] | None
Inverse = Callable[..., Refined]
"""Takes the result, then the operands."""

_scalars = Scalars()


def refine(
    name: str, result: Scalar, operands: tuple[Scalar, ...], width: int, to: int | None = None
) -> Refined:
    """The operands of the operation `name`, refined. `width` and `to` are the operation's; values know their
    own widths, so that they are only there to make a call look like the one that it inverts."""
    inverse = _INVERSES.get(name)
    return operands if inverse is None else inverse(result, *operands)


def _of_binary(name: str, inverse: Callable[[Number, Number, Number], of_numbers.Operands]) -> Inverse:
    forward = getattr(_scalars, name)

    def refined(result: Number, left: Number, right: Number) -> Refined:
        if left.constant is not None and right.constant is not None:
            value: Number = forward(left, right, left.interval.width)
            return (left, right) if value.leq(result) else None
        return inverse(result, left, right)

    return refined


def _of_unary(inverse: Callable[..., Scalar | None]) -> Inverse:
    def refined(result: Scalar, operand: Scalar) -> Refined:
        new = inverse(result, operand)
        return None if new is None else (new,)

    return refined


def _of_comparison(inverse: Callable[[bool, S, S], tuple[S, S] | None]) -> Inverse:
    def refined(result: Truth, left: S, right: S) -> Refined:
        return (left, right) if result is Truth.EITHER else inverse(result is Truth.YES, left, right)

    return refined


def _negation(result: Truth, operand: Truth) -> Refined:
    new = operand.meet(result.opposite)
    return None if new is None else (new,)


def _connective(unit: Truth) -> Inverse:
    """Of `and` the unit is true, of `or` it is false. If the result is the unit, both operands are; if it is
    not, and one operand is the unit, the other one is not."""

    def refined(result: Truth, left: Truth, right: Truth) -> Refined:
        first: Truth | None = left
        second: Truth | None = right
        if result is unit:
            first, second = left.meet(unit), right.meet(unit)
        elif result is unit.opposite:
            if left is unit:
                second = right.meet(result)
            elif right is unit:
                first = left.meet(result)
        return None if first is None or second is None else (first, second)

    return refined


def _choose(result: S, condition: Truth, then: S, otherwise: S) -> Refined:
    """A value that is not chosen may be anything: only the one that must have been is refined."""
    first, second = then.meet(result), otherwise.meet(result)
    known = condition
    if first is None:
        if second is None or condition is Truth.YES:
            return None
        known = Truth.NO
    elif second is None:
        if condition is Truth.NO:
            return None
        known = Truth.YES
    if known is Truth.YES and first is not None:
        return known, first, otherwise
    if known is Truth.NO and second is not None:
        return known, then, second
    return known, then, otherwise


_INVERSES: dict[str, Inverse] = {
    "negation": _negation,
    "conjunction": _connective(Truth.YES),
    "disjunction": _connective(Truth.NO),
    "choose": _choose,
    "add": _of_binary("add", of_numbers.add),
    "sub": _of_binary("sub", of_numbers.sub),
    "mul": _of_binary("mul", of_numbers.mul),
    "neg": _of_unary(of_numbers.neg),
    "udiv": _of_binary("udiv", of_numbers.udiv),
    "sdiv": _of_binary("sdiv", of_numbers.sdiv),
    "urem": _of_binary("urem", of_numbers.urem),
    "srem": _of_binary("srem", of_numbers.srem),
    "bitand": _of_binary("bitand", of_numbers.bitand),
    "bitor": _of_binary("bitor", of_numbers.bitor),
    "bitxor": _of_binary("bitxor", of_numbers.bitxor),
    "complement": _of_unary(of_numbers.complement),
    "shl": _of_binary("shl", of_numbers.shl),
    "lshr": _of_binary("lshr", of_numbers.lshr),
    "ashr": _of_binary("ashr", of_numbers.ashr),
    "eq": _of_comparison(of_numbers.eq),
    "ult": _of_comparison(of_numbers.ult),
    "ule": _of_comparison(of_numbers.ule),
    "slt": _of_comparison(of_numbers.slt),
    "sle": _of_comparison(of_numbers.sle),
    "zero_extend": _of_unary(of_numbers.zero_extend),
    "sign_extend": _of_unary(of_numbers.sign_extend),
    "truncate": _of_unary(of_numbers.truncate),
    "fneg": _of_unary(of_floats.fneg),
    "feq": _of_comparison(of_floats.feq),
    "flt": _of_comparison(of_floats.flt),
    "fle": _of_comparison(of_floats.fle),
    "signed_to_float": _of_unary(of_floats.signed_to_float),
    "unsigned_to_float": _of_unary(of_floats.unsigned_to_float),
    "float_to_signed": _of_unary(of_floats.float_to_signed),
    "float_to_float": _of_unary(of_floats.float_to_float),
    "float_from_bits": _of_unary(of_floats.float_from_bits),
    "float_to_bits": _of_unary(of_floats.float_to_bits),
}
