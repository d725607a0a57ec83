"""`dovetail adequacy`: are these tests adequate, and what do they miss?

The exit status is 0 if the score is at least what `--at-least` asks for, and 1 if it is below. Without that
option it is 0 if every state is decided, and 3 if some are open.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dovetail.asking.asked import AdequacyOptions
from dovetail.cli import options
from dovetail.cli.calling import command as called
from dovetail.cli.failures import Status, ended_like_interrupted, report_problem
from dovetail.cli.progress import progress_bar
from dovetail.doors.from_files import assess_files
from dovetail.program.predicates import MOST_PREDICATES
from dovetail.report import output_folder

if TYPE_CHECKING:
    from dovetail.evidence.adequacy import Adequacy


@called()
def command(
    *,
    tests: Annotated[
        list[Path],
        options.option(
            "--tests",
            "The tests: a folder of Test-Comp, JSON or raw files. May be given several times.",
            "DIR",
        ),
    ],
    at_least: Annotated[
        float | None,
        typer.Option(
            "--at-least",
            metavar="PERCENT",
            min=0,
            max=100,
            help="End with status 1 if the score is below this.",
            show_default=False,
        ),
    ] = None,
    predicates: Annotated[
        Path | None,
        options.option("--predicates", "Predicates, one on each line, instead of those in the code.", "FILE"),
    ] = None,
    most_predicates: Annotated[
        int | None,
        typer.Option(
            "--most-predicates",
            min=1,
            max=MOST_PREDICATES,
            help="So many at one place; 4 unless the code or a file asks for them.",
            show_default=False,
        ),
    ] = None,
    search: Annotated[
        bool, typer.Option("--search/--no-search", help="Look for tests that reach what is missed.")
    ] = True,
    format_: Annotated[
        str | None,
        options.option(
            "--format",
            "How to write proposed tests: json or testcomp; as the given ones, unless told.",
            "NAME",
        ),
    ] = None,
    limits: options.WithSeed,
    out: Annotated[
        Path,
        typer.Option("--out", metavar="DIR", help="The folder that proposed tests and the page go into."),
    ] = output_folder.DEFAULT,
    document: options.Document,
    reading: options.Task,
    quiet: options.Quiet = False,
) -> Status:
    """Say which abstract states a set of tests covers, and which tests it lacks."""
    asked = AdequacyOptions(
        paths=tuple(tests),
        predicates=options.predicates_in(predicates),
        most=most_predicates,
        limits=limits,
        out=out,
        format=format_,
        search=search,
    )
    with ended_like_interrupted(), progress_bar(wanted=not quiet) as watch:
        found = assess_files(reading, asked, watch)
    for problem in found.problems:
        report_problem(problem.summary, problem.details, reading.paths, out)
    document.write(found.to_json)
    if document.leaves_the_terminal:
        _print(found, at_least, quiet)
    return _status(found, at_least)


def _status(found: Adequacy, at_least: float | None) -> Status:
    if found.problems:
        return Status.UNKNOWN
    if at_least is not None:
        return Status.FINE if found.reaches(at_least) else Status.VIOLATED
    return Status.FINE if found.decided else Status.UNKNOWN


def _print(found: Adequacy, at_least: float | None, quiet: bool) -> None:
    from dovetail.cli.styled import print_all
    from dovetail.report.adequacy import last_line, summary

    print_all([last_line(found, at_least)] if quiet else summary(found, at_least))
