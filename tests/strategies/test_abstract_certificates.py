"""A proof from each domain, alone, is accepted by the checker, and what it proves needs that domain."""

from __future__ import annotations

from pathlib import Path

import pytest

from dovetail.domains.numbers import Components
from dovetail.doors.abstracting import domain
from dovetail.evidence.task import Task
from dovetail.fixpoints.analysis import Options
from dovetail.fixpoints.control import control_places
from dovetail.fixpoints.looks import look
from dovetail.frontend import LoadOptions, load
from dovetail.program.inlining import inline
from dovetail.proofs.certificate import from_json
from dovetail.proofs.checker import check
from dovetail.proofs.fingerprint import fingerprint
from dovetail.proofs.judgement import Judgement
from dovetail.strategies.from_above import claims_of
from dovetail.strategies.outcome import Budget, Claims, Progress
from dovetail.verifying.certifying import certificate_document
from thinned import thinned

HEAD = "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n"

CONSTANTS = """
int mode = 3;
int main(void) {
    while (__VERIFIER_nondet_int()) { mode = 3; }
    if (mode != 3) reach_error();
    return 0;
}"""
INTERVALS = """
int main(void) {
    int i = 0;
    while (i < 100) { i = i + 1; }
    if (i != 100) reach_error();
    return 0;
}"""
UNSIGNED = """
int main(void) {
    unsigned i = 4000000000u, n = 0;
    while (i > 3000000000u) { i = i - 1; if (i < 3000000000u) reach_error(); }
    return 0;
}"""
CONGRUENCES = """
int main(void) {
    unsigned x = 0;
    while (__VERIFIER_nondet_int()) { x = x + 4; }
    if (x % 2 != 0) reach_error();
    return 0;
}"""
OCTAGONS = """
int main(void) {
    int n = __VERIFIER_nondet_int(), i = 0, k = 0;
    if (n < 0 || n > 1000000) return 0;
    while (i < n) { i = i + 1; k = k + 1; }
    if (k != n) reach_error();
    return 0;
}"""
POLYHEDRA = """
int main(void) {
    int n = __VERIFIER_nondet_int(), i = 0, k = 0;
    if (n < 0 || n > 1000) return 0;
    while (i < n) { i = i + 1; k = k + 2; }
    if (k != 2 * n) reach_error();
    return 0;
}"""
POINTERS = """
int a = 1, b = 2;
int main(void) {
    int *p = &a;
    while (__VERIFIER_nondet_int()) { if (__VERIFIER_nondet_int()) p = &a; else p = &b; }
    if (*p < 1 || *p > 2) reach_error();
    return 0;
}"""
OBJECTS = """
struct pair { int left; int right; };
int main(void) {
    struct pair x;
    x.left = 1;
    x.right = 0;
    struct pair *p = &x;
    while (__VERIFIER_nondet_int()) { if (p->right < 10) p->right = p->right + 1; }
    if (p->left != 1 || x.right > 10) reach_error();
    return 0;
}"""
ARRAYS = """
int a[8];
int main(void) {
    for (int i = 0; i < 8; i = i + 1) a[i] = 5;
    int k = __VERIFIER_nondet_int();
    if (k < 0 || k > 7) return 0;
    if (a[k] < 0 || a[k] > 5) reach_error();
    return 0;
}"""
BETWEEN_MEMBERS = """
struct row { unsigned short a; int b; } row;
int main(void) {
    for (int i = 0; i < 3; i = i + 1) {}
    while (__VERIFIER_nondet_int()) {
        if (*(int *)&row != 0) reach_error();
    }
    return 0;
}"""
FLOATS = """
int main(void) {
    double x = 1.0;
    int i = 0;
    while (i < 10) { if (x < 100.0) x = x + 1.0; i = i + 1; }
    if (x < 1.0) reach_error();
    return 0;
}"""
EQUALITIES = """
int main(void) {
    int x = __VERIFIER_nondet_int(), y = x;
    while (__VERIFIER_nondet_int()) { x = __VERIFIER_nondet_int(); y = x; }
    if (x != y) reach_error();
    return 0;
}"""
PARTITIONS = """
int main(void) {
    int state = 0, flag = 0;
    while (__VERIFIER_nondet_int()) {
        if (state == 0) { state = 1; flag = 1; }
        else if (state == 1) { if (flag != 1) reach_error(); state = 2; flag = 7; }
        else { if (flag != 7) reach_error(); state = 0; flag = 0; }
    }
    return 0;
}"""
RECURSION = """
int half(int n) {
    if (n < 2) return 0;
    return half(n - 2) + 1;
}
int main(void) {
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 100) return 0;
    if (half(n) < 0 && n < 0) reach_error();
    return 0;
}"""

