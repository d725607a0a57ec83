"""Relations held against the points in a box: what is in a set is counted, not argued."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
import numpy.typing as npt
from hypothesis import strategies as st

from dovetail.domains.forms import Linear
from dovetail.domains.relation import Relation
from dovetail.program.expressions import Variable
from dovetail.program.types import INT

X, Y, Z = XYZ = tuple(Variable(name, "f", INT, name) for name in "xyz")
SMALL = 4
Mask = npt.NDArray[np.bool_]


class Box:
    """All integer points of three variables between -reach and reach."""

    def __init__(self, reach: int) -> None:
        axis = np.arange(-reach, reach + 1)
        self.values = dict(zip(XYZ, np.meshgrid(axis, axis, axis, indexing="ij"), strict=True))
        self.shape = (len(axis),) * 3
        self.reach = reach

    def value(self, form: Linear) -> npt.NDArray[np.int64]:
        total = np.full(self.shape, form.constant)
        for variable, factor in form.terms:
            total = total + factor * self.values[variable]
        return total

    def satisfying(self, forms: Iterable[Linear]) -> Mask:
        inside = np.ones(self.shape, dtype=bool)
        for form in forms:
            inside &= self.value(form) >= 0
        return inside

    def members(self, relation: Relation | None) -> Mask:
        if relation is None:
            return np.zeros(self.shape, dtype=bool)
        return self.satisfying(relation.constraints())

    def anything(self, inside: Mask, variable: Variable) -> Mask:
        """The points that differ from one inside in a variable at most."""
        axis = XYZ.index(variable)
        return np.broadcast_to(inside.any(axis=axis, keepdims=True), self.shape)

    def image(self, inside: Mask, variable: Variable, form: Linear) -> tuple[Mask, Mask]:
        """Where an assignment leads from the points inside, and from which of them it stays in the box."""
        targets = [self.value(form) if v is variable else self.values[v] for v in XYZ]
        stays = inside & (abs(targets[XYZ.index(variable)]) <= self.reach)
        result = np.zeros(self.shape, dtype=bool)
        result[tuple(target[stays] + self.reach for target in targets)] = True
        return result, stays

    def preimage(self, inside: Mask, variable: Variable, form: Linear) -> tuple[Mask, Mask]:
        """From where an assignment leads inside, and from where it leads into the box at all."""
        targets = [self.value(form) if v is variable else self.values[v] for v in XYZ]
        stays = abs(targets[XYZ.index(variable)]) <= self.reach
        places = tuple(np.clip(target, -self.reach, self.reach) + self.reach for target in targets)
        return stays & inside[places], stays


BOX = Box(6)
WIDE_BOX = Box(12)


def form(constant: int, **coefficients: int) -> Linear:
    named = {variable.name: variable for variable in XYZ}
    return Linear.of(constant, {named[name]: factor for name, factor in coefficients.items()})


def octagonal(reach: int = 9) -> st.SearchStrategy[Linear]:
    """±x ± y + c and ±x + c, also ±2x + c."""
    return st.builds(
        lambda c, v, a, w, b: Linear.of(c, [(v, a), (w, b)]),
        st.integers(-reach, reach),
        st.sampled_from(XYZ),
        st.sampled_from((1, -1)),
        st.sampled_from(XYZ),
        st.sampled_from((1, -1)),
    )


def simple() -> st.SearchStrategy[Linear]:
    """±y + c and c."""
    return st.builds(
        lambda c, v, a: Linear.of(c, [(v, a)]),
        st.integers(-3, 3),
        st.sampled_from(XYZ),
        st.sampled_from((1, -1, 0)),
    )


def any_form(reach: int = 9) -> st.SearchStrategy[Linear]:
    return st.builds(
        lambda c, factors: Linear.of(c, zip(XYZ, factors, strict=True)),
        st.integers(-reach, reach),
        st.tuples(*[st.sampled_from((0, 1, -1, 1, -1, 2, -2, 3))] * 3),
    )


def boxed(reach: int = SMALL) -> list[Linear]:
    return [Linear(((v, sign),), reach) for v in XYZ for sign in (1, -1)]


def made(kind: type[Relation], forms: Sequence[Linear]) -> Relation | None:
    result: Relation | None = kind.top(XYZ)
    for constraint in forms:
        if result is None:
            return None
        result = result.constrain(constraint)
    return result
