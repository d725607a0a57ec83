"""How a file is compiled, as far as that decides what it means.

Flags come from a command line, from a build's compile_commands.json, or from evidence that anybody may have
written; and a compiler has flags that write files, load plugins and run programs. So no flag is ever handed
on. `flag_words` makes values of those that it knows, which are here, and refuses the others; and what the
preprocessor, the compiler and a user's own compiler are told is made from these values alone.

`words` is the one way in which such a value is written down. Evidence holds words, and is refused unless what
is read from them is written with the same ones: nothing can stand there that is not meant.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from enum import StrEnum

from dovetail.frontend.file_names import Maps, absolute_maps, map_words
from dovetail.frontend.paths import operand
from dovetail.program.types import DataModel
from dovetail.quick_dataclass import dataclass

_WORD_SIZES = {32: DataModel.ILP32, 64: DataModel.LP64}
_STANDARD_FOLDERS = ("/usr/include", "/usr/local/include")
OLD_STANDARDS = frozenset({"c89", "c90", "gnu89", "gnu90", "iso9899:1990", "iso9899:199409"})
"""In these `inline` alone makes a definition for all, and a function need not be declared."""


class Search(StrEnum):
    """Which folders a folder for header files is searched with."""

    USER = "-I"
    QUOTED = "-iquote"
    SYSTEM = "-isystem"
    AFTER = "-idirafter"


@dataclass(frozen=True, slots=True)
class Folder:
    """One that header files are looked for in."""

    search: Search
    path: str

    @property
    def is_standard(self) -> bool:
        """One of those that a system's compiler looks into without being told. It keeps its place behind the
        others then, as with that compiler: the header files of the C library are Dovetail's own."""
        real = os.path.realpath(self.path)
        return real in _STANDARD_FOLDERS or os.path.dirname(real) == "/usr/include" and "-linux-" in real


@dataclass(frozen=True, slots=True)
class Macro:
    """`name` may have parameters behind it. Without a value it is 1, and with None it is not defined."""

    name: str
    value: str | None = "1"


@dataclass(frozen=True, slots=True)
class IncludedFile:
    """A file that is read before the program, or only for its macros."""

    path: str
    only_macros: bool = False


Step = Folder | Macro | IncludedFile


