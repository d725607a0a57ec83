"""The criteria, on programs that are small enough to be run on all their inputs: what is covered can be
covered, and what is proved infeasible cannot."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

import dovetail as library
from dovetail.asking.asked import SuiteOptions
from dovetail.asking.limits import Limits
from dovetail.evidence.covering import Covering
from dovetail.evidence.suite import Status, Suite
from dovetail.execution.inputs import InputVector
from dovetail.frontend import InputError, Loaded, LoadOptions, load
from dovetail.frontend.probes import PATHS, STATES, Probing
from dovetail.program.position import NOWHERE
from dovetail.suites.measuring import measure
from dovetail.suites.path_tree import PathTree
from dovetail.suites.testing import suite_for

SMALL = """extern unsigned char __VERIFIER_nondet_uchar(void);
static int limited(int v, int most) {
    if (v > most) return most;
    return v;
}
int main(void) {
    int x = __VERIFIER_nondet_uchar() & 7, y = __VERIFIER_nondet_uchar() & 7, s = 0;
    x = limited(x, 5);
    for (int i = 0; i < x && s < 9; i++) {
        if (y > 3 && i != 1) s += 3;
        else if (s > -3) s -= 1;
    }
    if (x == 5 && !(y < 6)) s = 40;
    switch (s) {
    case -3: return 1;
    case 40: return 2;
    case 41: return 3;
    default: break;
    }
    if (x > 6) return 4;
    return s > 7 ? 5 : 6;
}
"""
ALL_INPUTS = [InputVector(values) for values in itertools.product(range(8), repeat=2)]
Program = Callable[..., Path]
Command = Callable[..., Result]


def reached(loaded: Loaded, criterion: str, paths: PathTree | None = None) -> frozenset[int]:
    with measure(loaded, criterion, paths) as measuring:
        return frozenset[int]().union(*(run.covers for run in measuring.all(ALL_INPUTS)))


def split(suite: Suite) -> dict[Status, set[int]]:
    return {
        status: {result.info.ident for result in suite.targets if result.status is status}
        for status in Status
    }


@pytest.mark.slow
@pytest.mark.parametrize("criterion", ["edges", "nodes", "conditions", "branches"])
def test_targets_in_the_text(dovetail: Command, program: Program, criterion: str) -> None:
    file = program(SMALL)
    suite = library.test(file, criterion=criterion, timeout=120, formats=["json"])
    found = split(suite)
    possible = reached(load([file], LoadOptions(probing=Probing(criterion))), criterion)
    assert found[Status.COVERED] <= possible
    assert not found[Status.INFEASIBLE] & possible
    assert found[Status.COVERED] == possible
    assert all(result.reason for result in suite.targets if result.status is Status.OPEN)
    for certificate in {result.certificate for result in suite.targets if result.certificate}:
        assert library.certify(certificate, timeout=300).accepted


@pytest.mark.slow
def test_paths(dovetail: Command, program: Program) -> None:
    file = program(SMALL)
    suite = library.test(file, criterion="paths", path_length=9, timeout=60, formats=["json"])
    loaded = load([file], LoadOptions(probing=Probing(PATHS)))
    tree = PathTree(loaded.targets, 9, "main", NOWHERE)
    with measure(loaded, PATHS, tree) as measuring:
        taken = [run.covers for run in measuring.all(ALL_INPUTS)]
    possible = {tree.info(number).what for numbers in taken for number in numbers}
    covered = {result.info.what for result in suite.targets if result.status is Status.COVERED}
    assert covered <= possible
    assert len(suite.tests) == len(covered)
    begun = {what[:end] for what in possible for end in range(len(what) + 1)}
    for result in suite.targets:
        if result.status is Status.INFEASIBLE:
            assert result.info.what not in begun and result.certificate
    for certificate in {result.certificate for result in suite.targets if result.certificate}:
        assert library.certify(certificate, timeout=300).accepted
    if not split(suite)[Status.OPEN]:
        assert covered == possible
    else:
        assert all(result.reason for result in suite.targets if result.status is Status.OPEN)


@pytest.mark.slow
@pytest.mark.parametrize("domain", ["intervals", "predicates"])
def test_abstract_states(dovetail: Command, program: Program, domain: str) -> None:
    file = program(SMALL)
    probings: list[Probing] = []

    def read(probing: Probing | None) -> Loaded:
        if probing is not None:
            probings.append(probing)
        return load([file], LoadOptions(probing=probing))

    options = SuiteOptions(STATES, Limits(7), formats=("json",), domain=domain)
    suite = suite_for(read, options, lambda state: None)
    assert not suite.problems
    found = split(suite)
    assert sum(map(len, found.values())) == len(suite.targets) > 20
    possible = reached(load([file], LoadOptions(probing=probings[-1])), STATES)
    assert found[Status.COVERED] <= possible
    assert not found[Status.INFEASIBLE] & possible
    certificates = {result.certificate for result in suite.targets if result.certificate}
    for certificate in sorted(certificates)[:2]:
        assert library.certify(certificate, timeout=300).accepted
    kinds = {result.info.what for result in suite.targets}
    assert any(("in [" in what) == (domain == "intervals") for what in kinds)


@pytest.mark.slow
def test_predicates_are_those_that_are_asked_for(dovetail: Command, program: Program) -> None:
    text = """#include "dovetail.h"
