"""What CBMC's further options check: where a check fails, and where it does not, in the executor as natively.

Each statement is given inputs on which its check fails and inputs on which it holds. What a machine makes of
it is the witness: a run must end in the same way in both.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from dovetail.evidence.violation import fails_at, native_program
from dovetail.execution.ends import EndKind
from dovetail.execution.executor import Executor
from dovetail.execution.inputs import InputVector
from dovetail.frontend import LoadOptions, load

LEAST = -(1 << 63)
INF, NAN = float("inf"), float("nan")
HEAD = """
extern int __VERIFIER_nondet_int(void);
extern long long __VERIFIER_nondet_longlong(void);
extern double __VERIFIER_nondet_double(void);
typedef unsigned char byte;
struct bits { unsigned three : 3; int wide; };
static byte narrowed(byte value) { return value; }
static byte returned(int value) {
    return value;
}
int main(void) {
    int which = __VERIFIER_nondet_int();
    long long a = __VERIFIER_nondet_longlong(), b = __VERIFIER_nondet_longlong();
    double x = __VERIFIER_nondet_double(), y = __VERIFIER_nondet_double();
    unsigned u = (unsigned)1, v = (unsigned)2; unsigned long long w; byte c; signed char s; int i; float f;
    short h; _Bool t;
    int array[4] = {1, 2, 3, 4}, rows[2][3] = {{0}}, *p, *q;
    struct bits bits = {0, 0};
    switch (which) {
"""
Number = int | float
Case = tuple[str, list[tuple[Number, ...]], list[tuple[Number, ...]]]
CASES: dict[str, list[Case]] = {
    "no-unsigned-overflow": [
        ("w = (unsigned long long)a + 1;", [(-1,)], [(-2,), (0,)]),
        ("w = (unsigned)a - (unsigned)b;", [(1, 2), (0, -1)], [(2, 1), (3, 3)]),
        ("w = (unsigned)a * (unsigned)b;", [(1 << 16, 1 << 16)], [(65535, 65537)]),
        ("u = (unsigned)a; u += 2;", [(-1,), (-2,)], [(-3,)]),
        ("u = (unsigned)a; u *= v;", [(1 << 31,)], [((1 << 31) - 1,)]),
        ("u = (unsigned)a; u++;", [(-1,)], [(-2,)]),
        ("u = (unsigned)a; v = --u;", [(0,)], [(1,)]),
        ("u = -(unsigned)a;", [(1,), (-1,)], [(0,)]),
        ("v = (unsigned)a + 1 + (unsigned)b;", [(-2, 1), (-1, 0)], [(-2, 0)]),
        ("c = (byte)a; c = c + 1;", [], [(255,)]),  # computed as int
        ("v = ~(unsigned)a << 4;", [], [(1,)]),
        ("bits.three = 7u; bits.three += (unsigned)a;", [], [(1,)]),  # computed as int
        ("v = a > 0 && (unsigned)a - 2 > 5;", [(1,)], [(0,), (2,)]),
    ],
    "no-lossy-conversion": [
        ("c = (byte)a;", [(256,), (-1,)], [(255,), (0,)]),
        ("c = a;", [(256,), (-1,), (LEAST,)], [(255,)]),
        ("s = (signed char)a;", [(128,), (-129,)], [(127,), (-128,)]),
        ("u = (unsigned)(int)a;", [(-1,), (1 << 31,)], [(5,)]),
        ("w = a;", [(-1,)], [((1 << 63) - 1,)]),
        ("i = (int)(unsigned)a;", [(1 << 31,)], [((1 << 31) - 1,)]),
        ("c = (byte)a; c += (int)b;", [(255, 1), (0, -1)], [(254, 1)]),
        ("c = (byte)a; c++;", [(255,)], [(254,)]),
        ("c = (byte)a; --c;", [(0,)], [(1,)]),
        ("s = (signed char)a; s++;", [(127,)], [(126,)]),
        ("c = narrowed(a);", [(256,)], [(1,)]),
        ("c = returned((int)a);", [(256,)], [(1,)]),
        ("i = (int)x;", [(0, 0, 2147483648.0), (0, 0, -2147483649.0), (0, 0, NAN), (0, 0, INF)],
         [(0, 0, 2147483647.5), (0, 0, -2147483648.9)]),
        ("w = x;", [(0, 0, -1.0), (0, 0, 2.0**64)], [(0, 0, -0.5), (0, 0, 2.0**63)]),
        ("c = (byte)((int)a + 1) + 1;", [(255,), (254,)], [(253,)]),
        ("bits.wide = (byte)bits.three + (int)(signed char)a;", [(128,)], [(1,)]),
        ("i = (a < (unsigned)b) + (_Bool)a;", [], [(7, 9)]),
        ("i = a < (unsigned long long)b;", [(1, -1), (-1, 1)], [(1, 1)]),
    ],
    "no-pointer-overflow": [
        ("p = array; q = p + a;", [(5,), (-1,), (1 << 62,), (LEAST,)], [(4,), (0,)]),
        ("p = array + 4; q = p - a;", [(5,), (-1,)], [(4,), (0,)]),
        ("p = array; q = &p[a];", [(5,), (-1,)], [(4,)]),
        ("p = array; q = &a[p];", [(5,)], [(4,)]),
        ("p = array; p += a;", [(5,), (-1,)], [(4,)]),
        ("p = array + a; p++;", [(4,), (5,)], [(3,)]),
        ("p = array + a; q = --p;", [(0,)], [(1,)]),
        ("p = array; q = p + a + b;", [(4, 1), (5, -1)], [(4, -4)]),
        ("p = rows[a];", [(3,), (-1,)], [(2,), (1,)]),
        ("p = &rows[a][b];", [(1, 4), (2, 1)], [(1, 3), (0, 5)]),
        ("p = 0; q = p + a;", [(1,)], [(0,)]),
        ("p = array; i = *(p + a) + p[b];", [(0, 5)], [(1, 2)]),
        ("p = array; i = a > 0 && *(p + a + 2) > 3;", [(3,)], [(0,), (1,)]),
        ("p = array; i = (int)(*p++ + *p++);", [], [(0,)]),
    ],
    "no-undefined-shift": [
        ("i = 1 << a;", [(32,), (-1,), (1 << 40,)], [(30,), (0,)]),
        ("i = (int)a << 1;", [(-1,)], [(1,), (1 << 30,)]),
        ("v = (unsigned)a << b;", [(1, 32), (1, -1)], [(-1, 31)]),
        ("i = (int)a >> b;", [(1, 32)], [(-1, 31)]),
        ("w = 1ull << a;", [(64,)], [(63,)]),
        ("i = 1; i <<= a;", [(32,)], [(3,)]),
        ("c = (byte)b; c <<= a;", [(32, 1), (-1, 0)], [(8, 1), (31, 1), (24, 255), (30, 200)]),
        ("s = (signed char)b; s <<= a;", [(0, -1), (9, -1), (32, 1)], [(31, 1), (30, 127)]),
        ("c = (byte)b; c >>= a;", [(32, 1)], [(31, 255)]),
        ("h = (short)b; h <<= a;", [(1, -2), (32, 2)], [(16, 32767), (31, 1)]),
        ("t = b; t <<= a;", [(32, 1)], [(31, 1)]),
        ("bits.three = b & 7; bits.three <<= a;", [(32, 1)], [(31, 1), (30, 7)]),
    ],
    "no-overflow": [
        ("c = (byte)b; c <<= a;", [(31, 1), (24, 255), (30, 200)], [(8, 1), (30, 1), (23, 255)]),
        ("s = (signed char)b; s <<= a;", [(9, -1), (25, 127), (31, 1)], [(24, 127), (30, 1)]),
        ("h = (short)b; h <<= a;", [(1, -2), (17, 32767)], [(16, 32767)]),
        ("t = b; t <<= a;", [(31, 1)], [(30, 1)]),
        ("bits.three = b & 7; bits.three <<= a;", [(31, 1), (30, 7)], [(30, 1), (3, 7)]),
    ],
    "no-division-by-zero": [
        ("i = 7 / (int)a;", [(0,)], [(-1,)]),
        ("v = 7u % (unsigned)a;", [(0,), (1 << 32,)], [(1,)]),
        ("i = 7; i /= a;", [(0,)], [(1,)]),
        ("i = a != 0 && 7 / a > 1;", [], [(0,), (1,)]),
    ],
    "no-nan": [
        ("x = x + y;", [(0, 0, INF, -INF)], [(0, 0, INF, INF), (0, 0, NAN, 1.0)]),
        ("x = x - y;", [(0, 0, INF, INF)], [(0, 0, INF, -INF), (0, 0, 1.0, NAN)]),
        ("x *= y;", [(0, 0, INF, 0.0), (0, 0, -0.0, INF)], [(0, 0, 0.0, 0.0)]),
        ("x = x / y;", [(0, 0, 0.0, -0.0), (0, 0, INF, INF)], [(0, 0, 1.0, 0.0), (0, 0, 1.0, INF)]),
        ("x /= (float)y;", [(0, 0, 0.0, 0.0)], [(0, 0, 0.0, 2.0)]),
        ("x = x * y + a;", [(1, 0, INF, 0.0)], [(1, 0, 2.0, 2.0)]),
        ("x = (x - y) / (y - x);", [(0, 0, 2.0, 2.0), (0, 0, INF, INF)], [(0, 0, 2.0, 1.0)]),
        ("i = (int)a; i *= x / y;", [(1, 0, 0.0, 0.0)], [(1, 0, 1.0, 1.0)]),
    ],
    "no-float-overflow": [
        ("x = x + y;", [(0, 0, 1.7e308, 1.7e308)], [(0, 0, INF, 1.0), (0, 0, NAN, 1.0)]),
        ("x *= y;", [(0, 0, 1e200, 1e200)], [(0, 0, 1e200, 1e-200)]),
        ("x = x / y;", [(0, 0, 1.0, 0.0), (0, 0, 1e300, 1e-300)], [(0, 0, INF, 0.0), (0, 0, 1.0, INF)]),
        ("f = (float)x;", [(0, 0, 1e39)], [(0, 0, 1e38), (0, 0, INF)]),
        ("f = x;", [(0, 0, -1e39)], [(0, 0, NAN)]),
        ("f = (float)1; f *= x;", [(0, 0, 1e39)], [(0, 0, 1e38)]),
    ],
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_checks_fail_in_the_executor_as_natively(name: str, tmp_path: Path) -> None:
    cases = [f"    case {n}: {text} break;\n" for n, (text, _, _) in enumerate(CASES[name])]
    file = tmp_path / "f.c"
    file.write_text(HEAD + "".join(cases) + "    }\n    return 0;\n}\n")
    loaded = load([file], LoadOptions(properties=(name,)))
    first = HEAD.count("\n") + 1
    executor = Executor(loaded.program)
    with native_program(loaded) as native:
        for number, (text, failing, holding) in enumerate(CASES[name]):
            for values in (*failing, *holding):
                said = f"{text} {values}"
                vector = InputVector(_values(number, values))
                end = executor.run(vector, record_path=False).end
                seen = native.run(vector, timeout=5).end
                if values in holding:
                    assert end.kind is EndKind.NORMAL and seen.kind is EndKind.NORMAL, (said, end, seen)
                    continue
                assert end.kind is EndKind.VIOLATION and end.position is not None, (said, end)
                check = next(one for one in loaded.program.checks if one.ident == end.check_id)
                assert "returned" in text or check.position.line == first + number, said
                assert fails_at(seen, check), (said, check, seen)


def _values(number: int, given: tuple[Number, ...]) -> tuple[Number, ...]:
    a, b, x, y = (*given, *(0, 0, 0.0, 0.0)[len(given) :])
    return (number, int(a), int(b), float(x), float(y))


def test_an_index_is_one_of_an_array_that_is_a_part(tmp_path: Path) -> None:
    text = """
    struct last { int n; int tail[1]; };
    struct part { int cells[4]; struct last last; int open[]; };
    struct behind { int n; struct last last; } all[2];
    int f(struct part *p, int i, unsigned char c, struct behind *b) {
        int whole[4] = {0}, rows[2][3] = {{0}};
        int *end = &p->cells[4], *row = &*&rows[1][3];
        p->cells[3] = whole[i] + (int)sizeof p->cells[i] + *(p->cells + i) + p->cells[c & 3] + b->n;
        return end == row;
    }
    """
    file = tmp_path / "unit.c"

    def asked(added: str, name: str = "valid-index") -> list[str]:
        file.write_text(text.replace("return", f"{added}; return"))
        program = load([file], LoadOptions(function="f", properties=(name,))).program
        return [info.description for info in program.checks if info.kind == "array-index"]

    of_three, of_one = "the index is one of an array of 3", "the index is one of an array of 1"
    first = asked("")
    assert asked("", "valid-memsafety") == [] and asked("*(p->cells + 9) = 0") == first
    assert asked("rows[1][i] = i[rows[0]] = *&rows[1][3]") == [*first, *[of_three] * 3]
    assert asked("p->last.tail[i] = all[0].last.tail[i] = 0") == [*first, *[of_one] * 2]
    open_ended = [*first, "the index of an array is not negative"]
    assert asked("p->open[i] = 0") == asked("b->last.tail[i] = 0") == open_ended
    assert asked("p->open[c] = 0") == first == ["the index is one of an array of 4"]


def test_what_is_addressed_and_looked_up_is_what_was_there(tmp_path: Path) -> None:
    file = tmp_path / "unit.c"
    called = "static int g(void) { return 3; } extern void reach_error(void);"
    file.write_text(f"{called} int main(void) {{ int a; *&a = 4; if ((*&g)() + *&*&a == 7) reach_error(); }}")
    assert Executor(load([file]).program).run(InputVector()).end.kind is EndKind.VIOLATION
