"""Names and files that somebody else has made do no more than they should; what cannot be written is said."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from dovetail import api
from dovetail.cli.terminal import harmless
from dovetail.doors import running
from dovetail.report import output_folder
from thinned import thinned

Command = Callable[..., Result]
Write = Callable[..., Path]

SAFE = "#include <assert.h>\nint main(void) { int x = 3; assert(x == 3); return 0; }\n"
FAILS = """\
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int f(int x) { assert(x != 7); return x; }
int main(void) { return f(__VERIFIER_nondet_int()); }
"""


# ---- a path is never an option -----------------------------------------------------------------------------


@pytest.fixture
def victim(tmp_path: Path) -> Path:
    path = tmp_path / "victim"
    path.write_text("precious")
    (tmp_path / "flags").write_text("-stats-file=victim\n")
    return path


NAMES = ["-stats-file=victim", "@flags", "-", "--", "-o", "-include", "-x"]


@pytest.mark.parametrize("name", NAMES)
def test_a_source(name: str, dovetail: Command, program: Write, victim: Path) -> None:
    program(SAFE, name)
    result = dovetail("show", "--", name)
    assert result.exit_code == 0, result.output
    assert f"./{name}:2" in result.stdout
    assert victim.read_text() == "precious"


@pytest.mark.parametrize("name", NAMES[:2])
def test_a_source_of_a_task(name: str, dovetail: Command, program: Write, victim: Path) -> None:
    program(SAFE, name)
    program(f"input_files: '{name}'\n", "task.yml")
    assert dovetail("show", "task.yml").exit_code == 0
    assert victim.read_text() == "precious"


@pytest.mark.parametrize("name", NAMES[:2])
def test_the_source_of_a_violation(name: str, dovetail: Command, program: Write, victim: Path) -> None:
    program(FAILS, name)
    done = dovetail("check", "--timeout", "30s", "--out", "out", "--", name)
    assert done.exit_code == 1, done.output
    evidence = next(Path("out").rglob("violation.json"))
    assert not evidence.parts[1].startswith("-")
    document = json.loads(evidence.read_text())
    for path in (name, str(Path(name).absolute())):
        evidence.write_text(json.dumps({**document, "files": [{**document["files"][0], "path": path}]}))
        if path == name:  # relative to the evidence, not to here
            Path(evidence.parent, name).write_text(FAILS)
        again = dovetail("replay", evidence)
        assert again.exit_code == 1, again.output
        assert "it happened again" in again.stdout and "properties    unreach-call" in again.stdout
    assert victim.read_text() == "precious"


def test_a_header_folder_is_no_option(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, victim: Path) -> None:
    from dovetail.frontend import LoadOptions, load
    from dovetail.frontend.compile_commands import Build

    monkeypatch.chdir(tmp_path)
    Path("f.c").write_text('#include "three.h"\nint main(void) { return THREE; }\n')
    for name in ("-stats-file=victim", "@flags folder", "-"):
        Path(name).mkdir()
        Path(name, "three.h").write_text("#define THREE 3\n")
        for flags in (("-I", f"./{name}"), ("-isystem", name), ("-idirafter", name), ("-iquote", name)):
            assert len(load(["f.c"], LoadOptions(build=Build(flags))).headers) == 1
    assert victim.read_text() == "precious"


# ---- names -------------------------------------------------------------------------------------------------

ODD = ['a"b.c', "a'b.c", "a\\nb.c", "*", "$(touch pwned).c", "a;b.c", "\u00e4 %s#.c", "<b>.c"]


@pytest.mark.parametrize("name", thinned(ODD, 4))
@pytest.mark.parametrize("function", [False, True])
def test_odd_names(name: str, function: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is written for other tools can be used as it stands."""
    monkeypatch.chdir(tmp_path)
    path = Path(name)
    if name == "*":
        path.mkdir()
        path = path / "f.c"  # whose path ends a comment
    path.write_text(FAILS)
    found = api.check(path, function="f" if function else None, timeout=30)
    assert found.verdict == "violated"
    evidence = Path(found.checks[0].evidence or "").parent
    harness = (evidence / "harness.c").read_text()
    # The first comment ends where it should.
    assert harness.split("*/", 1)[0].rstrip().endswith("sanitizer).")
    assert f"{path}" in json.loads((evidence / "violation.json").read_text())["files"][0]["path"]
    assert not Path("pwned").exists()


