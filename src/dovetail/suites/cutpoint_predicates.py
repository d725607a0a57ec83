"""Where states are abstracted, and by which predicates (Yorsh, Ball & Sagiv 2006, sections 4.2 and 4.5).

The places are the cutpoints of the text: where control comes from a decision, and returns. The predicates at
a place are conditions in C that do nothing but to read variables that can be spoken of there: those of
`dovetail_predicate`, of a file, or the program's own conditions.

What can be spoken of: names that mean one variable of the function, or a global one. A scalar whose address
nobody takes must be live, for another reason than that it matters, too: to read one that is not could make a
difference to which uninitialised variables are inputs. Objects in memory are there from their declaration on.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from dovetail.frontend.errors import InputError
from dovetail.frontend.load import Loaded
from dovetail.frontend.probes import NODES, STATES, Probing, SourcePredicate, VectorProbe
from dovetail.program.automata import Procedure
from dovetail.program.expressions import Variable
from dovetail.program.liveness import Liveness, liveness
from dovetail.program.predicates import MOST_PLACES, MOST_PREDICATES
from dovetail.program.statements import Skip
from dovetail.program.targets import TargetInfo
from dovetail.program.types import IntType, PointerType, RecordType, Type, is_scalar
from dovetail.quick_dataclass import dataclass

PREDICATES = 4
"""So many are taken at one place, the nearest first, if the user has asked for none."""
_TOKEN = re.compile(
    r"\s*(?:(?P<member>\.\s*[A-Za-z_]\w*)|(?P<name>[A-Za-z_]\w*)|(?P<number>\.?\d[\w.]*|'(?:[^'\\]|\\.)+')"
    r"|(?P<operator><<=|>>=|->|\+\+|--|&&|\|\||[=!<>]=|<<|>>|[-+*/%&|^]=|.))"
)
_BEFORE_OPERAND = frozenset({"", "(", "!", "~", "+", "-", "*", "&", "|", "^", "<", ">", "<<", ">>"}) | {
    *("==", "!=", "<=", ">=", "&&", "||")
}
_READING = _BEFORE_OPERAND | {")"}


@dataclass(frozen=True, slots=True)
class Spot:
    """A cutpoint: the target that stands for it, the live integer variables that can be spoken of there, by
    name, and all names that a predicate may use."""

    info: TargetInfo
    known: Mapping[str, Variable]
    readable: frozenset[str]


@dataclass(frozen=True, slots=True)
class Predicate:
    """A condition, the variables that it reads, and, if it stands in the code, where."""

    text: str
    names: frozenset[str]
    function: str | None = None
    line: int = 0
    asked: bool = False


@dataclass(frozen=True, slots=True)
class PredicatesToProbe:
    probing: Probing
    notes: tuple[str, ...]


def vectors_to_probe(
    load: Callable[[Probing | None], Loaded], predicates: Sequence[str] = (), *, most: int | None = None
) -> PredicatesToProbe:
    """The places where states are to be abstracted, with their predicates, of which there are at most so many
    at one place. `predicates`, as text, are taken instead of those in the code. Raises InputError for one
    that does more than to read."""
    given = [_given(text) for text in predicates]
    loaded = load(Probing(NODES))
    known = given or of_text(loaded.predicates)
    asked = any(predicate.asked for predicate in known)
    limit = min(most or (MOST_PREDICATES if asked else PREDICATES), MOST_PREDICATES)
    probes: list[VectorProbe] = []
    used: set[str] = set()
    for ident, spot in enumerate(spots(loaded), 1):
        if ident > MOST_PLACES:
            break
        chosen = predicates_at(spot, known, limit)
        used.update(chosen)
        info = spot.info
        assert info.place is not None
        probes.append(VectorProbe(ident, info.place, tuple(chosen), info.position, info.function))
    notes = [
        f"the predicate '{predicate.text}' has no place: its variables are nowhere known and alive together"
        for predicate in known
        if predicate.asked and predicate.text not in used
    ]
    notes += [
        f"'{text}' does more than to read variables: it is no predicate" for text in loaded.no_predicates
    ]
    return PredicatesToProbe(Probing(STATES, vectors=tuple(probes)), tuple(dict.fromkeys(notes)))


def predicates_at(spot: Spot, known: Iterable[Predicate], most: int) -> list[str]:
    """Those that are taken at a place: what the user asks for first, then the nearest."""
    near = [
        predicate
        for predicate in known
        if predicate.names <= spot.readable and predicate.function in (None, spot.info.function)
    ]
    near.sort(key=lambda predicate: (not predicate.asked, abs(predicate.line - spot.info.position.line)))
    return list(dict.fromkeys(predicate.text for predicate in near))[:most]


# ---- predicates --------------------------------------------------------------------------------------------


def given_predicates(predicates: Iterable[str]) -> list[Predicate]:
    return [_given(text) for text in predicates]


def of_text(found: Iterable[SourcePredicate]) -> list[Predicate]:
    """Those that the user asks for, if there are any; else all conditions."""
    all_ = [Predicate(one.text, one.names, one.function, one.line, one.asked) for one in found]
    return [one for one in all_ if one.asked] or all_


def _given(text: str) -> Predicate:
    """A predicate that the user wrote. What divides may trap, what follows a pointer may fault, and what
    writes is none: only what reads variables, and members of them, is. Raises InputError."""
    names: set[str] = set()
    before, depth = "", 0
    for match in _TOKEN.finditer(text.strip()):
        token = match[0].strip()
        operand = match.lastgroup != "operator"
        if operand and match.lastgroup != "member":
            wrong = before not in _BEFORE_OPERAND
        elif operand:
            wrong = before in _READING
        else:
            follows_pointer = token in ("*", "&") and before in _BEFORE_OPERAND
            wrong = (
                token not in _READING or follows_pointer or (token == "(" and before not in _BEFORE_OPERAND)
            )
            depth += (token == "(") - (token == ")")
        if wrong or depth < 0:
            raise InputError(f"'{text}' is no predicate at '{token}': it may only read variables")
        if match.lastgroup == "name":
            names.add(token)
        before = token
    if depth or not names or before in _BEFORE_OPERAND:
        raise InputError(f"'{text}' is no predicate: a condition about variables is")
    return Predicate(text, frozenset(names), asked=True)


# ---- places ------------------------------------------------------------------------------------------------


def spots(loaded: Loaded) -> Iterator[Spot]:
    """The cutpoints of a program that was read with the probes of nodes."""
    at: dict[int, tuple[Procedure, int]] = {}
    for procedure in loaded.program.procedures.values():
        for edge in procedure.edges:
            if isinstance(edge.statement, Skip) and edge.statement.target is not None:
                at[edge.statement.target.ident] = (procedure, edge.source)
    live: dict[str, Liveness] = {}
    for info in loaded.targets:
        if info.place is None or not info.place.cutpoint:
            continue
        procedure, location = at[info.ident]
        if procedure.name not in live:
            live[procedure.name] = liveness(procedure, loaded.program.globals.values())
        alive = live[procedure.name].at(location)
        scalars = {v.source_name: v for v in _scalars_in_scope(loaded, procedure, info) if v in alive}
        known = {name: v for name, v in scalars.items() if isinstance(v.type, IntType)}
        objects = _objects_in_scope(loaded, procedure, info, alive)
        yield Spot(info, known, frozenset((*scalars, *objects)))


def _scalars_in_scope(loaded: Loaded, procedure: Procedure, info: TargetInfo) -> Iterator[Variable]:
    """The variables whose names mean them at a place. Of names that mean several in one function none is."""
    own = _own(procedure)
    names = [v.source_name for v in own]
    for variable in own:
        if names.count(variable.source_name) == 1 and not variable.name.startswith("&"):
            if _is_known(variable, procedure, info):
                yield variable
    hidden = _names_in(procedure)
    for variable in loaded.program.globals.values():
        if variable.name == variable.source_name and variable.source_name not in hidden:
            yield variable


def _objects_in_scope(
    loaded: Loaded, procedure: Procedure, info: TargetInfo, alive: frozenset[Variable]
) -> Iterator[str]:
    """The names of objects in memory that mean them, and that a predicate can read a scalar of."""
    parameters = {v.source_name for v in procedure.parameters}
    own = [v for v in _own(procedure) if v not in procedure.parameters]
    names = [v.source_name for v in own]
    for variable in own:
        if names.count(variable.source_name) == 1 and variable.name.startswith("&") and variable in alive:
            assert isinstance(variable.type, PointerType)
            known = variable.source_name in parameters or _is_known(variable, procedure, info)
            if known and _has_scalars(variable.type.pointee):
                yield variable.source_name
    hidden = _names_in(procedure)
    for item in loaded.program.objects.values():
        if item.name == item.source_name and item.name not in hidden and _has_scalars(item.type):
            yield item.name


def _own(procedure: Procedure) -> list[Variable]:
    return [v for v in (*procedure.parameters, *procedure.locals) if v.source_name]


def _names_in(procedure: Procedure) -> set[str]:
    """All names that something of the procedure's own has."""
    return {v.source_name for v in _own(procedure)} | {name.lstrip("&") for name in procedure.extents}


def _is_known(variable: Variable, procedure: Procedure, info: TargetInfo) -> bool:
    extent = procedure.extents.get(variable.name)
    if extent is None:
        return variable in procedure.parameters
    return extent.start.file == info.position.file and extent.start < info.position < extent.end


def _has_scalars(type_: Type) -> bool:
    return is_scalar(type_) or isinstance(type_, RecordType)