int main(void) {
    int x = dovetail_any_int(), y = dovetail_any_int();
    dovetail_predicate(x == y);
    if (x > 3) return x + 2 * y;
    return y;
}
"""
    suite = library.test(program(text), criterion="abstract-states", domain="predicates", timeout=10)
    assert {result.info.what.replace("!", "") for result in suite.targets} <= {"(x == y)", "reached"}
    Path("mine.txt").write_text("x > y # the first one\n\nx < 0\nno_such > 3\n")
    result = dovetail(
        *("test", "f.c", "--criterion", "abstract-states", "--predicates", "mine.txt", "--json", "a.json"),
        *("--timeout", "10s", "--format", "json"),
    )
    # x > 3 and x < 0 exclude each other: that is proved of a file whose name is not what it is to `certify`.
    assert result.exit_code == 0, result.output
    assert "bug" not in result.output
    assert "(x > y), (x < 0)" in Path("a.json").read_text()
    assert "no_such" not in Path("a.json").read_text()


def test_a_domain_that_there_is_not(dovetail: Command, program: Program) -> None:
    result = dovetail("test", program(SMALL), "--criterion", "abstract-states", "--domain", "shapes")
    assert result.exit_code == 2 and "there are intervals, predicates" in result.stderr


@pytest.mark.parametrize(
    "wrong",
    [
        None,
        {"criterion": "lines", "targets": [], "optional": False},
        {"criterion": "branches", "targets": ["1"], "optional": False},
        {"criterion": "paths", "targets": [1], "optional": False},
        {"criterion": "paths", "targets": [1], "optional": False, "paths": [[]]},
        {"criterion": STATES, "targets": [1], "optional": False, "states": [{"unit": 0}]},
    ],
)
def test_what_is_to_be_covered_is_read_with_care(wrong: object) -> None:
    with pytest.raises(ValueError):
        Covering.from_json(wrong)


def test_what_is_to_be_covered_is_written_and_read() -> None:
    made = Covering("paths", (3, 4), paths=((1, 2), (2,)))
    assert Covering.from_json(made.to_json()) == made


@pytest.mark.slow
def test_a_variable_that_nobody_reads_again_is_not_made_an_input(dovetail: Command, program: Program) -> None:
    """To look at it would make it one, and a test would be for another program."""
    text = """extern int __VERIFIER_nondet_int(void);
int main(void) {
    int unset, x = __VERIFIER_nondet_int();
    if (x > 3) { unset = x; return unset; }
    return 0;
}
"""
    suite = library.test(program(text), criterion="abstract-states", timeout=15, formats=["json"])
    there = [result.info.what for result in suite.targets if result.info.position.column == 18]
    assert there and not any("unset" in what for what in there)
    assert all(not test.vector.memory for test in suite.tests)


def test_the_folder_must_be_dovetails(dovetail: Command, program: Program) -> None:
    Path("mine").mkdir()
    Path("mine/file").write_text("mine")
    with pytest.raises(InputError):
        library.test(program(SMALL), out="mine", timeout=5)
