"""Whose padding a program may look at: records that are seen as bytes somewhere.

The bytes between the members of a record hold any value after each assignment to it (C11 6.2.6.1p6), but
hardly any program can tell. One that can looks at a record through a pointer to something else: it calls
memcmp, makes its address one of characters or of another record, or hands it on as a `void *`, or a number,
to where such things are done; or it does so with a pointer that leads to it, in memory. That is found by one
walk over each syntax tree, by the texts of types; what is not understood counts as seen. One file may hand on
what another one looks at: so what follows is said of all of them (`seen_as_bytes`).

Not found: a record that is seen as another one whose address was a `void *` in between.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field

from dovetail.frontend.known_functions import plain_name
from dovetail.frontend.syntax import Node, callee_name, strip
from dovetail.quick_dataclass import dataclass

ANY = "*"
"""In place of a record's name: all of them."""
NAMELESS = "<"
"""In place of a record's name: all that have none."""
_NAMELESS = re.compile(
    r"^(?:struct|union) .*\((?:unnamed|anonymous)(?: struct| union)? at .*:\d+:\d+\)(?:\[\d*\])*$"
)
_READERS = frozenset("memcmp bcmp memchr memrchr memmem fwrite write send sendto".split())
_KEEPERS = frozenset("free memset bzero realloc kfree".split())
_MOVERS = frozenset("memcpy memmove mempcpy".split())
_MAKERS = frozenset("malloc calloc realloc alloca aligned_alloc valloc memalign kmalloc".split())
_QUALIFIERS = re.compile(r"\b(?:const|volatile|restrict|__restrict|_Atomic)\b")
_RECORD = re.compile(r"^(?:struct|union) (\w+)$")
_SCALAR = re.compile(
    r"^(?:void|_Bool|bool|float|double|enum .*|(?:(?:un)?signed|long|short|char|int|__int128|\s)+)$"
)


