"""Which of several checks fail, where one stands before the other."""

from __future__ import annotations

from pathlib import Path

from dovetail.frontend import LoadOptions, load
from dovetail.ledger.ledger import Ledger
from dovetail.program.inlining import inline
from dovetail.strategies.bounded.merged_paths import bounded
from dovetail.strategies.outcome import Budget

VERDICTS = Path(__file__).parent.parent / "verdicts" / "bounded"


def _claims(name: str) -> tuple[set[int], frozenset[int]]:
    inlined = inline(load([VERDICTS / name], LoadOptions()).program)
    claims = bounded(inlined, Ledger(inlined.program), Budget()).run()
    assert claims.complete
    return set(claims.violations), claims.excluded


def test_what_a_failed_check_hides() -> None:
    assert _claims("one_behind_the_other.c") == ({1, 2}, {3})


def test_both_ways_into_a_loop() -> None:
    assert _claims("two_ways_into_a_loop.c") == ({2}, {1})
