"""What is unsupported is known by its place in the program, not by what is said of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from dovetail.frontend import load
from dovetail.ledger.ledger import Ledger
from dovetail.program.inlining import inline
from dovetail.program.statements import Unsupported
from dovetail.strategies.bounded.merged_paths import Bounded
from dovetail.strategies.outcome import Budget, Claims

HEAD = """extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int odd(int x) { if (x & 1) { __asm__ volatile ("bswap %0" : "+r" (x)); } return x; }
"""


def searched(folder: Path, body: str) -> tuple[Bounded, Claims, int]:
    """With the number of unsupported statements, of which two copies of a procedure have one each."""
    path = folder / "program.c"
    path.write_text(HEAD + body)
    program = inline(load([path]).program).program
    edges = program.procedures[program.entry].edges
    search = Bounded(program, Ledger(program), Budget())
    return search, search.run(), sum(isinstance(edge.statement, Unsupported) for edge in edges)


@pytest.mark.parametrize("second", ["odd(n)", "odd(n + 1)"])
def test_two_copies_of_one_text_are_two_places(tmp_path: Path, second: str) -> None:
    """The same is said of both, once."""
    body = (
        f"int main(void) {{ int n = __VERIFIER_nondet_int(); if (n > 9) odd(n); else {second}; return 0; }}"
    )
    search, claims, places = searched(tmp_path, body)
    assert places == 2
    assert len(search.unsupported) == 2 and len(claims.obstacles) == 1
    assert not claims.complete and not claims.excluded


def test_what_no_execution_comes_to_is_no_obstacle(tmp_path: Path) -> None:
    """Even if the same text is one elsewhere."""
    body = "int main(void) { int n = __VERIFIER_nondet_int(); odd(n); odd(2); return 0; }"
    search, claims, places = searched(tmp_path, body)
    assert places == 2
    assert len(search.unsupported) == 1 and len(claims.obstacles) == 1
