"""Where the order of evaluation matters that C leaves open.

The operands of most operators, the arguments of a call and the two sides of an assignment are evaluated in
any order (C11 6.5p2 and p3, 6.5.2.2p10), and so are the values of an initialiser's list (6.7.9p23). The
Program has clang's order. It makes no difference unless one operand writes what another reads or writes, or
one may end the run, or never end, and another holds something that is checked, which is come to or not. Where
that may be so, `Orders` says it, and it becomes an assumption of the verdict.

What is read and written is told by names. A variable is itself; what is reached through a pointer is told by
its type and, of a record, by the member, and may be any variable whose address is taken, and any array. A
function does what its body does, and what those do that it calls; one without a body may write what it is
given a pointer to. The order of inputs is no matter: each may be anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from enum import Flag, auto

from dovetail.frontend.effects import CHANGING
from dovetail.frontend.errors import UnsupportedError
from dovetail.frontend.known_functions import ASSERT_FAILURES, ERROR_FUNCTIONS, NONDET
from dovetail.frontend.linkage import Properties
from dovetail.frontend.spelling import LENGTH
from dovetail.frontend.syntax import Node, strip
from dovetail.frontend.units import TranslationUnit
from dovetail.quick_dataclass import dataclass

_MEMORY = "* "
"""What a name begins with that stands for what pointers lead to: a type follows, then perhaps a member."""
_BYTES = _MEMORY + "char"
_EVERYTHING = "everything"
"""What a call through a pointer may write."""
_NOTHING: frozenset[str] = frozenset()
_ORDERED = frozenset({"&&", "||", ","})
_QUIET = frozenset(
    "malloc calloc printf puts putchar fprintf abort exit strlen strcmp strncmp memcmp".split()
)
_ENDING = frozenset(
    "exit _exit _Exit quick_exit abort longjmp siglongjmp __builtin_trap __builtin_unreachable "
    "__VERIFIER_assume __CPROVER_assume __ESBMC_assume __builtin_assume dovetail_assume".split()
)
_CHECKING = frozenset({"dovetail_always", "dovetail_sometime", "dovetail_final"})
_LOOPS = frozenset({"ForStmt", "WhileStmt", "DoStmt", "GotoStmt", "IndirectGotoStmt"})
_OVERFLOWING = frozenset("+ - * / % << ++ -- += -= *= /= %= <<=".split())
Definition = tuple[TranslationUnit, Node]


class _Marks(Flag):
    """What decides whether something else is come to at all, and what it matters for."""

    NONE = 0
    ENDS = auto()
    """The run may end here."""
    LOOPS = auto()
    """There is a loop, of which nobody has asked here whether it ends."""
    CHECKS = auto()
    """Something is asserted."""
    FAULTS = auto()
    """Something may go wrong that the properties are about."""


def _hides(one: _Marks, other: _Marks) -> bool:
    """May the first keep anybody from seeing the second? That a loop does not end is rare: it is no reason to
    speak of every access beside it."""
    if _Marks.ENDS in one and other & (_Marks.CHECKS | _Marks.FAULTS):
        return True
    return _Marks.LOOPS in one and _Marks.CHECKS in other


@dataclass(frozen=True, slots=True)
class _Effects:
    reads: frozenset[str] = _NOTHING
    writes: frozenset[str] = _NOTHING
    direct: frozenset[str] = _NOTHING
    """What is written by an operator here, and not inside of a function that is called."""
    marks: _Marks = _Marks.NONE

    def __or__(self, other: _Effects) -> _Effects:
        if other is _NONE or self is other:
            return self
        if self is _NONE:
            return other
        return _Effects(
            self.reads | other.reads,
            self.writes | other.writes,
            self.direct | other.direct,
            self.marks | other.marks,
        )


_NONE = _Effects()


class Orders:
    """Of a whole program; `find` gives the definition of a function that is called by its name."""

    def __init__(
        self, find: Callable[[TranslationUnit, str], Definition | None], properties: Properties
    ) -> None:
        self._find = find
        self.properties = properties
        self._summaries: dict[str, _Effects] = {}
        self.exposed: dict[str, bool] = {}
        """Variables that pointers may lead to, and whether they have parts."""

    def of(self, unit: TranslationUnit, function: Node) -> Iterator[tuple[Node, str]]:
        """The expressions of a function in which another order may give another result, and what is
        assumed of each."""
        nodes = list(function.walk())
        if any(node.kind in _MAY_WRITE or node.opcode in ("=", "++", "--") for node in nodes):
            self._summarise(unit, function)
            found: list[tuple[Node, str]] = []
            _Body(self, unit, nodes, found).effects()
            yield from reversed(found)

    def summary(self, unit: TranslationUnit, name: str) -> _Effects | None:
        """What a function of the program does; None if it has no body here."""
        found = self._defined(unit, name)
        return None if found is None else self._summaries.get(_ident(found), _NONE)

    def _defined(self, unit: TranslationUnit, name: str) -> Definition | None:
        try:
            found = self._find(unit, name)
        except UnsupportedError:
            return None  # another name of something: it says so where it is called
        return None if found is None or found[0].library else found

    def _summarise(self, unit: TranslationUnit, function: Node) -> None:
        """Of everything that is called from here, until nothing changes."""
        bodies: dict[str, tuple[TranslationUnit, list[Node]]] = {}
        waiting = [(unit, function)]
        while waiting:
            where, node = waiting.pop()
            nodes = list(node.walk())
            for name in dict.fromkeys(filter(None, (_called(n) for n in nodes if n.kind == "CallExpr"))):
                found = self._defined(where, name)
                if found is None or _ident(found) in self._summaries or _ident(found) in bodies:
                    continue
                bodies[_ident(found)] = (found[0], list(found[1].walk()))
                waiting.append(found)
        changed = bool(bodies)
        while changed:
            changed = False
            for name, (where, nodes) in bodies.items():
                effects = _Body(self, where, nodes, None).outside()
                if self._summaries.get(name) != effects:
                    self._summaries[name] = effects
                    changed = True


_MAY_WRITE = frozenset({"CallExpr", "CompoundAssignOperator", "AtomicExpr"})


class _Body:
    """One function, bottom-up."""

    def __init__(
        self, orders: Orders, unit: TranslationUnit, nodes: list[Node], found: list[tuple[Node, str]] | None
    ) -> None:
        self._orders = orders
        self._unit = unit
        self._nodes = nodes
        self._found = found
        self._known: dict[int, _Effects] = {}
        self._own = {
            n.id
            for n in nodes
            if n.kind in ("VarDecl", "ParmVarDecl") and n.storage not in ("static", "extern")
        }
        self._exposed = orders.exposed

    def outside(self) -> _Effects:
        """Without what only this function can see."""
        whole = self.effects()
        return _Effects(whole.reads - self._own, whole.writes - self._own, _NOTHING, whole.marks)

    def effects(self) -> _Effects:
        for node in reversed(self._nodes):  # those below a node come after it
            self._known[id(node)] = self._of(node)
        return self._known[id(self._nodes[0])]

    def _of(self, node: Node) -> _Effects:
        marks = self._marks(node)
        found = self._by_kind(node)
        return found if found.marks | marks == found.marks else found | _Effects(marks=marks)

    def _marks(self, node: Node) -> _Marks:
        """Of a node by itself; for calls see `_call`."""
        properties = self._orders.properties
        if node.kind in _LOOPS:
            return _Marks.ENDS | _Marks.LOOPS if _goes_on(node) else _Marks.LOOPS
        if node.kind == "LabelStmt" and properties.labels and node.name == "ERROR":
            return _Marks.CHECKS
        if properties.arithmetic and node.opcode in _OVERFLOWING:
            return _Marks.FAULTS
        if (properties.conversion or properties.infinite) and node.cast_kind in CHANGING:
            return _Marks.FAULTS
        if (properties.memory or properties.pointers or properties.indices) and (
            node.kind == "ArraySubscriptExpr"
            or (node.kind == "UnaryOperator" and node.opcode == "*")
            or (node.kind == "MemberExpr" and node.arrow)
        ):
            return _Marks.FAULTS
        return _Marks.NONE

    def _by_kind(self, node: Node) -> _Effects:
        parts = [self._known[id(child)] for child in node.inner if id(child) in self._known]
        match node.kind:
            case "UnaryExprOrTypeTraitExpr" | "OffsetOfExpr":
                return _NONE
            case "ImplicitCastExpr" if node.cast_kind == "LValueToRValue":
                return _union(parts) | _Effects(reads=self._place(node.inner[0]))
            case "UnaryOperator" if node.opcode in ("++", "--"):
                place = self._place(node.inner[0])
                return _union(parts) | _Effects(place, place, place)
            case "CompoundAssignOperator" | "BinaryOperator" if node.opcode.endswith("=") and (
                node.opcode not in ("==", "!=", "<=", ">=")
            ):
                return self._assignment(node, parts)
            case "BinaryOperator" if node.opcode not in _ORDERED:
                text = f"the operands of '{node.opcode}' are evaluated from left to right"
                return self._any_order(node, parts, text)
            case "BinaryOperator" | "ConditionalOperator":
                # What comes first is done before the rest begins.
                first, *rest = parts
                last = _union(rest)
                whole = first | last
                return whole if whole.direct == last.direct else replace(whole, direct=last.direct)
            case "ArraySubscriptExpr":
                return self._any_order(node, parts, "an array is evaluated before its index")
            case "InitListExpr":
                return self._any_order(node, parts, "the values of a list are evaluated in its order")
            case "CallExpr":
                text = "arguments are evaluated from left to right"
                return self._any_order(node, parts, text) | self._call(node)
            case "CompoundStmt" | "DeclStmt":
                self._lengths(node)
                return _union(parts)
            case "VAArgExpr":
                place = self._place(node.inner[0])
                return _union(parts) | _Effects(place, place)
            case "AtomicExpr":
                memory = frozenset({_BYTES})
                whole = self._any_order(node, parts, "arguments are evaluated from left to right")
                return whole | _Effects(memory, memory)
            case _:
                return _union(parts)

    def _lengths(self, node: Node) -> None:
        """Those of one array are evaluated in any order; they stand one after another in the text that is
        lowered (`renaming`)."""
        run: list[_Effects] = []
        for child in node.inner:
            declared = child.inner[0] if child.kind == "DeclStmt" and child.inner else child
            if declared.kind == "VarDecl" and declared.name.startswith(LENGTH):
                run.append(self._known.get(id(declared), _NONE))
                if len(run) > 1:
                    self._any_order(declared, run, "the lengths of an array are evaluated from left to right")
            else:
                run = []

    def _assignment(self, node: Node, parts: list[_Effects]) -> _Effects:
        text = "the right side of an assignment is evaluated before the left"
        whole = self._any_order(node, parts, text)
        place = self._place(node.inner[0])
        if node.kind == "CompoundAssignOperator" and self._clash(parts[1].writes, place):
            self._say(node, text)
        if self._clash(place, _union(parts).direct):
            self._say(node, "what is assigned twice in an expression keeps the value of the outer assignment")
        reads = place if node.kind == "CompoundAssignOperator" else _NOTHING
        return whole | _Effects(reads, place, place)

    def _call(self, node: Node) -> _Effects:
        name = _called(node)
        if name is None:
            everything, anything = frozenset({_EVERYTHING}), _Marks.ENDS | _Marks.CHECKS
            return _Effects(everything, everything, marks=anything)
        if name in ERROR_FUNCTIONS or name in ASSERT_FAILURES:
            return _Effects(marks=_Marks.ENDS | _Marks.CHECKS)
        found = self._orders.summary(self._unit, name)
        if found is not None:
            return found
        marks = _Marks.ENDS if name in _ENDING else _Marks.CHECKS if name in _CHECKING else _Marks.NONE
        properties = self._orders.properties
        if (properties.memory or properties.overflow) and not NONDET.match(name):
            marks |= _Marks.FAULTS  # the model of a library function has accesses, blocks and sums
        memory = frozenset({_BYTES}) if any(map(_is_pointer, node.inner[1:])) else _NOTHING
        return _Effects(memory, _NOTHING if name in _QUIET else memory, marks=marks)

    def _any_order(self, node: Node, parts: Sequence[_Effects], text: str) -> _Effects:
        before = _NONE
        for part in parts:
            if (
                self._clash(before.writes, part.reads | part.writes)
                or self._clash(part.writes, before.reads)
                or _hides(before.marks, part.marks)
                or _hides(part.marks, before.marks)
            ):
                self._say(node, text)
            before = before | part
        return before

    def _clash(self, left: frozenset[str], right: frozenset[str]) -> bool:
        if not left or not right:
            return False
        if not left.isdisjoint(right):
            return True
        return any(self._may_be(one, other) or self._may_be(other, one) for one in left for other in right)

    def _may_be(self, one: str, other: str) -> bool:
        """May these two names stand for the same thing?"""
        if one == _EVERYTHING:
            return other not in self._own or other in self._exposed
        if not one.startswith(_MEMORY):
            return False
        type_, _, member = one.partition(" ->")
        if not other.startswith(_MEMORY):
            return self._exposed.get(other, False) if member else other in self._exposed
        their_type, _, their_member = other.partition(" ->")
        if type_ == _BYTES or their_type == _BYTES:
            return True
        return type_ == their_type and (member == their_member or not member or not their_member)

    def _say(self, node: Node, text: str) -> None:
        if self._found is not None and not any(node is known for known, _ in self._found):
            self._found.append((node, f"{text}, as clang does: here the order matters, and C leaves it open"))

    def _place(self, node: Node) -> frozenset[str]:
        """What an lvalue designates."""
        while True:
            node = strip(node)
            match node.kind:
                case "DeclRefExpr" if node.referenced is not None:
                    return frozenset({self._key(node)})
                case "MemberExpr" if not node.arrow:
                    node = node.inner[0]
                case "ArraySubscriptExpr":
                    array = strip(node.inner[0])
                    if array.kind != "ImplicitCastExpr" or array.cast_kind != "ArrayToPointerDecay":
                        return frozenset({_memory(node)})
                    node = array.inner[0]
                case _:
                    return frozenset({_memory(node)})

    def _key(self, node: Node) -> str:
        assert node.referenced is not None
        ident = node.referenced.id
        key = ident if ident in self._own else node.referenced.name
        text = "" if node.type is None else node.type.desugared or node.type.text
        if "[" in text or ident in self._unit.taken or self._taken_by_name(key):
            self._exposed[key] = "[" in text or "struct" in text or "union" in text
        return key

    def _taken_by_name(self, name: str) -> bool:
        return any(node.id in self._unit.taken for node in self._unit.variables.get(name, ()))


def _goes_on(loop: Node) -> bool:
    """Is there no condition on which the loop ends, or one that is a constant?"""
    match loop.kind:
        case "ForStmt":
            conditions = loop.inner[2:3]  # behind the initial statement and a declaration in the condition
        case "WhileStmt":
            conditions = loop.inner[-2:-1]
        case "DoStmt":
            conditions = loop.inner[-1:]
        case _:
            return False
    return all(not any(node.kind == "DeclRefExpr" for node in one.walk()) for one in conditions) and not any(
        node.kind == "CallExpr" for one in conditions for node in one.walk()
    )


def _ident(definition: Definition) -> str:
    return f"{definition[0].index} {definition[1].name}"


def _memory(node: Node) -> str:
    text = "char" if node.type is None else node.type.desugared or node.type.text
    plain = " ".join(word for word in text.split() if word not in ("const", "volatile"))
    return f"{_MEMORY}{plain} ->{node.name}" if node.kind == "MemberExpr" else _MEMORY + plain


def _union(parts: Sequence[_Effects]) -> _Effects:
    result = _NONE
    for part in parts:
        result = result | part
    return result


def _called(node: Node) -> str | None:
    """The name of the function that is called; None through a pointer."""
    callee = strip(node.inner[0])
    while callee.kind == "ImplicitCastExpr" and callee.cast_kind != "LValueToRValue":
        callee = strip(callee.inner[0])
    if callee.kind == "DeclRefExpr" and callee.referenced is not None:
        return callee.referenced.name if callee.referenced.kind == "FunctionDecl" else None
    return None


def _is_pointer(node: Node) -> bool:
    text = "" if node.type is None else node.type.desugared or node.type.text
    return text.endswith(("*", "]")) or "*" in text
