"""Does every kind of access outside of every kind of object become a confirmed violation, and no valid one?

Programs are made by the table: {kind of object} x {way to access it} x {place}, each in both data models. A
program has a neighbour of the same kind on both sides, alive and a thousand elements long, so that an access
that jumps over a margin lands in one. For each program that is wrong the executor must say so, a native run
must confirm it at the same line, and the evidence written for it must replay; its valid twin (the same access
inside of the object) must run to its end in the executor and natively, where the compiler puts objects and
where they are apart. With --check N, every Nth goes through the whole of `dovetail check` instead.

    python bench/overruns.py [--check N] [--only TEXT] [--every N] [--offset N]

Prints each that is not as it should be, then the counts; the exit status is 0 if all are.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import dovetail
from dovetail.evidence.violation import (
    LEAST_GAP,
    Violation,
    confirm,
    native_program,
    replay,
    save,
)
from dovetail.execution.ends import EndKind
from dovetail.execution.executor import Executor
from dovetail.execution.inputs import InputVector
from dovetail.frontend.load import LoadOptions, load
from dovetail.program.types import DataModel

HEAD = """\
#include <alloca.h>
#include <stdlib.h>
#include <string.h>
struct pair { int x, y; };
struct bits { unsigned a : 5, b : 20, c : 7; };
struct room { int before; int a[4]; int after; };
int sink, buffer[16];
struct pair one = {1, 2};
"""

NEAR = 1000
"""Elements of each neighbour."""


@dataclass(frozen=True, slots=True)
class Kind:
    """How to make an object `o` of the type `int` (or its like), with neighbours. `outside` is text before
    the functions, `inside` stands in the function, `end` ends the object's life there."""

    name: str
    outside: str
    inside: str
    end: str = ""
    elements: int = 4
    first: int = 0
    """The smallest index that is in the object."""
    constant: bool = False
    scoped: bool = False
    """Its life ends with its block, and with the function."""


KINDS = [
    Kind("stack", "", f"int l[{NEAR}]; int o[4]; int r[{NEAR}];", scoped=True),
    Kind("global", f"int l[{NEAR}]; int o[4]; int r[{NEAR}];", ""),
    Kind("static", "", f"static int l[{NEAR}]; static int o[4]; static int r[{NEAR}];"),
    Kind(
        "heap",
        "",
        f"int *l = malloc({NEAR} * sizeof *l), *o = malloc(16), *r = malloc({NEAR} * sizeof *r);"
        " l[0] = r[0] = 0;",
        "free(o);",
    ),
    Kind("calloc", "", f"int *l = calloc({NEAR}, 4), *o = calloc(4, 4), *r = calloc({NEAR}, 4);", "free(o);"),
    Kind("alloca", "", f"int *l = alloca({NEAR} * 4), *o = alloca(16), *r = alloca({NEAR} * 4);"),
    Kind("vla", "", f"int n = 4, m = {NEAR}; int l[m]; int o[n]; int r[m];", scoped=True),
    Kind(
        "member",
        "",
        f"int l[{NEAR}]; struct room s; int *o = s.a; int r[{NEAR}];",
        elements=5,
        first=-1,
        scoped=True,
    ),
    Kind(
        "member-of-global",
        f"int l[{NEAR}]; struct room s; int r[{NEAR}];",
        "int *o = s.a;",
        elements=5,
        first=-1,
    ),
    Kind(
        "literal",
        "",
        f'int l[{NEAR}]; const int *o = (const int *)"0123456789abcde"; int r[{NEAR}];',
        constant=True,
    ),
    Kind(
        "const",
        f"const int l[{NEAR}] = {{1}}; const int o[4] = {{1, 2, 3, 4}}; const int r[{NEAR}] = {{1}};",
        "",
        constant=True,
    ),
    Kind("compound", "", f"int l[{NEAR}]; int *o = (int[]){{1, 2, 3, 4}}; int r[{NEAR}];", scoped=True),
]


@dataclass(frozen=True, slots=True)
class Way:
    """An access to the elements from the one at `p` on."""

    name: str
    text: str
    writes: bool
    elements: int = 1


