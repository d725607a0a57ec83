"""Certificates about what is done to an array in its place: parts are as they were, others are in order.

Each is tried as it is, with one conjunct left out, and with each range one longer at one end.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from dovetail.program.expressions import Binary, BinaryOp, Expr, ForAll, const, subexpressions, substitute
from dovetail.program.inlining import Inlined
from dovetail.program.printer import show_expr
from dovetail.program.types import IntType
from dovetail.proofs.certificate import Certificate
from evidence.claims import certificate
from evidence.test_checker import HEAD, change, judge, read, weakenings

AS_IT_WAS = "forall(k, {0}, {1}, at(a, k) == at(b, k))"
TURNED = "forall(k, {0}, {1}, at(a, k) == at(b, n - 1 - k))"
ORDERED = "forall(k, {0}, {1}, forall(l, k, {1}, at(a, k) <= at(a, l)))"
NEIGHBOURS = "forall(k, {0}, {1}, at(a, k - 1) <= at(a, k))"
SIZE = "n >= 0 and n <= 10000"
PROVING = {
    "turned round": (
        """int a[10000], b[10000]; int main(void) { int n = ANY; if (n < 0 || n > 10000) return 0;
        for (int x = 0; x < n; x++) b[x] = a[x];
        int i = 0, j = n - 1;
        while (i < j) { int kept = a[i]; a[i] = a[j]; a[j] = kept; i++; j--; }
        for (int x = 0; x < n; x++) ASSERT(a[x] == b[n - 1 - x]);
        return 0; }""",
        [
            f"{SIZE} and main_1_x >= 0 and {AS_IT_WAS.format(0, 'main_1_x')}",
            f"{SIZE} and i >= 0 and i + j == n - 1 and {TURNED.format(0, 'i')} and "
            f"{AS_IT_WAS.format('i', 'j + 1')} and {TURNED.format('j + 1', 'n')}",
            f"{SIZE} and main_1_x_1 >= 0 and {TURNED.format(0, 'n')}",
        ],
        ("n >= 0", "n <= 10000", "i >= 0", "x >= 0"),
    ),
    "inserted": (
        """int a[10000]; int main(void) { int n = ANY; if (n < 1 || n > 10000) return 0;
        for (int i = 1; i < n; i++) { int key = a[i], j = i;
            while (j > 0 && a[j - 1] > key) { a[j] = a[j - 1]; j--; }
            a[j] = key; }
        for (int x = 1; x < n; x++) ASSERT(a[x - 1] <= a[x]);
        return 0; }""",
        [
            f"{SIZE} and main_1_i >= 1 and {NEIGHBOURS.format(1, 'main_1_i')}",
            f"{SIZE} and x >= 1 and {NEIGHBOURS.format(1, 'n')}",
            f"{SIZE} and main_1_i >= 1 and main_1_i < n and j >= 0 and j <= main_1_i and "
            f"{NEIGHBOURS.format(1, 'j')} and {NEIGHBOURS.format('j + 2', 'main_1_i + 1')} and "
            "forall(k, j + 1, main_1_i + 1, at(a, k) > key) and "
            "(j == main_1_i or j == 0 or at(a, j - 1) <= at(a, j + 1))",
        ],
        ("n >= 0", "n <= 10000", "i >= 1", "i < n", "j >= 0", "j <= i", "x >= 1"),
    ),
    "halved": (
        """int a[10000]; int main(void) { int n = ANY, wanted = ANY; if (n < 1 || n > 10000) return 0;
        for (int i = 1; i < n; i++) if (a[i - 1] > a[i]) return 0;
        int low = 0, high = n;
        while (low < high) { int middle = low + (high - low) / 2;
            if (a[middle] == wanted) return 0;
            if (a[middle] < wanted) low = middle + 1; else high = middle; }
        for (int x = 0; x < n; x++) ASSERT(a[x] != wanted);
        return 0; }""",
        [
            f"{SIZE} and i >= 1 and i <= n and {ORDERED.format(0, 'i')}",
            f"{SIZE} and low >= 0 and low <= high and high <= n and {ORDERED.format(0, 'n')} and "
            "forall(k, 0, low, at(a, k) < wanted) and forall(k, high, n, at(a, k) > wanted)",
            f"{SIZE} and x >= 0 and forall(k, 0, n, at(a, k) != wanted)",
        ],
        ("n >= 0", "n <= 10000", "i >= 1", "i <= n", "low >= 0", "low <= high", "high <= n", "x >= 0"),
    ),
    "at another pace": (
        """int a[10000], b[40000]; int main(void) { int i = 1, j = 0;
        while (i < 40000) { a[j] = b[i]; i += 4; j++; }
        i = 1; j = 0;
        while (i < 40000) { ASSERT(a[j] == b[4 * j + 1]); i += 4; j++; }
        return 0; }""",
        [
            "j >= 0 and j <= 10000 and i == 4 * j + 1 and forall(k, 0, j, at(a, k) == at(b, 4 * k + 1))",
            "j >= 0 and j <= 10000 and i == 4 * j + 1 and "
            "forall(k, 0, 40000, 4 * k + 1 >= 40000 or at(a, k) == at(b, 4 * k + 1))",
        ],
        ("j >= 0", "j <= 10000"),
    ),
}


SLOW = ("turned round", "inserted", "halved")
"""Tens of certificates, each of which takes a second."""
CASES = [pytest.param(name, marks=(pytest.mark.slow,) if name in SLOW else ()) for name in PROVING]


def load_case(name: str, folder: Path) -> tuple[Inlined, Certificate]:
    text, invariants, _ = PROVING[name]
    inlined = read(folder / "program.c", HEAD + text)
    return inlined, certificate(inlined, {"main": ("true", "true", list(invariants))})


@pytest.mark.parametrize("name", CASES)
def test_what_proves_is_accepted(name: str, tmp_path: Path) -> None:
    judgement = judge(*load_case(name, tmp_path))
    assert not judgement.failures and judgement.complete


@pytest.mark.parametrize("name", CASES)
def test_what_is_weakened_is_rejected(name: str, tmp_path: Path) -> None:
    inlined, claimed = load_case(name, tmp_path)
    found = 0
    for where, weaker, part in weakenings(claimed):
        if show_expr(part) not in PROVING[name][2]:
            assert judge(inlined, weaker).failures, f"{where} without {show_expr(part)}"
            found += 1
    assert found


def longer(claimed: Certificate, entry: str) -> Iterator[tuple[str, Certificate]]:
    """With each range of an outermost quantifier one longer, at its end."""
    heads = claimed.contracts[entry][0].invariants
    for head, invariant in heads.items():
        inner = {part.body for part in subexpressions(invariant) if isinstance(part, ForAll)}
        for held in subexpressions(invariant):
            if isinstance(held, ForAll) and held not in inner:
                changed = substitute(invariant, {held: one_longer(held)})
                yield show_expr(held), change(claimed, entry, invariants={**heads, head: changed})


def one_longer(held: ForAll) -> Expr:
    """All that it is about is one longer: an inner range ends where the outer one does."""
    assert isinstance(held.index.type, IntType)
    further = BinaryOp(Binary.ADD, held.high, const(held.index.type, 1))
    return ForAll(held.index, held.low, further, substitute(held.body, {held.high: further}))


@pytest.mark.slow
@pytest.mark.parametrize("name", SLOW)
def test_one_element_more_is_too_much(name: str, tmp_path: Path) -> None:
    inlined, claimed = load_case(name, tmp_path)
    ranges = list(longer(claimed, inlined.program.entry))
    assert len(ranges) > 2
    for shown, changed in ranges:
        assert judge(inlined, changed).failures, shown
