"""What came of writing a suite in a format."""

from __future__ import annotations

from dataclasses import field
from pathlib import Path

from dovetail.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Written:
    """The files, and the tests that the format cannot express, with the reason."""

    files: tuple[Path, ...]
    left_out: dict[int, str] = field(default_factory=dict)
