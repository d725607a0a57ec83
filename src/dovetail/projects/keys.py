"""What a verdict depends on, as keys under which it is kept.

There are three. The *text* of a unit is everything that is read: each file after the preprocessor, under
every standard that is tried, the hashes of all that went into it, flags, options, properties, and Dovetail
itself with its solvers. It is known before anything is parsed. Where it is the same, all that follows is,
too.

The *meaning* is the program that was made of it: the fingerprint that certificates name, which is what the
checker judges, with what is taken for granted about it, the words of its checks, and what was left out. It is
known when the unit has been read. A comment, another function or an unused macro changes the text and not the
meaning. Places are not part of it: a line that has moved means what it did.

Between the two there is the *shape* of a text (`line_shapes`): all of it but the numbers of lines.

A key may be too fine: then something is looked at again in vain. None may be too coarse, and so both are
made of what is judged, and not of what somebody thought that it depends on.
"""

from __future__ import annotations

import hashlib
import sys
from collections.abc import Mapping
from functools import cache
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path

from dovetail.asking.project import ProjectOptions
from dovetail.asking.reading import ANY, Reading
from dovetail.evidence.project import Unit, UnitKind
from dovetail.frontend.load import Loaded
from dovetail.frontend.paths import contents
from dovetail.frontend.properties import is_property_file
from dovetail.projects.survey import Text
from dovetail.proofs.fingerprint import fingerprint
from dovetail.version import __version__

_TELLING_PEOPLE = frozenset({"cli", "report", "doors", "projects", "__pycache__"})
"""Parts of Dovetail on which no verdict depends."""
_TOOLS = ("bitwuzla", "cvc5", "z3-solver", "ziglang")
_MAX_PROPERTY = 1 << 20


@cache
def semantics() -> str:
    """Dovetail, as far as verdicts depend on it: its version, all of its text, and the tools that it uses."""
    found = hashlib.sha256(f"{__version__} {sys.version_info[:2]}".encode())
    for tool in _TOOLS:
        found.update(f"{tool} {version(tool)}\n".encode())
    root = Path(str(files("dovetail")))
    for path in sorted(root.rglob("*")):
        inside = path.relative_to(root)
        if inside.parts[0] in _TELLING_PEOPLE or "__pycache__" in inside.parts or not path.is_file():
            continue
        found.update(f"{inside}\0".encode())
        found.update(hashlib.sha256(path.read_bytes()).digest())
    return found.hexdigest()


def reading_of(unit: Unit, options: ProjectOptions) -> Reading:
    """How a unit is read."""
    return Reading(
        unit.files,
        options.properties,
        unit.function,
        unit.kind is UnitKind.MODULE,
        data_model=options.data_model,
        flags=flags_of(options),
        compile_commands=options.build,
        externals=options.externals,
        malloc_may_fail=options.malloc_may_fail,
        by_contract=options.by_contract if unit.kind is UnitKind.CONTRACT else None,
    )


def flags_of(options: ProjectOptions) -> tuple[str, ...]:
    """Those that are behind the flags of the build."""
    included = (word for path in options.contracts for word in ("-include", str(path)))
    return (*options.flags, *included)


def options_of(options: ProjectOptions) -> tuple[str, ...]:
    """The same for a command."""
    words = [f"--flag={word}" for word in flags_of(options)]
    words += [] if options.data_model is None else ["--data-model", options.data_model]
    words += [] if options.externals == ANY else ["--externals", options.externals]
    return (*words, *(["--malloc-may-fail"] if options.malloc_may_fail else []))


def text_key(unit: Unit, options: ProjectOptions, texts: Mapping[Path, Text]) -> str:
    """`texts` has that of each file (`survey.text_of`)."""
    return _key(unit, options, [(str(path), texts[path].key) for path in unit.files])


def shape_key(unit: Unit, options: ProjectOptions, texts: Mapping[Path, Text]) -> str:
    """The same of the shapes of the files (`line_shapes`); nothing, if one has none."""
    shapes = [(str(path), texts[path].shape.key) for path in unit.files]
    return _key(unit, options, shapes) if all(shape for _, shape in shapes) else ""


def _key(unit: Unit, options: ProjectOptions, files: list[tuple[str, str]]) -> str:
    said = (
        semantics(),
        unit.name,
        unit.kind.value,
        unit.function,
        files,
        [_property(name) for name in options.properties],
        (options.data_model, options.externals, options.malloc_may_fail, options.by_contract),
    )
    return hashlib.sha256(repr(said).encode("utf-8", "surrogateescape")).hexdigest()


def _property(name: str) -> tuple[str, str]:
    if not is_property_file(name):
        return name, ""
    return name, hashlib.sha256(contents(Path(name), _MAX_PROPERTY)).hexdigest()


def meaning_key(unit: Unit, loaded: Loaded) -> str:
    program = loaded.program
    said = (
        semantics(),
        unit.kind.value,
        fingerprint(program),
        sorted((one.text, one.is_bound) for one in program.assumptions),
        sorted(one.reason for one in program.vanished),
        [(one.ident, one.kind, one.procedure, one.description) for one in program.checks],
        [(name, one.library) for name, one in program.procedures.items()],
        (loaded.svcomp, loaded.externals, loaded.malloc_may_fail, loaded.by_contract),
    )
    return hashlib.sha256(repr(said).encode("utf-8", "surrogateescape")).hexdigest()
