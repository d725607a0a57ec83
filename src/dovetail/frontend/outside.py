"""What functions of the user's without a body do, as C text behind the user's own (docs/design/externals.md).

Such a function is in a file that was not given. It returns anything; it writes whatever it can reach: what
its arguments lead to, what was handed to any function from outside before, variables with external linkage,
and what pointers in all of these lead to. Text makes that one thing for the Program and for the native run,
as it does with the models of the library.

What was handed over is kept in static variables, a few for each type that is pointed to: *kept* pointers. An
object that is reached is written as a whole, since arithmetic leads from any part of it to any other. Where
there is more to remember than there is room for, the run is `unsupported`. What is handed over as `const`, or
is an object of `const` type, is not written, but what pointers in it lead to is.

Not here: which functions these are (`externals`), and how the native run finds the object that a pointer
leads to (`object_marks`, and runtime/objects.c).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field

from dovetail.frontend.constants import NamesOfConstants
from dovetail.frontend.errors import UnsupportedError
from dovetail.frontend.externals import External, uses_errno
from dovetail.frontend.member_types import member_types
from dovetail.frontend.spelling import CALLED_BACK, OUTSIDE_FILE, OWN, RESULT, WRITTEN, written_out
from dovetail.frontend.syntax import Node, QualType
from dovetail.frontend.units import TranslationUnit
from dovetail.program.types import (
    ArrayType,
    FunctionType,
    PointerType,
    RecordType,
    Target,
    Type,
    has_pointers,
)
from dovetail.quick_dataclass import dataclass

_ROUNDS = 2
"""So many pointers behind one that was handed over are followed."""
_MOST_KEPT = 8
_MOST_TYPES = 16
_MOST_POINTERS = 16
_LENGTHS = re.compile(r"\s*\[[^\]]*\]")
_CONST = re.compile(r"\bconst\b")
_AROUND = re.compile(r"\(\*(?:const|volatile|restrict|\s)*(?=\))")
_QUALIFIERS = re.compile(r"\b(?:const|volatile|restrict|_Atomic)\b\s*")
_NAMELESS = re.compile(r"unnamed|anonymous|va_list")
"""Types that cannot be written, or are not what they seem: a va_list leads to the arguments for `...`."""


@dataclass(frozen=True, slots=True)
class Outside:
    """Text to be put behind the files, by their numbers, and what is to be said of it."""

    texts: Mapping[int, str] = field(default_factory=dict)
    functions: frozenset[str] | None = None
    """Those that it defines; None if there is no text."""
    wrote_pointers: bool = False
    """Is memory written in which there are pointers?"""
    left_constants: bool = False
    """Is anything handed over as `const`?"""


class OutsideText:
    """Puts the text together: the functions first, then those that stand for callbacks, as they are asked
    for. If they are `pure`, callbacks only return a value. Where leaks are looked for, what is handed over
    may also be forgotten (`forgets`) at once: nobody outside has it then."""

    def __init__(
        self,
        units: Sequence[TranslationUnit],
        functions: Sequence[External],
        target: Target,
        *,
        pure: bool,
        forgets: bool,
    ) -> None:
        self._parts = {unit.index: _Part(unit, pure=pure, forgets=forgets) for unit in units}
        self._units = units
        self._target = target
        self._functions = functions
        self._pure = pure
        self._defined: list[str] = []

    def callback(self, unit: TranslationUnit, written: str) -> str | None:
        """A function that a pointer of this type may be, or None if its type cannot be written."""
        return self._parts[unit.index].callback(written)

    def callback_prototypes(self, unit: TranslationUnit) -> list[str]:
        return self._parts[unit.index].prototypes

    def finished(self) -> Outside:
        """If there is anything that could be written, or kept."""
        parts = self._parts
        called_back = any(part.prototypes for part in parts.values())
        errno = not self._pure and bool(self._functions or called_back) and uses_errno(self._units)
        handed = any(map(_is_handed, self._functions))
        if not called_back and not (self._functions and (errno or handed)):
            return Outside()
        defined = [one.name for one in self._functions if parts[one.unit.index].function(one)]
        if errno:
            parts[self._units[0].index].errno()
        used = [part for part in parts.values() if part.is_used]
        return Outside(
            {part.unit.index: self._text(part, used) for part in used},
            frozenset(defined),
            any(part.wrote_pointers for part in used),
            any(part.left_constants for part in used),
        )

    def _text(self, part: _Part, used: Sequence[_Part]) -> str:
        lines = list(part.lines())
        if part is used[0]:
            steps = [part.name(other, step) for other, step in _steps(used)]
            lines += [f"extern void {name}(void);" for name in steps]
            lines += ["void __dovetail_outside(void) {", *(f"    {name}();" for name in steps), "}"]
        return "\n".join([f'\n# 1 "{OUTSIDE_FILE}"', *lines, ""])


def _is_handed(function: External) -> bool:
    """Something with pointers in it, as far as can be told."""
    if function.node.variadic or not function.prototyped:
        return True
    return any(_may_lead_on(function.unit, parameter) for parameter in function.parameters)


def _may_lead_on(unit: TranslationUnit, parameter: Node) -> bool:
    try:
        return has_pointers(unit.types.of(parameter.type))
    except UnsupportedError:
        return True


def _steps(parts: Sequence[_Part]) -> Iterator[tuple[int, str]]:
    """First all is found that can be reached, then it is written."""
    for step in ("reaches", "writes"):
        for part in parts:
            if part.has(step):
                yield part.unit.index, step


@dataclass(slots=True)
class _Kept:
    """The pointers of one type that were handed over."""

    number: int
    written: str
    """The type as C text."""
    pointee: Type
    constant: bool
    handed: int = 0
    """At so many places of the text."""
    inside: list[tuple[str, _Kept]] = field(default_factory=list)
    """Pointers in an element, as C text about `it`, and where they are kept."""
    refused: str = ""
    """Why it is not known what is inside."""


class _Part:
    """The text behind one file."""

    def __init__(self, unit: TranslationUnit, *, pure: bool, forgets: bool) -> None:
        self.unit = unit
        self.prototypes: list[str] = []
        """Of the functions that stand for callbacks."""
        self._pure = pure
        self._forgets = forgets
        self.wrote_pointers = False
        self.left_constants = False
        self._kept: dict[tuple[str, bool], _Kept] = {}
        self._definitions: list[str] = []
        self._reached: list[str] = []
        self._written: list[str] = []
        self._members = member_types(unit)
        self._callbacks: dict[str, str | None] = {}

    @property
    def is_used(self) -> bool:
        return bool(self._definitions or self._written or self._kept)

    def has(self, step: str) -> bool:
        kept = self._kept.values()
        if step == "reaches":
            return bool(self._reached) or any(one.inside or one.refused for one in kept)
        return bool(self._written) or any(not one.constant for one in kept)

    def name(self, unit: int, step: str) -> str:
        return f"__dovetail_outside_{step}_{unit}"

    # -- functions and variables

    def function(self, function: External) -> bool:
        """Whether it could be written: a type without a name cannot."""
        node = function.node
        text = node.type.text if node.type is not None else ""
        returns = _result(text)
        types = [written_out(one.type) for one in function.parameters if one.type is not None]
        if returns is None or any(map(_NAMELESS.search, (returns, *types))):
            return False
        listed = _listed(types)
        if node.variadic:
            listed += ", ..."
        elif not function.prototyped:
            listed = ""
        try:
            body = list(self._body(function.name, returns, types, function.mentions))
        except UnsupportedError:
            return False
        self._definitions += [f"{returns} {function.name}({listed}) {{", *body, "}"]
        return True

    def callback(self, written: str) -> str | None:
        if written not in self._callbacks:
            self._callbacks[written] = self._called_back(written)
        return self._callbacks[written]

    def _called_back(self, written: str) -> str | None:
        parts = _function_parts(self._unfolded(written))
        if parts is None or any(map(_NAMELESS.search, (parts[0], *parts[1]))):
            return None
        returns, types = parts
        name = f"{CALLED_BACK}{self.unit.index}_{len(self._callbacks)}"
        try:
            body = list(self._body(name.removeprefix(OWN), returns, types))
        except UnsupportedError:
            return None
        self.prototypes.append(f"{returns} {name}({_listed(types)});")
        self._definitions += [f"{returns} {name}({_listed(types)}) {{", *body, "}"]
        return name

    def _unfolded(self, written: str) -> str:
        """With the type that a name stands for, if it is one of functions: `int (*)(char)` for `name *`."""
        named = re.fullmatch(r"(\w+) ?\*(?:const|volatile|restrict|\s)*", written)
        for node in self.unit.tree.inner if named is not None else ():
            if named is not None and node.kind == "TypedefDecl" and node.name == named[1]:
                type_ = node.type.desugared or node.type.text if node.type is not None else ""
                before, opening, after = type_.partition("(")
                return f"{before}(*)({after}" if opening and not after.startswith("*") else written
        return written

    def _body(self, name: str, returns: str, types: Sequence[str], calls: int = 1) -> Iterator[str]:
        for number, written in enumerate(() if self._pure else types):
            for access, kept in self._pointers(f"a{number}", self._type(written), written):
                kept.handed += calls
                yield f"    {self._hand(kept)}({access}, 0);"
        yield "    __dovetail_outside();"
        if returns != "void":
            self._definitions.append(f"extern {returns} {RESULT}{name}(void);")
            yield f"    return {RESULT}{name}();"

    def errno(self) -> None:
        self._definitions.append(f"extern int *__errno_location(void); extern int {WRITTEN}errno(void);")
        self._written.append(f"    *__errno_location() = {WRITTEN}errno();")

    def _type(self, written: str) -> Type:
        return self.unit.types.of(QualType(written))

    # -- what can be reached

    def _pointers(self, place: str, type_: Type, written: str) -> Iterator[tuple[str, _Kept]]:
        """The pointers in a value that lead to something that can be written, or lead on to it. Raises
        UnsupportedError if there are too many."""
        found = list(self._accesses(place, type_, written))
        if len(found) > _MOST_POINTERS:
            raise UnsupportedError(f"more than {_MOST_POINTERS} pointers in one object")
        for access, pointer, text in found:
            kept = self._keeping(pointer, text)
            if kept is not None:
                yield access, kept

    def _accesses(self, place: str, type_: Type, written: str) -> Iterator[tuple[str, PointerType, str]]:
        match type_:
            case PointerType(pointee=FunctionType()):
                return
            case PointerType():
                yield place, type_, written
            case ArrayType(element=element, count=count) if has_pointers(element):
                if not count:
                    raise UnsupportedError("an array of pointers of any length")
                for number in range(min(count or 0, _MOST_POINTERS + 1)):
                    yield from self._accesses(f"{place}[{number}]", element, _LENGTHS.sub("", written))
            case RecordType(fields=fields):
                texts = self._members.get(tuple(one.name for one in fields), {})
                for one in fields:
                    inside = f"{place}.{one.name}" if one.name else place
                    yield from self._accesses(inside, one.type, texts.get(one.name, ""))
            case _:
                pass

    def _keeping(self, pointer: PointerType, written: str) -> _Kept | None:
        constant = _leads_to_constant(written, self.unit.types)
        self.left_constants |= constant
        pointee = pointer.pointee
        if constant and not has_pointers(pointee):
            return None
        key = (str(pointee), constant)
        kept = self._kept.get(key)
        if kept is None:
            if not written or _NAMELESS.search(written):
                raise UnsupportedError("a pointer to a type that has no name")
            kept = _Kept(len(self._kept), _plain(written), pointee, constant)
            self._kept[key] = kept
            self.wrote_pointers |= has_pointers(pointee) and not constant
            self._look_inside(kept)
        return kept

    def _look_inside(self, kept: _Kept) -> None:
        pointee = kept.pointee
        if not has_pointers(pointee):
            return
        if len(self._kept) > _MOST_TYPES:
            kept.refused = f"more than {_MOST_TYPES} types can be reached"
            return
        try:
            kept.inside = list(self._pointers("(*it)", pointee, kept.written.rpartition("*")[0].strip()))
        except UnsupportedError as error:
            kept.refused = error.reason

    # -- the text

    def _hand(self, kept: _Kept) -> str:
        return f"__dovetail_hand_{self.unit.index}_{kept.number}"

    def _follow(self, kept: _Kept) -> str:
        return f"__dovetail_follow_{self.unit.index}_{kept.number}"

    def _slots(self, kept: _Kept) -> list[str]:
        led_to = any(inside is kept for one in self._kept.values() for _, inside in one.inside)
        count = min(_MOST_KEPT, max(2, kept.handed) + led_to)
        return [f"__dovetail_kept_{self.unit.index}_{kept.number}_{which}" for which in range(count)]

    def lines(self) -> Iterator[str]:
        yield from DECLARATIONS
        every = list(self._kept.values())
        for kept in every:
            yield f"typedef {_declared(kept.written, f'__dovetail_type_{self.unit.index}_{kept.number}')};"
            for slot in self._slots(kept):
                yield f"static __dovetail_type_{self.unit.index}_{kept.number} {slot};"
        for kept in every:
            yield from self._handing(kept)
        for kept in every:
            yield from self._following(kept)
        yield from self._definitions
        for step in ("reaches", "writes"):
            if self.has(step):
                yield f"void {self.name(self.unit.index, step)}(void) {{"
                yield from self._reaching() if step == "reaches" else self._writing()
                yield "}"

    def _handing(self, kept: _Kept) -> Iterator[str]:
        """It is kept, unless the object is kept already; the last time there must be nothing new."""
        slots = self._slots(kept)
        type_ = f"__dovetail_type_{self.unit.index}_{kept.number}"
        yield f"static void {self._hand(kept)}({type_} p, int last) {{"
        handed = "__dovetail_handed_on" if has_pointers(kept.pointee) else "__dovetail_handed"
        yield f"    if (!{handed}((const void *)p)) return;"
        for slot in slots:
            yield f"    if (__dovetail_is_same((const void *)p, (const void *){slot})) return;"
        far = f"functions without a body reach what is more than {_ROUNDS} pointers away from what they get"
        yield f'    if (last == 1) __dovetail_unsupported("{far}");'
        if self._forgets:
            yield "    if (!last && __dovetail_choice()) return;"  # what is behind it then is, too
        for slot in slots:
            yield f"    if (!__dovetail_is_kept((const void *){slot})) {{ {slot} = p; return; }}"
        many = f"functions without a body are given more than {len(slots)} objects of one type"
        yield f'    __dovetail_unsupported("{many}");'
        yield "}"

    def _following(self, kept: _Kept) -> Iterator[str]:
        if not kept.inside and not kept.refused:
            return
        type_ = f"__dovetail_type_{self.unit.index}_{kept.number}"
        yield f"static void {self._follow(kept)}({type_} p, int last) {{"
        if kept.refused:
            yield f'    __dovetail_unsupported("what a function without a body reaches: {kept.refused}");'
        else:
            yield f"    {type_} it = ({type_})__dovetail_start_of((const void *)p);"
            yield "    unsigned long rest = __dovetail_bytes_of((const void *)p) / sizeof *it;"
            yield "    for (; rest > 0; rest--, it++) {"
            for access, inside in kept.inside:
                yield f"        {self._hand(inside)}({access}, last);"
            yield "    }"
        yield "}"

    def _reaching(self) -> Iterator[str]:
        yield from self._reached
        leading = [one for one in self._kept.values() if one.inside or one.refused]
        for last in [2] * (_ROUNDS - 1) + [1]:
            for kept in leading:
                for slot in self._slots(kept):
                    condition = f"__dovetail_is_kept((const void *){slot})"
                    yield f"    if ({condition}) {self._follow(kept)}({slot}, {last});"

    def _writing(self) -> Iterator[str]:
        for kept in self._kept.values():
            if kept.constant:
                continue
            for slot in self._slots(kept):
                condition = f"__dovetail_is_changed((const void *){slot})"
                yield f"    if ({condition}) __dovetail_overwritten((void *){slot});"
        yield from self._written


DECLARATIONS = (
    "extern int __dovetail_handed(const void *);",
    "extern int __dovetail_handed_on(const void *);",
    "extern int __dovetail_is_kept(const void *);",
    "extern int __dovetail_is_changed(const void *);",
    "extern int __dovetail_is_same(const void *, const void *);",
    "extern void *__dovetail_start_of(const void *);",
    "extern unsigned long __dovetail_bytes_of(const void *);",
    "extern void __dovetail_overwritten(void *);",
    "extern void __dovetail_unsupported(const char *);",
    "extern void __dovetail_outside(void);",
    "extern int __dovetail_choice(void);",
)


def _listed(types: Sequence[str]) -> str:
    return ", ".join(_declared(type_, f"a{number}") for number, type_ in enumerate(types)) or "void"


def _declared(written: str, name: str) -> str:
    """A type may be written around what it is the type of."""
    inside = _AROUND.search(written)
    if inside is not None:
        return f"{written[: inside.end()]}{name}{written[inside.end() :]}"
    return f"{written} {name}"


# ---- types as C text ---------------------------------------------------------------------------------------


def _result(text: str) -> str | None:
    """`struct s *` of `struct s *(int, char)`; None if the declarator is not as simple as that."""
    before, opening, after = text.partition("(")
    return before.strip() if opening and not after.startswith("*") and "[" not in before else None


def _function_parts(written: str) -> tuple[str, list[str]] | None:
    """Result and parameters of `int (*)(int, char *)`."""
    match = re.fullmatch(
        r"(?P<returns>[^()]+?)\s*\(\*(?:const|volatile|restrict|\s)*\)\((?P<inside>.*)\)", written
    )
    if match is None:
        return None
    inside = match["inside"].strip()
    if inside in ("", "void"):
        return match["returns"], []
    pieces, depth, at = [], 0, 0
    for index, character in enumerate(inside):
        depth += (character in "([") - (character in ")]")
        if character == "," and depth == 0:
            pieces.append(inside[at:index].strip())
            at = index + 1
    pieces.append(inside[at:].strip())
    return None if "..." in pieces else (match["returns"], pieces)


def _leads_to_constant(written: str, names: NamesOfConstants) -> bool:
    """Is what a pointer of this type leads to `const`?"""
    text = _LENGTHS.sub("", written)
    if "(*" in text:
        return text.startswith("const ")
    behind = text.rpartition("*")[0].rpartition("*")[2]
    return _CONST.search(behind) is not None or names.has_constant_name(behind)


def _plain(written: str) -> str:
    """A type of scalars without qualifiers of its own."""
    if "(" in written:
        return written
    if "*" not in written:
        return _QUALIFIERS.sub("", written)
    return written[: written.rindex("*") + 1]
