"""The checker: it accepts certificates that prove something, and nothing else.

Each case is a program and a certificate written by hand. The certificate is accepted; with any one conjunct
of any of its conditions left out, unless it is to `spare`, it is rejected. Then attacks of other kinds.
"""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from dovetail.evidence.c_expressions import conjuncts
from dovetail.evidence.certificate_file import certify
from dovetail.evidence.task import Task
from dovetail.execution.ends import EndKind
from dovetail.execution.executor import Executor
from dovetail.execution.inputs import InputVector
from dovetail.frontend import InputError, LoadOptions, load
from dovetail.program.expressions import FALSE, TRUE, Binary, BinaryOp, Expr, conjunction
from dovetail.program.inlining import Inlined, inline, unroll
from dovetail.program.printer import show_expr
from dovetail.program.types import DataModel
from dovetail.proofs.certificate import Certificate, Contract
from dovetail.proofs.checker import check
from dovetail.proofs.fingerprint import fingerprint
from dovetail.proofs.judgement import Judgement, Obligation
from evidence.claims import certificate, loop_heads, read, save
from test_cases import FILES, read_header
from thinned import thinned, thinned_rows

HEAD = """\
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
extern void *malloc(unsigned long);
extern void free(void *);
#define ANY __VERIFIER_nondet_int()
#define ASSERT(c) do { if (!(c)) reach_error(); } while (0)
"""


@dataclass(frozen=True)
class Case:
    name: str
    text: str
    claim: dict[str, tuple[str, str, list[str]]]
    property: str = "unreach-call"
    spare: tuple[str, ...] = ()
    """Conjuncts, as text, that could be left out: the certificate says more than it needs."""


