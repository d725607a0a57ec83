"""The checks of a program and their verdicts, as rows for a terminal.

Checks that a reader could not tell apart are one row, with how many they are; where a line has several rows,
they are told apart by their columns. A check inside of a library function stands where the user calls it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from rich.text import Text

from dovetail.evidence.verdicts import CheckResult, CheckVerdict, Verdict
from dovetail.program.library_calls import LibraryCheck
from dovetail.program.position import Position
from dovetail.quick_dataclass import dataclass

ROWS = 200
SHORT = 60
_MANY = 4
_CALLS = 2
"""So many calls of a library function are named."""
HEAD = ("#", "kind", "place", "verdict", "evidence or reason")

STYLES = {
    Verdict.PROVED: "green",
    Verdict.UNREACHABLE: "yellow",
    Verdict.WITHIN_BOUNDS: "yellow",
    Verdict.VIOLATED: "red",
    Verdict.UNKNOWN: "yellow",
}


@dataclass(frozen=True, slots=True)
class _Key:
    """What a row says; checks with the same one are one row."""

    kind: str
    line: str
    verdict: Verdict
    told: str


def table(result: CheckResult) -> Iterator[Text]:
    checks = result.checks
    if not checks:
        return
    groups: dict[_Key, list[CheckVerdict]] = {}
    common = result.reason or _common(checks)
    for check in checks:
        groups.setdefault(_key(check, common, result.library), []).append(check)
    shown = list(groups.items())[:ROWS]
    rows = [_row(key, group, groups, result.library) for key, group in shown]
    widths = [max(len(row[column]) for row in (HEAD, *rows)) for column in range(4)]
    yield Text(_columns(HEAD, widths), style="bold")
    for (key, _), row in zip(shown, rows, strict=True):
        text = Text(_columns(row, widths))
        start = sum(widths[:3]) + 6
        text.stylize(STYLES[key.verdict], start, start + len(key.verdict))
        yield text
    rest = [check.verdict for _, group in list(groups.items())[ROWS:] for check in group]
    if rest:
        counts = ", ".join(f"{rest.count(verdict)} {verdict}" for verdict in Verdict if verdict in rest)
        yield Text(f"… and {len(rest)} more: {counts} (--json has them all)", style="dim")
    if common and not result.reason:
        yield Text(f"unknown: {common}")


def _common(checks: Sequence[CheckVerdict]) -> str:
    """A long reason that is that of many checks."""
    unknown = Counter(check.reason for check in checks if check.verdict is Verdict.UNKNOWN)
    for reason, count in unknown.most_common(1):
        return reason if count >= _MANY and len(reason) > SHORT else ""
    return ""


def _key(check: CheckVerdict, common: str, library: Mapping[int, LibraryCheck]) -> _Key:
    """A long reason that is said below anyway is not said in each row."""
    told = check.reason
    if check.verdict is not Verdict.UNREACHABLE and not check.vacuous:
        told = check.evidence or check.reason
    if told == common and len(common) > SHORT:
        told = "see below"
    return _Key(check.check.kind, _line(check, library), check.verdict, told or "")


def _line(check: CheckVerdict, library: Mapping[int, LibraryCheck]) -> str:
    position = check.check.position
    inside = library.get(check.check.ident)
    return f"{position.file}:{position.line}" if inside is None else in_library(inside)


def in_library(inside: LibraryCheck) -> str:
    """The calls, and of what."""
    lines = list(dict.fromkeys(f"{one.file}:{one.line}" for one in inside.calls))
    more = f", … ({len(lines)} calls)" if len(lines) > _CALLS else ""
    return f"{', '.join(lines[:_CALLS])}{more} ({inside.function})"


def _row(
    key: _Key,
    group: Sequence[CheckVerdict],
    groups: Mapping[_Key, Sequence[CheckVerdict]],
    library: Mapping[int, LibraryCheck],
) -> tuple[str, ...]:
    place = key.line
    alike = sum((one.kind, one.line) == (key.kind, key.line) for one in groups)
    if alike > 1 and group[0].check.ident not in library:
        columns = dict.fromkeys(check.check.position.column for check in group)
        place += ":" + ",".join(map(str, columns))
    count = f" ×{len(group)}" if len(group) > 1 else ""
    numbers = [check.check.ident for check in group]
    return (_ranges(numbers), key.kind + count, place, key.verdict.value, key.told)


def _ranges(numbers: Sequence[int]) -> str:
    """`3-5, 9`."""
    parts: list[list[int]] = []
    for number in numbers:
        if parts and parts[-1][-1] == number - 1:
            parts[-1].append(number)
        else:
            parts.append([number])
    return ", ".join(str(part[0]) if len(part) == 1 else f"{part[0]}-{part[-1]}" for part in parts)


def _columns(row: tuple[str, ...], widths: list[int]) -> str:
    number, *others = row
    cells = [f"{number:>{widths[0]}}", *(f"{cell:<{w}}" for cell, w in zip(others, widths[1:], strict=False))]
    return "  ".join([*cells, row[-1]]).rstrip()


def place_of(position: Position, inside: LibraryCheck | None, called_at: str) -> str:
    """Where a violation happened, for a person."""
    if inside is None:
        return str(position)
    return called_at or str(inside.calls[0])
