"""Programs in which it is a violation to have begun in a certain way: with these decisions, in this order.

The beginnings make a tree, and a variable keeps the node of it that a run has come to. A run that leaves the
tree is of no interest and ends quietly; at a leaf there is a check. No leaf is on the way to another, so each
is decided for itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from dovetail.program.automata import Edge, Procedure, Program
from dovetail.program.expressions import (
    TRUE,
    Binary,
    BinaryOp,
    Conditional,
    Expr,
    Variable,
    const,
    disjunction,
    negation,
)
from dovetail.program.statements import Assign, Assume, Check, CheckInfo, CoverTarget, Skip, Statement, Why
from dovetail.program.targets import COVERAGE, TargetInfo, edgeless_copy, own_statement
from dovetail.program.types import INT

_AT = Variable("__dovetail_at", "", INT)
Path = tuple[int, ...]


def along(program: Program, infos: Iterable[TargetInfo], paths: Mapping[int, Path]) -> Program:
    """The program in which the checks are that no run begins with one of these sequences of targets; the
    checks have the numbers of the sequences. None of them begins with another."""
    tree = _Tree(paths, {info.ident: info for info in infos})
    procedures = {
        name: tree.procedure(procedure, start=name == program.entry)
        for name, procedure in program.procedures.items()
    }
    return replace(program, procedures=procedures, globals={**program.globals, _AT.name: _AT})


class _Tree:
    def __init__(self, paths: Mapping[int, Path], infos: Mapping[int, TargetInfo]) -> None:
        self._infos = infos
        self._nodes: dict[Path, int] = {(): 0}
        self._steps: dict[int, list[tuple[int, int]]] = {}
        """By the target that is reached: from which node to which."""
        self._leaves: dict[int, tuple[int, int]] = {}
        """By node: the number of the path, and its last target."""
        for number, path in sorted(paths.items()):
            for end in range(1, len(path) + 1):
                if path[:end] not in self._nodes:
                    node = self._nodes[path[:end]] = len(self._nodes)
                    step = (self._nodes[path[: end - 1]], node)
                    self._steps.setdefault(path[end - 1], []).append(step)
            self._leaves[self._nodes[path]] = (number, path[-1])

    def procedure(self, procedure: Procedure, *, start: bool) -> Procedure:
        made = edgeless_copy(procedure)
        begin = procedure.entry
        if start:
            begin = made.new_location()
            made.add(procedure.entry, Assign(_AT, const(INT, 0)), begin, procedure.position)
        for edge in procedure.edges:
            here = begin if edge.source == procedure.entry else edge.source
            *others, last = self._statements(edge, procedure.name)
            for statement in others:
                there = made.new_location()
                made.add(here, statement, there, edge.position)
                here = there
            made.add(here, last, edge.target, edge.position)
        return made

    def _statements(self, edge: Edge, procedure: str) -> list[Statement]:
        if isinstance(edge.statement, Skip) and edge.statement.target is not None:
            return self._step(edge.statement.target, procedure)
        return [own_statement(edge.statement)]

    def _step(self, target: CoverTarget, procedure: str) -> list[Statement]:
        steps = self._steps.get(target.ident, [])
        inside = [_is_at(node) for node, _ in steps]
        stays = disjunction([negation(target.condition), *inside])
        found: list[Statement] = [] if stays is TRUE else [Assume(stays, Why.ASSUMED, "another path")]
        if not steps:
            return found or [Skip()]
        moved: Expr = const(INT, steps[-1][1])
        for node, following in steps[-2::-1]:
            moved = Conditional(_is_at(node), const(INT, following), moved)
        found.append(Assign(_AT, Conditional(target.condition, moved, _AT)))
        for _, node in steps:
            if node in self._leaves:
                number, last = self._leaves[node]
                about = CheckInfo(number, COVERAGE, self._infos[last].position, procedure, "this beginning")
                found.append(Check(negation(_is_at(node)), about))
        return found


def _is_at(node: int) -> Expr:
    return BinaryOp(Binary.EQ, _AT, const(INT, node))
