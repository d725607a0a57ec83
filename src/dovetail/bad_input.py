"""What is wrong with the user's input: an exception of its own, far from whatever finds it.

An option, a file or a line of C may be bad. To say so of an option takes nothing of what reads C, so nothing
of that is imported here.
"""

from __future__ import annotations

from dovetail.program.position import Position


class InputError(Exception):
    """The input cannot be read, compiled or understood. `position` may be None for a whole file."""

    def __init__(self, message: str, position: Position | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.position = position

    def __str__(self) -> str:
        return f"{self.position}: {self.message}" if self.position else self.message
