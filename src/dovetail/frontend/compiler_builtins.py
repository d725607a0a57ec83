"""What the compiler has built in: `__builtin_*`. (Atomic operations are in `atomics`.)

Each becomes a pure expression, or the few statements that it stands for. Builtins that merely name a library
function are `intrinsics`' part.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from dovetail.frontend.atomics import Atomics
from dovetail.frontend.builder import Builder
from dovetail.frontend.errors import UnsupportedError
from dovetail.frontend.linkage import Linkage, Memory
from dovetail.frontend.literals import float_bits
from dovetail.frontend.lowering import require_modelled
from dovetail.frontend.native_edits import Insertion
from dovetail.frontend.syntax import Node, bare, callee_name, strip
from dovetail.frontend.units import TranslationUnit
from dovetail.program.expressions import (
    FALSE,
    Binary,
    BinaryOp,
    Cast,
    Conditional,
    Const,
    Expr,
    Load,
    Unary,
    UnaryOp,
    conjunction,
    const,
    disjunction,
)
from dovetail.program.statements import Assign, Assume, Havoc, Origin, Store, Unsupported, Why
from dovetail.program.types import INT, ArrayType, FloatType, IntType, PointerType, RecordType, Type
from dovetail.semantics.folding import folded

Handler = Callable[[Node, list[Node]], Expr | None]

_CLASSIFICATIONS = frozenset(
    f"__builtin_{name}" for name in "isnan isinf isfinite finite isnormal signbit signbitf".split()
)
_OVERFLOW = {"add": Binary.ADD, "sub": Binary.SUB, "mul": Binary.MUL}


class Builtins(Atomics):
    """By what follows `__builtin_`."""

    def __init__(self, unit: TranslationUnit, linkage: Linkage, builder: Builder) -> None:
        super().__init__(unit, linkage, builder)
        self.builtins: dict[str, Handler] = {
            "va_start": self._va_start,
            "va_end": self._nothing,
            "va_copy": self._va_copy,
            "expect": self._expect,
            "expect_with_probability": self._expect,
            "constant_p": self._constant_p,
            "unreachable": self._unreachable,
            "trap": self._trap,
            "assume": self._assume_holds,
            "prefetch": self._prefetch,
            "assume_aligned": self._assume_aligned,
            "object_size": self._object_room,
            "dynamic_object_size": self._object_room,
            "isnan": self._is_nan,
            "isinf": self._is_inf,
            "isinf_sign": self._is_inf_sign,
            "isfinite": self._is_finite,
            "finite": self._is_finite,
            "isnormal": self._is_normal,
            "signbit": self._signbit,
            "signbitf": self._signbit,
            "isgreater": lambda node, arguments: self._compare(Binary.GT, arguments),
            "isgreaterequal": lambda node, arguments: self._compare(Binary.GE, arguments),
            "isless": lambda node, arguments: self._compare(Binary.LT, arguments),
            "islessequal": lambda node, arguments: self._compare(Binary.LE, arguments),
            "islessgreater": self._less_greater,
            "isunordered": self._unordered,
        }
        self._room_may_be_unknown = False
        self._only_truth: Node | None = None
        """The call of which only the truth is asked for."""
        self.builtins |= dict.fromkeys(("inf", "inff", "huge_val", "huge_valf"), self._infinity)
        self.builtins |= dict.fromkeys(("nan", "nanf"), self._nan)
        self.builtins |= {f"bswap{width}": self._bswap for width in (16, 32, 64)}
        for width in (8, 16, 32, 64):
            self.builtins[f"bitreverse{width}"] = self._bit_reverse
            self.builtins[f"rotateleft{width}"] = self._rotate
            self.builtins[f"rotateright{width}"] = self._rotate
        for size in ("", "l", "ll"):
            self.builtins |= {
                f"{op}{size}": self._bit_count for op in ("popcount", "clz", "ctz", "ffs", "parity", "clrsb")
            }
            self.builtins |= {
                f"{sign}{op}{size}_overflow": self._overflow for op in _OVERFLOW for sign in "su"
            }
        self.builtins |= {f"{op}_overflow": self._overflow for op in _OVERFLOW}

    def _nothing(self, node: Node, arguments: list[Node]) -> None:
        """What it says is for the optimiser; its argument is not evaluated, or has no effect."""

    def _assume_holds(self, node: Node, arguments: list[Node]) -> None:
        self.promised(arguments[0])

    def promised(self, condition: Node) -> None:
        """The optimiser takes it to hold, and does not evaluate it: if it does not, anything may follow."""
        if self.has_effects(condition):
            text = "what __builtin_assume is given is not evaluated: it is taken to hold"
            self.linkage.assumption(self.at(condition), text)
            return
        holds, breaks = self.build.location(), self.build.location()
        self.build.branch(self.condition(condition), holds, breaks)
        self.build.here = breaks
        self.emit(Unsupported("what the program tells the compiler to assume does not hold"))
        self.build.end()
        self.build.here = holds

    def _assume_aligned(self, node: Node, arguments: list[Node]) -> Expr:
        if not self.unit.library:
            text = "what __builtin_assume_aligned says of a pointer is taken to hold"
            self.linkage.assumption(self.at(node), text)
        return self._expect(node, arguments)

    def _prefetch(self, node: Node, arguments: list[Node]) -> None:
        """Nothing is read, but the address is computed."""
        for argument in arguments:
            self.effect(argument)

    # -- variable arguments

    def _va_start(self, node: Node, arguments: list[Node]) -> None:
        if self.varargs is None:
            raise UnsupportedError("va_start in a function without variable arguments")
        self.write(self.va_place(arguments[0]), self.varargs)

    def _va_copy(self, node: Node, arguments: list[Node]) -> None:
        source = self.keep(self.read(self.va_place(arguments[1])))
        self.write(self.va_place(arguments[0]), source)

    # -- the compiler's builtins

    def _expect(self, node: Node, arguments: list[Node]) -> Expr:
        return self.arguments(arguments)[0]

    def _constant_p(self, node: Node, arguments: list[Node]) -> Expr:
        argument = arguments[0]
        if not self.has_effects(argument) and isinstance(self.value(argument), Const):
            return const(INT, 1)
        for part in argument.walk():
            if part.kind == "StringLiteral" or (part.type is not None and "const" in part.type.text):
                raise UnsupportedError("compilers differ in what __builtin_constant_p says of this")
        text = "compilers are taken not to find out that the argument of __builtin_constant_p is a constant"
        self.linkage.assumption(self.at(node), text, once=True)
        return const(INT, 0)

    @contextmanager
    def told_room(self) -> Iterator[None]:
        """Arguments of a function that ends the program where there is no room: if the compiler does not see
        how much there is, the machine does whatever it does without that check."""
        around, self._room_may_be_unknown = self._room_may_be_unknown, True
        try:
            yield
        finally:
            self._room_may_be_unknown = around

    def _object_room(self, node: Node, arguments: list[Node]) -> Expr:
        """How much is behind a pointer, as far as every compiler sees it: in a variable that is named."""
        kind = self.value(arguments[1])
        size = self._room_in_variable(arguments[0])
        if size is not None and isinstance(kind, Const) and kind.value in (0, 2):
            return const(self.target.size_t, size)
        if self._room_may_be_unknown and isinstance(kind, Const):
            return const(self.target.size_t, -1 if kind.value < 2 else 0)
        raise UnsupportedError(f"compilers differ in what {callee_name(node)} says of this")

    def _room_in_variable(self, node: Node) -> int | None:
        node = strip(node)
        while node.cast_kind in ("NoOp", "BitCast"):
            node = strip(node.inner[0])
        if node.opcode != "&" and node.cast_kind != "ArrayToPointerDecay":
            return None
        node = strip(node.inner[0])
        if node.kind != "DeclRefExpr" or node.referenced is None or node.referenced.kind != "VarDecl":
            return None
        type_ = self.type_of(node)
        size = self.size_of(type_)
        if _may_be_longer(type_) or not isinstance(size, Const):
            return None
        return size.value

    def _unreachable(self, node: Node, arguments: list[Node]) -> None:
        """No machine stops there: what comes next in the text, or anything else, may follow."""
        self.emit(Unsupported("a place marked unreachable is reached"))
        self.build.end()

    def _trap(self, node: Node, arguments: list[Node]) -> None:
        self.emit(Assume(FALSE, Why.UNDEFINED, "__builtin_trap"))
        self.build.end()

    def _float_type(self, node: Node) -> FloatType:
        type_ = self.type_of(node)
        assert isinstance(type_, FloatType)
        require_modelled(type_)
        return type_

    def _float_argument(self, node: Node) -> tuple[Expr, FloatType]:
        value = self.keep(self.value(node))
        if not isinstance(value.type, FloatType):
            raise UnsupportedError("a classification of a number that is no float is not modelled")
        return value, value.type

    def _infinity(self, node: Node, arguments: list[Node]) -> Expr:
        type_ = self._float_type(node)
        return Const(type_, float_bits(float("inf"), type_.width))

    def _nan(self, node: Node, arguments: list[Node]) -> Expr:
        type_ = self._float_type(node)
        payload = bare(arguments[0])
        if payload.kind != "StringLiteral" or payload.value != '""':
            raise UnsupportedError("a NaN with a payload is not modelled")
        return Const(type_, float_bits(float("nan"), type_.width))

    def _is_nan(self, node: Node, arguments: list[Node]) -> Expr:
        value, _ = self._float_argument(arguments[0])
        return self._some_truth(node, BinaryOp(Binary.NE, value, value))

    def _infinite(self, value: Expr, type_: FloatType) -> tuple[Expr, Expr]:
        plus = Const(type_, float_bits(float("inf"), type_.width))
        minus = Const(type_, float_bits(float("-inf"), type_.width))
        return BinaryOp(Binary.EQ, value, plus), BinaryOp(Binary.EQ, value, minus)

    def _is_inf(self, node: Node, arguments: list[Node]) -> Expr:
        return self._some_truth(node, disjunction(self._infinite(*self._float_argument(arguments[0]))))

    def _is_inf_sign(self, node: Node, arguments: list[Node]) -> Expr:
        plus, minus = self._infinite(*self._float_argument(arguments[0]))
        return Conditional(plus, const(INT, 1), Conditional(minus, const(INT, -1), const(INT, 0)))

    def _is_finite(self, node: Node, arguments: list[Node]) -> Expr:
        value, type_ = self._float_argument(arguments[0])
        # x - x is 0 for finite x and NaN otherwise.
        finite = BinaryOp(Binary.EQ, BinaryOp(Binary.SUB, value, value), Const(type_, 0))
        return self._some_truth(node, finite)

    def _is_normal(self, node: Node, arguments: list[Node]) -> Expr:
        value, type_ = self._float_argument(arguments[0])
        least = 2.0**-126 if type_.width == 32 else 2.0**-1022
        low = Const(type_, float_bits(least, type_.width))
        size = Conditional(BinaryOp(Binary.LT, value, Const(type_, 0)), UnaryOp(Unary.NEGATE, value), value)
        plus, minus = self._infinite(value, type_)
        normal = conjunction(
            [BinaryOp(Binary.GE, size, low), UnaryOp(Unary.NOT, plus), UnaryOp(Unary.NOT, minus)]
        )
        return self._some_truth(node, normal)

    def _signbit(self, node: Node, arguments: list[Node]) -> Expr:
        value, type_ = self._float_argument(arguments[0])
        cell = self.new_object(type_, "bits")
        self.emit(Store(cell, value))
        bits = Load(cell, IntType(type_.width, True))
        return self._some_truth(node, BinaryOp(Binary.LT, bits, Const(bits.type, 0)))

    def truth_of_call(self, node: Node) -> Expr | None:
        """Where only its truth matters, nothing is open in a classification."""
        if callee_name(node) not in _CLASSIFICATIONS:
            return None
        before, self._only_truth = self._only_truth, node
        value = self.value(node)
        self._only_truth = before
        return self.truth(value)

    def _some_truth(self, node: Node, condition: Expr) -> Expr:
        """What C only says to be zero or not: where it is not, any other number."""
        if self._only_truth is node or self.unit.library:
            return self.from_condition(condition, INT)
        condition = self.keep(condition)
        result = self.temporary(INT)
        yes, no, done = (self.build.location() for _ in range(3))
        self.build.branch(condition, yes, no)
        self.build.here = yes
        around = [
            Insertion(self.unit.index, node.offset, "__dovetail_nonzero("),
            Insertion(self.unit.index, node.end, ")"),
        ]
        some = self.unspecified(callee_name(node), INT, around)
        nonzero = BinaryOp(Binary.NE, some, const(INT, 0))
        self.emit(Assign(result, Conditional(nonzero, some, const(INT, 1))))
        self.build.jump(done)
        self.build.here = no
        self.emit(Assign(result, const(INT, 0)))
        self.build.label(done)
        return result

    def _compare(self, op: Binary, arguments: list[Node]) -> Expr:
        left, right = self.arguments(arguments)
        return self.from_condition(BinaryOp(op, left, right), INT)

    def _less_greater(self, node: Node, arguments: list[Node]) -> Expr:
        left, right = (self.keep(value) for value in self.arguments(arguments))
        return self.from_condition(
            disjunction([BinaryOp(Binary.LT, left, right), BinaryOp(Binary.GT, left, right)]), INT
        )

    def _unordered(self, node: Node, arguments: list[Node]) -> Expr:
        left, right = (self.keep(value) for value in self.arguments(arguments))
        return self.from_condition(
            disjunction([BinaryOp(Binary.NE, left, left), BinaryOp(Binary.NE, right, right)]), INT
        )

    def _bswap(self, node: Node, arguments: list[Node]) -> Expr:
        type_ = self.type_of(node)
        assert isinstance(type_, IntType)
        value = self.keep(self.convert(self.value(arguments[0]), type_))
        result: Expr = Const(type_, 0)
        for index in range(0, type_.width, 8):
            byte = self.binary(
                Binary.BITAND, self.binary(Binary.SHR, value, const(INT, index)), const(type_, 0xFF)
            )
            moved = self.binary(Binary.SHL, byte, const(INT, type_.width - 8 - index))
            result = self.binary(Binary.BITOR, result, moved)
        return result

    def _bit_reverse(self, node: Node, arguments: list[Node]) -> Expr:
        type_ = self.type_of(node)
        assert isinstance(type_, IntType)
        value = self.keep(self.convert(self.value(arguments[0]), type_))
        result: Expr = Const(type_, 0)
        for index in range(type_.width):
            bit = self.binary(
                Binary.BITAND, self.binary(Binary.SHR, value, const(INT, index)), const(type_, 1)
            )
            moved = self.binary(Binary.SHL, bit, const(INT, type_.width - 1 - index))
            result = self.binary(Binary.BITOR, result, moved)
        return result

    def _rotate(self, node: Node, arguments: list[Node]) -> Expr:
        """By any amount: it counts modulo the width."""
        type_ = self.type_of(node)
        assert isinstance(type_, IntType)
        value, by = (self.keep(self.convert(one, type_)) for one in self.arguments(arguments))
        mask = const(type_, type_.width - 1)
        back = self.binary(Binary.BITAND, self.binary(Binary.SUB, Const(type_, 0), by), mask)
        by = self.binary(Binary.BITAND, by, mask)
        left, right = (by, back) if "left" in callee_name(node) else (back, by)
        return self.binary(
            Binary.BITOR, self.binary(Binary.SHL, value, left), self.binary(Binary.SHR, value, right)
        )

    def _bit_count(self, node: Node, arguments: list[Node]) -> Expr:
        what = callee_name(node).removeprefix("__builtin_").rstrip("l")
        value = self.value(arguments[0])
        assert isinstance(value.type, IntType)
        type_ = IntType(value.type.width, False)
        if what == "clrsb":
            # The zeros in front of what is left when the sign is taken away, less the sign itself.
            signed = self.keep(value)
            sign = self.binary(Binary.SHR, signed, const(INT, type_.width - 1))
            value = self.binary(Binary.BITXOR, signed, sign)
        value = self.keep(self.convert(value, type_))
        bits = [
            self.binary(
                Binary.NE,
                self.binary(Binary.BITAND, value, const(type_, 1 << index)),
                const(type_, 0),
            )
            for index in range(type_.width)
        ]
        if what in ("popcount", "parity"):
            total: Expr = const(INT, 0)
            for bit in bits:
                total = self.binary(Binary.ADD, total, self.from_condition(bit, INT))
            return self.binary(Binary.BITAND, total, const(INT, 1)) if what == "parity" else total
        if what == "ffs":
            return _first(what, bits, 0)
        if what == "clrsb":
            return self.binary(Binary.SUB, _first("clz", bits, type_.width), const(INT, 1))
        # Of zero, clz and ctz are not defined: each machine has its own answer, and some have none.
        zero = self.binary(Binary.EQ, value, const(type_, 0))
        if zero is FALSE:
            return _first(what, bits, type_.width)
        count = self.temporary(INT)
        none, some, done = (self.build.location() for _ in range(3))
        self.build.branch(zero, none, some)
        self.build.here = none
        callee = strip(node.inner[0])
        opening = Insertion(self.unit.index, callee.offset, "__dovetail_")
        self.emit(Assign(count, self.unspecified(callee_name(node), INT, [opening])))
        self.build.jump(done)
        self.build.here = some
        self.emit(Assign(count, _first(what, bits, type_.width)))
        self.build.label(done)
        return count

    def unspecified(self, name: str, type_: Type, insertions: list[Insertion] | None = None) -> Expr:
        """A value that C leaves open: one from the input vector, which the native run takes, too, where the
        text for that is inserted."""
        made = self.temporary(type_)
        self.emit(Havoc(made, Origin.UNINITIALISED, name))
        if insertions and not self.unit.library:
            self.linkage.native.insertion(self.build.name, made.name, insertions)
        return made

    def _overflow(self, node: Node, arguments: list[Node]) -> Expr:
        """Compute exactly, store what fits, say whether all of it did."""
        op = next(op for key, op in _OVERFLOW.items() if key in callee_name(node))
        left, right, pointer = self.arguments(arguments)
        pointer_type = self.type_of(arguments[2])
        assert isinstance(left.type, IntType) and isinstance(right.type, IntType)
        assert isinstance(pointer_type, PointerType) and isinstance(pointer_type.pointee, IntType)
        result_type = pointer_type.pointee
        widths = left.type.width, right.type.width
        exactly = sum(widths) + 1 if op is Binary.MUL else max(widths) + 2
        wide = IntType(max(exactly, result_type.width + 1), True)
        exact = self.binary(op, folded(Cast(wide, left)), folded(Cast(wide, right)))
        stored = self.keep(folded(Cast(result_type, exact)))
        lost = self.keep(BinaryOp(Binary.NE, folded(Cast(wide, stored)), exact))
        self.write(Memory(pointer, result_type), stored)
        return self.from_condition(lost, self.type_of(node))


def _first(what: str, bits: list[Expr], otherwise: int) -> Expr:
    """Which is the first bit that is set, from above or from below."""
    result: Expr = const(INT, otherwise)
    width = len(bits)
    for index in range(width) if what == "clz" else range(width - 1, -1, -1):
        found = {"clz": width - 1 - index, "ctz": index, "ffs": index + 1}[what]
        result = Conditional(bits[index], const(INT, found), result)
    return result


def _may_be_longer(type_: Type) -> bool:
    """Does it end in an array that an initialiser may make larger?"""
    if not isinstance(type_, RecordType) or not type_.fields:
        return False
    last = type_.fields[-1].type
    return (isinstance(last, ArrayType) and not last.count) or _may_be_longer(last)
