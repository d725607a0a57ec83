"""Is a certificate of the right form for a program? Everything that can be said without a solver.

It must be for this very program, have contracts for just its procedures and invariants for just its loop
heads, and each condition may speak only of what means something where it stands. The last is no formality: a
postcondition that mentioned a local variable of the callee would, at a call, be taken for a statement about a
variable of the caller's.
"""

from __future__ import annotations

from collections.abc import Iterator

from dovetail.program.automata import Procedure, Program
from dovetail.program.expressions import TRUE, Address, Variable, subexpressions, variables
from dovetail.program.ghost_maps import with_ghosts
from dovetail.program.ordering import depth_first
from dovetail.program.types import BOOL
from dovetail.proofs.certificate import Certificate, Contract, entry_value, result_of
from dovetail.proofs.fingerprint import fingerprint
from dovetail.proofs.ghost_code import ghost_faults
from dovetail.proofs.judgement import Failure, Obligation


def faults(certificate: Certificate, program: Program, digest: str | None = None) -> Iterator[Failure]:
    """What is wrong with the form; if anything is, nothing else needs to be looked at. `digest` is the
    fingerprint of the program, if that is known."""
    if certificate.fingerprint != (digest or fingerprint(program)):
        yield _fault("the certificate is for another program", "")
        return
    yield from ghost_faults(certificate.ghosts, program, certificate.contracts)
    program = with_ghosts(program, certificate.ghosts)
    for name in certificate.contracts:
        if name not in program.procedures:
            yield _fault(f"there is a contract for {name}, which the program does not have", name)
    for name, procedure in program.procedures.items():
        contracts = certificate.contracts.get(name, ())
        if not contracts:
            yield _fault(f"there is no contract for {name}", name)
        if name == program.entry and any(contract.requires is not TRUE for contract in contracts):
            yield _fault("the start of the program requires something: there is nobody to provide it", name)
        for contract in contracts:
            yield from _contract(contract, procedure, program)


def _contract(contract: Contract, procedure: Procedure, program: Program) -> Iterator[Failure]:
    name = procedure.name
    heads = depth_first(procedure).loop_heads
    if contract.moves:
        yield from _moves(contract, procedure, program)
        heads = frozenset()
    if contract.steps != 1 and (contract.moves or name != program.entry):
        yield _fault("induction over several steps is for the start of the program", name)
    for location in sorted(heads - contract.invariants.keys()):
        yield _fault(f"there is no invariant for the loop head {location} of {name}", name)
    for location in sorted(contract.invariants.keys() - heads):
        yield _fault(f"there is an invariant for {location}, which is no loop head of {name}", name)
    scopes = _Scopes(procedure, program)
    conditions = [
        ("what is required", contract.requires, scopes.before),
        ("what is ensured", contract.ensures, scopes.after),
        *((f"the invariant at {at}", inv, scopes.inside) for at, inv in sorted(contract.invariants.items())),
    ]
    for what, condition, scope in conditions:
        if condition.type != BOOL:
            yield _fault(f"{what} of {name} is not a condition", name)
        unknown = variables(condition) - scope
        if unknown:
            shown = ", ".join(sorted(variable.name for variable in unknown))
            yield _fault(f"{what} of {name} speaks of what is not in scope there: {shown}", name)
        symbols = {expr.symbol for expr in subexpressions(condition) if isinstance(expr, Address)}
        strange = symbols - program.objects.keys() - set(program.functions)
        if strange:
            yield _fault(
                f"{what} of {name} speaks of objects that do not exist: {', '.join(sorted(strange))}", name
            )


def _moves(contract: Contract, procedure: Procedure, program: Program) -> Iterator[Failure]:
    """Where they lead is for the walk to find out; but they must start at the start of the program."""
    name = procedure.name
    if name != program.entry:
        yield _fault(f"{name} is followed from its start, which is not that of the program", name)
    if contract.ensures is not TRUE:
        yield _fault("what is followed to its end ensures nothing after it", name)


class _Scopes:
    """What conditions may mention: at a call, after it, and inside of the procedure."""

    def __init__(self, procedure: Procedure, program: Program) -> None:
        shared = frozenset(program.globals.values())
        parameters = frozenset(procedure.parameters)
        old = frozenset(entry_value(procedure, variable) for variable in (*parameters, *shared))
        result = result_of(procedure)
        self.before: frozenset[Variable] = parameters | shared
        self.after = shared | old | (frozenset() if result is None else frozenset({result}))
        self.inside = parameters | shared | old | frozenset(procedure.locals)


def _fault(text: str, procedure: str) -> Failure:
    return Failure(Obligation.FORM, text, procedure)
