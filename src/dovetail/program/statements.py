"""What the edges of a control-flow automaton do.

Every property is a `Check` that the front end puts there, so that no strategy needs to know a property by
name. Every source of nondeterminism is a `Havoc` or a `HavocMemory`; everything else is deterministic.
What C can do and these cannot express soundly is an `Unsupported`.
"""

from __future__ import annotations

from enum import Enum

from dovetail.program.expressions import Expr, Variable
from dovetail.program.position import Position
from dovetail.program.types import Type
from dovetail.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Assign:
    target: Variable
    value: Expr


@dataclass(frozen=True, slots=True)
class Store:
    """Write a scalar of `value`'s type to memory. An address outside of every live object ends the run as
    undefined."""

    address: Expr
    value: Expr


@dataclass(frozen=True, slots=True)
class Copy:
    """Copy `size` bytes, as memmove does. `type` is the C type where the copy is an assignment of a whole
    object; it tells the partition of memory how the bytes are meant."""

    to: Expr
    source: Expr
    size: Expr
    type: Type | None = None


@dataclass(frozen=True, slots=True)
class Fill:
    """Set `size` bytes to `byte` (an 8-bit integer). `type` as in `Copy`."""

    to: Expr
    byte: Expr
    size: Expr
    type: Type | None = None


class Why(Enum):
    """Why an assumption is made."""

    BRANCH = "branch"  # one of two edges that exclude each other
    ASSUMED = "assumed"  # the program says so, or the path ends quietly
    UNDEFINED = "undefined"  # the machine would trap: the run ends as undefined


@dataclass(frozen=True, slots=True)
class Assume:
    condition: Expr
    why: Why
    detail: str = ""


@dataclass(frozen=True, slots=True)
class CheckInfo:
    """What a check is about, for people and for evidence. `ident` counts from 1 in order of position."""

    ident: int
    kind: str
    position: Position
    procedure: str
    description: str


@dataclass(frozen=True, slots=True)
class Check:
    """If the condition is false, the run ends as a violation; otherwise it goes on."""

    condition: Expr
    info: CheckInfo


@dataclass(frozen=True, slots=True)
class Call:
    """Call a procedure of the Program by name; calls through pointers have become dispatches."""

    target: Variable | None
    procedure: str
    arguments: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Return:
    """Leave the procedure. The edge leads to the procedure's exit."""

    value: Expr | None


class Storage(Enum):
    STACK = "stack"
    HEAP = "heap"
    CONSTANT = "constant"  # on the stack, and nothing but its initialiser writes it
    LIBRARY = "library"  # the C library's own: no block that could be freed or lost, ended by its model


@dataclass(frozen=True, slots=True)
class Allocate:
    """Make a fresh object of `size` bytes and assign its address. Its contents are all zero bytes until
    something is stored; a `HavocMemory` follows where they are to be arbitrary. `name` is for people; with
    the procedure's name it is the allocation site."""

    target: Variable
    size: Expr
    storage: Storage
    name: str
    type: Type | None = None
    alignment: Expr | None = None
    """A power of two that the address is a multiple of, where that is asked for."""


@dataclass(frozen=True, slots=True)
class Free:
    """End the life of a heap object; of null: nothing. Anything else ends the run as undefined."""

    pointer: Expr


@dataclass(frozen=True, slots=True)
class EndLifetime:
    """End the life of a stack object: its block, or its procedure, is left; or of the library's. Of null, or
    of what is dead already: nothing. What such an object holds from then on is anything; `pointed_to` is
    whether a pointer can be left by which someone could look."""

    pointer: Variable
    pointed_to: bool = True


class Origin(Enum):
    NONDET = "nondet"  # __VERIFIER_nondet_X, dovetail_any_X
    EXTERNAL = "external"  # a function without a body
    UNINITIALISED = "uninitialised"  # memory that holds any value


@dataclass(frozen=True, slots=True)
class Havoc:
    """Assign any value of the target's type. NONDET and EXTERNAL take it from the vector's `values`,
    UNINITIALISED from its `memory` (as the bytes of the scalar, little-endian). `name` says what asked: the
    function called, the variable declared."""

    target: Variable
    origin: Origin
    name: str


