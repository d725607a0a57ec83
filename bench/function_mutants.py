"""Which mutants of a function do its tests catch: by how they end alone, and by what they expect?

    python bench/function_mutants.py --seconds 60 --mutants 40

For each example in `bench/function_examples` there is one suite for branches, as a CTest project. A mutant,
made by `mutations`, is caught if one of the project's tests fails; and the same again with the comparison
after the call left out, so that only the end of a run counts. Mutants that nothing catches may well mean the
same.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import tempfile
from itertools import islice
from pathlib import Path

from mutations import mutants

import dovetail

EXAMPLES = Path(__file__).parent / "function_examples"
FUNCTIONS = {"fee": "fee", "clamp": "clamp", "checksum": "checksum", "list": "put", "fraction": "add"}


def built(source: Path, build: Path) -> bool:
    done = subprocess.run(["cmake", "-S", str(source), "-B", str(build)], capture_output=True, check=False)
    return done.returncode == 0


def fails(build: Path) -> bool | None:
    """Does a test fail? None if the program cannot be compiled."""
    done = subprocess.run(["cmake", "--build", str(build)], capture_output=True, check=False)
    if done.returncode:
        return None
    tests = ["ctest", "--test-dir", str(build), "--timeout", "10"]
    return subprocess.run(tests, capture_output=True, check=False).returncode != 0


def measured(example: Path, function: str, seconds: float, most: int, folder: Path) -> tuple[int, ...]:
    program = folder / example.name
    shutil.copy(example, program)
    suite = dovetail.test(program, function=function, timeout=seconds, out=folder / "out", formats=["ctest"])
    project = Path(suite.written["ctest"][0]).parent
    without = folder / "without"
    shutil.copytree(project, without)
    text = (without / "entry.c").read_text()
    (without / "entry.c").write_text(re.sub(r"__dovetail_compare\(\);", ";", text))
    builds = [folder / "build", folder / "build-without"]
    for source, build in zip((project, without), builds, strict=True):
        assert built(source, build) and fails(build) is False, "the original passes its tests"
    tried, caught, by_end = 0, 0, 0
    for one in islice(mutants(example.read_text(), example.stem), most):
        program.write_text(one.text)
        found = fails(builds[0])
        if found is None:
            continue
        tried += 1
        caught += found
        by_end += bool(fails(builds[1]))
    return len(suite.tests), tried, by_end, caught


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--mutants", type=int, default=40)
    options = parser.parse_args()
    print("| function | tests | mutants | caught by how a test ends | caught by what it expects |")
    print("|---|---|---|---|---|")
    for name, function in FUNCTIONS.items():
        with tempfile.TemporaryDirectory(prefix="dovetail-") as folder:
            row = measured(EXAMPLES / f"{name}.c", function, options.seconds, options.mutants, Path(folder))
        print(f"| {function} | {' | '.join(map(str, row))} |", flush=True)


if __name__ == "__main__":
    main()
