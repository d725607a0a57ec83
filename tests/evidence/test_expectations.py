"""What a test of a function expects: what it returned and wrote, and nothing that is unspecified."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

import dovetail
from dovetail.evidence.expectation import Expectation
from dovetail.evidence.observing import Observing
from dovetail.execution.inputs import InputVector
from dovetail.frontend import LoadOptions, load

needs_cmake = pytest.mark.skipif(
    not (shutil.which("cmake") and shutil.which("cc")),
    reason="there is no cmake, or no compiler of the system's",
)


def expected(tmp_path: Path, text: str, *values: int, memory: tuple[bytes, ...] = ()) -> dict[str, str]:
    """Of the function f: the value of each scalar, by its place and offset."""
    path = tmp_path / "f.c"
    path.write_text(text)
    loaded = load([path], LoadOptions(function="f"))
    _, found = Observing(loaded, max_steps=10_000).run(InputVector(values, memory))
    assert isinstance(found, Expectation)
    return {f"{one.place}+{cell.offset}": cell.text for one in found.contents for cell in one.cells}


def test_what_is_returned_and_written(tmp_path: Path) -> None:
    text = """static int calls; short both[2];
int f(int *p, int n) { calls += n; both[1] = -1; p[1] = n + 26; return -n; }
"""
    found = expected(tmp_path, text, 1, 1, 5)
    assert found == {
        "the result+0": "-5",
        "calls+0": "5",
        "both+0": "0",
        "both+2": "-1",
        "*p+0": "0",
        "*p+4": "31",
    }


def test_padding_is_not_expected(tmp_path: Path) -> None:
    text = "struct s { char c; int x; };\nstruct s f(struct s *p) { p->x = 7; return *p; }\n"
    found = expected(tmp_path, text, 1, 0, memory=(b"\x01\xee\xee\xee\0\0\0\0",))
    assert found == {"the result+0": "1", "the result+4": "7", "*p+0": "1", "*p+4": "7"}


@pytest.mark.parametrize(
    "text",
    [
        "int f(void) { int x; return x; }",
        "int f(void) { int x[2]; x[0] = 1; return x[0] + x[1]; }",
        "#include <stdlib.h>\nint f(void) { int *p = malloc(4); return *p; }",
        "long f(int *p) { return (long)p; }",
        "int g; unsigned f(void) { return (unsigned)(unsigned long)&g / 16; }",
        "#include <ctype.h>\nint f(int c) { return (isalpha)('a' + c); }",
        "double f(double x) { return (x - x) / (x - x); }",
        "union u { int i; float f; }; union u f(void) { union u u = {1}; return u; }",
        "#include <stdlib.h>\nvoid *f(void) { return malloc(1); }",
    ],
)
def test_what_is_unspecified_is_not_expected(tmp_path: Path, text: str) -> None:
    assert "the result+0" not in expected(tmp_path, text + "\n", 1)


def test_pointers_are_expected_by_what_they_lead_to(tmp_path: Path) -> None:
    text = """int g[4]; int *kept;
int *f(int *p, int **q) { kept = &g[2]; *q = p; return p + 1; }
"""
    found = expected(tmp_path, text, 1, 1, 1, 0, 0)
    assert found["the result+0"] == "p + 4 bytes"
    assert found["kept+0"] == "&g + 8 bytes"
    assert found["*q+0"] == "p"
    assert expected(tmp_path, "int *f(int *p) { return p; }\n")["the result+0"] == "NULL"


def test_what_is_freed_is_not_looked_at(tmp_path: Path) -> None:
    text = "#include <stdlib.h>\nint f(int *p) { free(p); return 1; }\n"
    assert expected(tmp_path, text, 1, 0) == {"the result+0": "1"}


def test_nothing_is_expected_of_a_call_that_does_not_return(tmp_path: Path) -> None:
    path = tmp_path / "f.c"
    path.write_text("#include <stdlib.h>\nint f(int n) { if (n) exit(3); return n; }\n")
    observing = Observing(load([path], LoadOptions(function="f")), max_steps=1000)
    assert observing.run(InputVector((1,)))[1] is None
    assert observing.run(InputVector((0,)))[1] is not None


def test_of_recursive_calls_it_is_the_first_that_counts(tmp_path: Path) -> None:
    found = expected(tmp_path, "int f(int n) { return n <= 0 ? 1 : 2 * f(n - 1); }\n", 3)
    assert found == {"the result+0": "8"}


def test_a_choice_of_the_library_that_decides_is_found(tmp_path: Path) -> None:
    path = tmp_path / "f.c"
    head = "#include <ctype.h>\nextern int __VERIFIER_nondet_int(void);\n"
    letter = InputVector((97,), ((1024).to_bytes(4, "little"),))
    path.write_text(
        f"{head}int main(void) {{ return (isalpha)(__VERIFIER_nondet_int()) == 1024 ? 1 : 2; }}\n"
    )
    assert Observing(load([path], LoadOptions()), max_steps=1000).unsettled(letter) is not None
    path.write_text(f"{head}int main(void) {{ return (isalpha)(__VERIFIER_nondet_int()) ? 1 : 2; }}\n")
    assert Observing(load([path], LoadOptions()), max_steps=1000).unsettled(letter) is None


# ---- the project -------------------------------------------------------------------------------------------


def outcome(project: Path) -> str:
    build = project.parent / "build"
    for command in (["cmake", "-S", str(project), "-B", str(build)], ["cmake", "--build", str(build)]):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    tests = ["ctest", "--test-dir", str(build), "--output-on-failure"]
    return subprocess.run(tests, capture_output=True, text=True, check=False).stdout


@pytest.mark.slow
@needs_cmake
def test_a_function_that_has_changed_fails_its_tests(tmp_path: Path) -> None:
    text = """#define total 5
#undef total
static int total; struct item { char tag; long value; struct item *next; };
#define total something_else
#undef total
int f(int age, int *out, struct item *item) {
    if (out) { *out = age + 26; total += age; }
    if (item && item->next) { item->next->value = 3; item->next = item; }
    return age > 17 ? 2 : 1;
}
#define total 7
"""
    path = tmp_path / "program.c"
    path.write_text(text)
    suite = dovetail.test(path, function="f", timeout=60, out=tmp_path / "out", formats=["json", "ctest"])
    assert suite.complete and not suite.left_out
    document = suite.to_json()
    assert all(test["expects"] for test in document["tests"])
    project = Path(suite.written["ctest"][0]).parent
    assert "100% tests passed" in outcome(project)
    changes = {
        "+ 26": "+ 99",
        "total += age": "total -= age + 1",
        "? 2 : 1": "? 2 : 3",
        "value = 3": "value = 4",
        "next = item;": "next = 0;",
    }
    for old, new in changes.items():
        path.write_text(text.replace(old, new))
        assert "NOT AS EXPECTED" in outcome(project), old


@pytest.mark.slow
@needs_cmake
def test_tests_of_a_command_line(tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(
        '#include "dovetail.h"\n#include <string.h>\n'
        "int main(int argc, char **argv) {\n"
        '    if (argc > 1 && strcmp(argv[1], "-v") == 0) return 3;\n'
        "    if (argc == 0) return 4;\n"
        "    if (dovetail_any_int() == 77) return 5;\n}\n"
    )
    suite = dovetail.test(path, timeout=60, out=tmp_path / "out", formats=["ctest"])
    assert {test.outcome.exit_code for test in suite.tests} >= {0, 3, 4, 5}
    assert "100% tests passed" in outcome(Path(suite.written["ctest"][0]).parent)
