"""Witnesses, judged: our own are accepted, and what is untrue is not, whatever it says."""

from __future__ import annotations

import copy
import hashlib
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml
from typer.testing import Result

import dovetail as library
from dovetail.evidence.validation import Standing
from evidence.witnesses import UNREACH, document, invariant, place, segments, waypoint, write

Program = Callable[..., Path]
Command = Callable[..., Result]

COUNTING = """\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define LIMIT 1000
#define TWO 2 * i) || hidden(i) == (i
int hidden(int x) { int inside = x; return inside; }
int main(void) {
    int n = __VERIFIER_nondet_int();
    int i = 0, s = 0;
    if (n < 0 || n > LIMIT) return 0;
    while (i < n) {
        i++;
        s += 2;
    }
    if (s != 2 * i) reach_error();
    return 0;
}
"""
FAILING = """\
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int twice(int x) { return 2 * x; }
int main(void) {
    int n = __VERIFIER_nondet_int();
    int s = 0;
    for (int i = 0; i < 2; i++) {
        int k = __VERIFIER_nondet_int();
        if (k > 5) s += twice(k);
    }
    if (n == 77 && s > 100)
        assert(s != 200);
    return 0;
}
"""
HEAD = "while (i < n)"


def judged(path: Path, data: list[Any], **more: Any) -> library.Validation:
    more = {"timeout": 30, **more}
    return library.validate(write(path.with_name("w.yml"), data), path, **more)


def test_invariants(program: Program, dovetail: Command) -> None:
    path = program(COUNTING)
    data = document("invariant_set", [invariant(place(path, HEAD), "s == 2 * i && i <= n")], path)
    result = dovetail("validate", write(Path("w.yml"), data), path, "--json", "answer.json")
    assert result.exit_code == 0, result.output
    assert result.stdout.splitlines()[-2:] == ["WITNESS: ACCEPTED", "VERDICT: PROVED"]
    assert "\nasked: unreach-call; LP64, from main\n" in result.stdout
    answer = json.loads(Path("answer.json").read_text())
    assert (answer["standing"], answer["verdict"], answer["left_out"]) == ("accepted", "proved", [])
    (copy_,) = answer["read"]
    assert "__CPROVER_dovetail_loop_invariant((s == 2 * i && i <= n))" in Path(copy_).read_text()
    assert library.certify(answer["result"]["evidence"][0]).accepted


def test_of_a_program_without_checks(program: Program, dovetail: Command) -> None:
    """A proof of what cannot fail says nothing of a witness."""
    path = program(COUNTING)
    asked = "CHECK( init(hidden()), LTL(G ! call(reach_error())) )"
    for invariants in ([], [invariant(place(path, HEAD), "i == 7")]):
        result = dovetail(
            "validate", write(Path("w.yml"), document("invariant_set", invariants, path, asked)), path
        )
        assert result.exit_code == 3, result.output
        assert "there is no check in the program" in result.stdout.splitlines()[-3]
        assert result.stdout.endswith("WITNESS: UNKNOWN\nVERDICT: PROVED\n")


UNSIGNED = """\
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
#define SUM n + 1
#define MINUS -
enum colour { RED = 2 };
int main(void) {
    unsigned n = __VERIFIER_nondet_uint() % 8, i = 0;
    unsigned long long far = 0;
    int back = -1;
    unsigned char c = 255;
    double x = 1;
    int *p = &back;
    enum colour colour = RED;
    while (i < n) i++;
    if (i != n) reach_error();
    return 0;
}
"""
OF_ACSL = {
    "i - 1 >= 0": Standing.REJECTED,  # C's is true
    "i - 1 >= -1 && i <= n": Standing.ACCEPTED,  # C's is not
    "far - 1 < 0 && -far <= 0 && ~far == -1": Standing.ACCEPTED,
    "back < i && c + 1 == 256 && (unsigned char)(c + 1) == 0 && 0 <= i <= n": Standing.ACCEPTED,
    "back * far * far <= 0": Standing.UNKNOWN,
    "back == i": Standing.UNKNOWN,
    "i < SUM": Standing.UNKNOWN,
    "MINUS <= 0": Standing.UNKNOWN,
    "colour == 2 && colour - 3 < 0": Standing.ACCEPTED,
    "x * 2 > 1": Standing.UNKNOWN,
    "x >= 0.5 && x > -1 && p != 0 && -x < 1.0": Standing.ACCEPTED,
    "i << 1 >= 0": Standing.UNKNOWN,
    "i > n ==> 0": Standing.UNKNOWN,
    "main(1) == 0": Standing.UNKNOWN,
}


