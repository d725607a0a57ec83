"""Annotations of ACSL, `/*@ … */` and `//@ …`: the everyday subset, as clauses in CBMC's words.

They are comments, so the preprocessor is told to keep comments, and what is no annotation is blank again
behind it. Macros in annotations mean what they mean at the end of the file. The clauses of functions and of
loops join those that are written as C (`clauses`); an assertion is put where it stood.

What is outside of the subset is never passed over. A clause that cannot be read becomes one that nothing is
known of: whoever comes to it, in a proof or in a run, has an unknown verdict with the clause and the reason.
Where nothing would come to it (a lemma, say), the file is refused.
"""

from __future__ import annotations

import re
import tempfile
from collections.abc import Iterator
from pathlib import Path

from dovetail.frontend.acsl_terms import NotRead, Tree, parsed, parsed_list, tokens_of
from dovetail.frontend.acsl_words import Words, applied
from dovetail.frontend.clang import preprocess_behind
from dovetail.frontend.errors import InputError
from dovetail.frontend.flags import Flags
from dovetail.frontend.source import Source
from dovetail.program.position import Position
from dovetail.program.types import DataModel
from dovetail.quick_dataclass import dataclass

MENTIONED = re.compile(rb"/\*@|//@")
_LEXEME = re.compile(
    rb'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'|/\*.*?\*/|//(?:[^\\\n]|\\.|\\\n)*', re.DOTALL
)
_OF_FUNCTIONS = (
    "requires ensures assigns terminates decreases behavior complete disjoint assumes allocates frees exits"
)
_IN_CODE = ("assert", "check", "admit")
_GLOBAL = frozenset(
    "predicate logic lemma axiomatic axiom inductive type model global ghost import volatile strong weak "
    "slice for invariant".split()
)
_WORDS = frozenset({"loop", *_OF_FUNCTIONS.split(), *_IN_CODE, *_GLOBAL})
_OF_LOOPS = ("invariant", "variant", "assigns", "allocates", "frees", "unroll", "pragma")
_BACKSLASH = "__dovetail_backslash_"
_SPOKEN = {"invariant": "invariant", "variant": "decreases", "assigns": "assigns"}
NOTHING_SAID = "any"
"""The kind of clause that says that any memory may be assigned."""


@dataclass(frozen=True, slots=True)
class Said:
    """A clause: its kind, as CBMC has it, its text in CBMC's words, what the user has written, and where."""

    kind: str
    text: str
    written: str
    position: Position


@dataclass(frozen=True, slots=True)
class Annotation:
    """What a comment says, and where it stood in the text: of a function (`function`), a loop, or code."""

    begin: int
    end: int
    about: str
    clauses: tuple[Said, ...]


@dataclass(frozen=True, slots=True)
class Annotated:
    """A text in which all comments are blank, and its annotations."""

    text: bytes
    annotations: tuple[Annotation, ...]


@dataclass(frozen=True, slots=True)
class _Part:
    """A piece of an annotation: up to a semicolon, with the words that it begins with."""

    text: str
    offset: int


def annotated(path: Path, name: str, text: bytes, model: DataModel, flags: Flags, standard: str) -> Annotated:
    """Of a preprocessed text with comments."""
    blank = bytearray(text)
    source = Source(name, text)
    found: list[tuple[int, int, list[_Part]]] = []
    for match in _LEXEME.finditer(text):
        comment = match[0]
        if not comment.startswith(b"/"):
            continue
        for at in range(*match.span()):
            if blank[at : at + 1] != b"\n":
                blank[at] = 0x20
        if comment[2:3] == b"@":
            parts = _parts(comment, match.start())
            if parts:
                found.append((*match.span(), parts))
    expanded = _expanded([part for _, _, parts in found for part in parts], path, model, flags, standard)
    reader = _Reader(source, model, expanded)
    reader.define(parts for _, _, parts in found)
    made = [reader.annotation(begin, end, parts) for begin, end, parts in found]
    return Annotated(bytes(blank), tuple(one for one in made if one.clauses))


