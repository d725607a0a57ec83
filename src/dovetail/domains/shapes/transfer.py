"""What a statement does to a structure: focus, update, coerce, blur (Sagiv, Reps & Wilhelm 2002, section 6).

A statement that this view does not cover raises `NotUnderstood`: whoever asks gives up as a whole.
"""

from __future__ import annotations

from dovetail.domains.shapes import updates
from dovetail.domains.shapes.conditions import holding
from dovetail.domains.shapes.pointers import fits, pointer_cases
from dovetail.domains.shapes.structures import (
    DEAD,
    NULL,
    WILD,
    Draft,
    Structure,
    empty,
    marks_of,
)
from dovetail.domains.shapes.three_valued import YES
from dovetail.domains.shapes.vocabulary import NotUnderstood, Vocabulary, condition_of, data_load, offset_of
from dovetail.program.automata import Edge
from dovetail.program.expressions import Address, Const, Expr, Variable
from dovetail.program.position import Position
from dovetail.program.statements import (
    Allocate,
    Assign,
    Assume,
    Call,
    Check,
    Copy,
    EndLifetime,
    Fill,
    Free,
    Halt,
    Havoc,
    HavocMemory,
    Return,
    Skip,
    Statement,
    Storage,
    Store,
    Unsupported,
)
from dovetail.program.types import PointerType
from dovetail.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Alarm:
    """A check that may fail, in the structures in which it does."""

    edge: Edge
    structure: Structure