CASES = [
    Case(
        "counting",
        "int main(void) { int i = 0; while (i < 10) i++; ASSERT(i == 10); return 0; }",
        {"main": ("true", "true", ["i <= 10"])},
    ),
    Case(
        "relation of two",
        """int main(void) { int n = __VERIFIER_nondet_int(), i = 0, s = 0;
        __VERIFIER_assume(n >= 0 && n < 1000);
        while (i < n) { i++; s += 3; }
        ASSERT(s == 3 * n); return 0; }""",
        {"main": ("true", "true", ["s == 3 * i and i <= n"])},
    ),
    Case(
        "nested loops",
        """int main(void) { unsigned c = 0;
        for (unsigned i = 0; i < 5; i++)
            for (unsigned j = 0; j < 4; j++) c++;
        ASSERT(c == 20); return 0; }""",
        {"main": ("true", "true", ["c == 4 * i and i <= 5", "c == 4 * i + j and j <= 4 and i < 5"])},
    ),
    Case(
        "unsigned wraps",
        """int main(void) { unsigned x = __VERIFIER_nondet_uint() * 2, n = 0;
        while (__VERIFIER_nondet_int()) { x += 6; n++; }
        ASSERT(x % 2 == 0); return 0; }""",
        {"main": ("true", "true", ["x % 2 == 0"])},
    ),
    Case(
        "two copies of a function",
        """int up(int to) { int i = 0; while (i < to) i++; return i; }
        int main(void) { int a = up(5); int b = up(a + 2); ASSERT(a + b == 12); return 0; }""",
        {
            "main": (
                "true",
                "true",
                ["up_1_i <= 5 and up_1_to == 5", "up_2_i <= 7 and up_2_to == 7 and main_1_a == 5"],
            )
        },
    ),
    Case(
        "global array in bounds",
        """int a[8]; int main(void) { for (int i = 0; i < 8; i++) a[i] = i; return 0; }""",
        {"main": ("true", "true", ["i >= 0"])},
        property="valid-memsafety",
    ),
    Case(
        "array contents",
        """int a[2]; int main(void) { a[0] = 7;
        for (int i = 0; i < 9; i++) a[1] = i;
        ASSERT(a[0] == 7); return 0; }""",
        {"main": ("true", "true", ["at(a, 0) == 7"])},
    ),
    Case(
        "pointer to a local",
        """int main(void) { int x = 0, y = 3; int *p = &x, *q = &y;
        while (__VERIFIER_nondet_int()) *p = *p + 1;
        ASSERT(*q == 3); return 0; }""",
        {"main": ("true", "true", ["at(y, 0) == 3 and p == x and q == y and not same(x, y)"])},
    ),
    Case(
        "heap",
        """int main(void) { int *p = malloc(sizeof *p); *p = 0;
        while (*p < 5) *p = *p + 1;
        ASSERT(*p == 5); free(p); return 0; }""",
        {"main": ("true", "true", ["at(p, 0) <= 5"])},
    ),
    Case(
        "freed once",
        """int main(void) { int *p = malloc(4); *p = 1; int n = 0;
        while (__VERIFIER_nondet_int()) n++;
        *p = n; free(p); return 0; }""",
        {"main": ("true", "true", ["valid(p, 4) and freeable(p) and _live_blocks_ == 1"])},
        property="valid-memsafety",
    ),
    Case(
        "recursion",
        """int down(int n) { if (n <= 0) return 0; return 1 + down(n - 1); }
        int main(void) { int r = down(50); ASSERT(r == 50); return 0; }""",
        {
            "main": ("true", "true", []),
            "down": ("n >= 0 and n <= 100", "result == old(n)", []),
        },
        spare=("n <= 100",),
    ),
    Case(
        "mutual recursion",
        """int odd(unsigned n);
        int even(unsigned n) { if (n == 0) return 1; return odd(n - 1); }
        int odd(unsigned n) { if (n == 0) return 0; return even(n - 1); }
        int main(void) { ASSERT(even(20) == 1); return 0; }""",
        {
            "main": ("true", "true", []),
            "even": ("true", "(result == 1 and old(n) % 2 == 0) or (result == 0 and old(n) % 2 == 1)", []),
            "odd": ("true", "(result == 1 and old(n) % 2 == 1) or (result == 0 and old(n) % 2 == 0)", []),
        },
    ),
    Case(
        "recursion and globals",
        """unsigned depth, limit;
        void visit(unsigned n) { depth++; limit++; unsigned i = 0; while (i < n) i++;
            if (n > 0) visit(n - 1); depth--; limit--; }
        int main(void) { limit = 4; visit(9); ASSERT(depth == 0 && limit == 4); return 0; }""",
        {
            "main": ("true", "true", []),
            "visit": (
                "true",
                "depth == old(depth) and limit == old(limit)",
                ["depth == old(depth) + 1 and limit == old(limit) + 1"],
            ),
        },
    ),
    Case(
        "recursion through memory",
        """struct cell { int value; }; struct cell c;
        void fill(struct cell *p, int n) { if (n == 0) { p->value = 8; return; } fill(p, n - 1); }
        int main(void) { fill(&c, 6); ASSERT(c.value == 8); return 0; }""",
        {
            "main": ("true", "true", []),
            "fill": ("p == c", 'field(c, "value") == 8', []),
        },
    ),
    Case(
        "a check that nothing comes to",
        """int main(void) { unsigned i = 0; while (i < 3) i++;
        if (i > 3) { int x = 2147483647; x = x + 1; } return 0; }""",
        {"main": ("true", "true", ["i <= 3"])},
        property="no-overflow",
    ),
    Case(
        "what is not modelled is not reached",
        """int main(void) { unsigned i = 0; while (i < 3) i++;
        if (i > 3) { int k; __asm__ volatile ("nop" : "=r"(k)); reach_error(); } return 0; }""",
        {"main": ("true", "true", ["i <= 3"])},
    ),
]
BY_NAME = {case.name: case for case in CASES}


def load_case(case: Case, folder: Path) -> tuple[Inlined, Certificate]:
    inlined = read(folder / "program.c", HEAD + case.text, properties=(case.property,))
    return inlined, certificate(inlined, case.claim)


def judge(inlined: Inlined, claimed: Certificate) -> Judgement:
    return check(claimed, inlined.program, seconds=20)


