"""The least and the greatest of x & y, x | y and x ^ y for unsigned x in [a, b] and y in [c, d].

Exact, and found without trying values: from the highest bit down, the first place where one operand can be
raised to (or lowered from) a bit of the other for free decides. After H. S. Warren, "Hacker's Delight",
chapter 4-3; only the bits that matter are looked at.
"""

from __future__ import annotations


def least_or(a: int, b: int, c: int, d: int) -> int:
    """A bit that only one of the least values has may be set in the other as well, if what is below it can
    then be cleared."""
    differing = a ^ c
    while differing:
        bit = 1 << (differing.bit_length() - 1)
        if c & bit:
            raised = (a | bit) & -bit
            if raised <= b:
                return raised | c
        else:
            raised = (c | bit) & -bit
            if raised <= d:
                return a | raised
        differing ^= bit
    return a | c


def greatest_or(a: int, b: int, c: int, d: int) -> int:
    """A bit that both of the greatest values have is needed once only: the other may have all below it."""
    shared = b & d
    while shared:
        bit = 1 << (shared.bit_length() - 1)
        lowered = (b - bit) | (bit - 1)
        if lowered >= a:
            return lowered | d
        lowered = (d - bit) | (bit - 1)
        if lowered >= c:
            return b | lowered
        shared ^= bit
    return b | d


def least_and(a: int, b: int, c: int, d: int, ones: int) -> int:
    return ones ^ greatest_or(ones ^ b, ones ^ a, ones ^ d, ones ^ c)


def greatest_and(a: int, b: int, c: int, d: int, ones: int) -> int:
    return ones ^ least_or(ones ^ b, ones ^ a, ones ^ d, ones ^ c)


def least_xor(a: int, b: int, c: int, d: int) -> int:
    differing = a ^ c
    while differing:
        bit = 1 << (differing.bit_length() - 1)
        if c & bit:
            raised = (a | bit) & -bit
            if raised <= b:
                a = raised
        else:
            raised = (c | bit) & -bit
            if raised <= d:
                c = raised
        differing = (a ^ c) & (bit - 1)
    return a ^ c


def greatest_xor(a: int, b: int, c: int, d: int) -> int:
    shared = b & d
    while shared:
        bit = 1 << (shared.bit_length() - 1)
        lowered = (b - bit) | (bit - 1)
        if lowered >= a:
            b = lowered
        else:
            lowered = (d - bit) | (bit - 1)
            if lowered >= c:
                d = lowered
        shared = b & d & (bit - 1)
    return b ^ d
