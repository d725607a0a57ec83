"""How often a prover is asked: fabrication against the classical abstract interpreter, with equal results.

    python bench/fabricate_calls.py [--predicates 8] [--tests 20] [--seconds 60] PROGRAM.c ...

Both abstract the same program by the same predicates: those of the code, or the default ones, so many at each
loop head. The classical interpreter computes the best transformer of every abstract state that is reached: it
asks for a successor, and for another one, until there is none. Fabrication runs tests first, and asks for
successors that are not covered. The abstract states must be the same: a difference makes the exit status 1.
Programs that are not done in time, or on which a solver gives up, are named and not counted.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dovetail.domains.predicate_abstraction import Logic, cube
from dovetail.execution.inputs import InputVector
from dovetail.frontend import InputError, LoadOptions, load
from dovetail.program.automata import Program
from dovetail.program.cutpoints import CutpointGraph, cutpoint_graph
from dovetail.program.expressions import Const, Expr, subexpressions
from dovetail.program.inlining import TooLarge, inline
from dovetail.program.liveness import liveness
from dovetail.program.statements import Assume, Call
from dovetail.program.types import DataModel, IntType
from dovetail.semantics.fragments import FragmentExecution
from dovetail.semantics.symbolic import Symbolic
from dovetail.semantics.symbolic_states import SymbolicState
from dovetail.solver.bitwuzla_solver import BitwuzlaSolver
from dovetail.solver.interface import Answer, Limit
from dovetail.strategies.fabricate.predicates import default_predicates, given_predicates
from dovetail.strategies.fabricate.procedure import Origin, Procedure
from dovetail.strategies.outcome import Budget

Predicates = Mapping[int, Sequence[Expr]]


class NotDone(Exception):
    """In time, or because a solver gave up."""


class _Transformer:
    """The best transformer of the abstract states at one cutpoint."""

    def __init__(self, program: Program, graph: CutpointGraph, location: int, predicates: Predicates) -> None:
        self._solver = BitwuzlaSolver()
        self._algebra: Symbolic[Any] = Symbolic(self._solver.terms, program.target.pointer_bits)
        algebra = self._algebra
        self._logic: Logic[Any] = Logic(
            True, False, algebra.conjunction, algebra.disjunction, algebra.negation
        )
        if location == graph.procedure.entry:
            start = SymbolicState.initial(program, algebra)
        else:
            start = SymbolicState.arbitrary(program, algebra, "here")
        executed = FragmentExecution(algebra, accesses=False).run(location, graph.region(location), start)
        self._here = [start.evaluate(one) for one in predicates.get(location, ())]
        self._arrivals = {
            target: (arrival.guard, [arrival.state.evaluate(one) for one in predicates[target]])
            for target, arrival in executed.arrivals.items()
            if target in predicates
        }
        for fact in start.facts:
            if fact is not True:
                self._solver.add(algebra.term(fact))
        self.calls = 0

    def successors(self, vector: int, until: float) -> list[tuple[int, int]]:
        """Of one abstract state, asked for until there is no other."""
        algebra, found = self._algebra, list[tuple[int, int]]()
        here = cube(vector, self._here, self._logic)
        other = {target: guard for target, (guard, _) in self._arrivals.items()}
        while True:
            either: Any = False
            for condition in other.values():
                either = algebra.disjunction(either, condition)
            asked = [here, either]
            if any(one is False for one in asked):
                return found
            self._solver.set_limits(Limit(max(0.1, until - time.monotonic())))
            self.calls += 1
            answer = self._solver.check([algebra.term(one) for one in asked if one is not True])
            if answer is Answer.UNSAT:
                return found
            if answer is Answer.UNKNOWN:
                raise NotDone
            target = next(target for target, one in other.items() if self._holds(one))
            there = self._arrivals[target][1]
            arrived = sum(1 << index for index, one in enumerate(there) if self._holds(one))
            found.append((target, arrived))
            known = cube(arrived, there, self._logic)
            other[target] = algebra.conjunction(other[target], algebra.negation(known))

    def _holds(self, condition: Any) -> bool:
        return bool(self._algebra.evaluated(condition, self._solver.value))


@dataclass(frozen=True, slots=True)
class Result:
    value: dict[int, set[int]]
    calls: int


def classical(program: Program, graph: CutpointGraph, predicates: Predicates, until: float) -> Result:
    """Raises NotDone."""
    value: dict[int, set[int]] = {place: set() for place in predicates}
    made: dict[int, _Transformer] = {}
    waiting = [(graph.procedure.entry, 0)]
    while waiting:
        location, vector = waiting.pop()
        if location not in made:
            made[location] = _Transformer(program, graph, location, predicates)
        for target, arrived in made[location].successors(vector, until):
            if arrived not in value[target]:
                value[target].add(arrived)
                waiting.append((target, arrived))
    return Result(value, sum(one.calls for one in made.values()))


def some_tests(program: Program, count: int) -> Iterable[InputVector]:
    """At random, of small numbers and the constants of branches."""
    chosen = random.Random(1)
    constants = {
        node.type.number(node.value)
        for edge in program.procedures[program.entry].edges
        if isinstance(edge.statement, Assume)
        for node in subexpressions(edge.statement.condition)
        if isinstance(node, Const) and isinstance(node.type, IntType)
    }
    words = [0, 1, 1, 2, -1, *sorted(constants)]
    yield InputVector()
    for _ in range(count):
        yield InputVector(tuple(chosen.choice((*words, chosen.getrandbits(31))) for _ in range(300)))


@dataclass(frozen=True, slots=True)
class Row:
    name: str
    heads: int
    predicates: int
    states: int
    fabricated: int
    runs: int
    calls: int
    classical: int
    equal: bool


def measure(path: Path, most: int, tests: int, seconds: float) -> Row:
    """Raises NotDone."""
    try:
        model = DataModel.ILP32 if "VERIFIER" in path.read_text(errors="replace") else None
        program = inline(load([path], LoadOptions(data_model=model)).program).program
    except (InputError, TooLarge) as error:
        raise NotDone from error
    entry = program.procedures[program.entry]
    if any(isinstance(edge.statement, Call) for edge in entry.edges):
        raise NotDone
    graph, live = cutpoint_graph(entry), liveness(entry)
    predicates: dict[int, tuple[Expr, ...]] = given_predicates(graph, live)
    if not any(predicates.values()):
        predicates = default_predicates(program, graph, live, most)
    found = Procedure(program, graph, live, predicates, {}, Budget(deadline=time.monotonic() + seconds))
    for test in some_tests(program, tests):
        found.run(test)
    done = found.adequate()
    guessed = any(one.origin is Origin.ANYTHING for here in found.value.values() for one in here.values())
    if not done or guessed:
        raise NotDone
    other = classical(program, graph, predicates, time.monotonic() + seconds)
    value = {place: set(vectors) for place, vectors in found.value.items()}
    return Row(
        path.stem.split("_true")[0].split("_false")[0],
        len(predicates),
        sum(map(len, predicates.values())),
        found.states,
        found.fabricated,
        found.runs,
        found.calls,
        other.calls,
        value == other.value,
    )


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("programs", nargs="+", type=Path)
    parser.add_argument("--predicates", type=int, default=8, help="at each loop head")
    parser.add_argument("--tests", type=int, default=20)
    parser.add_argument("--seconds", type=float, default=60.0, help="for each of the two")
    options = parser.parse_args()
    print(
        "| program | loop heads | predicates | states | fabricated | runs | questions | classical | times |"
    )
    print("|---|---|---|---|---|---|---|---|---|")
    rows: list[Row] = []
    for path in options.programs:
        try:
            row = measure(path, options.predicates, options.tests, options.seconds)
        except NotDone:
            print(f"{path.name}: not done", file=sys.stderr, flush=True)
            continue
        rows.append(row)
        cells = (row.name, row.heads, row.predicates, row.states, row.fabricated, row.runs)
        times = f"{row.classical / max(1, row.calls):.1f}"
        wrong = "" if row.equal else " **differ**"
        line = " | ".join(map(str, (*cells, row.calls, row.classical, times)))
        print(f"| {line}{wrong} |", flush=True)
    asked, other = sum(row.calls for row in rows), sum(row.classical for row in rows)
    print(f"| **{len(rows)} programs** | | | | | | {asked} | {other} | {other / max(1, asked):.1f} |")
    return 1 if any(not row.equal for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
