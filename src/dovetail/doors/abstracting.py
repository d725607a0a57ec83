"""From a program to the same program with what is known at its points: the work behind `dovetail abstract`.

The analyses are in `fixpoints`; here their results are told in the words of the source. Nothing
that is said here is a verdict: an abstraction raises alarms, and `dovetail check` decides them.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import assert_never

from dovetail.asking.asked import DIRECTIONS, DOMAINS, SHAPES, AbstractOptions
from dovetail.domains.numbers import Components
from dovetail.domains.states import Given, State
from dovetail.domains.universe import MakeRelation
from dovetail.domains.values import leq, top_of
from dovetail.doors.heap_shapes import heap_shapes
from dovetail.evidence.annotated import AnnotatedProgram, ClassifiedCheck, Known, Necessary, Point
from dovetail.fixpoints.analysis import Analysis, Options, States
from dovetail.fixpoints.backward import Goals
from dovetail.fixpoints.classes import Class
from dovetail.fixpoints.classify import classify
from dovetail.fixpoints.fixpoint import OutOfTime
from dovetail.fixpoints.necessary import failing, leading_steps, necessary_inputs
from dovetail.fixpoints.points import Here, Place, Points, Seen
from dovetail.fixpoints.wording import in_c, listed
from dovetail.frontend.errors import InputError
from dovetail.frontend.load import Loaded
from dovetail.frontend.paths import MAX_READ, contents
from dovetail.processes.confined import Ending, LimitReached, Send, confined
from dovetail.program.automata import Edge
from dovetail.program.expressions import Expr
from dovetail.program.inlining import Inlined, TooLarge, inline
from dovetail.program.library_calls import as_known, library_checks
from dovetail.program.position import Position
from dovetail.program.statements import GoalKind, Skip
from dovetail.report.quantities import size

_OVERTIME = 1.0
"""Seconds after which an analysis is ended that does not look at the clock."""
MAX_ALARMS = 20
"""For so many alarms the necessary conditions are looked for: each costs a backward analysis."""


def abstract_program(loaded: Loaded, options: AbstractOptions) -> AnnotatedProgram:
    """Raises InputError for a direction or a domain that there is not, and LimitReached where the time, the
    memory or the size of an inlined program is not enough.

    The work is done in a process of its own, which can be ended."""
    started = time.monotonic()
    if options.direction not in DIRECTIONS:
        raise InputError(f"there is no direction '{options.direction}'; there are {', '.join(DIRECTIONS)}")
    heaps = options.domain == SHAPES
    components, relation = (Components.CONSTANTS, None) if heaps else domain(options.domain)
    try:
        inlined = inline(loaded.program)
    except TooLarge as error:
        raise LimitReached(str(error)) from error
    deadline = started + options.limits.timeout

    def work(_: Send) -> AnnotatedProgram | None:
        if heaps:
            texts = _texts(loaded.program.files, ())
            try:
                return heap_shapes(loaded, inlined, options, lambda: time.monotonic() > deadline, texts)
            except OutOfTime:
                return None
        analysis = Analysis(
            inlined.program,
            Options(components, relation, listed=True),
            lambda: time.monotonic() > deadline,
        )
        try:
            return _Annotating(loaded, inlined, analysis, options).result(started)
        except OutOfTime:
            return None

    done = confined(work, deadline=deadline + _OVERTIME, memory=options.limits.memory)
    match done.ending:
        case Ending.FINISHED if done.value is not None:
            return done.value
        case Ending.FINISHED | Ending.OUT_OF_TIME:
            raise LimitReached(
                f"no fixpoint was reached within {options.limits.timeout:g} s; "
                "a longer --timeout or a simpler --domain helps"
            )
        case Ending.OUT_OF_MEMORY:
            raise LimitReached(
                f"no fixpoint was reached within {size(options.limits.memory)}; "
                "a larger --memory or a simpler --domain helps"
            )
        case Ending.INTERRUPTED:
            raise KeyboardInterrupt
        case Ending.FAILED:
            failure = RuntimeError(done.failure)
            failure.add_note(done.details)
            raise failure
        case _:
            assert_never(done.ending)


def domain(name: str) -> tuple[Components, MakeRelation | None]:
    """What values are described with. Raises InputError for a domain that there is not."""
    match name:
        case "constants":
            return Components.CONSTANTS, None
        case "intervals":
            return Components.CONSTANTS | Components.INTERVALS, None
        case "congruences":
            return Components.CONSTANTS | Components.CONGRUENCES, None
        case "octagons" | "all":
            from dovetail.domains.octagons import Octagon

            return Components.ALL, Octagon.top
        case "polyhedra":
            from dovetail.domains.polyhedra import PolyhedraMissing, Polyhedron

            try:
                Polyhedron.top(())
            except PolyhedraMissing as error:
                raise InputError(str(error)) from error
            return Components.ALL, Polyhedron.top
        case _:
            raise InputError(f"there is no domain '{name}'; there are {', '.join(DOMAINS)}")


class _Annotating:
    def __init__(
        self, loaded: Loaded, inlined: Inlined, analysis: Analysis, options: AbstractOptions
    ) -> None:
        self._loaded = loaded
        self._inlined = inlined
        self._analysis = analysis
        self._options = options
        self._points = Points(loaded.program, inlined, analysis)
        self._notes: list[str] = []

    def result(self, started: float) -> AnnotatedProgram:
        analysis = self._analysis
        reachable = analysis.reachable()
        analysis.forward.unmodelled.clear()
        classes = classify(analysis, reachable)
        unmodelled = sorted({(edge.position, why) for edge, why in analysis.forward.unmodelled.items()})
        goals, goal = self._goals()
        shown = self._points.collect(reachable)
        lines = _unreachable_lines(shown)
        if self._options.direction != "forward":
            within = analysis.flat(reachable)
            if self._options.direction == "backward":
                within = {node: state.without_numbers() for node, state in within.items()}
                leading = analysis.leading_to(goals, within)
            else:
                leading = within = analysis.alternated(goals, reachable)
            shown = self._restricted(goals, leading, within, shown)
        return AnnotatedProgram(
            self._loaded.program.files,
            _texts(self._loaded.program.files, (place[0].file for place in shown)),
            self._options.direction,
            self._options.domain,
            goal if self._options.direction != "forward" else "",
            tuple(point for point in _told(shown) if not point.position.file.startswith("<")),
            tuple(self._checks(classes, analysis.flat(reachable))),
            lines,
            self._loaded.program.assumptions,
            tuple(unmodelled),
            time.monotonic() - started,
            analysis.iterations,
            tuple(self._notes),
        )

    # Goals

    def _goals(self) -> tuple[Goals, str]:
        """What a backward analysis starts from: `dovetail_final`, `dovetail_sometime`, or the program's
        end."""
        for kind in (GoalKind.FINAL, GoalKind.SOMETIME):
            at: dict[int, list[Expr]] = {}
            where: dict[Position, None] = {}
            for procedure in self._inlined.program.procedures.values():
                for edge in procedure.edges:
                    statement = edge.statement
                    if isinstance(statement, Skip) and statement.goal and statement.goal.kind is kind:
                        at.setdefault(id(edge), []).append(statement.goal.condition)
                        where[edge.position] = None
            if at:
                places = ", ".join(str(position) for position in where)
                return Goals(at), f"dovetail_{kind.value} at {places}"
        return Goals(ends=True, nodes=self._ends()), "the end of the program"

    def _ends(self) -> frozenset[int]:
        program = self._inlined.program
        return frozenset({self._analysis.system.node(program.entry, program.procedures[program.entry].exit)})

    # Points

    def _restricted(
        self, goals: Goals, leading: States, within: States, before: Mapping[Place, Here]
    ) -> dict[Place, Here]:
        """The points with what is known of the executions that may still come to the goal."""
        result = {place: Here(loop_head=here.loop_head) for place, here in before.items()}
        both = self._options.direction == "both"
        for edge, state, after in leading_steps(self._analysis, goals, leading, within):
            if state is None:
                continue
            self._points.note(result, edge, state)
            if both and after is not None:
                self._note_need(result, edge, state, after)
        return result

    def _note_need(self, result: Mapping[Place, Here], edge: Edge, before: State, after: State) -> None:
        """The paper's `!` (sections II and VIII-B): some of what the edge leads to has no way to the goal,
        so that something has to be asked for where it leads."""
        procedure = self._inlined.program.procedures[self._points.owner(edge)]
        following = procedure.outgoing[edge.target]
        place = self._points.start(following[0]) if following else None
        image = self._analysis.forward.step(before, edge, procedure)
        if place is None or image is None or image.leq(after, self._analysis.forward.universe.algebra):
            return
        needed = self._points.seen(after, procedure.name, edge.target)
        led = self._points.seen(image, procedure.name, edge.target)
        for name, seen in needed.items():
            if name not in led or not leq(led[name].value, seen.value):
                result[place].needs[name] = None

    # Checks

    def _checks(self, classes: Mapping[int, Class], reachable: States) -> Iterable[ClassifiedCheck]:
        alarms = 0
        library = library_checks(self._loaded.program)
        for info in self._loaded.program.checks:
            found = classes.get(info.ident, Class.UNREACHABLE)
            necessary: tuple[Necessary, ...] = ()
            if not found.holds and self._options.direction != "forward":
                alarms += 1
                if alarms <= MAX_ALARMS:
                    necessary = self._necessary(info.ident, reachable)
            yield ClassifiedCheck(as_known(info, library), found, necessary)

    def _necessary(self, ident: int, reachable: States) -> tuple[Necessary, ...]:
        """The conditions on inputs without which a check cannot fail."""
        goals = failing(self._inlined.program, ident)
        found = necessary_inputs(self._analysis, goals, reachable)
        return tuple(Necessary(*one) for one in found)


# ---- telling -----------------------------------------------------------------------------------------------


def _told(points: Mapping[Place, Here]) -> Iterator[Point]:
    """In order of position. What reads otherwise than at the point before in the same function is marked."""
    last: dict[str, dict[str, Seen]] = {}
    words: dict[str, dict[str, tuple[str, str]]] = {}
    for place in sorted(points):
        here = points[place]
        position, function = place
        if here.known is None:
            yield Point(position, function, False, loop_head=here.loop_head)
            continue
        before = last.get(function, {})
        names = {name: Seen(seen.type, top_of(seen.type)) for name, seen in before.items()} | here.known
        known = []
        read, words[function] = words.get(function, {}), {}
        for name, seen in names.items():
            condition = "" if seen.given is Given.NO else in_c(seen.value, seen.type, name)
            told = words[function][name] = (listed(seen.value, seen.type, seen.given), condition)
            changed = read.get(name) != told
            if changed or name in here.known:
                known.append(Known(name, *told, changed))
        last[function] = names
        # Of another copy of the point less may be asked for: what is said holds for all of them.
        needed = [words[function][name][1] for name in here.needs if name in here.known]
        needs = " && ".join(condition for condition in needed if condition)
        yield Point(position, function, True, tuple(known), here.loop_head, needs)


def _unreachable_lines(points: Mapping[Place, Here]) -> tuple[tuple[str, int], ...]:
    """The lines on which nothing can be reached."""
    reached: dict[tuple[str, int], bool] = {}
    for (position, _), here in points.items():
        line = (position.file, position.line)
        reached[line] = reached.get(line, False) or here.known is not None
    return tuple(sorted(line for line, found in reached.items() if not found))


def _texts(files: Iterable[str], mentioned: Iterable[str]) -> dict[str, str]:
    """The sources, as far as they can be read again."""
    found = {}
    for name in dict.fromkeys((*files, *mentioned)):
        if os.path.isfile(name):
            with suppress(InputError):  # a line marker may name anything
                found[name] = contents(name, MAX_READ).decode("utf-8", "replace")
    return found
