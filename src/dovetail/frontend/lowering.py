"""The state of lowering one function, and the smallest steps: positions, temporaries, checks, conversions.

`storage`, `places`, `conditions`, `expressions`, `calls`, `builtins`, `intrinsics`, `initialisers`,
`declarations`, `statements` and `functions` build on this class, each adding one part of C. Nothing here
looks at the syntax tree, except to say where it stands.
"""

from __future__ import annotations

import math

from dovetail.frontend.builder import Builder
from dovetail.frontend.effects import Effects
from dovetail.frontend.entry import is_made_up
from dovetail.frontend.errors import OpenConstantError, UnsupportedError
from dovetail.frontend.linkage import Linkage, Properties, Signature
from dovetail.frontend.spelling import OUTSIDE_FILE
from dovetail.frontend.syntax import DeclRef, Node
from dovetail.frontend.typenames import VariableArrayType
from dovetail.frontend.units import TranslationUnit
from dovetail.program.expressions import (
    TRUE,
    Address,
    Binary,
    BinaryOp,
    Cast,
    Conditional,
    Const,
    Expr,
    PointerAdd,
    Unary,
    UnaryOp,
    Valid,
    Variable,
    Writable,
    conjunction,
    const,
    disjunction,
)
from dovetail.program.position import NOWHERE, Position
from dovetail.program.statements import Assign, Assume, Call, Check, CheckInfo, Statement, Unsupported, Why
from dovetail.program.types import (
    DOUBLE,
    INT,
    VOID_POINTER,
    ArrayType,
    BoolType,
    FloatType,
    IntType,
    PointerType,
    RecordType,
    Type,
)
from dovetail.semantics.floats import from_bits
from dovetail.semantics.folding import folded


def is_c_bool(type_: Type) -> bool:
    return isinstance(type_, IntType) and type_.name == "_Bool"


def require_modelled(type_: Type) -> None:
    """Values of some types cannot be computed with."""
    if isinstance(type_, FloatType) and type_.width not in (32, 64):
        raise UnsupportedError(f"arithmetic in {type_} is not modelled")


def zero_of(type_: Type) -> Const:
    return Const(VOID_POINTER, 0) if isinstance(type_, PointerType) else Const(type_, 0)


_ROUNDED = {Binary.ADD: "add", Binary.SUB: "sub", Binary.MUL: "mul", Binary.DIV: "div"}


