"""Binary operators on converted operands, and what must hold for them to have a result.

A division traps on zero and on the one quotient that does not fit; with the property `no-overflow`, signed
arithmetic and shifts are checked, too. Without it, the machine takes the amount of a shift modulo the width,
and so does Dovetail; but a shift by a constant out of range never gets to the machine: a compiler makes of it
what it likes, and it is not supported.
"""

from __future__ import annotations

from dovetail.frontend.errors import OpenConstantError, UnsupportedError
from dovetail.frontend.exact_terms import computed
from dovetail.frontend.further_checks import FurtherChecks
from dovetail.frontend.syntax import Node, bare
from dovetail.program.expressions import (
    FALSE,
    TRUE,
    Binary,
    BinaryOp,
    Cast,
    Const,
    Expr,
    PointerDiff,
    conjunction,
    const,
    disjunction,
    negation,
)
from dovetail.program.statements import Unsupported
from dovetail.program.types import DataModel, FloatType, IntType, PointerType, Type
from dovetail.semantics.folding import folded

ARITHMETIC = {
    "+": Binary.ADD,
    "-": Binary.SUB,
    "*": Binary.MUL,
    "/": Binary.DIV,
    "%": Binary.REM,
    "&": Binary.BITAND,
    "|": Binary.BITOR,
    "^": Binary.BITXOR,
    "<<": Binary.SHL,
    ">>": Binary.SHR,
}


def _below(amount: Expr, width: int) -> bool:
    """Is it, by the look of it, neither negative nor as much as the width?"""
    while isinstance(amount, Cast) and isinstance(amount.operand.type, IntType):
        amount = amount.operand  # so small a number survives every conversion
    match amount:
        case Const(type=IntType() as type_, value=value):
            return 0 <= type_.number(value) < width
        case BinaryOp(op=Binary.BITAND, left=left, right=right):
            return any(isinstance(side, Const) and _below(side, width) for side in (left, right))
        case _:
            return False


