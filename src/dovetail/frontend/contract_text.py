"""Contracts as C text: of the function that is checked, a caller; of those that it calls, a body.

The *caller* has variables for the arguments, which hold anything. Each `requires` is assumed in its order,
where `is_fresh(p, n)` makes an object of n bytes for p, whatever n is. It calls the function, and each
`ensures` is a check. The *body* that stands for a function is the other way round: its `requires` are checks,
what it `assigns` gets any contents, and its `ensures` are assumed of that and of any result. Nobody has shown
that the function does so: it is an assumption, and said.

Both stand behind the text of the user's, so that clang types them there, and the Program and the native copy
come from one source. Line markers say where each clause is written.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from dovetail.frontend.assigned import FRAME, FREED, ROOM
from dovetail.frontend.clause_values import Range
from dovetail.frontend.clause_words import ALWAYS, NEVER, RESULT_NAME, Rewriting, Situation
from dovetail.frontend.clauses import Clause, Lifted, quoted
from dovetail.frontend.contract_places import Target
from dovetail.frontend.contracts_given import GivenContract
from dovetail.frontend.entry import ENTRY, ENTRY_TEXT, Entry
from dovetail.frontend.errors import InputError
from dovetail.frontend.led_somewhere import READABLE, LedSomewhere
from dovetail.frontend.made_up import NO_CALLBACKS
from dovetail.frontend.own_calls import CALLED_AGAIN, Measure, own_declarator
from dovetail.frontend.parameters import Parameter, parameters_of
from dovetail.frontend.restrictions import Sentence
from dovetail.frontend.syntax import Node
from dovetail.frontend.units import TranslationUnit
from dovetail.frontend.written_places import guard_of, range_of
from dovetail.program.types import (
    FunctionType,
    PointerType,
    VoidType,
    has_pointers,
)

UNIT = "__dovetail_unit"


class ContractWriter:
    """The text of one contract."""

    def __init__(self, unit: TranslationUnit, contract: GivenContract) -> None:
        assert unit.clauses is not None
        self.unit = unit
        self.lifted: Lifted = unit.clauses
        self.contract = contract
        self._ranges = 0
        self._freed: list[str] = []
        self.parameters: list[Parameter] = parameters_of(unit, contract.node)
        for clause, place in zip(contract.clauses, contract.places, strict=True):
            if _names(place) != _names(contract.node):
                text = (
                    f"the contract of '{contract.function}' stands at declarations that name its parameters"
                )
                raise InputError(f"{text} in different ways: give them the same names", clause.position)
        declared = unit.types.of_declared(contract.node.type)
        self.returns = declared.returns if isinstance(declared, FunctionType) else VoidType()

    def caller(self, calls_back: str = "") -> Entry:
        """That of the function itself; one that is taken by its contract may call it again."""
        name = self.contract.function
        lines = [f"static void {UNIT}(void) {{"]
        for parameter in self.parameters:
            lines.append(f"    __typeof_unqual__({parameter.written}) {parameter.path};")
        old = Rewriting(self.lifted.tokens, Situation.PROMISED, "__dovetail_unit")
        before = Rewriting(self.lifted.tokens, Situation.ASSUMED, "__dovetail_unit_before")
        given = self._in_order("requires", before)
        again, said_again = self._again("requires", before)
        old.there_before = before.held
        after = [(clause, self._truth(old, clause)) for clause in self.contract.of_kind("ensures")]
        measure = self._measure()
        lines += again.flags()
        led = LedSomewhere(self.lifted.tokens, self.parameters)
        lines += self._assumed(led, [*given, *said_again])
        lines += measure.kept()
        promised = [clause for clause in self.contract.of_kind("ensures") if clause.said]
        for clause in promised[:1]:  # in ACSL, to return is a part of the contract
            text = f"that '{name}' returns is not shown: what holds behind it does if it returns"
            lines += self._at(clause, f"__dovetail_noted({quoted(text)});")
        if calls_back:
            text = CALLED_AGAIN.format(name, calls_back)
            lines += self._at(self.contract.clauses[0], f"__dovetail_noted({quoted(text)});")
        for clause in self.contract.of_kind("noted"):
            lines += self._at(clause, f"__dovetail_noted({self._quoted_text(clause)});")
        lines += [f"dovetail_assume({one.apart(other)});" for one, other in _asked_twice(before.fresh)]
        frame = [
            (clause, line) for clause in self.contract.of_kind("assigns") for line in self._frame(clause)
        ]
        for clause in self.contract.of_kind("frees"):
            for piece in self.lifted.tokens.split(clause.begin, clause.end, b","):
                if piece[0] < piece[1]:
                    self._freed.append(old.text(*piece))
                    frame.append((clause, f"{FREED}{len(self._freed) - 1} = (void *)({self._freed[-1]});"))
        for clause, text in frame:
            lines += self._at(clause, text)
        call = f"{name}({', '.join(parameter.path for parameter in self.parameters)})"
        lines += [f'# 2 "{ENTRY_TEXT}{name}>"', *(one.declared() for one in old.snapshots)]
        returned = "" if isinstance(self.returns, VoidType) else f"__typeof__({call}) {RESULT_NAME} = "
        line = f"    {returned}{call};"
        lines.append(line)
        for clause, text in after:
            kind = quoted(f"ensures {name}")
            lines += self._at(clause, f"__dovetail_clause({kind}, {self._quoted(clause)}, {text});")
        kept = [f"static void *{one};" for one in before.held] + measure.declared()
        kept += [f"static void *{FRAME}{n}; static __CPROVER_size_t {ROOM}{n};" for n in range(self._ranges)]
        kept += [f"static void *{FREED}{n};" for n in range(len(self._freed))]
        lines = [f'\n# 1 "{ENTRY_TEXT}{name}>"', *kept, *lines]
        lines += ["}", f'# 3 "{ENTRY_TEXT}{name}>"', f"int {ENTRY}(void) {{ {UNIT}(); return 0; }}", ""]
        said, free = self._taken_for_granted(before, led), self.contract.writes_anything
        returns = None if isinstance(self.returns, VoidType) else self.returns
        entry = Entry("\n".join(lines), tuple(said), NO_CALLBACKS, line, returns, call, unit=UNIT, free=free)
        written = [self.lifted.written(clause) for clause in self.contract.of_kind("assigns")]
        return replace(entry, assigns=", ".join(one for one in written if one))

    def _taken_for_granted(self, before: Rewriting, led: LedSomewhere) -> list[Sentence]:
        name = self.contract.function
        position = self.unit.source.position(self.contract.node.offset)
        text = f"'{name}' is called once, with all globals as they are at the start"
        said = [Sentence(text, position, state=True)]
        if before.fresh and before.shared:
            text = f"what is to be fresh for '{name}' lies apart from what it is given to read and write"
            said.append(Sentence(text, position, anyway=True))
        if before.fresh and any(token.text in _OF_OBJECTS for token in self.lifted.tokens.all):
            text = f"the objects that '{name}' is given have no other bytes than the contract speaks of"
            said.append(Sentence(text, position, anyway=True))
        if not led.all_of(before.certain):
            text = f"pointers of which the contract of '{name}' does not say so lead into no object"
            known = {*before.certain, *led.led}
            direct = all(one.path in known or not has_pointers(one.type) for one in self.parameters)
            said.append(Sentence(text, position, anyway=not direct, out=True))
        if before.shared:
            text = f"what '{name}' is given to read and write lies apart from all globals"
            said.append(Sentence(text, position, variables=tuple(self.unit.variables)))
        if (self._ranges or self.contract.writes_anything) and self._only_readable("requires"):
            text = f"memory that the contract of '{name}' says is readable is taken to be no constant"
            said.append(Sentence(text, position))
        if led.aligned(before.made, self.unit.types.target):
            text = (
                f"the pointers that '{name}' is given are aligned for their types, which no caller is asked"
            )
            said.append(Sentence(text, position))
        return said

    def _only_readable(self, kind: str) -> bool:
        """Is memory made of which it is said that it can be read, and not that it can be written?"""
        tokens = self.lifted.tokens.all
        clauses = self.contract.of_kind(kind)
        return any(token.text in READABLE for one in clauses for token in tokens[one.begin : one.end])

    def _assumed(self, led: LedSomewhere, said: Sequence[tuple[Clause, str]]) -> list[str]:
        """The preconditions; a pointer that one of them says to be another one may become that before."""
        for clause in self.contract.of_kind("requires"):
            led.said(clause)
        lines, before = list[str](), set[int]()
        for clause, text in said:
            if id(clause) not in before:
                lines += [f"    {one.chosen}" for one in led.same if one.clause is clause]
            before.add(id(clause))
            lines += self._at(clause, f"__dovetail_given({self._quoted(clause)}, {text});")
        return lines

    def body(self, *, own: bool = False) -> str:
        """What stands for it where it is called; where it calls itself, if these calls are its `own`."""
        name = self.contract.function
        tokens = self.lifted.tokens
        required = self.contract.of_kind("requires")
        compares = any(one.text == _FRESH for it in required for one in tokens.all[it.begin : it.end])
        before = Rewriting(tokens, Situation.CHECKED, "__dovetail_before", compares=compares)
        targets = [one for clause in self.contract.of_kind("assigns") for one in self._targets(clause)]
        after = Rewriting(tokens, Situation.ASSUMED, "__dovetail_after")
        after.changes = lambda pointer: self._given_anew(pointer, targets, after)
        ensured = self._in_order("ensures", after)
        again, said_again = self._again("ensures", after)
        same = self._same_as(after)
        declared = self._declarator()
        head = [f"\n{declared} {{"]
        if own:
            head = ["", *self._measure().declared(), f"{own_declarator(declared, name)} {{"]
        lines = head
        asked = [(one, self._truth(before, one)) for one in required]
        lines += before.flags() + again.flags()
        for clause, condition in asked:
            kind = quoted(f"requires {name}")
            lines += self._at(clause, f"__dovetail_clause({kind}, {self._quoted(clause)}, {condition});")
        lines += self._apart(before)
        lines += self._measure().checked() if own else []
        lines += self._at(self.contract.clauses[0], f"__dovetail_by_contract({quoted(name)}, {int(own)});")
        result_is_own = any(one.pointer == RESULT_NAME and not one.flag for one in after.fresh)
        gives = has_pointers(self.returns) and not (result_is_own or same)
        if gives or self._leaves_pointers():
            said = f"__dovetail_pointers_of({quoted(name)}, {int(gives)});"
            lines += self._at(self.contract.clauses[0], said)
        if self._only_readable("ensures"):
            text = f"memory that '{name}' is said to give for reading is taken to be no constant"
            lines += self._at(self.contract.clauses[0], f"__dovetail_noted({quoted(text)});")
        lines += [one.declared() for one in (*after.snapshots, *again.snapshots)]
        lines += [f"void *{name};" for name in after.held]
        # What is written, and freed, is what these places were before anything was.
        for one in targets:
            lines += self._at(one.clause, *one.kept())
        freed = [line for clause in self.contract.of_kind("frees") for line in self._to_be_freed(clause)]
        lines += [line for line, _ in freed]
        lines += [one.overwritten() for one in targets]
        lines += [line for _, line in freed]
        is_void = isinstance(self.returns, VoidType)
        if not is_void:
            arguments = ", ".join(parameter.path for parameter in self.parameters)
            lines.append(f"__typeof_unqual__({name}({arguments})) {RESULT_NAME};")
            lines += [f"{RESULT_NAME} = (void *)({one});" for one in same[:1]]
        for clause, text in [*ensured, *said_again]:
            lines += self._at(clause, f"__dovetail_given({self._quoted(clause)}, {text});")
        lines += [";" if is_void else f"return {RESULT_NAME};", "}", ""]
        return "\n".join(lines)

    def _measure(self) -> Measure:
        clauses = self.contract.of_kind("decreases")
        rewriting = Rewriting(self.lifted.tokens, Situation.CHECKED, "__dovetail_measure")
        texts = [(clause, rewriting.text(clause.begin, clause.end)) for clause in clauses[:1]]
        return Measure(
            self.contract.function, texts, self._at, self.lifted.written, self.unit.types.target.model
        )

    def _same_as(self, after: Rewriting) -> list[str]:
        """The pointers that the result is said to be, whatever else holds: it leads where they lead."""
        tokens, found = self.lifted.tokens, list[str]()
        if not isinstance(self.returns, PointerType):
            return found
        for clause in self.contract.of_kind("ensures"):
            for part in tokens.conjuncts((clause.begin, clause.end)):
                begin, end = part
                if tokens.is_(begin, _EXACTLY) and tokens.closing.get(begin + 1) == end - 1:
                    begin, end = tokens.bare((begin + 2, end - 1))
                sides = tokens.split(begin, end, b"==")
                if len(sides) != 2 or any(len(tokens.split(begin, end, one)) > 1 for one in _WEAKER):
                    continue
                one, other = (tokens.bare(side) for side in sides)
                if self._is_result(*other):
                    one, other = other, one
                if self._is_result(*one) and self._is_given(*other):
                    found.append(after.text(*other))
        return found

    def _is_given(self, begin: int, end: int) -> bool:
        """Is it made of parameters alone? What is read of memory, or of globals, may have changed."""
        names, tokens = {one.path for one in self.parameters} | _OF_TYPES, self.lifted.tokens
        for at in range(begin, end):
            token = tokens.all[at]
            if token.is_name and token.text.decode(errors="replace") not in names:
                return False
            of_type = token.text == b"*" and (tokens.is_(at + 1, b")") or tokens.is_(at + 1, b"*"))
            if token.text in _FOLLOWING and not of_type:
                return False
        return True

    def _is_result(self, begin: int, end: int) -> bool:
        return end - begin == 1 and self.lifted.tokens.is_(begin, b"__CPROVER_return_value")

    def _in_order(self, kind: str, rewriting: Rewriting) -> list[tuple[Clause, str]]:
        """The clauses as they stand. Where objects are made for pointers of which something was said before,
        that was of other pointers: so it is said behind them (`_again`)."""
        found = [(one, self._truth(rewriting, one)) for one in self.contract.of_kind(kind)]
        return [
            (clause, text)
            for clause, text in found
            if not self._is_early(clause, rewriting)
            or any(clause.begin <= made[0] < clause.end for made in rewriting.made)
        ]

    def _again(self, kind: str, first: Rewriting) -> tuple[Rewriting, list[tuple[Clause, str]]]:
        """The clauses that speak of a pointer before an object is made for it, when everything is there."""
        rewriting = Rewriting(self.lifted.tokens, Situation.CHECKED, f"{first.names}_again")
        early = [one for one in self.contract.of_kind(kind) if self._is_early(one, first)]
        return rewriting, [(clause, self._truth(rewriting, clause)) for clause in early]

    def _is_early(self, clause: Clause, rewriting: Rewriting) -> bool:
        return any(self._looks_at(clause, made) for made in rewriting.made)

    def _looks_at(self, clause: Clause, made: tuple[int, int]) -> bool:
        """Does the clause look at what is made, before it is?"""
        tokens = self.lifted.tokens
        before = range(clause.begin, min(clause.end, made[0] - 2))
        names = {tokens.all[at].text for at in range(*made) if tokens.all[at].is_name}
        through_memory = made[1] - made[0] != 1
        return any(
            tokens.all[at].text in names or (through_memory and tokens.all[at].text in _FOLLOWING)
            for at in before
        )

    def _leaves_pointers(self) -> bool:
        """May there be pointers among what the contract lets the function write?"""
        names = {
            token.text.decode(errors="replace")
            for clause in self.contract.of_kind("assigns")
            for token in self.lifted.tokens.all[clause.begin : clause.end]
        }
        given = [self.returns.pointee] if isinstance(self.returns, PointerType) else []
        if not names:
            return any(isinstance(one, VoidType) or has_pointers(one) for one in given)
        through = [one.type.pointee for one in self.parameters if isinstance(one.type, PointerType)]
        globals_ = [
            node.type for name in names for node in self.unit.variables.get(name, ()) if node.type is not None
        ]
        types = [*given, *through, *map(self.unit.types.of_declared, globals_)]
        return any(isinstance(one, VoidType) or has_pointers(one) for one in types)

    def _declarator(self) -> str:
        """The declaration, without what stands behind it."""
        node, source = self.contract.node, self.unit.source
        body = next((child for child in node.inner if child.kind == "CompoundStmt"), None)
        end = node.end if body is None else body.offset
        lines = source.slice(node.offset, end).split("\n")
        text = " ".join(line.strip() for line in lines if not line.lstrip().startswith("#"))
        position = self.contract.clauses[0].position
        return f"# {position.line} {quoted(position.file)}\n{text.rstrip(' ;')}"

    def _quoted_text(self, clause: Clause) -> str:
        return quoted(self.lifted.tokens.written(clause.begin, clause.end))

    def _quoted(self, clause: Clause) -> str:
        return quoted(self.lifted.written(clause))

    def _truth(self, rewriting: Rewriting, clause: Clause) -> str:
        return f"({rewriting.text(clause.begin, clause.end)})"

    def _at(self, clause: Clause, *statements: str) -> list[str]:
        marker = f"# {clause.position.line} {quoted(clause.position.file)}"
        return [line for statement in statements for line in (marker, f"    {statement}")]

    def _apart(self, before: Rewriting) -> list[str]:
        """What is asked for one pointer alone has nothing in common with the rest."""
        lines = []
        name = quoted(f"fresh {self.contract.function}")
        for number, one in enumerate(before.fresh):
            for other in before.fresh[:number]:
                if one.flag or other.flag:
                    lines.append(self._unless_apart(one, other))
                else:
                    said = quoted(f"{other.pointer}, {one.pointer}")
                    lines.append(f"    __dovetail_clause({name}, {said}, {one.apart(other)});")
            lines += [self._unless_apart(one, other) for other in before.accessible]
        return lines

    def _unless_apart(self, one: Range, other: Range) -> str:
        """What is shown of the function is not shown of such a call."""
        asked = " && ".join(it.flag or f"({it.pointer})" for it in (one, other))
        reason = quoted(f"{other.pointer} and {one.pointer} have bytes in common where a contract wants none")
        return f"    if ({asked} && !{one.apart(other)}) __dovetail_unsupported({reason});"

    def _targets(self, clause: Clause) -> Iterator[Target]:
        """What is assigned."""
        tokens = self.lifted.tokens
        for group in tokens.split(clause.begin, clause.end, b";"):
            guard, targets = self._guarded(group)
            for target in tokens.split(*targets, b","):
                if target[0] < target[1]:
                    self._ranges += 1
                    yield Target(clause, self._ranges, guard, *range_of(self.lifted.tokens, target))

    def _given_anew(self, pointer: str, targets: Sequence[Target], after: Rewriting) -> str:
        """The condition under which a pointer is the callee's to give another value: it gives the result, and
        writes what it assigns and what it has made."""
        written = pointer.strip(" ()")
        if written == RESULT_NAME:
            return ALWAYS
        if written in {parameter.path for parameter in self.parameters}:
            return NEVER  # the caller's own has not changed
        place = f"(char *)&({pointer})"
        made = [f"__dovetail_one_object({place}, {held})" for held in after.held]
        return f"({' || '.join([*(one.holds(place) for one in targets), *made]) or NEVER})"

    def _to_be_freed(self, clause: Clause) -> Iterator[tuple[str, str]]:
        """What may be freed may be gone, and has to be a block: which one it is, and that it is gone."""
        tokens = self.lifted.tokens
        for group in tokens.split(clause.begin, clause.end, b";"):
            guard, targets = self._guarded(group)
            for target in tokens.split(*targets, b","):
                if target[0] < target[1]:
                    self._ranges += 1
                    kept = f"__dovetail_to_free_{self._ranges}"
                    pointer = Rewriting(tokens, Situation.CHECKED, "__dovetail_freed").text(*target)
                    yield (
                        f"    void *{kept} = 0; {guard}{kept} = (void *)({pointer});",
                        f"    if (__dovetail_choice()) __dovetail_free({kept});",
                    )

    def _frame(self, clause: Clause) -> list[str]:
        """The ranges that are assigned, kept in variables (`assigned`)."""
        tokens = self.lifted.tokens
        lines = []
        for group in tokens.split(clause.begin, clause.end, b";"):
            guard, targets = self._guarded(group)
            for target in tokens.split(*targets, b","):
                if target[0] < target[1]:
                    pointer, size = range_of(self.lifted.tokens, target)
                    start, room = f"{FRAME}{self._ranges}", f"{ROOM}{self._ranges}"
                    lines.append(f"{guard}{{ {start} = {pointer}; {room} = {size}; }}")
                    self._ranges += 1
        return lines

    def _guarded(self, group: tuple[int, int]) -> tuple[str, tuple[int, int]]:
        """`condition: targets`."""
        tokens = self.lifted.tokens
        if any(tokens.is_(at, b"?") for at in range(*group)):
            raise InputError(
                "an assigns clause with a choice in it is not read", self.contract.clauses[0].position
            )
        guard, targets = guard_of(tokens, group)
        return (f"if ({guard}) " if guard else ""), targets


def _names(function: Node) -> list[str]:
    return [child.name for child in function.inner if child.kind == "ParmVarDecl"]


def _asked_twice(ranges: Sequence[Range]) -> Iterator[tuple[Range, Range]]:
    """Of one pointer: no call can do that."""
    for number, one in enumerate(ranges):
        for other in ranges[:number]:
            if one.pointer == other.pointer and not one.flag and not other.flag:
                yield one, other


_OF_TYPES = frozenset("void char short int long unsigned signed const".split())
_EXACTLY, _FRESH = b"__CPROVER_dovetail_exactly", b"__CPROVER_is_fresh"
_WEAKER = (b"||", b"|", b"^", b"&", b"!=", b"?", b",", b"==>", b"<==>", b"&&")
"""What binds its sides less than `==` does, or as little."""
_FOLLOWING = (b"->", b"*", b"[")
"""What stands where memory is read, which may be that of the pointer."""
_OF_OBJECTS = tuple(
    b"__CPROVER_" + word
    for word in (b"same_object", b"OBJECT_SIZE", b"POINTER_OFFSET", b"pointer_offset", b"POINTER_OBJECT")
)
"""Words that ask about whole objects, of which a pointer may be given a part."""
