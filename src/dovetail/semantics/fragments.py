"""Symbolic execution of a loop-free fragment: all its paths at once, merged where they meet.

Locations are visited in topological order. At each there is one state and the condition under which it is
reached, its *guard*. Where edges meet, states become if-then-else, variable by variable where they differ, so
that one formula stands for exponentially many paths and grows with the number of statements only.

A guard is kept as a list of conjuncts. Two guards that meet share a prefix (what led to the branch) and
differ in the rest, and only the rest is needed to tell the two states apart. If the rests are a condition and
its negation nothing remains of them: behind an `if` the guard is what it was before.

The result for each target is a guard and a state; beside that, everything that a proof must establish. A run
that cannot go on (a failed assumption, an access outside of every live object) is excluded by the guard.
Accesses that are evaluated only under a condition inside of one expression do not restrict the guard, which
is sound: more runs are considered than there are.

Calls are not executed here: the cutpoint graph is to be cut at calls, or the caller says what a call does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import field
from itertools import pairwise
from typing import Any

from dovetail.program.automata import Edge
from dovetail.program.expressions import Expr
from dovetail.program.statements import (
    Assume,
    Call,
    Check,
    CheckInfo,
    Halt,
    Havoc,
    HavocMemory,
    Return,
    Skip,
    Unsupported,
    Why,
)
from dovetail.program.types import Type
from dovetail.quick_dataclass import dataclass
from dovetail.semantics.algebra import NotComputable
from dovetail.semantics.memory import size_of
from dovetail.semantics.symbolic import Condition, Symbolic, Value
from dovetail.semantics.symbolic_blocks import followed
from dovetail.semantics.symbolic_contents import Source, Supplied, Unsized
from dovetail.semantics.symbolic_memory import SymbolicMemory
from dovetail.semantics.symbolic_quantifiers import Met, Use, one_way
from dovetail.semantics.symbolic_statements import Execution
from dovetail.semantics.symbolic_states import SymbolicState
from dovetail.semantics.symbolic_values import Fresh, Pointer

Guard = tuple[Condition, ...]
"""The conjunction of conditions, oldest first; () is true."""
CallStep = Callable[[Edge, SymbolicState], SymbolicState]


@dataclass(frozen=True, slots=True)
class Arrival:
    """A state at a target, and the conditions under which it is reached."""

    conditions: Guard
    guard: Value
    """The same, as one."""
    state: SymbolicState


@dataclass(frozen=True, slots=True)
class Obligation:
    """`condition` must hold whenever `guard` does. For what is unsupported it is False, and `check` is
    None."""

    guard: Value
    condition: Value
    edge: Edge
    check: CheckInfo | None
    reason: str = ""
    met: Met = field(default_factory=dict)
    """The quantifiers in the condition."""

    @property
    def ident(self) -> int | None:
        """The number of the check; None for what is unsupported."""
        return None if self.check is None else self.check.ident

    def wrong(self, algebra: Symbolic[Any]) -> Any:
        """The condition that the check fails, or that what is unsupported is reached."""
        return algebra.conjunction(self.guard, algebra.negation(self.condition))


@dataclass(frozen=True, slots=True)
class Input:
    """An input that is taken whenever `guard` holds: the value of a variable, or the bytes of a piece of
    memory."""

    guard: Value
    edge: Edge
    value: Value | Supplied | Unsized
    name: str


@dataclass(frozen=True, slots=True)
class Access:
    """Memory is read or written whenever `guard` holds. A run in which nothing is there ends, if the machine
    refuses."""

    guard: Value
    memory: SymbolicMemory[Any]
    pointer: Pointer
    size: Any

    def found(self) -> Any:
        """The condition that there is an object."""
        return self.memory.valid(self.pointer, self.size)


@dataclass(slots=True)
class Executed:
    edges: Sequence[Edge] = ()
    arrivals: dict[int, Arrival] = field(default_factory=dict)
    """By target, in the order in which targets were reached."""
    obligations: list[Obligation] = field(default_factory=list)
    inputs: list[Input] = field(default_factory=list)
    """In topological order."""
    accesses: list[Access] = field(default_factory=list)
    """If they do not restrict guards: those that may not find an object."""
    reads: list[tuple[Pointer, Type]] = field(default_factory=list)
    """Then also everything that is read from memory."""
    branches: dict[Edge, Value] = field(default_factory=dict)
    """What an edge assumes, in the state that comes to it."""

    def path(self, source: int, chosen: Callable[[Value], bool], last: Edge | None = None) -> list[Edge]:
        """The edges of the one run in which just the chosen conditions hold, up to a target, or through an
        edge."""
        taken: list[Edge] = []
        outgoing: dict[int, list[Edge]] = {}
        for edge in self.edges:
            outgoing.setdefault(edge.source, []).append(edge)
        here = source
        while here in outgoing and not (taken and here == source):
            edges = outgoing[here]
            edge = edges[0] if len(edges) == 1 else next(one for one in edges if self._holds(one, chosen))
            taken.append(edge)
            if edge is last:
                break
            here = edge.target
        return taken

    def _holds(self, edge: Edge, chosen: Callable[[Value], bool]) -> bool:
        condition = self.branches.get(edge, False)
        return condition if isinstance(condition, bool) else chosen(condition)


class _Ends(Exception):
    """No run goes on from here."""


class _Path:
    """A state on its way, with its guard."""

    __slots__ = ("guard", "state")

    def __init__(self, guard: Guard, state: SymbolicState) -> None:
        self.guard = guard
        self.state = state


class FragmentExecution:
    """Runs fragments over one algebra. With `accesses` False, invalid writes do not restrict guards. Invalid
    reads never do: they give anything, so that no proof rests on the machine refusing to read."""

    def __init__(
        self,
        algebra: Symbolic[Any],
        *,
        accesses: bool = True,
        call: CallStep | None = None,
        looked_at: list[Value] | None = None,
        byte_by_byte: bool = True,
    ) -> None:
        """In `looked_at`, if it is given, the pointers are noted that are followed. Bytes that an input
        supplies are symbols each, `byte_by_byte`, for whoever asks a model for them; or else one array."""
        self._looked_at = looked_at
        self.byte_by_byte = byte_by_byte
        self.algebra = algebra
        self.accesses = accesses
        self._call = call

    def run(self, source: int, edges: Iterable[Edge], state: SymbolicState, guard: Guard = ()) -> Executed:
        """From `source`, which is reached if `guard` holds, over edges in topological order
        (`CutpointGraph.region`). Targets are the locations that no edge leaves, and the
        source itself if an edge leads back to it."""
        edges = list(edges)
        inner = {edge.source for edge in edges} - {source}
        outgoing: dict[int, int] = {}
        for edge in edges:
            outgoing[edge.source] = outgoing.get(edge.source, 0) + 1
        waiting: dict[int, list[_Path]] = {}
        arrived: dict[int, list[_Path]] = {}
        result = Executed(edges)
        here, current = -1, _Path(guard, state.copy())
        started = False
        for edge in edges:
            if edge.source != here:
                here = edge.source
                if here == source:
                    assert not started, "the edges out of the source come first, together"
                    started = True
                else:
                    paths = waiting.pop(here, [])
                    if not paths:
                        here = -1
                        continue
                    current = self._joined(paths)
            path = _Path(current.guard, current.state.copy() if outgoing[here] > 1 else current.state)
            try:
                self._step(edge, path, result)
            except _Ends:
                continue
            places = waiting if edge.target in inner else arrived
            places.setdefault(edge.target, []).append(path)
        for target, paths in arrived.items():
            result.arrivals[target] = self._arrival(self._joined(paths))
        return result

    def joined(self, arrivals: Iterable[Arrival]) -> Arrival:
        """Where runs from several sources meet: one state for all of them."""
        return self._arrival(self._joined([_Path(one.conditions, one.state) for one in arrivals]))

    def _arrival(self, path: _Path) -> Arrival:
        return Arrival(path.guard, self.conjunction(path.guard), path.state)

    # Statements

    def _step(self, edge: Edge, path: _Path, result: Executed) -> None:
        state, memory = path.state, path.state.memory
        if self._looked_at is not None:
            self._looked_at += followed(edge.statement, state)
        read: list[tuple[Any, Type]] = []
        state.read = None if self.accesses else read
        try:
            self._execute(edge, path, result)
            result.reads += read
            lost = [(pointer, type_) for pointer, type_ in read if _may_be_lost(pointer)]
            if lost:
                guard = self.conjunction(path.guard)
                for pointer, type_ in lost:
                    size = size_of(type_, self.algebra.pointer_bits)
                    result.accesses.append(Access(guard, memory, pointer, size))
        except NotComputable as reason:
            guard = self.conjunction(path.guard)
            result.obligations.append(Obligation(guard, False, edge, None, str(reason)))
            raise _Ends from reason

    def _execute(self, edge: Edge, path: _Path, result: Executed) -> None:
        state, value = path.state, path.state.evaluate
        match edge.statement:
            case Assume(condition=condition, why=why):
                assumed = result.branches[edge] = self._assumed(condition, why, state)
                self.restrict(path, assumed)
                state.learn(condition, assumed)
            case Check(condition=condition, info=info):
                quantifiers = self.algebra.quantifiers
                holds, met = quantifiers.collected(condition, state, one_way(condition, Use.CLAIMED))
                if holds is not True:
                    guard = self.conjunction(path.guard)
                    result.obligations.append(Obligation(guard, holds, edge, info, met=met))
                    assumed = self._assumed(condition, Why.ASSUMED, state)
                    self.restrict(path, assumed)
                    state.learn(condition, assumed)
            case Return(value=expr):
                state.result = None if expr is None else value(expr)
            case Unsupported(reason=reason):
                guard = self.conjunction(path.guard)
                result.obligations.append(Obligation(guard, False, edge, None, reason))
                raise _Ends
            case Call(procedure=procedure):
                if self._call is None:
                    raise ValueError(f"a call of {procedure} inside of a fragment: cut at calls")
                path.state = self._call(edge, state)
            case Halt(code=code):
                value(code)
            case Skip():
                pass
            case change:
                _Changing(self, edge, path, result).execute(change)

    def _assumed(self, condition: Expr, why: Why, state: SymbolicState) -> Any:
        """What is assumed from here on. A branch may be taken or not, so what it asks is there for both."""
        use = Use.BOTH if why is Why.BRANCH else one_way(condition, Use.ASSUMED)
        return self.algebra.quantifiers.evaluated(condition, state, use)

    # Guards

    def restrict(self, path: _Path, condition: Any) -> None:
        if condition is True or condition in path.guard:
            return
        if condition is False or self.algebra.negation(condition) in path.guard:
            raise _Ends
        path.guard = (*path.guard, condition)

    def conjunction(self, guard: Guard) -> Any:
        result: Any = True
        for condition in guard:
            result = self.algebra.conjunction(result, condition)
        return result

    def _joined(self, paths: list[_Path]) -> _Path:
        """Merge the states that reach one location, those that parted last first."""
        paths = list(paths)
        while len(paths) > 1:
            shared = [_shared(a.guard, b.guard) for a, b in pairwise(paths)]
            at = max(range(len(shared)), key=lambda index: (shared[index], index))
            paths[at : at + 2] = [self._merged(paths[at], paths[at + 1], shared[at])]
        return paths[0]

    def _merged(self, left: _Path, right: _Path, shared: int) -> _Path:
        prefix = left.guard[:shared]
        one, other = self.conjunction(left.guard[shared:]), self.conjunction(right.guard[shared:])
        either = self.algebra.disjunction(one, other)
        guard = prefix if either is True else (*prefix, either)
        if one is True and other is True:
            # Two edges without a condition lead here only from a caller's own automaton.
            raise ValueError("two paths to one location are not told apart by their guards")
        if one is True:
            # Branches exclude each other, but what one of them asks for was known before in other words: the
            # way with more conditions is then one that nothing can take, and these conditions tell it apart.
            one = self.algebra.negation(other)
        return _Path(guard, left.state.merged(one, right.state))


class _Changing(Execution):
    """A statement on its way: accesses are noted, or restrict the guard, and inputs have names of their
    own."""

    __slots__ = ("edge", "execution", "path", "result", "state")

    def __init__(self, execution: FragmentExecution, edge: Edge, path: _Path, result: Executed) -> None:
        self.execution = execution
        self.edge = edge
        self.path = path
        self.state = path.state
        self.result = result

    def accessed(self, pointer: Any, size: Any) -> Any:
        execution, path, memory = self.execution, self.path, self.state.memory
        if execution.accesses:
            execution.restrict(path, memory.valid(pointer, size))
        elif _may_be_lost(pointer):
            guard = execution.conjunction(path.guard)
            self.result.accesses.append(Access(guard, memory, pointer, size))
        return pointer

    def freed(self, pointer: Any) -> None:
        if self.execution.accesses:
            self.execution.restrict(self.path, self.state.memory.freeable(pointer))

    def scalar(self, statement: Havoc) -> Value:
        name = self._name(statement)
        symbol: Value = self.execution.algebra.fresh(statement.target.type, name)
        self._take(symbol, name)
        return symbol

    def bytes(self, statement: HavocMemory, size: Any) -> tuple[Any, Source]:
        name = self._name(statement)
        apart = isinstance(size, int) and self.execution.byte_by_byte
        supplied = Supplied(name, size) if apart else Unsized(name, size)
        self._take(supplied, name)
        return size, supplied

    def _name(self, statement: Havoc | HavocMemory) -> str:
        return self.execution.algebra.name(f"input:{statement.name}")

    def _take(self, value: Value | Supplied | Unsized, name: str) -> None:
        guard = self.execution.conjunction(self.path.guard)
        self.result.inputs.append(Input(guard, self.edge, value, name))


def _may_be_lost(pointer: Pointer) -> bool:
    """Is it worth remembering that it was followed? Not if it is known where it leads."""
    return (
        pointer.object == 0
        or not isinstance(pointer.object, (int, Fresh))
        or not isinstance(pointer.offset, int)
    )


def _shared(left: Guard, right: Guard) -> int:
    """The length of the common prefix."""
    count = 0
    for a, b in zip(left, right, strict=False):
        if a != b:
            break
        count += 1
    return count
