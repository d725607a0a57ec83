"""A file of a build, looked over: which functions it defines, and what each of them mentions.

That is all that finding the units takes. It is made of the syntax tree alone, and nothing is linked. The file
is told by its *text*: what the preprocessor makes of it, under each standard that it may be read by, and what
went into that. Two readings with the same text and the same flags are the same reading.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from dovetail.frontend.clang import NEWEST, STANDARDS, Preprocessed, preprocess
from dovetail.frontend.compile_commands import Build
from dovetail.frontend.contracts_given import given_contracts
from dovetail.frontend.errors import InputError
from dovetail.frontend.flags import Flags
from dovetail.frontend.nesting import with_room
from dovetail.frontend.paths import ReadFile
from dovetail.frontend.reading import data_model, read_files, require_readable
from dovetail.frontend.syntax import Node
from dovetail.frontend.units import TranslationUnit
from dovetail.program.types import DataModel, Target
from dovetail.projects.line_shapes import Moved, NotMoved, Shape, moved, runs_from, shape_of
from dovetail.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Symbol:
    """A function or a variable that a file defines. `mentions` are the functions and variables in it."""

    name: str
    line: int
    size: int
    """Of its text, in bytes."""
    mentions: tuple[str, ...]
    is_function: bool = True
    static: bool = False
    contract: bool = False
    own: bool = True
    """Does it stand in the file itself, rather than in a header file?"""

    def to_json(self) -> list[Any]:
        return [
            *(self.name, self.line, self.size, list(self.mentions)),
            *(self.is_function, self.static, self.contract, self.own),
        ]

    @staticmethod
    def from_json(said: Sequence[Any]) -> Symbol:
        name, line, size, mentions, *flags = said
        return Symbol(str(name), int(line), int(size), tuple(map(str, mentions)), *map(bool, flags))


Read = frozenset[tuple[str, str]]
"""Files that went into a text, without links in their paths, and the hash of what was in each."""


@dataclass(frozen=True, slots=True)
class Text:
    """The hash of a file's text, and of how it is read; what went into it; and its shape."""

    key: str
    read: Read
    shape: Shape = Shape()


def read_in(files: Iterable[ReadFile]) -> Read:
    return frozenset((os.path.realpath(one.path), one.sha256) for one in files)


@dataclass(frozen=True, slots=True)
class Survey:
    """What a file has, or why it cannot be read."""

    path: Path
    text: Text = Text("", frozenset())
    symbols: tuple[Symbol, ...] = ()
    error: str = ""


def to_keep(survey: Survey) -> dict[str, Any]:
    """Of a file that was looked over, under the key of its text, and under that of its shape."""
    text, symbols = survey.text, [symbol.to_json() for symbol in survey.symbols]
    moving = {_by_shape(text): [symbols, text.shape.runs]} if text.shape.key else {}
    return {text.key: symbols, **moving}


def recalled(path: Path, text: Text, kept: Callable[[str], Any | None]) -> tuple[Symbol, ...] | None:
    """What is `kept` of a file with this text, or with the same one on other lines."""
    said = kept(text.key)
    if said is not None:
        return tuple(map(Symbol.from_json, said))
    said = kept(_by_shape(text)) if text.shape.key else None
    if said is None:
        return None
    symbols, runs = said
    try:
        lines = moved([runs_from(runs)], [text.shape.runs])
        found = map(Symbol.from_json, symbols)
        return tuple(_on(lines, path, one) for one in found)
    except (NotMoved, KeyError):
        return None


def _on(lines: Moved, path: Path, symbol: Symbol) -> Symbol:
    """Nobody asks where a variable stands, and it may be in a header file."""
    own = symbol.own and symbol.is_function
    return replace(symbol, line=lines[str(path), symbol.line]) if own else symbol


def _by_shape(text: Text) -> str:
    return f"shape {text.shape.key}"


def text_of(path: Path, build: Build, asked: DataModel | None) -> Text:
    """All that the reading of a file depends on. Raises InputError."""
    require_readable(path)
    (flags,), said = build.of_files([path])
    model = data_model(asked, (flags,), [path])
    asked_for = repr((model.value, flags.absolute().words(), said))
    found = hashlib.sha256(asked_for.encode())
    went_in: set[ReadFile] = set()
    texts: list[tuple[str, Preprocessed]] = []
    for standard in _standards(flags):
        try:
            text = preprocess(path, model, flags, standard)
        except InputError as error:
            found.update(f"error: {error}".encode())
            asked_for += f"error: {error}"
            if standard == _standards(flags)[0]:
                raise
            continue
        texts.append((standard, text))
        went_in.update(text.read)
        read = [(os.path.realpath(one.path), one.path, one.sha256) for one in text.read]
        found.update(repr((standard, read)).encode())
        found.update(text.text)
    return Text(found.hexdigest(), read_in(went_in), shape_of(asked_for, texts))


def _standards(flags: Flags) -> tuple[str, ...]:
    return (flags.standard,) if flags.standard is not None else (STANDARDS[0], NEWEST)


def surveyed(path: Path, build: Build, asked: DataModel | None) -> tuple[Symbol, ...]:
    """What the file defines. Raises InputError."""
    (flags,), _ = build.of_files([path])
    model = data_model(asked, (flags,), [path])
    (unit,) = with_room(lambda: read_files([path], (flags,), Target(model))).units
    return tuple(_symbols(unit, path))


def _symbols(unit: TranslationUnit, path: Path) -> list[Symbol]:
    contracts = given_contracts(unit)
    here = os.path.realpath(path)
    system = {id(node) for node in unit.functions.values()} - {id(node) for node in unit.own_functions()}
    found = []
    for name, node in unit.functions.items():
        if id(node) in system:
            continue
        position = unit.source.position(node.offset)
        found.append(
            Symbol(
                *(name, position.line, node.end - node.offset, _mentions(node)),
                static=unit.is_static(name),
                contract=name in contracts,
                own=os.path.realpath(position.file) == here and not unit.gives_way(name),
            )
        )
    for name, nodes in unit.variables.items():
        if all(node.storage == "extern" and not node.init for node in nodes):
            continue
        mentions = tuple(dict.fromkeys(other for node in nodes for other in _mentions(node)))
        line = unit.source.position(nodes[-1].offset).line
        static = unit.is_static(name)
        found.append(Symbol(name, line, 0, mentions, is_function=False, static=static))
    return found


def _mentions(root: Node) -> tuple[str, ...]:
    """Functions and variables with linkage; a local of the same name as another's function does no harm."""
    found: dict[str, None] = {}
    for node in root.walk():
        if node.kind == "DeclRefExpr" and node.referenced is not None:
            if node.referenced.kind in ("FunctionDecl", "VarDecl"):
                found[node.referenced.name] = None
    return tuple(found)
