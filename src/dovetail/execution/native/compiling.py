"""From C text to an executable: units, stubs and models compiled, and linked with the harness in runtime/.

The declarations that the front end's edits need stand in front of every text. Which compiler it is, and what
is kept of its work, is said in `toolchain`.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from dovetail.execution.native import toolchain
from dovetail.execution.native.errors import CompileError, LinkError
from dovetail.program.types import DataModel
from dovetail.quick_dataclass import dataclass

_PRELUDE = (
    "extern void __dovetail_at(int); "
    "extern void __dovetail_entered(void); extern void __dovetail_quiet(void); "
    "extern void __dovetail_uninitialised(void *, unsigned long); "  # as wide as size_t in both data models
    "extern void __dovetail_constant(const void *, unsigned long); "
    "extern unsigned long __dovetail_objects(void), __dovetail_object(const void *, unsigned long), "
    "__dovetail_constant_object(const void *, unsigned long); "
    "extern void __dovetail_gone(const unsigned long *); "
    "extern void __dovetail_lasting(const void *, unsigned long), "
    "__dovetail_constant_lasting(const void *, unsigned long); "
    "extern void __dovetail_input(void *, unsigned, const char *); "
    "extern int __dovetail_leads(const void *, int, unsigned long long, unsigned long); "
    "extern void __dovetail_unwatched(void); extern int __dovetail_watched(int); "
    "extern void __dovetail_unsupported(const char *); extern int __dovetail_nonzero(int); "
    "extern int __dovetail___builtin_clz(unsigned), __dovetail___builtin_ctz(unsigned), "
    "__dovetail___builtin_clzl(unsigned long), __dovetail___builtin_ctzl(unsigned long), "
    "__dovetail___builtin_clzll(unsigned long long), __dovetail___builtin_ctzll(unsigned long long); "
)
STUBS = "stubs"
_MODELS_APART = 4096


@dataclass(frozen=True, slots=True)
class Making:
    """How a program is made: what its runs watch for, the standard of C that is tried first, and by how many
    bytes objects are apart, if not 0."""

    model: DataModel
    directory: Path
    sanitize: frozenset[str]
    std: str
    apart: int


@dataclass(frozen=True, slots=True)
class Part:
    """Text that is compiled for one program alone."""

    name: str
    text: str
    flags: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Model:
    """A model of the library; if it is `watched`, its arithmetic is the user's."""

    name: str
    text: str
    watched: bool = False


def executable(parts: Sequence[Part], models: Sequence[Model], how: Making, entry: str) -> Path:
    path = how.directory / "program"
    with ThreadPoolExecutor(max_workers=min(4, os.cpu_count() or 1)) as pool:
        own = [pool.submit(_compile, part, how) for part in parts]
        kept = [pool.submit(_compile_model, model, how) for model in models]
        runtime = pool.submit(toolchain.runtime_object, how.model, how.directory)
        compiled, archive = [part.result() for part in own], [part.result() for part in kept]
    try:
        toolchain.link(compiled, archive, runtime.result(), path, how.model, entry)
    except LinkError as error:
        # Until C99, `inline` alone made a definition for all; since then it makes none. Old code relies on
        # the former.
        if not error.undefined or not any("inline" in part.text for part in parts if part.name != STUBS):
            raise
        compiled = [_compile(part, how, "-fgnu89-inline") for part in parts]
        toolchain.link(compiled, archive, runtime.result(), path, how.model, entry)
    return path


def _with_prelude(name: str, text: str) -> str:
    return f'# 1 "<dovetail>"\n{_PRELUDE}\n# 1 "{name}"\n{text}\n'


def _compile(part: Part, how: Making, *more: str) -> Path:
    """Compiles a unit, more leniently from try to try; the complaint raised is that of the first."""
    # The units of the user are preprocessed, and no macro may be seen in them again; generated ones may use
    # the compiler's.
    name, flags = part.name, (*part.flags, *more)
    language = "c" if name == STUBS else "cpp-output"
    source, output = how.directory / f"{name}.i", how.directory / f"{name}.o"
    source.write_text(_with_prelude(name, part.text), encoding="utf-8", errors="surrogateescape")
    # A hosted main returns 0 at its end, but must have one of two types.
    # Where one unit is C23 others need not be.
    newer = ["-std=gnu11"] if how.std == "gnu23" else []
    attempts = [[f"-std={how.std}"], newer, ["-std=gnu89"], ["-std=gnu89", "-ffreestanding"]]
    attempts = [attempt for attempt in attempts if attempt]
    if any(flag.startswith("-std=") for flag in flags):
        attempts = [[], ["-ffreestanding"]]
    complaint: CompileError | None = None
    for attempt in attempts:
        every = [*flags, *attempt, "-x", language]
        try:
            _compile_to(source, output, how.model, every, name, how.apart)
        except CompileError as error:
            complaint = complaint or error
            continue
        return output
    assert complaint is not None
    raise complaint


def _compile_to(
    source: Path, output: Path, model: DataModel, flags: Sequence[str], name: str, apart: int
) -> None:
    if apart:
        toolchain.compile_apart(source, output, model, flags, name=name, gap=apart)
    else:
        toolchain.compile_unit(source, output, model, flags, name=name)


def _compile_model(model: Model, how: Making) -> Path:
    """Compiles a library model, or takes it from the cache. Its arithmetic is not the user's and is not
    watched, with one exception."""
    flags = (*toolchain.program_flags(how.sanitize, arithmetic=model.watched), "-std=gnu11", "-x", "c")
    whole = _with_prelude(model.name, model.text)

    def produce(folder: Path, output: Path) -> None:
        source = folder / f"{output.stem}.c"
        source.write_text(whole, encoding="utf-8")
        _compile_to(source, output, how.model, flags, model.name, gap)

    # Few models have globals: one object file for all larger gaps will do.
    gap = min(how.apart, _MODELS_APART)
    key = [how.model.value, *flags, f"{gap} {toolchain.rewriting()}" if gap else "", whole]
    return toolchain.cached_object(key, produce, how.directory, f"library-{how.model.value}")
