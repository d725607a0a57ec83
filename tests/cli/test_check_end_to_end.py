"""The real strategy on small programs: a violation, a proof, an honest unknown, each through the command."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

import dovetail as library
from thinned import thinned_rows

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
HEAD = """\
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
"""

Program = Callable[..., Path]
Command = Callable[..., Result]


def test_a_violation_that_happens_again(dovetail: Command) -> None:
    result = dovetail("check", EXAMPLES / "ring.c", "--json", "answer.json")
    assert result.exit_code == 1, result.output
    assert result.stdout.endswith("VERDICT: VIOLATED\n")
    (check,) = json.loads(Path("answer.json").read_text())["checks"]
    assert dovetail("replay", check["evidence"]).exit_code == 1


def test_a_proof_that_is_accepted_again(dovetail: Command) -> None:
    # Before the search from both sides, which proves it, others have a share of the time, and use it all.
    result = dovetail("check", EXAMPLES / "lock.c", "--timeout", "30s")
    assert result.exit_code == 0, result.output
    assert result.stdout.endswith("VERDICT: PROVED\n")
    assert dovetail("certify", "dovetail-out/lock-1/proof").exit_code == 0


def test_an_honest_unknown(dovetail: Command) -> None:
    result = dovetail("check", EXAMPLES / "gcd.c", "--timeout", "2s")
    assert result.exit_code == 3, result.output
    assert "unknown: " in result.stdout and "how far it got:" in result.stdout
    assert result.stdout.endswith("VERDICT: UNKNOWN\n")
    assert result.stderr == ""


@pytest.mark.parametrize(
    ("body", "verdict"),
    thinned_rows(
        [
            ("if (x == 123456) reach_error();", "violated"),
            ("if (x * x == 49 && x < 0) reach_error();", "violated"),
            ("__VERIFIER_assume(x > 5); if (x < 5) reach_error();", "proved"),
            ("int y = x > 0 ? 1 : 2; if (y == 3) reach_error();", "proved"),
            ("int i = 0; while (__VERIFIER_nondet_int()) i = 2; if (i == 1) reach_error();", "proved"),
            ("return 0;", "proved"),
        ],
        2,
    ),
)
def test_small_programs(body: str, verdict: str, program: Program, dovetail: Command) -> None:
    path = program(f"{HEAD}int main(void) {{ int x = __VERIFIER_nondet_int(); {body} return 0; }}\n")
    result = library.check(path, timeout=20)
    assert result.problems == ()
    assert result.verdict == verdict, result.reason


def test_the_same_answer_twice(program: Program, dovetail: Command) -> None:
    path = program(
        f"{HEAD}int main(void) {{ int x = __VERIFIER_nondet_int();"
        " while (x > 10) x -= 3; if (x == 9) reach_error(); return 0; }\n"
    )
    first, second = (library.check(path, timeout=120, seed=7, moves=8).to_json() for _ in range(2))
    for document in (first, second):
        figures = document.pop("figures")
        assert figures.pop("wall_seconds") > 0 and figures.pop("peak_memory") > 0
        document["figures"] = figures
        del document["evidence"]
        for check in document["checks"]:
            check["evidence"] = None  # the second run has a folder of its own
    assert first == second
