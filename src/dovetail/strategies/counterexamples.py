"""Generate-Counterexamples (Erez 2004, Fig. 4.1): for every alarm an input that really triggers it, or how
far it was looked for.

Static analysis comes first, and what it proves stays proved. Its alarms are triples of a place, an abstract
state and an error condition; for each of them Input-Instance is asked in turn, with paths that grow longer
from round to round, until the budget is used up. Nobody has to give a depth.

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
from dovetail.program.expressions import negation
from dovetail.program.inlining import Inlined, TooLarge, unroll
from dovetail.program.statements import Call, Check
from dovetail.solver.bitwuzla_solver import BitwuzlaSolver
from dovetail.strategies.abstract.analysis import Options
from dovetail.strategies.abstract.fixpoint import OutOfTime
from dovetail.strategies.abstract.search import QUICK, Result, analysed, attempts, claims_of
from dovetail.strategies.instance.search import Depth, Ground, InputInstance, Place
from dovetail.strategies.outcome import Budget, Claims, Progress, Watcher

FIRST_LENGTH = 32
"""Statements of the longest paths in the first round."""
LONGER = 1.25
"""By this factor they grow from round to round."""
STRETCH = 400
"""Steps backward for one alarm, before it is the next one's turn."""
STEPS = 1_000_000
"""Of a run that should confirm a counterexample."""
LOOK = 0.2
"""Of the budget, until which the first look from above may go on."""
SHARE = 0.5
"""Until which counterexamples to the alarms that it leaves are looked for, before a closer look."""
CLOSER = 0.7
"""Until which that may go on; the rest is for the search again."""
Confirm = Callable[[int, InputVector], bool]
"""Does a check fail in a run on these inputs?"""
RECURSION = (3, 8)
"""Depths to which recursion is inlined, one after the other."""


def run(inlined: Inlined, budget: Budget, watch: Watcher) -> Claims:
    """The strategy `abstract`."""
    return _Counterexamples(inlined, budget, watch).claims()


class _Counterexamples:
    def __init__(self, inlined: Inlined, budget: Budget, watch: Watcher) -> None:
        self._inlined = inlined
        self._budget = budget
        self._first_look, self._first_search = budget.part(LOOK), budget.part(SHARE)
        self._closer_look = budget.part(CLOSER)
        self._watch = watch
        self._best: Result | None = None
        self._iterations = 0
        self._violations: dict[int, InputVector] = dict(budget.violated)
        self._executor = Executor(inlined.program)
        self._alarms: list[Alarms] = []
        self._runs = 0

    def claims(self) -> Claims:
        looks = attempts(self._inlined.program)
        self._look(islice(looks, QUICK), self._first_look)
        if not self._open():
            return self._claimed()
        searches = self._searches()
        self._search(searches, self._first_search)
        if self._open() and not self._budget.spent():
            self._look(looks, self._closer_look)
            self._search(searches, self._budget)
        return self._claimed()

    # From above

    def _look(self, looks: Iterator[Options], budget: Budget) -> None:
        """The result that leaves the fewest alarms is the best."""
        while (self._best is None or not self._best.proved) and not budget.spent():
            options = next(looks, None)
            if options is None:
                return
            try:
                found = analysed(self._inlined, options, budget)
            except OutOfTime:
                return
            self._iterations += found.analysis.iterations
            if self._best is None or found.alarms < self._best.alarms:
                self._best = found
            self._tell()

    def _open(self) -> list[int]:
        """The checks that may fail as far as is known."""
        if self._best is None:
            idents = [info.ident for info in self._inlined.program.checks]
        else:
            idents = [ident for ident, found in self._best.classes.items() if not found.holds]
        return [ident for ident in idents if ident not in self._violations]

    # From below

    def _searches(self) -> Iterator[Alarms]:
        """Where to look for counterexamples; with recursion, deeper and deeper."""
        entry = self._inlined.program.procedures[self._inlined.program.entry]
        if not any(isinstance(edge.statement, Call) for edge in entry.edges):
            if self._best is not None:
                yield self._alarms_of(self._inlined, self._best)
            return
        for depth in RECURSION:
            try:
                deeper = unroll(self._inlined, depth)
                yield self._alarms_of(deeper, analysed(deeper, Options(), self._budget), depth)
            except (TooLarge, OutOfTime):
                return

    def _alarms_of(self, inlined: Inlined, result: Result, calls: int = 0) -> Alarms:
        found = Alarms(inlined, result, self._open(), calls)
        self._alarms.append(found)
        return found

    def _search(self, searches: Iterator[Alarms], budget: Budget) -> None:
        while not budget.spent():
            open_ = self._open()
            if not open_:
                return
            current = self._alarms[-1] if self._alarms else None
            if current is None or current.is_done(open_):
                current = next(searches, None)
                if current is None:
                    return
            current.round(open_, budget, self._confirmed, self._tell)

    def _confirmed(self, ident: int, vector: InputVector) -> bool:
        """Does the check fail in a run? If another one does, that is a counterexample, too."""
        self._runs += 1
        found = self._executor.run(vector, max_steps=STEPS, record_path=False)
        failed = found.end.check_id if found.end.kind is EndKind.VIOLATION else None
        if failed is not None and failed not in self._violations:
            self._violations[failed] = found.vector
            self._tell()
        return failed == ident

    # Results

    def _tell(self) -> None:
        calls = sum(alarms.solver.statistics.calls for alarms in self._alarms)
        nodes = 0 if self._best is None else len(self._best.reachable)
        paths = sum(alarms.paths for alarms in self._alarms)
        self._watch(
            Progress(
                self._iterations + paths,
                self._runs,
                nodes,
                len(self._open()),
                calls,
                dict(self._violations),
            )
        )

    def _claimed(self) -> Claims:
        if self._best is None:
            late = f"no fixpoint was reached before {self._budget.why}"
            claims = Claims(open={info.ident: late for info in self._inlined.program.checks}, notes=(late,))
        else:
            claims = claims_of(self._best, self._iterations, self._budget)
        open_ = {
            ident: reason + self._searched(ident)
            for ident, reason in claims.open.items()
            if ident not in self._violations
        }
        return replace(
            claims,
            violations=dict(self._violations),
            excluded=claims.excluded - self._violations.keys(),
            complete=self._best is not None and not open_ and not claims.obstacles,
            reached=claims.reached | self._violations.keys(),
            open=open_,
            notes=(*claims.notes, *self._notes()),
            progress=replace(
                claims.progress,
                tests=self._runs,
                open_checks=len(open_),
                solver_calls=sum(alarms.solver.statistics.calls for alarms in self._alarms),
                violations=dict(self._violations),
            ),
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

    def __init__(self, inlined: Inlined, result: Result, idents: list[int], calls: int = 0) -> None:
        """`calls` is the depth to which recursion was inlined: what goes deeper is not looked at."""
        self.solver = BitwuzlaSolver()
        program = inlined.program
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

    def round(self, open_: list[int], budget: Budget, confirm: Confirm, tell: Callable[[], None]) -> None:
        """A turn for each search."""
        waiting = False
        for ident in open_:
            search = self._searches.get(ident)
            if search is None or not budget.move():
                continue
            search.search(self._length, STRETCH, budget, _for(confirm, ident))
            following = search.next_length()
            waiting = waiting or (following is not None and following <= self._length)
            tell()
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


def _for(confirm: Confirm, ident: int) -> Callable[[InputVector], bool]:
    return lambda vector: confirm(ident, vector)


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
