"""Paths from outside: on a command line, in a task file, in evidence. A path is only ever a path.

A file may be called `-o` or `@flags`, and what is handed to a compiler under such a name is not read but
obeyed. So every path goes through `operand` before it stands in a command. A name with a newline in it would
end the comment, the line marker or the message that it is written into; C has no way to write it, and neither
has Dovetail: such a file is refused. What is no plain file (a pipe, a device) may have no end, and is not
opened; and a file with more or less in it than its size says is made up while it is read, like those in
/proc: it may keep its reader waiting, and is refused.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
from pathlib import Path

from dovetail.frontend.errors import InputError
from dovetail.quick_dataclass import dataclass

MAX_SOURCE = 20_000_000
"""Bytes of a C file: the syntax tree of a larger one would not fit into memory."""
MAX_READ = 50_000_000
"""Bytes of anything else that goes into a program."""
MAX_TEXT = 1 << 20
"""Bytes of a task file or a property file."""


@dataclass(frozen=True, slots=True)
class ReadFile:
    """A file that went into a program, and what was in it then."""

    path: str
    sha256: str


def operand(path: Path | str) -> str:
    """The path as it can stand in a command: never taken for an option, nor for a file of options."""
    text = os.fspath(path)
    return text if text[:1].isalnum() or text[:1] in ("/", ".", "_") else f"./{text}"


def require_plain(path: Path) -> None:
    """See that there is such a file, that it is one, and that it has a name that can be written down. Raises
    InputError."""
    shown = named(path)
    whole = os.path.abspath(path)
    if not is_writable_name(whole):
        raise InputError(f"{shown}: a file whose path holds control characters, or is no UTF-8, is not read")
    if not os.path.exists(path):  # unlike those of a Path, these have an answer for names of any length
        raise InputError(f"{shown}: no such file")
    if os.path.isdir(path):
        raise InputError(f"{shown}: this is a directory; name the C files in it")
    if not os.path.isfile(path):
        raise InputError(f"{shown}: this is no plain file")


def is_writable_name(text: str) -> bool:
    """Can it be written into a line of any text file?"""
    if any(ord(character) < 32 or ord(character) == 127 for character in text):
        return False
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def named(path: Path | str) -> str:
    """A path for people, whatever is in it."""
    return os.fspath(path).encode("unicode_escape" if not is_writable_name(str(path)) else "utf-8").decode()


def text_of(path: Path, what: str) -> str:
    """The text of a small file. Raises InputError."""
    if not os.path.isfile(path):
        missing = "this is no plain file" if os.path.exists(path) else "no such file"
        raise InputError(f"{named(path)}: {what} cannot be read: {missing}")
    data = contents(path, MAX_TEXT, f"{what} is larger than any ({MAX_TEXT} bytes)")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: {what} cannot be read: {error}") from error


def contents(path: Path | str, most: int, too_large: str = "") -> bytes:
    """What is in a plain file, at once, if that is not more than so many bytes. Raises InputError."""
    shown = named(path)
    try:
        if not stat.S_ISREG(os.stat(path).st_mode):
            raise InputError(f"{shown}: this is no plain file")
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY)
        with open(handle, "rb", buffering=0):
            size = os.fstat(handle).st_size
            if size > most:
                large = f"{size / 1e6:.0f} MB is more than Dovetail reads ({most / 1e6:.0f} MB)"
                raise InputError(f"{shown}: {too_large or large}")
            data = _up_to(handle, size + 1)
    except OSError as error:
        raise InputError(f"{shown}: cannot be read: {error.strerror}") from error
    if len(data) != size:
        raise InputError(f"{shown}: what is in it has not the size that the file has: this is no plain file")
    return data


def _up_to(handle: int, most: int) -> bytes:
    pieces, left = [], most
    while left and (piece := os.read(handle, left)):
        pieces.append(piece)
        left -= len(piece)
    return b"".join(pieces)


def read_file(path: str, most: int = MAX_READ) -> ReadFile:
    """What is in a file now. Raises InputError."""
    return ReadFile(path, hashlib.sha256(contents(path, most)).hexdigest())


_WORD = re.compile(rb"(?:\\[ #]|\$\$|[^\s])+")
_ESCAPE = re.compile(rb"\\([ #])|\$(\$)")


def dependencies(text: bytes) -> list[str]:
    """The names in the dependency file of a compiler, which writes them for `make`: with slashes for
    backslashes."""
    words = text.replace(b"\\\n", b" ").split(b":", 1)[-1]
    return [os.fsdecode(_ESCAPE.sub(rb"\1\2", word)) for word in _WORD.findall(words)]


def unescaped(name: bytes) -> str:
    """A name that a compiler has written between quotation marks."""
    return os.fsdecode(_QUOTED.sub(_character, name))


_QUOTED = re.compile(rb"\\([0-7]{1,3}|.)", re.S)


def _character(found: re.Match[bytes]) -> bytes:
    body = found[1]
    return bytes([int(body, 8) & 0xFF]) if body[:1] in b"01234567" else body
