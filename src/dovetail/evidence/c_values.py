"""Values as C text: literals of numbers, and initialisers of objects from the bytes that they are to hold."""

from __future__ import annotations

import math
from collections.abc import Mapping

from dovetail.frontend.errors import UnsupportedError
from dovetail.frontend.spelling import spelled
from dovetail.program.types import ArrayType, Field, FloatType, IntType, PointerType, RecordType, Target, Type
from dovetail.semantics import floats


class NoText(Exception):
    """It cannot be said in C as plainly as this."""


def type_text(type_: Type) -> str:
    """The type as one would write it."""
    if isinstance(type_, IntType) and type_.name:
        return type_.name
    try:
        return spelled(type_)
    except UnsupportedError as error:
        raise NoText(error.reason) from error


def literal(value: int | float, type_: IntType | FloatType) -> str:
    """A number as a constant of (at least) this type."""
    if isinstance(type_, FloatType):
        return _float(float(value))
    number = int(value)
    if type_.width > 64:
        whole = number & ((1 << 128) - 1)
        return f"((unsigned __int128){whole >> 64:#x}ULL << 64 | {whole & (1 << 64) - 1:#x}ULL)"
    if number == -(1 << 63):
        return "(-0x7fffffffffffffffLL - 1)"
    if number == -(1 << 31):
        return "(-2147483647 - 1)"
    if abs(number) >= 1 << 63:
        return f"{number}ULL"
    if abs(number) >= 1 << 31:
        return f"{number}u" if 0 < number < 1 << 32 and not type_.signed else f"{number}LL"
    return str(number)


def _float(value: float) -> str:
    if math.isnan(value):
        return '__builtin_nan("")'
    if math.isinf(value):
        return "-__builtin_inf()" if value < 0 else "__builtin_inf()"
    return repr(value)


def initialiser(type_: Type, data: bytes, given: Mapping[str, str], target: Target) -> str:
    """The text after `=`. Bytes that are missing are zero; `given` are the texts of parts that have other
    values, by their paths (`.next`, or empty for the whole)."""
    return _part(type_, data.ljust(target.size(type_), b"\0"), given, "", target)


def _part(type_: Type, data: bytes, given: Mapping[str, str], path: str, target: Target) -> str:
    if path in given:
        return given[path]
    match type_:
        case IntType():
            return literal(type_.number(_number(data, type_.width)), type_)
        case FloatType(width=32 | 64 as width):
            return _float(floats.from_bits(_number(data, width), width))
        case PointerType():
            address = int.from_bytes(data, "little")
            return f"(void *){address:#x}" if address else "0"
        case ArrayType(element=element, count=count):
            return _array(element, count or 0, data, target)
        case RecordType():
            return _record(type_, data, given, path, target)
        case _:
            raise NoText(f"a value of type {type_}")


def _number(data: bytes, width: int) -> int:
    return int.from_bytes(data, "little") & ((1 << width) - 1)


def _array(element: Type, count: int, data: bytes, target: Target) -> str:
    size = target.size(element)
    texts = [_part(element, data[at * size : (at + 1) * size], {}, "", target) for at in range(count)]
    while texts and texts[-1] in ("0", "0.0", "{0}"):
        texts.pop()
    return f"{{{', '.join(texts)}}}" if texts else "{0}"


def _record(record: RecordType, data: bytes, given: Mapping[str, str], path: str, target: Target) -> str:
    parts = []
    for member in record.fields:
        text = _member(member, data, given, path, target)
        if text not in ("0", "0.0", "{0}"):
            if not member.name:
                raise NoText("a member without a name")
            parts.append(f".{member.name} = {text}")
    if record.union and len(parts) > 1:
        # They lie on top of each other: one of them says it all, if it is as long as the whole.
        whole = [m for m in record.fields if m.bit_width is None and target.size(m.type) == record.size]
        parts = [f".{m.name} = {_member(m, data, given, path, target)}" for m in whole[:1]]
        if not parts:
            raise NoText("a union")
    return f"{{{', '.join(parts)}}}" if parts else "{0}"


def _member(member: Field, data: bytes, given: Mapping[str, str], path: str, target: Target) -> str:
    if member.bit_width is not None:
        bits = int.from_bytes(data, "little") >> member.bit_offset & ((1 << member.bit_width) - 1)
        if not isinstance(member.type, IntType):
            raise NoText("a bit-field of an unusual type")
        return literal(IntType(member.bit_width, member.type.signed).number(bits), member.type)
    if isinstance(member.type, ArrayType) and member.type.count is None:
        return "{0}"
    part = data[member.offset : member.offset + target.size(member.type)]
    return _part(member.type, part, given, f"{path}.{member.name}", target)
