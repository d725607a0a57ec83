"""A witness in SV-COMP's format 2.0, read: which program it is about, and what it says of it.

What is not of that form is an `InputError` that says where in the document it stands. Whether what is said is
true, or is about anything that there is in the program, is not known here. Where the format leaves room
(a column, the function) there is none in the data either.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping
from pathlib import Path
from typing import Any

from dovetail.frontend.errors import InputError
from dovetail.frontend.paths import contents, named
from dovetail.quick_dataclass import dataclass

MAX_BYTES = 16 << 20
VERSIONS = ("2.0", "2.1")
CORRECTNESS, VIOLATION = "invariant_set", "violation_sequence"
LOOP, PLACE = "loop_invariant", "location_invariant"
ASSUMPTION, TARGET, ENTER, RETURN, BRANCHING = (
    *("assumption", "target", "function_enter", "function_return", "branching"),
)
FOLLOW, AVOID = "follow", "avoid"
C_EXPRESSION, ACSL = "c_expression", "acsl_expression"
_MOST = 20_000
"""Invariants, or waypoints: whoever writes more means to be a nuisance."""
_DEEPEST = 30
"""Documents nest: what makes values of them goes as deep, in C, until its stack ends."""


@dataclass(frozen=True, slots=True)
class Location:
    file: str
    line: int
    column: int | None
    function: str | None

    def __str__(self) -> str:
        column = "" if self.column is None else f":{self.column}"
        return f"{named(self.file)}:{self.line}{column}"


@dataclass(frozen=True, slots=True)
class Invariant:
    """`at` is where in the document it stands, for whoever has to look it up."""

    kind: str
    location: Location
    value: str
    at: str
    format: str = C_EXPRESSION


@dataclass(frozen=True, slots=True)
class Waypoint:
    kind: str
    action: str
    location: Location
    value: str | None
    at: str
    format: str = C_EXPRESSION


@dataclass(frozen=True, slots=True)
class Witness:
    """`segments` are those of a violation: each ends with a waypoint that is followed."""

    kind: str
    files: tuple[str, ...]
    hashes: Mapping[str, str]
    specification: str
    data_model: str
    producer: str
    invariants: tuple[Invariant, ...] = ()
    segments: tuple[tuple[Waypoint, ...], ...] = ()


def read_witness(path: Path) -> Witness:
    """Raises InputError."""
    data = contents(path, MAX_BYTES, "it is too large for a witness")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise InputError(f"{named(path)}: this is no text: byte {error.start} is no UTF-8") from error
    return _Document(path).read(_parsed(path, text))


def _parsed(path: Path, text: str) -> Any:
    import yaml  # only here: nobody else waits for it

    base: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)

    class Loader(base):  # type: ignore[misc]
        """A key that stands twice would be two things at once."""

        def construct_mapping(self, node: Any, deep: bool = False) -> dict[Hashable, Any]:
            seen: set[str] = set()
            for key, _ in node.value:
                if key.value in seen:
                    raise yaml.constructor.ConstructorError(
                        None, None, f"'{key.value}' stands twice", key.start_mark
                    )
                seen.add(key.value)
            found: dict[Hashable, Any] = super().construct_mapping(node, deep=deep)
            return found

    try:
        depth = 0
        for event in yaml.parse(text, Loader=base):
            if isinstance(event, yaml.CollectionStartEvent):
                depth += 1
            elif isinstance(event, yaml.CollectionEndEvent):
                depth -= 1
            if depth > _DEEPEST:
                line = event.start_mark.line + 1
                raise InputError(f"{named(path)}:{line}: this is nested too deeply for a witness")
        return yaml.load(text, Loader=Loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        where = "" if mark is None else f":{mark.line + 1}:{mark.column + 1}"
        raise InputError(
            f"{named(path)}{where}: this is no YAML: {error.problem or error.context}"
        ) from error
    except (yaml.YAMLError, ValueError, RecursionError, TypeError, AttributeError) as error:
        first = (str(error).splitlines() or [""])[0]
        raise InputError(f"{named(path)}: this is no YAML: {first or type(error).__name__}") from error


class _Document:
    def __init__(self, path: Path) -> None:
        self._path = path
        self._waypoints = 0
        self._file = ""
        """The only file of the program, if there is only one."""

    def read(self, document: Any) -> Witness:
        if not isinstance(document, list) or len(document) != 1:
            what = "a list with one entry, as format 2.0 has it"
            if isinstance(document, list) and len(document) > 1:
                raise self._wrong("the document", f"{what}; it has {len(document)}")
            raise self._wrong("the document", what)
        entry = self._mapping(document[0], "the entry")
        kind = self._text(entry, "entry_type", "the entry")
        if kind not in (CORRECTNESS, VIOLATION):
            raise self._wrong("entry_type", f"{CORRECTNESS} or {VIOLATION}; it is '{kind}'")
        metadata = self._mapping(entry.get("metadata"), "metadata")
        version = str(metadata.get("format_version"))
        if version not in VERSIONS and not version.startswith("2.0."):
            raise self._wrong("metadata.format_version", f"2.0; it is '{version}'")
        task = self._mapping(metadata.get("task"), "metadata.task")
        files = self._list(task.get("input_files"), "metadata.task.input_files")
        hashes = self._mapping(task.get("input_file_hashes"), "metadata.task.input_file_hashes")
        if not files or not all(isinstance(one, str) for one in files):
            raise self._wrong("metadata.task.input_files", "a list of names")
        if not all(isinstance(one, str) for pair in hashes.items() for one in pair):
            raise self._wrong("metadata.task.input_file_hashes", "names, each with a hash")
        self._file = files[0] if len(files) == 1 else ""
        producer = metadata.get("producer")
        name = str(producer.get("name", "")) if isinstance(producer, dict) else ""
        content = self._list(entry.get("content"), "content")
        if len(content) > _MOST:
            raise self._wrong("content", f"at most {_MOST:,} entries")
        about = (
            tuple(files),
            hashes,
            self._text(task, "specification", "metadata.task"),
            self._text(task, "data_model", "metadata.task"),
            name,
        )
        if kind == CORRECTNESS:
            invariants = tuple(self._invariant(one, f"content[{at}]") for at, one in enumerate(content))
            return Witness(kind, *about, invariants=invariants)
        segments = tuple(tuple(self._segment(one, f"content[{at}]")) for at, one in enumerate(content))
        self._require_target(segments)
        return Witness(kind, *about, segments=segments)

    def _invariant(self, entry: Any, at: str) -> Invariant:
        inner = self._mapping(self._mapping(entry, at).get("invariant"), f"{at}.invariant")
        at = f"{at}.invariant"
        kind = self._text(inner, "type", at)
        if kind not in (LOOP, PLACE):
            raise self._wrong(f"{at}.type", f"{LOOP} or {PLACE}; it is '{kind}'")
        form = self._format(inner, at)
        return Invariant(kind, self._location(inner, at), self._expression(inner, at), at, form)

    def _segment(self, entry: Any, at: str) -> Iterator[Waypoint]:
        waypoints = self._list(self._mapping(entry, at).get("segment"), f"{at}.segment")
        if not waypoints:
            raise self._wrong(f"{at}.segment", "a list of waypoints")
        self._waypoints += len(waypoints)
        if self._waypoints > _MOST:
            raise self._wrong("content", f"at most {_MOST:,} waypoints")
        for number, one in enumerate(waypoints):
            where = f"{at}.segment[{number}]"
            waypoint = self._waypoint(self._mapping(one, where).get("waypoint"), f"{where}.waypoint")
            if (waypoint.action == FOLLOW) != (number == len(waypoints) - 1):
                raise self._wrong(f"{at}.segment", "waypoints to avoid, and last one to follow")
            yield waypoint

    def _waypoint(self, entry: Any, at: str) -> Waypoint:
        inner = self._mapping(entry, at)
        kind, action = self._text(inner, "type", at), self._text(inner, "action", at)
        kinds = (ASSUMPTION, TARGET, ENTER, RETURN, BRANCHING)
        if kind not in kinds:
            raise self._wrong(f"{at}.type", f"one of {', '.join(kinds)}; it is '{kind}'")
        if action not in (FOLLOW, AVOID):
            raise self._wrong(f"{at}.action", f"{FOLLOW} or {AVOID}; it is '{action}'")
        constraint = inner.get("constraint")
        value, form = None, C_EXPRESSION
        if constraint is not None:
            said = self._mapping(constraint, f"{at}.constraint")
            if kind != BRANCHING:
                form = self._format(said, f"{at}.constraint")
            value = self._expression(said, f"{at}.constraint")
        if value is None and kind in (ASSUMPTION, BRANCHING):
            raise self._wrong(f"{at}.constraint", f"there: a waypoint of type {kind} has one")
        if value is not None and kind in (TARGET, ENTER):
            raise self._wrong(f"{at}.constraint", f"absent: a waypoint of type {kind} has none")
        return Waypoint(kind, action, self._location(inner, at), value, at, form)

    def _require_target(self, segments: tuple[tuple[Waypoint, ...], ...]) -> None:
        followed = [segment[-1] for segment in segments]
        if not followed or followed[-1].kind != TARGET:
            raise self._wrong("content", "a sequence whose last waypoint is a target")
        for waypoint in (one for segment in segments for one in segment):
            if waypoint.kind == TARGET and waypoint is not followed[-1]:
                raise self._wrong(waypoint.at, "no target: there is one, at the end")

    def _location(self, entry: Mapping[str, Any], at: str) -> Location:
        said = self._mapping(entry.get("location"), f"{at}.location")
        line, column = said.get("line"), said.get("column")
        file, function = said.get("file_name", self._file), said.get("function")
        for name, number in (("line", line), ("column", column)):
            if number is None and name == "column":
                continue
            if not isinstance(number, int) or isinstance(number, bool) or number < 1:
                raise self._wrong(f"{at}.location.{name}", "a number from 1")
        if not isinstance(file, str) or not file:
            raise self._wrong(f"{at}.location.file_name", "the name of a file")
        if function is not None and not isinstance(function, str):
            raise self._wrong(f"{at}.location.function", "the name of a function")
        assert isinstance(line, int)
        return Location(file, line, column, function)

    def _expression(self, entry: Mapping[str, Any], at: str) -> str:
        """YAML takes some of them for numbers, or for truth values."""
        value = entry.get("value")
        if isinstance(value, bool):
            return "true" if value else "false"
        if isinstance(value, (str, int)):
            return str(value)
        raise self._wrong(f"{at}.value", "an expression")

    def _format(self, entry: Mapping[str, Any], at: str) -> str:
        if (form := entry.get("format", C_EXPRESSION)) not in (C_EXPRESSION, ACSL):
            raise self._wrong(f"{at}.format", f"{C_EXPRESSION} or {ACSL}; it is '{form}'")
        return C_EXPRESSION if form == C_EXPRESSION else ACSL

    def _text(self, entry: Mapping[str, Any], key: str, at: str) -> str:
        value = entry.get(key)
        if not isinstance(value, str):
            raise self._wrong(f"{at}.{key}", "a text" if key in entry else "there")
        return value

    def _mapping(self, value: Any, at: str) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise self._wrong(at, "a mapping")
        return value

    def _list(self, value: Any, at: str) -> list[Any]:
        if not isinstance(value, list):
            raise self._wrong(at, "a list")
        return value

    def _wrong(self, at: str, expected: str) -> InputError:
        return InputError(f"{named(self._path)}: this is no witness in format 2.0: {at} has to be {expected}")
