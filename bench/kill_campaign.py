"""Runs of `dovetail check` that are ended at any moment: nothing goes on, and nothing half done is left.

    python bench/kill_campaign.py [--seed 1] [--moments 60]

A run is first let go to its end. Then it is started again and again, into the same folder, and ended after a
while: the command alone by SIGKILL, its group by SIGKILL, by SIGTERM, and as if by Ctrl-C. The moments are
spread over the time that the first run took. After each of them

* no process that it has started is left a second later;
* every file of evidence is whole: after SIGKILL, that of the first run byte by byte; after signals that a
  command can answer to, a violation that can be replayed and a certificate that is accepted;
* the answer that `--json` asks for is the whole answer, or is not there;
* no other file has a name by which somebody could take it for a result.

At last a run that is let go to its end has to come to the same verdict as the first one. What is found is
printed, and makes the exit status 1.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import dovetail

SOURCE = Path(dovetail.__file__).parent.parent
MOVES = 25
ANSWER, OUT, SCRATCH = "answer.json", "out", "scratch"
PATIENCE = 1.0
"""Seconds until nothing may be left of a process that was killed."""
ENDING = 30.0
"""Seconds until a process that was asked to end has ended."""

PROVED = """\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int held = 0, taken = 0, given = 0;
  while (__VERIFIER_nondet_int()) {
    if (held) { given++; held = 0; } else { taken++; held = 1; }
    if (taken - given != held) reach_error();
  }
  return 0;
}
"""
BOTH = """\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int held = 0, taken = 0, given = 0, code = __VERIFIER_nondet_int();
  if (code == 4711) reach_error();
  while (__VERIFIER_nondet_int()) {
    if (held) { given++; held = 0; } else { taken++; held = 1; }
    if (taken - given != held) reach_error();
  }
  return 0;
}
"""
"""One check is violated, and the other is proved."""


@dataclass(frozen=True, slots=True)
class Moment:
    """After which share of its time a run is ended, and how."""

    share: float
    number: signal.Signals
    group: bool = False

    @property
    def hard(self) -> bool:
        return self.number is signal.SIGKILL


WAYS = (
    (signal.SIGKILL, False),
    (signal.SIGKILL, True),
    (signal.SIGTERM, False),
    (signal.SIGKILL, False),
    (signal.SIGKILL, True),
    (signal.SIGINT, False),
    (signal.SIGKILL, False),
)


def moments(count: int, seed: int) -> list[Moment]:
    """Spread over all of a run, with more of them towards the end, when most is written."""
    chosen = random.Random(seed)
    found = []
    for number in range(count):
        share = (number + chosen.random()) / count
        late = 0.9 + 0.12 * chosen.random()
        found.append(Moment(late if number % 5 == 3 else share, *WAYS[number % len(WAYS)]))
    return found


@dataclass(frozen=True, slots=True)
class First:
    """What a run gives that nobody disturbs."""

    seconds: float
    answer: dict[str, Any]
    files: dict[str, bytes]
    """Of its folder, by their paths in it."""
    proved: frozenset[int]
    """By the certificate, as it was judged again."""


@dataclass(slots=True)
class Subject:
    """A program in a folder of its own, with all runs on it."""

    folder: Path
    name: str
    patience: float = PATIENCE
    faults: list[str] = field(default_factory=list)
    stages: Counter[str] = field(default_factory=Counter)
    """What was there of the runs that were ended."""
    longest: float = 0.0
    """Seconds until nothing was left of a run that was killed."""
    _first: First | None = None
    _good: set[bytes] = field(default_factory=set)
    """Documents that were judged already."""

    @classmethod
    def of(cls, folder: Path, name: str, text: str, patience: float = PATIENCE) -> Subject:
        folder.mkdir()
        (folder / SCRATCH).mkdir()
        (folder / f"{name}.c").write_text(text)
        return cls(folder, name, patience)

    # Runs

    def start(self) -> subprocess.Popen[bytes]:
        """In a session of its own, which all that it starts belongs to."""
        (self.folder / ANSWER).unlink(missing_ok=True)
        if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # which would be handed on
            signal.signal(signal.SIGINT, signal.default_int_handler)
        command = [sys.executable, "-m", "dovetail", "check", f"{self.name}.c", "--moves", str(MOVES)]
        return subprocess.Popen(
            [*command, "--timeout", "10m", "--out", OUT, "--json", ANSWER, "--quiet"],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(SOURCE), "TMPDIR": str(self.folder / SCRATCH)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def run(self) -> float:
        """To its end; how long it took."""
        began = time.monotonic()
        with self.start() as process:
            process.wait()
        return time.monotonic() - began

    def first(self) -> First:
        """The run that all others are held against."""
        if self._first is None:
            seconds = self.run()
            files = _files(self._folders()[-1])
            proved = frozenset[int]()
            for path in files:
                if path.endswith("certificate.json"):
                    proved = dovetail.certify(self._folders()[-1] / path).proved
            self._first = First(seconds, _told(self.folder / ANSWER), files, proved)
        return self._first

    def end_at(self, moment: Moment) -> None:
        first, before = self.first(), len(self._folders())
        process = self.start()
        try:
            time.sleep(max(moment.share * first.seconds, 0.1))
            ended = process.poll() is not None
            if not ended:
                (os.killpg if moment.group else os.kill)(process.pid, moment.number)
            process.wait(ENDING)
        except subprocess.TimeoutExpired:
            self.faults.append(f"{moment}: it did not end")
            process.kill()
            process.wait()
        self._left(process.pid, moment)
        new = self._folders()[before:]
        self.stages["ended before" if ended else self._stage(new)] += 1
        for folder in new:
            for path, content in _files(folder).items():
                self.faults += [
                    f"{moment}: {path}: {why}" for why in self._wrong(folder, path, content, moment)
                ]
        self.faults += [f"{moment}: {why}" for why in self._strange()]
        if (self.folder / ANSWER).exists():
            self._judge_answer(moment)

    def last(self) -> None:
        """A run into the same folder, after all."""
        self.run()
        told = _told(self.folder / ANSWER) if (self.folder / ANSWER).exists() else {}
        if told.get("verdict") != self.first().answer["verdict"]:
            self.faults.append(f"the last run came to {told.get('verdict')}")

    # What is left

    def _left(self, session: int, moment: Moment) -> None:
        began = time.monotonic()
        while left := list(alive(session)):
            if time.monotonic() - began > self.patience:
                self.faults.append(f"{moment}: still there: {left}")
                return
            time.sleep(0.01)
        self.longest = max(self.longest, time.monotonic() - began)

    def _folders(self) -> list[Path]:
        out = self.folder / OUT
        found = [path for path in out.iterdir() if path.is_dir()] if out.exists() else []
        return sorted(found, key=lambda path: int(path.name.rpartition("-")[2]))

    def _stage(self, folders: Sequence[Path]) -> str:
        names = sorted({Path(path).parts[0] for folder in folders for path in _files(folder)})
        return ", ".join(names) or "nothing yet"

    def _wrong(self, folder: Path, path: str, content: bytes, moment: Moment) -> Iterator[str]:
        """What is wrong with a file of evidence."""
        first = self.first()
        if Path(path).name.startswith("."):
            return
        if moment.hard and first.files.get(path) != content:
            yield "not the file of the first run"
        if content in self._good:
            return
        match Path(path).name:
            case "violation.json":
                if not dovetail.replay(folder / path).reproduced:
                    yield "does not happen again"
            case "certificate.json":
                if dovetail.certify(folder / path).proved != first.proved:
                    yield "proves something else"
            case name if name.endswith(".json"):
                json.loads(content)
        self._good.add(content)

    def _strange(self) -> Iterator[str]:
        """Files where there should be none, or with names that mean something."""
        usual = {f"{self.name}.c", OUT, SCRATCH, ANSWER}
        for path in self.folder.iterdir():
            if path.name not in usual and not _hidden(path):
                yield f"{path.name} is new"
        for path in (self.folder / OUT).glob("*"):
            if not path.is_dir() and not _hidden(path):
                yield f"{path.name} is new"
        for path in self.folder.rglob("*.part"):
            if not _hidden(path):
                yield f"{path.name} is only a part"

    def _judge_answer(self, moment: Moment) -> None:
        try:
            told = _told(self.folder / ANSWER)
        except ValueError as error:
            self.faults.append(f"{moment}: {ANSWER}: {error}")
            return
        if moment.hard and told != self.first().answer:
            self.faults.append(f"{moment}: {ANSWER} is another answer")


def _hidden(path: Path) -> bool:
    return path.name.startswith(".")


def _files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def _told(path: Path) -> dict[str, Any]:
    """An answer without what is different each time: times, memory, and the number of the folder."""
    document: dict[str, Any] = json.loads(path.read_bytes())
    for name in ("wall_seconds", "peak_memory"):
        del document["figures"][name]
    for part in (document, *document["checks"]):
        evidence = part["evidence"]
        part["evidence"] = (
            [_in_folder(one) for one in evidence] if isinstance(evidence, list) else _in_folder(evidence)
        )
    return document


def _in_folder(path: str | None) -> str | None:
    return None if path is None else str(Path(*Path(path).parts[2:]))


def alive(session: int) -> Iterator[str]:
    """The processes of a session, apart from those that are only waiting to be buried."""
    for process in Path("/proc").glob("[0-9]*"):
        try:
            state, _, _, of = (process / "stat").read_text().rpartition(")")[2].split()[:4]
            if int(of) == session and state != "Z":
                yield (process / "cmdline").read_text().replace("\0", " ")
        except OSError:  # it has ended
            continue


def campaign(folder: Path, count: int, seed: int, patience: float = PATIENCE) -> list[Subject]:
    """Moments in turn on the two programs."""
    subjects = [
        Subject.of(folder / name, name, text, patience) for name, text in (("proved", PROVED), ("both", BOTH))
    ]
    for number, moment in enumerate(moments(count, seed)):
        subjects[number % len(subjects)].end_at(moment)
    for subject in subjects:
        subject.last()
    return subjects


def main() -> int:
    parser = argparse.ArgumentParser(description="End runs of `dovetail check` at any moment.")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--moments", type=int, default=60)
    options = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        subjects = campaign(Path(folder), options.moments, options.seed)
    for subject in subjects:
        first = subject.first()
        print(f"{subject.name}: {first.answer['verdict']} in {first.seconds:.1f} s, {len(first.files)} files")
        for stage, times in subject.stages.most_common():
            print(f"    {times:3} {stage}")
        print(f"    nothing was left after {subject.longest:.2f} s")
        for fault in subject.faults:
            print(f"    {fault}")
    faults = sum(len(subject.faults) for subject in subjects)
    print(f"{options.moments} moments, {faults} faults, {time.monotonic() - began:.0f} s")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
