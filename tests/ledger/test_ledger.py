"""The ledger keeps what it is told, once, in order, with who said it first and what that rests on."""

from __future__ import annotations

from pathlib import Path

import pytest

from dovetail.execution.inputs import InputVector
from dovetail.ledger import entries
from dovetail.ledger.entries import Entry, Exclusion, Fact, Standing, Violation
from dovetail.ledger.ledger import Ledger
from dovetail.program.automata import Program
from dovetail.program.expressions import Binary, BinaryOp, const
from dovetail.program.ordering import depth_first
from dovetail.program.types import IntType
from ledger.programs import written

ONE, TWO = InputVector((1,)), InputVector((2,))


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Program:
    return written(tmp_path_factory.mktemp("program")).program


def who_tested(ledger: Ledger) -> list[str]:
    return [entry.author for entry in ledger.of(entries.Test)]


def test_what_is_said_twice_is_entered_once(program: Program) -> None:
    """And stays known as the word of who said it first."""
    ledger = Ledger(program)
    assert ledger.enter(entries.Test(vector=ONE, author="dash"))
    assert not ledger.enter(entries.Test(vector=ONE, author="bounded"))
    assert ledger.enter(entries.Test(vector=TWO, author="bounded"))
    assert who_tested(ledger) == ["dash", "bounded"] and len(ledger) == 2
    assert ledger.tests == [ONE, TWO]


def test_nothing_is_taken_back(program: Program) -> None:
    """What there was stays where it was; what is new is behind it."""
    ledger = Ledger(program)
    before: list[Entry] = []
    for number in range(5):
        ledger.post(entries.Test(vector=InputVector((number,))))
        assert list(ledger)[: len(before)] == before
        assert [one.key for one in ledger.since(len(before))] == [list(ledger)[-1].key]
        before = list(ledger)
    copy = ledger.since(0)
    copy.clear()
    assert len(ledger) == 5 and ledger.since(5) == []


def test_what_one_posts_is_ones_own_and_told(program: Program) -> None:
    told: list[Entry] = []
    ledger = Ledger(program, [entries.Test(vector=ONE, author="tests")], author="dash")
    ledger.posted = told.append
    key = ledger.post(entries.Test(vector=TWO))
    assert ledger[key].author == "dash" and key in ledger
    assert [one.key for one in told] == [key]
    known = ledger.post(entries.Test(vector=ONE))
    assert ledger[known].author == "tests" and len(told) == 1, "it was known: there is nothing to tell"
    ledger.enter(entries.Test(vector=InputVector((3,)), author="bounded"))
    assert len(told) == 1, "the word of others is not told again"


def test_the_first_inputs_on_which_a_check_fails(program: Program) -> None:
    ledger = Ledger(program, [Violation(check=1, vector=ONE), Violation(check=1, vector=TWO)])
    assert len(ledger) == 2, "where one does not stand, the next may"
    assert ledger.violated == {1: ONE}


def test_a_cone_is_all_that_something_rests_on(program: Program) -> None:
    ledger = Ledger(program)
    test = ledger.post(entries.Test(vector=ONE))
    other = ledger.post(entries.Test(vector=TWO))
    low = ledger.post(Fact(location=1, condition="a", rests_on=(test,)))
    high = ledger.post(Fact(location=1, condition="b", rests_on=(low, test)))
    proof = ledger.post(Exclusion(checks=(1,), rests_on=(high, "fact:of somebody who is not here")))
    assert [one.key for one in ledger.cone(proof)] == [proof, high, low, test]
    assert [one.key for one in ledger.cone(other)] == [other]
    assert ledger.cone("nothing") == []


def test_a_cone_of_what_rests_on_each_other(program: Program) -> None:
    """What is inductive together."""
    one = Fact(location=1, condition="a", standing=Standing.INDUCTIVE)
    two = Fact(location=1, condition="b", standing=Standing.INDUCTIVE, rests_on=(one.key,))
    ledger = Ledger(program, [Fact(**{**vars_of(one), "rests_on": (two.key,)}), two])
    assert {entry.key for entry in ledger.cone(one.key)} == {one.key, two.key}


def vars_of(fact: Fact) -> dict[str, object]:
    return {"location": fact.location, "condition": fact.condition, "standing": fact.standing}


def test_what_holds(program: Program) -> None:
    """Guesses, and what was refuted, do not."""
    entry = program.procedures[program.entry]
    (head,) = depth_first(entry).loop_heads
    ledger = Ledger(program, author="abstract")
    variable = next(one for one in entry.locals if isinstance(one.type, IntType))
    small, large = (BinaryOp(Binary.LE, variable, const(variable.type, n)) for n in (255, 1000))
    key = ledger.post_fact(head, small)
    assert ledger.holding() == {head: {small: key}}
    assert isinstance(fact := ledger[key], Fact) and fact.standing is Standing.PROVED
    text = ledger.formulas.written(large)
    ledger.post(Fact(location=head, condition=text, standing=Standing.GUESSED))
    ledger.post(Fact(location=head, condition=text, standing=Standing.REFUTED))
    assert ledger.holding() == {head: {small: key}}
    together = ledger.post_fact(head, large, (key,))
    assert isinstance(fact := ledger[together], Fact) and fact.standing is Standing.INDUCTIVE
    assert ledger.holding() == {head: {small: key, large: together}}
    assert ledger.assumed({head: [large]}) == (together,), "what somebody takes for granted is in the ledger"


def test_conditions_mean_the_same_in_another_copy(program: Program, tmp_path: Path) -> None:
    """Of the same program, read again."""
    entry = program.procedures[program.entry]
    (head,) = depth_first(entry).loop_heads
    variable = next(one for one in entry.locals if isinstance(one.type, IntType))
    condition = BinaryOp(Binary.LE, variable, const(variable.type, 255))
    here = Ledger(program, author="abstract")
    key = here.post_fact(head, condition)
    there = Ledger(written(tmp_path).program, list(here))
    ((location, facts),) = there.holding().items()
    assert location == head and list(facts.values()) == [key]
    assert there.formulas.written(next(iter(facts))) == here.formulas.written(condition)
