"""Contracts as text: what is in the file for callers was shown."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import dovetail
from dovetail.evidence.verdicts import Verdict
from dovetail.inferring.inferred import Clause, InferredFunction
from dovetail.inferring.written import all_contracts
from dovetail.program.position import Position

SHOWN = InferredFunction(
    "clear",
    Position("f.c", 1, 1),
    "void clear(int *p)",
    requires=("dovetail_writable(p, sizeof *p)",),
    clauses=(Clause("assigns", "*p", Verdict.PROVED),),
    framed=True,
)


def test_what_was_shown_is_in_the_file() -> None:
    text = all_contracts([SHOWN])
    assert "void clear(int *p)\n" in text
    assert "dovetail_assigns(*p)" in text and text.count(";") == 1


def test_without_a_frame_it_is_no_contract_for_callers() -> None:
    """A clause that is missing would say that nothing is written."""
    text = all_contracts([replace(SHOWN, clauses=(), framed=False)])
    assert "void clear" not in text and "dovetail_requires" not in text
    assert "/* no contract of clear: " in text


def test_what_frees_its_argument_has_no_contract_that_says_nothing_of_it(tmp_path: Path) -> None:
    path = tmp_path / "f.c"
    path.write_text("#include <stdlib.h>\nint give_back(int *p) { free(p); return 1; }\n")
    found = dovetail.infer(path, timeout=8, out=tmp_path / "out")
    assert "give_back(int *p)" not in Path(found.contracts).read_text()