WAYS = [
    Way("read", "sink = *p;", False),
    Way("write", "*p = 7;", True),
    Way("index-write", "p[0] = 7;", True),
    Way("increment", "(*p)++;", True),
    Way("compound-assignment", "*p += 3;", True),
    Way("memcpy-from", "memcpy(buffer, p, 8);", False, 2),
    Way("memcpy-to", "memcpy(p, buffer, 8);", True, 2),
    Way("memset", "memset(p, 0, 4);", True),
    Way("memcmp", "sink = memcmp(p, buffer, 4);", False),
    Way("strcpy-to", 'strcpy((char *)p, "abc");', True),
    Way("struct-from", "one = *(struct pair *)p;", False, 2),
    Way("struct-to", "*(struct pair *)p = one;", True, 2),
    Way("struct-argument", "sink = taken(*(struct pair *)p);", False, 2),
    Way("struct-large", "sink = large(*(struct quad *)p);", False, 4),
    Way("bits-read", "sink = ((struct bits *)p)->b;", False),
    Way("bits-write", "((struct bits *)p)->b = 9;", True),
    Way("char-write", "((char *)p)[3] = 1;", True),
    Way("double-read", "sink = *(double *)p > 1;", False, 2),
    Way("long-read", "sink = (int)*(long long *)p;", False, 2),
]

MORE = """\
struct quad { int x, y, z, w; };
int taken(struct pair p) { return p.x; }
int large(struct quad q) { return q.w; }
"""

DISTANCES = {
    "past": lambda kind: kind.first + kind.elements + (kind.name.startswith("member")),
    "far": lambda kind: 44,
    "very-far": lambda kind: 1_000_000,
    "before": lambda kind: kind.first - 1,
    "far-before": lambda kind: -44,
    "very-far-before": lambda kind: -1_000_000,
    "neighbour": lambda kind: 540,
}


@dataclass(frozen=True, slots=True)
class Case:
    name: str
    text: str
    valid: bool


def cases() -> Iterator[Case]:
    for kind in KINDS:
        for way in WAYS:
            if kind.constant and way.writes:
                continue
            yield from _outside(kind, way)
            yield from _dead(kind, way)


def _outside(kind: Kind, way: Way) -> Iterator[Case]:
    for place, distance in DISTANCES.items():
        yield _case(f"{kind.name} {way.name} {place}", kind, way, f"o + {distance(kind)}", valid=False)
    middle = f"o + 1; p = p + {kind.first - 3}"
    yield _case(f"{kind.name} {way.name} from-the-middle", kind, way, middle, valid=False)
    last = kind.first + kind.elements + kind.name.startswith("member") - way.elements
    yield _case(f"{kind.name} {way.name} last", kind, way, f"o + {last}", valid=True)
    if way.elements <= 1:
        yield _case(f"{kind.name} {way.name} there-and-back", kind, way, "o + 100; p = p - 99", valid=True)


def _case(name: str, kind: Kind, way: Way, pointer: str, *, valid: bool) -> Case:
    const = "const " if kind.constant else ""
    body = f"{kind.inside} {const}int *p = {pointer};\n{way.text}\n{kind.end}"
    others = "free(l); free(r);" if kind.end else ""
    initial = "" if kind.constant else "o[0] = o[1] = o[2] = o[3] = 1;"
    body = body.replace(f" {const}int *p", f" {initial} {const}int *p", 1)
    return Case(name, f"{HEAD}{MORE}{kind.outside}\nint main(void) {{ {body} {others} return 0; }}\n", valid)


