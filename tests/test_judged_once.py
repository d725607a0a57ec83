"""Strategies that come to the same certificate: if there was not enough time to judge it, there is less of it
the next time."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import dovetail
from dovetail.evidence.verdicts import Verdict
from dovetail.verifying import checking
from dovetail.verifying.certifying import NO_TIME, Proof

PROGRAM = """
extern int nondet_int(void);
int main(void) {
    int x = nondet_int(), y = 0;
    if (x > 3) y = x;
    __CPROVER_assert(y == 0 || y > 3, "never");
    return 0;
}
"""


def test_a_certificate_for_which_there_was_no_time_is_judged_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judged = tmp_path / "judged"

    def prove(
        loaded: object, inlined: object, document: Mapping[str, Any], *_: object, **__: object
    ) -> Proof:
        with judged.open("a") as file:
            file.write(json.dumps(document, sort_keys=True, default=str) + "\n")
        return Proof(reason=NO_TIME)

    monkeypatch.setattr(checking, "prove", prove)
    path = tmp_path / "program.c"
    path.write_text(PROGRAM)
    result = dovetail.check(path, strategy="abstract+fabricate+elements", timeout=30, out=tmp_path / "out")
    assert result.verdict is Verdict.UNKNOWN
    lines = judged.read_text().splitlines()
    assert lines and len(set(lines)) == len(lines)
