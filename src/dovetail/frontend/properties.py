"""Properties by name or from a property file, and SV-COMP task files.

A property decides which checks the front end puts into the Program; nothing downstream knows it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from dovetail.frontend.errors import InputError
from dovetail.frontend.paths import text_of
from dovetail.program.position import Position
from dovetail.quick_dataclass import dataclass

MEMSAFETY = "valid-memsafety"
PARTS = ("valid-deref", "valid-free", "valid-memtrack")
"""What `valid-memsafety` is made of."""
LABEL = "unreach-label"
"""That a label ERROR is not reached, as programs said it before there were error functions."""
FURTHER = {
    "no-unsigned-overflow": "unsigned",
    "no-lossy-conversion": "conversion",
    "valid-index": "indices",
    "no-pointer-overflow": "pointers",
    "no-undefined-shift": "shifts",
    "no-division-by-zero": "division",
    "no-nan": "nan",
    "no-float-overflow": "infinite",
}
"""What C leaves defined, or only a part of `no-overflow`, with the words of the front end for it."""
NAMES = ("unreach-call", LABEL, "no-overflow", *FURTHER, MEMSAFETY, *PARTS, "valid-memcleanup")

_FORMULA = re.compile(
    r"CHECK\s*\(\s*init\s*\(\s*(?P<entry>\w+)\s*\(\s*\)\s*\)\s*,\s*LTL\s*\((?P<ltl>.*)\)\s*\)", re.S
)
_PATTERNS = (
    (re.compile(r"^G\s*!\s*call\s*\(\s*(?P<function>\w+)\s*\(\s*\)\s*\)$"), "unreach-call"),
    (re.compile(r"^G\s*!\s*label\s*\(\s*ERROR\s*\)$"), LABEL),
    (re.compile(r"^G\s*!\s*overflow$"), "no-overflow"),
    *((re.compile(rf"^G\s*{name}$"), name) for name in (*PARTS, "valid-memcleanup")),
)


@dataclass(frozen=True, slots=True)
class Task:
    """An SV-COMP task definition."""

    files: tuple[Path, ...]
    property_file: Path | None
    data_model: str | None
    expected: bool | None


def is_property_file(written: str) -> bool:
    return written not in NAMES and Path(written).suffix == ".prp"


def parse_property(written: str) -> frozenset[str]:
    """One or more properties: a name, or the path of a `.prp` file."""
    if written in NAMES:
        return frozenset({written})
    path = Path(written)
    if not is_property_file(written):
        raise InputError(f"'{written}' is no property; there are {', '.join(NAMES)}, or a .prp file")
    found = {name for _, name in properties_in(text_of(path, "the property file"), written)}
    if not found:
        raise InputError(f"{written}: the property file holds no property")
    return frozenset(found)


def properties_in(text: str, shown: str) -> Iterator[tuple[str, str]]:
    """The properties of a text in SV-COMP's form, one on each line: the entry that each is about, and its
    name. Raises InputError; `shown` is what the text is called then."""
    for number, line in enumerate(text.splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        formula = _FORMULA.match(line)
        inside = formula["ltl"].strip() if formula else ""
        known = next((name for pattern, name in _PATTERNS if pattern.match(inside)), None)
        if formula is None or known is None:
            raise InputError(f"this property is not known: {line}", Position(shown, number, 1))
        yield formula["entry"], known


def settled(names: frozenset[str]) -> frozenset[str]:
    """The same by fewer names: the parts of `valid-memsafety` together are that."""
    if MEMSAFETY in names or names.issuperset(PARTS):
        return names - {*PARTS} | {MEMSAFETY}
    return names


def parse_task(path: Path) -> Task:
    """The parts of a task file (YAML) that matter here. Only the shape that SV-COMP uses is understood."""
    lines = text_of(path, "the task file").splitlines()
    files: list[Path] = []
    property_file: Path | None = None
    data_model: str | None = None
    expected: bool | None = None
    section = ""
    for line in lines:
        entry = re.match(
            r"^(?P<indent>\s*)(?P<dash>-\s*)?(?:(?P<key>[\w_-]+)\s*:)?\s*(?P<value>.*?)\s*$", line
        )
        if entry is None or line.lstrip().startswith("#"):
            continue
        key, value = entry["key"], entry["value"].strip("'\"")
        if key and not entry["indent"] and not entry["dash"]:
            section = key
        if section == "input_files":
            if key == "input_files" and value.startswith("["):
                files += [path.parent / part.strip().strip("'\"") for part in value.strip("[]").split(",")]
            elif value:
                files.append(path.parent / value)
        elif key == "property_file" and property_file is None:
            property_file = path.parent / value
        elif key == "expected_verdict" and expected is None:
            expected = value == "true"
        elif key == "data_model":
            data_model = value
    if not files:
        raise InputError(f"{path}: the task file names no input files")
    return Task(tuple(files), property_file, data_model, expected)
