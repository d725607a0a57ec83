"""Witnesses for tests, written down in few words."""

from __future__ import annotations

import hashlib
from pathlib import Path
from typing import Any

import yaml

UNREACH = "CHECK( init(main()), LTL(G ! call(reach_error())) )"


def document(kind: str, content: list[Any], program: Path, specification: str = UNREACH) -> list[Any]:
    metadata = {
        "format_version": "2.0",
        "uuid": "0",
        "creation_time": "2026-01-01T00:00:00Z",
        "producer": {"name": "somebody", "version": "1"},
        "task": {
            "input_files": [program.name],
            "input_file_hashes": {program.name: hashlib.sha256(program.read_bytes()).hexdigest()},
            "specification": specification,
            "data_model": "LP64",
            "language": "C",
        },
    }
    return [{"entry_type": kind, "metadata": metadata, "content": content}]


def place(program: Path, text: str, within: int = 0, function: str | None = "main") -> dict[str, Any]:
    """Where a text stands in the program for the first time, so many characters on."""
    before = program.read_text().partition(text)[0]
    assert before != program.read_text(), text
    column = len(before.rpartition("\n")[2]) + 1 + within
    found = {"file_name": program.name, "line": before.count("\n") + 1, "column": column}
    return found if function is None else {**found, "function": function}


def invariant(
    location: dict[str, Any], value: Any, kind: str = "loop_invariant", form: str = "c_expression"
) -> dict[str, Any]:
    return {"invariant": {"type": kind, "location": location, "value": value, "format": form}}


def waypoint(
    kind: str, location: dict[str, Any], value: Any = None, action: str = "follow"
) -> dict[str, Any]:
    said: dict[str, Any] = {"type": kind, "action": action, "location": location}
    if value is not None:
        form = "acsl_expression" if kind == "function_return" else "c_expression"
        said["constraint"] = {"value": value} if kind == "branching" else {"value": value, "format": form}
    return {"waypoint": said}


def segments(*waypoints: dict[str, Any]) -> list[Any]:
    """Each with those to avoid in front of it."""
    found: list[Any] = []
    avoided: list[Any] = []
    for one in waypoints:
        avoided.append(one)
        if one["waypoint"]["action"] == "follow":
            found.append({"segment": avoided})
            avoided = []
    return found


def write(path: Path, data: Any) -> Path:
    path.write_text(yaml.safe_dump(data, sort_keys=False))
    return path
