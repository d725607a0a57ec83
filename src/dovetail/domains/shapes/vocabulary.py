"""The predicates by which the heaps of one program are described, chosen from its own types and code.

Nobody writes them by hand. Individuals are the heap blocks. A *link* is a byte offset at which pointers are
read or written, so that a record with one pointer to its own type is a list. Two links whose stores undo
each other (`x->next = y` and `y->prev = x`) are those of a doubly linked list, and reachability goes along
the first; two others are those of a tree, and it goes along both. *Data* is the offset at which integers of
two blocks are compared. A *flag* is an integer variable that is only ever given constants.

What this view of memory does not cover makes the whole analysis give up, by `NotUnderstood` with a position
(law 4): pointers into the middle of a block, pointers in objects that are not heap blocks, one offset read in
two ways. What predicates hold is not known here.
"""

from __future__ import annotations

from collections.abc import Iterator

from dovetail.program.automata import Edge, Procedure, Program
from dovetail.program.expressions import (
    Address,
    BinaryOp,
    Cast,
    Const,
    Expr,
    ForAll,
    Load,
    PointerAdd,
    Variable,
    is_pointer,
    subexpressions,
)
from dovetail.program.liveness import liveness
from dovetail.program.operators import COMPARISONS
from dovetail.program.position import Position
from dovetail.program.statements import (
    Allocate,
    Assign,
    Call,
    Copy,
    Statement,
    Storage,
    Store,
    expressions_of,
    written_variable,
)
from dovetail.program.types import BoolType, IntType, PointerType, Type, has_pointers
from dovetail.quick_dataclass import dataclass

MAX_FLAG_VALUES = 4
MAX_FLAGS = 8


class NotUnderstood(Exception):
    """Something that this view of memory does not cover."""

    def __init__(self, position: Position, reason: str) -> None:
        super().__init__(f"{position}: {reason}")
        self.position = position
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Group:
    """Links along which reachability is tracked together."""

    links: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """`links` and `data` are byte offsets; a pair of `inverses` are indices of links of which one undoes the
    other."""

    program: Program
    procedure: Procedure
    pointers: tuple[Variable, ...]
    flags: tuple[Variable, ...]
    links: tuple[int, ...]
    link_names: tuple[str, ...]
    groups: tuple[Group, ...]
    inverses: tuple[tuple[int, int], ...]
    data: int | None
    data_type: IntType | None
    live: tuple[frozenset[int], ...]
    """By location: the indices of the pointers that matter there."""
    live_flags: tuple[frozenset[int], ...]
    other_objects: bool
    """Are there objects in memory that are not heap blocks?"""

    def pointer(self, variable: Variable) -> int:
        return self.pointers.index(variable)

    def called(self, index: int) -> str:
        """What people call a pointer."""
        variable = self.pointers[index]
        return variable.source_name or variable.name


def offset_of(address: Expr) -> tuple[Expr, int] | None:
    """Base and constant byte offset of an address; None if the offset is not constant."""
    offset = 0
    while True:
        if isinstance(address, Cast) and is_pointer(address.operand):
            address = address.operand
        elif isinstance(address, PointerAdd):
            if not isinstance(address.offset, Const) or not isinstance(address.offset.type, IntType):
                return None
            offset += address.offset.type.number(address.offset.value)
            address = address.pointer
        else:
            return address, offset


def vocabulary(program: Program) -> Vocabulary:
    """The predicates (Erez 2004, Table 5.1) of an inlined program. Raises NotUnderstood."""
    return _Choosing(program).result()


@dataclass(frozen=True, slots=True)
class _Access:
    position: Position
    base: Expr
    offset: int
    type: Type


