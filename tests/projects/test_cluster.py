"""Units looked at by workers of a cluster that is made here: the same verdicts, also when workers die."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import dovetail
from dovetail.bad_input import InputError
from dovetail.evidence.project import Source, Standing
from dovetail.projects.checking_project import ProjectProgress
from projects.building import build

pytest.importorskip("distributed")

TEXT = (
    "#include <assert.h>\n"
    "static int base(int x) { return x < 1000 ? x + 1 : x; }\n"
    "int good(int x) { int y = base(x); assert(y >= x); return y; }\n"
    "int wrong(int x) { assert(x != 7); return x; }\n"
)
EXPECTED = {
    "a.c:base": Standing.NOTHING,
    "a.c:good": Standing.PROVED,
    "a.c:wrong": Standing.VIOLATED,
}


class Local:
    """A scheduler and its workers, each a process of its own; nobody begins a worker again that has died."""

    def __init__(self, folder: Path, workers: int) -> None:
        self.file = folder / "scheduler.json"
        self._folder = folder
        self._log = (folder / "log.txt").open("wb")
        base = ["dask_scheduler", "--no-dashboard", "--host", "127.0.0.1", "--port", "0"]
        self.processes = [self._start(*base, "--scheduler-file", str(self.file))]
        self.workers: list[subprocess.Popen[bytes]] = []
        for _ in range(workers):
            self.another()

    def another(self) -> None:
        more = ["--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", str(self._folder)]
        worker = self._start("dask_worker", "--scheduler-file", str(self.file), *more)
        self.workers.append(worker)
        self.processes.append(worker)

    def _start(self, module: str, *words: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-m", f"distributed.cli.{module}", *words]
        return subprocess.Popen(command, stdout=self._log, stderr=self._log)

    def close(self) -> None:
        for process in self.processes:
            process.kill()
            process.wait()
        self._log.close()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Local]:
    (tmp_path / "cluster").mkdir()
    made = Local(tmp_path / "cluster", 2)
    while not made.file.exists():
        time.sleep(0.05)
    yield made
    made.close()


def project(folder: Path, cluster: str | None, **more: object) -> dovetail.ProjectResult:
    return dovetail.project(
        folder,
        properties=["unreach-call"],
        timeout_per_unit=60.0,
        budget=300.0,
        jobs=1,
        moves=200,
        strategy="bounded",
        out=folder / "out",
        store=folder / "ledger.db",
        cluster=cluster,
        **more,  # type: ignore[arg-type]
    )


def standings(result: dovetail.ProjectResult) -> dict[str, Standing]:
    return {one.unit.name: one.standing for one in result.units}


@pytest.mark.slow
def test_workers_say_what_would_be_said_here(tmp_path: Path, cluster: Local) -> None:
    folder = build(tmp_path / "p", {"a.c": TEXT})
    there = project(folder, str(cluster.file))
    assert standings(there) == EXPECTED and not there.problems
    by_name = {one.unit.name: one for one in there.units}
    good, wrong = by_name["a.c:good"].result, by_name["a.c:wrong"].result
    assert good is not None and wrong is not None
    assert dovetail.certify(good.evidence[0]).accepted  # it is here, and about the files that are here
    assert dovetail.replay(wrong.evidence[0]).reproduced
    kept = project(folder, str(cluster.file), recheck=True)
    assert standings(kept) == EXPECTED and not kept.problems
    assert all(one.source is Source.KEPT and one.rechecked for one in kept.units)

    (folder / "a.c").write_text("/* a comment */\n" + TEXT)
    moved = project(folder, str(cluster.file))
    assert standings(moved) == EXPECTED and all(one.source is Source.SAME for one in moved.units)
    (folder / "ledger.db").unlink()
    assert standings(project(folder, None)) == EXPECTED


@pytest.mark.slow
def test_a_worker_that_dies_costs_its_unit_another_try(tmp_path: Path, cluster: Local) -> None:
    many = "".join(f"int more{n}(int x) {{ assert(x != {n}); return x; }}\n" for n in range(6))
    folder = build(tmp_path / "p", {"a.c": TEXT + many})
    killed: list[int] = []

    def watch(state: ProjectProgress) -> None:
        if len(killed) < 2 and state.done >= 2 + 3 * len(killed):
            victim = cluster.workers[len(killed)]
            os.kill(victim.pid, signal.SIGKILL)
            killed.append(victim.pid)
            cluster.another()

    result = project(folder, str(cluster.file), watch=watch)
    expected = {**EXPECTED, **{f"a.c:more{n}": Standing.VIOLATED for n in range(6)}}
    assert len(killed) == 2 and standings(result) == expected and not result.problems


def test_nobody_is_there(tmp_path: Path) -> None:
    folder = build(tmp_path / "p", {"a.c": "int f(int x) { return x; }\n"})
    with pytest.raises(InputError, match="no scheduler of Dask's answers"):
        project(folder, "nonsense://127.0.0.1:1")
