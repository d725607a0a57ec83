"""Probes: what is put into a program's text so that it tells which targets of a criterion it reaches.

A probe is C text at an exact place of the preprocessed file: a condition `c` becomes
`__dovetail_took(3, 4, !!(c))`, a statement `s` gets a `__dovetail_reached(5);` in front. The text with its
probes is read by the front end, to which they are intrinsics, and compiled for native runs, where they are
functions of the harness. So a search for a test and its measurement are about the same places.

Where an expression is not evaluated (`sizeof`, a constant) there is no target, and in the bound of an array
or in what `__builtin_choose_expr` chooses from there is none either. What the front end does not lower,
because no path leads there or the condition is a constant, has a probe but no target in the Program.

Not here: what a target means in a Program (`program.targets`), and the coverage of one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from dovetail.frontend import switch_labels
from dovetail.frontend.errors import InputError
from dovetail.frontend.source import Source
from dovetail.frontend.spelling import CHOSEN
from dovetail.frontend.switch_labels import integer_type
from dovetail.frontend.syntax import Node, bare, callee_name, strip
from dovetail.frontend.units import TranslationUnit
from dovetail.program.position import Position
from dovetail.program.targets import Place, TargetInfo
from dovetail.program.types import Target
from dovetail.quick_dataclass import dataclass

BRANCHES, CONDITIONS, NODES, EDGES, PATHS = "branches", "conditions", "nodes", "edges", "paths"
STATES = "abstract-states"
IN_TEXT = (NODES, EDGES, BRANCHES, CONDITIONS, PATHS)
"""The criteria whose targets follow from the text alone."""

DECLARATIONS = (
    "extern int __dovetail_took(int, int, int); "
    "extern void __dovetail_reached(int); "
    "extern void __dovetail_met(int, int); "
    "extern void __dovetail_vector(int, int, ...); "
    "extern int __dovetail_chosen_int(int, int, int, ...); "
    "extern unsigned __dovetail_chosen_uint(int, unsigned, int, ...); "
    "extern long long __dovetail_chosen_longlong(int, long long, int, ...); "
    "extern unsigned long long __dovetail_chosen_ulonglong(int, unsigned long long, int, ...);\n"
)
_SHOWN = 60

_NO_CODE = frozenset(
    "ConstantExpr EnumDecl RecordDecl TypedefDecl StaticAssertDecl UnaryExprOrTypeTraitExpr OffsetOfExpr "
    "ChooseExpr AddrLabelExpr TypeTraitExpr".split()
)
_NOT_EVALUATED = frozenset(
    "__builtin_constant_p __builtin_object_size __builtin_dynamic_object_size __builtin_classify_type "
    "__builtin_assume".split()
)
_DECIDING = frozenset({"IfStmt", "WhileStmt", "DoStmt", "ForStmt", "SwitchStmt"})
_LABELS = frozenset({"LabelStmt", "CaseStmt", "DefaultStmt", "AttributedStmt"})


@dataclass(frozen=True, slots=True, order=True)
class StateProbe:
    """A target of its own: being at a place with a condition, written in C, about variables that are known
    there. `what` says that for people; where the place is, the program says."""

    place: Place
    condition: str
    what: str


@dataclass(frozen=True, slots=True, order=True)
class VectorProbe:
    """A place where states are abstracted, by predicates written in C about variables that are known there,
    which do nothing but to read them. `ident` is the place's own number (`program.statements.Probe`)."""

    ident: int
    place: Place
    predicates: tuple[str, ...]
    position: Position
    function: str


@dataclass(frozen=True, slots=True)
class SourcePredicate:
    """A condition that stands in a function and does nothing but to read these variables. `asked` if it is
    one of `dovetail_predicate`."""

    function: str
    text: str
    names: frozenset[str]
    line: int
    asked: bool


@dataclass(frozen=True, slots=True)
class Probing:
    """Which probes to put in. `states` are those of the criterion that is not in the text; at `vectors`,
    whatever the criterion, states are abstracted."""

    criterion: str
    states: tuple[StateProbe, ...] = ()
    vectors: tuple[VectorProbe, ...] = ()


@dataclass(frozen=True, slots=True)
class _Edit:
    """Text at an offset. At one offset, what closes comes first, the inner before the outer, then what stands
    for itself, then what opens, the outer before the inner."""

    offset: int
    rank: int
    order: int
    text: str


@dataclass(frozen=True, slots=True)
class Probed:
    """The units, read again with the probes in them, all targets, and the predicates of the text."""

    units: list[TranslationUnit]
    targets: tuple[TargetInfo, ...]
    predicates: tuple[SourcePredicate, ...]
    no_predicates: tuple[str, ...]
    """What `dovetail_predicate` asks for, and does more than to read variables."""


