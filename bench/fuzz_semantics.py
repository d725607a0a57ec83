"""Does a program mean the same to Dovetail as to the machine? Ask programs made at random by csmith.

Each program is run by Dovetail's executor, by Dovetail's native runner, and, where the machine has one, by
another compiler; the 32 bits of the checksum must be the same. Half of the programs are for LP64 and half for
ILP32; every fifth pair computes with floats, too, and every fourth is of csmith's usual size (170 kB), the
others of a seventh of that: so more of them can be tried. A program that does not end within the budget is
left out and counted. So is one whose sum another compiler disputes if a sanitizer finds its behaviour
undefined: with floats, csmith converts numbers that do not fit. And one whose sums are the same once stores
to a member leave the rest of its union as it was, as compilers do, is left out as open: C does not say so
(C11 6.2.6.1p7), and to Dovetail the rest is anything then.

    python bench/fuzz_semantics.py [--seed N] [--count 1200] [--jobs 2] [--save DIR] [PROGRAM.c ...]

Named programs are run instead of new ones: a saved one, say, while its difference is being looked for. The
exit status is 1 if there is a difference, and the programs that showed it are kept in the folder. Needs
csmith (Debian has it); the headers that its programs include are in bench/csmith.
"""

from __future__ import annotations

import argparse
import collections
import multiprocessing
import shutil
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from dovetail.execution.ends import End, EndKind
from dovetail.execution.executor import Executor
from dovetail.execution.inputs import InputVector
from dovetail.execution.native import NativeProgram
from dovetail.frontend import Loaded, LoadOptions, load
from dovetail.frontend.compile_commands import Build
from dovetail.frontend.library import library_sources
from dovetail.program.types import DataModel

HEADERS = Path(__file__).parent / "csmith"
NATIVE_SECONDS = 0.5
MAX_STEPS = 3_000_000
SMALL = ("--max-funcs", "4", "--max-block-depth", "3")
GENERATE_SECONDS = 20
COMPILE_SECONDS = 60

SAME, ENDLESS, UNDEFINED, OPEN = "same", "endless", "undefined", "open"
DIFFERENT, UNSUPPORTED, FAILED = "different", "unsupported", "failed"
"""What can become of a program. `endless` includes those that csmith itself does not finish writing."""
FAULTS = (DIFFERENT, UNSUPPORTED, FAILED)


@dataclass(frozen=True)
class Job:
    """A program to be made, or one that is there."""

    seed: int
    model: DataModel
    floats: bool
    small: bool
    path: Path | None = None

    @property
    def name(self) -> str:
        return (
            self.path.stem
            if self.path
            else f"{self.seed}-{self.model.value}{'-float' if self.floats else ''}"
        )


@dataclass(frozen=True)
class Outcome:
    job: Job
    kind: str
    text: str
    source: str
    seconds: float


def generate(job: Job, folder: Path) -> str | None:
    """The text of the program, or None if csmith does not come to an end."""
    if job.path is not None:
        return job.path.read_text()
    pointer = job.model.pointer_bits // 8
    (folder / "platform.info").write_text(f"integer size = 4\npointer size = {pointer}\n")
    command = ["csmith", "--seed", str(job.seed), "--concise"]
    command += [*(["--float"] if job.floats else []), *(SMALL if job.small else [])]
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, timeout=GENERATE_SECONDS, check=True
        )
    except subprocess.TimeoutExpired:
        return None
    return done.stdout


def compiled(source: Path, job: Job, folder: Path, compiler: str, *extra: str) -> Path:
    """The program as the system's compiler makes it."""
    program = folder / f"by-{compiler}"
    flags = ["-w", "-fwrapv", "-fno-strict-aliasing", "-ffp-contract=off", "-msse2", f"-I{HEADERS}", *extra]
    flags += ["-m32" if job.model is DataModel.ILP32 else "-m64", *(["-mfpmath=sse"] * (compiler == "gcc"))]
    command = [compiler, *flags, str(source), "-o", str(program)]
    subprocess.run(command, check=True, capture_output=True, timeout=COMPILE_SECONDS)
    return program


