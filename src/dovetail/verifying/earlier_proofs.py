"""A proof of an earlier run, for a program that has changed since: what of it may still be a proof.

It is no proof of this program, and nothing is taken over. Its conditions are put where they would have to
stand now, and that goes to the checker as any other claim. If that is not enough, each of them is a guess
worth making at its loop, which is what strategies get. So a change of a line costs a search only where the
proof has to be another one.

Loops are told by the procedure that they stand in, how deep in calls, and by their order there. A condition
about something that is not there any more is left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from dovetail.evidence.certificate_file import document_of
from dovetail.evidence.task import Task
from dovetail.ledger.conditions import Formulas
from dovetail.ledger.entries import Predicate
from dovetail.program.expression_table import read_known
from dovetail.program.expressions import TRUE, Binary, Expr, conjunction, conjuncts
from dovetail.program.inlining import Inlined, TooLarge, prepared
from dovetail.program.names import Names, TableError
from dovetail.program.ordering import depth_first
from dovetail.program.types import BOOL
from dovetail.proofs.certificate import Certificate, Contract, from_json, kept, names_for, unrolled
from dovetail.quick_dataclass import dataclass

EARLIER = "an earlier proof"
_NUMBERS = re.compile(r"#\d+|\.\d+$")
_MOST = 40
"""Conditions at one loop, as guesses."""
_Place = tuple[str, int]
"""A procedure, and how many calls lead to it."""


@dataclass(frozen=True, slots=True)
class CarriedOver:
    """What is to be judged, if it can be written down for this program; and what is worth guessing."""

    document: Mapping[str, Any] | None
    guesses: tuple[Predicate, ...]


def carried_over(document: Mapping[str, Any], inlined: Inlined, task: Task) -> CarriedOver:
    """`inlined` is the program as strategies have it. Raises TableError if the document is no certificate."""
    depth, names = unrolled(document), kept(document)
    try:
        about = prepared(inlined.whole, depth, names)
    except TooLarge:
        return CarriedOver(None, ())
    moved = _moved(document, about)
    if depth or names or "ghosts" in document or _has_moves(moved):
        return CarriedOver(_as_it_stands(moved, about, task), ())
    invariants = _known(moved, about)
    whole = Certificate("", _contracts(about, invariants, moved))
    return CarriedOver(document_of(whole, task, about), tuple(_guesses(invariants, about)))


def _guesses(invariants: Mapping[int, Sequence[Expr]], about: Inlined) -> Iterator[Predicate]:
    """If there are more loops now than those that were found again, any of them may be one of those."""
    formulas = Formulas(about.program)
    for place in _heads(about, about.program.entry).values():
        known = [head for head in place if head in invariants]
        everything = tuple(dict.fromkeys(one for head in known for one in invariants[head]))
        for head in place:
            conditions = invariants[head] if len(known) == len(place) else everything
            for condition in conditions[:_MOST]:
                text = formulas.written(condition)
                yield Predicate(location=head, condition=text, author=EARLIER)


def _as_it_stands(document: Mapping[str, Any], about: Inlined, task: Task) -> Mapping[str, Any] | None:
    try:
        certificate = from_json(document, about.program)
    except TableError:
        return None
    if certificate.contracts.keys() != about.program.procedures.keys():
        return None
    return document_of(replace(certificate, fingerprint=""), task, about)


def _has_moves(document: Mapping[str, Any]) -> bool:
    return any(data.get("moves") for entries in document["procedures"].values() for data in entries)


def _contracts(
    about: Inlined, invariants: Mapping[int, Sequence[Expr]], document: Mapping[str, Any]
) -> Mapping[str, tuple[Contract, ...]]:
    entry = about.program.entry
    said = [data.get("steps", 1) for data in document["procedures"].get(entry, ())]
    steps = max((one for one in said if isinstance(one, int)), default=1)
    found: dict[str, tuple[Contract, ...]] = {}
    for name, procedure in about.program.procedures.items():
        heads = sorted(depth_first(procedure).loop_heads)
        held = {head: conjunction(invariants.get(head, ())) if name == entry else TRUE for head in heads}
        found[name] = (Contract(invariants=held, steps=steps if name == entry else 1),)
    return found


# ---- where conditions stand now ----------------------------------------------------------------------------


def _moved(document: Mapping[str, Any], about: Inlined) -> dict[str, Any]:
    """With invariants at the loops of now; those of loops that are no more are left out."""
    match document:
        case {"procedures": dict(procedures)}:
            pass
        case _:
            raise TableError("the procedures are missing")
    found: dict[str, list[dict[str, Any]]] = {}
    for name, entries in procedures.items():
        if name not in about.program.procedures:
            continue
        here = _heads(about, name)
        found[name] = []
        for entry in entries if isinstance(entries, list) else [entries]:
            match entry:
                case {"invariants": list(invariants)}:
                    found[name].append({**entry, "invariants": list(_at(invariants, here))})
                case _:
                    raise TableError(f"{entry} is not a contract")
    return {**document, "procedures": found}


def _heads(about: Inlined, name: str) -> dict[_Place, list[int]]:
    found: dict[_Place, list[int]] = {}
    for head in sorted(depth_first(about.program.procedures[name]).loop_heads):
        whence = about.origin(name, head)
        found.setdefault((whence.procedure, len(whence.calls)), []).append(head)
    return found


def _at(invariants: Sequence[Any], here: Mapping[_Place, list[int]]) -> Iterator[dict[str, Any]]:
    found: list[tuple[int, _Place, dict[str, Any]]] = []
    for one in invariants:
        match one:
            case {"location": int(location), "in": str(name), "called_from": list(calls)}:
                found.append((location, (name, len(calls)), one))
            case _:
                raise TableError(f"{one} is not an invariant")
    counts: dict[_Place, int] = {}
    for _, place, one in sorted(found, key=lambda each: each[0]):
        number = counts.get(place, 0)
        counts[place] = number + 1
        heads = here.get(place, [])
        if number < len(heads):
            yield {**one, "location": heads[number]}


def _known(document: Mapping[str, Any], about: Inlined) -> dict[int, list[Expr]]:
    """What the invariants of the entry say of things that are there, one by one."""
    names = names_for(about.program)
    rows: Any = document.get("expressions")
    if isinstance(rows, list):
        rows = [_renamed(row, names) for row in rows]
    known = read_known(document.get("types"), rows, names)
    found: dict[int, list[Expr]] = {}
    for data in document["procedures"].get(about.program.entry, ()):
        for one in data["invariants"]:
            parts: dict[Expr, None] = {}
            waiting = [one.get("expression")]
            while waiting:
                number = waiting.pop()
                if not isinstance(number, int) or not 0 <= number < len(known):
                    raise TableError(f"{number!r} is not the number of an expression")
                expr = known[number]
                if expr is not None:
                    parts.update(dict.fromkeys(part for part in conjuncts(expr) if part.type == BOOL))
                elif rows[number][:2] == ["binary", Binary.AND.value]:
                    waiting += [below for below in reversed(rows[number][2:]) if below < number]
            found[one["location"]] = list(parts)
    return found


def _renamed(row: Any, names: Names) -> Any:
    """A variable of the user's may have another number behind its name now, or behind that of the procedure
    that a copy was made of. If there is only one that it can be, it is that."""
    match row:
        case ["variable", str(scope), str(name)]:
            known = names.variables.get((scope, name))
            if known is not None and known.source_name:
                return row
            found = [
                one
                for one in names.variables.values()
                if one.source_name and one.scope == scope and _plain(one.name) == _plain(name)
            ]
            return ["variable", scope, found[0].name] if len(found) == 1 else row
        case _:
            return row


def _plain(name: str) -> str:
    return _NUMBERS.sub("", name)
