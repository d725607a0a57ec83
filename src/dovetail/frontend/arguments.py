"""Arguments made up for a call: as C text, and as a description of what that text asks for, input by input.

Each scalar is an input. A pointer is null, the address of a fresh object, or one of the pointers that are
*known* where the call is made: that of an earlier argument of the same type, or what a client was given
before; which one is an input, too. A fresh object holds 1 to 16 elements of arbitrary contents; pointers
inside of it are again null or fresh, to a small depth. What an argument cannot be is said, argument by
argument.

Text and description (`made_up`) are made side by side here, and nowhere else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Protocol

from dovetail.frontend.made_up import (
    FIRST_KNOWN,
    MAX_ELEMENTS,
    NO_CALLBACKS,
    Argument,
    Block,
    Callbacks,
    Left,
    Made,
    Members,
    Pointer,
    Scalar,
)
from dovetail.frontend.parameters import Parameter
from dovetail.frontend.restrictions import About, Sentence
from dovetail.program.position import Position
from dovetail.program.types import (
    ArrayType,
    FloatType,
    FunctionType,
    IntType,
    PointerType,
    RecordType,
    Target,
    Type,
    VoidType,
    has_pointers,
)
from dovetail.quick_dataclass import dataclass

DEPTH = 2
_FUNCTION = "a pointer to a function"
_SHOWN = 8
"""So many names are listed in one sentence."""

_INPUTS = {
    (8, True): "schar",
    (8, False): "uchar",
    (16, True): "short",
    (16, False): "ushort",
    (32, True): "int",
    (32, False): "uint",
    (64, True): "longlong",
    (64, False): "ulonglong",
    (128, True): "int128",
    (128, False): "uint128",
}
_RETURNS = {
    "schar": "signed char",
    "uchar": "unsigned char",
    "short": "short",
    "ushort": "unsigned short",
    "int": "int",
    "uint": "unsigned int",
    "longlong": "long long",
    "ulonglong": "unsigned long long",
    "int128": "__int128",
    "uint128": "unsigned __int128",
    "bool": "_Bool",
    "float": "float",
    "double": "double",
}


class KnownPointers(Protocol):
    """The pointers that whoever makes the call knows from before."""

    def pointers(self, type_: PointerType) -> tuple[str, ...]:
        """Those that may stand for a pointer of this type, as C text."""
        ...

    def keeps(self, type_: PointerType) -> tuple[str, ...]:
        """The variables in which a fresh object of this type may be kept for later calls."""
        ...

    def is_opaque(self, record: RecordType) -> bool:
        """Is it a type of which the caller knows only the name?"""
        ...


class Functions(Protocol):
    """The functions that a pointer may be."""

    def functions(self, type_: FunctionType, written: str) -> tuple[str, ...]:
        """Those of a type, as C text: first one that stands for all that are not the program's. Empty if
        there are none."""
        ...

    def prototypes(self) -> list[str]:
        """Of those that stand for others."""
        ...


class Nothing:
    """It is the first call, and nothing is known."""

    def pointers(self, type_: PointerType) -> tuple[str, ...]:
        return ()

    def keeps(self, type_: PointerType) -> tuple[str, ...]:
        return ()

    def is_opaque(self, record: RecordType) -> bool:
        return not record.complete


class ArgumentWriter:
    """Statements that give arguments any values, one argument after the other.

    With `holding`, static variables hold what was made up: it is not lost when the call is over."""

    def __init__(
        self,
        known: KnownPointers,
        functions: Functions,
        members: Mapping[tuple[str, ...], Mapping[str, str]],
        *,
        holding: bool,
    ) -> None:
        self.lines: list[str] = []
        self.arguments: list[Argument] = []
        self._known = known
        self._functions = functions
        self._members = members
        """The types of members as C text, by the names of all members of their record."""
        self._holding = holding
        self._count = 0
        self._said: list[tuple[str, int]] = []
        """With the number of the argument that it is about."""
        self._null: dict[str, list[_Part]] = {}
        """Pointers that are null in every call, by the reason."""
        self.callbacks = NO_CALLBACKS
        self._called_back: dict[str, list[str]] = {}
        """Pointers to functions, by what they may be."""
        self._not_made: list[_Part] = []
        """Members with pointers that hold any address."""
        self.blocks: list[Block] = []
        """What each call of the allocator in the text makes, in the order of the text."""

    def line(self, text: str, depth: int) -> None:
        self.lines.append("    " * depth + text)

    def name(self) -> str:
        self._count += 1
        return f"__dovetail_{self._count}"

    def argument(self, parameter: Parameter) -> None:
        name, type_ = self.name(), parameter.type
        self.line(f"__typeof_unqual__({parameter.written}) {name};", 1)
        if isinstance(type_, PointerType):
            made: Made = self._pointer(
                *(name, parameter.path, type_, DEPTH, 1, parameter.least, parameter.restrict),
                written=parameter.written_out,
            )
        else:
            made = self._fill(name, parameter.path, type_, DEPTH, 1)
        self.arguments.append(
            Argument(name, parameter.path, type_, parameter.written, made, parameter.restrict)
        )

    def _fill(self, place: str, path: str, type_: Type, depth: int, indent: int, written: str = "") -> Made:
        match type_:
            case IntType(name="_Bool"):
                self.line(f"{place} = dovetail_any_bool();", indent)
            case IntType(width=width, signed=signed) if (width, signed) in _INPUTS:
                self.line(f"{place} = dovetail_any_{_INPUTS[width, signed]}();", indent)
            case FloatType(width=32 | 64):
                self.line(f"{place} = dovetail_any_{'float' if type_.width == 32 else 'double'}();", indent)
            case PointerType():
                return self._pointer(place, path, type_, depth, indent, written=written)
            case RecordType():
                return self._record(place, f"{path}.", type_, depth, indent)
            case _:
                return Left()
        return Scalar(type_)

    def _record(self, place: str, path: str, type_: RecordType, depth: int, indent: int) -> Members:
        """Pointers inside of a record; its other contents are arbitrary already. `path` ends in front of the
        member's name."""
        members = []
        texts = self._members.get(tuple(field.name for field in type_.fields), {})
        for field in type_.fields:
            if isinstance(field.type, (PointerType, RecordType)) and field.name:
                inside = f"{place}.{field.name}"
                text = texts.get(field.name, "")
                made = self._fill(inside, f"{path}{field.name}", field.type, depth, indent, text)
                members.append((field.name, made))
            elif has_pointers(field.type):
                self._not_made.append(self._part(f"{path}{field.name or '(unnamed)'}"))
        return Members(tuple(members))

    def _pointer(
        self,
        place: str,
        path: str,
        type_: PointerType,
        depth: int,
        indent: int,
        least: int = 0,
        restrict: bool = False,
        *,
        written: str = "",
    ) -> Pointer:
        """With `restrict` it leads to nothing that another argument leads to: what is written by one of them
        may not be read by the other."""
        # A member may be const; the arguments themselves are declared without.
        outermost = place.isidentifier()
        assigned = place if outermost else f"*(void **)&{place}"
        pointee = type_.pointee
        reason = self._why_not_fresh(pointee, depth)
        alike = self.arguments if outermost and not restrict and not least else []
        same = [one for one in alike if one.type == type_ and not one.restrict]
        before = self._known.pointers(type_) if outermost or reason is not None else ()
        if reason is None and (restrict or least):
            before = ()
        known = (*(one.name for one in same), *before)
        if isinstance(pointee, FunctionType):
            known = (*self._functions_for(pointee, written, path), *known)
        if reason is not None and not known:
            self._null.setdefault(reason, []).append(self._part(path, whole=outermost))
            self.line(f"{assigned} = 0;", indent)
            return Pointer(pointee, (), None)
        if least and reason is None:
            self._say_pointer(path, pointee, [], before=False, fresh=True, least=least)
            first = self._fresh(place, assigned, path, pointee, depth, indent, least)
            self.line("}", indent + 1)
            return Pointer(pointee, (), first, least=least)
        choice = self.name()
        # Also of a member of a record that is handed in by value.
        if (outermost or not place.startswith("(*")) and not isinstance(pointee, FunctionType):
            self._say_pointer(path, pointee, [one.path for one in same], bool(before), reason is None)
        self.line(f"{{ unsigned char {choice} = dovetail_any_uchar();", indent)
        self.line(f"if ({choice} == 0) {assigned} = 0;", indent + 1)
        # The first one, if nothing can be fresh, is what every other choice means.
        for number, text in list(enumerate(known, FIRST_KNOWN))[reason is not None :]:
            self.line(f"else if ({choice} == {number}) {assigned} = (void *){text};", indent + 1)
        if reason is not None:
            self.line(f"else {assigned} = (void *){known[0]}; }}", indent + 1)
            return Pointer(pointee, known, None)
        kept = self._known.keeps(type_) if outermost else ()
        first = self._fresh(place, assigned, path, pointee, depth, indent + 1)
        if kept:
            slot = self.name()
            self.line(f"unsigned char {slot} = dovetail_any_uchar();", indent + 2)
            for number, variable in enumerate(kept, 1):
                self.line(f"if ({slot} == {number}) {variable} = (void *){place};", indent + 2)
        self.line("} }", indent + 1)
        return Pointer(pointee, known, first, kept)

    def _functions_for(self, type_: FunctionType, written: str, path: str) -> tuple[str, ...]:
        """Those that a pointer may be."""
        functions = self._functions.functions(type_, written)
        self.callbacks |= Callbacks(handed_in=True, nulled=not functions)
        if functions:
            own = "".join(f", or {name}" for name in functions[1:])
            what = f"null, or a function from outside{own}"
            self._called_back.setdefault(what, []).append(path)
        return functions

    def _fresh(
        self, place: str, assigned: str, path: str, pointee: Type, depth: int, indent: int, least: int = 0
    ) -> Made:
        """All but the end of the block."""
        held = self.name()
        size = "1" if isinstance(pointee, VoidType) else f"sizeof(*{place})"
        self.line(("{" if least else "else {") + (f" static void *{held};" if self._holding else ""), indent)
        count = f"({least or 1} + (dovetail_any_uchar() & {MAX_ELEMENTS - 1}))"
        self.blocks.append(Block(path, pointee))
        target = f"{assigned} = {held}" if self._holding else assigned
        self.line(f"{target} = __dovetail_made({size} * {count});", indent + 1)
        match pointee:
            case RecordType():
                return self._record(f"(*{place})", f"{path}->", pointee, depth - 1, indent + 1)
            case PointerType():
                return self._fill(f"(*{place})", f"*{path}", pointee, depth - 1, indent + 1)
            case ArrayType() if has_pointers(pointee):
                self._not_made.append(self._part(f"*{path}"))
            case _:
                pass
        return Left()

    def _why_not_fresh(self, pointee: Type, depth: int) -> str | None:
        if isinstance(pointee, FunctionType):
            return _FUNCTION
        if isinstance(pointee, RecordType) and self._known.is_opaque(pointee):
            return "its type is incomplete"
        return f"more than {DEPTH} pointers away" if depth == 0 else None

    # -- what is said

    def _part(self, path: str, *, whole: bool = False) -> _Part:
        """Of the argument that is being made."""
        return _Part(path, len(self.arguments), whole)

    def _say_pointer(
        self, path: str, pointee: Type, same: list[str], before: bool, fresh: bool, least: int = 0
    ) -> None:
        what = "bytes" if isinstance(pointee, VoidType) else "elements"
        few = least or 1
        parts = [f"points to {few} to {few - 1 + MAX_ELEMENTS} fresh {what}"] if fresh else []
        parts += [f"equals {' or '.join(same)}"] if same else []
        parts += ["is one that the client knows from before"] if before else []
        number = len(self.arguments)
        self._said.append((f"{path} {'' if least else 'is null, or '}{', or '.join(parts)}", number))
        if fresh and has_pointers(pointee):
            text = (
                f"pointers behind {path} are null or point to fresh elements, too; "
                "but beyond the first element they hold any address"
            )
            self._said.append((text, number))

    def sentences(
        self, function: str, position: Position, *, variadic: bool, many: bool
    ) -> Iterator[Sentence]:
        """What the text takes for granted about a call, or the calls, of a function."""
        call = f"in {'calls' if many else 'the call'} of '{function}'"

        def about(number: int, tested: bool = False) -> About:
            return About(function, number, tested)

        if variadic:
            text = f"'{function}' is called without arguments for its '...'"
            yield Sentence(text, position, about=(about(len(self.arguments)),))
        for text, number in self._said:
            yield Sentence(f"{call}, {text}", position, about=(about(number),))
        for what, called in self._called_back.items():
            yield Sentence(f"{call}, {what}: {listed(called)}", position)
        for reason, parts in self._null.items():
            text = f"{call}, always null ({reason}): {listed([part.path for part in parts])}"
            yield Sentence(text, position, about=tuple(about(part.argument, part.whole) for part in parts))
        if self._not_made:
            which = listed([part.path for part in self._not_made])
            text = f"{call}, pointers in these hold any address: {which}"
            yield Sentence(text, position, about=tuple(about(part.argument) for part in self._not_made))
        if self._said:
            alike = "(arguments that are equal" + (", and pointers known before," if many else "")
            text = (
                f"what '{function}' is given lies apart from all globals, is pointed to only from one place "
                f"{alike} aside), and never leads back to itself"
            )
            yield Sentence(text, position, about=tuple(about(number) for _, number in self._said))


@dataclass(frozen=True, slots=True)
class _Part:
    """Of an argument, by its number; or all of it."""

    path: str
    argument: int
    whole: bool


def listed(paths: Sequence[str]) -> str:
    more = len(paths) - _SHOWN
    return ", ".join(paths[:_SHOWN]) + (f" and {more} more" if more > 0 else "")


def declarations(target: Target) -> Iterator[str]:
    """Of the functions that the text calls."""
    for suffix, returns in _RETURNS.items():
        if "int128" in suffix and target.pointer_bits == 32:
            continue
        yield f"extern {returns} dovetail_any_{suffix}(void);"
    yield f"extern void *__dovetail_made({target.size_t});"
