"""dovetail.h compiles anywhere, and without Dovetail it makes a program that runs and replays inputs."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import ziglang

from dovetail.execution.ends import EndKind
from dovetail.execution.executor import Executor
from dovetail.execution.inputs import InputVector
from dovetail.frontend.load import load

HEADER = Path(__file__).parents[2] / "src" / "dovetail" / "include" / "dovetail.h"
LIB = Path(ziglang.__file__).parent / "lib"
STANDARDS = ["c89", "gnu89", "c99", "c11", "gnu17", "c23", "c++98", "c++11", "c++17", "c++20"]

PROGRAM = r"""
#include "dovetail.h"
#include "dovetail.h"
static int square(int x) { return x * x; }
struct node { struct node *next; int data; };
dovetail_lists(struct node, next);
dovetail_ordered_lists(struct node, next, data);
int main(void) {
    struct node last = {NULL, 2}, first = {NULL, 1};
    int n = dovetail_any_int();
    unsigned int u = dovetail_any_uint();
    first.next = &last;
    dovetail_always(dovetail_list(&first, next) && dovetail_sorted(&first, next, data));
    dovetail_assume(dovetail_permutation(&first, &first, next, data));
    dovetail_initial(n != 3);
    dovetail_assume(n > -1000 && n < 1000);
    dovetail_sometime(n == 7);
    dovetail_predicate(square(n) > 2 && u);
    dovetail_always(square(n) >= 0);
    dovetail_final(n > 0 || u);
    return (int)(dovetail_any_size() + (size_t)dovetail_any_double()) * 0;
}
"""

REPLAY = r"""
#include "dovetail.h"
int calls;
static int touched(void) { calls++; return 1; }
int replay(void) {
    printf("%d ", dovetail_any_int());
    printf("%u ", dovetail_any_uint());
    printf("%d ", (int)dovetail_any_char());
    printf("%d ", (int)dovetail_any_uchar());
    printf("%d ", (int)dovetail_any_short());
    printf("%lld ", dovetail_any_longlong());
    printf("%llu ", dovetail_any_ulonglong());
    printf("%d ", (int)dovetail_any_bool());
    printf("%g ", dovetail_any_double());
    printf("%g ", (double)dovetail_any_float());
    printf("%d ", dovetail_any_int());
    printf("%d ", dovetail_any_int());
    printf("%d\n", dovetail_any_int());
    dovetail_sometime(touched());
    dovetail_predicate(touched());
    dovetail_initial(touched());
    dovetail_final(touched());
    printf("%d\n", calls);
    fflush(stdout);
    dovetail_assume(dovetail_any_int() != 1);
    dovetail_always(dovetail_any_int() != 2);
    return 5;
}
"""


def compile_with(*arguments: object) -> subprocess.CompletedProcess[str]:
    headers = [
        LIB / "include",
        *(LIB / "libc" / "include" / d for d in ("x86_64-linux-musl", "generic-musl")),
    ]
    includes = [f"-isystem{folder}" for folder in headers]
    command = [sys.executable, "-m", "ziglang", "clang", "--target=x86_64-linux-musl", "-nostdinc"]
    command += [f"-I{HEADER.parent}", *includes, *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("within", [False, True], ids=["elsewhere", "within Dovetail"])
@pytest.mark.parametrize("standard", STANDARDS)
def test_it_compiles_without_a_warning(tmp_path: Path, standard: str, within: bool) -> None:
    source = tmp_path / ("program.cpp" if "++" in standard else "program.c")
    source.write_text(PROGRAM)
    flags = [f"-std={standard}", "-pedantic", "-Wall", "-Wextra", "-Werror", "-Wshadow", "-fsyntax-only"]
    done = compile_with(*flags, *(["-D__DOVETAIL__"] if within else []), source)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("within", [False, True], ids=["elsewhere", "within Dovetail"])
@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_compilers_of_the_system_do_not_complain(tmp_path: Path, compiler: str, within: bool) -> None:
    if shutil.which(compiler) is None:
        pytest.skip(f"there is no {compiler} here")
    for standard in ("c89", "c99", "c11", "c++98", "c++17"):
        source = tmp_path / ("program.cpp" if "++" in standard else "program.c")
        source.write_text(PROGRAM)
        flags = [f"-std={standard}", "-pedantic", "-Wall", "-Wextra", "-Werror", "-fsyntax-only"]
        flags += [f"-I{HEADER.parent}", *(["-D__DOVETAIL__"] if within else [])]
        done = subprocess.run([compiler, *flags, str(source)], capture_output=True, text=True, check=False)
        if "file not found" in done.stderr or "No such file" in done.stderr:
            pytest.skip(f"{compiler} has no library for {standard}")
        assert done.returncode == 0, done.stderr


@pytest.fixture(scope="module")
def replayer(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("replay")
    (folder / "replay.c").write_text(REPLAY)
    done = compile_with("-fPIC", "-c", folder / "replay.c", "-o", folder / "replay.o")
    assert done.returncode == 0, done.stderr
    linker = [sys.executable, "-m", "ziglang", "ld.lld", "-shared"]
    subprocess.run([*linker, "-o", str(folder / "replay.so"), str(folder / "replay.o")], check=True)
    return folder / "replay.so"


def replay(replayer: Path, inputs: Path | None) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if name != "DOVETAIL_INPUTS"}
    if inputs is not None:
        environment["DOVETAIL_INPUTS"] = str(inputs)
    script = f"import ctypes, sys; sys.exit(ctypes.CDLL({str(replayer)!r}).replay())"
    return subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, env=environment, check=False
    )


def test_inputs_come_from_the_file(replayer: Path, tmp_path: Path) -> None:
    inputs = tmp_path / "inputs.txt"
    inputs.write_text("# values\n-1, -1 200,200\n 40000 -9223372036854775808 0xFFFFFFFFFFFFFFFF 2 # a bool\n"
                      "1.5 0.1,-2.9 1e3 0x1e 0 7")  # fmt: skip
    done = replay(replayer, inputs)
    first, second = done.stdout.splitlines()
    assert first.split() == (
        "-1 4294967295 -56 200 -25536 -9223372036854775808 18446744073709551615 1 1.5 0.1 -2 1000 30".split()
    )
    assert second == "0"  # no argument was evaluated
    assert done.returncode == 5


def test_without_inputs_all_are_zero(replayer: Path, tmp_path: Path) -> None:
    for inputs in (None, tmp_path / "missing.txt"):
        done = replay(replayer, inputs)
        assert done.stdout.splitlines()[0].split() == ["0"] * 13
        assert done.returncode == 5
        assert ("cannot read" in done.stderr) == (inputs is not None)


@pytest.mark.parametrize(("last", "status"), [("1 0", 0), ("0 2", -6)])
def test_an_assumption_ends_quietly_and_a_check_loudly(
    replayer: Path, tmp_path: Path, last: str, status: int
) -> None:
    inputs = tmp_path / "inputs.txt"
    inputs.write_text("0 " * 13 + last)
    assert replay(replayer, inputs).returncode == status


LISTS = r"""
#include "dovetail.h"
struct node { struct node *next; int data; };
dovetail_lists(struct node, next);
dovetail_ordered_lists(struct node, next, data);
static struct node nodes[8];
static struct node *made(int from) {
    struct node *first = NULL;
    int count = dovetail_any_int(), i;
    for (i = count - 1; i >= 0; i--) {
        nodes[from + i].data = dovetail_any_int();
        nodes[from + i].next = first;
        first = &nodes[from + i];
    }
    if (count > 0 && dovetail_any_bool())
        nodes[from + count - 1].next = &nodes[from + dovetail_any_int()];
    return first;
}
int main(void) {
    struct node *x = made(0), *y = made(4);
    int list = dovetail_list(x, next), sorted = dovetail_sorted(x, next, data);
    return list + 2 * sorted + 4 * dovetail_permutation(x, y, next, data);
}
"""


@pytest.mark.parametrize(
    ("inputs", "holds"),
    [
        ((0, 0), {"list", "sorted", "permutation"}),
        ((2, 2, 1, 0, 2, 1, 2, 0), {"list", "sorted", "permutation"}),
        ((2, 1, 2, 0, 2, 1, 2, 0), {"list", "permutation"}),
        ((2, 1, 1, 0, 3, 1, 1, 1, 0), {"list", "sorted"}),
        ((3, 1, 1, 2, 0, 3, 1, 2, 2, 0), {"list"}),
        ((1, 5, 1, 0, 0), set()),
        ((3, 5, 5, 5, 1, 1, 0), set()),
        ((2, 5, 4, 0, 1, 4, 1, 0), {"list", "sorted"}),
    ],
)
def test_what_lists_are(inputs: tuple[int, ...], holds: set[str], tmp_path: Path) -> None:
    """The data is read from the last element to the first; a list may come back to any of its elements."""
    path = tmp_path / "lists.c"
    path.write_text(LISTS)
    run = Executor(load([path]).program).run(InputVector(inputs))
    assert run.end.kind is EndKind.NORMAL and run.end.exit_code is not None
    told = {
        name for bit, name in enumerate(("list", "sorted", "permutation")) if run.end.exit_code >> bit & 1
    }
    assert told == holds