def _dead(kind: Kind, way: Way) -> Iterator[Case]:
    initial = "o[0] = o[1] = o[2] = o[3] = 1;"
    name = f"{kind.name} {way.name}"
    if kind.end:
        text = f"{kind.inside} {initial} int *p = o; {kind.end}\n{way.text}\n"
        yield Case(f"{name} after-free", _main(text), False)
        text = f"{kind.inside} {initial} int *p = o; {kind.end} int *q = malloc(16); q[0] = 1;\n{way.text}\n"
        yield Case(f"{name} after-free-and-malloc", _main(text), False)
    if kind.scoped:
        text = f"int *p; {{ {kind.inside} {initial} p = o; }}\n{way.text}\nreturn 0;"
        yield Case(f"{name} after-scope", _main(text), False)
        text = (
            f"int *p; for (int i = 0; i < 2; i++) {{ {kind.inside} {initial} p = o; }}\n{way.text}\nreturn 0;"
        )
        yield Case(f"{name} after-loop", _main(text), False)
        text = f"int *p; {{ {kind.inside} {initial} p = o;\n{way.text}\n}} return 0;"
        yield Case(f"{name} in-scope", _main(text), True)
    if kind.scoped or kind.name == "alloca":
        made = f"int *make(void) {{ {kind.inside} {initial} return o; }}\n"
        text = f"int *p = make();\n{way.text}\nreturn 0;"
        yield Case(f"{name} after-return", _main(text, made), False)
        used = f"{made}int use(int *p) {{ int fresh[{NEAR}]; fresh[0] = 1;\n{way.text}\nreturn fresh[0]; }}\n"
        yield Case(f"{name} after-return-in-call", _main("use(make()); return 0;", used), False)


def _main(body: str, before: str = "") -> str:
    return f"{HEAD}{MORE}{before}int main(void) {{ {body} }}\n"


# ---- judging -----------------------------------------------------------------------------------------------


def problem(case: Case, model: DataModel, folder: Path) -> str:
    """What is not as it should be; empty if nothing is."""
    source = folder / "case.c"
    source.write_text(case.text)
    loaded = load([source], LoadOptions(properties=("valid-memsafety",), data_model=model))
    nothing = InputVector(())
    end = Executor(loaded.program).run(nothing, record_path=False).end
    if case.valid:
        if end.kind is not EndKind.NORMAL:
            return f"the executor says {end.kind} {end.check_kind} {end.position} {end.detail}"
        for apart in (0, LEAST_GAP):
            with native_program(loaded, apart=apart) as native:
                end = native.run(nothing).end
            if end.kind is not EndKind.NORMAL:
                return f"natively, {apart} apart: {end.kind} {end.check_kind} {end.position} {end.detail}"
        return ""
    if end.kind is not EndKind.VIOLATION:
        return f"the executor says {end.kind} {end.detail}"
    found = confirm(loaded, nothing, smaller=False)
    if not isinstance(found, Violation):
        return found.reason
    save(found, folder, "")
    again = replay(folder / "violation.json")
    return "" if again.reproduced else again.sentence


def problem_of_check(case: Case, model: DataModel, folder: Path) -> str:
    source = folder / "case.c"
    source.write_text(case.text)
    done = dovetail.check(
        [source], properties=["valid-memsafety"], data_model=model.value, timeout=30, out=folder / "out"
    )
    if case.valid:
        return "" if done.verdict.value != "violated" else "violated"
    if done.verdict.value != "violated":
        return f"the verdict is {done.verdict.value}"
    evidence = next((folder / "out").rglob("violation.json"))
    again = replay(evidence)
    return "" if again.reproduced else again.sentence


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", type=int, default=0, metavar="N")
    parser.add_argument("--only", default="")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--offset", type=int, default=0)
    options = parser.parse_args()
    chosen = [
        (case, model)
        for case in cases()
        for model in (DataModel.LP64, DataModel.ILP32)
        if options.only in f"{case.name} {model.value}"
    ][options.offset :: options.every]
    counts: Counter[str] = Counter()
    started = time.monotonic()
    for number, (case, model) in enumerate(chosen):
        whole = options.check and number % options.check == 0
        with tempfile.TemporaryDirectory(prefix="overruns-") as folder:
            wrong = (problem_of_check if whole else problem)(case, model, Path(folder))
        kind = "valid" if case.valid else "invalid"
        counts[f"{kind}, {'not ' if wrong else ''}as it should be"] += 1
        if wrong:
            print(f"{case.name} {model.value}{' (check)' if whole else ''}: {wrong}", flush=True)
    for what, count in sorted(counts.items()):
        print(f"{count:6} {what}")
    print(f"{time.monotonic() - started:.0f} s")
    return 1 if any("not" in what for what in counts) else 0


if __name__ == "__main__":
    sys.exit(main())
