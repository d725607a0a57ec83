"""Uninitialised memory takes its value from the input vector, natively in the same order as in the executor.

Each program is run both ways on the same bytes; the exit code says what it saw.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import dovetail
from dovetail.execution.inputs import InputVector
from thinned import thinned, thinned_rows

PROGRAMS = [
    (
        "order",
        "01000000 02000000 03000000",
        123,
        "int main(void) { int a, b, c; return a * 100 + b * 10 + c; }",
    ),
    ("used at once", "05000000", 5, "int main(void) { int x, y = x; return y; }"),
    (
        "filled by the next initialiser",
        "0500000006000000 07000000",
        103,
        """
        int fill(int *a) { a[0] = 9; return a[1]; }
        int main(void) { int a[2], n = fill(a), z; return a[0] * 10 + n + z; }
        """,
    ),
    (
        "in the head of a loop",
        "02000000 03000000",
        85,
        "int main(void) { for (int i, j = 5, k; ; ) return i * 10 + j + k * 20; }",
    ),
    (
        "register",
        "07000000 08000000",
        15,
        "int main(void) { register int x; register struct { int a; } s; return x + s.a; }",
    ),
    ("of a _Bool, the last bit", "02 03", 2, "int main(void) { _Bool a, b; return a + b * 2; }"),
    (
        "variable length",
        "01000000020000000300000004000000",
        17,
        "int main(void) { int n = 4; int a[n]; return a[0] + a[1] * 2 + a[3] * 3; }",
    ),
    (
        "every type",
        "01 0200 0300000000000000 0000c03f 0000000000000440 00000000 "
        "0100000002000000030000000400000005000000",
        24,
        """
        struct s { char c; int a[3]; short s; };
        int main(void) {
            char c; unsigned short s; long long l; float f; double d; int *p; struct s t;
            return c + s + (int)l + (int)(f * 2) + (int)(d * 2) + (p == 0) + t.c + t.a[1] + t.s;
        }
        """,
    ),
    (
        "again in each round",
        "01000000 02000000 03000000",
        123,
        "int main(void) { int s = 0; for (int i = 0; i < 3; i++) { int x; s = s * 10 + x; } return s; }",
    ),
    (
        "again after a jump",
        "01000000 02000000",
        12,
        "int main(void) { int n = 0; again:; int x; n = n * 10 + x; if (n < 10) goto again; return n; }",
    ),
    ("written before it is read", "", 3, "int main(void) { int a, b[2], c; a = 1; c = 2; return a + c; }"),
    (
        "falling off the end",
        "05000000",
        5,
        "int f(int x) { if (x) return 3; } int main(void) { return f(0); }",
    ),
    (
        "falling off the end with a record",
        "0500000006000000",
        56,
        """
        struct s { int a, b; };
        struct s f(int x) { if (x) return (struct s){1, 2}; }
        int main(void) { struct s s = f(0); return s.a * 10 + s.b; }
        """,
    ),
    ("returning nothing", "09000000", 9, "f(x) { if (x) return; return 4; }\nint main() { return f(1); }"),
    (
        "variables defined nowhere",
        "05000000 0600000007000000",
        57,
        "extern int u; extern struct { int a, b; } s; int main(void) { return u * 10 + s.b; }",
    ),
    (
        "results of functions without a body",
        "05000000 000000000000f83f 010203",
        31,
        """
        union u { int i; float f; }; union v { double d; };
        struct p { char a; short b; } __attribute__((packed));
        union u u(void); union v v(void); struct p p(void);
        int main(void) { return u().i + (int)(v().d * 2) + (p().b == 0x302) * 23; }
        """,
    ),
]


@pytest.mark.parametrize("model", thinned(["LP64", "ILP32"], 2))
@pytest.mark.parametrize(
    ("name", "memory", "code", "text"), thinned_rows(PROGRAMS, 2), ids=[p[0] for p in PROGRAMS]
)
def test_both_see_the_same(name: str, memory: str, code: int, text: str, model: str, tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(text)
    # Pointers are as wide as the model makes them; a piece that is too short is padded.
    vector = InputVector(memory=tuple(bytes.fromhex(piece) for piece in memory.split()))
    for native in (False, True):
        end = dovetail.run(path, inputs=vector, native=native, data_model=model, story=False).end
        assert end.exit_code == code, f"native: {native}, {end}"
