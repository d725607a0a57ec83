"""Functions with something in them that other compilers accept and clang does not: nested functions, arrays
of variable length in records, a few more of GNU C.

Such a function is left out of the text, and a run that comes to it ends as unsupported; the rest of the
program is read as it stands. What no compiler accepts is an error, here as anywhere.
"""

from __future__ import annotations

import re

from dovetail.frontend.clang import STANDARDS, Complaint, complaints
from dovetail.frontend.flags import Flags
from dovetail.frontend.source import Source
from dovetail.program.types import DataModel

_REASONS = {
    "function definition is not allowed here": "a function inside of a function",
    "fields must have a constant size": "an array of variable length inside of a record",
    "invalid output constraint": "inline assembly for another machine",
    "invalid input constraint": "inline assembly for another machine",
    "unknown register name": "inline assembly for another machine",
    "use of unknown builtin": "a builtin function that clang does not have",
    "variable-sized object may not be initialized": "an array of variable length with an initialiser",
}
_TOKEN = re.compile(rb'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|^#[^\n]*|[{}]', re.MULTILINE)


def without_refused(source: Source, model: DataModel, given: Flags) -> Source | None:
    """The text with other bodies for such functions; None if there is more wrong with it than that."""
    # Without line markers, so that the lines are those of the text.
    plain = re.sub(rb"^#[^\n]*", b"", source.text, flags=re.MULTILINE)
    for standard in (STANDARDS[0], STANDARDS[-1]) if given.standard is None else (given.standard,):
        bodies = _refused_bodies(source, complaints(plain, model, standard, given))
        if bodies:
            break
    else:
        return None
    text = source.text
    for (begin, end), reason in sorted(bodies.items(), reverse=True):
        lines = re.sub(rb"[^\n]", b"", text[begin:end])
        body = f'{{ extern void __dovetail_unsupported(const char *); __dovetail_unsupported("{reason}"); '
        text = text[:begin] + body.encode() + lines + b"}" + text[end:]
    return Source(source.name, text, source.library)


def _refused_bodies(source: Source, found: list[Complaint]) -> dict[tuple[int, int], str]:
    """The bodies of functions whose first error is one of those that are known; nothing if there is an error
    anywhere else."""
    bodies = _bodies(source.text)
    result: dict[tuple[int, int], str] = {}
    for one in found:
        at = source.offset(one.line - 1, one.column - 1)
        body = next((range_ for range_ in bodies if at is not None and range_[0] <= at < range_[1]), None)
        if body is None:
            return {}
        if body not in result:
            reason = next((why for words, why in _REASONS.items() if words in one.text), None)
            if reason is None:
                return {}
            result[body] = f"{reason} is not modelled"
    return result


def _bodies(text: bytes) -> list[tuple[int, int]]:
    """Where the bodies of functions begin and end: braces behind a parenthesis, or behind a declaration of
    parameters in the old style."""
    result: list[tuple[int, int]] = []
    depth, begin = 0, 0
    for token in _TOKEN.finditer(text):
        if token[0] == b"{":
            if depth == 0:
                begin = token.start()
            depth += 1
        elif token[0] == b"}":
            depth -= 1
            if depth == 0 and text[:begin].rstrip()[-1:] in (b")", b";"):
                result.append((begin, token.end()))
    return result
