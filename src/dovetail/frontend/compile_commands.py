"""The flags of each file as a build has them: compile_commands.json, which CMake, Meson and Bear write.

An entry is a command for one file, as a list of words or as a line for a shell, and the folder that it is run
in. Nothing of it is run: of the compiler only the name is looked at, for what machine it compiles, and the
rest becomes values (`flag_words`). Words that begin with @ name files with more words in them.
"""

from __future__ import annotations

import json
import os
import re
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from dovetail.frontend.errors import InputError
from dovetail.frontend.flag_table import required_bits, takes_next
from dovetail.frontend.flag_words import Written, flags_in_build, flags_of
from dovetail.frontend.flags import Flags
from dovetail.frontend.paths import contents, named, operand, text_of
from dovetail.quick_dataclass import dataclass

NAME = "compile_commands.json"
MAX_BYTES = 1 << 28
_MAX_WORDS = 100_000
_MAX_DEPTH = 10
_CROSS = re.compile(r"(?P<triple>[\w.]+(?:-[\w.]+)+)-(?:gcc|cc|clang)(?:-[\d.]+)?(?:\.exe)?")
_NOT_C = re.compile(r"(?:clang-)?cl(?:\.exe)?|.*(?:g\+\+|clang\+\+|nvcc|icx?pc)(?:-[\d.]+)?(?:\.exe)?")


@dataclass(frozen=True, slots=True)
class Build:
    """Where flags come from. Those of the build come first, so that `flags` have the last word; `each` has
    them ready, file by file, as evidence has."""

    flags: tuple[str, ...] = ()
    compile_commands: Path | None = None
    each: tuple[Flags, ...] | None = None

    def of_files(self, files: Sequence[Path]) -> tuple[tuple[Flags, ...], tuple[str, ...]]:
        """The flags of each file, and what is to be said about them. Raises InputError."""
        if self.each is not None:
            if len(self.each) != len(files):
                raise InputError(f"there are flags for {len(self.each)} files, but there are {len(files)}")
            return self.each, ()
        given = Written(_expanded(self.flags, None, "", 0))
        if self.compile_commands is None:
            return (flags_of(given),) * len(files), ()
        database = _Database.read(self.compile_commands)
        found = [database.commands.get(os.path.realpath(file), ()) for file in files]
        if not any(found):
            names = ", ".join(map(named, files))
            raise InputError(
                f"{named(database.path)}: there is nothing about {names} in it: name the files of the build"
            )
        said = []
        flags = []
        for file, commands in zip(files, found, strict=True):
            each = list(dict.fromkeys(one.flags(operand(file), given) for one in commands))
            flags.append(each[0] if each else flags_of(given))
            if not each:
                said.append(f"{named(file)} is not in {named(database.path)}: it is read without its flags")
            elif len(each) > 1:
                words = " ".join(each[0].words())
                said.append(
                    f"{named(file)} is compiled in {len(each)} ways by {named(database.path)}: it is read as "
                    f"in the first ({words or 'without flags'})"
                )
        return tuple(flags), tuple(said)


NO_BUILD = Build()


@dataclass(frozen=True, slots=True)
class _Command:
    """`origin` is how it is called when something is wrong with it."""

    words: tuple[str, ...]
    folder: str
    source: str
    origin: str

    def flags(self, here: str, given: Written) -> Flags:
        """Of the file, which is read as `here`, with those that are `given` behind. Raises InputError."""
        words = list(_expanded(self.words, self.folder, self.origin, 0))
        found: list[str] = []
        source, clang = here, False
        while words and not words[0].startswith("-") and not self._is_source(words[0]):
            clang = "clang" in os.path.basename(words[0])
            found += self._machine(words.pop(0))  # the compiler, and what it is started by
        at = 0
        while at < len(words):
            word = words[at]
            at += 1
            if word == "--":
                continue
            if word.startswith("-") and word != "-":
                valued = takes_next(word)
                found += words[at - 1 : at + valued]
                at += valued
            elif not self._is_source(word):
                raise InputError(f"{self.origin}'{named(word)}' is neither a flag nor the file")
            else:
                source = word
        parts = (Written(tuple(found), self.folder, self.origin), given)
        return flags_in_build(parts, here, source, clang=clang)

    def _is_source(self, word: str) -> bool:
        return os.path.realpath(os.path.join(self.folder, word)) == self.source

    def _machine(self, compiler: str) -> list[str]:
        """What the name of a compiler says about the machine that it compiles for."""
        name = os.path.basename(compiler)
        if _NOT_C.fullmatch(name):
            raise InputError(f"{self.origin}{named(name)} is not a compiler for C as Dovetail knows it")
        cross = _CROSS.fullmatch(name)
        if cross is None:
            return []
        bits = required_bits(cross["triple"])
        if bits is None:
            raise InputError(f"{self.origin}{named(name)} compiles for another machine than Linux on x86")
        return [f"-m{bits}"]


