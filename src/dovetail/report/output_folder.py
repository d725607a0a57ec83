"""The folder that Dovetail writes into when nothing else was asked for.

It carries a marker, `.dovetail`, so that a folder of the user's is never taken for one of Dovetail's: without
the marker, nothing is written. Each run of a command has a folder of its own inside, which is made only when
there is something to put into it; nothing that an earlier run has written is touched.
"""

from __future__ import annotations

import itertools
import re
import shutil
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from dovetail.evidence.whole_files import put

DEFAULT = Path("dovetail-out")
MARKER = ".dovetail"
IGNORED = ".gitignore"
_LONGEST = 100


class NotOurs(Exception):
    """The folder exists and Dovetail did not make it."""

    def __init__(self, folder: Path) -> None:
        super().__init__(f"{folder} exists and was not made by Dovetail: nothing is written there")


def require_ours(folder: Path) -> None:
    """See that the folder is Dovetail's, is empty, or does not exist yet; raises NotOurs. What a link leads
    to has to be Dovetail's already: who has put the link there is not known, and an empty folder may be
    meant for something else."""
    marker = folder / MARKER
    if folder.is_dir():
        ours = marker.is_file() and not marker.is_symlink()
        if ours or (not folder.is_symlink() and not any(folder.iterdir())):
            return
    if folder.exists() or folder.is_symlink():
        raise NotOurs(folder)


def claim(folder: Path) -> Path:
    """Make the folder with its marker, or see that it is Dovetail's already. An empty folder may be taken."""
    require_ours(folder)
    folder.mkdir(parents=True, exist_ok=True)
    marker = folder / MARKER
    if not marker.exists():
        with suppress(FileExistsError), marker.open("x", encoding="utf-8") as file:
            file.write("This folder was made by Dovetail, which may replace what is in it.\n")
    return folder


def unversioned(folder: Path) -> None:
    """Git is told to pass over what is in a folder that nobody has asked for by name."""
    with suppress(OSError), (folder / IGNORED).open("x", encoding="utf-8") as file:
        file.write("*\n")


class RunFolder:
    """A fresh folder for one run, numbered: `ring-1` for the first run on `ring.c`, and so on."""

    def __init__(self, parent: Path, subject: str) -> None:
        """Raises NotOurs if nothing may be written there."""
        require_ours(parent)
        self._parent = parent
        # Short enough for any file system, and nothing that a command would take for an option.
        self._name = re.sub(r"[^\w.+-]", "_", subject)[:_LONGEST].lstrip(".-") or "run"
        self._made: Path | None = None

    def home(self) -> Path:
        """The run's folder itself, which is there from now on."""
        return self._make()

    def subfolder(self, name: str) -> Path:
        """A new folder inside of the run's; where there is one of that name already, with a number behind."""
        for number in itertools.count(1):
            folder = self._make() / (name if number == 1 else f"{name}-{number}")
            try:
                folder.mkdir()
            except FileExistsError:
                continue
            return folder
        raise AssertionError

    def filled(self, name: str, contents: Mapping[str, bytes]) -> tuple[Path, ...]:
        """A new folder with these files, or none at all. Raises OSError."""
        folder = self.subfolder(name)
        try:
            return tuple(put(folder, file, content) for file, content in contents.items())
        except OSError:
            shutil.rmtree(folder, ignore_errors=True)
            raise

    def _make(self) -> Path:
        if self._made is None:
            parent = claim(self._parent)
            if self._parent == DEFAULT:
                unversioned(parent)
            taken = re.compile(re.escape(self._name) + r"-(\d+)")
            numbers = [int(match[1]) for path in parent.iterdir() if (match := taken.fullmatch(path.name))]
            for number in itertools.count(max(numbers, default=0) + 1):
                folder = parent / f"{self._name}-{number}"
                try:
                    folder.mkdir()
                except FileExistsError:  # another run was quicker
                    continue
                self._made = folder
                return folder
        assert self._made is not None
        return self._made
