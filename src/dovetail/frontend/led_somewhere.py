"""Where the pointers lead that a function is given, as far as its contract says so.

In each alternative of a clause a pointer leads into an object that is made there, is null, or is the same as
one that leads somewhere already: `p == q || is_fresh(p, n)` is said of functions that take the same buffer
twice, or two. Of what no clause says that, it is a bound that it leads into no object.

A pointer that nothing was said of before holds anything, so it may be the other one from the beginning: a
caller that chooses (`Same`) has all executions in which the two are the same, and no others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from dovetail.frontend.clause_tokens import Tokens
from dovetail.frontend.clauses import Clause
from dovetail.frontend.parameters import Parameter
from dovetail.program.types import FunctionType, PointerType, RecordType, Target, Type, VoidType, has_pointers
from dovetail.quick_dataclass import dataclass

_OF_ACSL = (b"dovetail_valid_r", b"dovetail_valid_w")
SOMEWHERE = tuple(
    b"__CPROVER_" + word for word in (b"is_fresh", b"r_ok", b"w_ok", b"rw_ok", b"dovetail_string", *_OF_ACSL)
)
READABLE = tuple(b"__CPROVER_" + word for word in (b"r_ok", b"dovetail_string", b"dovetail_valid_r"))
"""What asks for memory that need not be there for writing. What is made for it is no constant."""
NULLS = ("0", "((void*)0)", "(void*)0", "NULL")
_NOT_READ = (b"==>", b"<==>", b"?", b",")


@dataclass(frozen=True, slots=True)
class Same:
    """Before a clause, `pointer` may become the `other` one."""

    clause: Clause
    pointer: str
    other: str

    @property
    def chosen(self) -> str:
        """If it has the address of the other one, it is the other one."""
        one, other = self.pointer, f"(void *){self.other}"
        return f"if (__dovetail_choice()) {one} = {other}; else dovetail_assume((void *){one} != {other});"


@dataclass(slots=True)
class LedSomewhere:
    """By the clauses, one after the other, that are assumed of parameters."""

    tokens: Tokens
    parameters: Sequence[Parameter]
    led: set[str] = field(default_factory=set)
    """Paths, as they are spelt: a parameter, or what it leads to."""
    same: list[Same] = field(default_factory=list)
    _mentioned: set[str] = field(default_factory=set)

    def said(self, clause: Clause) -> None:
        names = {
            one.path
            for one in self.parameters
            if isinstance(one.type, PointerType) and not isinstance(one.type.pointee, FunctionType)
        }
        for one, other in self._equal(clause.begin, clause.end):
            for pointer, known in ((one, other), (other, one)):
                new = pointer in names and pointer not in self._mentioned
                if new and known in self.led and known in names:
                    self.same.append(Same(clause, pointer, known))
        self.led |= self._in(clause.begin, clause.end)
        tokens = self.tokens.all[clause.begin : clause.end]
        self._mentioned |= {token.text.decode(errors="replace") for token in tokens if token.is_name}

    def all_of(self, certain: Sequence[str]) -> bool:
        """Is it said of all pointers that the function is given where they lead, or that they are null?"""
        led = {*certain, *self.led}

        def said(path: str, type_: Type) -> bool:
            if isinstance(type_, RecordType):
                return not has_pointers(type_)
            if not isinstance(type_, PointerType):
                return True
            pointee = type_.pointee
            if path not in led or not isinstance(pointee, RecordType):
                return path in led and not has_pointers(pointee)
            return all(
                said(f"{path} -> {member.name}", member.type)
                for member in pointee.fields
                if has_pointers(member.type)
            )

        return all(said(parameter.path, parameter.type) for parameter in self.parameters)

    def aligned(self, made: Sequence[tuple[int, int]], target: Target) -> bool:
        """Does it matter for one of these pointers, for which objects are made, that it is aligned for its
        type? Where it is not known what it points to, it does."""
        return any(self._alignment(self._spelt(*piece), target) != 1 for piece in made)

    def _alignment(self, path: str, target: Target) -> int | None:
        name, *members = path.split(" -> ")
        type_ = next((one.type for one in self.parameters if one.path == name), None)
        for member in members:
            record = type_.pointee if isinstance(type_, PointerType) else None
            fields = record.fields if isinstance(record, RecordType) else ()
            type_ = next((one.type for one in fields if one.name == member), None)
        if not isinstance(type_, PointerType):
            return None
        return 1 if isinstance(type_.pointee, (VoidType, FunctionType)) else target.align(type_.pointee)

    def _in(self, begin: int, end: int) -> set[str]:
        """The pointers that lead somewhere, or are null, whichever alternative holds."""
        tokens = self.tokens
        while tokens.is_(begin, b"(") and tokens.closing[begin] == end - 1:
            begin, end = begin + 1, end - 1
        if any(len(tokens.split(begin, end, one)) > 1 for one in _NOT_READ):
            return set()
        alternatives = tokens.split(begin, end, b"||")
        if len(alternatives) > 1:
            found = [(self._in(*one), self._null(*one)) for one in alternatives]
            paths = {path for led, _ in found for path in led}
            return {path for path in paths if all(path in led or _behind(path, null) for led, null in found)}
        parts = tokens.split(begin, end, b"&&")
        if len(parts) > 1:
            return set[str]().union(*(self._in(*one) for one in parts))
        if null := self._null(begin, end):
            return {null}
        if tokens.all[begin].text in SOMEWHERE and tokens.is_(begin + 1, b"("):
            if tokens.closing[begin + 1] == end - 1:
                return {self._spelt(*tokens.split(begin + 2, end - 1, b",")[0])}
        if end - begin != 3 or not tokens.is_(begin + 1, b"=="):
            return set()
        sides = {self._spelt(begin, begin + 1), self._spelt(begin + 2, end)}
        return {one.pointer for one in self.same if {one.pointer, one.other} == sides}

    def _equal(self, begin: int, end: int) -> list[tuple[str, str]]:
        """Names with `==` between them, and nothing else that is part of it."""
        tokens, around = self.tokens, (b"(", b")", b"&&", b"||")
        found = []
        for at in range(begin + 1, end - 1):
            if not tokens.is_(at, b"==") or not (tokens.all[at - 1].is_name and tokens.all[at + 1].is_name):
                continue
            outer = (at - 2, at + 2)
            if all(not begin <= one < end or tokens.all[one].text in around for one in outer):
                found.append((self._spelt(at - 1, at), self._spelt(at + 1, at + 2)))
        return found

    def _null(self, begin: int, end: int) -> str:
        """The p of `p == NULL`."""
        tokens = self.tokens
        while tokens.is_(begin, b"(") and tokens.closing[begin] == end - 1:
            begin, end = begin + 1, end - 1
        sides = tokens.split(begin, end, b"==")
        null = len(sides) == 2 and "".join(self._spelt(*sides[1]).split()) in NULLS
        return self._spelt(*sides[0]) if null else ""

    def _spelt(self, begin: int, end: int) -> str:
        return " ".join(token.text.decode(errors="replace") for token in self.tokens.all[begin:end])


def _behind(path: str, null: str) -> bool:
    """Is there nothing to be said of it if this one is null?"""
    return bool(null) and (path == null or path.startswith(f"{null} -> "))
