"""Types and constants spelled as C spells them: `int (*)[3]`, `unsigned char buf[16]`, `4294967295u`, `0.1f`.

For people only. Nothing reads this back, and a record is named, never written out.
"""

from __future__ import annotations

import math
import struct

from dovetail.program.types import (
    ArrayType,
    BoolType,
    FloatType,
    FunctionType,
    IntType,
    PointerType,
    RecordType,
    Type,
    VoidType,
)


def show_type(type_: Type, name: str = "") -> str:
    """The type's name, or, given a name, its declaration (without the semicolon)."""
    # A C declarator is read from the inside out, so it is written by wrapping what we have so far.
    declarator = name
    while True:
        match type_:
            case PointerType(pointee=pointee):
                declarator = f"*{declarator}"
                if isinstance(pointee, (ArrayType, FunctionType)):
                    declarator = f"({declarator})"
                type_ = pointee
            case ArrayType(element=element, count=count):
                declarator += f"[{'' if count is None else count}]"
                type_ = element
            case FunctionType(returns=returns, parameters=parameters, variadic=variadic):
                inside = [show_type(parameter) for parameter in parameters]
                if variadic:
                    inside.append("...")
                declarator += f"({', '.join(inside) or 'void'})"
                type_ = returns
            case VoidType() | BoolType() | IntType() | FloatType() | RecordType():
                return f"{type_} {declarator}" if declarator else str(type_)


def show_constant(type_: Type, bits: int) -> str:
    """The value that a bit pattern has in a type, as a C constant."""
    match type_:
        case BoolType():
            return "true" if bits else "false"
        case IntType():
            return _show_integer(type_, bits)
        case FloatType():
            return show_float(type_, bits)
        case PointerType():
            return f"({show_type(type_)}){bits:#x}" if bits else "NULL"
        case VoidType() | ArrayType() | FunctionType() | RecordType():
            return f"({show_type(type_)}){bits:#x}"


def _show_integer(type_: IntType, bits: int) -> str:
    """In decimal; with a suffix only where a reader (and a C compiler) would otherwise take the number for
    one of another sign or width."""
    number = type_.number(bits)
    if -(1 << 31) <= number < 1 << 31:
        return str(number)
    suffix = "" if type_.signed else "u"
    if type_.width > 32:
        suffix += "LL" if type_.signed else "ll"
    return f"{number}{suffix}"


def show_float(type_: FloatType, bits: int) -> str:
    """The shortest decimal that reads back as the same float."""
    value = float_value(type_, bits)
    if value is None:
        return f"({type_}){bits:#x}"
    suffix = "f" if type_.width == 32 else ""
    if math.isnan(value):
        return "NAN"
    if math.isinf(value):
        return "INFINITY" if value > 0 else "-INFINITY"
    if type_.width == 64:
        return repr(value)
    for digits in range(1, 10):
        text = f"{value:.{digits}g}"
        try:
            again = struct.unpack("<f", struct.pack("<f", float(text)))[0]
        except OverflowError:  # rounded up beyond the largest float: more digits are needed
            continue
        if again == value:
            return repr(float(text)) + suffix
    raise AssertionError("nine digits identify every binary32")


def float_value(type_: FloatType, bits: int) -> float | None:
    """The Python float of a bit pattern, or None for the widths that Python has no float of."""
    match type_.width:
        case 32:
            return float(struct.unpack("<f", bits.to_bytes(4, "little"))[0])
        case 64:
            return float(struct.unpack("<d", bits.to_bytes(8, "little"))[0])
        case _:
            return None
