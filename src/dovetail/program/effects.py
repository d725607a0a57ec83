"""What a procedure may read and write, its callees included, as far as its statements tell.

Exact enough to frame a call: a global that no statement of the procedure assigns, and memory that none
writes, are after the call what they were before. Nothing is asked about which paths can be taken.
"""

from __future__ import annotations

from dovetail.program.automata import Procedure, Program
from dovetail.program.expressions import Variable, reads_memory, variables
from dovetail.program.statements import (
    Call,
    Copy,
    Free,
    Halt,
    Havoc,
    HavocMemory,
    Unsupported,
    expressions_of,
    writes_memory,
    written_variable,
)
from dovetail.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Effects:
    reads: frozenset[Variable] = frozenset()
    """Globals."""
    writes: frozenset[Variable] = frozenset()
    """Globals."""
    reads_memory: bool = False
    writes_memory: bool = False
    """Contents, or which objects there are."""
    takes_inputs: bool = False
    ends_program: bool = False
    """Is there a statement in it that ends the whole program, or one that is not understood?"""

    @property
    def matter(self) -> frozenset[Variable]:
        """The globals that it reads or writes."""
        return self.reads | self.writes

    def joined(self, other: Effects) -> Effects:
        return Effects(
            self.reads | other.reads,
            self.writes | other.writes,
            self.reads_memory or other.reads_memory,
            self.writes_memory or other.writes_memory,
            self.takes_inputs or other.takes_inputs,
            self.ends_program or other.ends_program,
        )


def effects(program: Program) -> dict[str, Effects]:
    """For each procedure of the program."""
    found = {name: _own(procedure) for name, procedure in program.procedures.items()}
    callees = {name: program.callees(name) for name in program.procedures}
    changed = True
    while changed:
        changed = False
        for name in program.procedures:
            joined = found[name]
            for callee in callees[name]:
                joined = joined.joined(found[callee])
            if joined != found[name]:
                found[name] = joined
                changed = True
    return found


def _own(procedure: Procedure) -> Effects:
    """Without its callees."""
    reads: set[Variable] = set()
    writes: set[Variable] = set()
    loads = stores = inputs = ends = False
    for edge in procedure.edges:
        statement = edge.statement
        for expr in expressions_of(statement):
            reads |= {variable for variable in variables(expr) if not variable.scope}
            loads = loads or reads_memory(expr)
        target = written_variable(statement)
        if target is not None and not target.scope:
            writes.add(target)
        loads = loads or isinstance(statement, Copy | Free)
        stores = stores or (writes_memory(statement) and not isinstance(statement, Call))
        inputs = inputs or isinstance(statement, Havoc | HavocMemory)
        ends = ends or isinstance(statement, Halt | Unsupported)
    return Effects(frozenset(reads), frozenset(writes), loads, stores, inputs, ends)