@dataclass(frozen=True, slots=True)
class _Database:
    path: Path
    commands: dict[str, tuple[_Command, ...]]
    """By the file, without links in its path."""

    @staticmethod
    def read(path: Path) -> _Database:
        path = path / NAME if os.path.isdir(path) else path
        document = _json(path)
        if not isinstance(document, list):
            raise InputError(f"{named(path)}: a list of commands is expected")
        commands: dict[str, tuple[_Command, ...]] = {}
        for number, entry in enumerate(document, 1):
            command = _command(entry, path, f"{named(path)}: command {number}")
            commands[command.source] = (*commands.get(command.source, ()), command)
        return _Database(path, commands)


def _json(path: Path) -> Any:
    if not os.path.isfile(path):
        missing = "this is no plain file" if os.path.exists(path) else "no such file"
        raise InputError(
            f"{named(path)}: {missing}; CMake writes one with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON"
        )
    data = contents(path, MAX_BYTES, f"this is larger than any ({MAX_BYTES} bytes)")
    try:
        return json.loads(data.decode())
    except (ValueError, RecursionError) as error:
        raise InputError(f"{named(path)}: this is not JSON: {error}") from error


def _command(entry: object, path: Path, where: str) -> _Command:
    match entry:
        case {"file": str(file), "directory": str(folder), "arguments": [_, *_] as words} if all(
            isinstance(word, str) for word in words
        ):
            pass
        case {"file": str(file), "directory": str(folder), "command": str(line), **more} if (
            "arguments" not in more
        ):
            try:
                words = shlex.split(line)
            except ValueError as error:
                raise InputError(f"{where}: the command is not a line for a shell: {error}") from error
        case _:
            file, folder, words = "", "", []
    if not words or any("\0" in text for text in (file, folder, *words)):
        raise InputError(f"{where}: 'file', 'directory' and 'command' or 'arguments' are expected")
    base = os.path.join(os.path.dirname(os.path.abspath(path)), folder)
    source = os.path.realpath(os.path.join(base, file))
    return _Command(tuple(words), base, source, f"{where}, for {named(file)}: ")


def _expanded(words: Sequence[str], folder: str | None, origin: str, depth: int) -> tuple[str, ...]:
    """With the words of the files that @ names in their place. A value is a value, whatever it is called."""
    found: list[str] = []
    for before, word in zip(("", *words), words, strict=False):
        if not word.startswith("@") or len(word) == 1 or takes_next(before):
            found.append(word)
            continue
        if depth == _MAX_DEPTH:
            raise InputError(f"{origin}{named(word)}: files of flags that name each other, too deep")
        path = Path(word[1:] if folder is None else os.path.join(folder, word[1:]))
        try:
            inside = shlex.split(text_of(path, f"{origin}the file of flags"))
        except ValueError as error:
            raise InputError(f"{origin}{named(path)}: these are no words as in a shell: {error}") from error
        found += _expanded(inside, folder, origin, depth + 1)
        if len(found) > _MAX_WORDS:
            raise InputError(f"{origin}{named(word)}: more than {_MAX_WORDS} flags")
    return tuple(found)


def sources_in(path: Path) -> tuple[Path, ...]:
    """The C files that a build compiles, in its order, each once. Raises InputError."""
    database = _Database.read(path)
    return tuple(Path(source) for source in database.commands if source.endswith(".c"))
