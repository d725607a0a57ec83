"""Proofs that no memory is lost, by counting.

A ghost variable, `LIVE`, counts the heap blocks that are alive (`frontend.leaks` puts it in where leaks are
asked about). None alive, none lost: that needs nothing but arithmetic, holds over loops and joins like any
other fact about a variable, and is what most programs come to at their end.

Of blocks that are alive: if there are no more of them than are pointed to by pointers that the program
holds, then each is pointed to. `tracked` adds that to a check, as an ordinary condition: the number of
different live blocks whose beginnings are in variables, in fields of objects, or one step behind them. That
is a condition from below (it knows few pointers, and no chains), which a proof may use and a run never needs:
`NoLeak` itself, which the condition implies, is exact in runs.

Inlining calls this, because only where calls have become copies is it known which variables a running
procedure and its callers have: these are handed to `NoLeak` as its roots.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dovetail.program.automata import Extent, Procedure, Program
from dovetail.program.expressions import (
    Address,
    Binary,
    BinaryOp,
    Cast,
    Const,
    Expr,
    Freeable,
    Load,
    NoLeak,
    PointerAdd,
    SameObject,
    Valid,
    Variable,
    conjunction,
    const,
    disjunction,
    negation,
    subexpressions,
    substitute,
)
from dovetail.program.position import Position
from dovetail.program.statements import Call, Check
from dovetail.program.types import INT, ArrayType, FunctionType, PointerType, RecordType, Target, Type
from dovetail.quick_dataclass import dataclass

LIVE = Variable("<live blocks>", "", INT)
"""Never wraps: a run makes fewer than 2^30 objects."""

MAX_POINTERS = 8
"""So many pointers are counted at most: each is compared with all before it."""
MAX_FIELDS = 4
"""So many of one object."""


def asks(condition: Expr) -> NoLeak | None:
    """The question about leaks in a condition, if it is not known yet which pointers count."""
    for expr in subexpressions(condition):
        if isinstance(expr, NoLeak) and expr.roots is None:
            return expr
    return None


def asking(program: Program) -> frozenset[str]:
    """The procedures in which leaks are asked about while procedures are running: in themselves, or in what
    they call."""
    found = {
        name
        for name, procedure in program.procedures.items()
        for edge in procedure.edges
        if isinstance(edge.statement, Check) and _asks_running(edge.statement.condition)
    }
    callers: dict[str, set[str]] = {}
    for name, procedure in program.procedures.items():
        for edge in procedure.edges:
            if isinstance(edge.statement, Call):
                callers.setdefault(edge.statement.procedure, set()).add(name)
    waiting = sorted(found)
    while waiting:
        for caller in sorted(callers.get(waiting.pop(), ())):
            if caller not in found:
                found.add(caller)
                waiting.append(caller)
    return frozenset(found)


def _asks_running(condition: Expr) -> bool:
    return any(isinstance(expr, NoLeak) and expr.running for expr in subexpressions(condition))


def holds_pointer(variable: Variable) -> bool:
    """Is it a variable of the user's that can hold a pointer to a block, or the address of one in memory?
    Temporaries do not count: they keep what the user has long overwritten."""
    return bool(variable.source_name) and _may_point(variable.type)


def in_scope(procedure: Procedure, position: Position) -> Iterator[Variable]:
    """The variables of the user's that may hold pointers at a place of a procedure. (Those that do not exist
    there any more hold null; leaving them out keeps conditions small.)"""
    for variable in (*procedure.parameters, *procedure.locals):
        if holds_pointer(variable) and declared(procedure, variable):
            extent = procedure.extents.get(variable.name)
            if extent is None or _within(position, extent):
                yield variable


def declared(procedure: Procedure, variable: Variable) -> bool:
    """Is it a variable of the text, and not an object in which the front end has put what an expression gives
    (the record that a call returns, an argument)?"""
    if variable.name in procedure.extents or variable in procedure.parameters:
        return True
    return any(variable.name == f"&{given.source_name}" for given in procedure.parameters)


def _within(position: Position, extent: Extent) -> bool:
    if position.file != extent.start.file or position.file != extent.end.file:
        return True
    here = (position.line, position.column)
    return (extent.start.line, extent.start.column) <= here <= (extent.end.line, extent.end.column)


def tracked(program: Program, condition: Expr, *held: Iterable[Variable]) -> Expr:
    """A check's condition with what there is to say about the pointers that the program holds; `held` are
    those of procedures that are running, callers first."""
    question = asks(condition)
    if question is None:
        return condition
    roots = [variable for variable in program.globals.values() if holds_pointer(variable)]
    if question.running:
        roots += (variable for some in held for variable in some)
    known = NoLeak(question.running, tuple(roots))
    if LIVE.name not in program.globals:
        return substitute(condition, {question: known})
    found = _Pointers(program.target)
    for variable in roots:
        found.variable(variable)
    for item in program.objects.values():
        if not item.constant:
            found.fields(Address(item.name, PointerType(item.type)), item.type, guarded=False)
    counted = found.count()
    either = known if counted is None else disjunction([BinaryOp(Binary.LE, LIVE, counted), known])
    return substitute(condition, {question: either})


@dataclass(frozen=True, slots=True)
class _Held:
    """A pointer that can be read if `guard` holds."""

    pointer: Expr
    guard: Expr

    def to_block(self) -> Expr:
        null = Const(self.pointer.type, 0)
        return conjunction([self.guard, BinaryOp(Binary.NE, self.pointer, null), Freeable(self.pointer)])


class _Pointers:
    """Pointers that the program holds, in order, as few as `MAX_POINTERS`."""

    def __init__(self, target: Target) -> None:
        self._target = target
        self._held: list[_Held] = []

    def variable(self, variable: Variable) -> None:
        assert isinstance(variable.type, PointerType)
        if variable.name.startswith("&"):
            self.fields(variable, variable.type.pointee, guarded=True)
        else:
            self._add(variable, conjunction([]))

    def fields(self, address: Expr, type_: Type, *, guarded: bool) -> None:
        """The pointers in an object at `address`; `guarded` if it may be dead."""
        intptr = self._target.intptr
        for number, (offset, pointer) in enumerate(_pointers_in(type_, self._target, 0)):
            if number == MAX_FIELDS or len(self._held) >= MAX_POINTERS:
                return
            at = PointerAdd(address, const(intptr, offset), PointerType(pointer)) if offset else address
            size = const(self._target.size_t, self._target.size(pointer))
            self._add(Load(at, pointer), conjunction([Valid(at, size)] if guarded else []))

    def _add(self, pointer: Expr, guard: Expr) -> None:
        if len(self._held) < MAX_POINTERS:
            self._held.append(_Held(pointer, guard))

    def count(self) -> Expr | None:
        """How many different blocks they point to; None if there are no pointers."""
        for held in list(self._held):
            pointer = held.pointer
            assert isinstance(pointer.type, PointerType)
            if isinstance(pointer.type.pointee, RecordType):
                self._behind(held, pointer.type.pointee)
        total: Expr | None = None
        for index, held in enumerate(self._held):
            before = (
                negation(conjunction([one.to_block(), SameObject(one.pointer, held.pointer)]))
                for one in self._held[:index]
            )
            counts = Cast(INT, conjunction([held.to_block(), *before]))
            total = counts if total is None else BinaryOp(Binary.ADD, total, counts)
        return total

    def _behind(self, held: _Held, record: RecordType) -> None:
        intptr = self._target.intptr
        for number, (offset, pointer) in enumerate(_pointers_in(record, self._target, 0)):
            if number == MAX_FIELDS:
                return
            at = PointerAdd(held.pointer, const(intptr, offset), PointerType(pointer))
            size = const(self._target.size_t, self._target.size(pointer))
            # What a dead block holds does not count.
            self._add(Load(at, pointer), conjunction([held.to_block(), Valid(at, size)]))


def _may_point(type_: Type) -> bool:
    return isinstance(type_, PointerType) and not isinstance(type_.pointee, FunctionType)


def _pointers_in(type_: Type, target: Target, start: int) -> Iterator[tuple[int, PointerType]]:
    """Where pointers are in an object of this type, by their offsets. Not in unions: one that holds something
    else has none."""
    match type_:
        case PointerType() if _may_point(type_):
            yield start, type_
        case ArrayType(element=element, count=int(count)):
            size = target.size(element)
            for index in range(min(count, MAX_FIELDS)):
                yield from _pointers_in(element, target, start + index * size)
        case RecordType(union=False):
            for field in type_.fields:
                if field.bit_width is None:
                    yield from _pointers_in(field.type, target, start + field.offset)
        case _:
            return
