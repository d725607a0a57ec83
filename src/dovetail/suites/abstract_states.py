"""All abstract states of a program, as targets of tests (Erez 2004, Definition 7.1).

A test set is adequate if for each abstract state at each label some test comes there with a concrete state
that it describes. Labels are the cutpoints of the text: where control comes from a decision, and returns. An
abstract state is, with intervals, a box: for each live variable one of the cells into which the constants
that it is compared with, and zero, cut its interval; with predicates, a vector of bits. States that the
forward analysis does not exclude are targets; which of them are possible only in the abstraction is found out
by proofs.

There are soon more states than anybody would test: few variables, few cells and few predicates are taken at
each place, those that the program asks about most, and all that was left out is said.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from dovetail.asking.asked import INTERVALS, PREDICATES
from dovetail.domains.numbers import Components, Number
from dovetail.fixpoints.analysis import Analysis, Options
from dovetail.fixpoints.fixpoint import OutOfTime
from dovetail.frontend.errors import InputError
from dovetail.frontend.load import Loaded
from dovetail.frontend.probes import NODES, STATES, Probing, StateProbe
from dovetail.processes.confined import Ending, Send, confined
from dovetail.program.automata import Edge, Procedure
from dovetail.program.expressions import BinaryOp, Cast, Const, Expr, Variable, subexpressions
from dovetail.program.inlining import Inlined, TooLarge, inline
from dovetail.program.statements import Skip, expressions_of
from dovetail.program.targets import Place, TargetInfo
from dovetail.program.types import IntType
from dovetail.quick_dataclass import dataclass
from dovetail.suites.cutpoint_predicates import PREDICATES as PREDICATES_AT_A_PLACE
from dovetail.suites.cutpoint_predicates import (
    Predicate,
    Spot,
    given_predicates,
    of_text,
    predicates_at,
    spots,
)

DOMAINS = (INTERVALS, PREDICATES)
_VARIABLES, _CUTS = 3, 2
"""At one place: variables, and constants that cut the interval of one."""
_BOXES, _ALL = 40, 400
"""At one place, and all in all."""

Interval = tuple[int, int]


@dataclass(frozen=True, slots=True)
class StatesToCover:
    probing: Probing
    notes: tuple[str, ...]


def states_to_cover(
    load: Callable[[Probing | None], Loaded],
    domain: str,
    predicates: Iterable[str] = (),
    *,
    seconds: float,
    memory: int,
) -> StatesToCover:
    """The abstract states of a program. `predicates`, as text, are taken instead of those in the code. Raises
    InputError for a domain that there is not."""
    if domain not in DOMAINS:
        raise InputError(f"there is no abstraction '{domain}'; there are {', '.join(DOMAINS)}")
    loaded = load(Probing(NODES))
    places = list(spots(loaded))
    notes: list[str] = []
    if domain == INTERVALS:
        found = _intervals(loaded, seconds, memory)
        if found is None:
            notes.append("there was no fixpoint in time: the intervals are those of the types")
        states = _boxes(loaded, places, found or {})
    else:
        states = _vectors(loaded, places, given_predicates(predicates))
    probes = list(itertools.islice(states, _ALL + 1))
    if len(probes) > _ALL:
        notes.append(f"of the abstract states only the first {_ALL} are targets")
    limits = (
        f"at most {_VARIABLES} variables"
        if domain == INTERVALS
        else f"at most {PREDICATES_AT_A_PLACE} predicates"
    )
    notes.append(f"an abstract state is about {limits} at each of {len(places)} places")
    return StatesToCover(Probing(STATES, tuple(probes[:_ALL])), tuple(notes))


# ---- intervals ---------------------------------------------------------------------------------------------


def _intervals(loaded: Loaded, seconds: float, memory: int) -> dict[tuple[int, str], Interval] | None:
    """For each place, by the number of its target, and each variable there, by name, the values that it may
    have, in whatever call; places that are not reached are missing. None if it takes too long."""
    try:
        inlined = inline(loaded.program)
    except TooLarge:
        return None
    deadline = time.monotonic() + seconds

    def work(_: Send) -> dict[tuple[int, str], Interval] | None:
        options = Options(Components.CONSTANTS | Components.INTERVALS, None)
        analysis = Analysis(inlined.program, options, lambda: time.monotonic() > deadline)
        try:
            return _joined(inlined, analysis)
        except OutOfTime:
            return None

    done = confined(work, deadline=deadline + 1, memory=memory)
    if done.ending is Ending.INTERRUPTED:
        raise KeyboardInterrupt
    if done.ending is Ending.FAILED:
        failure = RuntimeError(done.failure)
        failure.add_note(done.details)
        raise failure
    return done.value


def _joined(inlined: Inlined, analysis: Analysis) -> dict[tuple[int, str], Interval]:
    found: dict[tuple[int, str], Interval] = {}
    owners = {
        id(edge): procedure for procedure in inlined.program.procedures.values() for edge in procedure.edges
    }
    for edge, before, _ in analysis.steps(analysis.reachable()):
        if not isinstance(edge.statement, Skip) or edge.statement.target is None:
            continue
        ident = edge.statement.target.ident
        for name, variable in _variables_here(inlined, owners[id(edge)], edge):
            value = before.value(variable)
            if not isinstance(value, Number) or not isinstance(variable.type, IntType):
                continue
            low, high = (value.smin, value.smax) if variable.type.signed else (value.umin, value.umax)
            if (ident, name) in found:
                other = found[ident, name]
                low, high = min(low, other[0]), max(high, other[1])
            found[ident, name] = (low, high)
        found.setdefault((ident, ""), (0, 0))  # reached
    return found


def _variables_here(inlined: Inlined, owner: Procedure, edge: Edge) -> Iterator[tuple[str, Variable]]:
    """The user's variables at an edge, with the names that they have in their own procedure."""
    calls = inlined.origin(owner.name, edge.source).calls
    prefix = f"{calls[-1].copy}." if calls else ""
    for variable in (*owner.parameters, *owner.locals):
        if variable.source_name and variable.name.startswith(prefix):
            rest = variable.name.removeprefix(prefix)
            if "#" not in rest:
                yield rest, variable
    for variable in inlined.program.globals.values():
        yield variable.name, variable


