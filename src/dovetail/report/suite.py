"""The answer to `dovetail test` for a terminal: what was covered, by function, and what was not, and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from rich.text import Text

from dovetail.evidence.suite import Status, Suite, TargetResult, Test
from dovetail.report.phrases import (
    SHOWN,
    certificates,
    cost,
    count,
    inputs_in_words,
    notes,
    rest,
    rests_on,
    table,
)


def summary(suite: Suite) -> Iterator[Text]:
    """Everything, line by line, the figure last."""
    yield from _table(suite)
    yield from _tests(suite)
    yield from _infeasible(suite)
    yield from _open(suite)
    yield from _said(suite)
    yield Text()
    yield cost(suite.figures, suite.seed)
    yield last_line(suite)


def last_line(suite: Suite) -> Text:
    targets, covered = len(suite.targets), suite.count(Status.COVERED)
    infeasible, open_ = suite.count(Status.INFEASIBLE), suite.count(Status.OPEN)
    style = "bold green" if suite.complete else "bold yellow"
    if not targets:
        return Text(f"no {suite.criterion} to cover", style="bold yellow")
    parts = [f"{covered} of {targets} {suite.criterion} covered"]
    parts += [f"{infeasible} infeasible"] if infeasible else []
    parts += [f"{open_} open"] if open_ else []
    share = f" ({100 * suite.coverage:.1f} % of those that are not infeasible)" if infeasible or open_ else ""
    kept = {name: len(suite.tests) - len(tests) for name, tests in suite.left_out.items()}
    fewer = "".join(f" ({count} of them in {name}: see above)" for name, count in kept.items())
    return Text(f"{', '.join(parts)}{share}, by {count(len(suite.tests), 'test')}{fewer}", style=style)


def _table(suite: Suite) -> Iterator[Text]:
    if not suite.targets:
        return
    head = ("function", suite.criterion, "covered", "infeasible", "open")
    functions = dict.fromkeys(result.info.function for result in suite.targets)
    rows = [_row(name, [r for r in suite.targets if r.info.function == name]) for name in functions]
    if len(rows) > 1:
        rows.append(_row("all", suite.targets))
    yield from table(head, rows, words=1)


def _row(name: str, results: Sequence[TargetResult]) -> tuple[str, ...]:
    counts = [sum(result.status is status for result in results) for status in Status]
    return (name, *map(str, (len(results), *counts)))


def _tests(suite: Suite) -> Iterator[Text]:
    if not suite.tests:
        return
    yield Text()
    yield Text("tests:")
    for test in suite.tests[:SHOWN]:
        covers = f"covers {len(test.covers)}, {len(test.alone)} of them alone"
        yield Text(f"    {test.number}. {inputs_in_words(test)}: {_expected(test)}; {covers}")
    yield from rest(len(suite.tests))


def _expected(test: Test) -> str:
    """What the entry returns is not what the function does."""
    expects = test.expects
    if expects is None:
        return test.outcome.sentence
    told = "returns" if expects.result is None else f"returns {expects.result}"
    if not expects.others:
        return told
    return f"{told}, {count(expects.others, 'other value')} expected"


def _infeasible(suite: Suite) -> Iterator[Text]:
    results = [result for result in suite.targets if result.status is Status.INFEASIBLE]
    if not results:
        return
    yield Text()
    bounded = any(one.is_bound for one in suite.assumptions)
    yield Text(f"proved infeasible{', within bounds' if bounded else ''}:")
    for result in results[:SHOWN]:
        yield Text(f"    {_place(result)}")
    yield from rest(len(results))
    yield from certificates(result.certificate for result in results)


def _open(suite: Suite) -> Iterator[Text]:
    results = [result for result in suite.targets if result.status is Status.OPEN]
    if not results:
        return
    yield Text()
    yield Text("open:", style="yellow")
    for result in results[:SHOWN]:
        yield Text(f"    {_place(result)}: {result.reason}")
    yield from rest(len(results))


def _place(result: TargetResult) -> str:
    info = result.info
    return f"{info.position.file}:{info.position.line}: {info.description}"


def _said(suite: Suite) -> Iterator[Text]:
    lines = list(suite.notes)
    for name, tests in suite.left_out.items():
        for reason in dict.fromkeys(tests.values()):
            numbers = [str(number) for number, why in tests.items() if why == reason]
            which = "test" if len(numbers) == 1 else "tests"
            lines.append(f"{name} leaves out {which} {', '.join(numbers)}: {reason}")
    yield from notes(lines)
    yield from rests_on(suite.assumptions)
    if suite.written:
        yield Text()
        for name, files in suite.written.items():
            where = files[0] if len(files) == 1 else str(Path(files[0]).parent)
            yield Text(f"written: {name}: {where}")