def _parts(comment: bytes, begin: int) -> list[_Part]:
    """The clauses of a comment; none if it is no annotation of this language (others begin like it)."""
    inside = comment[3:-2] if comment.startswith(b"/*") else comment[3:]
    # A sign may stand at the beginning of each line, and at the end.
    plain = re.sub(rb"(?m)^([ \t]*)@", rb"\1 ", inside)
    plain = re.sub(rb"@+[ \t]*$", lambda found: b" " * len(found[0]), plain)
    plain = re.sub(rb"//[^\n]*", lambda found: b" " * len(found[0]), plain)
    text = plain.decode(errors="replace")
    first = re.match(r"\s*([A-Za-z]\w*)\s*(\w*)", text)
    if first is None or not _begins(first[1], first[2], text):
        return []
    parts, at, depth = [], 0, 0
    quantified = 0
    for token in tokens_of(text):
        if token.text in ("\\forall", "\\exists", "\\let"):
            quantified += 1
        depth += {"(": 1, "[": 1, "{": 1, ")": -1, "]": -1, "}": -1}.get(token.text, 0)
        ends = token.text == ";" and not depth
        if token.text == ";" and quantified:
            quantified -= 1
            continue
        opens = token.text == ":" and not depth and re.match(r"\s*behavior\s+\w+\s*$", text[at : token.begin])
        if ends or opens:
            parts.append(_Part(text[at : token.begin], begin + 3 + _bytes_before(text, at)))
            at = token.end
    if text[at:].strip():
        parts.append(_Part(text[at:], begin + 3 + _bytes_before(text, at)))
    return parts


def _begins(word: str, next_: str, text: str) -> bool:
    """Is it an annotation, or prose that begins with such a word?"""
    if word == "loop":
        return next_ in _OF_LOOPS
    return word in _WORDS and (
        word in _OF_FUNCTIONS.split() or word == "assert" or ";" in text or "{" in text
    )


def _bytes_before(text: str, at: int) -> int:
    rest = text[at:]
    return len(text[: at + len(rest) - len(rest.lstrip())].encode())


def _expanded(
    parts: list[_Part], path: Path, model: DataModel, flags: Flags, standard: str
) -> dict[_Part, str]:
    """The text of each with the macros of the file."""
    if not parts:
        return {}
    with tempfile.TemporaryDirectory(prefix="dovetail-") as folder:
        file = Path(folder) / "annotations.h"
        lines = [
            f"__dovetail_annotation {number} {' '.join(part.text.split())}".replace("\\", _BACKSLASH)
            for number, part in enumerate(parts)
        ]
        file.write_text("\n".join([*lines, "__dovetail_annotation -1", ""]), encoding="utf-8")
        made = preprocess_behind(path, file, model, flags, standard).text.decode(errors="replace")
    plain = re.sub(r"(?m)^#.*$", "", made)
    found: dict[_Part, str] = {}
    for piece in plain.split("__dovetail_annotation ")[1:]:
        number, _, rest = piece.partition(" ")
        if number.strip().isdigit():
            found[parts[int(number)]] = " ".join(rest.split()).replace(_BACKSLASH, "\\")
    return found


