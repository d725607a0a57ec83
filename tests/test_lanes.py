"""Strategies side by side, in real processes: turns, what they tell each other, and every way to end."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from dovetail.execution.inputs import InputVector
from dovetail.ledger import entries
from dovetail.ledger.entries import Entry, Violation
from dovetail.ledger.ledger import Ledger
from dovetail.processes.confined import Ending, Send, confined
from dovetail.program.automata import Program
from dovetail.program.expressions import TRUE
from dovetail.strategies.outcome import Budget, Claims, Progress
from dovetail.strategies.strategy import Strategy
from dovetail.verifying.lanes import Job, Lanes, News
from ledger.programs import written
from thinned import thinned


class Scripted(Strategy):
    """Makes the moves of a script. What it notes is what it claims."""

    def __init__(self, ledger: Ledger, script: Script) -> None:
        super().__init__(ledger, Budget())
        self._script = script
        self.notes: list[object] = []
        self.complete = False

    def moves(self) -> Iterator[None]:
        return self._script(self)

    def claims(self) -> Claims:
        return Claims(complete=self.complete, notes=tuple(map(str, self.notes)))

    def progress(self) -> Progress:
        return Progress(len(self.notes), 0, 0, 0, 0)

    def found(self, *numbers: int) -> None:
        self.ledger.post(entries.Test(vector=InputVector(numbers)))


class Resting(Scripted):
    """May be woken."""

    woken_by = (entries.Fact,)


Script = Callable[[Scripted], Iterator[None]]
Start = Callable[..., Lanes]


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Program:
    return written(tmp_path_factory.mktemp("program")).program


@pytest.fixture
def lanes(program: Program) -> Iterator[Start]:
    """Strategies by their names and scripts; afterwards no process is left of any of them."""

    def make(
        until: float = 30.0,
        deadline: float = 40.0,
        shares: Sequence[float] = (),
        kind: type[Scripted] = Scripted,
        **scripts: Script,
    ) -> Callable[..., Lanes]:
        jobs = [
            Job(name, lambda ledger, script=script: kind(ledger, script), share)  # type: ignore[misc]
            for (name, script), share in zip(scripts.items(), shares or [1.0] * len(scripts), strict=True)
        ]

        def with_options(**options: object) -> Lanes:
            now = time.monotonic()
            ledger = Ledger(program)
            return Lanes(
                *(jobs, ledger, lambda strategy, claims: None),
                until=now + until,
                deadline=now + deadline,
                **options,  # type: ignore[arg-type]
            )

        return with_options

    yield make  # type: ignore[misc]
    assert children() == []


@pytest.fixture(autouse=True)
def nobody_waits_for_ever() -> Iterator[None]:
    def late(*_: object) -> None:
        raise AssertionError("it hangs")

    before = signal.signal(signal.SIGALRM, late)
    # Whatever a shell starts in the background is made to ignore interruptions.
    ignored = signal.signal(signal.SIGINT, signal.default_int_handler)
    signal.alarm(60)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGINT, ignored)
    signal.signal(signal.SIGALRM, before)


def children() -> list[str]:
    pid = os.getpid()
    return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()


def everything(running: Lanes) -> dict[str, News]:
    """How each ended."""
    with running:
        return {news.worker.job.name: news for news in running.news() if news.done is not None}


def notes(news: News) -> tuple[str, ...]:
    assert news.done is not None and news.done.value is not None, news.done
    return news.done.value.claims.notes


def ending(news: News) -> Ending:
    assert news.done is not None
    return news.done.ending


def spin(seconds: float) -> None:
    """So long at work, on the processor."""
    until = time.process_time() + seconds
    while time.process_time() < until:
        pass


# ---- turns -------------------------------------------------------------------------------------------------


def long_move(strategy: Scripted) -> Iterator[None]:
    strategy.notes += [os.getpid(), time.monotonic()]
    total = 0
    for _ in range(10):
        spin(0.06)
        total += 1
    strategy.notes += [os.getpid(), time.monotonic(), total]
    yield


def test_on_one_lane_nobody_waits_for_the_end_of_a_move(lanes: Start) -> None:
    """And whoever was stopped goes on where it was."""
    found = everything(lanes(one=long_move, other=long_move)(lanes=1))
    (pid, begun, same, ended, total), second = notes(found["one"]), notes(found["other"])
    assert float(second[1]) < float(ended) and float(begun) < float(second[3]), "they took turns"
    assert pid == same and second[0] == second[2] and pid != second[0]
    assert total == second[4] == "10"
    assert all(news.worker.began == 1 for news in found.values())


def test_sleepers_leave_the_lane_to_others(lanes: Start) -> None:
    def sleeps(strategy: Scripted) -> Iterator[None]:
        time.sleep(60)
        yield

    def works(strategy: Scripted) -> Iterator[None]:
        for _ in range(5):
            spin(0.02)
            yield
        strategy.complete = True

    with lanes(sleeps=sleeps, works=works)(lanes=1) as running:
        started = time.monotonic()
        first = next(running.news())
        assert first.worker.job.name == "works" and time.monotonic() - started < 20


@pytest.mark.slow
def test_a_larger_share_is_more_time(lanes: Start) -> None:
    def works(strategy: Scripted) -> Iterator[None]:
        until = time.monotonic() + 4.0
        while time.monotonic() < until:
            spin(0.02)
            yield
        strategy.notes.append(time.process_time())

    found = everything(lanes(shares=(0.8, 0.2), much=works, little=works)(lanes=1))
    assert float(notes(found["much"])[0]) > float(notes(found["little"])[0])


def test_two_lanes_are_two_at_once(lanes: Start) -> None:
    def works(strategy: Scripted) -> Iterator[None]:
        strategy.notes.append(time.monotonic())
        time.sleep(0.2)
        strategy.notes.append(time.monotonic())
        yield

    found = everything(lanes(one=works, other=works)(lanes=2))
    one, other = notes(found["one"]), notes(found["other"])
    assert max(float(one[0]), float(other[0])) < min(float(one[1]), float(other[1]))


def test_at_the_end_all_may_say_how_far_they_got(lanes: Start) -> None:
    """Who looks at the clock is not ended; who does not, is."""

    def looks(strategy: Scripted) -> Iterator[None]:
        until = time.monotonic() + 1.0
        while time.monotonic() < until:
            time.sleep(0.02)
            yield
        strategy.notes.append("so far")

    def sleeps(strategy: Scripted) -> Iterator[None]:
        time.sleep(60)
        yield

    found = everything(lanes(1.0, 1.8, looks=looks, sleeps=sleeps)(lanes=1))
    assert notes(found["looks"]) == ("so far",)
    assert ending(found["sleeps"]) is Ending.OUT_OF_TIME


def test_the_time_can_be_cut(lanes: Start) -> None:
    def sleeps(strategy: Scripted) -> Iterator[None]:
        strategy.violations[1] = InputVector((7,))
        yield
        time.sleep(60)

    started = time.monotonic()
    with lanes(sleeps=sleeps)() as running:
        told = running.news()
        assert next(told).violation is not None
        running.shorten(time.monotonic() + 0.5)
        assert [ending(one) for one in told] == [Ending.OUT_OF_TIME]
    assert time.monotonic() - started < 15


# ---- what they tell each other -----------------------------------------------------------------------------


def hears(strategy: Scripted) -> Iterator[None]:
    """Waits for an entry of another one."""
    until = time.monotonic() + 20
    while not len(strategy.ledger) and time.monotonic() < until:
        time.sleep(0.02)
        yield
    strategy.notes += [(one.author, one.kind) for one in strategy.ledger]


def test_what_one_finds_the_other_has_at_its_next_move(lanes: Start) -> None:
    def tells(strategy: Scripted) -> Iterator[None]:
        time.sleep(0.2)
        yield
        strategy.found(1)
        yield

    running = lanes(tells=tells, hears=hears)(lanes=2)
    found = everything(running)
    assert notes(found["hears"]) == ("('tells', 'test')",)
    assert [(one.author, one.kind) for one in running.ledger] == [("tells", "test")]


def test_it_need_not_end_its_move_for_that(lanes: Start) -> None:
    def tells(strategy: Scripted) -> Iterator[None]:
        strategy.found(1)
        time.sleep(60)
        yield

    started = time.monotonic()
    with lanes(tells=tells, hears=hears)(lanes=2) as running:
        assert notes(next(running.news())) == ("('tells', 'test')",)
    assert time.monotonic() - started < 15


def test_whoever_wants_tells_nobody(lanes: Start) -> None:
    """For measuring what it is worth."""

    def waits(strategy: Scripted) -> Iterator[None]:
        until = time.monotonic() + 0.8
        while time.monotonic() < until:
            time.sleep(0.05)
            yield
        strategy.notes.append(len(strategy.ledger))

    def tells(strategy: Scripted) -> Iterator[None]:
        strategy.found(1)
        yield

    found = everything(lanes(tells=tells, waits=waits)(lanes=2, sharing=False))
    assert notes(found["waits"]) == ("0",)


def test_a_violation_is_told_at_once_and_to_others_once_it_stands(lanes: Start) -> None:
    def finds(strategy: Scripted) -> Iterator[None]:
        strategy.ledger.post(Violation(check=1, vector=InputVector((7,))))
        time.sleep(60)
        yield

    def others(strategy: Scripted) -> Iterator[None]:
        until = time.monotonic() + 20
        while not strategy.violations and time.monotonic() < until:
            time.sleep(0.02)
            yield
        strategy.notes += [*strategy.violations, time.monotonic()]

    started = time.monotonic()
    with lanes(finds=finds, others=others)(lanes=2) as running:
        told = running.news()
        first = next(told)
        assert time.monotonic() - started < 10
        assert first.violation is not None and (first.violation.check, first.worker.job.name) == (1, "finds")
        assert first.violation.author == "finds" and not running.ledger.violated
        confirmed = time.monotonic()
        running.enter(Violation(check=1, vector=InputVector((7,)), author="confirmed"))
        check, at = notes(next(told))
        assert check == "1" and float(at) > confirmed


def test_every_vector_of_a_violation_is_told(lanes: Start) -> None:
    """Where one does not stand, the next may."""

    def finds(strategy: Scripted) -> Iterator[None]:
        for number in (8, 7):
            strategy.ledger.post(Violation(check=1, vector=InputVector((number,))))
        yield

    with lanes(finds=finds)() as running:
        told = [one.violation.vector.values for one in running.news() if one.violation is not None]
    assert told == [(8,), (7,)]


# ---- processes that are lost -------------------------------------------------------------------------------


def test_whoever_is_killed_begins_again_from_the_ledger(lanes: Start) -> None:
    def killed(strategy: Scripted) -> Iterator[None]:
        strategy.notes += [entry.author for entry in strategy.ledger]
        if strategy.ledger.tests:
            strategy.complete = True
            return
        strategy.found(1)
        yield
        os.kill(os.getpid(), signal.SIGKILL)

    news = everything(lanes(killed=killed)())["killed"]
    assert notes(news) == ("killed",) and news.worker.began == 2


def test_but_only_once(lanes: Start) -> None:
    def killed(strategy: Scripted) -> Iterator[None]:
        os.kill(os.getpid(), signal.SIGKILL)
        yield

    news = everything(lanes(killed=killed)())["killed"]
    assert news.done is not None and news.worker.began == 2
    assert (news.done.ending, news.done.failure) == (Ending.FAILED, "the process ended by SIGKILL")


def test_whoever_fails_by_itself_would_fail_again(lanes: Start) -> None:
    def fails(strategy: Scripted) -> Iterator[None]:
        raise KeyError("nine")

    def goes_on(strategy: Scripted) -> Iterator[None]:
        time.sleep(0.5)
        strategy.notes.append("done")
        yield

    found = everything(lanes(fails=fails, goes_on=goes_on)())
    done = found["fails"].done
    assert done is not None and (done.ending, done.failure) == (Ending.FAILED, "KeyError: 'nine'")
    assert found["fails"].worker.began == 1 and notes(found["goes_on"]) == ("done",)


def megabytes(count: int) -> int:
    return count << 20


def own_memory() -> int:
    """What each child has from the beginning: what it was forked from."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def greedy(count: int, seconds: float = 20.0) -> Script:
    def script(strategy: Scripted) -> Iterator[None]:
        strategy.found(count)
        kept = bytearray(megabytes(count))
        time.sleep(seconds)
        strategy.notes.append(len(kept))
        yield

    return script


