"""Conditions as C expressions that a compiler would accept where they hold, and that mean the same there.

Only part of a condition may be expressible; `as_c` gives the conjunction of the conjuncts that are. A name is
used only if it can mean nothing else at that place. Arithmetic is used only where C's and Dovetail's agree:
unsigned and not narrower than int, since C promotes what is narrower and signed overflow is undefined;
division by a constant.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection

from dovetail.program.automata import Program
from dovetail.program.expressions import (
    FALSE,
    Binary,
    BinaryOp,
    Cast,
    Const,
    Expr,
    Unary,
    UnaryOp,
    Variable,
    conjuncts,
    subexpressions,
)
from dovetail.program.listing import printer_for
from dovetail.program.types import BoolType, FloatType, IntType, PointerType

_AGREE = frozenset({Binary.BITAND, Binary.BITOR, Binary.BITXOR})
_WRAP = frozenset({Binary.ADD, Binary.SUB, Binary.MUL})
_MAX_TEXT = 5_000


def as_c(
    condition: Expr, program: Program, procedure: str, prefix: str, live: Collection[Expr]
) -> str | None:
    """The conjuncts that can be said in C, or None if there are none. `prefix` is that of the variables of
    the copy that the place is in; `live` are the variables that may be mentioned, because they are in
    scope."""
    if condition is FALSE:
        return "0"
    scope = _Scope(program, procedure, prefix, live)
    printer = printer_for(program)
    texts = [printer.expression(part) for part in conjuncts(condition) if scope.can_say(part)]
    kept = [text for text in dict.fromkeys(texts) if len(text) <= _MAX_TEXT]
    if not kept:
        return None
    return kept[0] if len(kept) == 1 else " && ".join(f"({text})" for text in kept)


class _Scope:
    def __init__(self, program: Program, procedure: str, prefix: str, live: Collection[Expr]) -> None:
        self._live = live
        self._prefix = prefix
        owner = program.procedures[procedure]
        local = [variable for variable in (*owner.parameters, *owner.locals) if self._is_own(variable)]
        self._count = Counter(variable.source_name for variable in local)
        self._globals = {variable.source_name for variable in program.globals.values()}
        self._globals |= {item.source_name for item in program.objects.values()}

    def _is_own(self, variable: Variable) -> bool:
        """Is it a variable of the copy itself, not of one around it or inside of it?"""
        name = variable.name.removeprefix("&")
        return name.startswith(self._prefix) if self._prefix else "#" not in name

    def can_say(self, condition: Expr) -> bool:
        return all(self._can_say(expr) for expr in subexpressions(condition))

    def _can_say(self, expr: Expr) -> bool:
        match expr:
            case Variable(name=name, scope=scope, source_name=source):
                if not source.isidentifier() or name.startswith("&") or expr not in self._live:
                    return False
                if isinstance(expr.type, FloatType):
                    return False
                if not scope:
                    return self._count[source] == 0  # not hidden by a local variable
                return self._is_own(expr) and self._count[source] == 1 and source not in self._globals
            case _:
                return means_the_same(expr)


def means_the_same(expr: Expr) -> bool:
    """Does C make of this operation, or constant, what Dovetail does? Its operands are not looked at."""
    match expr:
        case Const(type=IntType() | PointerType() | BoolType()):
            return not isinstance(expr.type, PointerType) or expr.value == 0
        case UnaryOp(op=Unary.NOT):
            return True
        case UnaryOp(op=op, operand=operand):
            return op is Unary.COMPLEMENT and _wide(operand)
        case BinaryOp(op=op, left=left):
            if op.logical or op.compares:
                return True
            if isinstance(left, Const) and isinstance(expr.right, Const):
                return False  # as C reads them, they may be of another type
            if op in _AGREE:
                return _wide(left)
            if op in _WRAP:
                return _wide(left) and isinstance(left.type, IntType) and not left.type.signed
            return op in (Binary.DIV, Binary.REM) and _wide(left) and _divides(expr.right)
        case Cast(type=IntType(width=width), operand=operand):
            return width in (8, 16, 32, 64) and isinstance(operand.type, IntType | BoolType)
        case _:
            return False


def _wide(expr: Expr) -> bool:
    return isinstance(expr.type, IntType) and expr.type.width in (32, 64)


def _divides(divisor: Expr) -> bool:
    """Neither by zero nor, where it could overflow, by -1."""
    return (
        isinstance(divisor, Const)
        and isinstance(divisor.type, IntType)
        and divisor.type.number(divisor.value) not in (0, -1)
    )
