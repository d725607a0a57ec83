"""Which procedures are summarised.

Those from which no check can be reached, and of these the ones that procedures around checks call: the roots
of the call graph without the stacks of the checks (Yeolekar & Unadkat, 3). What they call themselves is a
part of them.

A summary is about integers, and its pairs are learned from what calls give back. So a procedure that reads or
writes memory, uses pointers or floats, or takes inputs of its own is inlined instead, and those that it calls
are looked at in its place.
"""

from __future__ import annotations

from dovetail.inference.procedure_calls import ProcedureCalls
from dovetail.program.automata import Program
from dovetail.program.effects import effects


def summarised(program: Program) -> tuple[str, ...]:
    """The procedures of a program (nothing of it inlined) to be summarised, in its order."""
    known = effects(program)
    calls = ProcedureCalls(program, known)
    around = _around_checks(program)

    def able(name: str) -> bool:
        procedure = program.procedures[name]
        return (
            name not in around
            and not procedure.library
            and not known[name].takes_inputs
            and calls.numeric(name)
        )

    found: set[str] = set()
    seen = {program.entry}
    waiting = [program.entry]
    while waiting:
        for callee in program.callees(waiting.pop()):
            if callee in seen:
                continue
            seen.add(callee)
            if able(callee):
                found.add(callee)
            else:
                waiting.append(callee)
    return tuple(name for name in program.procedures if name in found)


def _around_checks(program: Program) -> frozenset[str]:
    """The procedures on the stack when control comes to a check, or to something that is not modelled."""
    found = {name for name, procedure in program.procedures.items() if procedure.guarded}
    while callers := {
        name for name in program.procedures.keys() - found if found & set(program.callees(name))
    }:
        found |= callers
    return frozenset(found)
