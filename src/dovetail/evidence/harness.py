"""A violation as C: a file that a user compiles together with their own, with their own compiler, and runs.

It defines the functions that the program leaves open, each returning what the input vector has next, and the
error functions, which say VIOLATION and end with status 1. They are weak: what the program defines itself
stays. Memory outside of the program's objects is mapped before main begins.

What C cannot do from outside of the program, and so is not in it: give a value to a local variable that is
read before it is written, or to fresh memory of `malloc`. The file says so where the violation may need it;
`dovetail replay` does it all.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from dovetail.evidence.beginnings import WRAP_MAIN, entry_text, start_of_main, starts_main, without_entry
from dovetail.evidence.quoting import in_comment, included, shell_flags, shell_words
from dovetail.execution.runs import Consumed
from dovetail.frontend import further_checks
from dovetail.frontend.entry import is_made_up
from dovetail.frontend.flags import NO_FLAGS, Flags
from dovetail.frontend.known_functions import OUTSIDE
from dovetail.frontend.load import Loaded
from dovetail.program.statements import CheckInfo
from dovetail.program.types import DataModel, FloatType, IntType
from dovetail.semantics.wild import Piece, WildMemory

_OF_CLANG = (further_checks.UNSIGNED, further_checks.CONVERSION)
_SEEN_BY_NONE = (further_checks.POINTER, further_checks.NAN, further_checks.INFINITE)
_STUB = re.compile(r"^(?P<type>.+?) (?P<name>\w+)\(\) \{ .*__dovetail_uninitialised", re.MULTILINE)
_INCLUDE = Path(__file__).parent.parent / "include"
_SPECIFIED = re.compile(r"(?<!\w)dovetail_")
"""What dovetail.h declares; the edits of a native copy have underscores before it."""
_INLINE = re.compile(r"^\s*(?:extern\s+)?(?:__inline__|__inline|inline)\b(?!\s+static\b)", re.MULTILINE)
_MEMORY_INPUT = "__VERIFIER_nondet_memory"
_SANITIZERS = {
    **dict.fromkeys(
        ("no-overflow", "no-undefined-shift", "no-division-by-zero"),
        "-fsanitize=undefined -fno-sanitize-recover=all",
    ),
    "no-unsigned-overflow": "-fsanitize=unsigned-integer-overflow -fno-sanitize-recover=all",
    "no-lossy-conversion": "-fsanitize=implicit-conversion,float-cast-overflow -fno-sanitize-recover=all",
    # The margins of the address sanitizer are small; the other sees an index without them.
    **dict.fromkeys(
        ("valid-memsafety", "valid-deref"),
        "-fsanitize=address,undefined -fno-sanitize-recover=bounds,object-size,null",
    ),
    **dict.fromkeys(("valid-free", "valid-memtrack", "valid-memcleanup"), "-fsanitize=address"),
}

_SUPPORT = """\
static unsigned next_input, next_memory;

void __dovetail_input(void *to, unsigned size, const char *type) {
    (void)type;
    memset(to, 0, size);
    if (next_input < sizeof inputs / sizeof *inputs - 1) {
        unsigned most = sizeof *inputs;
        memcpy(to, &inputs[next_input], size < most ? size : most);
    }
    next_input++;
}

void __dovetail_uninitialised(void *to, unsigned long size) {
    memset(to, 0, size);
    if (next_memory < sizeof memory / sizeof *memory - 1) {
        unsigned long most = memory[next_memory].size;
        memcpy(to, memory[next_memory].bytes, size < most ? size : most);
    }
    next_memory++;
}

static void violation(const char *what) {
    fflush(stdout);
    fprintf(stderr, "VIOLATION %s\\n", what);
    _Exit(1);
}

