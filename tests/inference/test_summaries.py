"""Relations of what calls are given to what they give back, and which variables are related."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from dovetail.frontend import load
from dovetail.inference.postconditions import Observed
from dovetail.inference.relatedness import related_variables
from dovetail.inference.summaries import Calls
from dovetail.program.expressions import Variable
from dovetail.program.printer import show_expr
from dovetail.program.types import INT

OLD_X, OLD_G = Variable("x at entry", "h", INT, "x0"), Variable("g at entry", "h", INT, "g0")
RESULT, NEW_G = Variable("what h returns", "h", INT, "r"), Variable("g after h", "", INT, "g")


def told(calls: Calls) -> set[str]:
    return {show_expr(one.expr).replace("(long long)", "") for one in calls.postconditions()}


def observed(count: int, seed: int = 1) -> list[Observed]:
    """int f(int x) { g += 2 * x; return x > 0 ? x : 0; } with x <= g."""
    pick = random.Random(seed)
    calls = []
    for _ in range(count):
        g = pick.randrange(0, 90)
        x = pick.randrange(-20, g + 1)
        calls.append(Observed((INT.bits(x), INT.bits(g)), (INT.bits(max(x, 0)), INT.bits(g + 2 * x))))
    return calls


def test_old_and_new() -> None:
    calls = Calls([OLD_X, OLD_G], [RESULT, NEW_G])
    calls.append(observed(400))
    after = told(calls)
    assert {"g - 2 * x0 - g0 == 0", "r >= 0", "r >= x0"} <= after
    assert not any("g" not in text.replace("g0", "") and "r" not in text for text in after)


def test_calls_may_be_added() -> None:
    calls = Calls([OLD_X, OLD_G], [RESULT, NEW_G])
    calls.append(observed(100))
    assert "g - 2 * x0 - g0 == 0" in told(calls)
    calls.append([Observed((0, 0), (0, 1))])
    assert "g - 2 * x0 - g0 == 0" not in told(calls)


def test_entry_and_exit_are_two() -> None:
    with pytest.raises(ValueError, match="two variables"):
        Calls([NEW_G], [NEW_G])


def test_related_variables(tmp_path: Path) -> None:
    path = tmp_path / "f.c"
    path.write_text(
        """
        extern int __VERIFIER_nondet_int(void);
        int main(void) {
            int n = __VERIFIER_nondet_int(), i = 0, lock = 0, flag = __VERIFIER_nondet_int(), other = 5;
            int far = other + 1, nearer = far;
            while (i < n) { i = i + 1; }
            if (flag) { lock = 1; }
            return lock + nearer * 0;
        }
        """
    )
    procedure = load([path]).program.procedures["main"]
    by_name = {variable.source_name: variable for variable in procedure.locals}
    related = related_variables(procedure)

    def are(one: str, other: str) -> bool:
        return related(by_name[one], by_name[other])

    assert are("i", "n") and are("flag", "lock") and are("other", "nearer") and are("i", "i")
    assert not are("i", "flag") and not are("n", "other")
