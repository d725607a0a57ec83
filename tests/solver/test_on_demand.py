"""A solver that is made when it is first needed answers as if it had been there from the start."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from dovetail.semantics.symbolic import Symbolic
from dovetail.solver.bitwuzla_solver import BitwuzlaSolver
from dovetail.solver.interface import Answer, Limit, NoAnswerError
from dovetail.solver.on_demand import OnDemand

ROOT = Path(__file__).parents[2]


def test_nothing_is_made_for_nothing() -> None:
    made: list[BitwuzlaSolver] = []

    def make() -> BitwuzlaSolver:
        made.append(BitwuzlaSolver())
        return made[-1]

    solver = OnDemand(make)
    Symbolic[Any](solver.terms, 64)
    solver.push()
    solver.push()
    solver.set_limits(Limit(1.0))
    assert solver.check() is Answer.SAT and solver.statistics.calls == 0
    solver.pop()
    assert not made
    terms = solver.terms
    x = terms.bits_symbol("x", 8)
    assert len(made) == 1 and terms.bits_symbol("x", 8) == x
    solver.add(terms.ult(x, terms.bits(3, 8)))
    assert solver.check([terms.ult(terms.bits(1, 8), x)]) is Answer.SAT
    assert solver.value(x) == 2 and solver.statistics.calls == 1
    assert solver.check([terms.ult(terms.bits(2, 8), x)]) is Answer.UNSAT
    solver.pop()  # of the two before it was made one is left, and what was asserted in it goes
    assert solver.check([terms.ult(terms.bits(2, 8), x)]) is Answer.SAT
    with pytest.raises(ValueError):
        solver.pop()
    assert len(made) == 1


def test_what_was_not_asked_has_no_answer() -> None:
    solver = OnDemand(BitwuzlaSolver)
    with pytest.raises(ValueError):
        solver.pop()
    assert solver.check() is Answer.SAT
    with pytest.raises(NoAnswerError):
        solver.core()


def test_a_proof_by_computing_loads_no_solver(tmp_path: Path) -> None:
    """Found and judged."""
    (tmp_path / "f.c").write_text(
        "void reach_error(void);\nint main(void) { int s = 0; for (int i = 0; i < 9; i++) s += i;\n"
        "if (s != 36) reach_error(); return 0; }\n"
    )
    code = (
        "import sys, time; from dovetail.asking.reading import Reading;"
        "from dovetail.ledger.ledger import Ledger; from dovetail.program.inlining import inline, prepared;"
        "from dovetail.proofs.certificate import from_json; from dovetail.proofs.checker import check;"
        "from dovetail.proofs.fingerprint import fingerprint; from dovetail.evidence.task import Task;"
        "from dovetail.strategies.bounded.merged_paths import Bounded;"
        "from dovetail.strategies.outcome import Budget;"
        "from dovetail.verifying.certifying import certificate_document as document\n"
        "loaded = Reading([__import__('pathlib').Path('f.c')]).load(); inlined = inline(loaded.program)\n"
        "budget = Budget(time.monotonic() + 60)\n"
        "claims = Bounded(inlined.program, Ledger(inlined.program), budget).run()\n"
        "program = prepared(loaded.program, claims.depth, claims.kept).program\n"
        "said = {**document(inlined, Task.of(loaded), claims), 'program': fingerprint(program)}\n"
        "judgement = check(from_json(said, program), program, whole=loaded.program)\n"
        "assert judgement.accepted and len(judgement.proved) == 1, judgement\n"
        "print(*({'z3', 'bitwuzla', 'cvc5'} & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={"PYTHONPATH": str(ROOT / "src")},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == ("\n", "")
