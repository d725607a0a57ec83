"""What is wrong with the user's input: said once, with file, line and what to do, and never as a
traceback."""

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


class UnsupportedError(Exception):
    """A construct that is not modelled. The front end lowers it to an `Unsupported` statement; this exception
    never leaves the front end."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class OpenConstantError(UnsupportedError):
    """A constant that C leaves to the compiler. The native copy cannot end a run where it stands, so it has
    to be told where else."""
