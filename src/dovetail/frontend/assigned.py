"""What a function may write, by the `assigns` clauses of its contract: a check at every write.

It is asked at each write of the function and of all that it calls, so that nothing else need be known of it
at its end. Before the call there are these objects: those that its precondition has made, and the globals. A
write is one of its own if it is to none of them (a local variable, a block that it has allocated), or if it
stays within one of the ranges that the clauses name; these are computed before the call and kept in variables
(`contract_text`). Without such a clause nothing may be written. Variables that are local to a function and
static are there before the call and behind it, so they are globals that few can name: other functions hand
out where they are.

No machine tells such a write from others: where the executor sees one, that is no violation yet, but nothing
is proved either.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from dovetail.frontend.entry import Entry
from dovetail.program.automata import Edge, Procedure, Program
from dovetail.program.expressions import (
    FALSE,
    TRUE,
    Address,
    Binary,
    BinaryOp,
    Cast,
    Const,
    Expr,
    PointerAdd,
    PointerDiff,
    SameObject,
    Variable,
    conjunction,
    const,
    disjunction,
    negation,
)
from dovetail.program.position import Position
from dovetail.program.statements import (
    Allocate,
    Assign,
    Call,
    Check,
    CheckInfo,
    Copy,
    Fill,
    Free,
    HavocMemory,
    Statement,
    Store,
    written_variable,
)
from dovetail.program.targets import edgeless_copy
from dovetail.program.tracking import LIVE
from dovetail.program.types import VOID, VOID_POINTER, PointerType, Target
from dovetail.quick_dataclass import dataclass

ASSIGNS, LOOP_ASSIGNS = "assigns", "loop-assigns"
FRAME, ROOM, HELD, FREED = "__dovetail_frame_", "__dovetail_room_", "__dovetail_held_", "__dovetail_freed_"
_OWN = "__dovetail_"
NewCheck = Callable[[str, Position, str, str], CheckInfo]


@dataclass(frozen=True, slots=True)
class Write:
    address: Expr
    size: Expr


def framed(program: Program, function: str, entry: Entry, new_check: NewCheck) -> None:
    """Put the checks into a program in which the caller that `entry` has written calls the function."""
    _hold_what_is_made_at_the_start(program)
    frame = _Frame(program, function, entry.assigns, new_check)
    for name in _reached(program, entry.unit):
        program.procedures[name] = frame.checked(program.procedures[name])


def _hold_what_is_made_at_the_start(program: Program) -> None:
    """Literals of records and arrays outside of functions have no names: it is kept where they are."""
    start = program.procedures[program.entry]
    if not any(isinstance(edge.statement, Allocate) for edge in start.edges):
        return
    made = edgeless_copy(start)
    for number, edge in enumerate(start.edges):
        if not isinstance(edge.statement, Allocate):
            made.add(edge.source, edge.statement, edge.target, edge.position)
            continue
        place = edge.statement.target
        held = Variable(f"{HELD}at_start_{number}", "", place.type)
        program.globals[held.name] = held
        between = made.new_location()
        made.add(edge.source, edge.statement, between, edge.position)
        made.add(between, Assign(held, place), edge.target, edge.position)
    program.procedures[program.entry] = made


def _reached(program: Program, caller: str) -> list[str]:
    """What is called from there, without it."""
    found: dict[str, None] = {}
    waiting = [caller]
    while waiting:
        for edge in program.procedures[waiting.pop()].edges:
            match edge.statement:
                case Call(procedure=name) if name not in found and name in program.procedures:
                    found[name] = None
                    waiting.append(name)
                case _:
                    pass
    return list(found)


class _Frame:
    def __init__(self, program: Program, function: str, written: str, new_check: NewCheck) -> None:
        self._target = program.target
        self._function = function
        self._written = written or "nothing"
        self._new_check = new_check
        named = program.globals
        self._ranges = [
            (variable, named[ROOM + name.removeprefix(FRAME)])
            for name, variable in named.items()
            if name.startswith(FRAME)
        ]
        self._freed = [variable for name, variable in named.items() if name.startswith(FREED)]
        held = [variable for name, variable in named.items() if name.startswith(HELD)]
        kept = frozenset(name for name, one in program.procedures.items() if one.library)
        objects = [
            Address(name, PointerType(VOID))
            for name, one in program.objects.items()
            if not one.constant and not is_of_dovetail(name) and not _is_local_of(name, kept)
        ]
        self._before: list[Expr] = [*held, *objects]
        """What there is when the function is called."""
        self._kept: list[Expr] = [
            Address(name, PointerType(VOID)) for name in program.objects if _is_local_of(name, kept)
        ]
        """What functions of the library keep, and hand out (`errno`): they may write it."""

    def checked(self, procedure: Procedure) -> Procedure:
        made = edgeless_copy(procedure)
        own = _own_objects(procedure)
        for edge in procedure.edges:
            condition = self._condition(edge, procedure, own)
            if condition is TRUE:
                made.add(edge.source, edge.statement, edge.target, edge.position)
                continue
            said = f"what '{self._function}' writes is named in its assigns clauses: {self._written}"
            if isinstance(edge.statement, Free):
                said = f"what '{self._function}' frees is its own, or named in its frees clauses"
            info = self._new_check(ASSIGNS, edge.position, procedure.name, said)
            between = made.new_location()
            made.add(edge.source, Check(condition, info), between, edge.position)
            made.add(between, edge.statement, edge.target, edge.position)
        return made

    def _condition(self, edge: Edge, procedure: Procedure, own: frozenset[Variable]) -> Expr:
        target = written_variable(edge.statement)
        if target is not None and target.scope == "":
            mine = target == LIVE or is_of_dovetail(target.name)
            return TRUE if mine or procedure.library else FALSE
        if isinstance(edge.statement, Free):
            return self._may_free(edge.statement.pointer)
        before = self._before if procedure.library else [*self._before, *self._kept]
        return conjunction(self._may_write(one, before) for one in writes(edge.statement, own, self._size))

    def _size(self, store: Store) -> Expr:
        return const(self._target.size_t, self._target.size(store.value.type))

    def _may_write(self, write: Write, before: Sequence[Expr]) -> Expr:
        fresh = conjunction(negation(SameObject(write.address, one)) for one in before)
        named = [within(self._target, write, start, room) for start, room in self._ranges]
        none: Expr = TRUE if isinstance(write.size, Const) and write.size.value == 0 else FALSE
        if not isinstance(write.size, Const):
            none = BinaryOp(Binary.EQ, write.size, const(self._target.size_t, 0))
        return disjunction([none, *named, fresh])

    def _may_free(self, pointer: Expr) -> Expr:
        null = BinaryOp(Binary.EQ, pointer, Const(VOID_POINTER, 0))
        listed = [SameObject(pointer, one) for one in self._freed]
        fresh = conjunction(negation(SameObject(pointer, one)) for one in self._before)
        return disjunction([null, *listed, fresh])


def within(target: Target, write: Write, start: Expr, room: Expr) -> Expr:
    """Does a write stay within so many bytes from there on?"""
    size_t = target.size_t
    distance = Cast(size_t, PointerDiff(write.address, start, target.intptr))
    inside = BinaryOp(Binary.LE, distance, room)
    enough = BinaryOp(Binary.LE, write.size, BinaryOp(Binary.SUB, room, distance))
    return conjunction([SameObject(write.address, start), inside, enough])


def is_of_dovetail(name: str) -> bool:
    return any(part.startswith(_OWN) for part in name.split("."))


def _is_local_of(name: str, functions: frozenset[str]) -> bool:
    """Is it a static variable of one of them? A number behind the dot tells variables of files apart."""
    function, _, own = name.rpartition(".")
    return function in functions and not own.isdigit()


def _own_objects(procedure: Procedure) -> frozenset[Variable]:
    """The variables that point to objects of the procedure's own making, and nowhere else."""
    writes: dict[Variable, list[Edge]] = {}
    for edge in procedure.edges:
        target = written_variable(edge.statement)
        if target is not None:
            writes.setdefault(target, []).append(edge)
    own: set[Variable] = set()
    changed = True
    while changed:
        changed = False
        for variable, edges in writes.items():
            if (
                variable not in own
                and variable not in procedure.parameters
                and all(_is_own(edge, own) for edge in edges)
            ):
                own.add(variable)
                changed = True
    return frozenset(own)


def _is_own(edge: Edge, own: set[Variable]) -> bool:
    match edge.statement:
        case Allocate():
            return True
        case Assign(value=Const(value=0)):
            return True
        case Assign(value=Variable() as source):
            return source in own
        case _:
            return False


def writes(statement: Statement, own: frozenset[Variable], size: Callable[[Store], Expr]) -> Iterator[Write]:
    """What of memory it writes that is not to one of its `own` objects."""
    match statement:
        case Store(address=address) as store:
            found = Write(address, size(store))
        case Copy(to=address, size=bytes_) | Fill(to=address, size=bytes_):
            found = Write(address, bytes_)
        case HavocMemory(address=address, size=bytes_):
            found = Write(address, bytes_)
        case _:
            return
    base = found.address.pointer if isinstance(found.address, PointerAdd) else found.address
    if base not in own:
        yield found