@pytest.mark.parametrize("case", thinned(CASES, 2), ids=[case.name for case in CASES])
def test_what_proves_is_accepted(case: Case, tmp_path: Path) -> None:
    inlined, claimed = load_case(case, tmp_path)
    judgement = judge(inlined, claimed)
    assert not judgement.failures
    assert judgement.complete
    assert judgement.proved == {info.ident for info in inlined.program.checks}


def weakenings(claimed: Certificate) -> Iterator[tuple[str, Certificate, Expr]]:
    """The certificate with one conjunct of one invariant or postcondition left out."""
    for name, contracts in claimed.contracts.items():
        for number, contract in enumerate(contracts):

            def put(new: Contract, name: str = name, number: int = number) -> Certificate:
                changed = list(claimed.contracts[name])
                changed[number] = new
                return replace(claimed, contracts={**claimed.contracts, name: tuple(changed)})

            for location, invariant in contract.invariants.items():
                for part in conjuncts(invariant):
                    rest = conjunction(other for other in conjuncts(invariant) if other is not part)
                    weaker = replace(contract, invariants={**contract.invariants, location: rest})
                    yield f"{name} at {location}", put(weaker), part
            for part in conjuncts(contract.ensures):
                rest = conjunction(other for other in conjuncts(contract.ensures) if other is not part)
                yield f"ensures of {name}", put(replace(contract, ensures=rest)), part
            for part in conjuncts(contract.requires):
                rest = conjunction(other for other in conjuncts(contract.requires) if other is not part)
                yield f"requires of {name}", put(replace(contract, requires=rest)), part


@pytest.mark.parametrize("case", thinned(CASES, 4), ids=[case.name for case in CASES])
def test_what_is_weakened_is_rejected(case: Case, tmp_path: Path) -> None:
    inlined, claimed = load_case(case, tmp_path)
    found = 0
    for where, weaker, part in weakenings(claimed):
        judgement = judge(inlined, weaker)
        if show_expr(part) in case.spare:
            continue
        assert judgement.failures, f"{where} without {part}"
        found += 1
    assert found


@pytest.mark.parametrize("case", CASES, ids=[case.name for case in CASES])
def test_without_an_invariant_it_is_rejected(case: Case, tmp_path: Path) -> None:
    inlined, claimed = load_case(case, tmp_path)
    for name, contracts in claimed.contracts.items():
        for location in contracts[0].invariants:
            fewer = {at: inv for at, inv in contracts[0].invariants.items() if at != location}
            changed = {**claimed.contracts, name: (replace(contracts[0], invariants=fewer),)}
            judgement = judge(inlined, Certificate(claimed.fingerprint, changed))
            assert "no invariant" in judgement.failures[0].text


# ---- other attacks -----------------------------------------------------------------------------------------


def change(claimed: Certificate, procedure: str, **fields: Any) -> Certificate:
    contract = claimed.contracts[procedure][0]
    changed = {**claimed.contracts, procedure: (replace(contract, **fields),)}
    return replace(claimed, contracts=changed)


def rejected(inlined: Inlined, claimed: Certificate, *words: str) -> Judgement:
    judgement = judge(inlined, claimed)
    assert not judgement.accepted
    said = " ".join(failure.text for failure in judgement.failures)
    assert all(word in said for word in words), said
    return judgement


def strengthened(name: str, folder: Path, invariants: list[str]) -> tuple[Inlined, Certificate]:
    case = BY_NAME[name]
    inlined = read(folder / "program.c", HEAD + case.text, properties=(case.property,))
    return inlined, certificate(inlined, {**case.claim, "main": ("true", "true", invariants)})


def test_false_at_the_entry(tmp_path: Path) -> None:
    inlined, claimed = strengthened("counting", tmp_path, ["i <= 10 and i >= 1"])
    judgement = rejected(inlined, claimed, "entry")
    assert ("i", "0") in judgement.failures[0].reached


def test_not_preserved(tmp_path: Path) -> None:
    inlined, claimed = strengthened("counting", tmp_path, ["i <= 10 and i != 7"])
    judgement = rejected(inlined, claimed, "not preserved")
    assert ("i", "6") in judgement.failures[0].model
    assert ("i", "7") in judgement.failures[0].reached


