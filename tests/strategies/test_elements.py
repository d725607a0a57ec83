"""The strategy `elements`: facts about all elements, found and proved; and of each program a wrong twin."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

import dovetail
from dovetail.frontend import load
from dovetail.ledger.ledger import Ledger
from dovetail.program.inlining import inline
from dovetail.strategies.elements.rounds import Elements
from dovetail.strategies.outcome import Budget, Claims

HEAD = """
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define ANY __VERIFIER_nondet_int()
#define ASSERT(c) do { if (!(c)) reach_error(); } while (0)
#define N 5000
"""

PROGRAMS = {
    "filled": (
        """int main(void) { int a[N];
        for (int i = 0; i < N; i++) a[i] = 42;
        for (int x = 0; x < N; x++) ASSERT(a[x] == 42);
        return 0; }""",
        ("i < N; i++) a[i]", "i < N - 1; i++) a[i]"),
    ),
    "copied twice": (
        """int main(void) { int a[N], b[N], c[N]; int i;
        for (i = 0; i < N; i++) b[i] = a[i];
        for (i = 0; i < N; i++) c[i] = b[i];
        for (i = 0; i < N; i++) ASSERT(a[i] == c[i]);
        return 0; }""",
        ("c[i] = b[i];", "{ c[i] = b[i]; if (i == 3000) a[i] = 1; }"),
    ),
    "the largest": (
        """int a[N]; int main(void) { int most = a[0];
        for (int i = 0; i < N; i++) { a[i] = ANY; if (i == 0 || a[i] > most) most = a[i]; }
        for (int i = 0; i < N; i++) ASSERT(a[i] <= most);
        return 0; }""",
        ("a[i] > most", "a[i] > most && i != 77"),
    ),
    "unless a flag": (
        """int main(void) { int a[N], b[N]; int same = 1;
        for (int i = 0; i < N; i++) if (a[i] != b[i]) same = 0;
        if (same) for (int x = 0; x < N; x++) ASSERT(a[x] == b[x]);
        return 0; }""",
        ("if (a[i] != b[i]) same = 0", "if (a[i] != b[i]) same = i == 9"),
    ),
    "one way or the other": (
        """int main(void) { int a[N], b[N]; int i, good = 1;
        for (i = 0; i < N; i++) { if (a[i] >= 0) b[i] = 1; else b[i] = 0; }
        for (i = 0; i < N; i++) { if (a[i] >= 0 && !b[i]) good = 0; if (a[i] < 0 && b[i]) good = 0; }
        ASSERT(good); return 0; }""",
        ("else b[i] = 0", "else b[i] = a[i] == -5"),
    ),
    "any number of them": (
        """extern void *malloc(unsigned long);
        int main(void) { int n = ANY; if (n <= 0 || n > 100000) return 0;
        int *a = malloc(n * sizeof *a);
        for (int i = 0; i < n; i++) a[i] = i;
        for (int x = 0; x < n; x++) ASSERT(a[x] == x);
        return 0; }""",
        ("a[i] = i", "a[i] = i == 5000 ? 5001 : i"),
    ),
    "one after the other": (
        """int main(void) { int a[N]; int i;
        for (i = 0; i < N; i++) a[i] = 42;
        for (i = 0; i < N; i++) a[i] = a[i] + i;
        for (i = 0; i < N; i++) ASSERT(a[i] == 42 + i);
        return 0; }""",
        ("a[i] = a[i] + i", "a[i] = a[i] + (i & 4095)"),
    ),
    "found": (
        """int main(void) { int a[N]; int marker = ANY, at = ANY;
        if (at < 0 || at >= N) return 0;
        a[at] = marker;
        int i = 0;
        while (a[i] != marker) i++;
        ASSERT(i <= at); return 0; }""",
        ("a[at] = marker", "a[at] = marker + (at == 7)"),
    ),
    "chosen": (
        """int main(void) { int a[N], b[N]; int i, n = 0;
        for (i = 0; i < N; i++) if (a[i] >= 0) { b[n] = a[i]; n++; }
        for (i = 0; i < n; i++) ASSERT(b[i] >= 0);
        return 0; }""",
        ("a[i] >= 0", "a[i] >= -1"),
    ),
    "as often as before": (
        """int a[N]; int count(int v) { int c = 0; for (int i = 0; i < N; i++) c += a[i] == v; return c; }
        int main(void) { int v = ANY, before = count(v);
        for (int i = 0, j = N - 1; i < j; i++, j--) { int t = a[i]; a[i] = a[j]; a[j] = t; }
        ASSERT(count(v) == before); return 0; }""",
        ("a[j] = t", "a[j] = i == 700 ? t + 1 : t"),
    ),
}


def claims(folder: Path, text: str) -> Claims:
    path = folder / "program.c"
    path.write_text(HEAD + text)
    inlined = inline(load([path]).program)
    return Elements(inlined.program, Ledger(inlined.program), Budget(time.monotonic() + 60)).run()


@pytest.mark.parametrize("name", PROGRAMS)
def test_proved(name: str, tmp_path: Path) -> None:
    assert claims(tmp_path, PROGRAMS[name][0]).complete


SLOW = ("copied twice", "one way or the other", "chosen", "the largest")


@pytest.mark.parametrize(
    "name", [pytest.param(one, marks=[pytest.mark.slow] if one in SLOW else []) for one in PROGRAMS]
)
def test_the_twin_is_not(name: str, tmp_path: Path) -> None:
    text, (right, wrong) = PROGRAMS[name]
    assert right in text
    found = claims(tmp_path, text.replace(right, wrong))
    assert not found.complete and not found.excluded


@pytest.mark.parametrize("name", ["filled", "unless a flag", "as often as before"])
def test_accepted(name: str, tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(HEAD + PROGRAMS[name][0])
    result = dovetail.check(path, svcomp=True, strategy="elements", out=tmp_path / "out")
    assert result.verdict is dovetail.Verdict.PROVED


def test_nothing_to_say_without_arrays(tmp_path: Path) -> None:
    found = claims(tmp_path, "int main(void) { int i = 0; while (i < 9) i++; ASSERT(i == 9); return 0; }")
    assert not found.complete
    assert set(found.open.values()) == {"no loop stores or asks for elements of an array"}
