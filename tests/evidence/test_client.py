"""Violations of modules as clients: compiled with the module, they show what the run has shown."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from dovetail.evidence.c_values import initialiser, literal
from dovetail.evidence.violation import Violation, confirm, save
from dovetail.execution.inputs import InputVector
from dovetail.frontend import LoadOptions, load
from dovetail.frontend.client import Api
from dovetail.program.types import (
    DOUBLE,
    INT,
    LLONG,
    UINT,
    ArrayType,
    DataModel,
    Field,
    IntType,
    RecordType,
    Target,
)

CASES = Path(__file__).parent.parent / "verdicts" / "api"
Values = tuple[int | float, ...]


def saved(
    files: list[Path], values: Values, folder: Path, memory: tuple[bytes, ...] = (), **options: object
) -> str:
    """client.c, of a violation that was confirmed; empty if there is none."""
    loaded = load(files, LoadOptions(api=Api(), **options))  # type: ignore[arg-type]
    found = confirm(loaded, InputVector(values, memory))
    assert isinstance(found, Violation), found
    names = {path.name for path in save(found, folder, "")}
    return (folder / "client.c").read_text() if "client.c" in names else ""


def calls(text: str) -> list[str]:
    body = text[text.index("int main(void)") :]
    return [line.strip() for line in body.splitlines()[2:] if line.strip() not in ("", "return 0;", "}")]


def compiled_and_run(folder: Path, *others: Path) -> subprocess.CompletedProcess[str]:
    """As its comment says, with the compiler of the system."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no compiler")
    text = (folder / "client.c").read_text()
    command = re.search(r"^ \*     cc (.*) && (?:ASAN_OPTIONS=\S+ )?./a.out$", text, re.MULTILINE)
    assert command is not None
    words = [compiler, "-w", *command[1].split(), "-o", "client"]
    subprocess.run(words, cwd=folder, check=True)
    return subprocess.run([folder / "client"], capture_output=True, text=True, check=False, timeout=20)


def test_calls_and_only_those_that_matter(tmp_path: Path) -> None:
    # pop, push 3, pop, pop, push 9, ...: with the choices in between.
    values = (1, 1, 3, 1, 0, 1, 0, 1, 1, 9, 1, 0, 1, 0, 1, 0, 1, 1, 4, 1, 1, 5)
    case = CASES / "bounded_stack_bug.c"
    text = saved([case], values, tmp_path, properties=("valid-memsafety",))
    assert calls(text) == ["pop();", "push(0);"]
    assert not (tmp_path / "outside.c").exists()


def test_an_assertion_fails_for_another_compiler(tmp_path: Path) -> None:
    text = saved([CASES / "state_machine_bug.c"], (5, 2, 1, 0, 1, 1, 1, 1, 1), tmp_path)
    assert calls(text) == ["close();", "open(1);", "read();"]
    done = compiled_and_run(tmp_path)
    assert done.returncode != 0 and "Assertion" in done.stderr


def test_handles_have_names_and_memory_is_used_after_it(tmp_path: Path) -> None:
    # create, kept; destroy it; use it
    text = saved(
        [CASES / "handle.c"], (1, 0, 0, 1, 2, 2, 1, 1, 2, 0), tmp_path, properties=("valid-memsafety",)
    )
    assert calls(text) == ["account *handle = create();", "destroy(handle);", "use(handle, 0);"]
    done = compiled_and_run(tmp_path)
    assert done.returncode != 0 and "heap-use-after-free" in done.stderr


@pytest.mark.slow
def test_what_the_module_frees_is_allocated(tmp_path: Path) -> None:
    # destroy a fresh one, kept; destroy it again
    text = saved([CASES / "handle.c"], (1, 2, 1, 0, 1, 1, 2, 2), tmp_path, properties=("valid-memsafety",))
    assert calls(text)[-2:] == ["destroy(it);", "destroy(it);"]
    assert "double-free" in compiled_and_run(tmp_path).stderr


@pytest.mark.slow
def test_records_and_what_pointers_lead_to(tmp_path: Path) -> None:
    # lower: values fresh, of one; count; the record is memory. check: fresh, its name too.
    memory = (
        *((-5).to_bytes(4, "little", signed=True), (7 << 32).to_bytes(8, "little")),
        *(bytes(12) + (-5).to_bytes(4, "little", signed=True) + bytes(8), b"q"),
    )
    text = saved([CASES / "arguments.c"], (1, 0, 1, 0, 1, 1, 1, 1, 0, 1, 0, 0), tmp_path, memory)
    assert calls(text) == [
        "int values = -5;",
        "struct point limit = {.y = 7};",
        "lower(&values, 1, limit);",
        "char name = 113;",
        "struct shape it = {.to = {.y = -5}, .name = &name};",
        "check(&it);",
    ]
    assert "Assertion" in compiled_and_run(tmp_path).stderr


def test_what_the_module_asks_for_is_apart(tmp_path: Path) -> None:
    path = tmp_path / "asks.c"
    path.write_text(
        "extern int sensor(void);\nvoid reach_error(void);\nstatic int sum;\n"
        "void sample(int scale) { sum += scale * sensor(); }\n"
        "void test(void) { if (sum == 77) reach_error(); }\nint main(void) { return 0; }\n"
    )
    text = saved([path], (1, 0, 7, 11, 1, 1), tmp_path)
    assert len(calls(text)) == 2 and (tmp_path / "outside.c").exists()
    done = compiled_and_run(tmp_path)
    assert done.returncode == 1 and "VIOLATION" in done.stderr


def test_functions_of_several_files(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text(
        "#include <assert.h>\nextern int level;\nstatic int twice(int x) { return 2 * x; }\n"
        "void look(void) { assert(twice(level) != 8); }\n"
    )
    (tmp_path / "b.c").write_text(
        "int level;\nstatic int twice(int x) { return x; }\nvoid set(int n) { level = twice(n); }\n"
    )
    out = tmp_path / "out"
    out.mkdir()
    text = saved([tmp_path / "a.c", tmp_path / "b.c"], (1, 1, 4, 1, 0), out)
    assert calls(text) == ["set(4);", "look();"]
    assert "Assertion" in compiled_and_run(out).stderr


def test_literals() -> None:
    assert literal(-(2**31), INT) == "(-2147483647 - 1)"
    assert literal(2**32 - 1, UINT) == "4294967295u"
    assert literal(-(2**63), LLONG) == "(-0x7fffffffffffffffLL - 1)"
    assert literal(0.1, DOUBLE) == "0.1" and literal(float("nan"), DOUBLE) == '__builtin_nan("")'


def test_initialisers() -> None:
    target = Target(DataModel.LP64)
    record = RecordType("r", union=False)
    record.define(
        [Field("a", INT, 0), Field("b", IntType(32, True, "int"), 4, 32, 3), Field("c", INT, 8)], 12, 4
    )
    data = (3).to_bytes(4, "little") + bytes([0b111]) + bytes(7)
    assert initialiser(record, data, {}, target) == "{.a = 3, .b = -1}"
    assert initialiser(record, data, {".a": "x"}, target) == "{.a = x, .b = -1}"
    assert initialiser(ArrayType(INT, 3), b"\1\0\0\0\2", {}, target) == "{1, 2}"
    assert initialiser(ArrayType(INT, 3), b"", {}, target) == "{0}"
