"""Are the expectations written in `tests/cases/faults/*.c` true? Ask clang's sanitizers.

Each case is compiled by the system's clang with the address and undefined-behaviour sanitizers (and their
leak detection), run on the inputs that its header gives, and the report is read back: the kind of the fault
and its line must be those of the header. Of a leak the header gives, as `allocated:`, the line where the
block came from. This needs Debian's clang with its runtimes, for 32 bits too; it is a campaign to be run
when cases change, not a part of the test suite.

    python bench/faults_against_sanitizers.py [--jobs N] [CASE.c ...]
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parents[1] / "tests" / "cases" / "faults"

COMPANION = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
void __sanitizer_print_stack_trace(void);
static const char *next(void) {
    static const char *at;
    static char word[64];
    if (!at) at = getenv("CASE_INPUTS");
    if (!at) at = "";
    size_t n = strcspn(at, ",");
    snprintf(word, sizeof word, "%.*s", (int)n, at);
    at += n + (at[n] == ',');
    return word;
}
#define WHOLE(name, type) type __VERIFIER_nondet_##name(void) { \
    const char *w = next(); \
    return (type)(*w == '-' ? (unsigned long long)strtoll(w, 0, 10) : strtoull(w, 0, 10)); }
WHOLE(bool, _Bool) WHOLE(char, char) WHOLE(schar, signed char) WHOLE(uchar, unsigned char) WHOLE(short, short)
WHOLE(ushort, unsigned short) WHOLE(int, int) WHOLE(uint, unsigned) WHOLE(unsigned, unsigned)
WHOLE(long, long) WHOLE(ulong, unsigned long)
WHOLE(longlong, long long) WHOLE(ulonglong, unsigned long long) WHOLE(size_t, size_t)
float __VERIFIER_nondet_float(void) { return strtof(next(), 0); }
double __VERIFIER_nondet_double(void) { return strtod(next(), 0); }
void __VERIFIER_assume(int c) { if (!c) { fprintf(stderr, "CASE: assumption\n"); _exit(0); } }
void reach_error(void) {
    fprintf(stderr, "CASE: reach_error\n");
    __sanitizer_print_stack_trace();
    _exit(0);
}
"""

# What the sanitizers say, and the kind of check that it stands for.
SAYINGS = [
    (r"signed integer overflow|cannot be represented in type|left shift of negative value", "overflow"),
    (r"division by zero", "division-by-zero"),
    (r"shift exponent", "shift"),
    (r"double-free|attempting free on address which was not malloc|bad-free", "invalid-free"),
    (
        r"SEGV[^\n]*\n[^\n]*\n *#0 [^\n]*Deallocate",
        "invalid-free",
    ),  # of something in memory that is read-only
    (r"LeakSanitizer: detected memory leaks", "memory-leak"),
    (
        r"AddressSanitizer: (?:heap|stack|global|dynamic-stack|alloc-dealloc|use-after|SEGV|negative|unknown|"
        r"heap-use|stack-use|memcpy-param|strcpy-param)|null pointer|out of bounds for type|"
        r"applying .* offset",
        "invalid-deref",
    ),
    (r"Assertion `", "assertion"),
    (r"CASE: reach_error", "unreach-call"),
]


@dataclass(frozen=True, slots=True)
class End:
    kind: str
    line: int | None = None

    def __str__(self) -> str:
        return self.kind if self.line is None else f"{self.kind} line {self.line}"


def header(text: str) -> dict[str, str]:
    """The `// key: value` lines at the top."""
    found: dict[str, str] = {}
    for line in text.splitlines():
        match = re.match(r"// ([a-z-]+): *(.*?) *$", line)
        if match is None:
            break
        found[match[1]] = match[2]
    return found


def expected(fields: dict[str, str]) -> End:
    words = fields["end"].split()
    match words:
        case ["violation", kind, "line", line]:
            return End(f"violation {kind}", int(line))
        case ["violation", "memory-leak"]:
            return End("violation memory-leak", int(fields["allocated"].removeprefix("line ")))
        case ["normal", code]:
            return End(f"normal {code}")
        case ["assumption"]:
            return End("assumption")
    raise ValueError(f"cannot read: end: {fields['end']}")


def run(case: Path, companions: dict[str, Path], folder: Path) -> End:
    fields = header(case.read_text())
    model = fields.get("data-model", "LP64")
    width = "-m32" if model == "ILP32" else "-m64"
    program = folder / case.stem
    flags = [
        "-std=gnu11",
        "-g",
        "-O0",
        "-w",
        width,
        "-fsanitize=address,undefined",
        "-fno-sanitize-recover=all",
    ]
    if fields["property"] != "no-overflow":
        flags += ["-fwrapv", "-fno-sanitize=shift,integer-divide-by-zero"]
    subprocess.run(
        ["clang", *flags, str(case), str(companions[width]), "-o", str(program), "-lm"], check=True
    )
    environment = {
        **os.environ,
        "CASE_INPUTS": fields.get("inputs", ""),
        "ASAN_OPTIONS": "detect_leaks=1:detect_stack_use_after_return=1:strict_string_checks=0:exitcode=99",
        "UBSAN_OPTIONS": "print_stacktrace=0",
    }
    done = subprocess.run(
        [str(program)], capture_output=True, text=True, env=environment, timeout=60, check=False
    )
    report = done.stderr
    for saying, kind in SAYINGS:
        if re.search(saying, report):
            return End(f"violation {kind}", first_line(report, case.name, kind))
    if "CASE: assumption" in report or (done.returncode == -6 and not report.strip()):
        return End("assumption")
    if report.strip() or done.returncode < 0:
        return End(f"something else ({done.returncode}): {report.strip()[:300]}")
    return End(f"normal {done.returncode}")


def first_line(report: str, name: str, kind: str) -> int | None:
    """The line of the case that the report mentions first; for a leak, where the block was allocated."""
    if kind == "memory-leak":
        report = report[report.index("LeakSanitizer") :]
        direct = report.find(
            "Direct leak"
        )  # the block nothing points to, before those that only it points to
        report = report[max(direct, 0) :]
    found = re.search(re.escape(name) + r":(\d+)", report)
    return int(found[1]) if found else None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("cases", nargs="*", type=Path, default=sorted(FOLDER.glob("*.c")))
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="faults-") as name:
        folder = Path(name)
        source = folder / "companion.c"
        source.write_text(COMPANION)
        companions = {width: folder / f"companion{width}.o" for width in ("-m32", "-m64")}
        for width, target in companions.items():
            subprocess.run(["clang", "-c", "-O1", "-w", width, str(source), "-o", str(target)], check=True)
        with ThreadPoolExecutor(options.jobs) as pool:
            ends = list(pool.map(lambda case: run(case, companions, folder), options.cases))
    wrong = 0
    for case, got in zip(options.cases, ends, strict=True):
        wanted = expected(header(case.read_text()))
        if got != wanted:
            wrong += 1
            print(f"{case.name}: expected {wanted}, got {got}")
    print(f"{len(options.cases) - wrong} of {len(options.cases)} cases agree with the sanitizers")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
