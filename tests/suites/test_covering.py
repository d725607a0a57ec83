"""The search for tests ends for a reason that it says, and the time is never made to look over."""

from __future__ import annotations

from pathlib import Path

from dovetail.asking.limits import Limits
from dovetail.evidence.covering import Covering
from dovetail.frontend import LoadOptions, load
from dovetail.frontend.probes import Probing
from dovetail.report.output_folder import RunFolder
from dovetail.suites.covering import Search, State
from dovetail.suites.measuring import measure

BRANCHES = "branches"
TIMEOUT = 100.0


def doubling(times: int) -> str:
    """A program that is twice as large with each procedure, once calls are inlined."""
    calls = [f"int f{n}(int x) {{ return f{n - 1}(x) + f{n - 1}(x); }}" for n in range(1, times + 1)]
    return "\n".join(
        [
            "extern int __VERIFIER_nondet_int(void);",
            "int f0(int x) { return x > 1000000007 ? 7 : x; }",
            *calls,
            f"int main(void) {{ return f{times}(__VERIFIER_nondet_int()) == 12345678; }}",
        ]
    )


def test_a_program_that_is_too_large_leaves_the_time_as_it_is(tmp_path: Path) -> None:
    """That no search is of any use is no question of time."""
    path = tmp_path / "program.c"
    path.write_text(doubling(17))
    loaded = load([path], LoadOptions(probing=Probing(BRANCHES)))
    criterion = Covering(BRANCHES, tuple(info.ident for info in loaded.targets))
    limits, told = Limits(TIMEOUT), list[State]()
    with measure(loaded, BRANCHES) as measuring:
        folder = RunFolder(tmp_path / "out", "program")
        search = Search(loaded, criterion, measuring, folder, limits, told.append)
        search.rounds()
        search.tell("done")
    assert {state.timeout for state in told} == {TIMEOUT}
    assert told[-1].doing == "done" and told[-1].elapsed < TIMEOUT / 2
    assert limits.left > TIMEOUT / 2 and not search.found.interrupted
    assert search.open == search.targets and search.found.rounds == 1, "nothing is asked a second time"
    assert all("with its calls inlined" in search.found.reasons[target] for target in search.open)
