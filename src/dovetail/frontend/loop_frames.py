"""What a loop may write, by its `assigns` clause: a check at every write in its text.

It is asked while the text of the loop is lowered, so that it is asked of what stands in the loop, and of
nothing else: a write behind a `break` that leaves it is in it, one behind its end is not. The variables that
are declared in the loop, its head included, are its own; a variable that is declared before it has to be
named, and what is in memory has to lie within one of the places that are named. These are what they were when
the loop was entered, behind the first part of its head.

Nothing is concluded from such a clause, so that it can be narrower than what other tools make of it: memory
that the loop has itself asked for is not told from other memory, and a write to it has to be named. What
functions write that it calls is not asked about, which is said with the verdict.
"""

from __future__ import annotations

from dataclasses import field

from dovetail.frontend.assigned import LOOP_ASSIGNS, is_of_dovetail, within, writes
from dovetail.frontend.builder import Builder
from dovetail.frontend.linkage import Linkage, Memory, Register
from dovetail.frontend.probe_functions import ProbeFunctions
from dovetail.frontend.syntax import Node, strip
from dovetail.frontend.units import TranslationUnit
from dovetail.program.expressions import (
    FALSE,
    TRUE,
    Binary,
    BinaryOp,
    Const,
    Expr,
    Load,
    Variable,
    const,
    disjunction,
    subexpressions,
)
from dovetail.program.statements import Assign, Call, Check, Statement, Store, written_variable
from dovetail.quick_dataclass import dataclass

NOT_OF_CALLS = "what functions write that a loop calls is not compared with what it says that it assigns"


@dataclass(slots=True)
class _Frame:
    number: int
    text: str
    before: frozenset[Variable]
    """The variables that were declared before it."""
    named: set[Variable] = field(default_factory=set)
    places: list[tuple[Expr, Expr]] = field(default_factory=list)
    """Where they begin, and how large they are."""
    entered: bool = False


class LoopFrames(ProbeFunctions):
    def __init__(self, unit: TranslationUnit, linkage: Linkage, builder: Builder) -> None:
        super().__init__(unit, linkage, builder)
        self.functions |= {
            "__dovetail_loop_opens": (2, self._loop_opens),
            "__dovetail_loop_variable": (1, self._loop_variable),
            "__dovetail_loop_place": (1, self._loop_place),
            "__dovetail_loop_room": (1, self._loop_room),
            "__dovetail_loop_begins": (0, self._loop_begins),
            "__dovetail_loop_ends": (1, self._loop_ends),
        }
        self._frames: list[_Frame] = []
        builder.watched = self._watch

    def _loop_opens(self, node: Node, arguments: list[Node]) -> None:
        number, text = arguments[0].value, self.literal(arguments[1])
        assert text is not None
        self._frames.append(_Frame(int(str(number)), text, frozenset(self.build.variables)))

    def _loop_variable(self, node: Node, arguments: list[Node]) -> None:
        """It stands in a `sizeof`, so that it need not lie in memory."""
        frame = self._frames[-1]
        place = self.place(strip(strip(arguments[0]).inner[0]))
        match place:
            case Register(variable=variable):
                frame.named.add(variable)
            case Memory(address=address, type=type_):
                frame.places.append((address, const(self.target.size_t, self.target.size(type_))))
            case _:
                self.build.refuse(f"what a loop assigns is not modelled: {frame.text}")

    def _loop_place(self, node: Node, arguments: list[Node]) -> None:
        self._frames[-1].places.append((self.value(arguments[0]), Const(self.target.size_t, 0)))

    def _loop_room(self, node: Node, arguments: list[Node]) -> None:
        """How large the last place is. Between two arguments of one call the order would matter."""
        start, _ = self._frames[-1].places.pop()
        room = self.convert(self.value(arguments[0]), self.target.size_t)
        self._frames[-1].places.append((start, room))

    def _loop_begins(self, node: Node, arguments: list[Node]) -> None:
        """The places are what they are now; what cannot change in the loop need not be kept."""
        frame = self._frames[-1]
        self.at(node)
        frame.places = [
            (self._as_it_is(frame, start), self._as_it_is(frame, room)) for start, room in frame.places
        ]
        frame.entered = True

    def _as_it_is(self, frame: _Frame, value: Expr) -> Expr:
        if all(self._stays(frame, one) for one in subexpressions(value)):
            return value
        kept = self.build.variable(value.type, "what a loop assigns")
        self.emit(Assign(kept, value))
        return kept

    def _stays(self, frame: _Frame, part: Expr) -> bool:
        """A local variable of before, which is nothing that the loop may write."""
        if isinstance(part, Variable):
            return bool(part.scope) and part not in frame.named and self._was_there(frame, part)
        return not isinstance(part, Load)

    def _was_there(self, frame: _Frame, variable: Variable) -> bool:
        return variable in frame.before or variable not in self.build.variables

    def _loop_ends(self, node: Node, arguments: list[Node]) -> None:
        number = int(str(arguments[0].value))
        while self._frames and self._frames.pop().number != number:
            pass

    # -- what is written

    def _watch(self, statement: Statement) -> bool:
        """Put the checks in front of a statement; is it one of a loop that says what it assigns?"""
        entered = [frame for frame in self._frames if frame.entered]
        for frame in entered:
            if isinstance(statement, Call):
                self.linkage.assumption(self.build.position, NOT_OF_CALLS, once=True)
            condition = self._condition(frame, statement)
            if condition is not TRUE:
                said = f"what the loop writes is named in its assigns clause: {frame.text or 'nothing'}"
                info = self.linkage.new_check(LOOP_ASSIGNS, self.build.position, self.build.name, said)
                self.build.emit(Check(condition, info))
        return bool(entered)

    def _condition(self, frame: _Frame, statement: Statement) -> Expr:
        target = written_variable(statement)
        if target is not None:
            return TRUE if target in frame.named or self._is_own(frame, target) else FALSE
        for write in writes(statement, self._own_objects(frame), self._size):
            allowed = [within(self.target, write, *place) for place in frame.places]
            none = BinaryOp(Binary.EQ, write.size, const(self.target.size_t, 0))
            return disjunction([*([] if isinstance(write.size, Const) else [none]), *allowed])
        return TRUE

    def _is_own(self, frame: _Frame, variable: Variable) -> bool:
        if is_of_dovetail(variable.name) or (variable.scope and not variable.source_name):
            return True
        return not self._was_there(frame, variable)

    def _own_objects(self, frame: _Frame) -> frozenset[Variable]:
        """The variables that hold where objects are that are declared in it: they get no other value."""
        before = frame.before
        return frozenset(one for one in self.build.variables if one.name[0] == "&" and one not in before)

    def _size(self, store: Store) -> Expr:
        return const(self.target.size_t, self.target.size(store.value.type))
