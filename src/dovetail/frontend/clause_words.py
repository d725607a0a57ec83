"""CBMC's words in conditions, as C that clang can type and that Dovetail, and a machine, understand.

`a ==> b` becomes `(!(a) || (b))`. A quantifier becomes a loop inside of an expression, of a form that
`quantifiers` knows again: natively it is that loop, and in the Program it is a `ForAll`. `old(e)` and
`loop_entry(e)` become variables that are given their values before. What `is_fresh` means depends on where it
stands: what is assumed of a pointer makes an object for it, what is checked asks for one.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import field
from enum import Enum

from dovetail.frontend.clause_tokens import Tokens
from dovetail.frontend.clause_values import ARRAY, Range, Snapshot, derefs, unsure
from dovetail.frontend.spelling import UNINTERPRETED
from dovetail.quick_dataclass import dataclass

PREFIX = b"__CPROVER_"
EXACTLY = "__dovetail_exactly"
RESULT_NAME = "__dovetail_returned"
_COMPARED = (b"<=", b"<", b">=", b">")
_TURNED = {b"<=": b">=", b"<": b">", b">=": b"<=", b">": b"<"}
_WEAKER = (b"||", b"|", b"^", b"&", b"==", b"!=", b"?", b",", b"==>", b"<==>")
_UNSIGNED = frozenset({b"unsigned", b"size_t", b"__CPROVER_size_t", b"_Bool"})


_FOLLOWED = re.compile(r"->|[*\[]")
_OVERFLOW = {"overflow_plus": ("+", "add"), "overflow_minus": ("-", "sub"), "overflow_mult": ("*", "mul")}


class Situation(Enum):
    """Where a condition stands, which is what `is_fresh` depends on."""

    CODE = "code"
    ASSUMED = "assumed"
    CHECKED = "checked"
    PROMISED = "promised"
    """Checked, at the end of the function that is looked at."""


ALWAYS, NEVER = "1", "0"


@dataclass(slots=True)
class Rewriting:
    """Of the tokens of one text. Names that it makes up begin with `names`."""

    tokens: Tokens
    situation: Situation
    names: str
    snapshots: list[Snapshot] = field(default_factory=list)
    fresh: list[Range] = field(default_factory=list)
    """What is asked to be there for one pointer alone."""
    held: list[str] = field(default_factory=list)
    """The variables that hold what was made, so that it is not lost: the caller still has it."""
    shared: list[str] = field(default_factory=list)
    """Of them, those that others may point into."""
    there_before: list[str] = field(default_factory=list)
    """The variables that hold what was there before the call."""
    accessible: list[Range] = field(default_factory=list)
    """What is asked to be there, maybe for several."""
    made: list[tuple[int, int]] = field(default_factory=list)
    """The tokens of the pointers that they were made for, which were something else until then."""
    problems: list[str] = field(default_factory=list)
    certain: list[str] = field(default_factory=list)
    """The pointers that are said to lead somewhere, whatever else holds."""
    changes: Callable[[str], str] = lambda pointer: ALWAYS
    """The condition under which a pointer, where objects are made, can be given another value."""
    compares: bool = False
    """Will what is asked for be compared with other places, behind all that is asked? What memory has to say
    can be computed then only if it was come to."""
    _certain: bool = True
    _bound: list[bytes] = field(default_factory=list)
    _count: int = 0

    def flags(self) -> list[str]:
        """The declarations of what is set where something is asked that need not be."""
        return [f"int {one.flag} = 0;" for one in (*self.fresh, *self.accessible) if one.flag]

    def text(self, begin: int, end: int) -> str:
        """What stands between two tokens."""
        for separator in (b",", b"?", b":"):
            pieces = self.tokens.split(begin, end, separator)
            if len(pieces) > 1:
                return f" {separator.decode()} ".join(self._perhaps(*piece) for piece in pieces)
        for arrow in (b"<==>", b"==>"):
            sides = self._at_arrow(begin, end, arrow)
            if sides is not None:
                left, right = self._perhaps(*sides[0]), self._perhaps(*sides[1])
                return f"(!({left}) == !({right}))" if arrow == b"<==>" else f"(!({left}) || ({right}))"
        return self._flat(begin, end)

    def _perhaps(self, begin: int, end: int, certain: bool = False) -> str:
        """What is said here need not hold, unless it is `certain`."""
        before = self._certain
        self._certain = before and certain
        try:
            return self.text(begin, end)
        finally:
            self._certain = before

    def _at_arrow(self, begin: int, end: int, arrow: bytes) -> list[tuple[int, int]] | None:
        pieces = self.tokens.split(begin, end, arrow)
        if len(pieces) < 2:
            return None
        return [pieces[0], (pieces[1][0], end)]

    def _flat(self, begin: int, end: int) -> str:
        """No arrow outside of brackets."""
        tokens, out = self.tokens, []
        parts = set(tokens.split(begin, end, b"&&")) if len(tokens.split(begin, end, b"||")) == 1 else set()
        at = begin
        while at < end:
            token = tokens.all[at]
            if token.text in tokens_open and at in tokens.closing:
                close = tokens.closing[at]
                inside = self._perhaps(at + 1, close, (at, close + 1) in parts)
                out += [token.text.decode(), inside, tokens.all[close].text.decode()]
                at = close + 1
            elif token.is_name and token.text.startswith(PREFIX):
                before, start = self._certain, at
                whole = tokens.is_(at + 1, b"(") and (start, tokens.closing[at + 1] + 1) in parts
                self._certain = before and whole
                written, at = self.word(at)
                self._certain = before
                out.append(written)
            else:
                out.append(token.text.decode(errors="replace"))
                at += 1
        return " ".join(out)

    # -- words

    def word(self, at: int) -> tuple[str, int]:
        """A word of CBMC's and what belongs to it; the token behind that."""
        tokens = self.tokens
        name = tokens.all[at].text[len(PREFIX) :].decode()
        if name in ("forall", "exists") and tokens.is_(at + 1, b"{"):
            close = tokens.closing[at + 1]
            return self._quantifier(at + 2, close, universal=name == "forall"), close + 1
        if name == "return_value":
            return RESULT_NAME, at + 1
        if name == "dovetail_all" and tokens.is_(at + 1, b"("):
            close = tokens.closing[at + 1]
            return self._all(tokens.split(at + 2, close, b",")), close + 1
        if name == "bool":
            return "_Bool", at + 1
        if not tokens.is_(at + 1, b"("):
            return tokens.all[at].text.decode(), at + 1
        close = tokens.closing[at + 1]
        if name in ("old", "loop_entry", "loop_old"):
            return self._snapshot(at + 2, close), close + 1
        if name == "POINTER_OBJECT" and (compared := self._objects_compared(at, close)) is not None:
            return compared
        pieces = tokens.split(at + 2, close, b",") if close > at + 2 else []
        return self._call(name, pieces), close + 1

    def _objects_compared(self, at: int, close: int) -> tuple[str, int] | None:
        """`POINTER_OBJECT(p) == POINTER_OBJECT(q)` asks for objects; as numbers they would be addresses."""
        tokens, other = self.tokens, close + 2
        same = tokens.is_(close + 1, b"==")
        if not same and not tokens.is_(close + 1, b"!="):
            return None
        if not tokens.is_(other, PREFIX + b"POINTER_OBJECT") or not tokens.is_(other + 1, b"("):
            return None
        end = tokens.closing[other + 1]
        if not any(tokens.is_(at - 1, one) for one in (b"(", b",", b"&&", b"||")):
            return None
        if not any(tokens.is_(end + 1, one) for one in (b")", b",", b"&&", b"||", b"?")):
            return None
        asked = self._call("same_object", [(at + 2, close), (other + 2, end)])
        return (asked if same else f"(!{asked})"), end + 1

    def _snapshot(self, begin: int, end: int) -> str:
        if any(token.text in self._bound for token in self.tokens.all[begin:end]):
            return self.refused("an earlier value of something that depends on a quantifier's variable")
        written = self.text(begin, end)
        for one in self.snapshots:
            if one.written == written:
                return one.name
        array = ARRAY.fullmatch(written)
        whole = array is not None and not _FOLLOWED.search(array["pointer"])
        if not self._certain and not whole and (refusal := unsure(self.tokens, begin, end)):
            return self.refused(refusal)
        guard = "" if self._certain or not derefs(self.tokens, begin, end) else written
        made = Snapshot(self._name("old"), written, guarded=bool(guard))
        self.snapshots.append(made)
        return made.name

    def _name(self, what: str) -> str:
        self._count += 1
        return f"{self.names}_{what}_{self._count}"

    def refused(self, reason: str) -> str:
        """Of a condition that cannot be read nothing is known, and no proof comes past it."""
        self.problems.append(reason)
        return f'(__dovetail_unsupported("{reason}"), 0)'

    def _call(self, name: str, pieces: list[tuple[int, int]]) -> str:
        given = [self.text(*piece) for piece in pieces]
        if (said := self._of_acsl(name, given, pieces)) is not None:
            return said
        match name, given:
            case "assume", [condition]:
                return f"dovetail_assume({condition})"
            case (("assert" | "precondition" | "postcondition"), [condition, *_]):
                return f"dovetail_always({condition})"
            case (("dovetail_loop_invariant" | "dovetail_invariant"), [condition]):
                kind = "looped" if name == "dovetail_loop_invariant" else "here"
                text = self.tokens.written(*pieces[0]).replace("\\", "\\\\").replace('"', '\\"')
                return f'__dovetail_clause("{kind}", "{text}", {condition})'
            case (("cover" | "input" | "output" | "printf" | "atomic_begin" | "atomic_end"), _):
                return "((void)0)"
            case (("r_ok" | "w_ok" | "rw_ok"), [pointer, *size]) if self.situation is Situation.ASSUMED:
                bytes_ = _size(pointer, size)
                there = self._there("readable" if name == "r_ok" else "writable", pointer, bytes_)
                return self._given(pointer, there, lambda: self._somewhere(pointer, bytes_, pieces[0]))
            case (("r_ok" | "w_ok" | "rw_ok"), [pointer, *size]):
                what, bytes_ = "readable" if name == "r_ok" else "writable", _size(pointer, size)
                return self._asked(pointer, bytes_, self._there(what, pointer, bytes_))
            case "same_object", [left, right]:
                return f"__dovetail_one_object((void *)({left}), (void *)({right}))"
            case "OBJECT_SIZE", [pointer]:
                return f"__dovetail_bytes_of((void *)({pointer}))"
            case (("POINTER_OFFSET" | "pointer_offset"), [pointer]):
                start = f"(char *)__dovetail_start_of((void *)({pointer}))"
                return f"((__CPROVER_size_t)((char *)({pointer}) - {start}))"
            case "havoc_object", [pointer]:
                return f"__dovetail_overwritten((void *)({pointer}))"
            case "havoc_slice", [pointer, size]:
                return f"__VERIFIER_nondet_memory((void *)({pointer}), {size})"
            case "allocate", [size, _]:
                return f"__dovetail_made({size})"
            case "POINTER_OBJECT", [pointer]:
                return f"((__CPROVER_size_t)__dovetail_start_of((void *)({pointer})))"
            case (("overflow_plus" | "overflow_minus" | "overflow_mult"), [left, right]):
                operator, builtin = _OVERFLOW[name]
                made = self._name("sum")
                # Its type is that of the result, which is not computed. As `typeof` it would have to be
                # given a name, for which the text is read once more.
                return (
                    f"({{ __auto_type {made} = 0 ? ({left}) {operator} ({right}) : 0; "
                    f"__builtin_{builtin}_overflow({left}, {right}, &{made}); }})"
                )
            case "dovetail_there", [pointer]:
                return f"__dovetail_is_readable({pointer}, sizeof(*({pointer})))"
            case "dovetail_string", [pointer]:
                return self._string(pointer, pieces[0])
            case "is_fresh", [pointer, *size]:
                return self._fresh(pointer, _size(pointer, size), pieces[0])
            case _:
                word = f"{PREFIX.decode()}{name}"
                if self.situation is not Situation.CODE:
                    return self.refused(f"{word} is not read here")
                if word.startswith(UNINTERPRETED):
                    return f"{word}({', '.join(given)})"
                # A function of somebody's, of which nothing is known.
                return f'(__dovetail_unsupported("{word} is not read"), {word}({", ".join(given)}))'

    def _of_acsl(self, name: str, given: list[str], pieces: list[tuple[int, int]]) -> str | None:
        match name, given:
            case "dovetail_exactly", [condition]:
                return f"{EXACTLY}({condition})"
            case "dovetail_unread", [reason]:
                return self.refused(reason.strip('"'))
            case (("dovetail_valid_r" | "dovetail_valid_w"), [pointer, count]):
                return self._valid(name, pointer, count, pieces[0])
            case _:
                return None

    def _valid(self, name: str, pointer: str, count: str, piece: tuple[int, int]) -> str:
        """So many elements are there; if they are none, nothing is said of the pointer."""
        element, what = f"sizeof(*({pointer}))", "readable" if name.endswith("_r") else "writable"
        few = f"{EXACTLY}(({count}) <= 0)"
        fits = f"{EXACTLY}(({count}) <= (__CPROVER_size_t)-1 / 8 / {element})"
        size = f"((__CPROVER_size_t)({count}) * {element})"
        there = f"({few} || ({fits} && __dovetail_is_{what}({pointer}, {size})))"
        if self.situation is not Situation.ASSUMED:
            return self._asked(pointer, f"({few} ? 0 : {size})", there)
        self.accessible.append(Range(pointer, f"({few} ? 0 : {size})"))
        first, last = self.tokens.all[piece[0]], self.tokens.all[piece[1] - 1]
        if not (first.is_name and (last.is_name or last.text == b"]")):
            return self.refused("that memory is valid, of something else than a pointer by its name")

        def make() -> str:
            if count.strip() == "1":
                return self._somewhere(pointer, element, piece)
            made = self._somewhere(pointer, f"({few} ? 0 : {size})", piece)
            return f"(__dovetail_choice() ? ({fits} && {made}) : {few})"

        return self._given(pointer, there, make)

    def _all(self, pieces: list[tuple[int, int]]) -> str:
        """Of all numbers from one on, up to another: a type, a name, both, and what holds."""
        type_, name, low, high, body = pieces
        self._bound.append(self.tokens.all[name[0]].text)
        try:
            written = [self._perhaps(*piece) for piece in (low, high, body)]
        finally:
            self._bound.pop()
        words = " ".join(token.text.decode() for token in self.tokens.all[slice(*type_)])
        own = self.tokens.all[name[0]].text.decode()
        return f"{EXACTLY}({self._loop(own, words, *written, inclusive=False)})"

    def _string(self, pointer: str, piece: tuple[int, int]) -> str:
        """Characters up to a zero, all of them there. What is assumed to be one has a zero somewhere."""
        read = f"((const unsigned char *)({pointer}))"
        there = f"__dovetail_is_string({pointer})"

        def make() -> str:
            last = self._name("zero")
            made = self._somewhere(pointer, f"{last} + 1", piece, whole=False)
            most = "(__CPROVER_size_t)-1 / 8"
            chosen = f"__CPROVER_size_t {last} = dovetail_any_size(); dovetail_assume({last} <= {most});"
            zero = f"dovetail_assume({read}[{last}] == 0);"
            return self._said(pointer, f"({{ {chosen} {made}; {zero} 1; }})")

        return self._given(pointer, there, make) if self.situation is Situation.ASSUMED else there

    def _given(self, pointer: str, there: str, make: Callable[[], str]) -> str:
        """What is assumed to be there is made, if the pointer can be given another value here, and is there
        if not."""
        changes = self.changes(pointer)
        if changes == NEVER:
            return there
        return make() if changes == ALWAYS else f"({changes} ? {make()} : {there})"

    def _fresh(self, pointer: str, size: str, piece: tuple[int, int]) -> str:
        flag = "" if self._alone(piece[0]) else f"{self.names}_fresh_{len(self.fresh)}"
        self.fresh.append(Range(pointer, size, flag))
        if self.situation is Situation.PROMISED:
            return self._new(pointer, size, alone=not flag)
        if self.situation is Situation.CHECKED:
            there = self._there("writable", pointer, size)
            return f"({there} && ({flag} = 1))" if flag else there
        if self.situation is Situation.ASSUMED:
            there = self._there("writable", pointer, size)
            return self._given(pointer, there, lambda: self._of_its_own(pointer, size, piece))
        return self.refused("is_fresh outside of a contract")

    def _asked(self, pointer: str, size: str, there: str) -> str:
        flag = ""
        if self.compares and not self._certain and not self._bound and _FOLLOWED.search(pointer + size):
            flag = f"{self.names}_there_{len(self.accessible)}"
        self.accessible.append(Range(pointer, size, flag))
        return f"({there} && ({flag} = 1))" if flag else there

    def _new(self, pointer: str, size: str, *, alone: bool) -> str:
        """A block that was not there before, and is nobody else's that is said to be new."""
        others = self.fresh[:-1]
        if any(one.flag for one in others) or (others and not alone):
            return self.refused("is_fresh of several, under conditions, in a postcondition to be shown")
        asked = f"__dovetail_is_block({pointer}) && __dovetail_is_writable({pointer}, {size})"
        known = [*self.there_before, *(one.pointer for one in others)]
        return f"({' && '.join([asked, *(f'!__dovetail_one_object({pointer}, {one})' for one in known)])})"

    def _of_its_own(self, pointer: str, size: str, piece: tuple[int, int]) -> str:
        held = f"__dovetail_held_{len(self.held)}"
        self.held.append(held)
        self.made.append(piece)
        place = f"({pointer})" if piece[1] - piece[0] == 1 else f"*(void **)&({pointer})"
        # What is known anyway is said: it may hold at loop heads, too.
        there = f"dovetail_assume(__dovetail_is_readable({pointer}, {size}))"
        return self._said(pointer, f"({place} = {held} = __dovetail_made({size}), {there}, 1)")

    def _somewhere(self, pointer: str, size: str, piece: tuple[int, int], *, whole: bool = True) -> str:
        """What is assumed to be readable lies in an object that may be larger, and may be one that others lie
        in, too: they may overlap. As the `whole` of what is said, it is said where it need not hold, too."""
        place = f"({pointer})" if piece[1] - piece[0] == 1 else f"*(void **)&({pointer})"
        offset, more, held = self._name("offset"), self._name("more"), f"__dovetail_held_{len(self.held)}"
        most = "(__CPROVER_size_t)-1 / 4"
        small = " && ".join(f"({one}) <= {most}" for one in (offset, more, size))
        aligned = f"{offset} % _Alignof(__typeof__(*({pointer}))) == 0"
        lines = [
            f"__CPROVER_size_t {offset} = dovetail_any_size(), {more} = dovetail_any_size();",
            f"dovetail_assume({aligned} && {small});",
            # No object is larger than distances inside of it can be.
            f"dovetail_assume({offset} + ({size}) + {more} <= (__CPROVER_size_t)-1 / 2);",
            f"{held} = __dovetail_made({offset} + ({size}) + {more});",
            f"{place} = (void *)((char *){held} + {offset});",
        ]
        for other in self.shared:
            taken = f"{place} = (void *)((char *){other} + {offset});"
            lines.append(
                f"if (__dovetail_choice() && {other}) {{ {taken} "
                f"dovetail_assume({offset} <= __dovetail_bytes_of({other})"
                f" && __dovetail_is_readable({pointer}, {size})); }}"
            )
        self.held.append(held)
        self.made.append(piece)
        self.shared.append(held)
        lines.append(f"dovetail_assume(__dovetail_is_readable({pointer}, {size}));")
        made = f"({{ {' '.join(lines)} 1; }})"
        return self._said(pointer, made) if whole else made

    def _said(self, pointer: str, made: str) -> str:
        """Where it need not hold it may not: then nothing is made."""
        if self._certain:
            self.certain.append(pointer)
            return made
        return f"(__dovetail_choice() && {made})"

    def _there(self, what: str, pointer: str, size: str) -> str:
        """Somewhere, even if it is no byte: whoever is given such a pointer may rely on it."""
        asked = f"__dovetail_is_{what}({pointer}, {size})"
        return asked if self.situation is Situation.CODE else f"(({pointer}) != 0 && {asked})"

    def _alone(self, at: int) -> bool:
        """Is the word before the parenthesis all that its clause says?"""
        tokens = self.tokens
        return tokens.is_(at - 3, b"(") and tokens.is_(tokens.closing[at - 1] + 1, b")")

    # -- quantifiers

    def _quantifier(self, begin: int, end: int, *, universal: bool) -> str:
        tokens = self.tokens
        declared, body = tokens.split(begin, end, b";")[:2]
        name = tokens.all[declared[1] - 1].text
        type_ = tokens.all[declared[0] : declared[1] - 1]
        self._bound.append(name)
        try:
            return self._over(name, " ".join(one.text.decode() for one in type_), body, universal=universal)
        finally:
            self._bound.pop()

    def _over(self, name: bytes, type_: str, body: tuple[int, int], *, universal: bool) -> str:
        body = self.tokens.bare(body)
        guard: list[tuple[int, int]] = []
        concluded: list[str] = []
        if universal:
            pieces = self._at_arrow(*body, b"==>")
            if pieces is None:
                return self.refused("a quantifier without bounds of its variable")
            guard = self.tokens.conjuncts(pieces[0])
            concluded = [self.text(*pieces[1])]
        else:
            guard = self.tokens.conjuncts(body)
        low, high, inclusive, rest = "", "", False, []
        for part in guard:
            bound = self._bound_of(name, part)
            if bound is not None and bound[0] in (b">=",) and not low:
                low = bound[1]
            elif bound is not None and bound[0] in (b"<", b"<=") and not high:
                high, inclusive = bound[1], bound[0] == b"<="
            else:
                rest.append(self.text(*part))
        if not low and not _UNSIGNED.isdisjoint(word.encode() for word in type_.split()):
            low = "0"
        if not low or not high:
            return self.refused("a quantifier without bounds of its variable")
        if universal:
            condition = " || ".join([*(f"!({one})" for one in rest), f"({concluded[0]})"])
        else:
            condition = f"!({' && '.join(f'({one})' for one in rest) or '1'})"
        text = self._loop(name.decode(), type_, low, high, condition, inclusive=inclusive)
        return text if universal else f"(!{text})"

    def _loop(self, name: str, type_: str, low: str, high: str, condition: str, *, inclusive: bool) -> str:
        """See `quantifiers`, which knows this form."""
        end, all_ = self._name("end"), self._name("all")
        function = "__dovetail_for_all_to" if inclusive else "__dovetail_for_all"
        declared = f"{type_} {name} = ({low}), {end} = ({high});"
        if type_ == "__auto_type":  # the type in which C compares the bounds
            one, other = f"1 ? ({low}) : ({high})", f"1 ? ({high}) : ({low})"
            declared = f"__auto_type {name} = ({one}); __auto_type {end} = ({other});"
        last = f"if ({name} == {end} && {all_}) {all_} = !!({condition}); " if inclusive else ""
        return (
            f"{function}(({{ {declared} int {all_} = 1; "
            f"for (; {name} < {end} && {all_}; {name}++) {all_} = !!({condition}); {last}{all_}; }}))"
        )

    def _bound_of(self, name: bytes, part: tuple[int, int]) -> tuple[bytes, str] | None:
        """`name < e`, however it is written: the comparison, and e."""
        if any(len(self.tokens.split(*part, op)) > 1 for op in _WEAKER):
            return None
        for op in _COMPARED:
            pieces = self.tokens.split(*part, op)
            mentioned = sum(token.text == name for token in self.tokens.all[part[0] : part[1]])
            if len(pieces) == 2 and mentioned == 1:
                left, right = (self.tokens.bare(piece) for piece in pieces)
                if self._is(left, name):
                    return op, self.text(*right)
                if self._is(right, name):
                    return _TURNED[op], self.text(*left)
        return None

    def _is(self, piece: tuple[int, int], name: bytes) -> bool:
        return piece[1] - piece[0] == 1 and self.tokens.all[piece[0]].text == name


tokens_open = frozenset({b"(", b"[", b"{"})


def _size(pointer: str, size: list[str]) -> str:
    return size[0] if size else f"sizeof(*({pointer}))"
