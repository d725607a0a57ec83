"""Cheap tests on real programs in both data models: what they find, what they cost, and that they do the same
again."""

from __future__ import annotations

import struct
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from dovetail.evidence.violation import Violation, build_native, confirm
from dovetail.execution.inputs import InputVector
from dovetail.frontend import Loaded, LoadOptions, load
from dovetail.fuzzing import Findings, Limits
from dovetail.program.types import DataModel
from dovetail.verifying.cheap_testing import natively_tested
from thinned import thinned

Load = Callable[..., Loaded]

HEADER = """
extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern long long __VERIFIER_nondet_longlong(void);
extern double __VERIFIER_nondet_double(void);
extern void *__VERIFIER_nondet_pointer(void);
extern void reach_error(void);
extern void *malloc(unsigned long);
"""


@pytest.fixture(params=thinned(("LP64", "ILP32"), 2))
def read(request: pytest.FixtureRequest, tmp_path: Path) -> Load:
    def make(body: str, *properties: str) -> Loaded:
        path = tmp_path / "case.c"
        path.write_text(HEADER + body)
        options = LoadOptions(data_model=DataModel(request.param))
        if properties:
            options = LoadOptions(properties=properties, data_model=DataModel(request.param))
        return load([path], options)

    return make


def found(
    loaded: Loaded,
    seed: int = 0,
    seconds: float | None = None,
    given: Sequence[InputVector | bytes] = (),
    made_up: bool = True,
) -> Findings:
    with tempfile.TemporaryDirectory() as folder:
        native = build_native(loaded, Path(folder), coverage=True)
        limits = Limits(None if seconds is None else time.monotonic() + seconds)
        return natively_tested(loaded, native, limits=limits, seed=seed, given=given, made_up=made_up)


def violates(loaded: Loaded, tested: Findings, check: int = 1) -> None:
    """Each vector that is said to violate the check does, in the executor and without coverage."""
    assert tested.violations[check]
    for vector in tested.violations[check]:
        answer = confirm(loaded, vector, smaller=False)
        assert isinstance(answer, Violation), answer
        assert answer.check.ident == check


def test_constants_of_the_source_are_tried_first(read: Load) -> None:
    loaded = read("int main(void) { if (__VERIFIER_nondet_int() == 12345) reach_error(); return 0; }")
    tested = found(loaded)
    assert tested.runs < 60  # of which all but one are the first batch
    violates(loaded, tested)


MAGIC = """
int main(void) {
    int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
    unsigned char c = __VERIFIER_nondet_uchar();
    if (x == 12345)
        if (y == 2 * x + 1)
            if (c == 77 && x - y != 5)
                reach_error();
    return 0;
}
"""


def test_magic_numbers_behind_each_other(read: Load) -> None:
    loaded = read(MAGIC)
    violates(loaded, found(loaded))


def test_wide_numbers_and_switches(read: Load) -> None:
    loaded = read("""
    int main(void) {
        long long x = __VERIFIER_nondet_longlong();
        if (x * 3 == 123456789012345678LL)
            switch (__VERIFIER_nondet_int() + 1000) {
            case 3: case 4: return 1;
            case -77: reach_error();
            }
        return 0;
    }
    """)
    violates(loaded, found(loaded))


@pytest.mark.slow
def test_a_sequence_of_inputs(read: Load) -> None:
    """Each step is new, and the next is found from it."""
    loaded = read("""
    int main(void) {
        int state = 0;
        while (1) {
            unsigned char c = __VERIFIER_nondet_uchar();
            if (state == 0) { if (c == 'o') state = 1; }
            else if (state == 1) state = c == 'p' ? 2 : 0;
            else if (state == 2) state = c == 'e' ? 3 : 0;
            else if (c == 'n') reach_error();
            else state = 0;
        }
    }
    """)
    tested = found(loaded)
    violates(loaded, tested)
    assert tested.cut > 0


def test_uninitialised_memory(read: Load) -> None:
    loaded = read("""
    struct pair { int key; int value; };
    int main(void) {
        int local;
        struct pair *pair = malloc(sizeof(struct pair));
        if (local == 4711)
            if (pair->value == local + 3 && pair->key == 99)
                reach_error();
        return 0;
    }
    """)
    tested = found(loaded)
    violates(loaded, tested)
    assert all(vector.memory for vector in tested.violations[1])


def test_floats(read: Load) -> None:
    loaded = read("""
    int main(void) {
        double x = __VERIFIER_nondet_double();
        if (x > 2.75 && x < 3.0) return 1;
        if (x != x) reach_error();
        return 0;
    }
    """)
    violates(loaded, found(loaded))


@pytest.mark.slow
def test_pointers_that_lead_somewhere(read: Load) -> None:
    loaded = read("""
    int main(void) {
        int *p = __VERIFIER_nondet_pointer();
        if (p != 0 && *p == 1) reach_error();
        return 0;
    }
    """)
    tested = found(loaded)
    violates(loaded, tested)
    assert all(vector.wild for vector in tested.violations[1])


@pytest.mark.slow
def test_overflow_and_memory(read: Load) -> None:
    loaded = read(
        """
    int main(void) {
        int a[4] = {0, 1, 2, 3}, i = __VERIFIER_nondet_int();
        if (i > 100000) return i + i;
        if (i >= 0 && i < 6) return a[i];
        return 0;
    }
    """,
        "no-overflow",
        "valid-memsafety",
    )
    tested = found(loaded)
    kinds = {info.ident: info.kind for info in loaded.program.checks}
    assert {kinds[check] for check in tested.violations} == {"overflow", "invalid-deref"}
    for check in tested.violations:
        violates(loaded, tested, check)


