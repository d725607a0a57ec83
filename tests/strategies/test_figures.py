"""The abstractions that DASH ends with are those of the paper's figures.

The drawings show, for each place, the region from which the error may be reached and the region where the
program stays: here the latter is what is claimed to hold at the place. They are compared by meaning, on a few
hundred small states. A place of a figure is the location at which the line marked with it begins
(`// place 2`). Regions are at every statement, as in the paper.

What is not compared are edges. The paper keeps every edge that its template (Fig. 11) does not remove; here
the frame rule removes more. What they are for is compared: it is a proof.

Two things are said in another way here. Two pointers are apart if they point to different *objects*, where
the paper has different addresses; on pointers to the start of an object, as in these states, that is the
same. And a variable that is plainly constant is not left to regions, so Fig. 6 is compared with a lock of
which nothing is known.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from dovetail.frontend import LoadOptions, load
from dovetail.ledger.ledger import Ledger
from dovetail.program.expressions import TRUE, Expr, Variable
from dovetail.program.inlining import inline
from dovetail.program.types import INT, DataModel, Target
from dovetail.semantics.concrete import Concrete
from dovetail.semantics.evaluate import evaluate
from dovetail.semantics.memory import Memory, Place, Region
from dovetail.strategies.dash.algorithm import Dash
from dovetail.strategies.outcome import Budget

CASES = Path(__file__).parents[1] / "verdicts" / "dash"
INT_MIN, INT_MAX = -(2**31), 2**31 - 1


@dataclass(slots=True)
class Small:
    """A state: variables by the names that the source gives them, and records in memory with two fields."""

    numbers: dict[str, int]
    """Values of variables; of a pointer, the number of the record that it points to."""
    records: Sequence[tuple[int, int]] = ()
    memory: Memory | None = None
    pointers: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        self.memory = Memory(Target(DataModel.LP64))
        made = []
        for fields in self.records:
            made.append(self.memory.allocate(8, Place("record", Region.HEAP)))
            for index, value in enumerate(fields):
                self.memory.store(made[-1] + 4 * index, value % 2**32, INT)
        self.pointers = tuple(made)

    def variable(self, variable: Variable) -> int:
        number = self.numbers[variable.source_name]
        return self.pointers[number] if variable.type != INT else number % 2**32

    def load(self, pointer: int, type: Any) -> Any:
        assert self.memory is not None
        return self.memory.load(pointer, type)

    def valid(self, pointer: Any, size: Any, width: int) -> Any:
        raise AssertionError("no figure asks for this")

    def freeable(self, pointer: Any) -> Any:
        raise AssertionError("no figure asks for this")

    def object_size(self, pointer: Any, width: int) -> Any:
        raise AssertionError("no figure asks for this")

    def no_leak(self, running: bool) -> Any:
        raise AssertionError("no figure asks for this")

    def holds(self, expr: Expr) -> bool:
        assert self.memory is not None
        return bool(evaluate(expr, Concrete(self.memory), self))

    def __getitem__(self, name: str) -> int:
        """The value of `x`, or of a field as in `p.lock`."""
        variable, _, field = name.partition(".")
        number = self.numbers[variable]
        return self.records[number][("lock", "count").index(field)] if field else number


class Picture:
    """What DASH ends with on a case, at the granularity of the paper."""

    def __init__(self, case: str) -> None:
        path = CASES / f"{case}.c"
        lines = path.read_text().splitlines()
        self.marks = {
            match[1]: number
            for number, line in enumerate(lines, 1)
            if (match := re.search(r"// place (.*)$", line))
        }
        program = inline(load([path], LoadOptions()).program).program
        self.dash = Dash(program, Ledger(program), Budget(moves=1000), every_statement=True)
        self.claims = self.dash.run()

    def places(self, mark: str) -> list[int]:
        """The locations at which the marked line begins: one for each time that it was inlined."""
        line = self.marks[mark]
        procedure = self.dash.graph.procedure

        def on_line(edges: Sequence[Any]) -> bool:
            return any(edge.position.line == line for edge in edges)

        return [
            location
            for location in procedure.locations
            if on_line(procedure.outgoing[location]) and not on_line(procedure.incoming[location])
        ]

    def assert_proof(self) -> None:
        assert self.claims.complete and self.claims.excluded

    def assert_region(
        self, mark: str, dangerous: Callable[[Small], bool], states: Sequence[Small], copy: int = 0
    ) -> None:
        """From which of these states may the error be reached? `copy`: of a place that was inlined."""
        invariant = self.claims.invariants.get(self.places(mark)[copy], TRUE)
        for state in states:
            assert state.holds(invariant) != dangerous(state), (mark, str(invariant), state)


def never(state: Small) -> bool:
    return False


# -- Fig. 2 (d): pointers that tests have seen apart


def pointer_states() -> Iterator[Small]:
    for locks in product((0, 1, 2), repeat=3):
        for p, first, second in product(range(3), repeat=3):
            yield Small({"p": p, "first": first, "second": second}, [(lock, 0) for lock in locks])


def rho(s: Small) -> bool:
    return s["first.lock"] == 1 or s["second.lock"] == 1


def eta(s: Small) -> bool:
    return not (s["p"] != s["first"] and s["p"] != s["second"] and not rho(s))


def eta_before_second(s: Small) -> bool:
    """η before the second record is made: what is fresh is apart from all else, and unlocked."""
    return not (s["p"] != s["first"] and s["first.lock"] != 1)


def test_figure_2() -> None:
    picture = Picture("pointers_apart")
    picture.assert_proof()
    states = list(pointer_states())
    drawn = {"0": never, "1": eta_before_second, "2": eta, "3": rho, "4": lambda s: True}
    for mark, predicate in drawn.items():
        picture.assert_region(mark, predicate, states)


# -- Fig. 7: n branches that do not touch the lock


def test_figure_7() -> None:
    picture = Picture("lock_handed_in")
    picture.assert_proof()
    values = (INT_MIN, -1, 0, 1, 2, INT_MAX)
    states = [Small({"lock": lock, "held": held, "x": 0}) for lock, held in product(values, repeat=2)]
    marks = [mark for mark in picture.marks if mark.startswith("if ")]
    assert len(marks) == 10
    for mark in [*marks, "10"]:
        picture.assert_region(mark, lambda s: s["lock"] != s["held"], states)
    picture.assert_region("1", never, states)


def test_figure_7_takes_linearly_many_splits() -> None:
    picture = Picture("lock_handed_in")
    statements = sum(len(blocks) for blocks in picture.dash.graph.outgoing.values())
    assert picture.dash.abstraction.splits <= statements


# -- Fig. 9 (d): two calls


def number_states(*names: str) -> list[Small]:
    values = (INT_MIN, INT_MIN + 1, -2, -1, 0, 1, 2, 3, INT_MAX - 1, INT_MAX)
    return [Small(dict(zip(names, chosen, strict=True))) for chosen in product(values, repeat=len(names))]


def same(left: int, right: int) -> bool:
    """As machine integers."""
    return (left - right) % 2**32 == 0


def test_figure_9_caller() -> None:
    """In `top`: ρ where the result is compared, η between the calls, nothing before them."""
    picture = Picture("two_calls")
    picture.assert_proof()
    picture.assert_region("0", never, number_states("x"))
    picture.assert_region("1", lambda s: not same(s["a"] + 1, s["x"] + 2), number_states("x", "a"))
    picture.assert_region("2", lambda s: not same(s["b"], s["x"] + 2), number_states("x", "b"))
    picture.assert_region("3", lambda s: True, number_states("x", "b"))


def test_figure_9_callee() -> None:
    """In `inc`: the paper runs DASH once more for each call, with the caller's state as precondition and the
    caller's region as error. Here the body stands in each call's place, so its two copies have the
    regions of these two runs: the error φ' = ρ[r/b], or η[r/a], at the return, carried back over `r = y + 1`
    to the start. At the start of the first, φ' says x ≠ y, which the call `y = x` rules out: that is
    where the second run ends with a proof, and why `top` has no edge from 0 to 1:η."""
    picture = Picture("two_calls")
    assert len(picture.places("inc 1")) == len(picture.places("inc 2")) == 2
    states = number_states("x", "y")
    picture.assert_region("inc 1", lambda s: not same(s["y"], s["x"]), states, copy=0)
    picture.assert_region("inc 1", lambda s: not same(s["y"], s["x"] + 1), states, copy=1)
    states = number_states("x", "r")
    picture.assert_region("inc 2", lambda s: not same(s["r"], s["x"] + 1), states, copy=0)
    picture.assert_region("inc 2", lambda s: not same(s["r"], s["x"] + 2), states, copy=1)


# -- Example 2: the invariant of Fig. 4


def test_invariant_of_figure_4() -> None:
    """The paper's invariant at line 8 lies in what is left; and that is enough for the assertion."""
    picture = Picture("lock_in_loop")
    picture.assert_proof()
    left = picture.claims.invariants[picture.places("8")[0]]
    for lock, count, seen in product((-1, 0, 1, 2), (-1, 0, 1), (-1, 0, 1)):
        state = Small({"d": 0, "seen": seen}, [(lock, count)])
        if (lock == 0 and seen != count) or (lock != 0 and seen == count):
            assert state.holds(left)
        if lock != 0 and seen != count:
            assert not state.holds(left), "the next time round would find the lock held"


@pytest.mark.parametrize("case", ["pointers_apart", "two_calls", "lock_handed_in", "lock_in_loop"])
def test_one_question_a_round(case: str) -> None:
    """Whether an edge can be crossed, or whether a region is covered. What is asked beside that is how far a
    region at a loop can be weakened."""
    picture = Picture(case)
    progress = picture.claims.progress
    assert progress.rounds > 0
    assert progress.solver_calls <= progress.rounds + picture.dash.extender.beside
    assert case == "lock_in_loop" or not picture.dash.extender.beside
