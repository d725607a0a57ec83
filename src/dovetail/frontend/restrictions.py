"""What is taken for granted where Dovetail makes up arguments, and which of it restricts the program at hand.

What is made up has to end somewhere: elements behind a pointer, nodes of a list, pointers that a client
remembers. Such a sentence is a *bound* (law 9) if the program looks at what it is about; a parameter
that nobody reads is not restricted by what it is given. So sentences are written with the arguments that they
are about, before the program is lowered, and judged when it has been.

How a parameter is used is read off the procedure, not guessed: not at all, only to ask whether it is null, or
in any other way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import IntEnum

from dovetail.frontend.only_written import may_be_read
from dovetail.frontend.spelling import OWN
from dovetail.program.automata import Assumption, Procedure, Program
from dovetail.program.expressions import (
    Address,
    Binary,
    BinaryOp,
    Cast,
    Conditional,
    Const,
    Expr,
    Load,
    PointerAdd,
    UnaryOp,
    Valid,
    Variable,
    Writable,
    is_pointer,
    subexpressions,
)
from dovetail.program.position import NOWHERE, Position
from dovetail.program.statements import (
    Assign,
    Assume,
    Call,
    Check,
    Copy,
    Halt,
    Havoc,
    Return,
    Skip,
    Unsupported,
    expressions_of,
)
from dovetail.program.types import PointerType
from dovetail.quick_dataclass import dataclass

_READING_NOTHING = (
    Address,
    BinaryOp,
    Cast,
    Conditional,
    Const,
    PointerAdd,
    UnaryOp,
    Valid,
    Variable,
    Writable,
)
"""Expressions that do not depend on what memory holds."""
_HANDING_ON = (Assign, Assume, Call, Check, Halt, Havoc, Return, Skip, Unsupported)
"""Statements that follow no pointer."""


class Use(IntEnum):
    """Of a parameter, by the function that has it."""

    NONE = 0
    TESTED = 1
    """It is compared with null, and nothing else."""
    USED = 2


@dataclass(frozen=True, slots=True)
class About:
    """An argument of a call, by its number; `tested` if it matters to ask whether it is null."""

    function: str
    argument: int
    tested: bool = False


@dataclass(frozen=True, slots=True)
class Sentence:
    """Something that is taken for granted. It restricts the program if it does so `anyway`, if one of the
    arguments that it is about is used, if one of these variables is part of the program, if it is about
    `state`, if any is that can change, or, if it is about pointers in memory, if the program takes any
    `out`."""

    text: str
    position: Position = NOWHERE
    anyway: bool = False
    about: tuple[About, ...] = ()
    variables: tuple[str, ...] = ()
    state: bool = False
    out: bool = False


def judged(
    sentences: Sequence[Sentence], program: Program, parameters: Mapping[str, tuple[str, int]]
) -> tuple[Assumption, ...]:
    """The assumptions that sentences are. `parameters` says, for each function that is called, the name of
    its procedure and how many parameters it was declared with."""
    uses = {
        function: parameter_uses(program.procedures[symbol], count)
        for function, (symbol, count) in parameters.items()
        if symbol in program.procedures
    }
    known = {*program.globals, *program.objects}
    changing = [*program.globals, *(name for name, item in program.objects.items() if not item.constant)]
    read = may_be_read(program)
    has_state = any(not name.startswith((OWN, "<")) and name in read for name in changing)

    taken = any(one.out for one in sentences) and takes_pointers_out(program.procedures.values())

    def is_bound(sentence: Sentence) -> bool:
        used = any(_matters(uses[one.function], one) for one in sentence.about if one.function in uses)
        there = not known.isdisjoint(sentence.variables) or (sentence.state and has_state)
        return sentence.anyway or used or there or (sentence.out and taken)

    return tuple(Assumption(one.position, one.text, is_bound(one)) for one in sentences)


def _matters(uses: Sequence[Use], about: About) -> bool:
    return uses[about.argument] >= (Use.TESTED if about.tested else Use.USED)


def parameter_uses(procedure: Procedure, declared: int) -> list[Use]:
    """How each of the parameters that were declared is used, and last, what stands for `...`, if it is there.
    In front of them there may be one more, for the result."""
    hidden = max(len(procedure.parameters) - declared - 1, 0)
    if procedure.parameters and procedure.parameters[-1].name != "...":
        hidden = len(procedure.parameters) - declared
    return [use_of(procedure, variable) for variable in procedure.parameters[hidden:]]


def use_of(procedure: Procedure, variable: Variable) -> Use:
    found = Use.NONE
    for edge in procedure.edges:
        for root in expressions_of(edge.statement):
            found = max(found, _use_in(root, variable))
    return found


def _use_in(root: Expr, variable: Variable) -> Use:
    found = Use.NONE
    waiting, seen = [root], {root}
    while waiting:
        expr = waiting.pop()
        if expr is variable:
            return Use.USED
        if _is_null_test(expr, variable):
            found = Use.TESTED
            continue
        new = [child for child in expr.children if child not in seen]
        seen.update(new)
        waiting += new
    return found


def _is_null_test(expr: Expr, variable: Variable) -> bool:
    return (
        isinstance(expr, BinaryOp)
        and expr.op in (Binary.EQ, Binary.NE)
        and variable in (expr.left, expr.right)
        and any(isinstance(side, Const) and side.value == 0 for side in (expr.left, expr.right))
    )


# -- pointers that come from outside

Told = Callable[[Iterable[Procedure]], bool]
"""Could the program tell?"""


def takes_pointers_out(procedures: Iterable[Procedure]) -> bool:
    """Does the program take a pointer out of its memory, or make one of a number?"""
    return any(
        isinstance(part, Load) or (isinstance(part, Cast) and not _is_made_of_pointer(part.operand))
        for procedure in procedures
        for edge in procedure.edges
        for root in expressions_of(edge.statement)
        for part in subexpressions(root)
        if is_pointer(part)
    )


def _is_made_of_pointer(operand: Expr) -> bool:
    return isinstance(operand, Const) or is_pointer(operand)


def reads_memory(procedures: Iterable[Procedure]) -> bool:
    """Could the program tell what its memory holds? One that only writes there cannot."""
    for procedure in procedures:
        if any(isinstance(edge.statement, Copy) for edge in procedure.edges):
            return True
        if not all(isinstance(expr, _READING_NOTHING) for expr in _without_null_tests(procedure)):
            return True
    return False


def looks_at_pointers(procedures: Iterable[Procedure]) -> bool:
    """Could the program tell where a pointer in a variable leads? One that hands pointers on and asks whether
    they are null cannot: any answer to that is among those of pointers that lead nowhere."""
    for procedure in procedures:
        if not all(isinstance(edge.statement, _HANDING_ON) for edge in procedure.edges):
            return True
        for expr in _without_null_tests(procedure):
            made = isinstance(expr.type, PointerType) and not isinstance(expr, (Const, Variable))
            if made or any(isinstance(child.type, PointerType) for child in expr.children):
                return True
    return False


def _without_null_tests(procedure: Procedure) -> Iterator[Expr]:
    """All that is computed, but for comparisons of a pointer in a variable with null."""
    waiting = [root for edge in procedure.edges for root in expressions_of(edge.statement)]
    seen = set(waiting)
    while waiting:
        expr = waiting.pop()
        if isinstance(expr, BinaryOp) and any(
            isinstance(side, Variable) and _is_null_test(expr, side) for side in (expr.left, expr.right)
        ):
            continue
        yield expr
        new = [child for child in expr.children if child not in seen]
        seen.update(new)
        waiting += new
