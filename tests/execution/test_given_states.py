"""Runs that begin in the middle, in states that no run has led to."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from dovetail.execution.ends import EndKind
from dovetail.execution.executor import Executor
from dovetail.execution.given_states import GivenCell, GivenObject, GivenState, NotMade
from dovetail.execution.inputs import InputVector
from dovetail.frontend import load
from dovetail.program.automata import Procedure
from dovetail.program.expressions import Variable
from dovetail.program.inlining import inline
from dovetail.program.ordering import depth_first
from dovetail.program.types import INT
from dovetail.semantics.memory import OBJECT_BITS

SOURCE = """
extern void reach_error(void);
int total;
int main(void) {
    int *p = &total, n = 0;
    while (n < 10) {
        *p = *p + n;
        n = n + 1;
    }
    if (*p == 1000)
        reach_error();
    return n;
}
"""


class Resumed:
    def __init__(self, tmp_path: Path) -> None:
        path = tmp_path / "resumed.c"
        path.write_text(SOURCE)
        program = inline(load([str(path)]).program).program
        entry = program.procedures[program.entry]
        (self.head,) = depth_first(entry).loop_heads
        self.n = _variable(entry, "n")
        self.p = _variable(entry, "p")
        resumed = entry.resumed(self.head, [self.n, self.p])
        self.executor = Executor(replace(program, procedures={**program.procedures, entry.name: resumed}))

    def run(self, state: GivenState) -> tuple[EndKind, int]:
        found = self.executor.run(InputVector(), start=state)
        return found.end.kind, found.steps


def _variable(procedure: Procedure, name: str) -> Variable:
    return next(one for one in procedure.locals if one.source_name == name)


@pytest.fixture
def resumed(tmp_path: Path) -> Resumed:
    return Resumed(tmp_path)


def test_variables_hold_what_they_are_given(resumed: Resumed) -> None:
    number = 1 << 20
    objects = {number: GivenObject(4, True, True)}

    def at(n: int, held: int) -> GivenState:
        pointer = number << OBJECT_BITS
        return GivenState({resumed.n: n, resumed.p: pointer}, objects, (GivenCell(number, 0, INT, held),))

    assert resumed.run(at(10, 1000))[0] is EndKind.VIOLATION
    assert resumed.run(at(9, 991))[0] is EndKind.VIOLATION
    assert resumed.run(at(10, 999))[0] is EndKind.NORMAL
    assert resumed.run(at(0, 0))[1] > resumed.run(at(9, 0))[1], "fewer rounds are left"


def test_what_is_dead_cannot_be_read(resumed: Resumed) -> None:
    state = GivenState({resumed.n: 9, resumed.p: 77 << OBJECT_BITS}, {77: GivenObject(4, True, False)})
    assert resumed.run(state)[0] is EndKind.UNDEFINED


def test_a_null_pointer_is_null(resumed: Resumed) -> None:
    assert resumed.run(GivenState({resumed.n: 0, resumed.p: 0}))[0] is EndKind.UNDEFINED


def test_what_is_not_said_is_no_state(resumed: Resumed) -> None:
    with pytest.raises(NotMade):
        resumed.run(GivenState({resumed.n: 0, resumed.p: 77 << OBJECT_BITS}))
    with pytest.raises(NotMade):
        resumed.run(
            GivenState({resumed.n: 0, resumed.p: 77 << OBJECT_BITS}, {77: GivenObject(1 << 40, True, True)})
        )


def test_one_state_leaves_nothing_to_the_next_run(resumed: Resumed) -> None:
    state = GivenState({resumed.n: 9, resumed.p: 77 << OBJECT_BITS}, {77: GivenObject(4, True, True)})
    assert resumed.run(state) == resumed.run(state)
