"""`dovetail check`: prove or refute every check."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dovetail.asking.asked import AUTO, CheckOptions
from dovetail.asking.project import Reported
from dovetail.cli import options
from dovetail.cli.calling import command as called
from dovetail.cli.failures import Status, ended_like_interrupted, report_problem
from dovetail.cli.progress import live
from dovetail.cli.terminal import say
from dovetail.evidence.verdicts import CheckResult, Verdict
from dovetail.report import output_folder
from dovetail.verifying.checking_files import check_files

NOTHING_KNOWN = "VERDICT: UNKNOWN"
"""The last line, whatever has happened."""


@called(last_line=NOTHING_KNOWN)
def command(
    *,
    strategy: Annotated[
        str, typer.Option("--strategy", metavar="NAME", help="How to search; auto chooses.")
    ] = AUTO,
    limits: options.WithMoves,
    jobs: Annotated[
        int,
        typer.Option(
            "--jobs", metavar="N", min=0, help="Strategies at work at once; 0: as many as processors."
        ),
    ] = 0,
    no_sharing: Annotated[
        bool,
        typer.Option("--no-sharing", help="No strategy knows what others find (to measure what that costs)."),
    ] = False,
    out: Annotated[
        Path, typer.Option("--out", metavar="DIR", help="The folder that evidence goes into.")
    ] = output_folder.DEFAULT,
    tests: Annotated[
        Path | None,
        typer.Option(
            "--tests",
            metavar="DIR",
            help="Start from these tests: Test-Comp's XML, JSON, or files of bytes.",
        ),
    ] = None,
    accept_bounds: Annotated[
        bool,
        typer.Option(
            "--accept-bounds",
            help="What is proved within bounds that Dovetail itself sets (they are listed) is proved.",
        ),
    ] = False,
    reports: options.Reports,
    document: options.Document,
    reading: options.Task,
    quiet: options.Quiet = False,
) -> Status:
    """Prove or refute every check. The last line is the verdict."""
    paths = () if tests is None else (tests,)
    asked = CheckOptions(
        *(limits, strategy, out, (), paths),
        accept_bounds=accept_bounds,
        jobs=jobs,
        sharing=not no_sharing,
        flow=reports.html is not None,
    )
    _require_writable(reports)
    with ended_like_interrupted(), live(limits.timeout, wanted=not quiet) as watch:
        result = check_files(reading, asked, watch, meanwhile=_get_ready_to_print)
    for problem in result.problems:
        report_problem(problem.summary, problem.details, reading.paths, out)
    _report(result, reports)
    document.write(result.to_json)
    if document.leaves_the_terminal:
        _print(result, quiet)
    return status_of(result)


def _require_writable(reports: Reported) -> None:
    if reports == Reported():
        return
    from dovetail.doors.reports import require_writable  # with what writes them, which nobody else needs

    require_writable(reports)


def _report(result: CheckResult, reports: Reported) -> None:
    if reports == Reported():
        return
    from dovetail.doors.reports import alone, write_reports

    for obstacle in write_reports(alone(result), reports):
        say(f"error: {obstacle}", error=True)


def status_of(result: CheckResult) -> Status:
    match result.verdict:
        case Verdict.VIOLATED:
            return Status.VIOLATED
        case Verdict.UNKNOWN:
            return Status.UNKNOWN
        case _:
            return Status.FINE


def _get_ready_to_print() -> None:
    """What prints an answer is not small, and while another process works there is time to import it."""
    from dovetail.cli import styled  # noqa: F401
    from dovetail.report import verdict  # noqa: F401


def _print(result: CheckResult, quiet: bool) -> None:
    from rich.text import Text

    from dovetail.cli.styled import print_all
    from dovetail.report.verdict import STYLES, answer, verdict_line

    last = Text(verdict_line(result.verdict), style=STYLES[result.verdict])
    print_all([last] if quiet else answer(result))
