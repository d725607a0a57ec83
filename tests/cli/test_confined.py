"""Work in a process of its own: values and messages come back, and every way to end is told apart."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from dovetail.confined import Confined, Ending, Lanes, Send, confined
from thinned import thinned


def soon(seconds: float = 20.0) -> float:
    return time.monotonic() + seconds


def test_a_value_and_messages() -> None:
    heard: list[int] = []

    def work(send: Send) -> str:
        for number in range(3):
            send(number)
        return "x" * 1_000_000

    done = confined(work, deadline=soon(), hear=heard.append)
    assert done.ending is Ending.FINISHED
    assert done.value == "x" * 1_000_000
    assert heard == [0, 1, 2]
    assert done.peak_memory > 1_000_000


def test_what_was_said_before_the_end_of_time_is_heard() -> None:
    heard: list[str] = []

    def work(send: Send) -> None:
        send("found")
        while True:
            time.sleep(1)

    begun = time.monotonic()
    done = confined(work, deadline=soon(0.3), hear=heard.append)
    assert done.ending is Ending.OUT_OF_TIME
    assert heard == ["found"]
    assert 0.25 < time.monotonic() - begun < 1.3


def test_a_deadline_that_has_passed() -> None:
    assert confined(lambda send: time.sleep(5), deadline=soon(-1)).ending is Ending.OUT_OF_TIME


def test_what_the_work_has_started_ends_with_it(tmp_path: Path) -> None:
    def work(send: Send) -> None:
        process = subprocess.Popen(["sleep", "600"])
        send(process.pid)
        process.wait()

    heard: list[int] = []
    confined(work, deadline=soon(0.5), hear=heard.append)
    (pid,) = heard
    deadline = soon(5)
    while Path(f"/proc/{pid}").exists() and time.monotonic() < deadline:
        if " Z " in Path(f"/proc/{pid}/stat").read_text():  # dead; whoever adopted it will see to it
            break
        time.sleep(0.02)
    else:
        assert not Path(f"/proc/{pid}").exists()


def test_memory_is_watched() -> None:
    def work(send: Send) -> None:
        kept = []
        while True:
            kept.append(b"x" * (1 << 20))
            time.sleep(0.001)

    done = confined(work, deadline=soon(), memory=200 << 20)
    assert done.ending is Ending.OUT_OF_MEMORY
    assert done.peak_memory < 220 << 20


def test_a_lack_of_memory_that_python_notices() -> None:
    def work(send: Send) -> None:
        raise MemoryError

    assert confined(work, deadline=soon()).ending is Ending.OUT_OF_MEMORY


def test_an_exception() -> None:
    def work(send: Send) -> None:
        raise KeyError("nine")

    done = confined(work, deadline=soon())
    assert done.ending is Ending.FAILED
    assert done.failure == "KeyError: 'nine'"
    assert "in work" in done.details


@pytest.mark.parametrize(
    ("end", "words"),
    [
        (lambda: os.kill(os.getpid(), signal.SIGKILL), "SIGKILL"),
        (lambda: os._exit(4), "itself, with status 4"),
    ],
)
def test_a_crash(end: object, words: str) -> None:
    def work(send: Send) -> None:
        assert callable(end)
        end()

    done = confined(work, deadline=soon())
    assert (done.ending, done.failure) == (Ending.FAILED, f"the process ended by {words}")


def test_a_result_that_cannot_be_sent() -> None:
    done = confined(lambda send: lambda: 0, deadline=soon())
    assert done.ending is Ending.FAILED


def everyone(lanes: Lanes[int]) -> list[Confined[int]]:
    with lanes:
        return [done for _, done in sorted(lanes.ended(), key=lambda one: one[0])]


def after(seconds: float, value: int) -> Callable[[Send], int]:
    def work(send: Send) -> int:
        send("begun")
        time.sleep(seconds)
        return value

    return work


def test_who_never_stops_talking_is_stopped() -> None:
    def work(send: Send) -> None:
        while True:
            send("and another thing")

    assert confined(work, deadline=soon(0.5)).ending is Ending.OUT_OF_TIME


def test_several_at_the_same_time() -> None:
    done = everyone(Lanes([after(0.3, 1), after(0.3, 2)], deadline=soon()))
    assert [one.value for one in done] == [1, 2]
    assert all(one.ending is Ending.FINISHED for one in done)


def test_each_is_told_of_as_soon_as_it_has_ended() -> None:
    heard: list[object] = []
    started = time.monotonic()
    with Lanes([after(60, 1), after(0.3, 2)], deadline=soon(50), hears=[heard.append] * 2) as lanes:
        number, done = next(lanes.ended())
    assert (number, done.value) == (1, 2)
    assert time.monotonic() - started < 15  # whoever leaves has enough
    assert heard == ["begun"] * 2
    assert children() == []


def test_lanes_go_on_beside_something_else() -> None:
    with Lanes([after(0.2, 1), after(0.8, 2), after(60, 3)], deadline=soon(3)) as lanes:
        ended = lanes.ended()
        assert next(ended)[1].value == 1
        beside = confined(after(1.5, 4), deadline=soon(), beside=lanes)
        assert beside.value == 4
        number, done = next(ended)
        assert (number, done.value) == (1, 2)
        beside = confined(after(3, 5), deadline=soon(), memory=4 << 30, beside=lanes)
        assert beside.value == 5
        assert [done.ending for _, done in ended] == [Ending.OUT_OF_TIME]
    assert children() == []


@pytest.mark.parametrize("enough", thinned([True, False], 2))
def test_who_has_enough_does_not_wait_for_ever(enough: bool) -> None:
    with Lanes([after(0, 1), after(0.3, 2)], deadline=soon(30), enough=lambda value: enough) as lanes:
        ended = lanes.ended()
        assert next(ended)[1].value == 1
        beside = confined(after(6, 3), deadline=soon(9), beside=lanes)
        assert beside.ending is (Ending.OUT_OF_TIME if enough else Ending.FINISHED)
        assert [done.value for _, done in ended] == [2]


def test_the_memory_is_for_all_of_them() -> None:
    limit = megabytes(200) + 2 * own_memory()
    done = everyone(Lanes([greedy(300), after(1.5, 2)], deadline=soon(25), memory=limit))
    assert done[0].ending is Ending.OUT_OF_MEMORY and done[1].value == 2


@pytest.mark.parametrize("limited", thinned([True, False], 2))
def test_lanes_give_way(limited: bool) -> None:
    """To a work that uses more than they do."""
    limit = megabytes(400) + (3 if limited else 2) * own_memory()
    memory = limit if limited else None
    size = 250 if limited else 600
    with Lanes(
        [greedy(size), after(3, 2)], deadline=soon(), memory=megabytes(8000) if limited else limit
    ) as lanes:
        beside = confined(greedy(300, 2.0), deadline=soon(), memory=memory, beside=lanes)
        assert beside.ending is Ending.FINISHED
        endings = {number: done.ending for number, done in lanes.ended()}
        assert endings == {0: Ending.OUT_OF_MEMORY, 1: Ending.FINISHED}


def test_an_interruption_is_one_for_all() -> None:
    def interrupt(message: object) -> None:
        os.kill(os.getpid(), signal.SIGINT)

    with Lanes([after(60, 1), after(60, 2)], deadline=soon(50)) as lanes:
        beside = confined(after(60, 3), deadline=soon(50), hear=interrupt, beside=lanes)
        assert beside.ending is Ending.INTERRUPTED
        assert [done.ending for _, done in lanes.ended()] == [Ending.INTERRUPTED] * 2
    assert children() == []


def megabytes(count: int) -> int:
    return count << 20


def own_memory() -> int:
    """What each child has from the beginning: what it was forked from."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


def greedy(count: int, seconds: float = 20.0) -> Callable[[Send], int]:
    def work(send: Send) -> int:
        kept = bytearray(megabytes(count))
        time.sleep(seconds)
        return len(kept)

    return work


def children() -> list[str]:
    pid = os.getpid()
    return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
