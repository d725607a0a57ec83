"""Runs of `dovetail project` that are ended at any moment: the store is whole, and what is in it is true.

    python bench/project_kill_campaign.py [--seed 1] [--moments 40]

A build of ten functions is checked once to its end. Then it is checked again and again, with one store for
all runs, which is taken away now and then, and each run is ended after a while: the command alone by SIGKILL,
its group, by SIGTERM, or as if by Ctrl-C. Now and then two run at the same time, and the text changes between
runs, to and fro. After each of them

* no process that it has started is left a second later;
* the store is whole: every row is what was written;
* the answer that `--json` asks for is a whole document, or is not there;
* no other file has a name by which somebody could take it for a result.

Every third time a run is let go to its end: all units have the standing that they have without a store, and
in the end all that is kept about the text of then is judged again from its evidence. What is found is
printed, and makes the exit status 1.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from kill_campaign import ENDING, PATIENCE, SOURCE, Moment, alive, moments

import dovetail
from dovetail.projects.store import Damaged, Store

ANSWER, OUT, STORE, SCRATCH = "answer.json", "out", "kept.db", "scratch"
FUNCTIONS = 10
TEXTS = ("x + 1", "1 + x + 0")
"""What the first function returns, to and fro: the same for who calls it, and another program."""


def text(version: int) -> str:
    parts = [
        "#include <assert.h>\n",
        f"static int base(int x) {{ return x < 1000 ? {TEXTS[version]} : x; }}\n",
    ]
    for number in range(FUNCTIONS):
        wrong = number % 4 == 3
        condition = f"y != {number + 5}" if wrong else f"x >= 1000 || x < {number} || y > {number - 1}"
        body = f"int y = base(x); assert({condition}); return y;"
        parts.append(f"int f{number}(int x) {{ {body} }}\n")
    return "".join(parts)


@dataclass(slots=True)
class Campaign:
    folder: Path
    seed: int
    faults: list[str] = field(default_factory=list)
    stages: Counter[str] = field(default_factory=Counter)
    longest: float = 0.0
    seconds: float = 0.0
    warm: float = 0.0
    """What a run takes that finds most in the store."""
    expected: dict[str, str] = field(default_factory=dict)

    def begin(self) -> None:
        (self.folder / SCRATCH).mkdir()
        self._write(0)
        command = {"file": "a.c", "directory": ".", "command": "cc -c a.c"}
        (self.folder / "compile_commands.json").write_text(json.dumps([command]))
        began = time.monotonic()
        self.expected = self.whole()
        self.seconds = time.monotonic() - began
        self._write(1)
        self.whole()
        began = time.monotonic()
        self.whole()
        self.warm = time.monotonic() - began
        self._forget()

    def _write(self, version: int) -> None:
        (self.folder / "a.c").write_text(text(version))

    def _forget(self) -> None:
        for suffix in ("", "-wal", "-shm"):
            (self.folder / f"{STORE}{suffix}").unlink(missing_ok=True)

    def start(self) -> subprocess.Popen[bytes]:
        if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # which would be handed on
            signal.signal(signal.SIGINT, signal.default_int_handler)
        command = [sys.executable, "-m", "dovetail", "project", ".", "--property", "unreach-call"]
        command += ["--strategy", "bounded", "--timeout-per-unit", "60s", "--budget", "10m", "--jobs", "2"]
        return subprocess.Popen(
            [*command, "--out", OUT, "--store", STORE, "--json", ANSWER, "--quiet"],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(SOURCE), "TMPDIR": str(self.folder / SCRATCH)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def whole(self) -> dict[str, str]:
        """A run to its end: the standing of each unit."""
        (self.folder / ANSWER).unlink(missing_ok=True)
        with self.start() as process:
            process.wait()
        document: dict[str, Any] = json.loads((self.folder / ANSWER).read_text())
        self.faults += [f"a whole run: {one}" for one in document["problems"]]
        return {one["unit"]: one["standing"] for one in document["units"]}

    def end_at(self, number: int, moment: Moment) -> None:
        cold = number % 4 == 3
        if cold:
            self._forget()
        self._write(number % 2)
        (self.folder / ANSWER).unlink(missing_ok=True)
        both = [self.start() for _ in range(2 if number % 5 == 4 else 1)]
        time.sleep(max(moment.share * (self.seconds if cold else self.warm), 0.1))
        ended = all(process.poll() is not None for process in both)
        for process in both:
            self._end(process, moment)
        self.stages["ended before" if ended else f"{self._kept(moment)} kept"] += 1
        self._strange(moment)
        if number % 3 == 2 and (standings := self.whole()) != self.expected:
            self.faults.append(f"{moment}: a run after it came to {standings}")

    def _end(self, process: subprocess.Popen[bytes], moment: Moment) -> None:
        try:
            if process.poll() is None:
                (os.killpg if moment.group else os.kill)(process.pid, moment.number)
            process.wait(ENDING)
        except subprocess.TimeoutExpired:
            self.faults.append(f"{moment}: it did not end")
            process.kill()
            process.wait()
        began = time.monotonic()
        while left := list(alive(process.pid)):
            if time.monotonic() - began > PATIENCE:
                self.faults.append(f"{moment}: still there: {left}")
                return
            time.sleep(0.01)
        self.longest = max(self.longest, time.monotonic() - began)

    def _kept(self, moment: Moment) -> int:
        path = self.folder / STORE
        if not path.exists():
            return 0
        try:
            return Store(path).verify()
        except Damaged as error:
            self.faults.append(f"{moment}: the store is damaged: {error}")
            return -1

    def _strange(self, moment: Moment) -> None:
        usual = {"a.c", "compile_commands.json", OUT, SCRATCH, ANSWER, STORE, f"{STORE}-wal", f"{STORE}-shm"}
        for path in self.folder.iterdir():
            if path.name not in usual and not path.name.startswith("."):
                self.faults.append(f"{moment}: {path.name} is new")
        for path in (self.folder / OUT).rglob("*.json"):
            if not path.name.startswith("."):
                json.loads(path.read_bytes())
        if (self.folder / ANSWER).exists():
            json.loads((self.folder / ANSWER).read_bytes())

    def last(self) -> None:
        """All that is kept of the text of now, judged from its evidence."""
        self._write(0)
        for recheck in (False, True):
            result = dovetail.project(
                self.folder,
                properties=["unreach-call"],
                strategy="bounded",
                timeout_per_unit=60.0,
                out=self.folder / OUT,
                store=self.folder / STORE,
                recheck=recheck,
            )
            standings = {one.unit.name: one.standing.value for one in result.units}
            if standings != self.expected or result.problems:
                self.faults.append(f"at last: {standings}, {result.problems}")
        if not all(one.rechecked for one in result.units):
            self.faults.append("at last: something was not judged again")


def campaign(folder: Path, count: int, seed: int) -> Campaign:
    found = Campaign(folder, seed)
    found.begin()
    order = moments(count, seed)
    random.Random(seed).shuffle(order)
    for number, moment in enumerate(order):
        found.end_at(number, moment)
        shutil.rmtree(folder / OUT, ignore_errors=True)
    found.last()
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--moments", type=int, default=40)
    options = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        found = campaign(Path(folder), options.moments, options.seed)
    print(f"{len(found.expected)} units in {found.seconds:.1f} s, from the store in {found.warm:.1f} s")
    for stage, times in found.stages.most_common():
        print(f"    {times:3} {stage}")
    print(f"    nothing was left after {found.longest:.2f} s")
    for fault in found.faults:
        print(f"    {fault}")
    print(f"{options.moments} moments, {len(found.faults)} faults, {time.monotonic() - began:.0f} s")
    return 1 if found.faults else 0


if __name__ == "__main__":
    sys.exit(main())
