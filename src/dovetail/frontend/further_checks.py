"""Checks beside those of `no-overflow` and of memory, most of them a property by itself: what CBMC's further
options check.

An index that is none of the array that it stands behind, where that is a part of an object, leads on into the
same object on any machine, and is undefined. The others are unsigned arithmetic that wraps around,
conversions that change a value, pointers that leave their objects, and operations on floats that give "not a
number" or an infinity where the operands are numbers. (Shifts and divisions have their guards in
`arithmetic`.) Code of the library and clauses of contracts are not asked.

Natively, the compiler's sanitizer sees arithmetic that wraps and implicit conversions; an explicit one is
made a compound literal, `(T){e}`, so that its conversion is an implicit one. For floats and pointers there is
none that asks the same: such an operation is taken apart in the text of the native copy.
"""

from __future__ import annotations

import math

from dovetail.frontend.literals import float_bits
from dovetail.frontend.sizes import Sizes
from dovetail.frontend.syntax import Node, strip
from dovetail.program.expressions import (
    Binary,
    BinaryOp,
    Cast,
    Const,
    Expr,
    PointerDiff,
    Unary,
    UnaryOp,
    conjunction,
    const,
    disjunction,
    negation,
)
from dovetail.program.object_questions import ObjectSize, ObjectStart
from dovetail.program.types import ArrayType, FloatType, IntType, PointerType, Type
from dovetail.semantics.folding import folded

UNSIGNED, CONVERSION, POINTER, NAN, INFINITE = (
    *("unsigned-overflow", "conversion", "pointer-overflow", "nan", "float-overflow"),
)
INDEX = "array-index"
_NAMES = {"+": "sum", "-": "difference", "*": "product", "/": "quotient"}
_OPERATORS = {"+": Binary.ADD, "-": Binary.SUB, "*": Binary.MUL, "/": Binary.DIV}
_INTEGRAL = frozenset({"IntegralCast", "FloatingToIntegral"})
_LEFT, _RIGHT, _RESULT, _PLACE = (f"__dovetail_{name}" for name in ("left", "right", "value", "place"))
_NATIVE = {NAN: "__builtin_isnan", INFINITE: "__builtin_isinf"}