def test_not_strong_enough_for_the_check(tmp_path: Path) -> None:
    inlined, claimed = strengthened("counting", tmp_path, ["i <= 20"])
    judgement = rejected(inlined, claimed)
    (failure,) = [failure for failure in judgement.failures if failure.check is not None]
    assert failure.check is not None and failure.check.kind == "unreach-call"
    assert judgement.proved == frozenset()


@pytest.mark.slow
def test_false_everywhere(tmp_path: Path) -> None:
    """Nothing is easier to preserve than a contradiction."""
    for case in CASES:
        inlined, claimed = load_case(case, tmp_path)
        entry = inlined.program.entry
        heads = claimed.contracts[entry][0].invariants
        if heads:
            rejected(inlined, change(claimed, entry, invariants=dict.fromkeys(heads, FALSE)), "at the entry")


def test_the_start_may_require_nothing(tmp_path: Path) -> None:
    inlined, claimed = load_case(BY_NAME["counting"], tmp_path)
    rejected(inlined, change(claimed, inlined.program.entry, requires=FALSE), "requires")


def test_a_precondition_that_no_call_meets(tmp_path: Path) -> None:
    inlined, claimed = load_case(BY_NAME["recursion"], tmp_path)
    rejected(inlined, change(claimed, "down", requires=FALSE), "requires")


def test_a_precondition_that_the_recursive_call_does_not_meet(tmp_path: Path) -> None:
    case = BY_NAME["recursion"]
    inlined = read(tmp_path / "program.c", HEAD + case.text)
    claim = {**case.claim, "down": ("n >= 1 and n <= 100", "result == old(n)", [])}
    rejected(inlined, certificate(inlined, claim), "requires")


def test_a_postcondition_that_is_false(tmp_path: Path) -> None:
    case = BY_NAME["recursion"]
    inlined = read(tmp_path / "program.c", HEAD + case.text)
    claim = {**case.claim, "down": ("n >= 0 and n <= 100", "result == 50", [])}
    rejected(inlined, certificate(inlined, claim), "ensures")
    for name in ("recursion", "mutual recursion", "recursion and globals", "recursion through memory"):
        inlined, claimed = load_case(BY_NAME[name], tmp_path)
        for procedure in claimed.contracts:
            if procedure != inlined.program.entry:
                rejected(inlined, change(claimed, procedure, ensures=FALSE), "ensures")


def test_memory_and_globals_are_not_taken_to_stay_the_same(tmp_path: Path) -> None:
    """What a postcondition does not say of what a procedure may write is not known after a call."""
    text = """int g, h; int a[1];
    void touch(int n) { if (n) touch(n - 1); else { g = 1; a[0] = 1; } }
    int main(void) { touch(3); ASSERT(%s); return 0; }"""
    for condition in ("g == 0", "a[0] == 0"):
        inlined = read(tmp_path / "program.c", HEAD + text % condition)
        claim = {"main": ("true", "true", []), "touch": ("true", "true", [])}
        rejected(inlined, certificate(inlined, claim))


FRAMES = [
    # (what the callee's callee does, what is asserted after the call, whether it stays)
    ("g = 1;", "h == 0 && a[0] == 0", True),
    ("g = 1;", "g == 0", False),
    ("int k = g; if (k) k = a[0];", "g == 0 && h == 0 && a[0] == 0", True),
    ("a[0] = 1;", "g == 0 && h == 0", True),
    ("a[0] = 1;", "a[0] == 0", False),
    ("int *p = malloc(4);", "a[0] == 0", False),
]


@pytest.mark.parametrize(("does", "asserted", "stays"), FRAMES)
def test_what_no_statement_writes_stays(does: str, asserted: str, stays: bool, tmp_path: Path) -> None:
    """A frame by what is written down: globals and memory that nothing in the callee, or in what it calls,
    can change."""
    text = f"""int g, h; int a[1];
    void other(int n);
    void touch(int n) {{ if (n) other(n - 1); }}
    void other(int n) {{ {does} touch(n); }}
    int main(void) {{ touch(3); ASSERT({asserted}); return 0; }}"""
    inlined = read(tmp_path / "program.c", HEAD + text)
    claim = {name: ("true", "true", []) for name in ("main", "touch", "other")}
    assert judge(inlined, certificate(inlined, claim)).accepted == stays


