"""Documents: what a how-to shows is what happens, options that are written down exist, links lead somewhere.

In a how-to, a fence of C, JSON or TOML that names a file is that file. A fence of `console` is run in bash,
in a folder with the files so far: what is printed has the lines that are shown, in their order, where `…`
stands for any others, or for the rest of a line. `[1]` at the end is the exit status of the last command, if
it is not 0.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
import typer

from dovetail.cli.app import COMMANDS, app

ROOT = Path(__file__).parent.parent
DOCUMENTS = sorted(
    [
        *ROOT.glob("*.md"),
        *(ROOT / "docs").rglob("*.md"),
        *ROOT.glob("*/*/README.md"),
        *ROOT.glob("bench/*.md"),
    ]
)
HOWTOS = sorted((ROOT / "docs" / "howto").glob("*.md"))
FENCE = re.compile(r"^```(?P<kind>\w*)(?: (?P<file>[\w.-]+))?\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(?<!!)\[[^\]\n]*\]\((?P<to>[^()\s]+)\)")
CALL = re.compile(r"^\s*(?:\$ |- (?:run: )?)?dovetail (?P<words>[^|>#\n]*)", re.MULTILINE)


# ---- what is shown is what happens -------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("path", HOWTOS, ids=lambda path: path.stem)
def test_what_a_how_to_shows_is_what_happens(path: Path, tmp_path: Path) -> None:
    shown = 0
    for fence in FENCE.finditer(path.read_text(encoding="utf-8")):
        if fence["file"]:
            (tmp_path / fence["file"]).write_text(fence["text"])
        elif fence["kind"] == "console":
            for command, expected, status in _commands(fence["text"]):
                output, ended = _run(command, tmp_path)
                assert ended == status, f"{command}\n{output}"
                assert not (missing := _missing(expected, output)), f"{command}: {missing!r} not in\n{output}"
                shown += 1
    assert shown


def _commands(text: str) -> Iterator[tuple[str, list[str], int]]:
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, *lines = part.rstrip("\n").split("\n")
        status = 0
        if lines and (found := re.fullmatch(r"\[(\d+)\]", lines[-1])):
            status = int(found[1])
            lines.pop()
        yield command, lines, status


def _run(command: str, folder: Path) -> tuple[str, int]:
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", "-c", command], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )
    return done.stdout + done.stderr, done.returncode


def _missing(expected: list[str], output: str) -> str:
    """The first line that is shown and not printed, in order."""
    left = output.split("\n")
    free = False
    for line in expected:
        if line == "…":
            free = True
            continue
        head = line[:-1].rstrip() if line.endswith("…") else None
        at = next(
            (at for at, one in enumerate(left) if one == line or (head is not None and one.startswith(head))),
            None,
        )
        if at is None or (at and not free):
            return line
        left, free = left[at + 1 :], False
    return "" if free or not any(left) else left[0]


# ---- options that are written down exist -------------------------------------------------------------------


@cache
def _options(command: str) -> frozenset[str]:
    group: Any = typer.main.get_command(app)
    parameters = group.get_command(typer.Context(group), command).params
    return frozenset({"--help", *(name for one in parameters for name in (*one.opts, *one.secondary_opts))})


def _calls() -> Iterator[tuple[str, list[str]]]:
    for path in DOCUMENTS:
        if path.name == "CHANGELOG.md":
            continue
        text = path.read_text(encoding="utf-8")
        found = [CALL.finditer(one["text"]) for one in FENCE.finditer(text)]
        inline = re.finditer(r"`dovetail (?P<words>[^`\n]*)`", FENCE.sub("", text))
        for call in (*(one for each in found for one in each), *inline):
            words = call["words"].replace("[", " ").replace("]", " ").split()
            while words and words[0] in ("--server",):
                words = words[2:]
            if words and words[0] in COMMANDS:
                yield f"{path.relative_to(ROOT)}: dovetail {call['words']}", words


def test_what_is_written_down_can_be_said() -> None:
    calls = list(_calls())
    assert len(calls) > 100
    for where, (command, *words) in calls:
        told = words[: words.index("--")] if "--" in words else words
        for word in told:
            name = word.partition("=")[0].rstrip(".,:;…")
            if name.startswith("--") and len(name) > 2:
                assert name in _options(command), f"{where}: there is no {name}"


# ---- links lead somewhere ----------------------------------------------------------------------------------


def _prose(path: Path) -> str:
    """Without code."""
    return re.sub(r"`[^`\n]*`", "`code`", FENCE.sub("", path.read_text(encoding="utf-8")))


def _anchors(path: Path) -> set[str]:
    """Of the headings of a document, as GitHub makes them."""
    found: set[str] = set()
    for line in FENCE.sub("", path.read_text(encoding="utf-8")).split("\n"):
        if line.startswith("#"):
            bare = re.sub(r"[^\w\- ]", "", line.lstrip("#").strip().lower()).replace(" ", "-")
            same = sum(
                one == bare or one.startswith(f"{bare}-") and one[len(bare) + 1 :].isdigit() for one in found
            )
            found.add(f"{bare}-{same}" if same else bare)
    return found


def test_links_lead_somewhere() -> None:
    wrong = []
    for path in DOCUMENTS:
        for link in LINK.finditer(_prose(path)):
            to, _, anchor = unquote(link["to"]).partition("#")
            if re.match(r"[a-z]+:", to):
                continue
            there = path if not to else (path.parent / to).resolve()
            if not there.exists() or not there.is_relative_to(ROOT):
                wrong.append(f"{path.relative_to(ROOT)}: {link['to']}")
            elif anchor and there.suffix == ".md" and anchor not in _anchors(there):
                wrong.append(f"{path.relative_to(ROOT)}: {link['to']}: there is no such heading")
    assert not wrong, "\n".join(wrong)


def test_every_document_is_reached_from_the_first() -> None:
    reached: set[Path] = set()
    left = [ROOT / "docs" / "index.md"]
    while left:
        path = left.pop()
        if path in reached or path.suffix != ".md":
            continue
        reached.add(path)
        for link in LINK.finditer(_prose(path)):
            there = (path.parent / link["to"].partition("#")[0]).resolve()
            if there.is_file() and there.is_relative_to(ROOT):
                left.append(there)
    lost = set((ROOT / "docs").rglob("*.md")) - reached
    assert not lost, lost
