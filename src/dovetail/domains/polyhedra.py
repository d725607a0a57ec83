"""Closed convex polyhedra: conjunctions of any affine constraints (Cousot and Halbwachs 1978).

The Parma Polyhedra Library does the work, through `pplpy`; it is an optional extra under a licence of its own
(GPL 3), imported when the first polyhedron is made and never before. Where it is missing, `PolyhedraMissing`
says what to install.

Polyhedra are over the rationals, points of interest over the integers: each constraint is tightened to the
integers by itself, but a polyhedron may still lie between integer points without being known to be empty, and
`leq` compares rational points. All operations of `Relation` on forms are exact up to that. The price is in
the number of vertices, which is exponential in the number of variables: a pack of ten that is a box has a
thousand.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from types import ModuleType
from typing import Any, Self, final

from dovetail.domains.forms import Linear, type_range
from dovetail.domains.formulas import condition_of
from dovetail.program.expressions import Expr, Variable
from dovetail.program.types import IntType


class PolyhedraMissing(ImportError):
    """The library behind polyhedra is not installed."""

    def __init__(self) -> None:
        super().__init__(
            "polyhedra need the package pplpy: install it with  pip install 'dovetail[polyhedra]'"
        )


@lru_cache(maxsize=1)
def _library() -> ModuleType:
    """The library, loaded such that the process answers to signals as before: it comes with a package that
    puts handlers of its own in place of those for interrupts, alarms and faults."""
    in_charge = threading.current_thread() is threading.main_thread()
    handlers = {number: signal.getsignal(number) for number in signal.valid_signals()} if in_charge else {}
    try:
        import ppl
    except ImportError as error:
        raise PolyhedraMissing from error
    for number, handler in handlers.items():
        if handler is not None and number not in (signal.SIGKILL, signal.SIGSTOP):
            signal.signal(number, handler)
    library: ModuleType = ppl
    return library


@final
class Polyhedron:
    """Made by `top` and by operations. Equal are polyhedra of the same rational points."""

    __slots__ = ("_index", "_inner", "variables")
    variables: tuple[Variable, ...]
    _index: Mapping[Variable, int]
    _inner: Any  # a C_Polyhedron that nobody changes any more

    def __init__(self, variables: tuple[Variable, ...], index: Mapping[Variable, int], inner: Any) -> None:
        self.variables = variables
        self._index = index
        self._inner = inner

    @classmethod
    def top(cls, variables: Sequence[Variable]) -> Self:
        index = {variable: place for place, variable in enumerate(variables)}
        if len(index) < len(variables):
            raise ValueError("a variable stands twice in a polyhedron")
        return cls(tuple(variables), index, _library().C_Polyhedron(len(variables), "universe"))

    def _copy(self) -> Any:
        return _library().C_Polyhedron(self._inner)

    def _with(self, inner: Any) -> Polyhedron:
        return Polyhedron(self.variables, self._index, inner)

    def _expression(self, form: Linear) -> Any:
        factors = [0] * len(self.variables)
        for variable, factor in form.terms:
            factors[self._index[variable]] = factor
        return _library().Linear_Expression(factors, form.constant)

    def _knows(self, form: Linear) -> bool:
        return all(variable in self._index for variable in form.variables)

    def _same_variables(self, other: Polyhedron) -> None:
        if self.variables != other.variables:
            raise ValueError("polyhedra over different variables")

    def _tightened(self, inner: Any) -> Polyhedron | None:
        """Without some points between integers; None if it is empty then. Changes `inner`."""
        if inner.is_empty():
            return None
        result = self._with(inner)
        tighter = [tight for form in result.constraints() if (tight := form.tight()) != form]
        for form in tighter:
            inner.add_constraint(self._expression(form) >= 0)
        return None if tighter and inner.is_empty() else result

    # The lattice

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Polyhedron):
            return NotImplemented
        return self.variables == other.variables and bool(self._inner == other._inner)

    def __hash__(self) -> int:
        return hash((self.variables, int(self._inner.affine_dimension())))

    def leq(self, other: Polyhedron) -> bool:
        self._same_variables(other)
        return bool(other._inner.contains(self._inner))

    def join(self, other: Polyhedron) -> Polyhedron:
        """The convex hull."""
        self._same_variables(other)
        inner = self._copy()
        inner.poly_hull_assign(other._inner)
        return self._with(inner)

    def meet(self, other: Polyhedron) -> Polyhedron | None:
        self._same_variables(other)
        inner = self._copy()
        inner.intersection_assign(other._inner)
        return self._tightened(inner)

    def widen(self, newer: Polyhedron, thresholds: Sequence[int] = ()) -> Polyhedron:
        """The constraints that are still satisfied, of these and of those that bound variables by thresholds
        (Halbwachs 1979)."""
        self._same_variables(newer)
        if newer.leq(self):
            return self
        inner = newer._copy()
        inner.poly_hull_assign(self._inner)
        limits = _library().Constraint_System()
        for variable in self.variables:
            for threshold in thresholds:
                bound = self._expression(Linear(((variable, 1),), -threshold))
                limits.insert(bound >= 0)
                limits.insert(bound <= 0)
        inner.limited_H79_extrapolation_assign(self._inner, limits)
        return self._with(inner)

    def narrow(self, newer: Polyhedron) -> Polyhedron:
        """`newer`, if that bounds a variable, a sum or a difference which is not bounded yet, or only by the
        types of its variables. That can happen only so often."""
        self._same_variables(newer)
        for form, implied in _directions(self.variables):
            bound = newer._greatest(form)
            if bound is not None and bound < implied:
                before = self._greatest(form)
                if before is None or before >= implied:
                    return newer
        return self

    # Statements

    def forget(self, variable: Variable) -> Polyhedron:
        place = self._index.get(variable)
        if place is None:
            return self
        inner = self._copy()
        inner.unconstrain(_library().Variable(place))
        return self._with(inner)

    def assign(self, variable: Variable, form: Linear) -> Polyhedron:
        place = self._index.get(variable)
        if place is None or not self._knows(form):
            return self.forget(variable)
        inner = self._copy()
        inner.affine_image(_library().Variable(place), self._expression(form))
        return self._with(inner)

    def assign_backward(self, variable: Variable, form: Linear) -> Polyhedron | None:
        place = self._index.get(variable)
        if place is None or not self._knows(form):
            return self.forget(variable)
        inner = self._copy()
        inner.affine_preimage(_library().Variable(place), self._expression(form))
        return self._tightened(inner)

    def constrain(self, form: Linear) -> Polyhedron | None:
        if not form.terms:
            return self if form.constant >= 0 else None
        if not self._knows(form):
            return self
        inner = self._copy()
        inner.add_constraint(self._expression(form.tight()) >= 0)
        return self._tightened(inner)

    # What is known

    def bounds(self, variable: Variable) -> tuple[int | None, int | None]:
        return self.bounds_of(Linear.variable(variable))

    def bounds_of(self, form: Linear) -> tuple[int | None, int | None]:
        if not self._knows(form):
            return None, None
        low, high = self._greatest(-form), self._greatest(form)
        return None if low is None else -low, high

    def _greatest(self, form: Linear) -> int | None:
        found = self._inner.maximize(self._expression(form))
        return int(found["sup_n"]) // int(found["sup_d"]) if found["bounded"] else None

    # Variables

    def project(self, variables: Collection[Variable]) -> Polyhedron:
        """The generators of a projection are the projections of the generators."""
        kept = tuple(v for v in self.variables if v in variables)
        if len(kept) == len(self.variables):
            return self
        result = Polyhedron.top(kept)
        if not kept:
            return result
        library = _library()
        system = library.Generator_System()
        for generator in self._inner.minimized_generators():
            factors = generator.coefficients()
            expression = library.Linear_Expression([factors[self._index[v]] for v in kept], 0)
            if generator.is_point():
                system.insert(library.point(expression, generator.divisor()))
            elif any(factors[self._index[v]] for v in kept):
                make = library.ray if generator.is_ray() else library.line
                system.insert(make(expression))
        return result._with(library.C_Polyhedron(system))

    def extend(self, variables: Sequence[Variable]) -> Polyhedron:
        added = [v for v in variables if v not in self._index]
        if not added:
            return self
        inner = self._copy()
        inner.add_space_dimensions_and_embed(len(added))
        return Polyhedron.top((*self.variables, *added))._with(inner)

    # As constraints

    def constraints(self) -> Iterator[Linear]:
        for constraint in self._inner.minimized_constraints():
            factors = [int(factor) for factor in constraint.coefficients()]
            form = Linear.of(int(constraint.inhomogeneous_term()), zip(self.variables, factors, strict=False))
            yield form
            if constraint.is_equality():
                yield -form

    def condition(self) -> Expr:
        return condition_of(self.constraints())

    def contains(self, point: Mapping[Variable, int]) -> bool:
        return all(form.value(point) >= 0 for form in self.constraints())

    def __repr__(self) -> str:
        shown = " and ".join(f"{form} >= 0" for form in self.constraints()) or "top"
        return f"<polyhedron: {shown}>"


@lru_cache(maxsize=1024)
def _directions(variables: tuple[Variable, ...]) -> tuple[tuple[Linear, float], ...]:
    """±x and ±x ± y, each with the bound that the types imply."""
    greatest: list[tuple[Linear, float]] = []
    for variable in variables:
        low, high = type_range(variable.type) if isinstance(variable.type, IntType) else (None, None)
        for sign, bound in ((1, high), (-1, None if low is None else -low)):
            greatest.append((Linear(((variable, sign),), 0), float("inf") if bound is None else bound))
    pairs = [
        (form + other, bound + further)
        for place, (form, bound) in enumerate(greatest)
        for other, further in greatest[place + 1 :]
        if form.variables != other.variables
    ]
    return (*greatest, *pairs)
