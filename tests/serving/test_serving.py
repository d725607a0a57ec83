"""A server, its keepers and its clients, around a command that is smaller than any of Dovetail's."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile
from threading import Thread
from typing import Any

import pytest

from dovetail.processes.process_memory import descendants
from dovetail.serving.client import Lost, NoServer, ask, asked, connected
from dovetail.serving.messages import Gone, Incoming, send
from dovetail.version import __version__

SOURCE = Path(__file__).parents[2] / "src"
SERVER = """
import os, signal, subprocess, sys, time
from pathlib import Path
from dovetail.bad_input import InputError
from dovetail.serving.server import serve

def command():
    what, *words = sys.argv[1:]
    if what == "tell":
        print(os.getcwd(), os.environ.get("WORD"), oct(os.umask(0)), sys.stdin.read(), *words)
        print("second", file=sys.stderr)
        raise SystemExit(7)
    if what == "raise":
        raise ValueError("no")
    if what == "die":
        os.kill(os.getpid(), signal.SIGKILL)
    if what == "stay":
        import tempfile
        made = tempfile.mkdtemp()
        # One in a session of its own, whose parent ends at once: nobody's child.
        left = "import os, time\\nif os.fork() == 0: os.setsid(); time.sleep(60)"
        subprocess.run([sys.executable, "-c", left])
        print(made, flush=True)
        try:
            time.sleep(60)
        except KeyboardInterrupt:
            print("interrupted")
            raise SystemExit(130)

try:
    serve(Path(sys.argv[1]), command, lambda: print("ready", flush=True))
except InputError as error:
    print(f"error: {error}")
