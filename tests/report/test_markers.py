"""Programs with line markers: what is known is shown on the line where it really stands, or not at all."""

from __future__ import annotations

import re
from pathlib import Path

import dovetail as library
from dovetail.evidence.annotated import AnnotatedProgram, Class, Known, Point
from dovetail.program.automata import Assumption
from dovetail.program.expressions import Const, subexpressions
from dovetail.program.position import NOWHERE, Position
from dovetail.program.statements import expressions_of
from dovetail.report.markers import NOTE, as_read
from report.handmade import check

# As a translator writes it: declarations go on counting, and statements come again.
TEXT = """\
extern int __VERIFIER_nondet_int(void);
int global  =    5001;
#line 60 "gone.c"
int f(int a )
{ int unused ;
  int x  =   5002;
  int tmp ;
  int y ;

  {
#line 63
  y = a + 5003;
#line 64
  if (a   > 5004) {
#line 65
    tmp = 5005;
#line 65
    tmp = tmp + 5006;
  } else {
#line 67
    tmp = 5007; x =    5008;
  }
#line 68

  x = 5009;
  /* of nothing */ y = x + 5010;
#line 5 "gone.c"
  return (tmp + x + y + global + 5011);
}
}
#line 90
int main(void)
{ int r ;

  {
#line 92
    r = f(5012);
#line 93
    return (r - 5013);
}
}
"""


def constants(program_text: Path) -> dict[Position, set[int]]:
    found: dict[Position, set[int]] = {}
    for procedure in library.show(program_text).program.procedures.values():
        for edge in procedure.edges:
            here = found.setdefault(edge.position, set())
            for expr in expressions_of(edge.statement):
                here.update(
                    part.value
                    for part in subexpressions(expr)
                    if isinstance(part, Const) and isinstance(part.value, int) and 5000 < part.value < 6000
                )
    return {position: numbers for position, numbers in found.items() if numbers}


def test_lines_are_those_where_the_text_stands(tmp_path: Path) -> None:
    """Each statement has a number of its own: it must be on the line where its point is shown."""
    path = tmp_path / "given.c"
    path.write_text(TEXT)
    name = str(path)
    where = constants(path)
    assert {position.file for position in where} == {name, "gone.c"}
    points = tuple(
        Point(position, "f", True, (Known(f"n{min(numbers)}", "[0, 0]"),))
        for position, numbers in where.items()
    )
    shown = as_read(AnnotatedProgram((name,), {name: TEXT}, "forward", "all", "", points, ()))
    lines = TEXT.split("\n")
    seen = set()
    for point in shown.points:
        assert point.position.file == name
        number = point.known[0].name[1:]
        line = lines[point.position.line - 1]
        assert number in line
        assert re.match(r"\w", line[point.position.column - 1])
        seen.add(int(number))
    # Two statements say that they are line 65, and begin in the same column: they are shown nowhere.
    assert {min(numbers) for numbers in where.values()} - seen == {5005}
    assert shown.notes[-1].startswith(f"1 of {len(points)} points are not shown")


def test_a_line_whose_columns_have_moved_is_not_taken_for_another() -> None:
    """The comment is one space after the preprocessor, which would make the first line the second."""
    text = '#line 7 "gone.c"\n  /**/ x = 1;\n#line 7 "gone.c"\n    y = 1;\n'
    point = Point(Position("gone.c", 7, 2), "f", True, (Known("x", "[0, 0]"),))
    shown = as_read(AnnotatedProgram(("f.c",), {"f.c": text}, "forward", "all", "", (point,), ()))
    assert shown.points == ()


def test_changes_are_told_in_the_order_of_the_text() -> None:
    text = '#line 9 "gone.c"\n  x = 1;\n#line 3\n  x = 2;\n'
    points = tuple(
        Point(
            Position("gone.c", line, 2),
            "f",
            True,
            (Known("x", values, changed=changed), Known("y", "[7, 7]")),
        )
        for line, values, changed in ((3, "[1, 1]", True), (9, "[0, 0]", True))
    )
    shown = as_read(AnnotatedProgram(("f.c",), {"f.c": text}, "forward", "all", "", points, ()))
    assert [(point.position, [one.changed for one in point.known]) for point in shown.points] == [
        (Position("f.c", 2, 3), [True, True]),
        (Position("f.c", 4, 3), [True, False]),
    ]


def test_everything_is_moved() -> None:
    text = 'int x;\n#line 7 "gone.c"\n  assert(x);\n'
    position = Position("gone.c", 7, 2)
    shown = as_read(
        AnnotatedProgram(
            ("f.c",),
            {"f.c": text},
            "forward",
            "all",
            "",
            (Point(position, "f", False),),
            (check(1, "gone.c", 7, 2, Class.UNREACHABLE, "assert(x)"),),
            unreachable=(("gone.c", 7),),
            assumptions=(Assumption(position, "one"), Assumption(NOWHERE, "two")),
            unmodelled=((position, "three"),),
        )
    )
    there = Position("f.c", 3, 3)
    assert shown.points[0].position == shown.checks[0].check.position == there
    assert shown.unreachable == (("f.c", 3),)
    assert [one.position for one in shown.assumptions] == [there, NOWHERE]
    assert shown.unmodelled == ((there, "three"),)
    assert shown.notes == (NOTE,)


def test_a_file_that_is_there_is_shown_itself() -> None:
    texts = {"f.i": '# 1 "f.c"\nint x;\n# 40 "gone.h"\nint y;\n', "f.c": "int x;\n"}
    points = (Point(Position("f.c", 1, 1), "f", True), Point(Position("gone.h", 40, 1), "f", True))
    shown = as_read(AnnotatedProgram(("f.i",), texts, "forward", "all", "", points, ()))
    assert [point.position for point in shown.points] == [Position("f.c", 1, 1), Position("f.i", 4, 1)]


def test_without_markers_nothing_happens() -> None:
    plain = AnnotatedProgram(("f.c",), {"f.c": "#include <assert.h>\nint x;\n"}, "forward", "all", "", (), ())
    assert as_read(plain) is plain
