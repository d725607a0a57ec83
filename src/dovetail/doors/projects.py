"""The work behind `project`: what the project's own file says, with what was asked over it, and then the
answer in all the forms that are wanted."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from dovetail.asking.asked import AUTO
from dovetail.asking.limits import Limits
from dovetail.asking.project import BUDGET, PROPERTIES, STORE, UNIT_SECONDS, ProjectOptions, Reported
from dovetail.asking.reading import ANY
from dovetail.asking.schedule import BYTES
from dovetail.bad_input import InputError
from dovetail.doors.reports import require_writable, write_reports
from dovetail.evidence.project import ProjectResult
from dovetail.frontend.compile_commands import NAME, sources_in
from dovetail.projects.checking_project import ProjectProgress, check_project
from dovetail.projects.configuration import configuration_for
from dovetail.report.output_folder import DEFAULT

PAGE = "report.html"
_PLACES = ("build", "", "builddir", "cmake-build-debug")
"""Where a build is looked for that nobody has named."""


def project_options(
    build: Path | None,
    config: Path | None,
    given: Mapping[str, Any],
    *,
    seed: int = 0,
    recheck: bool = False,
    retry: bool = False,
    write_baseline: Path | None = None,
    keep: bool = True,
    reports: Reported | None = None,
) -> ProjectOptions:
    """`given` is what was asked (`SaidOfProject`); what is None there is not asked. Raises InputError."""
    said = configuration_for(build, config)
    asked = {name.replace("_", "-"): value for name, value in given.items() if value is not None}

    def value(name: str, otherwise: Any) -> Any:
        return asked.get(name, said.values.get(name, otherwise))

    def path(name: str, otherwise: Path | None) -> Path | None:
        if name in asked:
            return Path(asked[name])
        return said.folder / said.values[name] if name in said.values else otherwise

    def paths(name: str) -> tuple[Path, ...]:
        if name in asked:
            return tuple(Path(one).absolute() for one in asked[name])
        return tuple(said.folder / one for one in said.values.get(name, ()))

    found = _build(build, path("build", None), said.folder if said.values else Path())
    root = said.folder if said.values else _common(sources_in(found))
    store = path("store", (root if said.values else Path()) / STORE)
    by_contract = value("by-contract", None)
    return ProjectOptions(
        *(found, root.resolve()),
        properties=tuple(value("properties", PROPERTIES)),
        entries=tuple(value("entries", ())),
        exclude=tuple(value("exclude", ())),
        modules=tuple(value("modules", ())),
        contracts=_there(paths("contracts"), "contracts"),
        stubs=_there(paths("stubs"), "stubs"),
        flags=tuple(value("flags", ())),
        data_model=value("data-model", None),
        externals=value("externals", ANY),
        malloc_may_fail=value("malloc-may-fail", False),
        by_contract=None if by_contract is None else tuple(by_contract),
        strategy=value("strategy", AUTO),
        unit_timeout=value("timeout-per-unit", UNIT_SECONDS),
        limits=_limits(value, seed),
        jobs=value("jobs", 0),
        cluster=value("cluster", None),
        out=path("out", None) or DEFAULT,
        store=store if keep else None,
        recheck=recheck,
        retry=retry,
        baseline=path("baseline", None),
        write_baseline=write_baseline,
        accept_bounds=value("accept-bounds", False),
        reports=reports or Reported(),
    )


def _limits(value: Callable[[str, Any], Any], seed: int) -> Limits:
    budget, memory = value("budget", BUDGET), value("memory", BYTES)
    return Limits.from_now(budget, memory, moves=value("moves", None), seed=seed)


def _build(given: Path | None, said: Path | None, root: Path) -> Path:
    if given is not None:
        return given
    if said is not None:
        return said
    for place in _PLACES:
        if (root / place / NAME).is_file():
            return root / place
    raise InputError(
        f"there is no {NAME} in {root} or {root / 'build'}: name the folder of a build "
        "(CMake writes one with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON, others with bear)"
    )


def _common(files: Sequence[Path]) -> Path:
    """The folder that all are in: names of units are told from there, wherever the command is run."""
    return Path(os.path.commonpath([file.parent for file in files])) if files else Path.cwd()


def _there(paths: tuple[Path, ...], what: str) -> tuple[Path, ...]:
    for path in paths:
        if not path.is_file():
            raise InputError(f"{path}: there is no such file, which is among the {what}")
    return paths


def whole_project(
    options: ProjectOptions, watch: Callable[[ProjectProgress], None] | None = None
) -> ProjectResult:
    """Check it, and write what is to be written about it. Raises InputError."""
    require_writable(options.reports)
    result = check_project(options, watch)
    wanted = options.reports
    if wanted.html is None and result.folder is not None:
        wanted = replace(wanted, html=result.folder / PAGE)
    notes = (*result.notes, *write_reports(result, wanted))
    page = wanted.html if wanted.html is not None and wanted.html.is_file() else None
    return replace(result, notes=notes, page=page)
