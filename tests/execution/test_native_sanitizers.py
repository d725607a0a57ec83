"""The checks that the harness makes itself: arithmetic, accesses, freeing, leaks; with the right line, and
none too many."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dovetail.execution.ends import EndKind
from dovetail.execution.inputs import InputVector
from dovetail.execution.native import SANITIZED, NativeProgram

ARITHMETIC = frozenset({"overflow", "division-by-zero", "shift"})
MEMORY = frozenset({"invalid-deref", "invalid-free", "memory-leak"})

HEADER = """
extern int __VERIFIER_nondet_int(void); extern void exit(int);
extern void *malloc(unsigned long), *calloc(unsigned long, unsigned long), *realloc(void *, unsigned long);
extern void free(void *), *memcpy(void *, const void *, unsigned long), *memset(void *, int, unsigned long);
extern char *strcpy(char *, const char *);
# 1 "case.c"
"""
LIBRARY = """
char *strcpy(char *to, const char *from) {
    char *at = to;
    while ((*at++ = *from++));
    return to;
}
"""


@pytest.fixture(params=["ILP32", "LP64"])
def model(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def build(text: str, model: str, directory: Path, sanitize: frozenset[str]) -> NativeProgram:
    return NativeProgram.build(
        [HEADER + text], data_model=model, directory=directory, sanitize=sanitize, library=[LIBRARY]
    )


ARITHMETIC_CASES = """
static int id(int x) { return x; }
int main(void) {
    int n = __VERIFIER_nondet_int(), most = id(2147483647), least = -most - 1, zero = id(0);
    long long wide = (long long)id(1) << 62;
    unsigned u = 4000000000u;
    signed char small = 127;
    switch (n) {
    case 1: return most + id(1);          // overflow
    case 2: return least - id(1);         // overflow
    case 3: return most * id(2);          // overflow
    case 4: return -least;                // overflow
    case 5: return least / id(-1);        // overflow
    case 6: return least % id(-1);        // overflow
    case 7: return wide * id(3);          // overflow
    case 8: return (wide + wide) > 0;     // overflow
    case 9: return id(1) << id(31);       // overflow
    case 10: return id(-1) << id(1);      // overflow
    case 11: return most++ + zero;        // overflow
    case 12: return id(7) / zero;         // division-by-zero
    case 13: return id(7) % zero;         // division-by-zero
    case 14: return u / (unsigned)zero;   // division-by-zero
    case 15: return wide / zero;          // division-by-zero
    case 16: return id(1) << id(32);      // shift
    case 17: return id(1) >> id(-1);      // shift
    case 18: return u << id(40);          // shift
    case 19: return wide >> id(64);       // shift
    case 20: u += u; u *= 3; u <<= 5; small++; small = most; return 20;
    case 21: return (least >> id(31)) + 22;
    case 22: return (int)(u << id(31)) + 22 - (int)(u << id(31));
    }
    return 99;
}
"""


def expected(text: str) -> dict[int, tuple[int, str]]:
    """For each case of the text: its line and the kind of check in its comment."""
    found = {}
    for line, code in enumerate(text.splitlines(), 1):
        match = re.search(r"case (\d+):.*// ([a-z-]+)$", code)
        if match:
            found[int(match[1])] = (line, match[2])
    return found


def assert_cases(program: NativeProgram, text: str) -> None:
    cases = expected(text)
    assert len(cases) > 10
    runs = program.run_batch([InputVector((number,)) for number in cases])
    for (number, (line, kind)), one in zip(cases.items(), runs, strict=True):
        position = one.end.position
        got = (number, one.end.kind, one.end.check_kind, position and (position.file, position.line))
        assert got == (number, EndKind.VIOLATION, kind, ("case.c", line)), one.end.detail


def test_arithmetic(tmp_path: Path, model: str) -> None:
    program = build(ARITHMETIC_CASES, model, tmp_path, ARITHMETIC)
    assert_cases(program, ARITHMETIC_CASES)
    for number, code in {20: 20, 21: 21, 22: 22, 23: 99}.items():
        assert program.run(InputVector((number,))).end.exit_code == code
    end = program.run(InputVector((1,))).end
    assert end.detail == "2147483647 + 1 is outside of 'int'"
    assert str(end.position) == "case.c:9:25"
    assert program.run(InputVector((7,))).end.detail == "4611686018427387904 * 3 is outside of 'long long'"


def test_arithmetic_that_is_not_checked(tmp_path: Path, model: str) -> None:
    """Overflow wraps, shifts are taken modulo the width, a division by zero ends the path."""
    wanted = {1: -(2**31), 2: 2**31 - 1, 3: -2, 4: -(2**31), 9: -(2**31), 10: -2, 16: 1, 17: 0, 19: 0}
    for folder, sanitize in (("none", frozenset[str]()), ("deref", frozenset({"invalid-deref"}))):
        program = build(ARITHMETIC_CASES, model, tmp_path / folder, sanitize)
        for number, code in wanted.items():
            assert program.run(InputVector((number,))).end.exit_code == code, number
        for number in (5, 6, 12, 13, 14, 15):
            assert program.run(InputVector((number,))).end.kind is EndKind.UNDEFINED


def test_shift_is_told_from_overflow(tmp_path: Path, model: str) -> None:
    only_shift = build(ARITHMETIC_CASES, model, tmp_path / "shift", frozenset({"shift"}))
    assert only_shift.run(InputVector((16,))).end.check_kind == "shift"
    assert only_shift.run(InputVector((9,))).end.exit_code == -(2**31)
    assert only_shift.run(InputVector((1,))).end.exit_code == -(2**31)
    only_overflow = build(ARITHMETIC_CASES, model, tmp_path / "overflow", frozenset({"overflow"}))
    assert only_overflow.run(InputVector((16,))).end.exit_code == 1
    assert only_overflow.run(InputVector((9,))).end.check_kind == "overflow"
    assert only_overflow.run(InputVector((12,))).end.kind is EndKind.UNDEFINED


def test_the_amount_of_a_shift_is_not_computed_too_early(tmp_path: Path, model: str) -> None:
    """Where the compiler knows the number, it makes no shift of it; the machine has to do that."""
    text = """
    int main(void) {
        int x = __VERIFIER_nondet_int();
        long long wide = x;
        if (x > 0) return wide << (x - x + 65);
        return x << ((x & 0) | 33);
    }"""
    program = build(text, model, tmp_path, frozenset())
    assert program.run(InputVector((3,))).end.exit_code == 6
    assert program.run(InputVector((-1,))).end.exit_code == -2
    checked = build(text, model, tmp_path / "checked", frozenset({"shift"}))
    assert checked.run(InputVector((3,))).end.check_kind == "shift"
    assert checked.run(InputVector((-1,))).end.check_kind == "shift"


MEMORY_CASES = """
struct node { int value; struct node *next; };
int table[5]; static char text[3] = "ab"; struct node *list; const int constants[2] = {1, 2};
int *kept;
static int id(int x) { return x; }
static int *dangling(void) { int local[4] = {1, 2, 3, 4}; int *p = local; return p; }
static void lose(void) { int *p = malloc(sizeof *p); *p = 1; }
int main(void) {
    int n = __VERIFIER_nondet_int(), local[6] = {0}, *p = 0, *q;
    char small[3];
    struct node big[3], copy;
    switch (n) {
    case 1: return *p;                                             // invalid-deref
    case 2: p = (int *)12345678; return *p;                        // invalid-deref
    case 3: return local[id(6)];                                   // invalid-deref
    case 4: local[id(-1)] = 3; break;                              // invalid-deref
    case 5: return table[id(5)];                                   // invalid-deref
    case 6: text[id(3)] = 0; break;                                // invalid-deref
    case 7: p = malloc(12); return p[id(3)];                       // invalid-deref
    case 8: p = malloc(13); ((char *)p)[id(13)] = 1; break;        // invalid-deref
    case 9: p = malloc(12); p[id(-1)] = 1; break;                  // invalid-deref
    case 10: p = malloc(4); free(p); return *p;                    // invalid-deref
    case 11: p = malloc(4); q = p; p = realloc(p, 8); *q = 1; break; // invalid-deref
    case 12: { int inner = n; p = &inner; } *p = 1; break;         // invalid-deref
    case 13: { int array[id(3)]; array[id(3)] = 1; break; }        // invalid-deref
    case 14: p = dangling(); return *p;                            // invalid-deref
    case 15: memcpy(small, "four", 4); break;                      // invalid-deref
    case 16: memset(table, 0, 21); break;                          // invalid-deref
    case 17: copy = big[id(3)]; return copy.value;                 // invalid-deref
    case 18: p = malloc(0); return *p;                             // invalid-deref
    case 19: strcpy(small, "abc"); break;                          // invalid-deref
    case 20: return constants[id(2)];                              // invalid-deref
    case 21: ((void (*)(void))0)(); break;                         // invalid-deref
    case 22: p = malloc(40); return *(int *)((char *)p + id(38));  // invalid-deref
    case 23: list = 0; return list->next->value;                   // invalid-deref
    case 24: p = malloc(4); return p[id(1000)];                    // invalid-deref
    case 31: p = malloc(4); free(p); free(p); break;               // invalid-free
    case 32: free(local); break;                                   // invalid-free
    case 33: p = malloc(8); free(p + 1); break;                    // invalid-free
    case 34: free(table); break;                                   // invalid-free
    case 35: p = malloc(4); free(p); p = realloc(p, 8); break;     // invalid-free
    case 36: free((void *)3); break;                               // invalid-free
    case 41: lose(); break;                                        // lost in lose
    case 42: p = malloc(4); break;                                 // memory-leak
    case 43: p = malloc(4); kept = p; kept = 0; exit(id(0) * *p);
    case 44: kept = malloc(4); return 44;
    case 45: list = malloc(sizeof *list); list->next = malloc(sizeof *list); list->next->next = 0; return 45;
    case 46: list = malloc(sizeof *list); list->next = malloc(sizeof *list); list = 0; break; // memory-leak
    case 47: kept = (int *)((char *)malloc(40) + 8); return 47;
    case 48: p = malloc(12); p[0] = p[2] = 1; free(p); free(0); return 48;
    case 49: text[2] = 1; table[4] = 1; local[5] = 1; { int a[id(3)]; a[2] = 49; return a[2]; }
    case 50: big[2].value = 50; copy = big[2]; memcpy(small, "abc", 3); return copy.value;
    case 51: { for (int i = 0; i < 5; i++) { int fresh[4]; fresh[3] = i; n += fresh[3]; } return n - 10; }
    }
    return 0;
}
"""


def test_memory(tmp_path: Path, model: str) -> None:
    program = build(MEMORY_CASES, model, tmp_path, MEMORY)
    assert_cases(program, MEMORY_CASES)
    leak = program.run(InputVector((41,))).end
    assert (leak.check_kind, leak.position and leak.position.line) == ("memory-leak", 7)
    assert leak.detail == "a block of 4 bytes allocated here is lost"
    for number in (44, 45, 47, 48, 49, 50, 51):
        end = program.run(InputVector((number,))).end
        assert (end.kind, end.exit_code) == (EndKind.NORMAL, number), end
    assert program.run(InputVector((43,))).end.kind is EndKind.NORMAL  # main's p is alive in exit


def test_memory_details(tmp_path: Path, model: str) -> None:
    program = build(MEMORY_CASES, model, tmp_path, MEMORY)
    details = {
        1: "read of 4 bytes at 0x0: a null pointer",
        3: "outside of a local variable",
        5: "outside of a global variable",
        7: "outside of the allocated block",
        10: "a block that was freed",
        12: "a local variable out of its scope",
        14: "a local variable of a function that has returned",
        31: "freed before",
    }
    for number, detail in details.items():
        assert detail in program.run(InputVector((number,))).end.detail


def test_freeing_and_leaks_need_no_shadow(tmp_path: Path, model: str) -> None:
    program = build(MEMORY_CASES, model, tmp_path, frozenset({"memory-leak", "invalid-free"}))
    assert program.run(InputVector((31,))).end.check_kind == "invalid-free"
    assert program.run(InputVector((42,))).end.check_kind == "memory-leak"
    assert program.run(InputVector((1,))).end.kind is EndKind.UNDEFINED
    deref = build(MEMORY_CASES, model, tmp_path / "deref", frozenset({"invalid-deref"}))
    assert deref.run(InputVector((31,))).end.kind is EndKind.UNDEFINED
    assert deref.run(InputVector((42,))).end.kind is EndKind.NORMAL


def test_stack_overflow_is_no_invalid_deref(tmp_path: Path, model: str) -> None:
    text = """
    int deep(int n) { int a[100]; a[n % 100] = n; return deep(n + 1) + a[0]; }
    int main(void) { return deep(0); }"""
    end = build(text, model, tmp_path, SANITIZED).run(InputVector()).end
    assert (end.kind, end.detail) == (EndKind.UNDEFINED, "SIGSEGV: stack overflow")


def test_many_blocks(tmp_path: Path, model: str) -> None:
    """A list of a thousand nodes, all of it reachable, then freed but for one in the middle."""
    text = """
    struct node { struct node *next; } *list;
    int main(void) {
        int keep = __VERIFIER_nondet_int();
        for (int i = 0; i < 1000; i++) { struct node *n = malloc(sizeof *n); n->next = list; list = n; }
        if (keep < 0) return 1;
        for (int i = 0; list; i++) { struct node *n = list->next; if (i != keep) free(list); list = n; }
        return 2;
    }"""
    program = build(text, model, tmp_path, MEMORY)
    assert program.run(InputVector((-1,))).end.exit_code == 1
    assert program.run(InputVector((2000,))).end.exit_code == 2
    assert program.run(InputVector((500,))).end.check_kind == "memory-leak"


def test_unknown_kind(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="unreach-call"):
        build("", "LP64", tmp_path, frozenset({"unreach-call"}))
