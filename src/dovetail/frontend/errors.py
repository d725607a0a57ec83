"""What is wrong with the user's input: said once, with file, line and what to do, and never as a
traceback."""

from __future__ import annotations

from dovetail.bad_input import InputError

__all__ = ["InputError", "OpenConstantError", "UnsupportedError"]


class UnsupportedError(Exception):
    """A construct that is not modelled. The front end lowers it to an `Unsupported` statement; this exception
    never leaves the front end."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class OpenConstantError(UnsupportedError):
    """A constant that C leaves to the compiler. The native copy cannot end a run where it stands, so it has
    to be told where else."""
