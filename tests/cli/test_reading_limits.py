"""Limits hold while a program is read, and Ctrl-C is answered from the first moment on: seen from outside."""

from __future__ import annotations

import hashlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import kill_campaign
import pytest
from typer.testing import Result

import dovetail as library
from thinned import thinned

ROOT = Path(__file__).parent.parent.parent
BOMB = "\n".join(
    [
        "#define M0 x",
        *(f"#define M{i} M{i - 1} + M{i - 1}" for i in range(1, 16)),
        "int main(void) { int x = 0; return M15; }\n",
    ]
)
"""A sum of 32,768 terms, whose tree takes minutes to be written."""
GIGABYTE = """\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int a[1 << 28];
int main(void) {
    unsigned i = __VERIFIER_nondet_int();
    if (i < 1u << 28 && a[i] != 0) reach_error();
    return 0;
}
"""
START = 4.0
"""Seconds that Python may take to start and to end, on a busy machine."""
BUSY = 0.3
"""What a process that is filling its memory gets beyond it before anybody looks, on a busy machine."""


def start(folder: Path, text: str, *arguments: str) -> subprocess.Popen[str]:
    (folder / "f.c").write_text(text)
    (folder / "tmp").mkdir(exist_ok=True)
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # by a shell, in the background; it is handed on
        signal.signal(signal.SIGINT, signal.default_int_handler)
    return subprocess.Popen(
        [sys.executable, "-m", "dovetail", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "TMPDIR": str(folder / "tmp")},
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < deadline, "it did not come so far"
        time.sleep(0.01)


def nothing_is_left(folder: Path, process: subprocess.Popen[str]) -> None:
    wait_until(lambda: not list(kill_campaign.alive(process.pid)))
    assert list((folder / "tmp").iterdir()) == []


def test_time(tmp_path: Path) -> None:
    begun = time.monotonic()
    with start(tmp_path, BOMB, "check", "f.c", "--timeout", "2s", "--json", "answer.json") as process:
        output, errors = process.communicate()
    assert time.monotonic() - begun < 2 * 1.1 + 1 + START
    assert (process.returncode, errors) == (3, "")
    assert output.splitlines()[-1] == "VERDICT: UNKNOWN"
    assert "unknown: reading the program took all the time (2s)" in output
    document = json.loads((tmp_path / "answer.json").read_text())
    assert document["verdict"] == "unknown"
    assert document["reason"] == "reading the program took all the time (2s)"
    assert (document["files"], document["entry"], document["checks"]) == (["f.c"], "main", [])
    nothing_is_left(tmp_path, process)


@pytest.mark.slow
def test_memory(tmp_path: Path) -> None:
    text = f"int a[] = {{{','.join(['1'] * 400_000)}}}; int main(void) {{ return a[0]; }}\n"
    with start(tmp_path, text, "check", "f.c", "--memory", "250MiB", "--json", "-") as process:
        output, errors = process.communicate()
    assert (process.returncode, errors) == (3, "")
    document = json.loads(output)
    assert document["reason"] == "reading the program took all the memory (250MiB)"
    assert document["figures"]["peak_memory"] < (1.1 + BUSY) * (250 << 20)
    nothing_is_left(tmp_path, process)


@pytest.mark.slow
@pytest.mark.parametrize("command", ["abstract", "test"])
def test_other_commands(tmp_path: Path, command: str) -> None:
    begun = time.monotonic()
    with start(tmp_path, BOMB, command, "f.c", "--timeout", "1s") as process:
        _, errors = process.communicate()
    assert time.monotonic() - begun < 1 * 1.1 + 1 + START
    assert process.returncode == 3
    assert errors == "unknown: reading the program took all the time (1s)\n"
    nothing_is_left(tmp_path, process)


@pytest.mark.parametrize("number", thinned([signal.SIGINT, signal.SIGTERM], 2))
def test_interrupted_while_reading(tmp_path: Path, number: signal.Signals) -> None:
    with start(tmp_path, BOMB, "check", "f.c", "--json", "answer.json") as process:
        # The command, the one that reads, and the compiler.
        wait_until(lambda: len(list(kill_campaign.alive(process.pid))) == 3)
        time.sleep(0.2)
        begun = time.monotonic()
        process.send_signal(number)
        output, errors = process.communicate(timeout=20)
    assert time.monotonic() - begun < START
    assert (process.returncode, errors) == (3, "")
    assert output.splitlines()[-1] == "VERDICT: UNKNOWN"
    reason = "it was interrupted while the program was read"
    assert f"unknown: {reason}" in output
    assert json.loads((tmp_path / "answer.json").read_text())["reason"] == reason
    nothing_is_left(tmp_path, process)


@pytest.mark.parametrize("number", thinned([signal.SIGINT, signal.SIGTERM], 2))
@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (("check", "f.c"), 3, "VERDICT: UNKNOWN\n"),
        (("check", "f.c", "--json", "-"), 3, ""),
        (("show", "f.c"), 130, ""),
    ],
)
def test_interrupted_while_modules_are_imported(
    tmp_path: Path, number: signal.Signals, arguments: tuple[str, ...], status: int, said: str
) -> None:
    with start(tmp_path, BOMB, *arguments) as process:
        # This one is needed before it is known what the command is; what the command needs comes after it.
        wait_until(lambda: "/_ctypes." in Path(f"/proc/{process.pid}/maps").read_text())
        process.send_signal(number)
        output, errors = process.communicate(timeout=20)
    assert (process.returncode, output, errors) == (status, said, "interrupted\n")


