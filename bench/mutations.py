"""Small changes to a C program, of the kind that people make by mistake.

Works on the text, token by token. What comes out need not compile; the caller finds out. Lines that take
inputs, declare external functions or say something to the reader stay as they are, so that the inputs of a
mutant are those of the original.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from dataclasses import dataclass

_TOKEN = re.compile(
    r"""(?P<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
      |(?P<number>0[xX][0-9a-fA-F]+[uUlL]*|\d+\.\d*f?|\d+[uUlL]*)
      |(?P<name>[A-Za-z_]\w*)
      |(?P<op><<=|>>=|->|\+\+|--|<<|>>|<=|>=|==|!=|&&|\|\||[-+*/%&|^]=|[-+*/%&|^<>=!~?:;,.(){}\[\]])""",
    re.X,
)
_OPERATORS = {
    "+": ("-", "*"),
    "-": ("+",),
    "*": ("+", "/"),
    "/": ("%", "*"),
    "%": ("/",),
    "<<": (">>",),
    ">>": ("<<",),
    "&": ("|", "^"),
    "|": ("&", "^"),
    "^": ("|", "&"),
    "&&": ("||",),
    "||": ("&&",),
    "<": ("<=", ">"),
    "<=": ("<", ">="),
    ">": (">=", "<"),
    ">=": (">", "<="),
    "==": ("!=",),
    "!=": ("==",),
    "++": ("--",),
    "--": ("++",),
    "+=": ("-=", "="),
    "-=": ("+=", "="),
    "*=": ("+=",),
    "/=": ("%=",),
    "<<=": (">>=",),
    "&=": ("|=",),
    "|=": ("&=",),
    "^=": ("|=",),
}
_TYPES = {
    "int": ("short", "unsigned", "signed char", "long"),
    "unsigned": ("int", "unsigned short"),
    "signed": ("unsigned",),
    "char": ("unsigned char", "short"),
    "short": ("int", "char"),
    "long": ("int",),
    "float": ("double",),
    "double": ("float",),
    "_Bool": ("int",),
}
_NOT_COMMUTATIVE = frozenset({"-", "/", "%", "<<", ">>", "<", "<=", ">", ">="})
_NO_STATEMENT = frozenset(
    "int unsigned signed char short long float double _Bool void const static struct union enum return case "
    "default if else while for do switch goto".split()
)


@dataclass(frozen=True, slots=True)
class Mutant:
    kind: str
    line: int
    text: str


@dataclass(frozen=True, slots=True)
class _Edit:
    kind: str
    start: int
    end: int
    text: str


def mutants(text: str, seed: str) -> Iterator[Mutant]:
    """All of them, in an order that a seed decides, the kinds taking turns."""
    rng = random.Random(seed)
    kinds: dict[str, list[_Edit]] = {}
    for edit in _edits(text):
        kinds.setdefault(edit.kind, []).append(edit)
    order = sorted(kinds)
    rng.shuffle(order)
    for edits in kinds.values():
        rng.shuffle(edits)
    while order:
        for kind in list(order):
            if not kinds[kind]:
                order.remove(kind)
                continue
            edit = kinds[kind].pop()
            changed = text[: edit.start] + edit.text + text[edit.end :]
            if changed != text:
                yield Mutant(edit.kind, text.count("\n", 0, edit.start) + 1, changed)


def _edits(text: str) -> Iterator[_Edit]:
    at = 0
    for line in text.splitlines(keepends=True):
        if _may_change(line):
            yield from _in_line(line, at)
        at += len(line)


def _may_change(line: str) -> bool:
    return not (line.startswith(("//", "#", "extern")) or "__VERIFIER_" in line or "reach_error" in line)


def _in_line(line: str, at: int) -> Iterator[_Edit]:
    tokens = list(_TOKEN.finditer(line))
    for index, token in enumerate(tokens):
        word = token[0]
        start, end = at + token.start(), at + token.end()
        if token["op"]:
            for other in _OPERATORS.get(word, ()):
                yield _Edit("operator", start, end, other)
            if word in _NOT_COMMUTATIVE and 0 < index < len(tokens) - 1:
                left, right = tokens[index - 1], tokens[index + 1]
                if _is_operand(left) and _is_operand(right):
                    swapped = right[0] + line[left.end() : right.start()] + left[0]
                    yield _Edit("operands", at + left.start(), at + right.end(), swapped)
        elif token["number"] and re.fullmatch(r"\d+[uUlL]*", word):
            digits = re.match(r"\d+", word)
            assert digits is not None
            for step in (1, -1):
                if int(digits[0]) + step >= 0:
                    yield _Edit("constant", start, end, f"{int(digits[0]) + step}{word[digits.end() :]}")
        elif token["name"]:
            for other in _TYPES.get(word, ()):
                yield _Edit("type", start, end, other)
            if word in ("if", "while"):
                yield from _negated(line, token.end(), at)
    stripped = line.strip()
    if tokens and stripped.endswith(";") and tokens[0][0] not in _NO_STATEMENT and "{" not in stripped:
        indent = len(line) - len(line.lstrip())
        yield _Edit("statement", at + indent, at + len(line.rstrip()), ";")


def _is_operand(token: re.Match[str]) -> bool:
    return bool(token["name"] or token["number"])


def _negated(line: str, after: int, at: int) -> Iterator[_Edit]:
    start = line.find("(", after)
    depth = 0
    for index in range(max(start, 0), len(line)):
        depth += (line[index] == "(") - (line[index] == ")")
        if depth == 0 and line[index] == ")":
            yield _Edit("condition", at + start, at + index + 1, f"(!{line[start : index + 1]})")
            return
