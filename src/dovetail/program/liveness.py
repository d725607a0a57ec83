"""Which variables still matter at a location: backward liveness.

A variable is live at a location if some path from there reads it before it is assigned. Globals are live at
the exit and before every call, since whoever runs next may read them. Paths are those of the graph, feasible
or not. Memory has no part in this: an object is reached through the pointer variables that are live.

Sets of variables are Python integers, one bit a variable: a procedure may have 20,000 locations and 2,000
variables.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator

from dovetail.program.automata import Procedure
from dovetail.program.expressions import Variable, variables
from dovetail.program.ordering import depth_first
from dovetail.program.statements import Call, Statement, expressions_of, written_variable
from dovetail.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Liveness:
    """The result for one procedure: bit i of `masks[location]` stands for `variables[i]`."""

    variables: tuple[Variable, ...]
    masks: tuple[int, ...]
    bits: dict[Variable, int]

    def at(self, location: int) -> frozenset[Variable]:
        return frozenset(self.members(self.masks[location]))

    def is_live(self, variable: Variable, location: int) -> bool:
        bit = self.bits.get(variable)
        return bit is not None and bool(self.masks[location] >> bit & 1)

    def members(self, mask: int) -> Iterator[Variable]:
        """The variables in a set, in order."""
        while mask:
            lowest = mask & -mask
            yield self.variables[lowest.bit_length() - 1]
            mask ^= lowest


def liveness(procedure: Procedure, global_variables: Iterable[Variable] = ()) -> Liveness:
    """The variables that are live at each location.

    Globals that the procedure mentions are found by themselves; `global_variables` adds those that it does
    not."""
    bits: dict[Variable, int] = {}

    def mask_of(found: Iterable[Variable]) -> int:
        mask = 0
        for variable in found:
            mask |= 1 << bits.setdefault(variable, len(bits))
        return mask

    mask_of(global_variables)
    mask_of(procedure.parameters)
    mask_of(procedure.locals)
    # First every variable gets its bit, in an order that does not depend on hashing; the globals among them
    # must be known before a call's uses are.
    uses: list[list[tuple[int, int, Statement, int]]] = []
    for edges in procedure.outgoing:
        row = []
        for edge in edges:
            read = (
                sorted(variables(expr), key=lambda variable: variable.serial)
                for expr in expressions_of(edge.statement)
            )
            used = mask_of(variable for group in read for variable in group)
            written = written_variable(edge.statement)
            killed = 0 if written is None else mask_of((written,))
            row.append((used, killed, edge.statement, edge.target))
        uses.append(row)
    global_mask = mask_of([variable for variable in bits if not variable.scope])
    transfers = [
        [
            (used | global_mask if isinstance(statement, Call) else used, ~killed, target)
            for used, killed, statement, target in row
        ]
        for row in uses
    ]
    masks = solve(procedure, transfers, global_mask)
    return Liveness(tuple(bits), tuple(masks), bits)


def solve(procedure: Procedure, transfers: list[list[tuple[int, int, int]]], at_exit: int) -> list[int]:
    """The least solution of live(l) = the union over the edges of l of `uses | live(target) & kept`."""
    masks = [0] * len(procedure.outgoing)
    masks[procedure.exit] = at_exit
    # Starting from the ends, most of what a location needs is known when its turn comes.
    pending = deque(reversed(depth_first(procedure).order))
    waiting = set(pending)
    pending.extend(location for location in procedure.locations if location not in waiting)
    waiting.update(pending)
    while pending:
        location = pending.popleft()
        waiting.discard(location)
        mask = masks[location]
        for used, kept, target in transfers[location]:
            mask |= used | masks[target] & kept
        if mask != masks[location]:
            masks[location] = mask
            for edge in procedure.incoming[location]:
                if edge.source not in waiting:
                    waiting.add(edge.source)
                    pending.append(edge.source)
    return masks
