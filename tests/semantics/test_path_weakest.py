"""Literals carried back along a path, with notes of where they come from."""

from __future__ import annotations

from dovetail.program.automata import Edge
from dovetail.program.expressions import Binary, BinaryOp, Expr, Load, Variable, const
from dovetail.program.position import NOWHERE
from dovetail.program.printer import show_expr
from dovetail.program.statements import Assign, Assume, Havoc, Origin, Statement, Store, Why
from dovetail.program.types import INT, DataModel, PointerType, Target
from dovetail.semantics.path_weakest import Carried

TARGET = Target(DataModel.LP64)
X, Y, Z = (Variable(name, "f", INT, name) for name in "xyz")
P, Q = (Variable(name, "f", PointerType(INT), name) for name in "pq")


class Seen:
    """A `Witness` in which p and q are equal, or point to different objects."""

    def __init__(self, *, equal: bool) -> None:
        self.equal = equal

    def place(self, pointer: Expr) -> tuple[int, int] | None:
        return (1 if self.equal or pointer is P else 2), 0

    def number(self, value: Expr) -> int | None:
        return None

    def apart(self, left: Expr, right: Expr) -> bool:
        return False


def path(*statements: Statement) -> list[Edge]:
    return [Edge(at, statement, at + 1, NOWHERE) for at, statement in enumerate(statements)]


def compared(op: Binary, left: Expr, right: Expr | int) -> Expr:
    return BinaryOp(op, left, const(INT, right) if isinstance(right, int) else right)


def carried(literal: Expr, *statements: Statement, seen: Seen | None = None) -> dict[str, str]:
    walk = Carried(TARGET, {literal: "end"}, "path", min)
    walk.along(path(*statements), [seen] * len(statements) if seen else ())
    return {show_expr(one): note for one, note in walk.literals.items()}


def test_what_is_assigned_is_put_in() -> None:
    assert carried(compared(Binary.LT, X, 3), Assign(X, Y)) == {"y < 3": "end"}
    assert carried(compared(Binary.LT, X, 3), Assign(Z, Y)) == {"x < 3": "end"}


def test_what_is_assumed_is_the_paths_own() -> None:
    assumed = Assume(compared(Binary.LT, Y, X), Why.BRANCH)
    assert carried(compared(Binary.LT, X, 3), assumed) == {"x < 3": "end", "y < x": "path"}


def test_an_input_is_eliminated() -> None:
    taken = Havoc(X, Origin.NONDET, "x")
    above = Assume(compared(Binary.LT, Y, X), Why.BRANCH)
    assert carried(compared(Binary.LT, X, Z), taken) == {}
    assert carried(compared(Binary.LT, X, Z), taken, above) == {"y < z": "end"}


def test_aliases_are_as_the_witness_has_them() -> None:
    read, stored = compared(Binary.LT, Load(P, INT), 3), Store(Q, Y)
    assert carried(read, stored) == {}, "nothing is known, and nothing is said"
    assert carried(read, stored, seen=Seen(equal=True)) == {"y < 3": "end", "p == q": "path"}
    apart = carried(read, stored, seen=Seen(equal=False))
    assert sorted(apart.values()) == ["end", "path"] and "*p < 3" in apart
