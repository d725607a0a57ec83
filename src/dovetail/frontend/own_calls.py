"""Recursion by contract: where a function that is checked calls itself, its contract stands for it.

That is induction on the depth of calls, and shows what holds if the function returns. A measure (`decreases`)
that becomes smaller from each call to the next, and is not negative, shows that it does not call itself for
ever. It is kept in a variable when the function is called, and compared where it calls itself.

What is called by its contract may call the function again, and nobody looks (`called_again_by`): that is
induction, too, but no measure is compared there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from dovetail.frontend.clause_words import EXACTLY
from dovetail.frontend.clauses import Clause, quoted
from dovetail.frontend.contracts_given import GivenContract
from dovetail.frontend.errors import InputError
from dovetail.frontend.source import Source
from dovetail.frontend.syntax import Node, strip
from dovetail.frontend.units import TranslationUnit
from dovetail.program.types import DataModel, Target
from dovetail.quick_dataclass import dataclass

_OWN = "__dovetail_own_"
_KEPT = "__dovetail_kept_measure"


def calls_itself(unit: TranslationUnit, contract: GivenContract) -> bool:
    """Is it called in functions of its file, itself among them? Its address must not be asked for, which
    would be another one; what those functions keep from call to call no contract could name; and what holds
    of a call with all globals as they are at the start says nothing of one that finds them changed. Then code
    is followed, and a measure is refused."""
    function = contract.function
    mentioning = [node for node in unit.functions.values() if _mentions(node, function)]
    if not mentioning:
        return False
    reason = ""
    if any(len(_mentions(node, function)) != len(_calls(node, function)) for node in mentioning):
        reason = "the address of a function that calls itself is taken"
    elif any(map(_keeps, mentioning)):
        reason = "a function that calls itself has static variables"
    elif changed := _assigned_globals(unit, contract):
        reason = f"a function that calls itself changes '{changed[0]}', which its next call then finds"
    measures = contract.of_kind("decreases")
    if reason and measures:
        raise InputError(f"{reason}: its measure is not read", measures[0].position)
    return not reason


def _assigned_globals(unit: TranslationUnit, contract: GivenContract) -> list[str]:
    """The variables outside of functions that its assigns clauses name: all that it may change of them."""
    assert unit.clauses is not None
    own = {one.name for one in contract.node.inner if one.kind == "ParmVarDecl"}
    named = [
        token.text.decode(errors="replace")
        for clause in contract.of_kind("assigns")
        for token in unit.clauses.tokens.all[clause.begin : clause.end]
    ]
    return [name for name in named if name in unit.variables and name not in own]


def called_again_by(
    units: Sequence[TranslationUnit], home: TranslationUnit, contract: GivenContract, taken: frozenset[str]
) -> str:
    """A function that is taken by its contract, and whose body comes back to the one that is checked. A
    measure is refused then, and where another file calls it, since its code is followed there. Names are
    enough: what is found too much is said, or refused."""
    function = contract.function
    named = _reached(units, function)
    back, waiting = dict[str, None](), [function]
    while waiting:
        called = waiting.pop()
        new = [name for name, names in named.items() if called in names and name not in back]
        back.update(dict.fromkeys(new))
        waiting += new
    through = [name for name in back if name in taken and name != function]
    measures = contract.of_kind("decreases")
    if measures and through:
        text = f"'{through[0]}', which is taken by its contract, calls '{function}' again"
        raise InputError(f"{text}: its measure is not read", measures[0].position)
    abroad = [unit for unit in units if unit is not home and not back.keys().isdisjoint(unit.functions)]
    if measures and abroad:
        text = f"'{function}' is called again in another file: its measure is not read"
        raise InputError(text, measures[0].position)
    if measures and any(name in unit.variables for name in back for unit in units):
        text = f"'{function}' may be called again through a pointer: its measure is not read"
        raise InputError(text, measures[0].position)
    return through[0] if through else ""


def _reached(units: Sequence[TranslationUnit], function: str) -> dict[str, frozenset[str]]:
    """What its body names, and what the bodies of these name, and the values of variables."""
    found: dict[str, frozenset[str]] = {}
    waiting = [function]
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = frozenset(one for unit in units for one in _named(unit, name))
            waiting += sorted(found[name])
    return found


def _named(unit: TranslationUnit, name: str) -> Iterator[str]:
    bodies = [unit.functions[name]] if name in unit.functions else []
    for root in [*bodies, *unit.variables.get(name, ())]:
        for node in root.walk():
            if node.kind == "DeclRefExpr" and node.referenced is not None:
                if node.referenced.kind in ("FunctionDecl", "VarDecl"):
                    yield node.referenced.name


def with_own_calls(unit: TranslationUnit, function: str, target: Target) -> TranslationUnit:
    """The file, in which what its functions call is another one, of the same type."""
    inserted: list[tuple[int, bytes]] = []
    for node in unit.functions.values():
        places = sorted({one.offset for one in _mentions(node, function)})
        if not places:
            continue
        body = next(child for child in node.inner if child.kind == "CompoundStmt")
        inserted.append((body.offset + 1, f" extern __typeof__({function}) {_OWN}{function};".encode()))
        inserted += [(place, _OWN.encode()) for place in places]
    text, marks, at = b"", [], 0
    for offset, put in sorted(inserted):
        text += unit.source.text[at:offset]
        marks.append((len(text), len(put)))
        text, at = text + put, offset
    text += unit.source.text[at:]
    moved = [
        (begin + sum(len(put) for offset, put in inserted if offset <= begin), length)
        for begin, length in unit.source.inserted
    ]
    source = Source(unit.source.name, text, False, tuple(sorted([*moved, *marks])))
    made = TranslationUnit(source, target, index=unit.index, flags=unit.flags)
    made.clauses = unit.clauses
    return made


def _mentions(root: Node, function: str) -> list[Node]:
    return [
        node
        for node in root.walk()
        if node.kind == "DeclRefExpr"
        and node.referenced is not None
        and node.referenced.kind == "FunctionDecl"
        and node.referenced.name == function
    ]


def _keeps(root: Node) -> bool:
    """Has it static variables?"""
    return any(node.kind == "VarDecl" and node.storage == "static" for node in root.walk())


def _calls(root: Node, function: str) -> list[Node]:
    called = [strip(node.inner[0]) for node in root.walk() if node.kind == "CallExpr"]
    while any(one.kind == "ImplicitCastExpr" for one in called):
        called = [strip(one.inner[0]) if one.kind == "ImplicitCastExpr" else one for one in called]
    return [
        one
        for one in called
        if one.kind == "DeclRefExpr" and one.referenced is not None and one.referenced.name == function
    ]


def own_declarator(declared: str, function: str) -> str:
    """For the name that it is called by there. It is seen from other functions."""
    renamed = re.sub(rf"\b{re.escape(function)}\b(?=\s*\()", f"{_OWN}{function}", declared, count=1)
    marker, _, rest = renamed.partition("\n")
    return f"{marker}\n" + re.sub(r"\b(static|inline|__inline__|__inline)\b", "", rest)


@dataclass(frozen=True, slots=True)
class Measure:
    """That of one function, if it has any: the clause, and its text."""

    function: str
    texts: Sequence[tuple[Clause, str]]
    at: Callable[..., list[str]]
    written: Callable[[Clause], str]
    model: DataModel

    def declared(self) -> list[str]:
        """As wide as the machine can have it, so that it is kept as it is."""
        wide = "__int128" if self.model is DataModel.LP64 else "long long"
        return [f"static {wide} {_KEPT};" for _ in self.texts]

    def kept(self) -> list[str]:
        return [line for clause, text in self.texts for line in self.at(clause, f"{_KEPT} = ({text});")]

    def checked(self) -> list[str]:
        """Smaller than before, and what it was before is not negative."""
        kind = quoted(f"smaller {self.function}")
        if not self.texts:
            return [f"    __dovetail_noted({quoted(_UNENDING.format(self.function))});"]
        return [
            line
            for clause, text in self.texts
            for line in self.at(
                clause,
                f"__dovetail_clause({kind}, {quoted(self.written(clause))}, "
                f"{EXACTLY}(({text}) < {_KEPT} && 0 <= {_KEPT}));",
            )
        ]


_UNENDING = "'{}' calls itself, and no 'decreases' says that it ends: what is shown holds if it does"
CALLED_AGAIN = (
    "'{1}', which is taken by its contract, calls '{0}' again, and nothing says that this ends: what is shown"
    " holds if it does"
)