def probed(units: Sequence[TranslationUnit], probing: Probing, target: Target) -> Probed:
    infos: list[TargetInfo] = []
    predicates: list[SourcePredicate] = []
    others: list[str] = []
    made: list[TranslationUnit] = []
    for probe in probing.states:
        if not 0 <= probe.place.unit < len(units):
            raise InputError(f"no statement stands at {probe.place}")
    for unit in units:
        prober = _Prober(unit, probing.criterion, len(infos))
        for node in unit.functions.values():
            prober.function(node)
        prober.states([probe for probe in probing.states if probe.place.unit == unit.index])
        prober.vectors([probe for probe in probing.vectors if probe.place.unit == unit.index])
        infos += prober.infos
        predicates += prober.predicates
        others += prober.no_predicates
        source = _edited(unit.source, prober.edits)
        made.append(TranslationUnit(source, target, index=unit.index, flags=unit.flags))
    return Probed(made, tuple(infos), tuple(predicates), tuple(others))


def _edited(source: Source, edits: Iterable[_Edit]) -> Source:
    pieces: list[bytes] = [DECLARATIONS.encode()]
    inserted: list[tuple[int, int]] = [(0, len(pieces[0]))]
    at, moved = 0, len(pieces[0])
    for edit in sorted(edits, key=lambda edit: (edit.offset, edit.rank, edit.order)):
        text = edit.text.encode()
        pieces += [source.text[at : edit.offset], text]
        at = edit.offset
        inserted.append((at + moved, len(text)))
        moved += len(text)
    text = b"".join([*pieces, source.text[at:]])
    return Source(source.name, text, source.library, tuple(inserted))