def rests(seconds: float) -> Script:
    def script(strategy: Scripted) -> Iterator[None]:
        time.sleep(seconds)
        strategy.notes.append("rested")
        yield

    return script


def test_the_memory_is_for_all_of_them(lanes: Start) -> None:
    """Who takes most of it is ended, and has a second chance."""
    limit = megabytes(200) + 2 * own_memory()
    running = lanes(greedy=greedy(300), rests=rests(1.2))(lanes=2, memory=limit)
    found = everything(running)
    assert ending(found["greedy"]) is Ending.OUT_OF_MEMORY and found["greedy"].worker.began == 2
    assert notes(found["rests"]) == ("rested",)
    assert running.ledger.tests == [InputVector((300,))], "what it had found is not lost"


def test_an_interruption_is_one_for_all(lanes: Start) -> None:
    def interrupt(progress: Progress) -> None:
        os.kill(os.getpid(), signal.SIGINT)

    def tells(strategy: Scripted) -> Iterator[None]:
        yield
        time.sleep(60)

    started = time.monotonic()
    running = lanes(tells=tells, rests=rests(60))(lanes=2, watch=interrupt)
    found = everything(running)
    assert running.interrupted and time.monotonic() - started < 15
    assert {ending(news) for news in found.values()} == {Ending.INTERRUPTED}