#define WEAK __attribute__((weak))
WEAK void reach_error(void) { violation("reach_error was called"); }
WEAK void __VERIFIER_error(void) { violation("__VERIFIER_error was called"); }
WEAK void __assert_fail(const char *condition, const char *file, unsigned line, const char *function) {
    fprintf(stderr, "%s:%u: %s: %s does not hold\\n", file, line, function, condition);
    violation("an assertion failed");
}
WEAK void __VERIFIER_assume(int condition) {
    if (!condition) {
        fprintf(stderr, "an assumption does not hold: these are not the inputs of the violation\\n");
        _Exit(2);
    }
}
WEAK void __VERIFIER_nondet_memory(void *to, unsigned long size) { __dovetail_uninitialised(to, size); }
"""

_OLDER = """\
#if defined(__GNUC__) && !defined(__clang__) && __GNUC__ < 14
#define __typeof_unqual__ __typeof__
#endif"""
_ALLOCATE = """\
WEAK void *__dovetail_made(unsigned long size) {
    void *block = malloc(size ? size : 1);
    if (block)
        __dovetail_uninitialised(block, size);
    return block;
}"""


_WILD = """
/* Memory outside of the program, to which some of these pointers lead. */
#include <sys/mman.h>
static const struct {{ unsigned long address, size; const char *bytes; }} wild[] = {{
{pieces}
}};
__attribute__((constructor)) static void map_wild(void) {{
    unsigned i;
    for (i = 0; i < sizeof wild / sizeof *wild; i++) {{
        unsigned long page = wild[i].address & ~4095ul;
        unsigned long size = (wild[i].address + (wild[i].size ? wild[i].size : 1) - page + 4095) & ~4095ul;
        if (mmap((void *)page, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | 0x20 /* anonymous */ |
                 0x100000 /* fixed, nothing replaced */, -1, 0) != (void *)page) {{
            fprintf(stderr, "there is something else at %#lx: use `dovetail replay`\\n", page);
            _Exit(2);
        }}
        memcpy((void *)wild[i].address, wild[i].bytes, wild[i].size);
    }}
}}
"""


def harness(
    loaded: Loaded,
    check: CheckInfo,
    consumed: Sequence[Consumed],
    wild: Sequence[Piece] = (),
    *,
    access: str = "",
    apart: bool = False,
) -> str:
    """The text of harness.c. `consumed` is what the violating run asked for, `wild` the memory outside of
    its objects. An invalid `access` is told, and whether it is seen only where objects are `apart`."""
    with_entry = entry(loaded) is not None
    head = [*_head(loaded, check, unset_memory(loaded, consumed), with_entry)]
    if access:
        head[1:1] = [f" * It accesses {in_comment(access)}."]
    if apart:
        head[-1:] = [
            " * The access may lie in another object here, and then no sanitizer sees it; `dovetail",
            " * replay` does.",
            " */",
        ]
    return "\n".join([*head, outside(loaded, consumed, wild, allocate=with_entry)])


def unset_memory(loaded: Loaded, consumed: Sequence[Consumed]) -> list[str]:
    """Where there is uninitialised memory that cannot be set from outside, and that is not zero."""
    is_settable = _settable(loaded)
    pieces = (item for item in consumed if isinstance(item.value, bytes) and any(item.value))
    return list(dict.fromkeys(item.name for item in pieces if not is_settable(item)))


def _settable(loaded: Loaded) -> Callable[[Consumed], bool]:
    """Does it come from a function that is defined here, or is it of the entry, whose text is here?"""
    names = {match["name"] for match in _STUB.finditer(loaded.native.stubs)} | {_MEMORY_INPUT}
    procedures = [one for name, one in loaded.program.procedures.items() if is_made_up(name)]
    made = {edge.statement for procedure in procedures for edge in procedure.edges}
    return lambda item: item.name in names or item.statement in made


def outside(
    loaded: Loaded, consumed: Sequence[Consumed], wild: Sequence[Piece] = (), *, allocate: bool = False
) -> str:
    """A file with all that the program leaves open, which gives it what was consumed."""
    is_settable = _settable(loaded)
    given = [item for item in consumed if isinstance(item.value, bytes) and is_settable(item)]
    lines = [
        "#include <stdio.h>",
        "#include <stdlib.h>",
        "#include <string.h>",
        "",
        "/* What the program asks for, in order; after that, zero. */",
        "static const union { long long i; float f; double d; unsigned long long wide[2]; } inputs[] = {",
        *(f"    {_value(item)}" for item in consumed if not isinstance(item.value, bytes)),
        "    {0},",
        "};",
        "static const struct { unsigned long size; const char *bytes; } memory[] = {",
        *(f"    {_piece(item)}" for item in given),
        '    {0, ""},',
        "};",
        _SUPPORT,
        *([_wild(wild)] if wild else []),
        "/* Functions without a body. The result is all that matters of their types. */",
    ]
    lines += [_ALLOCATE] if allocate else []
    own = [weak_stubs(loaded.native.stubs), loaded.native.without_body, start_of_main(loaded)]
    return "\n".join([*lines, *own]) + "\n"


