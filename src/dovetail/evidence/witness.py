"""Witnesses for other tools: SV-COMP's format 2.0, as YAML.

A correctness witness is an `invariant_set`: what of a certificate can be said as a C expression over names
that are in scope. What cannot (temporaries, aliasing, liveness of memory, signed arithmetic that C does not
let wrap) is left out, conjunct by conjunct: a witness is a hint, the certificate is the proof. Where a
function was copied for several calls, or has several contracts, one of their invariants holds, so their
disjunction is given.

A violation witness is a `violation_sequence`: what each input function returned, what each uninitialised
variable held, and the place of the violation. A waypoint at the wrong place would make the witness wrong, a
missing one only makes it weaker; so places that the text does not confirm are left out.

YAML is written here by hand, in a subset that JSON's strings fit into.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import shlex
import uuid
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any

from dovetail.evidence.c_expressions import as_c
from dovetail.evidence.source_places import SourceText
from dovetail.evidence.task import hash_of
from dovetail.evidence.violation import Violation
from dovetail.execution.executor import Executor
from dovetail.execution.runs import Taken, edges_of
from dovetail.frontend import InputError, Loaded
from dovetail.frontend.flags import NO_FLAGS
from dovetail.frontend.paths import MAX_READ, contents
from dovetail.program.expressions import Expr
from dovetail.program.inlining import Inlined
from dovetail.program.liveness import liveness
from dovetail.program.position import Position
from dovetail.program.statements import Assume, Havoc, HavocMemory, Origin, Why
from dovetail.program.types import FloatType, IntType, PointerType
from dovetail.proofs.certificate import Certificate
from dovetail.quick_dataclass import dataclass
from dovetail.version import __version__

MAX_WAYPOINTS = 5_000
"""Validators choke on more; what follows is left to them."""
_SPECIFICATIONS = {
    "unreach-call": ("G ! call(reach_error())",),
    "unreach-label": ("G ! label(ERROR)",),
    "no-overflow": ("G ! overflow",),
    "valid-memsafety": ("G valid-free", "G valid-deref", "G valid-memtrack"),
    **{name: (f"G {name}",) for name in ("valid-free", "valid-deref", "valid-memtrack", "valid-memcleanup")},
}


def correctness_witness(certificate: Certificate, inlined: Inlined, loaded: Loaded) -> str:
    """The witness for a certificate that has been checked."""
    content = [{"invariant": entry} for entry in _Invariants(certificate, inlined).entries()]
    return _document("invariant_set", content, loaded)


def violation_witness(violation: Violation) -> str:
    """The witness for a violation that has been confirmed."""
    segments = [*_inputs(violation), _waypoint("target", violation.check.position, violation.check.procedure)]
    content = [{"segment": [{"waypoint": waypoint}]} for waypoint in segments]
    return _document("violation_sequence", content, violation.loaded)


# ---- invariants --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, order=True)
class _Place:
    """Where an invariant holds; a `loop_invariant` stands at the loop's keyword."""

    file: str
    line: int
    column: int
    function: str
    kind: str


class _Invariants:
    def __init__(self, certificate: Certificate, inlined: Inlined) -> None:
        self._certificate = certificate
        self._inlined = inlined
        self._sources = Sources()

    def entries(self) -> Iterator[dict[str, Any]]:
        found: dict[_Place, list[str | None]] = {}
        for name, contracts in self._certificate.contracts.items():
            procedure = self._inlined.program.procedures[name]
            live = liveness(procedure, self._inlined.program.globals.values())
            for contract in contracts:
                for location, invariant in sorted(contract.invariants.items()):
                    place = self._place(name, location)
                    if place is not None:
                        text = self._text(name, location, invariant, live.at(location))
                        found.setdefault(place, []).append(text)
        for place, texts in sorted(found.items()):
            # Without a text nothing is known of one way to get there, and so nothing of all of them.
            known = [text for text in dict.fromkeys(texts) if text is not None]
            if None in texts or not known:
                continue
            ways = [text for text in known if text != "0"] or ["0"]
            yield {
                "type": place.kind,
                "location": _location(place.file, place.line, place.column, place.function),
                "value": ways[0] if len(ways) == 1 else " || ".join(f"({text})" for text in ways),
                "format": "c_expression",
            }

    def _text(self, procedure: str, location: int, invariant: Expr, live: frozenset[Expr]) -> str | None:
        calls = self._inlined.origin(procedure, location).calls
        prefix = f"{calls[-1].copy}." if calls else ""
        return as_c(invariant, self._inlined.program, procedure, prefix, live)

    def _place(self, procedure: str, location: int) -> _Place | None:
        edges = self._inlined.program.procedures[procedure].outgoing[location]
        function = self._inlined.origin(procedure, location).procedure
        if not edges:
            return None
        at = edges[0].position
        source = self._sources.of(at.file)
        if source is None:
            return None
        keyword = source.loop_around(at.line, at.column)
        if keyword is not None:
            return _Place(at.file, *keyword, function, "loop_invariant")
        if source.is_statement(at.line, at.column):
            return _Place(at.file, at.line, at.column, function, "location_invariant")
        return None