def test_whoever_leaves_has_enough(lanes: Start) -> None:
    """Nobody is left, whether at work or stopped."""
    with lanes(one=rests(60), other=rests(60), third=rests(0))(lanes=1) as running:
        assert notes(next(running.news())) == ("rested",)
        assert len(children()) >= 2
    assert children() == []


# ---- beside something else ---------------------------------------------------------------------------------


def after(seconds: float, value: int) -> Callable[[Send], int]:
    def work(send: Send) -> int:
        send("begun")
        time.sleep(seconds)
        return value

    return work


def soon(seconds: float = 20.0) -> float:
    return time.monotonic() + seconds


def test_lanes_go_on_beside_something_else(lanes: Start) -> None:
    with lanes(1.5, 1.8, one=rests(0.1), other=rests(0.4), third=rests(60))(lanes=3) as running:
        told = running.news()
        assert next(told).worker.job.name == "one"
        assert confined(after(0.8, 4), deadline=soon(), beside=running).value == 4
        assert next(told).worker.job.name == "other"
        assert confined(after(1.5, 5), deadline=soon(), memory=4 << 30, beside=running).value == 5
        assert [ending(news) for news in told] == [Ending.OUT_OF_TIME]


def test_all_of_them_may_end_meanwhile(lanes: Start) -> None:
    """There is nobody left to listen to, but somebody to be told of."""
    with lanes(one=rests(0.2), other=rests(0.2))(lanes=2) as running:
        running.tick()
        assert confined(after(0.8, 4), deadline=soon(), beside=running).value == 4
        assert sorted(news.worker.job.name for news in running.news()) == ["one", "other"]


