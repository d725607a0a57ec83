"""Inlining: every call of a procedure that is not recursive becomes a copy of its body.

Most programs become one automaton; recursive procedures stay, with the other calls inside of them inlined.
Strategies and certificates work on the result, so it is the same whenever the Program is: copies are
numbered in order of control flow, locations too. Recursive ones can be inlined as well, to some depth; and
others can be kept, for proofs that look at them by themselves.

Each copy has variables of its own, so arguments can be assigned to parameters one after the other: no
argument mentions a parameter of the copy. The variable `x` of the third copy of `f` is `f#3.x`. A copy in a
loop is entered many times with what its variables held before; that is sound because the front end writes out
every havoc of a variable that may be read before it is written. Only questions about leaks read variables
that the program does not (`tracking`): where there are such, a copy begins with null in its pointers.

Not here: which calls are worth inlining. `origins` says where each location comes from; positions and
checks stay what they were.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from dovetail.program.automata import Procedure, Program
from dovetail.program.expressions import Const, Expr, Variable, substitute
from dovetail.program.position import Position
from dovetail.program.statements import (
    Allocate,
    Assign,
    Assume,
    Call,
    Check,
    Copy,
    CoverTarget,
    EndLifetime,
    Fill,
    Free,
    Goal,
    Halt,
    Havoc,
    HavocMemory,
    Probe,
    Return,
    Skip,
    Statement,
    Store,
    Unsupported,
)
from dovetail.program.tracking import asking, holds_pointer, in_scope, tracked
from dovetail.quick_dataclass import dataclass

MAX_EDGES = 200_000
DEEPER = "recursion deeper than {} calls"
_JUMP = Skip()


class TooLarge(Exception):
    """The inlined Program would have more edges than allowed."""

    def __init__(self, edges: int, max_edges: int) -> None:
        super().__init__(f"with its calls inlined the program has {edges} edges; {max_edges} are allowed")
        self.edges = edges
        self.max_edges = max_edges


@dataclass(frozen=True, slots=True)
class InlinedCall:
    """A call that was replaced. `copy` is the prefix of the names of its variables, such as `f#3`."""

    caller: str
    location: int
    """Where in the caller's automaton the call stood."""
    callee: str
    copy: str
    position: Position


@dataclass(frozen=True, slots=True)
class Whence:
    """Where a location of an inlined procedure comes from: a location of an original procedure, and the
    calls that led there, outermost first."""

    procedure: str
    location: int
    calls: tuple[InlinedCall, ...]


@dataclass(frozen=True, slots=True)
class Inlined:
    program: Program
    origins: dict[str, tuple[Whence, ...]]
    """For each procedure of the program, by location."""
    whole: Program
    """Before anything was inlined."""

    def origin(self, procedure: str, location: int) -> Whence:
        return self.origins[procedure][location]


def inline(
    program: Program, max_edges: int = MAX_EDGES, *, depth: int = 0, keep: Iterable[str] = ()
) -> Inlined:
    """The Program with every call of a procedure that is not recursive replaced by its body. Raises
    `TooLarge` before any work is done if the copies have more than `max_edges` edges. From the entry, calls
    of procedures to `keep` stay calls; these procedures themselves have everything inlined that can be.

    With a `depth`, calls of recursive procedures are replaced, too, as long as there are no more than that
    many copies of one procedure inside of each other. A call that goes deeper is `Unsupported`: what is
    proved of the result is proved of the program only if it is never reached."""
    if depth:
        root = _Root(program, frozenset({program.entry}), program.entry, depth, max_edges)
        procedure, whence = root.build()
        alone = replace(program, procedures={program.entry: procedure})
        return Inlined(alone, {program.entry: whence}, program)
    always = program.recursive() | {program.entry}
    at_entry = always | {*keep}
    sizes = _sizes(program, always)
    if keep:
        sizes = {**sizes, program.entry: _sizes(program, at_entry)[program.entry]}
    result = replace(program, procedures={})
    origins: dict[str, tuple[Whence, ...]] = {}
    waiting = [program.entry]
    total = 0
    while waiting:
        name = waiting.pop()
        if name in result.procedures:
            continue
        total += sizes[name]
        if total > max_edges:
            raise TooLarge(total, max_edges)
        roots = at_entry if name == program.entry else always
        procedure, origins[name] = _Root(program, roots, name).build()
        result.procedures[name] = procedure
        called = [edge.statement.procedure for edge in procedure.edges if isinstance(edge.statement, Call)]
        waiting.extend(reversed(dict.fromkeys(called)))
    return Inlined(result, origins, program)