# ---- violations --------------------------------------------------------------------------------------------


def _inputs(violation: Violation) -> Iterator[dict[str, Any]]:
    """A waypoint for each input and each plain branch of the run that can be placed, in order."""
    program = violation.loaded.program
    run = Executor(program).run(violation.vector)
    sources = Sources()
    values = iter(run.inputs)
    waiting: Taken | None = None
    held: dict[str, str] = {}
    count = 0
    for taken in edges_of(program, run):
        statement, position = taken.edge.statement, taken.edge.position
        source = None if taken.procedure.library else sources.of(position.file)
        if held and source is not None and _goes_on(waiting, taken):
            first = source.statement_on(position.line)
            if first is not None:
                text = " && ".join(held.values())
                place = Position(position.file, *first)
                yield _waypoint("assumption", place, taken.procedure.name, text, "c_expression")
                held, count = {}, count + 1
        if isinstance(statement, Assume) and source is not None and count < MAX_WAYPOINTS:
            keyword = _branching(taken, source)
            if keyword is not None:
                way, start = keyword
                yield _waypoint("branching", Position(position.file, *start), taken.procedure.name, way)
                count += 1
        consumed = next(values, None) if _consumes(statement) else None
        if consumed is None or source is None or count >= MAX_WAYPOINTS:
            continue
        if not isinstance(statement, Havoc):
            continue
        if statement.origin is Origin.UNINITIALISED:
            known = _comparison(statement.target.source_name, statement, _number(consumed.value, statement))
            if known is not None and statement.target.source_name:
                waiting = taken
                held[statement.target.source_name] = known
            continue
        end = source.end_of_call(position.line, position.column, statement.name)
        text_of_result = _comparison("\\result", statement, consumed.value)
        if end is not None and text_of_result is not None:
            place = Position(position.file, *end)
            yield _waypoint("function_return", place, taken.procedure.name, text_of_result, "acsl_expression")
            count += 1


def _branching(taken: Taken, source: SourceText) -> tuple[str, tuple[int, int]] | None:
    """Which way a branch went, and where its keyword stands."""
    statement, position = taken.edge.statement, taken.edge.position
    if not isinstance(statement, Assume) or statement.why is not Why.BRANCH:
        return None
    ways = taken.procedure.outgoing[taken.edge.source]
    place = source.plain_branch_on(position.line, position.column)
    if place is None or len(ways) != 2:
        return None
    return ("true" if taken.edge is ways[0] else "false"), place


def _goes_on(waiting: Taken | None, taken: Taken) -> bool:
    """Is this another line of the activation that something is to be said about?"""
    return (
        waiting is not None
        and taken.procedure is waiting.procedure
        and taken.depth == waiting.depth
        and taken.edge.position.line != waiting.edge.position.line
    )


def _consumes(statement: object) -> bool:
    return isinstance(statement, Havoc | HavocMemory)


def _number(value: int | float | bytes, statement: Havoc) -> int | float | bytes:
    """A scalar that was taken from the memory stream is there as its bytes."""
    if isinstance(value, bytes) and isinstance(statement.target.type, IntType):
        type_ = statement.target.type
        return type_.number(type_.bits(int.from_bytes(value, "little")))
    return value


def _comparison(name: str, statement: Havoc, value: int | float | bytes) -> str | None:
    match statement.target.type, value:
        case IntType(), int(number):
            return f"{name} == {number}{'U' if number > 0x7FFFFFFF else ''}"
        case FloatType(), float(number) if math.isfinite(number):
            return f"{name} == {number!r}"
        case PointerType(), int(number):
            return f"{name} {'!=' if number else '=='} 0"
        case _:
            return None


