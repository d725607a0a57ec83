"""All of the work in a process of its own: limits, Ctrl-C, bad input, and what is left of it."""

from __future__ import annotations

import os
import signal
import subprocess
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from dovetail.asking.limits import Limits
from dovetail.asking.reading import Reading
from dovetail.frontend import InputError
from dovetail.processes.confined import Ending, LimitReached, Send, confined
from dovetail.processes.process_memory import descendants, held, private, resident, taken, unshared
from dovetail.processes.supervised import Allowed, Broken, Load, supervised, within
from dovetail.program.position import Position

PLENTY = 4 << 30


def soon(seconds: float = 30.0) -> Allowed:
    return Allowed(time.monotonic() + seconds, PLENTY)


def children() -> set[int]:
    return set(descendants(os.getpid()))


@pytest.fixture(autouse=True)
def _nothing_is_left() -> Any:
    before = children()
    yield
    assert children() <= before


def test_what_it_finds_and_says() -> None:
    heard: list[object] = []

    def work(send: Send) -> int:
        send("so far")
        return 4

    done = supervised(work, soon(), heard.append)
    assert (done.ending, done.value, heard) == (Ending.FINISHED, 4, ["so far"])


def test_bad_input_comes_back_as_it_is() -> None:
    def work(send: Send) -> None:
        raise InputError("expected ';'", Position("f.c", 3, 7))

    with pytest.raises(InputError, match=r"f.c:3:7: expected ';'") as caught:
        supervised(work, soon())
    assert caught.value.position == Position("f.c", 3, 7)


def test_a_bug_comes_back_with_its_traceback() -> None:
    def work(send: Send) -> None:
        raise ZeroDivisionError("seven of nine")

    with pytest.raises(Broken, match="ZeroDivisionError: seven of nine") as caught:
        supervised(work, soon())
    assert "in work" in caught.value.details


def test_a_crash() -> None:
    with pytest.raises(Broken, match="SIGKILL"):
        supervised(lambda send: os.kill(os.getpid(), signal.SIGKILL), soon())


def test_time_and_what_it_has_started() -> None:
    started: list[int] = []

    def work(send: Send) -> None:
        def inner(_: Send) -> None:
            send(os.getpid())
            subprocess.run(["sleep", "600"], check=True)

        confined(inner, deadline=time.monotonic() + 600)

    begun = time.monotonic()
    assert supervised(work, soon(1.0), started.append).ending is Ending.OUT_OF_TIME
    assert time.monotonic() - begun < 3
    assert len(started) == 1
    deadline = time.monotonic() + 5
    while Path(f"/proc/{started[0]}").exists() and time.monotonic() < deadline:
        time.sleep(0.02)
    assert not Path(f"/proc/{started[0]}").exists()


def test_the_time_can_be_changed() -> None:
    allowed = soon(0.5)

    def work(send: Send) -> int:
        send("more")
        time.sleep(0.8)
        return 4

    def hear(message: object) -> None:
        allowed.until += 20

    assert supervised(work, allowed, hear).value == 4


def test_memory() -> None:
    limit = resident(os.getpid()) + (200 << 20)

    def work(send: Send) -> None:
        kept = []
        while True:
            kept.append(b"x" * (1 << 20))
            time.sleep(0.0005)

    done = supervised(work, Allowed(time.monotonic() + 60, limit))
    assert done.ending is Ending.OUT_OF_MEMORY
    assert done.peak_memory < 1.1 * limit


def test_memory_that_is_shared_counts_once() -> None:
    """The work holds a lot, and starts what holds the same."""
    limit = resident(os.getpid()) + (300 << 20)

    def work(send: Send) -> int:
        kept = b"x" * (200 << 20)

        def inner(_: Send) -> int:
            time.sleep(0.5)
            return len(kept)

        return confined(inner, deadline=time.monotonic() + 20, memory=limit).value or 0

    assert supervised(work, Allowed(time.monotonic() + 60, limit)).value == 200 << 20