def entry(loaded: Loaded, inclusion: Callable[[str], str] = included) -> str | None:
    """The text of entry.c, where the entry is not main: the program, and a main that calls the entry with
    arguments. They have types of the program, so its files are included."""
    call = entry_text(loaded)
    if call is None or starts_main(loaded):
        return None
    texts = [inclusion(file) for file in loaded.program.files]
    main = f"int main(void) {{ return {loaded.native.entry}(); }}\n"
    return "\n".join([_OLDER, "#define main main_of_the_program", *texts, call, "#undef main", main])


def compiler_flags(loaded: Loaded) -> str:
    """Those with which a user's compiler sees what happens."""
    width = "-m32" if loaded.data_model is DataModel.ILP32 else "-m64"
    checks = "".join(f" {_SANITIZERS[name]}" for name in sorted(loaded.properties) if name in _SANITIZERS)
    old = "".join(f" {flag}" for flag in inline_flags(loaded))
    # Where overflow is defined, no sanitizer sees it.
    wrapping = "" if "no-overflow" in loaded.properties else " -fwrapv"
    begin = f" {WRAP_MAIN}" if starts_main(loaded) else ""
    return f"{width}{wrapping} -g{old}{checks}{begin}"


def run_command(loaded: Loaded) -> str:
    """How to run what was compiled with them."""
    memory = "valid-memsafety" in loaded.properties
    return f"{'ASAN_OPTIONS=detect_stack_use_after_return=1 ' if memory else ''}./a.out"


def commands(loaded: Loaded, own: Sequence[str], parts: Sequence[tuple[str, Flags]]) -> list[str]:
    """How to compile files that Dovetail has made, and the parts of a program each with its flags, and to run
    them: lines for a shell."""
    flags = compiler_flags(loaded)
    run = run_command(loaded)
    if all(given == NO_FLAGS for _, given in parts):
        return [f"cc {flags} {shell_words([*own, *(file for file, _ in parts)])} && {run}"]
    objects = [f"program{number}.o" for number in range(len(parts))]
    compiled = [
        f"cc {flags} {shell_flags(given.for_others())} -c {shell_words([file])} -o {name} &&"
        for (file, given), name in zip(parts, objects, strict=True)
    ]
    return [*compiled, f"cc {flags} {shell_words([*own, *objects])} && {run}"]


def entry_flags(loaded: Loaded) -> Flags:
    """Those of the file that the entry is in: entry.c is compiled with them."""
    texts = zip(loaded.native.units, loaded.flags, strict=True)
    return next((flags for text, flags in texts if without_entry(text) != text), NO_FLAGS)


def inline_flags(loaded: Loaded) -> list[str]:
    """Until C99 `inline` alone made a definition for all, since then it makes none: old code relies on the
    former. Code that is of a certain standard relies on that."""
    units = zip(loaded.native.units, loaded.flags, strict=True)
    old = any(_INLINE.search(unit) for unit, flags in units if flags.standard is None)
    return ["-fgnu89-inline"] if old else []