def test_what_a_call_frees_is_not_alive(tmp_path: Path) -> None:
    text = """void drop(int *p, int n) { if (n) drop(p, n - 1); else free(p); }
    int main(void) { int *p = malloc(4); drop(p, 2); *p = 1; return 0; }"""
    inlined = read(tmp_path / "program.c", HEAD + text, properties=("valid-memsafety",))
    claim = {"main": ("true", "true", []), "drop": ("freeable(p)", "true", [])}
    rejected(inlined, certificate(inlined, claim))


RECURSION = "void away(int *p, int n) { if (n) away(p, n - 1); else if (p) *p = 5; }\n"
AFTER_CALLS = [
    # what the caller's own variables hold stays, and what they point to are still different objects
    ("int k = 3; away(0, 2); ASSERT(k == 3);", True),
    # what they point to may have ended in the call, and what has ended may be equal to anything
    ("int *p = malloc(4); away(0, 2); int *q = malloc(4); ASSERT(p != q);", False),
    ("int *p = malloc(4), *q = malloc(4); away(p, 2); ASSERT(p != q);", False),
    ("int *p = malloc(4), *q = p + 1; away(p, 2); ASSERT(p != q);", True),
    (
        "int x = 1; int *p = &x; away(p, 2); int *q = malloc(4); *q = 2; *p = 7; ASSERT(*q == 2 && x == 7);",
        True,
    ),
    # what lies in memory does not, nor is it known what lives: the address of a dead object is used again
    ("int *p = malloc(4); away(0, 2); int *q = malloc(4); ASSERT(p != q);", False),
    ("int *p = malloc(4), *q = malloc(4); away(p, 2); ASSERT(p != q);", False),
    ("int x = 0; away(&x, 2); ASSERT(x == 0);", False),
    ("int *p = malloc(4); *p = 1; away(p, 2); ASSERT(*p == 1);", False),
    ("int *p = malloc(4); *p = 1; away(0, 2); ASSERT(*p == 1);", False),
    # where a way with a call and one without come together, both count
    ("if (__VERIFIER_nondet_int()) { away(&g, 1); } ASSERT(g == 0);", False),
    ("int k = 4; if (__VERIFIER_nondet_int()) { away(&g, 1); k = 5; } ASSERT(k >= 4);", True),
    ("int k = 4; if (ANY) { away(&g, 1); k = 5; } else g = 8; ASSERT(k == 5 || g == 8);", True),
    ("int k = 4; if (ANY) { away(&g, 1); k = 5; } else g = 8; ASSERT(k == 5 || g == 9);", False),
    ("int k = 4; if (ANY) { away(&g, 1); k = 5; } else g = 8; ASSERT(k == 4 || g == 8);", False),
]


@pytest.mark.parametrize(("body", "holds"), thinned_rows(AFTER_CALLS, 2), ids=range(len(AFTER_CALLS)))
def test_what_is_known_after_a_call(body: str, holds: bool, tmp_path: Path) -> None:
    text = f"int g;\n{RECURSION}int main(void) {{ {body} return 0; }}"
    inlined = read(tmp_path / "program.c", HEAD + text)
    claim = {"main": ("true", "true", []), "away": ("true", "true", [])}
    assert judge(inlined, certificate(inlined, claim)).accepted is holds


def test_a_contract_too_few(tmp_path: Path) -> None:
    inlined, claimed = load_case(BY_NAME["recursion"], tmp_path)
    fewer = {name: contracts for name, contracts in claimed.contracts.items() if name != "down"}
    rejected(inlined, Certificate(claimed.fingerprint, fewer), "down")
    none: dict[str, tuple[Contract, ...]] = {**claimed.contracts, "down": ()}
    rejected(inlined, Certificate(claimed.fingerprint, none), "down")