@pytest.mark.parametrize(
    "value", [one if at == 0 else pytest.param(one, marks=pytest.mark.slow) for at, one in enumerate(OF_ACSL)]
)
def test_the_integers_of_acsl_are_those_of_mathematics(
    program: Program, dovetail: Command, value: str
) -> None:
    path = program(UNSIGNED)
    where = place(path, "while (i < n)")
    done = judged(path, document("invariant_set", [invariant(where, value, form="acsl_expression")], path))
    assert done.standing is OF_ACSL[value], done.reason
    assert done.standing is Standing.ACCEPTED or value in done.reason or "not followed" in done.reason, (
        done.reason
    )


def test_a_violation(program: Program, dovetail: Command) -> None:
    path = program(FAILING)
    done = judged(path, document("violation_sequence", list(steps(path)), path), strategy="outright")
    assert (done.standing, done.verdict) == (Standing.ACCEPTED, library.Verdict.VIOLATED), done.reason
    assert done.result is not None
    (evidence,) = (one.evidence for one in done.result.checks if one.evidence)
    assert library.replay(evidence).reproduced
    assert '"inputs": ' in Path(evidence).read_text() and "dovetail_witness" not in Path(evidence).read_text()


def steps(path: Path, n: int = 77, k: int = 100, other: int = 0, taken: str = "true") -> Iterator[Any]:
    call = place(path, "int k = __VERIFIER_nondet_int()", len("int k = __VERIFIER_nondet_int("))
    yield from segments(
        waypoint(
            "function_return", place(path, "__VERIFIER_nondet_int();\n    int s", 22), f"\\result == {n}"
        ),
        waypoint("function_return", call, f"\\result == {k}"),
        waypoint("branching", place(path, "if (k"), taken),
        waypoint("function_return", call, f"\\result == {other}"),
        waypoint("target", place(path, "assert(s")),
    )


@pytest.mark.slow
@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("inside == 0", "use of undeclared identifier 'inside'"),
        ("s == TWO", "'TWO' is a macro that is no expression"),
        ("hidden(1) == 1", "calls a function"),
    ],
)
def test_what_is_seen_without_a_search(program: Program, dovetail: Command, value: str, said: str) -> None:
    path = program(COUNTING)
    done = judged(path, document("invariant_set", [invariant(place(path, HEAD), value)], path))
    assert done.standing is Standing.REJECTED and said in done.reason, done
    assert done.verdict is library.Verdict.UNKNOWN
    assert done.result is None


def test_of_another_program(program: Program, dovetail: Command) -> None:
    path = program(COUNTING)
    data = document("invariant_set", [], path)
    path.write_text(COUNTING.replace("1000", "2000"))
    result = dovetail("validate", write(Path("w.yml"), data), path)
    assert result.exit_code == 3
    assert "it is about another program: f.c is not what it was" in result.stdout
    assert result.stdout.endswith("WITNESS: REJECTED\nVERDICT: UNKNOWN\n")
    assert dovetail("validate", path, path).exit_code == 2
    assert dovetail("validate", "gone.yml", path).exit_code == 2
    path.write_text("int main(void) { return 0 }\n")
    wrong = dovetail("validate", write(Path("w.yml"), document("invariant_set", [], path)), path)
    assert wrong.exit_code == 2 and "expected ';'" in wrong.stderr