class _Reader:
    def __init__(self, source: Source, model: DataModel, expanded: dict[_Part, str]) -> None:
        self._source = source
        self._model = model
        self._expanded = expanded
        self._definitions: dict[str, tuple[list[str], Tree]] = {}

    def define(self, annotations: Iterator[list[_Part]]) -> None:
        """The predicates that are defined without states of their own. Others are an error."""
        for parts in annotations:
            for part in parts:
                word, _, rest = self._expanded[part].partition(" ")
                if word not in _GLOBAL:
                    continue
                head, _, body = rest.partition("=")
                match = re.fullmatch(r"\s*(\w+)\s*(?:\{[\w\s,]*\})?\s*\((.*)\)\s*", head)
                if word != "predicate" or match is None or not body.strip():
                    raise InputError(
                        f"ACSL: '{word}' is not read; predicates with one definition are: "
                        "write what is meant in the clauses themselves",
                        self._source.position(part.offset),
                    )
                names = [one.split()[-1].lstrip("*") for one in match[2].split(",") if one.strip()]
                try:
                    self._definitions[match[1]] = names, parsed(body)
                except NotRead as reason:
                    position = self._source.position(part.offset)
                    raise InputError(f"ACSL: {reason}", position) from None

    def annotation(self, begin: int, end: int, parts: list[_Part]) -> Annotation:
        words = [self._expanded[part].partition(" ")[0] for part in parts]
        if words[0] in _GLOBAL:
            return Annotation(begin, end, "nothing", ())
        if words[0] in _IN_CODE:
            return Annotation(begin, end, "code", tuple(self._in_code(part) for part in parts))
        if words[0] == "loop":
            return Annotation(begin, end, "loop", tuple(one for part in parts for one in self._of_loop(part)))
        return Annotation(begin, end, "function", tuple(_Contract(self, parts).clauses()))

    # -- pieces

    def words(self, part: _Part) -> tuple[str, str]:
        word, _, rest = self._expanded[part].partition(" ")
        return word, rest

    def position(self, part: _Part) -> Position:
        return self._source.position(part.offset)

    def tree(self, text: str) -> Tree:
        return applied(parsed(text), self._definitions)

    def trees(self, text: str) -> list[Tree]:
        return [applied(one, self._definitions) for one in parsed_list(text)]

    def spoken(self, *, old: bool = False, in_loop: bool = False) -> Words:
        return Words(self._model, old=old, in_loop=in_loop)

    def said(self, kind: str, text: str, part: _Part) -> Said:
        written = re.sub(r"^(loop )?\w+ ", "", " ".join(part.text.split()))
        return Said(kind, text, written, self.position(part))

    def refused(self, kind: str, reason: object, part: _Part) -> Said:
        """Of which nothing is known."""
        position = self.position(part)
        text = str(reason).replace("\\", "\\\\").replace('"', "'")
        where = f"{position}: ACSL: {text}".replace('"', "'")
        return self.said(kind, f'__CPROVER_dovetail_unread("{where}")', part)

    def _in_code(self, part: _Part) -> Said:
        word, rest = self.words(part)
        try:
            if word not in ("assert", "check"):
                raise NotRead(f"'{word}' is not read: dovetail_assume(…) says it in code")
            return self.said("assert", self.spoken().predicate(self.tree(rest)), part)
        except NotRead as reason:
            return self.refused("assert", reason, part)

    def _of_loop(self, part: _Part) -> Iterator[Said]:
        _, rest = self.words(part)
        word, _, rest = rest.partition(" ")
        kind = _SPOKEN.get(word)
        words = self.spoken(in_loop=True)
        try:
            if kind == "invariant":
                yield self.said(kind, words.predicate(self.tree(rest)), part)
            elif kind == "decreases":
                tree = self.tree(rest)
                yield self.said("decreases", words.term(tree, "", widened=True), part)
                yield self.said("variant", words.predicate(_not_negative(tree)), part)
            elif kind == "assigns":
                targets = _targets(self.trees(rest.partition("\\from")[0]))
                yield self.said(kind, ", ".join(words.assigned(one) for one in targets), part)
            else:
                raise NotRead(f"'loop {word}' is not read: invariant, variant and assigns are")
        except NotRead as reason:
            yield self.refused("invariant", reason, part)


def _not_negative(tree: Tree) -> Tree:
    return Tree("compared", "<=", (Tree("number", "0"), tree))


def _targets(trees: list[Tree]) -> list[Tree]:
    return [one for one in trees if one.kind not in ("\\nothing", "\\result")]


