"""Conditions and choices: `&&`, `||`, `!`, comparisons, `?:`.

They stay pure expressions where nothing in them has an effect; else they become branches.
"""

from __future__ import annotations

from collections.abc import Callable

from dovetail.frontend.errors import UnsupportedError
from dovetail.frontend.exact_terms import alike
from dovetail.frontend.places import Places
from dovetail.frontend.syntax import Node, strip
from dovetail.program.expressions import (
    FALSE,
    TRUE,
    Binary,
    BinaryOp,
    Conditional,
    Const,
    Expr,
    conjunction,
    const,
    disjunction,
    negation,
)
from dovetail.program.statements import Assign
from dovetail.program.types import INT, VOID_POINTER, IntType, Type

COMPARISON = {
    "==": Binary.EQ,
    "!=": Binary.NE,
    "<": Binary.LT,
    "<=": Binary.LE,
    ">": Binary.GT,
    ">=": Binary.GE,
}
TRUTH_CASTS = frozenset("IntegralToBoolean FloatingToBoolean PointerToBoolean".split())


class Conditions(Places):
    """Where only the truth of an expression matters, and where it decides what else is evaluated."""

    def condition(self, node: Node) -> Expr:
        """An expression in a place where only its truth matters."""
        node = strip(node)
        self.at(node)
        if node.kind == "BinaryOperator" and node.opcode in COMPARISON:
            left, right = self.operands(node.inner[0], node.inner[1])
            if self.exact:
                left, right = alike(left, right)
            return self.binary(COMPARISON[node.opcode], left, right)
        if node.kind == "BinaryOperator" and node.opcode in ("&&", "||"):
            return self._connective(node)
        if node.kind == "UnaryOperator" and node.opcode == "!":
            return negation(self.condition(node.inner[0]))
        if node.kind == "ImplicitCastExpr" and node.cast_kind in ("IntegralCast", *TRUTH_CASTS):
            inner = strip(node.inner[0])
            widens = node.cast_kind in TRUTH_CASTS or self._keeps_truth(inner, node)
            if widens:
                return self.condition(inner)
        if node.kind == "CallExpr":
            found = self.truth_of_call(node)
            if found is not None:
                return found
        return self.truth(self.value(node))

    def truth_of_call(self, node: Node) -> Expr | None:
        """Supplied by `compiler_builtins`: the truth of a call of which C says no more than that."""
        raise NotImplementedError

    def _keeps_truth(self, inner: Node, outer: Node) -> bool:
        source, target = self.type_of(inner), self.type_of(outer)
        return isinstance(source, IntType) and isinstance(target, IntType) and source.width <= target.width

    def _connective(self, node: Node) -> Expr:
        left = self.condition(node.inner[0])
        conjunctive = node.opcode == "&&"
        if left is (FALSE if conjunctive else TRUE):
            return left
        if not self.has_effects(node.inner[1]):
            right = self.condition(node.inner[1])
            return (conjunction if conjunctive else disjunction)([left, right])
        if left is (TRUE if conjunctive else FALSE):
            return self.condition(node.inner[1])
        result = self.temporary(INT)
        more, done, short = self.build.location(), self.build.location(), self.build.location()
        self.build.branch(left, more if conjunctive else short, short if conjunctive else more)
        self.build.here = short
        self.emit(Assign(result, const(INT, 0 if conjunctive else 1)))
        self.build.jump(done)
        self.build.here = more
        right = self.condition(node.inner[1])
        self.emit(Assign(result, self.from_condition(right, INT)))
        self.build.label(done)
        return BinaryOp(Binary.NE, result, const(INT, 0))

    def conditional(self, node: Node) -> Expr:
        return self._choice(node, self.type_of(node), self.value)

    def choose_record(self, node: Node) -> Expr:
        return self._choice(node, VOID_POINTER, self.aggregate)

    def _choice(self, node: Node, type_: Type, evaluate: Callable[[Node], Expr]) -> Expr:
        condition = self.condition(node.inner[0])
        if isinstance(condition, Const):
            return evaluate(node.inner[1] if condition.value else node.inner[2])
        if not (self.has_effects(node.inner[1]) or self.has_effects(node.inner[2])):
            first, second = evaluate(node.inner[1]), evaluate(node.inner[2])
            return Conditional(condition, *(alike(first, second) if self.exact else (first, second)))
        if self.exact:
            raise UnsupportedError("a choice in a clause of ACSL that does something")
        result = self.temporary(type_)
        then, otherwise, done = (self.build.location() for _ in range(3))
        self.build.branch(condition, then, otherwise)
        for start, part in ((then, node.inner[1]), (otherwise, node.inner[2])):
            self.build.here = start
            self.emit(Assign(result, evaluate(part)))
            self.build.jump(done)
        self.build.here = done
        return result

    def conditional_effect(self, node: Node) -> None:
        condition = self.condition(node.inner[0])
        then, otherwise, done = (self.build.location() for _ in range(3))
        self.build.branch(condition, then, otherwise)
        for start, part in ((then, node.inner[1]), (otherwise, node.inner[2])):
            self.build.here = start
            self.effect(part)
            self.build.jump(done)
        self.build.here = done

    def elvis(self, node: Node) -> Expr:
        """`a ?: b`. The children are a, then a again as an opaque value in the roles it plays, then b."""
        type_ = self.type_of(node)
        common = self.keep(self.value(node.inner[0]))
        result = self.temporary(type_)
        then, otherwise, done = (self.build.location() for _ in range(3))
        self.build.branch(self.truth(common), then, otherwise)
        self.build.here = then
        self.emit(Assign(result, self.convert(common, type_)))
        self.build.jump(done)
        self.build.here = otherwise
        self.emit(Assign(result, self.value(node.inner[-1])))
        self.build.label(done)
        return result

    def elvis_effect(self, node: Node) -> None:
        """`a ?: b` where only b's effects matter."""
        condition = self.condition(node.inner[0])
        otherwise, done = self.build.location(), self.build.location()
        self.build.branch(condition, done, otherwise)
        self.build.here = otherwise
        self.effect(node.inner[-1])
        self.build.label(done)
