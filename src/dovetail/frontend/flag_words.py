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
from dataclasses import dataclass, field, replace
from typing import Any

from dovetail.frontend.errors import InputError
from dovetail.frontend.flags import SWITCHES, Flags, Folder, IncludedFile, Macro, Search, Step
from dovetail.frontend.paths import is_writable_name, named


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


# ---- what there is -----------------------------------------------------------------------------------------

_STANDARDS = re.compile(
    r"(?:c|gnu)(?:89|90|99|9x|11|1x|17|18|23|2x|2y)|iso9899:(?:1990|199409|1999|199x|2011|2017|2018|2024)"
)
_NEWER = {"c9x": "c99", "gnu9x": "gnu99", "c1x": "c11", "gnu1x": "gnu11", "iso9899:199x": "iso9899:1999"}
"""Names that clang does not know, or not under every one of them."""
_MACRO = re.compile(r"(?P<name>[A-Za-z_$][\w$]*)(?P<parameters>\([\w$, .]*\))?", re.ASCII)
_OWN_MACRO = re.compile(r"__DOVETAIL__|__dovetail_.*|defined|__VA_ARGS__|__VA_OPT__")

_VALUED = ("-include", "-imacros", "-isystem", "-iquote", "-idirafter", "-I", "-D", "-U", "-x")
_TARGET = ("-target", "--target")
_PASSED_OVER_WITH_VALUE = re.compile(r"-(?:o|MF|MT|MQ|MJ|l|L|dumpbase|dumpbase-ext|dumpdir|aux-info)|--param")
_REFUSED_WITH_VALUE = re.compile(
    r"-(?:X[a-z0-9]+|mllvm|B|isysroot|specs|F|iframework|iwithprefix|iwithprefixbefore|iprefix|A|T|u|z|e|arch)"
    r"|--sysroot|--config|--prefix"
)

_PASSED_OVER = re.compile(
    r"-c|-S|-E|-w|-v|-s|-pipe|-P|-C|-CC|-H|-M|-MM|-MD|-MMD|-MP|-MG|-MV|-###|-pass-exit-codes"
    r"|-fsyntax-only|-save-temps(?:=\w+)?|--save-temps(?:=\w+)?|-time|-pedantic(?:-errors)?|-Q|--coverage|-coverage"
    r"|-static|-shared|-pie|-no-pie|-static-pie|-rdynamic|-nostdlib|-nodefaultlibs|-nostartfiles|-static-libgcc"
    r"|-pg|-p|-traditional-format|-Qunused-arguments|-no-canonical-prefixes|-no-integrated-cpp|-integrated-as"
    r"|-W(?!p,|l,|a,).*|-g(?!cc-|en-)[\w=+.-]*|--param=.*|-dumpbase=.*|-M[FTQJ].+|-l.+|-L.+|-o.+"
    r"|-Wa,-g.*|-Wl,(?:-z,(?:now|relro|defs|noexecstack)|--as-needed|--no-as-needed|--gc-sections|-O\d?"
    r"|--build-id.*|--no-undefined|-rpath.*|-soname.*|--hash-style=.*|--export-dynamic|-E|-s|-x|-S|-M.*)"
)

