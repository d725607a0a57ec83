"""The strategies, by the names that `--strategy` knows, and their shares in `auto` by the kind of a program.

A strategy is imported when it is asked for: solvers are large. docs/design/auto.md says what the shares rest
on.
"""

from __future__ import annotations

from collections.abc import Mapping

from dovetail.frontend.errors import InputError
from dovetail.ledger.ledger import Ledger
from dovetail.program.automata import Procedure
from dovetail.program.expressions import Load, loads, variables
from dovetail.program.inlining import Inlined
from dovetail.program.statements import Store, expressions_of
from dovetail.strategies.outcome import Budget
from dovetail.strategies.strategy import Strategy

AUTO = "auto"
QUICKLY = "abstract, quickly"
"""The first looks of `abstract` only."""
NAMES = ("dash", "abstract", "counterexamples", "bounded", "fabricate", "induction", "summaries")
TESTED = frozenset({AUTO, "bounded", "fabricate", "induction", "summaries"})
"""The strategies beside which cheap tests are run; the others are themselves alone."""

Shares = Mapping[str, float]

COUNTING: Shares = {
    "abstract": 0.2,
    "induction": 0.25,
    "dash": 0.25,
    "bounded": 0.15,
    "fabricate": 0.1,
    "summaries": 0.05,
}
MEMORY: Shares = {
    "induction": 0.35,
    "bounded": 0.35,
    "abstract": 0.08,
    "dash": 0.1,
    "fabricate": 0.08,
    "summaries": 0.04,
}
STATE_MACHINE: Shares = {"abstract": 0.25, "dash": 0.4, "bounded": 0.2, "fabricate": 0.1, "induction": 0.05}
RECURSIVE: Shares = {
    "abstract": 0.15,
    "dash": 0.4,
    "bounded": 0.15,
    "induction": 0.15,
    "fabricate": 0.1,
    "summaries": 0.05,
}
WITHOUT_LOOPS: Shares = {"bounded": 0.45, "abstract": 0.1, "dash": 0.3, "fabricate": 0.15}
"""Of the time, in the order in which they begin."""

MANY_STATES = 8
"""Variables that a program's control depends on, which make it a state machine."""


def named(name: str, inlined: Inlined, ledger: Ledger, budget: Budget) -> Strategy:
    match name:
        case "dash":
            from dovetail.strategies.dash.search import dash

            return dash(inlined, ledger, budget)
        case "abstract":
            from dovetail.strategies.abstract import abstract

            return abstract(inlined, ledger, budget)
        case "abstract, quickly":
            from dovetail.strategies.abstract import QUICK, Abstract

            return Abstract(inlined.program, ledger, budget, QUICK)
        case "counterexamples":
            from dovetail.strategies.instance.counterexamples import Counterexamples

            return Counterexamples(inlined, ledger, budget)
        case "bounded":
            from dovetail.strategies.bounded.search import bounded

            return bounded(inlined, ledger, budget)
        case "fabricate":
            from dovetail.strategies.fabricate.search import fabricate

            return fabricate(inlined, ledger, budget)
        case "induction":
            from dovetail.strategies.induction.search import induction

            return induction(inlined, ledger, budget)
        case "summaries":
            from dovetail.strategies.summaries.search import summaries

            return summaries(inlined, ledger, budget)
        case _:
            raise AssertionError(name)


def known(name: str) -> None:
    """Raises InputError, with the names that there are."""
    if name not in (AUTO, *NAMES):
        raise InputError(f"there is no strategy '{name}'; there are {', '.join((AUTO, *NAMES))}")


def shares(name: str, inlined: Inlined) -> Shares:
    return promising(inlined) if name == AUTO else {name: 1.0}


def promising(inlined: Inlined) -> Shares:
    """The shares of `auto`: what is likely to decide a program of this kind has most."""
    from dovetail.fixpoints.control import control_variables
    from dovetail.program.ordering import depth_first
    from dovetail.strategies.unrolling import has_calls

    program = inlined.program
    if has_calls(program):
        return RECURSIVE
    if not depth_first(program.procedures[program.entry]).loop_heads:
        return WITHOUT_LOOPS
    control, counters = control_variables(program)
    if len(control) >= max(MANY_STATES, 3 * len(counters)):
        return STATE_MACHINE
    return MEMORY if _follows_pointers(program.procedures[program.entry]) else COUNTING


def _follows_pointers(procedure: Procedure) -> bool:
    """Is memory read or written where a variable says?"""
    return any(
        isinstance(node, Load | Store) and variables(node.address)
        for edge in procedure.edges
        for node in (
            edge.statement,
            *(load for root in expressions_of(edge.statement) for load in loads(root)),
        )
    )
