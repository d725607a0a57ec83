"""The four classes of checks that abstract testing tells apart."""

from __future__ import annotations

from enum import StrEnum


class Class(StrEnum):
    """What an over-approximation of all executions says of a check."""

    UNREACHABLE = "unreachable"
    """No execution comes to it."""
    IMPOSSIBLE = "impossible"
    """It never fails."""
    CERTAIN = "certain"
    """It fails whenever it is reached; whether it is reached is not known."""
    POTENTIAL = "potential"
    """It may fail."""

    @property
    def holds(self) -> bool:
        return self is Class.UNREACHABLE or self is Class.IMPOSSIBLE

    def both(self, other: Class) -> Class:
        """Of a check that is this in one place and that in another."""
        if self is Class.UNREACHABLE or self is other:
            return other
        return self if other is Class.UNREACHABLE else Class.POTENTIAL