def test_nobody_moves_while_something_is_alone(lanes: Start) -> None:
    def works(strategy: Scripted) -> Iterator[None]:
        while True:
            time.sleep(0.01)
            strategy.notes.append(1)
            yield

    def made() -> int:
        return running.progress.rounds

    with lanes(one=works, other=works)(lanes=2) as running:
        running.tick()
        confined(after(0.6, 4), deadline=soon(), beside=running, alone=time.monotonic() + 0.3)
        before = made()
        assert before > 0, "after that they go on"
        confined(after(0.6, 4), deadline=soon(), beside=running, alone=time.monotonic() + 60)
        assert made() <= before + 20, "what was under way is heard"


def finds_at_once(strategy: Scripted) -> Iterator[None]:
    time.sleep(0.3)
    strategy.ledger.post(Violation(check=1, vector=InputVector((7,))))
    yield
    time.sleep(60)


@pytest.mark.parametrize("script", thinned([finds_at_once, rests(0.3)], 2), ids=["found", "ended"])
def test_who_has_found_something_does_not_wait_for_ever(lanes: Start, script: Script) -> None:
    """What it has to say may be worth more; that somebody ended without a result is not."""
    waits = script is finds_at_once
    with lanes(script=script)() as running:
        running.tick()
        beside = confined(after(2.2, 3), deadline=soon(3), beside=running)
        assert beside.ending is (Ending.OUT_OF_TIME if waits else Ending.FINISHED)


@pytest.mark.slow
def test_lanes_give_way(lanes: Start) -> None:
    """To a work that uses more than they do."""

    def large(send: Send) -> int:
        kept = bytearray(megabytes(300))
        time.sleep(1.2)
        return len(kept)

    limit = megabytes(400) + 3 * own_memory()
    with lanes(greedy=greedy(250), rests=rests(3))(lanes=2, memory=megabytes(8000)) as running:
        running.tick()
        beside = confined(large, deadline=soon(), memory=limit, beside=running)
        assert beside.ending is Ending.FINISHED


def test_an_interruption_beside_them(lanes: Start) -> None:
    def interrupt(message: object) -> None:
        os.kill(os.getpid(), signal.SIGINT)

    with lanes(one=rests(60), other=rests(60))(lanes=2) as running:
        running.tick()
        beside = confined(after(60, 3), deadline=soon(50), hear=interrupt, beside=running)
        assert beside.ending is Ending.INTERRUPTED
        assert [ending(news) for news in running.news()] == [Ending.INTERRUPTED] * 2


