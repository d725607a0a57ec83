"""Do the sanitizers of another compiler see the violations of the cases in `tests/verdicts`?

Each case that is expected to be violated is checked; the `harness.c` in its evidence says in its first lines
how to compile and run it with any compiler, and with which sanitizers. That is done, with the system's `cc`:
the run must end with a violation, or with the report of a sanitizer. What no sanitizer sees (writes to
constants that the machine lets pass, memory that was never initialised) is listed by name, to be looked at by
a person.

    python bench/verdicts_against_sanitizers.py [FOLDER ...]       (lifetimes leaks overruns unspecified)
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

from small_process import check

CASES = Path(__file__).parents[1] / "tests" / "verdicts"
FOLDERS = ("lifetimes", "leaks", "overruns", "unspecified")
SECONDS = 30
_COMMAND = re.compile(r"^ \* +(cc .*)$", re.MULTILINE)


def seen(harness: Path) -> str:
    """How the run of a harness ended, in a word, and the line that says so."""
    found = _COMMAND.search(harness.read_text(errors="replace"))
    if found is None:
        return "no command"
    command = found[1].replace(" harness.c", f" {harness.resolve()}")
    with tempfile.TemporaryDirectory() as folder:
        command = re.sub(r"(\S+\.c)", lambda one: str(Path(one[1]).resolve()), command)
        process = subprocess.Popen(
            ["sh", "-c", command],
            cwd=folder,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            output, _ = process.communicate(timeout=SECONDS)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)  # the program itself, too: it may have no end
            process.wait()
            return "no end"
    said = output.decode(errors="replace")
    for words in ("VIOLATION", "ERROR: AddressSanitizer", "ERROR: LeakSanitizer", "runtime error"):
        if words in said and process.returncode:
            return f"seen: {words}"
    return f"not seen (status {process.returncode})"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("folders", nargs="*", default=FOLDERS)
    options = parser.parse_args()
    agree, others = 0, 0
    for name in options.folders:
        for path in sorted((CASES / name).glob("*.c")):
            header = dict(re.findall(r"^// ([\w-]+): *(.*?) *$", path.read_text(), re.MULTILINE))
            if header["verdict"] != "violated":
                continue
            with tempfile.TemporaryDirectory() as folder:
                result = check(
                    path,
                    tested=True,
                    strategy="auto",
                    timeout=60,
                    out=Path(folder),
                    properties=[
                        one.strip() for one in header.get("properties", "").split(",") if one.strip()
                    ],
                    function=header.get("function"),
                    svcomp=header.get("svcomp") == "yes",
                    externals=header.get("externals", "any"),
                    malloc_may_fail=header.get("malloc-may-fail") == "yes",
                )
                harnesses = [Path(one) for one in result.evidence if one.endswith("harness.c")]
                answers = [seen(one) for one in harnesses] or [f"no harness: {result.verdict.value}"]
            if any(one.startswith("seen") for one in answers):
                agree += 1
            else:
                others += 1
                print(f"{name}/{path.stem}: {answers[0]}", flush=True)
    print(f"{agree} violations seen by another compiler or its sanitizers, {others} not")
    return 0


if __name__ == "__main__":
    sys.exit(main())
