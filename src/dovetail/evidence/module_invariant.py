"""The module invariant: what a proof says of a module's state between two calls, whoever the client is.

It is the invariant that the certificate has at the head of the general client's loop (the class invariant of
Yorsh, Ball and Sagiv, section 5.1), as far as it speaks of the module's own variables and as far as C can say
it. Everything else is left out of it: what a conjunction or a disjunction says becomes weaker by that, never
stronger. So it holds between calls; that it is inductive by itself is not said.
"""

from __future__ import annotations

from collections.abc import Iterator

from dovetail.evidence.c_expressions import means_the_same
from dovetail.frontend.entry import ENTRY
from dovetail.program.automata import Program
from dovetail.program.expressions import (
    FALSE,
    TRUE,
    Address,
    Binary,
    BinaryOp,
    Cast,
    Const,
    Expr,
    Load,
    PointerAdd,
    Valid,
    Variable,
    conjunction,
    conjuncts,
    const,
    disjunction,
    subexpressions,
)
from dovetail.program.inlining import Inlined
from dovetail.program.listing import printer_for
from dovetail.program.ordering import depth_first
from dovetail.program.types import FloatType, IntType
from dovetail.proofs.certificate import Certificate

_OWN = "__dovetail_"


def module_invariant(certificate: Certificate, inlined: Inlined) -> tuple[str, ...] | None:
    """Its conjuncts, as conditions in C; None if the certificate has no invariant there."""
    program = inlined.program
    procedure = program.procedures[program.entry]
    heads = [
        head
        for head in sorted(depth_first(procedure).loop_heads)
        if inlined.origin(program.entry, head).procedure == ENTRY
    ]
    for contract in certificate.contracts[program.entry]:
        for head in heads:
            if head in contract.invariants:
                state = _ModuleState(program)
                said = state.projected(contract.invariants[head])
                printer = printer_for(program)
                return tuple(dict.fromkeys(printer.expression(part) for part in conjuncts(said)))
    return None


class _ModuleState:
    def __init__(self, program: Program) -> None:
        self._objects = program.objects
        self._target = program.target

    def projected(self, condition: Expr) -> Expr:
        """A weaker condition that speaks only of the module's state, and only in C."""
        if condition is TRUE or condition is FALSE:
            return condition
        match condition:
            case BinaryOp(op=Binary.AND):
                return conjunction(map(self.projected, _parts(condition, Binary.AND)))
            case BinaryOp(op=Binary.OR):
                return _either(list(dict.fromkeys(map(self.projected, _parts(condition, Binary.OR)))))
            case Valid(pointer=PointerAdd(pointer=Address(symbol=name), offset=offset), size=Const() as size):
                return self._in_bounds(name, offset, size)
            case _:
                narrower = _without_widening(condition)
                return narrower if self._can_say(narrower) else TRUE

    def _in_bounds(self, name: str, offset: Expr, size: Const) -> Expr:
        """Objects of the module are there for good: an access is valid if it is inside."""
        item = self._objects.get(name)
        if item is None or not self._can_say(offset):
            return TRUE
        last = item.size - int(size.value)
        if last < 0:
            return FALSE
        size_t = self._target.size_t
        return BinaryOp(Binary.LE, Cast(size_t, offset), const(size_t, last))

    def _can_say(self, condition: Expr) -> bool:
        return all(map(self._is_said, subexpressions(condition)))

    def _is_said(self, expr: Expr) -> bool:
        match expr:
            case Variable(scope=scope, source_name=name):
                return not scope and name.isidentifier() and not name.startswith(_OWN)
            case Address(symbol=name):
                item = self._objects.get(name)
                shown = item.source_name or item.name if item is not None else ""
                return shown.isidentifier() and not shown.startswith(_OWN)
            case Load(type=type_):
                return not isinstance(type_, FloatType)
            case PointerAdd():
                return True
            case Const() if expr is TRUE or expr is FALSE:
                return True
            case Cast(type=IntType(name="")):
                return False
            case _:
                return means_the_same(expr)


def _without_widening(condition: Expr) -> Expr:
    """`x <= 4` for `(long)x <= 4`: whoever reads it does not ask for the width."""
    match condition:
        case BinaryOp(
            op=op,
            left=Cast(type=IntType() as wide, operand=Expr(type=IntType() as narrow) as inner),
            right=Const() as right,
        ) if op.compares and narrow.width < wide.width and (wide.signed or not narrow.signed):
            number = wide.number(int(right.value))
            if narrow.minimum <= number <= narrow.maximum:
                return BinaryOp(op, inner, const(narrow, number))
            return condition
        case _:
            return condition


def _either(parts: list[Expr]) -> Expr:
    """Their disjunction, with what they have in common said once."""
    said = [dict.fromkeys(conjuncts(part)) for part in parts]
    common = [part for part in said[0] if all(part in other for other in said)]
    rest = [conjunction(part for part in one if part not in common) for one in said]
    return conjunction([*common, disjunction(rest)])


def _parts(condition: Expr, op: Binary) -> Iterator[Expr]:
    stack = [condition]
    while stack:
        expr = stack.pop()
        if isinstance(expr, BinaryOp) and expr.op is op:
            stack.extend((expr.right, expr.left))
        else:
            yield expr