_NO_MATTER = (
    # how the code is made
    r"align-.*|omit-frame-pointer|optimize-sibling-calls|inline.*|ipa-.*|tree-.*|gcse.*|schedule-.*|sched-.*|peel-.*"
    r"|unroll-.*|unswitch-loops|loop-.*|move-loop-.*|split-.*(?<!stack)|reorder-.*|crossjumping|cse-.*|dce|dse"
    r"|thread-jumps|expensive-optimizations|strength-reduce|vectorize|slp-vectorize(?:-aggressive)?|rerun-.*|web"
    r"|caller-saves|combine-stack-adjustments|compare-elim|cprop-registers|defer-pop|devirtualize.*|early-inlining"
    r"|forward-propagate|function-cse|guess-branch-probability|hoist-adjacent-loads|if-conversion2?|ira-.*"
    r"|live-range-shrinkage|lra-remat|modulo-sched.*|partial-inlining|peephole2?|predictive-commoning|prefetch-.*"
    r"|ree|rename-registers|sel-sched-.*|shrink-wrap.*|sibling-calls|store-merging|toplevel-reorder|tracer"
    r"|unit-at-a-time|variable-expansion-.*|vect-cost-model.*|version-loops-.*|conserve-stack|section-anchors"
    r"|code-hoisting|merge-constants|jump-tables|bit-tests|plt|semantic-interposition|allow-store-data-races"
    r"|min-function-alignment=\d+|limit-.*|whole-program|keep-.*|zero-initialized-in-bss"
    r"|zero-call-used-regs=.*|patchable-function-entry=.*|stack-clash-protection|stack-check.*|stack-usage"
    r"|stack-reuse=.*|asynchronous-unwind-tables|unwind-tables|exceptions|cxx-exceptions|rtti|dwarf2-cfi-asm"
    r"|function-sections|data-sections|unique-section-names|visibility(?:-.*)?(?:=.*)?|common|tls-model=.*"
    r"|lto(?:-.*)?(?:=.*)?|fat-lto-objects|use-linker-plugin|use-ld=.*|linker-output=.*|emulated-tls"
    r"|integrated-as|integrated-cc1|addrsig|ident|verbose-asm|gnu-unique|crossmodule.*|var-tracking.*"
    r"|delete-null-pointer-checks|finite-loops|aggressive-loop-optimizations|isolate-erroneous-paths.*"
    r"|strict-aliasing|wrapv-pointer|builtin(?:-\w+)?|fp-contract=(?:off|on|fast)|excess-precision=.*|float-store"
    # what is told of it
    r"|diagnostics-.*|color-diagnostics|caret-diagnostics|show-.*|message-length=.*|max-errors=.*|error-limit=.*"
    r"|macro-backtrace-limit=.*|template-.*|track-macro-expansion.*|analyzer.*|permissive|dump-.*|save-.*"
    r"|mem-report.*|time-report.*|time-trace.*|compare-debug.*|callgraph-info.*|opt-info.*|spell-checking"
    r"|working-directory|standalone-debug|limit-debug-info|debug-.*|eliminate-unused-debug-.*|merge-debug-strings"
    r"|record-gcc-switches|record-command-line|(?:file|debug|macro|coverage)-prefix-map=.*|crash-diagnostics.*"
    r"|profile(?:-.*)?(?:=.*)?|test-coverage|coverage-.*|auto-profile.*|branch-probabilities|instrument-functions.*"
    r"|extended-identifiers|dollars-in-identifiers|asm|hosted|signed-bitfields|math-errno|trapping-math"
    r"|(?:input|exec)-charset=(?i:utf-?8)|trivial-auto-var-init=uninitialized|honor-nans|honor-infinities|signed-zeros"
)
_NOT_ON = re.compile(r"instrument-functions.*")
"""Of these only the `no-` form is as a compiler is when it is not told."""
_NOT_OFF = re.compile(
    r"dollars-in-identifiers|asm|hosted|math-errno|trapping-math|honor-.*|signed-zeros|signed-bitfields"
)
"""And of these only the other one."""
_NO_MATTER_F = re.compile(f"(?P<no>no-)?(?P<name>{_NO_MATTER})")
_NO_MATTER_M = re.compile(
    r"tune=.*|cmodel=(?:small|kernel|medium|large)|no-red-zone|red-zone|(?:no-)?stackrealign|preferred-stack-boundary=\d+"
    r"|incoming-stack-boundary=\d+|stack-alignment=\d+|fpmath=sse|sse2?|mmx|fxsr|no-avx.*|no-sse[34].*|no-ssse3|no-sse4"
    r"|no-fma4?|no-bmi2?|no-aes|no-3dnow|indirect-branch.*|function-return=.*|retpoline.*|harden-sls=.*"
    r"|(?:no-)?omit-leaf-frame-pointer|regparm=\d|(?:no-)?accumulate-outgoing-args|skip-rax-setup"
    r"|(?:no-)?record-mcount|(?:no-)?fentry|tls-dialect=\w+|stack-protector-guard.*|long-double-80|no-ms-bitfields"
    r"|(?:no-)?tls-direct-seg-refs|(?:no-)?push-args|(?:no-)?vzeroupper|glibc|no-x32|no-soft-float"
)
_NO_MATTER_ARCH = frozenset({"x86-64", "i386", "i486", "i586", "i686", "pentium4"})

