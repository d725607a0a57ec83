"""Clauses of contracts: taken out of the text, and what they become."""

from __future__ import annotations

from pathlib import Path

import pytest

from dovetail.frontend import InputError, LoadOptions, load
from dovetail.frontend.assigned import ASSIGNS
from dovetail.frontend.clause_tokens import Tokens
from dovetail.frontend.clause_words import Rewriting, Situation
from dovetail.frontend.clauses import lifted
from dovetail.frontend.source import Source
from dovetail.program.automata import Program
from dovetail.program.expressions import FALSE, ForAll, subexpressions
from dovetail.program.statements import Assume, Check, Statement, Unsupported, expressions_of


def rewritten(text: str, situation: Situation = Situation.CODE) -> str:
    tokens = Tokens(text.encode())
    return Rewriting(tokens, situation, "x").text(0, len(tokens.all))


def program_of(text: str, folder: Path, function: str = "f", **options: object) -> Program:
    file = folder / "unit.c"
    file.write_text(text)
    return load([file], LoadOptions(function=function, **options)).program  # type: ignore[arg-type]


def statements(program: Program) -> list[Statement]:
    return [edge.statement for one in program.procedures.values() for edge in one.edges]


def quantified(program: Program) -> list[ForAll]:
    return [
        part
        for statement in statements(program)
        if isinstance(statement, Assume | Check)
        for root in expressions_of(statement)
        for part in subexpressions(root)
        if isinstance(part, ForAll)
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a ==> b", "(!(a) || (b))"),
        ("a ==> b ==> c", "(!(a) || ((!(b) || (c))))"),
        ("a || b ==> c", "(!(a || b) || (c))"),
        ("f(a ==> b, c)", "f ( (!(a) || (b)) , c )"),
        ("a <==> b", "(!(a) == !(b))"),
        ("__CPROVER_return_value > 0", "__dovetail_returned > 0"),
    ],
)
def test_arrows(text: str, expected: str) -> None:
    assert rewritten(text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "__CPROVER_forall { int k; k < n ==> a[k] }",  # no lower bound, and it has a sign
        "__CPROVER_forall { unsigned k; k > n ==> a[k] }",
        "__CPROVER_forall { unsigned k; a[k] == 0 }",
        "__CPROVER_forall { unsigned k; (0 <= k && (k < n || m)) ==> a[k] }",  # no bound: m may hold
        "__CPROVER_forall { unsigned k; (0 <= k && k < k + n) ==> a[k] }",
        "__CPROVER_something(a)",
    ],
)
def test_what_cannot_be_read_is_refused(text: str) -> None:
    assert "__dovetail_unsupported" in rewritten(text, Situation.CHECKED)


def test_what_a_postcondition_promises_to_be_fresh_is_not_taken_for_less() -> None:
    text = "__CPROVER_is_fresh(p, n)"
    assert "__dovetail_is_block" in rewritten(text, Situation.PROMISED)
    both = f"{text} && {text} || {text}"
    assert "__dovetail_unsupported" in rewritten(both, Situation.PROMISED)
    assert "__dovetail_made" in rewritten(text, Situation.ASSUMED)


def test_the_last_element_is_one_of_them_and_nothing_wraps() -> None:
    assert "__dovetail_for_all_to" in rewritten("__CPROVER_forall { unsigned k; k <= n ==> a[k] }")
    assert "__dovetail_for_all_to" not in rewritten("__CPROVER_forall { unsigned k; k < n ==> a[k] }")


def test_everything_else_stands_where_it_stood() -> None:
    text = b'# 1 "unit.c"\n' + b"int f(int x)\n__CPROVER_requires(x >\n 0)\n{ return x; }\n"
    found = lifted(Source("unit.c", text))
    assert b"__CPROVER_requires" not in found.source.text
    at = found.source.text.index(b"return")
    assert (found.source.position(at).line, found.source.position(at).column) == (4, 3)
    (clause,) = found.clauses
    assert (clause.function, clause.kind, clause.position.line) == ("f", "requires", 2)


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("{ a; } b;", "}"),
        ("if (a) b; else c; d;", "c ;"),
        ("for (;;) if (a) { b; } c;", "}"),
        ("do a; while (b); c;", "( b ) ;"),
    ],
)
def test_statements_end(text: str, end: str) -> None:
    tokens = Tokens(text.encode())
    assert tokens.written(0, tokens.statement_end(0)).endswith(end)
    assert tokens.statement_end(0) < len(tokens.all)


def test_the_else_of_another_statement_is_left_alone() -> None:
    tokens = Tokens(b"{ a; } else b;")
    assert tokens.written(0, tokens.statement_end(0)) == "{ a ; }"


def test_a_clause_of_nothing_is_an_error() -> None:
    with pytest.raises(InputError, match="neither at a function nor at a loop"):
        lifted(Source("unit.c", b"void f(void) { int x; x = 1; __CPROVER_requires(x) ; }"))


LOOP = """
void f(unsigned char *a, unsigned n)
    __CPROVER_requires(__CPROVER_is_fresh(a, n))
    __CPROVER_assigns(__CPROVER_object_whole(a))
    __CPROVER_ensures(__CPROVER_forall { unsigned k; k < n ==> a[k] == 1 })
{
    for (unsigned i = 0; i < n; i++)
        __CPROVER_loop_invariant(__CPROVER_forall { unsigned k; k < i ==> a[k] == 1 })
        __CPROVER_decreases(n - i)
    {
        a[i] = 1;
    }
}
"""