"""


def start(path: Path) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": str(SOURCE), "TMPDIR": str(path.parent)}
    command = [sys.executable, "-c", SERVER, str(path)]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)


def first_line(server: subprocess.Popen[str]) -> str:
    assert server.stdout is not None
    return server.stdout.readline()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "s"


@pytest.fixture
def server(path: Path) -> Iterator[subprocess.Popen[str]]:
    with start(path) as process:
        assert first_line(process) == "ready\n"
        yield process
        process.terminate()


def until(true: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 10
    while not true():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def told(path: Path, *arguments: str, said: bytes = b"", **more: Any) -> tuple[int, bytes, bytes]:
    """Status, output and errors of a request."""
    with TemporaryFile() as given, TemporaryFile() as out, TemporaryFile() as errors:
        given.write(said)
        given.seek(0)
        status = ask(str(path), arguments, streams=(given.fileno(), out.fileno(), errors.fileno()), **more)
        out.seek(0)
        errors.seek(0)
        return status, out.read(), errors.read()


class Staying:
    """A request that lasts until it is ended."""

    def __init__(self, path: Path) -> None:
        self.connection = connected(str(path))
        begin, end = os.pipe()
        self.result: int | Exception | None = None
        self._thread = Thread(target=self._wait, args=((end, end, 2),))
        self._thread.start()
        self.output = open(begin)  # noqa: SIM115 - until the test ends
        self.scratch = Path(self.output.readline().strip())
        os.close(end)

    def _wait(self, streams: tuple[int, int, int]) -> None:
        try:
            self.result = asked(
                self.connection,
                ["stay"],
                streams=streams,
                folder="/",
                environment=os.environ,
                text=("utf-8", "strict"),
            )
        except (Lost, NoServer) as error:
            self.result = error

    def ended(self) -> int | Exception | None:
        """What came of it, when nobody holds its output any more."""
        self._thread.join(20)
        self.rest = self.output.read()
        self.output.close()
        self.connection.close()
        return self.result


@pytest.mark.usefixtures("server")
def test_a_command_is_run_as_if_its_client_had_started_it(path: Path, tmp_path: Path) -> None:
    folder = tmp_path / "ä"
    folder.mkdir()
    before = os.umask(0o027)
    try:
        answer = told(
            path,
            *("tell", "a b", "é\udcff"),
            said="in ü".encode(),
            folder=str(folder),
            environment={"WORD": "x\udcfe=y"},
            text=("utf-8", "surrogateescape"),
        )
    finally:
        os.umask(before)
    out = os.fsencode(folder) + b" x\xfe=y 0o27 in \xc3\xbc a b \xc3\xa9\xff\n"
    assert answer == (7, out, b"second\n")


@pytest.mark.usefixtures("server")
def test_ways_to_end(path: Path) -> None:
    assert told(path, "nothing") == (0, b"", b"")
    status, _, errors = told(path, "raise")
    assert status == 1 and errors.endswith(b"ValueError: no\n")
    assert told(path, "die")[0] == 128 + signal.SIGKILL
    with pytest.raises(NoServer, match="nowhere"):
        told(path, "tell", folder="/nowhere")
    answers = [Staying(path) for _ in range(3)]  # side by side
    for one in answers:
        send(one.connection, {"signal": "INT"})
        assert one.ended() == 130 and one.rest == "interrupted\n"
        assert not one.scratch.exists()


def test_who_goes_away_ends_his_request(server: subprocess.Popen[str], path: Path) -> None:
    gone, stays = Staying(path), Staying(path)
    assert len(list(descendants(server.pid))) == 6  # a keeper, a command, and one that was left behind; twice
    gone.connection.shutdown(socket.SHUT_RDWR)
    assert isinstance(gone.ended(), Lost)
    until(lambda: len(list(descendants(server.pid))) == 3 and not gone.scratch.exists())
    server.send_signal(signal.SIGTERM)
    assert isinstance(stays.ended(), Lost)
    server.wait(20)
    until(lambda: not stays.scratch.exists())
    assert not path.exists()


def test_a_server_that_is_killed_takes_all_with_it(server: subprocess.Popen[str], path: Path) -> None:
    stays = Staying(path)
    there = list(descendants(server.pid))
    server.kill()
    assert isinstance(stays.ended(), Lost)  # and nobody holds its output
    server.wait()
    until(lambda: not any(Path(f"/proc/{one}/status").exists() for one in there))
    assert path.exists() and not stays.scratch.exists()
    with pytest.raises(NoServer):
        told(path, "tell")
    with start(path) as another:  # in place of what that one has left
        assert first_line(another) == "ready\n"
        assert told(path, "nothing")[0] == 0
        path.unlink()
        assert another.wait(20) == 0  # it cannot be reached any more


# ---- the socket --------------------------------------------------------------------------------------------


def test_one_server_a_path(server: subprocess.Popen[str], path: Path, tmp_path: Path) -> None:
    assert path.stat().st_mode & 0o777 == 0o600
    with start(path) as second:
        assert first_line(second) == f"error: {path}: a server is at work here already\n"
    assert told(path, "nothing")[0] == 0
    mine = tmp_path / "mine"
    mine.write_text("mine")
    with start(mine) as third:
        assert "is no socket" in first_line(third)
    assert mine.read_text() == "mine"
    with start(tmp_path / ("long" * 40)) as fourth:
        assert "no server can be here" in first_line(fourth)


def test_of_several_that_start_at_once_one_serves(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(path))
    starting = [start(path) for _ in range(4)]
    lines = sorted(map(first_line, starting))
    assert lines[-1] == "ready\n" and all("at work here" in line for line in lines[:-1])
    assert told(path, "nothing")[0] == 0
    for one in starting:
        one.terminate()
        one.communicate()


# ---- what should not come ----------------------------------------------------------------------------------

GOOD: dict[str, Any] = {
    "version": __version__,
    "arguments": ["nothing"],
    "folder": "/",
    "environment": {"A": "1"},
    "umask": 18,
    "text": ["utf-8", "strict"],
}
DAMAGED: list[tuple[dict[str, Any], str]] = [
    ({"version": "0.0.0"}, "asked by 0.0.0"),
    ({"version": None}, "asked by None"),
    ({"arguments": "nothing"}, "TypeError"),
    ({"arguments": [1]}, "TypeError"),
    ({"arguments": ["a\0b"]}, "ValueError"),
    ({"arguments": ["\ud800"]}, "UnicodeEncodeError"),
    ({"folder": None}, "TypeError"),
    ({"folder": "/nowhere"}, "nowhere"),
    ({"environment": ["A"]}, "TypeError"),
    ({"environment": {"A=B": "1"}}, "ValueError"),
    ({"environment": {"": "1"}}, "ValueError"),
    ({"umask": True}, "ValueError"),
    ({"umask": 4096}, "ValueError"),
    ({"text": ["utf-9", "strict"]}, "LookupError"),
    ({"text": ["utf-8"]}, "ValueError"),
]


def refused(path: Path, line: bytes, streams: int = 3) -> str:
    with connected(str(path)) as connection, open(os.devnull, "r+b") as null:
        socket.send_fds(connection, [line], [null.fileno()] * streams)
        answer = Incoming(connection).message(time.monotonic() + 20)
    assert set(answer) == {"refused"}
    return str(answer["refused"])


@pytest.mark.usefixtures("server")
def test_damaged_requests_are_refused(path: Path) -> None:
    for changed, why in DAMAGED:
        assert why in refused(path, json.dumps(GOOD | changed).encode() + b"\n"), changed
    for missing in GOOD:
        less = {key: value for key, value in GOOD.items() if key != missing}
        assert refused(path, json.dumps(less).encode() + b"\n")
    for line in (b"\n", b"{\n", b"[]\n", b"\xff\n", b"[" * 100_000 + b"\n"):
        assert "damaged" in refused(path, line)
    for streams in (1, 2, 4):
        assert "streams" in refused(path, json.dumps(GOOD).encode() + b"\n", streams)
    with connected(str(path)) as connection:
        connection.sendall(b'{"half": ')  # and gone
    assert told(path, "nothing")[0] == 0


@pytest.mark.usefixtures("server")
def test_a_command_ends_when_its_client_says_what_nobody_understands(path: Path) -> None:
    stays = Staying(path)
    stays.connection.sendall(b'{"signal": "KILL"}\n')
    assert isinstance(stays.ended(), NoServer)
    assert not stays.scratch.exists()


def test_a_server_that_tells_no_status(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as strange:
        strange.bind(str(path))
        strange.listen()
        for answer in (b"", b'{"status": "0"}\n', b"0\n", b'{"status": 0}'):
            thread = Thread(target=lambda said=answer: _answer(strange, said))
            thread.start()
            with pytest.raises(Lost):
                ask(str(path), ["nothing"])
            thread.join()


def _answer(listener: socket.socket, said: bytes) -> None:
    connection, _ = listener.accept()
    with connection:
        incoming = Incoming(connection)
        with suppress(Gone):
            incoming.message()
        for stream in incoming.streams:
            os.close(stream)
        connection.sendall(said)