@dataclass(slots=True)
class ByteViews:
    """What a walk over the tree of one file finds."""

    seen: set[str] = field(default_factory=set)
    """Names of records whose address is made one of characters or numbers."""
    of_anything: bool = False
    """Are bytes looked at of which only a `void *` is known?"""
    inside: dict[str, set[str]] = field(default_factory=dict)
    """The records that each record has as members."""
    typedefs: dict[str, str] = field(default_factory=dict)
    declared: dict[tuple[str, int], str] = field(default_factory=dict)
    """What other files may know as something else: what pointers lead to that functions are given, by the
    name of the function and the number of the argument, and those that are variables."""
    _harmless: dict[str, str] = field(default_factory=dict)
    """Casts that let nobody look at bytes, with the name of the function that has what is cast; nothing if
    they do so whoever has it."""
    _casts: list[tuple[str, str]] = field(default_factory=list)
    _trusting: list[tuple[str, str, str]] = field(default_factory=list)
    """Casts that do so only if the program itself defines the function of this name."""

    def visit(self, node: Node) -> None:
        """Each node before those below it."""
        match node.kind:
            case "TypedefDecl" if node.type is not None:
                self.typedefs[node.name] = node.type.desugared or node.type.text
            case "RecordDecl" if node.complete:
                self._record(node)
            case "CallExpr":
                self._call(node)
            case "ImplicitCastExpr" | "CStyleCastExpr" if node.cast_kind == "BitCast":
                self._container(node)
                self._cast(node)
            case "ImplicitCastExpr" | "CStyleCastExpr" if node.cast_kind == "PointerToIntegral":
                self._casts.append((_pointee(strip(node.inner[0])), "void"))
            case "ImplicitCastExpr" | "CStyleCastExpr" if node.cast_kind == "IntegralToPointer":
                self._casts.append(("void", _pointee(node)))
            case "VAArgExpr":
                self._casts.append(("void", _pointee(node)))

    def _record(self, node: Node) -> None:
        name = node.name or ANY
        if node.tag == "union":
            self._pointers_in_one_place(node)
        for child in node.inner:
            if child.kind == "FieldDecl" and child.type is not None:
                text = _plain(child.type.text)
                text = NAMELESS if _NAMELESS.match(text) else text.split("[")[0]
                if "*" not in text and "(" not in text:
                    self.inside.setdefault(name, set()).add(text)
                    if node.tag == "union":
                        self.seen.add(text)

    def _pointers_in_one_place(self, union: Node) -> None:
        """A pointer that is put there as one of its members is taken from there as another one."""
        members = [
            child.type for child in union.inner if child.kind == "FieldDecl" and child.type is not None
        ]
        texts = [_plain(one.desugared or one.text).split("[")[0].strip() for one in members]
        pointees = [_plain(text[:-1]) if text.endswith("*") else "void" for text in texts]
        self._casts += [(one, other) for one in pointees for other in pointees if one != other]

    def _call(self, node: Node) -> None:
        plain = plain_name(callee_name(node))
        self._given_behind_dots(plain, node)
        casts = [argument for argument in map(strip, node.inner[1:]) if argument.cast_kind == "BitCast"]
        if plain in _KEEPERS | _READERS | _MOVERS:
            self._harmless.update((cast.id, plain) for cast in casts)
        if plain in _READERS:
            self.seen.update(_pointee(strip(cast.inner[0])) for cast in casts)
            self.of_anything |= len(casts) < 2
        elif plain in _MOVERS and len(node.inner) > 2:
            to, source = (_uncast(argument) for argument in node.inner[1:3])
            if _pointee(to) != _pointee(source):
                self._casts.append((_pointee(source), _pointee(to)))
                self._casts.append((_pointee(to), _pointee(source)))

    def _given_behind_dots(self, plain: str, node: Node) -> None:
        """Who takes it from there says himself what it is. (The library's functions look at no records.)"""
        type_ = node.inner[0].type
        if type_ is not None and "..." in (type_.desugared or type_.text):
            given = [(_pointee(strip(argument)), "void") for argument in node.inner[1:]]
            if plain:
                self._trusting += [(plain, *one) for one in given if one[0] is not ANY]
            else:
                self._casts += [one for one in given if one[0] is not ANY]

    def _container(self, node: Node) -> None:
        """`(struct s *)((char *)p - offset)` looks at no byte."""
        moved = strip(node.inner[0])
        if not self._is_record(_pointee(node)):
            return
        if moved.kind == "BinaryOperator" and moved.opcode in ("+", "-"):
            casts = (part for part in map(strip, moved.inner) if part.cast_kind == "BitCast")
            self._harmless.update((cast.id, "") for cast in casts)

    def _cast(self, node: Node) -> None:
        if not node.inner:
            return
        inner = strip(node.inner[0])
        trusted = self._harmless.get(node.id)
        if trusted is None and inner.kind == "CallExpr":
            made_by = callee_name(inner).removeprefix("__builtin_")
            trusted = made_by if made_by in _MAKERS else None
        if trusted is None:
            self._casts.append((_pointee(inner), _pointee(node)))
        elif trusted:
            self._trusting.append((trusted, _pointee(inner), _pointee(node)))

    def declare(self, tree: Node) -> None:
        """What all of its file is known by to others."""
        for node in tree.inner:
            if node.storage != "static" and node.kind in ("FunctionDecl", "VarDecl"):
                given = [child for child in node.inner if child.kind == "ParmVarDecl"]
                named = enumerate(given) if node.kind == "FunctionDecl" else [(-1, node)]
                self.declared.update(((node.name, number), _pointee(one)) for number, one in named)

    def followed(
        self, own: frozenset[str], elsewhere: Mapping[tuple[str, int], set[str]]
    ) -> tuple[frozenset[str], frozenset[str], bool]:
        """What all casts mean: the names of the records that are seen, and of those whose address is made a
        `void *`; and are bytes looked at of which only that is known? `own` are the functions that the
        program itself defines: nothing is known of them by their names. What is declared as something else
        `elsewhere` is made that."""
        seen, handed_on, of_anything = set(self.seen), set[str](), self.of_anything
        for source, to in map(_levelled, self._all_casts(own, elsewhere)):
            if self._is_record(to) and to is not ANY and self._resolved(to) is not NAMELESS:
                if self._is_record(source) and not self._are_related(source, to):
                    seen |= {source, to}
                continue
            if self._resolved(to) == "void":
                handed_on.add(source)
            elif self._resolved(source) == "void":
                of_anything |= not self._is_record(to)
            else:
                seen.add(source)
        return self._with_inner(seen), self._with_inner(handed_on), of_anything

    def _all_casts(
        self, own: frozenset[str], elsewhere: Mapping[tuple[str, int], set[str]]
    ) -> Iterator[tuple[str, str]]:
        yield from self._casts
        yield from ((source, to) for name, source, to in self._trusting if name in own)
        for known_as, mine in self.declared.items():
            others = elsewhere[known_as] - {mine, ANY} if mine is not ANY else ()
            yield from ((mine, other) for other in sorted(others))

    def _with_inner(self, texts: set[str]) -> frozenset[str]:
        return frozenset(name for text in texts for name in self._names(text))

    def _are_related(self, one: str, other: str) -> bool:
        """Are they the same, or is one a part of the other? Then each sees members where the other has some.
        (A union may be seen as each of its members.)"""
        mine, others = {*self._names(one)}, {*self._names(other)}
        first, second = self._resolved(one), self._resolved(other)
        return first == second or self._tag(first) in others or self._tag(second) in mine

    def _tag(self, text: str) -> str:
        match = _RECORD.match(text)
        return match[1] if match else ANY

    def _resolved(self, text: str) -> str:
        for _ in range(20):
            if text not in self.typedefs:
                break
            text = _plain(self.typedefs[text].split("[")[0])
        return NAMELESS if _NAMELESS.match(text) else text

    def _is_record(self, text: str) -> bool:
        return not _SCALAR.match(self._resolved(text)) and not self._resolved(text).endswith(("*", ")"))

    def _names(self, text: str) -> Iterator[str]:
        """The record that a text means, and those in it."""
        waiting, known = [_plain(text)], set()
        while waiting:
            text = self._resolved(waiting.pop())
            if text in known or not self._is_record(text):
                continue
            known.add(text)
            match = _RECORD.match(text)
            yield match[1] if match else NAMELESS if text is NAMELESS else ANY
            # One that has only the name of a typedef has none where it is defined.
            named = match is not None and match[1] in self.inside
            waiting += map(_plain, self.inside.get(match[1] if match and named else ANY, ()))


