"""How a run ended, in words: what happened, where, and what that says about the program."""

from __future__ import annotations

from typing import assert_never

from dovetail.execution.ends import End, EndKind
from dovetail.program.automata import Program


def end_in_words(end: End, program: Program) -> str:
    """One sentence, or two."""
    end = with_check(end, program)
    where = f" at {end.position}" if end.position is not None else ""
    detail = f": {end.detail}" if end.detail else ""
    match end.kind:
        case EndKind.NORMAL:
            return f"ended normally with exit code {end.exit_code}"
        case EndKind.VIOLATION:
            number = f" (check #{end.check_id})" if end.check_id is not None else ""
            return f"violated: {end.check_kind}{where}{detail}{number}"
        case EndKind.ASSUMPTION:
            return f"ended quietly{where}, where an assumption does not hold{detail}; the run says nothing"
        case EndKind.UNDEFINED:
            return f"undefined behaviour{where}{detail}; it is not being checked, so the run says nothing"
        case EndKind.UNSUPPORTED:
            return f"stopped{where}, because Dovetail does not model what follows{detail}"
        case EndKind.BUDGET:
            return f"stopped{where}, because a limit was reached ({end.detail})"
        case _:
            assert_never(end.kind)


def with_check(end: End, program: Program) -> End:
    """A native run knows only the number of the check that failed; the Program knows the rest."""
    if end.kind is not EndKind.VIOLATION or end.check_id is None or end.check_kind is not None:
        return end
    for info in program.checks:
        if info.ident == end.check_id:
            return End(
                end.kind,
                check_kind=info.kind,
                check_id=info.ident,
                position=info.position,
                detail=info.description,
            )
    return end