def unroll(inlined: Inlined, depth: int, max_edges: int = MAX_EDGES) -> Inlined:
    """An inlined Program with recursion inlined to a depth, too. Raises `TooLarge`."""
    deeper = inline(inlined.program, max_edges, depth=depth)

    def whole(whence: Whence) -> Whence:
        """Both times that calls were replaced, as one."""
        calls: list[InlinedCall] = []
        for call in whence.calls:
            calls += (*inlined.origin(call.caller, call.location).calls, call)
        inner = inlined.origin(whence.procedure, whence.location)
        return Whence(inner.procedure, inner.location, (*calls, *inner.calls))

    origins = {name: tuple(map(whole, found)) for name, found in deeper.origins.items()}
    return Inlined(deeper.program, origins, inlined.whole)


def prepared(program: Program, depth: int = 0, keep: Iterable[str] = ()) -> Inlined:
    """The Program that a certificate is about: inlined, but for procedures to `keep`; or, if there is a
    depth, with these and with recursion to this depth."""
    inlined = inline(program, keep=() if depth else keep)
    return unroll(inlined, depth) if depth else inlined


def _sizes(program: Program, roots: frozenset[str]) -> dict[str, int]:
    """The edges of each procedure with those of the copies inside of it, jumps not yet contracted."""
    sizes: dict[str, int] = {}
    for start in program.procedures:
        stack = [start]
        while stack:
            name = stack[-1]
            if name in sizes:
                stack.pop()
                continue
            calls = [
                edge.statement
                for edge in program.procedures[name].edges
                if isinstance(edge.statement, Call) and edge.statement.procedure not in roots
            ]
            missing = [call.procedure for call in calls if call.procedure not in sizes]
            if missing:
                stack.extend(missing)
                continue
            own = sum(1 for _ in program.procedures[name].edges)
            sizes[name] = own + sum(sizes[call.procedure] + len(call.arguments) for call in calls)
            stack.pop()
    return sizes


@dataclass(frozen=True, slots=True)
class _Copy:
    """A body to be copied in place of a call: from `source`, where the call stood, to `target`."""

    call: Call
    source: int
    target: int
    position: Position
    caller: str
    location: int
    calls: tuple[InlinedCall, ...]
    """Those around it."""
    held: tuple[Variable, ...]
    """What may hold pointers of the procedures around it."""


