"""Files that are written as a whole or not at all, whenever the process that writes them is ended.

The text goes into a file beside it, hidden and called `.part`, which then takes the name. What is cut short
leaves at most that behind; nobody takes it for a result, and nobody reads it.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path


def put(folder: Path, name: str, content: bytes) -> Path:
    """A file in a folder of Dovetail's own."""
    part = folder / f".{name}.part"
    try:
        part.write_bytes(content)
        return part.replace(folder / name)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def why_unsaved(error: OSError) -> str:
    """For people, who are told a verdict whose evidence could not be written."""
    where = f"{error.filename}: " if error.filename is not None else ""
    return f"the evidence could not be written: {where}{error.strerror or error}"


def put_text(path: Path, text: str, errors: str = "strict") -> Path:
    return put(path.parent, path.name, text.encode("utf-8", errors))


def write_whole(path: Path, content: bytes) -> None:
    """A file of the user's choice, which is replaced if it is there. Raises OSError. What is not a plain
    file, such as a pipe or a link, is written into; so is a file in a folder that is not to be written."""
    if path.is_symlink() or (path.exists() and not path.is_file()):
        path.write_bytes(content)
        return
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        file = part.open("xb")
    except OSError:
        path.write_bytes(content)
        return
    try:
        with file:
            file.write(content)
        if path.exists():
            part.chmod(stat.S_IMODE(path.stat().st_mode))
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise
