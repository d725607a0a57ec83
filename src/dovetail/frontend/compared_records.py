"""Records that are compared whole: no C, and CBMC has it in its harnesses. `a == b` means that all members
are equal.

In the text a call stands for it, which asks for each member; natively it compares bytes. So that both mean
the same, it is done for records that consist of integers and pointers alone, without a gap between them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from dovetail.frontend.clang import STANDARDS, Complaint, complaints
from dovetail.frontend.errors import UnsupportedError
from dovetail.frontend.flags import Flags
from dovetail.frontend.source import Source
from dovetail.program.expressions import Binary, BinaryOp, Const, Expr, Load, PointerAdd, conjunction
from dovetail.program.types import (
    ArrayType,
    DataModel,
    IntType,
    PointerType,
    RecordType,
    Type,
)
from dovetail.semantics.memory import size_of

SAME_RECORD = "__dovetail_same_record"
_DECLARED = f"int {SAME_RECORD}(const volatile void *, const volatile void *, __typeof__(sizeof 0));"
_REFUSED = re.compile(r"invalid operands to binary expression \('(?:const |volatile )*struct [^']*'")
MOST = 64
"""Members that are asked for one by one."""


def with_compared_records(source: Source, model: DataModel, given: Flags) -> Source | None:
    """The text with calls in their place; None if there is something else wrong with it, or it has none of
    CBMC's words: to other compilers it would be an error."""
    if b"__CPROVER_" not in source.text:
        return None
    plain = re.sub(rb"^#[^\n]*", b"", source.text, flags=re.MULTILINE)
    standard = STANDARDS[0] if given.standard is None else given.standard
    found = complaints(plain, model, standard, given)
    if not found or not all(_REFUSED.match(one.text) and len(one.ranges) == 2 for one in found):
        return None
    text = source.text
    edits = sorted({edit for one in found for edit in _edits(source, one)}, reverse=True)
    for at, length, put in edits:
        text = text[:at] + put + text[at + length :]
    return Source(source.name, _DECLARED.encode() + b"\n" + text, source.library)


def _edits(source: Source, complaint: Complaint) -> Iterator[tuple[int, int, bytes]]:
    """Where, how many bytes are taken out there, and what is put there."""
    places = [source.offset(line - 1, column - 1) for range_ in complaint.ranges for line, column in range_]
    at = source.offset(complaint.line - 1, complaint.column - 1)
    if at is None or None in places:
        return
    left, behind_left, right, end = (place for place in places if place is not None)
    operator = source.text[at : at + 2]
    if operator not in (b"==", b"!="):
        return
    one = source.text[left:behind_left]
    yield left, 0, (b"(" if operator == b"==" else b"(!") + SAME_RECORD.encode() + b"(&("
    yield behind_left, right - behind_left, b"), &("
    yield end, 0, b"), sizeof(" + one + b")))"


def members(type_: Type, pointer_bits: int) -> list[tuple[int, Type]]:
    """The scalars that a record consists of, each with its offset. Raises UnsupportedError if that is not all
    of it."""
    found = list(_members(type_, 0, pointer_bits))
    covered = sum(size_of(one, pointer_bits) for _, one in found)
    if not isinstance(type_, RecordType) or covered != type_.size or len(found) > MOST:
        raise UnsupportedError(f"{type_} compared with another: it does not consist of a few members alone")
    return found


def _members(type_: Type, offset: int, pointer_bits: int) -> Iterator[tuple[int, Type]]:
    match type_:
        case RecordType(union=False, fields=fields) if all(one.bit_width is None for one in fields):
            for one in fields:
                yield from _members(one.type, offset + one.offset, pointer_bits)
        case ArrayType(element=element, count=int() as count):
            first = list(_members(element, 0, pointer_bits))
            step = sum(size_of(one, pointer_bits) for _, one in first)
            if count * len(first) > MOST:
                raise UnsupportedError("large arrays that are compared whole are not modelled")
            yield from ((offset + i * step + at, one) for i in range(count) for at, one in first)
        case IntType(width=width) if width == 8 * size_of(type_, pointer_bits):
            yield offset, type_
        case PointerType():
            yield offset, type_
        case _:
            raise UnsupportedError(f"a {type_} that is compared with others of a record is not modelled")


def all_equal(left: Expr, right: Expr, parts: Sequence[tuple[int, Type]], intptr: IntType) -> Expr:
    """That two records have the same members."""

    def at(pointer: Expr, offset: int, type_: Type) -> Load:
        return Load(PointerAdd(pointer, Const(intptr, offset), pointer.type), type_)

    return conjunction(
        BinaryOp(Binary.EQ, at(left, offset, type_), at(right, offset, type_)) for offset, type_ in parts
    )