class _Prober:
    """Goes over the functions of one unit."""

    def __init__(self, unit: TranslationUnit, criterion: str, before: int) -> None:
        self._unit = unit
        self._source = unit.source
        self._branches = criterion in (BRANCHES, EDGES, PATHS)
        self._conditions = criterion == CONDITIONS
        self._nodes = criterion in (NODES, EDGES)
        self._before = before
        self._function = ""
        self._met: set[tuple[int, int, str]] = set()
        self.edits: list[_Edit] = []
        self.infos: list[TargetInfo] = []
        self.predicates: list[SourcePredicate] = []
        self.no_predicates: list[str] = []
        self._bodies: set[int] = set()
        """Blocks to which control comes from a decision, by identity."""
        self._places: dict[tuple[int, int, bool], str] = {}
        """Where statements stand, and in which function. A probe anywhere else might change what the program
        does."""

    def function(self, node: Node) -> None:
        self._function = node.name
        body = next(child for child in node.inner if child.kind == "CompoundStmt")
        if self._nodes:
            ident = self._target(
                "node", node.loc.offset if node.loc else node.offset, f"entry of {node.name}"
            )
            self.edits.append(_Edit(body.offset + 1, 1, 0, f" __dovetail_reached({ident});"))
        self._bodies = {id(body)}
        stack = [body]
        while stack:
            current = stack.pop()
            stack.extend(reversed(list(self._visited(current))))

    def states(self, probes: Iterable[StateProbe]) -> None:
        for probe in sorted(probes):
            place = probe.place
            function = self._places.get((place.row, place.before, place.simple))
            offset = self._source.offset(place.row, place.before)
            if function is None or offset is None:
                raise InputError(f"{self._source.name}: no statement stands at {place}")
            ident = self._before + len(self.infos) + 1
            position = self._source.position(offset)
            self.infos.append(TargetInfo(ident, "state", position, function, probe.what))
            self._before_statement(probe.place, f"__dovetail_met({ident}, !!({probe.condition}))", ident)

    def vectors(self, probes: Iterable[VectorProbe]) -> None:
        for probe in sorted(probes):
            truths = "".join(f", !!({text})" for text in probe.predicates)
            call = f"__dovetail_vector({probe.ident}, {len(probe.predicates)}{truths})"
            self._before_statement(probe.place, call)

    # -- one node

    def _visited(self, node: Node) -> Iterator[Node]:
        """Put in the probes of a node; those of its children in which something can happen."""
        children = node.inner
        match node.kind:
            case kind if kind in _NO_CODE or kind.endswith("Attr"):
                return
            case "VarDecl" if node.storage in ("static", "extern"):
                return
            case "CallExpr" if callee_name(node) in _NOT_EVALUATED:
                return
            case "CallExpr" if callee_name(node) == "dovetail_predicate" and len(children) == 2:
                self._predicate(children[1], asked=True)
            case "GenericSelectionExpr":
                children = [strip(node)] if strip(node) is not node else []
            case "CompoundStmt":
                cutpoint = id(node) in self._bodies
                for child in children:
                    cutpoint = self._statement(child, simple=True, cutpoint=cutpoint) and cutpoint
                    cutpoint = cutpoint or child.kind in _DECIDING
            case "IfStmt":
                self._decision(children[0], "if")
                for child in children[1:]:
                    self._statement(child)
            case "WhileStmt":
                self._decision(children[0], "while")
                self._statement(children[-1])
            case "DoStmt":
                self._decision(children[1], "do while")
                self._statement(children[0])
            case "ForStmt":
                if children[2].kind:
                    self._decision(children[2], "for")
                self._statement(children[-1])
            case "SwitchStmt":
                self._switch(node)
                self._statement(children[-1])
            case "ConditionalOperator":
                self._decision(children[0], "?:")
            case "BinaryConditionalOperator":
                self._elvis(children[0])
                children = [children[0], children[-1]]
            case "BinaryOperator" if node.opcode in ("&&", "||"):
                for child in children:
                    if not _is_composed(child):
                        self._predicate(_innermost(child))
                        if self._conditions:
                            self._wrap(_innermost(child), "condition")
            case _:
                pass
        yield from children

    def _target(
        self,
        kind: str,
        offset: int,
        what: str,
        outcome: str = "",
        *,
        group: int = 0,
        place: Place | None = None,
    ) -> int:
        ident = self._before + len(self.infos) + 1
        position = self._source.position(offset)
        self.infos.append(TargetInfo(ident, kind, position, self._function, what, outcome, group, place))
        return ident

    def _sides(self, kind: str, node: Node, what: str) -> list[int]:
        group = self._before + len(self.infos) + 1
        return [self._target(kind, node.offset, what, outcome, group=group) for outcome in ("true", "false")]

    def _predicate(self, node: Node, *, asked: bool = False) -> None:
        names = _names_read(node)
        if (names or asked) and self._is_new(node, "predicate"):
            text = " ".join(self._source.slice(node.offset, node.end).split())
            line = self._source.position(node.offset).line
            if not names:
                self.no_predicates.append(text)
                return
            self.predicates.append(SourcePredicate(self._function, text, names, line, asked))

    def _text(self, node: Node) -> str:
        text = " ".join(self._source.slice(node.offset, node.end).split())
        return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"

    def _is_new(self, node: Node, what: str) -> bool:
        """A tree may show the same text twice. One without a place in the text has no probe."""
        key = (node.offset, node.end, what)
        if node.offset < 0 or node.end <= node.offset or key in self._met:
            return False
        self._met.add(key)
        return True

    # -- conditions

    def _decision(self, node: Node, word: str) -> None:
        if not _is_composed(node):
            self._predicate(_innermost(node))
        if self._branches:
            self._wrap(node, "branch", word)
        elif self._conditions and not _is_composed(node):
            self._wrap(_innermost(node), "condition")

    def _wrap(self, node: Node, kind: str, word: str = "") -> None:
        if not self._is_new(node, kind):
            return
        text = self._text(node)
        what = f"{word} ({text})" if word and word != "?:" else f"{text} ?:" if word else text
        sides = self._sides(kind, node, what)
        self._around(node, f"__dovetail_took({sides[0]}, {sides[1]}, !!(", "))")

    def _around(self, node: Node, opening: str, closing: str) -> None:
        self.edits.append(_Edit(node.offset, 2, -node.end, opening))
        self.edits.append(_Edit(node.end, 0, -node.offset, closing))

    def _elvis(self, node: Node) -> None:
        """`a ?: b` has the value of a: it is kept, not only its truth."""
        if not (self._branches or self._conditions) or not self._is_new(node, "branch"):
            return
        what = f"{self._text(node)} ?:"
        kind = "branch" if self._branches else "condition"
        sides = self._sides(kind, node, what)
        # A bit-field has no type that a variable could have; its promotion has.
        sign = "+" if integer_type(node, self._unit.types) is not None else ""
        opening = f"({{ __auto_type __dovetail_v = {sign}("
        closing = f"); __dovetail_took({sides[0]}, {sides[1]}, !!__dovetail_v); __dovetail_v; }})"
        self._around(node, opening, closing)

    # -- switch

    def _switch(self, node: Node) -> None:
        subject = node.inner[0]
        if not (self._branches or self._conditions) or not self._is_new(subject, "switch"):
            return
        types = self._unit.types
        type_ = integer_type(subject, types)
        if type_ is None or (type_.width, type_.signed) not in CHOSEN:
            return
        labels = list(switch_labels.labels(node.inner[-1]))
        cases = [label for label in labels if label.kind == "CaseStmt"]
        known = [switch_labels.values(label, type_, types) for label in cases]
        ranges = [pair for pair in known if pair is not None]
        if len(ranges) != len(cases):
            return  # the front end does not know the value either: this switch is not modelled
        what = f"switch ({self._text(subject)})"
        first = self._before + len(self.infos) + 1
        for label, (low, high) in zip(cases, ranges, strict=True):
            outcome = f"case {low}" if low == high else f"case {low} ... {high}"
            self._target("branch", label.offset, what, outcome, group=first)
        default = next((label for label in labels if label.kind == "DefaultStmt"), None)
        outcome = "no case" if default is None else "default"
        self._target("branch", (default or subject).offset, what, outcome, group=first)
        numbers = "".join(f", {switch_labels.literal(value, type_)}" for pair in ranges for value in pair)
        name = f"__dovetail_chosen_{CHOSEN[type_.width, type_.signed]}"
        self._around(subject, f"{name}({first}, (", f"), {len(ranges)}{numbers})")

    # -- statements

    def _statement(self, node: Node, *, simple: bool = False, cutpoint: bool = True) -> bool:
        """`node` stands where a statement stands; `simple` in a block. Does what comes to it come to the next
        one with nothing done?"""
        while node.kind in _LABELS:
            node, simple, cutpoint = node.inner[-1], False, True
        if node.kind == "CompoundStmt" and cutpoint:
            self._bodies.add(id(node))
        self._places.setdefault((*self._source.row(node.offset), simple), self._function)
        if not self._nodes or node.kind in ("CompoundStmt", "NullStmt", ""):
            return node.kind != "CompoundStmt"
        if node.kind == "DeclStmt" and not (simple and any(_runs(child) for child in node.inner)):
            return True
        if not self._is_new(node, "statement"):
            return False
        cutpoint = cutpoint or node.kind == "ReturnStmt"
        place = Place(self._unit.index, *self._source.row(node.offset), simple, cutpoint)
        ident = self._target("node", node.offset, self._text(node), place=place)
        self._before_statement(place, f"__dovetail_reached({ident})")
        return False

    def _before_statement(self, place: Place, call: str, order: int = 0) -> None:
        """Whatever the statement is, with this before it it is still one, and an else behind it finds its
        if."""
        text = f"{call}; " if place.simple else f"if ({call}, 0); else "
        offset = self._source.offset(place.row, place.before)
        if offset is None:
            raise InputError(f"there is no place {place.row}:{place.before} in {self._source.name}")
        self.edits.append(_Edit(offset, 1, order, text))


