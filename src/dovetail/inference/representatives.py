"""Which variables speak for others: classes of variables that are equal up to sign and a constant.

Of a class one variable is kept, and bounds are told of it alone; likewise where one variable is a multiple of
another up to a constant. A constant that the program compares one of the others with is translated.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field

from dovetail.inference.equalities import reduced
from dovetail.inference.relations import Relation
from dovetail.quick_dataclass import dataclass


@dataclass(slots=True)
class Representatives:
    constant: dict[int, int] = field(default_factory=dict)
    merged: dict[int, tuple[int, int, int]] = field(default_factory=dict)
    """A place with (representative, sign, constant): it is sign * representative + constant."""
    scaled: dict[int, tuple[int, int, int]] = field(default_factory=dict)
    """The same with a factor that is neither 1 nor -1."""
    replaced: frozenset[int] = frozenset()
    """All places that equations express by others, these among them."""

    def translated(self, place: int, constants: Sequence[int]) -> list[int]:
        """The constants, and those that other members of the class are compared with, as seen from here."""
        found = set(constants)
        for kept, factor, added in (*self.merged.values(), *self.scaled.values()):
            if kept == place:
                # Where it does not divide, both neighbours.
                found |= {(number - added) // factor for number in constants}
                found |= {-((added - number) // factor) for number in constants}
        return sorted(found)

    def spoken_for(self, place: int) -> bool:
        """Does something else say all about it?"""
        return place in self.constant or place in self.merged or place in self.scaled


def represented(equations: Sequence[Relation]) -> Representatives:
    """Equations are linear."""
    found = Representatives()
    for one in equations:
        match one.parts:
            case ((1, (place,)),):
                found.constant[place] = one.bound
            case ((1, (left,)), (sign, (right,))) if abs(sign) == 1:
                # left + sign * right == bound, so right == -sign * left + sign * bound.
                _merge(found.merged, left, right, -sign, sign * one.bound)
            case ((factor, (left,)), (sign, (right,))) if abs(sign) == 1:
                found.scaled[right] = (left, -sign * factor, sign * one.bound)
            case ((1, (left,)), (factor, (right,))):
                found.scaled[left] = (right, -factor, one.bound)
    places = sorted({place for one in equations for place in one.places})
    if places:
        at = {place: index for index, place in enumerate(places)}
        vectors = []
        for one in equations:
            vector = [0] * (len(places) + 1)
            for coefficient, (place,) in one.parts:
                vector[at[place]] = coefficient
            vector[-1] = -one.bound
            vectors.append(tuple(vector))
        order = list(reversed(range(len(places))))
        found.replaced = frozenset(
            next(places[index] for index in order if vector[index])
            for vector in reduced(vectors, [*order, len(places)])
            if any(vector[:-1])
        ) | frozenset(found.merged)
    return found


def _merge(merged: dict[int, tuple[int, int, int]], left: int, right: int, sign: int, added: int) -> None:
    """Take in right == sign * left + added."""
    one, a, b = merged.get(left, (left, 1, 0))
    other, c, d = merged.get(right, (right, 1, 0))
    if one == other:
        return
    # c * other + d == sign * (a * one + b) + added
    factor, constant = c * sign * a, c * (sign * b + added - d)
    if one < other:
        kept, gone, rule = one, other, (one, factor, constant)
    else:
        # one == factor * other - factor * constant
        kept, gone, rule = other, one, (other, factor, -factor * constant)
    for place, (target, e, f) in list(merged.items()):
        if target == gone:
            merged[place] = (kept, e * rule[1], e * rule[2] + f)
    merged[gone] = rule
