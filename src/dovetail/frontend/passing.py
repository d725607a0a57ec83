"""Whether a callee finds an argument where its caller has put it: of the fixed ones, and of those of `...`.

The arguments of `...` are laid out one after another in an object of the caller's whose address is a hidden
last parameter; a `va_list` is a pointer into it. To ask `va_arg` for another type than was passed is
undefined, and what machines do then depends on the registers that either type travels in: so a word behind
each argument says of which kind it is, and `va_arg` looks at it.
"""

from __future__ import annotations

from zlib import crc32

from dovetail.frontend.errors import UnsupportedError
from dovetail.frontend.linkage import Memory, Place
from dovetail.frontend.syntax import Node, strip
from dovetail.frontend.vectors import Vectors
from dovetail.program.expressions import Binary, Const, Expr, conjunction, const
from dovetail.program.statements import Store, Unsupported
from dovetail.program.types import (
    CHAR,
    INT,
    UINT,
    VOID_POINTER,
    ArrayType,
    FloatType,
    IntType,
    PointerType,
    RecordType,
    Target,
    Type,
    VoidType,
    is_scalar,
)

_NO_NUMBER = 1 << 31
"""From here on are the kinds of what is neither an integer nor a pointer; of those the kind is the size."""


def passes_as(given: Type, wanted: Type, target: Target) -> bool:
    """Does a callee that expects one type find its argument, or a caller its result, where one of another
    type was put? Narrower is found in wider if both have one place; but who expects less than an int relies
    on what fills the rest of it. Everything else must be of the same kind."""
    if isinstance(wanted, VoidType):
        return True
    if isinstance(wanted, RecordType) or isinstance(given, RecordType):
        return _shape(given) == _shape(wanted)
    if isinstance(wanted, FloatType) or isinstance(given, FloatType):
        return given == wanted
    if isinstance(wanted, IntType) and wanted.width < INT.width:
        return given == wanted
    size, least = target.size(given), target.size(wanted)
    return size == least or least < size <= target.pointer_bits // 8


def _shape(type_: Type) -> object:
    """What the machine sees of a type: two files may mean the same by a record."""
    match type_:
        case RecordType():
            fields = [(one.offset, one.bit_offset, one.bit_width, _shape(one.type)) for one in type_.fields]
            return "record", type_.union, type_.size, type_.align, fields
        case ArrayType(element=element, count=count):
            return "array", count, _shape(element)
        case IntType(width=width):
            return "integer", width
        case PointerType():
            return "pointer"
        case _:
            return str(type_)


class Passing(Vectors):
    """Arguments of `...`, and what is refused where arguments do not fit."""

    def unless(self, fine: Expr, reason: str) -> None:
        """What comes next is modelled only if this holds."""
        go_on, bad = self.build.location(), self.build.location()
        self.build.branch(fine, go_on, bad)
        self.build.here = bad
        self.emit(Unsupported(reason))
        self.build.here = go_on

    def laid_out(self, extra: list[tuple[Expr, Type]]) -> Expr:
        """An object with the arguments of `...`, each at a multiple of the slot size, and its kind behind."""
        if not extra:
            return Const(VOID_POINTER, 0)
        offsets: list[int] = []
        size = 0
        for _, type_ in extra:
            offsets.append(size)
            size += self._slot(type_) + self._word_size
        area = self.new_object(ArrayType(CHAR, size), "...")
        for offset, (value, type_) in zip(offsets, extra, strict=True):
            address = self.byte_offset(area, offset, type_)
            if is_scalar(type_):
                self.emit(Store(address, value))
            else:
                self.copy(address, value, type_)
            told = self.byte_offset(area, offset + self._slot(type_), UINT)
            self.emit(Store(told, const(UINT, self._kind_passed(type_))))
        return area

    @property
    def _word_size(self) -> int:
        return self.target.pointer_bits // 8

    def _slot(self, type_: Type) -> int:
        return -(-self.types.size(type_) // self._word_size) * self._word_size

    def _kind_passed(self, type_: Type) -> int:
        if isinstance(type_, IntType | PointerType):
            return self.target.size(type_)
        return crc32(repr(_shape(type_)).encode()) | _NO_NUMBER

    def va_place(self, node: Node) -> Place:
        """Where a va_list keeps its pointer."""
        node = strip(node)
        while node.kind == "ImplicitCastExpr" and node.cast_kind in ("ArrayToPointerDecay", "NoOp"):
            node = strip(node.inner[0])
        type_ = self.type_of(node)
        if isinstance(type_, ArrayType):
            return Memory(self.decayed(node), VOID_POINTER)
        if isinstance(type_, PointerType) and isinstance(type_.pointee, RecordType):
            return Memory(self.value(node), VOID_POINTER)
        if node.kind == "ImplicitCastExpr" and node.cast_kind == "LValueToRValue":
            node = node.inner[0]
        return self.place(node)

    def variable_argument(self, node: Node) -> Place:
        type_ = self.type_of(node)
        if isinstance(type_, IntType) and type_.width < INT.width:
            raise UnsupportedError(f"va_arg of {type_}, which is passed as int")
        place = self.va_place(node.inner[0])
        pointer = self.keep(self.read(place))
        slot = self._slot(type_)
        told = self.keep(self.read(Memory(self.byte_offset(pointer, slot, UINT), UINT)))
        self.unless(self._passed_here(told, type_), f"va_arg of {type_}, where another type was passed")
        self.write(place, self.byte_offset(pointer, slot + self._word_size, type_))
        return Memory(pointer, type_)

    def _passed_here(self, told: Expr, wanted: Type) -> Expr:
        """Is the argument of this type, as `passes_as` has it?"""
        kind = self._kind_passed(wanted)
        if kind >= self._word_size:
            return self.binary(Binary.EQ, told, const(UINT, kind))
        least, most = const(UINT, kind), const(UINT, self._word_size)
        return conjunction((self.binary(Binary.LE, least, told), self.binary(Binary.LE, told, most)))
