"""The strategies, by the names that `--strategy` knows, and their shares in `auto` by the kind of a program.

A strategy is imported when it is asked for: solvers are large. docs/design/auto.md says what the shares rest
on.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module

from dovetail.asking.asked import AUTO
from dovetail.bad_input import InputError
from dovetail.ledger.ledger import Ledger
from dovetail.program.automata import Procedure
from dovetail.program.expressions import Load, is_pointer, loads, variables
from dovetail.program.inlining import Inlined
from dovetail.program.statements import Allocate, Storage, Store, expressions_of
from dovetail.strategies.outcome import Budget
from dovetail.strategies.strategy import Strategy

TESTED = frozenset(
    {AUTO, "bounded", "elements", "fabricate", "horn", "induction", "nodes", "outright", "summaries"}
)
"""The strategies beside which cheap tests are run; the others are themselves alone."""

Shares = Mapping[str, float]
"""Of the time, in the order in which they begin."""

COUNTING: Shares = {
    "abstract": 0.2,
    "induction": 0.2,
    "dash": 0.22,
    "bounded": 0.13,
    "horn": 0.12,
    "fabricate": 0.08,
    "summaries": 0.05,
}
MEMORY: Shares = {
    "induction": 0.27,
    "bounded": 0.18,
    "elements": 0.36,
    "abstract": 0.05,
    "dash": 0.05,
    "horn": 0.03,
    "fabricate": 0.03,
    "summaries": 0.03,
}
NODES: Shares = {
    "nodes": 0.48,
    "induction": 0.16,
    "bounded": 0.14,
    "elements": 0.06,
    "abstract": 0.04,
    "dash": 0.04,
    "horn": 0.02,
    "fabricate": 0.03,
    "summaries": 0.03,
}
STATE_MACHINE: Shares = {
    "abstract": 0.35,
    "dash": 0.3,
    "bounded": 0.17,
    "fabricate": 0.08,
    "horn": 0.06,
    "induction": 0.04,
}
RECURSIVE: Shares = {
    "abstract": 0.15,
    "dash": 0.4,
    "bounded": 0.15,
    "induction": 0.15,
    "fabricate": 0.1,
    "summaries": 0.05,
}
WITHOUT_LOOPS: Shares = {
    "bounded": 0.45,
    "outright": 0.02,
    "abstract": 0.1,
    "dash": 0.29,
    "fabricate": 0.14,
}
"""Where one formula decides everything."""

GIVEN: Shares = {
    "elements": 0.5,
    "bounded": 0.15,
    "induction": 0.15,
    "abstract": 0.1,
    "dash": 0.05,
    "fabricate": 0.05,
}
"""Where the user says what holds at loop heads, or of all elements of arrays anywhere."""

IN_HARNESSES = 0.4
"""The share of `bounded` where a function is called alone."""

MANY_STATES = 8
"""Variables that a program's control depends on, which make it a state machine."""


Make = Callable[[Inlined, Ledger, Budget], Strategy]


class _Lazily:
    """What is imported when it is asked for, or when somebody says so."""

    def __init__(self, module: str, name: str, *, alone: bool = False) -> None:
        """`alone`: nobody else needs what it needs, so that nobody has to wait until it is imported."""
        self._module = module
        self._name = name
        self.alone = alone

    def imported(self) -> Make:
        found: Make = getattr(import_module(f"dovetail.strategies.{self._module}"), self._name)
        return found

    def __call__(self, inlined: Inlined, ledger: Ledger, budget: Budget) -> Strategy:
        return self.imported()(inlined, ledger, budget)


def get_ready(make: Make) -> None:
    """Import what it needs, before it is asked for in several processes."""
    if isinstance(make, _Lazily) and not make.alone:
        make.imported()