class Lowering:
    """`build` is the automaton under construction."""

    def __init__(self, unit: TranslationUnit, linkage: Linkage, builder: Builder) -> None:
        self.unit = unit
        self.types = unit.types
        self.linkage = linkage
        self.target = linkage.target
        self.build = builder
        self.object_sizes: dict[Expr, int] = {}
        """The sizes of local objects, by the variable that holds their address."""
        self.constant_objects: set[Expr] = set()
        """Of these, what nothing but an initialiser may write."""
        self.initialised: Expr | None = None
        """What the initialiser is for that is being lowered."""
        self.temporaries: set[Expr] = set()
        self.in_constant = False
        """Is it lowered what C wants to be a constant? Nothing can be done there when the program runs."""
        self.exact = False
        """Are integers those of mathematics? So they are in clauses of ACSL (`exact_terms`)."""
        # Making up arguments for a function is not the user's code: nothing is checked in it.
        self.properties = (
            linkage.properties if not is_made_up(builder.name) else Properties(reachability=False)
        )
        vectors = b"vector" in unit.source.text
        self._effects = Effects(self.properties, unit.bad_shifts, self._is_vector if vectors else None)

    # -- positions

    def at(self, node: Node) -> Position:
        """Make this node's place the one of the next statements."""
        position = self.unit.source.position(node.offset)
        if position is not NOWHERE:
            self.build.position = position
        return self.build.position

    def emit(self, statement: Statement) -> None:
        self.build.emit(statement)

    def has_effects(self, node: Node) -> bool:
        """Does lowering this expression emit statements (calls, assignments, checks, guards)?"""
        return self._effects.of(node)

    def _is_vector(self, node: Node) -> bool:
        try:
            type_ = self.type_of(node)
        except UnsupportedError:
            return False  # said where it is used
        return isinstance(type_, RecordType) and type_ in self.types.vectors

    # -- types

    def type_of(self, node: Node) -> Type:
        return self.types.of(node.type)

    def size_of(self, type_: Type) -> Expr:
        """The size in bytes as a size_t; an expression where the type has a variable length."""
        if isinstance(type_, ArrayType):
            if isinstance(type_, VariableArrayType):
                assert type_.length is not None
                element = self.size_of(type_.element)
                return self.binary(Binary.MUL, self.convert(type_.length, self.target.size_t), element)
            if type_.count is not None:
                element = self.size_of(type_.element)
                if not isinstance(element, Const):
                    return self.binary(Binary.MUL, const(self.target.size_t, type_.count), element)
        return const(self.target.size_t, self.types.size(type_))

    # -- pure expressions

    def binary(self, op: Binary, left: Expr, right: Expr) -> Expr:
        return folded(BinaryOp(op, left, right))

    def convert(self, value: Expr, type_: Type) -> Expr:
        """C's conversion of a scalar to another scalar type."""
        source = value.type
        if is_c_bool(type_):
            return self.from_condition(self.truth(value), type_)
        if isinstance(source, BoolType):
            return self.from_condition(value, type_)
        if isinstance(source, PointerType) and isinstance(type_, PointerType):
            return value
        if source == type_:
            return value
        require_modelled(source)
        require_modelled(type_)
        if isinstance(type_, PointerType):
            if isinstance(value, Const) and value.value == 0:
                return Const(VOID_POINTER, 0)
            # As the compiler does: first to an integer as wide as a pointer.
            signed = isinstance(source, IntType) and source.signed
            return self._round_trip(self.convert(value, IntType(self.target.pointer_bits, signed)), type_)
        if isinstance(source, PointerType):
            return self.convert(folded(Cast(self.target.size_t, value)), type_)
        result = folded(Cast(type_, value))
        if isinstance(type_, FloatType) and self._rounds(source, type_):
            return self._rounded_conversion(value, result, type_)
        if isinstance(source, FloatType) and isinstance(type_, IntType) and not self.unit.library:
            self._whole_number(value, type_)
        return result

    def _whole_number(self, value: Expr, type_: IntType) -> None:
        """A float becomes an integer. What becomes of one that does not fit C leaves open, and a compiler
        that sees a constant does not ask the machine."""
        if not isinstance(value, Const):
            text = "a float that does not fit an integer type is taken to become what the machine gives"
            self.linkage.assumption(self.build.position, text, once=True)
            return
        assert isinstance(value.type, FloatType)
        number = from_bits(value.value, value.type.width)
        if math.isfinite(number) and type_.minimum <= math.trunc(number) <= type_.maximum:
            return
        reason = f"{number:g} as {type_}, which it does not fit: what it gives is up to the compiler"
        if self.in_constant:
            raise OpenConstantError(reason)
        self.emit(Unsupported(reason))
        self.build.end()

    # -- operations that round, in a program that sets how

    def _mode_counts(self) -> bool:
        """Library models are for rounding to nearest, and so is what a compiler computes."""
        return self.linkage.sets_rounding and not self.unit.library and not self.in_constant

    def _rounds(self, source: Type, type_: FloatType) -> bool:
        if not self._mode_counts():
            return False
        if isinstance(source, FloatType):
            return source.width > type_.width
        digits = 24 if type_.width == 32 else 53
        return isinstance(source, IntType) and source.width - source.signed > digits

    def _rounded_conversion(self, value: Expr, nearest: Expr, type_: FloatType) -> Expr:
        source = value.type
        if isinstance(nearest, Const):
            if folded(Cast(source, nearest)) != value:
                self.to_nearest_only()
            return nearest
        if isinstance(source, IntType) and source.width <= 32:
            value = folded(Cast(DOUBLE, value))
        if type_.width == 64 or not isinstance(value.type, FloatType):
            self.to_nearest_only()
            return nearest
        return self._model_of_rounding("float", value)

    def float_operation(self, op: Binary, left: Expr, right: Expr) -> Expr:
        """One of + - * / on floats of one type."""
        nearest = self.binary(op, left, right)
        name = _ROUNDED.get(op)
        if name is None or not self._mode_counts():
            return nearest
        if isinstance(nearest, Const):
            self.to_nearest_only()
            return nearest
        assert isinstance(left.type, FloatType)
        return self._model_of_rounding(name + "f" * (left.type.width == 32), left, right)

    def to_nearest_only(self) -> None:
        self.emit(Call(None, self._rounding_model("to_nearest_only").symbol, ()))

    def _model_of_rounding(self, name: str, *arguments: Expr) -> Expr:
        signature = self._rounding_model(name)
        text = "floats are rounded as the mode is when they are computed (compilers: -frounding-math)"
        self.linkage.assumption(self.build.position, text, once=True)
        result = self.temporary(signature.returns)
        self.emit(Call(result, signature.symbol, arguments))
        return result

    def _rounding_model(self, name: str) -> Signature:
        signature = self.linkage.signature(
            self.unit, DeclRef("", "FunctionDecl", f"__dovetail_rounded_{name}")
        )
        assert isinstance(signature, Signature)
        return signature

    def _round_trip(self, value: Expr, type_: PointerType) -> Expr:
        """An integer made a pointer; where it came from a pointer, that pointer again."""
        value = self._same_bits(value)
        if isinstance(value, Cast) and isinstance(value.operand.type, PointerType):
            return value.operand
        if isinstance(value, BinaryOp) and value.op in (Binary.ADD, Binary.SUB):
            base = self._same_bits(value.left)
            if isinstance(base, Cast) and isinstance(base.operand.type, PointerType):
                offset = self.convert(value.right, self.target.intptr)
                if value.op is Binary.SUB:
                    offset = folded(UnaryOp(Unary.NEGATE, offset))
                return self.pointer_add(base.operand, offset, type_)
        if isinstance(value, BinaryOp) and value.op is Binary.BITAND and not self.in_constant:
            for one, mask in ((value.left, value.right), (value.right, value.left)):
                base = self._same_bits(one)
                if isinstance(base, Cast) and isinstance(base.operand.type, PointerType):
                    if not isinstance(mask, Const) and not self.linkage.conventions.svcomp:
                        return self._masked(base.operand, mask)
        if not self.unit.library:
            self.linkage.numbers_as_pointers = True
        if not isinstance(value, Const):
            self.linkage.assumption(
                self.build.position,
                "an integer is turned into a pointer: taken as an address in Dovetail's layout, and of "
                "no object that it was not computed from",
                is_bound=not self.linkage.conventions.svcomp,
            )
        return Cast(type_, value)

    def _masked(self, pointer: Expr, mask: Expr) -> Expr:
        """All bits of a pointer, or none of them, as who does not want to branch chooses between it and null.
        Of a part of its bits nobody knows where it leads."""
        assert isinstance(mask.type, IntType)
        none = BinaryOp(Binary.EQ, mask, Const(mask.type, 0))
        every = BinaryOp(Binary.EQ, mask, Const(mask.type, (1 << mask.type.width) - 1))
        known, open_ = self.build.location(), self.build.location()
        self.build.branch(disjunction([none, every]), known, open_)
        self.build.label(open_)
        self.emit(Unsupported("some of the bits of a pointer are taken for a pointer"))
        self.build.end()
        self.build.label(known)
        return Conditional(every, pointer, Const(VOID_POINTER, 0))

    def _same_bits(self, value: Expr) -> Expr:
        """Without the conversions between integers as wide as a pointer."""
        while (
            isinstance(value, Cast)
            and isinstance(value.operand.type, IntType)
            and value.operand.type.width == self.target.pointer_bits
        ):
            value = value.operand
        return value

    def from_condition(self, condition: Expr, type_: Type) -> Expr:
        """The C value of a condition: 0 or 1."""
        require_modelled(type_)
        if isinstance(condition, Const) and isinstance(type_, IntType):
            return Const(type_, condition.value)
        if isinstance(type_, PointerType):
            return Cast(type_, Cast(self.target.size_t, condition))
        if isinstance(type_, FloatType):
            return folded(Cast(type_, folded(Cast(INT, condition))))
        return Cast(type_, condition)

    def truth(self, value: Expr) -> Expr:
        """The condition that a scalar is not zero."""
        if isinstance(value.type, BoolType):
            return value
        inner = value
        while isinstance(inner, Cast) and isinstance(inner.type, IntType):
            if isinstance(inner.operand.type, BoolType):
                return inner.operand
            operand = inner.operand.type
            if not (isinstance(operand, IntType) and operand.width <= inner.type.width):
                break
            inner = inner.operand
        if isinstance(inner.type, PointerType):
            if isinstance(inner, Address):
                return TRUE
            return BinaryOp(Binary.NE, inner, Const(VOID_POINTER, 0))
        require_modelled(inner.type)
        return self.binary(Binary.NE, inner, Const(inner.type, 0))

    def pointer_add(self, pointer: Expr, offset: Expr, type_: Type) -> Expr:
        """Move by bytes; nested moves by constants are merged, a move by nothing keeps the pointer."""
        if (
            isinstance(pointer, PointerAdd)
            and isinstance(pointer.offset, Const)
            and isinstance(offset, Const)
        ):
            offset = self.binary(Binary.ADD, pointer.offset, offset)
            pointer = pointer.pointer
        if isinstance(offset, Const) and offset.value == 0:
            return pointer
        return PointerAdd(pointer, offset, type_)

    def byte_offset(self, pointer: Expr, offset: int, type_: Type) -> Expr:
        return self.pointer_add(pointer, const(self.target.intptr, offset), PointerType(type_))

    # -- temporaries

    def temporary(self, type_: Type) -> Variable:
        made = self.build.variable(type_)
        self.temporaries.add(made)
        return made

    def keep(self, value: Expr) -> Expr:
        """The value as it is now, whatever is assigned later."""
        if isinstance(value, (Const, Address)):
            return value
        if isinstance(value, Variable) and value in self.temporaries:
            return value  # assigned once in a full expression
        type_ = INT if isinstance(value.type, BoolType) else value.type
        made = self.temporary(type_)
        self.emit(Assign(made, Cast(INT, value) if isinstance(value.type, BoolType) else value))
        return BinaryOp(Binary.NE, made, Const(INT, 0)) if isinstance(value.type, BoolType) else made

    # -- checks

    def check(self, condition: Expr, kind: str, description: str) -> CheckInfo | None:
        if condition is TRUE or self.build.position.file == OUTSIDE_FILE:
            return None  # what `outside` accesses is there
        info = self.linkage.new_check(kind, self.build.position, self.build.name, description)
        self.emit(Check(condition, info))
        return info

    def trap_unless(self, condition: Expr, kind: str, detail: str) -> None:
        """The machine traps unless this holds; a check if that is a property, else the run ends there."""
        if condition is TRUE:
            return
        if self.properties.overflow or (self.properties.division and kind == "division-by-zero"):
            self.check(condition, kind, detail)
        else:
            self.emit(Assume(condition, Why.UNDEFINED, detail))

    def check_access(self, address: Expr, size: Expr, *, writing: bool = False) -> None:
        if self.in_constant:
            return  # an initial value: nothing is written while the program runs
        if not self.properties.deref or self.unit.foreign_words.is_unchecked(self.build.position):
            if writing and self.linkage.may_write_local_constants:
                self._refuse_constant(address, size)
            return
        base = address.pointer if isinstance(address, PointerAdd) else address
        forbidden = writing and base in self.constant_objects and base is not self.initialised
        if not forbidden and self._surely_valid(address, size):
            return
        valid: Expr = Valid(address, size)
        if writing and self.linkage.may_write_constants:
            valid = conjunction([valid, Writable(address)])
        self.check(valid, "invalid-deref", "the memory accessed is valid")

    def _refuse_constant(self, address: Expr, size: Expr) -> None:
        """A constant on the stack that is written has its old value for some compilers and the new one for
        others. (In the program's image none can be written: the machine stops.)"""
        base = address.pointer if isinstance(address, PointerAdd) else address
        if base is self.initialised or (
            base not in self.constant_objects and self._surely_valid(address, size)
        ):
            return
        fine, constant = self.build.location(), self.build.location()
        self.build.branch(Writable(address), fine, constant)
        self.build.here = constant
        self.emit(Unsupported("a constant is written"))
        self.build.here = fine

    def surely_apart(self, left: Expr, right: Expr) -> bool:
        """Are these addresses in two objects that the text names?"""
        left, right = (one.pointer if isinstance(one, PointerAdd) else one for one in (left, right))
        return left is not right and left in self.object_sizes and right in self.object_sizes

    def _surely_valid(self, address: Expr, size: Expr) -> bool:
        offset = 0
        if isinstance(address, PointerAdd) and isinstance(address.offset, Const):
            assert isinstance(address.offset.type, IntType)
            offset = address.offset.type.number(address.offset.value)
            address = address.pointer
        available = self.object_sizes.get(address)
        return (
            available is not None
            and isinstance(size, Const)
            and offset >= 0
            and offset + size.value <= available
        )
