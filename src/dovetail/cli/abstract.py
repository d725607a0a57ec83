"""`dovetail abstract`: the program with what is known at every point, and the classes of its checks.

The exit status is that of an unknown verdict whenever a check may fail: a class is an abstraction's word,
which nothing has checked.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Annotated

import typer

from dovetail.asking.asked import ALL_DOMAINS, AbstractOptions
from dovetail.bad_input import InputError
from dovetail.cli import options, styled
from dovetail.cli.calling import command as called
from dovetail.cli.failures import Status
from dovetail.doors.from_files import abstract_files
from dovetail.evidence.annotated import AnnotatedProgram
from dovetail.quick_dataclass import dataclass
from dovetail.report.by_line import files_by_line
from dovetail.report.listing import WIDTH, all_at, answer, ending, last_line, nearest_lines
from dovetail.report.markers import as_read
from dovetail.report.page import NotOurPage, require_our_page, write_page

_PLACE = re.compile(r"(?:(?P<file>.+):)?(?P<line>\d+)")


@called()
def command(
    *,
    forward: Annotated[bool, typer.Option("--forward", help="What executions come with to a point.")] = False,
    backward: Annotated[
        bool, typer.Option("--backward", help="With what they can go on from a point to the goal.")
    ] = False,
    both: Annotated[bool, typer.Option("--both", help="Both, in turn; the default.")] = False,
    domain: Annotated[
        str,
        typer.Option(
            "--domain",
            metavar="NAME",
            help="Describe values by constants, intervals, congruences, octagons, polyhedra, or all; "
            "or heaps by their shapes.",
        ),
    ] = ALL_DOMAINS,
    at: Annotated[
        str | None,
        options.option("--at", "All that is known at this line.", "LINE|FILE:LINE"),
    ] = None,
    html: Annotated[
        Path | None,
        options.option("--html", "Write it as a page for a browser, instead of listing it.", "FILE"),
    ] = None,
    limits: options.TimeAndMemory,
    document: options.Document,
    reading: options.Program,
    quiet: options.Quiet = False,
) -> Status:
    """The program with what is known at every point, forward, backward or both."""
    place = None if at is None else _place(at)
    if html is not None:
        _require_writable(html)
    asked = AbstractOptions(_direction(forward, backward, both), domain, limits)
    annotated = abstract_files(reading, asked)
    shown = as_read(annotated)
    line = None if place is None else place.among(shown)
    if html is not None:
        _write(shown, html)
    document.write(annotated.to_json)
    if document.leaves_the_terminal:
        _print(shown, line, html, quiet)
    return status_of(annotated)


def status_of(annotated: AnnotatedProgram) -> Status:
    """Of what comes after something that is not modelled, nothing is known."""
    holds = all(check.found.holds for check in annotated.checks) and not annotated.unmodelled
    return Status.FINE if holds else Status.UNKNOWN


def _direction(forward: bool, backward: bool, both: bool) -> str:
    if forward + backward + both > 1:
        raise InputError("--forward, --backward and --both exclude each other")
    return "forward" if forward else "backward" if backward else "both"


def _print(
    annotated: AnnotatedProgram, asked: tuple[str, int] | None, html: Path | None, quiet: bool
) -> None:
    console = styled.console()
    width = console.width if console.is_terminal else WIDTH
    if quiet:
        console.print(last_line(annotated))
        return
    if asked is not None:
        for text in all_at(annotated, *asked, width):
            console.print(text)
        console.print()
        console.print(last_line(annotated))
        return
    for text in answer(annotated, width) if html is None else ending(annotated, html):
        console.print(text)


# ---- the line that is asked for ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Place:
    file: str | None
    line: int

    def among(self, annotated: AnnotatedProgram) -> tuple[str, int]:
        """The file's name as it is known, and the line; raises InputError if there is no point."""
        file = self._file(annotated)
        if not any(
            point.position.file == file and point.position.line == self.line for point in annotated.points
        ):
            near = [str(line) for line in nearest_lines(annotated, file, self.line) if line is not None]
            where = f"; the nearest are on {' and '.join(near)}" if near else ""
            raise InputError(
                f"--at: no statement that is analysed begins on line {self.line} of {file}{where}"
            )
        return file, self.line

    def _file(self, annotated: AnnotatedProgram) -> str:
        names = [file.name for file in files_by_line(annotated)]
        if self.file is None:
            if len(annotated.files) > 1 or not names:
                raise InputError(f"--at: of which file? Ask for FILE:{self.line}")
            return annotated.files[0] if annotated.files[0] in names else names[0]
        if self.file in names:
            return self.file
        parts = Path(self.file).parts
        ending_so = [name for name in names if Path(name).parts[-len(parts) :] == parts]
        if len(ending_so) != 1:
            told = (
                "several files end so"
                if ending_so
                else f"nothing is known in it; there are {', '.join(names)}"
            )
            raise InputError(f"--at: {self.file}: {told}")
        return ending_so[0]


def _place(written: str) -> _Place:
    match = _PLACE.fullmatch(written.strip())
    if match is None or int(match["line"]) == 0:
        raise InputError(f"--at: '{written}' is neither a line nor FILE:LINE")
    return _Place(match["file"], int(match["line"]))


# ---- the page ----------------------------------------------------------------------------------------------


def _require_writable(path: Path) -> None:
    """Found out before the work, not after it."""
    if path.is_dir() or not path.parent.is_dir():
        raise InputError(f"{path}: cannot be written: there is no such folder, or it is one")
    try:
        require_our_page(path)
    except NotOurPage as error:
        raise InputError(str(error)) from error
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror}") from error


def _write(annotated: AnnotatedProgram, path: Path) -> None:
    try:
        write_page(annotated, path)
    except NotOurPage as error:
        raise InputError(str(error)) from error
    except OSError as error:
        raise InputError(f"{path}: cannot be written: {error.strerror}") from error
