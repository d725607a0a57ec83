"""Programs of several files, and functions as entries: in the executor and natively."""

from __future__ import annotations

from pathlib import Path

import pytest

import dovetail
from dovetail.execution.ends import EndKind
from dovetail.execution.inputs import InputVector
from thinned import thinned, thinned_rows

FIRST = """
static int count = 5;
extern int shared;
int shared2 = 3;
struct pair { int x, y; };
extern struct pair pair;
static int helper(int x) { return x + count; }
int other(int);
int *address(void);
double half(void);
inline int twice(int x) { return 2 * x; }
typedef struct { int q; } t;
int main(void) {
    struct pair *p = &pair;
    *address() += 1;
    return helper(1) + other(2) + shared + p->y + half() + twice(2);
}
"""
SECOND = """
static int count = 50;
int shared = 7;
struct pair { int x, y; } pair = {1, 2};
static int helper(int x) { return x * count; }
int other(int x) { extern int shared2; return helper(x) - 90 + shared2; }
int *address(void) { return &shared; }
double half(void) { return 2.5; }
int twice(int x) { return x + x; }
typedef struct { double q; } t;
"""


def written(folder: Path, *texts: str) -> list[Path]:
    paths = [folder / f"file{index}.c" for index in range(len(texts))]
    for path, text in zip(paths, texts, strict=True):
        path.write_text(text)
    return paths


def codes(paths: list[Path]) -> list[int | None]:
    return [dovetail.run(paths, native=native, story=False).end.exit_code for native in (False, True)]


@pytest.mark.parametrize("texts", [(FIRST, SECOND), (SECOND, FIRST)], ids=["in order", "reversed"])
def test_names_with_internal_linkage_do_not_meet(texts: tuple[str, str], tmp_path: Path) -> None:
    assert codes(written(tmp_path, *texts)) == [35, 35]


def test_a_strong_definition_is_preferred_to_a_weak_one(tmp_path: Path) -> None:
    weak = "__attribute__((weak)) int f(void) { return 1; } int main(void) { return f(); }"
    assert codes(written(tmp_path, weak, "int f(void) { return 2; }")) == [2, 2]


def test_a_function_declared_static_is_static(tmp_path: Path) -> None:
    first = (
        "static int f(void); int g(void); int main(void) { return f() * 10 + g(); } int f(void) { return 1; }"
    )
    assert codes(written(tmp_path, first, "int f(void) { return 2; } int g(void) { return f(); }")) == [
        12,
        12,
    ]


def test_two_definitions_are_an_error(tmp_path: Path) -> None:
    texts = ("int f(void) { return 1; } int main(void) { return f(); }", "int f(void) { return 2; }")
    with pytest.raises(dovetail.InputError, match=r"'f' is defined in .*file0.c, too"):
        codes(written(tmp_path, *texts))


LOCAL = "static int swap(int x) { return x + 1; } int calls(int x) { return swap(x); }"
EXPORTED = "__CPROVER_file_local_file1_c_swap"


def test_what_is_local_to_a_file_by_the_name_under_which_cbmc_exports_it(tmp_path: Path) -> None:
    first = f"int {EXPORTED}(int); int calls(int); int main(void) {{ return {EXPORTED}(3) * 10 + calls(4); }}"
    assert codes(written(tmp_path, first, LOCAL)) == [45, 45]


@pytest.mark.parametrize(
    "body", ["return x + 1;", "int y = x; for (int i = 0; i < 5; i++) y += i; return y;"]
)
def test_a_definition_under_that_name_stands_for_it(body: str, tmp_path: Path) -> None:
    other = f"static int other(void) {{ return 1; }} static int swap(int x) {{ {body} }}\n"
    other += "int calls(int x) { return swap(x) + other(); }"
    first = f"int {EXPORTED}(int x) {{ return 2 * x; }} int calls(int); int main(void) {{ return calls(7); }}"
    paths = written(tmp_path, first, other)
    assert codes(paths) == [15, 15]
    said = f"'{EXPORTED}' stands for 'swap', which is local to its file"
    assert said in [one.text for one in dovetail.check(paths).assumptions]


def test_of_two_definitions_beside_cbmcs_words_the_first_is_called(tmp_path: Path) -> None:
    first = "int f(void) { __CPROVER_assume(1); return 1; } int main(void) { return f(); }"
    paths = written(tmp_path, first, "int f(void) { return 2; }")
    assert codes(paths) == [1, 1]
    said = "of two definitions of 'f' the first is called, as CBMC has it"
    assert said in [one.text for one in dovetail.check(paths).assumptions]


