"""How generated code ends a run: exceptions, and what an exception and its traceback say about the end.

The generated code raises with next to no data. The innermost generated line in the traceback says on which
edge it was, the edge's statement says why the run ended there, and the lines of the callers are the stack.
"""

from __future__ import annotations

from types import TracebackType

from dovetail.execution.compiler import Compiled
from dovetail.execution.ends import STACK_OVERFLOW, End, EndKind
from dovetail.execution.runs import Activation
from dovetail.program.automata import Edge
from dovetail.program.statements import Assume, Check, Unsupported, Why
from dovetail.semantics.algebra import NotComputable
from dovetail.semantics.concrete import signed
from dovetail.semantics.memory import MemoryExhausted, MemoryFault

_SHOWN = 100
"""Activations of a deep stack that are kept."""


class Signal(Exception):
    """Raised by generated code to end the run."""


class Stop(Signal):
    """The statement of the edge says why."""


class Halted(Signal):
    """With the exit code, the bit pattern of an int."""


class Unmodelled(Signal):
    """With the reason."""


class OutOfSteps(Signal):
    """The limit on steps is used up."""


class StackOverflow(Signal):
    """With the depth."""


class DeadEnd(AssertionError):
    """A location that is not the exit has no edge, and what came before did not end the run: the Program is
    malformed."""


SIGNALS = (Stop, Halted, Unmodelled, OutOfSteps, StackOverflow, DeadEnd)
ENDS_A_RUN = (Signal, MemoryFault, MemoryExhausted, NotComputable)


def locate(
    traceback: TracebackType | None, compiled: dict[str, Compiled], max_steps: int
) -> tuple[tuple[Activation, ...], int]:
    """The stack at the end, outermost first, and the steps taken. `compiled` is by file name."""
    stack: list[Activation] = []
    steps = 0
    while traceback is not None:
        found = compiled.get(traceback.tb_frame.f_code.co_filename)
        if found is not None:
            line = found.lines[traceback.tb_lineno - 1]
            if line is None:
                raise AssertionError(f"line {traceback.tb_lineno} of {found.procedure} cannot end a run")
            stack.append(Activation(found.procedure.name, line.edge))
            if len(stack) >= 2 * _SHOWN:
                del stack[:_SHOWN]
            last = traceback.tb_frame, line
        traceback = traceback.tb_next
    if stack:
        frame, line = last
        steps = max_steps - frame.f_locals["n"] - line.left
    return tuple(stack[-_SHOWN:]), steps


def end_of(signal: Exception, edge: Edge) -> End:
    """What the run's end is, given what was raised and on which edge."""
    statement, position = edge.statement, edge.position
    match signal:
        case Halted(args=(code,)):
            return End(EndKind.NORMAL, exit_code=signed(code, 32), position=position)
        case OutOfSteps():
            return End(EndKind.BUDGET, position=position, detail="steps")
        case MemoryExhausted():
            return End(EndKind.BUDGET, position=position, detail=str(signal))
        case StackOverflow(args=(depth,)):
            return End(EndKind.UNDEFINED, position=position, detail=f"{STACK_OVERFLOW} (depth {depth})")
        case MemoryFault():
            return End(EndKind.UNDEFINED, position=position, detail=str(signal))
        case Unmodelled() | NotComputable():
            return End(EndKind.UNSUPPORTED, position=position, detail=str(signal))
    match statement:
        case Check(info=info):
            return End(
                EndKind.VIOLATION,
                check_kind=info.kind,
                check_id=info.ident,
                position=info.position,
                detail=info.description,
            )
        case Assume(why=Why.UNDEFINED, detail=detail):
            return End(EndKind.UNDEFINED, position=position, detail=detail)
        case Assume(detail=detail):
            return End(EndKind.ASSUMPTION, position=position, detail=detail)
        case Unsupported(reason=reason):
            return End(EndKind.UNSUPPORTED, position=position, detail=reason)
        case _:
            raise AssertionError(f"{statement} does not end a run")
