"""The examples of Erez 2004, chapters 2 to 4 (Tables 3.2 and 4.1 among them), on the program of its Fig. 2.1.

Labels are the paper's: the line of each statement says which one it has. The program here takes z by a
statement of its own, before label 1; so a path of n labels in the paper has n statements here, from that one
to the one before label 11.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from dovetail.domains.numbers import Components
from dovetail.execution.executor import Executor
from dovetail.execution.inputs import InputVector
from dovetail.fixpoints.analysis import Analysis, Options
from dovetail.fixpoints.classes import Class
from dovetail.fixpoints.classify import classify
from dovetail.fixpoints.system import Chain
from dovetail.frontend import LoadOptions, load
from dovetail.program.automata import Edge
from dovetail.program.expressions import FALSE, Binary, BinaryOp, Expr, Variable, conjunction, const
from dovetail.program.inlining import Inlined, inline
from dovetail.program.printer import show_expr
from dovetail.program.statements import Assume
from dovetail.program.types import INT
from dovetail.semantics.symbolic import Symbolic
from dovetail.semantics.symbolic_states import SymbolicState
from dovetail.solver.bitwuzla_solver import BitwuzlaSolver
from dovetail.solver.interface import Answer
from dovetail.strategies.instance.input_instance import Ground, InputInstance, Place
from dovetail.strategies.instance.paths import Paths, Suffix
from dovetail.strategies.instance.precondition import Precondition, Weakest, postcondition
from dovetail.strategies.instance.walk import Refuted
from dovetail.strategies.outcome import Budget

FILE = Path(__file__).parents[2] / "verdicts" / "counterexamples" / "two_rounds.c"
SHORT = [1, 2, 3, 11]
FIRST = [1, 2, 3, 4, 5, 9, 3, 11]
SECOND = [1, 2, 3, 4, 7, 9, 3, 11]
FOURTH = [1, 2, 3, 4, 5, 9, 3, 4, 5, 9, 3, 11]


@dataclass(slots=True)
class Figure:
    """The program, with constant propagation (the paper's domain) of it."""

    inlined: Inlined = field(default_factory=lambda: inline(load([FILE], LoadOptions()).program))
    labels: dict[int, int] = field(default_factory=dict)
    analysis: Analysis = field(init=False)

    def __post_init__(self) -> None:
        for number, line in enumerate(FILE.read_text().splitlines(), 1):
            found = re.search(r"// label (\d+)", line)
            if found is not None:
                self.labels[number] = int(found[1])
        self.analysis = Analysis(self.inlined.program, Options(Components.CONSTANTS))

    @property
    def edges(self) -> list[Edge]:
        return list(self.inlined.program.procedures[self.inlined.program.entry].edges)

    @property
    def error(self) -> Edge:
        """At label 11, to the error."""
        (found,) = [
            edge
            for edge in self.edges
            if isinstance(edge.statement, Assume) and show_expr(edge.statement.condition) == "x >= 4"
        ]
        return found

    def of(self, path: Suffix[bool]) -> list[int]:
        """A path in the paper's labels."""
        return [self.labels[e.position.line] for e in path.edges if e.position.line in self.labels] + [11]

    def paths(self) -> Paths[bool]:
        system = self.analysis.system
        node = system.node(self.inlined.program.entry, self.error.source)
        start = Suffix(node, None, None, 0, 0, True)
        return Paths(system, [start])

    def variable(self, name: str) -> Variable:
        (found,) = [
            v
            for v in self.inlined.program.procedures[self.inlined.program.entry].locals
            if v.source_name == name
        ]
        return found


def _any(step: Chain, rest: Suffix[bool]) -> bool:
    """No suffix dies."""
    return True


@pytest.fixture(scope="module")
def figure() -> Figure:
    return Figure()


def test_example_3_1(figure: Figure) -> None:
    """The paths of up to 8 labels."""
    found = list(figure.paths().up_to(8, _any))
    assert [figure.of(path) for path in found] == [SHORT, FIRST, SECOND]
    assert [path.length for path in found] == [4, 8, 8]


def test_paths_go_on_where_they_ended(figure: Figure) -> None:
    paths = figure.paths()
    assert [figure.of(path) for path in paths.up_to(4, _any)] == [SHORT]
    assert [figure.of(path) for path in paths.up_to(11, _any)] == [FIRST, SECOND]
    later = [figure.of(path) for path in paths.up_to(12, _any)]
    assert len(later) == 4 and later[0] == FOURTH


def test_table_4_1(figure: Figure) -> None:
    """Four paths, in that order; the first three have no model, the fourth has the only one."""
    program = figure.inlined.program
    ground = Ground(program, figure.analysis, {}, BitwuzlaSolver())
    condition = _condition(figure.error)
    tried = []
    for path in figure.paths().up_to(14, _any):
        answer = ground.walker.instance(list(path.steps), condition)
        tried.append((figure.of(path), answer))
        if isinstance(answer, InputVector):
            break
    assert [path for path, _ in tried] == [SHORT, FIRST, SECOND, FOURTH]
    assert all(isinstance(answer, Refuted) for _, answer in tried[:3])
    assert tried[3][1] == InputVector((3,))


def test_nothing_but_three(figure: Figure) -> None:
    """z = 3 is the only input with which the fourth path is taken."""
    path = next(path for path in figure.paths().up_to(12, _any) if figure.of(path) == FOURTH)
    found = _carried(Weakest(figure.inlined.program.target), path, _condition(figure.error))
    first, taken = found[-2], found[-1]
    assert _equivalent(figure, first.formula, _compared(Binary.EQ, figure.variable("z"), 3))
    (given,) = taken.in_order()
    assert given.symbol is not None
    assert _equivalent(figure, taken.formula, _compared(Binary.EQ, given.symbol, 3))


def test_table_3_2(figure: Figure) -> None:
    """Of the path of 8 labels through the first branch: the formulas phi_6 to phi_0."""
    path = next(path for path in figure.paths().up_to(8, _any) if figure.of(path) == FIRST)
    found = _carried(Weakest(figure.inlined.program.target), path, _condition(figure.error))
    x, y, z = (figure.variable(name) for name in "xyz")
    goal, leave = _compared(Binary.GE, x, 4), BinaryOp(Binary.GE, y, z)
    later = BinaryOp(Binary.GE, _plus(y, 1), z)
    put = _compared(Binary.GE, _plus(y, 2), 4)
    taken, inside = BinaryOp(Binary.GE, x, y), BinaryOp(Binary.LT, y, z)
    expected = [
        [goal, leave],
        [goal, later],
        [put, later],
        [put, later, taken],
        [put, later, inside, taken],
        [put, later, inside, _compared(Binary.GE, const(INT, 1), y)],
        [FALSE],
    ]
    printed = [
        "x >= 4 && y >= z",
        "x >= 4 && y + 1 >= z",
        "y >= 2 && y < 2147483646 && y + 1 >= z",
        "y >= 2 && y < 2147483646 && y + 1 >= z && x >= y",
        "y >= 2 && y < 2147483646 && y + 1 >= z && x >= y && y < z",
    ]
    assert len(found) >= len(printed)
    for mine, said in zip(found, printed, strict=False):
        assert show_expr(mine.formula) == said
    formulas = [one.formula for one in found] + [FALSE] * (len(expected) - len(found))
    for mine, theirs in zip(formulas, expected, strict=True):
        assert _equivalent(figure, mine, conjunction(theirs)), show_expr(mine)


def test_example_4_1(figure: Figure) -> None:
    """Constant propagation knows nothing at label 11, so there is an alarm; its counterexample is found."""
    program = figure.inlined.program
    reachable = figure.analysis.reachable()
    states = figure.analysis.flat(reachable)
    state = states[figure.analysis.system.node(program.entry, figure.error.source)]
    assert not any(figure.variable(name) in state.values for name in "xyz")
    assert classify(figure.analysis, reachable) == {1: Class.POTENTIAL}
    ground = Ground(program, figure.analysis, states, BitwuzlaSolver())
    executor = Executor(program)
    search = InputInstance(ground, [Place(figure.error, _condition(figure.error))])

    def search_up_to(length: int) -> InputVector | None:
        return search.search(length, 10_000, Budget(), lambda vector: executor.run(vector).end.check_id == 1)

    assert search_up_to(11) is None
    assert search.depth.length == 11 and not search.depth.exhausted
    assert search_up_to(14) == InputVector((3,))
    assert search.depth.paths == 1, "all others have died on the way"


def _condition(edge: Edge) -> Expr:
    assert isinstance(edge.statement, Assume)
    return edge.statement.condition


def _carried(weakest: Weakest, path: Suffix[bool], condition: Expr) -> list[Precondition]:
    """The preconditions of a path statement by statement, backward, as long as there is one."""
    here = postcondition(condition)
    found = []
    for depth, edge in enumerate(reversed(list(path.edges)), 1):
        assert here is not None
        here = weakest.before(Chain(0, 0, (edge,)), here, depth)
        if here is None:
            break
        found.append(here)
    return found


def _plus(variable: Variable, number: int) -> Expr:
    return BinaryOp(Binary.ADD, variable, const(INT, number))


def _compared(op: Binary, left: Expr, right: Expr | int) -> Expr:
    return BinaryOp(op, left, const(INT, right) if isinstance(right, int) else right)


def _equivalent(figure: Figure, left: Expr, right: Expr) -> bool:
    solver = BitwuzlaSolver()
    algebra = Symbolic(solver.terms, 64)
    anything = SymbolicState.arbitrary(figure.inlined.program, algebra, "any")
    values: Sequence[object] = [anything.evaluate(one) for one in (left, right)]
    either = algebra.conjunction(algebra.disjunction(*values), algebra.negation(algebra.conjunction(*values)))
    if isinstance(either, bool):
        return not either
    return solver.check([algebra.term(either)]) is Answer.UNSAT
