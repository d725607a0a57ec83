"""`dovetail test`: every target is covered, proved infeasible or open, and what is said can be seen again."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

import dovetail as library
from dovetail.evidence.given_tests import read_tests
from dovetail.evidence.suite import Status, Suite
from dovetail.frontend import InputError, LoadOptions, load
from dovetail.frontend.probes import Probing
from dovetail.suites.measuring import measure

HEAD = "extern int __VERIFIER_nondet_int(void);\nextern void abort(void);\n"
MAGIC = f"""{HEAD}int main(void) {{
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    if (x * 7 == 4242 * 7 && y == x + 1) {{
        if (y < x) return 9;
        if (x + y > 3) abort();
        return 4;
    }}
    if (x > 10 && x < 10) return 5;
    return x & 1;
}}
"""
Program = Callable[..., Path]
Command = Callable[..., Result]


def coverage_again(suite: Suite, file: Path, criterion: str) -> frozenset[int]:
    """What the tests in the written suite cover, measured from scratch."""
    from dovetail.execution.inputs import InputVector

    document = json.loads(Path(suite.written["json"][0]).read_text())
    vectors = [InputVector.from_json(test["inputs"]) for test in document["tests"]]
    loaded = load([file], LoadOptions(probing=Probing(criterion)))
    with measure(loaded, criterion) as measuring:
        runs = measuring.all(vectors)
    for test, run in zip(document["tests"], runs, strict=True):
        assert set(test["covers"]) == run.covers
    return frozenset[int]().union(*(run.covers for run in runs))


def test_everything_is_decided(dovetail: Command, program: Program) -> None:
    file = program(MAGIC)
    suite = library.test(file, timeout=300, formats=["json"])
    statuses = {result.info.description: result.status for result in suite.targets}
    assert statuses["if (x * 7 == 4242 * 7 && y == x + 1): true"] is Status.COVERED
    assert statuses["if (x > 10 && x < 10): true"] is Status.INFEASIBLE
    assert statuses["if (y < x): true"] is Status.INFEASIBLE
    assert statuses["if (x + y > 3): false"] is Status.INFEASIBLE
    assert suite.complete and suite.count(Status.OPEN) == 0 and suite.coverage == 1.0
    covered = {result.info.ident for result in suite.targets if result.status is Status.COVERED}
    assert coverage_again(suite, file, "branches") == covered
    assert len(suite.tests) == 2
    certificates = {result.certificate for result in suite.targets if result.certificate}
    assert certificates
    for certificate in certificates:
        assert library.certify(certificate).accepted


@pytest.mark.slow
def test_a_certificate_is_about_its_targets_only(dovetail: Command, program: Program) -> None:
    suite = library.test(program(MAGIC), timeout=300, formats=["json"])
    path = Path(next(result.certificate for result in suite.targets if result.certificate))
    document = json.loads(path.read_text())
    infeasible = {result.info.ident for result in suite.targets if result.status is Status.INFEASIBLE}
    assert set(document["covering"]["targets"]) <= infeasible
    reached = next(result.info.ident for result in suite.targets if result.status is Status.COVERED)
    document["covering"]["targets"].append(reached)
    path.write_text(json.dumps(document))
    again = library.certify(path)
    assert not again.accepted and reached not in again.proved


@pytest.mark.slow
def test_what_is_printed(dovetail: Command, program: Program) -> None:
    result = dovetail(
        "test", program(MAGIC), "--timeout", "300s", "--format", "json", "--json", "answer.json"
    )
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[0].split() == ["function", "branches", "covered", "infeasible", "open"]
    assert lines[1].split() == ["main", "8", "5", "3", "0"]
    assert lines[-1] == (
        "5 of 8 branches covered, 3 infeasible (100.0 % of those that are not infeasible), by 2 tests"
    )
    assert any("stops (abort)" in line for line in lines)
    document = json.loads(Path("answer.json").read_text())
    assert document["coverage"] == {"targets": 8, "covered": 5, "infeasible": 3, "open": 0}
    assert document == json.loads(Path(document["written"]["json"][0]).read_text())
    quiet = dovetail("test", "f.c", "--timeout", "300s", "--format", "json", "--quiet")
    assert quiet.stdout.splitlines() == lines[-1:]


@pytest.mark.slow
def test_what_is_open_has_a_reason_and_the_status_is_unknown(dovetail: Command, program: Program) -> None:
    text = f"""{HEAD}int main(void) {{
    unsigned x = __VERIFIER_nondet_int(), h = 2166136261u;
    for (int i = 0; i < 40; i++) h = (h ^ (x >> (i % 32))) * 16777619u + (h >> 13) * (h | 1u);
    if (h == 0x12345678u) return 1;
    return 0;
}}
"""
    result = dovetail("test", program(text), "--timeout", "6s", "--format", "json", "--json", "answer.json")
    assert result.exit_code == 3, result.output
    document = json.loads(Path("answer.json").read_text())
    targets = document["targets"]
    open_ = [target for target in targets if target["status"] == "open"]
    assert [target["what"] for target in open_] == ["if (h == 0x12345678u)"]
    assert all(target["reason"] for target in open_)
    assert sum(document["coverage"][status.value] for status in Status) == len(targets)


@pytest.mark.parametrize("option", [("--criterion", "lines"), ("--format", "xml")])
def test_a_name_that_there_is_not(dovetail: Command, program: Program, option: tuple[str, str]) -> None:
    result = dovetail("test", program(MAGIC), *option)
    assert result.exit_code == 2
    assert option[1] in result.stderr and "there are" in result.stderr


def test_nothing_of_the_users_is_written_over(dovetail: Command, program: Program) -> None:
    Path("mine").mkdir()
    Path("mine/file").write_text("mine")
    result = dovetail("test", program(MAGIC), "--out", "mine", "--timeout", "5s")
    assert result.exit_code == 2 and "not made by Dovetail" in result.stderr
    assert [path.name for path in Path("mine").iterdir()] == ["file"]


@pytest.mark.slow
def test_each_suite_has_a_folder_of_its_own(dovetail: Command, program: Program) -> None:
    file = program(f"{HEAD}int main(void) {{ return __VERIFIER_nondet_int() ? 1 : 2; }}\n")
    folders = [library.test(file, timeout=300, formats=["json"]).folder for _ in range(2)]
    assert folders == ["dovetail-out/f-1", "dovetail-out/f-2"]


@pytest.mark.slow
def test_a_test_for_an_alarm(dovetail: Command, program: Program) -> None:
    text = f"""#include <assert.h>
{HEAD}int main(void) {{
    int x = __VERIFIER_nondet_int();
    assert(x != 77777);
    if (x < 0) x = 0;
    assert(x >= 0);
    return 0;
}}
"""
    suite = library.test(program(text), for_alarm=True, timeout=300, formats=["json"])
    assert [result.status for result in suite.targets] == [Status.COVERED, Status.INFEASIBLE]
    assert [test.vector.values for test in suite.tests] == [(77777,)]
    assert "fails at f.c:6" in suite.tests[0].outcome.sentence


@pytest.mark.slow
def test_a_run_that_does_not_end_is_a_test_only_if_no_other_covers_as_much(
    dovetail: Command, program: Program
) -> None:
    text = f"""{HEAD}int main(void) {{
    int x = __VERIFIER_nondet_int();
    if (x == 3) for (;;) if (x != 3) return 1;
    return 0;
}}
"""
    suite = library.test(program(text), timeout=300, formats=["json"])
    assert suite.complete
    assert sorted(test.outcome.sentence for test in suite.tests) == [
        "does not end within the limit",
        "returns 0",
    ]


@pytest.mark.slow
def test_the_same_seed_gives_the_same_suite(dovetail: Command, program: Program) -> None:
    file = program(MAGIC)
    first, second = (library.test(file, timeout=300, seed=3, formats=["json"]) for _ in range(2))
    assert [test.vector for test in first.tests] == [test.vector for test in second.tests]


@pytest.mark.slow
def test_a_check_may_start_from_a_suite(dovetail: Command, program: Program) -> None:
    file = program(MAGIC)
    suite = library.test(file, timeout=300)
    assert suite.folder is not None
    vectors = [test.vector for test in suite.tests]
    assert list(read_tests(Path(suite.folder))) == vectors
    assert list(read_tests(Path(suite.written["json"][0]))) == vectors
    Path("broken").mkdir()
    Path("broken/suite.json").write_text('{"format": "dovetail-suite", "tests": [{"inputs": 3}]}')
    with pytest.raises(InputError, match=r"suite.json"):
        read_tests(Path("broken"))
