"""The ledger: all that is known about one program, in the order in which it was found out.

Nothing is ever taken back or changed. What somebody else has said already is not entered again, so that it
stays known who said it first. An entry rests on others; what a proof rests on, all the way down, is its cone,
and who helped to find it is read off there.

Whoever works on the ledger in a process of its own has a copy of it, and enters there what is sent to it: it
is the same entries in all of them, if not in the same order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TypeVar

from dovetail.execution.inputs import InputVector
from dovetail.ledger.conditions import Formulas
from dovetail.ledger.entries import Entry, Fact, Key, Predicate, Standing, Test, Violation
from dovetail.program.automata import Program
from dovetail.program.expressions import Expr

E = TypeVar("E", bound=Entry)


class Ledger:
    def __init__(self, program: Program, entries: Iterable[Entry] = (), *, author: str = "") -> None:
        """`author` is who writes here (`post`); what others have written is entered (`enter`)."""
        self.program = program
        self.author = author
        self.formulas = Formulas(program)
        self._entries: list[Entry] = []
        self._by_key: dict[Key, Entry] = {}
        self.posted: Callable[[Entry], None] = lambda entry: None
        """Is told of what is new here."""
        for entry in entries:
            self.enter(entry)

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._entries)

    def __getitem__(self, key: Key) -> Entry:
        return self._by_key[key]

    def __contains__(self, key: Key) -> bool:
        return key in self._by_key

    def since(self, number: int) -> list[Entry]:
        """What was entered after so many entries."""
        return self._entries[number:]

    def enter(self, entry: Entry) -> bool:
        """Is it new?"""
        if entry.key in self._by_key:
            return False
        self._entries.append(entry)
        self._by_key[entry.key] = entry
        return True

    def post(self, entry: Entry) -> Key:
        """Enter something of one's own, for everybody to see."""
        entry = entry.by(self.author)
        if self.enter(entry):
            self.posted(entry)
        return entry.key

    # What is known

    def of(self, kind: type[E]) -> Iterator[E]:
        return (entry for entry in self._entries if isinstance(entry, kind))

    @property
    def tests(self) -> list[InputVector]:
        return [entry.vector for entry in self.of(Test)]

    @property
    def violated(self) -> dict[int, InputVector]:
        """By check, the first inputs on which it is said to fail."""
        found: dict[int, InputVector] = {}
        for entry in self.of(Violation):
            found.setdefault(entry.check, entry.vector)
        return found

    def post_fact(self, location: int, condition: Expr, rests_on: tuple[Key, ...] = ()) -> Key:
        """Something that holds; `rests_on` is what was taken for granted where it was shown."""
        standing = Standing.INDUCTIVE if rests_on else Standing.PROVED
        text = self.formulas.written(condition)
        return self.post(Fact(location=location, condition=text, standing=standing, rests_on=rests_on))

    def holding(self) -> dict[int, dict[Expr, Key]]:
        """By location, what holds there, with the key of the entry that says so."""
        found: dict[int, dict[Expr, Key]] = {}
        for entry in self.of(Fact):
            if entry.standing in (Standing.PROVED, Standing.INDUCTIVE):
                condition = self.formulas.read(entry.condition)
                found.setdefault(entry.location, {}).setdefault(condition, entry.key)
        return found

    def post_predicate(self, location: int, condition: Expr) -> Key:
        """Something worth tracking."""
        return self.post(Predicate(location=location, condition=self.formulas.written(condition)))

    def predicates(self) -> dict[int, dict[Expr, Key]]:
        """By location, what others have found worth tracking there."""
        found: dict[int, dict[Expr, Key]] = {}
        for entry in self.of(Predicate):
            if entry.author != self.author:
                found.setdefault(entry.location, {})[self.formulas.read(entry.condition)] = entry.key
        return found

    def assumed(self, known: Mapping[int, Iterable[Expr]]) -> tuple[Key, ...]:
        """The entries that say what somebody takes for granted, by location: what is shown with its help
        rests on them."""
        found: list[Key] = []
        for location, holding in self.holding().items():
            taken = set(known.get(location, ()))
            found += [key for condition, key in holding.items() if condition in taken]
        return tuple(found)

    # Who helped

    def cone(self, key: Key) -> list[Entry]:
        """An entry and all that it rests on, the nearest first."""
        found: dict[Key, Entry] = {}
        waiting = [key]
        while waiting:
            here = waiting.pop(0)
            if here not in found and here in self._by_key:
                found[here] = self._by_key[here]
                waiting += found[here].rests_on
        return list(found.values())