def _head(loaded: Loaded, check: CheckInfo, unset: list[str], with_entry: bool) -> Iterator[str]:
    yield about(check)
    yield " *"
    own = map(without_entry, loaded.native.units)
    uses_header = any(_SPECIFIED.search(unit) for unit in own) and not with_entry
    parts = [*zip(loaded.program.files, loaded.flags, strict=True)]
    if with_entry:
        parts = [("entry.c", entry_flags(loaded))]
    header = f" -I {shell_words([str(_INCLUDE)])}" if uses_header else ""
    for line in commands(loaded, ["harness.c"], parts):
        yield f" *     {line.replace('cc ', f'cc{header} ', 1)}"
    yield " *"
    if with_entry and len(set(loaded.flags)) > 1:
        yield " * The files of the program have different flags, and entry.c includes them all: with those of"
        yield " * one it may be another program. `dovetail replay` has each file with its own."
    yield " * ends with VIOLATION and status 1 (or with the report of a sanitizer)."
    if check.kind in _OF_CLANG:
        yield " * Only clang has a sanitizer for it, and none sees a cast; `dovetail replay` does."
    if check.kind == further_checks.INDEX:
        yield " * If the array is the last in its record, add -fstrict-flex-arrays=1 (gcc 13, clang 16)."
    if check.kind in _SEEN_BY_NONE:
        yield " * No sanitizer looks for it: the program runs on here. `dovetail replay` shows it."
    if uses_header:
        yield " * The file uses dovetail.h: set DOVETAIL_INPUTS=inputs.txt for the run."
    if OUTSIDE in unset:
        yield " * Functions without a body write by pointers that they are given, which cannot be done from"
        yield " * here; `dovetail replay` does it."
        unset = [name for name in unset if name != OUTSIDE]
    if unset:
        shown = in_comment(", ".join(unset[:5])) + (", …" if len(unset) > 5 else "")
        yield f" * It may depend on what uninitialised memory holds ({shown}), which cannot be set"
        yield " * from here; `dovetail replay` sets it."
    yield " */"


def about(check: CheckInfo) -> str:
    """The first line of a comment."""
    return f"/* {in_comment(f'{check.position}: {check.kind}: {check.description}')}"


def _value(item: Consumed) -> str:
    value = item.value
    assert not isinstance(value, bytes)
    note = f"/* {in_comment(item.name)} */"
    match item.type:
        case FloatType(width=width):
            return f"{initialiser(float(value), width // 8)}, {note}"
        case IntType(width=width):
            return f"{initialiser(int(value), width // 8)}, {note}"
        case _:
            return f"{initialiser(int(value), 8)}, {note}"


def initialiser(value: int | float, size: int) -> str:
    """A number of so many bytes as the initial value of the union that inputs are kept in."""
    if isinstance(value, float):
        member = "f" if size == 4 else "d"
        if math.isnan(value):
            text = '__builtin_nan("")'
        elif math.isinf(value):
            text = ("-" if value < 0 else "") + "__builtin_inf()"
        else:
            text = value.hex() + ("" if value.hex().startswith("0x0.0p") else f" /* {value} */")
        return f"{{.{member} = {text}}}"
    if size > 8:
        whole = value & ((1 << 128) - 1)
        return f"{{.wide = {{{whole & (1 << 64) - 1:#x}ULL, {whole >> 64:#x}ULL}}}}"
    if value == -(1 << 63):
        return "{.i = -0x7fffffffffffffffLL - 1}"
    suffix = "ULL" if value >= 1 << 63 else "LL" if abs(value) >= 1 << 31 else ""
    return f"{{.i = {value}{suffix}}}"


def _bytes(item: Consumed) -> bytes:
    assert isinstance(item.value, bytes)
    return item.value


def _piece(item: Consumed) -> str:
    data = _bytes(item)
    return f"{{{len(data)}, {_quoted(data)}}}, /* {in_comment(item.name)} */"


def _wild(pieces: Sequence[Piece]) -> str:
    """Whole pages, so that none is mapped twice."""
    return _WILD.format(
        pieces="\n".join(f"    {{{at:#x}ul, {len(data)}, {_quoted(data)}}}," for at, data in _by_page(pieces))
    )


def _by_page(pieces: Sequence[Piece]) -> tuple[Piece, ...]:
    return WildMemory(64, pieces).pieces()


def _quoted(data: bytes) -> str:
    return '"' + "".join(f"\\x{byte:02x}" for byte in data) + '"'


def weak_stubs(stubs: str) -> str:
    """Weak definitions, since the program may come to define one; without those of error functions, which are
    in the file already."""
    return "\n".join(
        f"WEAK {line}" if line.endswith("}") and "() {" in line else line
        for line in stubs.splitlines()
        if "__dovetail_quiet" not in line
    )