class _Choosing:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.procedure = program.procedures[program.entry]
        self.accesses: list[_Access] = []
        self.other = False

    def result(self) -> Vocabulary:
        self._refuse()
        self.accesses = list(self._all_accesses())
        self._require_one_view()
        links = self._links()
        pointers, flags = self._variables()
        live = liveness(self.procedure, self.program.globals.values())
        groups, inverses = self._groups(links)
        data, data_type = self._data()
        at = [live.at(location) for location in self.procedure.locations]
        return Vocabulary(
            self.program,
            self.procedure,
            pointers,
            flags,
            tuple(links),
            tuple(links.values()),
            groups,
            inverses,
            data,
            data_type,
            tuple(frozenset(i for i, v in enumerate(pointers) if v in here) for here in at),
            tuple(frozenset(i for i, v in enumerate(flags) if v in here) for here in at),
            self.other,
        )

    # What is not covered

    def _refuse(self) -> None:
        for edge in self.procedure.edges:
            statement = edge.statement
            if isinstance(statement, Call):
                raise NotUnderstood(edge.position, f"a call of {statement.procedure} that is not inlined")
            if isinstance(statement, Copy):
                raise NotUnderstood(edge.position, "an object copied as a whole")
            if isinstance(statement, Allocate) and statement.storage is not Storage.HEAP:
                self.other = True
                if statement.type is None or has_pointers(statement.type):
                    raise NotUnderstood(edge.position, "an object on the stack that may hold pointers")
            for expr in expressions_of(statement):
                self._refuse_parts(expr, edge)
        for item in self.program.objects.values():
            self.other = True
            if has_pointers(item.type):
                raise NotUnderstood(item.position, "an object that is no heap block and may hold pointers")

    @staticmethod
    def _refuse_parts(root: Expr, edge: Edge) -> None:
        """An address as a number may be compared, which tells nothing here; it may not be kept."""
        stack = [root]
        while stack:
            part = stack.pop()
            if isinstance(part, ForAll):
                raise NotUnderstood(edge.position, "a condition on all elements")
            if isinstance(part, Cast) and is_pointer(part.operand) and isinstance(part.type, IntType):
                raise NotUnderstood(edge.position, "a pointer turned into an integer")
            for child in part.children:
                compared = isinstance(part, BinaryOp) and part.op.compares and isinstance(child, Cast)
                stack.append(child.operand if compared and isinstance(child, Cast) else child)

    def _all_accesses(self) -> Iterator[_Access]:
        for edge in self.procedure.edges:
            statement = edge.statement
            if isinstance(statement, Store):
                yield from self._access(edge, statement.address, statement.value.type)
            for expr in expressions_of(statement):
                for part in subexpressions(expr):
                    if isinstance(part, Load):
                        yield from self._access(edge, part.address, part.type)

    def _access(self, edge: Edge, address: Expr, type_: Type) -> Iterator[_Access]:
        found = offset_of(address)
        if found is None:
            if self._heap_base(address):
                raise NotUnderstood(edge.position, "an access at an offset that is not constant")
            return
        base, offset = found
        if not isinstance(base, Address):
            yield _Access(edge.position, base, offset, type_)
        elif isinstance(type_, PointerType):
            raise NotUnderstood(edge.position, "a pointer in an object that is no heap block")

    @staticmethod
    def _heap_base(address: Expr) -> bool:
        while isinstance(address, (Cast, PointerAdd)):
            address = address.operand if isinstance(address, Cast) else address.pointer
        return not isinstance(address, Address)

    def _require_one_view(self) -> None:
        """Accesses are at the same offset with the same type, or apart."""
        size = self.program.target.size
        seen: list[_Access] = []
        for access in self.accesses:
            pointer = isinstance(access.type, PointerType)
            same = False
            for other in seen:
                if other.offset == access.offset and size(other.type) == size(access.type):
                    if isinstance(other.type, PointerType) is pointer:
                        same = True
                        break
                if (
                    access.offset < other.offset + size(other.type)
                    and other.offset < access.offset + size(access.type)
                    and (pointer or isinstance(other.type, PointerType))
                ):
                    raise NotUnderstood(
                        access.position, f"byte {access.offset} of a block is read or written in two ways"
                    )
            if not same:
                seen.append(access)

    # What is chosen

    def _links(self) -> dict[int, str]:
        found: dict[int, str] = {}
        for access in self.accesses:
            if isinstance(access.type, PointerType):
                found.setdefault(access.offset, self._name(access))
        return dict(sorted(found.items()))

    @staticmethod
    def _name(access: _Access) -> str:
        pointee = access.base.type.pointee if isinstance(access.base.type, PointerType) else None
        for member in getattr(pointee, "fields", ()):
            if member.offset == access.offset:
                return str(member.name)
        return f"+{access.offset}"

    def _variables(self) -> tuple[tuple[Variable, ...], tuple[Variable, ...]]:
        pointers: dict[Variable, None] = {}
        values: dict[Variable, set[int] | None] = {}
        for edge in self.procedure.edges:
            target = written_variable(edge.statement)
            found = [part for e in expressions_of(edge.statement) for part in subexpressions(e)]
            for one in [*found, target]:
                if isinstance(one, Variable) and isinstance(one.type, PointerType):
                    pointers[one] = None
            if target is not None and isinstance(target.type, IntType):
                _note_values(values, target, edge.statement)
        _copied(values, self.procedure)
        asked = {
            part
            for edge in self.procedure.edges
            for expr in expressions_of(edge.statement)
            for part in subexpressions(expr)
            if isinstance(part, Variable)
        }
        flags = [
            variable
            for variable, known in values.items()
            if known is not None
            and variable in asked
            and 1 < len(known) <= MAX_FLAG_VALUES
            and variable.scope
        ]
        return tuple(pointers), tuple(flags[:MAX_FLAGS])

    def _groups(self, links: dict[int, str]) -> tuple[tuple[Group, ...], tuple[tuple[int, int], ...]]:
        stores = {
            (place[1], place[0], edge.statement.value)
            for edge in self.procedure.edges
            if isinstance(edge.statement, Store) and (place := offset_of(edge.statement.address)) is not None
        }
        indices = list(links)
        for one in range(len(indices)):
            for two in range(one + 1, len(indices)):
                if any((indices[two], y, x) in stores for offset, x, y in stores if offset == indices[one]):
                    rest = tuple(i for i in range(len(indices)) if i not in (one, two))
                    groups = (Group((one,)), *((Group(rest),) if rest else ()))
                    return groups, ((one, two), (two, one))
        return ((Group(tuple(range(len(indices)))),) if indices else ()), ()

    def _data(self) -> tuple[int | None, IntType | None]:
        """The offset whose integers are compared with each other."""
        for edge in self.procedure.edges:
            for expr in expressions_of(edge.statement):
                for part in subexpressions(expr):
                    if not isinstance(part, BinaryOp) or part.op not in COMPARISONS:
                        continue
                    left, right = data_load(part.left), data_load(part.right)
                    if left is not None and right is not None and left[1:] == right[1:]:
                        return left[1], left[2]
        return None, None


