"""Recursive programs: what is guessed and proved, and random ones against all of their runs."""

from __future__ import annotations

import importlib.util
import time
from pathlib import Path

import pytest

from dovetail.frontend.load import load
from dovetail.ledger.ledger import Ledger
from dovetail.program.inlining import inline
from dovetail.program.printer import show_expr
from dovetail.strategies.dash.recursion import Recursion
from dovetail.strategies.outcome import Budget
from thinned import thinned

FORCE = Path(__file__).parents[2] / "bench" / "recursion_by_force.py"


def contracts(text: str, folder: Path) -> list[str]:
    """What is known of the procedures after all, as `procedure: requires -> ensures`."""
    path = folder / "program.c"
    path.write_text("extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n" + text)
    budget = Budget(deadline=time.monotonic() + 30)
    inlined = inline(load([path]).program)
    claims = Recursion(inlined, Ledger(inlined.program), budget).run()
    assert claims.complete
    return [
        f"{name}: {show_expr(contract.requires)} -> {show_expr(contract.ensures)}"
        for name, found in claims.contracts.items()
        for contract in found
    ]


@pytest.mark.slow
def test_only_what_is_needed_is_left(tmp_path: Path) -> None:
    text = """int same(int n) { return n == 0 ? 0 : same(n - 1) + 1; }
    int main(void) { int x = __VERIFIER_nondet_int(); if (same(x) != x) reach_error(); return 0; }"""
    assert contracts(text, tmp_path) == ["same: true -> result == old(n)"]


def test_one_call_is_known_by_those_below_it(tmp_path: Path) -> None:
    text = """int three(int n) { return n < 2 ? n : 3 * three(n - 1) - three(n - 2); }
    int main(void) { if (three(5) != 55) reach_error(); return 0; }"""
    found = contracts(text, tmp_path)
    assert "three: n == 5 -> result == 55" in found and "three: n == 4 -> result == 21" in found


def test_a_check_inside_needs_what_all_calls_have_in_common(tmp_path: Path) -> None:
    text = """int down(int n) { if (n < 0) reach_error(); return n == 0 ? 0 : down(n - 1); }
    int main(void) { int x = __VERIFIER_nondet_int(); if (x >= 0 && x < 50) down(x); return 0; }"""
    (found,) = contracts(text, tmp_path)
    assert "n >= 0" in found.split("->")[0]


@pytest.mark.parametrize("seed", thinned([3, 11, 138, 190], 4))
def test_by_force(seed: int, capsys: pytest.CaptureFixture[str]) -> None:
    """138 and 190 have loops that a contract's case excludes."""
    spec = importlib.util.spec_from_file_location("recursion_by_force", FORCE)
    assert spec is not None and spec.loader is not None
    force = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(force)
    assert force.attack(1, seed, 6) == 0, capsys.readouterr().out