def second_opinion(source: Path, job: Job, folder: Path) -> int | None:
    """The checksum under the system's compiler: gcc and clang take turns. None where there is none."""
    compiler = ("gcc", "clang")[job.seed // 2 % 2]
    if shutil.which(compiler) is None:
        return None
    program = compiled(source, job, folder, compiler, "-O1")
    try:
        done = subprocess.run([str(program)], capture_output=True, text=True, timeout=10, check=True)
    except subprocess.TimeoutExpired:
        return None
    return int(done.stdout)


def undefined_behaviour(source: Path, job: Job, folder: Path) -> str:
    """What gcc's sanitizer finds wrong with the program itself; empty if nothing, or if there is no gcc."""
    if shutil.which("gcc") is None:
        return ""
    program = compiled(source, job, folder, "gcc", "-fsanitize=undefined,float-cast-overflow")
    done = subprocess.run([str(program)], capture_output=True, text=True, timeout=60, check=False)
    complaints = [line for line in done.stderr.splitlines() if "runtime error" in line]
    return complaints[0] if complaints else ""


def native_end(loaded: Loaded, folder: Path) -> End:
    copy = loaded.native
    program = NativeProgram.build(
        copy.units,
        data_model=loaded.data_model,
        directory=folder / "native",
        entry=copy.entry,
        stubs=copy.stubs,
        library=tuple(library_sources().values()),
        std=copy.standard,
    )
    return program.run(InputVector(), timeout=NATIVE_SECONDS).end


def compare(source: Path, job: Job, folder: Path) -> tuple[str, str]:
    """What became of the program, and what to say of it."""
    kind, said = compared(source, job, folder / "any")
    if kind == DIFFERENT and compared(source, job, folder / "kept", keeping=True)[0] == SAME:
        return OPEN, said
    return kind, said


def compared(source: Path, job: Job, folder: Path, *, keeping: bool = False) -> tuple[str, str]:
    """`keeping` the rest of a union when a member is stored."""
    folder.mkdir()
    options = LoadOptions(data_model=job.model, build=Build((f"-I{HEADERS}",)), svcomp=keeping)
    loaded = load([source], options)
    native = native_end(loaded, folder)
    if native.kind is EndKind.BUDGET:
        return ENDLESS, "natively"
    executed = Executor(loaded.program).run(InputVector(), max_steps=MAX_STEPS, record_path=False).end
    if executed.kind is EndKind.BUDGET:
        return ENDLESS, "in the executor"
    if executed.kind is EndKind.UNSUPPORTED:
        return UNSUPPORTED, f"{executed.position}: {executed.detail}"
    if executed.kind is not EndKind.NORMAL or native.kind is not EndKind.NORMAL:
        return DIFFERENT, f"executor: {executed}\nnatively: {native}"
    assert executed.exit_code is not None and native.exit_code is not None
    sums = {"executor": executed.exit_code, "natively": native.exit_code}
    other = second_opinion(source, job, folder)
    if other is not None:
        sums["another compiler"] = other
    words = {who: number & 0xFFFFFFFF for who, number in sums.items()}
    if len(set(words.values())) > 1:
        # Only where Dovetail agrees with itself can the program be to blame.
        found = undefined_behaviour(source, job, folder) if words["executor"] == words["natively"] else ""
        if found:
            return UNDEFINED, found
        return DIFFERENT, ", ".join(f"{who}: {number:#010x}" for who, number in words.items())
    return SAME, f"{words['executor']:#010x}"


def work(job: Job) -> Outcome:
    start = time.monotonic()
    text = ""
    with tempfile.TemporaryDirectory(prefix="fuzz-semantics-") as name:
        folder = Path(name)
        generated = generate(job, folder)
        if generated is None:
            return Outcome(job, ENDLESS, "in csmith", "", time.monotonic() - start)
        text = generated
        source = folder / "program.c"
        source.write_text(text)
        try:
            kind, said = compare(source, job, folder)
        except Exception:  # noqa: BLE001  a failure of Dovetail is what is looked for: it is reported, and the rest goes on
            kind, said = FAILED, traceback.format_exc()
    return Outcome(job, kind, said, text, time.monotonic() - start)


def jobs_of(options: argparse.Namespace) -> Iterator[Job]:
    for path in options.programs:
        model = DataModel.ILP32 if "ILP32" in path.name else DataModel.LP64
        yield Job(0, model, floats=False, small=False, path=path)
    if not options.programs:
        for index in range(options.count):
            model = (DataModel.LP64, DataModel.ILP32)[index % 2]
            pair = index // 2
            yield Job(options.seed + index, model, floats=pair % 5 == 4, small=pair % 4 != 3)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("programs", nargs="*", type=Path)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=1200)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--save", type=Path, default=Path("dovetail-out") / "fuzz-semantics")
    options = parser.parse_args()
    if not options.programs and shutil.which("csmith") is None:
        print("csmith is not installed (Debian: apt install csmith)", file=sys.stderr)
        return 2
    start = time.monotonic()
    counts: collections.Counter[str] = collections.Counter()
    models: collections.Counter[str] = collections.Counter()
    # Expressions are interned for good; a process that has read some programs makes way for a new one.
    context = multiprocessing.get_context("spawn")
    with context.Pool(options.jobs, maxtasksperchild=25) as pool:
        for outcome in pool.imap_unordered(work, jobs_of(options)):
            counts[outcome.kind] += 1
            if outcome.kind == SAME:
                models[outcome.job.model.value] += 1
            if outcome.kind in FAULTS:
                options.save.mkdir(parents=True, exist_ok=True)
                kept = options.save / f"{outcome.job.name}.c"
                kept.write_text(outcome.source)
                print(f"{outcome.job.name}: {outcome.kind}: {outcome.text}\n  kept as {kept}", flush=True)
            if sum(counts.values()) % 100 == 0:
                print(
                    f"{sum(counts.values())} programs, {time.monotonic() - start:.0f} s: {dict(counts)}",
                    flush=True,
                )
    by_model = ", ".join(f"{number} {name}" for name, number in sorted(models.items()))
    faults = sum(counts[kind] for kind in FAULTS)
    left_out = f"{counts[ENDLESS]} without an end, {counts[UNDEFINED]} undefined, {counts[OPEN]} open"
    print(f"same: {counts[SAME]} ({by_model}); left out: {left_out}; faults: {faults}")
    print(f"{time.monotonic() - start:.0f} s with {options.jobs} jobs, seeds from {options.seed}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
