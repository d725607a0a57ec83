"""The annotated listing: what is known before the line where it holds, and only what changed."""

from __future__ import annotations

import io
import re
from dataclasses import replace

import pytest
from rich.console import Console
from rich.text import Text

from dovetail.evidence.annotated import AnnotatedProgram, Class, Known, Point
from dovetail.program.position import NOWHERE, Position
from dovetail.report.listing import all_at, answer, nearest_lines
from report.handmade import Maker, check, factorial, large

LISTING = """\
 5  │ static int factorial(int n) {
    │     { n: [0, +oo]; f: _0_ }
 6  │     int f = 1;
    │     { f: [1, +oo] }
  ! │     needs n >= 0
 7↻ │     while (n != 0) {
    │         { n: [1, +oo] }
 8  │         f = f * n;
    │         { f - n: [0, +oo] }
 9  │         n = n - 1;
10  │     }
    │     { n: [0, 0] }
11  │     if (n < 0) {
12  │
    │         _|_ no execution comes here
13  ×         assert(f == 0);
    │         ∅ #1 assertion: unreachable
14  ×         return -1;
15  │     }
16  │     assert(f > 0);
    │     ? #2 assertion: potential, may fail
    │         only if n >= 13 (dovetail_any_int, line 26)
17  │     return f;
18  │ }
    ⋮
25  │ int main(void) {
    │     { n: _0_ }
26  │     int n = dovetail_any_int();
    │     { n: [-oo, +oo]; product: _0_ }
27  │     int product;
    │     { product: [1, +oo]? }
    │     at i < 2: { i: [0, 2] }
    │     at i++: { product: [1, +oo]; i: [0, 1] }
28↻ │     for (int i = 0; i < 2; i++)
    │         { product: [1, +oo]? }
29  │         product = factorial(n);
    │     { product: [1, +oo] }
30  │     assert(product != 0);
    │     ✗ #4 assertion: certain, fails whenever it is reached
    │     ✓ #3 assertion: impossible
31  │     return 0;
32  │ }
"""


def lines(annotated: AnnotatedProgram, width: int = 110) -> list[str]:
    return [text.plain.rstrip() for text in answer(annotated, width)]


def test_the_listing_of_a_small_program() -> None:
    told = "\n".join(lines(factorial())) + "\n"
    assert told.startswith("forward and backward, all domains; backward from the end of the program\n\n")
    assert LISTING in told
    assert "1  assertion  examples/fact.c:13  unreachable  assert(f == 0)\n" in told
    assert "a write outside of every object" in told
    assert told.endswith(
        "4 checks: 1 certain, 1 potential, 1 impossible, 1 unreachable. "
        "These are alarms of an abstraction, which may be false: `dovetail check` decides.\n"
    )


def test_without_alarms_it_is_still_no_verdict() -> None:
    calm = replace(factorial(), checks=factorial().checks[2:3])
    assert lines(calm)[-1].startswith("1 check: 1 impossible. ")
    assert lines(calm)[-1].endswith("nothing has checked it: `dovetail check` decides.")
    assert lines(replace(calm, checks=()))[-1].startswith("no checks. ")


@pytest.mark.parametrize(
    ("text", "style"),
    [
        ("? #2 assertion: potential", "yellow"),
        ("✗ #4 assertion: certain", "red"),
        ("✓ #3 assertion: impossible", "green"),
        ("∅ #1 assertion: unreachable", "dim"),
        ("assert(f == 0);", "dim"),
        ("{ f - n: [0, +oo] }", "cyan"),
        ("needs n >= 0", "magenta"),
    ],
)
def test_colours(text: str, style: str) -> None:
    row = next(row for row in answer(factorial()) if text in row.plain)
    start = row.plain.index(text)
    spans = {str(span.style) for span in row.spans if span.start <= start < span.end}
    assert style in spans | {str(row.style)}, row.spans


def printed(rows: list[Text], *, terminal: bool) -> str:
    file = io.StringIO()
    colours = "standard" if terminal else "auto"
    console = Console(
        file=file, force_terminal=terminal, color_system=colours, highlight=False, soft_wrap=True
    )
    for row in rows:
        console.print(row)
    return file.getvalue()


def test_no_escape_codes_but_on_a_terminal() -> None:
    rows = list(answer(factorial()))
    coloured = printed(rows, terminal=True)
    assert "\x1b[32m✓ #3" in coloured
    assert "\x1b[2m │ \x1b[0m    int f = 1;\n" in coloured  # only the edge is dim
    assert "\x1b" not in printed(rows, terminal=False)


def test_a_source_cannot_give_orders_to_the_terminal() -> None:
    text = 'int main(void) {\n    puts("\x1b]0;title\x07"); // \x1b[2J \u202e\n}\n'
    make = Maker("f.c", text)
    make.point("main", 2, {"\x1b[31mx": "[0, 1]"})
    shown = AnnotatedProgram(("f.c",), {"f.c": text}, "forward", "all", "", tuple(make.points), ())
    told = printed(list(answer(shown)), terminal=False)
    assert "\x1b" not in told and "\x07" not in told and "\u202e" not in told
    assert "␛]0;title␇" in told


def test_long_lists_are_wrapped() -> None:
    text = "void f(void) {\n    g();\n}\n"
    make = Maker("f.c", text)
    names = [f"variable_{number}" for number in range(40)]
    make.point("f", 2, dict.fromkeys(names, "[0, 100]"))
    shown = AnnotatedProgram(("f.c",), {"f.c": text}, "forward", "all", "", tuple(make.points), ())
    for width in (60, 110):
        rows = [row for row in lines(shown, width) if "variable_" in row]
        assert len(rows) > 5
        assert all(len(row) <= width for row in rows)
        assert re.findall(r"variable_\d+", "".join(rows)) == names
    # Where there is no room at all, there is one in a row.
    assert len([row for row in lines(shown, 10) if "variable_" in row]) == 40


