"""Generate-Counterexamples (Erez 2004, Fig. 4.1): for every alarm an input that really triggers it, or how
far it was looked for.

Static analysis comes first, and what it proves is proved. An alarm of the paper is a triple of a place, an
abstract state and an error condition. Here the abstract state is left out: that of the place holds all
reachable states, so every run that comes there is in it. For each alarm Input-Instance is asked in turn, with
paths that grow longer from round to round, until the budget is used up. Nobody has to give a depth.

An alarm without a counterexample stays open. Even if no path to it is left that an execution could take, that
is said and nothing more: a proof is what a checker accepts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from itertools import islice

from dovetail.execution.ends import EndKind
from dovetail.execution.executor import Executor
from dovetail.execution.inputs import InputVector
from dovetail.fixpoints.analysis import Options
from dovetail.fixpoints.fixpoint import OutOfTime
from dovetail.fixpoints.looks import Result, look, looks
from dovetail.ledger.ledger import Ledger
from dovetail.program.automata import Program
from dovetail.program.expressions import negation
from dovetail.program.inlining import Inlined, TooLarge, unroll
from dovetail.program.statements import Check
from dovetail.solver.bitwuzla_solver import BitwuzlaSolver
from dovetail.strategies.from_above import claims_of
from dovetail.strategies.instance.input_instance import Confirm, Depth, Ground, InputInstance, Place
from dovetail.strategies.outcome import Budget, Claims, Progress
from dovetail.strategies.strategy import Strategy
from dovetail.strategies.unrolling import has_calls

FIRST_LENGTH = 32
"""Statements of the longest paths in the first round."""
LONGER = 1.25
"""By this factor they grow from round to round."""
STRETCH = 400
"""Steps backward for one alarm, before it is the next one's turn."""
STEPS = 1_000_000
"""Of a run that should confirm a counterexample."""
LOOKS = 3
"""From above, before: no partition, octagons, and a small partition."""
Fails = Callable[[int, InputVector], bool]
"""Does a check fail in a run on these inputs?"""
RECURSION = (3, 8)
"""Depths to which recursion is inlined, one after the other."""


class Counterexamples(Strategy):
    """Generate-Counterexamples (Erez 2004, Fig. 4.1): every alarm is asked about until it has a
    counterexample (Definition 4.1) or the time is used up."""

    def __init__(self, inlined: Inlined, ledger: Ledger, budget: Budget) -> None:
        super().__init__(ledger, budget)
        self._inlined = inlined
        self._best: Result | None = None
        self._iterations = 0
        self._executor = Executor(inlined.program)
        self._alarms: list[Alarms] = []
        self._runs = 0

    def moves(self) -> Iterator[None]:
        for options in islice(looks(self._inlined.program), LOOKS):
            if self.budget.spent() or not self._open() or not self._look(options):
                break
            yield
        searches = self._searches()
        while self._open() and not self.budget.spent():
            current = self._alarms[-1] if self._alarms else None
            if current is None or current.is_done(self._open()):
                current = next(searches, None)
                if current is None:
                    return
            yield from current.round(self._open(), self.budget, self._fails)

    # From above

    def _look(self, options: Options) -> bool:
        """The result that leaves the fewest alarms is the best. False if it takes too long."""
        try:
            found = look(self._inlined.program, options, lambda: self.budget.left() <= 0, self.budget.move)
        except OutOfTime:
            return False
        self._iterations += found.analysis.iterations
        if self._best is None or found.alarms < self._best.alarms:
            self._best = found
        return True

    def _open(self) -> list[int]:
        """The checks that may fail as far as is known."""
        if self._best is None:
            idents = [info.ident for info in self._inlined.program.checks]
        else:
            idents = [ident for ident, found in self._best.classes.items() if not found.holds]
        return [ident for ident in idents if ident not in self.violations]

    # From below

    def _searches(self) -> Iterator[Alarms]:
        """Where to look for counterexamples; with recursion, deeper and deeper."""
        if not has_calls(self._inlined.program):
            if self._best is not None:
                yield self._alarms_of(self._inlined.program, self._best)
            return
        for depth in RECURSION:
            try:
                deeper = unroll(self._inlined, depth).program
                found = look(deeper, Options(), lambda: self.budget.left() <= 0, self.budget.move)
            except (TooLarge, OutOfTime):
                return
            yield self._alarms_of(deeper, found, depth)

    def _alarms_of(self, program: Program, result: Result, calls: int = 0) -> Alarms:
        found = Alarms(program, result, self._open(), calls)
        self._alarms.append(found)
        return found

    def _fails(self, ident: int, vector: InputVector) -> bool:
        """Does the check fail in a run? If another one does, that is a counterexample, too."""
        self._runs += 1
        found = self._executor.run(vector, max_steps=STEPS, record_path=False)
        failed = found.end.check_id if found.end.kind is EndKind.VIOLATION else None
        if failed is not None:
            self.violations.setdefault(failed, found.vector)
        return failed == ident

    # Results

    def progress(self) -> Progress:
        return Progress(
            self._iterations + sum(alarms.paths for alarms in self._alarms),
            self._runs,
            0 if self._best is None else len(self._best.reachable),
            len(self._open()),
            sum(alarms.solver.statistics.calls for alarms in self._alarms),
            dict(self.violations),
        )

    def claims(self) -> Claims:
        if self._best is None:
            late = f"no fixpoint was reached before {self.budget.why}"
            open_ = {info.ident: late for info in self._inlined.program.checks}
            return Claims(dict(self.violations), open=open_, notes=(late,), progress=self.progress())
        claims = claims_of(self._best, self.violations, self.progress(), self.budget)
        return replace(
            claims,
            reached=claims.reached | self.violations.keys(),
            open={ident: reason + self._searched(ident) for ident, reason in claims.open.items()},
            notes=(*claims.notes, *self._notes()),
        )

    def _searched(self, ident: int) -> str:
        for alarms in reversed(self._alarms):
            depth = alarms.depth(ident)
            if depth is not None:
                return f"; {in_words(depth, alarms.calls)}"
        return ""

    def _notes(self) -> Iterator[str]:
        for alarms in self._alarms:
            if alarms.dropped:
                yield (
                    f"there was no room for {alarms.dropped} beginnings of paths of at least "
                    f"{alarms.dropped_at} statements: longer ones were looked at in part"
                )


