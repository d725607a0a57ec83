"""What a witness says in C: whether it is one expression, and nothing that a macro makes something else of.

It will stand in the text of a program, so it must not end what it stands in. Tokens are looked at here: those
of expressions, with brackets that match. Names that are macros are looked at with what they stand for. That
it only looks at the state is seen in the syntax tree (`frontend.looking`).
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from dovetail.frontend.acsl_terms import NotRead, parsed
from dovetail.frontend.acsl_words import Words
from dovetail.frontend.clause_tokens import Tokens
from dovetail.program.types import DataModel

RESULT = "dovetail_witness_result"
_BEYOND_C = re.compile(r"\\|==>|\^\^")
_MARK = "+(_Bool)"
_WIDE = r" \+ \((?:__int128|long long)\)0"
_OF_ZERO = re.compile(rf"\((\w+){_WIDE}\) ([!=]=) \(0{_WIDE}\)")
_AS_IT_IS = r"\1 \2 0"
"""A pointer is compared with no wide number, but with a zero."""
_MAX = 20_000
_OPERATORS = frozenset(b"+ - * / % < > <= >= == != && || ! ~ & | ^ << >> ? : ( ) [ ] . ->".split())
_OWN = (b"__CPROVER_", b"__dovetail", b"dovetail_", b"__VERIFIER_")
_NUMBER = re.compile(rb"\.?\d(?:[eEpP][+-]|[\w.])*|'(?:[^'\\\n]|\\.)*'")
_DEFINE = re.compile(r"^[ \t]*#[ \t]*define[ \t]+(\w+)(\(?)((?:[^\n\\]|\\.|\\\n)*)", re.MULTILINE)
_FLAG = re.compile(r"-D\s*(\w+)(\(?)=?(.*)", re.DOTALL)
_COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.DOTALL)


def c_text(value: str, *, of_result: bool = False) -> str:
    """The expression with C's words for ACSL's; what is no single expression raises ValueError, which says
    why."""
    text = " ".join(value.split())
    if of_result:
        text = re.sub(r"\\result\b", RESULT, text)
    if (reason := _not_one(text, of_result)) is not None:
        raise ValueError(reason)
    return text


def acsl_text(value: str, model: DataModel, *, of_result: bool = False) -> str:
    """The same of ACSL: C that computes in numbers as wide as there are, with a mark by which it is found in
    the syntax tree, where it is seen whether they are wide enough (`frontend.exactness`). Raises NotRead."""
    beyond = re.sub(r"\\result\b", "", value) if of_result else value
    if (found := _BEYOND_C.search(beyond)) is not None:
        raise NotRead(f"of ACSL only what is an expression of C, too, is read here: not '{found[0]}'")
    tree = parsed(c_text(value, of_result=of_result))
    said = Words(model, old=False, in_loop=False).predicate(tree).replace("__CPROVER_dovetail_exactly", "")
    return f"{_MARK}({_OF_ZERO.sub(_AS_IT_IS, said)})"


def is_of_acsl(text: str) -> bool:
    return text.startswith(_MARK)


def bare(text: str) -> str:
    """What was written, without brackets, spaces, and what makes numbers wide: to be compared."""
    text = "".join(text.split()).replace("(", "").replace(")", "")
    return re.sub(r"\+(__int1280|longlong0|_Bool)", "", text)


def _not_one(text: str, of_result: bool = False) -> str | None:
    if not text:
        return "it is empty"
    if len(text) > _MAX:
        return "it is too long"
    if "//" in text or "/*" in text or not text.isascii():
        return "it is no C expression"
    tokens = Tokens(text.encode())
    if len(tokens.closing) * 2 != sum(token.text in (b"(", b")", b"[", b"]") for token in tokens.all):
        return "its brackets do not match"
    if "".join(token.text.decode() for token in tokens.all) != text.replace(" ", ""):
        return "it is no C expression"
    for token in tokens.all:
        if token.is_name:
            if token.text.startswith(_OWN) and not (of_result and token.text == RESULT.encode()):
                return f"'{token.text.decode()}' is a name of Dovetail's own, or of a verifier's"
        elif token.text not in _OPERATORS and not _NUMBER.fullmatch(token.text):
            return f"'{token.text.decode()}' has no place in an expression that only looks"
    return None


class Macros:
    """Those that are defined anywhere in some texts, in whatever order, and by flags."""

    def __init__(self, texts: Iterable[str], flags: Iterable[str] = ()) -> None:
        self._defined: dict[str, list[tuple[bool, str]]] = {}
        for text in texts:
            for name, bracket, body in _DEFINE.findall(text):
                body = _COMMENT.sub(" ", body).replace("\\\n", " ").strip()
                self._defined.setdefault(name, []).append((bool(bracket), body))
        for flag in flags:
            if (found := _FLAG.fullmatch(flag)) is not None:
                self._defined.setdefault(found[1], []).append((bool(found[2]), found[3]))

    def changing(self, text: str) -> str | None:
        """A name in an expression with which it would not be one any more; of what was read as a tree, with
        which it would be another tree."""
        alone = is_of_acsl(text)
        left = [text]
        seen: set[str] = set()
        while left:
            for token in Tokens(left.pop().encode()).all:
                name = token.text.decode()
                if not token.is_name or name in seen:
                    continue
                seen.add(name)
                for has_parameters, body in self._defined.get(name, ()):
                    if has_parameters or (body and _not_one(body) is not None):
                        return name
                    if alone and not (_in_brackets(body) or _is_one_value(body)):
                        return name
                    left.append(body)
        return None


def _is_one_value(text: str) -> bool:
    tokens = Tokens(text.encode()).all
    return len(tokens) == 1 and (tokens[0].is_name or _NUMBER.fullmatch(tokens[0].text) is not None)


def _in_brackets(text: str) -> bool:
    tokens = Tokens(text.encode())
    return bool(tokens.all) and tokens.closing.get(0) == len(tokens.all) - 1
