"""Proposed tests, written so that they can be added to the suite that the user has: in its format, and under
names that it does not use.

A suite in one file, as `dovetail test` writes it, is written again with the proposed tests behind its own. In
any other folder a test is a file, to be copied there; one that the format of the others cannot express is
written as JSON, which is read beside them.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import field
from pathlib import Path

from dovetail.evidence.given_tests import SUITE, test_files
from dovetail.evidence.suite import Test
from dovetail.evidence.suite_testcomp import testcase, why_not
from dovetail.evidence.whole_files import put_text
from dovetail.frontend.errors import InputError
from dovetail.frontend.load import Loaded
from dovetail.quick_dataclass import dataclass

JSON, TESTCOMP = "json", "testcomp"
FORMATS = (JSON, TESTCOMP)
_NAME = "proposed"
_NUMBERED = re.compile(rf"{_NAME}-(\d+)\.\w+")


@dataclass(slots=True)
class Proposed:
    """The file of each test, by its number, and what is to be said."""

    files: dict[int, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)


def format_of(paths: Iterable[Path]) -> str:
    """The format of most tests in these folders or files."""
    files = [file for path in paths for file in test_files(path)]
    xml = sum(file.suffix.lower() == ".xml" for file in files)
    return TESTCOMP if 2 * xml > len(files) else JSON


def require_format(name: str) -> None:
    if name not in FORMATS:
        raise InputError(f"there is no format '{name}' for tests to add; there are {', '.join(FORMATS)}")


def write_proposed(
    tests: Sequence[Test], loaded: Loaded, given: Sequence[Path], folder: Path, format_: str
) -> Proposed:
    """`folder` is new and empty."""
    done = Proposed()
    first = 1 + max((_number(file) for path in given for file in test_files(path)), default=0)
    for number, test in enumerate(tests, first):
        why = why_not(test, loaded) if format_ == TESTCOMP else None
        if format_ == TESTCOMP and why is None:
            file, text = folder / f"{_NAME}-{number}.xml", testcase(test, loaded)
        else:
            file, text = folder / f"{_NAME}-{number}.json", json.dumps(test.vector.to_json()) + "\n"
        if why is not None:
            done.notes.append(f"{file.name} is not in the format of Test-Comp: {why}")
        put_text(file, text)
        done.files[test.number] = str(file)
    for path in given:
        if path.name == SUITE or (path / SUITE).is_file():
            _extend(path if path.name == SUITE else path / SUITE, tests, folder, done)
    return done


def _number(file: Path) -> int:
    match = _NUMBERED.fullmatch(file.name)
    return int(match[1]) if match else 0


def _extend(suite: Path, tests: Sequence[Test], folder: Path, done: Proposed) -> None:
    """Beside such a file no other is read."""
    document = json.loads(suite.read_bytes())
    own = document.get("tests") if isinstance(document, dict) else None
    if not isinstance(own, list) or (folder / SUITE).exists():
        return
    added = [{**test.to_json(), "test": len(own) + at, "covers": []} for at, test in enumerate(tests, 1)]
    text = json.dumps({**document, "tests": [*own, *added]}, indent=1, ensure_ascii=False) + "\n"
    put_text(folder / SUITE, text)
    done.notes.append(f"{folder / SUITE} is {suite} with the proposed tests: it can take its place")
