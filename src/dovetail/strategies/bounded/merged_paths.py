"""Bounded search with merged paths, over the cutpoint graph of the inlined program.

Every execution waits at some cutpoint: there is one state for each cutpoint at which some do, and the
condition on the inputs under which they do. A move takes all that wait at one cutpoint on to the next ones,
on all paths at once. Where executions meet, on the way or waiting, their states are merged: a move costs as
much as there are statements, however many paths there are. It is one formula that grows, and one solver
that keeps what it has learned.

The order of moves is that of the weak topological order: a loop is gone through several times before what
comes behind it, so that what leaves it early and late goes on together. What is still in the loop then waits
for the next round, in which every loop may be gone through once more than in the last one. Nobody is asked
for a bound.

With each move two things are asked: whether there is an execution at all that waits there, and whether a
check can fail on the way. A model is an input vector, and the vector is run. When nobody waits any more, all
executions have been followed to their ends, and that is a proof: the order of moves is all that the checker
needs to see for itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING, Any

from dovetail.execution.ends import EndKind
from dovetail.execution.executor import Executor
from dovetail.formulas.model_inputs import vector_of
from dovetail.ledger.ledger import Ledger
from dovetail.program.automata import Edge, Program
from dovetail.program.contracts import Move
from dovetail.program.cutpoints import cutpoint_graph
from dovetail.program.expressions import loads, variables
from dovetail.program.inlining import Inlined
from dovetail.program.liveness import liveness
from dovetail.program.statements import Assume
from dovetail.program.weak_order import Component, WeakOrder, weak_order
from dovetail.quick_dataclass import dataclass
from dovetail.semantics.fragments import Access, Arrival, FragmentExecution, Input, Obligation
from dovetail.semantics.symbolic import Symbolic
from dovetail.semantics.symbolic_contents import Unknown
from dovetail.semantics.symbolic_states import SymbolicState
from dovetail.solver.interface import Answer
from dovetail.solver.on_demand import OnDemand
from dovetail.strategies.bounded.wild import somewhere, wild_pieces
from dovetail.strategies.outcome import Budget, Claims, Progress
from dovetail.strategies.strategy import Strategy
from dovetail.strategies.unrolling import Unrolled, has_calls

if TYPE_CHECKING:
    from dovetail.solver.bitwuzla_solver import BitwuzlaSolver

SECONDS, TOGETHER = 10.0, 3.0
"""For one question about a check, at most, and about all checks of a region: if that is hard, then because of
one of them, mostly, and it is found out of which."""
FEASIBLE_SECONDS = 2.0
"""For one question whether a place can be reached: without an answer, it can."""
FIRST = 16
"""So often a loop is gone through, if need be, before what comes behind it: executions that leave a loop
early wait for those that leave it late, and the next round of a loop around it begins with all of them."""
EACH = 4
"""A loop that goes on is asked about only in every so many rounds."""
COUNTED = 64
"""The same for a loop that goes on by a counter whose value is known, as its bound is."""
MAX_RUN = 20_000_000
"""Steps of the executor, to see whether a vector does what the model says."""
MAX_IN_VAIN = 50
"""Models without a run in a row, after which no more are looked for: each costs a condition an access."""
GAVE_UP = "the solver gave up"
NO_RUN = (
    "a model of its failure is no run of the program: what is read through a pointer that leads nowhere is"
    " not known"
)


@dataclass(frozen=True, slots=True)
class _Suspect:
    """A check that fails if `wrong` holds; with the number None what is unsupported is reached."""

    wrong: Any
    number: int | None
    edge: Edge
    reason: str


def _bitwuzla(seed: int) -> BitwuzlaSolver:
    from dovetail.solver.bitwuzla_solver import BitwuzlaSolver  # where all is computed, nobody waits for it

    return BitwuzlaSolver(seed=seed)


class Bounded(Strategy):
    """The entry procedure of an inlined Program, which has no calls."""

    def __init__(self, program: Program, ledger: Ledger, budget: Budget) -> None:
        super().__init__(ledger, budget)
        self.program = program
        self.procedure = program.procedures[program.entry]
        self.graph = cutpoint_graph(self.procedure)
        self.live = liveness(self.procedure)
        self.solver = OnDemand(lambda: _bitwuzla(budget.seed))
        self.algebra: Symbolic[Any] = Symbolic(self.solver.terms, program.target.pointer_bits)
        # What a proof may not rest on is not taken for granted: the machine need not refuse a wrong access.
        self.execution = FragmentExecution(self.algebra, accesses=False)
        self.executor = Executor(program)
        self.wild = Unknown("wild", outside=True)
        start = SymbolicState.initial(program, self.algebra, self.wild)
        self.waiting: dict[int, Arrival] = {self.procedure.entry: Arrival((), True, start)}
        self.order = weak_order([self.procedure.entry], self._successors)
        self.path: list[Move] = []
        self.inputs: list[Input] = []
        self.accesses: list[Access] = []
        self.checks = frozenset(info.ident for info in program.checks)
        self.reached: set[int] = set(self.violations)
        self.open: dict[int, str] = {}
        """Checks of which it is not known whether they can fail within the steps taken."""
        self.unsupported: dict[Edge, str] = {}
        self.unasked: list[Obligation] = []
        """Of the last moves."""
        self.longest = 0
        """The most rounds in which a loop has come to its end."""
        self.tests = 0
        self.in_vain = 0
        """How often a model in which all accesses find something was looked for since there was a run that
        found something out."""

    def _successors(self, cutpoint: int) -> Iterable[int]:
        region = self.graph.region(cutpoint)
        return dict.fromkeys(edge.target for edge in region if self.graph.is_cutpoint(edge.target))

    def moves(self) -> Iterator[None]:
        for times in count(FIRST):
            if self._done():
                break
            yield from self._round(self.order, times)

    def _done(self) -> bool:
        """Is nothing left to find out, or nothing to find it out with? Where there is no check at all, there
        may still be something unsupported."""
        return not self.waiting or self.budget.spent() or 0 < len(self.checks) == len(self.violations)

    # -- the order of moves

    def _round(self, order: WeakOrder, times: int) -> Iterator[None]:
        """Go through all that waits, in order, and through each loop so many times."""
        for element in order:
            if not isinstance(element, Component):
                yield from self._moved(element)
                continue
            inside = frozenset(element.locations)
            for number in count(1):
                before = len(self.path)
                yield from self._moved(element.head, asking=number < EACH or number % EACH == 0)
                yield from self._round(element.inside, times)
                if self._done() or len(self.path) == before:
                    break
                if not inside & self.waiting.keys():
                    self.longest = max(self.longest, number)
                    break
                # What is alone keeps nobody waiting.
                if number >= self._rounds(element.head, times) and len(self.waiting) > 1:
                    break

    def _rounds(self, head: int, times: int) -> int:
        """So often a loop may be gone through: longer, if it is seen to end, and if one before it took longer
        to end, since what was built by one loop is walked by the next."""
        return max(times, self.longest + 2, COUNTED if self._is_counted(head) else 0)

    def _is_counted(self, head: int) -> bool:
        """Does it go on because of numbers that are known?"""
        here = self.waiting.get(head)
        if here is None:
            return False
        return any(
            isinstance(edge.statement, Assume)
            and any(True for _ in variables(edge.statement.condition))
            and not any(True for _ in loads(edge.statement.condition))
            and isinstance(here.state.evaluate(edge.statement.condition), bool)
            for edge in self.procedure.outgoing[head]
        )

    # -- a move

    def _moved(self, cutpoint: int, *, asking: bool = True) -> Iterator[None]:
        if cutpoint in self.waiting and not self._done() and self.budget.move():
            self._move(cutpoint, asking=asking)
            yield

    def _move(self, cutpoint: int, *, asking: bool) -> None:
        """Take all that waits at a cutpoint on to the next ones."""
        here = self.waiting.pop(cutpoint)
        possible = self._feasible(here.guard) if asking else here.guard is not False
        self.path.append(Move(cutpoint, possible))
        if possible:
            conditions = here.conditions
            if conditions and not self.waiting:
                # All that is asked from now on is about executions that have been here.
                self._ask_what_is_left()
                self.solver.add(self.algebra.term(here.guard))
                conditions = ()
            region = self.graph.region(cutpoint)
            executed = self.execution.run(cutpoint, region, here.state, conditions)
            self.inputs += executed.inputs
            self.accesses += executed.accesses
            self.unasked += executed.obligations
            for target, arrival in executed.arrivals.items():
                if self.procedure.outgoing[target]:
                    arrived = self._narrowed(target, arrival)
                    already = self.waiting.get(target)
                    self.waiting[target] = (
                        arrived if already is None else self.execution.joined([already, arrived])
                    )
        if asking or not self.waiting:
            self._ask_what_is_left()

    def _narrowed(self, target: int, arrival: Arrival) -> Arrival:
        """Without the variables that nobody reads any more: merging them would cost, and mean nothing."""
        state = arrival.state.copy()
        is_live = self.live.is_live
        state.variables = {v: value for v, value in state.variables.items() if is_live(v, target)}
        return Arrival(arrival.conditions, arrival.guard, state)

    def _feasible(self, guard: Any) -> bool:
        if isinstance(guard, bool):
            return guard
        self._limit(FEASIBLE_SECONDS)
        return self.solver.check([self.algebra.term(guard)]) is not Answer.UNSAT

    def _limit(self, seconds: float) -> None:
        self.solver.set_limits(self.budget.question(seconds))

    # -- checks

    def _ask_what_is_left(self) -> None:
        obligations, self.unasked = self.unasked, []
        self._look_for_violations(obligations)

    def _look_for_violations(self, obligations: Sequence[Obligation]) -> None:
        suspects = [
            _Suspect(
                one.wrong(self.algebra),
                one.ident,
                one.edge,
                f"{one.edge.position}: {one.reason}" if one.check is None else "",
            )
            for one in obligations
        ]
        suspects = [suspect for suspect in suspects if suspect.wrong is not False]
        while suspects := [suspect for suspect in suspects if not self._settled(suspect)]:
            answer = self._ask(suspects, ())
            if answer is Answer.UNSAT:
                return
            if answer is Answer.UNKNOWN:
                suspects = self._one_by_one(suspects)
                continue
            failing = self._failing(suspects) or suspects
            if self._tried(()) or self._with_accesses(failing):
                continue
            for suspect in failing:
                self._leave(suspect, NO_RUN)
            suspects = [suspect for suspect in suspects if suspect not in failing]

    def _settled(self, suspect: _Suspect) -> bool:
        if suspect.number is None:
            return suspect.edge in self.unsupported
        return suspect.number in self.violations

    def _ask(self, suspects: Sequence[_Suspect], assumed: Sequence[Any]) -> Answer:
        either: Any = False
        for suspect in suspects:
            either = self.algebra.disjunction(either, suspect.wrong)
        conditions = [condition for condition in (either, *assumed) if condition is not True]
        if any(condition is False for condition in conditions):
            return Answer.UNSAT
        self._limit(SECONDS if len(suspects) == 1 else TOGETHER)
        return self.solver.check([self.algebra.term(condition) for condition in conditions])

    def _one_by_one(self, suspects: Sequence[_Suspect]) -> list[_Suspect]:
        """Those that can fail, where the question about all of them has no answer."""
        if len(suspects) == 1:
            self._leave(suspects[0], GAVE_UP)
            return []
        kept: list[_Suspect] = []
        for suspect in suspects:
            match self._ask([suspect], ()):
                case Answer.SAT:
                    kept.append(suspect)
                case Answer.UNKNOWN:
                    self._leave(suspect, GAVE_UP)
        return kept

    def _failing(self, suspects: Sequence[_Suspect]) -> list[_Suspect]:
        """In the model of the last answer."""
        model = self.solver.value
        return [one for one in suspects if self.algebra.evaluated(one.wrong, model) is True]

    def _with_accesses(self, failing: Sequence[_Suspect]) -> bool:
        """The model may have gone on where the machine does not: look for one in which all accesses find an
        object, or wild memory."""
        if not self.accesses or self.in_vain >= MAX_IN_VAIN or self.budget.left() <= 0:
            return False
        self.in_vain += 1
        return any(
            self._ask(failing, [somewhere(access, self.algebra, spaced) for access in self.accesses])
            is Answer.SAT
            and self._tried(self.accesses)
            for spaced in (True, False)
        )

    def _tried(self, accesses: Sequence[Access]) -> bool:
        """Run the vector of the last model, with memory where it follows wild pointers. Has something come of
        it that was not known?"""
        vector = vector_of(self.inputs, self.program, self.algebra, self.solver.value)
        if accesses:
            pieces = wild_pieces(accesses, self.wild, self.algebra, self.solver.value)
            vector = replace(vector, wild=pieces)
        run = self.executor.run(vector, max_steps=MAX_RUN, record_path=False)
        self.tests += 1
        end = run.end
        if end.kind is EndKind.VIOLATION and end.check_id is not None:
            self.reached.add(end.check_id)
            if end.check_id in self.violations:
                return False
            self.violations[end.check_id] = run.vector
            self.in_vain = 0
            return True
        if end.kind is EndKind.UNSUPPORTED:
            edge = run.stack[-1].edge
            known = edge in self.unsupported
            self.unsupported[edge] = f"{end.position}: {end.detail}"
            return not known
        return False

    def _leave(self, suspect: _Suspect, why: str) -> None:
        if suspect.number is None:
            self.unsupported.setdefault(suspect.edge, suspect.reason)
        else:
            self.open[suspect.number] = why

    # -- results

    def _obstacles(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.unsupported.values()))

    def progress(self) -> Progress:
        left = len(self.checks) - len(self.violations)
        calls = self.solver.statistics.calls
        return Progress(len(self.path), self.tests, len(self.waiting), left, calls, dict(self.violations))

    def claims(self) -> Claims:
        left = self.checks - self.violations.keys()
        if self.waiting:
            far = len(self.path)
            times = "once" if far == 1 else f"{far} times"
            why = f"no violation in executions that go from loop to loop up to {times}; longer ones are open"
            if not far:
                why = "no violation before the first loop; what comes after it is open"
            open_ = {number: self.open.get(number, why) for number in left}
            return Claims(
                dict(self.violations),
                reached=frozenset(self.reached),
                open=open_,
                obstacles=self._obstacles(),
                notes=(why,),
                progress=self.progress(),
            )
        notes = (f"all executions were followed to their ends, in {len(self.path)} moves",)
        decided = not self.unsupported and not (left & self.open.keys())
        # What all elements of an array have in common says little to one who looks for a model. The checker,
        # who makes the same moves, does not look for one; and others may know what one gives up.
        reasons = {self.open[number] for number in left & self.open.keys()}
        gave_up = reasons == {GAVE_UP} and not self.unsupported
        asked = not decided and (self.algebra.quantifiers.met or gave_up)
        excluded = frozenset() if self.unsupported else left - self.open.keys()
        return Claims(
            dict(self.violations),
            left if asked else excluded,
            decided or asked,
            {},
            frozenset(self.reached),
            {number: why for number, why in self.open.items() if number in left},
            self._obstacles(),
            notes,
            self.progress(),
            only_asked=asked,
            moves=tuple(self.path),
        )


def bounded(inlined: Inlined, ledger: Ledger, budget: Budget) -> Strategy:
    """The strategy `bounded`."""
    if has_calls(inlined.program):
        return Unrolled(inlined, ledger, budget, Bounded)
    return Bounded(inlined.program, ledger, budget)
