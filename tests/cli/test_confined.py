"""Work in a process of its own: values and messages come back, and every way to end is told apart."""

from __future__ import annotations

import copyreg
import os
import signal
import subprocess
import time
from pathlib import Path

import pytest

from dovetail.processes.confined import Ending, Line, Send, Watch, confined, listen, start
from dovetail.processes.process_memory import resident


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

    limit = resident(os.getpid()) + (200 << 20)  # a child has what this process has, and that may be much
    done = confined(work, deadline=soon(), memory=limit)
    assert done.ending is Ending.OUT_OF_MEMORY
    assert done.peak_memory < 1.1 * limit


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


def test_who_never_stops_talking_is_stopped() -> None:
    def work(send: Send) -> None:
        while True:
            send("and another thing")

    assert confined(work, deadline=soon(0.5)).ending is Ending.OUT_OF_TIME


def test_a_child_that_is_stopped_goes_on_where_it_was() -> None:
    """And with it what it has started."""
    heard: list[int] = []

    def work(line: Line) -> int:
        for number in range(20):
            line.send(number)
            time.sleep(0.03)
        return os.getpid()

    watch = start(work, heard.append, soon())
    while not heard:
        listen([watch])
    watch.stop()
    listened(watch, 0.3)  # what was on its way
    so_far = len(heard)
    listened(watch, 0.5)
    assert len(heard) == so_far < 20 and watch.stopped
    watch.go_on()
    while watch.ending is None:
        listen([watch])
    done = watch.bury(None)
    assert (done.ending, done.value) == (Ending.FINISHED, watch.child)
    assert heard == list(range(20)) and not watch.stopped
    assert children() == []


def test_a_child_that_is_stopped_in_the_middle_of_a_message() -> None:
    """There is more of it than a pipe holds, so that it waits for whoever reads, and that one for it."""
    large = bytes(8 << 20)
    heard: list[bytes] = []

    def in_vain(number: int, frame: object) -> None:
        raise TimeoutError

    watch = start(lambda line: line.send(large), heard.append, soon())
    before = signal.signal(signal.SIGALRM, in_vain)
    try:
        assert watch.reader.poll(5)  # a part of it is there
        watch.stop()
        signal.alarm(10)
        listen([watch])
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)
        watch.discard()
    assert heard == [large] and watch.stopped
    assert children() == []


def test_a_child_that_is_stopped_can_be_ended() -> None:
    watch = start(lambda line: time.sleep(600), lambda message: None, soon(0.3))
    watch.stop()
    while watch.ending is None:
        listen([watch])
    assert watch.bury(None).ending is Ending.OUT_OF_TIME
    assert children() == []


def test_what_the_parent_says_is_heard() -> None:
    watch = start(lambda line: [line.receive(), line.receive()], lambda message: None, soon())
    watch.send("one")
    watch.send(2)
    while watch.ending is None:
        listen([watch])
    assert watch.bury(None).value == ["one", 2]


def listened(watch: Watch, seconds: float) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        listen([watch])


def children() -> list[str]:
    pid = os.getpid()
    return Path(f"/proc/{pid}/task/{pid}/children").read_text().split()


def test_an_exception_comes_back_without_what_it_came_from(monkeypatch: pytest.MonkeyPatch) -> None:
    class NoPlainData(ValueError):
        def __init__(self) -> None:
            super().__init__("it can be made in one way only")

    def with_cause(error: KeyError) -> tuple[object, ...]:
        return KeyError, error.args, {"__cause__": error.__cause__}

    def work(send: Send) -> KeyError:
        try:
            raise KeyError("told") from NoPlainData()
        except KeyError as error:
            return error

    monkeypatch.setitem(copyreg.dispatch_table, KeyError, with_cause)
    done = confined(work, deadline=soon())
    assert isinstance(done.value, KeyError) and done.value.args == ("told",)
