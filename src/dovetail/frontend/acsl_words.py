"""ACSL's predicates in CBMC's words, which are read from there on (`clause_words`).

ACSL's integers are those of mathematics. So each comparison is put into `__CPROVER_dovetail_exactly(…)`: what
is in it is computed without bounds (`exact_terms`). For native runs its operands are made as wide as the
machine can have them, which is no proof of anything. Its floats are real numbers; of these only what is the
same for both is read: comparisons, and literals that are exact.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from fractions import Fraction

from dovetail.frontend.acsl_terms import NotRead, Tree, names_in, rewritten
from dovetail.program.types import DataModel
from dovetail.quick_dataclass import dataclass

_EXACTLY = "__CPROVER_dovetail_exactly"
_PRE = frozenset({"Old", "Pre"})
UNBOUNDED = "\\forall integer i; 0 <= i < n ==> …"
_ASKED = {"\\block_length": "OBJECT_SIZE", "\\offset": "POINTER_OFFSET", "\\base_addr": "POINTER_OBJECT"}
LOGIC = ("integer", "boolean", "real")
_REALS = "ACSL's real numbers are not read: compare without computing"


@dataclass(frozen=True, slots=True)
class Bounds:
    """Of a quantifier's variable: from `low` on, up to and without `high`."""

    low: Tree
    high: Tree


