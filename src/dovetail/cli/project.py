"""`dovetail project`: a build, checked whole, kept, and continued."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dovetail.asking.project import SaidOfProject
from dovetail.cli import options
from dovetail.cli.calling import Made
from dovetail.cli.calling import command as called
from dovetail.cli.failures import Status, ended_like_interrupted, report_problem
from dovetail.cli.options import option
from dovetail.cli.progress import units_bar
from dovetail.doors.projects import project_options, whole_project
from dovetail.program.types import DataModel
from dovetail.report.quantities import bytes_of, seconds_of

if TYPE_CHECKING:
    from dovetail.evidence.project import ProjectResult

NOTHING_KNOWN = "VERDICT: UNKNOWN"


def _which(
    properties: Annotated[
        list[str] | None,
        option("--property", "What to check, as for check. May be given several times.", "NAME|FILE.prp"),
    ] = None,
    entries: Annotated[
        list[str] | None,
        option("--entry", "Only these functions (NAME or FILE:NAME, * stands for anything).", "PATTERN"),
    ] = None,
    exclude: Annotated[
        list[str] | None,
        option("--exclude", "Not these files or functions.", "PATTERN"),
    ] = None,
    modules: Annotated[
        list[str] | None,
        option("--api", "These files as modules, too, under any client of theirs.", "PATTERN"),
    ] = None,
    contracts: Annotated[
        list[Path] | None, option("--contracts", "A file with contracts, included before each file.", "FILE")
    ] = None,
    stubs: Annotated[
        list[Path] | None, option("--stubs", "A C file that is read with every unit.", "FILE")
    ] = None,
    flags: Annotated[
        list[str] | None, option("--flag", "A flag of the compiler, behind those of the build.", "FLAG")
    ] = None,
    data_model: Annotated[
        DataModel | None, option("--data-model", "The sizes of long and of pointers.", case_sensitive=False)
    ] = None,
    externals: Annotated[
        options.Externals | None,
        option("--externals", "What functions without a body do, as for check.", case_sensitive=False),
    ] = None,
    malloc_may_fail: Annotated[
        bool, option("--malloc-may-fail", "malloc and its kin return null whenever they like.")
    ] = False,
) -> SaidOfProject:
    return SaidOfProject(
        properties=properties or None,
        entries=entries or None,
        exclude=exclude or None,
        modules=modules or None,
        contracts=contracts or None,
        stubs=stubs or None,
        flags=flags or None,
        data_model=None if data_model is None else data_model.value,
        externals=None if externals is None else externals.value,
        malloc_may_fail=malloc_may_fail or None,
    )


def _how_much(
    strategy: Annotated[str | None, option("--strategy", "How to search; auto unless told.", "NAME")] = None,
    unit_timeout: Annotated[
        str | None, option("--timeout-per-unit", "How long one unit may take; 60s unless told.", "60s|2m|1h")
    ] = None,
    budget: Annotated[
        str | None, option("--budget", "How long all may take together; 30m unless told.", "30m|2h")
    ] = None,
    memory: Annotated[
        str | None, option("--memory", "How much memory all may use together; 4GiB unless told.", "4GiB")
    ] = None,
    jobs: Annotated[
        int | None,
        option("--jobs", "Units that are looked at at once; as many as processors unless told.", "N", min=1),
    ] = None,
    moves: Annotated[
        int | None,
        option("--moves", "Let each strategy make N moves in a unit, as for check.", "N", min=1),
    ] = None,
    cluster: Annotated[
        str | None,
        option("--cluster", "Workers of Dask's, by their scheduler, look at the units.", "ADDRESS|FILE"),
    ] = None,
    accept_bounds: Annotated[
        bool, option("--accept-bounds", "What is proved within bounds of Dovetail's own is proved.")
    ] = False,
) -> SaidOfProject:
    return SaidOfProject(
        strategy=strategy,
        timeout_per_unit=None
        if unit_timeout is None
        else options.number("--timeout-per-unit", seconds_of, unit_timeout),
        budget=None if budget is None else options.number("--budget", seconds_of, budget),
        memory=None if memory is None else options.number("--memory", bytes_of, memory),
        jobs=jobs,
        moves=moves,
        cluster=cluster,
        accept_bounds=accept_bounds or None,
    )


@called(last_line=NOTHING_KNOWN)
def command(
    *,
    build: Annotated[
        Path | None,
        typer.Argument(
            metavar="[BUILD]", help="A folder with compile_commands.json, or that file.", show_default=False
        ),
    ] = None,
    config: Annotated[
        Path | None, option("--config", "The project's file, instead of the nearest dovetail.toml.", "FILE")
    ] = None,
    which: Annotated[SaidOfProject, Made(by=_which)],
    how_much: Annotated[SaidOfProject, Made(by=_how_much)],
    out: Annotated[
        Path | None, option("--out", "The folder that evidence goes into, instead of dovetail-out.", "DIR")
    ] = None,
    store: Annotated[
        Path | None, option("--store", "Where results are kept; .dovetail/ledger.db unless told.", "FILE")
    ] = None,
    no_store: Annotated[bool, option("--no-store", "Keep nothing, and take nothing from before.")] = False,
    recheck: Annotated[
        bool, option("--recheck", "Judge again all that comes from the store, from its evidence.")
    ] = False,
    retry: Annotated[
        bool, option("--retry", "Look again at what was left unknown, though nothing has changed.")
    ] = False,
    baseline: Annotated[
        Path | None, option("--baseline", "Findings that are known: only others count.", "FILE")
    ] = None,
    write_baseline: Annotated[
        Path | None, option("--write-baseline", "Write all findings as a baseline.", "FILE")
    ] = None,
    reports: options.ReportsOnBuilds,
    document: options.Document,
    quiet: options.Quiet = False,
) -> Status:
    """Check a whole build: each program and each function in it. The last line is the verdict."""
    where = {"out": out, "store": store, "baseline": baseline}
    asked = project_options(
        build,
        config,
        {**which, **how_much, **where},
        recheck=recheck,
        retry=retry,
        write_baseline=write_baseline,
        keep=not no_store,
        reports=reports,
    )
    with ended_like_interrupted(), units_bar(wanted=not quiet) as watch:
        result = whole_project(asked, watch)
    for problem in result.problems:
        report_problem(problem.splitlines()[0], problem, (), asked.out)
    document.write(result.to_json)
    if document.leaves_the_terminal:
        _print(result, quiet)
    return status_of(result)


def status_of(result: ProjectResult) -> Status:
    if result.fails:
        return Status.VIOLATED
    return Status.FINE if result.passes else Status.UNKNOWN


def _print(result: ProjectResult, quiet: bool) -> None:
    from dovetail.cli.styled import print_all
    from dovetail.report.project import answer

    lines = list(answer(result))
    print_all(lines[-1:] if quiet else lines)
