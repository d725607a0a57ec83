"""`dovetail_type_invariant(T, c)`: what holds of each valid object of a type between calls, as clauses.

Of a function under contract it is a precondition and a postcondition more for each parameter that is a T or a
pointer to one, for each such variable of the file, and a postcondition for what it gives back. Nothing else
comes of it: what is assumed at the start of the function that is checked is checked where one is called that
is taken by its contract, and what is assumed behind such a call is checked at the end of that function. So
nothing is believed of an object that is in an array, in another record, or that only memory leads to, and
between start and end an object may be as it likes.

In the condition `dovetail_self` is a pointer to the object. Of a pointer that a precondition says to lead
somewhere, or to be null, it is said plainly; of any other, if it leads to a whole object.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from dovetail.frontend.clause_tokens import Tokens
from dovetail.frontend.clauses import Clause, Lifted, TypeInvariant
from dovetail.frontend.contracts_given import GivenContract, given_contracts
from dovetail.frontend.errors import InputError
from dovetail.frontend.led_somewhere import SOMEWHERE
from dovetail.frontend.syntax import Node
from dovetail.frontend.units import TranslationUnit
from dovetail.program.position import Position
from dovetail.program.types import FunctionType, PointerType, RecordType, Type
from dovetail.quick_dataclass import dataclass

SELF = b"__CPROVER_dovetail_self"
RESULT = "__CPROVER_return_value"
_NOT_THERE = (b"__CPROVER_old", b"__CPROVER_loop_entry", RESULT.encode(), b"__CPROVER_is_fresh")


@dataclass(frozen=True, slots=True)
class _Object:
    """One that a function is called with, or gives back."""

    pointer: str
    before: str = ""
    """What else may be at the start, if not what the invariant says."""
    behind: str = ""
    given: bool = True
    """Is it there at the start?"""
    kept: bool = True
    """Is it there at the end?"""


def with_type_invariants(unit: TranslationUnit, lifted: Lifted) -> Lifted:
    """The clauses of a unit, with those that the invariants of its types are."""
    written: list[str] = []
    made: list[tuple[Clause, str]] = []
    for contract in given_contracts(unit).values():
        for invariant in lifted.invariants:
            for kind, text in _clauses(unit, lifted.tokens, contract, invariant):
                offset = contract.clauses[-1].offset
                clause = Clause(kind, 0, 0, offset, contract.function, invariant.position)
                made.append((clause, text))
                written.append(text)
    tokens = Tokens("\n".join([lifted.tokens.text.decode("latin-1"), *written]).encode("latin-1"))
    at, clauses = len(lifted.tokens.all), list(lifted.clauses)
    for clause, text in made:
        end = at + len(Tokens(text.encode("latin-1")).all)
        clauses.append(replace(clause, begin=at, end=end))
        at = end
    assert at == len(tokens.all)
    return replace(lifted, tokens=tokens, clauses=tuple(clauses))


def require_known(units: Sequence[TranslationUnit]) -> None:
    """Raises InputError for an invariant of a type that no file of the program defines."""
    known: dict[Position, bool] = {}
    for unit in units:
        for invariant in unit.clauses.invariants if unit.clauses is not None else ():
            record = _record(unit, invariant)
            defined = record is not None and record.complete
            known[invariant.position] = known.get(invariant.position, False) or defined
    for position, defined in known.items():
        if not defined:
            raise InputError("an invariant of a type that no file of the program defines", position)


def _clauses(
    unit: TranslationUnit, tokens: Tokens, contract: GivenContract, invariant: TypeInvariant
) -> Iterator[tuple[str, str]]:
    record = _record(unit, invariant)
    objects = list(_objects(unit, tokens, contract, record)) if record is not None else []
    if objects and record is not None and not record.complete:
        reason = f"the invariant of {tokens.written(*invariant.type)} where its members are not known"
        yield "requires", f'__CPROVER_dovetail_unread ( "{reason}" )'
        return
    for one in objects:
        holds = _said_of(tokens, contract, invariant, one.pointer)
        if one.given:
            yield "requires", f"{one.before} || ({holds})" if one.before else holds
        if one.kept:
            yield "ensures", f"{one.behind} || ({holds})" if one.behind else holds
    given = [one.pointer for one in objects if one.given]
    if given:
        name = tokens.written(*invariant.type)
        text = f"the invariant of {name} is taken to hold of {' , '.join(given)} where"
        yield "noted", f"{text} '{contract.function}' is called ; of other objects nothing is taken from it"


def _record(unit: TranslationUnit, invariant: TypeInvariant) -> RecordType | None:
    """What type it is; None if the unit does not know it."""
    nodes = unit.declarations.get(invariant.declared)
    if not nodes:
        return None
    declared = unit.types.of_declared(nodes[0].type)
    assert isinstance(declared, FunctionType)
    pointer = declared.parameters[0]
    if not isinstance(pointer, PointerType) or not isinstance(pointer.pointee, RecordType):
        raise InputError("an invariant of a type that is no record is not read", invariant.position)
    return pointer.pointee


def _objects(
    unit: TranslationUnit, tokens: Tokens, contract: GivenContract, record: RecordType
) -> Iterator[_Object]:
    frees = bool(contract.of_kind("frees"))
    parameters = [child for child in contract.node.inner if child.kind == "ParmVarDecl" and child.name]
    for node in parameters:
        yield from _parameter(unit, tokens, contract, node, record, frees)
    hidden = {node.name for node in parameters}
    for name, nodes in unit.variables.items():
        type_ = unit.types.of_declared(nodes[0].type)
        if name in hidden:
            continue
        if type_ == record:
            yield _Object(f"( & {name} )")
        elif _leads_to(type_, record):
            yield _Object(name, _unless_there(name), _unless_there(name))
    declared = unit.types.of_declared(contract.node.type)
    assert isinstance(declared, FunctionType)
    if declared.returns == record:
        yield _Object(f"( & {RESULT} )", given=False)
    elif _leads_to(declared.returns, record):
        yield _Object(RESULT, behind=_unless_there(RESULT), given=False)


def _parameter(
    unit: TranslationUnit,
    tokens: Tokens,
    contract: GivenContract,
    node: Node,
    record: RecordType,
    frees: bool,
) -> Iterator[_Object]:
    name, type_ = node.name, unit.types.of_declared(node.type)
    if type_ == record:
        yield _Object(f"( & {name} )", kept=False)  # a copy, of which nobody sees more
    elif _leads_to(type_, record):
        unless = _unless_there(name)
        for clause in contract.of_kind("requires"):
            for part in tokens.conjuncts((clause.begin, clause.end)):
                said = _where_it_leads(tokens, part, name)
                unless = unless if said is None else said
        yield _Object(name, unless, _unless_there(name) if frees else unless)


def _leads_to(type_: Type, record: RecordType) -> bool:
    return isinstance(type_, PointerType) and type_.pointee == record


def _unless_there(pointer: str) -> str:
    return f"! __CPROVER_dovetail_there ( {pointer} )"


def _where_it_leads(tokens: Tokens, part: tuple[int, int], name: str) -> str | None:
    """Does this say that the pointer leads somewhere (""), or that it does unless it is null?"""
    sides = [tokens.bare(side) for side in tokens.split(*tokens.bare(part), b"||")]
    led = [side for side in sides if _is_led(tokens, side, name)]
    if len(led) != 1 or len(sides) > 2:
        return None
    if len(sides) == 1:
        return ""
    other = tokens.written(*next(side for side in sides if side not in led)).replace(" ", "")
    return f"{name} == 0" if other in (f"{name}=={null}" for null in _NULLS) or other == f"!{name}" else None


_NULLS = ("0", "((void*)0)", "(void*)0", "NULL")


def _is_led(tokens: Tokens, side: tuple[int, int], name: str) -> bool:
    begin, end = side
    if end - begin < 4 or tokens.all[begin].text not in SOMEWHERE or tokens.closing.get(begin + 1) != end - 1:
        return False
    first = tokens.split(begin + 2, end - 1, b",")[0]
    return tokens.written(*first) == name


def _said_of(tokens: Tokens, contract: GivenContract, invariant: TypeInvariant, pointer: str) -> str:
    """The condition, of one object. Its other names mean what they mean where it stands."""
    parameters = {child.name for child in contract.node.inner if child.kind == "ParmVarDecl"}
    begin, end = invariant.condition
    words: list[str] = []
    for at in range(begin, end):
        token = tokens.all[at]
        text = token.text.decode(errors="replace")
        if token.text in _NOT_THERE:
            raise InputError(f"{text} has no meaning in an invariant of a type", invariant.position)
        of_record = tokens.is_(at - 1, b"->") or tokens.is_(at - 1, b".")
        if token.is_name and text in parameters and not of_record:
            reason = f"'{text}' in an invariant of a type is a parameter of '{contract.function}', too"
            raise InputError(f"{reason}: give one of them another name", invariant.position)
        words.append(pointer if token.text == SELF else text)
    return " ".join(words)
