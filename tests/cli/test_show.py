"""`dovetail show` on real C."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

import dovetail as library

EXAMPLES = Path(__file__).parent.parent.parent / "examples"

POINTS = """\
#include <assert.h>
struct point { int x, y; };
struct shape { int corners; struct point at[4]; };
int area(struct shape *s, int i) {
    if (s->at[i].x > 0)
        s->corners = s->at[2].y;
    return s->corners;
}
int main(void) {
    struct shape s = {1, {{1, 2}}};
    assert(area(&s, 1) >= 0);
    return 0;
}
"""


def test_members_and_elements_read_as_written(
    dovetail: Callable[..., Result], program: Callable[..., Path]
) -> None:
    result = dovetail("show", program(POINTS))
    assert result.exit_code == 0
    for text in ("[s->at[i].x > 0]", "s->corners = ", "s->at[2].y", "struct shape s", "area(&s, 1)"):
        assert text in result.stdout
    assert "(char *)" not in result.stdout
    assert "assert(area(&s, 1) >= 0)" in result.stdout


def test_json_is_the_documented_document(
    dovetail: Callable[..., Result], program: Callable[..., Path]
) -> None:
    result = dovetail("show", program(POINTS), "--json", "--data-model", "ILP32")
    document = json.loads(result.stdout)
    assert document["format"] == "dovetail-program"
    assert document["data_model"] == "ILP32"
    assert "area" in {procedure["name"] for procedure in document["procedures"]}
    assert [check["kind"] for check in document["checks"]] == ["assertion"]


def test_a_library_is_shown_whole(dovetail: Callable[..., Result], program: Callable[..., Path]) -> None:
    text = """#include <ctype.h>
    static int twice(int x) { return x + x; }
    int four_times(int x) { return twice(twice(x)); }
    int is_blank(const char *s) { while (isspace(*s)) s++; return *s == 0; }
    """
    shown = dovetail("show", program(text)).output
    for signature in ("int twice(int x)", "int four_times(int x)", "int is_blank(const char *s)"):
        assert signature.replace("const ", "") in shown.replace("const ", "")
    assert "__isspace" not in shown.split("is_blank")[0], "functions of the system's headers come when called"


def test_dot(dovetail: Callable[..., Result], program: Callable[..., Path]) -> None:
    result = dovetail("show", program(POINTS), "--dot")
    assert result.stdout.startswith("digraph")
    assert result.exit_code == 0


def test_properties_add_checks(dovetail: Callable[..., Result], program: Callable[..., Path]) -> None:
    file = program("int main(void) { int a[3] = {0}; int i = 3; return a[i] + i; }\n")
    assert "checks: none" in dovetail("show", file).stdout
    assert "overflow" in dovetail("show", file, "--property", "no-overflow").stdout
    assert "invalid-deref" in dovetail("show", file, "--property", "valid-memsafety").stdout


def test_a_function_as_entry(dovetail: Callable[..., Result], program: Callable[..., Path]) -> None:
    result = dovetail("show", program(POINTS), "--function", "area")
    assert "calls area" in result.stdout


@pytest.mark.parametrize("file", sorted(EXAMPLES.glob("*.c")), ids=lambda path: path.name)
def test_the_examples_are_fully_understood(file: Path) -> None:
    shown = library.show(file)
    assert shown.program.unsupported == []
    assert shown.program.checks
    assert "unsupported: nothing" in shown.text