@pytest.mark.slow
def test_one_that_never_ends_costs_as_much_as_any_other(read: Load) -> None:
    loaded = read("""
    int main(void) {
        unsigned x = __VERIFIER_nondet_int();
        for (;;) { x = x * 1103515245u + 12345u; if (x == 0 && x == 1) reach_error(); }
    }
    """)
    tested = found(loaded)
    assert not tested.violations
    assert tested.cut == tested.runs > 100
    assert tested.all_steps < 150_000_000  # less than a second's worth


@pytest.mark.slow
def test_one_that_never_ends_inside_of_a_library_function(read: Load) -> None:
    """Steps are the user's code's: here the clock has to end the run, and few are made."""
    loaded = read("""
    extern unsigned long strlen(const char *);
    extern void *memset(void *, int, unsigned long);
    int main(void) {
        char *s = malloc(200000000);
        memset(s, 1, 199999999);
        s[199999999] = 0;
        if (strlen(s) == (unsigned)__VERIFIER_nondet_int()) reach_error();
        return 0;
    }
    """)
    started = time.monotonic()
    found(loaded, seconds=1.0)
    assert time.monotonic() - started < 8


def test_one_that_needs_many_steps_gets_them(read: Load) -> None:
    loaded = read("""
    int main(void) {
        int n = __VERIFIER_nondet_int(), i = 0;
        for (i = 0; i < 300000; i++) ;
        if (n == 17) reach_error();
        return 0;
    }
    """)
    violates(loaded, found(loaded))


def test_one_that_crashes(read: Load) -> None:
    loaded = read("""
    int main(void) {
        int x = __VERIFIER_nondet_int();
        if (x < 1000) *(volatile int *)0 = x;
        if (x == 54321) reach_error();
        return 0;
    }
    """)
    violates(loaded, found(loaded))


def test_one_without_inputs_is_run_once(read: Load) -> None:
    loaded = read(
        "int main(void) { int i; for (i = 0; i < 10; i++) ; if (i == 10) reach_error(); return 0; }"
    )
    tested = found(loaded)
    assert tested.runs == 1
    assert tested.violations == {1: (InputVector(),)}
    quiet = found(
        read("int main(void) { int i; for (i = 0; i < 9; i++) ; if (i > 9) reach_error(); return 0; }")
    )
    assert quiet.runs == 1 and not quiet.violations


def test_the_same_seed_gives_the_same_tests(read: Load) -> None:
    loaded = read("""
    int main(void) {
        int i, sum = 0;
        for (i = 0; i < 6; i++) {
            int x = __VERIFIER_nondet_int();
            if (x > sum) sum = sum / 2 + 1;
            else if (x % 7 == 3) sum++;
            if (sum < 0) reach_error();
        }
        return 0;
    }
    """)
    one, two, other = found(loaded), found(loaded), found(loaded, seed=1)
    assert one.corpus == two.corpus
    assert (one.runs, one.edges_seen, one.cut) == (two.runs, two.edges_seen, two.cut)
    assert other.corpus != one.corpus
    assert not one.violations


def test_it_stops_when_nothing_new_comes(read: Load) -> None:
    loaded = read(
        "int main(void) { if (__VERIFIER_nondet_int() == 3 + 0 * 1) return 1; return 0; }\n"
        "void never(void) { reach_error(); }\n"
    )
    tested = found(loaded)
    assert tested.runs < 4_000
    assert tested.edges_seen < tested.edges


def test_given_vectors_come_first_and_are_kept(read: Load) -> None:
    loaded = read(MAGIC)
    given = (InputVector((3, 4, 5)), InputVector((12345, 24691, 77)), InputVector((3, 4, 5)))
    tested = found(loaded, given=given, made_up=False)
    assert tested.runs == 3
    assert tested.corpus[:2] == given[:2]
    assert tested.violations == {1: (given[1],)}


def test_bytes_are_taken_by_type(read: Load) -> None:
    loaded = read("""
    int main(void) {
        int n = __VERIFIER_nondet_uchar(), i, local;
        for (i = 0; i < n; i++) if (__VERIFIER_nondet_int() != -2 - i) return 1;
        if (__VERIFIER_nondet_double() != 0.5) return 2;
        if (local == 9 && __VERIFIER_nondet_longlong() == 0x1122334455667788) reach_error();
        return 0;
    }
    """)
    numbers = struct.pack("<iiidq", -2, -3, -4, 0.5, 0x1122334455667788)
    tested = found(loaded, given=[b"", b"\x03" + (9).to_bytes(4, "little") + numbers, b"\x07"], made_up=False)
    expected = InputVector((3, -2, -3, -4, 0.5, 0x1122334455667788), ((9).to_bytes(4, "little"),))
    assert tested.violations == {1: (expected,)}
    assert tested.corpus == (InputVector(), expected, InputVector((7,)))
    assert tested.runs == 3


def test_bytes_until_the_end_of_a_text(read: Load) -> None:
    """Each character decides whether there is another one."""
    loaded = read("""
    int main(void) {
        unsigned sum = 0; unsigned char c;
        while ((c = __VERIFIER_nondet_uchar()) != 0) sum = sum * 31 + c;
        if (sum == 0xf8d9fc30u) reach_error();
        return 0;
    }
    """)
    text = b"a text of many characters" * 20
    total = 0
    for character in text:
        total = (total * 31 + character) & 0xFFFFFFFF
    assert found(loaded, given=[text], made_up=False).corpus == (InputVector(tuple(text)),)
    assert total != 0xF8D9FC30
