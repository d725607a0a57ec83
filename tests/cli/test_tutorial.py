"""The tutorial: its files are written, its commands are run, and what it shows of the answers is there."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

TEXT = (Path(__file__).parents[2] / "docs" / "tutorial.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(console|c) ?([\w.]*)\n(.*?)^```$", re.M | re.S)
SAID = re.compile(r"^\s*(\d[\d, -]* +[a-z]+-?[a-z]+|VERDICT|INFERRED|accepted|dovetail_|contracts:)")
"""Lines that do not depend on who was first."""


def test_there_are_ten_commands() -> None:
    shown = [line for kind, _, body in BLOCK.findall(TEXT) for line in body.splitlines() if kind == "console"]
    commands = [line for line in shown if line.startswith("$ dovetail ")]
    assert len(commands) == 11, "ten, and one that shows what becomes of a mistake"
    assert [f"**{n}.**" in TEXT for n in range(1, 11)] == [True] * 10


@pytest.mark.slow
def test_what_it_shows_is_so(tmp_path: Path) -> None:
    for kind, name, body in BLOCK.findall(TEXT):
        if kind == "c":
            (tmp_path / name).write_text(body)
            continue
        output = ""
        for line in body.splitlines():
            if line.startswith("$ "):
                output = _run(line[2:], tmp_path)
            elif SAID.match(line):
                assert _plain(line) in _plain(output), f"{line}\n--- in\n{output}"


def _run(command: str, folder: Path) -> str:
    words = shlex.split(command)
    if words[0] == "sed":
        script, source, _, target = words[1:]
        _, old, new, _ = script.split("/")
        (folder / target).write_text((folder / source).read_text().replace(old, new))
        return ""
    run = [sys.executable, "-m", *words]
    return subprocess.run(run, cwd=folder, capture_output=True, text=True, check=False).stdout


def _plain(text: str) -> str:
    return " ".join(text.split())
