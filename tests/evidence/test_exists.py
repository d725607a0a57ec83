"""Certificates that speak of one element of many, and of any two: what proves is accepted, and no more."""

from __future__ import annotations

from pathlib import Path

import pytest

from dovetail.ledger.conditions import Formulas
from dovetail.program.expressions import (
    Binary,
    BinaryOp,
    Exists,
    Expr,
    ForAll,
    Quantifier,
    const,
    subexpressions,
    substitute,
)
from dovetail.program.inlining import Inlined
from dovetail.program.printer import show_expr
from dovetail.program.types import IntType
from dovetail.proofs.certificate import Certificate
from evidence.claims import certificate
from evidence.test_checker import HEAD, change, judge, read, weakenings

SORTED = "forall(k, 0, {0}, forall(l, k, {0}, at(a, k) <= at(a, l)))"
PROVING = {
    "a sentinel": (
        """int a[10000]; int main(void) { int n = ANY, i = 0;
        if (n < 0 || n >= 10000) return 0;
        for (int x = 0; x < 10000; x++) a[x] = ANY;
        a[n] = 7;
        while (a[i] != 7) i++;
        ASSERT(i < 10000); return 0; }""",
        ["n >= 0 and n < 10000 and i == 0", "i < 10000 and exists(k, i, 10000, at(a, k) == 7)"],
        ("i < 10000",),
    ),
    "one that is not": (
        """int a[10000]; int main(void) { int found = 0;
        for (int i = 0; i < 10000; i++) { a[i] = ANY; if (a[i] < 0) found = 1; }
        if (found) { int i = 0; while (i < 10000 && a[i] >= 0) i++; ASSERT(i != 10000); }
        return 0; }""",
        [
            "main_1_i >= 0 and main_1_i <= 10000 and (found == 0 or exists(k, 0, main_1_i, at(a, k) < 0))",
            "main_1_i_1 >= 0 and main_1_i_1 <= 10000 and exists(k, main_1_i_1, 10000, at(a, k) < 0)",
        ],
        ("i >= 0", "i <= 10000"),
    ),
    "any two": (
        """int a[10000]; int main(void) { int x = ANY, y = ANY;
        a[0] = ANY;
        for (int i = 1; i < 10000; i++) { a[i] = ANY; if (a[i] < a[i - 1]) return 0; }
        if (0 <= x && x <= y && y < 10000) ASSERT(a[x] <= a[y]);
        return 0; }""",
        [f"i >= 1 and i <= 10000 and {SORTED.format('i')}"],
        ("i <= 10000", "i >= 1"),
    ),
}


def load_case(name: str, folder: Path) -> tuple[Inlined, Certificate]:
    text, invariants, _ = PROVING[name]
    inlined = read(folder / "program.c", HEAD + text)
    return inlined, certificate(inlined, {"main": ("true", "true", list(invariants))})


def with_others(claimed: Certificate, entry: str, changed: dict[Expr, Expr]) -> Certificate:
    """With conditions in the place of others, in all invariants."""
    heads = claimed.contracts[entry][0].invariants
    return change(claimed, entry, invariants={head: substitute(one, changed) for head, one in heads.items()})


def quantifiers(claimed: Certificate, entry: str) -> list[Quantifier]:
    found: dict[Quantifier, None] = {}
    for invariant in claimed.contracts[entry][0].invariants.values():
        found.update((part, None) for part in subexpressions(invariant) if isinstance(part, Quantifier))
    return list(found)


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
def test_the_other_quantifier_is_rejected(name: str, tmp_path: Path) -> None:
    """What holds of one does not hold of all, and what holds of all says more than what holds of one."""
    inlined, claimed = load_case(name, tmp_path)
    entry = inlined.program.entry
    for one in quantifiers(claimed, entry):
        kind = Exists if isinstance(one, ForAll) else ForAll
        other = kind(one.index, one.low, one.high, one.body)
        assert judge(inlined, with_others(claimed, entry, {one: other})).failures, show_expr(other)


def test_a_shorter_range_is_too_much(tmp_path: Path) -> None:
    """Where a loop is there may be one, and behind that there need be none."""
    inlined, claimed = load_case("a sentinel", tmp_path)
    entry = inlined.program.entry
    (held,) = quantifiers(claimed, entry)
    assert isinstance(held.index.type, IntType)
    one = const(held.index.type, 1)
    for low, high in (
        (BinaryOp(Binary.ADD, held.low, one), held.high),
        (held.low, BinaryOp(Binary.SUB, held.high, one)),
    ):
        less = Exists(held.index, low, high, held.body)
        assert judge(inlined, with_others(claimed, entry, {held: less})).failures


WRONG = {
    "there is none": (
        """int a[100]; int main(void) { int n = ANY;
        while (ANY) { a[5] = ANY; } ASSERT(0); return 0; }""",
        ["exists(k, n, n, at(a, k) == at(a, k))"],
    ),
    "the range wraps around": (
        """int a[100]; int main(void) { unsigned n = ANY, m = n + 1;
        while (ANY) { n = m - 1; } ASSERT(n < m); return 0; }""",
        ["exists(k, n, m, k >= n)"],
    ),
    "an index inside of another": (
        """int a[100]; int main(void) { int n = 50;
        while (ANY) { a[n] = ANY; } ASSERT(a[3] == a[4]); return 0; }""",
        ["n == 50 and forall(k, 0, 100, exists(l, 0, 100, at(a, k) == at(a, l)))"],
    ),
    "it was overwritten": (
        """int a[100]; int main(void) { int i = 0; a[99] = 7;
        while (a[i] != 7) { i++; if (i < 99) a[i + 1] = 0; } ASSERT(i < 100); return 0; }""",
        ["i >= 0 and exists(k, i, 100, at(a, k) == 7)"],
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_what_is_wrong_is_rejected(name: str, tmp_path: Path) -> None:
    text, invariants = WRONG[name]
    inlined = read(tmp_path / "program.c", HEAD + text)
    assert judge(inlined, certificate(inlined, {"main": ("true", "true", invariants)})).failures


def test_written_and_read(tmp_path: Path) -> None:
    for name in PROVING:
        inlined, claimed = load_case(name, tmp_path)
        formulas = Formulas(inlined.program)
        for invariant in claimed.contracts[inlined.program.entry][0].invariants.values():
            assert formulas.read(formulas.written(invariant)) is invariant