class Words:
    """`in_loop`: does it stand at a loop? `whole`: is it where earlier values can be asked for?"""

    def __init__(self, model: DataModel, *, old: bool, in_loop: bool) -> None:
        self._wide = "__int128" if model is DataModel.LP64 else "long long"
        self._old_is_known = old
        self._in_loop = in_loop
        self._bound: list[str] = []

    # -- predicates

    def predicate(self, tree: Tree, label: str = "") -> str:
        match tree.kind:
            case "&&" | "||":
                return f"({f' {tree.kind} '.join(self.predicate(part, label) for part in tree.parts)})"
            case "^^":
                parts = [f"!{self.predicate(part, label)}" for part in tree.parts]
                return f"({' != '.join(parts)})" if len(parts) == 2 else self._refuse("^^ of more than two")
            case "==>" | "<==>":
                left, right = (self.predicate(part, label) for part in tree.parts)
                return f"({left} {tree.kind} {right})"
            case "?":
                condition, then, other = (self.predicate(part, label) for part in tree.parts)
                return f"(({condition} && {then}) || (!{condition} && {other}))"
            case "compared":
                return self._comparisons(tree, label)
            case "unary" if tree.text == "!":
                return f"(!{self.predicate(tree.parts[0], label)})"
            case "\\true" | "\\false":
                return "1" if tree.kind == "\\true" else "0"
            case "\\forall" | "\\exists":
                return self._quantified(tree, label)
            case "at":
                return self.predicate(tree.parts[0], self._label(tree.text, label))
            case "call" if tree.text.startswith("\\"):
                return self._about_memory(tree, label)
            case _:
                return f"({self.term(tree, label)} != 0)"

    def _refuse(self, text: str) -> str:
        raise NotRead(f"{text} is not read")

    def _comparisons(self, tree: Tree, label: str) -> str:
        signs = tree.text.split()
        pairs = zip(tree.parts, signs, tree.parts[1:], strict=False)
        found = [self._compared(left, sign, right, label) for left, sign, right in pairs]
        return found[0] if len(found) == 1 else f"({' && '.join(found)})"

    def _compared(self, left: Tree, sign: str, right: Tree, label: str) -> str:
        if "\\null" in (left.kind, right.kind) and sign in ("==", "!="):
            if left.kind == "\\null":
                left, right = right, left
            return f"({self.term(left, label)} {sign} ((void *)0))"
        if any(_is_predicate(one) for one in (left, right)):
            truths = [f"!!{self.predicate(side, label)}" for side in (left, right)]
            return f"({truths[0]} {sign} {truths[1]})"
        plain = sign in ("==", "!=") and all(map(_is_place, (left, right)))
        sides = [self.term(side, label, widened=not plain) for side in (left, right)]
        return f"{_EXACTLY}({sides[0]} {sign} {sides[1]})"

    def _label(self, text: str, around: str) -> str:
        if text in ("Here", "Post"):
            return around if text == "Post" else ""
        if text in _PRE and self._old_is_known and not self._in_loop:
            return "__CPROVER_old"
        if text == "LoopEntry" and self._in_loop:
            return "__CPROVER_loop_entry"
        where = "at a loop, where \\at(…, LoopEntry) is" if self._in_loop else "here"
        raise NotRead(f"the value at '{text}' is not known {where}: keep it in a variable")

    def _about_memory(self, tree: Tree, label: str) -> str:
        if label:
            raise NotRead(f"{tree.text} at an earlier time is not read: say it of the state that is meant")
        match tree.text:
            case "\\valid" | "\\valid_read":
                pointer, count = self._places(tree.parts[0])
                word = "w" if tree.text == "\\valid" else "r"
                return f"__CPROVER_dovetail_valid_{word}({pointer}, {count})"
            case "\\separated":
                places = [self._places(part) for part in tree.parts]
                pairs = [(one, other) for n, one in enumerate(places) for other in places[:n]]
                return f"({' && '.join(self._apart(*pair) for pair in pairs)})"
            case "\\fresh":
                given = [self.term(part, "") for part in tree.parts]
                return f"__CPROVER_is_fresh({', '.join(given)})"
            case _:
                return f"({self.term(tree, label)} != 0)"

    def _apart(self, one: tuple[str, str], other: tuple[str, str]) -> str:
        ends = [f"(const char *)({pointer} + {count})" for pointer, count in (one, other)]
        starts = [f"(const char *)({pointer})" for pointer, _ in (one, other)]
        none = [f"{_EXACTLY}({count} <= 0)" for _, count in (one, other) if count != "1"]
        beside = [f"{ends[0]} <= {starts[1]}", f"{ends[1]} <= {starts[0]}"]
        same = f"!__CPROVER_same_object({one[0]}, {other[0]})"
        return f"({' || '.join([*none, same, *beside])})"

    # -- ranges

    def _places(self, tree: Tree) -> tuple[str, str]:
        """Where several elements begin that a pointer is said to lead to, and how many they are."""
        if tree.kind == "unary" and tree.text == "&":
            inner = tree.parts[0]
            if inner.kind == "index" and inner.parts[1].kind == "range":
                return self._from(inner.parts[0], inner.parts[1])
        if tree.kind == "binary" and tree.text == "+" and tree.parts[1].kind == "range":
            return self._from(*tree.parts)
        if _has_range(tree):
            raise NotRead("a range that is not p + (a .. b) or &p[a .. b] is not read")
        return self.term(tree, ""), "1"

    def _from(self, pointer: Tree, range_: Tree) -> tuple[str, str]:
        low, high = range_.parts
        if "none" in (low.kind, high.kind):
            raise NotRead("a range without both of its ends is not read: write p + (0 .. n - 1)")
        written = self.term(pointer, "")
        start = written if low == Tree("number", "0") else f"({written} + {self.term(low, '')})"
        count = _count(low, high)
        return start, self.term(count, "", widened=count.kind not in ("name", "number"))

    def assigned(self, tree: Tree) -> str:
        """One of the places that a clause says are written."""
        if tree.kind == "index" and tree.parts[1].kind == "range":
            return self._bytes(*self._from(*tree.parts))
        if tree.kind == "unary" and tree.text == "*":
            inner = tree.parts[0]
            if inner.kind == "binary" and inner.text == "+" and inner.parts[1].kind == "range":
                return self._bytes(*self._from(*inner.parts))
        if _has_range(tree) or not _is_place(tree):
            raise NotRead("what is assigned is a place, p[a .. b] or *(p + (a .. b))")
        return self.term(tree, "")

    def _bytes(self, start: str, count: str) -> str:
        size = f"{_EXACTLY}({count} > 0) * (__CPROVER_size_t)({count}) * sizeof(*({start}))"
        return f"__CPROVER_object_upto({start}, {size})"

    # -- terms

    def term(self, tree: Tree, label: str, *, widened: bool = False) -> str:
        """As C. If it is `widened`, integers in it are as wide as the machine can have them."""
        if _is_place(tree) and tree.kind != "\\result":
            return self._widened(self._place(tree, label), widened)
        match tree.kind:
            case "number":
                return self._widened(_exact_number(tree.text), widened)
            case "\\result":
                if label:
                    raise NotRead("\\result has no earlier value")
                return self._widened("__CPROVER_return_value", widened)
            case "\\null":
                return "((void *)0)"
            case "unary" if tree.text == "&":
                if label:
                    raise NotRead("an address at an earlier time is not read: leave \\old out")
                return f"(&{self._place(tree.parts[0], '')})"
            case "unary" if tree.text in ("-", "+", "~"):
                return f"({tree.text}{self.term(tree.parts[0], label, widened=widened)})"
            case "binary":
                if tree.text in ("<<", ">>"):
                    raise NotRead("shifts of numbers without bounds are not read: multiply, or divide")
                left, right = (self.term(part, label, widened=widened) for part in tree.parts)
                return f"({left} {tree.text} {right})"
            case "cast":
                inside = self.term(tree.parts[0], label, widened=widened)
                if tree.text == "real":
                    raise NotRead(_REALS)
                return (
                    inside if tree.text == "integer" else self._widened(f"(({tree.text}){inside})", widened)
                )
            case "sizeof":
                return f"sizeof({tree.text or self.term(tree.parts[0], '')})"
            case "?":
                condition = self.predicate(tree.parts[0], label)
                then, other = (self.term(part, label, widened=widened) for part in tree.parts[1:])
                return f"({condition} ? {then} : {other})"
            case "at":
                return self.term(tree.parts[0], self._label(tree.text, label), widened=widened)
            case "call":
                return self._asked(tree, label)
            case "range":
                raise NotRead("a range is not read here")
            case _ if _is_predicate(tree):
                return f"(!!{self.predicate(tree, label)})"
            case _:
                raise NotRead(f"'{tree.text or tree.kind}' is not read here")

    def _asked(self, tree: Tree, label: str) -> str:
        if tree.text not in _ASKED:
            raise NotRead(f"'{tree.text}' is no predicate that is defined here: write what it says")
        if label:
            raise NotRead(f"{tree.text} at an earlier time is not read")
        return f"__CPROVER_{_ASKED[tree.text]}({self.term(tree.parts[0], '')})"

    def _widened(self, text: str, widened: bool) -> str:
        return f"({text} + ({self._wide})0)" if widened else text

    def _place(self, tree: Tree, label: str) -> str:
        """Something that C can take the address of, maybe as it was earlier."""
        written = self._plain_place(tree)
        return written if not label or tree.text in self._bound else f"{label}({written})"

    def _plain_place(self, tree: Tree) -> str:
        match tree.kind:
            case "name":
                return tree.text
            case "member":
                return f"{self._plain_place(tree.parts[0])}{tree.text}"
            case "index":
                return f"{self._plain_place(tree.parts[0])}[{self.term(tree.parts[1], '')}]"
            case "unary" if tree.text == "*":
                return f"(*{self.term(tree.parts[0], '')})"
            case "cast" | "binary" | "\\result" | "at":
                return self.term(tree, "")
            case _:
                raise NotRead(f"'{tree.text or tree.kind}' is no place")

    # -- quantifiers

    def _quantified(self, tree: Tree, label: str) -> str:
        *binders, body = tree.parts
        universal = tree.kind == "\\forall"
        if universal:
            if body.kind != "==>":
                raise NotRead(f"a \\forall without bounds: {UNBOUNDED}")
            guard, rest = _conjuncts(body.parts[0]), body.parts[1]
        else:
            guard, rest = _conjuncts(body), Tree("\\true")
        names = [binder.text for binder in binders]
        order, bounds, left = _in_order(names, guard)
        self._bound += names
        try:
            condition = self._body(left, rest, label, universal=universal)
            types = {binder.text: binder.parts[0].text for binder in binders}
            for name in reversed(order):
                condition = self._over(name, types[name], bounds[name], condition, label, universal=universal)
        finally:
            del self._bound[len(self._bound) - len(names) :]
        return condition

    def _body(self, left: list[Tree], rest: Tree, label: str, *, universal: bool) -> str:
        said = [self.predicate(one, label) for one in left]
        if universal:
            return f"({' || '.join([*(f'!{one}' for one in said), self.predicate(rest, label)])})"
        return f"({' && '.join(said) or '1'})"

    def _over(
        self, name: str, type_: str, bounds: Bounds, condition: str, label: str, *, universal: bool
    ) -> str:
        low, high = (self.term(one, label, widened=True) for one in (bounds.low, bounds.high))
        if type_ not in LOGIC:
            fits = f"{_EXACTLY}(({type_}){name} == {name})"
            condition = f"(!{fits} || {condition})" if universal else f"({fits} && {condition})"
        elif type_ != "integer":
            raise NotRead(f"a quantifier over {type_} is not read")
        body = condition if universal else f"(!{condition})"
        text = f"__CPROVER_dovetail_all({self._wide}, {name}, {low}, {high}, {body})"
        return text if universal else f"(!{text})"