_PLUGIN = "a plugin can do anything to a program, and to this machine: it is not loaded"
_HIDDEN = "options for a part of the compiler are not handed on"
_OWN_HEADERS = "the header files of the C library are Dovetail's own"
_ROUNDING = "floating-point numbers would be computed in another way than C says, and in a native run"
_REASONS: tuple[tuple[str, str, str | None], ...] = (
    # what is meant, why not, and what takes it back
    (r"-fplugin.*|-fpass-plugin.*|-load", _PLUGIN, None),
    (r"-X.*|-mllvm|-Wp,.*|-Wa,.*", _HIDDEN, None),
    (r"-Wl,.*|-T|-u|-z|-e", "what the linker does is not modelled", None),
    (
        r"-B.*|--prefix.*|-specs.*|--config.*|-isysroot|--sysroot.*|--gcc-toolchain.*",
        "the compiler is Dovetail's own",
        None,
    ),
    (r"-nostdinc|-nostdlibinc|-nobuiltininc|-F.*|-iframework|-iprefix|-iwithprefix.*", _OWN_HEADERS, None),
    (r"-include-pch.*|-fmodule.*|-ivfsoverlay.*", "header files are read as text", None),
    (r"-undef|-A.*", "what the compiler defines by itself stays defined", None),
    (
        r"-ftrapv",
        "an overflow would end the program: check that there is none with --property no-overflow",
        "-fno-trapv",
    ),
    (r"-fopenmp.*|-fopenacc.*", "threads are not modelled", "-fno-openmp"),
    (
        r"-fpack-struct(?:=.*)?",
        "the C library would have other structures than the program",
        "-fno-pack-struct",
    ),
    (r"-fshort-wchar", "the C library would have other characters than the program", "-fno-short-wchar"),
    (r"-fms-compatibility.*|-fplan9-extensions|-fnested-functions", "another language than C", None),
    (
        r"-ftrivial-auto-var-init=.*",
        "a variable that is read before it is written holds any value",
        "-ftrivial-auto-var-init=uninitialized",
    ),
    (
        r"-fsanitize=.*",
        "what a sanitizer does to a program is not modelled: see --property",
        "-fno-sanitize=all",
    ),
    (r"-fsanitize.*", "it is for a sanitizer", None),
    (r"-(?:fast|Ofast)|-ffast-math", _ROUNDING, "-fno-fast-math"),
    (
        r"-f(?P<math>unsafe-math-optimizations|associative-math|reciprocal-math|finite-math-only|rounding-math|"
        r"single-precision-constant|approx-func|cx-limited-range|cx-fortran-rules)",
        _ROUNDING,
        "-fno-{math}",
    ),
    (
        r"-fno-(?P<off>math-errno|trapping-math|signed-zeros|honor-nans|honor-infinities)",
        _ROUNDING,
        "-f{off}",
    ),
    (r"-ffp-model=.*|-ffp-exception-behavior=.*|-mfpmath=.*|-msoft-float", _ROUNDING, None),
    (
        r"-m(?:long-double-.*|ms-bitfields|align-double|96bit-.*|128bit-.*|x32|16|iamcu)",
        "types would have other layouts",
        None,
    ),
    (r"-march=.*", "which instructions there are decides what is compiled", "-march=x86-64"),
    (r"-m.*", "Dovetail compiles for x86 as it comes, with SSE2 and nothing else", None),
    (r"-finput-charset=.*|-fexec-charset=.*|-fwide-exec-charset=.*", "texts are UTF-8", None),
    (r"-funsigned-bitfields|-fno-signed-bitfields", "members of type int are signed", None),
    (r"-finstrument-functions.*", "it calls functions that nobody calls", "-fno-instrument-functions"),
    (r"-fmerge-all-constants", "two objects would have one address", "-fno-merge-all-constants"),
)
_REFUSED = tuple((re.compile(pattern), why, back) for pattern, why, back in _REASONS)
_TRIPLE = re.compile(r"(?P<arch>x86_64|amd64|i[3-6]86)(?:-\w+)*?-linux(?:-\w+)?")


