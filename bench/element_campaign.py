"""What `elements` proves of arrays, strings and rings of any size holds on all small ones: programs that are
made up, half of them with an error.

Each program makes an array as large as an input says, fills it, finds something out about it (how often a
number is in it, which is the largest, what all add up to), does a few things to it, and asks: is it in order,
is it still as it was, is there an end? Not all that is asked is true, and half of the programs have one
mistake more. The checks that `elements` proves, by a certificate that the checker accepts, must not fail in a
run on any inputs: every size up to 3, elements of three values, uninitialised memory of several contents.

    python bench/element_campaign.py [--programs N] [--seed S] [--seconds T]
"""

from __future__ import annotations

import argparse
import random
import tempfile
from itertools import product
from pathlib import Path

from mutations import mutants
from node_campaign import failing, proved

from dovetail.bad_input import InputError
from dovetail.execution.inputs import InputVector
from dovetail.frontend.load import LoadOptions, load
from dovetail.program.inlining import inline
from dovetail.strategies.elements.rounds import Elements

SIZES, ELEMENTS, VALUES = (1, 2, 3), (-1, 0, 1), 6
PROPERTIES = ("unreach-call", "valid-memsafety")

HEAD = """#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int n = __VERIFIER_nondet_int(), w = __VERIFIER_nondet_int();
    if (n < 1 || n > 100000) return 0;
"""
ARRAY = """    int *a = malloc(n * sizeof *a), *b = malloc(n * sizeof *b);
    int t, c = 0, m, s = 0, x = 0, y = 0;
"""
FILLS = (
    "    for (int i = 0; i < n; i++)\n        a[i] = __VERIFIER_nondet_int();\n",
    "    for (int i = 0; i < n; i++)\n        a[i] = w;\n",
    "    for (int i = n - 1; i >= 0; i--)\n        a[i] = i;\n",
)
"""What an array has in it."""
ASKS = (
    (
        "    for (int i = 0; i < n; i++)\n        if (a[i] == w)\n            c++;\n",
        "    x = 0;\n    for (int i = 0; i < n; i++)\n        if (a[i] == w)\n            x++;\n"
        "    assert(x == c);\n",
    ),
    (
        "    m = a[0];\n    for (int i = 1; i < n; i++)\n        if (a[i] > m)\n            m = a[i];\n",
        "    y = a[0];\n    for (int i = 1; i < n; i++)\n        if (a[i] > y)\n            y = a[i];\n"
        "    assert(y == m);\n",
    ),
    (
        "    for (int i = 0; i < n; i++)\n        s += a[i];\n",
        "    x = 0;\n    for (int i = 0; i < n; i++)\n        x += a[i];\n    assert(x == s);\n",
    ),
    (
        "    for (int i = 0; i < n; i++)\n        b[i] = a[i];\n",
        "    for (int i = 0; i < n; i++)\n        assert(a[i] == b[i]);\n",
    ),
    ("", "    for (int i = 1; i < n; i++)\n        assert(a[i - 1] <= a[i]);\n"),
    ("    x = 0;\n", "    for (int i = 0; i < x; i++)\n        assert(a[i] < w);\n"),
    (
        "    for (int i = 0; i < n; i++)\n        b[i] = a[i];\n",
        "    for (int i = 0; i < n; i++)\n        assert(a[i] == b[n - 1 - i]);\n",
    ),
)
"""What is found out before, and what is asked of that afterwards."""
STEPS = (
    "    for (int i = 1; i < n; i++) {\n        int key = a[i], j = i;\n"
    "        while (j > 0 && a[j - 1] > key) {\n            a[j] = a[j - 1];\n            j--;\n        }\n"
    "        a[j] = key;\n    }\n",
    "    x = 0;\n    y = n;\n    while (x < y) {\n        if (a[x] < w) {\n            x++;\n"
    "        } else {\n"
    "            y--;\n            t = a[x];\n            a[x] = a[y];\n            a[y] = t;\n"
    "        }\n    }\n",
    "    for (int i = 0, j = n - 1; i < j; i++, j--) {\n        t = a[i];\n        a[i] = a[j];\n"
    "        a[j] = t;\n    }\n",
    "    t = a[0];\n    for (int i = 0; i < n - 1; i++)\n        a[i] = a[i + 1];\n    a[n - 1] = t;\n",
    "    t = a[0];\n    a[0] = a[n - 1];\n    a[n - 1] = t;\n",
    "    for (int i = 0; i < n; i++)\n        if (a[i] < 0)\n            a[i] = 0;\n",
    "",
)
STRING = """    char *s = malloc(n), *r = malloc(n), *p = s, *q = r;
    int c = 0;
    for (int i = 0; i < n - 1; i++)
        s[i] = (char)__VERIFIER_nondet_int();
    s[n - 1] = 0;
"""
WALKS = (
    "    while (*p)\n        p++;\n    assert(p - s < n);\n    assert(*p == 0);\n",
    "    while ((*q++ = *p++) != 0)\n        ;\n    assert(q - r <= n);\n    assert(r[q - r - 1] == 0);\n",
    "    for (; *p != w; p++)\n        if (!*p)\n            break;\n    assert(*p == w || *p == 0);\n",
    "    for (; *p; p++)\n        if (*p == 1)\n            *p = 2;\n"
    "    for (q = s; q < p; q++)\n        assert(*q != 1);\n",
    "    while (*p)\n        p++;\n    while (p > s && p[-1] == 1)\n        p--;\n    *p = 0;\n"
    "    assert(p == s || p[-1] != 1);\n",
    "    while (s[c])\n        c++;\n    for (int i = 0; i < c; i++)\n        assert(s[i] != 0);\n",
    "    for (c = 0; s[c] && c < w; c++)\n        r[c] = s[c];\n    r[c] = 0;\n    assert(c < n);\n"
    "    for (int i = 0; i < c; i++)\n        assert(r[i] == s[i]);\n",
)
RING = """    int *a = malloc(n * sizeof *a);
    int f = 0, l = 0, c = 0, v = 0, d = 0;
    while (__VERIFIER_nondet_int() > 0) {
        if (__VERIFIER_nondet_int() > 0) {
            if (c < n) {
                int e = __VERIFIER_nondet_int();
                if (v == 0 && e == w) {
                    v = 1;
                    d = c;
                }
                a[l] = e;
                l = l + 1 < n ? l + 1 : 0;
                c++;
            }
        } else if (c > 0) {
            int e = a[f];
            f = f + 1 < n ? f + 1 : 0;
            c--;
            if (v == 1 && d == 0) {
                assert(e == w);
                v = 0;
            } else if (v == 1) {
                d--;
            }
        }
    }
    free(a);
"""


