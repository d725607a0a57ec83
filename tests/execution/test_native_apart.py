"""Objects apart from each other: what lands in none of them is seen, at its line, and nothing else is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dovetail.execution.ends import EndKind
from dovetail.execution.inputs import InputVector
from dovetail.execution.native import NativeProgram
from dovetail.execution.native.apart import objects_apart
from dovetail.program.types import DataModel
from thinned import thinned

MEMORY = frozenset({"invalid-deref", "invalid-free", "memory-leak"})

CASES = """
extern int __VERIFIER_nondet_int(void);
extern void *malloc(unsigned long), free(void *), *memcpy(void *, const void *, unsigned long);
# 1 "case.c"
struct pair { int x, y; };
struct many { int v[30]; };
int g[4], h[1000];
const int fixed[4] = {1, 2, 3, 4};
static int sum(struct many m) { m.v[1] += m.v[0]; return m.v[1]; }
static struct many filled(int n) { struct many m = {{n}}; return m; }
static int *gone(void) { int x[4]; x[0] = 1; int *p = x; return p; }
static int *given(int n) { int *p = __builtin_alloca(n); *p = 1; return p; }
static int deeper(int *p) { int y[4]; y[0] = y[1] = 1; return *p + y[1]; } // read 8 9
static int add(int n, ...) {
    __builtin_va_list all;
    int total = 0;
    __builtin_va_start(all, n);
    for (int i = 0; i < n; i++) total += __builtin_va_arg(all, int);
    __builtin_va_end(all);
    return total;
}
static int down(int n) { int a[3]; a[n % 3] = n; return n ? down(n - 1) + a[n % 3] : 0; }
int main(void) {
    int n = __VERIFIER_nondet_int(), i = 0, *p = 0;
    int left[500], a[4] = {1, 2, 3, 4}, right[500];
    struct many one = {{1}}, *m = &one;
    left[0] = right[0] = 0;
    switch (n) {
    case 1: a[40] = 7; break; // write 1
    case 2: p = a + 2; p[-3] = 7; break; // write 2
    case 3: p = a; return p[300]; // read 3
    case 4: p = a; return p[-300]; // read 4
    case 5: p = g; p[500] = 1; break; // write 5
    case 6: p = g; return p[1000000]; // read 6
    case 7: p = malloc(16); i = p[700]; free(p); return i; // read 7
    case 8: return deeper(gone());
    case 9: return deeper(given(8));
    case 10: { int inner[2] = {1, 2}; p = inner; } return *p; // read 10
    case 11: { p = (int[]){1, 2}; } return *p; // read 11
    case 12: for (int k = 0; k < 3; k++) p = &k; return *p; // read 12
    case 13: { int v[n]; v[0] = 1; p = v; } return *p; // read 13
    case 14: p = (int *)fixed; p[1] = 3; break; // write 14
    case 15: *(char *)"text" = 'a'; break; // write 15
    case 16: return sum(m[20]); // read 16
    case 17: one = m[20]; break; // read 17
    case 18: memcpy(a + 300, g, 8); break; // write 18
    case 19: { const int c = 3; __dovetail_constant(&c, sizeof c); p = (int *)&c; *p = 4; } break; // write 19
    case 20: ((void (*)(void))g)(); break; // call 20
    case 21: p = malloc(16); free(p); p[2]++; break; // read 21
    case 30: one = filled(7); return sum(one) + add(3, 1, 2, 3);
    case 31: for (int k = 0; k < 3; k++) { int v[k + 1]; v[k] = k; i += v[k]; } return i;
    case 32:
        for (int k = 0; k < 3; k++) {
            const int c = k; __dovetail_constant(&c, sizeof c); p = (int *)&c; i += *p;
        }
        return i;
    case 33: for (int k = 0; k < 3; k++) { p = (int[]){k, 2 * k}; i += p[1]; } return i;
    case 34: p = given(8) ? a : g; return p[3] + left[499 - 499] + fixed[3];
    case 35: return down(40);
    case 36: for (int k = 0; k < 200000; k++) i += down(1); return i;
    }
    return 0;
}
"""
FINE = {30: 14 - 7 + 6, 31: 3, 32: 3, 33: 6, 34: 8, 35: 820, 36: 200000}


@pytest.mark.parametrize("model", thinned(["ILP32", "LP64"], 2))
def test_what_lands_in_no_object_is_seen(model: str, tmp_path: Path) -> None:
    wanted: dict[int, tuple[int, str]] = {}
    for line, text in enumerate(CASES.split('"case.c"\n')[1].splitlines(), 1):
        if found := re.search(r"// (\w+) ([\d ]+)$", text):
            wanted |= {int(number): (line, found[1]) for number in found[2].split()}
    program = NativeProgram.build([CASES], data_model=model, directory=tmp_path, sanitize=MEMORY, apart=4096)
    numbers = [*wanted, *FINE]
    runs = program.run_batch([InputVector((number,)) for number in numbers], timeout=5)
    for number, run in zip(numbers, runs, strict=True):
        if number in FINE:
            assert (run.end.kind, run.end.exit_code) == (EndKind.NORMAL, FINE[number]), (number, run.end)
            continue
        line, what = wanted[number]
        assert run.end.kind is EndKind.VIOLATION and run.end.check_kind == "invalid-deref", (number, run.end)
        assert run.end.position is not None and run.end.position.line == line, (number, run.end)
        assert run.end.detail.startswith(f"{what} "), (number, run.end)
    assert len(wanted) == 21


def test_variables_that_nothing_points_to_stay() -> None:
    text = """\
@g = dso_local global [3 x i32] zeroinitializer, align 4
@t = private unnamed_addr constant [10 x i8] c", align 4\\00", align 1
@e = external global i32, align 4
define i32 @f(i32 noundef %n) #0 {
entry:
  %n.addr = alloca i32, align 4
  %a = alloca { i64, i32 }, align 8
  store i32 %n, ptr %n.addr, align 4
  %0 = getelementptr inbounds { i64, i32 }, ptr %a, i32 0, i32 1
  %1 = load i32, ptr %n.addr, align 4
  ret i32 %1
}
"""
    lines = objects_apart(text, DataModel.LP64, 4096).splitlines()
    assert "@g = dso_local global [3 x i32] zeroinitializer, align 4096" in lines
    assert '@t = private constant [10 x i8] c", align 4\\00", align 4096' in lines
    assert "@e = external global i32, align 4" in lines
    assert "  %n.addr = alloca i32, align 4" in lines
    made = [line for line in lines if line.startswith("  %a = ")]
    assert len(made) == 1 and made[0].startswith("  %a = call ptr @__dovetail_local(i64 ptrtoint")
    table = next(line for line in lines if line.startswith("@__dovetail.objects"))
    assert "[2 x { ptr, i64 }]" in table and "ptr @g" in table and "ptr @t" in table
    leaving = lines.index("  call void @__dovetail_leave_frame(ptr %__dovetail.frame)")
    assert lines[leaving + 1] == "  ret i32 %1"