@dataclass(frozen=True, slots=True)
class HavocMemory:
    """Give `size` bytes any contents, taken from the vector's `memory`."""

    address: Expr
    size: Expr
    name: str
    type: Type | None = None


@dataclass(frozen=True, slots=True)
class Halt:
    """End the program normally with this exit code."""

    code: Expr


@dataclass(frozen=True, slots=True)
class Unsupported:
    """What follows is not understood: a run that gets here ends as unsupported, a proof must exclude it."""

    reason: str


class GoalKind(Enum):
    SOMETIME = "sometime"  # execution should always be able to come here with the condition
    FINAL = "final"  # the executions asked for are those that come here with the condition


@dataclass(frozen=True, slots=True)
class GoalInfo:
    """What a goal is about, for people. `ident` counts from 1 in order of position."""

    ident: int
    position: Position
    procedure: str
    description: str
    """The condition as the user wrote it."""


@dataclass(frozen=True, slots=True)
class Goal:
    """An intermittent assertion (Cousot & Cousot 2000, section III): states that a backward analysis starts
    from, or that some execution should come to. Whether it holds makes no difference to a run."""

    kind: GoalKind
    condition: Expr
    info: GoalInfo


@dataclass(frozen=True, slots=True)
class CoverTarget:
    """What a test may cover: coming here with the condition. Whether it does makes no difference to a run.
    `program.targets` makes checks of those that are to be reached."""

    ident: int
    condition: Expr


@dataclass(frozen=True, slots=True)
class Probe:
    """A place at which states are abstracted (Yorsh, Ball & Sagiv 2006, section 4.5): the abstraction of a
    state there is which of the predicates hold. Whether one does makes no difference to a run. `ident` is the
    place in the text; copies of a procedure have it in common. (`program.predicates` finds them.)"""

    ident: int
    predicates: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Skip:
    """Nothing happens. `note` is for people, `goal` for those analyses that ask for it; `target` is there
    only in a program that was read to be covered, `probe` in one whose states are to be abstracted.
    `predicate` is what the user thinks is worth distinguishing."""

    note: str = ""
    goal: Goal | None = None
    target: CoverTarget | None = None
    probe: Probe | None = None
    predicate: Expr | None = None


Statement = (
    Assign
    | Store
    | Copy
    | Fill
    | Assume
    | Check
    | Call
    | Return
    | Allocate
    | Free
    | EndLifetime
    | Havoc
    | HavocMemory
    | Halt
    | Unsupported
    | Skip
)


def expressions_of(statement: Statement) -> tuple[Expr, ...]:
    """The expressions that a statement evaluates, in order; of a goal, a target or a probe, those it is
    about."""
    match statement:
        case Assign(value=value):
            return (value,)
        case Store(address=address, value=value):
            return (address, value)
        case Copy(to=to, source=source, size=size):
            return (to, source, size)
        case Fill(to=to, byte=byte, size=size):
            return (to, byte, size)
        case Assume(condition=condition) | Check(condition=condition):
            return (condition,)
        case Call(arguments=arguments):
            return arguments
        case Return(value=value):
            return () if value is None else (value,)
        case Allocate(size=size, alignment=alignment):
            return (size,) if alignment is None else (size, alignment)
        case Free(pointer=pointer) | EndLifetime(pointer=pointer):
            return (pointer,)
        case HavocMemory(address=address, size=size):
            return (address, size)
        case Halt(code=code):
            return (code,)
        case Skip(goal=goal, target=target, probe=probe):
            about = tuple(part.condition for part in (goal, target) if part is not None)
            return about if probe is None else (*about, *probe.predicates)
        case Havoc() | Unsupported():
            return ()


def written_variable(statement: Statement) -> Variable | None:
    """The variable that a statement assigns, if any."""
    match statement:
        case Assign(target=target) | Call(target=target) | Allocate(target=target):
            return target
        case Havoc(target=target):
            return target
        case _:
            return None


def writes_memory(statement: Statement) -> bool:
    """Does it change memory or the set of live objects (a call: perhaps)?"""
    return isinstance(statement, (Store, Copy, Fill, Allocate, Free, EndLifetime, HavocMemory, Call))