class Arithmetic(FurtherChecks):
    """Arithmetic with its guards."""

    def arithmetic(
        self, op: str, left: Expr, right: Expr, left_node: Node, right_node: Node, node: Node | None = None
    ) -> Expr:
        """A binary operator on converted operands; pointers where C allows them. Of elements of vectors there
        is no `node`."""
        if isinstance(left.type, PointerType) or isinstance(right.type, PointerType):
            assert node is not None
            return self._pointer_arithmetic(op, left, right, node)
        if self.exact and isinstance(left.type, IntType) and isinstance(right.type, IntType):
            if op in ("/", "%"):
                zero = self.binary(Binary.EQ, right, Const(right.type, 0))
                self.trap_unless(negation(zero), "division-by-zero", "the divisor is not zero")
            return computed(op, left, right)
        if self.exact and not (isinstance(right, Const) and right.value == 0 and op == "+"):
            raise UnsupportedError("a clause of ACSL that computes with floats")
        if op in ("<<", ">>") and self.refuse_bad_shift(left.type, right, right_node):
            return left  # for what cannot be reached
        self.guard(op, left, right)
        if isinstance(left.type, FloatType) and not self.unit.library:
            self._as_it_stands(op, left_node, right_node)
            result = self.float_operation(ARITHMETIC[op], left, right)
            if node is not None:
                self.guard_float(op, (left, right), result, node)
            return result
        return self.binary(ARITHMETIC[op], left, right)

    def _as_it_stands(self, op: str, left_node: Node, right_node: Node) -> None:
        """C lets a compiler round less often than is written: in one go for a product and a sum, or in wider
        registers."""
        if op in ("+", "-") and any(map(_is_product, (left_node, right_node))):
            text = "a product and a sum are rounded one after the other, not as one operation"
            self.linkage.assumption(self.build.position, text, once=True)
        if self.target.model is DataModel.ILP32:
            text = "floats are computed in their own precision, as SSE2 does, not in a wider one"
            self.linkage.assumption(self.build.position, text, once=True)

    def _pointer_arithmetic(self, op: str, left: Expr, right: Expr, node: Node) -> Expr:
        left_node, right_node = node.inner[0], node.inner[1]
        if not isinstance(left.type, PointerType):
            left, right, left_node = right, left, right_node
        pointer = self.type_of(left_node)
        if not isinstance(pointer, PointerType):
            raise UnsupportedError("arithmetic on this pointer is not modelled")
        if isinstance(right.type, PointerType):
            distance = PointerDiff(left, right, self.target.intptr)
            size = self.convert(self.size_of(pointer.pointee), self.target.intptr)
            return (
                distance if size == const(self.target.intptr, 1) else self.binary(Binary.DIV, distance, size)
            )
        negative = op == "-"
        self.guard_move(node, left, right, pointer.pointee, negative=negative, form="+")
        return self.moved(left, right, pointer.pointee, negative=negative)

    def refuse_bad_shift(self, type_: Type, amount: Expr, node: Node) -> bool:
        """Go no further where a value of this type is shifted by a constant out of range, as the compiler or
        as Dovetail sees it, unless a check fails there. Is it so?"""
        assert isinstance(type_, IntType) and isinstance(amount.type, IntType)
        out_of_range = isinstance(amount, Const) and not _below(amount, type_.width)
        if not out_of_range and node.offset not in self.unit.bad_shifts:
            return False
        if (self.properties.overflow or self.properties.shifts) and not self.in_constant:
            return False
        text = " ".join(self.unit.source.slice(node.offset, node.end).split())
        number = amount.type.number(amount.value) if isinstance(amount, Const) else text
        reason = f"a shift of {type_} by the constant {number}: what it gives is up to the compiler"
        if self.in_constant:
            raise OpenConstantError(reason)
        self.linkage.native.refusal(self.unit, node.offset, node.end, reason)
        self.emit(Unsupported(reason))
        self.build.end()
        return True

    def guard(self, op: str, left: Expr, right: Expr) -> None:
        """What must hold for the operator to have a result: checks or traps."""
        type_ = left.type
        if not isinstance(type_, IntType):
            return
        if op in ("/", "%"):
            self.trap_unless(
                self.binary(Binary.NE, right, Const(right.type, 0)),
                "division-by-zero",
                "the divisor is not zero",
            )
            if type_.signed:
                fits = disjunction(
                    [
                        self.binary(Binary.NE, left, const(type_, type_.minimum)),
                        self.binary(Binary.NE, right, const(type_, -1)),
                    ]
                )
                if not (isinstance(right, Const) and right is not const(type_, -1)):
                    self.trap_unless(fits, "overflow", "the quotient fits its type")
        self.guard_unsigned(op, left, right, type_)
        if self.properties.shifts and op in ("<<", ">>"):
            self._guard_shift(op, left, right, type_)
        if not self.properties.overflow:
            if self.properties.shifts and op in ("<<", ">>"):
                return
            if op in ("<<", ">>") and not self.unit.library and not _below(right, type_.width):
                text = "the amount of a shift is taken modulo the width"
                self.linkage.assumption(self.build.position, f"{text} ({type_.width})")
            constant = self.in_constant or (isinstance(left, Const) and isinstance(right, Const))
            if op in ("+", "-", "*") and type_.signed and not self.unit.library and not constant:
                text = "signed arithmetic that overflows is taken to wrap around"
                self.linkage.assumption(self.build.position, text, once=True)
            return
        if op in ("<<", ">>"):
            if not self.properties.shifts:
                self._guard_shift(op, left, right, type_)
        elif op in ("+", "-", "*") and type_.signed:
            wide = IntType(type_.width * 2 if op == "*" else type_.width + 1, True)
            exact = self.binary(ARITHMETIC[op], folded(Cast(wide, left)), folded(Cast(wide, right)))
            name = {"+": "sum", "-": "difference", "*": "product"}[op]
            self.check(self._fits(exact, type_), "overflow", f"the {name} fits its type")

    def _fits(self, exact: Expr, type_: IntType) -> Expr:
        if isinstance(exact, Const):
            assert isinstance(exact.type, IntType)
            number = exact.type.number(exact.value)
            return TRUE if type_.minimum <= number <= type_.maximum else FALSE
        assert isinstance(exact.type, IntType)
        return conjunction(
            [
                BinaryOp(Binary.LE, const(exact.type, type_.minimum), exact),
                BinaryOp(Binary.LE, exact, const(exact.type, type_.maximum)),
            ]
        )

    def _guard_shift(self, op: str, left: Expr, right: Expr, type_: IntType) -> None:
        assert isinstance(right.type, IntType)
        amount_fits = self.binary(
            Binary.LT,
            folded(Cast(IntType(right.type.width, False), right)),
            const(IntType(right.type.width, False), type_.width),
        )
        self.check(amount_fits, "shift", "the shift amount is within the width")
        if op == "<<" and type_.signed and not self.properties.overflow:
            fits = self.binary(Binary.LE, Const(type_, 0), left)
            self.check(fits, "shift", "what is shifted to the left is not negative")
        elif op == "<<" and type_.signed:
            wide = IntType(type_.width * 2, True)
            exact = self.binary(Binary.SHL, folded(Cast(wide, left)), right)
            fits = conjunction(
                [
                    self.binary(Binary.LE, Const(type_, 0), left),
                    self.binary(Binary.LE, exact, const(wide, type_.maximum)),
                ]
            )
            self.check(fits, "overflow", "the shifted value fits its type")


def _is_product(node: Node) -> bool:
    node = bare(node)
    return node.kind == "BinaryOperator" and node.opcode == "*"
