"""What a process keeps of expressions, and what it lets go."""

from __future__ import annotations

from dovetail.program.automata import Program
from dovetail.program.expressions import TRUE, Binary, BinaryOp, Const, Expr, Variable, const, variables
from dovetail.program.remembering import begin, forget, memo
from dovetail.program.types import BOOL, INT, DataModel, Target


def deep(name: str, depth: int = 2000) -> Expr:
    made: Expr = Variable(name, "f", INT)
    for number in range(depth):
        made = BinaryOp(Binary.ADD, made, const(INT, number))
    return made


def test_what_nobody_holds_goes_and_what_somebody_holds_stays_the_same() -> None:
    forget()
    count = len(Expr.table)
    kept, lost = deep("kept", 3), deep("lost")
    assert variables(lost) and len(Expr.table) > count + 2000
    serial = kept.serial
    del lost
    forget()
    assert len(Expr.table) <= count + 7
    assert deep("kept", 3) is kept and kept.serial == serial
    assert Const(BOOL, 1) is TRUE
    assert variables(kept) == {Variable("kept", "f", INT)}


def test_what_is_part_of_something_that_is_held_stays() -> None:
    whole = BinaryOp(Binary.MUL, deep("part", 5), const(INT, 77))
    forget()
    assert whole.left is deep("part", 5)
    assert BinaryOp(Binary.MUL, deep("part", 5), const(INT, 77)) is whole


def test_a_new_text_empties_what_was_remembered_and_a_changed_program_does_not() -> None:
    known = memo()
    target = Target(DataModel.LP64)
    first = Program(target, "start", "main")
    known[TRUE] = 1
    assert Program(first.target, "start", "other") and known
    begin(Target(DataModel.LP64))
    assert not known


def test_a_variable_has_the_name_that_its_program_gives_it() -> None:
    """Another program may have a temporary where this one has a variable, or the other way round."""
    temporary = Variable("kept", "somewhere", INT)
    count = Variable("kept", "somewhere", INT, "count")
    assert (temporary.source_name, count.source_name) == ("", "count")
    assert Variable("kept", "somewhere", INT) is temporary
    assert Variable("kept", "somewhere", INT, "count") is count
