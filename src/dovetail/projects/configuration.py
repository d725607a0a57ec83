"""`dovetail.toml`, or `[tool.dovetail]` in pyproject.toml: what a project says once, not in every command.

Every name in it is known, and every value is of its kind, or the file is refused with one line that says
where, and what may have been meant. Paths are told from the folder of the file.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from dovetail.bad_input import InputError
from dovetail.quick_dataclass import dataclass
from dovetail.report.quantities import bytes_of, seconds_of

NAME = "dovetail.toml"


@dataclass(frozen=True, slots=True)
class Configuration:
    """`values` by the names of the options of a project. `folder` is where the file is."""

    values: Mapping[str, Any]
    folder: Path


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise ValueError("a text is expected")
    return value


def _texts(value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise ValueError("a list of texts is expected")
    return tuple(value)


def _truth(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError("true or false is expected")
    return value


def _number(value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise ValueError("a number is expected")
    return value


def _seconds(value: object) -> float:
    if isinstance(value, (int, float)) and not isinstance(value, bool) and value > 0:
        return float(value)
    return seconds_of(_text(value))


def _bytes(value: object) -> int:
    return bytes_of(_text(value))


def _model(value: object) -> str:
    if value not in ("ILP32", "LP64"):
        raise ValueError("ILP32 or LP64 is expected")
    return str(value)


def _externals(value: object) -> str:
    if value not in ("any", "pure"):
        raise ValueError("any or pure is expected")
    return str(value)


KINDS: Mapping[str, Callable[[object], Any]] = {
    "build": _text,
    "properties": _texts,
    "entries": _texts,
    "exclude": _texts,
    "modules": _texts,
    "contracts": _texts,
    "stubs": _texts,
    "flags": _texts,
    "data-model": _model,
    "externals": _externals,
    "malloc-may-fail": _truth,
    "by-contract": _texts,
    "strategy": _text,
    "timeout-per-unit": _seconds,
    "budget": _seconds,
    "memory": _bytes,
    "jobs": _number,
    "moves": _number,
    "cluster": _text,
    "out": _text,
    "store": _text,
    "baseline": _text,
    "accept-bounds": _truth,
}


def configuration_for(build: Path | None, given: Path | None) -> Configuration:
    """The file that was named; or the nearest one above the build, or above where the command is run; or
    nothing. Raises InputError."""
    if given is not None:
        return _read(given)
    start = (build if build is not None and build.is_dir() else (build or Path()).parent).resolve()
    for folder in (start, *start.parents, Path.cwd()):
        if (folder / NAME).is_file():
            return _read(folder / NAME)
        project = folder / "pyproject.toml"
        if project.is_file() and "dovetail" in _document(project).get("tool", {}):
            return _read(project)
        if (folder / ".git").exists():
            break
    return Configuration({}, start)


def _document(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise InputError(f"{path}: this is not TOML: {error}") from error


def _read(path: Path) -> Configuration:
    document = _document(path)
    if path.name == "pyproject.toml":
        document = document.get("tool", {}).get("dovetail", {})
    values: dict[str, Any] = {}
    for name, value in document.items():
        if name not in KINDS:
            near = difflib.get_close_matches(name, KINDS, 1, 0.5)
            hint = f"; did you mean '{near[0]}'?" if near else f"; there are {', '.join(KINDS)}"
            raise InputError(f"{_place(path, name)}: there is no '{name}'{hint}")
        try:
            values[name] = KINDS[name](value)
        except ValueError as error:
            raise InputError(f"{_place(path, name)}: {name}: {error}") from error
    return Configuration(values, path.resolve().parent)


def _place(path: Path, name: str) -> str:
    """With the line that a name stands on, as far as that can be told."""
    written = re.compile(rf"\s*\[?\s*[\"']?{re.escape(name)}[\"']?\s*[=\].]")
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if written.match(line):
            return f"{path}:{number}"
    return str(path)
