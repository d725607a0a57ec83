"""How far a search has got, live, on a terminal; anywhere else nothing is shown."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from dovetail.report.quantities import duration

if TYPE_CHECKING:
    from rich.console import Console

    from dovetail.projects.checking_project import ProjectProgress
    from dovetail.strategies.outcome import Progress
    from dovetail.suites.covering import State


@contextmanager
def live(timeout: float, *, wanted: bool) -> Iterator[Callable[[Progress], None] | None]:
    """Someone to tell how far it has got, for as long as the search lasts. The line goes to standard error,
    and is gone afterwards."""
    console = _terminal() if wanted else None
    if console is None:
        yield None
        return
    from rich.live import Live
    from rich.text import Text

    started = time.monotonic()
    # No thread that refreshes by itself: the search is forked off from this process.
    with Live(Text("reading …"), console=console, auto_refresh=False, transient=True) as line:
        yield lambda progress: line.update(
            Text(_sentence(progress, time.monotonic() - started, timeout)), refresh=True
        )


def _terminal() -> Console | None:
    """Standard error, if that is one. Whoever styles lines is asked only where it could be: where it is not,
    nothing waits for a library."""
    forced = any(os.environ.get(name) for name in ("FORCE_COLOR", "TTY_COMPATIBLE"))
    if not (forced or sys.stderr.isatty()):
        return None
    from rich.console import Console

    console = Console(stderr=True)
    return console if console.is_terminal else None


def _sentence(progress: Progress, elapsed: float, timeout: float) -> str:
    return (
        f"{progress.rounds} rounds, {progress.tests} tests, {progress.regions} regions, "
        f"{progress.open_checks} open checks, {elapsed:.0f} s of {duration(timeout)}"
    )


@contextmanager
def progress_bar(*, wanted: bool) -> Iterator[Callable[[State], None] | None]:
    """A bar on standard error that shows how many targets are decided; gone afterwards, and only on a
    terminal."""
    console = _terminal() if wanted else None
    if console is None:
        yield None
        return
    from rich.progress import BarColumn, Progress, TextColumn

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


@contextmanager
def units_bar(*, wanted: bool) -> Iterator[Callable[[ProjectProgress], None] | None]:
    """A bar on standard error that shows how many units are done, and what was found; gone afterwards."""
    console = _terminal() if wanted else None
    if console is None:
        yield None
        return
    from rich.progress import BarColumn, Progress, TextColumn

    columns = (
        BarColumn(),
        TextColumn("{task.completed:.0f} of {task.total:.0f} units"),
        TextColumn("{task.description}"),
    )
    with Progress(*columns, console=console, transient=True, auto_refresh=False) as progress:
        task = progress.add_task("reading", total=1)

        def watch(state: ProjectProgress) -> None:
            counts = ", ".join(f"{number} {standing.value}" for standing, number in state.counts)
            progress.update(
                task,
                completed=state.done,
                total=max(state.all, 1),
                description=f"{counts}  {state.doing}  {state.elapsed:.0f} s",
                refresh=True,
            )

        yield watch
