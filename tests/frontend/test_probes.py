"""Probes: the text with them means what it meant, and what they tell is what happens."""

from __future__ import annotations

from pathlib import Path

import pytest

from dovetail.evidence.violation import native_program
from dovetail.execution.executor import Executor
from dovetail.execution.inputs import InputVector
from dovetail.execution.runs import edges_of
from dovetail.frontend import Loaded, LoadOptions, load
from dovetail.frontend.probes import BRANCHES, CONDITIONS, EDGES, NODES, Probing
from dovetail.program.expressions import TRUE
from dovetail.program.statements import Skip
from dovetail.program.targets import instrumented
from dovetail.program.types import DataModel
from thinned import thinned

EVERYTHING = """
extern int __VERIFIER_nondet_int(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
struct s { unsigned b : 3; double d; char *p; };
static int calls;
static int count(int v) { return calls += v; }
static int old(a, b) int a; char b; { return a < b ? a : b; }
enum colour { RED, GREEN = 7 };
int main(void) {
    int x = __VERIFIER_nondet_int();
    struct s q = {(unsigned)x & 7, 0.5, 0};
    int y = q.b ?: 5, z = q.p ? 1 : 2, n = x > 3 ? 3 : 2;
    int a[sizeof(int) > 3 ? n : 1];
    static int kept = 1 ? 4 : 5;
    char *p = q.p ?: "none";
    if (x == 12345 && y > 2 || q.d && count(1))
        if (q.b) y++; else y--;
    else if (q.p) y--;
    else while (q.b) { q.b--; if (q.b == 2) continue; y++; }
    for (int i = 0; i < 3; i++)
        switch ((enum colour)(x + i)) {
        case RED: y = 9; break;
        case GREEN ... 9: y = 2;
        default: y += old(i, (char)x);
        }
    switch (__VERIFIER_nondet_ulonglong()) { case 0xffffffffffffffffull: y = 1; case 3: break; }
    switch (x) { case 0xffffffffu: y = 7; break; case -2147483647 - 1: y = 8; }
    do y++; while (y < 5 && ({ int t = count(0); t < 100; }));
    for (;;) { if (x > y || !(x < 50) || x < 0) break; x++; goto on; on: if (x > 1000) return 2; }
    a[0] = kept + (p != 0) + z;
    return !(x > 3 || y) + a[0] + calls;
}
"""
INPUTS = [(), (5,), (12345,), (-1, 3), (7, 2**64 - 1), (-(2**31),), (2, 1), (8,), (60,)]


def loaded(path: Path, text: str, criterion: str | None, model: DataModel = DataModel.LP64) -> Loaded:
    file = path / "program.c"
    file.write_text(text)
    probing = None if criterion is None else Probing(criterion)
    return load([file], LoadOptions(data_model=model, probing=probing))


def described(program: Loaded) -> list[str]:
    return [f"{info.position.line}:{info.position.column} {info.description}" for info in program.targets]


def test_branches_are_both_sides_of_every_decision_and_every_case(tmp_path: Path) -> None:
    text = """int f(int x) {
    if (x > 3) x = 1;
    while (x) { x--; }
    switch (x) { case 1: x = 2; case 4 ... 6: break; }
    return x ? 1 : x ?: 7;
}
int main(void) { return f(2); }
"""
    assert described(loaded(tmp_path, text, BRANCHES)) == [
        "2:9 if (x > 3): true",
        "2:9 if (x > 3): false",
        "3:12 while (x): true",
        "3:12 while (x): false",
        "4:18 switch (x): case 1",
        "4:33 switch (x): case 4 ... 6",
        "4:13 switch (x): no case",
        "5:12 x ?:: true",
        "5:12 x ?:: false",
        "5:20 x ?:: true",
        "5:20 x ?:: false",
    ]


def test_labels_of_a_switch_are_constant_expressions(tmp_path: Path) -> None:
    text = """enum colour { RED = 3, GREEN };
int f(int x) {
    switch (x) { case -1: case ~5: case 2 * (3 + 1): case GREEN: case 1 << 4 | 1: case 'a': return 1; }
    switch ((unsigned)x) { case -1: return 2; default: return 3; }
}
int main(void) { return f(2); }
"""
    outcomes = [info.outcome for info in loaded(tmp_path, text, BRANCHES).targets]
    assert outcomes == [
        *("case -1", "case -6", "case 8", "case 4", "case 17", "case 97", "no case"),
        *("case 4294967295", "default"),
    ]


