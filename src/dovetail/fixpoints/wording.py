"""Abstract values in words: as the listings of Abstract testing have them (section II), and as conditions in
C."""

from __future__ import annotations

from dovetail.domains.float_intervals import FloatRange
from dovetail.domains.numbers import Number
from dovetail.domains.pointers import Pointer, Target
from dovetail.domains.states import Given
from dovetail.domains.truth import Truth
from dovetail.domains.values import Opaque, Value
from dovetail.frontend.entry import is_made_up
from dovetail.program.types import IntType, Type


def listed(value: Value, type_: Type, given: Given = Given.YES) -> str:
    """`[0, 10]`, `[0, +oo]?`, `_0_`: +oo and -oo are the greatest and the smallest value of the type; the
    question mark says that it may not have been given a value."""
    if given is Given.NO:
        return "_0_"
    return _listed(value, type_) + ("?" if given is Given.PERHAPS else "")


def _listed(value: Value, type_: Type) -> str:
    match value, type_:
        case Number(), IntType():
            low, high = _bounds(value, type_)
            if low == high:
                return f"[{low}, {high}]"
            shown_low = "-oo" if low == type_.minimum and type_.signed else str(low)
            shown_high = "+oo" if high == type_.maximum else str(high)
            text = f"[{shown_low}, {shown_high}]"
            if value.modulus > 1:
                text += f" = {value.residue % value.modulus} mod {value.modulus}"
            return text
        case FloatRange(), _:
            return " or ".join([f"[{value.lo}, {value.hi}]"] * value.ordered + ["NaN"] * value.nan)
        case Pointer(), _:
            return _pointer(value)
        case Truth(), _:
            return {Truth.YES: "true", Truth.NO: "false", Truth.EITHER: "true or false"}[value]
        case Opaque(), _:
            return "?"
        case _:
            return str(value)


def _bounds(value: Number, type_: IntType) -> tuple[int, int]:
    return (value.smin, value.smax) if type_.signed else (value.umin, value.umax)


def _pointer(value: Pointer) -> str:
    if value.anything:
        return "any pointer"
    parts = []
    for target, offset in sorted(value.targets.items(), key=lambda item: item[0]):
        name = _target(target)
        if offset.constant == 0:
            parts.append(name)
        elif offset.constant is not None:
            parts.append(f"{name} + {offset.constant}")
        else:
            parts.append(f"{name} + [{offset.umin}, {offset.umax}]")
    if value.addresses is not None:
        zero = value.addresses.constant == 0
        parts.append("NULL" if zero else f"address [{value.addresses.umin:#x}, {value.addresses.umax:#x}]")
    return " or ".join(dict.fromkeys(parts))


def _target(target: Target) -> str:
    if not target.site:
        return f"&{target.name.rpartition('.')[2] if is_made_up(target.name) else target.name}"
    name = target.name.split(" of ")[0]
    return f"an older {name}" if target.old else f"&{name}"


def in_c(value: Value, type_: Type, name: str) -> str:
    """A condition on what is called `name`; empty if there is nothing to say, or no way to say it in C."""
    match value, type_:
        case Number(), IntType():
            low, high = _bounds(value, type_)
            if low == high:
                return f"{name} == {low}"
            parts = []
            if low > type_.minimum:
                parts.append(f"{name} >= {low}")
            if high < type_.maximum:
                parts.append(f"{name} <= {high}")
            parts.append(_congruent(value, type_, name))
            return " && ".join(part for part in parts if part)
        case Pointer(), _:
            if value.null_only:
                return f"{name} == 0"
            known = not value.anything and value.addresses is None and value.targets
            return f"{name} != 0" if known else ""
        case FloatRange(), _:
            return _float(value, name)
        case _:
            return ""


def _congruent(value: Number, type_: IntType, name: str) -> str:
    """The congruence is one of the signed number, and C's remainder of a negative one is not positive."""
    modulus, residue = value.modulus, value.residue % value.modulus
    if modulus == 1:
        return ""
    if type_.signed and value.smin < 0 and residue:
        if 2 * modulus > type_.maximum:
            return ""  # the sum below would not fit
        return f"({name} % {modulus} + {modulus}) % {modulus} == {residue}"
    if not type_.signed and value.umax > value.smax and modulus & (modulus - 1):
        return ""
    return f"{name} % {modulus} == {residue}"


def _float(value: FloatRange, name: str) -> str:
    """NaN is neither below nor above anything."""
    if not value.ordered:
        return f"{name} != {name}"
    least, greatest = value.lo > float("-inf"), value.hi < float("inf")
    if value.nan:
        outside = [f"{name} < {value.lo!r}"] * least + [f"{name} > {value.hi!r}"] * greatest
        return f"!({' || '.join(outside)})" if outside else ""
    inside = [f"{name} >= {value.lo!r}"] * least + [f"{name} <= {value.hi!r}"] * greatest
    return " && ".join(inside) or f"{name} == {name}"
