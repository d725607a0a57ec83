"""`dovetail_initial`, `dovetail_sometime` and `dovetail_final`: what they become, and what becomes of their
arguments."""

from __future__ import annotations

from pathlib import Path

import pytest

import dovetail
from dovetail.frontend import LoadOptions, load
from dovetail.program.automata import Program
from dovetail.program.expressions import loads
from dovetail.program.printer import show_expr
from dovetail.program.statements import (
    Assign,
    Assume,
    Call,
    Check,
    Goal,
    GoalKind,
    Skip,
    Statement,
    Why,
)

PROGRAM = """
#include <dovetail.h>
struct node { int value; struct node *next; };
static int unused(int k) { dovetail_sometime(k == 1); return k; }
static int later(int k) { dovetail_sometime(k == 2); return k; }
int called(int k) { dovetail_final(k > 3 &&
                                   k < 7); return k; }
int main(void) {
    int n = dovetail_any_int(), m = 2;
    struct node last = {n, 0}, *p = &last;
    dovetail_initial(n >= 0);
    dovetail_final(n == 4);
    if (0) dovetail_final(n == 5);
    dovetail_predicate(n < 9);
    STATEMENT
    return called(later(n));
}
"""


def read(folder: Path, statement: str = "", *properties: str) -> Program:
    file = folder / "f.c"
    file.write_text(PROGRAM.replace("STATEMENT", statement))
    return load([file], LoadOptions(properties=properties or ("unreach-call",))).program


def statements(program: Program, line: int) -> list[Statement]:
    return [e.statement for e in program.procedures["main"].edges if e.position.line == line]


def goal_of(statement: Statement) -> Goal:
    assert isinstance(statement, Skip) and statement.goal is not None
    return statement.goal


def test_they_are_numbered_as_they_are_read(tmp_path: Path) -> None:
    """Not as functions are lowered; what cannot be reached does not count."""
    found = read(tmp_path).goals
    shown = [(info.ident, info.position.line, info.procedure, info.description) for info in found]
    assert shown == [
        (1, 5, "later", "k == 2"),
        (2, 6, "called", "k > 3 && k < 7"),
        (3, 12, "main", "n == 4"),
    ]


def test_files_are_counted_in_their_order(tmp_path: Path) -> None:
    (tmp_path / "z.c").write_text(
        "#include <dovetail.h>\nint f(int);\nint main(void) { f(1); dovetail_final(1); return 0; }\n"
    )
    (tmp_path / "a.c").write_text(
        "#include <dovetail.h>\nint f(int x) { dovetail_sometime(x == 1); return x; }\n"
    )
    goals = load([tmp_path / "z.c", tmp_path / "a.c"]).program.goals
    assert [(info.ident, info.procedure) for info in goals] == [(1, "main"), (2, "f")]


def test_edges_are_the_same_from_both_ends(tmp_path: Path) -> None:
    for procedure in read(tmp_path).procedures.values():
        for edge in procedure.edges:
            assert any(edge is other for other in procedure.incoming[edge.target])


def test_an_initial_condition_is_an_assumption(tmp_path: Path) -> None:
    (found,) = statements(read(tmp_path), 11)
    assert isinstance(found, Assume) and found.why is Why.ASSUMED
    assert show_expr(found.condition) == "n >= 0"


@pytest.mark.parametrize("kind", GoalKind)
def test_a_goal_is_a_condition_and_nothing_else(kind: GoalKind, tmp_path: Path) -> None:
    (found,) = statements(read(tmp_path, f"dovetail_{kind.value}(m + 1 == n || !p);"), 15)
    goal = goal_of(found)
    assert goal.kind is kind
    assert show_expr(goal.condition) == "m + 1 == n || p == NULL"
    assert goal.info.description == "m + 1 == n || !p"


def test_a_predicate_is_a_note(tmp_path: Path) -> None:
    (found,) = statements(read(tmp_path), 14)
    assert isinstance(found, Skip) and found.note == "dovetail_predicate(n < 9)"
    assert found.predicate is not None and show_expr(found.predicate) == "n < 9"


@pytest.mark.parametrize("name", ["sometime", "final", "predicate"])
def test_memory_is_read_before(name: str, tmp_path: Path) -> None:
    """So that the run ends where it does natively, if there is nothing to be read."""
    evaluation, mark = statements(read(tmp_path, f"dovetail_{name}(p->next && p->next->value);"), 15)
    assert isinstance(evaluation, Assign) and len(loads(evaluation.value)) == 2
    if name != "predicate":
        assert loads(goal_of(mark).condition) == loads(evaluation.value)


def test_side_effects_come_first(tmp_path: Path) -> None:
    found = statements(read(tmp_path, "dovetail_sometime(later(m++) == n);"), 15)
    *before, mark = found
    assert any(isinstance(statement, Call) for statement in before)
    assert any(isinstance(s, Assign) and s.target.source_name == "m" for s in before)
    assert goal_of(mark).kind is GoalKind.SOMETIME


def test_its_arithmetic_and_its_reads_are_checked(tmp_path: Path) -> None:
    statement = "dovetail_sometime(n + p->value == 3);"
    found = statements(read(tmp_path, statement, "no-overflow", "valid-memsafety"), 15)
    kinds = [statement.info.kind for statement in found if isinstance(statement, Check)]
    assert "overflow" in kinds
    end = statements(read(tmp_path, "dovetail_final(p->next->value == 3);", "valid-memsafety"), 15)
    kinds = [statement.info.kind for statement in end if isinstance(statement, Check)]
    assert kinds[-1] == "invalid-deref"


@pytest.mark.parametrize(
    ("statement", "verdict"),
    [
        ("dovetail_sometime(n == 77); dovetail_always(n >= 0);", "proved"),
        ("dovetail_final(p->value > 3); dovetail_always(p->value != 5);", "violated"),
        ("dovetail_initial(n < 5); dovetail_always(n != 5);", "proved"),
        pytest.param(
            *("dovetail_sometime(p->next->value); dovetail_always(0);", "unknown"), marks=pytest.mark.slow
        ),
    ],
)
def test_verdicts_with_specifications(statement: str, verdict: str, tmp_path: Path) -> None:
    read(tmp_path, statement)
    result = dovetail.check(tmp_path / "f.c", timeout=30, out=tmp_path / "out")
    assert result.verdict.value == verdict, result.reason
    assert not result.problems


def test_without_an_argument_it_is_not_modelled(tmp_path: Path) -> None:
    file = tmp_path / "f.c"
    file.write_text("void dovetail_final(); int main(void) { dovetail_final(); return 0; }\n")
    assert "needs 1" in dovetail.run(file).end.detail