class Alarms:
    """The alarms of one result, each with its search, in turn."""

    def __init__(self, program: Program, result: Result, idents: list[int], calls: int = 0) -> None:
        """`calls` is the depth to which recursion was inlined: what goes deeper is not looked at."""
        self.solver = BitwuzlaSolver()
        analysis = result.analysis
        ground = Ground(program, analysis, analysis.flat(result.reachable), self.solver)
        self._searches: dict[int, InputInstance] = {}
        self._length = FIRST_LENGTH
        self.calls = calls
        places: dict[int, list[Place]] = {ident: [] for ident in idents}
        for edge in program.procedures[program.entry].edges:
            if isinstance(edge.statement, Check) and edge.statement.info.ident in places:
                condition = negation(edge.statement.condition)
                places[edge.statement.info.ident].append(Place(edge, condition))
        for ident, found in places.items():
            self._searches[ident] = InputInstance(ground, found)

    def is_done(self, open_: Iterable[int]) -> bool:
        """Is there no path left, to any of those that are still open?"""
        return not list(self._next_lengths(open_))

    def _next_lengths(self, open_: Iterable[int]) -> Iterator[int]:
        for ident in open_:
            search = self._searches.get(ident)
            following = None if search is None else search.next_length()
            if following is not None:
                yield following

    def round(self, open_: list[int], budget: Budget, fails: Fails) -> Iterator[None]:
        """A turn for each alarm (the "for each" of Fig. 4.1), which is a move."""
        waiting = False
        for ident in open_:
            search = self._searches.get(ident)
            if search is None or not budget.move():
                continue
            search.search(self._length, STRETCH, budget, _for(fails, ident))
            following = search.next_length()
            waiting = waiting or (following is not None and following <= self._length)
            yield
        if not waiting:
            self._length = self._next_length(open_)

    def _next_length(self, open_: list[int]) -> int:
        return max(int(self._length * LONGER), min(self._next_lengths(open_), default=0))

    def depth(self, ident: int) -> Depth | None:
        search = self._searches.get(ident)
        return None if search is None else search.depth

    @property
    def paths(self) -> int:
        return sum(search.depth.paths for search in self._searches.values())

    @property
    def dropped(self) -> int:
        return sum(search.paths.dropped for search in self._searches.values())

    @property
    def dropped_at(self) -> int:
        lengths = [search.paths.dropped_at for search in self._searches.values()]
        return min((length for length in lengths if length is not None), default=0)


def _for(fails: Fails, ident: int) -> Confirm:
    return lambda vector: fails(ident, vector)


def in_words(depth: Depth, calls: int = 0) -> str:
    """How far a search that has found nothing has got, with recursion up to a number of calls, if there is
    any."""
    if depth.exhausted and not depth.given_up and not depth.failed:
        if calls:
            return f"no counterexample on any path with recursion up to {calls} calls deep"
        return "every path that leads there was looked at, and none can be taken, which is not yet a proof"
    said = f"no counterexample on paths of up to {depth.length} statements ({depth.paths} paths"
    said += f", {depth.asked} asked, {depth.died} ends of paths that died before"
    if depth.given_up:
        said += f", {depth.given_up} given up: {next(iter(depth.reasons))}"
    if depth.failed:
        said += f", {depth.failed} not confirmed by a run"
    return said + ")"
