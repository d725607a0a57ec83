"""Equalities: classes of variables that hold the same value, whatever it is.

A value that is passed on through results, parameters and temporaries is one value under many names. Classes
are a mapping from each variable that has company to the representative of its class, the one that was made
first; join keeps what is equal on both sides. Integers and pointers only: a NaN is not equal to itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from dovetail.program.expressions import Variable
from dovetail.program.types import IntType, PointerType

Classes = Mapping[Variable, Variable]


def members(classes: Classes, variable: Variable) -> list[Variable]:
    """All that are equal to a variable, itself included."""
    representative = classes.get(variable)
    if representative is None:
        return [variable]
    return [other for other, found in classes.items() if found is representative]


def merged(classes: Classes, one: Variable, other: Variable) -> Classes:
    """With two variables that are now known to be equal."""
    if one.type != other.type or not isinstance(one.type, (IntType, PointerType)):
        return classes
    if classes.get(one, one) is classes.get(other, other):
        return classes
    return _with_class(classes, [*members(classes, one), *members(classes, other)])


def forgotten(classes: Classes, gone: Iterable[Variable]) -> Classes:
    """Without these variables."""
    lost = [variable for variable in gone if variable in classes]
    for variable in lost:
        rest = [other for other in members(classes, variable) if other is not variable]
        kept = {v: found for v, found in classes.items() if v is not variable and v not in rest}
        classes = _with_class(kept, rest) if len(rest) > 1 else kept
    return classes


def joined(one: Classes, other: Classes) -> Classes:
    if one is other or not one:
        return one
    if not other:
        return other
    groups: dict[tuple[Variable, Variable], list[Variable]] = {}
    for variable, representative in one.items():
        theirs = other.get(variable)
        if theirs is not None:
            groups.setdefault((representative, theirs), []).append(variable)
    result: dict[Variable, Variable] = {}
    for group in groups.values():
        if len(group) > 1:
            first = min(group, key=lambda variable: variable.serial)
            result.update(dict.fromkeys(group, first))
    return result


def implies(one: Classes, other: Classes) -> bool:
    """Is everything that is equal in the other equal in this one?"""
    return one is other or all(
        one.get(variable, variable) is one.get(representative, representative)
        for variable, representative in other.items()
    )


def _with_class(classes: Classes, group: list[Variable]) -> Classes:
    first = min(group, key=lambda variable: variable.serial)
    return {**classes, **dict.fromkeys(group, first)}