def test_what_it_holds_itself_counts_too() -> None:
    limit = resident(os.getpid()) + (300 << 20)

    def work(send: Send) -> Ending:
        kept = b"x" * (200 << 20)

        def inner(_: Send) -> int:
            more = []
            for _ in range(200):
                more.append(b"y" * (1 << 20))
                time.sleep(0.005)
            time.sleep(5)
            return len(kept) + len(more)

        return confined(inner, deadline=time.monotonic() + 20, memory=limit).ending

    assert supervised(work, Allowed(time.monotonic() + 60, limit)).value is Ending.OUT_OF_MEMORY


def test_temporary_files_are_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))

    def work(send: Send) -> None:
        (Path(tempfile.mkdtemp()) / "file").write_text("half of it")
        send("written")
        time.sleep(600)

    assert supervised(work, soon(0.5)).ending is Ending.OUT_OF_TIME
    assert list(tmp_path.iterdir()) == []
    assert tempfile.gettempdir() == str(tmp_path)


def rest() -> None:
    """For ten minutes. An interruption that comes just before a process falls asleep does not wake it."""
    for _ in range(6000):
        time.sleep(0.1)


def interrupting(times: int) -> Any:
    """A function to hear with that interrupts."""

    def hear(message: object) -> None:
        for _ in range(times):
            os.kill(os.getpid(), signal.SIGINT)

    return hear


def test_an_interruption_is_the_works_to_answer() -> None:
    def work(send: Send) -> str:
        try:
            send("working")
            rest()
        except KeyboardInterrupt:
            return "all that is known"
        return ""

    done = supervised(work, soon(), interrupting(1))
    assert (done.ending, done.value) == (Ending.FINISHED, "all that is known")


def test_an_interruption_that_has_no_answer() -> None:
    def work(send: Send) -> None:
        send("working")
        rest()

    assert supervised(work, soon(), interrupting(1)).ending is Ending.INTERRUPTED


def test_the_second_interruption_ends_it() -> None:
    def work(send: Send) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        send("working")
        rest()

    begun = time.monotonic()
    assert supervised(work, soon(), interrupting(2)).ending is Ending.INTERRUPTED
    assert time.monotonic() - begun < 10
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_from_another_thread() -> None:
    found: list[object] = []
    thread = threading.Thread(target=lambda: found.append(supervised(lambda send: 4, soon()).value))
    thread.start()
    thread.join(20)
    assert found == [4]


def test_who_raises_while_hearing_leaves_nothing() -> None:
    def hear(message: object) -> None:
        raise ValueError("no")

    def work(send: Send) -> None:
        send("working")
        rest()

    with pytest.raises(ValueError, match="no"):
        supervised(work, soon(), hear)


def test_reading_within_the_time(tmp_path: Path) -> None:
    path = tmp_path / "f.c"
    path.write_text("int main(void) { return 0; }\n")

    def later(load: Load, watch: object) -> int:
        load(None)
        time.sleep(1.3)  # what comes after reading keeps to its time by itself
        return 4

    assert within(later, Reading(path), Limits(1.0, PLENTY)) == 4

    def endless(load: Load, watch: object) -> int:
        time.sleep(600)
        return 4

    with pytest.raises(LimitReached, match=r"reading the program took all the time \(0.5s\)"):
        within(endless, Reading(path), Limits(0.5, PLENTY))


def test_counting_memory() -> None:
    here, slack = os.getpid(), 1 << 20  # it may grow from one look to the next

    def work(send: Send) -> None:
        kept = b"x" * (50 << 20)
        send(len(kept))
        time.sleep(600)

    found: dict[str, int] = {}

    def hear(message: object) -> None:
        (child,) = descendants(here)
        found.update(all=held(here), exact=taken(here), own=resident(here), private=private(child))
        found.update(child=resident(child), unshared=unshared(child))
        raise InterruptedError

    with pytest.raises(InterruptedError):
        supervised(work, soon(), hear)
    assert 50 << 20 <= found["private"] < found["child"]
    assert abs(found["unshared"] - found["private"]) < slack
    assert abs(found["all"] - found["own"] - found["child"]) < slack
    assert abs(found["exact"] - found["own"] - found["private"]) < slack
    assert held(_that_has_ended()) == 0 == private(_that_has_ended())


def _that_has_ended() -> int:
    with subprocess.Popen(["true"]) as process:
        pass
    return process.pid
