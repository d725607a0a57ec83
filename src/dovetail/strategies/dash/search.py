"""DASH (Fig. 10): extend the frontier, or split it, one solver call a round.

Each round takes a shortest ordered abstract trace, and asks whether the test that leads to its frontier can
be changed so that it crosses (`extend`). If so the new test is run and added to the forest. If not, the
frontier's region is split by a suitable predicate (`refine`), which removes the edge. When no abstract trace
is left the regions are a proof.

All checks are goals at once. A check that a test violates is no goal any more. What is unsupported is a goal,
too: a proof must exclude it.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from dovetail.execution.ends import EndKind
from dovetail.execution.executor import Executor
from dovetail.execution.inputs import InputVector
from dovetail.ledger.blocks import Block, BlockGraph, block_graph
from dovetail.ledger.constants import as_condition
from dovetail.ledger.forest import Forest, Test
from dovetail.ledger.regions import MAX_WITNESSES, Abstraction, Frontier, Region, Witness
from dovetail.program.automata import Program
from dovetail.program.expressions import FALSE, TRUE, Expr, conjunction, negation
from dovetail.program.inlining import Inlined
from dovetail.program.statements import Call
from dovetail.semantics.simplify import simplify
from dovetail.solver.bitwuzla_solver import BitwuzlaSolver
from dovetail.strategies.dash.extend import Crossed, Extender, Refused
from dovetail.strategies.outcome import Budget, Claims, Progress, Watcher

MAX_STEPS = 20_000
"""Of a test. What a longer one would show can be had from a shorter one, or is out of reach of path
constraints."""
FIRST_TESTS = 8
ATTEMPTS = 4
"""To cross a frontier from different states, when nothing comes of it."""


@dataclass(frozen=True, slots=True)
class Figures:
    rounds: int
    solver_calls: int
    regions: int


class Dash:
    """One property checking instance: the entry procedure of an inlined Program and all its goals."""

    def __init__(self, program: Program, budget: Budget, *, every_statement: bool = False) -> None:
        self.program = program
        self.budget = budget
        self.graph: BlockGraph = block_graph(
            program.procedures[program.entry], every_statement=every_statement
        )
        self.abstraction = Abstraction(self.graph, program.target)
        self.executor = Executor(program)
        self.solver = BitwuzlaSolver()
        self.forest = Forest(program, self.executor, self.solver.terms, MAX_STEPS)
        self.extender = Extender(program.target, self.solver, self.forest)
        self.goals: dict[int, None] = dict.fromkeys(self.graph.goals)
        self.violations: dict[int, InputVector] = {}
        self.reached: set[int] = set()
        self.unsupported: list[str] = []
        self.rounds = 0
        self.attempts: dict[tuple[Region, Block, Region], int] = {}
        self.random = random.Random(budget.seed)

    # -- tests

    def first_tests(self) -> Iterator[InputVector]:
        """Test(P): zeros, then a few small and a few arbitrary numbers."""
        yield InputVector()
        for index in range(FIRST_TESTS - 1):
            width = (1, 2, 4, 8, 16, 31, 32)[index % 7]
            yield InputVector(tuple(self.random.getrandbits(width) for _ in range(64)))

    def add(self, vector: InputVector) -> Test:
        """AddTestToForest: run, and put its states into their regions."""
        test = self.forest.add(vector)
        for step, node in test.visits(self.graph.outgoing):
            region = self.abstraction.locate(node, lambda expr, s=step: test.holds(expr, s))  # type: ignore[misc]
            if len(region.witnesses) < MAX_WITNESSES:
                region.witnesses.append(Witness(test.number, step))
        self._note_end(test)
        return test

    def _note_end(self, test: Test) -> None:
        for info in test.checks_passed():
            self.reached.add(info.ident)
        end = test.run.end
        if end.kind is EndKind.VIOLATION and end.check_id is not None:
            self.reached.add(end.check_id)
            if end.check_id not in self.violations:
                self.violations[end.check_id] = test.run.vector
            for node, goal in self.graph.goals.items():
                if goal.check is not None and goal.check.ident == end.check_id:
                    self.goals.pop(node, None)
        elif end.kind is EndKind.UNSUPPORTED:
            last = test.run.stack[-1].edge if test.run.stack else None
            for node, goal in self.graph.goals.items():
                if goal.edge is last:
                    self.goals.pop(node, None)
            reason = f"{end.position}: {end.detail}"
            if reason not in self.unsupported:
                self.unsupported.append(reason)

    # -- rounds

    def run(self, watch: Watcher) -> Claims:
        for vector in self.first_tests():
            if not self.goals or self.budget.left() <= 0:
                break
            self.add(vector)
        stuck = ""
        while self.goals and not self.budget.spent(self.rounds):
            frontier = self.abstraction.frontier(self.goals)
            if frontier is None:
                break
            self.rounds += 1
            self._round(frontier)
            watch(self.progress())
        return self._claims(stuck)

    def _round(self, frontier: Frontier) -> None:
        """ExtendFrontier, and what follows from it."""
        region = frontier.source
        witness = min(region.witnesses, key=lambda w: (w.step, w.test))
        answer = self.extender.extend(frontier, witness, self.abstraction.known_at(region.node))
        match answer:
            case Crossed(vector=vector):
                before = len(frontier.target.witnesses)
                goal = self.graph.goals.get(frontier.target.node)
                known = len(self.goals)
                self.add(vector)
                crossed = len(frontier.target.witnesses) > before or (
                    goal is not None and len(self.goals) < known
                )
                if not crossed:
                    self._give_up(frontier, witness)
            case Refused(predicate=predicate) if predicate is not TRUE and predicate is not FALSE:
                self._refine(frontier, predicate)
            case Refused(predicate=predicate) if predicate is FALSE:
                # No state at all can cross: the edge does not exist.
                self.abstraction.remove(region, frontier.block, frontier.target)
            case _:
                self._give_up(frontier, witness)

    def _refine(self, frontier: Frontier, predicate: Expr) -> None:
        """Fig. 11: the part where the predicate fails has no edge to the target."""
        region = frontier.source

        def holds(witness: Witness) -> bool:
            return self.forest.tests[witness.test].holds(predicate, witness.step)

        self.abstraction.split(region, predicate, holds, frontier.block, frontier.target)

    def _give_up(self, frontier: Frontier, witness: Witness) -> None:
        """Nothing came of this witness. With another one it may, a few times; else the frontier is stuck."""
        region = frontier.source
        key = (region, frontier.block, frontier.target)
        self.attempts[key] = self.attempts.get(key, 0) + 1
        if len(region.witnesses) > 1 and self.attempts[key] < ATTEMPTS:
            region.witnesses.remove(witness)
        else:
            self.abstraction.stuck.add(key)

    # -- results

    def progress(self) -> Progress:
        return Progress(
            self.rounds,
            len(self.forest.tests),
            self.abstraction.count,
            len(self.goals),
            self.solver.statistics.calls,
            dict(self.violations),
        )

    def _claims(self, stuck: str) -> Claims:
        danger = self.abstraction.leading_to(self.goals)
        proved = not any(region.visited for region in danger)
        open_: dict[int, str] = {}
        obstacles = list(self.unsupported)
        excluded: set[int] = set()
        for node, goal in self.graph.goals.items():
            if node not in self.goals:
                continue
            if goal.check is None:
                if not proved:
                    obstacles.append(
                        f"{goal.edge.position}: not excluded: {getattr(goal.edge.statement, 'reason', '')}"
                    )
            elif proved:
                excluded.add(goal.check.ident)
            else:
                open_[goal.check.ident] = self._why()
        invariants = self._invariants(danger) if proved else {}
        return Claims(
            dict(self.violations),
            frozenset(excluded - set(self.violations)),
            proved and not self.unsupported,
            invariants,
            frozenset(self.reached),
            open_,
            tuple(dict.fromkeys(obstacles)),
            self._notes(),
            self.progress(),
        )

    def _why(self) -> str:
        if self.budget.left() <= 0:
            return "the time was used up"
        if self.abstraction.stuck:
            return "no test crosses the frontier, and no predicate was found that excludes it"
        return "the moves were used up"

    def _notes(self) -> tuple[str, ...]:
        visited = sum(
            any(r.visited for r in self.abstraction.regions(node)) for node in self.abstraction.nodes
        )
        total = sum(1 for _ in self.abstraction.nodes)
        return (
            f"{len(self.forest.tests)} tests reach {visited} of {total} places that lead to a check",
            f"{self.abstraction.count} regions after {self.abstraction.splits} splits",
        )

    def _invariants(self, danger: set[Region]) -> dict[int, Expr]:
        """At each node: not in any region from which a goal can be reached."""
        invariants: dict[int, list[Expr]] = {node: [] for node in self.abstraction.nodes if node >= 0}
        for region in sorted(danger, key=lambda r: r.ident):
            if region.node >= 0:
                invariants.setdefault(region.node, []).append(simplify(negation(region.predicate)))
        for node, parts in invariants.items():
            parts.append(as_condition(self.abstraction.known_at(node)))
        return {node: conjunction(parts) for node, parts in invariants.items()}


def run(inlined: Inlined, budget: Budget, watch: Watcher) -> Claims:
    """The strategy `dash`."""
    program = inlined.program
    entry = program.procedures[program.entry]
    calls = [edge for edge in entry.edges if isinstance(edge.statement, Call)]
    if calls:
        named = sorted({edge.statement.procedure for edge in calls if isinstance(edge.statement, Call)})
        return Claims(obstacles=(f"recursive procedures are not handled yet: {', '.join(named)}",))
    return Dash(program, budget).run(watch)