class _Root:
    """Builds one procedure of the result, in two steps: copying, with locations given out freely, and
    assembling, without the jumps."""

    def __init__(
        self,
        program: Program,
        roots: frozenset[str],
        name: str,
        depth: int = 0,
        max_edges: int = MAX_EDGES,
    ) -> None:
        self._depth = depth
        self._max_edges = max_edges
        self._edges = 0
        self._program = program
        self._roots = roots
        self._root = program.procedures[name]
        self._out: list[list[tuple[Statement, int, Position]]] = []
        self._whence: list[Whence] = []
        self._locals = list(self._root.locals)
        self._numbers: dict[str, int] = {}
        self._waiting: list[_Copy] = []
        self._asking = asking(program)

    def build(self) -> tuple[Procedure, tuple[Whence, ...]]:
        places = self._body(self._root, Renaming({}), ())
        while self._waiting:
            self._inline(self._waiting.pop())
        return self._assemble(places[self._root.entry], places[self._root.exit])

    # Copying

    def _inline(self, copy: _Copy) -> None:
        callee = self._program.procedures[copy.call.procedure]
        number = self._numbers[callee.name] = self._numbers.get(callee.name, 0) + 1
        name = f"{callee.name}#{number}"
        scope = self._root.name
        variables = {
            variable: _renamed(variable, name, scope) for variable in (*callee.parameters, *callee.locals)
        }
        self._locals += variables.values()
        site = InlinedCall(copy.caller, copy.location, callee.name, name, copy.position)
        calls = (*copy.calls, site)

        def leave(source: int, value: Expr | None, position: Position) -> None:
            self._edge(source, self._give(copy.call.target, value, name), copy.target, position)

        places = self._body(callee, Renaming(variables), calls, leave, copy.held)
        place = copy.source
        for parameter, argument in zip(callee.parameters, copy.call.arguments, strict=True):
            after = self._place(Whence(callee.name, callee.entry, calls))
            self._edge(place, Assign(variables[parameter], argument), after, copy.position)
            place = after
        for local in callee.locals if callee.name in self._asking else ():
            if holds_pointer(local):
                after = self._place(Whence(callee.name, callee.entry, calls))
                self._edge(place, Assign(variables[local], Const(local.type, 0)), after, copy.position)
                place = after
        self._edge(place, _JUMP, places[callee.entry], copy.position)

    def _body(
        self,
        procedure: Procedure,
        renaming: Renaming,
        calls: tuple[InlinedCall, ...],
        leave: Callable[[int, Expr | None, Position], None] | None = None,
        held: tuple[Variable, ...] = (),
    ) -> list[int]:
        """Copy a procedure's edges; the places of its locations. Calls to be inlined are put on the list of
        what waits. With `leave`, that makes the edge of every Return. `held` is what callers hold."""
        places = [self._place(Whence(procedure.name, location, calls)) for location in procedure.locations]
        inner: list[_Copy] = []
        for edge in procedure.edges:
            statement = renaming.statement(edge.statement)
            source, target = places[edge.source], places[edge.target]
            if isinstance(statement, Call) and self._is_deep(statement.procedure, calls):
                self._edge(source, Unsupported(DEEPER.format(self._depth)), target, edge.position)
            elif isinstance(statement, Call) and statement.procedure not in self._roots:
                known = held
                if statement.procedure in self._asking:
                    known = (*held, *map(renaming.variable, in_scope(procedure, edge.position)))
                inner.append(
                    _Copy(statement, source, target, edge.position, procedure.name, edge.source, calls, known)
                )
            elif isinstance(statement, Check):
                here = map(renaming.variable, in_scope(procedure, edge.position))
                condition = tracked(self._program, statement.condition, held, here)
                self._edge(source, Check(condition, statement.info), target, edge.position)
            elif isinstance(statement, Return) and leave is not None:
                leave(source, statement.value, edge.position)
            else:
                self._edge(source, statement, target, edge.position)
        if leave is not None:
            leave(places[procedure.exit], None, procedure.position)
        self._waiting.extend(reversed(inner))
        return places

    def _is_deep(self, procedure: str, calls: tuple[InlinedCall, ...]) -> bool:
        return self._depth > 0 and sum(call.callee == procedure for call in calls) >= self._depth

    def _give(self, result: Variable | None, value: Expr | None, copy: str) -> Statement:
        """What becomes of a Return."""
        if result is not None:
            # Without a value the result is zero, as in the executor.
            return Assign(result, Const(result.type, 0) if value is None else value)
        if value is None or isinstance(value, Const | Variable):
            return _JUMP
        # Nobody wants the value, but its evaluation may end the run.
        unused = Variable(f"{copy}#unused", self._root.name, value.type)
        self._locals.append(unused)
        return Assign(unused, value)

    def _place(self, whence: Whence) -> int:
        self._out.append([])
        self._whence.append(whence)
        return len(self._out) - 1

    def _edge(self, source: int, statement: Statement, target: int, position: Position) -> None:
        self._out[source].append((statement, target, position))
        self._edges += 1
        if self._depth and self._edges > self._max_edges:
            raise TooLarge(self._edges, self._max_edges)

    # Assembling

    def _assemble(self, entry: int, exit_: int) -> tuple[Procedure, tuple[Whence, ...]]:
        root = self._root
        procedure = Procedure(root.name, root.parameters, root.returns, root.position, library=root.library)
        procedure.locals = list(dict.fromkeys(self._locals))
        procedure.extents = root.extents
        resolved = self._resolve()
        start = resolved[entry]
        order = self._order(start, resolved)
        returned_to = any(resolved[target] == start for place in order for _, target, _ in self._out[place])
        numbers = {exit_: procedure.exit}
        whence = [self._whence[start], self._whence[exit_]]
        # Nothing may lead back to the entry, so that what holds there is what callers give.
        apart = start == exit_ or returned_to
        if not apart:
            numbers[start] = procedure.entry
        for place in order:
            if place not in numbers:
                numbers[place] = procedure.new_location()
                whence.append(self._whence[place])
        if apart:
            procedure.add(procedure.entry, _JUMP, numbers[start], root.position)
        for place in order:
            for statement, target, position in self._out[place]:
                procedure.add(numbers[place], statement, numbers[resolved[target]], position)
        return procedure, tuple(whence)

    def _order(self, start: int, resolved: list[int]) -> list[int]:
        """The places that can be reached, in order of control flow."""
        order: list[int] = []
        seen = {start}
        stack = [start]
        while stack:
            place = stack.pop()
            order.append(place)
            for _, target, _ in reversed(self._out[place]):
                if resolved[target] not in seen:
                    seen.add(resolved[target])
                    stack.append(resolved[target])
        return order

    def _resolve(self) -> list[int]:
        """For each place the one where jumps from it lead. Of a cycle of jumps one place is left, which jumps
        to itself: a loop that never ends must not vanish."""
        resolved = [-1] * len(self._out)
        for start in range(len(self._out)):
            way: dict[int, None] = {}
            place = start
            while resolved[place] < 0 and place not in way:
                way[place] = None
                edges = self._out[place]
                if len(edges) != 1 or edges[0][0] != _JUMP:
                    break
                place = edges[0][1]
            end = place if resolved[place] < 0 else resolved[place]
            for passed in way:
                resolved[passed] = end
        return resolved


