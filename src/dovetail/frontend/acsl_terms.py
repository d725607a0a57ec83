"""ACSL's terms and predicates, parsed: the everyday part of the language, as trees.

Whatever is outside of it is a `NotRead`, with a word on what to write instead; nothing is passed over. What
the trees mean in C is said in `acsl_words`.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from dovetail.quick_dataclass import dataclass

_TOKEN = re.compile(
    r"\s*(?:(?P<word>\\?[A-Za-z_]\w*)|(?P<number>\.?\d(?:[eEpP][+-]|[\w]|\.(?!\.))*)"
    r"|(?P<char>'(?:[^'\\]|\\.)*')|(?P<text>\"(?:[^\"\\]|\\.)*\")"
    r"|(?P<sign><==>|==>|<==|-->|\.\.\.|\.\.|->|<<|>>|[<>=!]=|&&|\|\||\^\^|[^\s\w]))"
)
LOGIC_TYPES = ("integer", "boolean", "real")
_TYPE_WORDS = frozenset(
    "void char short int long signed unsigned float double _Bool const struct union enum".split()
)
_COMPARED = ("<", "<=", ">", ">=", "==", "!=")
_CALLS = {
    "\\valid": 1, "\\valid_read": 1, "\\separated": 0, "\\fresh": 2, "\\block_length": 1, "\\offset": 1,
    "\\base_addr": 1,
}  # fmt: skip
"""Words with arguments, and how many; 0 is any number."""
_INSTEAD = {
    "\\initialized": "leave it out: Dovetail takes memory that is not initialised to hold any value",
    "\\let": "write the term where it is used",
    "\\forall": "give its variable a type and bounds: \\forall integer i; 0 <= i < n ==> …",
    "\\exists": "give its variable a type and bounds: \\exists integer i; 0 <= i < n && …",
    "\\allocable": "leave it out",
    "\\freeable": "use a contract in dovetail.h",
    "\\dangling": "use \\valid of what must be alive",
}


class NotRead(Exception):
    """Something outside of the subset; the text says what, and what to do."""


@dataclass(frozen=True, slots=True)
class Token:
    text: str
    kind: str
    begin: int
    end: int


@dataclass(frozen=True, slots=True)
class Tree:
    """`kind` says what it is: a name, a number, one of C's operators with its `parts`, a quantifier."""

    kind: str
    text: str = ""
    parts: tuple[Tree, ...] = ()


def tokens_of(text: str) -> list[Token]:
    found, at = [], 0
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            break
        kind = match.lastgroup or ""
        found.append(Token(match[kind], kind, match.start(kind), match.end(kind)))
        at = match.end()
    return found


def parsed(text: str) -> Tree:
    """One predicate or term, all of the text. Raises NotRead."""
    parser = _Parser(tokens_of(text))
    tree = parser.predicate()
    parser.require_end()
    return tree


def parsed_list(text: str) -> list[Tree]:
    """Several, with commas between them."""
    parser = _Parser(tokens_of(text))
    found = [parser.predicate()]
    while parser.takes(","):
        found.append(parser.predicate())
    parser.require_end()
    return found