@pytest.mark.parametrize(
    ("texts", "reason"),
    [
        (
            ("extern long x; int main(void) { return (int)x; }", "int x = 3;"),
            "declared as long here and as int",
        ),
        (("double f(); int main(void) { return f(3); }", "int f(int y) { return y; }"), "declared to return"),
        (
            ("int f(int); int main(void) { return f(3); }", "int f(long long y) { return 1; }"),
            "defined to take",
        ),
        (
            ("int f(int); int main(void) { return f(300); }", "int f(unsigned char y) { return y; }"),
            "defined to take unsigned char",
        ),
        (
            ("int f(int); int main(void) { return f(2); }", "int f(_Bool y) { return y; }"),
            "defined to take _Bool",
        ),
        (
            ("char f(); int main(void) { return f(); }", "int f() { return 300; }"),
            "declared to return",
        ),
        (
            (
                "struct s { long x; }; int f(struct s); int main(void) { struct s s = {3}; return f(s); }",
                "struct s { double x; }; int f(struct s s) { return s.x; }",
            ),
            "defined to take",
        ),
        (
            ("int f(int, double); int main(void) { return f(1, 2.0); }", "int f(int n, ...) { return n; }"),
            "the call knows of none",
        ),
        (
            ("int f(int, ...); int main(void) { return f(1, 2); }", "int f(int n, int m) { return m; }"),
            "the call knows of one",
        ),
    ],
    ids=["variable", "result", "argument", "narrow", "bool", "narrow result", "record", "list", "no list"],
)
def test_declarations_that_differ_are_not_modelled(
    texts: tuple[str, str], reason: str, tmp_path: Path
) -> None:
    end = dovetail.run(written(tmp_path, *texts), data_model="LP64", story=False).end
    assert end.kind is EndKind.UNSUPPORTED and reason in end.detail


def test_an_argument_that_fits_is_found_by_a_narrower_parameter(tmp_path: Path) -> None:
    first = "int f(int); int main(void) { return f(200); }"
    assert codes(written(tmp_path, first, "int f(unsigned char y) { return y; }")) == [200, 200]


def test_two_files_may_describe_one_record(tmp_path: Path) -> None:
    record = "struct s { int x; char text[4]; struct { struct s *next; float y; } in; };"
    first = f"{record} int f(struct s); int main(void) {{ struct s s = {{3}}; return f(s); }}"
    assert codes(written(tmp_path, first, f"{record} int f(struct s s) {{ return s.x; }}")) == [3, 3]


ENTRIES = [
    ("int f(const int x, char *const s) { if (x == 3 && !s) __builtin_trap(); return 0; }", (3, 0), "", True),
    ("int f(int *p, int *q) { if (p && p == q) __builtin_trap(); return 0; }", (1, 0, 2), "", True),
    ("int f(int *p) { if (p && p[1] == 2) __builtin_trap(); return 0; }", (1, 1), "0100000002000000", True),
    (
        "union u { int i; char c[4]; }; int f(union u x) { if (x.c[3] == 4) __builtin_trap(); }",
        (),
        "01020304",
        True,
    ),
    (
        "enum e { A, B }; static int f(enum e x, _Bool b) { if (x == 7 && b) __builtin_trap(); }",
        (7, 5),
        "",
        True,
    ),
    (
        "int f(long a, unsigned long long b) { if (a == -5 && b == 1ull << 40) __builtin_trap(); }",
        (-5, 1 << 40),
        "",
        True,
    ),
    ("struct x; int f(struct x *p) { if (!p) __builtin_trap(); return 0; }", (1,), "", True),
    (
        "struct n { int v; struct n *next; }; int f(struct n *a) { return a && a->next && a->next->v; }",
        (1, 0, 1, 0),
        "",
        False,
    ),
    ("int f(float x, double y, char c, short s) { return x + y + c + s; }", (1, 2, 3, 4), "", False),
]


@pytest.mark.parametrize("model", thinned(["LP64", "ILP32"], 2))
@pytest.mark.parametrize(
    ("text", "values", "memory", "traps"), thinned_rows(ENTRIES, 2), ids=[e[0][:30] for e in ENTRIES]
)
def test_a_function_as_entry(
    text: str, values: tuple[int, ...], memory: str, traps: bool, model: str, tmp_path: Path
) -> None:
    paths = written(tmp_path, text)
    vector = InputVector(values, (bytes.fromhex(memory),))
    for native in (False, True):
        done = dovetail.run(paths, inputs=vector, native=native, function="f", data_model=model, story=False)
        assert done.end.kind is (EndKind.UNDEFINED if traps else EndKind.NORMAL), (
            f"native: {native}, {done.end}"
        )
    assert any("'f' is called once" in assumption.text for assumption in done.program.assumptions)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("int f(struct { int a; } *p) { return 0; }", "no name"),
        ("int f(int n, int m[][n]) { return m[0][0]; }", "variable length"),
        ("typedef int v __attribute__((ext_vector_type(3))); int f(v x) { return 0; }", "not modelled"),
    ],
)
def test_what_cannot_be_an_entry(text: str, reason: str, tmp_path: Path) -> None:
    with pytest.raises(dovetail.InputError, match=reason):
        dovetail.run(written(tmp_path, text), function="f", story=False)


def chain(count: int) -> str:
    steps = " ".join(f"else if (x == {n}) r = {n % 100};" for n in range(count))
    return f"int main(void) {{ int x = {count - 50}, r = 0; if (x < 0) r = 1; {steps} return r; }}"


NESTED = {
    "else if": (chain(600), 50),
    "sum": (f"int main(void) {{ int x = 1; return ({' + '.join(['x'] * 1500)}) & 127; }}", 1500 & 127),
    "cases": (
        "int main(void) { int x = 777; switch (x) { "
        + " ".join(f"case {n}:" for n in range(800))
        + " return 5; } return 6; }",
        5,
    ),
}


@pytest.mark.parametrize("name", thinned(NESTED, 3))
def test_deep_nesting(name: str, tmp_path: Path) -> None:
    text, code = NESTED[name]
    assert dovetail.run(written(tmp_path, text), story=False).end.exit_code == code
