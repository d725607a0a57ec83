"""The examples of Yorsh, Ball and Sagiv (2006), as far as their text and figures tell the abstract states.

The programs are in `fabricate/`, written anew with the structure of the paper's. Numbers of the machine wrap
where the paper's do not; the programs leave that out, or say so.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

import dovetail
from dovetail.execution.ends import EndKind
from dovetail.execution.inputs import InputVector
from dovetail.formulas.frame_objects import facts_about, frame_objects
from dovetail.frontend import load
from dovetail.program.automata import Program
from dovetail.program.cutpoints import CutpointGraph, cutpoint_graph
from dovetail.program.expressions import Expr
from dovetail.program.inlining import inline
from dovetail.program.liveness import Liveness, liveness
from dovetail.program.statements import Skip
from dovetail.solver.interface import Limit
from dovetail.strategies.fabricate import procedure as fabricating
from dovetail.strategies.fabricate.local import FabricatedStep
from dovetail.strategies.fabricate.predicates import default_predicates, given_predicates
from dovetail.strategies.fabricate.procedure import Origin, Procedure
from dovetail.strategies.outcome import Budget

FOLDER = Path(__file__).parent / "fabricate"


@pytest.fixture(autouse=True)
def time_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    """No answer depends on how busy the machine is."""
    monkeypatch.setattr(fabricating, "SECONDS", 120.0)


@dataclass(frozen=True)
class Example:
    program: Program
    graph: CutpointGraph
    live: Liveness
    path: Path


def example(name: str) -> Example:
    path = FOLDER / f"{name}.c"
    program = inline(load([path]).program).program
    entry = program.procedures[program.entry]
    return Example(program, cutpoint_graph(entry), liveness(entry), path)


def written(vector: int, count: int) -> str:
    return "".join("t" if vector >> index & 1 else "f" for index in range(count))


def potential_errors(found: Procedure) -> set[tuple[int, int]]:
    """The abstract states from which a check may fail before the next."""
    wrong = set()
    for place, vectors in found.value.items():
        for vector in vectors:
            answer = found.local(place).failing({place: {vector}}, (), Limit(120.0))
            if isinstance(answer, FabricatedStep):
                wrong.add((place, vector))
    return wrong


# Section 2.2


class Labelled:
    """A procedure that is cut at every label, A to H, with two predicates there."""

    def __init__(self, name: str, predicates: tuple[str, str]) -> None:
        self.example = found = example(name)
        entry = found.graph.procedure
        lines = {
            match[1]: number
            for number, line in enumerate(found.path.read_text().splitlines(), 1)
            if (match := re.match(r"([A-H]):", line))
        }
        self.place = {
            label: next(edge.source for edge in entry.edges if edge.position.line == line)
            for label, line in lines.items()
        }
        asked = {
            edge.statement.note: edge.statement.predicate
            for edge in entry.edges
            if isinstance(edge.statement, Skip) and edge.statement.predicate is not None
        }
        chosen = tuple(asked[f"dovetail_predicate({one})"] for one in predicates)
        graph = cutpoint_graph(entry, also=self.place.values())
        standing = frame_objects(entry)
        known = {
            at: tuple(facts_about(standing[at], found.live.at(at), found.program.target.pointer_bits))
            for at in self.place.values()
        }
        self.procedure = Procedure(
            found.program, graph, found.live, dict.fromkeys(self.place.values(), chosen), known, Budget()
        )

    def covered(self, *origins: Origin) -> dict[str, str]:
        return {
            label: " ".join(
                sorted(
                    written(vector, 2)
                    for vector, how in self.procedure.value[place].items()
                    if how.origin in (origins or tuple(Origin))
                )
            )
            for label, place in self.place.items()
        }

    def errors(self) -> set[tuple[str, str]]:
        names = {place: label for label, place in self.place.items()}
        return {(names[place], written(vector, 2)) for place, vector in potential_errors(self.procedure)}


FINE = ("x < 5", "px == ((void*)0)")
COARSE = ("x < 10", "px == ((void*)0)")
TESTS = [InputVector((x, 0)) for x in (2, 6, 11)]

BY_TESTS = {
    "A": "ft tt",
    "B": "ft tt",
    "C": "tt",
    "D": "ft tf",
    "E": "",
    "F": "ft tf",
    "G": "tf",
    "H": "ft tf",
}
FIGURE_2A = {**BY_TESTS, "D": "ft tf tt", "E": "tf", "F": "ff ft tf tt", "G": "tf tt", "H": "ff ft tf"}
FIGURE_2B = {**BY_TESTS, "E": "tf", "F": "ff ft tf", "H": "ff ft tf"}
COARSELY = {**BY_TESTS, "D": "ft tf tt", "F": "ft tf tt", "H": "ft tf tt"}
FIGURE_2C = {**COARSELY, "E": "tf", "F": "ff ft tf tt", "G": "tf tt", "H": "ff ft tf tt"}


@pytest.mark.parametrize(
    ("name", "predicates", "tested", "adequate", "states", "errors", "steps"),
    [
        ("foo", FINE, BY_TESTS, FIGURE_2A, 18, {("G", "tt")}, 3),
        ("fixed_foo", FINE, BY_TESTS, FIGURE_2B, 15, set(), 2),
        ("fixed_foo", COARSE, COARSELY, FIGURE_2C, 19, {("G", "tt")}, 3),
    ],
    ids=["a bug", "a proof", "a false error"],
)
def test_figure_2(
    name: str,
    predicates: tuple[str, str],
    tested: dict[str, str],
    adequate: dict[str, str],
    states: int,
    errors: set[tuple[str, str]],
    steps: int,
) -> None:
    """Figure 2: the abstract states that can be reached."""
    labelled = Labelled(name, predicates)
    found = labelled.procedure
    for test in TESTS:
        found.run(test)
    assert labelled.covered() == tested and not found.violations
    assert not labelled.errors(), "the tests do not uncover anything"
    assert found.adequate()
    assert labelled.covered() == adequate and found.states == states
    assert labelled.errors() == errors
    assert found.value[labelled.place["E"]][1].origin is Origin.FABRICATED, "what no execution comes to"
    assert found.fabricated <= steps


def test_the_bug_is_real(tmp_path: Path) -> None:
    result = dovetail.check(FOLDER / "foo.c", strategy="fabricate", timeout=60, out=tmp_path)
    assert result.verdict.value == "violated" and not result.problems
    assert dovetail.run(FOLDER / "foo.c", inputs=[3, 0], native=True).end.kind is EndKind.VIOLATION
    assert dovetail.run(FOLDER / "foo.c", inputs=[2, 0], native=True).end.kind is EndKind.NORMAL


def test_the_corrected_one_is_proved(tmp_path: Path) -> None:
    """Also where the coarse predicate is there, which makes the false error: cutpoints are where they must
    be, and predicates are refined."""
    result = dovetail.check(FOLDER / "fixed_foo.c", strategy="fabricate", timeout=60, out=tmp_path)
    assert result.verdict.value == "proved" and not result.problems


# Section 5.2

# Figure 5: the abstract states of Bakery.
BAKERY = "AAt ABt ACt BAt BBt BCt CAf CAt CBf CBt CCf CCt CDf DAt DBt DCt"  # 16 by hand; the paper counts 17


@pytest.mark.slow
def test_bakery_needs_no_refinement(tmp_path: Path) -> None:
    found = example("bakery")
    predicates = given_predicates(found.graph, found.live)
    (head,) = predicates
    procedure = Procedure(found.program, found.graph, found.live, predicates, {}, Budget())
    chosen = random.Random(1)
    procedure.run(InputVector(tuple(one for _ in range(100) for one in (1, chosen.getrandbits(1)))))
    assert procedure.adequate() and not potential_errors(procedure)
    seen = {written(vector, 9) for vector in procedure.value[head]}
    places = dict(zip(("tfff", "ftff", "fftf", "ffft"), "ABCD", strict=True))
    assert {places[one[:4]] + places[one[4:8]] + one[8] for one in seen} == set(BAKERY.split())
    assert procedure.fabricated <= 4
    result = dovetail.check(found.path, strategy="fabricate", timeout=120, out=tmp_path)
    assert result.verdict.value == "proved" and not result.problems


# Section 5.3


def test_five_hundred_rounds_are_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fabricating, "PATIENCE", 50)
    found = example("five_hundred")
    predicates = given_predicates(found.graph, found.live)
    (head,) = predicates
    procedure = Procedure(found.program, found.graph, found.live, predicates, {}, Budget())
    procedure.run(InputVector((1, 1, 1, 0) * 20))
    zero, between, reached, beyond = 1, 2, 4, 8
    assert set(procedure.value[head]) == {zero, between}
    assert procedure.adequate()
    assert set(procedure.value[head]) == {zero, between, reached, beyond}
    assert procedure.value[head][reached].origin is Origin.FABRICATED
    assert procedure.fabricated <= 3 and not procedure.violations
    assert potential_errors(procedure) == {(head, reached)}
    rare = (1,) * 500 + (0,)
    assert len(rare) == 501
    assert dovetail.run(found.path, inputs=rare, native=True).end.kind is EndKind.VIOLATION
    assert dovetail.run(found.path, inputs=rare, story=False).end.kind is EndKind.VIOLATION


# Section 5.1


def stack(name: str) -> tuple[Procedure, int, tuple[Expr, ...]]:
    """With default predicates, after one test that never pops the empty stack; and the head of the client's
    loop, with its predicates."""
    found = example(name)
    predicates = default_predicates(found.program, found.graph, found.live, 8)
    procedure = Procedure(found.program, found.graph, found.live, predicates, {}, Budget())
    push, pop, end = 1, 2, 0
    procedure.run(InputVector((4, push, 7, push, 8, pop, push, 9, push, 7, end)))
    assert not procedure.violations
    client = min(predicates, key=found.graph.cutpoints.index)
    return procedure, client, predicates[client]


@pytest.mark.slow
def test_the_empty_stack_is_fabricated(tmp_path: Path) -> None:
    procedure, client, predicates = stack("stack")
    negative = 1 << [str(one) for one in predicates].index("<size < 0>")
    assert not any(vector & negative for vector in procedure.value[client]), "no test has come there"
    assert procedure.adequate()
    below = [how.origin for vector, how in procedure.value[client].items() if vector & negative]
    assert Origin.FABRICATED in below
    assert potential_errors(procedure)
    result = dovetail.check(FOLDER / "stack.c", strategy="fabricate", timeout=120, out=tmp_path)
    assert result.verdict.value == "violated" and not result.problems


def test_the_corrected_stack_is_proved_with_default_predicates() -> None:
    procedure, _, _ = stack("fixed_stack")
    assert procedure.adequate() and not potential_errors(procedure)
    assert procedure.fabricated <= 12
