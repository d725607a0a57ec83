"""What may hold of all elements of arrays, and of the arrays, guessed from the program's own text.

What a loop stores at `a[i]`, and what is asked of `a[i]` anywhere, is a condition on one element. Of all
elements up to where a loop has come, and up to its end, it is a guess. Whether any of it holds is for Houdini
to find out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

from dovetail.program.automata import Program
from dovetail.program.expressions import (
    Address,
    Binary,
    BinaryOp,
    Const,
    Expr,
    ForAll,
    Freeable,
    Load,
    ObjectSize,
    ObjectStart,
    PointerAdd,
    SameObject,
    Valid,
    Variable,
    const,
    disjunction,
    index,
    loads,
    negation,
    operands,
    reads_memory,
    subexpressions,
    substitute,
    variables,
)
from dovetail.program.indexing import index_of
from dovetail.program.liveness import liveness
from dovetail.program.statements import Assign, Store, expressions_of, written_variable
from dovetail.program.tracking import LIVE
from dovetail.program.types import INT, VOID, IntType, PointerType
from dovetail.strategies.elements.extremes import Extremes
from dovetail.strategies.elements.given import decided
from dovetail.strategies.elements.holes import holes
from dovetail.strategies.elements.rings import Rings
from dovetail.strategies.elements.rooms import Rooms
from dovetail.strategies.elements.sites import (
    Given,
    Sites,
    copies,
    given_after,
    given_before,
    given_values,
    made_of,
    meanings,
    narrowed,
    spelt_out,
    stored_twice,
)
from dovetail.strategies.elements.spans import Spans, at_most_one
from dovetail.strategies.elements.strides import Strides
from dovetail.strategies.elements.totals import Totals
from dovetail.strategies.elements.walking import Walking

ATOMS = 16
"""Conditions on one element."""
ENDS = 6
"""Of ranges, at one loop head."""
ARRAYS, GLOBALS = 8, 24
"""That are kept apart from each other."""
LIMITS, PLACES = 2, 6
"""Numbers that are tried as bounds; variables that are compared with each other."""
FLAGS, PAIRS, DECIDED = 3, 24, 16
"""Flags at one loop head, pairs of conditions, and conditions on numbers that do not change any more."""


class Candidates:
    """What may hold at loop heads."""

    def __init__(self, program: Program) -> None:
        procedure = program.procedures[program.entry]
        self.live = liveness(procedure)
        self._edges = list(procedure.edges)
        given = given_values(self._edges)
        self._fixed = frozenset(one for one, statements in given.items() if len(statements) == 1)
        """The variables that are given a value at one place: they keep it, live or not."""
        self._passed, self._ahead = given_before(procedure), given_after(procedure)
        means, sites = meanings(given), Sites(given, program.target.size_t)
        usual = {**sites.copies, **copies(means, self._fixed)}
        """Of copies, what they are copies of."""
        means = {one: substitute(value, usual) for one, value in means.items()}
        self._copies = [(one, value) for one, value in usual.items() if isinstance(one.type, IntType)]
        self._asked: dict[Variable, None] = {}
        """The variables that find elements."""
        self._stored: dict[Expr, None] = {}
        """What is stored at an element, as a condition on it."""
        self._conditions: dict[Expr, None] = {}
        """What is asked of elements."""
        walked: dict[Expr, None] = {}
        for edge in self._edges:
            match edge.statement:
                case Store(address=address, value=value) if isinstance(value.type, IntType | PointerType):
                    said = substitute(BinaryOp(Binary.EQ, Load(address, value.type), value), usual)
                    for atom in dict.fromkeys((said, spelt_out(said, means))):
                        self._add(atom, self._stored)
                        walked[atom] = None
                case _:
                    pass
            for root in expressions_of(edge.statement):
                for part in subexpressions(substitute(root, usual)):
                    if isinstance(part, BinaryOp) and part.op.compares:
                        for atom in dict.fromkeys((narrowed(part), narrowed(spelt_out(part, means)))):
                            if loads(atom):
                                self._add(atom, self._conditions)
                                self._add(negation(atom), self._conditions)
                                walked.update(dict.fromkeys((atom, negation(atom))))
        for atom in stored_twice(list(self._stored)):
            self._add(atom, self._stored)
        self.atoms = (*list(self._stored)[:ATOMS], *list(self._conditions)[:ATOMS])
        self._decided = list(dict.fromkeys(decided(self._edges)))
        """What was asked of numbers."""
        self._limits: list[int] = []
        """The largest numbers that something is compared with: sizes that do not wrap around."""
        for one in list(self._asked):
            self._asked.update(dict.fromkeys(self._around(one, given)))
        self._usual = usual
        self._ends = self._compared()
        rooms = Rooms(given, sites, walked, means)
        self._walking = Walking(sites, list(walked), rooms)
        self._spans = Spans(given, self.atoms, self._ends_at)
        self._strides = Strides(given, self.atoms, _finding, self._ends)
        self._rings = Rings(given, self.atoms, _finding, self._ends)
        shifted = holes(given, self._edges, usual, means)
        self._totals = Totals(given, self._edges, usual, means, _finding, self._ends, shifted)
        self._extremes = Extremes(given, self.atoms, usual, means, _finding, self._ends, shifted)
        self._arrays = self._made(given)
        self._globals = list(program.objects)[:GLOBALS]
        self._size_type = program.target.size_t
        self._counts_blocks = LIVE.name in program.globals

    def _around(self, finding: Variable, given: Given) -> list[Variable]:
        """What finds elements may be computed from two places: a middle."""
        fixed = given.get(finding, ()) if finding in self._fixed else ()
        values = [one.value for one in fixed if isinstance(one, Assign) and not reads_memory(one.value)]
        found = [one for value in values for one in variables(value) if one.type == finding.type]
        return sorted(found, key=lambda one: one.serial)

    def _add(self, atom: Expr, to: dict[Expr, None]) -> None:
        found, atom = _finding(atom), _in_order(atom)
        if found and not _says_nothing(atom) and atom not in self._stored:
            self._asked.update(dict.fromkeys(found))
            to[atom] = None

    def _compared(self) -> dict[Variable, dict[Expr, None]]:
        """What the variables that find elements are compared with, and what those are compared with that are
        variables, too."""
        compared: dict[Variable, dict[Expr, None]] = {}
        numbers: set[int] = set()
        for edge in self._edges:
            for root in expressions_of(edge.statement):
                for part in subexpressions(substitute(root, self._usual)):
                    if isinstance(part, BinaryOp) and part.op.compares:
                        for one, other in ((part.left, part.right), (part.right, part.left)):
                            if isinstance(one, Variable) and not reads_memory(other):
                                compared.setdefault(one, {})[other] = None
                            if isinstance(other, Const) and isinstance(other.type, IntType):
                                numbers.add(other.type.number(other.value))
        self._limits = sorted(number for number in numbers if number > 1)[-LIMITS:]
        found: dict[Variable, dict[Expr, None]] = {}
        waiting = list(self._asked)
        while waiting:
            one = waiting.pop(0)
            if one not in found:
                found[one] = compared.get(one, {})
                waiting += (end for end in found[one] if isinstance(end, Variable) and end.type == one.type)
        return found

    def _made(self, given: Given) -> dict[Variable, list[Expr]]:
        """The pointers to arrays that are given one at one place, and how many bytes they were made of, in
        different words."""
        used = {
            variable
            for atom in self.atoms
            for variable in variables(atom)
            if isinstance(variable.type, PointerType)
        }
        used.update(one for one in self._walking.arrays if isinstance(one, Variable))
        # And then what nobody looks into here: it may be handed to a callee, which writes it.
        others = (one for one in given if one in self._fixed - used and one not in self._usual)
        arrays = [one for one in given if one in used & self._fixed]
        arrays += [one for one in others if isinstance(one.type, PointerType) and made_of(one, given)]
        return {one: made_of(one, given) for one in arrays}

    @property
    def rounds(self) -> tuple[Callable[[int], list[Expr]], ...]:
        """Of guesses about elements, by loop head: each dearer than the one before."""
        return (
            *(self.elements, self.totals, self.on_both_sides, self.between, self.in_order),
            *(self.parted, self.flagged, self.alternatives),
        )

    @property
    def any(self) -> bool:
        """Is there any array to speak of?"""
        return bool(self.atoms) or self._walking.any

    def _known(self, head: int) -> frozenset[Variable]:
        """The variables that have their value there: those that are live, and those that keep it."""
        return self.live.at(head) | (self._fixed & self._passed[head])

    def _settled(self, head: int) -> frozenset[Variable]:
        """Those, and what loops before have left behind: what is not given a value any more."""
        return self._known(head) | (self._passed[head] - self._ahead[head])

    @property
    def arrays(self) -> tuple[Callable[[int], list[Expr]], ...]:
        """Of guesses about arrays themselves: each is easier to decide if those before are known."""
        return self.objects, self.pointers, self.places

    def objects(self, head: int) -> list[Expr]:
        """That they are there, and different ones."""
        return list(dict.fromkeys(self._about_objects(self._settled(head))))

    def pointers(self, head: int) -> list[Expr]:
        """Which pointers are in them."""
        return list(dict.fromkeys(self._walking.pointers(self._settled(head), self.live.at(head))))

    def places(self, head: int) -> list[Expr]:
        """Where in them the program is."""
        live, known = self.live.at(head), self._known(head)
        bounds = self._walking.bounds(self._settled(head), live)
        same = [BinaryOp(Binary.EQ, *pair) for pair in self._copies if known.issuperset(pair)]
        together = (*self._spans.sums(known), *self._strides.equations(known))
        left = (self._passed[head] - self._ahead[head]) | (self._fixed & self._passed[head])
        decided = [one for one in self._decided if variables(one) <= left][:DECIDED]
        return list(dict.fromkeys((*same, *self._about_places(live, known), *together, *bounds, *decided)))

    def _about_objects(self, known: frozenset[Variable]) -> Iterator[Expr]:
        arrays = [one for one in self._arrays if one in known][:ARRAYS]
        for one in arrays:
            sizes = self._arrays[one]
            yield BinaryOp(Binary.EQ, one, ObjectStart(one))
            yield Freeable(one)
            for size in sizes:
                if _all_live(size, known):
                    yield Valid(one, size)
                    if size.type == self._size_type:
                        yield BinaryOp(Binary.EQ, ObjectSize(one, self._size_type), size)
            if not any(isinstance(size, Const) for size in sizes):
                yield Valid(one, Const(self._size_type, 1))
        for one, other in combinations(arrays, 2):
            yield negation(SameObject(one, other))
        for one in arrays:
            for name in self._globals:
                yield negation(SameObject(one, Address(name, PointerType(VOID))))
        yield from self._walking.objects(known)

    def _about_places(self, live: frozenset[Variable], known: frozenset[Variable]) -> Iterator[Expr]:
        if self._counts_blocks:
            yield from (
                BinaryOp(Binary.EQ, LIVE, const(INT, number)) for number in range(len(self._arrays) + 1)
            )
        for variable in self._ends:
            yield from self._bounds(variable, known)
        for variable in self._sizing():
            if variable in known and variable not in self._ends:
                yield from (_below(variable, number) for number in self._limits)
        yield from (one for one in self._decided if variables(one) <= known)
        here = [one for one in self._ends if one in live][:PLACES]
        for one, other in combinations(here, 2):
            if one.type == other.type:
                for op in (Binary.EQ, Binary.LE, Binary.GE):
                    yield BinaryOp(op, one, other)

    def elements(self, head: int) -> list[Expr]:
        """What may hold of all of them up to somewhere."""
        return list(dict.fromkeys(self._about_elements(head)))

    def _about_elements(self, head: int) -> Iterator[Expr]:
        live = self.live.at(head)
        yield from self._about_places(
            live, self._known(head)
        )  # again: some hold only because of what lies there
        settled = self._settled(head)
        yield from self._walking.bounds(settled, live)
        yield from self._walking.stops(settled, self._passed[head] - self._ahead[head])
        yield from self._walking.elements(settled, live)
        for atom in self._stored:
            if _all_live(atom, settled):
                yield atom
        for flag in self._flags():
            if flag in live:
                unset = BinaryOp(Binary.EQ, flag, Const(flag.type, 0))
                yield from (unset, negation(unset))
        for atom in self.atoms:
            yield from self._for_all(atom, live)
        yield from self._strides.elements(live)
        known = self._known(head)
        yield from self._rings.places(known)
        yield from self._rings.elements(known, [flag for flag in self._flags() if flag in live][:FLAGS])

    def totals(self, head: int) -> list[Expr]:
        """What all of them add up to, and which is the largest."""
        settled, left = self._settled(head), self._passed[head] - self._ahead[head]
        found = (*self._totals.guesses(settled, left), *self._extremes.guesses(settled, left))
        return list(dict.fromkeys(found))

    def on_both_sides(self, head: int) -> list[Expr]:
        """What may hold of the elements that a loop has yet to come to, beside those."""
        live = self.live.at(head)
        ahead = (one for atom in self.atoms for one in self._for_all(atom, live, ahead=True))
        walked = self._walking.ahead(self._settled(head), live)
        return list(dict.fromkeys((*self._about_elements(head), *ahead, *walked)))

    def between(self, head: int) -> list[Expr]:
        """What may hold of the elements between two places."""
        return list(dict.fromkeys((*self.on_both_sides(head), *self._spans.between(self._known(head)))))

    def in_order(self, head: int) -> list[Expr]:
        """That any two elements are in order, up to somewhere."""
        return list(dict.fromkeys((*self.on_both_sides(head), *self._spans.in_order(self._known(head)))))

    def parted(self, head: int) -> list[Expr]:
        """And any two on both sides of a place."""
        known = self._known(head)
        more = (*self._spans.in_order(known), *self._spans.parted(known))
        return list(dict.fromkeys((*self.between(head), *more)))

    def flagged(self, head: int) -> list[Expr]:
        """What may hold of all elements unless a flag says otherwise."""
        live = self.live.at(head)
        flags = [flag for flag in self._flags() if flag in live][:FLAGS]
        unset = [BinaryOp(Binary.EQ, flag, Const(flag.type, 0)) for flag in flags]
        found = dict.fromkeys(one for atom in self.atoms for one in self._for_all(atom, live))
        flagged = [
            disjunction((case, one)) for one in found for flag in unset for case in (flag, negation(flag))
        ]
        return [*found, *flagged]

    def alternatives(self, head: int) -> list[Expr]:
        """What may hold of each element unless something else does."""
        live = self.live.at(head)
        pairs = [
            disjunction((one, other))
            for one, other in combinations(self.atoms, 2)
            if other in self._conditions and other is not negation(one)
        ]
        found = (one for pair in pairs[:PAIRS] for one in self._for_all(pair, live))
        return list(dict.fromkeys((*self._about_elements(head), *found)))

    def _for_all(self, atom: Expr, live: frozenset[Variable], *, ahead: bool = False) -> Iterator[Expr]:
        """For each variable that finds an element in it, and for all of them at once."""
        finding = _finding(atom)
        ways = [(one,) for one in finding] + ([tuple(finding)] if len(finding) > 1 else [])
        for way in ways:
            type_ = way[0].type
            assert isinstance(type_, IntType)
            if any(one.type != type_ for one in way):
                continue
            k = index("k", type_)
            body = substitute(atom, dict.fromkeys(way, k))
            if _all_live(body, live, k) and not _says_nothing(body):
                yield from self._ranges(k, way[0], body, live, ahead=ahead)

    def _ranges(
        self, k: Variable, finding: Variable, body: Expr, live: frozenset[Variable], *, ahead: bool
    ) -> Iterator[Expr]:
        assert isinstance(k.type, IntType)
        ends = self._ends_at(finding, live)
        places = [end for end in ends if end in self._asked]
        if ahead:
            lows = [end for end in ends if isinstance(end, Variable)]
            highs = [end for end in ends if end not in places and not at_most_one(end)]
            yield from (ForAll(k, low, high, body) for low in lows for high in highs if low is not high)
            return
        low = 1 if _looks_back(body) else 0
        for end in ends:
            if not isinstance(end, Const) or k.type.number(end.value) > low + 1:
                yield ForAll(k, const(k.type, low), end, body)

    def _flags(self) -> list[Variable]:
        """Integers that are given constants and nothing else, and find no element."""
        given: dict[Variable, bool] = {}
        for edge in self._edges:
            written = written_variable(edge.statement)
            if written is not None and isinstance(written.type, IntType):
                fixed = isinstance(edge.statement, Assign) and isinstance(edge.statement.value, Const)
                given[written] = given.get(written, True) and fixed
        return [one for one, fixed in given.items() if fixed and one not in self._asked]

    def _bounds(self, variable: Variable, live: frozenset[Variable]) -> Iterator[Expr]:
        """Inside of a loop an index is below what it is compared with; loops inside of it rely on that."""
        if variable not in live:
            return
        assert isinstance(variable.type, IntType)
        for least in (0, 1, -1) if variable.type.signed else (1,):
            yield BinaryOp(Binary.GE, variable, const(variable.type, least))
        for end in dict.fromkeys((*self._ends[variable], *self._sizing())):
            if end.type == variable.type and _all_live(end, live | self._fixed):
                yield BinaryOp(Binary.LT, variable, end)
                yield BinaryOp(Binary.LE, variable, end)
        yield from (_below(variable, number) for number in self._limits if number <= variable.type.maximum)

    def _sizing(self) -> list[Variable]:
        """The numbers that arrays are made of so many of."""
        of_sizes = (variables(size) for sizes in self._arrays.values() for size in sizes)
        found = sorted(frozenset[Variable]().union(*of_sizes), key=lambda one: one.serial)
        return [one for one in found if isinstance(one.type, IntType)]

    def _ends_at(self, variable: Variable, live: frozenset[Variable]) -> list[Expr]:
        """Where the elements may end of which something holds: where a loop is, and where loops end."""
        others = [one for one in self._asked if one.type == variable.type]
        found: dict[Expr, None] = dict.fromkeys(one for one in others if one in live)
        for one in others:
            for end in self._ends[one]:
                if end.type == variable.type and _all_live(end, live):
                    found[end] = None
        return list(found)[:ENDS]


def _below(variable: Variable, number: int) -> Expr:
    assert isinstance(variable.type, IntType)
    return BinaryOp(Binary.LT, variable, const(variable.type, number))


def _finding(atom: Expr) -> list[Variable]:
    """The variables that find the elements that a condition is about."""
    found: dict[Variable, None] = {}
    for load in sorted(loads(atom), key=lambda load: load.serial):
        if isinstance(load.address, PointerAdd):
            place = index_of(load.address.offset)
            match place:
                case Variable(type=IntType()):
                    found[place] = None
                case BinaryOp(
                    op=Binary.ADD | Binary.SUB, left=Variable(type=IntType()) as one, right=Const()
                ):
                    found[one] = None
                case _:
                    pass
    return list(found)


def _says_nothing(atom: Expr) -> bool:
    """Does it compare something with itself?"""
    return isinstance(atom, BinaryOp) and (
        atom.left is atom.right or (atom.op is Binary.OR and any(map(_says_nothing, operands(atom))))
    )


def _in_order(atom: Expr) -> Expr:
    """Of an equation and the same the other way round, one."""
    match atom:
        case BinaryOp(op=Binary.EQ | Binary.NE as op, left=left, right=right) if left.serial > right.serial:
            return atom if isinstance(right, Const) else BinaryOp(op, right, left)
        case _:
            return atom


def _looks_back(atom: Expr) -> bool:
    """Is it about an element and the one before it?"""
    return any(
        isinstance(load.address, PointerAdd)
        and isinstance(place := index_of(load.address.offset), BinaryOp)
        and place.op is Binary.SUB
        and not isinstance(place.left, BinaryOp)  # and not about one from the other end
        for load in loads(atom)
    )


def _all_live(condition: Expr, live: frozenset[Variable], k: Variable | None = None) -> bool:
    return all(one in live or not one.scope or one is k for one in variables(condition))