def test_a_contract_for_nobody(tmp_path: Path) -> None:
    inlined, claimed = load_case(BY_NAME["counting"], tmp_path)
    more = {**claimed.contracts, "nobody": (Contract(),)}
    rejected(inlined, Certificate(claimed.fingerprint, more), "nobody")


def test_an_invariant_at_a_location_that_is_none(tmp_path: Path) -> None:
    inlined, claimed = load_case(BY_NAME["counting"], tmp_path)
    entry = inlined.program.entry
    invariants = {**claimed.contracts[entry][0].invariants, 10_000: TRUE}
    rejected(inlined, change(claimed, entry, invariants=invariants), "10000")


def test_another_program(tmp_path: Path) -> None:
    _, claimed = load_case(BY_NAME["counting"], tmp_path)
    other = read(tmp_path / "program.c", HEAD + BY_NAME["counting"].text.replace("< 10", "< 11"))
    rejected(other, claimed, "another program")


def test_names_out_of_scope(tmp_path: Path) -> None:
    """A condition of one procedure cannot speak of another's variables, nor a contract of locals."""
    inlined, claimed = load_case(BY_NAME["recursion and globals"], tmp_path)
    visit = inlined.program.procedures["visit"]
    i = next(variable for variable in visit.locals if variable.source_name == "i")
    about_i = BinaryOp(Binary.EQ, i, i)
    (head,) = loop_heads(visit)
    rejected(inlined, change(claimed, "visit", requires=about_i), "scope")
    rejected(inlined, change(claimed, "visit", ensures=about_i), "scope")
    ensures = claimed.contracts["visit"][0].ensures
    rejected(inlined, change(claimed, "visit", requires=ensures), "scope")
    parameter = BinaryOp(Binary.EQ, visit.parameters[0], visit.parameters[0])
    rejected(inlined, change(claimed, "visit", ensures=parameter), "scope")
    rejected(inlined, change(claimed, inlined.program.entry, ensures=about_i), "scope")
    assert head in claimed.contracts["visit"][0].invariants


def test_an_unsupported_statement_that_may_be_reached(tmp_path: Path) -> None:
    case = BY_NAME["what is not modelled is not reached"]
    inlined = read(tmp_path / "program.c", HEAD + case.text.replace("i > 3", "i > 2"))
    judgement = rejected(inlined, certificate(inlined, case.claim), "not modelled")
    assert not judgement.complete


def test_a_check_that_nothing_comes_to_is_called_that(tmp_path: Path) -> None:
    inlined, claimed = load_case(BY_NAME["a check that nothing comes to"], tmp_path)
    judgement = judge(inlined, claimed)
    assert judgement.unreachable
    assert judgement.unreachable <= judgement.proved
    inlined, claimed = load_case(BY_NAME["global array in bounds"], tmp_path)
    assert not judge(inlined, claimed).unreachable


def test_checks_are_judged_one_by_one(tmp_path: Path) -> None:
    """Where the invariants hold, each check that follows from them is proved, whatever the others do."""
    text = """int main(void) { int x = __VERIFIER_nondet_int(); int i = 0; while (i < 4) i++;
    ASSERT(i == 4); ASSERT(x != 3); return 0; }"""
    inlined = read(tmp_path / "program.c", HEAD + text)
    judgement = judge(inlined, certificate(inlined, {"main": ("true", "true", ["i <= 4"])}))
    assert not judgement.accepted and judgement.complete
    assert judgement.proved == {1}


def test_no_time_is_no_proof(tmp_path: Path) -> None:
    text = """int main(void) { unsigned long x = __VERIFIER_nondet_uint(), y = __VERIFIER_nondet_uint();
    if (x > 1 && y > 1 && x < y && x * y == 10403ul * 1000003ul) reach_error(); return 0; }"""
    inlined = read(tmp_path / "program.c", HEAD + text)
    judgement = check(certificate(inlined, {"main": ("true", "true", [])}), inlined.program, seconds=0.001)
    assert not judgement.accepted


