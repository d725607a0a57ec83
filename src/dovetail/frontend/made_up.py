"""What is made up for a call: a description of what the text of `arguments` asks for, input by input.

It is what a run's inputs are read with, to say what the arguments were.
"""

from __future__ import annotations

from dovetail.program.types import Type
from dovetail.quick_dataclass import dataclass

MAX_ELEMENTS = 16
FRESH = 1
FIRST_KNOWN = 2
"""What a choice is for a fresh object, and for the first of the known pointers; 0 is null."""


@dataclass(frozen=True, slots=True)
class Scalar:
    """One value."""

    type: Type


@dataclass(frozen=True, slots=True)
class Left:
    """Whatever its memory holds."""


@dataclass(frozen=True, slots=True)
class Members:
    """Members of a record that are given values of their own; the others are what its memory holds."""

    members: tuple[tuple[str, Made], ...]


@dataclass(frozen=True, slots=True)
class Pointer:
    """A choice, if there is one; where it is a fresh object: the number of its elements, their memory, the
    first element, and, if it can be `kept`, one more choice, in which variable."""

    pointee: Type
    known: tuple[str, ...]
    """As C text, where the call is made."""
    first: Made | None
    """None if it cannot be fresh."""
    kept: tuple[str, ...] = ()
    least: int = 0
    """A caller has to hand in so many elements at least: it is not null, and no choice."""

    @property
    def always_null(self) -> bool:
        return self.first is None and not self.known

    def chosen(self, choice: int) -> str | None:
        """The known pointer that a choice is, or None: null, or fresh."""
        number = choice - FIRST_KNOWN
        if 0 <= number < len(self.known):
            return self.known[number]
        return self.known[0] if choice and self.first is None else None


Made = Scalar | Left | Members | Pointer


@dataclass(frozen=True, slots=True)
class Argument:
    name: str
    """In the text written here."""
    path: str
    """As the user would write it."""
    type: Type
    written: str
    """The type as C text."""
    made: Made
    restrict: bool = False


@dataclass(frozen=True, slots=True)
class Block:
    """Elements that a pointer is made to lead to."""

    path: str
    """Of the pointer, as the user would write it."""
    element: Type


@dataclass(frozen=True, slots=True)
class Callbacks:
    """Are pointers to functions handed in, and are some of these null, for want of anything better?"""

    handed_in: bool
    nulled: bool

    def __or__(self, other: Callbacks) -> Callbacks:
        return Callbacks(self.handed_in or other.handed_in, self.nulled or other.nulled)


NO_CALLBACKS = Callbacks(handed_in=False, nulled=False)
