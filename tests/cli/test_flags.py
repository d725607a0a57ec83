"""Flags of the compiler on every command, and in what is written: files are compiled as they were read."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

import dovetail as api
from dovetail.frontend import InputError
from thinned import thinned

Command = Callable[..., Result]

FAILS = """\
#include <assert.h>
#include "limit.h"
extern int __VERIFIER_nondet_int(void);
int f(int x) { assert(x != LIMIT); return x; }
#ifndef NO_MAIN
int main(void) { return f(__VERIFIER_nondet_int()); }
#endif
"""
HOLDS = FAILS.replace("x != LIMIT", "x != LIMIT || LIMIT == 7")
needs_cc = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no compiler of the system's")
needs_cmake = pytest.mark.skipif(
    not (shutil.which("cmake") and shutil.which("cc")), reason="there is no cmake, or no compiler"
)


@pytest.fixture(autouse=True)
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name in ("src", "include"):
        Path(name).mkdir()
    Path("src", "f.c").write_text(FAILS)
    Path("src", "g.c").write_text(HOLDS)
    Path("include", "limit.h").write_text("#ifndef LIMIT\n#define LIMIT 1000\n#endif\n")
    return tmp_path


# ---- every command -----------------------------------------------------------------------------------------

COMMANDS = {
    "show": ["show"],
    "run": ["run", "--inputs", "7"],
    "check": ["check", "--timeout", "30s"],
    "test": ["test", "--timeout", "20s"],
    "abstract": ["abstract", "--timeout", "20s"],
    "adequacy": ["adequacy", "--tests", "tests", "--no-search", "--timeout", "20s"],
}
WAYS = [
    ["src/f.c", "-Iinclude", "-DLIMIT=7"],
    ["-I", "include", "-D", "LIMIT=7", "src/f.c"],
    ["src/f.c", "--", "-I", "include", "-DLIMIT=7", "-o", "victim"],
    ["--flag=-Iinclude", "src/f.c", "--flag", "-DLIMIT=7"],
    ["src/f.c", "-p", "build"],
    ["--compile-commands", "build/compile_commands.json", "src/f.c"],
]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command(name: str, dovetail: Command) -> None:
    Path("tests").mkdir()
    Path("tests", "a.json").write_text('{"values": [7], "memory": []}')
    without = dovetail(*COMMANDS[name], "src/f.c")
    assert without.exit_code == 2 and "'limit.h' file not found" in without.stderr
    done = dovetail(*COMMANDS[name], *WAYS[0])
    assert done.exit_code != 2, done.output
    assert dovetail(*COMMANDS[name], "src/f.c", "-Iinclude", "-fplugin=x").exit_code == 2


@pytest.mark.parametrize("way", thinned(WAYS, 2))
def test_every_way(way: list[str], dovetail: Command, project: Path) -> None:
    Path("build").mkdir()
    command = {"directory": str(project / "build"), "file": "../src/f.c"}
    command["command"] = "cc -I../include -DLIMIT=7 -O2 -c ../src/f.c -o f.o"
    Path("build", "compile_commands.json").write_text(json.dumps([command]))
    Path("victim").write_text("precious")
    assert dovetail("run", "--quiet", "--inputs", "7", *way).exit_code == 1
    assert dovetail("run", "--quiet", *way, "--inputs", "1000").exit_code == (2 if "--" in way else 0)
    assert Path("victim").read_text() == "precious"


def test_behind_two_dashes_are_files_if_none_is_before(dovetail: Command) -> None:
    Path("-DX").write_text("int main(void) { return 0; }\n")
    assert dovetail("show", "--", "-DX").exit_code == 0
    assert dovetail("show", "-Iinclude", "--", "src/f.c").exit_code == 0
    refused = dovetail("show", "src/f.c", "--", "-Iinclude", "src/g.c")
    assert refused.exit_code == 2
    assert refused.stderr == "error: 'src/g.c' is not a flag of the compiler; files stand before --\n"


@pytest.mark.parametrize(
    "words", [["-std=c89"], ["-ansi"], ["-pthread"], ["-pedantic"], ["-w"], ["-m64"], ["-O2"]]
)
def test_flags_that_look_like_options(words: list[str], dovetail: Command) -> None:
    assert dovetail("run", "-q", "src/f.c", "-Iinclude", *words).exit_code == 0


# ---- evidence ----------------------------------------------------------------------------------------------

FLAGS = [
    "-Iinclude",
    "-DLIMIT=0x7",
    '-DTEXT="a b;$<c>@\\n\\\\"',
    "-include",
    "include/limit.h",
    "-std=gnu99",
    "-O2",
]


def violation() -> Path:
    found = api.check("src/f.c", flags=FLAGS, timeout=30)
    assert found.verdict == "violated"
    return Path(found.checks[0].evidence or "")


@pytest.mark.slow
def test_a_violation(dovetail: Command, project: Path) -> None:
    evidence = violation()
    document = json.loads(evidence.read_text())
    assert document["flags"] == [
        [
            *("-std=gnu99", "-O2", f"-I{project}/include", "-DLIMIT=0x7", '-DTEXT="a b;$<c>@\\n\\\\"'),
            *("-include", f"{project}/include/limit.h"),
        ]
    ]
    again = dovetail("replay", evidence)
    assert again.exit_code == 1 and "-DLIMIT=0x7" in again.stdout, again.output
    assert document["inputs"]["values"] == [7]
    evidence.write_text(json.dumps({**document, "flags": [[f"-I{project}/include"]]}))
    assert dovetail("replay", evidence).exit_code == 3


@needs_cc
@pytest.mark.parametrize("function", thinned([None, "f"], 2))
def test_a_harness(function: str | None) -> None:
    flags = FLAGS if function is None else [*FLAGS, "-DNO_MAIN"]
    found = api.check("src/f.c", flags=flags, function=function, timeout=30)
    folder = Path(found.checks[0].evidence or "").parent
    for name in ("harness.c", "entry.c"):
        if (folder / name).exists():
            shutil.copy(folder / name, ".")
    head = Path("harness.c").read_text().split("*/")[0]
    command = "\n".join(line.removeprefix(" * ") for line in head.splitlines() if "cc " in line)
    assert command.count("cc ") == 2
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert (done.returncode, "VIOLATION" in done.stderr) == (1, True), done.stderr


def test_a_proof(dovetail: Command, project: Path) -> None:
    done = dovetail("check", "src/g.c", "-Iinclude", "-DLIMIT=7", "--timeout", "30s")
    assert done.exit_code == 0, done.output
    evidence = next(Path("dovetail-out").rglob("certificate.json"))
    document = json.loads(evidence.read_text())
    assert document["flags"] == [[f"-I{project}/include", "-DLIMIT=7"]]
    assert (
        f'configuration: "src/g.c: -I{project}/include -DLIMIT=7"'
        in next(Path("dovetail-out").rglob("witness.yml")).read_text()
    )
    accepted = dovetail("certify", evidence, "--json", "c.json")
    assert accepted.exit_code == 0
    assert f"  flags         -I{project}/include -DLIMIT=7" in accepted.stdout
    assert json.loads(Path("c.json").read_text())["about"]["flags"] == document["flags"]
    # With other flags it is another program.
    evidence.write_text(json.dumps({**document, "flags": [[f"-I{project}/include"]]}))
    assert dovetail("certify", evidence).exit_code == 3


@pytest.mark.parametrize(
    "flags",
    [
        [["-stats-file=victim"]],
        [["-o", "victim"]],
        [["-MF", "victim"]],
        [["-Xclang", "-load"]],
        [["-fplugin=x"]],
        [["@flags"]],
        [["--config=x"]],
        [["-include-pch", "x"]],
        [['-DX=1\n#include "/etc/passwd"']],
        [["-Wall"]],
        [[]] * 2,
        [],
        {},
        [["-DLIMIT=7"], 3],
        "-DLIMIT=7",
    ],
)
def test_evidence_cannot_hold_other_flags(flags: object, dovetail: Command, project: Path) -> None:
    Path("victim").write_text("precious")
    Path("flags").write_text("-stats-file=victim")
    Path("src", "h.c").write_text("int main(void) { return 0; }\n")
    path = project / "v.json"
    path.write_text(
        json.dumps(
            {
                "format": "dovetail-violation",
                "version": 1,
                "data_model": "LP64",
                "function": None,
                "files": [{"path": str(project / "src" / "h.c"), "sha256": "0" * 64}],
                "properties": ["unreach-call"],
                "flags": flags,
                "check": {"id": 1, "kind": "assertion", "file": "h.c", "line": 1},
                "inputs": {"values": [], "memory": []},
            }
        )
    )
    done = dovetail("replay", path)
    assert done.exit_code == 2 and str(path) in done.stderr and done.stderr.count("\n") == 1, done.output
    assert Path("victim").read_text() == "precious"


def test_a_folder_that_replaces_needs_the_readers_word(dovetail: Command) -> None:
    Path("include", "assert.h").write_text("#define assert(c) ((void)sizeof(c))\n")
    done = dovetail("check", "src/f.c", "-Iinclude", "--timeout", "30s")
    assert "include/assert.h is read instead of <assert.h> of Dovetail's own" in done.stdout
    evidence = next(iter(Path("dovetail-out").rglob("certificate.json")), None)
    if evidence is None:
        pytest.skip("there is nothing to prove")
    refused = dovetail("certify", evidence)
    assert refused.exit_code == 2 and "name the folder with -I" in refused.stderr
    accepted = dovetail("certify", evidence, "-I", "include")
    assert "include/assert.h is read instead of <assert.h> of Dovetail's own" in accepted.stdout


def test_a_header_file_found_in_two_ways(project: Path) -> None:
    """Evidence has only one of them."""
    Path("src", "h.c").write_text('#include "limit.h"\nint g(void) { return LIMIT; }\n')
    main = "int main(void) { assert(g() == LIMIT); return 0; }\n"
    Path("src", "k.c").write_text(f'#include <assert.h>\n#include "limit.h"\nint g(void);\n{main}')
    Path("build").mkdir()
    commands = [
        {"directory": str(project / "build"), "file": "../src/h.c", "command": "cc -I../include ../src/h.c"}
    ]
    Path("build", "compile_commands.json").write_text(json.dumps(commands))
    files = ["src/h.c", "src/k.c"]
    found = api.check(files, flags=["-Iinclude"], compile_commands="build", timeout=30)
    assert found.verdict == "proved", found


def test_a_project_that_has_moved(dovetail: Command, project: Path) -> None:
    """Beside the evidence, its folders are found again."""
    evidence = violation()
    home = project / "elsewhere"
    home.mkdir()
    shutil.copy(evidence, home)
    shutil.copy("src/f.c", home)
    shutil.move("include", home)
    shutil.copy(home / "include" / "limit.h", home)
    shutil.rmtree("src")
    again = dovetail("replay", home / "violation.json")
    assert again.exit_code == 1, again.output


# ---- suites ------------------------------------------------------------------------------------------------


def built(folder: Path, *options: str) -> set[str]:
    for command in (["cmake", "-S", str(folder), "-B", "b", *options], ["cmake", "--build", "b"]):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    command = ["ctest", "--test-dir", "b", "--output-on-failure"]
    said = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    return {outcome for _, outcome in re.findall(r"\.\.\.\s*(\*\*\*)?\s*([A-Z]\w+)", said)}


@pytest.mark.slow
@needs_cmake
@pytest.mark.parametrize("function", thinned(["f", None], 2))
def test_a_suite_is_built_with_them_and_moves(function: str | None, project: Path) -> None:
    program = FAILS.replace(
        "{ assert(x != LIMIT); return x; }", "{ if (x == LIMIT) return 5 + (int)sizeof TEXT; return 2; }"
    )
    Path("src", "f.c").write_text(program)
    flags = FLAGS if function is None else [*FLAGS, "-DNO_MAIN"]
    suite = api.test("src/f.c", flags=flags, formats=["ctest"], function=function, timeout=20)
    folder = Path(suite.written["ctest"][0]).parent.absolute()
    assert len(suite.tests) == 2
    assert built(folder) == {"Passed"}
    text = (folder / "CMakeLists.txt").read_text()
    assert text.count(str(project)) == 1  # where the program is
    # A program that does something else is one of those that the tests were not made for.
    for name in ("src", "include"):
        shutil.copytree(name, f"other/{name}")
        shutil.rmtree(name)
    shutil.rmtree("b")
    assert built(folder, f"-DPROGRAM_DIR={project / 'other'}") == {"Passed"}
    Path("other", "src", "f.c").write_text(program.replace("return 5", "return 6"))
    assert "Failed" in built(folder) or function is not None


def test_flags_from_python() -> None:
    assert api.run("src/f.c", flags=("-Iinclude",), inputs=[1]).end.exit_code == 1
    with pytest.raises(InputError, match="not known to Dovetail"):
        api.check("src/f.c", flags=["-Iinclude", "-fwhat"])
