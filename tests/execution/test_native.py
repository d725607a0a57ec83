"""Native runs: every end, both streams, batches, limits, in both data models; everything really compiled and
run."""

from __future__ import annotations

import math
import struct
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from dovetail.execution.ends import End, EndKind
from dovetail.execution.inputs import InputVector, as_double, as_integer, as_single, as_truth
from dovetail.execution.native import CompileError, LinkError, NativeProgram, NativeRun
from dovetail.program.position import Position
from thinned import thinned

MODELS = ("ILP32", "LP64")
Build = Callable[..., NativeProgram]

NONDET = """
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int), dovetail_assume(int), abort(void), exit(int), reach_error(void);
extern void __assert_fail(const char *, const char *, unsigned, const char *);
typedef unsigned long size;
extern void *malloc(size), *calloc(size, size), *realloc(void *, size), free(void *);
# 1 "case.c"
"""


one_model = pytest.mark.parametrize("model", thinned(MODELS, 2), indirect=True)
"""For what takes long and hardly depends on the model."""


@pytest.fixture(params=MODELS)
def model(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def build(tmp_path: Path, model: str) -> Build:
    def make(text: str, **options: object) -> NativeProgram:
        return NativeProgram.build(
            [NONDET + text],
            data_model=model,
            directory=tmp_path / "native",
            **options,  # type: ignore[arg-type]
        )

    return make


def run(program: NativeProgram, *values: int | float, memory: tuple[bytes, ...] = ()) -> NativeRun:
    return program.run(InputVector(values, memory))


ENDS = """
static int depth(int n) { volatile char frame[1000]; frame[0] = n; return depth(n + 1) + frame[0]; }
static int is_late; void __dovetail_run_at_exit(void) { if (is_late) exit(77); }
int main(void) {
    int (*none)(void) = 0;
    void (*error)(void) = reach_error;
    switch (__VERIFIER_nondet_int()) {
    case 0: return 12;
    case 1: exit(-3);
    case 2: (__dovetail_at(42), reach_error());
    case 3: error();
    case 4: __assert_fail("x > 0", "case.c", 11, "main");
    case 5: __VERIFIER_assume(1), __VERIFIER_assume(0);
    case 6: dovetail_assume(0);
    case 7: abort();
    case 8: *(volatile int *)0 = 1;
    case 9: return none();
    case 10: return depth(0);
    case 11: return 1 / __VERIFIER_nondet_int();
    case 12: for (;;);
    case 13: for (;;) malloc(1 << 20);
    case 14: __dovetail_unsupported("what nobody knows");
    case 15: __builtin_trap();
    case 16: is_late = 1; return 1;
    case 17: __asm__ volatile("int $0x80" : : "a"(20));
    case 18: return (-2147483647 - 1) / __VERIFIER_nondet_int();
    case 19: __builtin_unreachable();
    case 20: free(&none);
    case 21: { char wide[__VERIFIER_nondet_int()]; wide[0] = 1; return wide[0]; }
    case 22: *(char *)"constant" = 1;
    }
}
"""


@one_model
def test_every_end(build: Build) -> None:
    program = build(ENDS)

    def end(*values: int) -> End:
        return program.run(InputVector(values), timeout=0.2, memory=16 << 20).end

    assert end(0) == End(EndKind.NORMAL, exit_code=12)
    assert end(1) == End(EndKind.NORMAL, exit_code=-3)
    assert end(16) == End(EndKind.NORMAL, exit_code=77)
    assert end(23) == End(EndKind.NORMAL, exit_code=0)
    assert end(2) == End(EndKind.VIOLATION, check_id=42)
    assert end(3) == End(EndKind.VIOLATION, check_kind="unreach-call", position=Position("case.c", 11, 13))
    assert end(4) == End(
        EndKind.VIOLATION, check_kind="assertion", position=Position("case.c", 12, 13), detail="x > 0"
    )
    assert [end(number).kind for number in (5, 6, 7)] == [EndKind.ASSUMPTION] * 3
    undefined = {
        8: (16, "SIGSEGV: access to 0x0"),
        9: (17, "SIGSEGV: call of 0x0"),
        10: (2, "SIGSEGV: stack overflow"),
        11: (19, "division by zero"),
        15: (23, "SIGILL"),
        19: (27, "__builtin_unreachable"),
        20: (28, "free of a pointer that is not"),
        22: (30, "SIGSEGV: access to 0x"),
    }
    for number, (line, detail) in undefined.items():
        got = end(number)
        assert got.kind is EndKind.UNDEFINED
        assert detail in got.detail
        assert got.position is not None
        assert (got.position.file, got.position.line) == ("case.c", line)
    assert end(17).detail.startswith("SIGKILL")
    assert end(18, -1).detail.startswith("SIGFPE")
    assert end(21, 1 << 30).detail == "SIGSEGV: stack overflow"
    assert end(21, 1 << 10) == End(EndKind.NORMAL, exit_code=1)
    assert end(21, -5).detail == "an array of -5 elements"
    assert end(12).kind is EndKind.BUDGET
    assert end(12).detail == "time limit"
    assert end(13).kind is EndKind.BUDGET
    assert "memory limit" in end(13).detail
    assert end(14).kind is EndKind.UNSUPPORTED
    assert end(14).detail == "what nobody knows"


def test_error_function_defined_by_the_file(tmp_path: Path, model: str) -> None:
    text = """
    void abort(void);
    void reach_error(void) { abort(); }
    int main(void) { (__dovetail_at(5), reach_error()); return 0; }
    """
    program = NativeProgram.build([text], data_model=model, directory=tmp_path)
    assert run(program).end == End(EndKind.VIOLATION, check_id=5)


TYPES: dict[str, tuple[str, int, int, bool]] = {  # C type, bits in ILP32, bits in LP64, signed
    "int": ("int", 32, 32, True),
    "uint": ("unsigned int", 32, 32, False),
    "unsigned": ("unsigned int", 32, 32, False),
    "unsigned_int": ("unsigned int", 32, 32, False),
    "char": ("char", 8, 8, True),
    "schar": ("signed char", 8, 8, True),
    "uchar": ("unsigned char", 8, 8, False),
    "short": ("short", 16, 16, True),
    "ushort": ("unsigned short", 16, 16, False),
    "long": ("long", 32, 64, True),
    "ulong": ("unsigned long", 32, 64, False),
    "longlong": ("long long", 64, 64, True),
    "ulonglong": ("unsigned long long", 64, 64, False),
    "size_t": ("unsigned long", 32, 64, False),
    "loff_t": ("long long", 64, 64, True),
    "sector_t": ("unsigned long", 32, 64, False),
    "pthread_t": ("unsigned long", 32, 64, False),
    "pointer": ("void *", 32, 64, False),
    "charp": ("char *", 32, 64, False),
    "pchar": ("char *", 32, 64, False),
    "u8": ("unsigned char", 8, 8, False),
    "u16": ("unsigned short", 16, 16, False),
    "u32": ("unsigned int", 32, 32, False),
    "u64": ("unsigned long long", 64, 64, False),
}


@one_model
@pytest.mark.parametrize("family", ["__VERIFIER_nondet_", "dovetail_any_"])
def test_integer_inputs(tmp_path: Path, model: str, family: str) -> None:
    """Each type delivers what the conversion says: the program sends the bytes back as its exit codes, four
    at a time."""
    types = dict(TYPES)
    if model == "LP64":
        types |= {"int128": ("__int128", 0, 128, True), "uint128": ("unsigned __int128", 0, 128, False)}
    declarations = "".join(f"extern {c} {family}{name}(void);\n" for name, (c, *_) in types.items())
    cases = "".join(
        f"case {index}: {{ {c} x = {family}{name}(); copy(result, (const char *)&x, sizeof x); break; }}\n"
        for index, (name, (c, *_)) in enumerate(types.items())
    )
    text = f"""{declarations}
    static char result[16];
    static void copy(char *to, const char *from, unsigned n) {{ while (n--) *to++ = *from++; }}
    int main(void) {{
        int which = {family}int(), part = {family}int();
        switch (which) {{ {cases} }}
        return ((int *)result)[part];
    }}
    """
    program = NativeProgram.build([text], data_model=model, directory=tmp_path)
    samples: tuple[int | float, ...] = (0, 1, -1, 127, 128, 255, 2**31, -(2**31), 2**63 + 5)
    samples += (-(2**63), 2**127 + 2**70 + 3, 2.9, -1.5, 1e300)
    wanted, vectors = [], []
    for index, (_, short, wide, _) in enumerate(types.values()):
        bits = short if model == "ILP32" else wide
        for sample in samples:
            for part in range((bits + 31) // 32):
                whole = as_integer(sample, bits, signed=False) >> (32 * part)
                wanted.append(as_integer(whole, 32, signed=True))
                vectors.append(InputVector((index, part, sample)))
    assert [one.end.exit_code for one in program.run_batch(vectors)] == wanted


def test_bool_float_and_double_inputs(build: Build) -> None:
    program = build("""
    extern _Bool __VERIFIER_nondet_bool(void); extern float __VERIFIER_nondet_float(void);
    extern double __VERIFIER_nondet_double(void);
    int main(void) {
        switch (__VERIFIER_nondet_int()) {
        case 0: return __VERIFIER_nondet_bool();
        case 1: { float f = __VERIFIER_nondet_float(); return *(int *)&f; }
        case 2: { double d = __VERIFIER_nondet_double(); return ((int *)&d)[0]; }
        case 3: { double d = __VERIFIER_nondet_double(); return ((int *)&d)[1]; }
        case 4: { float f; __dovetail_input(&f, sizeof f, "float"); return *(int *)&f; }
        case 5: { double d; __dovetail_input(&d, sizeof d, "const double"); return ((int *)&d)[1]; }
        case 6: { _Bool b; __dovetail_input(&b, sizeof b, "_Bool"); return b; }
        case 7: { float *p; __dovetail_input(&p, sizeof p, "float *"); return (int)(unsigned long)p; }
        case 8: { long double d; __dovetail_input(&d, sizeof d, "long double"); return d * 4; }
        }
    }""")
    samples: tuple[int | float, ...] = (
        0,
        1,
        256,
        2**24 + 3,
        2**60 + 2**36 + 1,
        2**64 - 1,
        -(2**200),
        10**400,
    )
    samples += (0.5, -0.0, 2.5, -1e40, math.inf)

    def bits(form: str, number: float) -> list[int]:
        return list(struct.unpack("<ii" if form == "d" else "<i", struct.pack("<" + form, number)))

    for sample in samples:
        got = [
            one.end.exit_code
            for one in program.run_batch([InputVector((which, sample)) for which in range(8)])
        ]
        single, double = bits("f", as_single(sample)), bits("d", as_double(sample))
        pointer = as_integer(sample, 32, signed=True)
        assert got == [as_truth(sample), *single, *double, *single, double[1], as_truth(sample), pointer]
    assert run(program, 8, 2.25).end.exit_code == 9


def test_memory_inputs(build: Build, model: str) -> None:
    program = build("""
    int main(void) {
        int x; __dovetail_uninitialised(&x, sizeof x);
        unsigned char *block = malloc(6);
        for (int i = 0; i < 2; i++) { short s; __dovetail_uninitialised(&s, sizeof s); x += s; s = 9; }
        int *zero = calloc(2, 4);
        block = realloc(block, 8);
        return x + block[0] + block[5] * 10 + block[7] * 100 + zero[0] + zero[1];
    }""")
    assert run(program).end.exit_code == 0
    memory = (b"\x01\x02\0\0", b"\x03\0\0\0\0\x04\xff", b"\x05\0\xff", b"\x06", b"\x08" * 8)
    got = run(program, memory=memory)
    assert got.end.exit_code == 0x201 + 5 + 6 + 3 + 40 + 800
    assert (got.values_consumed, got.memory_consumed) == (0, 5)
    assert [(one.stream, one.type_name, one.size) for one in got.consumption()] == [
        ("memory", "variable", 4),
        ("memory", "heap", 6),
        ("memory", "variable", 2),
        ("memory", "variable", 2),
        ("memory", "heap", 8),
    ]


def test_consumption_names_types(build: Build) -> None:
    program = build("""
    extern unsigned long __VERIFIER_nondet_ulong(void);
    struct pair { int a, b; };
    int main(void) {
        struct pair p;
        __dovetail_input(&p, sizeof p, "struct pair");
        return __VERIFIER_nondet_int() + __VERIFIER_nondet_ulong() + p.b;
    }""")
    got = run(program, 7 << 32, 3)
    assert got.end.exit_code == 10
    assert got.values_consumed == 3
    assert [(one.type_name, one.size) for one in got.consumption()][:2] == [("struct pair", 8), ("int", 4)]
    assert got.consumption()[2].type_name == "unsigned long"


@one_model
def test_log_is_limited_and_says_so(build: Build) -> None:
    program = build("int main(void) { for (int i = 0; i < 200000; i++) __VERIFIER_nondet_int(); return 0; }")
    got = run(program)
    assert got.values_consumed == 200000
    assert len(got.consumption()) + got.log_lost == 200000
    assert got.log_lost > 0


def test_batch_with_crashes_and_loops(build: Build) -> None:
    program = build("""
    int counter; int *cell;
    int main(void) {
        int x = __VERIFIER_nondet_int();
        counter++;
        if (!cell) cell = malloc(sizeof *cell);
        *cell += 1;
        if (x == 7) *(int *)8 = 1;
        if (x == 8) for (;;);
        if (x == 9) { char *p = (char *)&counter; for (;;) *p++ = 0; }
        return 1000 * counter + 100 * *cell + x;
    }""")
    kinds = {7: EndKind.UNDEFINED, 8: EndKind.BUDGET, 9: EndKind.UNDEFINED}
    inputs = [index % 12 for index in range(60)]
    runs = program.run_batch([InputVector((number,)) for number in inputs], timeout=0.02)
    for number, one in zip(inputs, runs, strict=True):
        if number in kinds:
            assert one.end.kind is kinds[number]
        else:  # no run sees what another did
            assert one.end == End(EndKind.NORMAL, exit_code=1100 + number)


def test_large_batches_are_split(build: Build) -> None:
    program = build("int main(void) { unsigned char *p = malloc(3); return p[2]; }")
    vectors = [InputVector((), (bytes([0, 0, index]) + bytes(3 << 20),)) for index in range(12)]
    assert [one.end.exit_code for one in program.run_batch(vectors)] == list(range(12))
    assert program.run_batch([]) == []


@pytest.mark.slow
def test_throughput(build: Build, model: str) -> None:
    program = build("int main(void) { return __VERIFIER_nondet_int() > 3; }")
    vectors = [InputVector((number,)) for number in range(2000)]
    start = time.perf_counter()
    runs = program.run_batch(vectors)
    rate = len(runs) / (time.perf_counter() - start)
    print(f"\n{model}: {rate:.0f} vectors a second")
    assert sum(one.end.exit_code or 0 for one in runs) == 1996
    assert rate > 200  # a machine under load; a quiet one does several thousand


def test_addresses_are_the_same_in_every_run(build: Build) -> None:
    program = build("""
    int main(void) { int local, *block = malloc(4); return (int)(size)&local ^ (int)(size)block; }""")
    assert len({run(program).end.exit_code for _ in range(4)}) == 1


# ---- building ----------------------------------------------------------------------------------------------


def test_main_with_arguments(build: Build) -> None:
    program = build("""
    int main(int argc, char **argv, char **envp) {
        return argc * 100 + (argv[0][0] == 'p') * 10 + (argv[1] == 0) + (envp[0] == 0);
    }""")
    assert run(program).end.exit_code == 112


def test_several_units_stubs_library_and_entry(tmp_path: Path, model: str) -> None:
    units = [
        "int shared; extern int helper(int); extern int given(void); unsigned long strlen(const char *);\n"
        'int start(void) { shared = 3; return helper(given()) + strlen("four"); }',
        "int shared; int helper(int x) { return x * 10 + shared; }",
    ]
    library = [
        "__SIZE_TYPE__ strlen(const char *s) { __SIZE_TYPE__ n = 0; while (s[n]) n++; return n; }\n"
        "int helper(int x) { return -1; }",  # the program has its own
        "int unused(void) { return nobody_has_this(); }",
    ]
    stubs = 'int given(void) { int x; __dovetail_input(&x, sizeof x, "int"); return x; }'
    program = NativeProgram.build(
        units, data_model=model, directory=tmp_path, entry="start", stubs=stubs, library=library
    )
    assert run(program, 5).end.exit_code == 57


def test_old_code(build: Build) -> None:
    program = build("""
    #pragma whatever
    counter;
    add(a, b) int a; int b; { return a + b; }
    inline int twice(int x) { return 2 * x; }
    main() { char *p = 7; int *q = p; undeclared_but_defined(); return add(counter, twice(4)) + (q == p); }
    undeclared_but_defined() { counter = 30; }
    """)
    assert run(program).end.exit_code == 39


def test_odd_main(build: Build) -> None:
    assert run(build("int main(unsigned long n, int k) { return n == 1 ? 4 : 5; }")).end.exit_code == 4


def test_compile_error_says_where(build: Build) -> None:
    with pytest.raises(CompileError, match=r"case\.c:2:\d+: error: .*nosuch"):
        build("int main(void) {\n return nosuch; }")


def test_link_error_names_what_is_missing(build: Build) -> None:
    with pytest.raises(LinkError) as caught:
        build("int other(int), another(void); int main(void) { return other(3) + other(4) + another(); }")
    assert caught.value.undefined == ("other", "another")
    with pytest.raises(LinkError, match="main"):
        build("int no_main(void) { return 3; }")


def test_names_that_clash_with_the_harness(build: Build) -> None:
    program = build("""
    int end = 1, run = 2, heap = 3, limit = 4, map[3]; struct record { int a; } report;
    int send(int x) { return x; }
    void *memcpy(void *to, const void *from, unsigned long n) { return 0; }
    int main(void) { int *p = malloc(4); *p = end + run + heap + limit; return send(*p); }""")
    assert run(program).end.exit_code == 10


def test_thread_local_and_constructors(build: Build) -> None:
    program = build("""
    __thread int local = 5; int made;
    __attribute__((constructor)) static void before(void) { made = __VERIFIER_nondet_int(); }
    int main(void) { local++; return local * 10 + made; }""")
    assert run(program, 3).end.exit_code == 63


@pytest.mark.slow
def test_cache_that_cannot_be_written(build: Build, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    program = build("int main(void) { return 3; }", library=["int f(void) { return 1; }"])
    assert run(program).end.exit_code == 3


@one_model
def test_cache_is_filled_and_used(build: Build, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    build("int main(void) { return 3; }")
    folder = tmp_path / "cache" / "dovetail" / "native"
    stamps = {file.name: file.stat().st_mtime_ns for file in folder.iterdir()}
    assert len(stamps) == 1
    build("int main(void) { return 4; }")
    assert {file.name: file.stat().st_mtime_ns for file in folder.iterdir()} == stamps
