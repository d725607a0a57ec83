"""What is known of a unit, or of one of its checks, from what is kept of a build: nothing is looked at again.

It is what was true of the text of then. Whether it is that of now, the next run of `project` finds out.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from dovetail.bad_input import InputError
from dovetail.evidence.kept_result import from_kept
from dovetail.evidence.verdicts import CheckResult
from dovetail.program.library_calls import as_known
from dovetail.projects.looking import write_evidence
from dovetail.projects.store import Damaged, Kept, Store
from dovetail.report.output_folder import NotOurs, RunFolder

_LINE = re.compile(r"(?P<file>.+):(?P<line>\d+)")
_CHECK = re.compile(r"(?P<unit>.+)#(?P<number>\d+)")


def explained(asked: str, store: Path, out: Path) -> list[tuple[str, CheckResult]]:
    """The units that are meant, each with what is known, cut down to the checks that are. Evidence goes into
    a new folder inside of `out`. Raises InputError where nothing is meant."""
    if not store.is_file():
        raise InputError(f"{store}: there is no store; `dovetail project` makes one")
    try:
        last = {kept.unit: kept for kept in sorted(Store(store).all(), key=lambda one: one.made)}
        meant = dict(_meant(asked, last))
        if not meant:
            near = difflib.get_close_matches(asked.partition("#")[0], last, 1, 0.4)
            hint = f"; did you mean '{near[0]}'?" if near else ""
            raise InputError(f"nothing is kept of '{asked}'{hint}")
        home = RunFolder(out, "explained").home()
        found = []
        for number, (name, checks) in enumerate(meant.items(), 1):
            folder = home / str(number)
            write_evidence(last[name], folder, lambda name, content: content)
            result = from_kept(last[name].document, folder)
            kept = tuple(one for one in result.checks if checks is None or one.check.ident in checks)
            found.append((name, replace(result, checks=kept)))
    except (Damaged, ValueError) as error:
        raise InputError(f"{store}: the store is damaged: {error}") from error
    except NotOurs as error:
        raise InputError(str(error)) from error
    return found


def _meant(asked: str, last: dict[str, Kept]) -> Iterator[tuple[str, frozenset[int] | None]]:
    """Units, with the numbers of checks unless all are meant."""
    one_check, line = _CHECK.fullmatch(asked), _LINE.fullmatch(asked)
    name = one_check["unit"] if one_check else asked
    for unit, kept in last.items():
        if unit == name or unit.rpartition(":")[2] == name:
            yield unit, frozenset({int(one_check["number"])}) if one_check else None
        elif line is not None:
            numbers = frozenset(_on(line["file"], int(line["line"]), kept))
            if numbers:
                yield unit, numbers


def _on(file: str, line: int, kept: Kept) -> Iterator[int]:
    result = from_kept(kept.document, Path())
    for one in result.checks:
        position = as_known(one.check, result.library).position
        if position.line == line and (position.file == file or position.file.endswith(f"/{file}")):
            yield one.check.ident
