"""The units of a build: each program, each function, and modules where that is asked.

A build says how files are compiled, and not what is linked with what. So a unit is read with the files that
define what it may come to, found by name, file by file; a name that several files define belongs to none of
them, unless the unit's own file does, and is then what a function without a body is. That is said.

They are in the order of how much text there is in what they may call. A caller comes behind what it calls
then, and what is small, and likely to be decided soon, comes first.
"""

from __future__ import annotations

import fnmatch
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path

from dovetail.asking.project import ProjectOptions
from dovetail.bad_input import InputError
from dovetail.evidence.project import Unit, UnitKind
from dovetail.projects.survey import Survey, Symbol
from dovetail.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Found:
    """The units, and what is to be said about them."""

    units: tuple[Unit, ...]
    notes: tuple[str, ...]


def units_of(surveys: Sequence[Survey], options: ProjectOptions) -> Found:
    """Raises InputError for an entry that nothing is called by."""
    _require_entries(surveys, options)
    linking = _Linking(surveys)
    units = [unit for survey in surveys for unit in _of_file(survey, linking, options)]
    notes = [
        f"'{name}' is defined in {len(files)} files ({', '.join(_named(file, options) for file in files[:3])}"
        f"{', …' if len(files) > 3 else ''}): to other files it is a function without a body"
        for name, files in linking.ambiguous.items()
        if name != "main"
    ]
    order = sorted(units, key=lambda unit: (unit.size, unit.name))
    return Found(tuple(order), tuple(notes))


def _require_entries(surveys: Sequence[Survey], options: ProjectOptions) -> None:
    """A name that is written wrong would leave nothing to be looked at, and nothing would be wrong with that.
    Where a file cannot be read, it may be there: then that is told."""
    if any(survey.error for survey in surveys):
        return
    functions = {
        name
        for survey in surveys
        for one in survey.symbols
        if one.is_function and one.own
        for name in (one.name, f"{_named(survey.path, options)}:{one.name}")
    }
    for pattern in options.entries:
        if any(fnmatch.fnmatchcase(name, pattern) for name in functions):
            continue
        near = get_close_matches(pattern, sorted(functions), 1)
        hint = f"; did you mean '{near[0]}'?" if near else ""
        raise InputError(f"no function of this build is called '{pattern}'{hint}")


def _of_file(survey: Survey, linking: _Linking, options: ProjectOptions) -> Iterator[Unit]:
    file = _named(survey.path, options)
    if survey.error or _is_one_of(file, options.exclude):
        return
    for symbol in survey.symbols:
        name = f"{file}:{symbol.name}"
        if not symbol.is_function or not symbol.own or not _is_wanted(symbol.name, name, options):
            continue
        files, size = linking.closure(survey, symbol)
        kind = UnitKind.CONTRACT if symbol.contract else UnitKind.FUNCTION
        kind = UnitKind.PROGRAM if symbol.name == "main" else kind
        function = None if kind is UnitKind.PROGRAM else symbol.name
        yield Unit(name, kind, (*files, *options.stubs), function, symbol.line, size)
    if _is_one_of(file, options.modules):
        files, size = linking.closure(survey, *(one for one in survey.symbols if one.own))
        yield Unit(file, UnitKind.MODULE, (*files, *options.stubs), None, 1, size)


def _named(path: Path, options: ProjectOptions) -> str:
    return str(path.relative_to(options.root)) if path.is_relative_to(options.root) else str(path)


def _is_wanted(function: str, name: str, options: ProjectOptions) -> bool:
    if _is_one_of(function, options.exclude) or _is_one_of(name, options.exclude):
        return False
    return not options.entries or _is_one_of(function, options.entries) or _is_one_of(name, options.entries)


def _is_one_of(name: str, patterns: Sequence[str]) -> bool:
    return any(fnmatch.fnmatchcase(name, pattern) for pattern in patterns)


class _Linking:
    """Who defines what, for all files together."""

    def __init__(self, surveys: Sequence[Survey]) -> None:
        self._local: Mapping[Path, Mapping[str, Symbol]] = {
            survey.path: {symbol.name: symbol for symbol in survey.symbols} for survey in surveys
        }
        defining: dict[str, list[Path]] = {}
        for survey in surveys:
            for symbol in survey.symbols:
                if not symbol.static and symbol.own and not survey.error:
                    defining.setdefault(symbol.name, []).append(survey.path)
        self._global = {name: files[0] for name, files in defining.items() if len(files) == 1}
        self.ambiguous = {name: files for name, files in defining.items() if len(files) > 1}

    def closure(self, survey: Survey, *roots: Symbol) -> tuple[tuple[Path, ...], int]:
        """The files that define what these may come to, their own first, and how much text that is."""
        files: dict[Path, None] = {survey.path: None}
        seen: set[tuple[Path, str]] = set()
        waiting = [(survey.path, root.name) for root in reversed(roots)]
        size = 0
        while waiting:
            where, name = waiting.pop()
            home = where if name in self._local[where] else self._global.get(name)
            if home is None or (home, name) in seen or (name == "main" and seen):
                continue
            seen.add((home, name))
            files[home] = None
            symbol = self._local[home][name]
            size += symbol.size
            waiting += [(home, other) for other in reversed(symbol.mentions)]
        return tuple(files), size
