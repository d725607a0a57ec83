"""Which writes of a loop are asked about, and how: with what it names, and what is its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from dovetail.frontend import LoadOptions, load
from dovetail.frontend.assigned import LOOP_ASSIGNS
from dovetail.program.automata import Program
from dovetail.program.expressions import FALSE, Expr
from dovetail.program.statements import Check, Unsupported

PROGRAM = """
int g, table[4];
struct pair {{ int a, b; }};
void called(void);
int f(int n, int *p)
__CPROVER_requires(n > 0 && __CPROVER_is_fresh(p, 4))
__CPROVER_assigns(g, *p, __CPROVER_object_whole(table))
{{
    int i = 0, other = 0, *alias = &other;
    struct pair before;
    {head}
    __CPROVER_assigns({clause})
    {{ {body} }}
    {behind}
    return other;
}}
"""
WHILE = "while (i < n)"


def program_of(folder: Path, body: str, clause: str, head: str = WHILE, behind: str = "") -> Program:
    file = folder / "loop.c"
    file.write_text(PROGRAM.format(head=head, clause=clause, body=body, behind=behind))
    return load([file], LoadOptions(function="f")).program


def asked(program: Program) -> list[Expr]:
    edges = [edge for one in program.procedures.values() for edge in one.edges]
    checks = [edge.statement for edge in edges if isinstance(edge.statement, Check)]
    return [one.condition for one in checks if one.info.kind == LOOP_ASSIGNS]


@pytest.mark.parametrize(
    "body",
    [
        "i++;",
        "int own = 3; own++; i += own;",
        "int own[3]; own[1] = 2; i++;",
        "struct pair own = {1, 2}; own.a = 3; i++;",
        "for (int j = 0; j < 3; j++) { int inner; inner = j; } i++;",
        "if (i == 3) break; i++;",
    ],
)
def test_what_is_named_or_its_own_needs_no_check(body: str, tmp_path: Path) -> None:
    assert not asked(program_of(tmp_path, body, "i"))


@pytest.mark.parametrize("body", ["i++; n--;", "i++; g = 1;", "n = i++;", "if (i == 2) { i++; g++; break; }"])
def test_a_variable_that_is_not_named(body: str, tmp_path: Path) -> None:
    assert asked(program_of(tmp_path, body, "i")) == [FALSE]


@pytest.mark.parametrize(
    "body", ["i++; *alias = 1;", "i++; before.a = 1;", "i++; *p = 1;", "i++; other = 1;"]
)
def test_memory_that_is_not_named(body: str, tmp_path: Path) -> None:
    assert asked(program_of(tmp_path, body, "i")) == [FALSE]


def test_memory_is_compared_with_each_place(tmp_path: Path) -> None:
    conditions = asked(program_of(tmp_path, "i++; *p = 1;", "i, *p, table[1]"))
    assert len(conditions) == 1 and conditions != [FALSE]


def test_what_stands_behind_the_loop_is_none_of_it(tmp_path: Path) -> None:
    program = program_of(tmp_path, "if (i == 3) goto out; i++;", "i", behind="out: g = 1; n = 2;")
    assert not asked(program)


def test_each_loop_asks_for_itself(tmp_path: Path) -> None:
    inner = "for (int j = 0; j < 3; j++) __CPROVER_assigns() { i++; g = 1; }"
    assert asked(program_of(tmp_path, inner, "i")) == [FALSE] * 3


def test_a_result_that_is_assigned_is_a_write(tmp_path: Path) -> None:
    text = "int made(void) { return 3; }\n" + PROGRAM.format(
        head=WHILE, clause="i", body="i++; n = made();", behind=""
    )
    (tmp_path / "call.c").write_text(text)
    program = load([tmp_path / "call.c"], LoadOptions(function="f")).program
    assert asked(program) == [FALSE]
    assert any("what functions write that a loop calls" in one.text for one in program.assumptions)


def test_a_jump_into_the_loop(tmp_path: Path) -> None:
    program = program_of(
        tmp_path, "in: *alias = 1; i++;", "i, alias, *alias", head="if (n == 2) goto in; " + WHILE
    )
    reasons = [
        edge.statement.reason
        for one in program.procedures.values()
        for edge in one.edges
        if isinstance(edge.statement, Unsupported)
    ]
    assert any("a jump went around its declaration" in reason for reason in reasons)
