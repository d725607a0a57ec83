"""`dovetail abstract` on real C, with the real analysis: the classes of checks, limits, and the page."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

import dovetail as library
from dovetail.asking.asked import AbstractOptions
from dovetail.asking.limits import Limits
from dovetail.domains.polyhedra import PolyhedraMissing, Polyhedron
from dovetail.doors.abstracting import abstract_program
from dovetail.frontend import load
from dovetail.frontend.load import LoadOptions
from dovetail.processes.confined import LimitReached
from report.test_page import data_of, told

CLASSES = """\
#include <assert.h>
#include <dovetail.h>
extern void reach_error(void);
int main(void) {
    int x = 1;
    assert(x == 1);           // impossible
    dovetail_always(x > 0);   // impossible
    int y = dovetail_any_int();
    assert(y > 0 && y < 99);  // potential
    dovetail_always(y > 5);   // potential
    if (y < 3)
        reach_error();        // unreachable
    if (y > 8) reach_error(); // potential
    if (y > 100) reach_error(); // impossible
    if (x != 1) {
        assert(y == 3);       // unreachable
        dovetail_always(x);   // unreachable
    }
    if (y == 7)
        dovetail_always(y < 7); // certain
    assert(x > 1 || y < 0);   // certain
    assert(y == 0);           // unreachable
    return 0;
}
"""
SUM = """\
#include <assert.h>
#include <dovetail.h>
int main(void) {
    int i = 0;
    int n = dovetail_any_int();
    while (i < 100)
        i = i + 1;
    dovetail_always(i == 100);
    return n;
}
"""
Command = Callable[..., Result]
Program = Callable[..., Path]


@pytest.mark.parametrize("direction", ["forward", "backward", "both"])
def test_classes(direction: str, dovetail: Command, program: Program) -> None:
    result = dovetail("abstract", program(CLASSES), f"--{direction}", "--json", "-")
    assert result.exit_code == 3, result.output
    lines = CLASSES.splitlines()
    found = {check["line"]: check["class"] for check in json.loads(result.stdout)["checks"]}
    expected = {number: line.rsplit("// ", 1)[1] for number, line in enumerate(lines, 1) if "// " in line}
    assert found == expected


def test_what_never_fails_has_status_0(dovetail: Command, program: Program) -> None:
    result = dovetail("abstract", program(SUM), "--domain", "intervals")
    assert result.exit_code == 0, result.output
    assert " 6↻ │     while (i < 100)\n" in result.stdout
    assert "{ i: [100, 100]" in result.stdout
    assert result.stdout.splitlines()[-1].startswith("1 check: 1 impossible. ")


def test_the_page_says_what_the_json_says(dovetail: Command, program: Program) -> None:
    result = dovetail("abstract", program(SUM), "--json", "a.json", "--html", "a.html")
    assert result.exit_code == 0, result.output
    document = json.loads(Path("a.json").read_text())
    page = told(data_of(Path("a.html").read_text()))
    assert [(line, known) for _, _, line, _, known in page] == [
        (
            point["line"],
            {one["name"]: (one["values"], one["condition"], one["changed"]) for one in point["known"]},
        )
        for point in document["points"]
    ]
    assert len(page) > 4


def test_from_python(program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    annotated = library.abstract(program(SUM), direction="forward", domain="intervals")
    after = next(point for point in annotated.points if point.position.line == 8)
    assert ("i", "[100, 100]", "i == 100") in [(one.name, one.values, one.condition) for one in after.known]
    with pytest.raises(library.InputError, match="there is no direction 'sideways'"):
        library.abstract(program(SUM), direction="sideways")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("limit", "message"),
    [
        (["--timeout", "1ms"], "reading the program took all the time"),
        (["--memory", "1MiB"], "reading the program took all the memory (1MiB)"),
    ],
)
def test_limits(limit: list[str], message: str, dovetail: Command, program: Program) -> None:
    """What is not found out in time is unknown; it is not the input's fault."""
    result = dovetail("abstract", program(CLASSES), *limit)
    assert result.exit_code == 3
    assert result.stdout == ""
    assert result.stderr.startswith(f"unknown: {message}")
    assert not Path("dovetail-out").exists()


@pytest.mark.parametrize(
    ("timeout", "memory", "message"), [(0.001, 4 << 30, "within 0.001 s"), (60.0, 1 << 20, "within 1MiB")]
)
def test_limits_of_the_analysis(
    timeout: float, memory: int, message: str, program: Program, tmp_path: Path
) -> None:
    # Memory is looked at now and then: what has ended before that was never too large.
    variables = [f"v{number}" for number in range(60)]
    loops = "".join(f"    while (v0 > {one}) {{ {one} = {one} + v1; v0 = v0 - 1; }}\n" for one in variables)
    text = f"int many(int {', int '.join(variables)}) {{\n{loops}    return 0;\n}}\n"
    loaded = load([tmp_path / program(text)], LoadOptions(function="many"))
    with pytest.raises(LimitReached, match=f"no fixpoint was reached {message}"):
        abstract_program(loaded, AbstractOptions(limits=Limits(timeout, memory)))


def test_a_domain_that_there_is_not(dovetail: Command, program: Program) -> None:
    result = dovetail("abstract", program(SUM), "--domain", "zonotopes")
    assert result.exit_code == 2
    assert "there is no domain 'zonotopes'; there are constants, intervals," in result.stderr


def test_polyhedra_say_what_they_need(
    dovetail: Command, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(variables: object) -> Polyhedron:
        raise PolyhedraMissing

    monkeypatch.setattr(Polyhedron, "top", missing)
    result = dovetail("abstract", program(SUM), "--domain", "polyhedra")
    assert result.exit_code == 2, result.output + result.stderr
    assert "pip install 'dovetail[polyhedra]'" in result.stderr


def test_a_bug_in_the_analysis_is_called_one(
    dovetail: Command, program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    def breaks(*arguments: object) -> None:
        raise ZeroDivisionError("seven of nine")

    monkeypatch.setattr("dovetail.doors.abstracting.classify", breaks)
    result = dovetail("abstract", program(SUM))
    assert result.exit_code == 3
    assert "This is a bug in Dovetail: RuntimeError: ZeroDivisionError: seven of nine" in result.stderr
    (report,) = Path("dovetail-out").glob("bug-*/report.txt")
    assert "in breaks" in report.read_text()  # where it happened, in the other process