def seen_as_bytes(views: Sequence[ByteViews], own: frozenset[str]) -> frozenset[str]:
    """The names of the records that a program of these files sees as bytes; with `ANY` in it, all."""
    elsewhere: dict[tuple[str, int], set[str]] = {}
    for one in views:
        for name, pointee in one.declared.items():
            elsewhere.setdefault(name, set()).add(pointee)
    found = [one.followed(own, elsewhere) for one in views]
    of_anything = any(anything for _, _, anything in found)
    return frozenset[str]().union(
        *(seen | handed_on if of_anything else seen for seen, handed_on, _ in found)
    )


def _levelled(cast: tuple[str, str]) -> tuple[str, str]:
    """Of pointers to pointers: what these lead to. What is handed on may be a pointer, too."""
    source, to = cast
    while source.endswith("*") and to.endswith("*"):
        source, to = _plain(source[:-1]), _plain(to[:-1])
    return (source.rstrip("* ") if to == "void" else source), to


def _uncast(node: Node) -> Node:
    node = strip(node)
    while node.kind in ("ImplicitCastExpr", "CStyleCastExpr") and node.cast_kind in ("BitCast", "NoOp"):
        node = strip(node.inner[0])
    return node


def _pointee(node: Node) -> str:
    """The text of what an expression points to; `ANY` if it does not say."""
    if node.type is None:
        return ANY
    text = _plain(node.type.desugared or node.type.text)
    array = re.match(r"^(.*?) ?\(\*\)\[.*\]$", text)
    if array:
        return _plain(array[1])
    if text.endswith("]"):
        return _plain(text.split("[")[0])
    return _plain(text[:-1]) if text.endswith("*") else ANY


def _plain(text: str) -> str:
    return " ".join(_QUALIFIERS.sub("", text).split())
