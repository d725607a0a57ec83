"""The commands of `dovetail`, one module each: a thin layer over the work that its typed functions do.

What is computed is computed there; here it is printed, and the exit status chosen.

Before that there are the imports, which take a while, and which Ctrl-C would end anywhere in the middle of
other people's code. So it is answered here for as long as they last: nothing has been begun, and there is
nothing to be cleaned up.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import time
from contextlib import suppress
from itertools import pairwise
from types import FrameType
from typing import Any


def main() -> None:
    """The entry point of the console script."""
    server, arguments = _server(sys.argv[1:])
    if not server or arguments[:1] == ["serve"]:
        run_here()
        return
    _answer_signals()
    from dovetail.serving.client import main as asked_there  # and nothing else of Dovetail

    last_line = _NOTHING_KNOWN if _means_something(arguments) else ""
    os._exit(asked_there(server, arguments, last_line))


def run_here() -> None:
    """Do what the command line says, in this process."""
    _answer_signals()
    gc.disable()  # what is imported stays: there is nothing to be found in it
    from dovetail.asking.schedule import command_began
    from dovetail.cli.app import app  # the command line is not needed to import the package
    from dovetail.processes.confined import count_this_process

    command_began(_started())
    count_this_process()
    try:
        app(prog_name="dovetail")
    except SystemExit as end:
        _leave(end)


SERVER = "DOVETAIL_SERVER"
"""The variable of the environment that names the socket of a server, which is asked instead."""


def _server(arguments: list[str]) -> tuple[str, list[str]]:
    """The server that is to be asked, and what it is asked. An empty one is none."""
    match arguments:
        case ["--server", address, *rest]:
            return address, rest
        case [first, *rest] if first.startswith("--server="):
            return first.partition("=")[2], rest
        case _:
            return os.environ.get(SERVER, ""), arguments


_usual: dict[int, Any] = {}
"""Who answers signals when there is work."""


def _answer_signals() -> None:
    for number, usual in ((signal.SIGINT, signal.default_int_handler), (signal.SIGTERM, signal.SIG_DFL)):
        if signal.getsignal(number) is usual:  # and not ignored, as in the background
            _usual[number] = signal.signal(number, _end_at_once)


def work_begins() -> None:
    """From here on signals are for the command to answer, and memory is looked after."""
    gc.enable()
    while _usual:
        signal.signal(*_usual.popitem())


def _leave(end: SystemExit) -> None:
    """Python would first take apart what is about to vanish, which takes longer than many a command."""
    if not isinstance(end.code, int):
        raise end
    for stream in (sys.stdout, sys.stderr):
        with suppress(OSError):  # whoever read it has gone
            stream.flush()
    os._exit(end.code)


def _end_at_once(number: int, frame: FrameType | None) -> None:
    """As `guarded` does it: a command whose last line means something prints it, and nothing is known."""
    _, arguments = _server(sys.argv[1:])
    os.write(2, b"interrupted\n")
    if _means_something(arguments):
        os.write(1, _NOTHING_KNOWN.encode())
    os._exit(3 if arguments[:1] in _CHECKS else 130)


_CHECKS = (["check"], ["project"])
_NOTHING_KNOWN = "VERDICT: UNKNOWN\n"


def _means_something(arguments: list[str]) -> bool:
    """The last line of its output, unless that is all a document."""
    only_json = "--json=-" in arguments or ("--json", "-") in pairwise(arguments)
    return arguments[:1] in _CHECKS and not only_json


def _started() -> float:
    """When this process was started, as a value of `time.monotonic()`."""
    try:
        with open("/proc/self/stat", "rb") as file:
            ticks = int(file.read().rpartition(b")")[2].split()[19])
        age = time.clock_gettime(time.CLOCK_BOOTTIME) - ticks / os.sysconf("SC_CLK_TCK")
    except (OSError, ValueError, IndexError, AttributeError):  # not on Linux
        age = 0.0
    return time.monotonic() - max(age, 0.0)


__all__ = ["main", "run_here", "work_begins"]
