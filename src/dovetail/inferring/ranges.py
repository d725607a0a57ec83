"""Preconditions on numbers: what an operator that has failed needs, where its operands are parameters.

The condition is the operator's own (`semantics` and the front end know it): that the divisor is not zero,
that the amount of a shift is below the width, that a sum, a difference or a product of `int`s fits. It is
written so that it overflows nowhere itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from dovetail.frontend.syntax import Node, bare, callee_name
from dovetail.frontend.units import TranslationUnit
from dovetail.inferring.inferred import InferredFunction
from dovetail.inferring.needs import constant
from dovetail.program.statements import CheckInfo
from dovetail.program.types import IntType, Type

_NAME = re.compile(r"[A-Za-z_]\w*")
Names = Mapping[str, Sequence[str]]
KINDS = frozenset({"overflow", "division-by-zero", "shift"})


class Ranges:
    """Of one function."""

    def __init__(
        self, unit: TranslationUnit, node: Node, callees: Mapping[str, InferredFunction], names: Names
    ) -> None:
        """`callees` are what is known of functions already, `names` their parameters."""
        self._unit = unit
        self._callees = callees
        self._names = names
        self._node = node
        self._given = {child.id: child.name for child in node.inner if child.kind == "ParmVarDecl"}
        self._fixed = set(self._given) - set(_changed(node))

    def needed(self, failed: CheckInfo) -> list[str]:
        """What would exclude the failure of this check; nothing if that is not simple."""
        found: dict[str, None] = {}
        if failed.kind not in KINDS:
            return []
        if failed.procedure in self._callees:
            return list(dict.fromkeys(self._of_callee(self._callees[failed.procedure])))
        if failed.procedure != self._node.name:
            return []
        for node in self._node.walk():
            if node.kind in ("BinaryOperator", "CompoundAssignOperator", "UnaryOperator"):
                position = self._unit.source.position(node.offset)
                if position.line == failed.position.line:
                    found.update(dict.fromkeys(self._of(node, failed.description)))
        return list(found)

    def _of_callee(self, callee: InferredFunction) -> Iterator[str]:
        """What was proposed of its numbers, with what it is given, where that is a parameter."""
        for node in self._node.walk():
            if node.kind != "CallExpr" or callee_name(node) != callee.name:
                continue
            given = dict(zip(self._names[callee.name], map(self._written, node.inner[1:]), strict=False))
            for clause in callee.requires:
                words = set(_NAME.findall(clause)) & set(self._names[callee.name])
                if words and "dovetail_" not in clause and all(given.get(one) for one in words):
                    yield _with(given, clause)

    def _of(self, node: Node, description: str) -> Iterator[str]:
        sides = [self._written(side) for side in node.inner]
        types = [self._type(side) for side in node.inner]
        if node.kind == "UnaryOperator":
            if node.opcode == "-" and sides[0] and "negation" in description:
                yield f"{sides[0]} != {_least(types[0])}"
            return
        if len(sides) != 2 or not all(isinstance(one, IntType) for one in types):
            return
        (left, right), op = sides, node.opcode.removesuffix("=")
        type_ = types[0]
        assert isinstance(type_, IntType)
        if op in ("/", "%") and right and constant(node.inner[1]) is None:
            if "divisor" in description:
                yield f"{right} != 0"
            elif "quotient" in description and left:
                yield f"{left} != {_least(type_)} || {right} != -1"
        elif op in ("<<", ">>") and right and "amount" in description:
            at_least = f"{right} >= 0 && " if types[1] is not None and _is_signed(types[1]) else ""
            yield f"{at_least}{right} < {type_.width}"
        elif op in ("+", "-", "*") and left and right and "fits" in description and type_.signed:
            if ("sum" in description, "difference" in description, "product" in description) == (
                op == "+",
                op == "-",
                op == "*",
            ):
                yield from _fits(op, left, right, type_)

    def _type(self, node: Node) -> Type | None:
        return None if node.type is None else self._unit.types.of(node.type)

    def _written(self, node: Node) -> str:
        """A parameter that is as it was given, or a constant; else nothing."""
        node = bare(node)
        number = constant(node)
        if number is not None and node.kind != "CStyleCastExpr":
            return str(number) if number >= 0 else f"({number})"
        if node.kind == "DeclRefExpr" and node.referenced is not None and node.referenced.id in self._fixed:
            return self._given[node.referenced.id]
        return ""


def _with(given: Mapping[str, str], clause: str) -> str:
    return _NAME.sub(lambda found: given.get(found[0]) or found[0], clause)


def _fits(op: str, left: str, right: str, type_: IntType) -> Iterator[str]:
    least, most = _least(type_), type_.maximum
    if type_.width == 32:
        wide = f"(long long){left} {op} {right}"
        yield f"{wide} >= {least} && {wide} <= {most}"
    elif op == "+":
        yield f"{right} < 0 ? {left} >= {least} - {right} : {left} <= {most} - {right}"
    elif op == "-":
        yield f"{right} < 0 ? {left} <= {most} + {right} : {left} >= {least} + {right}"


def _least(type_: Type | None) -> str:
    assert isinstance(type_, IntType)
    suffix = "" if type_.width <= 32 else "L"
    return f"(-{type_.maximum}{suffix} - 1)"


def _is_signed(type_: Type) -> bool:
    return isinstance(type_, IntType) and type_.signed


def _changed(node: Node) -> Iterator[str]:
    """The variables that are written, or whose address is taken."""
    for part in node.walk():
        writes = part.kind in ("BinaryOperator", "CompoundAssignOperator") and part.opcode.endswith("=")
        if (writes and part.opcode not in ("==", "!=", "<=", ">=")) or (
            part.kind == "UnaryOperator" and part.opcode in ("++", "--", "&")
        ):
            target = bare(part.inner[0])
            if target.kind == "DeclRefExpr" and target.referenced is not None:
                yield target.referenced.id
