"""Which variables point to objects made since a starting point, and which hold what they held there.

Along straight-line code this is plain to see, whatever the state at its start: an object that is made on the
way is none that a pointer held before, and two of them are different. So a write through one cannot meet a
read through the other, and nothing has to be assumed about aliases (α) to know it. Without this, n records
made one after another cost n² assumptions, each to be carried back to where it turns out to be true.

Memory has no part in it: of a pointer that was read from there nothing is said.
"""

from __future__ import annotations

from dovetail.program.expressions import Address, Cast, Const, Expr, PointerAdd, Variable
from dovetail.program.statements import Allocate, Assign, Call, Statement, written_variable
from dovetail.program.types import PointerType

_BEFORE = 0
"""An object that was there at the starting point, or none at all."""


class Provenance:
    __slots__ = ("_called", "_made", "_origins")

    def __init__(self) -> None:
        self._made = _BEFORE
        self._called = False
        """Has a procedure been called, which may have written any global?"""
        self._origins: dict[Variable, int | None] = {}
        """Of the variables written since: the object made on the way that they point to, counted from 1,
        or `_BEFORE`; None if that is not known."""

    def copy(self) -> Provenance:
        made = Provenance()
        made._made, made._called = self._made, self._called
        made._origins = dict(self._origins)
        return made

    def follow(self, statement: Statement) -> None:
        match statement:
            case Allocate(target=target):
                self._made += 1
                self._origins[target] = self._made
            case Assign(target=target, value=value):
                if isinstance(target.type, PointerType):
                    self._origins[target] = self._origin(value)
            case _:
                written = written_variable(statement)
                if isinstance(statement, Call):
                    self._called = True
                    self._origins = {v: origin for v, origin in self._origins.items() if v.scope}
                if written is not None and isinstance(written.type, PointerType):
                    self._origins[written] = None

    def apart(self, left: Expr, right: Expr) -> bool:
        """Do two pointers point to different objects in every state that these statements lead to?"""
        first = self._origin(left)
        if first is None:
            return False
        second = self._origin(right)
        return second is not None and first != second

    def _origin(self, pointer: Expr) -> int | None:
        while isinstance(pointer, PointerAdd) or (
            isinstance(pointer, Cast) and isinstance(pointer.operand.type, PointerType)
        ):
            pointer = pointer.children[0]
        match pointer:
            case Variable(scope=scope):
                return self._origins.get(pointer, None if self._called and not scope else _BEFORE)
            case Address() | Const(value=0):
                return _BEFORE
            case _:
                return None