FAULTY = [path for path in FILES if read_header(path).kind is EndKind.VIOLATION]


@pytest.mark.parametrize("path", thinned(FAULTY[::6], 4), ids=[path.stem for path in FAULTY[::6]])
def test_what_fails_is_never_proved(path: Path) -> None:
    """Programs that are seen to fail, with certificates that claim nothing."""
    expected = read_header(path)
    options = LoadOptions(properties=(expected.property,), data_model=DataModel(expected.data_model))
    original = load([path], options).program
    end = Executor(original).run(InputVector.parse(expected.inputs)).end
    program = inline(original).program
    contracts = {
        name: (Contract(TRUE, TRUE, dict.fromkeys(loop_heads(procedure), TRUE)),)
        for name, procedure in program.procedures.items()
    }
    judgement = check(Certificate(fingerprint(program), contracts), program, seconds=5)
    assert not judgement.accepted
    assert end.check_id is not None and end.check_id not in judgement.proved


# ---- from files --------------------------------------------------------------------------------------------


def saved(case: Case, folder: Path) -> Path:
    (folder / "program.c").write_text(HEAD + case.text)
    loaded = load([folder / "program.c"], LoadOptions(properties=(case.property,)))
    inlined = inline(loaded.program)
    save(certificate(inlined, case.claim), Task.of(loaded), inlined, folder / "certificate.json")
    return folder / "certificate.json"


def test_a_file_is_checked_again(tmp_path: Path) -> None:
    for name in ("counting", "recursion through memory", "heap"):
        assert certify(saved(BY_NAME[name], tmp_path)).accepted


def test_a_program_that_has_changed(tmp_path: Path) -> None:
    path = saved(BY_NAME["counting"], tmp_path)
    program = tmp_path / "program.c"
    program.write_text(program.read_text() + "/* harmless */\n")
    judgement = certify(path)
    assert not judgement.accepted and "changed" in judgement.failures[0].text


def test_a_forged_file(tmp_path: Path) -> None:
    """The readable text says one thing, the table another: only the table counts."""
    path = saved(BY_NAME["counting"], tmp_path)
    document = json.loads(path.read_text())
    row = next(row for row in document["expressions"] if row[0] == "const" and row[2] == 10)
    row[2] = 12
    path.write_text(json.dumps(document))
    assert not certify(path).accepted
    document["expressions"].append(["nonsense"])
    path.write_text(json.dumps(document))
    with pytest.raises(InputError, match="nonsense"):
        certify(path)


# ---- recursion inlined to a depth --------------------------------------------------------------------------

SHALLOW = """int down(int n) { return n ? down(n - 1) : 0; }
int main(void) { ASSERT(down(2) == 0); return 0; }"""


def test_recursion_that_is_not_deeper_than_claimed(tmp_path: Path) -> None:
    inlined = read(tmp_path / "program.c", HEAD + SHALLOW)
    for depth, accepted in ((1, False), (2, False), (3, True), (4, True)):
        program = unroll(inlined, depth).program
        claimed = Certificate(fingerprint(program), {program.entry: (Contract(),)}, depth)
        judgement = check(claimed, program)
        assert judgement.accepted == accepted
        assert accepted or any(f.obligation is Obligation.SUPPORTED for f in judgement.failures)
        assert bool(judgement.proved) == accepted


@pytest.mark.parametrize("depth", thinned([2, 4, 0, -1, True, "3", None, 10**6], 2))
def test_another_depth_is_another_program(depth: object, tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(HEAD + SHALLOW)
    inlined = unroll(read(path, HEAD + SHALLOW), 3)
    claimed = Certificate(fingerprint(inlined.program), {inlined.program.entry: (Contract(),)}, 3)
    file = tmp_path / "certificate.json"
    save(claimed, Task.of(load([path])), inlined, file)
    assert certify(file).accepted
    document = {**json.loads(file.read_text()), "unrolled": depth}
    file.write_text(json.dumps(document))
    with contextlib.suppress(InputError):
        assert not certify(file).accepted