UNTRUE = """\
i < n | n > 0 | i <= n - 1 | s <= 100 | n == 5 | 0 | s != 8 | i % 2 == 0 | (i & 3) != 3 | s == i | i < 1000
10 / i > 0 || i == 0 | 1 / (i - i) == 0 || 1 | i >= 1 ? s == 2 : s == 0 | s == 2 * i + 1 | !(s == 4 && i == 2)
*(int *)0 == 0 || s == 2 * i | (unsigned char)i == i | -s > 0 | n % i == 0
"""
REFUSED = """\
i++ >= 0 § (s = 2 * i) >= 0 § reach_error() || 1 § ({ i; }) § i >= 0; s = 0 § 1) || (1 § i >= 0 /* */
i >= 0 // § __VERIFIER_nondet_int() || 1 § sizeof(i++) > 0 § n, 1 § "a"[0] § inside == 0
i == zz § hidden(i) == i
TWO == 0 § s == § main != 0 § i >= 0 && § s += 2 § __CPROVER_assume(0) || 1 § return § int
*i == 0 § i.x == 0
"""


@pytest.mark.slow
@pytest.mark.parametrize("value", [one.strip() for one in re.split(r"[|](?![|])(?<![|][|])|\n", UNTRUE)])
def test_invariants_that_do_not_hold(program: Program, dovetail: Command, value: str) -> None:
    if not value:
        return
    path = program(COUNTING)
    done = judged(path, document("invariant_set", [invariant(place(path, HEAD), value)], path))
    assert done.standing is not Standing.ACCEPTED and done.verdict is library.Verdict.UNKNOWN, done
    assert done.result is not None and not done.result.problems
    if done.standing is Standing.REJECTED:
        assert value.split()[0] in done.reason


@pytest.mark.slow
@pytest.mark.parametrize("value", [one.strip() for one in re.split("[§\n]", REFUSED) if one.strip()])
def test_invariants_that_are_refused(program: Program, dovetail: Command, value: str) -> None:
    path = program(COUNTING)
    done = judged(path, document("invariant_set", [invariant(place(path, HEAD), value)], path))
    assert done.standing is Standing.REJECTED and done.verdict is library.Verdict.UNKNOWN, done
    assert done.result is None


def _other_steps(path: Path) -> Iterator[tuple[str, Any]]:
    """Sequences that no failing execution follows."""
    right = list(steps(path))
    yield "another n", list(steps(path, n=76))
    yield "another k", list(steps(path, k=101))
    yield "the other branch", list(steps(path, taken="false"))
    yield "too much", list(steps(path, other=7))
    yield "one more", [*right[:4], right[3], right[4]]
    yield "backward", [*reversed(right[:4]), right[4]]
    yield "not at all", [*segments(waypoint("assumption", place(path, "int s"), "n == 3")), right[4]]
    yield "never", [*segments(waypoint("assumption", place(path, "int s"), "0")), right[4]]
    avoided = waypoint("assumption", place(path, "if (n =="), "s == 200", "avoid")
    yield "avoided", [*right[:4], {"segment": [avoided, *right[4]["segment"]]}]
    elsewhere = segments(waypoint("target", place(path, "return 0;")))
    yield "another target", [*right[:4], *elsewhere]
    nowhere = segments(waypoint("target", place(path, "int k")))
    yield "a target in the loop", [*right[:4], *nowhere]


@pytest.mark.slow
def test_sequences_that_no_failing_execution_follows(program: Program, dovetail: Command) -> None:
    path = program(FAILING)
    for name, content in _other_steps(path):
        done = judged(path, document("violation_sequence", content, path), timeout=20)
        assert done.standing is Standing.REJECTED, (name, done.reason)
        assert done.verdict is not library.Verdict.PROVED, name


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "kind"), [(COUNTING, "proof"), (FAILING, "check-*")], ids=["correctness", "violation"]
)
def test_our_own(program: Program, dovetail: Command, text: str, kind: str) -> None:
    """As written by `check`; and with one thing changed, so that it is about another program or property."""
    path = program(text)
    library.check(path, timeout=30)
    (witness,) = Path("dovetail-out").glob(f"*/{kind}/witness.yml")
    assert library.validate(witness, path, timeout=30).standing is Standing.ACCEPTED
    data = yaml.safe_load(witness.read_text())
    for change in _changes(data[0]["metadata"]["task"]):
        other = copy.deepcopy(data)
        other[0]["metadata"]["task"].update(change)
        done = judged(path, other, properties=["unreach-call"], data_model="LP64")
        assert done.standing is Standing.REJECTED, (change, done.reason)


