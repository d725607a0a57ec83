"""Certificates that say of a wrong program that nothing can fail: what the checker knows of places that a
pointer may lead to, of spans and of tables, must not make any of them true.

The moves follow all executions of the program; only the claim that its check holds is wrong. Each program has
a twin with the check as it should be, whose certificate is accepted: so it is the check that is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from dovetail.frontend import LoadOptions, load
from dovetail.ledger.ledger import Ledger
from dovetail.program.automata import Program
from dovetail.program.contracts import Move
from dovetail.program.inlining import inline
from dovetail.program.types import DataModel
from dovetail.proofs.certificate import Certificate, Contract
from dovetail.proofs.checker import check
from dovetail.proofs.fingerprint import fingerprint
from dovetail.proofs.judgement import Obligation
from dovetail.strategies.bounded.merged_paths import Bounded
from dovetail.strategies.outcome import Budget

HEAD = """
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void reach_error(void);
"""

CASES = {
    # The access of one branch is valid only where its pointer was changed; behind the join both places count.
    "joined": (
        """
        int a = 1, b = 2, *p = 0;
        if (__VERIFIER_nondet_int()) p = &a;
        if (p) *p = 5;
        else p = &b;
        *p += 1;
        if (a != 1 && WRONG) reach_error();
        """,
        "a != 6",
        "a == 6",
    ),
    # What one branch knows of a pointer is not known behind it.
    "one_branch": (
        """
        int a = 1, b = 2, c = __VERIFIER_nondet_int();
        int *p = c ? &a : &b;
        if (p == &a) b = 3; else a = 4;
        *p = 9;
        if (WRONG) reach_error();
        """,
        "a != 9 && b != 9",
        "a == 9",
    ),
    # Another place of the same object: the offsets of two pointers that are merged go with their objects.
    "pairs": (
        """
        int x[3] = {1, 2, 3}, y[3] = {4, 5, 6}, c = __VERIFIER_nondet_int();
        int *p = c ? &x[2] : &y[1];
        *p = 0;
        if (WRONG) reach_error();
        """,
        "x[1] != 2 || y[2] != 6 || x[2] + y[1] != (c ? 5 : 3)",
        "y[1] == 0",
    ),
    # What holds of all elements where a pointer leads to a large array says nothing of where it does not.
    "for_all": (
        """
        static int z[80], a[80], c[4] = {1};
        int n = __VERIFIER_nondet_uchar(), *p = a;
        if (n > 80) return 0;
        if (__VERIFIER_nondet_int()) p = c;
        for (int k = 0; k < 2; k++) {
            if (k == 0) {
                if (__CPROVER_r_ok(p, 320)) ; else continue;
            }
            if (!__CPROVER_forall { int i; (0 <= i && i < n) ==> p[0] == z[i] } && WRONG) reach_error();
        }
        """,
        "p != c",
        "p == c",
    ),
    # A table at its last element, and a value at the end of its span.
    "table": (
        """
        static const unsigned char table[5] = {7, 1, 3, 5, 9};
        unsigned n = __VERIFIER_nondet_uchar();
        unsigned v = table[n % 5];
        if (WRONG) reach_error();
        """,
        "v < 1 || v > 9",
        "v > 8",
    ),
    # Of a sum that wraps around nothing is known but what it is.
    "wraps": (
        """
        unsigned char n = __VERIFIER_nondet_uchar();
        unsigned m = (unsigned)n - 200u;
        if (WRONG) reach_error();
        """,
        "m > 55 && m < 4294967096u",
        "m > 55",
    ),
}


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("wrong", [False, True], ids=["true", "forged"])
def test_a_wrong_claim_is_refused(name: str, wrong: bool, tmp_path: Path) -> None:
    body, never, sometimes = CASES[name]
    moves = _moves(_read(tmp_path / "true.c", body.replace("WRONG", never)))
    path = tmp_path / "judged.c"
    program = inline(_read(path, body.replace("WRONG", sometimes if wrong else never))).program
    certificate = Certificate(fingerprint(program), {program.entry: (Contract(moves=moves),)})
    judgement = check(certificate, program)
    if wrong:
        assert not judgement.proved
        assert [one.obligation for one in judgement.failures if one.answered] == [Obligation.CHECK]
    else:
        assert judgement.accepted, judgement.failures


def _read(path: Path, body: str) -> Program:
    path.write_text(f"{HEAD}int main(void) {{{body}    return 0;\n}}\n")
    return load([path], LoadOptions(data_model=DataModel.LP64)).program


def _moves(program: Program) -> tuple[Move, ...]:
    inlined = inline(program)
    claims = Bounded(inlined.program, Ledger(inlined.program), Budget()).run()
    assert claims.complete
    return claims.moves
