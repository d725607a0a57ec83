"""Postconditions that functions often have: candidates, of which runs refute most, and the checker the rest.

They are about the result (its constants, its sign, how it compares with parameters and with what lies behind
them) and about what lies behind pointers: unchanged, equal to a parameter, or a constant of the function's
text.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dovetail.frontend.syntax import Node
from dovetail.inferring.needs import Uses, constant
from dovetail.inferring.proposals import Proposal, type_of
from dovetail.program.types import IntType, PointerType, Type

RESULT = "dovetail_result"
MOST = 120
_MOST_CONSTANTS = 6


def candidates(uses: Uses, returns: Type | None, proposal: Proposal) -> list[str]:
    """The most telling first."""
    found = dict.fromkeys([*_of_result(uses, returns, proposal), *_of_memory(uses, proposal)])
    return list(found)[:MOST]


def under_results(uses: Uses, refuted: Sequence[str]) -> list[str]:
    """What does not hold always may hold for one of the results: `dovetail_result != 0 || …`."""
    constants = _constants_returned(uses)
    if not 2 <= len(constants) <= 4:
        return []
    about = [one for one in refuted if RESULT not in one]
    return [f"{RESULT} != {number} || ({one})" for number in constants for one in about][:MOST]


def _constants_returned(uses: Uses) -> list[int]:
    return list(dict.fromkeys(one for one in uses.returns if one is not None))


def _of_result(uses: Uses, returns: Type | None, proposal: Proposal) -> Iterator[str]:
    if 0 < len(uses.returned) <= 4 and isinstance(returns, IntType | PointerType):
        text = " || ".join(f"{RESULT} == {_in_brackets(one)}" for one in uses.returned)
        behind = [one for one in uses.parameters if any(f"{one}->" in part for part in uses.returned)]
        null = "".join(f"{one} == NULL || " for one in behind if proposal_null(proposal, one))
        yield f"{null}{text}"
    if isinstance(returns, PointerType):
        yield f"{RESULT} != NULL"
        yield f"{RESULT} == NULL"
        for name, type_ in [*uses.parameters.items(), *_pointers_behind(uses)]:
            if isinstance(type_, PointerType):
                yield from _unless_null(f"{RESULT} == {name}", name, uses, proposal)
                yield from _unless_null(f"{RESULT} == NULL || {RESULT} == {name}", name, uses, proposal)
        return
    if not isinstance(returns, IntType):
        return
    constants = _constants_returned(uses)
    if constants and None not in uses.returns and len(constants) <= 4:
        yield " || ".join(f"{RESULT} == {number}" for number in constants)
    yield f"{RESULT} == 0 || {RESULT} == 1"
    for number in (*constants, 0, 1):
        yield f"{RESULT} == {number}"
    if returns.signed:
        yield from (f"{RESULT} > 0", f"{RESULT} >= 0", f"{RESULT} >= -1", f"{RESULT} < 0", f"{RESULT} <= 0")
    else:
        yield f"{RESULT} > 0"
    for other, type_ in _integers(uses):
        if isinstance(type_, IntType) and (type_.signed == returns.signed or type_.width < returns.width):
            for op in ("==", "<", "<=", ">", ">="):
                yield from _unless_null(f"{RESULT} {op} {other}", other, uses, proposal)
    for need in uses.needs.values():
        if need.string and "->" not in need.path and not proposal_null(proposal, need.path):
            yield f"{need.path}[{RESULT}] == 0"


def _integers(uses: Uses) -> list[tuple[str, Type]]:
    return [*uses.parameters.items(), *uses.read_members.items()]


def _pointers_behind(uses: Uses) -> list[tuple[str, Type]]:
    return [(one.path, PointerType(one.pointee)) for one in uses.needs.values() if "->" in one.path]


def _of_memory(uses: Uses, proposal: Proposal) -> Iterator[str]:
    written = _written(uses)
    places: dict[str, Type] = {}
    for path, need in uses.needs.items():
        if need.writes and not need.walked and isinstance(need.pointee, IntType):
            places[f"*{path}"] = need.pointee
    for place in written:
        if "->" in place and place not in uses.needs:
            type_ = type_of(uses, place)
            if isinstance(type_, IntType):
                places[place] = type_
    numbers = _constants_in(uses.node)
    for place in places:
        root = place.lstrip("*")
        for text in (
            f"{place} == dovetail_old({place})",
            *(f"{place} == {name}" for name, type_ in uses.parameters.items() if isinstance(type_, IntType)),
            *(f"{place} == dovetail_old({other})" for other in places if other != place),
            *(f"{place} == {other}" for other in uses.read_members if other != place),
            *(f"{place} == {number}" for number in numbers),
            f"{place} >= 0",
        ):
            yield from _unless_null(text, root, uses, proposal)


def _written(uses: Uses) -> list[str]:
    return [one for one, path in uses.assigned.items() if path]


def _unless_null(text: str, path: str, uses: Uses, proposal: Proposal) -> Iterator[str]:
    """What looks behind a pointer that may be null says so."""
    name = path.lstrip("*").partition("->")[0]
    looks_behind = "->" in text or "*" in text
    if looks_behind and isinstance(uses.parameters.get(name), PointerType) and proposal_null(proposal, name):
        yield f"{name} == NULL || ({text})"
    else:
        yield text


def _in_brackets(written: str) -> str:
    return written if written.replace("->", "").replace("_", "").isalnum() else f"({written})"


def proposal_null(proposal: Proposal, name: str) -> bool:
    """May the pointer be null, as far as is proposed?"""
    return any(one.startswith(f"{name} == NULL ||") for one in proposal.requires)


def _constants_in(node: Node) -> list[int]:
    found: dict[int, None] = {}
    for part in node.walk():
        if part.kind in ("IntegerLiteral", "CharacterLiteral") and (number := constant(part)) is not None:
            found[number] = None
    return sorted(found, key=lambda one: (abs(one), one))[:_MOST_CONSTANTS]
