"""The command line, called in the test's own process and in an empty folder of its own."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from dovetail.cli.app import app

Command = Callable[..., Result]


@pytest.fixture
def dovetail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    monkeypatch.chdir(tmp_path)
    runner = CliRunner()

    def call(*arguments: object) -> Result:
        return runner.invoke(app, [str(argument) for argument in arguments])

    return call


@pytest.fixture
def program(tmp_path: Path) -> Callable[[str], Path]:
    """Writes a C file."""

    def write(text: str, name: str = "f.c") -> Path:
        path = tmp_path / name
        path.write_text(text)
        return Path(name)

    return write