def test_conditions_are_the_atoms(tmp_path: Path) -> None:
    text = """int f(int x, int y) {
    if (!(x > 3 && !y) || x == 9) return 1;
    int z = x && y;
    return !z ? 1 : 2;
}
int main(void) { return f(2, 1); }
"""
    program = loaded(tmp_path, text, CONDITIONS)
    assert sorted({info.what for info in program.targets}) == ["x", "x == 9", "x > 3", "y", "z"]
    assert len(program.targets) == 12  # y and x, y: twice y


def test_a_constant_condition_has_one_side_and_dead_code_none(tmp_path: Path) -> None:
    text = """extern int __VERIFIER_nondet_int(void);
static int never(int x) { return x ? 1 : 2; }
int main(void) {
    while (1) { if (__VERIFIER_nondet_int()) return 0; }
    if (__VERIFIER_nondet_int()) return 1;
    return sizeof(never(1) ? 1 : 2);
}
"""
    program = loaded(tmp_path, text, BRANCHES)
    assert [info.description for info in program.targets] == [
        "while (1): true",
        "if (__VERIFIER_nondet_int()): true",
        "if (__VERIFIER_nondet_int()): false",
    ]
    assert program.unreached_targets == 5


def test_nodes_are_statements_and_entries(tmp_path: Path) -> None:
    text = """int main(void) {
    int x, y = 3;
    if (y) x = 1; else { x = 2; ; }
    for (int i = 0; i < 2; i++) x += i;
l:  x++;
    return x;
}
"""
    lines = [info.position.line for info in loaded(tmp_path, text, NODES).targets]
    assert sorted(lines) == [1, 2, 3, 3, 3, 4, 4, 5, 6]


@pytest.mark.parametrize("model", thinned(list(DataModel), 2))
@pytest.mark.parametrize("criterion", thinned([BRANCHES, CONDITIONS, NODES, EDGES], 4))
def test_probes_change_nothing_and_tell_what_the_executor_sees(
    tmp_path: Path, criterion: str, model: DataModel
) -> None:
    plain = loaded(tmp_path, EVERYTHING, None, model)
    probed = loaded(tmp_path, EVERYTHING, criterion, model)
    vectors = [InputVector(values) for values in INPUTS]
    with native_program(plain) as native:
        expected = [run.end for run in native.run_batch(vectors)]
    with native_program(probed) as native:
        runs = native.run_batch(vectors, events=True)
    assert [run.end for run in runs] == expected
    executor, without = Executor(probed.program), Executor(plain.program)
    reached = _reached_in_executor(probed, vectors)
    for index, (vector, run) in enumerate(zip(vectors, runs, strict=True)):
        seen = executor.run(vector)
        assert seen.end == without.run(vector).end
        assert seen.end.exit_code == run.end.exit_code
        assert not run.events_lost
        assert frozenset(run.events) == run.reached()
        assert run.reached() == reached[index]
        assert run.reached() <= {info.ident for info in probed.targets}


def _reached_in_executor(probed: Loaded, vectors: list[InputVector]) -> list[set[int]]:
    """By asking the executor about each target alone: is the check that it is not reached violated?"""
    found: list[set[int]] = [set() for _ in vectors]
    for info in probed.targets:
        executor = Executor(instrumented(probed.program, probed.targets, [info.ident]))
        for reached, vector in zip(found, vectors, strict=True):
            if executor.run(vector, record_path=False).end.check_id == info.ident:
                reached.add(info.ident)
    return found


def test_the_order_of_nodes_is_that_of_execution(tmp_path: Path) -> None:
    probed = loaded(tmp_path, EVERYTHING, NODES)
    vector = InputVector((5,))
    with native_program(probed) as native:
        run = native.run_batch([vector], events=True)[0]
    done = Executor(probed.program).run(vector)
    passed = [
        taken.edge.statement.target.ident
        for taken in edges_of(probed.program, done)
        if isinstance(taken.edge.statement, Skip)
        and taken.edge.statement.target is not None
        and taken.edge.statement.target.condition is TRUE
    ]
    assert list(run.events) == passed


def test_positions_and_descriptions_are_those_of_the_text_without_probes(tmp_path: Path) -> None:
    text = """#include <assert.h>
int main(void) { int x = 1; if (x > 0) { assert(x == 1 && "one"); } return x / x; }
"""
    plain, probed = loaded(tmp_path, text, None), loaded(tmp_path, text, EDGES)
    assert probed.program.checks == plain.program.checks


def test_more_events_than_there_is_room_for_are_said_to_be_lost(tmp_path: Path) -> None:
    text = "int main(void) { int n = 0; while (n < 20000) n++; return 0; }\n"
    with native_program(loaded(tmp_path, text, BRANCHES)) as native:
        run = native.run_batch([InputVector()], events=True)[0]
    assert run.events_lost and len(run.events) == 1 << 14
    assert run.reached() == {1, 2}
