"""Clauses of contracts, taken out of the text: `__CPROVER_requires(c)` and its kin.

They stand where C has no place for them, behind a declarator or between the head of a loop and its body, so
clang would refuse the text. A pass over the tokens takes them out; those of `dovetail.h` are the same words
at the beginning of a body. What was there is blank then, so that everything else stands where it stood. Loops
get back what their clauses mean, as C; the clauses of functions are kept, each with the place of its text,
until it is known what is asked for (`contract_text`).

Words that stand in ordinary expressions (`__CPROVER_assume`, `__CPROVER_r_ok`) are put into Dovetail's own.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import field

from dovetail.frontend.acsl import Annotation
from dovetail.frontend.clause_preamble import PREAMBLE
from dovetail.frontend.clause_tokens import Tokens
from dovetail.frontend.clause_words import EXACTLY, PREFIX, Rewriting, Situation
from dovetail.frontend.errors import InputError
from dovetail.frontend.source import Source
from dovetail.frontend.spelling import FILE_LOCAL, UNINTERPRETED
from dovetail.frontend.written_places import places_of_loop
from dovetail.program.position import Position
from dovetail.quick_dataclass import dataclass

FUNCTION_CLAUSES = {
    b"__CPROVER_requires": "requires",
    b"__CPROVER_ensures": "ensures",
    b"__CPROVER_assigns": "assigns",
    b"__CPROVER_frees": "frees",
    b"__CPROVER_decreases": "decreases",
}
LOOP_CLAUSES = {
    b"__CPROVER_loop_invariant": "invariant",
    b"__CPROVER_decreases": "decreases",
    b"__CPROVER_assigns": "assigns",
    b"__CPROVER_frees": "frees",
}
TYPE_INVARIANT = b"__CPROVER_dovetail_type_invariant"
ESBMC = b"__ESBMC_"
WORDS_OF_ESBMC = {"assume": "dovetail_assume", "assert": "dovetail_always"}
"""Another verifier's words for these; what stands behind the condition is a message."""
HINTS_OF_ESBMC = frozenset({"loop_invariant", "unroll", "atomic_begin", "atomic_end"})
"""They help it to find proofs, or speak of threads."""

_DEFINED_OF_THE_COMPILER = re.compile(rb"\b__builtin_\w+\s*\([^;{}()]*\)\s*\{")


@dataclass(frozen=True, slots=True)
class Clause:
    """`begin` and `end` are tokens of the text that was given: what stands between the parentheses."""

    kind: str
    begin: int
    end: int
    offset: int
    """Where it stood, in the text without it."""
    function: str
    position: Position
    said: str = ""
    """How the user has written it, if that is in another language."""


@dataclass(frozen=True, slots=True)
class TypeInvariant:
    """What holds of each object of a type: both as tokens (`type_invariants`)."""

    type: tuple[int, int]
    condition: tuple[int, int]
    declared: str
    """The function that is declared instead of it, of a pointer to the type."""
    position: Position


@dataclass(frozen=True, slots=True)
class Lifted:
    """A text without clauses, and the clauses of its functions."""

    source: Source
    tokens: Tokens
    clauses: tuple[Clause, ...] = ()
    invariants: tuple[TypeInvariant, ...] = ()

    def written(self, clause: Clause) -> str:
        """As the user has written it, but for blanks."""
        return clause.said or self.tokens.written(clause.begin, clause.end)


@dataclass(frozen=True, slots=True)
class _Edit:
    """Text put in at an offset, and what behind it is blank from then on."""

    begin: int
    rank: int
    end: int
    text: str = ""


@dataclass(slots=True)
class _Loop:
    word: int
    """The token `for`, or `while`."""
    clauses: list[tuple[str, int, int]] = field(default_factory=list)
    body: int = 0


def mentions_clauses(text: bytes) -> bool:
    """Is there anything in it that compilers do not take? CBMC's users define functions of the compiler."""
    return PREFIX in text or ESBMC in text or _DEFINED_OF_THE_COMPILER.search(text) is not None


def lifted(source: Source, annotations: Sequence[Annotation] = ()) -> Lifted:
    """The text without clauses, with those of annotations that stood in comments."""
    return _Lifting(source, annotations).lifted()