@pytest.mark.slow
def test_a_gigabyte_of_globals(tmp_path: Path) -> None:
    begun = time.monotonic()
    arguments = ("check", "f.c", "--timeout", "5s", "--memory", "500MiB", "--json", "answer.json")
    with start(tmp_path, GIGABYTE, *arguments) as process:
        output, errors = process.communicate()
    assert time.monotonic() - begun < 5 * 1.1 + 1 + START
    assert (process.returncode, errors) == (3, "")
    assert output.splitlines()[-1] == "VERDICT: UNKNOWN"
    document = json.loads((tmp_path / "answer.json").read_text())
    assert [check["line"] for check in document["checks"]] == [6]
    assert document["reason"].startswith("f.c:3:5: 'a' and other globals take 1024 MiB: ")
    assert document["figures"]["peak_memory"] < 1.1 * (500 << 20)
    nothing_is_left(tmp_path, process)


@pytest.mark.parametrize("command", ["run", "test"])
def test_a_gigabyte_of_globals_elsewhere(
    command: str, dovetail: Callable[..., Result], program: Callable[[str], Path]
) -> None:
    result = dovetail(command, program(GIGABYTE))
    assert result.exit_code == 3
    assert result.stderr.startswith("unknown: f.c:3:5: 'a' and other globals take 1024 MiB")


def test_a_hundred_megabytes_of_globals(
    dovetail: Callable[..., Result], program: Callable[[str], Path]
) -> None:
    result = dovetail("run", program(GIGABYTE.replace("28", "24").replace("!= 0", "== 0")))
    assert result.exit_code == 1, result.output


def test_from_python(tmp_path: Path) -> None:
    path = tmp_path / "f.c"
    path.write_text(BOMB)
    begun = time.monotonic()
    result = library.check(path, timeout=1.0, out=tmp_path / "out")
    assert time.monotonic() - begun < 1 * 1.1 + 1 + START
    assert (result.verdict, result.checks) == (library.Verdict.UNKNOWN, ())
    assert result.reason == "reading the program took all the time (1s)"


@pytest.mark.slow
def test_what_is_known_by_then_is_told(
    dovetail: Callable[..., Result], program: Callable[[str], Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever takes long after reading: the checks are known, and nothing about them."""
    monkeypatch.setattr("dovetail.verifying.checking.inline", lambda *arguments: time.sleep(600))
    path = program("int main(int n, char **a) { if (n == 7) __builtin_trap(); return 0; }\n")
    path.write_text(GIGABYTE.replace("28", "8"))
    begun = time.monotonic()
    result = dovetail("check", path, "--strategy", "dash", "--timeout", "2s")
    assert time.monotonic() - begun < 2 * 1.1 + 1 + START
    assert result.exit_code == 3
    assert "unknown: the limit of 2s was reached" in result.stdout
    assert "f.c:6" in result.stdout


@pytest.mark.parametrize(
    ("command", "format_", "said"),
    [
        (
            "replay",
            "violation",
            "unknown: the limit of 1s was reached before it was known whether it happens",
        ),
        (
            "certify",
            "certificate",
            "undecided: there was not enough time to read the program and to check what",
        ),
    ],
)
def test_time_with_evidence(command: str, format_: str, said: str, tmp_path: Path) -> None:
    """Of a program that takes longer to be read: nobody has seen a proof of it, or a violation."""
    begun = time.monotonic()
    document = {
        "format": f"dovetail-{format_}",
        "version": 1,
        "files": [{"path": "f.c", "sha256": hashlib.sha256(BOMB.encode()).hexdigest()}],
        "data_model": "LP64",
        "properties": ["unreach-call"],
        "function": None,
        "check": {"id": 1, "kind": "unreach-call", "file": "f.c", "line": 1},
        "inputs": {"values": [], "memory": []},
    }
    (tmp_path / "evidence.json").write_text(json.dumps(document))
    with start(tmp_path, BOMB, command, "evidence.json", "--timeout", "1s") as process:
        output, errors = process.communicate()
    assert time.monotonic() - begun < 1 * 1.1 + 1 + START
    assert process.returncode == 3
    (line,) = (output + errors).splitlines()
    assert line.startswith(said)
    nothing_is_left(tmp_path, process)