def test_a_unit_has_a_check_for_each_clause(tmp_path: Path) -> None:
    program = program_of(LOOP, tmp_path)
    kinds = [info.kind for info in program.checks]
    assert sorted(kinds) == [ASSIGNS, "loop-invariant", "loop-measure", "postcondition"]
    assert len(quantified(program)) == 2
    assert not any(isinstance(one, Unsupported) for one in statements(program))


def test_a_bound_that_is_wider_than_the_variable_is_not_cut_off(tmp_path: Path) -> None:
    text = LOOP.replace("unsigned n)", "unsigned long n)").replace("unsigned i", "unsigned long i")
    program = program_of(text, tmp_path)
    reasons = [one.reason for one in statements(program) if isinstance(one, Unsupported)]
    assert any("wider than its variable" in reason for reason in reasons)


CALLS = """
int g(int x) __CPROVER_requires(x > 0) __CPROVER_ensures(__CPROVER_return_value > x) { return x + 1; }
int f(int x) __CPROVER_requires(x < 9) __CPROVER_ensures(__CPROVER_return_value < 11) { return g(x); }
"""


def test_a_contract_stands_for_a_callee_and_is_said_to(tmp_path: Path) -> None:
    by_contract = program_of(CALLS, tmp_path)
    assert [info.kind for info in by_contract.checks].count("precondition") == 1
    assert any("'g' is taken to do what its contract says" in one.text for one in by_contract.assumptions)
    inlined = program_of(CALLS, tmp_path, by_contract=())
    assert not any(info.kind == "precondition" for info in inlined.checks)
    assert not any("its contract says" in one.text for one in inlined.assumptions)


def test_a_global_that_no_clause_names_is_not_written(tmp_path: Path) -> None:
    text = "int g;\nvoid f(int x) __CPROVER_requires(x > 0) { g = x; }\n"
    conditions = [
        one.condition
        for one in statements(program_of(text, tmp_path))
        if isinstance(one, Check) and one.info.kind == ASSIGNS
    ]
    assert conditions == [FALSE]
    named = text.replace("{ g", "__CPROVER_assigns(g) { g")
    kinds = [
        one.condition
        for one in statements(program_of(named, tmp_path))
        if isinstance(one, Check) and one.info.kind == ASSIGNS
    ]
    assert len(kinds) == 1 and kinds != [FALSE]


def test_clauses_at_declarations_that_name_parameters_differently(tmp_path: Path) -> None:
    """A clause would speak of what is another parameter at the next declaration."""
    text = """
    int f(int a, int b) __CPROVER_requires(a > 0);
    int f(int b, int a) __CPROVER_ensures(__CPROVER_return_value == b) { return b; }
    """
    with pytest.raises(InputError, match="in different ways: give them the same names"):
        program_of(text, tmp_path)


def test_words_of_esbmc_are_asked_unless_the_file_defines_them(tmp_path: Path) -> None:
    used = 'void f(int a) { __ESBMC_assume(a > 3); __ESBMC_assert((a, a > 2), "a, b"); __ESBMC_unroll(4); }'
    found = statements(program_of(used, tmp_path))
    assert [type(one) for one in found if isinstance(one, Assume | Check)] == [Assume, Check]
    assert not any(isinstance(one, Unsupported) for one in found)
    own = "void __ESBMC_assert(int c, const char *m) { }\n" + used.replace("__ESBMC_assume(a > 3);", "")
    assert not any(isinstance(one, Check) for one in statements(program_of(own, tmp_path)))


def test_a_word_of_esbmc_that_is_not_read_is_no_function_without_a_body(tmp_path: Path) -> None:
    text = "_Bool __ESBMC_forall(void *, _Bool); void f(int a) { if (__ESBMC_forall(&a, a == a)) a = 1; }"
    found = [one.reason for one in statements(program_of(text, tmp_path)) if isinstance(one, Unsupported)]
    assert found == ["__ESBMC_forall is not read"]


def test_a_measure_is_refused_where_a_contract_hides_that_the_function_is_called_again(
    tmp_path: Path,
) -> None:
    text = """
    int g(int n) __CPROVER_ensures(__CPROVER_return_value == 7);
    int f(int n) __CPROVER_ensures(__CPROVER_return_value == 7) __CPROVER_decreases(n)
    { return n == 0 ? 7 : g(n); }
    static int h(int n) { return f(n); }
    static int (*const table[])(int) = {h};
    int g(int n) { return table[0](n); }
    """
    with pytest.raises(InputError, match="'g', which is taken by its contract, calls 'f' again"):
        program_of(text, tmp_path)


def test_a_measure_is_refused_where_the_function_is_called_again_through_a_table(tmp_path: Path) -> None:
    text = """
    int f(int n) __CPROVER_ensures(__CPROVER_return_value == 7) __CPROVER_decreases(n);
    static int (*const table[])(int) = {f};
    int f(int n) { return n == 0 ? 7 : table[0](n); }
    """
    with pytest.raises(InputError, match="'f' may be called again through a pointer"):
        program_of(text, tmp_path)
