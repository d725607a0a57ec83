"""`dovetail adequacy`: are these tests adequate, and what do they miss?

The exit status is 0 if the score is at least what `--at-least` asks for, and 1 if it is below. Without that
option it is 0 if every state is decided, and 3 if some are open.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from dovetail import api
from dovetail.cli import options, terminal
from dovetail.cli.check import ended_like_interrupted
from dovetail.cli.failures import Status, guarded, report_problem
from dovetail.cli.test import predicates_in, progress_bar
from dovetail.evidence.adequacy import Adequacy
from dovetail.program.predicates import MOST_PREDICATES
from dovetail.report import output_folder
from dovetail.report.adequacy import last_line, summary


def command(
    files: options.Files,
    tests: Annotated[
        list[Path],
        typer.Option(
            "--tests",
            metavar="DIR",
            help="The tests: a folder of Test-Comp, JSON or raw files. May be given several times.",
            show_default=False,
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
        typer.Option(
            "--predicates",
            metavar="FILE",
            help="Predicates, one on each line, instead of those in the code.",
            show_default=False,
        ),
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
        typer.Option(
            "--format",
            metavar="NAME",
            help="How to write proposed tests: json or testcomp; as the given ones, unless told.",
            show_default=False,
        ),
    ] = None,
    timeout: options.Timeout = options.TIMEOUT,
    memory: options.Memory = options.MEMORY,
    seed: Annotated[int, typer.Option("--seed", help="Where random choices start.")] = 0,
    out: Annotated[
        Path,
        typer.Option("--out", metavar="DIR", help="The folder that proposed tests and the page go into."),
    ] = output_folder.DEFAULT,
    json_to: options.Json = None,
    properties: options.Properties = None,
    function: options.Function = None,
    api_flag: options.ApiFlag = False,
    api_functions: options.ApiFunctions = None,
    api_init: options.ApiInit = None,
    data_model: options.DataModelOption = None,
    flags: options.Flags = None,
    compile_commands: options.CompileCommands = None,
    svcomp: options.SvComp = False,
    externals: options.Externals = options.ExternalsChoice.ANY,
    malloc_may_fail: options.MallocMayFail = False,
    quiet: options.Quiet = False,
) -> None:
    """Say which abstract states a set of tests covers, and which tests it lacks."""

    def work() -> Status:
        target = options.json_target(json_to)
        with ended_like_interrupted(), progress_bar(wanted=not quiet) as watch:
            found = api.adequacy(
                files,
                tests=tests,
                predicates=predicates_in(predicates),
                most_predicates=most_predicates,
                search=search,
                properties=properties or (),
                function=function,
                api=options.api_functions(api_flag, api_functions),
                api_init=api_init,
                data_model=data_model,
                flags=flags or (),
                compile_commands=compile_commands,
                svcomp=svcomp,
                externals=externals.value,
                malloc_may_fail=malloc_may_fail,
                timeout=options.seconds(timeout),
                memory=options.memory_bytes(memory),
                seed=seed,
                out=out,
                format=format_,
                watch=watch,
            )
        for problem in found.problems:
            report_problem(problem.summary, problem.details, files, out)
        if target is not None:
            target.write(json.dumps(found.to_json(), indent=1, ensure_ascii=False) + "\n")
        if target is None or not target.is_terminal:
            _print(found, at_least, quiet)
        return _status(found, at_least)

    raise typer.Exit(guarded(work, files, out=out))


def _status(found: Adequacy, at_least: float | None) -> Status:
    if found.problems:
        return Status.UNKNOWN
    if at_least is not None:
        return Status.FINE if found.reaches(at_least) else Status.VIOLATED
    return Status.FINE if found.decided else Status.UNKNOWN


def _print(found: Adequacy, at_least: float | None, quiet: bool) -> None:
    console = terminal.console()
    for text in (last_line(found, at_least),) if quiet else summary(found, at_least):
        console.print(text)
