"""Work in a process of its own: values and messages come back, and every way to end is told apart."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from dovetail.confined import Ending, Send, confined, confined_together


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


def test_several_at_the_same_time() -> None:
    started = time.monotonic()
    works = [lambda send: time.sleep(0.3) or 1, lambda send: time.sleep(0.3) or 2]
    done = confined_together(works, deadline=started + 20)
    assert [one.value for one in done] == [1, 2]
    assert all(one.ending is Ending.FINISHED for one in done)


def test_who_has_enough_ends_the_others() -> None:
    started = time.monotonic()
    heard: list[object] = []

    def slow(send: Send) -> int:
        send("begun")
        time.sleep(30)
        return 1

    works = [slow, lambda send: time.sleep(0.5) or 2]
    done = confined_together(
        works, deadline=started + 25, hears=[heard.append, heard.append], enough=lambda value: value == 2
    )
    assert time.monotonic() - started < 15
    assert [one.ending for one in done] == [Ending.OVERTAKEN, Ending.FINISHED]
    assert done[0].value is None and done[1].value == 2 and heard == ["begun"]


def test_what_is_not_enough_ends_nobody() -> None:
    works = [lambda send: 1, lambda send: time.sleep(0.4) or 2]
    done = confined_together(works, deadline=time.monotonic() + 20, enough=lambda value: False)
    assert [one.value for one in done] == [1, 2]


def test_the_memory_is_for_all_of_them() -> None:
    def greedy(send: Send) -> int:
        kept = bytearray(300 << 20)
        time.sleep(20)
        return len(kept)

    works = [greedy, lambda send: time.sleep(1.5) or 2]
    done = confined_together(works, deadline=time.monotonic() + 25, memory=200 << 20)
    assert done[0].ending is Ending.OUT_OF_MEMORY and done[1].value == 2
