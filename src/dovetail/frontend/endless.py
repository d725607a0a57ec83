"""Loops that may run for ever.

Memory that is lost is lost at the end of the program at the latest, if the program has an end; so in loops
that are left sooner or later nothing need be asked. `may_stay` names locations such that every execution
that never leaves a procedure's loops comes to one of them again and again. A loop is left for certain

* by counting: each round moves a variable by a constant towards a bound that does not change, and cannot
  step over it by wrapping around;
* by walking: each round moves a pointer and then checks that there is an object where it points;
* by choice: each round takes a fresh input, and some value of it leads out of the loop. An execution that
  stays has a twin which has done the same so far and leaves. (Where an assumption may fail behind the loop
  the twin may never come to the end, so that nobody asks it: then that is no reason.)

Everything else may stay. Calls are taken to return; recursion is not looked at here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property

from dovetail.frontend.cut_short import Assumptions
from dovetail.program.automata import Edge, Procedure
from dovetail.program.expressions import (
    FALSE,
    TRUE,
    Binary,
    BinaryOp,
    Cast,
    Const,
    Expr,
    PointerAdd,
    Valid,
    Variable,
    const,
    integers,
    operands,
    reads_memory,
    variables,
)
from dovetail.program.interned import fold
from dovetail.program.ordering import depth_first
from dovetail.program.statements import (
    Assign,
    Assume,
    Call,
    Check,
    EndLifetime,
    Havoc,
    Origin,
    Return,
    Skip,
    writes_memory,
    written_variable,
)
from dovetail.program.types import IntType
from dovetail.quick_dataclass import dataclass
from dovetail.semantics.folding import folded

MAX_STEPS = 200
"""So many edges are looked at behind one input."""
_MIRRORED = {Binary.LT: Binary.GT, Binary.GT: Binary.LT, Binary.LE: Binary.GE, Binary.GE: Binary.LE}


def fresh_results(procedures: Iterable[Procedure]) -> frozenset[str]:
    """The procedures that do nothing but return any value."""
    return frozenset(procedure.name for procedure in procedures if _returns_input(procedure))


def _returns_input(procedure: Procedure) -> bool:
    here = procedure.entry
    values: dict[Expr, Expr] = {}
    given: Variable | None = None
    for _ in range(8):
        if len(procedure.outgoing[here]) != 1:
            return False
        (edge,) = procedure.outgoing[here]
        match edge.statement:
            case Havoc(target=target, origin=Origin.NONDET | Origin.EXTERNAL) if given is None:
                given = target
            case Assign(target=target, value=value):
                values[target] = values.get(value, value)
            case Return(value=Expr() as value):
                return given is not None and values.get(value, value) is given
            case Skip():
                pass
            case _:
                return False
        here = edge.target
    return False


def may_stay(procedure: Procedure, fresh: frozenset[str], assumptions: Assumptions) -> list[int]:
    """The locations to look at, each the head of a loop, in order of control flow."""
    return [cut for cut, _ in staying(procedure, fresh, assumptions)]


def staying(
    procedure: Procedure,
    fresh: frozenset[str],
    assumptions: Assumptions | None = None,
    *,
    wraps: bool = True,
) -> list[tuple[int, frozenset[int]]]:
    """The same, each with the part of the control flow in which executions come to it again and again.
    Unless signed numbers are taken to wrap around (`wraps`), counting in them steps over no bound. Without
    `assumptions`, those that may fail do not matter."""

    def is_asked(place: int) -> bool:
        return assumptions is None or not assumptions.behind(procedure, place)

    order = {location: number for number, location in enumerate(depth_first(procedure).order)}
    graph = _Graph(procedure)
    found: list[tuple[int, frozenset[int]]] = []
    waiting = graph.components(frozenset(order))
    while waiting:
        nodes = waiting.pop()
        loop = _Loop(graph, nodes, fresh, is_asked, wraps=wraps)
        cut = next((node for node in sorted(nodes, key=order.__getitem__) if loop.left_at(node)), None)
        if cut is None:
            cut = min(nodes, key=order.__getitem__)
            found.append((cut, nodes))
        waiting += graph.components(nodes - {cut})
    return sorted(found, key=lambda one: order[one[0]])


class _Graph:
    """The control flow, where an edge that gives a variable a constant leads past the branches that this
    decides (`a && b` in a loop's condition is lowered so)."""

    def __init__(self, procedure: Procedure) -> None:
        self.outgoing: list[list[tuple[Edge, int]]] = [
            [(edge, self._led(procedure, edge)) for edge in edges] for edges in procedure.outgoing
        ]

    def _led(self, procedure: Procedure, edge: Edge) -> int:
        here = edge.target
        match edge.statement:
            case Assign(target=target, value=Const() as value):
                pass
            case _:
                return here
        for _ in range(8):
            branches = procedure.outgoing[here]
            taken = [one for one in branches if _decided(one, {target: value}) is TRUE]
            if len(branches) != 2 or len(taken) != 1 or _decided(branches[0], {target: value}) is None:
                break
            here = taken[0].target
        return here

    def components(self, nodes: frozenset[int]) -> list[frozenset[int]]:
        """The strongly connected parts with a cycle in them (Tarjan)."""
        index: dict[int, int] = {}
        low: dict[int, int] = {}
        stack: list[int] = []
        standing: set[int] = set()
        found: list[frozenset[int]] = []
        for root in sorted(nodes):
            if root in index:
                continue
            work: list[tuple[int, Iterator[int]]] = []

            def enter(node: int, work: list[tuple[int, Iterator[int]]] = work) -> None:
                index[node] = low[node] = len(index)
                stack.append(node)
                standing.add(node)
                work.append((node, iter([to for _, to in self.outgoing[node] if to in nodes])))

            enter(root)
            while work:
                node, following = work[-1]
                for to in following:
                    if to not in index:
                        enter(to)
                        break
                    if to in standing:
                        low[node] = min(low[node], index[to])
                else:
                    work.pop()
                    if work:
                        low[work[-1][0]] = min(low[work[-1][0]], low[node])
                    if low[node] == index[node]:
                        part: list[int] = []
                        while not part or part[-1] != node:
                            part.append(stack.pop())
                            standing.discard(part[-1])
                        if len(part) > 1 or any(to == node for _, to in self.outgoing[node]):
                            found.append(frozenset(part))
        return found


@dataclass(frozen=True, slots=True)
class _Step:
    """What a variable is moved by, at one edge."""

    edge: Edge
    by: int


class _Loop:
    """A strongly connected part of the control flow."""

    def __init__(
        self,
        graph: _Graph,
        nodes: frozenset[int],
        fresh: frozenset[str],
        is_asked: Callable[[int], bool],
        *,
        wraps: bool,
    ) -> None:
        self._wraps = wraps
        self._is_asked = is_asked
        self._graph = graph
        self._nodes = nodes
        self._fresh = fresh
        self._edges = [edge for node in sorted(nodes) for edge, to in graph.outgoing[node] if to in nodes]
        self._written: dict[Variable, list[Edge]] = {}
        for edge in self._edges:
            target = written_variable(edge.statement)
            if target is not None:
                self._written.setdefault(target, []).append(edge)
        self._calls = any(isinstance(edge.statement, Call) for edge in self._edges)

    @cached_property
    def _writes_memory(self) -> bool:
        return any(writes_memory(edge.statement) for edge in self._edges)

    def left_at(self, node: int) -> bool:
        """Can the execution come to this node only so many times, or else leave from it by choice?"""
        edges = self._graph.outgoing[node]
        match [(edge.statement, to) for edge, to in edges]:
            case [(Havoc(target=target, origin=Origin.NONDET | Origin.EXTERNAL), to)]:
                return self._left_by_choice(target, to)
            case [(Call(target=Variable() as target, procedure=procedure), to)] if procedure in self._fresh:
                return self._left_by_choice(target, to)
            case [(Check(condition=Valid(pointer=pointer, size=Const(value=size))), _)]:
                return size > 0 and self._walks(node, pointer)  # nothing is there wherever it points
            case [(Assume(condition=first), one), (Assume(condition=second), other)]:
                if (one in self._nodes) == (other in self._nodes):
                    return False
                stays = first if one in self._nodes else second
                conditions = operands(stays) if _is_conjunction(stays) else (stays,)
                return any(self._counts(node, condition) for condition in conditions)
            case _:
                return False

    # -- counting and walking

    def _counts(self, node: int, stays: Expr) -> bool:
        if not isinstance(stays, BinaryOp) or stays.op not in (*_MIRRORED, Binary.NE):
            return False
        op, left, right = stays.op, self._plain(stays.left), self._plain(stays.right)
        mirrored = (_MIRRORED.get(op, op), right, left)
        return any(self._approaches(node, *sides) for sides in ((op, left, right), mirrored))

    def _approaches(self, node: int, op: Binary, moved: Expr, bound: Expr) -> bool:
        seen = moved.type
        if isinstance(moved, Cast):
            moved = moved.operand
        if not isinstance(moved, Variable) or not isinstance(moved.type, IntType):
            return False
        if not isinstance(seen, IntType) or not self._unchanged(bound):
            return False
        step = self._step_of(moved, node)
        if step is None:
            return False
        if seen.width < moved.type.width:
            return False
        wider = seen.width > moved.type.width
        known = seen.number(bound.value) if isinstance(bound, Const) else None
        type_ = moved.type if wider else seen
        if not self._wraps and type_.signed and not wider and op is not Binary.NE:
            return step.by > 0 if op in (Binary.LT, Binary.LE) else step.by < 0
        if known is None:
            # With another width it might lie where the variable never comes to.
            return not wider and (op, step.by) in (
                (Binary.NE, 1),
                (Binary.NE, -1),
                (Binary.LT, 1),
                (Binary.GT, -1),
            )
        if wider and moved.type.signed and not seen.signed and step.by < 0:
            return False  # below zero it would be large
        match op, step.by:
            case Binary.NE, 1 | -1:
                return type_.minimum <= known <= type_.maximum
            case Binary.LT, by if by > 0:
                return known + by - 1 <= type_.maximum
            case Binary.LE, by if by > 0:
                return known + by <= type_.maximum
            case Binary.GT, by if by < 0:
                return known + by + 1 >= type_.minimum
            case Binary.GE, by if by < 0:
                return known + by >= type_.minimum
            case _:
                return False

    def _walks(self, node: int, pointer: Expr) -> bool:
        """Objects are finite, and a pointer never comes from one into another."""
        pointer = self._plain(pointer)
        while isinstance(pointer, PointerAdd) and isinstance(pointer.offset, Const):
            pointer = self._plain(pointer.pointer)
        if not isinstance(pointer, Variable):
            return False
        step = self._step_of(pointer, node)
        return step is not None and 0 < abs(step.by) <= 4096

    def _step_of(self, variable: Variable, node: int) -> _Step | None:
        """What is added to a variable in each round from the node back to it, exactly once."""
        edges = self._written.get(variable, [])
        if len(edges) != 1 or (not variable.scope and self._calls):
            return None
        (edge,) = edges
        if not isinstance(edge.statement, Assign):
            return None
        by = _moved_by(self._plain(edge.statement.value), variable)
        if by is None or not self._passes(node, edge.source) or self._returns_without(edge.source, node):
            return None
        return _Step(edge, by)

    def _passes(self, node: int, place: int) -> bool:
        """Does every way from the node back to it lead over the place?"""
        return node == place or all(
            node not in part for part in self._graph.components(self._nodes - {place})
        )

    def _returns_without(self, place: int, node: int) -> bool:
        """Is there a way from the place back to it that does not lead over the node?"""
        return place != node and any(place in part for part in self._graph.components(self._nodes - {node}))

    def _unchanged(self, expr: Expr) -> bool:
        if any(v in self._written or (self._calls and not v.scope) for v in variables(expr)):
            return False
        return not (reads_memory(expr) and self._writes_memory)

    def _plain(self, expr: Expr) -> Expr:
        """In terms of the user's variables, where a temporary is a copy of one."""

        def combine(node: Expr, below: list[Expr]) -> Expr:
            if isinstance(node, Variable) and not node.source_name and node.scope:
                edges = self._written.get(node, [])
                if len(edges) == 1 and isinstance(edges[0].statement, Assign):
                    value = edges[0].statement.value
                    if isinstance(value, Variable) and value.source_name:
                        return value
                return node
            if all(a is b for a, b in zip(node.children, below, strict=True)):
                return node
            return node.with_children(tuple(below))

        return fold(expr, combine, {})

    # -- choice

    def _left_by_choice(self, given: Variable, start: int) -> bool:
        """Does some value of a fresh input lead out of the loop, whatever the other variables hold?"""
        if not isinstance(given.type, IntType):
            return False
        waiting: list[tuple[int, dict[Expr, Expr], tuple[Expr, ...]]] = [(start, {given: given}, ())]
        for _ in range(MAX_STEPS):
            if not waiting:
                return False
            here, values, met = waiting.pop()
            if here not in self._nodes:
                if self._is_asked(here):
                    return True
                continue
            for edge, to in self._graph.outgoing[here]:
                match edge.statement:
                    case Assume(condition=condition):
                        condition = _in_terms_of(condition, values)
                        if variables(condition) - {given} or reads_memory(condition):
                            continue
                        conditions = (*met, condition)
                        if _possible(conditions, given):
                            waiting.append((to, values, conditions))
                    case Assign(target=target, value=value):
                        after = {**values, target: _in_terms_of(value, values)}
                        if variables(after[target]) - {given} or reads_memory(after[target]):
                            del after[target]
                        if target is not given:
                            waiting.append((to, after, met))
                    case Check() | Skip() | EndLifetime():
                        waiting.append((to, values, met))
                    case statement:
                        written = written_variable(statement)
                        calls = isinstance(statement, Call)
                        after = {
                            v: value
                            for v, value in values.items()
                            if v is not written and not (calls and isinstance(v, Variable) and not v.scope)
                        }
                        if given in after:
                            waiting.append((to, after, met))
        return False


def _in_terms_of(expr: Expr, values: Mapping[Expr, Expr]) -> Expr:
    """With constants folded. What is not known stays as it is."""

    def combine(node: Expr, below: list[Expr]) -> Expr:
        if node in values:
            return values[node]
        if not all(a is b for a, b in zip(node.children, below, strict=True)):
            node = node.with_children(tuple(below))
        return folded(node)

    return fold(expr, combine, {})


def _possible(conditions: Iterable[Expr], given: Variable) -> bool:
    """Is there a value for which all hold? Values at the edges, and those around constants, are tried."""
    conditions = list(conditions)
    type_ = given.type
    assert isinstance(type_, IntType)
    least, most = (0, 1) if type_.name == "_Bool" else (type_.minimum, type_.maximum)
    tried = {0, 1, -1, 2, least, most}
    for condition in conditions:
        for number in integers(condition):
            tried.update((number - 1, number, number + 1))
    for number in sorted(tried):
        value: dict[Expr, Expr] = {given: const(type_, number)}
        if least <= number <= most and all(_in_terms_of(c, value) is TRUE for c in conditions):
            return True
    return False


def _decided(edge: Edge, values: Mapping[Expr, Expr]) -> Expr | None:
    """What an edge assumes, if the values tell."""
    if not isinstance(edge.statement, Assume):
        return None
    condition = _in_terms_of(edge.statement.condition, values)
    return condition if condition is TRUE or condition is FALSE else None


def _is_conjunction(expr: Expr) -> bool:
    return isinstance(expr, BinaryOp) and expr.op is Binary.AND


def _moved_by(value: Expr, variable: Variable) -> int | None:
    match value:
        case BinaryOp(op=Binary.ADD | Binary.SUB as op, left=left, right=Const(value=bits)) if (
            left is variable and isinstance(left.type, IntType)
        ):
            signed = IntType(left.type.width, True).number(bits)
            return signed if op is Binary.ADD else -signed
        case PointerAdd(pointer=pointer, offset=Const(type=IntType() as type_, value=bits)):
            return type_.number(bits) if pointer is variable else None
        case _:
            return None