class _Contract:
    """The clauses of one function; those of its behaviors under what these assume."""

    def __init__(self, reader: _Reader, parts: list[_Part]) -> None:
        self._reader = reader
        self._parts = parts
        self._assumed: dict[str, list[Tree]] = {}
        self._current = ""
        self._assigns: list[tuple[str, _Part]] = []

    def clauses(self) -> Iterator[Said]:
        for part in self._parts:
            yield from self._clause(part)
        default = [one for behavior, one in self._assigns if not behavior]
        others = [(behavior, one) for behavior, one in self._assigns if behavior]
        if default and others:
            reason = "assigns of a behavior beside those of the function: leave one of them out"
            yield self._reader.refused("ensures", reason, others[0][1])
        for part in default:
            yield from self._assigned(part, "")
        if not default and others:
            complete = any(self._reader.words(part)[0] == "complete" for part in self._parts)
            if not complete or {behavior for behavior, _ in others} != {*self._assumed}:
                reason = "assigns of behaviors, but not of all, or not complete: give the function its own"
                yield self._reader.refused("ensures", reason, others[0][1])
            for behavior, part in others:
                yield from self._assigned(part, behavior)
        measures = [part for part in self._parts if self._reader.words(part)[0] == "decreases"]
        if measures and not self._assigns:
            reason = "decreases of a function that does not say what it assigns: give it assigns"
            yield self._reader.refused("ensures", reason, measures[0])
        if not self._assigns:
            yield self._reader.said(NOTHING_SAID, "", self._parts[0])

    def _clause(self, part: _Part) -> Iterator[Said]:
        word, rest = self._reader.words(part)
        try:
            match word:
                case "requires" | "ensures":
                    yield self._reader.said(word, self._condition(word, self._reader.tree(rest)), part)
                case "assigns":
                    self._assigns.append((self._current, part))
                case "behavior":
                    self._current = rest.strip()
                    self._assumed.setdefault(self._current, [])
                case "assumes":
                    self._assumed[self._current].append(self._reader.tree(rest))
                case "complete" | "disjoint":
                    yield self._reader.said("ensures", self._about_behaviors(word, rest), part)
                case "decreases":
                    words = self._reader.spoken()
                    yield self._reader.said("decreases", words.term(self._reader.tree(rest), ""), part)
                case "terminates":
                    text = "that it ends is not shown: 'terminates' is not read"
                    yield self._reader.said("noted", text, part)
                case _:
                    raise NotRead(f"'{word}' is not read: requires, ensures, assigns and behavior are")
        except NotRead as reason:
            yield self._reader.refused("requires" if word == "requires" else "ensures", reason, part)

    def _condition(self, word: str, tree: Tree) -> str:
        """Earlier values are those before the call, and so is what a behavior assumes."""
        words = self._reader.spoken(old=word == "ensures")
        said = words.predicate(tree)
        if not self._current:
            return said
        under = self._under(self._current, words, "__CPROVER_old" if word == "ensures" else "")
        return f"(!{under} || {said})" if word == "requires" else f"({under} ==> {said})"

    def _under(self, behavior: str, words: Words, label: str) -> str:
        assumed = [words.predicate(one, label) for one in self._assumed[behavior]]
        return f"({' && '.join(assumed) or '1'})"

    def _about_behaviors(self, word: str, rest: str) -> str:
        kind, _, names = rest.partition(" ")
        if kind != "behaviors":
            raise NotRead(f"'{word} {kind}' is not read")
        listed = [one.strip() for one in names.split(",") if one.strip()] or list(self._assumed)
        if missing := [one for one in listed if one not in self._assumed]:
            raise NotRead(f"there is no behavior '{missing[0]}' before it")
        words = self._reader.spoken(old=True)
        under = [self._under(one, words, "__CPROVER_old") for one in listed]
        if word == "complete":
            return f"({' || '.join(under) or '1'})"
        pairs = [f"!({one} && {other})" for n, one in enumerate(under) for other in under[:n]]
        return f"({' && '.join(pairs) or '1'})"

    def _assigned(self, part: _Part, behavior: str) -> Iterator[Said]:
        _, rest = self._reader.words(part)
        words = self._reader.spoken()
        listed, depends, _ = rest.partition("\\from")
        try:
            targets = [words.assigned(one) for one in _targets(self._reader.trees(listed))]
            guard = f"{self._under(behavior, words, '')}: " if behavior and targets else ""
            yield self._reader.said("assigns", guard + ", ".join(targets), part)
        except NotRead as reason:
            yield self._reader.refused("ensures", reason, part)
        if depends:
            text = "what values depend on is not shown: '\\\\from' is not read"
            yield self._reader.said("noted", text, part)
