"""How far a search has got, live, on a terminal; anywhere else nothing is shown."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.live import Live
from rich.text import Text

from dovetail.report.quantities import duration
from dovetail.strategies.outcome import Progress


@contextmanager
def live(timeout: float, *, wanted: bool) -> Iterator[Callable[[Progress], None] | None]:
    """Someone to tell how far it has got, for as long as the search lasts. The line goes to standard error,
    and is gone afterwards."""
    console = Console(stderr=True)
    if not (wanted and console.is_terminal):
        yield None
        return
    started = time.monotonic()
    # No thread that refreshes by itself: the search is forked off from this process.
    with Live(Text("reading …"), console=console, auto_refresh=False, transient=True) as line:
        yield lambda progress: line.update(
            _sentence(progress, time.monotonic() - started, timeout), refresh=True
        )


def _sentence(progress: Progress, elapsed: float, timeout: float) -> Text:
    return Text(
        f"{progress.rounds} rounds, {progress.tests} tests, {progress.regions} regions, "
        f"{progress.open_checks} open checks, {elapsed:.0f} s of {duration(timeout)}"
    )
