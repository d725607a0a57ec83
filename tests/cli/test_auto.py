"""`auto` with a budget of moves gives the same report again, whatever the machine and its clock do."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import dovetail
from cli.fakes import claiming, later
from dovetail.asking.schedule import Schedule
from dovetail.evidence.task import Task
from dovetail.frontend import load
from dovetail.program.inlining import inline
from dovetail.strategies.outcome import Claims
from dovetail.verifying.kinds import STRATEGIES, Make
from dovetail.verifying.searching import Searching
from thinned import thinned

ROOT = Path(__file__).parent.parent.parent
VERDICTS = ROOT / "tests" / "verdicts"
MOVES = 6
ENOUGH = "10m"
UNKNOWN = """\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    unsigned x = 1, n = 0;
    while (__VERIFIER_nondet_int()) {
        x = x * 1103515245u + 12345u + (unsigned)__VERIFIER_nondet_int() % 2u;
        n += x % 3;
        if (n == 0xfffffff7u && x == 0x12345677u) reach_error();
    }
    return 0;
}
"""
CASES = {
    "violation": ("summaries/wraps_in_the_procedure.c", "violated"),
    "loop": ("dash/lock_in_loop.c", "proved"),
    "no loop": ("summaries/compare.c", "proved"),
    "recursion": ("dash/recursion_bug.c", "violated"),
    "unknown": (None, "unknown"),
}
"""The program and its verdict."""


@pytest.fixture(params=thinned(CASES, len(CASES)))
def case(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, str]:
    file, verdict = CASES[request.param]
    path = tmp_path / "program.c"
    path.write_text(UNKNOWN if file is None else (VERDICTS / file).read_text())
    return path, verdict


Report = tuple[dict[str, Any], dict[str, bytes]]


def reported(path: Path, folder: Path, hashes: int) -> Report:
    """The answer without times and memory, and all files of the evidence."""
    folder.mkdir()
    command = [sys.executable, "-m", "dovetail", "check", str(path), "--moves", str(MOVES), "--seed", "3"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "PYTHONHASHSEED": str(hashes)}
    done = subprocess.run(
        [*command, "--timeout", ENOUGH, "--json", "answer.json", "--out", "out", "--quiet"],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert not done.stderr, done.stderr
    answer = json.loads((folder / "answer.json").read_text())
    for name in ("wall_seconds", "peak_memory"):
        del answer["figures"][name]
    files = [file for file in (folder / "out").rglob("*") if file.is_file()]
    return answer, {str(file.relative_to(folder)): file.read_bytes() for file in files}


@pytest.mark.slow
def test_the_same_again(case: tuple[Path, str], tmp_path: Path) -> None:
    path, verdict = case
    first, again = (reported(path, tmp_path / f"run{number}", number) for number in (1, 2))
    assert first == again
    answer, files = first
    assert (answer["verdict"], answer["moves"], answer["seed"]) == (verdict, MOVES, 3)
    assert all(bool(check["by"]) == (verdict != "unknown") for check in answer["checks"])
    assert bool(files) == (verdict != "unknown")
    assert not any("limit" in note for note in answer["notes"]) and not answer["problems"]


def test_the_same_verdict_without_moves(case: tuple[Path, str], tmp_path: Path) -> None:
    path, verdict = case
    seconds = 3.0 if verdict == "unknown" else 60.0
    result = dovetail.check(path, timeout=seconds, out=tmp_path / "out")
    assert result.verdict.value == verdict and result.moves is None


def test_the_time_is_a_safety_net(tmp_path: Path) -> None:
    """If it does cut, that is said."""
    path = tmp_path / "program.c"
    path.write_text(UNKNOWN)
    result = dovetail.check(path, moves=1_000_000, timeout=1.0, strategy="bounded", out=tmp_path / "out")
    assert result.verdict.value == "unknown"
    assert any("the limit of 1s was reached" in note for note in result.notes)


@pytest.mark.parametrize("moves", [0, -1])
def test_moves_that_are_none(moves: int, tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(UNKNOWN)
    with pytest.raises(dovetail.InputError, match="moves"):
        dovetail.check(path, moves=moves, out=tmp_path / "out")


# ---- two at a time -----------------------------------------------------------------------------------------


def _deciding(name: str, seconds: float) -> Make:
    return later(claiming(Claims(complete=True, notes=(name,))), seconds)


def _searching(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moves: int | None, slow: float, lanes: int = 2
) -> Searching:
    path = tmp_path / "program.c"
    path.write_text(UNKNOWN)
    loaded = load([path])
    monkeypatch.setitem(STRATEGIES, "slow", _deciding("slow", slow))
    monkeypatch.setitem(STRATEGIES, "quick", _deciding("quick", 0.0))
    return Searching(
        {"slow": 0.5, "quick": 0.5},
        inline(loaded.program),
        Task.of(loaded),
        Schedule(time.monotonic(), 100.0, moves=moves),
        memory=1 << 32,
        seed=0,
        watch=lambda progress: None,
        lanes=lanes,
    )


@pytest.mark.parametrize(("lanes", "pace"), [(0, 0.5), (1, 0.5), (2, 1.0)])
def test_who_may_expect_how_much(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lanes: int, pace: float
) -> None:
    """With one processor a share is a part of one lane, if nobody says how many lanes there are."""
    monkeypatch.setattr("os.sched_getaffinity", lambda process: {0})
    paces: list[float] = []
    with _searching(tmp_path, monkeypatch, moves=None, slow=0.0, lanes=lanes) as searching:
        for worker in searching.lanes.workers:
            paces.append(worker.job.make(searching.ledger).budget.pace)
    assert paces == [pace, pace]


def test_nobody_is_overtaken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both go on to their ends, and the one that is named first comes first."""
    with _searching(tmp_path, monkeypatch, moves=5, slow=1.0) as searching:
        found = list(searching.results())
    assert [one.claims.notes for one in found] == [("slow",), ("quick",)]
    assert [one.by for one in found] == ["slow", "quick"]
    assert not any(one.stopped for one in found)


@pytest.mark.parametrize("lanes", [1, 2])
def test_with_the_clock_the_quicker_one_overtakes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lanes: int
) -> None:
    """Even on a single lane: whoever sleeps there has to leave it to others."""
    started = time.monotonic()
    with _searching(tmp_path, monkeypatch, moves=None, slow=30.0, lanes=lanes) as searching:
        assert next(searching.results()).claims.notes == ("quick",)
        assert time.monotonic() - started < 20, "it is told of before the other has ended"
