"""A property puts in its own checks and no others; what it does not ask about only ends a run.

Each program is run both ways: the executor and the machine must end in the same way.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import dovetail
from dovetail.execution.ends import EndKind
from dovetail.frontend import LoadOptions, load
from thinned import thinned, thinned_rows

PROGRAM = """
extern void __assert_fail(const char *, const char *, unsigned, const char *);
extern void dovetail_always(int);
extern int __VERIFIER_nondet_int(void);
%s
void (*handler)(void) = reach_error;
void (*failure)(const char *, const char *, unsigned, const char *) = __assert_fail;
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 1)
        reach_error();
    if (x == 2)
        handler();
    if (x == 3)
        __assert_fail("x != 3", "f.c", 1, "main");
    if (x == 4)
        failure("x != 4", "f.c", 1, "main");
    dovetail_always(x != 5);
    return x + 1;
}
"""
DECLARED = "extern void reach_error(void);"
DEFINED = 'void reach_error(void) { __assert_fail("0", "f.c", 3, "reach_error"); }'
OF_REACHABILITY = {"unreach-call", "assertion"}


@pytest.fixture(params=[DECLARED, DEFINED], ids=["declared", "defined"])
def program(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    path = tmp_path / "f.c"
    path.write_text(PROGRAM % request.param)
    return path


def kinds(path: Path, *properties: str) -> set[str]:
    return {info.kind for info in load([path], LoadOptions(properties=properties)).program.checks}


def test_each_property_has_its_own_checks(program: Path) -> None:
    assert kinds(program, "unreach-call") == OF_REACHABILITY
    assert kinds(program, "no-overflow") == {"overflow"}
    assert not kinds(program, "valid-memsafety") & (OF_REACHABILITY | {"overflow"})
    assert kinds(program, "unreach-call", "no-overflow") == {*OF_REACHABILITY, "overflow"}


@pytest.mark.parametrize("value", thinned([1, 2, 3, 4, 5], 2))
@pytest.mark.parametrize("properties", thinned(["no-overflow", "valid-memsafety"], 2))
def test_an_error_that_is_not_asked_about_ends_the_run_quietly(
    program: Path, value: int, properties: str
) -> None:
    for native in (False, True):
        done = dovetail.run(program, inputs=[value], properties=[properties], native=native, story=False)
        assert done.end.kind is EndKind.ASSUMPTION, done.sentence


@pytest.mark.parametrize(("value", "line"), thinned_rows([(1, 11), (2, 13), (3, 15), (4, 17), (5, 18)], 2))
def test_an_error_is_the_same_check_natively(program: Path, value: int, line: int) -> None:
    found = []
    for native in (False, True):
        done = dovetail.run(program, inputs=[value], native=native, story=False)
        assert done.end.kind is EndKind.VIOLATION, done.sentence
        assert done.end.position is not None
        found.append((done.end.check_kind, done.end.position.line))
    kind = "unreach-call" if value <= 2 else "assertion"
    assert found == [(kind, line)] * 2


def test_an_error_function_called_through_a_pointer_is_a_violation(program: Path, tmp_path: Path) -> None:
    text = program.read_text().replace("x == 1", "0").replace("x == 3", "0").replace("x == 4", "0")
    program.write_text(text.replace("dovetail_always(x != 5);", ""))
    result = dovetail.check(program, timeout=20, out=tmp_path / "out")
    assert result.verdict.value == "violated", result.reason


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("char *gets(char *); char *(*f)(char *) = gets;", "'gets': it writes memory"),
        ("void __VERIFIER_assume(int); void (*f)(int) = __VERIFIER_assume;", "through a pointer"),
    ],
)
def test_what_does_more_than_return_a_value_is_not_called_through_a_pointer(
    written: str, says: str, tmp_path: Path
) -> None:
    path = tmp_path / "f.c"
    path.write_text(f"{written}\nint main(void) {{ f(0); return 0; }}")
    done = dovetail.run(path, story=False)
    assert done.end.kind is EndKind.UNSUPPORTED
    assert says in done.end.detail


def test_abort_through_a_pointer_ends_the_run_quietly(tmp_path: Path) -> None:
    path = tmp_path / "f.c"
    path.write_text("void abort(void); void (*f)(void) = abort; int main(void) { f(); return 0; }")
    for native in (False, True):
        assert dovetail.run(path, native=native, story=False).end.kind is EndKind.ASSUMPTION


MEMORY = """
#include <stdlib.h>
int *kept;
int main(void) {
    kept = malloc(4);
    *kept = 1;
    free(kept);
    return 0;
}
"""


@pytest.mark.parametrize(
    ("written", "expected"),
    thinned_rows(
        [
            ("valid-deref", {"invalid-deref"}),
            ("valid-free", {"invalid-free"}),
            ("valid-memtrack", {"memory-leak"}),
            ("valid-memcleanup", {"memory-cleanup"}),
            ("valid-memsafety", {"invalid-deref", "invalid-free", "memory-leak"}),
        ],
        2,
    ),
)
def test_parts_of_memory_safety(written: str, expected: set[str], tmp_path: Path) -> None:
    path, formula = tmp_path / "f.c", tmp_path / "f.prp"
    path.write_text(MEMORY)
    assert kinds(path, written) == expected
    parts = ["valid-deref", "valid-free", "valid-memtrack"] if written == "valid-memsafety" else [written]
    formula.write_text("".join(f"CHECK( init(main()), LTL(G {part}) )\n" for part in parts))
    loaded = load([path], LoadOptions(properties=(str(formula),)))
    assert {info.kind for info in loaded.program.checks} == expected
    assert loaded.properties == {written}


def test_what_is_not_asked_is_listed(tmp_path: Path) -> None:
    path = tmp_path / "f.c"
    path.write_text(MEMORY)
    texts = {a.text for a in load([path], LoadOptions(properties=("valid-memtrack",))).program.assumptions}
    assert any(text.startswith("an access outside of every object") for text in texts)
    assert any(text.startswith("where free is given") for text in texts)
