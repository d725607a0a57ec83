"""Violations: confirmed twice, made small, written, replayed, and compiled by the machine's own compiler."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from dovetail.evidence.replays import replay
from dovetail.evidence.violation import NotConfirmed, Violation, check_of, confirm, save
from dovetail.execution.executor import Executor
from dovetail.execution.inputs import InputVector
from dovetail.frontend import InputError, LoadOptions, load
from dovetail.program.types import DataModel
from thinned import thinned_rows

HEAD = """\
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern double __VERIFIER_nondet_double(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
"""
GUARDED = """\
extern char *outside(int);
int main(void) {
    int unused = __VERIFIER_nondet_int();
    int x = __VERIFIER_nondet_int();
    __VERIFIER_assume(x > 1000);
    int y = __VERIFIER_nondet_int();
    if (__VERIFIER_nondet_double() > 2.5 && __VERIFIER_nondet_uchar() == 200 && y < -3 && outside(y))
        reach_error();
    return unused;
}
"""
GUARDED_VECTOR = InputVector((77, 123456, -99999, 99.5, 200, 4096))


def confirmed(path: Path, vector: InputVector, **options: object) -> Violation:
    found = confirm(load([path], LoadOptions(**options)), vector)  # type: ignore[arg-type]
    assert isinstance(found, Violation), found
    return found


def write(folder: Path, text: str) -> Path:
    path = folder / "program.c"
    path.write_text(HEAD + text)
    return path


def compile_and_run(
    folder: Path, *sources: Path, flags: tuple[str, ...] = ()
) -> subprocess.CompletedProcess[str]:
    compiler = shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        pytest.skip("this machine has no C compiler")
    command = [compiler, "-w", "-fwrapv", *flags, "-o", str(folder / "a.out"), *map(str, sources)]
    made = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    assert made.returncode == 0, made.stderr
    return subprocess.run([str(folder / "a.out")], capture_output=True, text=True, cwd=folder)


@pytest.mark.slow
def test_the_vector_becomes_small(tmp_path: Path) -> None:
    found = confirmed(write(tmp_path, GUARDED), GUARDED_VECTOR)
    assert found.vector.values == (0, 1001, -4, 3, 200, 1)
    assert found.check.kind == "unreach-call"


def test_a_harness_for_the_users_own_compiler(tmp_path: Path) -> None:
    program = write(tmp_path, GUARDED)
    paths = save(confirmed(program, GUARDED_VECTOR), tmp_path, "a trace\n")
    assert [path.name for path in paths] == ["violation.json", "harness.c", "inputs.txt", "trace.txt"]
    done = compile_and_run(tmp_path, tmp_path / "harness.c", program)
    assert (done.returncode, done.stderr) == (1, "VIOLATION reach_error was called\n")


def test_the_command_in_a_harness_works_as_it_stands(tmp_path: Path) -> None:
    """`inline` alone makes no definition since C99; the command says what old code needs, and no more."""
    old = "inline int twice(int x) { return 2 * x; }\n"
    text = "int main(void) { if (twice(__VERIFIER_nondet_int()) == 84) reach_error(); return 0; }\n"
    program = write(tmp_path, old + text)
    save(confirmed(program, InputVector((42,))), tmp_path, "")
    harness = (tmp_path / "harness.c").read_text()
    command = next(line.lstrip(" *") for line in harness.splitlines() if line.startswith(" *     cc "))
    assert "-fgnu89-inline" in command
    assert "dovetail.h" not in harness
    if shutil.which("cc") is None:
        pytest.skip("this machine has no C compiler")
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, cwd=tmp_path)
    assert (done.returncode, done.stderr.splitlines()[-1]) == (1, "VIOLATION reach_error was called")
    program = write(tmp_path, "static " + old + text)
    save(confirmed(program, InputVector((42,))), tmp_path, "")
    assert "-fgnu89-inline" not in (tmp_path / "harness.c").read_text()


def test_a_harness_where_the_file_defines_the_error_function(tmp_path: Path) -> None:
    program = tmp_path / "own.c"
    program.write_text(
        "#include <assert.h>\nint __VERIFIER_nondet_int(void);\n"
        'void reach_error(void) { assert(0 && "reached"); }\n'
        "int main(void) { if (__VERIFIER_nondet_int() == 12345) reach_error(); return 0; }\n"
    )
    save(confirmed(program, InputVector((12345,))), tmp_path, "")
    done = compile_and_run(tmp_path, tmp_path / "harness.c", program)
    assert done.returncode == 1 and "VIOLATION" in done.stderr


def test_a_harness_where_errors_are_not_asked_about(tmp_path: Path) -> None:
    text = "void (*handler)(void) = reach_error;\nint main(void) { int x = __VERIFIER_nondet_int(); "
    program = write(tmp_path, text + "if (x == 5) handler(); return x + 1; }\n")
    save(confirmed(program, InputVector((2147483647,)), properties=("no-overflow",)), tmp_path, "")
    flags = ("-fno-wrapv", "-fsanitize=signed-integer-overflow", "-fno-sanitize-recover=all")
    done = compile_and_run(tmp_path, tmp_path / "harness.c", program, flags=flags)
    assert done.returncode != 0 and "signed integer overflow" in done.stderr


def test_a_harness_for_another_entry(tmp_path: Path) -> None:
    program = write(
        tmp_path,
        """
extern char *name(int);
struct node { int value; struct node *next; };
int find(struct node *list, unsigned char limit, double d) {
    if (list && list->next && list->next->value == 0 && limit == 9 && d < -1.5 && name(limit)) reach_error();
    return 0;
}
int main(void) { return find(0, 1, 2.0); }
""",
    )
    loaded = load([program], LoadOptions(function="find"))
    # list: fresh, of one element; list->next: fresh, of one element
    run = Executor(loaded.program).run(InputVector((1, 0, 1, 0, 9, -2.0, 1)))
    check = check_of(run.end, loaded.program)
    assert check is not None
    paths = save(Violation(loaded, run.vector, check, run.inputs), tmp_path, "")
    assert tmp_path / "entry.c" in paths
    assert json.loads(paths[0].read_text())["function"] == "find"
    done = compile_and_run(tmp_path, tmp_path / "harness.c", tmp_path / "entry.c")
    assert done.returncode == 1 and "VIOLATION" in done.stderr


def test_replay_from_the_file_alone(tmp_path: Path) -> None:
    program = write(tmp_path, GUARDED)
    path = save(confirmed(program, GUARDED_VECTOR, data_model=DataModel.ILP32), tmp_path, "")[0]
    done = replay(path)
    assert done.reproduced and done.changed == () and "again" in done.sentence


@pytest.mark.slow
def test_replay_after_the_program_was_mended(tmp_path: Path) -> None:
    program = write(tmp_path, GUARDED)
    path = save(confirmed(program, GUARDED_VECTOR), tmp_path, "")[0]
    program.write_text(program.read_text().replace("y < -3", "y < -3 && 0"))
    done = replay(path)
    assert not done.reproduced and done.changed == (str(program),)
    assert "did not happen" in done.sentence and "changed since" in done.sentence


@pytest.mark.slow
def test_replay_finds_the_file_beside_the_evidence(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    program = write(tmp_path / "a", GUARDED)
    save(confirmed(program, GUARDED_VECTOR), tmp_path / "a", "")
    (tmp_path / "a").rename(tmp_path / "b")
    assert replay(tmp_path / "b" / "violation.json").reproduced


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "not JSON"),
        ("[]", "not evidence"),
        ('{"format": "dovetail-violation", "version": 9}', "version 9"),
        ('{"format": "dovetail-violation", "version": 1, "files": 3}', "not well-formed"),
    ],
)
def test_evidence_that_is_none(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "violation.json"
    path.write_text(text)
    with pytest.raises(InputError, match=message):
        replay(path)


def test_a_run_without_violation_is_not_one(tmp_path: Path) -> None:
    found = confirm(load([write(tmp_path, GUARDED)]), InputVector((1, 2)))
    assert isinstance(found, NotConfirmed) and not found.suspicious
    assert "assumption" in found.reason


def test_what_happens_only_in_the_executor_is_not_one(tmp_path: Path) -> None:
    """The native copy is tampered with, as a fault in the front end would."""
    loaded = load([write(tmp_path, GUARDED)])
    units = tuple(text.replace("== 200", "== 201") for text in loaded.native.units)
    native = type(loaded.native)(units, loaded.native.stubs, loaded.native.standard, loaded.native.entry)
    broken = type(loaded)(loaded.program, native, loaded.data_model, loaded.properties)
    found = confirm(broken, GUARDED_VECTOR)
    assert isinstance(found, NotConfirmed) and found.suspicious
    assert "natively" in found.reason


SANITIZED = [
    ("no-overflow", "int main(void) { int x = __VERIFIER_nondet_int(); return x + 1 > 0; }", (0x7FFFFFFF,)),
    ("valid-memsafety", "int main(void) { int a[3]; a[__VERIFIER_nondet_uchar()] = 1; return 0; }", (99,)),
    (
        "valid-memsafety",
        "void *malloc(unsigned long);\nint main(void) { return __VERIFIER_nondet_int() > 3 && malloc(4); }",
        (99,),
    ),
]


@pytest.mark.parametrize(
    ("name", "text", "values"), thinned_rows(SANITIZED, 3), ids=["overflow", "deref", "leak"]
)
def test_checks_that_sanitizers_watch(tmp_path: Path, name: str, text: str, values: tuple[int, ...]) -> None:
    found = confirmed(write(tmp_path, text), InputVector(values), properties=(name,))
    assert found.vector.values in ((0x7FFFFFFF,), (3,), (4,))
    path = save(found, tmp_path, "")[0]
    assert replay(path).reproduced


def test_uninitialised_memory_is_said_in_the_harness(tmp_path: Path) -> None:
    program = write(tmp_path, "int main(void) { int secret; if (secret == 5) reach_error(); return 0; }")
    found = confirmed(program, InputVector((), (b"\5",)))
    save(found, tmp_path, "")
    assert "secret" in (tmp_path / "harness.c").read_text()
    assert replay(tmp_path / "violation.json").reproduced


def test_a_check_inside_of_a_library_function(tmp_path: Path) -> None:
    """It stands where the function was called, in the executor as natively."""
    text = """char *strcpy(char *, const char *);
int main(void) { char small[4]; if (__VERIFIER_nondet_int() == 9)
        strcpy(small, "too long for it");
    return 0; }
"""
    found = confirmed(write(tmp_path, text), InputVector((9,)), properties=("valid-memsafety",))
    assert (found.check.kind, found.check.position.line) == ("invalid-deref", 8)
    assert replay(save(found, tmp_path, "")[0]).reproduced


JUMP = """
int small[3], large[1000];
int main(void) {
    int *p = small;
    p[500] = large[999];
    return 0;
}
"""


def test_an_access_that_lands_in_another_object(tmp_path: Path) -> None:
    program = write(tmp_path, JUMP)
    found = confirmed(program, InputVector(()), properties=("valid-memsafety",))
    assert found.apart > 0
    path = save(found, tmp_path, "")[0]
    head = (tmp_path / "harness.c").read_text().split("*/")[0]
    assert "4 bytes at offset 2000 of the global 'small' (12 bytes)" in head
    assert "-fsanitize=address,undefined" in head and "`dovetail\n * replay` does" in head
    done = replay(path)
    assert done.reproduced
    assert "offset 2000 of the global 'small'" in done.sentence
    assert f"tripped by objects set {found.apart} bytes apart" in done.sentence
    program.write_text("int main(void) { return 0; }")  # nothing left that could be apart
    assert not replay(path).reproduced


@pytest.mark.parametrize(
    ("field", "value"),
    thinned_rows([("apart", 3), ("apart", "4096"), ("apart", [4096]), ("apart", 1 << 40), ("access", 1)], 2),
)
def test_what_is_said_of_an_access_is_well_formed(tmp_path: Path, field: str, value: object) -> None:
    program = write(tmp_path, JUMP)
    found = confirmed(program, InputVector(()), properties=("valid-memsafety",))
    path = save(found, tmp_path, "")[0]
    path.write_text(json.dumps({**json.loads(path.read_text()), field: value}))
    with pytest.raises(InputError, match="access is not well-formed"):
        replay(path)


COUNTING = (
    "int main(void) {{ {} unsigned n = 0; while (n < 100000) n++; if ({}) reach_error(); return 0; }}\n"
)


@pytest.mark.parametrize(
    ("declared", "condition", "stands"),
    [
        ("", "n == 100000", True),
        ("int kept[2] = {1, 2};", "kept[n & 1] == 1", False),
        ("double half = 0.5;", "half * n > 1", False),
        ("int input = __VERIFIER_nondet_int();", "input == 0", False),
    ],
    ids=["integers", "memory", "floats", "inputs"],
)
def test_runs_too_long_for_the_executor(tmp_path: Path, declared: str, condition: str, stands: bool) -> None:
    """The machine's word is enough where nothing undefined can have come before."""
    loaded = load([write(tmp_path, COUNTING.format(declared, condition))], LoadOptions())
    found = confirm(loaded, InputVector(), max_steps=1000)
    if stands:
        assert isinstance(found, Violation) and found.long
    else:
        assert isinstance(found, NotConfirmed)
