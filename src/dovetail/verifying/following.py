"""How far a run has followed a witness, and what is in the way of believing that it only looks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from dovetail.asking.reading import Reading
from dovetail.evidence.constraints import Macros, is_of_acsl
from dovetail.evidence.witness_file import ASSUMPTION, RETURN, Witness
from dovetail.evidence.witnessed import LOOKING, PASSED, NotUnderstood
from dovetail.execution.executor import Executor
from dovetail.execution.inputs import Entry, InputVector
from dovetail.execution.runs import edges_of
from dovetail.frontend.acsl_terms import NotRead
from dovetail.frontend.exactness import require_exact
from dovetail.frontend.load import Loaded
from dovetail.frontend.looking import what_it_does
from dovetail.frontend.reading import read_files
from dovetail.frontend.source import Source
from dovetail.frontend.syntax import Node, callee_name
from dovetail.program.automata import Program
from dovetail.program.statements import Assign
from dovetail.program.types import DataModel, Target

CLAUSE = "__dovetail_clause"
_RETURNED = re.compile(r"\(*\s*\\result\s*==\s*\(?(-?\d+)\)?[uUlL]*\s*\)*")
_HELD = re.compile(r"\(*\s*\w+\s*==\s*\(?(-?\d+)\)?[uUlL]*\s*\)*")


def given_inputs(witness: Witness) -> tuple[InputVector, ...]:
    """Inputs to begin with: the numbers that the witness names, in order. They need not be the right ones."""
    returned, held = (
        _numbers(witness, RETURN, _RETURNED),
        _numbers(witness, ASSUMPTION, _HELD),
    )
    return tuple(InputVector(one) for one in dict.fromkeys((returned, held)) if one)


def _numbers(witness: Witness, kind: str, form: re.Pattern[str]) -> tuple[Entry, ...]:
    values = [one.value or "" for segment in witness.segments for one in segment if one.kind == kind]
    return tuple(int(found[1]) for value in values if (found := form.fullmatch(value)) is not None)


def passed(program: Program, vector: InputVector) -> int:
    """How many waypoints a run of the program with the witness in it has passed."""
    run = Executor(program).run(vector)
    return sum(
        isinstance(taken.edge.statement, Assign) and taken.edge.statement.target.source_name == PASSED
        for taken in edges_of(program, run)
        if taken.procedure.name != program.entry
    )


def what_is_not_looked_at(copy: Reading, loaded: Loaded, conditions: Sequence[tuple[str, str]]) -> str:
    """Of the conditions that were put into a program, with what a macro makes something else of one, or what
    one does beside looking; empty if there is no such thing. Raises NotUnderstood for what is of ACSL, and
    may be something else in C."""
    texts = [Path(file.path).read_text(encoding="latin-1") for file in (*loaded.sources, *loaded.headers)]
    macros = Macros(texts, (word for flags in loaded.flags for word in flags.words()))
    for at, text in conditions:
        if (name := macros.changing(text)) is not None:
            if is_of_acsl(text):
                what = f"in ACSL, a macro that is more than one number or name ('{name}')"
                raise NotUnderstood(f"{at} is not followed: {what}")
            return f"{at}: '{text}': '{name}' is a macro that is no expression"
    seen = exact = 0
    read = read_files(list(copy.paths), loaded.flags, Target(loaded.data_model))
    for unit in read.units:
        for node in unit.tree.walk():
            for condition in _conditions(node):
                seen += 1
                if does := what_it_does(condition):
                    written = " ".join(unit.source.slice(condition.offset, condition.end).split())
                    position = unit.source.position(condition.offset)
                    return f"{position}: '{written}' {does}: it is to look at the state, and no more"
                exact += _is_exact(condition, loaded.data_model, unit.source)
    if seen < len(conditions):
        return "one of its conditions stands where the preprocessor leaves nothing"
    if exact < sum(is_of_acsl(text) for _, text in conditions):
        raise NotUnderstood("one of its conditions, of ACSL, is not found in the program")
    return ""


def _is_exact(condition: Node, model: DataModel, source: Source) -> bool:
    """Is it of ACSL? If C may make something else of it, NotUnderstood is raised."""
    for node in condition.walk():
        if node.kind == "UnaryOperator" and node.opcode == "+" and _is_truth(node.inner[0]):
            try:
                require_exact(node, model)
            except NotRead as error:
                position = source.position(condition.offset)
                raise NotUnderstood(
                    f"{position}: what it says there, in ACSL, is not followed: {error}"
                ) from error
            return True
    return False


def _is_truth(node: Node) -> bool:
    return (
        node.kind == "ImplicitCastExpr"
        and _is_truth(node.inner[0])
        or (node.kind == "CStyleCastExpr" and node.type is not None and node.type.text == "_Bool")
    )


def _conditions(node: Node) -> Iterator[Node]:
    if node.kind == "CallExpr" and callee_name(node) in (CLAUSE, *LOOKING):
        yield node.inner[-1]
