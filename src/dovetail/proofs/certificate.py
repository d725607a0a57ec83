"""Certificates: what has to be checked so that a proof need not be believed.

A certificate belongs to an inlined program. For each procedure that is left it holds contracts; a contract is
a precondition, a postcondition, and an invariant for each loop head. docs/certificates.md says what they
mean and how they are written; `checker` says whether they prove anything. Nothing here does.

The words of contracts (values at the entry, the result) are those of `program.contracts`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

from dovetail.program.automata import Program
from dovetail.program.contracts import Contract, Move, entry_value, result_of
from dovetail.program.expression_table import Writer, read
from dovetail.program.expressions import Expr, Variable
from dovetail.program.ghost_maps import NO_GHOSTS, Ghosts, with_ghosts
from dovetail.program.inlining import Inlined
from dovetail.program.listing import printer_for
from dovetail.program.names import Names, TableError
from dovetail.program.types import BOOL
from dovetail.proofs.ghost_code import ghosts_from_json, ghosts_to_json, is_counted, maps_from_json
from dovetail.quick_dataclass import dataclass

FORMAT, VERSION = "dovetail-certificate", 1
MAX_STEPS = 64
"""Of k-induction."""
MAX_MOVES = 10_000_000
MAX_DEPTH = 1_000
"""To which recursion may be inlined: more would take longer than any proof is worth."""

__all__ = [
    "Certificate",
    "Contract",
    "entry_value",
    "from_json",
    "kept",
    "names_for",
    "result_of",
    "to_json",
    "unrolled",
]


@dataclass(frozen=True, slots=True)
class Certificate:
    """`fingerprint` is that of the inlined program, with recursion inlined to a `depth`, if that is not
    zero, or without the inlining of procedures that are `kept`."""

    fingerprint: str
    contracts: Mapping[str, tuple[Contract, ...]]
    depth: int = 0
    kept: tuple[str, ...] = ()
    ghosts: Ghosts = NO_GHOSTS
    """With the ghost code that the invariants speak of."""


def names_for(program: Program) -> Names:
    """All that the conditions of a certificate may mention."""
    return Names(program, _of_contracts(program))


def _of_contracts(program: Program) -> Iterator[Variable]:
    for procedure in program.procedures.values():
        for variable in (*procedure.parameters, *program.globals.values()):
            yield entry_value(procedure, variable)
        result = result_of(procedure)
        if result is not None:
            yield result


# ---- writing -----------------------------------------------------------------------------------------------


def to_json(certificate: Certificate, about: Mapping[str, Any], inlined: Inlined) -> dict[str, Any]:
    """The document, with what it is `about` in words that others understand. Beside each condition stands
    what a person would write; it is not read again."""
    ghosts = certificate.ghosts
    writer = Writer(names_for(with_ghosts(inlined.program, ghosts)))
    printer = printer_for(inlined.program)

    def condition(expr: Expr) -> dict[str, Any]:
        return {"expression": writer.add(expr), "text": printer.expression(expr)}

    def invariant(procedure: str, location: int, expr: Expr) -> dict[str, Any]:
        whence = inlined.origin(procedure, location)
        edges = inlined.program.procedures[procedure].outgoing[location]
        return {
            "location": location,
            "in": whence.procedure,
            "called_from": [str(call.position) for call in whence.calls],
            "line": str(edges[0].position) if edges else None,
            **condition(expr),
        }

    procedures = {
        name: [
            {
                "requires": condition(contract.requires),
                "ensures": condition(contract.ensures),
                "invariants": [
                    invariant(name, location, contract.invariants[location])
                    for location in sorted(contract.invariants)
                ],
                "moves": [
                    {"cutpoint": move.cutpoint, "possible": move.possible, "times": len(list(same))}
                    for move, same in groupby(contract.moves)
                ],
                "steps": contract.steps,
            }
            for contract in contracts
        ]
        for name, contracts in certificate.contracts.items()
    }
    return {
        "format": FORMAT,
        "version": VERSION,
        **about,
        "unrolled": certificate.depth,
        "kept": list(certificate.kept),
        **({"ghosts": ghosts_to_json(ghosts, writer, printer)} if ghosts.maps else {}),
        "program": certificate.fingerprint,
        "procedures": procedures,
        "types": writer.types,
        "expressions": writer.rows,
    }


# ---- reading -----------------------------------------------------------------------------------------------


def from_json(document: Mapping[str, Any], program: Program) -> Certificate:
    """The certificate in a document, for an inlined program. Raises TableError if it is none."""
    maps = maps_from_json(document)
    names = names_for(with_ghosts(program, Ghosts(maps, made=is_counted(document))))
    expressions = read(document.get("types"), document.get("expressions"), names)

    def condition(data: object) -> Expr:
        match data:
            case {"expression": int(number)} if 0 <= number < len(expressions):
                expr = expressions[number]
                if expr.type != BOOL:
                    raise TableError(f"{data} is not a condition")
                return expr
            case _:
                raise TableError(f"{data} is not a condition")

    def contract(data: object) -> Contract:
        match data:
            case {"requires": requires, "ensures": ensures, "invariants": list(entries), **rest}:
                invariants: dict[int, Expr] = {}
                for entry in entries:
                    match entry:
                        case {"location": int(location)} if location not in invariants:
                            invariants[location] = condition(entry)
                        case _:
                            raise TableError(f"{entry} is not an invariant")
                moves = _moves(rest.get("moves", []))
                steps = rest.get("steps", 1)
                if not isinstance(steps, int) or isinstance(steps, bool) or not 1 <= steps <= MAX_STEPS:
                    raise TableError(f"{steps!r} is not a number of steps")
                return Contract(condition(requires), condition(ensures), invariants, moves, steps)
            case _:
                raise TableError(f"{data} is not a contract")

    match document:
        case {"program": str(digest), "procedures": dict(procedures)}:
            contracts = {
                name: tuple(contract(data) for data in entries)
                for name, entries in procedures.items()
                if isinstance(entries, list)
            }
            if len(contracts) != len(procedures):
                raise TableError("the contracts of a procedure are a list")
            ghosts = ghosts_from_json(document, maps, expressions)
            return Certificate(digest, contracts, unrolled(document), kept(document), ghosts)
        case _:
            raise TableError("the procedures are missing")


def _moves(data: object) -> tuple[Move, ...]:
    found: list[Move] = []
    for entry in data if isinstance(data, list) else [data]:
        match entry:
            case {"cutpoint": int(cutpoint), "possible": bool(possible), "times": int(times)} if (
                0 < times <= MAX_MOVES - len(found)
            ):
                found += [Move(cutpoint, possible)] * times
            case _:
                raise TableError(f"{entry} is not a move")
    return tuple(found)


def unrolled(document: Mapping[str, Any]) -> int:
    """The depth to which recursion is inlined in the program that the document is about. Raises
    TableError."""
    depth = document.get("unrolled", 0)
    if not isinstance(depth, int) or isinstance(depth, bool) or not 0 <= depth <= MAX_DEPTH:
        raise TableError(f"{depth!r} is not a depth of recursion")
    return depth


def kept(document: Mapping[str, Any]) -> tuple[str, ...]:
    """The procedures that are not inlined in the program that the document is about, beside recursive ones.
    Raises TableError."""
    match document.get("kept", []):
        case [] as none:
            return tuple(none)
        case [*names] if unrolled(document) == 0 and all(isinstance(name, str) for name in names):
            return tuple(names)
        case other:
            raise TableError(f"{other!r} are not procedures that can be kept")
