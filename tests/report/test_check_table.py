"""Rows of checks, and groups of assumptions, as a person reads them."""

from __future__ import annotations

from dovetail.evidence.verdicts import CheckResult, CheckVerdict, Verdict
from dovetail.program.assumption_kinds import grouped
from dovetail.program.automata import Assumption
from dovetail.program.library_calls import LibraryCheck
from dovetail.program.position import NOWHERE, Position
from dovetail.program.statements import CheckInfo
from dovetail.report.check_table import table

DEREF = "invalid-deref"


def verdict(ident: int, line: int, column: int, found: Verdict, told: str = "open") -> CheckVerdict:
    check = CheckInfo(ident, DEREF, Position("f.c", line, column), "main", "the memory accessed is valid")
    return CheckVerdict(check, found, told)


def rows(checks: list[CheckVerdict], library: dict[int, LibraryCheck] | None = None) -> list[str]:
    result = CheckResult(
        ("f.c",), "LP64", ("valid-memsafety",), "main", "auto", 0, tuple(checks), library=library or {}
    )
    return [" ".join(text.plain.split()) for text in table(result)][1:]


def test_equal_rows_are_one() -> None:
    checks = [verdict(number, 3, number, Verdict.UNKNOWN) for number in (1, 2, 3)]
    checks.append(verdict(4, 4, 1, Verdict.UNKNOWN))
    checks.append(verdict(5, 3, 9, Verdict.UNKNOWN))
    assert rows(checks) == [
        f"1-3, 5 {DEREF} ×4 f.c:3 unknown open",
        f"4 {DEREF} f.c:4 unknown open",
    ]


def test_rows_of_one_line_have_columns() -> None:
    checks = [
        verdict(1, 3, 7, Verdict.UNKNOWN),
        verdict(2, 3, 20, Verdict.PROVED, "proof"),
        verdict(3, 3, 30, Verdict.PROVED, "proof"),
    ]
    assert rows(checks) == [
        f"1 {DEREF} f.c:3:7 unknown open",
        f"2-3 {DEREF} ×2 f.c:3:20,30 proved proof",
    ]


def test_a_check_inside_of_the_library_stands_at_the_call() -> None:
    check = CheckInfo(
        1, DEREF, Position("<library>/string.c", 153, 12), "strcmp", "the memory accessed is valid"
    )
    calls = tuple(Position("f.c", line, 5) for line in (8, 9, 12))
    found = CheckVerdict(check, Verdict.UNKNOWN, "open")
    one, many = LibraryCheck("strcmp", calls[:1]), LibraryCheck("strcmp", calls)
    assert rows([found], {1: one}) == [f"1 {DEREF} f.c:8 (strcmp) unknown open"]
    assert rows([found], {1: many}) == [f"1 {DEREF} f.c:8, f.c:9, … (3 calls) (strcmp) unknown open"]
    result = CheckResult(("f.c",), "LP64", (), "main", "auto", 0, (found,), library={1: one})
    document = result.to_json()["checks"][0]
    assert (document["file"], document["line"], document["inside_of"]) == ("f.c", 8, "strcmp")


def test_a_long_reason_of_many_is_said_once() -> None:
    long = "no violation in executions that go from loop to loop up to 3 times; longer ones are open"
    checks = [verdict(number, number, 1, Verdict.UNKNOWN, long) for number in range(1, 6)]
    told = rows([*checks, verdict(6, 9, 1, Verdict.VIOLATED, "")])
    assert told[0] == f"1 {DEREF} f.c:1 unknown see below"
    assert told[-1] == f"unknown: {long}"


def test_assumptions_by_kind() -> None:
    wrap = "signed arithmetic that overflows is taken to wrap around"
    found = [Assumption(Position("f.c", line, 1), wrap) for line in range(1, 8)]
    found += [
        Assumption(Position("f.c", 9, 1), f"'{name}' has no body: it returns anything") for name in "ab"
    ]
    found.append(Assumption(NOWHERE, "malloc and its kin always find memory"))
    found.append(Assumption(Position("f.c", 2, 1), "in the call of 'f', p is null", True))
    found.append(Assumption(Position("f.c", 2, 1), "in the call of 'g', p is null", True))
    assert list(grouped(found)) == [
        f"{wrap} (f.c:1, f.c:2, f.c:3 and 4 more places)",
        "'a' has no body: it returns anything (f.c:9; 2 like this)",
        "malloc and its kin always find memory",
        "in the call of 'f', p is null (f.c:2)",
        "in the call of 'g', p is null (f.c:2)",
    ]
