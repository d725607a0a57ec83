"""Every C file under tests/cases is one case: its header says how a run ends, in the executor and natively.

A new case is a new file; nothing is registered anywhere.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

import pytest

import dovetail
from dovetail.execution.ends import End, EndKind
from thinned import thinned

CASES = Path(__file__).parent / "cases"
FILES = sorted(CASES.rglob("*.c"))


@dataclass(frozen=True)
class Expected:
    """What the header comment of a case says."""

    property: str
    inputs: str
    data_model: str
    kind: EndKind
    check: str
    line: int | None
    code: int | None


def read_header(path: Path) -> Expected:
    header = dict(re.findall(r"^// ([\w-]+): *(.*?) *$", path.read_text(), re.M))
    end = re.fullmatch(
        r"(?P<kind>\w+)(?: (?P<check>(?!line )[a-z-]+))?(?: (?P<code>\d+))?(?: ?line (?P<line>\d+))?",
        header["end"],
    )
    assert end is not None, f"{path}: the end '{header['end']}' is not understood"
    return Expected(
        header.get("property", "unreach-call"),
        header.get("inputs", ""),
        header.get("data-model", "LP64"),
        EndKind(end["kind"]),
        end["check"] or "",
        int(end["line"]) if end["line"] else None,
        int(end["code"]) if end["code"] else None,
    )


def check_end(end: End, expected: Expected) -> None:
    assert end.kind is expected.kind, end
    if expected.check:
        assert end.check_kind == expected.check, end
    if expected.line is not None:
        assert end.position is not None and end.position.line == expected.line, end
    if expected.code is not None:
        assert end.exit_code is not None and end.exit_code & 0xFF == expected.code, end


@pytest.mark.parametrize("path", thinned(FILES, 8, lambda p: f"{p.parent.name}/{p.stem}"))
@pytest.mark.parametrize("native", [False, True], ids=["executor", "native"])
def test_case(path: Path, native: bool) -> None:
    expected = read_header(path)
    done = dovetail.run(
        path,
        inputs=expected.inputs,
        native=native,
        properties=[expected.property],
        data_model=expected.data_model,
        story=False,
    )
    check_end(done.end, expected)


def test_there_are_cases() -> None:
    assert len(FILES) > 150
