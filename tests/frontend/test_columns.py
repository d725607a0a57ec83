"""Places are those of the file that was written, whatever the preprocessor has made of its lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from dovetail.frontend import load

HEAD = """\
#include <assert.h>
#define A_CONSTANT_WITH_A_LONG_NAME 3
#define SAME(x) ((x) + A_CONSTANT_WITH_A_LONG_NAME - A_CONSTANT_WITH_A_LONG_NAME)
#define FAIL() reach_error()
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), z = 1;
"""


@pytest.mark.parametrize(
    ("line", "at"),
    [
        ("    if (x) reach_error();", "reach_error"),
        ("    if (x == A_CONSTANT_WITH_A_LONG_NAME) { x = SAME(SAME(x));   reach_error(); }", "reach_error"),
        ("    if (x) { x = SAME(2); FAIL(); }", "FAIL"),
        ("    x  =  SAME(1);  assert(x   !=   SAME(7) && z);", "assert"),
        ("\tassert(SAME(x) == A_CONSTANT_WITH_A_LONG_NAME);", "assert"),
        ("    /* a comment */ x = 1; /* and */ assert(z == 1); // another", "assert"),
        ("    if (x == SAME(100)) assert(0 &&\n        SAME(x));", "assert"),
        ('    if (SAME(x) == \'"\' && "a\\"b;"[0]) reach_error();', "reach_error"),
        ("    int v[SAME(x)]; assert(z > 3);", "assert"),
    ],
)
def test_a_check_stands_where_it_was_written(line: str, at: str, tmp_path: Path) -> None:
    path = tmp_path / "f.c"
    path.write_text(f"{HEAD}{line}\n    return 0;\n}}\n")
    (check,) = load([path]).program.checks
    first = line.split("\n")[0]
    assert (check.position.line, check.position.column) == (HEAD.count("\n") + 1, first.index(at) + 1)


def test_two_checks_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "f.c"
    line = "    assert(SAME(x) != 7); assert(x != SAME(8));"
    path.write_text(f"{HEAD}{line}\n    return 0;\n}}\n")
    columns = [check.position.column for check in load([path]).program.checks]
    assert columns == [line.index("assert") + 1, line.rindex("assert") + 1]


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    """What was preprocessed before has the columns of its own text."""
    path = tmp_path / "f.i"
    path.write_text('# 1 "gone.c"\nextern void reach_error(void);\nint main(void) { reach_error(); }\n')
    (check,) = load([path]).program.checks
    assert (check.position.file, check.position.line, check.position.column) == ("gone.c", 2, 18)
