"""Names for what clang's tree holds only as text inside of types: the lengths of variable-length arrays, and
`typeof` below a pointer.

The text is rewritten so that each has a declaration of its own, and parsed again. Both executor and native
run see the rewritten text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from dovetail.frontend.source import Source
from dovetail.frontend.spelling import LENGTH
from dovetail.frontend.syntax import Node
from dovetail.program.types import Target

TYPE_NAME = "__dovetail_type_"
"""How the names of types begin; no two are the same."""

_NEXT_LENGTH = re.compile(rb"[\s)]*\[")
_QUOTED = rb'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\''
_TYPEOF = re.compile(_QUOTED + rb"|(?P<typeof>\b(?:typeof|__typeof__|__typeof)\s*\()")
_BRACKET = re.compile(_QUOTED + rb"|(?P<bracket>[][()])")

_Edit = tuple[int, int, bytes]
"""Where to begin, where to end, and what to put there."""


def with_names(
    source: Source, arrays: Iterable[tuple[Node, Node]], statements: Iterable[Node], size_t: str
) -> Source:
    """The text with a name for each of them. Arrays come with the statements that declare them; `statements`
    are those in front of which a type may be declared, if types need names."""
    lengths = _array_lengths(source.text, arrays, size_t)
    inside = [edit for edit in lengths if edit[0] < edit[1]]
    types = _typeofs(source.text, statements, inside)
    edits = [*lengths, *types]
    text = source.text
    for begin, end, replacement in sorted(edits, key=lambda edit: (edit[0], edit[1]), reverse=True):
        text = text[:begin] + replacement + text[end:]
    return Source(source.name, text, source.library)


_BUILT_IN = re.compile(r"(?:__size_t|__signed_size_t|__ptrdiff_t|const|void|char|short|int|long|float|double|"
                       r"unsigned|signed|restrict|[(),*\s]|\.\.\.)+")  # fmt: skip
"""A type that means the same everywhere in a text."""


def with_declarations(source: Source, types: Mapping[str, str], target: Target) -> Source | None:
    """The text with declarations in front of functions that are used without any; None if there is nothing to
    be said of them."""
    lines = []
    for name, type_ in types.items():
        if _BUILT_IN.fullmatch(type_):
            type_ = type_.replace("__signed_size_t", str(target.intptr))
            type_ = type_.replace("__ptrdiff_t", str(target.intptr)).replace("__size_t", str(target.size_t))
            lines.append(f"extern __typeof__({type_}) {name};")
    if not lines:
        return None
    return Source(source.name, f"{' '.join(lines)}\n".encode() + source.text, source.library)


def _array_lengths(text: bytes, declarations: Iterable[tuple[Node, Node]], size_t: str) -> list[_Edit]:
    """`int a[n + 1];` becomes `unsigned long __dovetail_vla_0 = (n + 1); int a[__dovetail_vla_0];`. A length
    that could depend on what is declared before it in the same statement stays where it is."""
    edits: list[_Edit] = []
    count = 0
    for statement, declared in declarations:
        if declared.loc is None or any(
            earlier.init for earlier in statement.inner[: statement.inner.index(declared)]
        ):
            continue
        at = declared.loc.offset + declared.loc.token_length
        prefix = b""
        while found := _NEXT_LENGTH.match(text, at):
            begin = found.end()
            at = _behind(text, begin, b"[", b"]")
            length = text[begin : at - 1]
            if length.strip() and not length.strip().isdigit():
                name = f"{LENGTH}{count}".encode()
                count += 1
                prefix += size_t.encode() + b" " + name + b" = (" + length.replace(b"\n", b" ") + b"); "
                edits.append((begin, at - 1, name))
        if prefix:
            edits.append((statement.offset, statement.offset, prefix))
    return edits


def _typeofs(text: bytes, statements: Iterable[Node], taken: list[_Edit]) -> list[_Edit]:
    """`const typeof(*p) *q = p;` becomes `typedef __typeof__(*p) __dovetail_type_0;
    const __dovetail_type_0 *q = p;`: clang tells what type a typedef is. What other edits have
    `taken` stays."""
    places = sorted((node.offset, node.end) for node in statements if 0 <= node.offset < node.end)
    edits: list[_Edit] = []
    around: list[tuple[int, int]] = []
    """The statements around the place, innermost last: a statement is in another one, or apart."""
    waiting = iter([*places, (len(text), len(text))])
    following = next(waiting)
    at = 0
    while found := _TYPEOF.search(text, at):
        at = found.end()
        if not found["typeof"] or any(begin <= found.start() < end for begin, end, _ in taken):
            continue
        at = _behind(text, found.end(), b"(", b")")
        while following[0] <= found.start():
            around.append(following)
            following = next(waiting)
        while around and around[-1][1] <= found.start():
            around.pop()
        operand = text[found.end() : at - 1].replace(b"\n", b" ")
        if not around or b"#" in operand:  # outside of functions; a line marker, which has to begin a line
            continue
        name = f"{TYPE_NAME}{len(edits) // 2}".encode()
        declaration = b"typedef __typeof__(" + operand + b") " + name + b"; "
        edits += [(found.start(), at, name), (around[-1][0], around[-1][0], declaration)]
    return edits


def _behind(text: bytes, at: int, opening: bytes, closing: bytes) -> int:
    """The offset behind the bracket that closes the one before `at`."""
    depth = 1
    while depth and (found := _BRACKET.search(text, at)):
        depth += {opening: 1, closing: -1}.get(found["bracket"], 0)
        at = found.end()
    return at
