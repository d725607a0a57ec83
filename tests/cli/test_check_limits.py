"""Limits are kept, interruptions end well, and nothing is left behind: seen from outside of the process."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from thinned import thinned, thinned_rows

ROOT = Path(__file__).parent.parent.parent
FAKES = Path(__file__).parent / "fakes.py"
PROGRAM = """\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) { if (__VERIFIER_nondet_int() == 7) reach_error(); return 0; }
"""
START = 2.5
"""Seconds that Python may take to start and to end, on a busy machine."""


def start(folder: Path, *arguments: str) -> subprocess.Popen[str]:
    (folder / "f.c").write_text(PROGRAM)
    (folder / "tmp").mkdir(exist_ok=True)
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # by a shell, in the background; it is handed on
        signal.signal(signal.SIGINT, signal.default_int_handler)
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "TMPDIR": str(folder / "tmp")}
    command = [sys.executable, str(FAKES), "check", "f.c", "--json", "answer.json", *arguments]
    return subprocess.Popen(
        command,
        cwd=folder,
        env=environment,
        text=True,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )


def left_behind(folder: Path) -> list[str]:
    """Processes that were started in this folder, and temporary files."""
    return [*map(str, (folder / "tmp").iterdir()), *going_on(folder)]


def going_on(folder: Path) -> list[str]:
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if Path(os.readlink(process / "cwd")) == folder:
                found.append((process / "cmdline").read_text().replace("\0", " "))
        except OSError:  # it has ended, or is not ours
            continue
    return found


def answer(folder: Path) -> dict[str, object]:
    document = json.loads((folder / "answer.json").read_text())
    assert isinstance(document, dict)
    return document


@pytest.mark.parametrize(
    ("strategy", "status", "verdict"),
    thinned_rows([("sleeps-empty-handed", 3, "UNKNOWN"), ("sleeps", 1, "VIOLATED")], 2),
)
def test_time(tmp_path: Path, strategy: str, status: int, verdict: str) -> None:
    begun = time.monotonic()
    with start(tmp_path, "--strategy", strategy, "--timeout", "3s") as process:
        output, errors = process.communicate()
    elapsed = time.monotonic() - begun
    assert process.returncode == status, errors
    assert output.splitlines()[-1] == f"VERDICT: {verdict}"
    figures = answer(tmp_path)["figures"]
    assert isinstance(figures, dict)
    assert figures["wall_seconds"] < 3 * 1.1 + 1
    assert elapsed < 3 * 1.1 + 1 + START
    assert left_behind(tmp_path) == []


@pytest.mark.slow
def test_memory(tmp_path: Path) -> None:
    with start(tmp_path, "--strategy", "allocates", "--memory", "500MiB") as process:
        process.communicate()
    assert process.returncode == 3
    document = answer(tmp_path)
    assert document["reason"] == "the limit of 500MiB of memory was reached"
    figures = document["figures"]
    assert isinstance(figures, dict)
    assert 430 << 20 < figures["peak_memory"] < 1.1 * (500 << 20), "a tenth of it is left free"
    assert left_behind(tmp_path) == []


@pytest.mark.parametrize("number", thinned([signal.SIGINT, signal.SIGTERM], 2))
def test_interruption(tmp_path: Path, number: signal.Signals) -> None:
    with start(tmp_path, "--strategy", "sleeps-empty-handed") as process:
        wait_for_the_search_of(process.pid)
        process.send_signal(number)
        output, errors = process.communicate(timeout=20)
    assert process.returncode == 3, errors
    assert output.splitlines()[-1] == "VERDICT: UNKNOWN"
    assert "Traceback" not in errors
    assert answer(tmp_path)["reason"] == "it was interrupted"
    assert left_behind(tmp_path) == []


@pytest.mark.slow
def test_a_violation_is_told_though_the_strategy_goes_on(tmp_path: Path) -> None:
    """It need not be interrupted."""
    with start(tmp_path, "--strategy", "sleeps") as process:
        output, errors = process.communicate(timeout=60)
    assert process.returncode == 1, errors
    assert output.splitlines()[-1] == "VERDICT: VIOLATED"
    assert left_behind(tmp_path) == []


def test_the_search_does_not_outlive_its_parent(tmp_path: Path) -> None:
    with start(tmp_path, "--strategy", "sleeps-empty-handed") as process:
        wait_for_the_search_of(process.pid)
        process.kill()
        process.communicate()
    deadline = time.monotonic() + 5
    while going_on(tmp_path) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert going_on(tmp_path) == []


def wait_for_the_search_of(pid: int) -> None:
    """At work for a moment: the clang of the front end is a child of the work, too, but not for long."""
    seen = 0
    deadline = time.monotonic() + 20
    while seen < 10:
        assert time.monotonic() < deadline, "there is no search"
        works = children(pid)
        seen = seen + 1 if any(children(work) for work in works) else 0
        time.sleep(0.05)


def children(pid: int) -> list[int]:
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:  # it has ended
        return []
