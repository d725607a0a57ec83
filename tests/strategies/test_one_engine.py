"""What candidates prove each other is found out in one place, and what states suggest is guessed in one.

Each strategy is asked twice: as it is, and with that one place saying nothing. If it comes to something then,
it has an engine of its own.
"""

from __future__ import annotations

import ast
import time
from collections.abc import Callable, Collection, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from dovetail.frontend import load
from dovetail.ledger.entries import Fact
from dovetail.ledger.ledger import Ledger
from dovetail.program.expressions import Expr
from dovetail.program.inlining import Inlined, inline
from dovetail.strategies.dash.algorithm import Dash
from dovetail.strategies.dash.lemmas import lemmas
from dovetail.strategies.dash.recursion import Recursion
from dovetail.strategies.fabricate.refining import Fabricate
from dovetail.strategies.horn.guessing import Horn
from dovetail.strategies.induction.rounds import Induction
from dovetail.strategies.outcome import Budget

PACKAGE = Path(__file__).parents[2] / "src" / "dovetail"
VERDICTS = Path(__file__).parent.parent / "verdicts"
HEAD = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n"
LOOP = """int main(void) {
    int i = 0, s = 0, n = __VERIFIER_nondet_int() & 7;
    while (i < n) { i++; s++; }
    if (s != i) reach_error();
    return 0;
}"""
RECURSIVE = """int same(int n) { return n == 0 ? 0 : same(n - 1) + 1; }
int main(void) { int x = __VERIFIER_nondet_int(); if (same(x) != x) reach_error(); return 0; }"""

Found = Callable[[Inlined], Collection[object]]


@pytest.fixture
def read(tmp_path: Path) -> Callable[[str], Inlined]:
    def one(text: str) -> Inlined:
        path = tmp_path / "program.c"
        path.write_text(HEAD + text)
        return inline(load([path]).program)

    return one


def budget(seconds: float = 20.0) -> Budget:
    return Budget(deadline=time.monotonic() + seconds)


# ---- what each comes to ------------------------------------------------------------------------------------


def by_induction(inlined: Inlined) -> Collection[object]:
    """Facts that it leaves for others."""
    strategy = Induction(inlined.program, Ledger(inlined.program), budget())
    strategy.move()
    return list(strategy.ledger.of(Fact))


def by_horn(inlined: Inlined) -> Collection[object]:
    strategy = Horn(inlined.program, Ledger(inlined.program), budget())
    strategy.run()
    return list(strategy.ledger.of(Fact))


def by_lemmas(inlined: Inlined) -> Collection[object]:
    """Of dash, when its first tests have been run."""
    strategy = Dash(inlined.program, Ledger(inlined.program), budget())
    for vector in strategy.first_tests():
        strategy.add_test_to_forest(vector)
    return lemmas(strategy.abstraction, strategy.extender, {})


def by_contracts(inlined: Inlined) -> Collection[object]:
    """What is said of calls before anything is asked about the program."""
    strategy = Recursion(inlined, Ledger(inlined.program), budget())
    strategy.move()
    strategy.move()
    return [post for pair in strategy.contracts.pairs for post in pair.posts]


# ---- one Houdini -------------------------------------------------------------------------------------------

QUESTIONS = frozenset({"falsified", "not_preserved", "until_nothing_falls"})
"""What is asked of candidates that are to prove each other, and who says in which order."""


def unanswered(questions: Iterable[Any], ask: object, go_on: object, **_: object) -> list[Any]:
    """Without an answer, nothing is shown."""
    return list(questions)


@pytest.mark.parametrize(
    ("found", "text", "module"),
    [
        (by_induction, LOOP, "dovetail.strategies.houdini"),
        (by_horn, LOOP, "dovetail.strategies.houdini"),
        (by_lemmas, LOOP, "dovetail.strategies.dash.lemmas"),
        pytest.param(*(by_contracts, RECURSIVE, "dovetail.contracts.together"), marks=pytest.mark.slow),
    ],
)
def test_nothing_is_kept_but_by_the_one_loop(
    read: Callable[[str], Inlined], monkeypatch: pytest.MonkeyPatch, found: Found, text: str, module: str
) -> None:
    inlined = read(text)
    assert found(inlined)
    monkeypatch.setattr(f"{module}.until_nothing_falls", unanswered)
    assert not found(inlined)


def in_loops(tree: ast.AST) -> Iterator[ast.AST]:
    for loop in ast.walk(tree):
        if isinstance(loop, ast.For | ast.While):
            yield from (node for statement in loop.body for node in ast.walk(statement))
        if isinstance(loop, ast.While):
            yield from ast.walk(loop.test)


def test_nobody_asks_about_candidates_in_a_loop_of_his_own() -> None:
    """`formulas` are where these questions are answered."""
    wrong = []
    for path in sorted(PACKAGE.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if path.parent.name == "formulas" or not any(f"{name}(" in text for name in QUESTIONS):
            continue
        for node in in_loops(ast.parse(text)):
            if isinstance(node, ast.Call) and ast.unparse(node.func).split(".")[-1] in QUESTIONS:
                wrong.append(f"{path.relative_to(PACKAGE)}:{node.lineno}: {ast.unparse(node.func)}")
    assert not wrong, "\n".join(wrong)


# ---- one guesser -------------------------------------------------------------------------------------------


MOVES = 40
"""With what inference says it takes 26."""


def nothing(*_: object, **__: object) -> list[Expr]:
    return []


def test_lemmas_are_what_inference_says(
    read: Callable[[str], Inlined], monkeypatch: pytest.MonkeyPatch
) -> None:
    inlined = read(LOOP)
    assert by_lemmas(inlined)
    monkeypatch.setattr("dovetail.strategies.dash.lemmas.short_facts", nothing)
    assert not by_lemmas(inlined)


def test_predicates_that_divide_states_are_what_inference_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """In this program they are what is needed, and no branch asks for them."""
    inlined = inline(load([VERDICTS / "fabricate" / "a_relation_in_half_of_the_loop.c"]).program)

    def decided() -> bool:
        strategy = Fabricate(inlined.program, Ledger(inlined.program), Budget(moves=MOVES))
        return strategy.run().complete

    assert decided()
    monkeypatch.setattr("dovetail.strategies.fabricate.refining.dividing", nothing)
    assert not decided()
