"""The folder that Dovetail writes into when nothing else was asked for.

It carries a marker, `.dovetail`, so that a folder of the user's is never taken for one of Dovetail's: without
the marker, nothing is written.
"""

from __future__ import annotations

from pathlib import Path

DEFAULT = Path("dovetail-out")
MARKER = ".dovetail"


class NotOurs(Exception):
    """The folder exists and Dovetail did not make it."""

    def __init__(self, folder: Path) -> None:
        super().__init__(f"{folder} exists and was not made by Dovetail: nothing is written there")


def claim(folder: Path) -> Path:
    """Make the folder with its marker, or see that it is Dovetail's already. An empty folder may be taken."""
    marker = folder / MARKER
    if folder.is_dir() and (marker.is_file() or not any(folder.iterdir())):
        pass
    elif folder.exists() or folder.is_symlink():
        raise NotOurs(folder)
    folder.mkdir(parents=True, exist_ok=True)
    if not marker.exists():
        marker.write_text(
            "This folder was made by Dovetail, which may replace what is in it.\n", encoding="utf-8"
        )
    return folder
