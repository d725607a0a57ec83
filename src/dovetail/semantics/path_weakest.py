"""The weakest precondition of a path: a conjunction of literals, carried back over one statement at a time.

What each statement does to a literal is in `semantics.weakest`; here is the walk, for all who go back along
a path. Each literal has a *note* of what it means to them: whether it is part of α (DASH, section 4.2.1),
which literals behind the path it comes from, how far back along the path it was assumed (Erez 2004, section
7.2.2). What the path assumes is conjoined on the way (his Table 3.1, WP of a condition).

A walk says by its methods what becomes of a literal that has no expression before a statement, and of an
input that the path takes: the one is left out and the other eliminated if nothing else is said, so that what
is found speaks only of the state before the path, and is weaker, if anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from typing import Generic, TypeVar

from dovetail.program.automata import Edge
from dovetail.program.expressions import TRUE, Expr, variables
from dovetail.program.statements import Assign, Assume, Check, Havoc, Skip, Statement
from dovetail.program.types import Target
from dovetail.semantics.elimination import eliminate
from dovetail.semantics.weakest import Backward, Witness

Note = TypeVar("Note")


class Carried(Generic[Note]):
    """Literals over the state before what has been gone over. `own` is the note of what the path adds itself:
    the conditions that are assumed on it, and aliases as a witness shows them. `met` is that of a literal
    that comes from two sides."""

    def __init__(
        self,
        target: Target,
        literals: Mapping[Expr, Note],
        own: Note,
        met: Callable[[Note, Note], Note],
    ) -> None:
        self.target = target
        self.literals: dict[Expr, Note] = dict(literals)
        self.own = own
        self.met = met

    def along(self, path: Sequence[Edge], witnesses: Sequence[Witness] = ()) -> None:
        """Back over a path, so that it is taken. `witnesses` are states before each of its edges, as far as
        there are any: where it matters whether two pointers are equal, it is as it is there."""
        for index in reversed(range(len(path))):
            statement = path[index].statement
            if isinstance(statement, (Assume, Check)):
                self.assume(statement.condition)
            else:
                self.over(statement, witnesses[index] if index < len(witnesses) else None)

    def over(self, statement: Statement, witness: Witness | None = None) -> None:
        """Back over a statement; what it assumes is not added."""
        match statement:
            case Assume() | Check() | Skip():
                return
            case Havoc():
                self.take(statement)
            case _:
                self.carry(statement, witness)

    def carry(self, statement: Statement, witness: Witness | None = None) -> None:
        if isinstance(statement, (Assign, Havoc)):
            if not any(statement.target in variables(literal) for literal in self.literals):
                return
        backward = Backward(self.target, statement, witness)
        before, self.literals = self.literals, {}
        for literal, note in before.items():
            earlier = self.earlier(literal, backward)
            if earlier is literal:
                self.add(literal, note)
            elif earlier is None:
                self.lost(literal, note)
            else:
                self.put(earlier, note)
        for aliasing in backward.alpha:
            self.put(aliasing, self.own)

    def assume(self, condition: Expr) -> None:
        self.put(condition, self.own)

    def put(self, condition: Expr, note: Note) -> None:
        for literal in self.parts(condition):
            self.add(literal, note)

    def add(self, literal: Expr, note: Note) -> None:
        if literal in self.literals:
            note = self.met(self.literals[literal], note)
        if literal is not TRUE:
            self.literals[literal] = note

    # What walks differ in

    def parts(self, condition: Expr) -> Iterable[Expr]:
        """A condition as literals."""
        return (condition,)

    def joined(self, notes: Sequence[Note]) -> Note:
        """The note of what follows from several literals together."""
        return reduce(self.met, notes)

    def earlier(self, literal: Expr, backward: Backward) -> Expr | None:
        return backward.before(literal)

    def lost(self, literal: Expr, note: Note) -> None:
        """It cannot be said before the statement. It is left out."""

    def take(self, statement: Havoc) -> None:
        """The path takes an input: what it is compared with on both sides must be in order."""
        variable, literals = statement.target, self.literals
        about = [note for literal, note in literals.items() if variable in variables(literal)]
        if about:
            found = eliminate(variable, list(literals))
            self.literals = {
                one: literals[one] if one in literals else self.joined(about)
                for one in found
                if one is not TRUE
            }
