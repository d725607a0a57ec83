"""The operators of expressions, as C writes them.

What they mean is said in `semantics/`; which operands each takes, in `expressions`.
"""

from __future__ import annotations

from enum import Enum


class Unary(Enum):
    NEGATE = "-"
    COMPLEMENT = "~"
    NOT = "!"  # of a condition

    __hash__ = object.__hash__  # by identity, as they are compared: an Enum's is by name, in Python


class Binary(Enum):
    ADD = "+"
    SUB = "-"
    MUL = "*"
    DIV = "/"
    REM = "%"
    BITAND = "&"
    BITOR = "|"
    BITXOR = "^"
    SHL = "<<"
    SHR = ">>"
    EQ = "=="
    NE = "!="
    LT = "<"
    LE = "<="
    GT = ">"
    GE = ">="
    AND = "&&"
    OR = "||"

    __hash__ = object.__hash__

    @property
    def compares(self) -> bool:
        return self in COMPARISONS

    @property
    def logical(self) -> bool:
        return self is Binary.AND or self is Binary.OR


COMPARISONS = frozenset({Binary.EQ, Binary.NE, Binary.LT, Binary.LE, Binary.GT, Binary.GE})
NEGATED = {
    Binary.EQ: Binary.NE,
    Binary.NE: Binary.EQ,
    Binary.LT: Binary.GE,
    Binary.GE: Binary.LT,
    Binary.GT: Binary.LE,
    Binary.LE: Binary.GT,
}