class FurtherChecks(Sizes):
    """Each does nothing unless its property is asked for."""

    @property
    def _asked_here(self) -> bool:
        return not (self.unit.library or self.in_constant)

    # -- integers

    def guard_unsigned(self, op: str, left: Expr, right: Expr, type_: IntType) -> None:
        if not self.properties.unsigned or not self._asked_here or type_.signed or op not in ("+", "-", "*"):
            return
        if op == "-":
            fits = folded(BinaryOp(Binary.LE, right, left))
        else:
            wide = IntType(type_.width * 2 if op == "*" else type_.width + 1, False)
            exact = folded(BinaryOp(_OPERATORS[op], folded(Cast(wide, left)), folded(Cast(wide, right))))
            fits = folded(BinaryOp(Binary.LE, exact, Const(wide, type_.maximum)))
        self.check(fits, UNSIGNED, f"the {_NAMES[op]} fits its unsigned type")

    def guard_negation(self, value: Expr) -> None:
        if self.properties.unsigned and self._asked_here and isinstance(value.type, IntType):
            if not value.type.signed:
                zero = folded(BinaryOp(Binary.EQ, value, Const(value.type, 0)))
                self.check(zero, UNSIGNED, "what is negated fits its unsigned type")

    def guard_conversion(self, value: Expr, type_: Type) -> None:
        """That the value is one of the type, if both are integers, or a float becomes an integer."""
        if not self.properties.conversion or not self._asked_here or not isinstance(type_, IntType):
            return
        if type_.name == "_Bool":
            return
        source = value.type
        said = f"the value that becomes {type_} is one of that type"
        if isinstance(source, IntType):
            low, high = source.minimum < type_.minimum, source.maximum > type_.maximum
            fits = [BinaryOp(Binary.LE, const(source, type_.minimum), value)] if low else []
            fits += [BinaryOp(Binary.LE, value, const(source, type_.maximum))] if high else []
            self.check(conjunction(folded(one) for one in fits), CONVERSION, said)
        elif isinstance(source, FloatType) and source.width in (32, 64):
            self.check(_whole_fits(value, source, type_), CONVERSION, said)

    def cast_guarded(self, node: Node, value: Expr) -> None:
        """The conversion at a node of the tree."""
        type_, source = self.type_of(node), value.type
        if isinstance(type_, FloatType) and isinstance(source, FloatType) and source.width > type_.width:
            self._guard_narrowing(node, value, type_)
        if not self.properties.conversion or not self._asked_here or node.cast_kind not in _INTEGRAL:
            return
        self.guard_conversion(value, type_)
        inner = node.inner[0]
        if node.kind == "CStyleCastExpr" and isinstance(type_, IntType) and node.cast_kind == "IntegralCast":
            spans = (inner.offset, inner.offset, inner.end, inner.end)
            self.linkage.native.rewritten(self.unit, spans, ("{", "}"))

    # -- arrays that are parts of objects

    def guard_index(self, node: Node, array: Node, index: Expr, written: Node) -> bool:
        """Is it asked that an index is one of its array? `written` is where it stands. An array at the end of
        an object that has less than two elements stands for as many as there is room for."""
        type_ = self.type_of(array)
        assert isinstance(type_, ArrayType) and isinstance(index.type, IntType)
        if not self.properties.indices or not self._asked_here:
            return False
        count: int | None = type_.count
        if count is None or (count < 2 and self._ends_object(array)):
            if not self._ends_object(array):
                return False  # of a length that is known when the program runs
            count = None
        elif self.addressed is node:  # behind the last one there is an address, too
            count += 1
        wide = IntType(index.type.width + 1, True)
        known = folded(Cast(wide, index))
        limits = [BinaryOp(Binary.LE, Const(wide, 0), known)] if index.type.signed else []
        if count is not None and count <= index.type.maximum:
            limits.append(BinaryOp(Binary.LT, known, Const(wide, count)))
        said = "the index of an array is not negative"
        said = said if count is None else f"the index is one of an array of {type_.count}"
        if (info := self.check(conjunction(map(folded, limits)), INDEX, said)) is not None:
            far = f"{_RIGHT} < 0"
            far += "" if count is None else f" || (unsigned long long){_RIGHT} >= {count}ull"
            opening = f"({{ __auto_type {_RIGHT} = +("
            closing = f"); if ({far}) __dovetail_at({info.ident}); {_RIGHT}; }})"
            spans = (written.offset, written.offset, written.end, written.end)
            self.linkage.native.rewritten(self.unit, spans, (opening, closing))
        return count is not None

    def _ends_object(self, array: Node) -> bool:
        """Is it the last member of a record, and that of another one, up to one that a pointer leads to, or
        that has a name?"""
        while array.kind == "MemberExpr":
            found = self.types.fields.get(array.member)
            if found is None or not (found[0].union or found[1] == len(found[0].fields) - 1):
                return False
            if array.arrow:
                return True
            array = strip(array.inner[0])
            if array.kind != "MemberExpr":
                return array.kind == "DeclRefExpr" or array.opcode == "*"
        return False

    # -- pointers

    def guard_move(
        self, node: Node, pointer: Expr, index: Expr, element: Type, *, negative: bool, form: str
    ) -> None:
        """A pointer stays in its object, or goes to its end; to move by nothing is always fine. `form` is how
        it is written: `+`, `[]`, `+=`, `++x` or `x++`."""
        if not self.properties.pointers or not self._asked_here or not isinstance(index.type, IntType):
            return
        if isinstance(index, Const) and index.value == 0:
            return
        wide = IntType(2 * self.target.pointer_bits + 2, True)
        size_t = self.target.size_t
        start = PointerDiff(pointer, ObjectStart(pointer), self.target.intptr)
        size = folded(Cast(wide, self.size_of(element)))
        distance = folded(BinaryOp(Binary.MUL, folded(Cast(wide, index)), size))
        if negative:
            distance = folded(UnaryOp(Unary.NEGATE, distance))
        there = BinaryOp(Binary.ADD, Cast(wide, start), distance)
        inside = conjunction(
            [
                BinaryOp(Binary.LE, Const(wide, 0), there),
                BinaryOp(Binary.LE, there, Cast(wide, ObjectSize(pointer, size_t))),
            ]
        )
        stays = folded(BinaryOp(Binary.EQ, index, Const(index.type, 0)))
        said = "the pointer stays in its object, or at its end"
        if (info := self.check(disjunction([stays, inside]), POINTER, said)) is not None:
            self._move_natively(node, info.ident, form, negative=negative)

    def _move_natively(self, node: Node, number: int, form: str, *, negative: bool) -> None:
        back = f"({_RIGHT} < 0) == {int(not negative)}"
        far = f"{_RIGHT} < 0 ? 0ull - (unsigned long long){_RIGHT} : (unsigned long long){_RIGHT}"
        there = f"__dovetail_leads((const void *){_LEFT}, {back}, {far}, sizeof *{_LEFT})"
        ask = f"if (!{there}) __dovetail_at({number});"
        sign = "-" if negative else "+"
        if form in ("++x", "x++"):
            inner = node.inner[0]
            opening = f"({{ __auto_type {_PLACE} = &("
            moved = f"*{_PLACE} = {_LEFT} {sign} 1;"
            result = _LEFT if form == "x++" else f"*{_PLACE}"
            closing = f"); __auto_type {_LEFT} = *{_PLACE}; int {_RIGHT} = 1; {ask} {moved} {result}; }})"
            self.linkage.native.rewritten(
                self.unit, (node.offset, inner.offset, inner.end, node.end), (opening, closing)
            )
            return
        left, right = node.inner[0], node.inner[1]
        names = (_LEFT, _RIGHT)
        if form != "+=" and isinstance(self.type_of(right), PointerType):
            names = (_RIGHT, _LEFT)
        if form == "+=":
            opening = f"({{ __auto_type {_PLACE} = &("
            middle = f"); __auto_type {_LEFT} = *{_PLACE}; __auto_type {_RIGHT} = +("
            closing = f"); {ask} *{_PLACE} = {_LEFT} {sign} {_RIGHT}; }})"
        else:
            plus = ["+" if name == _RIGHT else "" for name in names]
            begin = "(*" if form == "[]" else ""
            opening = f"{begin}({{ __auto_type {names[0]} = {plus[0]}("
            middle = f"); __auto_type {names[1]} = {plus[1]}("
            closing = f"); {ask} {_LEFT} {sign} {_RIGHT}; }}){')' if begin else ''}"
        spans = (node.offset, left.offset, left.end, right.offset, right.end, node.end)
        self.linkage.native.rewritten(self.unit, spans, (opening, middle, closing))

    # -- floats

    def guard_float(self, op: str, operands: tuple[Expr, Expr], result: Expr, node: Node) -> None:
        """No number becomes what is none, and no finite one infinite."""
        asked = [(NAN, self.properties.nan), (INFINITE, self.properties.infinite)]
        kinds = [kind for kind, wanted in asked if wanted]
        if not kinds or not self._asked_here or op not in _OPERATORS:
            return
        tests = []
        for kind in kinds:
            bad = _is_nan if kind == NAN else _is_infinite
            condition = disjunction([negation(bad(result)), *(bad(one) for one in operands)])
            what = "a number, as its operands are" if kind == NAN else "finite, as its operands are"
            said = f"the {_NAMES[op]} is {what}"
            if (info := self.check(condition, kind, said)) is not None:
                seen, *others = (f"{_NATIVE[kind]}((double){one})" for one in (_RESULT, _LEFT, _RIGHT))
                spared = " && ".join(f"!{one}" for one in others)
                tests.append(f"if ({seen} && {spared}) __dovetail_at({info.ident});")
        into = self.type_of(node)
        if node.kind == "CompoundAssignOperator" and self.properties.infinite:
            tests += self._narrowed(result, into)
        if tests:
            self._operate_natively(op, node, " ".join(tests))

    def _operate_natively(self, op: str, node: Node, tests: str) -> None:
        left, right = node.inner[0], node.inner[1]
        computed = f"__auto_type {_RESULT} = {_LEFT} {op} {_RIGHT}; {tests}"
        if node.kind == "CompoundAssignOperator":
            opening = f"({{ __auto_type {_PLACE} = &("
            middle = f"); __auto_type {_LEFT} = *{_PLACE}; __auto_type {_RIGHT} = +("
            closing = f"); {computed} *{_PLACE} = {_RESULT}; }})"
        else:
            opening, middle = f"({{ __auto_type {_LEFT} = +(", f"); __auto_type {_RIGHT} = +("
            closing = f"); {computed} {_RESULT}; }})"
        spans = (node.offset, left.offset, left.end, right.offset, right.end, node.end)
        self.linkage.native.rewritten(self.unit, spans, (opening, middle, closing))

    def _narrowed(self, value: Expr, type_: Type) -> list[str]:
        """The check that a value stays finite as another type, and the same natively."""
        if not (isinstance(type_, FloatType) and isinstance(value.type, FloatType)):
            return []
        if value.type.width <= type_.width:
            return []
        narrowed = folded(Cast(type_, value))
        condition = disjunction([negation(_is_infinite(narrowed)), _is_infinite(value)])
        info = self.check(condition, INFINITE, f"the value that becomes {type_} stays finite")
        seen = f"__builtin_isinf((float){_RESULT}) && !__builtin_isinf({_RESULT})"
        return [] if info is None else [f"if ({seen}) __dovetail_at({info.ident});"]

    def _guard_narrowing(self, node: Node, value: Expr, type_: FloatType) -> None:
        if not self.properties.infinite or not self._asked_here:
            return
        for test in self._narrowed(value, type_):
            inner = node.inner[0]
            opening, closing = f"({{ __auto_type {_RESULT} = (", f"); {test} {_RESULT}; }})"
            spans = (inner.offset, inner.offset, inner.end, inner.end)
            self.linkage.native.rewritten(self.unit, spans, (opening, closing))


def _is_nan(value: Expr) -> Expr:
    return BinaryOp(Binary.NE, value, value)


def _is_infinite(value: Expr) -> Expr:
    assert isinstance(value.type, FloatType)
    infinities = [Const(value.type, float_bits(one, value.type.width)) for one in (math.inf, -math.inf)]
    return disjunction(BinaryOp(Binary.EQ, value, one) for one in infinities)


def _whole_fits(value: Expr, source: FloatType, type_: IntType) -> Expr:
    """Is it, without its fraction, a value of the type? What is not a number is none."""

    def bound(number: float) -> Const:
        return Const(source, float_bits(number, source.width))

    above = folded(BinaryOp(Binary.LT, value, bound(float(type_.maximum + 1))))
    digits = 24 if source.width == 32 else 53
    if abs(type_.minimum - 1).bit_length() <= digits:
        below = folded(BinaryOp(Binary.LT, bound(float(type_.minimum - 1)), value))
    else:
        below = folded(BinaryOp(Binary.LE, bound(float(type_.minimum)), value))
    return conjunction([below, above])
