"""The doors: what is asked for is declared once, and nobody waits for what only others need."""

from __future__ import annotations

import inspect
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest
from typer.testing import Result

import dovetail as library
from dovetail.asking.limits import Limits
from dovetail.asking.reading import HowToReadTasks, Reading
from dovetail.cli import options
from dovetail.cli.app import COMMANDS
from dovetail.frontend.load import EXTERNALS
from thinned import thinned_rows

Command = Callable[..., Result]
Program = Callable[..., Path]

SOLVERS = {"bitwuzla", "z3", "numpy"}
SEARCHES = {"dovetail.strategies.auto", "dovetail.evidence.checker", "dovetail.verifying.checking"}
READS_C = {"dovetail.frontend.load", "msgspec"}


def imported(tmp_path: Path, *arguments: str) -> set[str]:
    """What a command has imported when it is done."""
    script = (
        "import os, sys\n"
        "def leave(status):\n"
        "    sys.stderr.write('\\n'.join(sys.modules))\n"
        "    sys.stderr.flush()\n"
        "    plain(status)\n"
        "plain, os._exit = os._exit, leave\n"
        "from dovetail.cli import main\n"
        "main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return set(done.stderr.splitlines())


@pytest.mark.parametrize(
    ("arguments", "unwanted"),
    thinned_rows(
        [
            (["--help"], SOLVERS | SEARCHES | READS_C | {"rich", "dovetail.api", "dovetail.cli.check"}),
            (["check", "--help"], SOLVERS | SEARCHES | READS_C | {"rich", "dovetail.cli.show"}),
            (["show", "f.c"], SOLVERS | SEARCHES | {"rich", "dovetail.execution.executor"}),
            (["run", "f.c"], SOLVERS | SEARCHES),
        ],
        2,
    ),
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_what_a_command_does_not_import(arguments: list[str], unwanted: set[str], tmp_path: Path) -> None:
    (tmp_path / "f.c").write_text("int main(void) { return 0; }\n")
    found = imported(tmp_path, *arguments)
    assert "dovetail.cli.app" in found
    assert found & unwanted == set()


@pytest.mark.slow
def test_the_process_that_keeps_the_limits_does_not_search(tmp_path: Path) -> None:
    (tmp_path / "f.c").write_text("int main(void) { return 0; }\n")
    script = (
        "import sys, dovetail\n"
        "assert dovetail.check('f.c', timeout=60).verdict.value == 'proved'\n"
        f"found = set(sys.modules) & {SOLVERS | SEARCHES!r}\n"
        "assert not found, found\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_each_command_is_introduced_as_it_introduces_itself() -> None:
    for name, text in COMMANDS.items():
        assert import_module(f"dovetail.cli.{name}").command.__doc__ == text


def test_an_unknown_command_is_told_of_others(dovetail: Command) -> None:
    result = dovetail("shwo")
    assert result.exit_code == 2
    assert "Did you mean 'show'" in result.output


def test_keywords_are_spelled_out() -> None:
    words = set(HowToReadTasks.__annotations__)
    assert words | {"files"} == set(inspect.signature(Reading).parameters)
    for name in ("check", "test", "adequacy", "show"):
        assert words <= set(inspect.signature(getattr(library, name)).parameters)
    for name in ("run", "abstract"):
        parameters = set(inspect.signature(getattr(library, name)).parameters)
        assert words - parameters == {"svcomp"}


def test_a_keyword_that_there_is_not(tmp_path: Path) -> None:
    file = tmp_path / "f.c"
    file.write_text("int main(void) { return 0; }\n")
    with pytest.raises(TypeError, match="propertys"):
        library.check(file, propertys=["no-overflow"])  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="svcomp"):
        library.run(file, svcomp=True)  # type: ignore[call-arg]


def test_what_functions_without_a_body_may_do() -> None:
    assert tuple(one.value for one in options.Externals) == EXTERNALS


def test_limits_are_equal_whenever_they_began() -> None:
    assert Limits(5, started=1.0) == Limits(5, started=2.0)
    assert Limits(5, started=1.0).deadline == 6.0
