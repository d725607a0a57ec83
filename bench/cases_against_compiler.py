"""Are the expectations written in `tests/cases/run/*.c` true? Ask real compilers.

Each case is compiled by the system's clang and gcc, with and without optimisation, and run on the inputs
that its header gives; the exit code, the line of a failed assertion, or the quiet end must be those of the
header. A case whose result C leaves open says `// compilers: clang` and is not given to gcc. This needs
Debian's compilers, for 32 bits too; it is a campaign to be run when cases change, not a part of the test
suite.

    python bench/cases_against_compiler.py [--jobs N] [--fill] [CASE.c ...]

`--fill` writes the exit code that all compilers agree on in place of the `?` of `// end: normal ?`.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from faults_against_sanitizers import COMPANION, header

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "tests" / "cases" / "run"

PRELUDE = "__attribute__((weak)) void __sanitizer_print_stack_trace(void) {}\n"


def ends(case: Path, companions: dict[str, Path], folder: Path) -> dict[str, str]:
    """How the case ends under each compiler."""
    fields = header(case.read_text())
    width = "-m32" if fields.get("data-model", "LP64") == "ILP32" else "-m64"
    compilers = fields.get("compilers", "clang gcc").split()
    flags = [
        f"-std={fields.get('standard', 'gnu11')}",
        "-w",
        width,
        "-fwrapv",
        "-fno-strict-aliasing",
        "-msse2",
    ]
    flags += ["-mfpmath=sse", f"-I{ROOT / 'src' / 'dovetail' / 'include'}"]
    inputs = folder / f"{case.stem}.inputs"
    inputs.write_text(fields.get("inputs", ""))
    environment = {**os.environ, "CASE_INPUTS": fields.get("inputs", ""), "DOVETAIL_INPUTS": str(inputs)}
    found = {}
    for compiler in compilers:
        for level in ("-O0", "-O2"):
            program = folder / f"{case.stem}{compiler}{level}"
            own = [flag for flag in flags if compiler == "gcc" or flag != "-mfpmath=sse"]
            command = [compiler, level, *own, str(case), str(companions[width]), "-o", str(program), "-lm"]
            built = subprocess.run(command, capture_output=True, text=True, check=False)
            if built.returncode != 0:
                found[compiler + level] = f"not compiled: {built.stderr[:500]}"
                continue
            try:
                done = subprocess.run(
                    [str(program)], capture_output=True, text=True, env=environment, timeout=10, check=False
                )
            except subprocess.TimeoutExpired:
                found[compiler + level] = "no end"
                continue
            assertion = re.search(rf"{re.escape(case.name)}:(\d+): .*Assertion `", done.stderr)
            if assertion:
                found[compiler + level] = f"violation assertion line {assertion[1]}"
            elif "CASE: assumption" in done.stderr or done.returncode == -6:
                found[compiler + level] = "assumption"
            elif done.returncode == 0 and fields["end"] == "assumption" and "dovetail.h" in case.read_text():
                found[compiler + level] = "assumption"  # dovetail_assume is exit(0) without Dovetail
            elif done.returncode < 0:
                found[compiler + level] = f"signal {-done.returncode}"
            else:
                found[compiler + level] = f"normal {done.returncode}"
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("cases", nargs="*", type=Path, default=sorted(FOLDER.glob("*.c")))
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--fill", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="cases-") as name:
        folder = Path(name)
        source = folder / "companion.c"
        source.write_text(PRELUDE + COMPANION)
        companions = {width: folder / f"companion{width}.o" for width in ("-m32", "-m64")}
        for width, target in companions.items():
            subprocess.run(["clang", "-c", "-O1", "-w", width, str(source), "-o", str(target)], check=True)
        with ThreadPoolExecutor(options.jobs) as pool:
            results = list(pool.map(lambda case: ends(case, companions, folder), options.cases))
    wrong = 0
    for case, result in zip(options.cases, results, strict=True):
        text = case.read_text()
        wanted = header(text)["end"]
        agreed = set(result.values())
        if options.fill and wanted == "normal ?" and len(agreed) == 1 and min(agreed).startswith("normal "):
            wanted = min(agreed)
            case.write_text(text.replace("// end: normal ?", f"// end: {wanted}", 1))
        if agreed != {wanted}:
            wrong += 1
            print(f"{case.name}: expected {wanted}, got {result}")
        elif wanted.startswith("normal ") and int(wanted.split()[1]) > 127:
            wrong += 1
            print(f"{case.name}: the exit code {wanted} looks like a signal; choose one below 128")
    print(f"{len(options.cases) - wrong} of {len(options.cases)} cases agree with the compilers")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
