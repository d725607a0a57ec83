"""Targets of tests: what a criterion of coverage asks for, and programs in which to reach one is a violation.

A criterion (Erez 2004, section 7.1) is a set of targets. In a program that was read to be covered each is a
`CoverTarget`. To reach one is the same as to violate a check that says it is not reached: so a
strategy that decides checks finds a test for it, or proves that there is none.

A violated check ends a run, and what comes behind it is not seen. So a proof about some targets is a proof
about the program only if all that were made checks together are excluded together. Unless each check is
`optional`, one that a run may as well pass by: then none hides another, and each is proved for itself; but
inputs are asked for that the program does not know, so no test can come of it.

Not here: which targets there are; the front end puts them in.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from dovetail.program.automata import Edge, Procedure, Program
from dovetail.program.expressions import FALSE, Binary, BinaryOp, Variable, const, negation
from dovetail.program.position import Position
from dovetail.program.statements import Assume, Check, CheckInfo, Havoc, Origin, Skip, Statement, Why
from dovetail.program.types import INT
from dovetail.quick_dataclass import dataclass

COVERAGE = "coverage"
"""The kind of a check that a target was made into."""
_CHOICE = "__dovetail_choice"
_ENDS_BY_ITSELF = frozenset({"invalid-deref", "invalid-free", "memory-leak", "memory-cleanup"})
"""Where such a check fails, the statement behind it ends the run, or the run is over."""


@dataclass(frozen=True, slots=True, order=True)
class Place:
    """A place before a statement, in the preprocessed text of a unit: which of its rows, and how many bytes
    before it. (Rows, because names of files stand in some, and a file may have another name tomorrow.) Before
    a `simple` one, which is a statement of a block, something can just be put. A `cutpoint` is one where
    control comes from a decision, or leaves a function."""

    unit: int
    row: int
    before: int
    simple: bool
    cutpoint: bool


@dataclass(frozen=True, slots=True)
class TargetInfo:
    """What a target is about, for people. `ident` counts from 1 in order of the text; `what` says what stands
    there, and `outcome` which side of it, if it has sides."""

    ident: int
    kind: str
    position: Position
    function: str
    what: str
    outcome: str = ""
    group: int = 0
    """Of an outcome: the number of the first one of the same decision."""
    place: Place | None = None
    """Of a statement: where it stands."""

    @property
    def description(self) -> str:
        return f"{self.what}: {self.outcome}" if self.outcome else self.what


def target_idents(program: Program) -> frozenset[int]:
    """The targets that are in the program; others are not reached by any path of its control flow."""
    return frozenset(
        edge.statement.target.ident
        for procedure in program.procedures.values()
        for edge in procedure.edges
        if isinstance(edge.statement, Skip) and edge.statement.target is not None
    )


def instrumented(
    program: Program, infos: Iterable[TargetInfo], chosen: Collection[int], *, optional: bool = False
) -> Program:
    """The program in which the checks are that the chosen targets are not reached. Its own checks only end a
    run where they fail; other targets are gone."""
    known = {info.ident: info for info in infos if info.ident in chosen}
    procedures = {}
    for name, procedure in program.procedures.items():
        statements = {edge: _statement(edge, name, known) for edge in procedure.edges}
        procedures[name] = _replaced(procedure, statements, optional=optional)
    return replace(program, procedures=procedures)


def only_checks(program: Program, chosen: Collection[int]) -> Program:
    """The program with only these of its own checks; the others just end a run where they fail."""

    def statement(edge: Edge) -> Statement:
        if isinstance(edge.statement, Check) and edge.statement.info.ident not in chosen:
            return _not_asked(edge.statement)
        return edge.statement

    procedures = {
        name: _replaced(procedure, {edge: statement(edge) for edge in procedure.edges})
        for name, procedure in program.procedures.items()
    }
    return replace(program, procedures=procedures)


def _statement(edge: Edge, procedure: str, known: Mapping[int, TargetInfo]) -> Statement:
    match edge.statement:
        case Skip(target=target) if target is not None:
            if target.ident not in known or target.condition is FALSE:
                return Skip()
            info = known[target.ident]
            about = CheckInfo(info.ident, COVERAGE, info.position, procedure, info.description)
            return Check(negation(target.condition), about)
        case other:
            return own_statement(other)


def own_statement(statement: Statement) -> Statement:
    """A statement of the program, where its own checks are not asked about."""
    return _not_asked(statement) if isinstance(statement, Check) else statement


def _not_asked(check: Check) -> Statement:
    if check.info.kind in _ENDS_BY_ITSELF:
        return Skip()
    return Assume(check.condition, Why.ASSUMED, check.info.kind)


def edgeless_copy(procedure: Procedure) -> Procedure:
    """With the same locations and variables, and no edges."""
    made = Procedure(
        procedure.name,
        procedure.parameters,
        procedure.returns,
        procedure.position,
        library=procedure.library,
    )
    while len(made.outgoing) < len(procedure.outgoing):
        made.new_location()
    made.entry, made.exit = procedure.entry, procedure.exit
    made.locals = procedure.locals
    made.extents = procedure.extents
    return made


def _replaced(
    procedure: Procedure, statements: Mapping[Edge, Statement], *, optional: bool = False
) -> Procedure:
    """A copy with other statements on the same edges; with checks that may be passed by if `optional`."""
    made = edgeless_copy(procedure)
    choice = Variable(_CHOICE, procedure.name, INT)
    if optional:
        made.locals = [*procedure.locals, choice]
    asked = BinaryOp(Binary.NE, choice, const(INT, 0))
    for edge in procedure.edges:
        statement, source, position = statements[edge], edge.source, edge.position
        if optional and isinstance(statement, Check):
            chosen, before = made.new_location(), made.new_location()
            made.add(source, Havoc(choice, Origin.NONDET, _CHOICE), chosen, position)
            made.add(chosen, Assume(asked, Why.BRANCH), before, position)
            made.add(chosen, Assume(negation(asked), Why.BRANCH), edge.target, position)
            source = before
        made.add(source, statement, edge.target, position)
    return made