def _waypoint(
    kind: str, position: Position, function: str, value: str = "", format_: str = ""
) -> dict[str, Any]:
    constraint: dict[str, Any] = {}
    if value:
        constraint["constraint"] = {"value": value, "format": format_} if format_ else {"value": value}
    location = _location(position.file, position.line, position.column, function)
    return {"type": kind, "action": "follow", **constraint, "location": location}


# ---- the document ------------------------------------------------------------------------------------------


class Sources:
    """Source files, each read once; None for one that is not there."""

    def __init__(self) -> None:
        self._texts: dict[str, SourceText | None] = {}

    def of(self, file: str) -> SourceText | None:
        if file not in self._texts:
            self._texts[file] = None
            if os.path.isfile(file):
                with suppress(InputError):  # a line marker may name anything
                    text = contents(file, MAX_READ).decode("utf-8", "surrogateescape")
                    self._texts[file] = SourceText(text)
        return self._texts[file]


def _location(file: str, line: int, column: int, function: str) -> dict[str, Any]:
    return {"file_name": file, "line": line, "column": column, "function": function}


def _document(kind: str, content: Sequence[Mapping[str, Any]], loaded: Loaded) -> str:
    body = [{"entry_type": kind, "metadata": _Metadata(loaded, kind, content).to_yaml(), "content": content}]
    return "".join(f"{line}\n" for line in _yaml(body, 0))


@dataclass(frozen=True)
class _Metadata:
    loaded: Loaded
    kind: str
    content: Sequence[Mapping[str, Any]]

    @cached_property
    def _hashes(self) -> dict[str, str]:
        return {file: hash_of(Path(file)) for file in self.loaded.program.files}

    def to_yaml(self) -> dict[str, Any]:
        return {
            "format_version": "2.0",
            "uuid": self._uuid(),
            "creation_time": self._time(),
            "producer": {"name": "Dovetail", "version": __version__, **self._configuration()},
            "task": {
                "input_files": list(self._hashes),
                "input_file_hashes": self._hashes,
                "specification": self._specification(),
                "data_model": self.loaded.data_model.value,
                "language": "C",
            },
        }

    def _configuration(self) -> dict[str, str]:
        """The flags, for which the format has no place of its own."""
        texts = [
            f"{file}: {shlex.join(flags.absolute().words())}"
            for file, flags in zip(self.loaded.program.files, self.loaded.flags, strict=True)
            if flags != NO_FLAGS
        ]
        return {"configuration": "; ".join(texts)} if texts else {}

    def _specification(self) -> str:
        entry = self.loaded.program.user_entry
        return "\n".join(
            f"CHECK( init({entry}()), LTL({formula}) )"
            for name in sorted(self.loaded.properties)
            for formula in _SPECIFICATIONS.get(name, ())
        )

    def _uuid(self) -> str:
        """The same for the same content: same input, same answer."""
        about = [self._hashes, self._specification(), *self._configuration().values()]
        everything = json.dumps([__version__, self.kind, *about, self.content])
        return str(uuid.uuid5(uuid.NAMESPACE_URL, hashlib.sha256(everything.encode()).hexdigest()))

    def _time(self) -> str:
        """SOURCE_DATE_EPOCH, or when the newest file was changed."""
        given = os.environ.get("SOURCE_DATE_EPOCH", "")
        seconds = (
            int(given) if given.isdigit() else max(int(Path(file).stat().st_mtime) for file in self._hashes)
        )
        return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def _yaml(value: Any, depth: int) -> Iterator[str]:
    """Block style; texts in double quotes, with JSON's escapes, which YAML has too."""
    indent = "  " * depth
    match value:
        case dict():
            for key, inner in value.items():
                shown = key if key.isidentifier() else json.dumps(key)
                if isinstance(inner, dict | list) and inner:
                    yield f"{indent}{shown}:"
                    yield from _yaml(inner, depth + 1)
                else:
                    yield f"{indent}{shown}: {json.dumps(inner)}"
        case list():
            for inner in value:
                if isinstance(inner, dict | list) and inner:
                    first, *rest = _yaml(inner, depth + 1)
                    yield f"{indent}- {first.lstrip()}"
                    yield from rest
                else:
                    yield f"{indent}- {json.dumps(inner)}"
        case _:
            yield f"{indent}{json.dumps(value)}"
