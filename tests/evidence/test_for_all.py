"""Certificates that speak of all elements: what proves is accepted, and nothing else.

Each is tried as it is, with one conjunct left out, and with ranges that are one too long.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from dovetail.ledger.conditions import Formulas
from dovetail.program.expressions import (
    Binary,
    BinaryOp,
    Cast,
    Expr,
    ForAll,
    Variable,
    conjunction,
    const,
    index,
    subexpressions,
    substitute,
    variables,
)
from dovetail.program.inlining import Inlined
from dovetail.program.printer import show_expr
from dovetail.program.types import FloatType, IntType
from dovetail.proofs.certificate import Certificate
from dovetail.proofs.checker import check
from evidence.claims import certificate
from evidence.test_checker import HEAD, change, judge, read, weakenings

ARRAYS = "valid(a, 40000) and start(a) and valid(b, 40000) and start(b) and not same(a, b)"
PROVING = {
    "filled": (
        """#define N 10000
        int main(void) { int a[N];
        for (int i = 0; i < N; i++) a[i] = 7;
        for (int x = 0; x < N; x++) ASSERT(a[x] == 7);
        return 0; }""",
        ["i >= 0 and forall(k, 0, i, at(a, k) == 7)", "x >= 0 and forall(k, 0, 10000, at(a, k) == 7)"],
        ("i >= 0",),
    ),
    "a global": (
        """int a[10000]; int main(void) {
        for (int i = 0; i < 10000; i++) a[i] = i;
        for (int x = 0; x < 10000; x++) ASSERT(a[x] == x);
        return 0; }""",
        ["i >= 0 and forall(k, 0, i, at(a, k) == k)", "x >= 0 and forall(k, 0, 10000, at(a, k) == k)"],
        ("i >= 0",),
    ),
    "copied": (
        """#define N 10000
        int main(void) { int a[N], b[N];
        for (int i = 0; i < N; i++) b[i] = a[i];
        for (int x = 0; x < N; x++) ASSERT(a[x] == b[x]);
        return 0; }""",
        [
            f"{ARRAYS} and i >= 0 and i <= 10000 and forall(k, 0, i, at(a, k) == at(b, k))",
            "x >= 0 and forall(k, 0, 10000, at(a, k) == at(b, k))",
        ],
        (
            *("valid(a, 40000)", "valid(b, 40000)", "a == object_start(a)", "b == object_start(b)"),
            *("!same_object(a, b)", "i >= 0", "i <= 10000"),  # of one array it would hold, too
        ),
    ),
    "the least": (
        """int a[10000]; int main(void) { int least = a[0];
        for (unsigned i = 0; i < 10000; i++) { a[i] = ANY; if (i == 0 || a[i] < least) least = a[i]; }
        for (unsigned x = 0; x < 10000; x++) ASSERT(a[x] >= least);
        return 0; }""",
        ["forall(k, 0, i, at(a, k) >= least)", "forall(k, 0, 10000, at(a, k) >= least)"],
        (),
    ),
}


def load_case(name: str, folder: Path) -> tuple[Inlined, Certificate]:
    text, invariants, _ = PROVING[name]
    inlined = read(folder / "program.c", HEAD + text)
    return inlined, certificate(inlined, {"main": ("true", "true", list(invariants))})


@pytest.mark.parametrize("name", PROVING)
def test_what_proves_is_accepted(name: str, tmp_path: Path) -> None:
    judgement = judge(*load_case(name, tmp_path))
    assert not judgement.failures and judgement.complete


@pytest.mark.parametrize("name", PROVING)
def test_what_is_weakened_is_rejected(name: str, tmp_path: Path) -> None:
    inlined, claimed = load_case(name, tmp_path)
    found = 0
    for where, weaker, part in weakenings(claimed):
        if show_expr(part) not in PROVING[name][2]:
            assert judge(inlined, weaker).failures, f"{where} without {part}"
            found += 1
    assert found


@pytest.mark.parametrize("name", PROVING)
def test_one_element_more_is_too_much(name: str, tmp_path: Path) -> None:
    """Where a loop is, the element that comes next is not yet what the others are."""
    inlined, claimed = load_case(name, tmp_path)
    entry = inlined.program.entry
    head, invariant = min(claimed.contracts[entry][0].invariants.items())
    (held,) = [part for part in subexpressions(invariant) if isinstance(part, ForAll)]
    assert isinstance(held.index.type, IntType)
    further = BinaryOp(Binary.ADD, held.high, const(held.index.type, 1))
    more = substitute(invariant, {held: ForAll(held.index, held.low, further, held.body)})
    changed = {**claimed.contracts[entry][0].invariants, head: more}
    assert judge(inlined, change(claimed, entry, invariants=changed)).failures


WRONG = {
    "the last one is not filled": (
        """int a[100]; int main(void) {
        for (int i = 0; i < 99; i++) a[i] = 7;
        for (int x = 0; x < 100; x++) ASSERT(a[x] == 7);
        return 0; }""",
        ["i >= 0 and forall(k, 0, i, at(a, k) == 7)", "x >= 0 and forall(k, 0, 100, at(a, k) == 7)"],
    ),
    "overwritten behind": (
        """int a[100]; int main(void) {
        for (int i = 0; i < 100; i++) { a[i] = 7; if (i > 3) a[i - 3] = 8; }
        for (int x = 0; x < 100; x++) ASSERT(a[x] == 7);
        return 0; }""",
        ["i >= 0 and forall(k, 0, i, at(a, k) == 7)", "x >= 0 and forall(k, 0, 100, at(a, k) == 7)"],
    ),
    "two names of one array": (
        """int a[100]; int main(void) { int *b = ANY ? a : a + 1;
        for (int i = 0; i < 99; i++) { b[i] = 8; a[i] = 7; }
        for (int x = 0; x < 99; x++) ASSERT(a[x] == 7);
        return 0; }""",
        ["i >= 0 and forall(k, 0, i, at(a, k) == 7)", "x >= 0 and forall(k, 0, 99, at(a, k) == 7)"],
    ),
    "an index that wraps around": (
        """int a[256]; int main(void) { unsigned char i = 0; int n = 0;
        for (; n < 300; n++) { a[i] = n; i++; }
        ASSERT(a[0] == 0); return 0; }""",
        ["n >= 0 and forall(k, 0, i, at(a, k) >= 0) and (n > 255 or at(a, 0) == 0)"],
    ),
    "a flag that says nothing": (
        """int a[100], b[100]; int main(void) { int same = 1;
        for (int i = 0; i < 100; i++) { a[i] = ANY; b[i] = ANY; same = a[i] == b[i]; }
        if (same) for (int x = 0; x < 100; x++) ASSERT(a[x] == b[x]);
        return 0; }""",
        [
            "i >= 0 and (same == 0 or forall(k, 0, i, at(a, k) == at(b, k)))",
            "x >= 0 and forall(k, 0, 100, at(a, k) == at(b, k))",
        ],
    ),
    "of none it is true, and of one it is not": (
        """int a[100]; int main(void) { int n = 0;
        while (ANY && n < 100) { a[n] = 5; n++; }
        if (n > 0) ASSERT(a[0] == 6);
        return 0; }""",
        ["n >= 0 and forall(k, 0, n, at(a, k) == 6)"],
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_rejected(name: str, tmp_path: Path) -> None:
    text, invariants = WRONG[name]
    inlined = read(tmp_path / "program.c", HEAD + text)
    assert judge(inlined, certificate(inlined, {"main": ("true", "true", invariants)})).failures


BRANCHES = """void *malloc(unsigned long); struct node { int data; };
    int a[1000], b[10], one[1]; int main(void) { int i = 0, y = 0; b[5] = 1;
    struct node *m = malloc(sizeof *m); m->data = 0;
    while (ANY) { m = malloc(sizeof *m); m->data = 0; }
    int c = ANY; int *p = c ? a : b;
    if (!c) { y = 1; y = 2; y = 3; } else y = p[999];
    for (; i < 10; i++) y = m->data + a[i] + one[p[5]];
    return 0; }"""


@pytest.mark.parametrize(
    "claimed",
    ["forall(k, 0, 10, at(p, 5) == 0 or k < -1)", "blocks(u, m, at(p, 5) == 0 or field(u, 'data') == 2)"],
)
def test_what_holds_on_one_way_is_not_taken_for_another(claimed: str, tmp_path: Path) -> None:
    """Where `p[999]` was read p is a, where all is 0; and nobody has written since."""
    inlined = read(tmp_path / "program.c", HEAD + BRANCHES, properties=("valid-memsafety",))
    known = "valid(m, 4) and freeable(m) and field(m, 'data') == 0 and i >= 0"
    invariants = [f"{known} and i == 0 and at(a, 5) == 0", f"{known} and valid(p, 40) and {claimed}"]
    forged = certificate(inlined, {"main": ("true", "true", invariants)})
    assert not check(forged, inlined.program, seconds=4).inductive


def test_an_index_means_nothing_outside(tmp_path: Path) -> None:
    inlined, claimed = load_case("filled", tmp_path)
    entry = inlined.program.entry
    heads = claimed.contracts[entry][0].invariants
    (held,) = {part for part in subexpressions(heads[min(heads)]) if isinstance(part, ForAll)}
    free = change(claimed, entry, invariants={**heads, min(heads): conjunction((held, held.body))})
    assert "not in scope" in judge(inlined, free).failures[0].text


def test_written_and_read(tmp_path: Path) -> None:
    inlined, claimed = load_case("copied", tmp_path)
    formulas = Formulas(inlined.program)
    for invariant in claimed.contracts[inlined.program.entry][0].invariants.values():
        assert formulas.read(formulas.written(invariant)) is invariant


def test_a_body_without_a_meaning(tmp_path: Path) -> None:
    """It is told, and nothing breaks."""
    inlined, claimed = load_case("filled", tmp_path)
    entry = inlined.program.entry
    heads = claimed.contracts[entry][0].invariants
    k = index("k", IntType(32, True))
    wide = Cast(FloatType(80), k)
    odd = ForAll(k, const(k.type, 0), max(variables(heads[min(heads)]), key=_is_an_index), _below(wide))
    judgement = judge(inlined, change(claimed, entry, invariants={**heads, min(heads): odd}))
    assert "has no meaning" in judgement.failures[0].text


def _is_an_index(variable: Variable) -> bool:
    return variable.source_name == "i"


def _below(value: Expr) -> Expr:
    return BinaryOp(Binary.LT, value, BinaryOp(Binary.ADD, value, value))