def condition_of(value: Expr) -> Expr | None:
    """The condition, if an integer is 1 where it holds and 0 where it does not."""
    return value.operand if isinstance(value, Cast) and isinstance(value.operand.type, BoolType) else None


def _note_values(values: dict[Variable, set[int] | None], target: Variable, statement: Statement) -> None:
    """What an integer variable is given: constants and conditions, or else (None) anything."""
    known = values.setdefault(target, set())
    if known is None or not isinstance(statement, Assign):
        values[target] = None
    elif isinstance(statement.value, Const):
        known.add(statement.value.value)
    elif condition_of(statement.value) is not None:
        known |= {0, 1}
    elif isinstance(statement.value, Variable):
        pass  # whatever that one is given: `_copied`
    else:
        values[target] = None


def _copied(values: dict[Variable, set[int] | None], procedure: Procedure) -> None:
    """What is given to a variable is given to those that it is copied to."""
    copies = [
        (edge.statement.target, edge.statement.value)
        for edge in procedure.edges
        if isinstance(edge.statement, Assign) and isinstance(edge.statement.value, Variable)
    ]
    changed = True
    while changed:
        changed = False
        for target, source in copies:
            known, given = values.get(target), values.get(source)
            if target not in values or known is None:
                continue
            if given is None or not source.scope:
                values[target] = None
                changed = True
            elif not given <= known:
                known |= given
                changed = True


def data_load(expr: Expr) -> tuple[Expr, int, IntType] | None:
    """Base, offset and type, if an expression is an integer of a block as it lies there."""
    if not isinstance(expr, Load) or not isinstance(expr.type, IntType):
        return None
    found = offset_of(expr.address)
    return None if found is None or isinstance(found[0], Address) else (found[0], found[1], expr.type)
