"""`dovetail abstract`: its options, its exit status, and what it writes. What it says is made up here."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

import dovetail as library
from dovetail.asking.asked import AbstractOptions
from dovetail.asking.limits import Limits
from dovetail.asking.reading import Reading
from dovetail.evidence.annotated import AnnotatedProgram
from dovetail.frontend.load import Loaded
from dovetail.program.position import Position
from dovetail.report.page import GENERATOR
from report.handmade import FACTORIAL, factorial

FILE = "examples/fact.c"
Command = Callable[..., Result]


@pytest.fixture
def said(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> dict[str, list[AnnotatedProgram | AbstractOptions]]:
    """What the analysis says, last of `says`, and what it was asked for."""
    (tmp_path / "examples").mkdir()
    (tmp_path / FILE).write_text(FACTORIAL)
    record: dict[str, list[AnnotatedProgram | AbstractOptions]] = {"says": [factorial()], "asked": []}

    def analyse(loaded: Loaded, options: AbstractOptions) -> AnnotatedProgram:
        record["asked"].append(options)
        assert loaded.program.files == (FILE,)
        said = record["says"][-1]
        assert isinstance(said, AnnotatedProgram)
        return said

    def in_this_process(work: Any, reading: Reading, limits: Limits) -> Any:
        return work(reading.load, None)

    monkeypatch.setattr("dovetail.doors.abstracting.abstract_program", analyse)
    monkeypatch.setattr("dovetail.doors.from_files.within", in_this_process)
    return record


def test_the_listing(dovetail: Command, said: dict[str, list[AnnotatedProgram]]) -> None:
    result = dovetail("abstract", FILE)
    assert result.exit_code == 3, result.output
    assert " 7↻ │     while (n != 0) {\n" in result.stdout
    assert "\x1b" not in result.stdout
    assert result.stdout.splitlines()[-1].endswith("`dovetail check` decides.")
    assert result.stderr == ""


def test_quiet(dovetail: Command, said: dict[str, list[AnnotatedProgram]]) -> None:
    result = dovetail("abstract", FILE, "--quiet")
    assert result.exit_code == 3
    assert result.stdout.startswith("4 checks: 1 certain, ") and result.stdout.count("\n") == 1


def test_status_0_only_if_nothing_may_fail(
    dovetail: Command, said: dict[str, list[AnnotatedProgram]]
) -> None:
    checks = factorial().checks
    for kept, status in (((0, 2), 0), ((1,), 3), ((3,), 3), ((), 0)):
        said["says"].append(replace(factorial(), checks=tuple(checks[number] for number in kept)))
        assert dovetail("abstract", FILE, "-q").exit_code == status
    unmodelled = ((Position(FILE, 17, 5), "inline assembly"),)
    said["says"].append(replace(factorial(), checks=(), unmodelled=unmodelled))
    assert dovetail("abstract", FILE, "-q").exit_code == 3


def test_options(dovetail: Command, said: dict[str, list[AbstractOptions]]) -> None:
    dovetail("abstract", FILE)
    dovetail("abstract", FILE, "--forward", "--domain", "intervals", "--timeout", "2m", "--memory", "1GiB")
    dovetail("abstract", FILE, "--backward")
    dovetail("abstract", FILE, "--both")
    library.abstract(FILE, direction="forward", domain="octagons", timeout=5, memory=1000)
    assert said["asked"] == [
        AbstractOptions("both", "all", Limits(60.0, 4 << 30)),
        AbstractOptions("forward", "intervals", Limits(120.0, 1 << 30)),
        AbstractOptions("backward", "all", Limits(60.0, 4 << 30)),
        AbstractOptions("both", "all", Limits(60.0, 4 << 30)),
        AbstractOptions("forward", "octagons", Limits(5, 1000)),
    ]


def test_all_at_a_line(dovetail: Command, said: dict[str, list[AnnotatedProgram]]) -> None:
    for place in ("28", f"{FILE}:28", "fact.c:28"):
        result = dovetail("abstract", FILE, "--at", place)
        assert result.exit_code == 3, result.output
        lines = result.stdout.splitlines()
        assert lines[0] == f"{FILE}:28: for (int i = 0; i < 2; i++)"
        assert "    i        [0, 2]      0 <= i && i <= 2" in lines
        assert lines[-1].endswith("`dovetail check` decides.")
        assert not any("while" in line for line in lines)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--at", "ten"], "'ten' is neither a line nor FILE:LINE"),
        (["--at", "0"], "'0' is neither a line nor FILE:LINE"),
        (
            ["--at", "10"],
            "no statement that is analysed begins on line 10 of examples/fact.c; the nearest are on 9",
        ),
        (["--at", "999"], "begins on line 999 of examples/fact.c; the nearest are on 31"),
        (["--at", "other.c:7"], "other.c: nothing is known in it; there are examples/fact.c"),
        (["--forward", "--both"], "exclude each other"),
        (["--timeout", "soon"], "'soon' is not a duration"),
        (["--memory", "much"], "'much' is not a size"),
        (["--html", "gone/page.html"], "gone/page.html: cannot be written"),
        (["--html", "examples"], "examples: cannot be written"),
        (["--html", FILE], "examples/fact.c exists and was not written by Dovetail"),
        (["--json", "gone/a.json"], "gone/a.json: cannot be written"),
    ],
)
def test_bad_options(
    arguments: list[str], message: str, dovetail: Command, said: dict[str, list[AnnotatedProgram]]
) -> None:
    result = dovetail("abstract", FILE, *arguments)
    assert result.exit_code == 2, result.output
    assert result.stdout == ""
    assert result.stderr.startswith("error: ") and result.stderr.count("\n") == 1
    assert message in result.stderr
    assert Path(FILE).read_text() == FACTORIAL
    # What can be found out before the work is found out before it.
    assert len(said["asked"]) == (arguments[0] == "--at" and arguments[1] not in ("ten", "0"))


def test_a_line_of_several_files(dovetail: Command, said: dict[str, list[AnnotatedProgram]]) -> None:
    said["says"].append(replace(factorial(), files=(FILE, "g.c")))
    result = dovetail("abstract", FILE, "--at", "7")
    assert result.exit_code == 2
    assert "of which file? Ask for FILE:7" in result.stderr
    assert dovetail("abstract", FILE, "--at", "fact.c:7").exit_code == 3


def test_the_page(dovetail: Command, said: dict[str, list[AnnotatedProgram]]) -> None:
    result = dovetail("abstract", FILE, "--html", "page.html")
    assert result.exit_code == 3, result.output
    assert GENERATOR in Path("page.html").read_text()
    lines = result.stdout.splitlines()
    assert lines[-2] == "the page is in page.html"
    assert not any("while" in line for line in lines)  # it is on the page
    assert any("potential" in line for line in lines[:-2])
    # Again, over a page of its own.
    assert dovetail("abstract", FILE, "--html", "page.html").exit_code == 3
    Path("mine.html").write_text("<!DOCTYPE html><title>mine</title>")
    result = dovetail("abstract", FILE, "--html", "mine.html")
    assert result.exit_code == 2
    assert Path("mine.html").read_text() == "<!DOCTYPE html><title>mine</title>"


def test_json(dovetail: Command, said: dict[str, list[AnnotatedProgram]]) -> None:
    result = dovetail("abstract", FILE, "--json", "-")
    assert result.exit_code == 3
    document = json.loads(result.stdout)
    assert (document["format"], document["version"]) == ("dovetail-abstract", 1)
    assert len(document["points"]) == 17
    assert document["points"][1] == {
        "file": FILE,
        "line": 7,
        "column": 5,
        "function": "factorial",
        "reachable": True,
        "loop_head": True,
        "needs": "n >= 0",
        "known": [
            {"name": "n", "values": "[0, +oo]", "condition": "0 <= n", "changed": False},
            {"name": "f", "values": "[1, +oo]", "condition": "1 <= f", "changed": True},
        ],
    }
    assert [check["class"] for check in document["checks"]] == [
        "unreachable",
        "potential",
        "impossible",
        "certain",
    ]
    assert document["checks"][1]["necessary"][0]["condition"] == "n >= 13"
    assert document["unreachable"] == [{"file": FILE, "line": 13}, {"file": FILE, "line": 14}]
    listed = dovetail("abstract", FILE, "--json", "a.json")
    assert json.loads(Path("a.json").read_text()) == document
    assert "while (n != 0)" in listed.stdout
