"""`dovetail check`: prove or refute every check."""

from __future__ import annotations

import json
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from dovetail import api
from dovetail.cli import options, terminal
from dovetail.cli.failures import Status, guarded, report_problem
from dovetail.cli.progress import live
from dovetail.evidence.verdicts import CheckResult, Verdict
from dovetail.kinds import AUTO
from dovetail.report import output_folder
from dovetail.report.verdict import STYLES, answer, verdict_line


def command(
    files: options.Files,
    strategy: Annotated[
        str, typer.Option("--strategy", metavar="NAME", help="How to search; auto chooses.")
    ] = AUTO,
    timeout: options.Timeout = options.TIMEOUT,
    memory: options.Memory = options.MEMORY,
    moves: Annotated[
        int | None,
        typer.Option(
            "--moves",
            metavar="N",
            min=1,
            help="Let each strategy make N moves, however long that takes within --timeout: "
            "the same seed then gives the same result again.",
            show_default=False,
        ),
    ] = None,
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
    seed: Annotated[int, typer.Option("--seed", help="Where random choices start.")] = 0,
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
    """Prove or refute every check. The last line is the verdict."""

    def work() -> Status:
        target = options.json_target(json_to)
        limit = options.seconds(timeout)
        with ended_like_interrupted(), live(limit, wanted=not quiet) as watch:
            result = api.check(
                files,
                properties=properties or (),
                function=function,
                api=options.api_functions(api_flag, api_functions),
                api_init=api_init,
                data_model=data_model,
                flags=flags or (),
                compile_commands=compile_commands,
                strategy=strategy,
                timeout=limit,
                memory=options.memory_bytes(memory),
                moves=moves,
                jobs=jobs,
                sharing=not no_sharing,
                seed=seed,
                out=out,
                tests=tests or (),
                accept_bounds=accept_bounds,
                svcomp=svcomp,
                externals=externals.value,
                malloc_may_fail=malloc_may_fail,
                watch=watch,
            )
        for problem in result.problems:
            report_problem(problem.summary, problem.details, files, out)
        if target is not None:
            target.write(json.dumps(result.to_json(), indent=1, ensure_ascii=False) + "\n")
        if target is None or not target.is_terminal:
            _print(result, quiet)
        return status_of(result)

    otherwise = verdict_line(Verdict.UNKNOWN) if json_to != "-" else None
    raise typer.Exit(guarded(work, files, last_line=otherwise, out=out))


def status_of(result: CheckResult) -> Status:
    match result.verdict:
        case Verdict.VIOLATED:
            return Status.VIOLATED
        case Verdict.UNKNOWN:
            return Status.UNKNOWN
        case _:
            return Status.FINE


def _print(result: CheckResult, quiet: bool) -> None:
    console = terminal.console()
    if quiet:
        console.print(Text(verdict_line(result.verdict), style=STYLES[result.verdict]))
        return
    for text in answer(result):
        console.print(text)


@contextmanager
def ended_like_interrupted() -> Iterator[None]:
    """SIGTERM, with which schedulers end a job, is like Ctrl-C: what is known by then is the result."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