def _changes(task: dict[str, Any]) -> Iterator[dict[str, Any]]:
    (digest,) = task["input_file_hashes"].values()
    yield {"input_file_hashes": {"f.c": digest[::-1]}}
    yield {"input_file_hashes": {}}
    yield {"input_files": ["g.c"], "input_file_hashes": {"g.c": digest}}
    yield {"specification": UNREACH.replace("! call(reach_error())", "! overflow")}
    yield {"data_model": "ILP32"}


@pytest.mark.slow
def test_what_the_preprocessor_leaves_out(program: Program, dovetail: Command) -> None:
    """An invariant that is not in the program is not one that holds."""
    text = "int main(void) {\n    int i = 0;\n#if 0\n    while (i < 3) i++;\n#endif\n    return i;\n}\n"
    path = program(text)
    done = judged(path, document("invariant_set", [invariant(place(path, "while"), "i == 7")], path))
    assert done.standing is Standing.REJECTED and "preprocessor" in done.reason


@pytest.mark.slow
def test_several_files_and_a_function(program: Program, dovetail: Command) -> None:
    """Header files and flags as they were; an entry that the witness names."""
    Path("inc").mkdir()
    program("#define MOST 9\nint next(int x);\n", "inc/next.h")
    program('#include "inc/next.h"\nint next(int x) { return x < MOST ? x + STEP : x; }\n', "next.c")
    main = "#include <assert.h>\n#include <next.h>\nvoid f(void) {\n    int i = 0;\n"
    main += "    for (int k = 0; k < 30; k++)\n        i = next(i);\n    assert(i <= 9);\n}\n"
    path = program(main, "f.c")
    told = invariant(place(path, "for", function="f"), "i >= 0 && i <= MOST")
    data = document("invariant_set", [told], path, UNREACH.replace("main", "f"))
    task = data[0]["metadata"]["task"]
    task["input_files"].append("next.c")
    task["input_file_hashes"]["next.c"] = hashlib.sha256(Path("next.c").read_bytes()).hexdigest()
    files = [path, Path("next.c")]
    flags = ["-Iinc", "-DSTEP=1"]
    witness = write(Path("w.yml"), data)
    assert library.validate(witness, files, flags=flags, timeout=40).standing is Standing.ACCEPTED
    assert library.validate(witness, path, flags=flags, timeout=40).standing is Standing.REJECTED


MEMORY = """\
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int();
    int *a = malloc(4 * sizeof *a);
    int w;
    if (n > 100)
        n = n + w;
    if (n == 7)
        a[n] = 3;
    free(a);
    return 0;
}
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("properties", "text", "steps_", "standing"),
    [
        (["valid-deref"], "a[n]", ["n == 7"], Standing.ACCEPTED),
        (["valid-deref"], "a[n]", ["n == 8"], Standing.REJECTED),
        (["no-overflow"], "n = n + w", ["n == 2147483647"], Standing.ACCEPTED),
        (["no-overflow"], "n = n + w", ["n == 99"], Standing.REJECTED),
    ],
)
def test_other_properties(
    program: Program,
    dovetail: Command,
    properties: list[str],
    text: str,
    steps_: list[str],
    standing: Standing,
) -> None:
    path = program(MEMORY)
    place_ = place(path, "int *a")
    said = [waypoint("assumption", place_, one) for one in steps_]
    formula = {"valid-deref": "G valid-deref", "no-overflow": "G ! overflow"}[properties[0]]
    content = segments(*said, waypoint("target", place(path, text)))
    data = document("violation_sequence", content, path, f"CHECK( init(main()), LTL({formula}) )")
    done = judged(path, data, timeout=40)
    assert done.standing is standing, done.reason
    assert (done.verdict is library.Verdict.VIOLATED) == (standing is Standing.ACCEPTED)


@pytest.mark.slow
def test_where_no_witness_says_anything_the_program_decides(program: Program, dovetail: Command) -> None:
    """A witness without invariants about a program that fails: the program is violated, the witness wrong."""
    path = program(FAILING.replace("n == 77 && s > 100", "n > 0").replace("s != 200", "n != 1"))
    done = judged(path, document("invariant_set", [], path), strategy="bounded")
    assert (done.standing, done.verdict) == (Standing.REJECTED, library.Verdict.VIOLATED), done.reason
    assert re.fullmatch("the program violates its property at f.c:12:9", done.reason)
