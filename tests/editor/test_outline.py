"""Functions in a text that somebody is writing."""

from __future__ import annotations

from dovetail.editor.outline import function_around, functions_in

TEXT = """\
#define F(x) { x }
struct s { int (*f)(int); };
static int a(int x) { return x; } int b(void) { if (1) { c(); } }
/* int no(void) { } */ const char *t = "int no(void) { }";
int later(void);
struct s made = { a };
void __attribute__((noinline)) d(struct s *p)
    __CPROVER_requires(p != 0)
{
    while (p) { break; }
}
int e(void) __attribute__((cold)) {
"""


def test_functions() -> None:
    assert [(one.name, one.line, one.column) for one in functions_in(TEXT)] == [
        *(("a", 3, 12), ("b", 3, 39), ("d", 7, 32)),
    ]
    assert [one.name for one in functions_in(TEXT + "}\n")][-1] == "e"
    around = function_around(TEXT, 10)
    assert around is not None and (around.name, around.body, around.end) == ("d", (9, 2), (11, 2))
    assert function_around(TEXT, 5) is None
    assert functions_in("") == functions_in("}{)(") == functions_in("int f( {") == []
