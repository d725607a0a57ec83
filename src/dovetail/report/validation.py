"""The answer to `dovetail validate` for a terminal; the last two lines are for scripts."""

from __future__ import annotations

from collections.abc import Iterator

from rich.text import Text

from dovetail.evidence.validation import Standing, Validation
from dovetail.report.c_text import visible
from dovetail.report.check_table import STYLES
from dovetail.report.verdict import answer as answer_to_check
from dovetail.report.verdict import verdict_line

_STYLES = {Standing.ACCEPTED: "green", Standing.REJECTED: "red", Standing.UNKNOWN: "yellow"}


def answer(done: Validation) -> Iterator[Text]:
    if done.result is not None:
        yield from list(answer_to_check(done.result))[:-1]
        yield Text()
        # What the user has not said is as the witness has it: a verdict is about no more than this.
        asked = ", ".join(done.result.properties)
        yield Text(f"asked: {asked}; {done.result.data_model}, from {visible(done.result.entry)}")
    for path in done.read:
        yield Text(f"read with the witness in it: {visible(path)}")
    for one in done.left_out:
        yield Text(f"not followed: {visible(one)}")
    by = f" of {visible(done.producer)}" if done.producer else ""
    yield Text(f"{done.kind}{by}: {visible(done.reason)}")
    yield from last_lines(done)


def last_lines(done: Validation) -> Iterator[Text]:
    yield Text(f"WITNESS: {done.standing.value.upper()}", style=_STYLES[done.standing])
    yield Text(verdict_line(done.verdict), style=f"bold {STYLES[done.verdict]}")
