"""Witnesses, read: what is not of the form is said, with the place where it stands."""

from __future__ import annotations

import copy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from dovetail.bad_input import InputError
from dovetail.evidence.witness_file import MAX_BYTES, read_witness
from evidence.witnesses import document, invariant, segments, waypoint, write

HERE = {"file_name": "f.c", "line": 1, "column": 1, "function": "main"}


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "f.c"
    path.write_text("int main(void) { return 0; }\n")
    return path


def both(program: Path) -> tuple[list[Any], list[Any]]:
    steps = segments(
        waypoint("branching", HERE, True, "avoid"),
        waypoint("assumption", HERE, "1"),
        waypoint("target", HERE),
    )
    invariants = document("invariant_set", [invariant(HERE, 1)], program)
    return invariants, document("violation_sequence", steps, program)


def test_what_is_of_the_form(program: Path) -> None:
    invariants, steps = both(program)
    read = read_witness(write(program.with_name("w.yml"), invariants))
    assert [(one.kind, one.value, str(one.location)) for one in read.invariants] == [
        ("loop_invariant", "1", "f.c:1:1")
    ]
    read = read_witness(write(program.with_name("w.yml"), steps))
    assert [[one.kind for one in segment] for segment in read.segments] == [
        ["branching", "assumption"],
        ["target"],
    ]
    assert read.segments[0][0].value == "true"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "the document has to be a list with one entry"),
        ("- a: [1, 2", "w.yml:2:1: this is no YAML: "),
        ("- a: 1\n  a: 2\n", "w.yml:2:3: this is no YAML: 'a' stands twice"),
        ("- &a [*a]\n", "the entry has to be a mapping"),
        ("- !!python/object/apply:os.system [ls]\n", "this is no YAML: could not determine a constructor"),
        ("- " + "[" * 200_000, "nested too deeply"),
        ("- ? [a]\n  : b\n", "no"),
        ("\x07", "this is no YAML"),
        ("- entry_type: loop_invariant\n", "entry_type has to be invariant_set or violation_sequence"),
        ("- entry_type: invariant_set\n", "metadata has to be a mapping"),
        ("- 1\n- 2\n", "it has 2"),
    ],
)
def test_what_is_no_witness(tmp_path: Path, text: str, said: str) -> None:
    path = tmp_path / "w.yml"
    path.write_text(text)
    with pytest.raises(InputError) as refused:
        read_witness(path)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_what_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "w.yml"
    path.write_bytes(b"- \xff\n")
    with pytest.raises(InputError, match="byte 2 is no UTF-8"):
        read_witness(path)
    path.write_bytes(b"#" * (MAX_BYTES + 1))
    with pytest.raises(InputError, match="too large"):
        read_witness(path)
    with pytest.raises(InputError, match="cannot be read"):
        read_witness(tmp_path / "gone")


def _set(*keys: Any) -> Callable[[Any], None]:
    *way, last, value = keys

    def change(entry: Any) -> None:
        for key in way:
            entry = entry[key]
        if value is ...:
            del entry[last]
        else:
            entry[last] = value

    return change


TASK = ("metadata", "task")
FIRST = ("content", 0, "invariant")
POINT = ("content", 0, "segment", 1, "waypoint")


@pytest.mark.parametrize(
    ("of_violation", "change", "said"),
    [
        (False, _set("metadata", "format_version", "1.0"), "metadata.format_version"),
        (False, _set(*TASK, "input_files", []), "metadata.task.input_files"),
        (False, _set(*TASK, "input_file_hashes", {"f.c": 3}), "metadata.task.input_file_hashes"),
        (False, _set(*TASK, "specification", ...), "metadata.task.specification has to be there"),
        (False, _set("content", {}), "content has to be a list"),
        (False, _set("content", [{}]), "content[0].invariant has to be a mapping"),
        (False, _set(*FIRST, "type", "lemma"), "content[0].invariant.type"),
        (False, _set(*FIRST, "format", "smt"), "content[0].invariant.format"),
        (False, _set(*FIRST, "value", [1]), "content[0].invariant.value"),
        (False, _set(*FIRST, "location", "line", 0), "content[0].invariant.location.line"),
        (False, _set(*FIRST, "location", "line", True), "content[0].invariant.location.line"),
        (False, _set(*FIRST, "location", "column", -1), "content[0].invariant.location.column"),
        (False, _set(*FIRST, "location", "function", 3), "content[0].invariant.location.function"),
        (True, _set("content", []), "whose last waypoint is a target"),
        (True, _set("content", 0, "segment", []), "content[0].segment has to be a list of waypoints"),
        (True, _set(*POINT, "action", "avoid"), "waypoints to avoid, and last one to follow"),
        (True, _set(*POINT, "action", "skip"), "content[0].segment[1].waypoint.action"),
        (True, _set(*POINT, "type", "hint"), "content[0].segment[1].waypoint.type"),
        (True, _set(*POINT, "constraint", ...), "a waypoint of type assumption has one"),
        (True, _set(*POINT, "type", "target"), "a waypoint of type target has none"),
    ],
)
def test_what_is_not_of_the_form(
    program: Path, of_violation: bool, change: Callable[[Any], None], said: str
) -> None:
    data = copy.deepcopy(both(program)[of_violation])
    change(data[0])
    with pytest.raises(InputError) as refused:
        read_witness(write(program.with_name("w.yml"), data))
    assert "this is no witness in format 2.0" in str(refused.value) and said in str(refused.value)
