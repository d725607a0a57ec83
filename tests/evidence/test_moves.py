"""Proofs that follow all executions to their ends: the checker accepts the moves that do, and no others."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from dovetail.evidence.certificate_file import document_of
from dovetail.evidence.task import Task
from dovetail.frontend import LoadOptions, load
from dovetail.ledger.ledger import Ledger
from dovetail.program.contracts import Move
from dovetail.program.expressions import TRUE
from dovetail.program.inlining import Inlined, inline
from dovetail.program.names import TableError
from dovetail.program.types import DataModel
from dovetail.proofs.certificate import Certificate, Contract, from_json
from dovetail.proofs.checker import check
from dovetail.proofs.fingerprint import fingerprint
from dovetail.proofs.judgement import Judgement, Obligation
from dovetail.strategies.bounded.merged_paths import Bounded
from dovetail.strategies.outcome import Budget

TEXT = """
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int n = __VERIFIER_nondet_int(), sum = 0;
    if (n < 0 || n > 3) return 0;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < i; j++)
            if (n > 1) sum += 1;
    }
    if (n == 1)
        for (int k = 0; k < n; k++) sum += k;
    if (sum > SUM) reach_error();
    return 0;
}
"""


@pytest.fixture(scope="module")
def inlined(tmp_path_factory: pytest.TempPathFactory) -> Inlined:
    return _read(tmp_path_factory.mktemp("moves"), 3)


def _read(folder: Path, most: int) -> Inlined:
    path = folder / f"sum{most}.c"
    path.write_text(TEXT.replace("SUM", str(most)))
    return inline(load([path], LoadOptions(data_model=DataModel.ILP32)).program)


def _moves(inlined: Inlined) -> tuple[Move, ...]:
    claims = Bounded(inlined.program, Ledger(inlined.program), Budget()).run()
    assert claims.complete
    return claims.moves


def _judged(inlined: Inlined, moves: tuple[Move, ...]) -> Judgement:
    program = inlined.program
    return check(Certificate(fingerprint(program), {program.entry: (Contract(moves=moves),)}), program)


def test_accepted(inlined: Inlined) -> None:
    moves = _moves(inlined)
    assert len(moves) > 8, "it goes around loops, and around loops in loops"
    judgement = _judged(inlined, moves)
    assert judgement.accepted, judgement.failures
    assert judgement.proved == {1}


def _broken(moves: tuple[Move, ...]) -> Iterator[tuple[Move, ...]]:
    for index, move in enumerate(moves):
        yield moves[:index] + moves[index + 1 :]
        if move.possible:
            yield (*moves[:index], replace(move, possible=False), *moves[index + 1 :])
    for length in range(1, len(moves)):
        yield moves[:length]


def test_every_move_is_needed(inlined: Inlined) -> None:
    """Whatever is left out, some execution is not followed; what can be left out was impossible."""
    moves = _moves(inlined)
    spare = sum(not move.possible for move in moves)
    rejected = 0
    for broken in _broken(moves):
        judgement = _judged(inlined, broken)
        if judgement.accepted:
            assert len(broken) < len(moves), "a move that is possible was taken for impossible"
            assert not moves[len(broken)].possible or spare, broken
        else:
            rejected += 1
            assert {failure.obligation for failure in judgement.failures} <= {
                Obligation.ENDED,
                Obligation.CHECK,
            }
            assert any(failure.obligation is Obligation.ENDED for failure in judgement.failures)
            assert not judgement.proved
    assert rejected > len(moves)


def test_a_violation_is_not_followed_away(tmp_path: Path) -> None:
    """The moves of a program that holds, for one that differs in the check alone."""
    moves = _moves(_read(tmp_path, 3))
    judgement = _judged(_read(tmp_path, 2), moves)
    assert not judgement.accepted
    assert [failure.obligation for failure in judgement.failures] == [Obligation.CHECK]
    assert not judgement.proved


def test_form(inlined: Inlined) -> None:
    program = inlined.program
    moves = _moves(inlined)
    head = next(move.cutpoint for move in moves if move.cutpoint)
    for contract in (Contract(moves=moves, invariants={head: TRUE}),):
        judgement = check(Certificate(fingerprint(program), {program.entry: (contract,)}), program)
        assert [failure.obligation for failure in judgement.failures] == [Obligation.FORM]


def test_no_moves_are_no_proof(inlined: Inlined) -> None:
    judgement = _judged(inlined, ())
    assert {failure.obligation for failure in judgement.failures} == {Obligation.FORM}


def test_document(inlined: Inlined, tmp_path: Path) -> None:
    program = inlined.program
    certificate = Certificate(fingerprint(program), {program.entry: (Contract(moves=_moves(inlined)),)})
    path = tmp_path / "sum3.c"
    path.write_text(TEXT.replace("SUM", "3"))
    task = Task.of(load([path], LoadOptions(data_model=DataModel.ILP32)))
    document = document_of(certificate, task, inlined)
    assert from_json(document, program) == certificate
    entries = document["procedures"][program.entry][0]["moves"]
    for wrong in (
        {"cutpoint": 0, "possible": True, "times": 0},
        {"cutpoint": 0, "possible": True, "times": 10**9},
        {"cutpoint": "0", "possible": True, "times": 1},
        {"cutpoint": 0, "times": 1},
    ):
        broken = {**document, "procedures": {program.entry: [{**document["procedures"][program.entry][0]}]}}
        broken["procedures"][program.entry][0]["moves"] = [*entries, wrong]
        with pytest.raises(TableError):
            from_json(broken, program)
