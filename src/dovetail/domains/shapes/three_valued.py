"""Kleene's three truth values: 0, 1, and 1/2 for "either".

They are plain integers, so that structures are tuples of them. 1/2 is the value that stands for more: in the
*information order*, 0 and 1 lie below it and not below each other.
"""

from __future__ import annotations

NO, YES, HALF = 0, 1, 2


def join(left: int, right: int) -> int:
    """The least value that stands for both."""
    return left if left == right else HALF


def leq(left: int, right: int) -> bool:
    """Is all that the left stands for among what the right does?"""
    return right in (left, HALF)


def negated(value: int) -> int:
    return value if value == HALF else 1 - value


def both(left: int, right: int) -> int:
    if NO in (left, right):
        return NO
    return YES if left == right == YES else HALF


def either(left: int, right: int) -> int:
    if YES in (left, right):
        return YES
    return NO if left == right == NO else HALF
