"""`dovetail test`: a suite of tests by a criterion."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from dovetail.asking.asked import (
    DEFAULT_CRITERION,
    DEFAULT_FORMATS,
    INTERVALS,
    PATH_LENGTH,
    PREDICATES,
    SuiteOptions,
)
from dovetail.cli import options
from dovetail.cli.calling import command as called
from dovetail.cli.failures import Status, ended_like_interrupted, report_problem
from dovetail.cli.progress import progress_bar
from dovetail.doors.from_files import suite_of_files
from dovetail.report import output_folder

if TYPE_CHECKING:
    from dovetail.evidence.suite import Suite


@called()
def command(
    *,
    criterion: Annotated[
        str,
        typer.Option(
            "--criterion",
            metavar="NAME",
            help="What is to be covered: nodes, edges, branches, conditions, paths or abstract-states.",
        ),
    ] = DEFAULT_CRITERION,
    for_alarm: Annotated[
        bool, typer.Option("--for-alarm", help="A test for each check that can fail, instead.")
    ] = False,
    domain: Annotated[
        str, typer.Option("--domain", metavar="NAME", help="Of abstract states: intervals or predicates.")
    ] = INTERVALS,
    predicates: Annotated[
        Path | None,
        options.option(
            "--predicates",
            "Predicates for abstract states, one on each line, instead of those in the code.",
            "FILE",
        ),
    ] = None,
    path_length: Annotated[
        int, typer.Option("--path-length", min=1, help="Of paths: the most decisions that one may take.")
    ] = PATH_LENGTH,
    limits: options.WithSeed,
    formats: Annotated[
        list[str] | None,
        typer.Option(
            "--format",
            metavar="NAME",
            help="How to write the suite: json, ctest or testcomp. May be given several times.",
            show_default=", ".join(DEFAULT_FORMATS),
        ),
    ] = None,
    out: Annotated[
        Path, typer.Option("--out", metavar="DIR", help="The folder that the suite goes into.")
    ] = output_folder.DEFAULT,
    document: options.Document,
    reading: options.Task,
    quiet: options.Quiet = False,
) -> Status:
    """Write a suite of tests that covers the program by a criterion."""
    asked = SuiteOptions(
        *(criterion, limits, out, tuple(formats or DEFAULT_FORMATS)),
        domain=PREDICATES if predicates is not None else domain,
        predicates=options.predicates_in(predicates),
        path_length=path_length,
        for_alarms=for_alarm,
    )
    with ended_like_interrupted(), progress_bar(wanted=not quiet) as watch:
        suite = suite_of_files(reading, asked, watch)
    for problem in suite.problems:
        report_problem(problem.summary, problem.details, reading.paths, out)
    document.write(suite.to_json)
    if document.leaves_the_terminal:
        _print(suite, quiet)
    return Status.FINE if suite.complete else Status.UNKNOWN


def _print(suite: Suite, quiet: bool) -> None:
    from dovetail.cli.styled import print_all
    from dovetail.report.suite import last_line, summary

    print_all([last_line(suite)] if quiet else summary(suite))
