"""Reading and writing places: variables, memory, bit-fields, whole objects."""

from __future__ import annotations

from dovetail.frontend.errors import UnsupportedError
from dovetail.frontend.linkage import Bits, Memory, Place, Register
from dovetail.frontend.lowering import Lowering, is_c_bool, require_modelled
from dovetail.program.expressions import Binary, BinaryOp, Cast, Expr, Load, Variable, const
from dovetail.program.statements import Assign, Copy, Store
from dovetail.program.types import C_BOOL, INT, ArrayType, Field, IntType, RecordType, Type, is_scalar
from dovetail.semantics.folding import folded

ODD_BOOL = (
    "a _Bool is read by its last bit, as clang does: a byte that is neither 0 nor 1, which only another type"
    " or uninitialised memory can have put there, is no value of it"
)


class Storage(Lowering):
    """A value written has been converted to the place's type already."""

    def place_type(self, place: Place) -> Type:
        return place.field.type if isinstance(place, Bits) else place.type

    def read(self, place: Place) -> Expr:
        match place:
            case Register(variable=variable):
                require_modelled(variable.type)
                return variable
            case Memory(address=address, type=type_):
                require_modelled(type_)
                if not is_scalar(type_):
                    raise UnsupportedError(f"a value of type {type_} is not modelled")
                self.check_access(address, self.size_of(type_))
                if is_c_bool(type_):
                    return self._bool(address)
                return Load(address, type_)
            case Bits(field=field):
                unit, shift = self.bit_unit(place)
                self.check_access(unit.address, self.size_of(unit.type))
                assert field.bit_width is not None and isinstance(field.type, IntType)
                self.say_wide(place)
                raw: Expr = Load(unit.address, unit.type)
                if shift:
                    raw = BinaryOp(Binary.SHR, raw, const(INT, shift))
                narrow = folded(Cast(IntType(field.bit_width, field.type.signed), raw))
                return folded(Cast(field.type, narrow))

    def say_wide(self, place: Place) -> None:
        """A bit-field wider than int has, for gcc, a type of its own width."""
        if isinstance(place, Bits) and isinstance(place.field.type, IntType):
            field = place.field
            if INT.width < (field.bit_width or 0) < place.field.type.width:
                text = f"'{field.name}', a bit-field wider than int, has its declared type in arithmetic"
                self.linkage.assumption(self.build.position, text, once=True)

    def say_unpromoted(self, field: Field | None) -> None:
        """The value of a bit-field, and the bit-field no more: for gcc it is still as narrow, and an int in
        arithmetic."""
        if field is None or not isinstance(field.type, IntType) or field.bit_width is None:
            return
        narrow = field.bit_width <= INT.width and field.bit_width < field.type.width
        if narrow and field.type.width >= INT.width and field.type != INT:
            text = f"the value of the bit-field '{field.name}' has its declared type, as clang has it"
            self.linkage.assumption(self.build.position, text, once=True)

    def _bool(self, address: Expr) -> Expr:
        """Of a byte that is neither 0 nor 1 clang sees the last bit."""
        if not self.unit.library:
            self.linkage.assumption(self.build.position, ODD_BOOL, once=True)
        return BinaryOp(Binary.BITAND, Load(address, C_BOOL), const(C_BOOL, 1))

    def write(self, place: Place, value: Expr) -> None:
        match place:
            case Register(variable=variable):
                fresh = isinstance(value, Variable) and value in self.temporaries
                if not (fresh and isinstance(value, Variable) and self.build.retarget(value, variable)):
                    self.emit(Assign(variable, value))
            case Memory(address=address, type=type_):
                self.check_access(address, self.size_of(type_), writing=True)
                self.emit(Store(address, value))
            case Bits(field=field):
                unit, shift = self.bit_unit(place)
                self.check_access(unit.address, self.size_of(unit.type), writing=True)
                assert field.bit_width is not None and isinstance(unit.type, IntType)
                mask = (1 << field.bit_width) - 1
                old = Load(unit.address, unit.type)
                rest = BinaryOp(Binary.BITAND, old, const(unit.type, ~(mask << shift)))
                part = self.binary(Binary.BITAND, folded(Cast(unit.type, value)), const(unit.type, mask))
                if shift:
                    part = self.binary(Binary.SHL, part, const(INT, shift))
                self.emit(Store(unit.address, BinaryOp(Binary.BITOR, rest, part)))

    def narrowed(self, place: Place, value: Expr) -> Expr:
        """What reading the place gives after this value was written."""
        if isinstance(place, Bits) and isinstance(place.field.type, IntType):
            assert place.field.bit_width is not None
            narrow = folded(Cast(IntType(place.field.bit_width, place.field.type.signed), value))
            return folded(Cast(place.field.type, narrow))
        return value

    def bit_unit(self, place: Bits) -> tuple[Memory, int]:
        """The integer in memory that holds a bit-field, and the field's first bit in it.

        The aligned unit of the declared type where the field fits into one, so that neighbours share a
        cell; else the bytes that it touches."""
        field = place.field
        assert field.bit_width is not None
        unit = self.target.size(field.type)
        first = field.bit_offset // (unit * 8) * unit
        if field.bit_offset + field.bit_width > (first + unit) * 8 or first + unit > place.record.size:
            first = field.bit_offset // 8
            unit = (field.bit_offset + field.bit_width + 7) // 8 - first
        type_ = IntType(unit * 8, False)
        return Memory(self.byte_offset(place.address, first, type_), type_), field.bit_offset - first * 8

    def copy(self, to: Expr, source: Expr, type_: Type) -> None:
        if to is source:
            return
        if not self.unit.library and _ends_open(type_):
            text = "of a record that ends with an array of any length only its size is copied, as clang does"
            self.linkage.assumption(self.build.position, text, once=True)
        size = self.size_of(type_)
        self.check_access(source, size)
        self.check_access(to, size, writing=True)
        self.emit(Copy(to, source, size, type_))


def _ends_open(type_: Type) -> bool:
    while isinstance(type_, RecordType) and type_.complete and type_.fields:
        type_ = type_.fields[-1].type
    return isinstance(type_, ArrayType) and type_.count is None
