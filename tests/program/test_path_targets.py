"""Beginnings of paths made into checks."""

from __future__ import annotations

from pathlib import Path

import pytest

from dovetail.execution.ends import EndKind
from dovetail.execution.executor import Executor
from dovetail.execution.inputs import InputVector
from dovetail.frontend import Loaded, LoadOptions, load
from dovetail.frontend.probes import PATHS, Probing
from dovetail.program.inlining import inline
from dovetail.program.path_targets import along

TEXT = """extern int __VERIFIER_nondet_int(void);
static int positive(int x) { return x > 0 ? 1 : 0; }
int main(void) {
    int n = 0;
    for (int i = 0; i < 3; i++)
        n += positive(__VERIFIER_nondet_int());
    return n;
}
"""
# 1, 2: x > 0 or not; 3, 4: i < 3 or not
ONCE, TWICE = (3, 1), (3, 2, 3, 1)


@pytest.fixture
def loaded(tmp_path: Path) -> Loaded:
    file = tmp_path / "f.c"
    file.write_text(TEXT)
    return load([file], LoadOptions(probing=Probing(PATHS)))


@pytest.mark.parametrize("inlined", [False, True])
def test_a_run_that_begins_so_is_a_violation(loaded: Loaded, inlined: bool) -> None:
    program = along(loaded.program, loaded.targets, {7: ONCE, 9: TWICE})
    executor = Executor(inline(program).program if inlined else program)
    assert [info.ident for info in program.checks] == [7, 9]
    assert executor.run(InputVector((5,))).end.check_id == 7
    assert executor.run(InputVector((0, 5))).end.check_id == 9


def test_a_run_that_leaves_the_tree_is_of_no_interest(loaded: Loaded) -> None:
    executor = Executor(along(loaded.program, loaded.targets, {1: TWICE}))
    assert executor.run(InputVector((0, 0))).end.kind is EndKind.ASSUMPTION
    assert executor.run(InputVector((5,))).end.kind is EndKind.ASSUMPTION


def test_no_decision_can_be_taken_at_the_wrong_place(loaded: Loaded) -> None:
    executor = Executor(along(loaded.program, loaded.targets, {1: (1,)}))
    assert executor.run(InputVector((5,))).end.kind is EndKind.ASSUMPTION
