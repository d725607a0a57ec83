"""What happens when a command cannot do its work: one clear message, an exit status, never a traceback.

Bad input is the user's to mend: `error: FILE:LINE:COL: message`, status 2. Anything else that goes wrong is a
bug in Dovetail: the user is told so, what reproduces it is saved, and the status is that of an unknown
verdict, 3.
"""

from __future__ import annotations

import errno
import hashlib
import os
import platform
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from enum import IntEnum
from pathlib import Path

from dovetail.bad_input import InputError
from dovetail.cli.terminal import say
from dovetail.evidence.whole_files import put
from dovetail.report import output_folder
from dovetail.version import __version__


class Status(IntEnum):
    """The exit status of every command."""

    FINE = 0  # proved; a run that ended normally
    VIOLATED = 1
    BAD_INPUT = 2  # bad usage, or input that cannot be read or compiled
    UNKNOWN = 3


INTERRUPTED = 130
"""What shells give for a command that was stopped with Ctrl-C."""


def guarded(
    work: Callable[[], Status],
    files: Sequence[Path],
    *,
    last_line: str | None = None,
    out: Path = output_folder.DEFAULT,
) -> int:
    """Do the work of a command on these files; say what went wrong, if something did. A command whose last
    line means something prints it then, too: Ctrl-C is one more reason for an unknown verdict. What
    reproduces a bug goes to `out`."""
    status = _attempt(work, files, out)
    if last_line is None or isinstance(status, Status):
        return status
    try:
        print(last_line, flush=True)
    except OSError:
        _give_up_on_output()
    return Status.UNKNOWN


_ENVIRONMENT = frozenset(
    {
        *(errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EROFS, errno.EACCES, errno.EPERM, errno.EIO),
        *(errno.EMFILE, errno.ENFILE, errno.ENOTDIR, errno.ENAMETOOLONG, errno.ENOMEM, errno.EAGAIN),
    }
)
"""What the machine refuses is nobody's bug."""


def _attempt(work: Callable[[], Status], files: Sequence[Path], out: Path) -> int:
    """A Status if the work was done, or can never be; else a plain number."""
    try:
        status = work()
        sys.stdout.flush()
        return status
    except InputError as error:
        say(f"error: {error}", error=True)
        return Status.BAD_INPUT
    except BrokenPipeError:
        # Whoever read our output has had enough of it (`| head`).
        _give_up_on_output()
        return Status.UNKNOWN
    except KeyboardInterrupt:
        print("interrupted", file=sys.stderr)
        return INTERRUPTED
    except Exception as error:  # noqa: BLE001 - the one place where a bug becomes a message
        if not _is_explained(error):
            report_bug(error, files, out)
        return int(Status.UNKNOWN)


def _is_explained(error: Exception) -> bool:
    """Is it nobody's bug? Then it is said what it is."""
    from dovetail.execution.native import ToolchainError
    from dovetail.processes.confined import LimitReached  # these are there if one of them was raised

    if isinstance(error, ToolchainError):
        print(f"error: nothing can be run natively here: {error}", file=sys.stderr)
    elif isinstance(error, LimitReached):
        say(f"unknown: {error}", error=True)
    elif isinstance(error, OSError) and error.errno in _ENVIRONMENT:
        where = f"{error.filename}: " if error.filename is not None else ""
        say(f"error: {where}{error.strerror}", error=True)
    else:
        return False
    return True


@contextmanager
def ended_like_interrupted() -> Iterator[None]:
    """SIGTERM, with which schedulers end a job, is like Ctrl-C: what is known by then is the result."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _give_up_on_output() -> None:
    """What Python still holds of it must go somewhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def report_bug(error: BaseException, files: Sequence[Path], out: Path = output_folder.DEFAULT) -> None:
    """Tell the user, and save the traceback with everything needed to see it again."""
    from dovetail.processes.supervised import Broken

    if isinstance(error, Broken):
        report_problem(str(error), error.details, files, out)
    else:
        text = "".join(traceback.format_exception(error))
        report_problem(f"{type(error).__name__}: {error}", text, files, out)
    print("Nothing is known about the program.", file=sys.stderr)


def report_problem(
    summary: str, details: str, files: Sequence[Path], out: Path = output_folder.DEFAULT
) -> None:
    """Tell the user of something that is wrong inside of Dovetail, and save it."""
    say(f"This is a bug in Dovetail: {summary}", error=True)
    try:
        folder = _save(f"{summary}\n\n{details}", files, out)
    except (OSError, output_folder.NotOurs) as obstacle:
        say(f"What reproduces it could not be saved ({obstacle}), so here it is:\n{details}", error=True)
    else:
        say(f"What reproduces it was saved in {folder}; please report it.", error=True)


def _save(text: str, files: Sequence[Path], out: Path) -> Path:
    # The same failure always goes to the same folder: trying again does not pile them up.
    name = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()[:12]
    folder = output_folder.claim(out) / f"bug-{name}"
    folder.mkdir(exist_ok=True)
    if folder.is_symlink():
        raise output_folder.NotOurs(folder)
    lines = [
        f"dovetail {__version__}",
        f"Python {platform.python_version()} on {platform.system()} {platform.machine()}",
        f"command: dovetail {' '.join(sys.argv[1:])}",
        "",
        text,
    ]
    put(folder, "report.txt", "\n".join(lines).encode("utf-8", "replace"))
    for number, file in enumerate(files):
        if file.is_file():
            put(folder, f"{number}-{file.name}", file.read_bytes())
    return folder