def takes_next(word: str) -> bool:
    """Is the word behind this flag its value?"""
    others = (_PASSED_OVER_WITH_VALUE, _REFUSED_WITH_VALUE)
    return word in (*_VALUED, *_TARGET) or any(pattern.fullmatch(word) for pattern in others)


def required_bits(triple: str) -> int | None:
    """How wide the machine is that a compiler is for; None if it is one that Dovetail does not know."""
    found = _TRIPLE.fullmatch(triple)
    if found is None or triple.endswith("x32"):
        return None
    return 32 if found["arch"].startswith("i") else 64


# ---- reading -----------------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Reader:
    flags: Flags = field(default_factory=Flags)
    steps: list[tuple[Step, str | None]] = field(default_factory=list)
    """Each with the folder that its path starts from."""
    refusals: dict[str, str] = field(default_factory=dict)
    """By what takes them back."""

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
                case IncludedFile(path=path):
                    places = [_from(folder, path), *(os.path.join(one, path) for one in folders)]
                    first = next((place for place in places if os.path.isfile(place)), None)
                    if first is None:
                        raise InputError(f"-include {named(path)}: there is no such file")
                    steps.append(replace(step, path=first))
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
        if _PASSED_OVER_WITH_VALUE.fullmatch(word):
            _value(word, rest)
        elif _PASSED_OVER.fullmatch(word):
            pass
        elif word.startswith("-Wp,"):
            self._for_preprocessor(word)
        elif (found := _split(word)) is not None:
            flag, attached = found
            value = attached or _value(flag, rest)
            self._with_value(flag, value, folder)
        elif word.startswith(("-std=", "-ansi")):
            self._standard(word)
        elif word in _TARGET or word.startswith("--target="):
            self._target(word.partition("=")[2] or _value(word, rest))
        elif not (self._switch(word) or self._macro_flag(word) or _does_not_matter(word)):
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
        found = _MACRO.fullmatch(macro.name)
        written = f"-{'U' if macro.value is None else 'D'}{macro.name}"
        if found is None or (macro.value is None and found["parameters"]):
            raise InputError(f"{written}: this is not the name of a macro")
        if _OWN_MACRO.fullmatch(found["name"]):
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
                raise InputError(f"{word}: {_HIDDEN}")

    def _standard(self, word: str) -> None:
        name = "c89" if word == "-ansi" else word.removeprefix("-std=")
        if not _STANDARDS.fullmatch(name):
            raise InputError(f"{word}: there is no such standard of C, or clang does not know it")
        self.flags = replace(self.flags, standard=_NEWER.get(name, name))

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
        if _REFUSED_WITH_VALUE.fullmatch(word):
            shown = f"{word} {next(iter(rest), '')}".rstrip()
        for pattern, why, back in _REFUSED:
            found = pattern.fullmatch(word)
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
    for flag in _VALUED:
        attached = word.removeprefix(flag)
        if attached != word and not (len(flag) > 2 and attached.startswith("-")):
            return flag, attached
    return None


def _does_not_matter(word: str) -> bool:
    if word.startswith("-march="):
        return word.removeprefix("-march=") in _NO_MATTER_ARCH
    if word.startswith("-m"):
        return _NO_MATTER_M.fullmatch(word[2:]) is not None
    found = _NO_MATTER_F.fullmatch(word[2:]) if word.startswith("-f") else None
    if found is None:
        return word in _ALSO_OFF or any(word == f"-fno-{name}" for name in _OFF)
    return not (_NOT_ON if found["no"] is None else _NOT_OFF).fullmatch(found["name"])


_OFF = (
    "trapv",
    *("openmp", "pack-struct", "short-wchar", "sanitize=all", "fast-math", "unsafe-math-optimizations"),
    *("associative-math", "reciprocal-math", "finite-math-only", "rounding-math", "merge-all-constants"),
    *(
        "single-precision-constant",
        "approx-func",
        "ms-compatibility",
        "modules",
        "instrument-functions",
        "plt",
    ),
)
_ALSO_OFF = frozenset({"-fno-sanitize-recover=all", "-fno-sanitize-recover"})


def as_words(words: Sequence[str] | str) -> tuple[str, ...]:
    """Flags that a caller has given. One text would be read letter by letter."""
    if isinstance(words, str):
        raise InputError("flags are a list of words, each as it would stand on a command line")
    return tuple(words)