class _Parser:
    def __init__(self, tokens: list[Token]) -> None:
        self._tokens = tokens
        self._at = 0

    def _peek(self, ahead: int = 0) -> str:
        at = self._at + ahead
        return self._tokens[at].text if at < len(self._tokens) else ""

    def takes(self, text: str) -> bool:
        if self._peek() == text:
            self._at += 1
            return True
        return False

    def _require(self, text: str) -> None:
        if not self.takes(text):
            raise NotRead(f"'{text}' is expected before '{self._peek() or 'the end'}'")

    def require_end(self) -> None:
        if self._at < len(self._tokens):
            raise NotRead(f"'{self._peek()}' is not read here")

    def _word(self) -> str:
        if self._at < len(self._tokens) and self._tokens[self._at].kind == "word":
            self._at += 1
            return self._tokens[self._at - 1].text
        raise NotRead(f"a name is expected before '{self._peek() or 'the end'}'")

    # -- predicates, from the loosest on

    def predicate(self) -> Tree:
        if self._peek() in ("\\forall", "\\exists"):
            return self._quantified()
        if self._peek(1) == ":" and self._tokens[self._at].kind == "word" and self._peek(2) != ":":
            self._at += 2  # a name of the user's for what follows
            return self.predicate()
        condition = self._iff()
        if not self.takes("?"):
            return condition
        then = self.predicate()
        self._require(":")
        return Tree("?", "", (condition, then, self.predicate()))

    def _quantified(self) -> Tree:
        kind = self._word()
        binders: list[Tree] = []
        while True:
            type_ = self._type()
            if not type_:
                raise NotRead(f"a {kind} of this form is not read: {_INSTEAD[kind]}")
            binders.append(Tree("name", self._word(), (Tree("type", type_),)))
            while self.takes(","):
                if self._is_type():
                    break
                binders.append(Tree("name", self._word(), (Tree("type", type_),)))
            else:
                break
        self._require(";")
        return Tree(kind, "", (*binders, self.predicate()))

    def _iff(self) -> Tree:
        left = self._implies()
        while self.takes("<==>"):
            left = Tree("<==>", "", (left, self._implies()))
        return left

    def _implies(self) -> Tree:
        left = self._joined(0)
        if self.takes("==>"):
            right = self._quantified() if self._peek() in ("\\forall", "\\exists") else self._implies()
            return Tree("==>", "", (left, right))
        return left

    def _joined(self, level: int) -> Tree:
        """`||`, `^^`, `&&`."""
        if level == 3:
            return self._compared()
        sign = ("||", "^^", "&&")[level]
        parts = [self._joined(level + 1)]
        while self.takes(sign):
            last = self._peek() in ("\\forall", "\\exists")
            parts.append(self._quantified() if last else self._joined(level + 1))
        return parts[0] if len(parts) == 1 else Tree(sign, "", tuple(parts))

    def _compared(self) -> Tree:
        parts, signs = [self._term(0)], []
        while self._peek() in _COMPARED:
            signs.append(self._peek())
            self._at += 1
            parts.append(self._term(0))
        return parts[0] if not signs else Tree("compared", " ".join(signs), tuple(parts))

    # -- terms

    _LEVELS = (("|",), ("^",), ("&",), ("<<", ">>"), ("+", "-"), ("*", "/", "%"))

    def _term(self, level: int) -> Tree:
        if level == len(self._LEVELS):
            return self._unary()
        left = self._term(level + 1)
        while self._peek() in self._LEVELS[level]:
            sign = self._peek()
            self._at += 1
            left = Tree("binary", sign, (left, self._term(level + 1)))
        return left

    def _unary(self) -> Tree:
        sign = self._peek()
        if sign in ("!", "-", "+", "~", "*", "&"):
            self._at += 1
            return Tree("unary", sign, (self._unary(),))
        if sign == "sizeof":
            return self._size()
        if sign == "(" and self._is_type(1):
            self._at += 1
            type_ = self._type()
            self._require(")")
            return Tree("cast", type_, (self._unary(),))
        return self._postfix()

    def _size(self) -> Tree:
        self._at += 1
        self._require("(")
        type_ = self._type() if self._is_type() else ""
        inner = () if type_ else (self.predicate(),)
        self._require(")")
        return Tree("sizeof", type_, inner)

    def _postfix(self) -> Tree:
        tree = self._primary()
        while True:
            if self._peek() in (".", "->"):
                sign = self._peek()
                self._at += 1
                tree = Tree("member", f"{sign}{self._word()}", (tree,))
            elif self.takes("["):
                inside = self._range()
                self._require("]")
                tree = Tree("index", "", (tree, inside))
            else:
                return tree

    def _range(self) -> Tree:
        """`a .. b`, or one term."""
        low = Tree("none") if self._peek() == ".." else self.predicate()
        if not self.takes(".."):
            return low
        high = Tree("none") if self._peek() in ("]", ")") else self._term(0)
        return Tree("range", "", (low, high))

    def _primary(self) -> Tree:
        if self.takes("("):
            inside = self._range()
            self._require(")")
            return inside
        if self._at == len(self._tokens):
            raise NotRead("something is missing at the end")
        token = self._tokens[self._at]
        self._at += 1
        if token.kind in ("number", "char"):
            return Tree("number", token.text)
        if token.kind != "word":
            raise NotRead(f"'{token.text}' is not read here")
        if token.text in ("\\result", "\\null", "\\true", "\\false", "\\nothing"):
            return Tree(token.text)
        if token.text in ("\\old", "\\at"):
            self._require("(")
            inside, label = self.predicate(), "Old"
            if token.text == "\\at":
                self._require(",")
                label = self._word()
            self._require(")")
            return Tree("at", label, (inside,))
        if token.text in _CALLS or (self._peek() == "(" and not token.text.startswith("\\")):
            return self._call(token.text)
        if token.text.startswith("\\"):
            instead = _INSTEAD.get(token.text, "write the clause without it, or in the words of dovetail.h")
            raise NotRead(f"{token.text} is not read: {instead}")
        return Tree("name", token.text)

    def _call(self, name: str) -> Tree:
        if self.takes("{"):  # labels of states: of one state there is nothing to say
            while not self.takes("}"):
                self._at += 1
                if self._at >= len(self._tokens):
                    raise NotRead(f"the labels of {name} do not end")
        self._require("(")
        parts: list[Tree] = []
        while not self.takes(")"):
            parts.append(self._range())
            if self._peek() != ")":
                self._require(",")
        if _CALLS.get(name) and _CALLS[name] != len(parts):
            raise NotRead(f"{name} with {len(parts)} arguments is not read")
        return Tree("call", name, tuple(parts))

    # -- types

    def _is_type(self, ahead: int = 0) -> bool:
        word = self._peek(ahead)
        if word in _TYPE_WORDS or word in LOGIC_TYPES:
            return True
        named = word.endswith("_t") or self._peek(ahead + 1) == "*"
        # `(name *)` is a type, and so is `(name_t)`.
        after = ahead + 1
        while self._peek(after) == "*":
            after += 1
        return bool(re.fullmatch(r"[A-Za-z_]\w*", word)) and named and self._peek(after) == ")"

    def _type(self) -> str:
        """A type as it is written; nothing if there is none."""
        words: list[str] = []
        while self._peek() in _TYPE_WORDS or self._peek() in LOGIC_TYPES:
            word = self._word()
            words.append(word)
            if word in ("struct", "union", "enum"):
                words.append(self._word())
        if not words and re.fullmatch(r"[A-Za-z_]\w*", self._peek()):
            words.append(self._word())
        while words and self.takes("*"):
            words.append("*")
        return " ".join(words)


def rewritten(tree: Tree, change: Callable[[Tree], Tree | None]) -> Tree:
    """With the parts that `change` gives something for in the place of others."""
    made = change(tree)
    if made is not None:
        return made
    return Tree(tree.kind, tree.text, tuple(rewritten(part, change) for part in tree.parts))


def names_in(tree: Tree) -> frozenset[str]:
    own = {tree.text} if tree.kind == "name" else set()
    return frozenset(own).union(*(names_in(part) for part in tree.parts))