def _renamed(variable: Variable, copy: str, scope: str) -> Variable:
    """A pointer to a local object keeps the & that its name starts with: printers go by it."""
    bare = variable.name.removeprefix("&")
    mark = variable.name[: len(variable.name) - len(bare)]
    return Variable(f"{mark}{copy}.{bare}", scope, variable.type, variable.source_name)


class Renaming:
    """Statements in terms of the variables of one copy; `others` are expressions to be replaced, too."""

    def __init__(
        self, variables: dict[Variable, Variable], others: Mapping[Expr, Expr] | None = None
    ) -> None:
        self._variables = variables
        self._memo: dict[Expr, Expr] = {}
        self._mapping: dict[Expr, Expr] = dict(variables.items())
        self._mapping.update(others or {})

    def variable(self, variable: Variable) -> Variable:
        return self._variables.get(variable, variable)

    def _expr(self, expr: Expr) -> Expr:
        return substitute(expr, self._mapping, self._memo)

    def statement(self, statement: Statement) -> Statement:
        if not self._mapping:
            return statement
        expr, variable = self._expr, self.variable
        match statement:
            case Assign(target, value):
                return Assign(variable(target), expr(value))
            case Store(address, value):
                return Store(expr(address), expr(value))
            case Assume(condition, why, detail):
                return Assume(expr(condition), why, detail)
            case Check(condition, info):
                return Check(expr(condition), info)
            case Call(target, procedure, arguments):
                renamed = None if target is None else variable(target)
                return Call(renamed, procedure, tuple(map(expr, arguments)))
            case Return(value):
                return Return(None if value is None else expr(value))
            case Copy(to, source, size, type_):
                return Copy(expr(to), expr(source), expr(size), type_)
            case Fill(to, byte, size, type_):
                return Fill(expr(to), expr(byte), expr(size), type_)
            case Allocate(target, size, storage, name, type_, alignment):
                aligned = None if alignment is None else expr(alignment)
                return Allocate(variable(target), expr(size), storage, name, type_, aligned)
            case Free(pointer):
                return Free(expr(pointer))
            case EndLifetime(pointer, pointed_to):
                return EndLifetime(variable(pointer), pointed_to)
            case Havoc(target, origin, name):
                return Havoc(variable(target), origin, name)
            case HavocMemory(address, size, name, type_):
                return HavocMemory(expr(address), expr(size), name, type_)
            case Halt(code):
                return Halt(expr(code))
            case Skip(note, Goal(kind, condition, info)):
                return Skip(note, Goal(kind, expr(condition), info))
            case Skip(note, None, CoverTarget(ident, condition)):
                return Skip(note, None, CoverTarget(ident, expr(condition)))
            case Skip(note, None, None, Probe(ident, predicates)):
                return Skip(note, probe=Probe(ident, tuple(map(expr, predicates))))
            case Skip(note, predicate=Expr() as predicate):
                return Skip(note, predicate=expr(predicate))
            case Unsupported() | Skip():
                return statement
