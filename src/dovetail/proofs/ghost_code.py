"""The ghost code of certificates: read from documents, written to them, and whether it is of the right form.

Ghost code is no claim, so there is nothing to prove of it. What makes it harmless is its form: it assigns
maps that it declares itself, and nothing else; what it reads means something where it stands. In programs in
which calls are left there is none: what a call did to maps would have to be said.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from dovetail.program.automata import Program
from dovetail.program.contracts import Contract
from dovetail.program.expression_table import Writer
from dovetail.program.expressions import Address, Expr, Variable, subexpressions, variables
from dovetail.program.ghost_maps import (
    MADE,
    NO_GHOSTS,
    Change,
    Emptied,
    Ghosts,
    Place,
    Placing,
    Track,
    Update,
    ghost_map,
    ghost_order,
    is_order,
)
from dovetail.program.names import TableError
from dovetail.program.printer import Printer
from dovetail.program.statements import Call, Halt, Return, Unsupported
from dovetail.program.types import VOID, ArrayType, IntType, PointerType
from dovetail.proofs.judgement import Failure, Obligation

_BLOCK, _ORDER = "block", "order"
_FURTHEST = 1 << 20
"""Where in a block a pointer may lie that is spoken of."""
_WIDTHS = {"int8": 8, "int16": 16, "int32": 32, "int64": 64}


def ghosts_to_json(ghosts: Ghosts, writer: Writer, printer: Printer) -> dict[str, Any]:
    def shown(expr: Expr) -> dict[str, Any]:
        return {"expression": writer.add(expr), "text": printer.expression(expr)}

    code = [
        {
            "procedure": place.procedure,
            "source": place.source,
            "branch": place.branch,
            **_to_json(change, shown),
        }
        for place, changes in ghosts.code.items()
        for change in changes
    ]
    tracks = [
        {
            "parent": one.parent.source_name,
            "order": one.order.source_name,
            "ascending": one.ascending,
            "links": list(one.links),
        }
        for one in ghosts.tracks
    ]
    maps = [[one.source_name, _kind(one)] for one in ghosts.maps]
    return {"maps": maps, "code": code, "made": ghosts.made, "tracks": tracks}


def _to_json(change: Change, shown: Callable[[Expr], dict[str, Any]]) -> dict[str, Any]:
    match change:
        case Update(map=map_, pointer=pointer, value=value):
            return {"map": map_.source_name, "at": shown(pointer), "value": shown(value)}
        case Emptied(map=map_):
            return {"emptied": map_.source_name}
        case Placing(order=order, pointer=pointer, target=target):
            return {"order": order.source_name, "before": shown(target), "placed": shown(pointer)}


def _kind(one: Variable) -> str:
    if is_order(one):
        return _ORDER
    assert isinstance(one.type, ArrayType)
    return f"int{one.type.element.width}" if isinstance(one.type.element, IntType) else _BLOCK


def maps_from_json(document: Mapping[str, Any]) -> tuple[Variable, ...]:
    """Raises TableError."""
    found: dict[str, Variable] = {}
    declared = _ghosts(document).get("maps", [])
    for entry in declared if isinstance(declared, list) else [declared]:
        match entry:
            case [str(name), str(kind)] if name.isidentifier() and name not in found:
                if kind == _ORDER:
                    found[name] = ghost_order(name)
                    continue
                if kind != _BLOCK and kind not in _WIDTHS:
                    raise TableError(f"{kind!r} is nothing that a ghost map can hold")
                element = PointerType(VOID) if kind == _BLOCK else IntType(_WIDTHS[kind], True)
                found[name] = ghost_map(name, element)
            case _:
                raise TableError(f"{entry!r} is not a ghost map")
    return tuple(found.values())


def is_counted(document: Mapping[str, Any]) -> bool:
    """Is it counted how many blocks were made? Raises TableError."""
    found = _ghosts(document).get("made", False)
    if not isinstance(found, bool):
        raise TableError(f"{found!r} is neither true nor false")
    return found


def ghosts_from_json(
    document: Mapping[str, Any], maps: Sequence[Variable], expressions: Sequence[Expr]
) -> Ghosts:
    """Raises TableError."""
    code = _code_from_json(document, maps, expressions)
    named = {one.source_name: one for one in maps}
    tracks: list[Track] = []
    entries = _ghosts(document).get("tracks", [])
    for entry in entries if isinstance(entries, list) else [entries]:
        match entry:
            case {
                "parent": str(parent),
                "order": str(order),
                "ascending": bool(ascending),
                "links": [*links],
            } if (
                parent in named
                and order in named
                and all(type(one) is int and 0 <= one <= _FURTHEST for one in links)
            ):
                tracks.append(Track(named[parent], named[order], ascending, tuple(links)))
            case _:
                raise TableError(f"{entry!r} is not a track")
    return Ghosts(tuple(maps), code, is_counted(document), tuple(tracks))


def _code_from_json(
    document: Mapping[str, Any], maps: Sequence[Variable], expressions: Sequence[Expr]
) -> dict[Place, tuple[Change, ...]]:
    named = {one.source_name: one for one in maps}
    found: dict[Place, tuple[Change, ...]] = {}

    def expression(data: object) -> Expr:
        match data:
            case {"expression": int(number)} if 0 <= number < len(expressions):
                return expressions[number]
            case _:
                raise TableError(f"{data!r} is not an expression")

    code = _ghosts(document).get("code", [])
    for entry in code if isinstance(code, list) else [code]:
        match entry:
            case {
                "procedure": str(procedure),
                "source": int(source),
                "branch": int(branch),
                **what,
            }:
                place, update = Place(procedure, source, branch), _change(what, named, expression)
                found[place] = (*found.get(place, ()), update)
            case _:
                raise TableError(f"{entry!r} is not ghost code")
    return found


def _change(
    what: Mapping[Any, object], named: Mapping[str, Variable], expression: Callable[[object], Expr]
) -> Change:
    match what:
        case {"map": str(name), "at": at, "value": value, **rest} if name in named and not rest:
            return Update(named[name], expression(at), expression(value))
        case {"order": str(name), "before": target, "placed": at, **rest} if name in named and not rest:
            return Placing(named[name], expression(at), expression(target))
        case {"emptied": str(name), **rest} if name in named and not rest:
            return Emptied(named[name])
        case _:
            raise TableError(f"{what!r} is not ghost code")


def _ghosts(document: Mapping[str, Any]) -> Mapping[str, Any]:
    found = document.get("ghosts", {})
    if not isinstance(found, dict):
        raise TableError("ghost maps and their code are an object")
    return found


def ghost_faults(
    ghosts: Ghosts, program: Program, contracts: Mapping[str, Sequence[Contract]]
) -> Iterator[Failure]:
    if ghosts == NO_GHOSTS:
        return
    entry = program.procedures[program.entry]
    if len(program.procedures) > 1 or any(isinstance(edge.statement, Call) for edge in entry.edges):
        yield _fault("there are ghost maps, and calls that are not inlined", program.entry)
    if any(contract.moves for some in contracts.values() for contract in some):
        yield _fault("there are ghost maps, and executions are followed to their ends", program.entry)
    if {one.name for one in ghosts.maps} & program.globals.keys():
        yield _fault("a ghost map has the name of a variable of the program", program.entry)
    counted = (MADE,) if ghosts.made else ()
    if ghosts.made and MADE.name in program.globals:
        yield _fault("the program has a variable of the name of a ghost", program.entry)
    for track in ghosts.tracks:
        if not _is_track(track, ghosts.maps):
            yield _fault("a track is not one of the maps", program.entry)
    scope = frozenset((*entry.parameters, *entry.locals, *program.globals.values(), *ghosts.maps, *counted))
    symbols = {*program.objects, *program.functions}
    for place, updates in ghosts.code.items():
        if not (
            place.procedure == program.entry
            and 0 <= place.source < len(entry.outgoing)
            and 0 <= place.branch < len(entry.outgoing[place.source])
        ):
            yield _fault(f"there is ghost code for an edge that does not exist: {place}", place.procedure)
            continue
        if isinstance(entry.outgoing[place.source][place.branch].statement, Return | Halt | Unsupported):
            yield _fault(f"there is ghost code behind the end: {place}", place.procedure)
        for update in updates:
            if not _fits(update, ghosts.maps):
                yield _fault(f"ghost code is not well-typed: {place}", place.procedure)
            for expr in _of(update):
                named = {one.symbol for one in subexpressions(expr) if isinstance(one, Address)}
                if not variables(expr) <= scope or not named <= symbols:
                    yield _fault(f"ghost code speaks of what is not in scope: {place}", place.procedure)


def _of(change: Change) -> tuple[Expr, ...]:
    match change:
        case Update(pointer=pointer, value=other):
            return (pointer, other)
        case Placing(pointer=pointer, target=other):
            return (pointer, other)
        case Emptied():
            return ()


def _fits(update: Change, maps: Sequence[Variable]) -> bool:
    """Is it a map, or an order, that is declared, and what it is given a value for it?"""
    if isinstance(update, Placing):
        pointers = (update.pointer.type, update.target.type)
        declared = update.order in maps and is_order(update.order)
        return declared and all(isinstance(one, PointerType) for one in pointers)
    if update.map not in maps or not isinstance(update.map.type, ArrayType) or is_order(update.map):
        return False
    if isinstance(update, Emptied):
        return True
    element = update.map.type.element
    value = update.value.type
    alike = value == element or (isinstance(element, PointerType) and isinstance(value, PointerType))
    return isinstance(update.pointer.type, PointerType) and alike


def _is_track(track: Track, maps: Sequence[Variable]) -> bool:
    if track.parent not in maps or track.order not in maps:
        return False
    parent, order = track.parent.type, track.order.type
    return (
        isinstance(parent, ArrayType)
        and isinstance(parent.element, PointerType)
        and (is_order(track.order) or (isinstance(order, ArrayType) and isinstance(order.element, IntType)))
        and all(0 <= one <= _FURTHEST for one in track.links)
    )


def _fault(text: str, procedure: str) -> Failure:
    return Failure(Obligation.FORM, text, procedure)