def _boxes(
    loaded: Loaded, places: Iterable[Spot], found: Mapping[tuple[int, str], Interval]
) -> Iterator[StateProbe]:
    asked = _Asked(loaded)
    for spot in places:
        if found and (spot.info.ident, "") not in found:
            continue  # no execution comes here
        rows = []
        for name, variable in sorted(spot.known.items()):
            assert isinstance(variable.type, IntType)
            whole = (variable.type.minimum, variable.type.maximum)
            interval = found.get((spot.info.ident, variable.name), whole)
            cuts = [cut for cut in asked.of(variable) if interval[0] <= cut <= interval[1]]
            rows.append((-len(asked.of(variable)), name, variable, interval, cuts))
        chosen = [row for row in sorted(rows, key=lambda row: row[:2]) if row[3][0] != row[3][1]][:_VARIABLES]
        parts = [
            [(name, variable, cell) for cell in _cells(interval, cuts[:_CUTS])]
            for _, name, variable, interval, cuts in chosen
        ]
        for box in itertools.islice(itertools.product(*parts), _BOXES):
            condition = " && ".join(_inside(name, variable, cell) for name, variable, cell in box) or "1"
            what = ", ".join(f"{name} in {_shown(cell, variable)}" for name, variable, cell in box)
            yield _probe(spot.info, condition, what or "reached")


class _Asked:
    """The constants that each variable is compared with, the least first by size, and zero."""

    def __init__(self, loaded: Loaded) -> None:
        self._constants: dict[Variable, set[int]] = {}
        for procedure in loaded.program.procedures.values():
            for edge in procedure.edges:
                for root in expressions_of(edge.statement):
                    for expr in subexpressions(root):
                        if isinstance(expr, BinaryOp) and expr.op.compares:
                            self._note(expr.left, expr.right)
                            self._note(expr.right, expr.left)

    def _note(self, side: Expr, other: Expr) -> None:
        while isinstance(side, Cast):
            side = side.operand
        if isinstance(side, Variable) and isinstance(other, Const) and isinstance(other.type, IntType):
            value = other.value
            if other.type.signed and value >> (other.type.width - 1):
                value -= 1 << other.type.width
            self._constants.setdefault(side, set()).add(value)

    def of(self, variable: Variable) -> list[int]:
        return sorted(self._constants.get(variable, set()) | {0}, key=lambda value: (abs(value), value))


def _cells(interval: Interval, cuts: Iterable[int]) -> list[Interval]:
    """The interval in pieces: each of the cuts by itself, and what lies between."""
    cells: list[Interval] = []
    low, high = interval
    for cut in sorted(set(cuts)):
        if low < cut:
            cells.append((low, cut - 1))
        cells.append((cut, cut))
        low = cut + 1
    return [*cells, (low, high)] if low <= high else cells


def _inside(name: str, variable: Variable, cell: Interval) -> str:
    type_ = variable.type
    assert isinstance(type_, IntType)
    if cell[0] == cell[1]:
        return f"{name} == {_literal(cell[0], type_)}"
    parts = []
    if cell[0] > type_.minimum:
        parts.append(f"{name} >= {_literal(cell[0], type_)}")
    if cell[1] < type_.maximum:
        parts.append(f"{name} <= {_literal(cell[1], type_)}")
    return " && ".join(parts) or "1"


def _literal(value: int, type_: IntType) -> str:
    suffix = ("" if type_.signed or type_.width < 32 else "u") + ("ll" if type_.width > 32 else "")
    if value < 0 and value in (-(1 << 31), -(1 << 63)):
        return f"(-{-(value + 1)}{suffix} - 1)"
    return f"{value}{suffix}"


def _shown(cell: Interval, variable: Variable) -> str:
    type_ = variable.type
    assert isinstance(type_, IntType)
    low = "-oo" if cell[0] == type_.minimum and type_.signed else str(cell[0])
    high = "+oo" if cell[1] == type_.maximum else str(cell[1])
    return f"[{low}, {high}]"


def _probe(info: TargetInfo, condition: str, what: str) -> StateProbe:
    assert info.place is not None
    return StateProbe(info.place, condition, what)


# ---- predicates --------------------------------------------------------------------------------------------


def _vectors(loaded: Loaded, places: Iterable[Spot], given: list[Predicate]) -> Iterator[StateProbe]:
    known = given or of_text(loaded.predicates)
    for spot in places:
        chosen = predicates_at(spot, known, PREDICATES_AT_A_PLACE)
        for bits in itertools.product((True, False), repeat=len(chosen)):
            assert spot.info.place is not None
            yield state_probe(spot.info.place, chosen, bits)


def state_probe(place: Place, predicates: Sequence[str], bits: Iterable[bool]) -> StateProbe:
    """The target that a vector of predicates at a place is."""
    parts = [f"({text})" if bit else f"!({text})" for text, bit in zip(predicates, bits, strict=True)]
    condition, what = " && ".join(parts) or "1", ", ".join(parts) or "reached"
    return StateProbe(place, condition, what)
