"""The graph of abstract states that the abstraction cannot exclude, by place of the text, for reports.

`strategies.fabricate` finds it for an inlined program, where a place may be at several locations and a loop
head may be a cutpoint without being a place. Here copies of a place are one again, and steps through such
heads are steps between places. It is found in a process of its own; only text and numbers come back.

That a state is not in the graph is no verdict: nothing has checked it. What is said to be impossible rests on
a certificate (`covering`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field

from dovetail.asking.limits import Limits
from dovetail.evidence.adequacy import Key
from dovetail.evidence.verdicts import Problem
from dovetail.execution.inputs import InputVector
from dovetail.formulas.consistent_vectors import POINTER
from dovetail.frontend.load import Loaded
from dovetail.processes.confined import Ending, Send, confined
from dovetail.program.expressions import Variable
from dovetail.program.inlining import TooLarge, inline
from dovetail.program.predicates import idents_at
from dovetail.program.statements import Call
from dovetail.program.types import PointerType
from dovetail.quick_dataclass import dataclass
from dovetail.strategies.fabricate.abstract_graph import AbstractGraph, AbstractState, Origin
from dovetail.strategies.outcome import Budget

_GRACE = 1.0
_RECURSIVE = "the program is recursive: no states were fabricated"
_TESTS = 40
"""So many of the given tests are run first."""


@dataclass(frozen=True, slots=True)
class Fabrication:
    """States by place: those that are only fabricated, with values; steps; and from where checks may fail."""

    states: frozenset[Key] = frozenset()
    values: Mapping[Key, tuple[tuple[str, str], ...]] = field(default_factory=dict)
    moves: frozenset[tuple[Key, Key]] = frozenset()
    errors: frozenset[Key] = frozenset()
    adequate: bool = False
    note: str = ""
    problems: tuple[Problem, ...] = ()


def fabrication(loaded: Loaded, tests: Sequence[InputVector], limits: Limits) -> Fabrication:
    """Of a program with probes that abstract."""
    try:
        inlined = inline(loaded.program)
    except TooLarge as error:
        return Fabrication(note=f"no states were fabricated: {error}")
    entry = inlined.program.procedures[inlined.program.entry]
    if any(isinstance(edge.statement, Call) for edge in entry.edges):
        return Fabrication(note=_RECURSIVE)
    idents = idents_at(entry)

    def work(_: Send) -> Fabrication:
        from dovetail.strategies.fabricate.graph import abstract_graph

        budget = Budget(deadline=limits.deadline, seed=limits.seed)
        return by_place(abstract_graph(inlined.program, tests[:_TESTS], budget), idents)

    ended = limits.deadline + _GRACE + 0.2 * limits.left
    done = confined(work, deadline=ended, memory=limits.memory)
    if done.value is not None:
        return done.value
    if done.ending is Ending.INTERRUPTED:
        raise KeyboardInterrupt
    if done.ending is Ending.FAILED:
        return Fabrication(problems=(Problem(f"fabrication failed: {done.failure}", done.details),))
    return Fabrication(note="there was no time to fabricate states")


def by_place(graph: AbstractGraph, idents: Mapping[int, int]) -> Fabrication:
    def key(state: AbstractState) -> Key | None:
        ident = idents.get(state.location)
        return None if ident is None else (ident, state.bits)

    values: dict[Key, tuple[tuple[str, str], ...]] = {}
    states: set[Key] = set()
    for state, how in graph.states.items():
        place = key(state)
        if place is None:
            continue
        states.add(place)
        if how.origin is Origin.FABRICATED and how.values and place not in values:
            told = _told(how.values)
            if told is not None:
                values[place] = told
    return Fabrication(
        frozenset(states),
        values,
        _steps(graph, key),
        frozenset(place for state in graph.errors if (place := key(state)) is not None),
        graph.adequate,
    )


def _told(values: Sequence[tuple[Variable, str]]) -> tuple[tuple[str, str], ...] | None:
    """Values for people; None if not all that a predicate reads is in them: what has an address is in memory,
    of which only the address is a variable."""
    found = []
    for variable, text in values:
        if not variable.source_name or variable.name.startswith("&"):
            return None
        if isinstance(variable.type, PointerType):
            text = "NULL" if text == "0" else POINTER
        found.append((variable.source_name, text))
    return tuple(sorted(found))


def _steps(graph: AbstractGraph, key: Callable[[AbstractState], Key | None]) -> frozenset[tuple[Key, Key]]:
    """From place to place, through whatever is none."""
    after: dict[AbstractState, list[AbstractState]] = {}
    for source, target in graph.edges:
        after.setdefault(source, []).append(target)
    found: set[tuple[Key, Key]] = set()
    for source, targets in after.items():
        begin = key(source)
        if begin is None:
            continue
        waiting, seen = list(targets), set(targets)
        while waiting:
            state = waiting.pop()
            end = key(state)
            if end is not None:
                found.add((begin, end))
                continue
            fresh = [other for other in after.get(state, ()) if other not in seen]
            seen.update(fresh)
            waiting += fresh
    return frozenset(found)