def test_what_is_not_the_users_is_shown_where_something_is_known() -> None:
    header = "int unused(void) { return 1; }\n\n\n\n\nint used(int x) {\n    return x;\n}\n"
    main = '#include "a.h"\nint main(void) {\n    return used(1);\n}\n'
    points = (
        Point(Position("f.c", 3, 5), "main", True),
        Point(Position("a.h", 7, 5), "used", True, (Known("x", "[1, 1]", "x == 1"),)),
        Point(Position("gone.h", 12, 1), "lost", True, (Known("y", "[2, 2]"),)),
        Point(NOWHERE, "main", True, (Known("z", "[3, 3]"),)),
    )
    texts = {"f.c": main, "a.h": header, "b.h": "int other;\n"}
    told = lines(AnnotatedProgram(("f.c",), texts, "forward", "intervals", "", points, ()))
    assert [row for row in told if row in ("f.c", "a.h", "b.h", "gone.h")] == ["f.c", "a.h", "gone.h"]
    assert "7  │     return x;" in told
    assert not any("unused" in row or "z: " in row for row in told)
    assert "    │ { y: [2, 2] }" in told
    assert told[0] == "forward, intervals"


def test_an_unreachable_function_is_folded() -> None:
    body = [f"    x = {number};" for number in range(20)]
    text = "\n".join(["void f(void) {", *body, "}", ""])
    make = Maker("f.c", text)
    for line in range(2, 22):
        make.point("f", line, None)
    dead = tuple(("f.c", line) for line in range(2, 22))
    shown = AnnotatedProgram(("f.c",), {"f.c": text}, "forward", "all", "", tuple(make.points), (), dead)
    told = lines(shown)
    assert " 1  × void f(void) {" in told
    assert "    │     _|_ no execution comes here (21 lines)" in told
    assert not any("x = 7" in row for row in told)


def test_no_way_to_the_goal_is_something_else_than_unreachable() -> None:
    text = "int f(int x) {\n    if (x)\n        for (;;) ;\n    return x;\n}\n"
    make = Maker("f.c", text)
    make.point("f", 2, {"x": "[0, 0]"})
    make.point("f", 3, None, loop=True)
    make.point("f", 4, {"x": "[0, 0]"})
    shown = AnnotatedProgram(("f.c",), {"f.c": text}, "both", "all", "the end", tuple(make.points), ())
    told = lines(shown)
    at = told.index("3  │         for (;;) ;")
    assert told[at - 1] == "   │         _|_ nothing goes on from here to the goal"
    assert list(all_at(shown, "f.c", 3))[-1].plain.strip() == "nothing goes on from here to the goal"


def test_what_is_not_modelled_is_said_twice() -> None:
    shown = replace(factorial(), unmodelled=((Position("examples/fact.c", 17, 5), "inline assembly"),))
    told = lines(shown)
    assert "    │     not modelled: inline assembly" in told
    assert "    examples/fact.c:17:5: inline assembly" in told
    assert "what comes after it is not described" in told[-1]


def test_all_that_is_known_at_a_line() -> None:
    told = [row.plain for row in all_at(factorial(), "examples/fact.c", 28)]
    assert told == [
        "examples/fact.c:28: for (int i = 0; i < 2; i++)",
        "in main:",
        "    n        [-oo, +oo]",
        "    product  [1, +oo]?",
        "at i < 2, in main, at the head of a loop:",
        "    n        [-oo, +oo]",
        "    product  [1, +oo]?",
        "    i        [0, 2]      0 <= i && i <= 2",
        "at i++, in main:",
        "    n        [-oo, +oo]",
        "    product  [1, +oo]    1 <= product",
        "    i        [0, 1]      0 <= i && i <= 1",
    ]
    dead = [row.plain for row in all_at(factorial(), "examples/fact.c", 13)]
    assert dead[2:] == [
        "    no execution comes here",
        "∅ check #1 assertion: unreachable, no execution comes to it",
    ]
    assert "  ! needs n >= 0" in [row.plain for row in all_at(factorial(), "examples/fact.c", 7)]
    assert list(all_at(factorial(), "examples/fact.c", 10)) == []
    assert list(all_at(factorial(), "other.c", 7)) == []
    assert nearest_lines(factorial(), "examples/fact.c", 10) == (9, 11)
    assert nearest_lines(factorial(), "examples/fact.c", 1) == (None, 6)


@pytest.mark.slow
def test_a_driver() -> None:
    driver = large()
    assert len(driver.texts["driver.c"].splitlines()) == 8000
    assert len(driver.points) > 10_000
    told = lines(driver)
    assert sum(" │ static int handle_request_" in row for row in told) == 200
    assert all(len(row) <= 110 for row in told if "{ " in row and ": [" in row)
    # Of a thousand checks, the table has the alarms.
    alarms = [one for one in driver.checks if one.found is Class.POTENTIAL]
    table = told[next(n for n, row in enumerate(told) if row.split()[:2] == ["#", "kind"]) :]
    assert sum("driver.c:" in row for row in table) == len(alarms)
    assert any(row.startswith(f"… and {1000 - len(alarms)} more") for row in table)


def test_many_checks_on_a_line_are_told_together() -> None:
    text = "int f(int x) {\n    return x + x * x;\n}\n"
    checks = tuple(check(number, "f.c", 2, 5, Class.IMPOSSIBLE, "no overflow") for number in (1, 2, 3))
    told = lines(AnnotatedProgram(("f.c",), {"f.c": text}, "forward", "all", "", (), checks))
    assert "   │     ✓ #1, #2, #3 assertion: impossible" in told
