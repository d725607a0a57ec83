"""Certificates that speak of sums and counts, and of the largest element: what proves is accepted, and no
more.

Each is tried as it is, with one conjunct left out, and with each range one too long or one too short.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from dovetail.program.expressions import (
    Binary,
    BinaryOp,
    Exists,
    Quantifier,
    Sum,
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
from thinned import thinned

SUMMED = "int a[1000]; int main(void) { int c = 0, d = 0, w = ANY, kept; for (int i = 0; i < 1000; i++) %s %s"
SUMMED += " for (int x = 0; x < 1000; x++) %s ASSERT(c == d); return 0; }"
EXCHANGED = "kept = a[0]; a[0] = a[1]; a[1] = kept;"
ADD = "c += a[i];", "d += a[x];"
COUNT = "if (a[i] == w) c++;", "if (a[x] == w) d++;"
PLACES = "i >= 0 and i <= 1000", "x >= 0 and x <= 1000"
LARGEST = """int a[1000]; int main(void) { int m = a[0];
    for (int i = 1; i < 1000; i++) if (a[i] > m) m = a[i];
    %s
    int y = a[0];
    for (int x = 1; x < 1000; x++) if (a[x] > y) y = a[x];
    ASSERT(m == y); return 0; }"""
MOST = "forall(k, 0, %s, at(a, k) <= %s) and exists(k, 0, %s, at(a, k) == %s)"


def added(body: str) -> list[str]:
    said = f"c == sum(k, 0, {{}}, {body})"
    return [
        f"{PLACES[0]} and d == 0 and {said.format('i')}",
        f"{PLACES[1]} and {said.format('1000')} and d == sum(k, 0, x, {body})",
    ]


OF_LARGEST = [
    f"i >= 1 and i <= 1000 and {MOST % ('i', 'm', 'i', 'm')}",
    f"x >= 1 and x <= 1000 and {MOST % ('1000', 'm', '1000', 'm')} and {MOST % ('x', 'y', 'x', 'y')}",
]
COUNTED = "one_if(at(a, k) == w)"
PROVING = {
    "a sum": (SUMMED % (ADD[0], EXCHANGED, ADD[1]), added("at(a, k)")),
    "a count": (SUMMED % (COUNT[0], EXCHANGED, COUNT[1]), added(COUNTED)),
    "the largest": (LARGEST % "int kept = a[0]; a[0] = a[999]; a[999] = kept;", OF_LARGEST),
}
WRONG = {
    "one is written twice": (SUMMED % (ADD[0], "a[0] = a[1];", ADD[1]), added("at(a, k)")),
    "one is another one": (SUMMED % (COUNT[0], EXCHANGED + "a[ANY & 511] = w;", COUNT[1]), added(COUNTED)),
    "exchanged outside of the range": (
        SUMMED % (COUNT[0], "kept = a[0]; a[0] = a[1]; a[1] = kept + 1;", COUNT[1]),
        added(COUNTED),
    ),
    "the largest is lost": (LARGEST % "a[ANY & 511] = a[999];", OF_LARGEST),
    "a larger one comes": (LARGEST % "a[5] = ANY;", OF_LARGEST),
}


def load_case(name: str, folder: Path) -> tuple[Inlined, Certificate]:
    text, invariants = (PROVING | WRONG)[name]
    inlined = read(folder / "program.c", HEAD + text)
    return inlined, certificate(inlined, {"main": ("true", "true", list(invariants))})


@pytest.mark.parametrize("name", PROVING)
def test_what_proves_is_accepted(name: str, tmp_path: Path) -> None:
    judgement = judge(*load_case(name, tmp_path))
    assert not judgement.failures and judgement.complete


@pytest.mark.parametrize("name", PROVING)
def test_what_is_weakened_is_rejected(name: str, tmp_path: Path) -> None:
    """Bounds of an index may be left out: a sum says by itself how far it is."""
    inlined, claimed = load_case(name, tmp_path)
    found = 0
    for where, weaker, part in weakenings(claimed):
        if any(isinstance(one, Quantifier) for one in subexpressions(part)):
            assert judge(inlined, weaker).failures, f"{where} without {show_expr(part)}"
            found += 1
    assert found >= 3


@pytest.mark.parametrize("name", PROVING)
def test_no_other_range_will_do(name: str, tmp_path: Path) -> None:
    """What is said of the first loop, one element further, or from the second on."""
    inlined, claimed = load_case(name, tmp_path)
    entry = inlined.program.entry
    invariants = claimed.contracts[entry][0].invariants
    head, invariant = min(invariants.items())
    for held in [part for part in subexpressions(invariant) if isinstance(part, Sum | Exists)]:
        assert isinstance(held.index.type, IntType)
        one = const(held.index.type, 1)
        further = type(held)(held.index, held.low, BinaryOp(Binary.ADD, held.high, one), held.body)
        later = type(held)(held.index, one, held.high, held.body)
        for other in (further, later) if isinstance(held, Sum) else (later,):
            changed = {**invariants, head: substitute(invariant, {held: other})}
            assert judge(inlined, change(claimed, entry, invariants=changed)).failures


@pytest.mark.parametrize("name", thinned(list(WRONG), 2))
def test_what_is_wrong_is_rejected(name: str, tmp_path: Path) -> None:
    assert judge(*load_case(name, tmp_path)).failures
