"""Findings as GitHub shows them: commands for the log of a job, which become annotations beside their lines,
and a table in Markdown for its summary, or a comment.

Only what is new, and has been seen or needs a word from somebody: of what is merely unknown there may be any
number.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

from dovetail.evidence.project import Finding, ProjectResult, Standing

TITLE = "## Dovetail: "
_LEVELS = {Standing.VIOLATED: "error", Standing.POTENTIAL: "warning"}
_MOST = 50
"""Rows of a table; GitHub itself shows ten annotations of a kind."""
_MARKUP = re.compile(r"([\\`*_{}\[\]<>|#~])")


def annotations_text(result: ProjectResult) -> bytes:
    lines = [_command(one, result.root) for one in result.new if one.standing in _LEVELS]
    return "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")


def markdown_text(result: ProjectResult) -> bytes:
    new = [one for one in result.new if one.standing in _LEVELS]
    known = sum(one.standing in _LEVELS for one in result.findings) - len(new)
    counts = ", ".join(f"{number} {standing.value}" for standing, number in result.counts().items())
    lines = [f"{TITLE}{len(new)} new finding{'s' if len(new) != 1 else ''}", ""]
    if new:
        lines += ["| | where | what |", "|---|---|---|"]
    for one in new[:_MOST]:
        place = f"{_path(one, result.root)}:{one.info.position.line}"
        lines.append(
            f"| {one.standing.value} | {_plain(place)} | {_plain(f'{one.sentence} (in {one.unit})')} |"
        )
    if len(new) > _MOST:
        lines += ["", f"and {len(new) - _MOST} more"]
    if new:
        lines.append("")
    lines.append(f"{len(result.units)} units: {counts}." + (f" {known} findings are known." if known else ""))
    return ("\n".join(lines) + "\n").encode("utf-8", "replace")


def _command(one: Finding, root: Path) -> str:
    place = {"file": _path(one, root), "line": str(max(one.info.position.line, 1))}
    if one.info.position.column > 0:
        place["col"] = str(one.info.position.column)
    place["title"] = f"{one.info.kind}: {one.standing.value}"
    said = ",".join(f"{key}={_escaped(value, of_property=True)}" for key, value in place.items())
    return f"::{_LEVELS[one.standing]} {said}::{_escaped(f'{one.sentence} (in {one.unit})')}"


def _path(one: Finding, root: Path) -> str:
    """From the folder of the job, where it can be told from there: that is where the repository is."""
    home = Path(os.environ.get("GITHUB_WORKSPACE") or root)
    file = Path(os.path.abspath(root / one.info.position.file))
    return str(file.relative_to(home)) if file.is_relative_to(home) else str(file)


def _escaped(text: str, *, of_property: bool = False) -> str:
    """A line that begins with `::` would be a command of its own."""
    text = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    return text.replace(":", "%3A").replace(",", "%2C") if of_property else text


def _plain(text: str) -> str:
    return _MARKUP.sub(r"\\\1", " ".join(text.split()))
