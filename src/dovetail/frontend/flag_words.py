"""Flags as people and builds write them, made into values (`flags`).

Every flag is one of four kinds. It says something about the meaning of a program: then it becomes a value, or
it is refused by name if Dovetail cannot honour it. It cannot change the meaning (warnings, optimisation,
debugging, what is written where): then it is passed over. It asks for something that a verifier must not do
for a file that anybody may have written (plugins, options behind the compiler's own back): refused. Or it is
not known, and refused, too: a flag that is passed over in silence may have been the one that mattered.

A later flag takes back an earlier one, as with compilers; so a refusal waits until the end.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import field, replace
from typing import Any

from dovetail.frontend.errors import InputError
from dovetail.frontend.file_names import maps_for, read_map
from dovetail.frontend.flag_table import (
    HIDDEN,
    MACRO,
    NEWER,
    OWN_MACRO,
    PASSED_OVER,
    PASSED_OVER_WITH_VALUE,
    REFUSED,
    REFUSED_WITH_VALUE,
    STANDARDS,
    TARGET,
    VALUED,
    does_not_matter,
    required_bits,
)
from dovetail.frontend.flags import SWITCHES, Flags, Folder, IncludedFile, Macro, Search, Step
from dovetail.frontend.paths import is_writable_name, named
from dovetail.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Written:
    """Flags from one place: `folder` is where its paths start, or here; `origin` is said with a refusal."""

    words: tuple[str, ...]
    folder: str | None = None
    origin: str = ""


def flags_of(*parts: Written) -> Flags:
    """The parts one after the other. Files and folders are looked for; raises InputError."""
    reader = _Reader()
    for part in parts:
        reader.read(part)
    return reader.found()


def flags_in_build(parts: Sequence[Written], here: str, written: str, *, clang: bool) -> Flags:
    """Those of a file that is read as `here` and that a command calls `written`: `__FILE__` is what it is
    there. Raises InputError."""
    reader = _Reader()
    for part in parts:
        reader.read(part)
    flags = reader.found()
    return replace(flags, names=maps_for(here, written, reader.found_as, flags.names, clang=clang))


def exact_flags(words: object) -> Flags:
    """Flags that Dovetail itself has written. Raises ValueError for anything else."""
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise ValueError("flags are a list of words")
    reader = _Reader()
    try:
        reader.read(Written(tuple(words)))
        found = reader.told()
    except InputError as error:
        raise ValueError(str(error)) from error
    if found.words() != words:
        raise ValueError(f"{' '.join(words)!r} are not flags as Dovetail writes them")
    return found


# ---- reading -----------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Reader:
    flags: Flags = field(default_factory=Flags)
    steps: list[tuple[Step, str | None]] = field(default_factory=list)
    """Each with the folder that its path starts from."""
    refusals: dict[str, str] = field(default_factory=dict)
    """By what takes them back."""
    found_as: list[tuple[str, str]] = field(default_factory=list)
    """Folders and files, where they are, and how that was written."""

    def told(self) -> Flags:
        """As it was written, wherever its files are."""
        for refusal in self.refusals.values():
            raise InputError(refusal)
        return replace(self.flags, steps=tuple(step for step, _ in self.steps))

    def found(self) -> Flags:
        """With folders that are there, as compilers leave out the others, and files to include where they
        are: from where their paths start, or in a folder for header files."""
        flags = self.told()
        folders = [_from(folder, step.path) for step, folder in self.steps if isinstance(step, Folder)]
        steps: list[Step] = []
        for step, folder in self.steps:
            match step:
                case Folder(path=path):
                    if os.path.isdir(_from(folder, path)):
                        steps.append(replace(step, path=_from(folder, path)))
                        self.found_as.append((_from(folder, path), path))
                case IncludedFile(path=path):
                    places = [_from(folder, path), *(os.path.join(one, path) for one in folders)]
                    first = next((place for place in places if os.path.isfile(place)), None)
                    if first is None:
                        raise InputError(f"-include {named(path)}: there is no such file")
                    steps.append(replace(step, path=first))
                    self.found_as.append((first, path))
                case Macro():
                    steps.append(step)
        return replace(flags, steps=tuple(steps))

    def read(self, part: Written) -> None:
        words = iter(part.words)
        for word in words:
            if not is_writable_name(word):
                raise InputError(f"{part.origin}a flag with control characters in it: {named(word)}")
            try:
                self._read(word, words, part.folder)
            except InputError as error:
                raise InputError(f"{part.origin}{error.message}") from None
        if part.origin:
            self.refusals = {
                key: text if text.startswith(part.origin) else f"{part.origin}{text}"
                for key, text in self.refusals.items()
            }

    def _read(self, word: str, rest: Iterable[str], folder: str | None) -> None:
        if not word.startswith("-") or word == "-":
            raise InputError(f"'{word}' is not a flag of the compiler; files stand before --")
        if word.startswith("--std="):
            word = word[1:]
        self._take_back(word)
        if PASSED_OVER_WITH_VALUE.fullmatch(word):
            _value(word, rest)
        elif re.fullmatch(PASSED_OVER, word):
            pass
        elif word.startswith("-Wp,"):
            self._for_preprocessor(word)
        elif (found := _split(word)) is not None:
            flag, attached = found
            value = attached or _value(flag, rest)
            self._with_value(flag, value, folder)
        elif word.startswith(("-std=", "-ansi")):
            self._standard(word)
        elif word in TARGET or word.startswith("--target="):
            self._target(word.partition("=")[2] or _value(word, rest))
        elif not (self._switch(word) or self._macro_flag(word) or does_not_matter(word)):
            self._refuse(word, rest)

    # ---- of each kind --------------------------------------------------------------------------------------

    def _with_value(self, flag: str, value: str, folder: str | None) -> None:
        match flag:
            case "-D":
                name, equals, text = value.partition("=")
                self._define(Macro(name, text if equals else "1"))
            case "-U":
                self._define(Macro(value, None))
            case "-include" | "-imacros":
                self.steps.append((IncludedFile(value, flag == "-imacros"), folder))
            case "-x":
                if value not in ("c", "none"):
                    raise InputError(f"-x {value}: Dovetail reads C")
            case _:
                if (flag, value) == ("-I", "-") or value.startswith(("=", "$SYSROOT")):
                    raise InputError(f"{flag}{value}: name the folder itself")
                self.steps.append((Folder(Search(flag), value), folder))

    def _define(self, macro: Macro) -> None:
        found = MACRO.fullmatch(macro.name)
        written = f"-{'U' if macro.value is None else 'D'}{macro.name}"
        if found is None or (macro.value is None and found["parameters"]):
            raise InputError(f"{written}: this is not the name of a macro")
        if OWN_MACRO.fullmatch(found["name"]):
            raise InputError(f"{written}: this name is not the program's")
        self.steps.append((macro, None))

    def _for_preprocessor(self, word: str) -> None:
        """-Wp, has options with commas between them: those for macros, and those that say where to write."""
        words = iter(word.split(",")[1:])
        for one in words:
            if re.fullmatch(r"-[DU].+", one):
                self._with_value(one[:2], one[2:], None)
            elif re.fullmatch(r"-M(?:D|MD)", one):
                next(words, None)  # here, and only here, it has a value
            elif not re.fullmatch(r"-M[PGM]?|-M[FTQ].+|-w", one):
                raise InputError(f"{word}: {HIDDEN}")

    def _standard(self, word: str) -> None:
        name = "c89" if word == "-ansi" else word.removeprefix("-std=")
        if not STANDARDS.fullmatch(name):
            raise InputError(f"{word}: there is no such standard of C, or clang does not know it")
        self.flags = replace(self.flags, standard=NEWER.get(name, name))

    def _target(self, triple: str) -> None:
        bits = required_bits(triple)
        if bits is None:
            raise InputError(f"--target={triple}: Dovetail compiles for Linux on x86, 32 bits or 64")
        self.flags = replace(self.flags, bits=bits)

    def _switch(self, word: str) -> bool:
        for name, on in SWITCHES.items():
            if word == on or word == _off(on):
                said: dict[str, Any] = {name: word == on}
                self.flags = replace(self.flags, **said)
                return True
        match word:
            case "-m32" | "-m64":
                self.flags = replace(self.flags, bits=int(word[2:]))
            case "-fsigned-char" | "-fno-unsigned-char" | "-fno-signed-char":
                self.flags = replace(self.flags, unsigned_char=word == "-fno-signed-char")
            case "-fhosted" | "-fno-hosted":
                self.flags = replace(self.flags, freestanding=word == "-fno-hosted")
            case "-fstrict-overflow" | "-fno-strict-overflow":
                self.flags = replace(self.flags, wrapv=word == "-fno-strict-overflow")
            case "-fstrict-flex-arrays" | "-fno-strict-flex-arrays":
                self.flags = replace(self.flags, flexible_arrays=0 if "-no-" in word else 3)
            case _:
                level = re.fullmatch(r"-fstrict-flex-arrays=([0-3])", word)
                if level is None:
                    return False
                self.flags = replace(self.flags, flexible_arrays=int(level[1]))
        return True

    def _macro_flag(self, word: str) -> bool:
        """One on which only macros depend that the compiler defines by itself."""
        flags = self.flags
        if found := re.fullmatch(r"-O([0-3gsz]?|\d+)", word):
            level = found[1] or "1"
            known = level if level in ("s", "z", "g") else str(min(int(level), 3))
            self.flags = replace(flags, optimised="" if known == "0" else "1" if known == "g" else known)
        elif found := re.fullmatch(r"-f(pic|PIC|pie|PIE)", word):
            self.flags = replace(flags, pic=found[1])
        elif re.fullmatch(r"-fno-(?:pic|PIC|pie|PIE)", word):
            self.flags = replace(flags, pic="")
        elif found := re.fullmatch(r"-fstack-protector(-strong|-all)?", word):
            self.flags = replace(flags, protected=found[1] or "some")
        elif re.fullmatch(r"-fno-stack-protector(?:-strong|-all)?", word):
            self.flags = replace(flags, protected="")
        elif found := re.fullmatch(r"-fcf-protection(?:=(full|branch|return|none))?", word):
            self.flags = replace(flags, branches=(found[1] or "full").replace("none", ""))
        elif (name := read_map(word)) is not None:
            self.flags = replace(flags, names=(*flags.names, name))
        elif word in ("-pthread", "-pthreads", "-no-pthread"):
            self.flags = replace(flags, threads=word != "-no-pthread")
        elif word in ("-trigraphs", "-ftrigraphs", "-fno-trigraphs"):
            self.flags = replace(flags, trigraphs="-no-" not in word)
        else:
            return False
        return True

    # ---- refusing ------------------------------------------------------------------------------------------

    def _take_back(self, word: str) -> None:
        key = "-march=" if word.startswith("-march=") else word
        self.refusals.pop(key, None)
        if word == "-fno-fast-math":
            self.refusals.pop("-Ofast", None)

    def _refuse(self, word: str, rest: Iterable[str]) -> None:
        shown = word
        if REFUSED_WITH_VALUE.fullmatch(word):
            shown = f"{word} {next(iter(rest), '')}".rstrip()
        for pattern, why, back in REFUSED:
            found = re.fullmatch(pattern, word)
            if found is None:
                continue
            if back is None:
                raise InputError(f"{shown}: {why}")
            taken_back = back.format(**found.groupdict())
            key = "-march=" if word.startswith("-march=") else taken_back
            self.refusals[key] = f"{shown}: {why}; {taken_back} behind it takes it back"
            return
        raise InputError(
            f"{shown}: this flag is not known to Dovetail, and may change what the program means"
        )


def _from(folder: str | None, path: str) -> str:
    return path if folder is None else os.path.join(folder, path)


def _off(switch: str) -> str:
    return switch.replace("-f", "-fno-", 1)


def _value(flag: str, rest: Iterable[str]) -> str:
    value = next(iter(rest), "")
    if not value or not is_writable_name(value):
        raise InputError(f"{flag}: what stands behind it is missing, or cannot be written down")
    return value


def _split(word: str) -> tuple[str, str] | None:
    """A flag with a value, which may be attached. `-include-pch` is another flag."""
    for flag in VALUED:
        attached = word.removeprefix(flag)
        if attached != word and not (len(flag) > 2 and attached.startswith("-")):
            return flag, attached
    return None
