"""A verdict is what it says: contradicted proofs, bounds, and who helped."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from dovetail.strategy_names import STAGES, Stage, find
from typer.testing import Result

import dovetail as library
from cli.fakes import SEVEN, claiming
from dovetail.certifying import Proof
from dovetail.evidence.verdicts import Verdict
from dovetail.execution.ends import End, EndKind
from dovetail.execution.inputs import InputVector
from dovetail.execution.native import NativeProgram
from dovetail.strategies.outcome import Claims

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
def stages(monkeypatch: pytest.MonkeyPatch, dovetail: Command) -> Callable[..., str]:
    """A strategy that first claims a violation, and then a proof of everything."""

    def make(violation: Claims, *others: Stage) -> str:
        proof = Claims(excluded=BOTH, complete=True, reached=BOTH)
        monkeypatch.setitem(
            STAGES, "both", (Stage((claiming(violation),)), *others, Stage((claiming(proof),)))
        )
        return "both"

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
    monkeypatch.setattr("dovetail.checking.prove", lambda *_, **__: Proof(BOTH, complete=True))


def test_a_claim_that_was_simply_wrong_is_a_bug_and_no_contradiction(
    dovetail: Command, program: Program, stages: Callable[..., str]
) -> None:
    result = dovetail("check", program(SAFE), "--strategy", stages(claimed()))
    assert result.exit_code == 0, result.output
    assert "This is a bug in Dovetail: the violation of check #1 that was claimed did not" in result.stderr
    assert result.stdout.endswith("VERDICT: PROVED\n")


def test_executor_and_machine_differ(
    program: Program, stages: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The machine fails, the executor does not: nothing about this program is proved, in whatever stage."""
    natively(monkeypatch, End(EndKind.VIOLATION, check_id=1))
    result = library.check(program(SAFE), strategy=stages(claimed()))
    assert result.verdict is Verdict.UNKNOWN
    assert [check.verdict for check in result.checks] == [Verdict.UNKNOWN, Verdict.UNKNOWN]
    assert "contradicted" in result.checks[0].reason and "in doubt" in result.checks[1].reason
    assert result.problems and not result.evidence and "natively" in result.reason


@pytest.mark.parametrize(
    ("end", "others"),
    [
        (End(EndKind.BUDGET), Verdict.PROVED),
        (End(EndKind.UNDEFINED), Verdict.PROVED),
        (End(EndKind.NORMAL, exit_code=0), Verdict.UNKNOWN),
    ],
)
def test_the_executor_saw_it_fail(
    program: Program,
    stages: Callable[..., str],
    monkeypatch: pytest.MonkeyPatch,
    end: End,
    others: Verdict,
) -> None:
    """Whatever the native run did, an execution fails: a proof that says otherwise is none. What is said of
    other checks depends on whether the two runs contradict each other."""
    natively(monkeypatch, end)
    proved_anyway(monkeypatch)
    result = library.check(program(UNSAFE), strategy=stages(claimed()))
    assert result.verdict is Verdict.UNKNOWN
    assert [check.verdict for check in result.checks] == [Verdict.UNKNOWN, others]
    assert result.problems


def test_a_claim_survives_stages_that_find_nothing(
    program: Program, stages: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    natively(monkeypatch, End(EndKind.BUDGET))
    proved_anyway(monkeypatch)
    nothing = Stage((claiming(Claims()),))
    result = library.check(program(UNSAFE), strategy=stages(claimed(), nothing, nothing))
    assert [check.verdict for check in result.checks] == [Verdict.UNKNOWN, Verdict.PROVED]


def test_proved_and_seen_to_fail(
    program: Program, stages: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A checker that accepts that is not to be believed about the other check either."""
    proved_anyway(monkeypatch)
    told = replace(claimed(), excluded=frozenset({2}), complete=True)
    result = library.check(program(UNSAFE), strategy=stages(told))
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


@pytest.mark.parametrize("strategy", ["induction", "fabricate"])
def test_tests_count_if_they_told_something(program: Program, dovetail: Command, strategy: str) -> None:
    """The same test three times tells nothing new the second time, and one that says nothing never does."""
    path = program(LOOP)
    same = (InputVector((5,)), InputVector((5,)), InputVector((5,)), InputVector((0,)))
    (stage,) = find(strategy)
    claims = claims_of(path, stage, same)
    assert claims.complete and claims.tests <= 1
    assert claims_of(path, stage, ()).tests == 0


def test_facts_count_if_they_are_in_the_proof(program: Program, dovetail: Command) -> None:
    path = program(LOOP)
    for strategy in ("induction", "fabricate"):
        (stage,) = find(strategy)
        claims = claims_of(path, stage, ())
        stated = {str(invariant) for invariant in claims.invariants.values()}
        assert claims.complete and stated
        assert claims.facts.get("abstract", 0) > 0
    # Dash is told the same, and needs none of it before it looks for lemmas.
    from dovetail.strategies.auto import dash_with_invariants

    quickly = claims_of(program(SAFE), Stage((dash_with_invariants,)), (SEVEN,))
    assert quickly.complete and quickly.facts == {}


def test_what_is_printed_is_what_was_counted(program: Program, dovetail: Command) -> None:
    path = program(LOOP)
    given = [InputVector((number,)) for number in (3, 3, 3)]
    result = library.check(path, strategy="induction", tests=given, timeout=60)
    found = uses(result)
    assert set(found) <= {"facts of abstract", "fact of abstract", "tests", "test"}


def claims_of(path: Path, stage: Stage, tests: tuple[InputVector, ...]) -> Claims:
    from dovetail.frontend import load
    from dovetail.program.inlining import inline
    from dovetail.strategies.outcome import Budget

    (strategy,) = stage.strategies
    return strategy(inline(load([path]).program), Budget(tests=tests), lambda progress: None)
