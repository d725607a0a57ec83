"""`dovetail test`: a suite of tests by a criterion."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn
from rich.text import Text

from dovetail import api
from dovetail.abstract_states import INTERVALS, PREDICATES, read_predicates
from dovetail.cli import options, terminal
from dovetail.cli.check import ended_like_interrupted
from dovetail.cli.failures import Status, guarded, report_problem
from dovetail.covering import State, Watch
from dovetail.evidence.suite import Suite
from dovetail.frontend.errors import InputError
from dovetail.report import output_folder
from dovetail.report.suite import last_line, summary
from dovetail.testing import DEFAULT_CRITERION, DEFAULT_FORMATS, PATH_LENGTH


def command(
    files: options.Files,
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
        typer.Option(
            "--predicates",
            metavar="FILE",
            help="Predicates for abstract states, one on each line, instead of those in the code.",
            show_default=False,
        ),
    ] = None,
    path_length: Annotated[
        int, typer.Option("--path-length", min=1, help="Of paths: the most decisions that one may take.")
    ] = PATH_LENGTH,
    timeout: options.Timeout = options.TIMEOUT,
    memory: options.Memory = options.MEMORY,
    seed: Annotated[int, typer.Option("--seed", help="Where random choices start.")] = 0,
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
    """Write a suite of tests that covers the program by a criterion."""

    def work() -> Status:
        target = options.json_target(json_to)
        with ended_like_interrupted(), progress_bar(wanted=not quiet) as watch:
            suite = api.test(
                files,
                criterion=criterion,
                for_alarm=for_alarm,
                domain=PREDICATES if predicates is not None else domain,
                predicates=predicates_in(predicates),
                path_length=path_length,
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
                formats=formats or DEFAULT_FORMATS,
                watch=watch,
            )
        for problem in suite.problems:
            report_problem(problem.summary, problem.details, files, out)
        if target is not None:
            target.write(json.dumps(suite.to_json(), indent=1, ensure_ascii=False) + "\n")
        if target is None or not target.is_terminal:
            _print(suite, quiet)
        return Status.FINE if suite.complete else Status.UNKNOWN

    raise typer.Exit(guarded(work, files, out=out))


def predicates_in(path: Path | None) -> list[str]:
    if path is None:
        return []
    try:
        return read_predicates(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: cannot be read: {error}") from error


def _print(suite: Suite, quiet: bool) -> None:
    console = terminal.console()
    for text in (last_line(suite),) if quiet else summary(suite):
        console.print(text if isinstance(text, Text) else Text(text))


@contextmanager
def progress_bar(*, wanted: bool) -> Iterator[Watch | None]:
    """A bar on standard error that shows how many targets are decided; gone afterwards, and only on a
    terminal."""
    console = Console(stderr=True)
    if not (wanted and console.is_terminal):
        yield None
        return
    columns = (
        BarColumn(),
        TextColumn("{task.completed:.0f} of {task.total:.0f} decided"),
        TextColumn("{task.description}"),
    )
    # No thread that refreshes by itself: searches are forked off from this process.
    with Progress(*columns, console=console, transient=True, auto_refresh=False) as progress:
        task = progress.add_task("reading", total=1)

        def watch(state: State) -> None:
            told = f"({state.covered} covered, {state.infeasible} infeasible), {state.doing}"
            progress.update(
                task,
                completed=state.covered + state.infeasible,
                total=max(state.targets, 1),
                description=f"{told}, {state.elapsed:.0f} s of {state.timeout:.0f} s",
                refresh=True,
            )

        yield watch
