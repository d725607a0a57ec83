"""Programs that are large in one dimension each: the limits hold from the first byte, and there is an answer.

    python bench/large_inputs.py [--timeout 5] [--only NAME] [--slice K]

Each of the programs of `large_programs` is checked with a limit of time, every fourth of them in little
memory. Of each run it is asked that

* it takes no longer than the limit, a tenth of it, and a second;
* all its processes together take no more memory than the limit and a tenth of it;
* its last line is a verdict, and its status and the document of `--json` say the same; or it is an error in
  one line, with status 2;
* no process is left, and no temporary file.

What is not so is printed, and makes the exit status 1. On a busy machine the times are not those of Dovetail:
`--patience` are seconds that are granted beside.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from kill_campaign import alive
from large_programs import LargeProgram, programs

import dovetail
from dovetail.processes.process_memory import descendants, held

SOURCE = Path(dovetail.__file__).parent.parent
MEMORY, LITTLE = 4 << 30, 300 << 20
STATUS = {"PROVED": 0, "VIOLATED": 1, "UNKNOWN": 3}
INTERVAL = 0.02
LEFT = 2.0
"""Seconds after which no process may be left."""


@dataclass(frozen=True, slots=True)
class Outcome:
    program: LargeProgram
    memory: int
    seconds: float
    peak: int
    status: int
    said: str
    """The last line, or the error."""
    faults: tuple[str, ...]

    def __str__(self) -> str:
        figures = f"{self.seconds:5.1f} s {self.peak >> 20:5} of {self.memory >> 20:4} MiB"
        return f"{self.program.name:32} {figures}  {self.status}  {self.said[:90]}"


def run(program: LargeProgram, folder: Path, *, timeout: float, memory: int, patience: float) -> Outcome:
    """One run of `dovetail check`, seen from outside."""
    scratch = folder / "tmp"
    scratch.mkdir(exist_ok=True)
    source, answer = folder / "f.c", folder / "answer.json"
    source.write_text(program.text)
    answer.unlink(missing_ok=True)
    command = [sys.executable, "-m", "dovetail", "check", "f.c", "--timeout", f"{timeout:g}s"]
    command += ["--memory", f"{memory >> 20}MiB", "--out", "out", "--json", "answer.json", *program.options]
    began = time.monotonic()
    with (folder / "stdout").open("w") as output, (folder / "stderr").open("w") as errors:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env={**os.environ, "PYTHONPATH": str(SOURCE), "TMPDIR": str(scratch)},
            stdout=output,
            stderr=errors,
            start_new_session=True,
        )
        peak = 0
        while process.poll() is None:
            peak = max(peak, memory_of(process.pid, memory))
            time.sleep(INTERVAL)
            if time.monotonic() - began > 10 * timeout + 60:
                os.killpg(process.pid, signal.SIGKILL)
    seconds = time.monotonic() - began
    lines = (folder / "stdout").read_text(errors="replace").splitlines()
    said = (folder / "stderr").read_text(errors="replace")
    faults = [
        *_late(seconds, timeout, patience),
        *_large(peak, memory),
        *_unanswered(process.returncode, lines, said, answer),
        *_left(process.pid, scratch),
    ]
    last = lines[-1] if lines else said.strip()
    reason = next((line for line in lines if line.startswith("unknown: ")), "")
    return Outcome(
        program, memory, seconds, peak, process.returncode, f"{last} {reason}".strip(), tuple(faults)
    )


def memory_of(pid: int, limit: int) -> int:
    """What a process and all that it has started take: pages that they share count once, but to find that
    out takes long, and is done only if it matters."""
    together = held(pid)
    if together <= limit:
        return together
    return sum(_share(one) for one in (pid, *descendants(pid)))


def _share(pid: int) -> int:
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) << 10 for line in lines if line.startswith("Pss:"))


def _late(seconds: float, timeout: float, patience: float) -> Iterator[str]:
    if seconds > 1.1 * timeout + 1 + patience:
        yield f"it took {seconds:.1f} s"


def _large(peak: int, memory: int) -> Iterator[str]:
    if peak > 1.1 * memory:
        yield f"it took {peak >> 20} MiB"


def _unanswered(status: int, lines: Sequence[str], said: str, answer: Path) -> Iterator[str]:
    if "Traceback" in said or "bug in Dovetail" in said:
        yield f"it said: {said.strip().splitlines()[0]}"
    if status == 2:
        if not said.startswith("error: ") or len(said.splitlines()) != 1 or lines:
            yield f"an error that is not one line: {said[:200]!r}"
        return
    verdict = lines[-1].removeprefix("VERDICT: ") if lines else ""
    if STATUS.get(verdict) != status:
        yield f"status {status} with the last line {lines[-1:]}"
        return
    document = json.loads(answer.read_text()) if answer.exists() else {}
    if document.get("verdict") != verdict.lower():
        yield f"the document says {document.get('verdict')}"


def _left(session: int, scratch: Path) -> Iterator[str]:
    until = time.monotonic() + LEFT
    while (left := list(alive(session))) and time.monotonic() < until:
        time.sleep(0.02)
    if left:
        yield f"still there: {left[0][:80]}"
    if files := list(scratch.iterdir()):
        yield f"left: {files[0].name}"


def campaign(chosen: Sequence[LargeProgram], *, timeout: float, patience: float = 0.0) -> Iterator[Outcome]:
    for number, program in enumerate(chosen):
        memory = LITTLE if number % 4 == 3 else MEMORY
        with tempfile.TemporaryDirectory() as folder:
            yield run(program, Path(folder), timeout=timeout, memory=memory, patience=patience)


def main() -> int:
    parser = argparse.ArgumentParser(description="Check programs that are large in one dimension.")
    parser.add_argument("--timeout", type=float, default=5.0)
    parser.add_argument("--patience", type=float, default=0.0)
    parser.add_argument("--only", help="programs with this in their names")
    parser.add_argument("--slice", type=int, default=1, help="every so many of them")
    options = parser.parse_args()
    chosen = [one for one in programs() if not options.only or options.only in one.name][:: options.slice]
    began, wrong = time.monotonic(), 0
    for outcome in campaign(chosen, timeout=options.timeout, patience=options.patience):
        print(outcome, flush=True)
        for fault in outcome.faults:
            print(f"    {fault}", flush=True)
        wrong += bool(outcome.faults)
    print(f"{len(chosen)} programs, {wrong} not within the limits, {time.monotonic() - began:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
