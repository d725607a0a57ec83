"""Loops, calls and statements found in C text."""

from __future__ import annotations

import pytest

from dovetail.evidence.source_places import SourceText

TEXT = SourceText("""\
#define LOOP while (1)
int f(int a) {
    do { a--; } while (a > 3);   /* while (0) in a comment */
    for (int i = 0; i < a; i++)
        if (i == 2) a++; else while (a < 5) a += g("while (", (a));
    do
        if (a) { a = 1; } else { a = 2; }
    while (a--);
L:  a++;
    if (a < 9) goto L;
    switch (a) { case 1: for (;;) break; default: return ')'; }
    do do a--; while (a > 1); while (a > 2);
    return 0;
}
""")


@pytest.mark.parametrize(
    ("place", "keyword"),
    [
        ((3, 10), (3, 5)),
        ((3, 24), (3, 5)),
        ((4, 21), (4, 5)),
        ((4, 5), (4, 5)),
        ((5, 13), (4, 5)),
        ((5, 21), (4, 5)),
        ((5, 38), (5, 31)),
        ((5, 50), (5, 31)),
        ((7, 18), (6, 5)),
        ((7, 34), (6, 5)),
        ((8, 12), (6, 5)),
        ((9, 5), None),
        ((10, 9), None),
        ((11, 31), (11, 26)),
        ((12, 11), (12, 8)),
        ((12, 22), (12, 8)),
        ((12, 38), (12, 5)),
        ((13, 5), None),
        ((99, 1), None),
    ],
)
def test_the_innermost_loop(place: tuple[int, int], keyword: tuple[int, int] | None) -> None:
    assert TEXT.loop_around(*place) == keyword


def test_the_end_of_a_call() -> None:
    assert TEXT.end_of_call(5, 50, "g") == (5, 66)
    assert TEXT.end_of_call(5, 49, "g") is None
    assert TEXT.end_of_call(5, 50, "h") is None


@pytest.mark.parametrize(
    ("place", "expected"),
    [((3, 5), True), ((3, 10), True), ((9, 5), False), ((13, 5), True), ((4, 21), False)],
)
def test_statements(place: tuple[int, int], expected: bool) -> None:
    assert TEXT.is_statement(*place) is expected


def test_unbalanced_text_is_no_problem() -> None:
    for text in ("while (", "for (;;) {", "do x; whale", "do { } ", "while (a))", "if (a) while (b) c; else"):
        SourceText(f"int f() {{ {text}").loop_around(1, 12)
