"""The labels of a `switch`, and the values that they stand for, as far as the syntax tree tells."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from dovetail.frontend.errors import UnsupportedError
from dovetail.frontend.scopes import Types
from dovetail.frontend.syntax import Node, bare
from dovetail.program.types import IntType

_OPERATORS: dict[str, Callable[..., int]] = {
    "-": lambda left, right=None: -left if right is None else left - right,
    "+": lambda left, right=0: left + right,
    "~": lambda operand: ~operand,
    "*": lambda left, right: left * right,
    "|": lambda left, right: left | right,
    "&": lambda left, right: left & right,
    "<<": lambda left, right: left << right,
}
"""What labels of a switch are made of."""


def integer_type(node: Node, types: Types) -> IntType | None:
    """The type of an expression, if it is one of integers."""
    try:
        type_ = types.of(node.type)
    except UnsupportedError:
        return None
    return type_ if isinstance(type_, IntType) else None


def labels(body: Node) -> Iterator[Node]:
    """The labels of a switch, in order of the text, without those of switches inside of it."""
    stack = [body]
    while stack:
        node = stack.pop()
        if node.kind in ("CaseStmt", "DefaultStmt"):
            yield node
        if node.kind != "SwitchStmt":
            stack.extend(reversed(node.inner))


def values(label: Node, type_: IntType, types: Types) -> tuple[int, int] | None:
    """The least and the greatest value of a case; None if they are not known here."""
    found = [_constant(child, types) for child in label.inner[: 2 if label.gnu_range else 1]]
    known = [_wrapped(value, type_) for value in found if value is not None]
    return (known[0], known[-1]) if len(known) == len(found) else None


def _constant(node: Node, types: Types) -> int | None:
    """The value of a constant expression as it stands in a label; None if it is not known here."""
    if node.kind == "ConstantExpr" and node.value is not None:
        return int(str(node.value))
    node = bare(node)
    match node.kind:
        case "IntegerLiteral" | "CharacterLiteral":
            return int(str(node.value))
        case "DeclRefExpr" if node.referenced is not None:
            return types.enumerators.get(node.referenced.id)
        case "UnaryOperator" | "BinaryOperator" if node.opcode in _OPERATORS:
            operands = [_constant(child, types) for child in node.inner]
            known = [operand for operand in operands if operand is not None]
            type_ = integer_type(node, types)
            if len(known) != len(operands) or type_ is None:
                return None
            if node.opcode != "<<" or 0 <= known[1] < type_.width:
                return _wrapped(_OPERATORS[node.opcode](*known), type_)
    return None


def _wrapped(value: int, type_: IntType) -> int:
    return type_.number(type_.bits(value))


def literal(value: int, type_: IntType) -> str:
    """A constant of exactly the type, as `...` needs it."""
    suffix = ("" if type_.signed else "u") + ("" if type_.width == 32 else "ll")
    if value == type_.minimum and type_.signed:
        return f"(-{-(value + 1)}{suffix} - 1)"
    return f"{value}{suffix}"
