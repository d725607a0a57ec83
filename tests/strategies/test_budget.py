"""A budget of time, and one of moves: each is shared, and only one of them looks at the clock."""

from __future__ import annotations

import math
import time
from pathlib import Path

import pytest

from dovetail.asking.schedule import Schedule
from dovetail.frontend import load
from dovetail.ledger.ledger import Ledger
from dovetail.program.inlining import Inlined, inline
from dovetail.solver.interface import Limit
from dovetail.strategies.outcome import Budget, Share
from dovetail.verifying.kinds import QUICKLY, STRATEGIES, Make
from thinned import thinned

ENDLESS = """\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    unsigned x = 1, n = 0;
    while (__VERIFIER_nondet_int()) {
        x = x * 1103515245u + 12345u + (unsigned)__VERIFIER_nondet_int() % 2u;
        n += x % 3;
        if (n == 0xfffffff7u && x == 0x12345677u) reach_error();
    }
    return 0;
}
"""
EVERY = {**STRATEGIES, "quickly": QUICKLY}


@pytest.fixture(scope="module")
def endless(tmp_path_factory: pytest.TempPathFactory) -> Inlined:
    path = tmp_path_factory.mktemp("endless") / "endless.c"
    path.write_text(ENDLESS)
    return inline(load([path]).program)


def test_moves_are_counted() -> None:
    budget = Budget(moves=2)
    assert not budget.spent()
    assert budget.move() and budget.move()
    assert budget.spent() and not budget.move()
    assert budget.made.moves == 2 and budget.why == "the moves were used up"


def test_time_is_up() -> None:
    budget = Budget(deadline=time.monotonic() - 1, moves=2)
    assert budget.spent() and not budget.move() and budget.why == "the time was used up"


def test_parts_of_moves() -> None:
    """A part is counted with the whole."""
    budget = Budget(deadline=time.monotonic() + 1000, moves=10)
    part = budget.part(0.25)
    assert part.moves == 3 and part.deadline == budget.deadline
    assert [part.move() for _ in range(4)] == [True, True, True, False]
    assert budget.made.moves == 3 and not budget.spent()
    half = budget.part(0.5)
    assert half.moves == 7
    share = budget.share(0.3)
    assert share.seconds == math.inf
    while budget.move():
        pass
    assert half.spent() and budget.within(share).spent() and budget.part(0.5).spent()


def test_parts_of_time() -> None:
    """A part is one of the processor's time: nobody is at work on it all the time."""
    budget = Budget(deadline=time.monotonic() + 100, seed=7)
    part = budget.part(0.25)
    assert part.deadline == budget.deadline and 24 < part.left() < 26
    assert part.moves is None and part.seed == 7
    within = part.within(budget.share(0.5))
    assert within.processor == part.processor, "a part has no more than the whole"
    forever = Budget().part(0.5)
    assert forever.deadline is None and forever.processor is None and not forever.spent()


def test_parts_of_time_that_others_share() -> None:
    """Whoever is at work half of the time gets to half as much; a part of a part is not halved again."""
    budget = Budget(deadline=time.monotonic() + 100, pace=0.5)
    part = budget.part(0.5)
    assert 24 < part.left() < 26
    assert 11 < part.part(0.5).left() < 14


def test_a_part_lasts_while_nobody_works_on_it() -> None:
    part = Budget(deadline=time.monotonic() + 100).within(Share(0.2, math.inf))
    time.sleep(0.4)
    assert not part.spent()
    until = time.monotonic() + 5
    while not part.spent() and time.monotonic() < until:
        pass
    assert part.spent() and time.monotonic() < until


def test_another_strategy_has_its_own_moves() -> None:
    budget = Budget(moves=5)
    other = budget.beside(0.1)
    assert [other.move() for _ in range(6)] == [True] * 5 + [False]
    assert not budget.spent()


def test_a_question() -> None:
    now = time.monotonic()
    assert Budget().question(3.0) == Limit(3.0)
    assert Budget(deadline=now - 5).question(3.0) == Limit(0.1)
    assert Budget(deadline=now - 5, moves=1).question(3.0) == Limit(3.0, counted=True)


@pytest.mark.parametrize("moves", thinned([1, 3], 2))
@pytest.mark.parametrize("make", EVERY.values(), ids=list(EVERY))
def test_every_strategy_stops(make: Make, moves: int, endless: Inlined) -> None:
    """Without a clock, after as many moves, and without having decided what it had no moves for."""
    budget = Budget(moves=moves)
    claims = make(endless, Ledger(endless.program), budget).run()
    assert budget.made.moves <= moves
    assert not claims.complete and not claims.violations
    assert claims.progress.open_checks == len(endless.program.checks)
    assert budget.spent() or claims.progress.rounds < 20, "there was nothing left to do"


def test_a_schedule_of_time() -> None:
    schedule = Schedule(time.monotonic(), 100.0)
    assert schedule.search_budget < schedule.search_end < schedule.deadline
    assert schedule.as_long_again < schedule.search_budget, "what was found at once is judged for a moment"
    late = Schedule(time.monotonic() - 80, 100.0)
    assert time.monotonic() + 9 < late.as_long_again < late.deadline - 9, "others may come to something, too"
    assert schedule.better_end(1) < schedule.better_end(0) < schedule.deadline
    assert schedule.cheap_tests_end < schedule.search_budget
    assert schedule.backstop(3.0) == 3.0


def test_a_schedule_of_moves() -> None:
    """Nobody has a limit before the time for searching is over."""
    schedule = Schedule(time.monotonic(), 100.0, moves=7)
    end = schedule.search_budget
    assert schedule.cheap_tests_end == end < schedule.search_end
    assert schedule.as_long_again == schedule.better_end(3) == schedule.deadline > end
    assert schedule.backstop(3.0) == math.inf
    assert not schedule.has_cut
    assert Schedule(time.monotonic() - 90, 100.0, moves=7).has_cut


def test_the_program_is_read(endless: Inlined) -> None:
    assert Path(endless.program.files[0]).name == "endless.c" and len(endless.program.checks) == 1
