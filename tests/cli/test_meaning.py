"""A verdict is what it says: contradicted proofs, bounds, and who helped."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import Result

import dovetail as library
from cli.fakes import SEVEN, Fake, claiming, later
from dovetail.evidence.verdicts import Verdict
from dovetail.execution.ends import End, EndKind
from dovetail.execution.inputs import InputVector
from dovetail.execution.native import NativeProgram
from dovetail.formulas.path_preconditions import conjuncts
from dovetail.frontend import load
from dovetail.ledger import entries
from dovetail.ledger.entries import Entry, Fact
from dovetail.ledger.ledger import Ledger
from dovetail.program.expressions import Binary, BinaryOp, const
from dovetail.program.inlining import Inlined, inline
from dovetail.program.ordering import depth_first
from dovetail.strategies.outcome import Budget, Claims
from dovetail.strategies.strategy import Strategy
from dovetail.verifying.certifying import Proof
from dovetail.verifying.kinds import QUICKLY, STRATEGIES, Make
from thinned import thinned, thinned_rows

HEAD = "#include <assert.h>\nextern int __VERIFIER_nondet_int(void);\n"
SAFE = f"""{HEAD}int main(void) {{
    int x = __VERIFIER_nondet_int();
    if (x > 3)
        assert(x > 2);
    assert(x == x);
    return 0;
}}
"""
UNSAFE = SAFE.replace("x > 2", "x != 7")
LOOP = f"""{HEAD}int main(void) {{
    unsigned i = 0, s = 0, n = (unsigned char)__VERIFIER_nondet_int();
    while (i < n) {{ i++; s += 2; }}
    assert(s == 2 * i);
    return 0;
}}
"""
BOTH = frozenset({1, 2})

Program = Callable[..., Path]
Command = Callable[..., Result]


@pytest.fixture
def both(monkeypatch: pytest.MonkeyPatch, dovetail: Command) -> Callable[..., str]:
    """Strategies of which the first claims a violation, and the last, when that is known, a proof."""

    def make(violation: Claims, *others: Make) -> str:
        proof = Claims(excluded=BOTH, complete=True, reached=BOTH)
        makes = (claiming(violation), *others, later(claiming(proof)))
        names = [f"number-{number}" for number, _ in enumerate(makes)]
        for name, one in zip(names, makes, strict=True):
            monkeypatch.setitem(STRATEGIES, name, one)
        return "+".join(names)

    return make


def claimed(vector: InputVector = SEVEN) -> Claims:
    return Claims({1: vector}, reached=frozenset({1}))


def natively(monkeypatch: pytest.MonkeyPatch, end: End) -> None:
    """Every native run ends like this."""
    real = NativeProgram.run

    def run(self: NativeProgram, vector: InputVector, **options: Any) -> Any:
        return replace(real(self, vector, **options), end=end)

    monkeypatch.setattr(NativeProgram, "run", run)


def proved_anyway(monkeypatch: pytest.MonkeyPatch) -> None:
    """A checker that accepts everything."""
    monkeypatch.setattr("dovetail.verifying.checking.prove", lambda *_, **__: Proof(BOTH, complete=True))


def test_a_claim_that_was_simply_wrong_is_a_bug_and_no_contradiction(
    dovetail: Command, program: Program, both: Callable[..., str]
) -> None:
    result = dovetail("check", program(SAFE), "--strategy", both(claimed()))
    assert result.exit_code == 0, result.output
    assert "This is a bug in Dovetail: the violation of check #1 that was claimed did not" in result.stderr
    assert result.stdout.endswith("VERDICT: PROVED\n")


def test_executor_and_machine_differ(
    program: Program, both: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The machine fails, the executor does not: nothing about this program is proved, whoever says so."""
    natively(monkeypatch, End(EndKind.VIOLATION, check_id=1))
    result = library.check(program(SAFE), strategy=both(claimed()))
    assert result.verdict is Verdict.UNKNOWN
    assert [check.verdict for check in result.checks] == [Verdict.UNKNOWN, Verdict.UNKNOWN]
    assert "contradicted" in result.checks[0].reason and "in doubt" in result.checks[1].reason
    assert result.problems and not result.evidence and "natively" in result.reason


