"""Targets made into checks: what a violation and a proof then mean."""

from __future__ import annotations

from pathlib import Path

import pytest

from dovetail.execution.ends import EndKind
from dovetail.execution.executor import Executor
from dovetail.execution.inputs import InputVector
from dovetail.frontend import Loaded, LoadOptions, load
from dovetail.frontend.probes import BRANCHES, Probing
from dovetail.program.targets import COVERAGE, instrumented, only_checks, target_idents

TEXT = """#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    assert(x != 5);
    if (x > 3)
        if (x < 9) return 1;
    return 0;
}
"""


@pytest.fixture
def loaded(tmp_path: Path) -> Loaded:
    file = tmp_path / "f.c"
    file.write_text(TEXT)
    return load([file], LoadOptions(probing=Probing(BRANCHES)))


def test_only_the_chosen_targets_are_checks(loaded: Loaded) -> None:
    program = instrumented(loaded.program, loaded.targets, [1, 4])
    assert [(info.ident, info.kind, info.position.line) for info in program.checks] == [
        (1, COVERAGE, 6),
        (4, COVERAGE, 7),
    ]
    assert not target_idents(program)
    assert target_idents(loaded.program) == {1, 2, 3, 4}  # the program itself is as it was


def test_a_target_reached_is_a_violation_and_hides_what_is_behind(loaded: Loaded) -> None:
    inner = Executor(instrumented(loaded.program, loaded.targets, [3]))
    assert inner.run(InputVector((7,))).end.check_id == 3
    assert inner.run(InputVector((2,))).end.kind is EndKind.NORMAL
    both = Executor(instrumented(loaded.program, loaded.targets, [1, 3]))
    assert both.run(InputVector((7,))).end.check_id == 1


def test_a_check_of_the_program_still_ends_a_run(loaded: Loaded) -> None:
    executor = Executor(instrumented(loaded.program, loaded.targets, [1, 2, 3, 4]))
    assert executor.run(InputVector((5,))).end.kind is EndKind.ASSUMPTION


def test_optional_checks_hide_nothing(loaded: Loaded) -> None:
    executor = Executor(instrumented(loaded.program, loaded.targets, [1, 3], optional=True))
    assert executor.run(InputVector((7, 1))).end.check_id == 1
    assert executor.run(InputVector((7, 0, 1))).end.check_id == 3
    assert executor.run(InputVector((7, 0, 0))).end.exit_code == 1


def test_of_the_checks_only_the_chosen_ones_are_left(loaded: Loaded) -> None:
    assert not only_checks(loaded.program, []).checks
    assert only_checks(loaded.program, [1]).checks == loaded.program.checks
