"""A run of the compiler: text in, text out, at any length.

clang writes its syntax tree with an indentation by depth, and so a sum of four thousand terms, eight
kilobytes of C, comes as 2.4 GB of which nearly all is blanks. It is read while it is written, and deep
indentation is not kept: what is in memory grows with the tree, and not with its square.
"""

from __future__ import annotations

import fcntl
import os
import re
import subprocess
from collections.abc import Sequence
from contextlib import suppress

from dovetail.quick_dataclass import dataclass

_CHUNK = 1 << 20
_DEEP = 512
"""Blanks before a line that are worth the trouble. Nothing that anybody writes by hand has so many."""
_SAMPLE = 1 << 16
"""The beginning of a chunk, from which the rest is judged."""
_DEEP_LINE = b"\n" + b" " * _DEEP
_INDENTATION = re.compile(rb"\n {%d,}" % _DEEP)


class TooMuchOutput(Exception):
    """More than was asked for came out."""


@dataclass(frozen=True, slots=True)
class Done:
    status: int
    output: bytearray
    """As it was put together: a copy of a large tree would be one too many."""
    errors: bytes


def run(
    command: Sequence[str], text: bytes | None = None, *, most: int | None = None, tree: bool = False
) -> Done:
    """Run the compiler on a text, or on what the command names. Of a `tree` deep indentation is left out.
    Raises TooMuchOutput for more than `most` bytes."""
    source = os.memfd_create("dovetail-source", os.MFD_CLOEXEC)
    errors = os.memfd_create("dovetail-errors", os.MFD_CLOEXEC)
    try:
        with open(source, "wb", closefd=False) as file:
            file.write(text or b"")
        os.lseek(source, 0, os.SEEK_SET)
        process = subprocess.Popen(command, stdin=source, stdout=subprocess.PIPE, stderr=errors)
        with process:
            try:
                assert process.stdout is not None
                output = _read(process.stdout.fileno(), most, tree)
            except BaseException:
                process.kill()
                raise
        return Done(process.returncode, output, _contents(errors))
    finally:
        os.close(source)
        os.close(errors)


def _read(pipe: int, most: int | None, tree: bool) -> bytearray:
    with suppress(OSError):  # there may be a limit to what all pipes of a user hold; a small one is slower
        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, _CHUNK)
    output = bytearray()
    rest = b""
    """Of a line that has only begun, if that is deep."""
    while chunk := os.read(pipe, _CHUNK):
        chunk = rest + chunk
        rest = b""
        if tree and _DEEP_LINE in chunk:
            end = chunk.rfind(b"\n")
            chunk, rest = _unindented(chunk[:end]), chunk[end:]
        output += chunk
        if most is not None and len(output) > most:
            raise TooMuchOutput
    output += rest
    return output


def _unindented(text: bytes) -> bytes:
    """Without deep indentation. What the text begins with is not at the beginning of a line."""
    if text.count(b"\n", 0, _SAMPLE) * _DEEP * 2 > _SAMPLE:
        return _INDENTATION.sub(b"\n", text)
    # Where nearly all is blank, it is faster to come from the ends of the lines, and to compare all blanks at
    # once.
    first, mark, _ = text.partition(b"\n")
    lines, begin, blanks = [first], len(first) + 1, b""
    while mark and begin <= len(text):
        end = text.find(b"\n", begin)
        end = len(text) if end < 0 else end
        content = text.rfind(b"  ", begin, end) + 2
        if content - begin > _DEEP:
            if len(blanks) != content - begin:
                blanks = b" " * (content - begin)
            if not text.startswith(blanks, begin):  # they are part of what is said
                content = begin
        else:
            content = begin
        lines.append(text[content:end])
        begin = end + 1
    return b"\n".join(lines)


def _contents(file: int) -> bytes:
    os.lseek(file, 0, os.SEEK_SET)
    with open(file, "rb", closefd=False) as opened:
        return opened.read()
