"""Coverage of native runs: what is new is told, once; steps end a run where they ended it before."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from dovetail.execution.ends import EndKind
from dovetail.execution.inputs import InputVector
from dovetail.execution.native import Coverage, NativeProgram, NativeRun

Build = Callable[..., NativeProgram]

TEXT = """
extern int __VERIFIER_nondet_int(void);
extern void *memset(void *, int, unsigned long);
static int deep(int x) { if (x == 12345) return 1; return 0; }
int main(void) {
    char block[64];
    int x = __VERIFIER_nondet_int();
    memset(block, 0, sizeof block);
    if (x > 10)
        if (x > 100) return deep(x);
    if (x == 7) for (;;) ;
    if (x == 8) for (;;) __VERIFIER_nondet_int();
    if (x == 9) *(volatile int *)0 = 1;
    if (x < 0) for (; x < 0; x++) ;
    return 0;
}
"""


@pytest.fixture(params=("ILP32", "LP64"))
def build(request: pytest.FixtureRequest, tmp_path: Path) -> Build:
    def make(text: str = TEXT, **options: object) -> NativeProgram:
        return NativeProgram.build(
            [text],
            data_model=request.param,
            directory=tmp_path / "native",
            coverage=True,
            **options,  # type: ignore[arg-type]
        )

    return make


def runs(program: NativeProgram, coverage: Coverage, *values: int, steps: int = 10_000) -> list[NativeRun]:
    vectors = [InputVector((value,)) for value in values]
    return program.run_batch(vectors, coverage=coverage, steps=steps)


def test_what_is_new_is_told_once_across_batches(build: Build) -> None:
    program = build()
    coverage = program.coverage()
    assert coverage.edges > 10 and coverage.edges_seen == 0
    first = runs(program, coverage, 1, 2, 20, 200, 1)
    assert [bool(run.fresh) for run in first] == [True, False, True, True, False]
    assert first[0].steps == first[1].steps > 0
    seen = coverage.edges_seen
    again = runs(program, coverage, 3, 30, 300, 12345)
    assert [bool(run.fresh) for run in again] == [False, False, False, True]
    assert coverage.edges_seen == seen + 1
    other = program.coverage()
    assert all(run.fresh for run in runs(program, other, 1, 12345))


def test_about_how_often_counts(build: Build) -> None:
    program = build()
    coverage = program.coverage()
    found = runs(program, coverage, -1, -2, -3, -4, -5, -7, -8, -15, -16, -31, -32, -127, -128, -200, -9)
    fresh = [bool(run.fresh) for run in found]
    assert fresh[:4] == [True] * 4  # once, twice, three times, four times
    assert fresh[4:6] == [False, True]  # five; of seven the head of the loop is entered eight times
    assert fresh[-2:] == [False, False]


def test_only_a_run_that_sees_something_has_a_log(build: Build) -> None:
    program = build()
    coverage = program.coverage()
    first, second = runs(program, coverage, 1, 1)
    assert [(c.stream, c.size) for c in first.consumption()] == [("values", 4)]
    assert second.consumption() == () and second.values_consumed == 1
    endless = runs(program, coverage, 8)[0]
    assert len(endless.consumption(5)) == 5 < endless.values_consumed
    (plain,) = program.run_batch([InputVector((1,))])
    assert plain.consumption() and plain.fresh == plain.steps == 0


def test_steps_end_a_run_where_they_did_before(build: Build) -> None:
    program = build()
    for value in (7, 8):
        one, two = (runs(program, program.coverage(), value, steps=5_000)[0] for _ in range(2))
        assert one.end.kind is EndKind.BUDGET and one.end.detail == "step limit"
        assert one == two and one.steps == 5_000
    unlimited = runs(program, program.coverage(), 1, steps=0)[0]
    assert unlimited.end.kind is EndKind.NORMAL


def test_what_a_crash_has_seen_counts(build: Build) -> None:
    program = build()
    coverage = program.coverage()
    found = runs(program, coverage, 1, 9, 9)
    assert [run.end.kind for run in found[1:]] == [EndKind.UNDEFINED] * 2
    assert [bool(run.fresh) for run in found] == [True, True, False]


def test_how_far_a_run_came_in_a_time_does_not_count(build: Build) -> None:
    program = build()
    coverage = program.coverage()
    cut, normal = program.run_batch(
        [InputVector((7,)), InputVector((1,))], coverage=coverage, timeout=0.02, steps=0
    )
    assert cut.end.kind is EndKind.BUDGET and not cut.fresh
    assert normal.fresh  # it is the first


def test_with_the_sanitizers_and_with_several_units(tmp_path: Path) -> None:
    texts = [
        "int half(int); int __VERIFIER_nondet_int(void);\n"
        "int main(void) { int x = __VERIFIER_nondet_int(); if (x > 5) return half(x); return 0; }",
        "int half(int x) { int a[2] = {0, 0}; if (x == 6) return a[x]; return x / 2; }",
    ]
    for model in ("ILP32", "LP64"):
        program = NativeProgram.build(
            texts,
            data_model=model,
            directory=tmp_path / model,
            coverage=True,
            sanitize=frozenset({"invalid-deref"}),
        )
        coverage = program.coverage()
        found = runs(program, coverage, 1, 7, 8, 6)
        assert [bool(run.fresh) for run in found] == [True, True, False, True]
        assert found[3].end.check_kind == "invalid-deref"
        assert coverage.edges - coverage.edges_seen <= 1  # a report of the sanitizer is never made


def test_a_state_of_another_program_is_refused(build: Build) -> None:
    coverage = build().coverage()
    with pytest.raises(ValueError, match="edges"):
        coverage.state = b"\1" * (coverage.edges + 1)


def test_without_coverage_there_are_no_edges(tmp_path: Path) -> None:
    program = NativeProgram.build([TEXT], data_model="LP64", directory=tmp_path)
    coverage = program.coverage()
    assert coverage.edges == 0
    (run,) = program.run_batch([InputVector((1,))], coverage=coverage, steps=1)
    assert run.end.kind is EndKind.NORMAL and run.fresh == 0
