"""Types made of very many pointers and arrays are not supported, and said not to be."""

from __future__ import annotations

from pathlib import Path

import pytest

import dovetail
from dovetail.program.statements import Unsupported


def unsupported(path: Path, text: str) -> list[str]:
    path.write_text(text)
    procedures = dovetail.show(path).program.procedures.values()
    return [
        edge.statement.reason
        for procedure in procedures
        for edge in procedure.edges
        if isinstance(edge.statement, Unsupported)
    ]


@pytest.mark.parametrize("stars", [12, 200])
def test_as_many_as_anybody_writes(tmp_path: Path, stars: int) -> None:
    assert (
        unsupported(tmp_path / "f.c", f"int main(void) {{ int {'*' * stars}p = 0; return p != 0; }}\n") == []
    )


@pytest.mark.parametrize("declared", ["int " + "*" * 201 + "p", "int p" + "[1]" * 201])
def test_more_than_that(tmp_path: Path, declared: str) -> None:
    found = unsupported(tmp_path / "f.c", f"int main(void) {{ {declared}; return p != 0; }}\n")
    assert "a type is made of more than 200 pointers and arrays" in found
    result = dovetail.check(tmp_path / "f.c", timeout=10, out=tmp_path / "out")
    assert result.verdict is dovetail.Verdict.UNKNOWN and result.problems == ()