def _in_order(names: list[str], guard: list[Tree]) -> tuple[list[str], dict[str, Bounds], list[Tree]]:
    """The variables so that the bounds of each speak of those before it alone, these bounds, and what else
    is said. What bounds one from below bounds from below what is greater, too."""
    pairs = [pair for one in guard for pair in _pairs(one)]
    others = [one for one in guard if not _pairs(one)]
    order: list[str] = []
    bounds: dict[str, Bounds] = {}
    said: list[_Pair] = []
    while len(order) < len(names):
        for name in (one for one in names if one not in bounds):
            later = frozenset(names) - {*order, name}
            low = _limit(name, pairs, later, below=True)
            high = _limit(name, pairs, later, below=False)
            if low is not None and high is not None:
                order.append(name)
                bounds[name] = Bounds(low[0], high[0])
                said += [one for _, one in (low, high) if one is not None]
                break
        else:
            raise NotRead(f"a quantifier without bounds of its variable: {UNBOUNDED}")
    left = [Tree("compared", pair[1], (pair[0], pair[2])) for pair in pairs if pair not in said]
    return order, bounds, [*left, *others]


_Pair = tuple[Tree, str, Tree]


def _limit(
    name: str, pairs: list[_Pair], later: frozenset[str], *, below: bool, deep: int = 0
) -> tuple[Tree, _Pair | None] | None:
    """The first number that it may be, or the first behind that it may not be; and what says no more than
    that, if that is all of it."""
    for left, sign, right in pairs:
        one, other = (left, right) if below else (right, left)
        if other != Tree("name", name) or sign not in ("<", "<="):
            continue
        found = one
        pair: _Pair | None = (left, sign, right)
        if one.kind == "name" and one.text in later and deep < 4:
            # Over all that the other may be: as a bound it is weaker, and what is said exactly is kept.
            further = _limit(one.text, pairs, later | {name}, below=below, deep=deep + 1)
            if further is None:
                continue
            found = further[0] if below else _plus(further[0], -1)
            pair = None
        if names_in(found) & (later | {name}):
            continue
        more = sign == "<" if below else sign == "<="
        return (_plus(found, 1) if more else found), pair
    return None