IN_MEMORY = """
struct machine { int unused; struct { int now, next; } *inside; };
void *malloc(__SIZE_TYPE__);
static void step(struct machine *m, int *done) {
    if (m->inside->now == 1) { m->inside->next = 5; *done = 1; m->inside->now = 2; }
    else if (m->inside->now == 2) { m->inside->now = m->inside->next; }
    else if (m->inside->now == 5 && !*done) reach_error();
}
int main(void) {
    struct machine *m = malloc(sizeof *m);
    int done = 0;
    m->inside = malloc(sizeof *m->inside);
    m->inside->now = 1;
    while (__VERIFIER_nondet_int()) step(m, &done);
    return 0;
}
"""
INPUT_ASKED_TWICE = """
int main(void) {
    int quick = __VERIFIER_nondet_int(), state = 0;
    while (__VERIFIER_nondet_int()) {
        if (state == 0) state = quick ? 1 : 2;
        else if (state == 1) { if (!quick) reach_error(); state = 3; }
        else if (state == 2) { if (quick) reach_error(); state = 4; }
    }
    return 0;
}
"""
CASES = {
    "constants": (CONSTANTS, "constants"),
    "intervals": (INTERVALS, "intervals"),
    "intervals, unsigned": (UNSIGNED, "intervals"),
    "congruences": (CONGRUENCES, "congruences"),
    "octagons": (OCTAGONS, "octagons"),
    "pointers": (POINTERS, "intervals"),
    "objects": (OBJECTS, "intervals"),
    "arrays": (ARRAYS, "all"),
    "what stands between members": (BETWEEN_MEMBERS, "intervals"),
    "floats": (FLOATS, "intervals"),
    "equalities": (EQUALITIES, "intervals"),
    "recursion": (RECURSION, "intervals"),
}


def proof(text: str, options: Options, tmp_path: Path) -> tuple[Claims, Judgement | None]:
    file = tmp_path / "f.c"
    file.write_text(HEAD + text)
    loaded = load([file], LoadOptions())
    inlined = inline(loaded.program)
    found = look(inlined.program, options, lambda: False)
    claims = claims_of(found, {}, Progress(0, 0, 0, found.alarms, 0), Budget())
    document = certificate_document(inlined, Task.of(loaded), claims)
    if document is None or not claims.complete:
        return claims, None
    named = {**document, "program": fingerprint(inlined.program)}
    return claims, check(from_json(named, inlined.program), inlined.program)


@pytest.mark.parametrize("name", thinned(CASES, 2))
def test_accepted(name: str, tmp_path: Path) -> None:
    text, chosen = CASES[name]
    components, relation = domain(chosen)
    claims, judgement = proof(text, Options(components, relation), tmp_path)
    assert claims.complete
    assert judgement is not None and judgement.accepted, judgement.failures


def test_polyhedra(tmp_path: Path) -> None:
    pytest.importorskip("ppl")
    components, relation = domain("polyhedra")
    claims, judgement = proof(POLYHEDRA, Options(components, relation), tmp_path)
    assert claims.complete
    assert judgement is not None and judgement.accepted, judgement.failures


@pytest.mark.parametrize(
    "text", [PARTITIONS, IN_MEMORY, INPUT_ASKED_TWICE], ids=["variables", "cells", "input"]
)
def test_partitions(text: str, tmp_path: Path) -> None:
    file = tmp_path / "g.c"
    file.write_text(HEAD + text)
    control, _ = control_places(inline(load([file], LoadOptions()).program).program)
    claims, judgement = proof(text, Options(control=control, most=32), tmp_path)
    assert claims.complete
    assert judgement is not None and judgement.accepted, judgement.failures


@pytest.mark.parametrize(
    ("text", "weaker"),
    [
        (INTERVALS, "constants"),
        (INTERVALS, "congruences"),
        (CONGRUENCES, "intervals"),
        (OCTAGONS, "intervals"),
        (PARTITIONS, "intervals"),
        (IN_MEMORY, "intervals"),
        (INPUT_ASKED_TWICE, "intervals"),
    ],
)
def test_what_a_weaker_domain_cannot_prove(text: str, weaker: str, tmp_path: Path) -> None:
    claims, _ = proof(text, Options(*domain(weaker)), tmp_path)
    assert not claims.complete


def test_an_alarm_is_no_proof(tmp_path: Path) -> None:
    wrong = INTERVALS.replace("i != 100", "i == 100")
    claims, judgement = proof(wrong, Options(Components.ALL), tmp_path)
    assert not claims.complete and judgement is None
