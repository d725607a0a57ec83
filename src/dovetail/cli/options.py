"""The options that several commands share, each defined once, and what is made of them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from enum import Enum
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from dovetail.asking.limits import Limits
from dovetail.asking.project import Reported
from dovetail.asking.reading import Reading
from dovetail.asking.schedule import BYTES, SECONDS
from dovetail.bad_input import InputError
from dovetail.cli.calling import Made
from dovetail.cli.terminal import say
from dovetail.evidence.whole_files import write_whole
from dovetail.program.types import DataModel
from dovetail.quick_dataclass import dataclass
from dovetail.report.quantities import bytes_of, duration, seconds_of, size

N = TypeVar("N", int, float)


def option(names: str, help: str, metavar: str | None = None, **more: Any) -> Any:
    """An option without which there is nothing to be said of."""
    return typer.Option(*names.split(), metavar=metavar, help=help, show_default=False, **more)


Trusted = Annotated[
    list[str] | None,
    option(
        "-I",
        "A folder that the evidence names, whose header files may be read instead of Dovetail's own.",
        "DIR",
    ),
]
Quiet = Annotated[bool, option("--quiet -q", "Print only how it ended.")]


# ---- what is read ------------------------------------------------------------------------------------------


class Externals(Enum):
    """What functions without a body do."""

    ANY = "any"
    PURE = "pure"


_PROPERTIES = (
    "What to check: unreach-call (the default), unreach-label (labels ERROR, too), no-overflow, "
    "valid-memsafety or a part of it (valid-deref, valid-free, valid-memtrack), "
    "valid-memcleanup, no-unsigned-overflow, no-lossy-conversion, valid-index, no-pointer-overflow, "
    "no-undefined-shift, no-division-by-zero, no-nan, no-float-overflow, or a property file. "
    "May be given several times."
)


def _task(
    files: Annotated[
        list[Path], typer.Argument(metavar="FILE…", help="C files of one program.", show_default=False)
    ],
    properties: Annotated[
        list[str] | None,
        option(
            "--property",
            _PROPERTIES,
            "NAME|FILE.prp",
        ),
    ] = None,
    function: Annotated[
        str | None,
        option("--function", "Start in this function, with any arguments, instead of main.", "NAME"),
    ] = None,
    api_flag: Annotated[
        bool,
        option(
            "--api",
            "The files are a module without main: call any exported function, with any arguments, "
            "in any order, any number of times.",
        ),
    ] = False,
    api_functions: Annotated[
        str | None, option("--api-functions", "With --api: call only these functions.", "F,G,…")
    ] = None,
    api_init: Annotated[
        str | None,
        option("--api-init", "With --api: call this function first, once, with any arguments.", "NAME"),
    ] = None,
    data_model: Annotated[
        DataModel | None,
        option(
            "--data-model",
            "The sizes of long and of pointers; LP64 unless a task file says otherwise.",
            case_sensitive=False,
        ),
    ] = None,
    flags: Annotated[
        list[str] | None,
        option(
            "--flag",
            "A flag of the compiler. -I -D -U -include -isystem -std= -m32 -f… and their like can stand for "
            "themselves, and so can anything behind -- that stands behind a file.",
            "FLAG",
        ),
    ] = None,
    compile_commands: Annotated[
        Path | None,
        option(
            "--compile-commands -p",
            "The flags of each file from a compile_commands.json, or from the one in a folder of a build.",
            "FILE|DIR",
        ),
    ] = None,
    svcomp: Annotated[
        bool,
        option(
            "--svcomp",
            "The conventions of SV-COMP hold: main has no arguments, functions without a body only return "
            "a value, malloc succeeds. With a task file or a property file they do anyway.",
        ),
    ] = False,
    externals: Annotated[
        Externals,
        typer.Option(
            "--externals",
            case_sensitive=False,
            help="What your functions without a body do: any, whatever they could (they write all that they "
            "can reach); pure, only return a value.",
        ),
    ] = Externals.ANY,
    malloc_may_fail: Annotated[
        bool, option("--malloc-may-fail", "malloc and its kin return null whenever they like.")
    ] = False,
    by_contract: Annotated[
        str | None,
        typer.Option(
            "--by-contract",
            metavar="NAMES",
            help="With --function: only these functions are taken by their contracts (commas between them; "
            "'' for none). Otherwise all that have one are.",
        ),
    ] = None,
    contracts: Annotated[
        list[Path] | None,
        option(
            "--contracts",
            "A C file with declarations that have clauses: the contracts of functions whose code has none. "
            "May be given several times.",
            "FILE",
        ),
    ] = None,
) -> Reading:
    called = _called(api_flag, api_functions)
    return Reading(
        *(files, properties or (), function, called, api_init, data_model),
        *(flags or (), compile_commands, svcomp, externals.value, malloc_may_fail),
        None if by_contract is None else [name for name in by_contract.split(",") if name],
        contracts or (),
    )


def _called(api: bool, functions: str | None) -> bool | list[str]:
    """What `--api` and `--api-functions` ask for; the latter means the former."""
    if functions is None:
        return api
    names = [name.strip() for name in functions.split(",")]
    if not all(names):
        raise InputError("--api-functions: names of functions, with commas between them")
    return names


Task = Annotated[Reading, Made(by=_task)]
Program = Annotated[Reading, Made(by=_task, without=("svcomp",))]
"""A program whose meaning the conventions of SV-COMP do not change."""


# ---- what it may take --------------------------------------------------------------------------------------


def _limits(
    timeout: Annotated[
        str, typer.Option("--timeout", metavar="60s|2m|1h", help="How long it may take, all in all.")
    ] = duration(SECONDS),
    memory: Annotated[
        str, typer.Option("--memory", metavar="4GiB", help="How much memory it may use.")
    ] = size(BYTES),
    moves: Annotated[
        int | None,
        option(
            "--moves",
            "Let each strategy make N moves, however long that takes within --timeout: "
            "the same seed then gives the same result again.",
            "N",
            min=1,
        ),
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help="Where random choices start.")] = 0,
) -> Limits:
    seconds = number("--timeout", seconds_of, timeout)
    return Limits.from_now(seconds, number("--memory", bytes_of, memory), moves=moves, seed=seed)


def number(option: str, read: Callable[[str], N], written: str) -> N:
    try:
        return read(written)
    except ValueError as error:
        raise InputError(f"{option}: {error}") from error


WithMoves = Annotated[Limits, Made(by=_limits)]
WithSeed = Annotated[Limits, Made(by=_limits, without=("moves",))]
TimeAndMemory = Annotated[Limits, Made(by=_limits, without=("moves", "seed"))]


# ---- where it goes -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class JsonTarget:
    """Where a document goes: a file, the terminal instead of the text, or nowhere."""

    path: Path | None
    wanted: bool = True

    @property
    def leaves_the_terminal(self) -> bool:
        """Is there room for text for people?"""
        return self.path is not None or not self.wanted

    def write(self, document: Callable[[], dict[str, Any]]) -> None:
        """What the result is as a document, if anybody wants it."""
        if not self.wanted:
            return
        text = json.dumps(document(), indent=1, ensure_ascii=False) + "\n"
        if self.path is None:
            print(text.encode("utf-8", "backslashreplace").decode(), end="")
            return
        # The work is done by now: what is known is printed all the same, and has the status that it has.
        try:
            _require_ours(self.path)
            write_whole(self.path, text.encode("utf-8", "backslashreplace"))
        except OSError as error:
            say(f"error: {self.path}: cannot be written: {error.strerror}", error=True)
        except InputError as error:
            say(f"error: {error}", error=True)


_RESULT = re.compile(rb'\{\s*"format": "dovetail-(?!certificate|violation)[a-z]+"')
_HEAD = 200


def _require_ours(path: Path) -> None:
    """A file that is there is replaced only if it is empty or a document that `--json` has written. Raises
    InputError, or OSError."""
    if not path.exists() and not path.is_symlink():
        return
    if path.is_file():
        with path.open("rb") as file:
            head = file.read(_HEAD)
        if head and not _RESULT.match(head):
            raise InputError(f"{path} exists and was not written by --json: it is not overwritten")
    elif not path.exists():
        raise InputError(f"{path} is a link to nowhere: nothing is written there")


def _document(
    json_to: Annotated[
        str | None, option("--json", "Write the result as JSON; - is the terminal.", "FILE|-")
    ] = None,
) -> JsonTarget:
    """What `--json` asks for. A folder that does not exist, or a file that is not to be overwritten, is found
    out before the work, not after it."""
    if json_to is None or json_to == "-":
        return JsonTarget(None, wanted=json_to is not None)
    path = Path(json_to)
    if path.is_dir() or not path.parent.is_dir():
        raise InputError(f"{path}: cannot be written: there is no such folder, or it is one")
    try:
        _require_ours(path)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror}") from error
    return JsonTarget(path)


Document = Annotated[JsonTarget, Made(by=_document)]


def _reports(
    html: Annotated[Path | None, option("--html", "Write a page for a browser.", "FILE")] = None,
    sarif: Annotated[Path | None, option("--sarif", "Write findings as SARIF 2.1.0.", "FILE")] = None,
    junit: Annotated[Path | None, option("--junit", "Write units as JUnit XML.", "FILE")] = None,
    code_quality: Annotated[
        Path | None, option("--code-quality", "Write findings as GitLab's code quality report.", "FILE")
    ] = None,
    annotations: Annotated[
        Path | None, option("--annotations", "Write what is new as GitHub's workflow commands.", "FILE")
    ] = None,
    markdown: Annotated[
        Path | None, option("--markdown", "Write what is new as Markdown, for a comment.", "FILE")
    ] = None,
    witness: Annotated[
        Path | None, option("--witness", "Write the witness, in SV-COMP's format 2.0.", "FILE")
    ] = None,
) -> Reported:
    return Reported(sarif, junit, code_quality, html, annotations, markdown, witness)


Reports = Annotated[Reported, Made(by=_reports)]
ReportsOnBuilds = Annotated[Reported, Made(by=_reports, without=("witness",))]


# ---- predicates --------------------------------------------------------------------------------------------


def predicates_in(path: Path | None) -> tuple[str, ...]:
    """The predicates in a file, one on each line; `#` begins a comment."""
    if path is None:
        return ()
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{path}: cannot be read: {error}") from error
    lines = (line.split("#", 1)[0].strip() for line in text.splitlines())
    return tuple(line for line in lines if line)