# ---- rests -------------------------------------------------------------------------------------------------


def when_it_is_woken(strategy: Scripted) -> Iterator[None]:
    strategy.notes.append(len(list(strategy.ledger.of(entries.Fact))))
    strategy.complete = len(strategy.notes) == 3
    return iter(())


def tells_facts(strategy: Scripted) -> Iterator[None]:
    yield
    for location in (1, 2):
        spin(0.2)
        strategy.found(location)  # a test wakes nobody who waits for facts
        yield
        strategy.ledger.post_fact(location, TRUE)
        yield
        spin(0.2)


@pytest.mark.parametrize("counted", [False, True])
def test_who_has_no_move_left_is_woken_by_facts(lanes: Start, counted: bool) -> None:
    found = everything(
        lanes(kind=Resting, rests=when_it_is_woken, tells=tells_facts)(lanes=2, counted=counted)
    )
    assert notes(found["rests"]) == ("0", "1", "2")
    assert found["rests"].worker.began == 1


@pytest.mark.parametrize("counted", [False, True])
def test_who_rests_has_said_what_there_is_to_say(lanes: Start, counted: bool) -> None:
    """When nobody is left to wake it."""
    started = time.monotonic()
    found = everything(
        lanes(kind=Resting, one=when_it_is_woken, other=when_it_is_woken)(lanes=2, counted=counted)
    )
    assert [notes(found[name]) for name in ("one", "other")] == [("0",), ("0",)]
    assert {ending(news) for news in found.values()} == {Ending.FINISHED}
    assert time.monotonic() - started < 10


def test_blind_strategies_do_not_rest(lanes: Start) -> None:
    found = everything(lanes(kind=Resting, rests=when_it_is_woken, tells=tells_facts)(lanes=2, sharing=False))
    assert notes(found["rests"]) == ("0",)


def test_rests_end_with_the_time(lanes: Start) -> None:
    found = everything(
        lanes(until=0.5, deadline=1.5, kind=Resting, rests=when_it_is_woken, sleeps=rests(60))(lanes=2)
    )
    assert notes(found["rests"]) == ("0",) and ending(found["rests"]) is Ending.FINISHED


# ---- moves that are counted --------------------------------------------------------------------------------


def counting(first: int, pauses: Sequence[float]) -> Script:
    """Finds something in each move, and notes what was known before it."""

    def script(strategy: Scripted) -> Iterator[None]:
        for number, seconds in enumerate(pauses):
            strategy.notes.append(len(strategy.ledger))
            time.sleep(seconds)
            strategy.found(first + number)
            if number == 1:
                strategy.ledger.post(Violation(check=first, vector=InputVector((number,))))
            yield

    return script


@pytest.mark.parametrize("lanes_", thinned([2, 1], 2))
def test_counted_moves_know_no_clock(lanes: Start, lanes_: int) -> None:
    """What is entered, in which order, and who knows what when, is the same however long moves take."""

    def known(*pauses: Sequence[float]) -> tuple[object, ...]:
        one, other = pauses
        scripts = {"one": counting(100, one), "other": counting(200, other)}
        running = lanes(**scripts)(lanes=lanes_, counted=True)
        with running:
            told = [
                (news.worker.job.name, news.violation.check if news.violation else notes(news))
                for news in running.news()
            ]
        order = [(entry.author, entry.key) for entry in running.ledger]
        assert len(order) == len(one) + len(other)
        return told, order

    quick, slow = [0.0] * 3, [0.1] * 3
    expected = known(quick, quick)
    assert known(slow, quick) == expected
    assert known(quick, slow) == expected
    assert known([0.1, 0.0, 0.2], [0.0, 0.1, 0.0]) == expected


def test_counted_moves_of_different_numbers(lanes: Start) -> None:
    """Who has ended is not waited for."""
    found = everything(lanes(one=counting(100, [0.0]), other=counting(200, [0.0] * 4))(counted=True))
    assert len(notes(found["one"])) == 1 and len(notes(found["other"])) == 4


def test_what_is_entered_is_posted_by_its_author(lanes: Start) -> None:
    seen: list[Entry] = []
    running = lanes(one=counting(1, [0.0]), other=counting(1, [0.0]))(counted=True)
    everything(running)
    seen += running.ledger
    assert [one.author for one in seen] == ["one"], "the same was said by both: the first is known for it"