@pytest.mark.parametrize("name", [b"a\nb.c", b"\x1b[2J.c", b"\xff.c", b"a\rb.c"])
def test_names_that_cannot_be_written(name: bytes, dovetail: Command, tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(name)).write_text(SAFE)
    done = dovetail("show", os.fsdecode(name))
    assert done.exit_code == 2
    assert done.stderr.startswith("error: ") and done.stderr.count("\n") == 1
    assert not {"\x1b", "\r"} & set(done.stderr)


@pytest.mark.parametrize("path", ["/dev/zero", "/dev/null", "fifo"])
def test_what_is_no_plain_file(path: str, dovetail: Command, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    for arguments in (["show"], ["show", "f.c", "--property"], ["replay"], ["certify"]):
        result = dovetail(*arguments, path)
        assert result.exit_code == 2, result.output


def test_a_terminal_obeys_nothing(dovetail: Command, program: Write) -> None:
    program('#line 1 "\\033[2J"\nint main(void) { return "\x1b[2J\u202e"[0] == 1 ? f : 0; }\n')
    result = dovetail("show", "f.c")
    assert result.exit_code == 2
    program(SAFE.replace("x == 3", '"\x1b[2J\x07\u202e"[0] == 1 || x'), "g.c")
    for command in ("show", "run"):
        assert not {"\x1b", "\x07", "\u202e"} & set(dovetail(command, "g.c").output)
    assert "\x1b" not in result.output
    assert harmless("a\x1b\x7f\x9b\ud800\n\t") == "a\u241b\u2421\ufffd\ufffd\n\t"


# ---- certify says what it accepts --------------------------------------------------------------------------


def test_certify_says_what_it_is_about(dovetail: Command, program: Write, tmp_path: Path) -> None:
    program("#define THREE 3\n", "three.h")
    program('#include "three.h"\n' + SAFE.replace("= 3", "= THREE"))
    assert dovetail("check", "f.c", "--timeout", "30s").exit_code == 0
    evidence = next(Path("dovetail-out").rglob("certificate.json"))
    result = dovetail("certify", evidence, "--json", "c.json")
    assert result.exit_code == 0
    for said in (
        "accepted: 1 check cannot fail",
        f"program       {tmp_path}/f.c (sha256 ",
        f"header files  {tmp_path}/three.h (sha256 ",
        "starts in     main",
        "properties    unreach-call",
        "data model    LP64",
        "checks        #1 ",
        "assumptions   an access outside",
    ):
        assert said in result.stdout
    about = json.loads(Path("c.json").read_text())["about"]
    assert [Path(file["path"]).name for file in (*about["files"], *about["headers"])] == ["f.c", "three.h"]
    program("#define THREE (1 + 2)\n", "three.h")
    changed = dovetail("certify", evidence)
    assert changed.exit_code == 3
    assert "the program has changed since it was proved" in changed.stdout and "three.h" in changed.stdout


# ---- --json ------------------------------------------------------------------------------------------------


def test_json_overwrites_what_json_has_written(dovetail: Command, program: Write) -> None:
    program(SAFE)
    Path("empty").write_text("")
    for name in ("r.json", "r.json", "empty"):
        assert dovetail("run", "f.c", "--json", name).exit_code == 0
        assert json.loads(Path(name).read_text())["format"] == "dovetail-run"
    Path("link.json").symlink_to("r.json")
    assert dovetail("run", "f.c", "--json", "link.json").exit_code == 0
    assert dovetail("run", "f.c", "--json", "/dev/null").exit_code == 0


@pytest.mark.parametrize(
    "text",
    [
        SAFE,
        "x",
        "{}",
        "[]",
        '{"format": "mine"}',
        '{"format": "dovetail-certificate"}',
        '{"a": 1, "format": "dovetail-run"}',
    ],
)
def test_json_overwrites_nothing_else(text: str, dovetail: Command, program: Write) -> None:
    program(SAFE)
    program(text, "r.c")
    Path("link").symlink_to("r.c")
    Path("nowhere").symlink_to("gone")
    for name in ("r.c", "link", "nowhere"):
        result = dovetail("run", "f.c", "--json", name)
        assert result.exit_code == 2
        assert "overwritten" in result.stderr or "link to nowhere" in result.stderr
    assert Path("r.c").read_text() == text
    assert not Path("gone").exists()


def test_a_file_that_came_while_it_worked(
    dovetail: Command, program: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(SAFE)
    plain = running.run_once

    def run(*arguments: object, **options: object) -> object:
        Path("r.json").write_text("mine")
        return plain(*arguments, **options)  # type: ignore[arg-type]

    monkeypatch.setattr("dovetail.cli.run.run_once", run)
    result = dovetail("run", "f.c", "--json", "r.json")
    assert result.exit_code == 0
    assert "not overwritten" in result.stderr
    assert Path("r.json").read_text() == "mine"


# ---- --out -------------------------------------------------------------------------------------------------


def test_a_link_that_leaves(dovetail: Command, program: Write, tmp_path: Path) -> None:
    program(FAILS)
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    Path("dovetail-out").symlink_to(elsewhere)
    result = dovetail("check", "f.c")
    assert result.exit_code == 2
    assert "was not made by Dovetail" in result.stderr
    assert not list(elsewhere.iterdir())


def test_a_marker_that_is_a_link(tmp_path: Path) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    (tmp_path / "file").write_text("")
    (folder / output_folder.MARKER).symlink_to(tmp_path / "file")
    with pytest.raises(output_folder.NotOurs):
        output_folder.claim(folder)
    (tmp_path / "file").unlink()
    with pytest.raises(output_folder.NotOurs):
        output_folder.claim(folder)
    assert not (tmp_path / "file").exists()


def test_a_link_to_a_folder_of_ours(tmp_path: Path) -> None:
    output_folder.claim(tmp_path / "big-disk")
    (tmp_path / "out").symlink_to(tmp_path / "big-disk")
    output_folder.claim(tmp_path / "out")


# ---- what cannot be written --------------------------------------------------------------------------------


@pytest.mark.parametrize(("text", "status", "verdict"), [(SAFE, 0, "PROVED"), (FAILS, 1, "VIOLATED")])
def test_a_folder_that_cannot_be_made(
    text: str, status: int, verdict: str, dovetail: Command, program: Write
) -> None:
    program(text)
    program("", "file")
    result = dovetail("check", "f.c", "--out", "file/out", "--timeout", "30s")
    assert result.exit_code == status, result.output
    assert "the evidence could not be written: file/out: Not a directory" in result.stdout
    assert result.stdout.endswith(f"VERDICT: {verdict}\n")


@pytest.mark.parametrize(("text", "status", "verdict"), [(SAFE, 0, "PROVED"), (FAILS, 1, "VIOLATED")])
def test_a_full_disk(
    text: str, status: int, verdict: str, dovetail: Command, program: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(text)

    def full(folder: Path, name: str, content: bytes) -> Path:
        raise OSError(errno.ENOSPC, "No space left on device", str(folder / name))

    monkeypatch.setattr(output_folder, "put", full)
    result = dovetail("check", "f.c", "--out", "out", "--timeout", "30s", "--json", "r.json")
    assert result.exit_code == status, result.output
    assert "No space left on device" in result.stdout and "bug" not in result.output
    assert result.stdout.endswith(f"VERDICT: {verdict}\n")
    assert json.loads(Path("r.json").read_text())["checks"][0]["evidence"] is None
    # Nothing that looks like evidence is left behind.
    assert not [path for path in Path("out").rglob("*") if path.is_file() and path.name != ".dovetail"]


def test_a_json_that_does_not_fit(dovetail: Command, program: Write) -> None:
    program(SAFE)
    result = dovetail("run", "f.c", "--json", "/dev/full")
    assert result.exit_code == 0
    assert "/dev/full: cannot be written: No space left on device" in result.stderr


def test_an_output_that_does_not_fit(tmp_path: Path) -> None:
    (tmp_path / "f.c").write_text(SAFE)
    with open("/dev/full", "wb") as full:
        command = [sys.executable, "-m", "dovetail", "run", "f.c"]
        done = subprocess.run(command, cwd=tmp_path, stdout=full, stderr=subprocess.PIPE, check=False)
    assert done.returncode == 3
    assert done.stderr == b"error: No space left on device\n"


def test_a_bug_report_goes_where_evidence_goes(
    dovetail: Command, program: Write, monkeypatch: pytest.MonkeyPatch
) -> None:
    program(SAFE)

    def broken(*arguments: object, **options: object) -> None:
        raise ZeroDivisionError("by design")

    monkeypatch.setattr("dovetail.cli.check.check_files", broken)
    result = dovetail("check", "f.c", "--out", "here")
    assert result.exit_code == 3
    assert result.stdout == "VERDICT: UNKNOWN\n"
    (report,) = Path("here").rglob("report.txt")
    assert "by design" in report.read_text()
    assert not Path("dovetail-out").exists()
