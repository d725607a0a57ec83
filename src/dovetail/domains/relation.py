"""What a relational domain is: a set of points over some integer variables, as a conjunction of constraints.

`Octagon` and `Polyhedron` are such: a `Lattice`, ordered by points, though `leq` need not see that one has
all of another's. Points are over the mathematical integers: a variable stands for its value
as its type reads it, but the range of the type is not known here; whoever combines a relation with the
domains of single values constrains it with what these know.

Of a variable that a relation does not have it knows nothing, and forgets and assigns it without change.
Operations on two relations want the same variables in the same order.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Protocol, Self

from dovetail.domains.forms import Linear
from dovetail.domains.lattice import Lattice
from dovetail.program.expressions import Expr, Variable


class Relation(Lattice, Protocol):
    @classmethod
    def top(cls, variables: Sequence[Variable]) -> Self:
        """Every point."""
        ...

    @property
    def variables(self) -> tuple[Variable, ...]: ...

    def widen(self, newer: Self, thresholds: Sequence[int] = ()) -> Self:
        """The result must be used as the next left operand as it is."""
        ...

    def forget(self, variable: Variable) -> Self:
        """The points that differ from one of these in the variable's value at most."""
        ...

    def assign(self, variable: Variable, form: Linear) -> Self:
        """At least the points that `variable := form` leads to."""
        ...

    def assign_backward(self, variable: Variable, form: Linear) -> Self | None:
        """At least the points that `variable := form` leads into this relation from."""
        ...

    def constrain(self, form: Linear) -> Self | None:
        """At least the points at which the form is >= 0."""
        ...

    def bounds(self, variable: Variable) -> tuple[int | None, int | None]:
        """The least and the greatest value of a variable; None where there is none."""
        ...

    def bounds_of(self, form: Linear) -> tuple[int | None, int | None]:
        """Bounds of a form's value, not always the best."""
        ...

    def project(self, variables: Collection[Variable]) -> Self:
        """What is known of just these of its variables, which keep their order."""
        ...

    def extend(self, variables: Sequence[Variable]) -> Self:
        """With further variables, of which nothing is known."""
        ...

    def constraints(self) -> Iterator[Linear]:
        """Forms that are all >= 0 at just the points of the relation."""
        ...

    def condition(self) -> Expr:
        """The relation as a formula about machine integers."""
        ...

    def contains(self, point: Mapping[Variable, int]) -> bool: ...