def _runs(node: Node) -> bool:
    return node.kind == "VarDecl" and bool(node.init) and node.storage not in ("static", "extern")


_READING = frozenset(
    "BinaryOperator UnaryOperator ParenExpr ImplicitCastExpr CStyleCastExpr IntegerLiteral CharacterLiteral "
    "FloatingLiteral DeclRefExpr MemberExpr ConstantExpr".split()
)


def _names_read(node: Node) -> frozenset[str]:
    """The variables that a condition reads, if reading variables is all that it does; else nothing."""
    names: set[str] = set()
    for part in node.walk():
        writes = part.opcode in ("=", "++", "--", "*", "&", ",") and (
            part.kind == "UnaryOperator" or part.opcode in ("=", ",")
        )
        # What divides may trap, where the condition itself would not be evaluated.
        if (
            part.kind not in _READING
            or writes
            or part.arrow
            or (part.kind == "BinaryOperator" and part.opcode in ("/", "%"))
        ):
            return frozenset()
        if part.kind == "DeclRefExpr" and part.referenced is not None:
            if part.referenced.kind in ("VarDecl", "ParmVarDecl"):
                names.add(part.referenced.name)
            elif part.referenced.kind != "EnumConstantDecl":
                return frozenset()
    return frozenset(names)


def _is_composed(node: Node) -> bool:
    """Is it made of other conditions with && and ||, perhaps under a `!`?"""
    node = bare(_innermost(node))
    return node.kind == "BinaryOperator" and node.opcode in ("&&", "||")


def _innermost(node: Node) -> Node:
    """Without any `!` in front."""
    while (inner := bare(node)).kind == "UnaryOperator" and inner.opcode == "!":
        node = inner.inner[0]
    return node