@pytest.mark.parametrize(
    ("end", "others"),
    thinned_rows(
        [
            (End(EndKind.BUDGET), Verdict.PROVED),
            (End(EndKind.UNDEFINED), Verdict.PROVED),
            (End(EndKind.NORMAL, exit_code=0), Verdict.UNKNOWN),
        ],
        3,
    ),
)
def test_the_executor_saw_it_fail(
    program: Program,
    both: Callable[..., str],
    monkeypatch: pytest.MonkeyPatch,
    end: End,
    others: Verdict,
) -> None:
    """Whatever the native run did, an execution fails: a proof that says otherwise is none. What is said of
    other checks depends on whether the two runs contradict each other."""
    natively(monkeypatch, end)
    proved_anyway(monkeypatch)
    result = library.check(program(UNSAFE), strategy=both(claimed()))
    assert result.verdict is Verdict.UNKNOWN
    assert [check.verdict for check in result.checks] == [Verdict.UNKNOWN, others]
    assert result.problems


@pytest.mark.slow
def test_a_claim_survives_strategies_that_find_nothing(
    program: Program, both: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    natively(monkeypatch, End(EndKind.BUDGET))
    proved_anyway(monkeypatch)
    result = library.check(program(UNSAFE), strategy=both(claimed(), Fake, Fake))
    assert [check.verdict for check in result.checks] == [Verdict.UNKNOWN, Verdict.PROVED]


def test_proved_and_seen_to_fail(
    program: Program, both: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A checker that accepts that is not to be believed about the other check either."""
    proved_anyway(monkeypatch)
    told = replace(claimed(), excluded=frozenset({2}), complete=True)
    result = library.check(program(UNSAFE), strategy=both(told))
    assert [check.verdict for check in result.checks] == [Verdict.VIOLATED, Verdict.UNKNOWN]
    assert any("is proved, and was seen to fail" in problem.summary for problem in result.problems)


def test_cheap_tests_claim_too(dovetail: Command, program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """What native runs have shown before any strategy is not forgotten either."""
    text = f"""{HEAD}unsigned __VERIFIER_nondet_uint(void);
int main(void) {{
    unsigned x = __VERIFIER_nondet_uint();
    if (x == 0)
        assert(__builtin_clz(x) == 32);
    return 0;
}}
"""
    result = dovetail("check", program(text), "--timeout", "60s")
    assert result.exit_code != 0, result.output
    assert not result.stdout.endswith("VERDICT: PROVED\n")


# ---- bounds ------------------------------------------------------------------------------------------------

COUNTS = f"{HEAD}int main(int argc, char **argv) {{ assert(argc < 5 || !argv[1]); return 0; }}\n"
MOST = "the program is started with at most 4 arguments, its name among them, of up to 15 characters each"
FILLS = f"{HEAD}void fill(int *p); int main(void) {{ int x = 1; fill(&x); assert(x == 1); return 0; }}\n"


def test_exit_status_and_last_line(dovetail: Command, program: Program) -> None:
    path = program(COUNTS)
    plain = dovetail("check", path, "--strategy", "dash", "--json", "answer.json")
    assert plain.exit_code == 3 and plain.stdout.endswith("VERDICT: UNKNOWN\n")
    assert "unknown: this is proved only within bounds that Dovetail has set" in plain.stdout
    assert "bounds (beyond these a proof says nothing):\n    the program is started" in plain.stdout
    document = json.loads(Path("answer.json").read_text())
    assert document["verdict"] == "unknown" and document["accept_bounds"] is False
    assert document["checks"][0]["verdict"] == "proved within bounds"
    assert [one["text"] for one in document["bounds"]] == [MOST]
    assert not any("arguments" in one["text"] for one in document["assumptions"])
    accepted = dovetail("check", path, "--strategy", "dash", "--accept-bounds")
    assert accepted.exit_code == 0 and accepted.stdout.endswith("VERDICT: PROVED\n")
    assert "proved within bounds" in accepted.stdout and "bounds (beyond" in accepted.stdout
    quiet = dovetail("check", path, "--strategy", "dash", "--quiet")
    assert quiet.exit_code == 3 and quiet.stdout == "VERDICT: UNKNOWN\n"


@pytest.mark.slow
@pytest.mark.parametrize(("text", "status"), [(COUNTS, 3), (FILLS, 1)])
def test_conventions_are_the_users_word(dovetail: Command, program: Program, text: str, status: int) -> None:
    path = program(text)
    Path("p.prp").write_text("CHECK( init(main()), LTL(G ! call(reach_error())) )\n")
    Path("task.yml").write_text(
        "format_version: '2.0'\ninput_files: 'f.c'\nproperties:\n  - property_file: p.prp\n"
        "    expected_verdict: true\n"
    )
    assert dovetail("check", path, "--strategy", "dash").exit_code == status
    for words in ((path, "--svcomp"), ("task.yml",), (path, "--property", "p.prp")):
        result = dovetail("check", *words, "--strategy", "dash")
        assert result.exit_code == 0, result.output
        assert "bounds" not in result.stdout


@pytest.mark.slow
def test_options_are_part_of_the_evidence(dovetail: Command, program: Program) -> None:
    head = HEAD + "#include <stdlib.h>\nvoid fill(int *p);\n"
    path = program(head + "int main(void) { int x = 1; fill(&x); assert(malloc(1) && x == 1); }\n")
    result = dovetail("check", path, "--strategy", "dash", "--externals", "pure", "--malloc-may-fail")
    assert result.exit_code == 1
    document = json.loads(Path("dovetail-out/f-1/check-1/violation.json").read_text())
    assert document["malloc_may_fail"] is True and document["externals"] == "pure"
    assert dovetail("replay", "dovetail-out/f-1/check-1").exit_code == 1
    path.write_text(head + "int main(void) { int x = 1; fill(&x); assert(!malloc(1) || x == 1); }\n")
    words = ("--strategy", "dash", "--externals", "pure", "--malloc-may-fail", "--out", "proof")
    assert dovetail("check", path, *words).exit_code == 0
    again = dovetail("certify", "proof/f-1/proof")
    assert again.exit_code == 0
    assert "functions without a body only return a value" in again.stdout
    assert "malloc may fail" in again.stdout


@pytest.mark.slow
def test_certify_says_the_bounds(dovetail: Command, program: Program) -> None:
    path = program(COUNTS)
    dovetail("check", path, "--strategy", "dash", "--out", "plain")
    dovetail("check", path, "--strategy", "dash", "--svcomp", "--out", "svcomp")
    plain = dovetail("certify", "plain/f-1/proof", "--json", "again.json")
    assert plain.exit_code == 0
    assert plain.stdout.startswith("accepted: 1 check cannot fail, within bounds\nbounds (beyond these")
    assert json.loads(Path("again.json").read_text())["bounds"] == [f"{Path('f.c').absolute()}:3:1: {MOST}"]
    told = dovetail("certify", "svcomp/f-1/proof").stdout
    assert told.startswith("accepted: 1 check cannot fail\n") and "those of SV-COMP" in told
    assert "beyond these" not in told


@pytest.mark.slow
def test_a_suite_says_the_bounds(dovetail: Command, program: Program) -> None:
    text = "int main(int argc, char **argv) { if (argc > 4 && argv[1]) return 1; return 0; }\n"
    result = dovetail("test", program(text), "--timeout", "40s", "--json", "suite.json")
    assert "proved infeasible, within bounds:" in result.stdout
    assert "bounds (beyond these a proof says nothing):" in result.stdout
    assert len(json.loads(Path("suite.json").read_text())["bounds"]) == 1
    conventional = dovetail("test", program(text), "--timeout", "40s", "--svcomp")
    assert "proved infeasible:" in conventional.stdout


def test_show_says_the_bounds(dovetail: Command, program: Program) -> None:
    shown = dovetail("show", program(COUNTS)).stdout
    assert f"bounds:\n    f.c:3: {MOST}" in shown
    assert "bounds:" not in dovetail("show", program(COUNTS), "--svcomp").stdout


# ---- who helped --------------------------------------------------------------------------------------------


def uses(result: library.CheckResult) -> dict[str, int]:
    (check,) = result.checks
    assert check.verdict is Verdict.PROVED, result.reason
    return {words.partition(" ")[2]: int(words.partition(" ")[0]) for words in check.uses}


def inlined_of(path: Path) -> Inlined:
    return inline(load([path]).program)


def given(inlined: Inlined, name: str, *vectors: tuple[int, ...], facts: bool = True) -> Strategy:
    """A strategy that knows of tests, and of what abstraction has left."""
    ledger = Ledger(inlined.program, author="abstract")
    if facts:
        QUICKLY(inlined, ledger, Budget()).run()
    tests = [entries.Test(vector=InputVector(vector), author="given") for vector in vectors]
    return STRATEGIES[name](inlined, Ledger(inlined.program, [*ledger, *tests], author=name), Budget())


def rest(strategy: Strategy, claims: Claims) -> list[Entry]:
    return [strategy.ledger[key] for key in strategy.rests_on(claims)]


@pytest.mark.parametrize("name", thinned(["induction", "fabricate"], 2))
def test_tests_count_if_they_told_something(program: Program, dovetail: Command, name: str) -> None:
    """The same test three times tells nothing new the second time, and one that says nothing never does."""
    inlined = inlined_of(program(LOOP))
    strategy = given(inlined, name, (5,), (5,), (5,), (0,))
    claims = strategy.run()
    assert claims.complete and len(claims.tests) <= 1
    assert sum(isinstance(one, entries.Test) for one in rest(strategy, claims)) == len(claims.tests)
    assert given(inlined, name).run().tests == ()


@pytest.mark.parametrize("name", ["induction", "fabricate"])
def test_facts_count_if_they_are_in_the_proof(program: Program, dovetail: Command, name: str) -> None:
    inlined = inlined_of(program(LOOP))
    strategy = given(inlined, name)
    claims = strategy.run()
    assert claims.complete and claims.invariants
    used = [one for one in rest(strategy, claims) if isinstance(one, Fact)]
    assert used and {one.author for one in used} == {"abstract"}
    formulas = strategy.ledger.formulas
    for one in used:
        stated = set(conjuncts(claims.invariants[one.location]))
        assert stated.issuperset(conjuncts(formulas.read(one.condition)))


def test_what_was_not_taken_up_does_not_count(program: Program, dovetail: Command) -> None:
    """Dash is told the same, and needs none of it before it looks for lemmas; bounded search never does."""
    for name in ("dash", "bounded"):
        strategy = given(inlined_of(program(SAFE)), name, (7,))
        claims = strategy.run()
        assert claims.complete and rest(strategy, claims) == []


@pytest.mark.parametrize("name", ["dash", "bounded"])
def test_facts_about_a_loop_that_no_check_needs(program: Program, dovetail: Command, name: str) -> None:
    """They are there, they hold, and the proof is without them."""
    text = SAFE.replace("    if (x > 3)", "    unsigned i = 0;\n    while (i < 3) i++;\n    if (x > 3)")
    inlined = inlined_of(program(text))
    entry = inlined.program.procedures[inlined.program.entry]
    (head,) = depth_first(entry).loop_heads
    others = Ledger(inlined.program, author="others")
    counter = next(one for one in entry.locals if one.source_name == "i")
    others.post_fact(head, BinaryOp(Binary.LE, counter, const(counter.type, 3)))
    strategy = STRATEGIES[name](inlined, Ledger(inlined.program, others, author=name), Budget())
    claims = strategy.run()
    assert claims.complete and rest(strategy, claims) == []


def test_a_proof_rests_on_what_is_part_of_its_invariants(program: Program, dovetail: Command) -> None:
    """Of others, that is; and on those tests that it says it was made from."""
    inlined = inlined_of(program(LOOP))
    entry = inlined.program.procedures[inlined.program.entry]
    (head,) = depth_first(entry).loop_heads
    one, two, three = (BinaryOp(Binary.EQ, variable, variable) for variable in list(entry.locals)[:3])
    others = Ledger(inlined.program, author="others")
    used, _ = others.post_fact(head, one), others.post_fact(head, two)
    told, _ = (others.post(entries.Test(vector=InputVector((n,)))) for n in (1, 2))
    strategy = Fake(inlined, Ledger(inlined.program, others, author="mine"), Budget())
    strategy.ledger.post_fact(head, three)
    claims = Claims(
        excluded=frozenset({1}),
        invariants={head: BinaryOp(Binary.AND, one, three)},
        tests=(InputVector((1,)), InputVector((3,))),
    )
    assert strategy.rests_on(claims) == (told, used)
    assert strategy.rests_on(replace(claims, invariants={head + 1: one}, tests=())) == ()


def test_own_facts_are_no_help(program: Program, dovetail: Command) -> None:
    strategy = given(inlined_of(program(LOOP)), "induction", facts=False)
    claims = strategy.run()
    assert any(isinstance(one, Fact) for one in strategy.ledger), "it leaves what it found for others"
    assert rest(strategy, claims) == []


def test_what_is_printed_is_what_was_counted(program: Program, dovetail: Command) -> None:
    path = program(LOOP)
    vectors = [InputVector((number,)) for number in (3, 3, 3)]
    result = library.check(path, strategy="induction+abstract", tests=vectors, timeout=60)
    assert set(uses(result)) <= {"facts of abstract", "fact of abstract", "tests", "test"}


FACTS = 3
"""How many the fake below leaves for others."""


class LeavesFacts(Fake):
    """Facts that hold, and a test, for whoever wants them."""

    def moves(self) -> Iterator[None]:
        for head in depth_first(self.inlined.program.procedures[self.inlined.program.entry]).loop_heads:
            for variable in list(self.inlined.program.procedures[self.inlined.program.entry].locals)[:FACTS]:
                self.ledger.post_fact(head, BinaryOp(Binary.EQ, variable, variable))
        self.ledger.post(entries.Test(vector=SEVEN))
        yield


class RestsOn(Fake):
    """Waits for others, and rests its proof on as many of their facts, and of their tests, as it is told."""

    said = Claims(excluded=frozenset({1}), complete=True, reached=frozenset({1}))
    facts, tests = 0, 0

    def moves(self) -> Iterator[None]:
        while not self.ledger.tests and self.budget.left() > 0:
            time.sleep(0.02)
            yield

    def rests_on(self, claims: Claims) -> tuple[str, ...]:
        facts = [one.key for one in self.ledger.of(Fact)][: self.facts]
        return (*facts, *[one.key for one in self.ledger.of(entries.Test)][: self.tests])


@pytest.mark.parametrize(
    ("facts", "tests", "said"),
    thinned_rows(
        [
            (0, 0, ()),
            (1, 0, ("1 fact of leaves",)),
            (2, 1, ("2 facts of leaves", "1 test")),
            (0, 1, ("1 test",)),
        ],
        2,
    ),
)
def test_provenance_is_the_cone_of_the_proof(
    program: Program,
    dovetail: Command,
    monkeypatch: pytest.MonkeyPatch,
    facts: int,
    tests: int,
    said: tuple[str, ...],
) -> None:
    """All of it is in the ledger; what is printed is what the proof rests on, no more and no less."""
    text = f"""{HEAD}int main(void) {{
    int i = 0, j = 0, k = 0;
    while (__VERIFIER_nondet_int()) {{ i = j; j = k; k = __VERIFIER_nondet_int(); }}
    if (i > 3) assert(i > 2);
    return k;
}}
"""
    chosen = type("Chosen", (RestsOn,), {"facts": facts, "tests": tests})
    monkeypatch.setitem(STRATEGIES, "leaves", LeavesFacts)
    monkeypatch.setitem(STRATEGIES, "rests", chosen)
    result = library.check(program(text), strategy="leaves+rests", timeout=60)
    (check,) = result.checks
    assert check.verdict is Verdict.PROVED and check.by == "rests", result.reason
    assert check.uses == said
