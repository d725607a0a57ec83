"""What was found out about a program made of one procedure alone (`modular`), told of the real program.

Invariants are put in the procedure's own words; a test is taken apart into inputs of the real program and
calls that it would have made.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dovetail.execution.executor import Executor
from dovetail.execution.frames import Frame, observe
from dovetail.execution.inputs import InputVector
from dovetail.formulas.modular import MADE_UP, Alone, Modular, Site
from dovetail.formulas.one_formula import Fabricated, MadeCall
from dovetail.program.automata import Procedure, Program
from dovetail.program.contracts import entry_value
from dovetail.program.expressions import (
    Binary,
    BinaryOp,
    Expr,
    Variable,
    conjunction,
    conjuncts,
    variables,
)

MOST_STEPS = 2_000_000
"""Of a test that is taken apart."""


def in_its_own_words(
    program: Program, original: Procedure, invariants: Mapping[int, Expr]
) -> dict[int, Expr] | None:
    """What holds at the locations of the original procedure, in its own words; None if that takes others."""
    scope = {*original.parameters, *original.locals, *program.globals.values()}
    scope |= {entry_value(original, v) for v in (*original.parameters, *program.globals.values())}
    found: dict[int, Expr] = {}
    for location, invariant in invariants.items():
        if location >= len(original.outgoing):
            continue
        kept: list[Expr] = []
        for part in conjuncts(invariant):
            if variables(part) <= scope:
                kept.append(part)
            elif not _is_known_value(part):
                return None
        found[location] = conjunction(kept)
    return found


def _is_known_value(condition: Expr) -> bool:
    """Variables of replaced calls are written before they are read: what they held does not matter."""
    return isinstance(condition, BinaryOp) and condition.op is Binary.EQ and len(variables(condition)) == 1


def fabricated(modular: Modular, alone: Alone, check: int, vector: InputVector) -> Fabricated:
    """A test of the executable procedure that fails a check, as inputs and calls of the real program."""
    program = modular.executable(alone)
    name = alone.procedure.name
    calls: list[MadeCall] = []
    given: dict[Variable, Any] = {}
    sites = {site.after: site for site in alone.sites}

    def entered(frame: Frame) -> None:
        given.update({variable: frame.variable(variable) for variable in alone.given})

    def returned(frame: Frame) -> None:
        calls.append(_made(sites[frame.location], frame))

    observers = [
        observe([(name, modular.program.procedures[name].entry)], entered),
        observe([(name, after) for after in sites], returned),
    ]
    run = Executor(program).run(vector, max_steps=MOST_STEPS, observers=observers, record_path=False)
    values: list[int | float] = []
    memory: list[bytes] = []
    for consumed in run.inputs:
        if consumed.name.startswith(MADE_UP):
            continue
        if isinstance(consumed.value, bytes):
            memory.append(consumed.value)
        else:
            values.append(consumed.value)
    inputs = InputVector(tuple(values), tuple(memory))
    return Fabricated((check,), (), inputs, tuple(calls), given=given)


def _made(site: Site, frame: Frame) -> MadeCall:
    def value(variable: Variable) -> Any:
        return frame.variable(variable)

    return MadeCall(
        site.callee,
        tuple(map(value, site.arguments)),
        {variable: value(copy) for variable, copy in site.before.items()},
        None if site.result is None else value(site.result),
        {variable: value(variable) for variable in site.before},
    )
