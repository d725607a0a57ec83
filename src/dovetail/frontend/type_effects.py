"""What is evaluated because it stands in a type: `int f(int n, int a[n++])`, `typeof(*(i++, p)) x;`.

The size of a parameter that is an array is computed when its function is called, although nobody asks for it
(C11 6.7.6.3, 6.9.1p10), and so is the operand of `typeof` where its type has a variable length. The
compiler's tree has neither of them: the text has. Computing a sum of parameters is seen by nobody; what may
change something, or end the run, is refused.

Not here: the lengths of arrays that are declared in a body, which are in the tree.
"""

from __future__ import annotations

import re

from dovetail.frontend.errors import UnsupportedError
from dovetail.frontend.source import Source
from dovetail.frontend.syntax import Node

_NO_CALL = (
    "sizeof|_Alignof|alignof|__alignof__|__alignof|typeof|__typeof__|__typeof"
    "|void|_Bool|bool|char|short|int|long|signed|unsigned|float|double|const|volatile"
)
_CHANGES = re.compile(rf"\+\+|--|(?<![=!<>])=(?!=)|\b(?!(?:{_NO_CALL})\b)[A-Za-z_$][\w$]*\s*\(|\)\s*\(")
"""An assignment, or a call."""
_FAILS = re.compile(r"->|\[|(?:^|[^\w$)\]\s])\s*\*|[/%]\s*\(*\s*(?!sizeof\b)[A-Za-z_$]")
"""An access to memory, or a division by something that has a name."""
_WORDS = re.compile(r"\b(?:static|const|volatile|restrict|__restrict|__restrict__)\b")
_CAST = re.compile(r"\((?:\s*(?:unsigned|signed|int|long|short|char|\w+_t)\b)+\s*\)")
_TYPEOF = re.compile(r"\b(?:typeof|__typeof__|__typeof|typeof_unqual)\s*\(")
_VARIABLE = re.compile(r"\[(?!\d*\])")
"""In a type as the compiler prints it: a length that is no number."""


def require_quiet_types(source: Source, function: Node, text: str) -> None:
    """Raises UnsupportedError for a definition in whose types something is evaluated that can be noticed."""
    for parameter in function.inner:
        if parameter.kind != "ParmVarDecl":
            continue
        for size in _bracketed(source.slice(parameter.offset, parameter.end)):
            written = _CAST.sub("", _WORDS.sub(" ", size)).strip()
            if written != "*" and (_CHANGES.search(written) or _FAILS.search(written)):
                raise UnsupportedError(
                    f"the size '{written}' of a parameter, which is computed at every call"
                )
    if any(_CHANGES.search(operand) for operand in _operands(text)) and _has_variable_lengths(function):
        raise UnsupportedError("typeof with effects where arrays have variable lengths")


def _bracketed(text: str) -> list[str]:
    """What stands in the outermost brackets."""
    found, depth, begin = [], 0, 0
    for at, character in enumerate(text):
        if character == "[":
            depth += 1
            if depth == 1:
                begin = at + 1
        elif character == "]":
            depth -= 1
            if depth == 0:
                found.append(text[begin:at])
    return found


def _operands(text: str) -> list[str]:
    """Of each `typeof`."""
    found = []
    for match in _TYPEOF.finditer(text):
        depth, at = 1, match.end()
        while at < len(text) and depth:
            depth += {"(": 1, ")": -1}.get(text[at], 0)
            at += 1
        found.append(text[match.end() : at - 1])
    return found


def _has_variable_lengths(function: Node) -> bool:
    for node in function.walk():
        for type_ in (node.type, node.argument_type):
            if type_ is not None and any(map(_VARIABLE.search, (type_.text, type_.desugared or ""))):
                return True
    return False