def _pairs(tree: Tree) -> list[_Pair]:
    """`a < b`, in ascending order, from a chain of comparisons; nothing if there is any other sign in it."""
    if tree.kind != "compared":
        return []
    found = []
    for left, sign, right in zip(tree.parts, tree.text.split(), tree.parts[1:], strict=False):
        if sign in ("<", "<="):
            found.append((left, sign, right))
        elif sign in (">", ">="):
            found.append((right, sign.replace(">", "<"), left))
        else:
            return []
    return found


def _conjuncts(tree: Tree) -> list[Tree]:
    if tree.kind == "&&":
        return [one for part in tree.parts for one in _conjuncts(part)]
    return [tree]


def _plus(tree: Tree, number: int) -> Tree:
    """`n - 1` and one is n."""
    if tree.kind == "number" and tree.text.isdigit():
        both = int(tree.text) + number
        return Tree("number", str(both)) if both >= 0 else _minus(tree, -number)
    if tree.kind == "binary" and tree.text in ("+", "-") and tree.parts[1].kind == "number":
        if tree.parts[1].text.isdigit():
            by = int(tree.parts[1].text) * (1 if tree.text == "+" else -1) + number
            if by == 0:
                return tree.parts[0]
            return Tree("binary", "+" if by > 0 else "-", (tree.parts[0], Tree("number", str(abs(by)))))
    return Tree("binary", "+", (tree, Tree("number", str(number)))) if number > 0 else _minus(tree, -number)