@dataclass(frozen=True, slots=True)
class Flags:
    """`steps` are for the preprocessor, in order. Of the rest, what is not said is as compilers have it when
    they are not told."""

    standard: str | None = None
    bits: int | None = None
    unsigned_char: bool = False
    short_enums: bool = False
    freestanding: bool = False
    gnu89_inline: bool = False
    ms_extensions: bool = False
    wrapv: bool = False
    flexible_arrays: int = 0
    """-fstrict-flex-arrays."""
    trigraphs: bool | None = None
    optimised: str = ""
    """Only `__OPTIMIZE__` and its like depend on it."""
    pic: str = ""
    """The same of `__PIC__` and `__PIE__`."""
    protected: str = ""
    """Of `__SSP__`."""
    branches: str = ""
    """Of `__CET__`."""
    threads: bool = False
    """Of `_REENTRANT`."""
    names: Maps = ()
    """By what the names of files begin for `__FILE__`, instead of what they begin by."""
    steps: tuple[Step, ...] = ()

    # ---- what it means -------------------------------------------------------------------------------------

    @property
    def data_model(self) -> DataModel | None:
        return None if self.bits is None else _WORD_SIZES[self.bits]

    @property
    def old_inline(self) -> bool:
        return self.gnu89_inline or self.standard in OLD_STANDARDS

    @property
    def folders(self) -> tuple[Folder, ...]:
        return tuple(step for step in self.steps if isinstance(step, Folder))

    @property
    def included(self) -> tuple[IncludedFile, ...]:
        return tuple(step for step in self.steps if isinstance(step, IncludedFile))

    @property
    def replacing(self) -> tuple[str, ...]:
        """The folders whose header files are found before Dovetail's own."""
        return tuple(
            one.path for one in self.folders if one.search is not Search.AFTER and not one.is_standard
        )

    # ---- for whom it is ------------------------------------------------------------------------------------

    def words(self) -> list[str]:
        """As a command line has them."""
        steps = (word for step in self.steps for word in _words(step))
        return [*self._meaning(), *self._macros(), *map_words(self.names), *steps]

    def for_language(self) -> list[str]:
        """What `clang -cc1` is told when it reads text that was preprocessed; but for the standard."""
        found = ["-fno-signed-char"] if self.unsigned_char else []
        found += ["-fshort-enums"] if self.short_enums else []
        found += ["-ffreestanding"] if self.freestanding else []
        found += ["-fgnu89-inline"] if self.gnu89_inline else []
        found += ["-fms-extensions"] if self.ms_extensions else []
        found += [f"-fstrict-flex-arrays={self.flexible_arrays}"] if self.flexible_arrays else []
        return found

    def for_preprocessor(self) -> list[str]:
        """What `clang -cc1 -E` is told."""
        found = self.for_language()
        if self.trigraphs is not None:
            found.append("-ftrigraphs" if self.trigraphs else "-fno-trigraphs")
        found += [f"-O{self.optimised}"] if self.optimised else []
        if self.pic:
            found += ["-pic-level", "2" if self.pic.isupper() else "1"]
            found += ["-pic-is-pie"] if self.pic.lower() == "pie" else []
        found += ["-stack-protector", _PROTECTED[self.protected]] if self.protected else []
        found += [f"-fcf-protection={self.branches}"] if self.branches else []
        found += ["-pthread"] if self.threads else []
        found += map_words(self.names)
        return found + [word for step in self.steps for word in _for_preprocessor(step)]

    def for_native(self) -> tuple[str, ...]:
        """What the compiler of the native run is told; the text is preprocessed."""
        standard = [] if self.standard is None else [f"-std={self.standard}"]
        char = ["-funsigned-char"] if self.unsigned_char else []
        return (*standard, *char, *self.for_language()[len(char) :])

    def for_others(self) -> list[str]:
        """What any compiler is told that is to see the same program. Without optimisation, which could take
        away what there is to be seen: only its macros are there. Each is one word, so that none can be taken
        from another."""
        found = [*self._meaning(), *(word for word in self._macros() if not word.startswith(("-O", "-ftri")))]
        found += ["-trigraphs"] if self.trigraphs else []
        if self.optimised:
            found += ["-D__OPTIMIZE__=1", "-U__NO_INLINE__"]
            found += ["-D__OPTIMIZE_SIZE__=1"] if self.optimised in ("s", "z") else []
        found += map_words(self.absolute().names)
        return found + ["".join(_words(step)) for step in self.absolute().steps]

    def _meaning(self) -> Iterator[str]:
        if self.standard is not None:
            yield f"-std={self.standard}"
        if self.bits is not None:
            yield f"-m{self.bits}"
        for field, word in SWITCHES.items():
            if getattr(self, field):
                yield word
        if self.flexible_arrays:
            yield f"-fstrict-flex-arrays={self.flexible_arrays}"

    def _macros(self) -> Iterator[str]:
        if self.trigraphs is not None:
            yield "-ftrigraphs" if self.trigraphs else "-fno-trigraphs"
        if self.optimised:
            yield f"-O{self.optimised}"
        if self.pic:
            yield f"-f{self.pic}"
        if self.protected:
            yield f"-fstack-protector{self.protected.removeprefix('some')}"
        if self.branches:
            yield f"-fcf-protection={self.branches}"
        if self.threads:
            yield "-pthread"

    # ---- where it is ---------------------------------------------------------------------------------------

    def with_paths(self, folder: Callable[[str], str], file: Callable[[str], str]) -> Flags:
        """With other paths of folders and of files."""

        def moved(step: Step) -> Step:
            match step:
                case Folder(path=path):
                    return replace(step, path=folder(path))
                case IncludedFile(path=path):
                    return replace(step, path=file(path))
                case _:
                    return step

        return replace(self, steps=tuple(map(moved, self.steps)))

    def absolute(self) -> Flags:
        return replace(self.with_paths(os.path.abspath, os.path.abspath), names=absolute_maps(self.names))


NO_FLAGS = Flags()

SWITCHES = {
    "unsigned_char": "-funsigned-char",
    "short_enums": "-fshort-enums",
    "freestanding": "-ffreestanding",
    "gnu89_inline": "-fgnu89-inline",
    "ms_extensions": "-fms-extensions",
    "wrapv": "-fwrapv",
}
_PROTECTED = {"some": "1", "-strong": "2", "-all": "3"}


def _words(step: Step) -> list[str]:
    match step:
        case Folder(search=Search.USER, path=path):
            return [f"-I{path}"]
        case Folder(search=search, path=path):
            return [search.value, path]
        case Macro(name=name, value=None):
            return [f"-U{name}"]
        case Macro(name=name, value=value):
            return [f"-D{name}={value}"]
        case IncludedFile(path=path, only_macros=only_macros):
            return ["-imacros" if only_macros else "-include", path]


def _for_preprocessor(step: Step) -> list[str]:
    match step:
        case Folder(search=search, path=path):
            if not os.path.isdir(path):  # it could be a file that says where header files are
                return []
            behind = Search.AFTER if step.is_standard else search
            return [behind.value, operand(path)]
        case IncludedFile(path=path):
            return [_words(step)[0], operand(path)]
        case _:
            return _words(step)