class Transfer:
    """For one vocabulary. `alarms` are those of all steps so far, each once."""

    def __init__(self, words: Vocabulary) -> None:
        self.words = words
        self.at = marks_of(words)
        self.alarms: dict[Alarm, None] = {}

    def start(self) -> Structure:
        """Globals are zero when a program starts, and locals anything."""
        draft = Draft.of(empty(self.words), self.words, self.at)
        for index in self.words.live[self.words.procedure.entry]:
            draft.values[index] = WILD if self.words.pointers[index].scope else NULL
        return draft.blurred()

    def step(self, structure: Structure, edge: Edge) -> list[Structure]:
        """The structures behind an edge, each once. Where a check may fail, an alarm is noted."""
        draft = Draft.of(structure, self.words, self.at)
        statement = edge.statement
        if isinstance(statement, Check):
            for failing in holding(draft, statement.condition, False, edge.position):
                self.alarms[Alarm(edge, failing.blurred())] = None
        found: dict[Structure, None] = {}
        for case in self._cases(draft, statement, edge.position):
            case.forget(self.words.live[edge.target], self.words.live_flags[edge.target])
            found[case.blurred()] = None
        return list(found)

    def _cases(self, draft: Draft, statement: Statement, where: Position) -> list[Draft]:
        match statement:
            case Assume(condition=condition) | Check(condition=condition):
                return [case.copy() for case in holding(draft, condition, True, where)]
            case Assign():
                return self._assigned(draft, statement, where)
            case Store():
                return self._stored(draft, statement, where)
            case Allocate(target=target, size=size, storage=Storage.HEAP):
                if not isinstance(size, Const):
                    raise NotUnderstood(where, "a block of a size that is not constant")
                return updates.allocated(draft, self.words.pointer(target), size.value)
            case Allocate(target=target) | Havoc(target=target):
                self._unknown(draft, target)
                if isinstance(target.type, PointerType):
                    return updates.pointed(draft, self.words.pointer(target), WILD)
                return [draft]
            case Free():
                return self._freed(draft, statement, where)
            case HavocMemory() | Fill():
                return self._filled(draft, statement, where)
            case Skip() | Return() | EndLifetime():
                return [draft]
            case Halt():
                return []
            case Unsupported(reason=reason):
                raise NotUnderstood(where, reason)
            case Call() | Copy():
                raise NotUnderstood(where, f"a {type(statement).__name__.lower()}")

    def _unknown(self, draft: Draft, target: Variable) -> None:
        if target in self.words.flags:
            draft.flags[self.words.flags.index(target)] = DEAD

    def _assigned(self, draft: Draft, statement: Assign, where: Position) -> list[Draft]:
        target, value = statement.target, statement.value
        if not isinstance(target.type, PointerType):
            return self._flagged(draft, target, value, where)
        pointer = self.words.pointer(target)
        return [
            one
            for case, held in pointer_cases(draft, value, where)
            for one in updates.pointed(case, pointer, held)
        ]

    def _flagged(self, draft: Draft, target: Variable, value: Expr, where: Position) -> list[Draft]:
        if target not in self.words.flags:
            return [draft]
        flag = self.words.flags.index(target)
        condition = condition_of(value)
        if isinstance(value, Variable) and value in self.words.flags:
            draft.flags[flag] = draft.flags[self.words.flags.index(value)]
            return [draft]
        if condition is None:
            draft.flags[flag] = value.value if isinstance(value, Const) else DEAD
            return [draft]
        cases = []
        for truth in (True, False):
            for case in holding(draft, condition, truth, where):
                one = case.copy()
                one.flags[flag] = int(truth)
                cases.append(one)
        return cases

    def _stored(self, draft: Draft, statement: Store, where: Position) -> list[Draft]:
        place = offset_of(statement.address)
        if place is None or isinstance(place[0], Address):
            return [draft]  # no heap block: those have constant offsets, or the vocabulary was refused
        base, offset = place
        width = self.words.program.target.size(statement.value.type)
        found = []
        for case, node in pointer_cases(draft, base, where):
            inside = node >= 0 and case.marks[node][self.at.freed] != YES and fits(case, node, offset, width)
            if isinstance(statement.value.type, PointerType):
                found += self._link_stored(case, node if inside else WILD, offset, statement, where)
            elif inside:
                found += self._data_stored(case, node, offset, width, statement, where)
            else:
                found.append(case)  # such an access changes no block
        return found

    def _link_stored(
        self, draft: Draft, node: int, offset: int, statement: Store, where: Position
    ) -> list[Draft]:
        found = []
        for case, held in pointer_cases(draft, statement.value, where):
            if node >= 0:
                found += updates.linked(case, self.words.links.index(offset), node, held)
            elif held >= 0 and self.words.other_objects:
                raise NotUnderstood(where, "a pointer written to an object that may be no heap block")
            else:
                found.append(case)
        return found

    def _data_stored(
        self, draft: Draft, node: int, offset: int, width: int, statement: Store, where: Position
    ) -> list[Draft]:
        words = self.words
        if words.data is None or words.data_type is None:
            return [draft]
        if offset >= words.data + words.data_type.width // 8 or offset + width <= words.data:
            return [draft]
        source = data_load(statement.value)
        if source is None or source[1:] != (words.data, words.data_type) or offset != words.data:
            updates.any_data(draft, node)
            return [draft]
        found = []
        for case, other in pointer_cases(draft, source[0], where):
            if other >= 0 and case.marks[other][self.at.freed] != YES:
                updates.same_data(case, node, other)
            else:
                updates.any_data(case, node)
            found.append(case)
        return found

    def _freed(self, draft: Draft, statement: Free, where: Position) -> list[Draft]:
        """Of what cannot be freed, the run ends."""
        found = []
        for case, node in pointer_cases(draft, statement.pointer, where):
            if node >= 0 and case.marks[node][self.at.freed] != YES:
                found += updates.freed(case, node)
            elif node in (NULL, WILD):
                found.append(case)
        return found

    def _filled(self, draft: Draft, statement: HavocMemory | Fill, where: Position) -> list[Draft]:
        address = statement.address if isinstance(statement, HavocMemory) else statement.to
        place = offset_of(address)
        if place is not None and isinstance(place[0], Address):
            return [draft]
        if place is None or not isinstance(statement.size, Const):
            raise NotUnderstood(where, "bytes written at a place, or in a number, that is not constant")
        base, offset = place
        end = offset + statement.size.value
        width = self.words.program.target.pointer_bits // 8

        found = []
        for case, node in pointer_cases(draft, base, where):
            if node < 0 or case.marks[node][self.at.freed] == YES:
                found.append(case)
            else:
                links = [
                    link
                    for link, at in enumerate(self.words.links)
                    if at < end and offset < at + width <= case.sizes[node]
                ]
                found += updates.any_contents(case, node, links)
        return found