def program_text(rng: random.Random) -> str:
    kind = rng.random()
    if kind < 0.1:
        body = RING
    elif kind < 0.4:
        freed = "    free(s);\n    free(r);\n"
        body = STRING + "".join(rng.sample(WALKS, 1)) + freed
    else:
        before, after = rng.choice(ASKS)
        steps = rng.sample(STEPS, rng.choice((1, 1, 2)))
        body = ARRAY + rng.choice(FILLS) + before + "".join(steps) + after + "    free(a);\n    free(b);\n"
    text = f"{HEAD}{body}    return 0;\n}}\n"
    if rng.random() < 0.5:
        text = next((mutant.text for mutant in mutants(text, str(rng.random()))), text)
    return text


def vectors() -> list[tuple[int, ...]]:
    return [(size, *rest) for size in SIZES for rest in product(ELEMENTS, repeat=VALUES)]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--programs", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=20.0)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    whole = checks = fail = wrong = 0
    inputs = vectors()
    with tempfile.TemporaryDirectory() as folder:
        for number in range(options.programs):
            path = Path(folder) / f"program{number}.c"
            path.write_text(program_text(rng))
            try:
                program = inline(load([path], LoadOptions(properties=PROPERTIES)).program).program
            except InputError:
                continue  # a mistake that compilers find
            found = proved(program, Elements, options.seconds)
            truth: dict[int, InputVector] = failing(program, inputs) if found else {}
            checks, fail = checks + len(found), fail + len(truth)
            whole += len(found) == len(program.checks)
            for ident in sorted(found & truth.keys()):
                wrong += 1
                print(f"WRONG: check {ident} fails on {truth[ident].to_json()}:\n{path.read_text()}")
            print(f"{number}: {len(found)} of {len(program.checks)} proved, {len(truth)} fail", flush=True)
    print(f"{options.programs} programs, {whole} proved as a whole; {checks} checks proved, {fail} fail")
    print(f"{wrong} proved that fail")
    raise SystemExit(1 if wrong else 0)


if __name__ == "__main__":
    main()
