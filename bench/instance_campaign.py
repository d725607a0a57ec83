"""Does the search for counterexamples miss any? Small programs and their mutants, run on all inputs.

    python bench/instance_campaign.py [--mutants 2] [--seconds 3] [PROGRAM.c ...]

The programs are those of `bench/mutation`. Where some input violates a check, the run on it is a path, of
known length. The search must then have found an input, or not have looked at all paths that long: if it says
that it has, or that no path is left, something was given up that an execution takes. That is printed, and the
exit status is 1.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from brute_force import MAX_STEPS, Truth, answer, header, space
from mutation_campaign import FOLDER, Case, cases

from dovetail.execution.executor import Executor
from dovetail.execution.inputs import InputVector
from dovetail.fixpoints.analysis import Options
from dovetail.fixpoints.fixpoint import OutOfTime
from dovetail.fixpoints.looks import look
from dovetail.frontend import LoadOptions, load
from dovetail.program.inlining import inline
from dovetail.program.statements import Call
from dovetail.program.types import DataModel
from dovetail.strategies.instance.counterexamples import Alarms, in_words
from dovetail.strategies.outcome import Budget


def searched(case: Case, seconds: float, folder: Path) -> tuple[str, str]:
    """What became of a program: *safe*, *found*, *open*, *missed* and so on, and what there is to say."""
    path = folder / f"{case.name}.c"
    path.write_text(case.text)
    loaded = load([path], LoadOptions(data_model=DataModel(header(case.text).get("data-model", "LP64"))))
    known = answer(loaded, space(case.text))
    if known.truth is not Truth.VIOLATED or known.vector is None:
        return "safe", ""
    inlined = inline(loaded.program)
    program = inlined.program
    if any(isinstance(edge.statement, Call) for edge in program.procedures[program.entry].edges):
        return "recursive", ""
    executor = Executor(program)
    run = executor.run(known.vector, max_steps=MAX_STEPS)
    ident, length = run.end.check_id, run.steps - 1
    if ident is None:
        return "missed", f"{known.vector} does not violate once calls are inlined"
    budget = Budget(deadline=time.monotonic() + seconds)
    try:
        result = look(program, Options(), lambda: budget.left() <= 0)
    except OutOfTime:
        return "open", "no fixpoint"
    found: set[int] = set()

    def confirm(_: int, vector: InputVector) -> bool:
        end = executor.run(vector, max_steps=MAX_STEPS).end
        if end.check_id is not None:
            found.add(end.check_id)
        return end.check_id == ident

    if result.classes[ident].holds:
        return "missed", f"check {ident} is claimed to hold, but {known.vector} violates it"
    alarms = Alarms(program, result, [ident])
    while budget.left() > 0 and not alarms.is_done([ident]) and ident not in found:
        for _ in alarms.round([ident], budget, confirm):
            pass
    if ident in found:
        return "found", ""
    depth = alarms.depth(ident)
    assert depth is not None
    if (depth.exhausted or depth.length >= length) and not depth.given_up and not depth.failed:
        return "missed", f"a path of {length} statements ({known.vector}), but: {in_words(depth)}"
    return "open", in_words(depth)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mutants", type=int, default=2)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("programs", nargs="*", type=Path)
    options = parser.parse_args()
    counts: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as scratch:
        for path in options.programs or sorted(FOLDER.glob("*.c")):
            for case in cases(path, options.mutants, options.seed, Path(scratch)):
                kind, said = searched(case, options.seconds, Path(scratch))
                counts[kind] += 1
                if kind == "missed" or (kind == "open" and said):
                    print(f"{kind}: {case.name} {case.mutation}: {said}", flush=True)
                if kind == "missed":
                    print(case.text, flush=True)
    print(", ".join(f"{count} {kind}" for kind, count in sorted(counts.items())))
    return 1 if counts["missed"] else 0


if __name__ == "__main__":
    sys.exit(main())
