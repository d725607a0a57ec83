"""No abstract heap is contradicted by a run: generated programs over lists, doubly linked lists and trees.

Each program builds a heap as its inputs say, and then does a few statements at random to it. The shapes of
its fixpoint are held against runs on random inputs, in two ways: the heap at each visit of each location
must be described by one of the structures there, and the structures that one edge leads to, from the
canonical abstraction of the heap before it alone, must describe the heap behind it.

    python bench/shape_campaign.py [--programs N] [--seed S] [--runs R]
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from pathlib import Path

from dovetail.domains.shapes.embedding import embeds
from dovetail.domains.shapes.heaps import alpha, as_draft
from dovetail.domains.shapes.observed import heap_of
from dovetail.domains.shapes.structures import Draft, Structure
from dovetail.domains.shapes.vocabulary import NotUnderstood
from dovetail.execution.executor import Executor
from dovetail.execution.frames import Frame, observe
from dovetail.execution.inputs import InputVector
from dovetail.fixpoints.fixpoint import OutOfTime
from dovetail.fixpoints.shapes import Shapes, TooManyShapes, shapes
from dovetail.frontend.load import LoadOptions, load
from dovetail.program.automata import Program
from dovetail.program.inlining import inline

POINTERS = ("a", "b", "c")
KINDS = {
    "list": ("next",),
    "doubly": ("next", "prev"),
    "tree": ("left", "right"),
}


class Contradiction(Exception):
    """A concrete heap that no structure describes."""


def program_text(rng: random.Random) -> tuple[str, str]:
    """A kind and a C program."""
    kind = rng.choice(list(KINDS))
    links = KINDS[kind]
    fields = " ".join(f"struct node *{link};" for link in links)
    pointers = POINTERS[: rng.choice((2, 3))]
    lines = [
        "#include <stdlib.h>",
        "#include <dovetail.h>",
        f"struct node {{ {fields} int data; }};",
        "int main(void) {",
        f"    struct node {', '.join(f'*{name} = 0' for name in pointers)};",
        "    int change = 0;",
    ]
    lines += _building(rng, kind, links)
    lines += _block(rng, links, pointers, rng.randint(3, 7), 1)
    return kind, "\n".join([*lines, "    return 0;", "}", ""])


def _building(rng: random.Random, kind: str, links: tuple[str, ...]) -> list[str]:
    second = {
        "list": "",
        "doubly": "t->prev = 0; if (a) a->prev = t;",
        "tree": "if (dovetail_any_bool()) { t->right = t->left; t->left = 0; }",
    }[kind]
    data = rng.choice(("dovetail_any_int()", "0"))
    tail = "t->right = 0;" if kind == "tree" else ""
    return [
        "    while (dovetail_any_bool()) {",
        "        struct node *t = malloc(sizeof *t);",
        f"        t->data = {data}; t->{links[0]} = a; {tail} {second}",
        "        a = t;",
        "    }",
    ]


def _block(
    rng: random.Random, links: tuple[str, ...], pointers: tuple[str, ...], count: int, depth: int
) -> list[str]:
    found = []
    indent = "    " * depth
    for _ in range(count):
        x, y = rng.choice(pointers), rng.choice(pointers)
        link, other = rng.choice(links), rng.choice(links)
        choice = rng.randrange(14 if depth < 3 else 11)
        if choice < 2:
            found.append(f"{indent}{x} = {y};")
        elif choice < 4:
            found.append(f"{indent}if ({y}) {x} = {y}->{link};")
        elif choice < 6:
            found.append(f"{indent}if ({x}) {x}->{link} = {rng.choice((y, y, '0'))};")
        elif choice < 7:
            found.append(f"{indent}if ({x} && {x}->{link}) {x}->{other} = {x}->{link}->{other};")
        elif choice < 8:
            found.append(f"{indent}{x} = malloc(sizeof *{x}); {x}->{links[0]} = {y if x != y else '0'};")
        elif choice < 9:
            found.append(f"{indent}if ({x} && dovetail_any_bool()) {{ free({x}); {x} = 0; }}")
        elif choice < 10:
            found.append(f"{indent}change = {rng.choice((0, 1))};")
        elif choice < 11:
            found.append(f"{indent}if ({x} && {y}) {x}->data = {rng.choice((f'{y}->data', '7'))};")
        else:
            condition = rng.choice(
                (f"{x} && {x}->{link}", f"{x} == {y}", f"{x} && {y} && {x}->data <= {y}->data", "change")
            )
            inner = _block(rng, links, pointers, rng.randint(1, 3), depth + 1)
            if rng.random() < 0.5:
                found += [f"{indent}if ({condition}) {{", *inner, f"{indent}}}"]
            else:
                step = f"{indent}    if ({x}) {x} = {x}->{link};"
                found += [
                    f"{indent}while ({x} && dovetail_any_bool()) {{",
                    *inner,
                    step,
                    f"{indent}}}",
                ]
    return found


class Holding:
    """Runs held against shapes."""

    def __init__(self, program: Program, found: Shapes) -> None:
        self.found = found
        self.executor = Executor(program)
        self.name = program.entry
        self.known: dict[tuple[int, object], bool] = {}
        self.before: tuple[int, Structure] | None = None
        self.states = self.steps = 0

    def run(self, vector: InputVector) -> None:
        self.before = None
        places = [(self.name, location) for location in self.found.words.procedure.locations]
        self.executor.run(vector, max_steps=400, observers=[observe(places, self._seen)], record_path=False)

    def _seen(self, frame: Frame) -> None:
        words = self.found.words
        heap = heap_of(frame, words)
        draft, structure = as_draft(heap, words), alpha(heap, words)
        location = frame.location
        self.states += 1
        if self.before is not None:
            self._require_step(*self.before, location, draft, structure)
        self.before = (location, structure)
        if (location, structure) in self.known:
            return
        self.known[location, structure] = True
        if not any(embeds(draft, one) for one in self.found.structures(location)):
            raise Contradiction(f"at location {location}: {heap}")

    def _require_step(
        self, source: int, before: Structure, target: int, draft: Draft, after: Structure
    ) -> None:
        key = (source, (before, target, after))
        if key in self.known:
            return
        self.known[key] = True
        self.steps += 1
        words, transfer = self.found.words, self.found.transfer
        edges = [edge for edge in words.procedure.outgoing[source] if edge.target == target]
        if edges and not any(embeds(draft, one) for edge in edges for one in transfer.step(before, edge)):
            raise Contradiction(f"from {source} to {target} by {edges[0].statement}: {before} -> {after}")


def hold(text: str, runs: int, rng: random.Random, limit: float) -> tuple[int, int, int]:
    """Structures, states and steps of one program. Raises Contradiction, and what an analysis may raise."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "heap.c"
        path.write_text(text)
        program = inline(load([path], LoadOptions()).program).program
    deadline = time.monotonic() + limit
    found = shapes(program, lambda: time.monotonic() > deadline)
    holding = Holding(program, found)
    for _ in range(runs):
        values = tuple(rng.choice((0, 1, 1, 2, 3)) for _ in range(40))
        holding.run(InputVector(values, ()))
    return found.count, holding.states, holding.steps


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--runs", type=int, default=12)
    parser.add_argument("--limit", type=float, default=4.0)
    asked = parser.parse_args()
    told = {"held": 0, "given up": 0, "out of time": 0, "contradicted": 0}
    states = steps = structures = 0
    for number in range(asked.programs):
        rng = random.Random(f"{asked.seed}/{number}")
        kind, text = program_text(rng)
        try:
            counts = hold(text, asked.runs, rng, asked.limit)
            told["held"] += 1
            structures, states, steps = (
                a + b for a, b in zip((structures, states, steps), counts, strict=True)
            )
        except NotUnderstood as error:
            told["given up"] += 1
            print(f"{number} {kind}: {error}")
        except (OutOfTime, TooManyShapes):
            told["out of time"] += 1
        except Contradiction as error:
            told["contradicted"] += 1
            print(f"{number} {kind}: CONTRADICTED {error}\n{text}")
        if number % 10 == 9 or number == asked.programs - 1:
            sums = f"{structures} structures, {states} states of runs, {steps} steps of edges"
            print(f"{number + 1} programs: {told}, {sums}", flush=True)


if __name__ == "__main__":
    main()
