"""The flags that there are: names, and what is to be said about those that are refused.

Which of them becomes which value is in `flag_words`; here is only what can be told from a name. Long
patterns are texts: most programs have no flag that they would be asked about.
"""

from __future__ import annotations

import re

STANDARDS = re.compile(
    r"(?:c|gnu)(?:89|90|99|9x|11|1x|17|18|23|2x|2y)|iso9899:(?:1990|199409|1999|199x|2011|2017|2018|2024)"
)
NEWER = {"c9x": "c99", "gnu9x": "gnu99", "c1x": "c11", "gnu1x": "gnu11", "iso9899:199x": "iso9899:1999"}
"""Names that clang does not know, or not under every one of them."""
MACRO = re.compile(r"(?P<name>[A-Za-z_$][\w$]*)(?P<parameters>\([\w$, .]*\))?", re.ASCII)
OWN_MACRO = re.compile(r"__DOVETAIL__|__dovetail_.*|defined|__VA_ARGS__|__VA_OPT__")

VALUED = ("-include", "-imacros", "-isystem", "-iquote", "-idirafter", "-I", "-D", "-U", "-x")
TARGET = ("-target", "--target")
PASSED_OVER_WITH_VALUE = re.compile(r"-(?:o|MF|MT|MQ|MJ|l|L|dumpbase|dumpbase-ext|dumpdir|aux-info)|--param")
REFUSED_WITH_VALUE = re.compile(
    r"-(?:X[a-z0-9]+|mllvm|B|isysroot|specs|F|iframework|iwithprefix|iwithprefixbefore|iprefix|A|T|u|z|e|arch)"
    r"|--sysroot|--config|--prefix"
)

PASSED_OVER = (
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
    r"|record-gcc-switches|record-command-line|(?:debug|coverage|profile)-prefix-map=.*|crash-diagnostics.*"
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
_NO_MATTER_F = f"(?P<no>no-)?(?P<name>{_NO_MATTER})"
_NO_MATTER_M = (
    r"tune=.*|cmodel=(?:small|kernel|medium|large)|no-red-zone|red-zone|(?:no-)?stackrealign|preferred-stack-boundary=\d+"
    r"|incoming-stack-boundary=\d+|stack-alignment=\d+|fpmath=sse|sse2?|mmx|fxsr|no-avx.*|no-sse[34].*|no-ssse3|no-sse4"
    r"|no-fma4?|no-bmi2?|no-aes|no-3dnow|indirect-branch.*|function-return=.*|retpoline.*|harden-sls=.*"
    r"|(?:no-)?omit-leaf-frame-pointer|regparm=\d|(?:no-)?accumulate-outgoing-args|skip-rax-setup"
    r"|(?:no-)?record-mcount|(?:no-)?fentry|tls-dialect=\w+|stack-protector-guard.*|long-double-80|no-ms-bitfields"
    r"|(?:no-)?tls-direct-seg-refs|(?:no-)?push-args|(?:no-)?vzeroupper|glibc|no-x32|no-soft-float"
)
_NO_MATTER_ARCH = frozenset({"x86-64", "i386", "i486", "i586", "i686", "pentium4"})

_PLUGIN = "a plugin can do anything to a program, and to this machine: it is not loaded"
HIDDEN = "options for a part of the compiler are not handed on"
_OWN_HEADERS = "the header files of the C library are Dovetail's own"
_ROUNDING = "floating-point numbers would be computed in another way than C says, and in a native run"
REFUSED: tuple[tuple[str, str, str | None], ...] = (
    # what is meant, why not, and what takes it back
    (r"-fplugin.*|-fpass-plugin.*|-load", _PLUGIN, None),
    (r"-X.*|-mllvm|-Wp,.*|-Wa,.*", HIDDEN, None),
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
_TRIPLE = re.compile(r"(?P<arch>x86_64|amd64|i[3-6]86)(?:-\w+)*?-linux(?:-\w+)?")


def takes_next(word: str) -> bool:
    """Is the word behind this flag its value?"""
    others = (PASSED_OVER_WITH_VALUE, REFUSED_WITH_VALUE)
    return word in (*VALUED, *TARGET) or any(pattern.fullmatch(word) for pattern in others)


def required_bits(triple: str) -> int | None:
    """How wide the machine is that a compiler is for; None if it is one that Dovetail does not know."""
    found = _TRIPLE.fullmatch(triple)
    if found is None or triple.endswith("x32"):
        return None
    return 32 if found["arch"].startswith("i") else 64


def does_not_matter(word: str) -> bool:
    """Is it one that cannot change what a program means, or that only says what holds anyway?"""
    if word.startswith("-march="):
        return word.removeprefix("-march=") in _NO_MATTER_ARCH
    if word.startswith("-m"):
        return re.fullmatch(_NO_MATTER_M, word[2:]) is not None
    found = re.fullmatch(_NO_MATTER_F, word[2:]) if word.startswith("-f") else None
    if found is None:
        return word in _ALSO_OFF or any(word == f"-fno-{name}" for name in _OFF)
    return not (_NOT_ON if found["no"] is None else _NOT_OFF).fullmatch(found["name"])


_OFF = (
    *("trapv", "openmp", "pack-struct", "short-wchar", "sanitize=all", "merge-all-constants", "modules"),
    *("fast-math", "unsafe-math-optimizations", "associative-math", "reciprocal-math", "finite-math-only"),
    *("rounding-math", "single-precision-constant", "approx-func", "cx-limited-range", "cx-fortran-rules"),
    *("ms-compatibility", "instrument-functions"),
)
_ALSO_OFF = frozenset({"-fno-sanitize-recover=all", "-fno-sanitize-recover"})
