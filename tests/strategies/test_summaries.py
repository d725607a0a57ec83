"""Algorithm 1 on the paper's running example, through Figures 2 to 4, and what is summarised at all."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from dovetail.contracts.together import without_weaker
from dovetail.evidence.task import Task
from dovetail.formulas.one_formula import MadeCall
from dovetail.formulas.summaries import Pair
from dovetail.frontend import load
from dovetail.inference.postconditions import Observed
from dovetail.ledger.ledger import Ledger
from dovetail.program.expressions import TRUE, Binary, BinaryOp, Expr, const, negation
from dovetail.program.inlining import inline, prepared
from dovetail.program.listing import printer_for
from dovetail.program.types import INT
from dovetail.proofs.certificate import from_json
from dovetail.proofs.checker import check
from dovetail.proofs.fingerprint import fingerprint
from dovetail.strategies.model_checking import modelcheck, prove
from dovetail.strategies.outcome import Budget, Claims
from dovetail.strategies.summaries.algorithm import Summaries
from dovetail.strategies.summaries.units import summarised
from dovetail.verifying.certifying import certificate_document

COMPARE = Path(__file__).parent.parent / "verdicts" / "summaries" / "compare.c"


class Example:
    """`compare`, and the names of its parts."""

    def __init__(self) -> None:
        self.loaded = load([COMPARE])
        self.inlined = inline(self.loaded.program)
        self.budget = Budget(deadline=time.monotonic() + 60)
        ledger = Ledger(self.inlined.program)
        self.search = Summaries(self.inlined, ledger, self.budget, modelcheck, prove)
        procedure = self.search.program.procedures["compare"]
        self.a, self.b = procedure.parameters
        self.old_a, self.old_b = self.search.contracts.observations.old("compare")
        (self.result,) = self.search.contracts.observations.back("compare")

    @property
    def summary(self) -> list[Pair]:
        return self.search.contracts.summaries["compare"].pairs

    def said(self, posts: list[Expr]) -> set[str]:
        printer = printer_for(self.search.program)
        return {printer.expression(post) for post in posts}

    def proved(self) -> bool:
        claims = self.checked()
        return claims.complete and not claims.violations

    def checked(self) -> Claims:
        contracts = self.search.contracts
        program = contracts.modular.executable(contracts.start(executable=True))
        return modelcheck(program, Ledger(program), self.budget)


@pytest.fixture
def example() -> Example:
    return Example()


def test_figure_2_the_first_summary_allows_everything(example: Example) -> None:
    assert example.search.kept == ("compare",)
    assert [(pair.pre, pair.posts) for pair in example.summary] == [(TRUE, [])]
    assert example.checked().violations


def test_figure_3_what_one_run_suggests_is_refuted_and_weakened(example: Example) -> None:
    """From the run on (4, -4) `result == a` is guessed; the procedure alone shows a call where it fails."""
    contracts = example.search.contracts
    observations = contracts.observations
    pre = BinaryOp(Binary.GT, example.a, example.b)
    observations.call("compare", (4, INT.bits(-4)))
    observations.call("compare", (5, 3))
    equal = BinaryOp(Binary.EQ, example.result, example.old_a)
    assert all(observations.agrees("compare", equal, call) for call in observations.matching("compare", pre))
    failing = contracts.proving.failing("compare", pre, [equal], contracts.assumed(), ())
    assert failing.posts == {0} and failing.calls
    pair = Pair("compare", pre)
    assert contracts.strengthen(pair)
    assert pair.iterations > 1, "what failed gave a call to learn from"
    assert "result == old(a) || result == old(b)" in example.said(pair.posts)
    assert equal not in pair.posts


def test_figure_4_the_refinements_of_the_paper_prove_it(example: Example) -> None:
    refinement = example.search.refinement
    (root,) = example.summary
    greater = BinaryOp(Binary.GT, example.a, example.b)
    positive = BinaryOp(Binary.GT, example.a, const(INT, 0))
    # Fig. 4(a): a > b, and its complement.
    first, second = refinement.partition(root, greater)
    assert (first.pre, second.pre) == (greater, negation(greater))
    for pair in (first, second):
        assert "result == old(a) || result == old(b)" in example.said(pair.posts)
    example.summary[:] = [root, first, second]
    assert not example.proved()
    # Fig. 4(b): the first of them, by a > 0.
    with_a, with_b = refinement.partition(first, positive)
    assert "result == old(a)" in example.said(with_a.posts)
    assert "result == old(b)" in example.said(with_b.posts)
    example.summary[:] = [root, with_a, with_b, second]
    assert example.proved()


def test_by_itself_it_needs_as_many_refinements_as_the_paper(example: Example) -> None:
    claims = example.search.run()
    assert claims.complete and claims.kept == ("compare",)
    assert example.search.refinement.count <= 2
    document = certificate_document(example.inlined, Task.of(example.loaded), claims)
    assert document is not None
    program = prepared(example.loaded.program, 0, claims.kept).program
    named = {**document, "program": fingerprint(program)}
    assert check(from_json(named, program), program, whole=example.loaded.program).accepted


def test_a_spurious_call_is_excluded_afterwards(example: Example) -> None:
    refinement = example.search.refinement
    made = Observed((4, INT.bits(-4)), (7,))
    assert not refinement.excluded("compare", made)
    assert refinement.refine((MadeCall("compare", made.given, {}, 7, {}),))
    assert refinement.excluded("compare", made)
    assert not refinement.excluded("compare", Observed((4, INT.bits(-4)), (4,))), (
        "what it really gives back stays"
    )


def test_what_is_summarised(tmp_path: Path) -> None:
    path = tmp_path / "units.c"
    path.write_text(
        """
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int g;
static int inner(int v) { return v + 1; }
static int pure(int v) { return inner(v) * 2; }
static void guarded(int v) { if (pure(v) == 3) reach_error(); }
static int reader(int *p) { return *p; }
static int asking(void) { return __VERIFIER_nondet_int(); }
static double real(double d) { return d * 2; }
static void counting(void) { g = g + 1; }
int main(void) {
    int x = asking();
    counting();
    guarded(reader(&x) + (int)real(1.5));
    return inner(x);
}
"""
    )
    assert set(summarised(load([path]).program)) == {"inner", "pure", "counting"}


def test_only_the_strictest_bounds_are_kept(example: Example) -> None:
    def at_least(number: int) -> Expr:
        return BinaryOp(Binary.GE, example.result, const(INT, number))

    equal = BinaryOp(Binary.EQ, example.result, example.old_b)
    assert without_weaker([at_least(-2), equal, at_least(0), at_least(-1)]) == [equal, at_least(0)]
