"""What is proposed of a function's precondition and frame, from its text alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from dovetail.frontend.flags import NO_FLAGS
from dovetail.frontend.reading import read_files
from dovetail.inferring.candidates import candidates
from dovetail.inferring.needs import Uses, uses_of
from dovetail.inferring.proposals import Proposal, easier, proposals
from dovetail.program.types import INT, DataModel, Target

TARGET = Target(DataModel.LP64)
CODE = """\
#include <stddef.h>
#include <string.h>
struct vec { int *items; size_t len; };
int last;
int sum(const int *p, size_t n) { int s = 0; for (size_t i = 0; i < n; i++) s += p[i]; return s; }
int walks(const short *p, int n) { int s = 0; while (n--) s += *p++; return s; }
int length(const char *s) { int n = 0; while (*s++) n++; return n; }
void fill(unsigned char *to, size_t n) { memset(to, 1, n); }
void hands_on(unsigned char *to, size_t n) { fill(to, n); last = 1; }
int get(const struct vec *v, size_t i, int *out) {
    if (!v || i >= v->len) return -1;
    *out = v->items[i];
    return 0;
}
void clear(struct vec *v) { v->len = 0; }
int third(const int *p) { return p[2]; }
int plain(int x) { return x + 1; }
size_t said(const char *s) { return strlen(s); }
struct flags { unsigned on : 1; int count; };
void light(struct flags *f) { f->on = 1; }
"""


def uses(tmp_path: Path) -> dict[str, Uses]:
    path = tmp_path / "code.c"
    path.write_text(CODE)
    (unit,) = read_files([path], [NO_FLAGS], TARGET).units
    known: dict[str, Uses] = {}
    for node in unit.own_functions():
        known[node.name] = uses_of(unit, node, known)
    return known


@pytest.mark.parametrize(
    ("function", "requires", "assigns"),
    [
        ("sum", ["n <= (size_t)-1 / sizeof *p", "dovetail_readable(p, n * sizeof *p)"], []),
        ("walks", ["n >= 0", "dovetail_readable(p, n * sizeof *p)"], []),
        ("length", ["dovetail_string(s)"], []),
        ("fill", ["dovetail_writable(to, n)"], ["dovetail_range(to, n)"]),
        ("light", ["dovetail_writable(f, sizeof *f)"], ["*f"]),
        ("hands_on", ["dovetail_writable(to, n)"], ["dovetail_range(to, n)", "last"]),
        (
            "get",
            [
                "v == NULL || dovetail_readable(v, sizeof *v)",
                "dovetail_writable(out, sizeof *out)",
                "v == NULL || v->len <= (size_t)-1 / sizeof *v->items",
                "v == NULL || dovetail_readable(v->items, v->len * sizeof *v->items)",
            ],
            ["*out"],
        ),
        ("clear", ["dovetail_writable(v, sizeof *v)"], ["v->len"]),
        ("third", ["dovetail_readable(p, 3 * sizeof *p)"], []),
        ("plain", [], []),
        ("said", ["dovetail_string(s)"], []),
    ],
)
def test_what_is_proposed_first(
    tmp_path: Path, function: str, requires: list[str], assigns: list[str]
) -> None:
    first = proposals(uses(tmp_path)[function], TARGET)[0]
    assert list(first.requires) == requires
    assert list(first.assigns) == assigns


def test_what_is_compared_with_null_may_be_null_at_first_and_not_later(tmp_path: Path) -> None:
    found = proposals(uses(tmp_path)["get"], TARGET)
    assert any("v == NULL" not in " ".join(one.requires) for one in found)
    assert all(one.requires for one in found)


def test_easier_proposals_ask_for_more() -> None:
    given = Proposal(("n <= (size_t)-1 / sizeof *p", "dovetail_readable(p, n * sizeof *p)"))
    assert [one.requires for one in easier(given)] == [
        ("n <= 0xffffff", "dovetail_readable(p, n * sizeof *p)"),
        ("n <= 0xffffff", "dovetail_fresh(p, n * sizeof *p)"),
    ]
    assert easier(Proposal(("n >= 0",))) == []


def test_what_is_returned_is_a_candidate(tmp_path: Path) -> None:
    known = uses(tmp_path)
    assert "dovetail_result == (x + 1)" in candidates(known["plain"], INT, Proposal())
    found = candidates(known["get"], INT, proposals(known["get"], TARGET)[0])
    assert found[0] == "dovetail_result == (-1) || dovetail_result == 0"
    assert "v->len == 0" in candidates(known["clear"], None, Proposal())