STRATEGIES: dict[str, Make] = {
    "dash": _Lazily("dash.algorithm", "dash"),
    "abstract": _Lazily("abstract", "abstract"),
    "counterexamples": _Lazily("instance.counterexamples", "Counterexamples"),
    "bounded": _Lazily("bounded.merged_paths", "bounded"),
    "fabricate": _Lazily("fabricate.refining", "fabricate"),
    "induction": _Lazily("induction.rounds", "induction"),
    "elements": _Lazily("elements.rounds", "elements"),
    "nodes": _Lazily("nodes.rounds", "nodes"),
    "horn": _Lazily("horn.guessing", "horn", alone=True),
    "outright": _Lazily("outright", "outright"),
    "shapes": _Lazily("shapes.algorithm", "Shapes"),
    "summaries": _Lazily("model_checking", "summaries"),
}
QUICKLY = _Lazily("abstract", "quickly")
"""The first looks of `abstract` only."""


def chosen(name: str) -> tuple[str, ...]:
    """One name, or several, with `+` between them. Raises InputError, with the names that there are."""
    names = tuple(dict.fromkeys(name.split("+")))
    for one in names:
        if one not in STRATEGIES and names != (AUTO,):
            raise InputError(f"there is no strategy '{one}'; there are {', '.join((AUTO, *STRATEGIES))}")
    return names


def shares(names: Sequence[str], inlined: Inlined) -> Shares:
    if names != (AUTO,):
        return dict.fromkeys(names, 1 / len(names))
    from dovetail.strategies.summaries.units import summarised
    from dovetail.strategies.unrolling import has_calls

    found = promising(inlined)
    if has_calls(inlined.program) or summarised(inlined.whole):
        return found
    return {name: share for name, share in found.items() if name != "summaries"}  # it has nothing to do


def promising(inlined: Inlined) -> Shares:
    """The shares of `auto`: what is likely to decide a program of this kind has most."""
    from dovetail.fixpoints.control import control_places
    from dovetail.frontend.client import CLIENT
    from dovetail.program.ordering import depth_first
    from dovetail.strategies.elements.given import INVARIANT, is_asked
    from dovetail.strategies.unrolling import has_calls

    program = inlined.program
    procedure = program.procedures[program.entry]
    if has_calls(program):
        return RECURSIVE
    if not depth_first(procedure).loop_heads:
        return {**WITHOUT_LOOPS, "elements": 0.45} if is_asked(procedure) else WITHOUT_LOOPS
    # A function that is called alone, and once, is no machine, whatever its caller has made up for it.
    is_whole = program.user_entry in ("main", CLIENT)
    if any(check.kind == INVARIANT for check in program.checks):
        return GIVEN
    if is_asked(procedure):
        return GIVEN if is_whole else _of_a_harness(GIVEN)
    control, counters = control_places(program)
    if is_whole and len(control) >= max(MANY_STATES, 3 * len(counters)):
        return {**STATE_MACHINE, "elements": 0.5} if _finds_elements(procedure) else STATE_MACHINE
    found = COUNTING
    if _links_blocks(procedure):
        found = NODES
    elif _follows_pointers(procedure):
        found = MEMORY
    return found if is_whole else _of_a_harness(found)


def _of_a_harness(found: Shares) -> Shares:
    """What is called alone is small, or a harness, whose loops end after a few rounds: `bounded` begins."""
    rest = 1 - found["bounded"]
    others = {name: share * (1 - IN_HARNESSES) / rest for name, share in found.items() if name != "bounded"}
    return {"bounded": IN_HARNESSES, **others}


def _links_blocks(procedure: Procedure) -> bool:
    """Are there blocks on the heap, and are pointers stored where pointers say, and read from there?"""
    statements = [edge.statement for edge in procedure.edges]
    reads = (load for one in statements for root in expressions_of(one) for load in loads(root))
    return (
        any(isinstance(one, Allocate) and one.storage is Storage.HEAP for one in statements)
        and any(
            isinstance(one, Store) and is_pointer(one.value) and variables(one.address) for one in statements
        )
        and any(is_pointer(load) and variables(load.address) for load in reads)
    )


def _finds_elements(procedure: Procedure) -> bool:
    """Is an element of an array found by a number that changes?"""
    from dovetail.program.indexing import accesses

    return any(variables(place) for place in accesses(procedure.edges).indices)


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
