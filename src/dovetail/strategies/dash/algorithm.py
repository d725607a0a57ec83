"""DASH (Fig. 10): extend the frontier, or split it; a round asks one question about crossing or covering.

Each round takes a frontier, the region nearest to a goal that a test has come into, and asks whether that
test can be changed so that it crosses the region's edge (`extend`: ExtendFrontier, Fig. 12). If so the new
test is run and added to the forest. If not, a suitable predicate (`refine`) cuts the test's state off from
the region. When no region is visited and all are expanded or covered, the rests are a proof.

All checks are goals at once. A check that a test violates is no goal any more. What is unsupported is a goal,
too: a proof must exclude it.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import islice

from dovetail.execution.ends import EndKind
from dovetail.execution.executor import Executor
from dovetail.execution.inputs import InputVector
from dovetail.formulas.constants import as_condition
from dovetail.ledger.entries import Entry, Fact, Violation
from dovetail.ledger.entries import Test as Given
from dovetail.ledger.ledger import Ledger
from dovetail.program.automata import Program
from dovetail.program.expressions import FALSE, Expr, conjunction, subexpressions
from dovetail.program.inlining import Inlined
from dovetail.program.ordering import depth_first
from dovetail.solver.bitwuzla_solver import BitwuzlaSolver
from dovetail.strategies.dash.blocks import BlockGraph, block_graph
from dovetail.strategies.dash.extend import SECONDS, Crossed, Extender, Refused
from dovetail.strategies.dash.forest import Forest, Test
from dovetail.strategies.dash.lemmas import lemmas
from dovetail.strategies.dash.regions import Abstraction, Frontier, Region, RegionStanding
from dovetail.strategies.dash.repair import Repair
from dovetail.strategies.dash.visits import Visit
from dovetail.strategies.outcome import Budget, Claims, Progress
from dovetail.strategies.strategy import Strategy
from dovetail.strategies.unrolling import has_calls

MAX_STEPS, MANY_STEPS = 20_000, 1_000_000
"""Of a test, and of a few that are given another chance after `LONG_AFTER` rounds."""
LONG_TESTS, LONG_AFTER = 2, 50
FIRST_TESTS = 8
GIVEN_TESTS, GIVEN_STEPS = 48, 40_000
"""Of those that others have found: so many, as long as they have no more recorded steps. They save rounds;
each step of one costs a few microseconds."""
LEFT, SHORT = 16, 12
"""Predicates at a loop head that others are told of: so many, of so many nodes at most."""
MAX_REPAIRS = 200
"""Of one test: places where it ended because it followed a wild pointer."""


class Dash(Strategy):
    """One property checking instance: the entry procedure of an inlined Program and all its goals."""

    def __init__(
        self,
        program: Program,
        ledger: Ledger,
        budget: Budget,
        *,
        every_statement: bool = False,
    ) -> None:
        super().__init__(ledger, budget)
        self.program = program
        self.graph: BlockGraph = block_graph(
            program.procedures[program.entry], every_statement=every_statement
        )
        self.executor = Executor(program)
        self.solver = BitwuzlaSolver()
        self.forest = Forest(program, self.executor, self.solver.terms)
        self.extender = Extender(program.target, self.solver, self.forest, budget.question(SECONDS))
        self.repair = Repair(self.solver)
        self.abstraction = Abstraction(self.graph, program.target, self.forest)
        self.reached: set[int] = set()
        for ident, vector in self.violations.items():
            self._note_violation(ident, vector)
        self.unsupported: list[str] = []
        self.rounds = 0
        self.random = random.Random(budget.seed)
        self.given: dict[int, InputVector] = {}
        """The tests of the forest that others have found."""
        self.given_steps = 0.0
        self.patient = False
        """It is not an easy case."""
        self.split_on: set[int] = set()
        """The given tests whose states were cut off from a region."""
        self.loop_heads = depth_first(program.procedures[program.entry]).loop_heads
        self.left = Counter[int]()
        """Predicates that others were told of, by loop head."""

    # -- tests

    def first_tests(self) -> Iterator[InputVector]:
        """Test(P) (DASH, Fig. 10, line 5): zeros, one that is not zero before all others, then a few small
        and a few arbitrary numbers."""
        yield InputVector()
        yield InputVector((1,))
        for index in range(FIRST_TESTS - 2):
            width = (1, 2, 4, 8, 31, 32)[index % 6]
            yield InputVector(tuple(self.random.getrandbits(width) for _ in range(64)))

    def add_test_to_forest(self, vector: InputVector, max_steps: int = MAX_STEPS, wanted: int = 0) -> Test:
        """AddTestToForest (DASH, Fig. 10, line 19): run, and put its states into their regions (Region,
        section 4.1). The test was made for the state before the step `wanted`, if that is not zero."""
        test = self._made(vector, max_steps, wanted + 1)
        self.forest.add(test)
        visited = len(self.abstraction.visits)
        nodes: dict[int, None] = {}
        for step, node in test.visits(self.graph.outgoing, wanted):
            self.abstraction.add_state(node, Visit(test.number, step))
            nodes[node] = None
        if wanted and len(self.abstraction.visits) > visited:
            self.ledger.post(Given(vector=test.run.vector))
        self._note_end(test)
        self.abstraction.revisit(nodes)
        return test

    def _made(self, vector: InputVector, max_steps: int, wanted: int) -> Test:
        """The test with these inputs, or with others on the same path, if it is longer: where a wild pointer
        was followed there may be memory."""
        test = self.forest.made(vector, max_steps, wanted)
        for _ in range(MAX_REPAIRS):
            repaired = self.repair.repaired(test) if self.budget.left() > 0 else None
            if repaired is None:
                break
            longer = self.forest.made(repaired, max_steps, wanted)
            if longer.run.steps < test.run.steps:
                break
            test = longer
        return test

    def _note_end(self, test: Test) -> None:
        for info in test.checks_passed():
            self.reached.add(info.ident)
        end = test.run.end
        if end.kind is EndKind.VIOLATION and end.check_id is not None:
            self._note_violation(end.check_id, test.run.vector)
        elif end.kind is EndKind.UNSUPPORTED:
            last = test.run.stack[-1].edge if test.run.stack else None
            for node, goal in self.graph.goals.items():
                if goal.edge is last:
                    self.abstraction.drop_goal(node)
            reason = f"{end.position}: {end.detail}"
            if reason not in self.unsupported:
                self.unsupported.append(reason)

    def _note_violation(self, ident: int, vector: InputVector) -> None:
        """φ ∩ F ≠ ∅ (DASH, Fig. 10, lines 7 to 10). TestForWitness has nothing to look up here: the inputs of
        a test say all of it."""
        self.reached.add(ident)
        self.violations.setdefault(ident, vector)
        for node, goal in self.graph.goals.items():
            if goal.check is not None and goal.check.ident == ident:
                self.abstraction.drop_goal(node)

    # -- rounds

    def moves(self) -> Iterator[None]:
        """The DASH algorithm (Fig. 10), from line 5 on; lines 1 to 4 are the constructor's."""
        for vector in self.first_tests():
            if not self.abstraction.goals or self.budget.left() <= 0:
                break
            self.add_test_to_forest(vector)
        self._given_tests(self.ledger.tests)
        while self.abstraction.goals and not self.budget.spent():
            if self.rounds >= LONG_AFTER and not self.patient:
                self.patient = True
                self._long_tests()
                self._learn()
            region = self.abstraction.next()
            if region is None:
                break
            frontier = self.abstraction.frontier(region)
            if frontier is not None:
                self._visited(frontier)
            elif region.standing is RegionStanding.OPEN:
                self._unvisited(region)
            else:
                continue
            self.rounds += 1
            self.budget.move()
            yield
        if not self.patient and not self.abstraction.proved:
            self._long_tests()

    def told(self, news: Sequence[Entry]) -> None:
        for entry in news:
            if isinstance(entry, Violation):
                self._note_violation(entry.check, entry.vector)
        self._given_tests([entry.vector for entry in news if isinstance(entry, Given)])
        if self.patient and any(isinstance(entry, Fact) for entry in news):
            self._learn()

    def _given_tests(self, vectors: Sequence[InputVector]) -> None:
        for vector in vectors:
            if len(self.given) >= GIVEN_TESTS or self.given_steps >= GIVEN_STEPS:
                break
            if not self.abstraction.goals or self.budget.left() <= 0:
                break
            test = self.add_test_to_forest(vector)
            self.given[test.number] = vector
            # To run a step costs a tenth of recording it.
            self.given_steps += test.recorded + 0.1 * test.run.steps

    def _learn(self) -> None:
        """It is not an easy case: look for lemmas."""
        nodes = set(self.abstraction.nodes)
        known = {node: tuple(facts) for node, facts in self.ledger.holding().items() if node in nodes}
        self.extender.lemmas = lemmas(self.abstraction, self.extender, known)
        self.abstraction.learn(self.extender.lemmas)

    def _long_tests(self) -> None:
        """Some violations come only after a great many steps, and need no search."""
        cut = [test for test in self.forest.tests[:FIRST_TESTS] if test.run.end.kind is EndKind.BUDGET]
        for test in cut[:LONG_TESTS]:
            if self.abstraction.goals and self.budget.left() > 0:
                self.add_test_to_forest(test.run.vector, MANY_STEPS)

    def _visited(self, frontier: Frontier) -> None:
        """DASH, Fig. 10, lines 17 to 31: ExtendFrontier, then AddTestToForest or the split."""
        region, target, visit = frontier.region, frontier.target, frontier.visit
        answer = self.extender.extend_frontier(frontier, self.abstraction.known_at(region.node))
        match answer:
            case Crossed(vector=vector):
                known = self.abstraction.visited(target)
                self.add_test_to_forest(vector, wanted=visit.step + len(frontier.block.edges))
                self.abstraction.queue(region)
                if not self._entered(target, known) or target.standing is RegionStanding.STUCK:
                    self.abstraction.skip(region)
            case Refused(predicates=()):
                self.abstraction.empty(region)
            case Refused(predicates=predicates):
                self.split_on |= {visit.test} & self.given.keys()
                best = self._best(region, predicates)
                self.abstraction.split(region, best)
                self._leave(region.node, best)
                self.abstraction.queue(region)
            case _:
                self.abstraction.skip(region)

    def _leave(self, node: int, predicate: Expr) -> None:
        """For others: what loops are split by, as long as it is short."""
        nodes = sum(1 for _ in islice(subexpressions(predicate), SHORT + 1))
        if node in self.loop_heads and nodes <= SHORT and self.left[node] < LEFT:
            self.left[node] += 1
            self.ledger.post_predicate(node, predicate)

    def _entered(self, target: Region, known: int) -> bool:
        """Has a test come into the region? `known` states were there before."""
        if target.target is None:
            return target.node not in self.abstraction.goals
        return self.abstraction.visited(target) != known

    def _best(self, region: Region, predicates: tuple[Expr, ...]) -> Expr:
        """The one that excludes most of the states known; then one that is in use at this node already."""
        visits = self.abstraction.visits[region.node]
        inside = self.abstraction.visited(region)
        used = {literal for other in self.abstraction.live(region.node) for literal in other.literals}

        def worth(predicate: Expr) -> tuple[int, int, bool]:
            denied = inside & visits.denied(predicate)
            holding = inside & visits.holding((predicate,))
            return denied.bit_count(), -holding.bit_count(), predicate in used

        return max(predicates, key=worth)

    def _closed(self, region: Region, literals: tuple[Expr, ...]) -> bool:
        """Does every loop at the region's node that leads into it come from it, or from what is covered?"""
        others = self.abstraction.covering_candidates(region)
        return all(
            self.extender.leads_from(block, literals, others) for block in self.abstraction.loops(region.node)
        )

    def _weaken(self, region: Region) -> None:
        apart = self.abstraction.apart_from_loops(region)
        if apart and self.extender.follows(region, apart):
            region.literals = apart
        else:
            self.abstraction.generalise(region, self._closed)

    def _unvisited(self, region: Region) -> None:
        """It is covered by others, or its own incoming edges matter."""
        if region.skipped:
            region.standing = RegionStanding.STUCK
            return
        if not region.sources:  # those that there are were made for the region as it is
            self._weaken(region)
        plainly = self.abstraction.plainly_covered(region)
        if plainly is not None:
            self.abstraction.cover(region, [plainly])
            return
        others = self.abstraction.covering_candidates(region)
        found = self.extender.covering(region, others)
        if found is None:
            self.abstraction.expand(region)
        elif found:
            self.abstraction.cover(region, found)
        else:
            self.abstraction.empty(region)

    # -- results

    def progress(self) -> Progress:
        return Progress(
            self.rounds,
            len(self.forest.tests),
            self.abstraction.count + len(self.abstraction.visits),
            len(self.abstraction.goals),
            self.solver.statistics.calls,
            dict(self.violations),
        )

    def claims(self) -> Claims:
        proved = self.abstraction.proved
        open_: dict[int, str] = {}
        obstacles = list(self.unsupported)
        excluded: set[int] = set()
        for node, goal in self.graph.goals.items():
            if node not in self.abstraction.goals:
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
        invariants = self._invariants() if proved else {}
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
            tests=tuple(self.given[one] for one in sorted(self.split_on)) if proved else (),
        )

    def _why(self) -> str:
        if self.budget.left() > 0 and self.abstraction.next() is None:
            return "no test crosses the frontier, and no predicate was found that excludes it"
        return self.budget.why

    def _notes(self) -> tuple[str, ...]:
        visited = len(self.abstraction.visits)
        total = sum(1 for _ in self.abstraction.nodes)
        return (
            f"{len(self.forest.tests)} tests reach {visited} of {total} places that lead to a check",
            f"{self.progress().regions} regions after {self.abstraction.splits} splits",
        )

    def _invariants(self) -> dict[int, Expr]:
        """At each node: not in any region from which a goal can be reached. Where constants say that control
        never comes, nothing holds."""
        abstraction = self.abstraction
        return {
            node: conjunction([*abstraction.invariant(node), as_condition(abstraction.known_at(node))])
            if node in abstraction.facts
            else FALSE
            for node in abstraction.nodes
            if node >= 0
        }


def dash(inlined: Inlined, ledger: Ledger, budget: Budget) -> Strategy:
    """The strategy `dash`: DASH-MAIN (DASH, Fig. 15). Calls are inlined, so there is one procedure; what is
    recursive is left to `recursion`, where contracts stand for Fig. 16."""
    if has_calls(inlined.program):
        from dovetail.strategies.dash.recursion import Recursion  # which uses this module

        return Recursion(inlined, ledger, budget)
    return Dash(inlined.program, ledger, budget)
