"""The abstract states of a program that could not be excluded, and how one leads to another (Yorsh, Ball &
Sagiv 2006, Figures 2 and 5).

An abstract state is a location with probes (`program.predicates`) and, of each of its predicates, whether it
holds. It is in the graph if it is covered: by a run of the program, or by a *fabricated* state, one that is
the successor of a concrete state which another abstract state describes. If the graph is *adequate*, its
states are invariant: no execution comes to one that is not in it.

Not here: how it is found.
"""

from __future__ import annotations

from dataclasses import field
from enum import Enum

from dovetail.program.expressions import Expr, Variable
from dovetail.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class AbstractState:
    """Bit i of `bits` says whether predicate i of the location's `count` predicates holds."""

    location: int
    bits: int
    count: int


class Origin(Enum):
    TEST = "test"  # a run of the program came there
    FABRICATED = "fabricated"


@dataclass(frozen=True, slots=True)
class Covered:
    """How an abstract state is covered, and the values, as C text, of variables in one concrete state."""

    origin: Origin
    values: tuple[tuple[Variable, str], ...] = ()


@dataclass(slots=True)
class AbstractGraph:
    """Of the entry procedure of an inlined program."""

    predicates: dict[int, tuple[Expr, ...]]
    states: dict[AbstractState, Covered] = field(default_factory=dict)
    edges: dict[tuple[AbstractState, AbstractState], None] = field(default_factory=dict)
    errors: dict[AbstractState, tuple[int, ...]] = field(default_factory=dict)
    """The checks that may fail on the way from a state to the next."""
    adequate: bool = False
    """If not, what is not in the graph is not impossible: it has only not been seen."""
