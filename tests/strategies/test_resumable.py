"""A strategy makes one move at a time, and may hear of others in between: it comes to the same end."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from dovetail.execution.executor import Executor
from dovetail.execution.inputs import InputVector
from dovetail.frontend import load
from dovetail.ledger import entries
from dovetail.ledger.entries import Fact, Violation
from dovetail.ledger.ledger import Ledger
from dovetail.program.inlining import Inlined, inline
from dovetail.strategies.outcome import Budget, Claims
from dovetail.strategies.strategy import Strategy
from dovetail.verifying.kinds import QUICKLY, STRATEGIES

HEAD = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n"
SAFE = """int main(void) {
    unsigned i = 0, s = 0, n = (unsigned)__VERIFIER_nondet_int() % 5;
    while (i < n) { i++; s++; }
    if (s != n) reach_error();
    return 0;
}"""
UNSAFE = """int main(void) {
    unsigned i = 0, s = 0, n = (unsigned)__VERIFIER_nondet_int() % 5;
    while (i < n) { i++; s++; }
    if (s == 3) reach_error();
    if (s > 5) reach_error();
    return 0;
}"""
RECURSIVE = """int down(int n) { return n <= 0 ? 0 : 1 + down(n - 1); }
int main(void) { int n = __VERIFIER_nondet_int() & 3; if (down(n) > 5) reach_error(); return 0; }"""
CASES = [
    *[(name, SAFE) for name in ("dash", "bounded", "induction", "fabricate", "abstract")],
    *[(name, UNSAFE) for name in ("dash", "bounded", "fabricate", "counterexamples")],
    *[(name, RECURSIVE) for name in ("dash", "bounded")],
]
each = pytest.mark.parametrize(
    ("name", "text"),
    # It takes dash longest to begin again, and each of these programs has others.
    [pytest.param(*case, marks=pytest.mark.slow if case[0] == "dash" else ()) for case in CASES],
)


@pytest.fixture
def program(tmp_path: Path, text: str) -> Inlined:
    path = tmp_path / "program.c"
    path.write_text(HEAD + text)
    return inline(load([path]).program)


def made(name: str, program: Inlined, *given: entries.Entry) -> Strategy:
    ledger = Ledger(program.program, given, author=name)
    return STRATEGIES[name](program, ledger, Budget(deadline=time.monotonic() + 60))


def verdict(claims: Claims) -> tuple[bool, set[int], frozenset[int]]:
    return claims.complete, set(claims.violations), claims.excluded


def left_by_abstraction(program: Inlined) -> list[entries.Entry]:
    ledger = Ledger(program.program, author="another")
    QUICKLY(program, ledger, Budget()).run()
    return list(ledger)


@each
def test_one_at_a_time(name: str, program: Inlined) -> None:
    """With a look at how far it has got after each."""
    expected = verdict(made(name, program).run())
    strategy = made(name, program)
    moves = 0
    while strategy.move() is not None:
        moves += 1
        assert strategy.progress().open_checks <= len(program.program.checks)
        if moves % 5 == 1:
            strategy.claims()
    assert verdict(strategy.claims()) == expected
    assert expected[0], "it is decided at all"
    assert strategy.move() is None, "there is none any more"


@each
def test_with_news_in_between(name: str, program: Inlined) -> None:
    """Tests, and what holds."""
    expected = verdict(made(name, program).run())
    news = [
        *(entries.Test(vector=InputVector((number,)), author="another") for number in (0, 3, 3, 4)),
        *left_by_abstraction(program),
    ]
    strategy = made(name, program)
    while strategy.move() is not None:
        if news:
            strategy.ledger.enter(news.pop(0))
    assert verdict(strategy.claims()) == expected


@pytest.mark.parametrize(
    ("name", "text"), [(name, UNSAFE) for name in ("dash", "bounded", "fabricate", "counterexamples")]
)
def test_a_violation_that_others_have_found_is_not_looked_for(name: str, program: Inlined) -> None:
    """It is in what is claimed, as theirs."""
    vector = InputVector((3,))
    assert Executor(program.program).run(vector).end.check_id == 1
    strategy = made(name, program)
    strategy.move()
    if 1 not in strategy.violations:
        strategy.ledger.enter(Violation(check=1, vector=vector, author="confirmed"))
        claims = strategy.run()
        assert claims.violations == {1: vector}
        assert [one.author for one in strategy.ledger.of(Violation)] == ["confirmed"]
    else:
        claims = strategy.run()
    assert verdict(claims) == (True, {1}, frozenset({2}))


@pytest.mark.parametrize("text", [UNSAFE])
def test_counterexamples_start_from_what_is_violated(program: Inlined) -> None:
    """Nothing is run, and nothing asked, for what is known."""
    vector = InputVector((3,))
    strategy = made("counterexamples", program, Violation(check=1, vector=vector, author="tests"))
    claims = strategy.run()
    assert verdict(claims) == (True, {1}, frozenset({2})) and claims.violations == {1: vector}
    assert claims.progress.tests == 0 and claims.progress.solver_calls == 0


@pytest.mark.parametrize("text", [UNSAFE])
def test_abstraction_claims_no_violation(program: Inlined) -> None:
    strategy = made("abstract", program)
    claims = strategy.run()
    assert not claims.violations and not list(strategy.ledger.of(Violation))
    assert 1 in claims.open and not claims.complete


@pytest.mark.parametrize("text", [SAFE])
def test_what_is_entered_by_a_move_is_told(program: Inlined) -> None:
    """With its author."""
    strategy = made("abstract", program)
    entered: list[entries.Entry] = []
    while (now := strategy.move()) is not None:
        entered += now
    assert any(isinstance(one, Fact) for one in entered)
    assert entered == list(strategy.ledger) and {one.author for one in entered} == {"abstract"}