def _minus(tree: Tree, number: int) -> Tree:
    return Tree("binary", "-", (tree, Tree("number", str(number))))


def _count(low: Tree, high: Tree) -> Tree:
    behind = _plus(high, 1)
    return behind if low == Tree("number", "0") else Tree("binary", "-", (behind, low))


def _has_range(tree: Tree) -> bool:
    return tree.kind == "range" or any(map(_has_range, tree.parts))


def _is_place(tree: Tree) -> bool:
    match tree.kind:
        case "name" | "\\result":
            return True
        case "member":
            return True
        case "index":
            return tree.parts[1].kind != "range"
        case "unary":
            return tree.text == "*"
        case _:
            return False


def _is_predicate(tree: Tree) -> bool:
    kinds = ("&&", "||", "^^", "==>", "<==>", "compared", "\\true", "\\false", "\\forall", "\\exists")
    return tree.kind in kinds or (tree.kind == "unary" and tree.text == "!")


def _exact_number(text: str) -> str:
    """A literal; one of a float only if it is the number that is written."""
    if "." not in text and not (text[:2].lower() != "0x" and "e" in text.lower()):
        return text
    digits = text.rstrip("fFlL")
    try:
        number = Fraction(digits)
    except ValueError:
        raise NotRead(f"the number {text} is not read") from None
    held = struct.unpack("f", struct.pack("f", float(number)))[0] if text[-1] in "fF" else float(number)
    if Fraction(held) != number:
        raise NotRead(f"{text} is no number of the machine's. {_REALS}")
    return text


def applied(tree: Tree, definitions: dict[str, tuple[list[str], Tree]]) -> Tree:
    """With the user's predicates replaced by what they say."""

    def change(one: Tree) -> Tree | None:
        if one.kind != "call" or one.text not in definitions:
            return None
        names, body = definitions[one.text]
        if len(names) != len(one.parts):
            raise NotRead(f"'{one.text}' is used with {len(one.parts)} arguments")
        given = {name: applied(part, definitions) for name, part in zip(names, one.parts, strict=True)}
        taken = frozenset().union(*(names_in(part) for part in given.values())) if given else frozenset()
        if taken & _binders(body):
            raise NotRead(f"'{one.text}' has a variable of the name of one that it is used with: rename it")
        put: Callable[[Tree], Tree | None] = lambda inner: (  # noqa: E731
            given.get(inner.text) if inner.kind == "name" and not inner.parts else None
        )
        return applied(rewritten(body, put), definitions)

    return rewritten(tree, change)


def _binders(tree: Tree) -> frozenset[str]:
    own = {part.text for part in tree.parts[:-1]} if tree.kind in ("\\forall", "\\exists") else set()
    return frozenset(own).union(*map(_binders, tree.parts))
