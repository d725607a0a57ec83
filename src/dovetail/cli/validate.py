"""`dovetail validate`: a witness of another verifier, judged."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from dovetail.asking.asked import AUTO, CheckOptions
from dovetail.cli import options
from dovetail.cli.calling import command as called
from dovetail.cli.failures import Status, ended_like_interrupted, report_problem
from dovetail.cli.progress import live
from dovetail.evidence.validation import Standing, Validation
from dovetail.evidence.verdicts import Verdict
from dovetail.report import output_folder

NOTHING_KNOWN = "VERDICT: UNKNOWN"


@called(last_line=NOTHING_KNOWN)
def command(
    *,
    witness: Annotated[
        Path,
        typer.Argument(metavar="WITNESS", help="A witness in SV-COMP's format 2.0.", show_default=False),
    ],
    strategy: Annotated[
        str, typer.Option("--strategy", metavar="NAME", help="How to search; auto chooses.")
    ] = AUTO,
    limits: options.WithSeed,
    out: Annotated[
        Path, typer.Option("--out", metavar="DIR", help="The folder that evidence goes into.")
    ] = output_folder.DEFAULT,
    accept_bounds: Annotated[
        bool,
        typer.Option(
            "--accept-bounds",
            help="What is proved within bounds that Dovetail itself sets (they are listed) is proved.",
        ),
    ] = False,
    document: options.Document,
    reading: options.Task,
    quiet: options.Quiet = False,
) -> Status:
    """Judge a witness of another verifier. The last line is the verdict on the program."""
    from dovetail.verifying.validating import validate_files

    asked = CheckOptions(limits, strategy, out, accept_bounds=accept_bounds)
    with ended_like_interrupted(), live(limits.timeout, wanted=not quiet) as watch:
        done = validate_files(witness, reading, asked, watch)
    for problem in () if done.result is None else done.result.problems:
        report_problem(problem.summary, problem.details, reading.paths, out)
    document.write(done.to_json)
    if document.leaves_the_terminal:
        _print(done, quiet)
    if done.verdict is Verdict.VIOLATED:
        return Status.VIOLATED
    return Status.FINE if done.standing is Standing.ACCEPTED else Status.UNKNOWN


def _print(done: Validation, quiet: bool) -> None:
    from dovetail.cli.styled import print_all
    from dovetail.report.validation import answer, last_lines

    print_all(list(last_lines(done)) if quiet else answer(done))
