"""Theorem 3.2 on programs made at random: does the procedure find the most precise abstraction, always?

    python bench/fabricate_campaign.py [--seed 1] [--count 300] [--jobs 2]

Each program (`fabricate_programs`) is abstracted by brute force (`most_precise`), and by the procedure of
Yorsh, Ball and Sagiv (2006, Fig. 3) several times: without tests, with tests at random, and with runs that
are broken off early. All results must be equal. Any difference is printed, with the program, and makes the
exit status 1.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from fabricate_programs import program as generated
from most_precise import NoAnswer, most_precise

from dovetail.execution.inputs import InputVector
from dovetail.frontend import LoadOptions, load
from dovetail.program.automata import Program
from dovetail.program.cutpoints import cutpoint_graph
from dovetail.program.expressions import Expr
from dovetail.program.inlining import inline
from dovetail.program.liveness import liveness
from dovetail.strategies.fabricate import procedure as fabricating
from dovetail.strategies.fabricate.predicates import given_predicates
from dovetail.strategies.outcome import Budget


@dataclass(frozen=True, slots=True)
class Way:
    """How the procedure is run: on so many tests first, and with runs that end after so many visits without
    a new vector, and so many steps."""

    tests: int
    patience: int
    steps: int = 2_000_000


WAYS = (Way(0, 3_000), Way(5, 3_000), Way(20, 100), Way(0, 0), Way(3, 1), Way(8, 20, steps=40))


@dataclass(frozen=True, slots=True)
class Outcome:
    """What was found of one program."""

    seed: int
    cutpoints: int = 0
    states: int = 0
    possible: int = 0
    """Vectors that the predicates have."""
    fabricated: tuple[int, ...] = ()
    """By way."""
    calls: tuple[int, ...] = ()
    unanswered: bool = False
    wrong: str = ""


def compare(seed: int, folder: Path, *, predicates: int = 5) -> Outcome:
    path = folder / f"{seed}.c"
    path.write_text(generated(seed, predicates=predicates))
    program = inline(load([path], LoadOptions()).program).program
    entry = program.procedures[program.entry]
    graph, live = cutpoint_graph(entry), liveness(entry)
    asked = given_predicates(graph, live)
    try:
        truth = most_precise(program, graph, asked)
    except NoAnswer:
        return Outcome(seed, unanswered=True)
    fabricated, calls, wrong = [], [], []
    for number, way in enumerate(WAYS):
        found = _run(program, asked, way, random.Random(1000 * seed + number))
        fabricated.append(found.fabricated)
        calls.append(found.calls)
        value = {place: set(vectors) for place, vectors in found.value.items()}
        if value != truth:
            wrong.append(f"{way}: {value}, but most precise is {truth}")
    return Outcome(
        seed,
        len(asked),
        sum(map(len, truth.values())),
        sum(1 << len(one) for one in asked.values()),
        tuple(fabricated),
        tuple(calls),
        wrong="\n".join(wrong),
    )


def _run(
    program: Program, asked: dict[int, tuple[Expr, ...]], way: Way, chosen: random.Random
) -> fabricating.Procedure:
    entry = program.procedures[program.entry]
    graph, live = cutpoint_graph(entry), liveness(entry)
    found = fabricating.Procedure(program, graph, live, asked, {}, Budget(seed=chosen.getrandbits(16)))
    patience, steps = fabricating.PATIENCE, fabricating.MAX_STEPS
    fabricating.PATIENCE, fabricating.MAX_STEPS = way.patience, way.steps
    try:
        for _ in range(way.tests):
            values = tuple(chosen.choice((0, 1, -1, 5, chosen.getrandbits(32))) for _ in range(12))
            found.run(InputVector(values))
        assert found.adequate()
    finally:
        fabricating.PATIENCE, fabricating.MAX_STEPS = patience, steps
    return found


def _one(job: tuple[int, str]) -> Outcome:
    seed, folder = job
    return compare(seed, Path(folder))


def _outcomes(seeds: range, jobs: int) -> Iterator[Outcome]:
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(_one, [(seed, folder) for seed in seeds])


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seed", type=int, default=1, help="of the first program")
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    began = time.monotonic()
    outcomes = []
    for outcome in _outcomes(range(options.seed, options.seed + options.count), options.jobs):
        outcomes.append(outcome)
        if outcome.wrong:
            print(f"seed {outcome.seed}:\n{outcome.wrong}\n{generated(outcome.seed)}", flush=True)
    wrong = [one for one in outcomes if one.wrong]
    compared = [one for one in outcomes if not one.unanswered]
    print(f"{len(outcomes)} programs, {len(compared)} compared in {len(WAYS)} ways each, {len(wrong)} differ")
    print(f"cutpoints with predicates: {sum(one.cutpoints for one in compared)}")
    states, possible = sum(one.states for one in compared), sum(one.possible for one in compared)
    print(f"abstract states: {states} of {possible} vectors")
    for number, way in enumerate(WAYS):
        fabricated = sum(one.fabricated[number] for one in compared)
        calls = sum(one.calls[number] for one in compared)
        print(f"{way}: {fabricated} steps fabricated, {calls} questions")
    print(f"{time.monotonic() - began:.0f} s")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
