"""Engines that units could be spread over machines with: what they cost before anything is done.

    python bench/cluster_engines.py dask|ray [--workers 2] [--tasks 200]

Run by an interpreter that has the engine. It says how long it takes until the first task has come back, how
much memory the engine has by then (of what manages, and of each worker), what a task costs that does
nothing, and what becomes of tasks whose worker is killed in the middle: how often each was begun, and how
long that has taken.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any


def nothing(number: int) -> int:
    return number


def slow(number: int, seconds: float, folder: str) -> int:
    """Leaves a file for each time that it is begun."""
    handle, _ = tempfile.mkstemp(prefix=f"{number}-{os.getpid()}-", dir=folder)
    os.close(handle)
    time.sleep(seconds)
    return os.getpid()


def memory(pid: int) -> float:
    """Of a process alone, in megabytes, with its part of what is shared."""
    for line in Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) / 1024
    return 0.0


def children(pid: int) -> list[int]:
    found = [pid]
    for one in found:
        for task in Path(f"/proc/{one}/task").glob("*/children"):
            found += [int(child) for child in task.read_text().split()]
    return found


def names(pids: list[int]) -> dict[int, str]:
    return {
        pid: Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode()[-60:] for pid in pids
    }


class Dask:
    def __init__(self, workers: int) -> None:
        from distributed import Client

        base = [
            sys.executable,
            "-m",
            "distributed.cli.dask_scheduler",
            "--no-dashboard",
            "--host",
            "127.0.0.1",
        ]
        self.folder = tempfile.mkdtemp()
        file = Path(self.folder) / "scheduler.json"
        quiet: dict[str, Any] = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        more = ["--port", "0", "--scheduler-file", str(file)]
        self.processes = [subprocess.Popen([*base, *more], **quiet)]
        command = [sys.executable, "-m", "distributed.cli.dask_worker", "--scheduler-file", str(file)]
        command += ["--nthreads", "1", "--no-dashboard", "--local-directory", self.folder]
        self.processes += [subprocess.Popen(command, **quiet) for _ in range(workers)]
        while not file.exists():
            time.sleep(0.02)
        self.client = Client(scheduler_file=str(file))

    def run(self, do: Callable[..., Any], tasks: list[tuple[Any, ...]]) -> list[Any]:
        futures = [self.client.submit(do, *task, pure=False, retries=2) for task in tasks]
        return list(self.client.gather(futures))

    def pids(self) -> list[int]:
        return [pid for process in self.processes for pid in children(process.pid)]

    def close(self) -> None:
        self.client.close()
        for process in self.processes:
            process.terminate()
            process.wait()


class Ray:
    def __init__(self, workers: int) -> None:
        import ray

        self.ray = ray
        ray.init(num_cpus=workers, include_dashboard=False, log_to_driver=False, logging_level="error")

    def run(self, do: Callable[..., Any], tasks: list[tuple[Any, ...]]) -> list[Any]:
        remote = self.ray.remote(max_retries=2)(do)
        return list(self.ray.get([remote.remote(*task) for task in tasks]))

    def pids(self) -> list[int]:
        return children(os.getpid())[1:]

    def close(self) -> None:
        self.ray.shutdown()


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("engine", choices=["dask", "ray"])
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--tasks", type=int, default=200)
    options = parser.parse_args()
    began = time.monotonic()
    engine = (Dask if options.engine == "dask" else Ray)(options.workers)
    engine.run(nothing, [(0,)])
    print(f"the first task has come back after {time.monotonic() - began:.1f} s")
    began = time.monotonic()
    engine.run(nothing, [(number,) for number in range(options.tasks)])
    print(f"a task that does nothing: {1000 * (time.monotonic() - began) / options.tasks:.2f} ms")
    for pid, name in names(engine.pids()).items():
        print(f"    {memory(pid):6.0f} MB  {name}")
    with tempfile.TemporaryDirectory() as folder:
        began = time.monotonic()
        if not (child := os.fork()):
            while not (names_ := os.listdir(folder)):
                time.sleep(0.05)
            time.sleep(0.5)
            os.kill(int(sorted(names_)[0].split("-")[1]), signal.SIGKILL)
            os._exit(0)
        try:
            engine.run(slow, [(number, 1.5, folder) for number in range(4)])
            print(
                f"four tasks of 1.5 s, a worker killed: {time.monotonic() - began:.1f} s, all have come back"
            )
        except Exception as error:  # noqa: BLE001  what an engine raises is what is asked here
            print(f"four tasks of 1.5 s, a worker killed: {type(error).__name__}: {str(error)[:200]}")
        os.waitpid(child, 0)
        print(f"    begun {len(os.listdir(folder))} times")
    engine.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
