"""Octagons: conjunctions of ±x ± y <= c and ±x <= c over integer variables (Miné 2006).

What the constraints imply about each other, over the integers, is in the closure of their matrix, for which
see `difference_bounds`. Every element is kept closed but for what `widen` gives: closing that before it is
widened again would undo the widening, so the closure is kept beside it, for all other uses.

Exact are assignments of ±y + c, backward too, and constraints on one variable or on two with coefficients of
one magnitude, as long as no bound is beyond `difference_bounds.LARGEST`. Of other forms an octagon keeps what
follows from bounds of their parts. The join is the best that an octagon can be.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Self, final

import numpy as np

from dovetail.domains import difference_bounds as dbm
from dovetail.domains.difference_bounds import LARGEST, MOST_VARIABLES, NONE, Matrix
from dovetail.domains.forms import Linear, type_range
from dovetail.domains.formulas import condition_of
from dovetail.program.expressions import Expr, Variable
from dovetail.program.types import IntType


@final
class Octagon:
    """Made by `top` and by operations. Equal are octagons of the same points."""

    __slots__ = ("_closure", "_index", "_matrix", "variables")
    variables: tuple[Variable, ...]
    _index: Mapping[Variable, int]
    _matrix: Matrix
    _closure: Matrix | None

    def __init__(
        self, variables: tuple[Variable, ...], index: Mapping[Variable, int], matrix: Matrix, *, closed: bool
    ) -> None:
        self.variables = variables
        self._index = index  # of each variable the node that stands for it
        self._matrix = matrix
        self._closure = matrix if closed else None

    @classmethod
    def top(cls, variables: Sequence[Variable]) -> Self:
        if len(variables) > MOST_VARIABLES:
            raise ValueError(f"{len(variables)} variables are too many for an octagon")
        index = {variable: 2 * k for k, variable in enumerate(variables)}
        if len(index) < len(variables):
            raise ValueError("a variable stands twice in an octagon")
        return cls(tuple(variables), index, dbm.unconstrained(2 * len(variables)), closed=True)

    def _with(self, matrix: Matrix) -> Octagon:
        """The same variables, with another closed matrix."""
        return self if matrix is self._matrix else Octagon(self.variables, self._index, matrix, closed=True)

    @property
    def _closed(self) -> Matrix:
        if self._closure is None:
            closed = dbm.closed(self._matrix)
            # Widening gives what is above something not empty: there is a closure, unless bounds so large
            # that they were weakened had hidden a contradiction. Then the constraints as they are will do.
            self._closure = self._matrix if closed is None else closed
        return self._closure

    def _same_variables(self, other: Octagon) -> None:
        if self.variables is not other.variables and self.variables != other.variables:
            raise ValueError("octagons over different variables")

    # The lattice

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Octagon):
            return NotImplemented
        return self.variables == other.variables and bool((self._closed == other._closed).all())

    def __hash__(self) -> int:
        return hash((self.variables, (self._closed + 0.0).tobytes()))  # 0.0 + -0.0 is 0.0

    def leq(self, other: Octagon) -> bool:
        self._same_variables(other)
        return self is other or bool((self._closed <= other._matrix).all())

    def join(self, other: Octagon) -> Octagon:
        self._same_variables(other)
        return self if self is other else self._with(_frozen(np.maximum(self._closed, other._closed)))

    def meet(self, other: Octagon) -> Octagon | None:
        self._same_variables(other)
        if self.leq(other):
            return self
        if other.leq(self):
            return other
        matrix = dbm.closed(np.minimum(self._closed, other._closed))
        return None if matrix is None else self._with(matrix)

    def widen(self, newer: Octagon, thresholds: Sequence[int] = ()) -> Octagon:
        """A bound that has grown is given up, or set to the next of `thresholds` (a sorted sequence of what
        a variable may be bounded by). Bounds of differences and sums may stop at their negations as well, and
        at -1, 0 and 1: `i < n` and `i <= n` are what loops keep to."""
        self._same_variables(newer)
        stable = newer._closed <= self._matrix
        if stable.all():
            return self
        lifted = np.where(stable, self._matrix, _lifted(newer._closed, thresholds))
        return Octagon(self.variables, self._index, _frozen(lifted), closed=False)

    def narrow(self, newer: Octagon) -> Octagon:
        """Takes a bound of `newer` where there is none, or one that the types of the variables imply."""
        self._same_variables(newer)
        vacuous = _implied_by_types(self.variables)
        taken = (self._closed >= vacuous) & (newer._closed < np.minimum(vacuous, self._closed))
        if not taken.any():
            return self
        matrix = dbm.closed(np.where(taken, newer._closed, self._closed))
        return newer if matrix is None else self._with(matrix)

    # Statements

    def forget(self, variable: Variable) -> Octagon:
        node = self._index.get(variable)
        return self if node is None else self._with(dbm.forgotten(self._closed, node))

    def assign(self, variable: Variable, form: Linear) -> Octagon:
        node = self._index.get(variable)
        if node is None:
            return self
        simple = self._simple(form)
        if simple is not None:
            source, constant = simple
            return self._with(_assigned(self._closed, node, source, constant))
        if any(v not in self._index for v in form.variables):
            return self.forget(variable)
        return self._assign_bounds(variable, node, form)

    def _assign_bounds(self, variable: Variable, node: int, form: Linear) -> Octagon:
        """Bounds of the form, and of its sums and differences with its variables; how it stands to others
        follows from these."""
        known: list[tuple[int, int, int]] = []

        def bound(i: int, j: int, greatest: int | None) -> None:
            if greatest is not None and abs(greatest) <= LARGEST:
                known.append((i, j, greatest))

        low, high = self.bounds_of(form)
        bound(node, node ^ 1, None if high is None else 2 * high)
        bound(node ^ 1, node, None if low is None else -2 * low)
        for other, _ in form.terms:
            if other is variable:
                continue
            place = self._index[other]
            low, high = self.bounds_of(form - Linear.variable(other))
            bound(node, place, high)
            bound(place, node, None if low is None else -low)
            low, high = self.bounds_of(form + Linear.variable(other))
            bound(node, place ^ 1, high)
            bound(node ^ 1, place, None if low is None else -low)
        matrix = dbm.forgotten(self._closed, node).copy()
        for i, j, greatest in known:
            matrix[i, j] = matrix[j ^ 1, i ^ 1] = greatest
        closed = dbm.closed_around(matrix, node)
        # An assignment leads somewhere from every point; for None see `_closed`.
        return self.forget(variable) if closed is None else self._with(closed)

    def assign_backward(self, variable: Variable, form: Linear) -> Octagon | None:
        node = self._index.get(variable)
        if node is None:
            return self
        simple = self._simple(form)
        if simple is not None:
            matrix = _assigned_backward(self._closed, node, *simple)
            return None if matrix is None else self._with(matrix)
        result: Octagon | None = self.forget(variable)
        if any(v not in self._index for v in form.variables):
            return result
        for constraint in self._constraints_on(variable):
            if result is not None:
                result = result.constrain(constraint.substitute(variable, form))
        return result

    def constrain(self, form: Linear) -> Octagon | None:
        if not form.terms:
            return self if form.constant >= 0 else None
        if any(v not in self._index for v in form.variables):
            return self
        form = form.tight()
        # The form is >= 0: the sum of factor·V(node) is at most its constant.
        parts = [(self._index[v] ^ (c > 0), abs(c)) for v, c in form.terms]
        match parts:
            case [(i, _)]:
                return self._edges([(i, i ^ 1, 2 * form.constant)])
            case [(i, 1), (j, 1)]:
                return self._edges([(i, j ^ 1, form.constant)])
        edges: list[tuple[int, int, int]] = []
        for place, (i, a) in enumerate(parts):
            rest = self._greatest([(k ^ 1, c) for k, c in parts if k != i])
            if rest is not None:
                edges.append((i, i ^ 1, 2 * ((form.constant + rest) // a)))
            for j, b in parts[place + 1 :]:
                factor = min(a, b)
                others = [(k ^ 1, c - factor if k in (i, j) else c) for k, c in parts]
                rest = self._greatest([(k, c) for k, c in others if c])
                if rest is not None:
                    edges.append((i, j ^ 1, (form.constant + rest) // factor))
        return self._edges(edges)

    def _edges(self, edges: list[tuple[int, int, int]]) -> Octagon | None:
        matrix = self._closed
        for i, j, bound in edges:
            further = dbm.constrained(matrix, i, j, bound)
            if further is None:
                return None
            matrix = further
        return self if matrix is self._closed else self._with(matrix)

    # What is known

    def bounds(self, variable: Variable) -> tuple[int | None, int | None]:
        node = self._index.get(variable)
        if node is None:
            return None, None
        low, high = self._most(node ^ 1), self._most(node)
        return None if low is None else -low, high

    def bounds_of(self, form: Linear) -> tuple[int | None, int | None]:
        if any(v not in self._index for v in form.variables):
            return None, None
        parts = [(self._index[v] ^ (c < 0), abs(c)) for v, c in form.terms]
        high, low = self._greatest(parts), self._greatest([(i ^ 1, c) for i, c in parts])
        return (
            None if low is None else form.constant - low,
            None if high is None else form.constant + high,
        )

    def _most(self, i: int) -> int | None:
        """The greatest value of V(i)."""
        bound = self._closed.item(i, i ^ 1)
        return None if bound == NONE else int(bound) // 2

    def _greatest(self, parts: Sequence[tuple[int, int]]) -> int | None:
        """A bound of the sum of factor·V(node): the least that comes from taking nodes alone and in pairs. Of
        many nodes, not every way to pair them is tried."""
        if len(parts) < 2:
            return 0 if not parts else _times(parts[0][1], self._most(parts[0][0]))
        (i, a), *rest = parts = sorted(parts, key=_by_factor)
        if len(parts) == 2:
            ((j, b),) = rest
            return _plus(_times(b, self._together(i, j)), _times(a - b, self._most(i)))
        alone = self._most(i)
        best = None if alone is None else _plus(a * alone, self._greatest(rest))
        many = len(parts) > MOST_PAIRED
        if many and best is not None:
            return best
        for place, (j, b) in enumerate(rest):
            pair = self._together(i, j)
            if pair is not None:
                left = rest[:place] + rest[place + 1 :]
                bound = _plus(b * pair, self._greatest([(i, a - b), *left] if a > b else left))
                best = bound if best is None or bound is None else min(best, bound)
                if many and best is not None:
                    return best
        return best

    def _together(self, i: int, j: int) -> int | None:
        """The greatest value of V(i) + V(j)."""
        bound = self._closed.item(i, j ^ 1)
        return None if bound == NONE else int(bound)

    def _simple(self, form: Linear) -> tuple[int | None, int] | None:
        """The node of which V + constant is the form, None for a constant; if it is one."""
        if abs(form.constant) > LARGEST // 2:
            return None
        if not form.terms:
            return None, form.constant
        (variable, factor), *others = form.terms
        node = self._index.get(variable)
        if others or node is None or abs(factor) != 1:
            return None
        return node ^ (factor < 0), form.constant

    # Variables

    def project(self, variables: Collection[Variable]) -> Octagon:
        kept = tuple(v for v in self.variables if v in variables)
        if len(kept) == len(self.variables):
            return self
        return self._rearranged(kept)

    def extend(self, variables: Sequence[Variable]) -> Octagon:
        added = [v for v in variables if v not in self._index]
        if not added:
            return self
        result = Octagon.top((*self.variables, *added))
        matrix = result._matrix.copy()
        size = len(self._matrix)
        matrix[:size, :size] = self._closed
        return result._with(_frozen(matrix))

    def _rearranged(self, variables: tuple[Variable, ...]) -> Octagon:
        nodes = [self._index[v] + side for v in variables for side in (0, 1)]
        return Octagon.top(variables)._with(_frozen(self._closed[np.ix_(nodes, nodes)]))

    # As constraints

    def constraints(self) -> Iterator[Linear]:
        """Bounds of variables, and of sums and differences where those do not follow from them."""
        return (self._form(i, j) for i, j in self._entries())

    def _constraints_on(self, variable: Variable) -> Iterator[Linear]:
        """Those of `constraints` that bound a variable."""
        place = self._index[variable] >> 1
        return (self._form(i, j) for i, j in self._entries() if place in (i >> 1, j >> 1))

    def _entries(self) -> Iterator[tuple[int, int]]:
        """The places in the matrix of what `constraints` gives."""
        size = len(self._matrix)
        greatest = self._closed[dbm.nodes(size), dbm.negated(size)] * 0.5
        for i in np.flatnonzero(greatest < NONE).tolist():
            yield i, i ^ 1
        for i, j in np.argwhere(self._closed < greatest[:, None] + greatest[dbm.negated(size)]).tolist():
            if j > i | 1:  # of an entry and its mirror image, one
                yield i, j

    def _form(self, i: int, j: int) -> Linear:
        """The form that is >= 0 where V(i) - V(j) is at most what the matrix says."""
        v, w = self.variables[i >> 1], self.variables[j >> 1]
        bound = int(self._closed.item(i, j))
        if v is w:
            return Linear(((v, 1 if i & 1 else -1),), bound // 2)
        terms = (v, 1 if i & 1 else -1), (w, -1 if j & 1 else 1)
        return Linear(terms if v.serial < w.serial else terms[::-1], bound)

    def condition(self) -> Expr:
        return condition_of(self.constraints())

    def contains(self, point: Mapping[Variable, int]) -> bool:
        return all(form.value(point) >= 0 for form in self.constraints())

    def __repr__(self) -> str:
        shown = " and ".join(f"{form} >= 0" for form in self.constraints()) or "top"
        return f"<octagon: {shown}>"


MOST_PAIRED = 4
"""Up to so many variables of a form, every way to pair them is tried for a bound."""


def _by_factor(part: tuple[int, int]) -> tuple[int, int]:
    return -part[1], part[0]


def _times(factor: int, bound: int | None) -> int | None:
    return 0 if not factor else None if bound is None else factor * bound


def _plus(bound: int | None, other: int | None) -> int | None:
    return None if bound is None or other is None else bound + other


def _frozen(matrix: Matrix) -> Matrix:
    matrix.setflags(write=False)
    return matrix


def _assigned(matrix: Matrix, node: int, source: int | None, constant: int) -> Matrix:
    """V(node) := V(source) + constant."""
    if source is None:
        return dbm.fixed(matrix, node, constant)
    if source == node:
        return matrix if constant == 0 else dbm.shifted(matrix, node, constant)
    if source == node ^ 1:
        return dbm.shifted(dbm.reflected(matrix, node), node, constant)
    return dbm.copied(matrix, node, source, constant)


def _assigned_backward(matrix: Matrix, node: int, source: int | None, constant: int) -> Matrix | None:
    """From where V(node) := V(source) + constant leads into the matrix."""
    if source is None:
        return dbm.closed(dbm.fixed_backward(matrix, node, constant))
    if source == node:
        return dbm.shifted(matrix, node, -constant)
    if source == node ^ 1:
        return dbm.shifted(dbm.reflected(matrix, node), node, constant)
    return dbm.closed(dbm.copied_backward(matrix, node, source, constant))


def _lifted(matrix: Matrix, thresholds: Sequence[int]) -> Matrix:
    """The next threshold from each entry upward."""
    steps, uppers, lowers = _steps(tuple(thresholds))
    result: Matrix = steps[np.searchsorted(steps, matrix)]
    for i, row in ((0, uppers), (1, lowers)):
        rows = np.arange(i, len(matrix), 2)
        result[rows, rows ^ 1] = row[np.searchsorted(row, matrix[rows, rows ^ 1])]
    return result


@lru_cache(maxsize=256)
def _steps(thresholds: tuple[int, ...]) -> tuple[Matrix, Matrix, Matrix]:
    """Where entries may stop: for two variables, for upper bounds of one, for lower bounds of one."""
    near = sorted(t for t in thresholds if abs(t) <= LARGEST // 2)
    both = sorted({-1, 0, 1, *near, *(-t for t in near)})
    return (
        np.array([*both, NONE]),
        np.array([*(2 * t for t in near), NONE]),
        np.array([*(-2 * t for t in reversed(near)), NONE]),
    )


@lru_cache(maxsize=1024)
def _implied_by_types(variables: tuple[Variable, ...]) -> Matrix:
    """The bounds that the types of the variables give to the entries."""
    greatest: list[float] = []
    for variable in variables:
        if isinstance(variable.type, IntType):
            low, high = type_range(variable.type)
            greatest += (high, -low)
        else:
            greatest += (NONE, NONE)
    nodes = np.array(greatest, dtype=np.float64)
    implied: Matrix = nodes[:, None] + nodes[dbm.negated(len(nodes))]
    return implied
