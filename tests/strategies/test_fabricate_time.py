"""What fabrication has no time to ask is not proved."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from dovetail.frontend import load
from dovetail.ledger.ledger import Ledger
from dovetail.program.inlining import inline
from dovetail.strategies.fabricate.procedure import Procedure
from dovetail.strategies.fabricate.refining import Fabricate
from dovetail.strategies.outcome import Budget

HEADER = "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n"
WRONG = """int main(void) {
    int x = __VERIFIER_nondet_int();
    while (x < 10) x++;
    if (x == 12345) reach_error();
    return 0;
}"""
UNSUPPORTED = """int main(void) {
    int x = __VERIFIER_nondet_int();
    while (x < 10) x++;
    if (x == 12345) return x << 32;
    return 0;
}"""


@pytest.mark.parametrize("text", [WRONG, UNSUPPORTED])
def test_the_time_is_used_up_before_errors_are_looked_for(text: str, tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(HEADER + text)
    program = inline(load([path]).program).program
    strategy = Fabricate(program, Ledger(program), Budget())
    procedure = strategy.procedure = Procedure(
        program, strategy.graph, strategy.live, strategy.predicates, strategy.known, strategy.budget
    )
    assert procedure.adequate()
    strategy.budget = Budget(deadline=time.monotonic() - 1)
    assert not strategy._errors(procedure)
    claims = strategy._claims(procedure)
    assert not claims.complete and not claims.excluded
