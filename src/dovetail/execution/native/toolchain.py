"""The compiler and the linker inside of the `ziglang` package, called directly, and a cache for what they
make.

`zig cc` is never used: it would build a libc first. Only `zig clang -c` and `zig ld.lld`, which need nothing
but themselves.

What does not depend on the user's program (the harness, the library models) is kept in the user's cache
directory under the hash of everything that went into it. A cache that cannot be written is done without.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from functools import cache
from importlib import util
from pathlib import Path

from dovetail.execution.native.apart import objects_apart
from dovetail.execution.native.errors import CompileError, LinkError, ToolchainError
from dovetail.program.types import DataModel
from dovetail.quick_dataclass import dataclass

_FOLDER = Path(__file__).parent
_UNDEFINED = re.compile(r"undefined symbol: (\S+)|symbol not found: (\S+)|undefined: (\S+)")


@dataclass(frozen=True, slots=True)
class Target:
    """What the tools call a data model."""

    triple: str
    emulation: str
    image_base: str


TARGETS = {
    DataModel.ILP32: Target("i386-linux-musl", "elf_i386", "0x8048000"),
    DataModel.LP64: Target("x86_64-linux-musl", "elf_x86_64", "0x400000"),
}

_COMMON_FLAGS = (
    "-nostdinc",
    "-fno-builtin",
    "-fno-pic",
    "-fno-pie",
    "-fno-strict-aliasing",
    "-fno-omit-frame-pointer",  # the position of a fault is found by walking the frames
    "-fno-stack-protector",
    "-fno-unwind-tables",
    "-fno-asynchronous-unwind-tables",
    "-mno-red-zone",
    "-msse2",
    "-mfpmath=sse",  # no excess precision on i386
    "-ffp-contract=off",
)

_RUNTIME_FLAGS = (*_COMMON_FLAGS, "-std=gnu11", "-O2", "-ffreestanding")

_PROGRAM_FLAGS = (
    *_COMMON_FLAGS,
    # Without optimisation: clang then translates each operation as it stands, but for shifts by constants out
    # of range, which the front end keeps from it. With it, however many -fno- flags are given, it still draws
    # conclusions from shifts, loops and unused results that the Program does not draw.
    "-O0",
    "-Wno-everything",  # also turns off warnings that are errors by default (implicit functions, conversions)
    "-fno-caret-diagnostics",
    "-fno-delete-null-pointer-checks",
    "-fno-finite-loops",
    "-fstack-clash-protection",  # a huge frame hits what lies below the stack instead of jumping over it
    "-fwrapv-pointer",
    "-ftrivial-auto-var-init=zero",
    "-femulated-tls",
    "-gdwarf-5",
    "-gline-tables-only",
    "-fdebug-compilation-dir=.",
)

_ADDRESS_FLAGS = (
    "-fsanitize=address",
    "-fsanitize-address-use-after-return=never",
    "-fno-common",  # a common variable has no margin that could be watched
    "-mllvm",
    "-asan-instrumentation-with-call-threshold=0",
    "-mllvm",
    "-asan-max-inline-poisoning-size=0",
    # Accesses of an object by its own name are inside of it, but a constant must not be written.
    "-mllvm",
    "-asan-opt-globals=0",
    "-mllvm",
    "-asan-use-stack-safety=0",
    "-mllvm",
    "-asan-opt-same-temp=0",  # a write after a read of the same place may still be a write to a constant
)

_TEXT_FLAGS = (
    # Debug information in full: it tells blocks from each other (scopes.py).
    *("-S", "-emit-llvm", "-Xclang", "-disable-llvm-passes", "-fno-discard-value-names", "-g"),
)
_APART_FLAGS = (
    # The sanitizer is left with the accesses: the objects are looked after elsewhere (apart.py).
    *("-mllvm", "-asan-stack=0", "-mllvm", "-asan-globals=0", "-x", "ir", "-fno-crash-diagnostics"),
)

COVERAGE_FLAGS = ("-fsanitize-coverage=trace-pc-guard,no-prune,trace-cmp",)
"""Every block calls the harness, which counts; also those from which it follows that others are entered, or a
loop could go on for ever without a call. So does every comparison of integers."""
EDGES = "__sancov_guards"
"""The section of a program that has a number for each of them."""


def program_flags(sanitize: frozenset[str], *, arithmetic: bool = True) -> tuple[str, ...]:
    """The flags for a unit of a program in which the given kinds of checks are watched; without `arithmetic`,
    only accesses."""
    flags = list(_PROGRAM_FLAGS)
    # These end a run in any case; watched, they end it where they happen.
    watched = ["integer-divide-by-zero", "unreachable", "vla-bound"]
    overflow = arithmetic and "overflow" in sanitize
    shifts = arithmetic and "shift" in sanitize
    if overflow or shifts:
        watched += ["signed-integer-overflow"]
    if arithmetic and "unsigned-overflow" in sanitize:
        watched += ["unsigned-integer-overflow"]
    if arithmetic and "conversion" in sanitize:
        watched += ["implicit-integer-conversion", "float-cast-overflow"]
    if overflow or shifts:
        watched += ["shift"]
    elif arithmetic:
        # The watch parts the amount from the shift. Without it, the translation of one block into
        # instructions may find out that the amount is a number out of range (`n - n + 32`), and then shifts
        # nothing at all.
        watched += ["shift-exponent"]
    # Under -fwrapv, clang leaves out the check of left shifts.
    flags.append("-fno-wrapv" if overflow or shifts else "-fwrapv")
    flags.append("-fsanitize=" + ",".join(watched))
    if "invalid-deref" in sanitize:
        flags += _ADDRESS_FLAGS
    else:
        flags.append("-fcommon")
    return tuple(flags)


# ---- the tools ---------------------------------------------------------------------------------------------


@cache
def zig() -> Path:
    """The executable of the compiler; raises ToolchainError if there is none or it is of no use on this
    machine."""
    if sys.platform != "linux" or platform.machine() not in ("x86_64", "AMD64"):
        raise ToolchainError(
            f"native runs need Linux on x86-64; this is {sys.platform} on {platform.machine()}"
        )
    spec = util.find_spec("ziglang")
    for folder in (spec.submodule_search_locations or ()) if spec else ():
        executable = Path(folder) / "zig"
        if executable.is_file():
            return executable
    raise ToolchainError("the compiler for native runs is missing: pip install ziglang")


def compile_unit(source: Path, output: Path, model: DataModel, flags: Sequence[str], *, name: str) -> None:
    """Compiles one file; raises CompileError with what the compiler said."""
    target = f"--target={TARGETS[model].triple}"
    command = [str(zig()), "clang", target, *flags, "-c", str(source), "-o", str(output)]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode != 0:
        raise CompileError(name, done.stderr.strip() or f"the compiler ended with status {done.returncode}")


def compile_apart(
    source: Path, output: Path, model: DataModel, flags: Sequence[str], *, name: str, gap: int
) -> None:
    """Compiles one file so that its objects are at least `gap` bytes apart; raises CompileError."""
    text = output.with_suffix(".ll")
    compile_unit(source, text, model, [*flags, *_TEXT_FLAGS], name=name)
    read = text.read_text(encoding="utf-8", errors="surrogateescape")
    text.write_text(objects_apart(read, model, gap), encoding="utf-8", errors="surrogateescape")
    second = [
        flag for flag in flags if not flag.startswith("-std=") and flag not in ("-x", "c", "cpp-output")
    ]
    compile_unit(text, output, model, [*second, *_APART_FLAGS], name=name)


def link(
    objects: Sequence[Path],
    library: Sequence[Path],
    runtime: Path,
    output: Path,
    model: DataModel,
    entry: str,
) -> None:
    """Links a static program; raises LinkError."""
    target = TARGETS[model]
    command = [
        *(str(zig()), "ld.lld", "-m", target.emulation, "-static", f"--image-base={target.image_base}"),
        # What the program defines goes before what the library defines, and that before the harness.
        *("-z", "muldefs", "-z", "noexecstack", "-z", "norelro", "--build-id=none", "--error-limit=0"),
        f"--defsym=__dovetail_entry={entry}",
        *(str(file) for file in objects),
        *("--start-lib", *(str(file) for file in library), "--end-lib"),  # taken in only where called
        *(str(runtime), "-o", str(output)),
    ]
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
    if done.returncode != 0:
        names = {next(filter(None, match.groups())): None for match in _UNDEFINED.finditer(done.stderr)}
        raise LinkError(done.stderr.strip(), tuple(names))


# ---- the cache ---------------------------------------------------------------------------------------------


def cache_directory() -> Path:
    """Where objects are kept between runs of Dovetail."""
    base = os.environ.get("XDG_CACHE_HOME")
    return (Path(base) if base else Path.home() / ".cache") / "dovetail" / "native"


@cache
def _compiler_identity() -> str:
    found = zig().stat()
    return f"ziglang {found.st_size} {found.st_mtime_ns}"  # to ask for its version takes as long as to parse


def cached_object(
    key_parts: Sequence[str], produce: Callable[[Path, Path], None], fallback: Path, name: str
) -> Path:
    """The object with this key; if it is not in the cache, `produce(scratch folder, object)` makes it.

    `fallback` is the folder where it is made if the cache cannot be written.
    """
    digest = hashlib.sha256("\0".join((_compiler_identity(), *key_parts)).encode()).hexdigest()
    kept = cache_directory() / f"{name}-{digest[:32]}.o"
    if kept.is_file():
        return kept
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        scratch = tempfile.TemporaryDirectory(prefix=".making-", dir=kept.parent)
    except OSError:  # a read-only home is no reason not to run
        made = fallback / kept.name
        if not made.is_file():
            produce(fallback, made)
        return made
    with scratch as folder:
        made = Path(folder) / "made.o"
        produce(Path(folder), made)
        os.replace(made, kept)  # another process may have been quicker; its object is the same
    return kept


@cache
def rewriting() -> str:
    """Which rewriting it is that sets objects apart: a part of what identifies an object file."""
    return "".join((_FOLDER / name).read_text(encoding="utf-8") for name in ("apart.py", "scopes.py"))


@cache
def _runtime_sources() -> tuple[tuple[str, str], ...]:
    folder = _FOLDER / "runtime"
    files = sorted((file for file in folder.iterdir() if file.suffix in (".c", ".h")), key=lambda f: f.name)
    return tuple((file.name, file.read_text(encoding="utf-8")) for file in files)


def runtime_object(model: DataModel, fallback: Path) -> Path:
    """The harness as one object."""
    sources = _runtime_sources()

    def produce(folder: Path, output: Path) -> None:
        parts = []
        for name, text in sources:
            (folder / name).write_text(text, encoding="utf-8")
        for name, _ in sources:
            if name.endswith(".c"):
                parts.append(folder / f"{name}.o")
                compile_unit(folder / name, parts[-1], model, _RUNTIME_FLAGS, name=f"Dovetail's own {name}")
        emulation = TARGETS[model].emulation
        command = [str(zig()), "ld.lld", "-m", emulation, "-r", *map(str, parts), "-o", str(output)]
        done = subprocess.run(command, capture_output=True, text=True, errors="replace", check=False)
        if done.returncode != 0:
            raise LinkError(done.stderr.strip(), ())

    key = [model.value, *_RUNTIME_FLAGS, *(part for source in sources for part in source)]
    return cached_object(key, produce, fallback, f"harness-{model.value}")
