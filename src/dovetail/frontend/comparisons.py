"""Comparisons of addresses for equality, as C has them: open where C leaves them open (C11 6.5.9p6).

In the Program `p == q` says that two pointers are the same place of the same object. That is what C says of
pointers into live objects, too. But a pointer one past the end of an object may have the address of the next
one, and the address of a dead object may be used again. So a comparison that the program makes becomes

    p == q || (not the same object, neither null, not both into live objects, and the addresses are equal)

where the addresses are numbers of which a proof knows nothing: it holds for both answers. In a run they are
numbers, and it takes one of them.

Most comparisons are of two pointers into one object, which is plain to see: they were moved from the same
start, wherever they were assigned. Those are left alone, and so are comparisons with null and with functions,
which have no address in common with anything else.

Two string literals may be one object, or parts of one (6.4.5p7): of pointers into two of them as little is
known. So may compound literals of `const` type be, and such a one and a string literal (6.5.2.5p7); they have
no name by which a pointer could be asked whether it leads there, so that its type has to tell.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from dovetail.program.automata import Procedure
from dovetail.program.expressions import (
    FALSE,
    Address,
    Binary,
    BinaryOp,
    Cast,
    Conditional,
    Const,
    Expr,
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
from dovetail.program.inlining import Renaming
from dovetail.program.statements import Assign, expressions_of, written_variable
from dovetail.program.types import (
    VOID,
    ArrayType,
    FunctionType,
    IntType,
    PointerType,
    RecordType,
    Target,
    Type,
    VoidType,
)
from dovetail.program.weak_order import Component, weak_order

NO_LITERALS: Mapping[Expr, Type] = {}


def with_open_comparisons(
    procedure: Procedure,
    target: Target,
    functions: frozenset[str],
    strings: Sequence[Address] = (),
    literals: Mapping[Expr, Type] = NO_LITERALS,
) -> Procedure:
    """The procedure with its comparisons of addresses as C has them. `functions` are the names of what is
    called and not read, `strings` the objects of string literals, `literals` the variables that hold the
    addresses of compound literals that are constant, with the types of these."""
    compared = [
        expr
        for edge in procedure.edges
        for root in expressions_of(edge.statement)
        for expr in subexpressions(root)
        if isinstance(expr, BinaryOp) and _compares_objects(expr, functions)
    ]
    if not compared:
        return procedure
    starts = _Starts(procedure)
    inside = frozenset(part for type_ in literals.values() for part in _parts(type_))
    mapping: dict[Expr, Expr] = {}
    memo: dict[Expr, Expr] = {}
    for expr in sorted(compared, key=lambda expr: expr.serial):  # what is inside of another comes before it
        start = starts.of(expr.left)
        if expr not in mapping and (start is None or start is not starts.of(expr.right)):
            left, right = (substitute(side, mapping, memo) for side in expr.children)
            shared = bool(inside) and all(
                _may_be_literal(side, starts.of(side), inside, literals, strings) for side in expr.children
            )
            equal = _equal(left, right, target, strings, shared=shared)
            mapping[expr] = equal if expr.op is Binary.EQ else negation(equal)
            memo.clear()
    if not mapping:
        return procedure
    rewriting = Renaming({}, mapping)
    made = Procedure(
        procedure.name, procedure.parameters, procedure.returns, procedure.position, library=procedure.library
    )
    made.locals, made.extents = procedure.locals, procedure.extents
    made.outgoing = [() for _ in procedure.locations]
    made.incoming = [() for _ in procedure.locations]
    made.entry, made.exit = procedure.entry, procedure.exit
    for edge in procedure.edges:
        made.add(edge.source, rewriting.statement(edge.statement), edge.target, edge.position)
    return made


def _compares_objects(expr: BinaryOp, functions: frozenset[str]) -> bool:
    """Is it a comparison for equality of which neither side is null or a function?"""
    if expr.op not in (Binary.EQ, Binary.NE) or not isinstance(expr.left.type, PointerType):
        return False
    return not any(
        (isinstance(side, Const) and side.value == 0)
        or (isinstance(side, Address) and side.symbol in functions)
        or (isinstance(side.type, PointerType) and isinstance(side.type.pointee, FunctionType))
        for side in expr.children
    )


def _equal(left: Expr, right: Expr, target: Target, strings: Sequence[Address], *, shared: bool) -> Expr:
    """`shared`: may both lead into compound literals that are one object?"""
    same = BinaryOp(Binary.EQ, left, right)
    one = const(target.size_t, 1)
    apart: list[Expr] = [Valid(left, one), Valid(right, one)]
    if shared:
        apart.append(FALSE)
    elif strings and all(_may_be_in(side, strings) for side in (left, right)):
        # Of many literals it is not said which: then these are pointers of which nothing is known.
        few = strings if len(strings) <= _FEW_STRINGS else ()
        inside = [disjunction(SameObject(side, string) for string in few) for side in (left, right)]
        apart.append(negation(conjunction(inside)) if few else FALSE)
    open_ = [
        negation(SameObject(left, right)),
        negation(conjunction(apart)),
        *(BinaryOp(Binary.NE, side, Const(side.type, 0)) for side in (left, right)),
        BinaryOp(Binary.EQ, Cast(target.size_t, left), Cast(target.size_t, right)),
    ]
    return disjunction([same, conjunction(open_)])


def _may_be_in(pointer: Expr, strings: Sequence[Address]) -> bool:
    """By its type, may it point to characters of one of these?"""
    pointee = _pointee(pointer)
    if isinstance(pointee, VoidType):
        return True
    return isinstance(pointee, IntType) and any(
        isinstance(element := _pointee(string), IntType) and element.width == pointee.width
        for string in strings
    )


def _parts(type_: Type) -> Iterator[Type]:
    """A type and those of what is in it."""
    waiting = [type_]
    while waiting:
        type_ = waiting.pop()
        yield type_
        if isinstance(type_, ArrayType):
            waiting.append(type_.element)
        elif isinstance(type_, RecordType):
            waiting += (field.type for field in type_.fields)


def _may_be_literal(
    pointer: Expr,
    start: str | Variable | None,
    inside: frozenset[Type],
    literals: Mapping[Expr, Type],
    strings: Sequence[Address],
) -> bool:
    """May it lead into a compound literal, or a string literal, as far as where it comes from and its type
    tell?"""
    if isinstance(start, str):
        return any(string.symbol == start for string in strings)
    if isinstance(start, Variable) and start.name.startswith("&") and start not in literals:
        return False  # it is the address of something else
    pointee = _pointee(pointer)
    if isinstance(pointee, VoidType) or (isinstance(pointee, IntType) and pointee.width == 8):
        return True
    return pointee in inside or any(
        isinstance(part, IntType) and isinstance(pointee, IntType) and part.width == pointee.width
        for part in inside
    )


def _pointee(pointer: Expr) -> Type:
    return pointer.type.pointee if isinstance(pointer.type, PointerType) else VOID


_FEW_STRINGS = 8


class _Starts:
    """Where pointers come from: an object by its name, or a variable that had the address first.

    That is a parameter, with the value that it begins with, or a variable that is assigned in a single place
    which is in no loop. All others come from where everything that is assigned to them comes from, if that
    is one start. Nothing is known of what is read from memory or from a global variable."""

    def __init__(self, procedure: Procedure) -> None:
        self._known: dict[Variable, _Start] = {}
        """Missing: nothing has been seen to be assigned to it so far."""
        self._sources: dict[Variable, list[Expr | None]] = {p: [None] for p in procedure.parameters}
        """What each variable is assigned; None is a value that comes from elsewhere."""
        self._fixed = set(procedure.parameters)
        """Those with one value from elsewhere that they keep, or begin with."""
        components = _components(procedure)
        for edge in procedure.edges:
            written = written_variable(edge.statement)
            if written is None or not written.scope or not isinstance(written.type, PointerType):
                continue
            values = self._sources.setdefault(written, [])
            if not values and components[edge.source] != components[edge.target]:
                self._fixed.add(written)
            elif not (written in procedure.parameters and isinstance(edge.statement, Assign)):
                self._fixed.discard(written)
            values.append(edge.statement.value if isinstance(edge.statement, Assign) else None)
        self._solve()

    def of(self, pointer: Expr) -> _Start:
        return self._found(pointer) or None

    def _solve(self) -> None:
        """From nothing upwards; a variable that has changed its mind is not asked again."""
        settled: set[Variable] = set()
        changed = True
        while changed:
            changed = False
            for variable, values in self._sources.items():
                if variable in settled:
                    continue
                own = variable if variable in self._fixed else None
                found = {own if value is None else self._found(value) for value in values} - {_UNKNOWN}
                if not found:
                    continue
                (start,) = found if len(found) == 1 else (None,)
                if start is None:
                    start = own if len(values) == 1 else None
                before = self._known.get(variable, _UNKNOWN)
                if start == before:
                    continue
                if before is not _UNKNOWN or start is None:
                    start = own if len(values) == 1 else None
                    settled.add(variable)
                self._known[variable] = start
                changed = True

    def _found(self, pointer: Expr) -> _Start:
        match pointer:
            case PointerAdd(pointer=inner):
                return self._found(inner)
            case Cast(operand=inner) if isinstance(inner.type, PointerType):
                return self._found(inner)
            case Address(symbol=symbol):
                return symbol
            case Variable():
                return self._known.get(pointer, _UNKNOWN if pointer in self._sources else None)
            case Conditional(then=then, otherwise=otherwise):
                both = {self._found(then), self._found(otherwise)} - {_UNKNOWN}
                if not both:
                    return _UNKNOWN
                return both.pop() if len(both) == 1 else None
            case _:
                return None


_Start = str | Variable | None
_UNKNOWN = ""


def _components(procedure: Procedure) -> dict[int, int]:
    """By location, a number that only the locations of one cycle have in common."""
    order = weak_order([procedure.entry], lambda at: [edge.target for edge in procedure.outgoing[at]])
    numbers: dict[int, int] = {}
    for number, element in enumerate(order):
        for location in element.locations if isinstance(element, Component) else (element,):
            numbers[location] = number
    return numbers
