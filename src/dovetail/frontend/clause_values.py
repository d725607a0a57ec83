"""What conditions of clauses ask for beside what they say: earlier values, and memory for one pointer."""

from __future__ import annotations

import re

from dovetail.frontend.clause_tokens import Tokens
from dovetail.quick_dataclass import dataclass

ARRAY = re.compile(r"\* \( (?P<type>[\w ]+?) +\( +\* +\) +\[ (?P<count>.*?) \] +\) (?P<pointer>.*)")
"""`*(type (*)[count])pointer`, as tokens are written here."""


@dataclass(slots=True)
class Snapshot:
    """What an expression is at an earlier time, as a variable."""

    name: str
    written: str
    guarded: bool = False
    """Is it wanted only under a condition? Then it need not be there."""

    def declared(self) -> str:
        if (array := ARRAY.fullmatch(self.written)) is not None:  # which cannot be assigned
            pointer, size = f"({array['pointer']})", f"sizeof {self.name}"
            there = f"if (__dovetail_is_readable({pointer}, {size})) " if self.guarded else ""
            copied = f"__builtin_memmove({self.name}, {pointer}, {size});"
            return f"{array['type']} {self.name}[{array['count']}]; {there}{copied}"
        if self.guarded:
            there = f"__dovetail_is_readable(&({self.written}), sizeof({self.written}))"
            declared = f"__typeof_unqual__({self.written}) {self.name};"
            return f"{declared} if ({there}) {self.name} = ({self.written});"
        return f"__typeof__({self.written}) {self.name} = ({self.written});"


@dataclass(frozen=True, slots=True)
class Range:
    """So many bytes from a pointer on. If they are asked for under a condition, a `flag` says whether."""

    pointer: str
    size: str
    flag: str = ""

    def apart(self, other: Range) -> str:
        """No byte in common, and not the same place even if there is none."""
        one, two = f"(char *)({self.pointer})", f"(char *)({other.pointer})"
        sizes = [f"(long)({it.size})" for it in (self, other)]
        beside = f"({two}) - ({one}) >= {sizes[0]} || ({one}) - ({two}) >= {sizes[1]}"
        return f"(!__dovetail_one_object({one}, {two}) || (({one}) != ({two}) && ({beside})))"


def derefs(tokens: Tokens, begin: int, end: int) -> int:
    """How often memory is read for what stands here, at least."""
    texts = [token.text for token in tokens.all[begin:end]]
    return sum(texts.count(one) for one in (b"->", b"[", b"*"))


def unsure(tokens: Tokens, begin: int, end: int) -> str:
    """Why it cannot be asked whether what an earlier value is read from is there."""
    at, place = begin + tokens.is_(begin, b"*"), True
    while at < end:
        token = tokens.all[at]
        place = place and (token.is_name or token.text in (b"->", b".", b"[", b"("))
        at = tokens.closing[at] + 1 if at in tokens.closing else at + 1
    read = derefs(tokens, begin, end)
    if read and (read > 1 or not place):
        return "an earlier value under a condition that is more than one place behind a pointer"
    return ""
