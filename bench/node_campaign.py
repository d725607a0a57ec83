"""What `nodes` proves of lists holds on all small ones: generated programs, half of them with an error.

Each program builds a list as its inputs say, and does a few things to it: it is reversed, rotated, searched,
something is inserted or taken out, it is freed. In half of the programs a line is left out, a name is another
one, or a condition is the other way round. The checks that `nodes` proves, by a certificate that the checker
accepts, must not fail in a run on any inputs of 0 and 1 up to some number, the rest being 0, with
uninitialised memory of several contents.

    python bench/node_campaign.py [--programs N] [--seed S] [--seconds T]
"""

from __future__ import annotations

import argparse
import random
import re
import tempfile
import time
from collections.abc import Callable, Sequence
from itertools import product
from pathlib import Path

from dovetail.execution.ends import EndKind
from dovetail.execution.executor import Executor
from dovetail.execution.inputs import InputVector
from dovetail.frontend.load import LoadOptions, load
from dovetail.ledger.ledger import Ledger
from dovetail.program.automata import Program
from dovetail.program.expressions import TRUE
from dovetail.program.inlining import inline
from dovetail.program.ordering import depth_first
from dovetail.proofs.certificate import Certificate, Contract
from dovetail.proofs.checker import check
from dovetail.proofs.fingerprint import fingerprint
from dovetail.strategies.nodes.rounds import Nodes
from dovetail.strategies.outcome import Budget
from dovetail.strategies.strategy import Strategy

Make = Callable[[Program, Ledger, Budget], Strategy]
INPUTS = 9
CONTENTS = (0, 1, 255)
STEPS = 3000

HEAD = """#include <stdlib.h>
#include <dovetail.h>
struct node { struct node *next; int data; };
static struct node *x;
int main(void) {
    struct node *y = 0, *p = 0, *t = 0;
"""
BUILD = (
    "while (dovetail_any_bool()) {\nt = malloc(sizeof *t);\nt->data = 1;\nt->next = x;\nx = t;\n}",
    "x = malloc(sizeof *x);\nx->next = 0;\nx->data = 1;\np = x;\nwhile (dovetail_any_bool()) {\n"
    "t = malloc(sizeof *t);\nt->data = 1;\nt->next = 0;\np->next = t;\np = t;\n}",
)
STEPS_OF = (
    "y = 0;\nwhile (x != 0) {\nt = y;\ny = x;\nx = x->next;\ny->next = t;\n}\nx = y;",
    "if (x != 0 && x->next != 0) {\ny = x->next;\np = y;\nwhile (p->next != 0)\n{\np = p->next;\n}\n"
    "p->next = x;\nx->next = 0;\nx = y;\n}",
    "if (x != 0 && x->next != 0) {\ny = x->next;\nx->next = y->next;\ny->next = x;\nx = y;\n}",
    "y = x;\np = 0;\nwhile (y != 0 && dovetail_any_bool()) {\np = y;\ny = y->next;\n}\n"
    "t = malloc(sizeof *t);\nt->data = 2;\nt->next = y;\nif (p == 0)\n{\nx = t;\n}\nelse\n{\np->next = t;\n}",
    "y = x;\np = 0;\nwhile (y != 0 && dovetail_any_bool()) {\np = y;\ny = y->next;\n}\nif (y != 0) {\n"
    "t = y->next;\nif (p == 0)\n{\nx = t;\n}\nelse\n{\np->next = t;\n}\nfree(y);\n}",
    "for (y = x; y != 0; y = y->next) {\ny->data = 3;\n}",
    "if (x != 0) {\nt = x->next;\nfree(x);\nx = t;\n}",
)
LAST = "while (x != 0) {\nt = x->next;\nfree(x);\nx = t;\n}"


def program_text(rng: random.Random) -> str:
    parts = [rng.choice(BUILD), *rng.sample(STEPS_OF, rng.choice((1, 1, 2)))]
    parts += [LAST] if rng.random() < 0.6 else []
    lines = "\n".join(parts).split("\n")
    if rng.random() < 0.5:
        lines = mutated(lines, rng)
    return HEAD + "\n".join(lines) + "\nreturn 0;\n}\n"


def mutated(lines: list[str], rng: random.Random) -> list[str]:
    """With one error."""
    statements = [at for at, line in enumerate(lines) if line.endswith(";")]
    at = rng.choice(statements)
    line = lines[at]
    match rng.choice(("left out", "another name", "the other way round", "a step more")):
        case "left out":
            return [*lines[:at], *lines[at + 1 :]]
        case "another name":
            names = [found.span() for found in re.finditer(r"\b[xypt]\b", line)]
            start, end = rng.choice(names) if names else (0, 0)
            return [
                *lines[:at],
                line[:start] + rng.choice("xypt") * bool(names) + line[end:],
                *lines[at + 1 :],
            ]
        case "the other way round":
            conditions = [at for at, line in enumerate(lines) if "!= 0" in line or "== 0" in line]
            at = rng.choice(conditions) if conditions else at
            swapped = {"!= 0": "== 0", "== 0": "!= 0"}
            return [
                *lines[:at],
                re.sub("[!=]= 0", lambda found: swapped[found[0]], lines[at], count=1),
                *lines[at + 1 :],
            ]
        case _:
            return [*lines[:at], line, line, *lines[at + 1 :]]


def proved(program: Program, strategy: Make, seconds: float) -> frozenset[int]:
    """The checks that a strategy proves, and the checker does."""
    until = time.monotonic() + seconds
    claims = strategy(program, Ledger(program), Budget(until)).run()
    if not claims.excluded:
        return frozenset()
    heads = depth_first(program.procedures[program.entry]).loop_heads
    contract = Contract(invariants={head: claims.invariants.get(head, TRUE) for head in heads})
    proof = Certificate(fingerprint(program), {program.entry: (contract,)}, ghosts=claims.ghosts)
    return check(proof, program, seconds=seconds).proved


def failing(program: Program, inputs: Sequence[tuple[int, ...]]) -> dict[int, InputVector]:
    """The checks that fail in runs, with inputs."""
    executor, found = Executor(program), dict[int, InputVector]()
    for content in CONTENTS:
        memory = (bytes([content]) * 64,) * 12
        for values in inputs:
            vector = InputVector((*values, 0, 0, 0), memory)
            end = executor.run(vector, max_steps=STEPS, record_path=False).end
            if end.kind is EndKind.VIOLATION and end.check_id is not None:
                found.setdefault(end.check_id, vector)
    return found


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=20.0)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    inputs = list(product((0, 1), repeat=INPUTS))
    whole = checks = fail = wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        for number in range(options.programs):
            path = Path(folder) / f"program{number}.c"
            path.write_text(program_text(rng))
            program = inline(load([path], LoadOptions(properties=("valid-memsafety",))).program).program
            truth, found = failing(program, inputs), proved(program, Nodes, options.seconds)
            checks, fail = checks + len(found), fail + len(truth)
            whole += len(found) == len(program.checks)
            for ident in sorted(found & truth.keys()):
                wrong += 1
                print(f"WRONG: check {ident} fails on {truth[ident].to_json()}:\n{path.read_text()}")
            print(f"{number}: {len(found)} of {len(program.checks)} proved, {len(truth)} fail", flush=True)
    print(f"{options.programs} programs, {whole} proved as a whole; {checks} checks proved, {fail} fail")
    print(f"{wrong} proved that fail")
    raise SystemExit(1 if wrong else 0)


if __name__ == "__main__":
    main()
