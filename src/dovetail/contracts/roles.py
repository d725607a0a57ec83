"""What the search for contracts is handed: limits of its work, and a model checker.

Both belong to whoever runs the search. Here is only what is asked of them: a model checker is asked about
small programs without calls, a procedure alone or the start of the program, and has its own idea of how long
each is worth.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Protocol

from dovetail.execution.inputs import InputVector
from dovetail.program.automata import Program
from dovetail.program.expressions import Expr
from dovetail.solver.interface import Limit


class Limits(Protocol):
    """See `strategies.outcome.Budget`."""

    def move(self) -> bool: ...
    def spent(self) -> bool: ...
    def left(self) -> float: ...
    def question(self, seconds: float) -> Limit: ...


class Checked(Protocol):
    """What a model checker says of a program. See `strategies.outcome.Claims`."""

    @property
    def violations(self) -> Mapping[int, InputVector]: ...
    @property
    def complete(self) -> bool: ...
    @property
    def excluded(self) -> Collection[int]: ...
    @property
    def open(self) -> Mapping[int, str]: ...
    @property
    def invariants(self) -> Mapping[int, Expr]: ...
    @property
    def obstacles(self) -> tuple[str, ...]: ...


ModelChecker = Callable[[Program], Checked]