class _Lifting:
    def __init__(self, source: Source, annotations: Sequence[Annotation]) -> None:
        self.source = source
        # What annotations say stands behind the text, as tokens, and is no part of it.
        behind = [one.text.encode() for annotation in annotations for one in annotation.clauses]
        self.tokens = Tokens(b"\n".join([source.text, *behind]))
        self.annotations = annotations
        self.end = self._first_from(len(source.text))
        self.written: dict[int, str] = {}
        """What the user has written for the clause that begins at a token."""
        self.edits: list[_Edit] = [_Edit(0, 0, 0, PREAMBLE)]
        self.functions: list[tuple[str, int, int, int, str, Position | None]] = []
        self.loops: dict[int, _Loop] = {}
        self.uninterpreted: set[bytes] = set()
        self.invariants: list[TypeInvariant] = []
        self.ends: dict[int, int] = {}
        """Clauses, from their last token to their first."""

    def lifted(self) -> Lifted:
        tokens = self.tokens
        self._annotated()
        at, depth = 0, 0
        words: list[int] = []
        mixed = PREFIX in self.source.text  # then heads of loops may be written anew, words and all
        while at < self.end:
            token = tokens.all[at]
            depth += {b"{": 1, b"}": -1}.get(token.text, 0)
            if not depth and token.text.startswith(b"__builtin_") and tokens.is_(at + 1, b"("):
                at = self._of_the_compiler(at)
                continue
            if token.is_name and token.text.startswith(PREFIX):
                if token.text == TYPE_INVARIANT and tokens.is_(at + 1, b"("):
                    at = self._type_invariant(at, depth)
                    continue
                if (token.text in FUNCTION_CLAUSES or token.text in LOOP_CLAUSES) and tokens.is_(
                    at + 1, b"("
                ):
                    at = self._clause(at, depth)
                    continue
                if not depth and token.text.startswith(UNINTERPRETED.encode()) and tokens.is_(at + 1, b"("):
                    self._declared_again(at)
                word = not token.text.startswith(FILE_LOCAL.encode())
                if word and depth and (tokens.is_(at + 1, b"(") or tokens.is_(at + 1, b"{")):
                    words.append(at)
                    at = tokens.closing[at + 1]
            elif depth and not mixed and token.text.startswith(ESBMC) and tokens.is_(at + 1, b"("):
                self._word_of_esbmc(at)
            at += 1
        hoisted = [self._loop(number, loop) for number, loop in enumerate(self.loops.values())]
        for at in words:
            if not any(begin <= at < end for begin, end in hoisted):
                self._word(at)
        return self._made()

    def _clause(self, at: int, depth: int) -> int:
        """Take one out; the token behind it."""
        tokens = self.tokens
        close = tokens.closing[at + 1]
        before = at - 1
        while before in self.ends:
            before = self.ends[before] - 1
        inside = False
        while depth and (tokens.is_(before, b";") and (before - 1) in self.ends):
            before = self.ends[before - 1] - 1
        if depth and tokens.is_(before, b"{"):
            inside, before = True, before - 1
            while before in self.ends:
                before = self.ends[before] - 1
        self.ends[close] = at
        word = self._head_of_loop(before) if depth else None
        name = tokens.all[at].text
        self.edits.append(_Edit(tokens.all[at].begin, 1, tokens.all[close].end))
        if word is not None and name in LOOP_CLAUSES:
            self.loops.setdefault(word, _Loop(word)).clauses.append((LOOP_CLAUSES[name], at + 2, close))
        elif (
            name in FUNCTION_CLAUSES
            and (depth == 0 or (inside and depth == 1))
            and (function := self._declared(before))
        ):
            offset = tokens.all[at].begin
            self.functions.append((FUNCTION_CLAUSES[name], at + 2, close, offset, function, None))
        else:
            position = self.source.position(tokens.all[at].begin)
            raise InputError(f"{name.decode()} stands neither at a function nor at a loop", position)
        return close + 1

    def _type_invariant(self, at: int, depth: int) -> int:
        """What is said of a type stands where a declaration can, and becomes one that names the type."""
        tokens, close = self.tokens, self.tokens.closing[at + 1]
        position = self.source.position(tokens.all[at].begin)
        pieces = tokens.split(at + 2, close, b",")
        if depth or len(pieces) < 2:
            raise InputError("an invariant of a type stands outside of functions: type, condition", position)
        declared, named = f"__dovetail_invariant_{len(self.invariants)}", pieces[0]
        condition = (pieces[1][0], close)
        text = ""
        if self._is_mentioned(tokens.all[named[1] - 1].text, 0, at):
            text = f"void {declared}({tokens.written(*named)} *)"
        elif self._is_mentioned(tokens.all[named[1] - 1].text, close, self.end):
            raise InputError("an invariant of a type stands behind the definition of the type", position)
        self.edits.append(_Edit(tokens.all[at].begin, 1, tokens.all[close].end, text))
        self.invariants.append(TypeInvariant(named, condition, declared, position))
        return close + 1

    def _is_mentioned(self, name: bytes, begin: int, end: int) -> bool:
        """Is there such a word, but for invariants of types?"""
        tokens, at = self.tokens, begin
        while at < end:
            if tokens.is_(at, name):
                return True
            at = (tokens.closing.get(at + 1, at) if tokens.is_(at, TYPE_INVARIANT) else at) + 1
        return False

    def _declared_again(self, at: int) -> None:
        """Functions without a meaning may be declared in several ways: the first counts."""
        tokens = self.tokens
        name, end = tokens.all[at].text, tokens.closing[at + 1] + 1
        if name in self.uninterpreted and tokens.is_(end, b";"):
            begin = at
            while begin and tokens.all[begin - 1].text not in (b";", b"}"):
                begin -= 1
            self.edits.append(_Edit(tokens.all[begin].begin, 1, tokens.all[end].begin))
        self.uninterpreted.add(name)

    def _of_the_compiler(self, at: int) -> int:
        """A definition of a function that clang has built in: it is what clang has."""
        tokens = self.tokens
        body = tokens.closing[at + 1] + 1
        if not tokens.is_(body, b"{"):
            return at + 1
        begin = at
        while begin and tokens.all[begin - 1].text not in (b";", b"}"):
            begin -= 1
        end = tokens.closing[body]
        self.edits.append(_Edit(tokens.all[begin].begin, 1, tokens.all[end].end))
        return end + 1

    def _head_of_loop(self, before: int) -> int | None:
        tokens = self.tokens
        if tokens.is_(before, b")") and before in tokens.opening:
            word = tokens.opening[before] - 1
            if tokens.is_(word, b"for") or tokens.is_(word, b"while"):
                return word
        return None

    def _declared(self, before: int) -> str:
        """The name of the function whose declarator ends here."""
        tokens = self.tokens
        while tokens.is_(before, b")") and before in tokens.opening:
            name = tokens.all[tokens.opening[before] - 1]
            if name.text in (b"__attribute__", b"__asm__", b"asm"):
                before = tokens.opening[before] - 2
                continue
            return name.text.decode() if name.is_name else ""
        return ""

    def _word(self, at: int) -> None:
        tokens = self.tokens
        rewriting = Rewriting(tokens, Situation.CODE, f"__dovetail_at_{at}")
        text, behind = rewriting.word(at)
        if rewriting.snapshots:
            text = rewriting.refused("an earlier value outside of a contract")
        self.edits.append(_Edit(tokens.all[at].begin, 1, tokens.all[behind - 1].end, text))

    def _word_of_esbmc(self, at: int) -> None:
        """What it asks is asked; a word that is not known is no function of which anything could be said."""
        tokens, token = self.tokens, self.tokens.all[at]
        close = tokens.closing[at + 1]
        word = token.text.removeprefix(ESBMC).decode()
        if self._is_defined(token.text):
            return
        condition = tokens.split(at + 2, close, b",")[0]
        if word in WORDS_OF_ESBMC and condition[0] < condition[1]:
            self.edits.append(_Edit(token.begin, 1, token.end, WORDS_OF_ESBMC[word]))
            self.edits.append(_Edit(tokens.all[condition[1]].begin, 1, tokens.all[close].begin))
        elif word in HINTS_OF_ESBMC:
            self.edits.append(_Edit(token.begin, 1, tokens.all[close].end, "((void)0)"))
        else:
            refusal = f'(__dovetail_unsupported("{ESBMC.decode()}{word} is not read"), {token.text.decode()}'
            self.edits.append(_Edit(token.begin, 1, token.end, refusal))
            self.edits.append(_Edit(tokens.all[close].end, 1, tokens.all[close].end, ")"))

    def _is_defined(self, name: bytes) -> bool:
        tokens = self.tokens
        return any(
            token.text == name
            and tokens.is_(at + 1, b"(")
            and tokens.is_(tokens.closing.get(at + 1, at) + 1, b"{")
            for at, token in enumerate(tokens.all)
        )

    def _loop(self, number: int, loop: _Loop) -> tuple[int, int]:
        """What the clauses of a loop mean, put there; the tokens of its head that were written anew."""
        tokens = self.tokens
        closing = tokens.closing[loop.word + 1]
        names = f"__dovetail_loop_{number}"
        rewriting = Rewriting(tokens, Situation.CODE, names)
        pieces = self._pieces(loop, closing)
        checks = [
            _said("invariant", self._as_written(begin, end), rewriting.text(begin, end))
            for kind, begin, end in loop.clauses
            if kind == "invariant"
        ]
        measures = [
            (rewriting.text(*piece), f"{names}_measure_{at}")
            for kind, begin, end in loop.clauses
            if kind == "decreases"
            for at, piece in enumerate(tokens.split(begin, end, b","))
        ]
        if any(kind == "frees" for kind, _, _ in loop.clauses):
            checks.append('__dovetail_noted("what loops say that they free is not checked: it is not used")')
        assigned = [(begin, end) for kind, begin, end in loop.clauses if kind == "assigns"]
        first, condition, step = pieces
        before = "".join(f"{one}, " for one in checks) + ("(" if condition[0] < condition[1] else "(1")
        if not rewriting.snapshots and not measures and not assigned:
            if checks:
                self._insert(_begin(tokens, condition), before)
                self._insert(_begin(tokens, (condition[1], 0)), ")")
            return (0, 0)
        opens, ends = self._frame_of_loop(number, assigned)
        opening = f"{{ {opens}" + (f"{rewriting.text(*first)}; " if first[0] < first[1] else "")
        opening += " ".join(one.declared() for one in rewriting.snapshots)
        opening += " ".join(f" __typeof__({text}) {name};" for text, name in measures)
        opening += " ".join(one for piece in assigned for one in places_of_loop(tokens, *piece))
        opening += " __dovetail_loop_begins();" if assigned else ""
        start, end = tokens.all[loop.word].begin, _begin(tokens, condition)
        self.edits.append(_Edit(start, 2, end, f"{opening} for (; {before}"))
        kept = "".join(f"{name} = {text}, " for text, name in measures)
        exact = [(begin, end) for kind, begin, end in loop.clauses if kind == "variant"]
        for begin, end in exact:
            # As numbers without bounds: then what is kept is the measure itself.
            same = " && ".join(f"{EXACTLY}(({text}) == {name})" for text, name in measures)
            holds = f"({rewriting.text(begin, end)} && {same})"
            kept += f"{_said('variant', self._as_written(begin, end), holds)}, "
        self._insert(_begin(tokens, (condition[1], 0)), f") && ({kept}1)")
        decreased = ""
        if measures:
            written = next(self._as_written(b, e) for kind, b, e in loop.clauses if kind == "decreases")
            decreased = _said("decreases", written, _less(measures, exactly=bool(exact)))
        is_for = tokens.is_(loop.word, b"for")
        comma = ", " if is_for and step[0] < step[1] and decreased else "" if is_for else "; "
        self._insert(tokens.all[closing].begin, comma + decreased, rank=3)
        self._insert(tokens.all[tokens.statement_end(loop.body) - 1].end, f" {ends}}}", rank=0)
        return loop.word, condition[0]

    def _frame_of_loop(self, number: int, assigned: list[tuple[int, int]]) -> tuple[str, str]:
        """What begins and ends the text in which it is checked what a loop writes (`loop_frames`)."""
        if not assigned:
            return "", ""
        written = quoted(", ".join(self._as_written(*piece) for piece in assigned if piece[0] < piece[1]))
        return f"__dovetail_loop_opens({number}, {written}); ", f"__dovetail_loop_ends({number}); "

    def _pieces(self, loop: _Loop, closing: int) -> list[tuple[int, int]]:
        """What is done first, the condition, and the step."""
        tokens = self.tokens
        loop.body = closing + 1
        while loop.body in self.ends.values():
            loop.body = tokens.closing[loop.body + 1] + 1
        inside = (loop.word + 2, closing)
        if tokens.is_(loop.word, b"for"):
            pieces = tokens.split(*inside, b";")
            if len(pieces) == 3:
                return pieces
        elif not tokens.is_(loop.body, b";"):
            return [(inside[0], inside[0]), inside, (closing, closing)]
        position = self.source.position(tokens.all[loop.word].begin)
        raise InputError("clauses of a loop of this form are not read", position)

    def _as_written(self, begin: int, end: int) -> str:
        return self.written.get(begin) or self.tokens.written(begin, end)

    # -- annotations in comments

    def _first_from(self, offset: int) -> int:
        return bisect_left(self.tokens.all, offset, key=lambda token: token.begin)

    def _annotated(self) -> None:
        """Each belongs to what stands behind it."""
        at = len(self.source.text) + 1
        for annotation in self.annotations:
            for one in annotation.clauses:
                begin, end = self._first_from(at), self._first_from(at + len(one.text.encode()))
                at += len(one.text.encode()) + 1
                self.written[begin] = one.written
                behind = self._first_from(annotation.end)
                if annotation.about == "function":
                    offset, function = self._next_function(behind, one.position)
                    self.functions.append((one.kind, begin, end, offset, function, one.position))
                elif annotation.about == "loop":
                    if not any(self.tokens.is_(behind, word) for word in (b"for", b"while")):
                        text = "ACSL: what is said of a loop stands before none: of for and while it is read"
                        raise InputError(text, one.position)
                    self.loops.setdefault(behind, _Loop(behind)).clauses.append((one.kind, begin, end))
                else:
                    self._assertion(annotation, begin, end, one.position)

    def _next_function(self, at: int, position: Position) -> tuple[int, str]:
        """The function that is declared there: where its declarator ends, and its name."""
        tokens = self.tokens
        inside = any(begin < at <= end for begin, end in tokens.closing.items())
        end = at
        while end < self.end and not any(tokens.is_(end, one) for one in (b";", b"{")):
            end = tokens.closing.get(end, end) + 1
        function = self._declared(end - 1) if at < end < self.end and not inside else ""
        if not function:
            text = "ACSL: the contract stands before no function: those of statements are not read"
            raise InputError(text, position)
        return tokens.all[end].begin, function

    def _assertion(self, annotation: Annotation, begin: int, end: int, position: Position) -> None:
        at = self._first_from(annotation.begin)
        if not any(self.tokens.is_(at - 1, one) for one in (b";", b"{", b"}", b":")):
            raise InputError("ACSL: an assertion stands inside of a statement: put it in braces", position)
        rewriting = Rewriting(self.tokens, Situation.CODE, f"__dovetail_at_{begin}")
        said = _said("assert", self.written[begin], rewriting.text(begin, end))
        self._insert(annotation.begin, f"{said}; ")

    def _insert(self, offset: int, text: str, rank: int = 1) -> None:
        self.edits.append(_Edit(offset, rank, offset, text))

    def _made(self) -> Lifted:
        text, inserted, moved = self.source.text, [], 0
        pieces: list[bytes] = []
        at = 0
        offsets: list[tuple[int, int]] = []
        for edit in sorted(self.edits, key=lambda edit: (edit.begin, edit.rank)):
            put = edit.text.encode()
            pieces += [text[at : edit.begin], put, blank(text[edit.begin : edit.end])]
            if put:
                inserted.append((edit.begin + moved, len(put)))
            moved += len(put)
            offsets.append((edit.begin, moved))
            at = max(at, edit.end)
        begins = [begin for begin, _ in offsets]
        clauses = tuple(
            Clause(
                *(kind, begin, end, offset + offsets[bisect_right(begins, offset) - 1][1], function),
                position or self.source.position(offset),
                self.written.get(begin, "") if position else "",
            )
            for kind, begin, end, offset, function, position in self.functions
        )
        source = Source(self.source.name, b"".join([*pieces, text[at:]]), False, tuple(inserted))
        return Lifted(source, self.tokens, clauses, tuple(self.invariants))


def _begin(tokens: Tokens, piece: tuple[int, int]) -> int:
    return tokens.all[piece[0]].begin


def _less(measures: list[tuple[str, str]], *, exactly: bool = False) -> str:
    """In the order of words."""
    result = ""
    for text, name in reversed(measures):
        less = f"{EXACTLY}(({text}) < {name})" if exactly else f"({text}) < {name}"
        result = less if not result else f"{less} || (({text}) == {name} && ({result}))"
    return result


def _said(kind: str, written: str, condition: str) -> str:
    return f"__dovetail_clause({quoted(kind)}, {quoted(written)}, {condition})"


def quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def blank(text: bytes) -> bytes:
    """Nothing but the lines, and what says whose they are."""
    return b"\n".join(
        line if line.lstrip().startswith(b"#") else b" " * len(line) for line in text.split(b"\n")
    )
