"""`dovetail infer`: what is proposed is said to be, and what is proved is proved under that."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

import dovetail as library

CODE = """\
int next(int x) { return x + 1; }
int half(int a, int b) { return a / b; }
int mean(int sum, int n) { return half(sum, n); }
static int counter;
void count(void) { counter++; }
"""


@pytest.mark.slow
def test_numbers(dovetail: Callable[..., Result], program: Callable[..., Path], tmp_path: Path) -> None:
    target = tmp_path / "found.json"
    path = program(CODE)
    result = dovetail("infer", path, "--out", tmp_path / "out", "--json", target, "--timeout", "40s")
    found = {one["function"]: one for one in json.loads(target.read_text())["functions"]}
    assert found["half"]["requires"] == ["b != 0", "a != (-2147483647 - 1) || b != -1"]
    assert found["mean"]["requires"] == ["n != 0", "sum != (-2147483647 - 1) || n != -1"]
    assert {"kind": "ensures", "text": "dovetail_result == (x + 1)", "verdict": "proved"} in found["next"][
        "clauses"
    ]
    assert "nobody has shown that they do" in result.stdout
    # What it has written is read again, and proves the same.
    contracts = json.loads(target.read_text())["contracts"]
    again = library.check(
        path, function="next", contracts=[contracts], properties=["no-overflow"], out=tmp_path / "o"
    )
    assert again.verdict is library.Verdict.PROVED
    weaker = Path(contracts).read_text().replace("+ 1 <= 2147483647", "+ 1 <= 2147483648")
    (tmp_path / "weaker.h").write_text(weaker)
    wrong = library.check(
        path,
        function="next",
        contracts=[tmp_path / "weaker.h"],
        properties=["no-overflow"],
        out=tmp_path / "o",
    )
    assert wrong.verdict is library.Verdict.VIOLATED


def test_a_function_that_there_is_not(dovetail: Callable[..., Result], program: Callable[..., Path]) -> None:
    result = dovetail("infer", program(CODE), "--function", "nex")
    assert result.exit_code == 2
    assert "did you mean 'next'?" in result.stderr
