"""What is taken for granted is said, with the place, and only where it matters."""

from __future__ import annotations

from pathlib import Path

import pytest

import dovetail
from dovetail.frontend import LoadOptions, load
from dovetail.program.position import NOWHERE
from dovetail.program.types import DataModel
from thinned import thinned_rows

MODULO = "the amount of a shift is taken modulo the width"


def assumptions(path: Path, text: str, options: LoadOptions | None = None) -> list[tuple[int, str]]:
    path = path / "f.c"
    path.write_text(text)
    found = load([path], options).program.assumptions
    return [(one.position.line, one.text) for one in found if one.position is not NOWHERE]


def in_main(statement: str) -> str:
    return f"""
typedef volatile unsigned reg;
struct device {{ reg status; int plain; }} *device;
volatile int flag, flags[3];
int *volatile moving;
volatile int *to_volatile;
extern unsigned any(void);
unsigned n;
int main(void) {{
    {statement}
    return 0;
}}
"""


WRAPS = "signed arithmetic that overflows is taken to wrap around"


@pytest.mark.parametrize(
    ("statement", "name"),
    [
        ("if (flag) return 1;", "flag"),
        ("flag++;", "flag"),
        ("flag |= 2;", "flag"),
        ("if (device->status == 1) return 1;", "status"),
        ("if (flags[1]) return 1;", "flags"),
        ("if (moving) return 1;", "moving"),
        ("while (flag) if (flag == 2) return 1;", "flag"),
    ],
)
def test_reading_something_volatile_is_an_assumption(statement: str, name: str, tmp_path: Path) -> None:
    said = f"'{name}' is volatile: it is taken to change only where the program writes it"
    found = assumptions(tmp_path, in_main(statement))
    assert [one for one in found if one != (10, WRAPS)] == [(10, said)]


@pytest.mark.parametrize("statement", ["if (*to_volatile) return 1;", "return *(volatile int *)&n;"])
def test_so_is_reading_it_through_a_pointer(statement: str, tmp_path: Path) -> None:
    said = "what is read here is volatile: it is taken to change only where the program writes it"
    assert (10, said) in assumptions(tmp_path, in_main(statement))


@pytest.mark.parametrize(
    "statement",
    [
        "flag = 1;",
        "flags[1] = 2;",
        "to_volatile = &flag;",
        "if (to_volatile) return 1;",
        "n = device->plain;",
    ],
)
def test_writing_it_or_pointing_to_it_is_none(statement: str, tmp_path: Path) -> None:
    assert not assumptions(tmp_path, in_main(statement))


@pytest.mark.parametrize("amount", ["n", "n & 63", "(unsigned char)n", "n % 32"])
def test_a_shift_by_what_may_be_too_much_is_an_assumption(amount: str, tmp_path: Path) -> None:
    for op in ("<<", ">>"):
        found = assumptions(tmp_path, in_main(f"n = 1u {op} ({amount});"))
        assert found == [(10, f"{MODULO} (32)")]
    found = assumptions(tmp_path, in_main(f"n <<= {amount};"))
    assert found == [(10, f"{MODULO} (32)")]


@pytest.mark.parametrize("amount", ["0", "31", "n & 31", "31 & (int)n", "(unsigned char)(n & 7)"])
def test_a_shift_within_the_width_is_none(amount: str, tmp_path: Path) -> None:
    assert not assumptions(tmp_path, in_main(f"n = 1u << ({amount});"))


@pytest.mark.parametrize("amount", ["32", "-1", "8 * sizeof n", "(1, 33)"])
def test_a_shift_by_a_constant_out_of_range_is_not_supported(amount: str, tmp_path: Path) -> None:
    assert not assumptions(tmp_path, in_main(f"n = 1u << ({amount}); n <<= {amount};"))


def test_a_shift_that_is_checked_is_none(tmp_path: Path) -> None:
    assert not assumptions(tmp_path, in_main("n = 1u << n;"), LoadOptions(properties=("no-overflow",)))


def test_what_runs_after_main_is_part_of_the_program(tmp_path: Path) -> None:
    path = tmp_path / "f.c"
    path.write_text("""
extern int atexit(void (*)(void));
extern void reach_error(void);
int x;
void late(void) { if (x == 1) reach_error(); }
int main(void) { atexit(late); x = 1; return 0; }
""")
    result = dovetail.check(path, timeout=20, out=tmp_path / "out")
    assert result.verdict.value == "violated"


def test_what_no_call_can_mean_is_left_out(tmp_path: Path) -> None:
    """Its address is taken, but nothing is called through a pointer."""
    path = tmp_path / "f.c"
    path.write_text("""
extern void reach_error(void);
void unused(void) { reach_error(); }
void (*table[])(void) = {unused};
int main(void) { return table[0] == 0; }
""")
    loaded = load([path])
    assert "unused" not in loaded.program.procedures
    assert not loaded.program.checks


FUNCTION = """
extern void *malloc(unsigned long);
struct hidden;
typedef void (*callback)(int);
struct node { int value; struct node *next; callback act; struct hidden *inside; int *table[2]; };
int f(struct node *p, const struct node *q, struct hidden *handle, callback act, struct node whole,
      int ***far, void *, int n, ...) {
    return p && q ? n : 0;
}
int plain(int a, double b) { return a; }
int read_only(int *p) { return p ? *p : 0; }
int *make(int n) { return n > 5 ? malloc(4) : 0; }
int lose(int n) { int *p = n > 5 ? malloc(4) : 0; return p != 0; }
"""


def said_of_call(folder: Path, function: str) -> set[str]:
    return {text for _, text in assumptions(folder, FUNCTION, LoadOptions(function=function))}


def test_each_limit_of_the_arguments_made_up_is_said(tmp_path: Path) -> None:
    behind = "are null or point to fresh elements, too; but beyond the first element they hold any address"
    null = "in the call of 'f', always null"
    assert said_of_call(tmp_path, "f") == {
        "'f' is called once, with all globals as they are at the start",
        "'f' is called without arguments for its '...'",
        "in the call of 'f', p is null, or points to 1 to 16 fresh elements",
        "in the call of 'f', q is null, or points to 1 to 16 fresh elements, or equals p",
        "in the call of 'f', far is null, or points to 1 to 16 fresh elements",
        "in the call of 'f', whole.next is null, or points to 1 to 16 fresh elements",
        "in the call of 'f', argument 7 is null, or points to 1 to 16 fresh bytes",
        f"in the call of 'f', pointers behind p {behind}",
        f"in the call of 'f', pointers behind q {behind}",
        f"in the call of 'f', pointers behind far {behind}",
        f"in the call of 'f', pointers behind whole.next {behind}",
        "in the call of 'f', null, or a function from outside: p->next->act, p->act, q->next->act, q->act, "
        "act, whole.next->next->act, whole.next->act, whole.act",
        f"{null} (its type is incomplete): p->next->inside, p->inside, q->next->inside, q->inside, handle, "
        "whole.next->next->inside, whole.next->inside, whole.inside",
        f"{null} (more than 2 pointers away): p->next->next, q->next->next, whole.next->next->next, **far",
        "in the call of 'f', pointers in these hold any address: p->next->table, p->table, q->next->table, "
        "q->table, whole.next->next->table, whole.next->table, whole.table",
        "what 'f' is given lies apart from all globals, is pointed to only from one place "
        "(arguments that are equal aside), and never leads back to itself",
    }


def test_nothing_is_said_about_pointers_where_there_are_none(tmp_path: Path) -> None:
    said = {"'plain' is called once, with all globals as they are at the start"}
    assert said_of_call(tmp_path, "plain") == said


@pytest.mark.parametrize(
    ("function", "inputs", "end"),
    thinned_rows([("read_only", [1, 3], "normal"), ("make", [6], "normal"), ("lose", [6], "violation")], 3),
)
def test_a_function_loses_only_its_own_memory(
    function: str, inputs: list[int], end: str, tmp_path: Path
) -> None:
    path = tmp_path / "f.c"
    path.write_text(FUNCTION)
    for native in (False, True):
        done = dovetail.run(
            path,
            function=function,
            inputs=inputs,
            native=native,
            properties=["valid-memsafety"],
            story=False,
        )
        assert done.end.kind.value == end, done.sentence


def test_nothing_is_checked_where_arguments_are_made_up(tmp_path: Path) -> None:
    path = tmp_path / "f.c"
    path.write_text(FUNCTION)
    properties = ("valid-memsafety", "no-overflow")
    checks = load([path], LoadOptions(function="f", properties=properties)).program.checks
    assert {info.position.file for info in checks} == {str(path)}
    assert [info.position.line for info in checks if info.kind == "memory-leak"]


@pytest.mark.parametrize(
    ("body", "objects"),
    [
        ('const char *a = "abc", *b = "abc"; return a == b;', 2),
        ('const char *a = "abc"; return a == "abc" + 0;', 2),
        ('const char *a = "abc", *b = "abc"; return a == 0 || *a == *b;', 1),
    ],
)
def test_equal_strings_are_two_objects_where_that_can_be_told(
    body: str, objects: int, tmp_path: Path
) -> None:
    """A compiler may make one of them, or two: comparisons are open. Elsewhere one object will do."""
    path = tmp_path / "f.c"
    path.write_text(f"int main(void) {{ {body} }}\n")
    program = load([path]).program
    assert len(program.objects) == objects
    assert not any("literal" in one.text for one in program.assumptions)


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("double x = n, y = 3; return x * y + 1 > 4;", "a product and a sum are rounded one after the other"),
        ("double x = n; return __builtin_signbit(x / x);", "the sign of a NaN that arithmetic makes"),
        (
            "double x = n; x /= x; unsigned long u; __builtin_memcpy(&u, &x, 8); return u >> 63;",
            "the sign of a NaN that arithmetic makes",
        ),
        (
            "union { float f; unsigned u; } x; x.f = n; x.f /= x.f; return x.u >> 31;",
            "the sign of a NaN that arithmetic makes",
        ),
        ("float x = n; x /= x; return *(int *)&x;", "the sign of a NaN that arithmetic makes"),
        (
            "float x = n, *p = &x; x /= x; int *q; __builtin_memcpy(&q, &p, sizeof q); return *q;",
            "the sign of a NaN that arithmetic makes",
        ),
        ("return ((int *)device)[(unsigned long)n * n];", "an index times the size of an element"),
    ],
)
def test_what_a_machine_may_do_otherwise_is_an_assumption(statement: str, said: str, tmp_path: Path) -> None:
    found = assumptions(tmp_path, in_main(statement), LoadOptions(properties=("valid-memsafety",)))
    assert [line for line, text in found if text.startswith(said)] == [10]


@pytest.mark.parametrize(
    "statement",
    [
        "double x = n; return x + 1 > 4;",
        "double x = n, y; x /= x; __builtin_memcpy(&y, &x, 8); return y > 0;",
        "float x = 1, y; unsigned u; y = x; __builtin_memcpy(&u, &y, 4); return u;",
        "return ((int *)device)[n];",
        "return flags[2];",
    ],
)
def test_and_only_where_it_may(statement: str, tmp_path: Path) -> None:
    found = assumptions(tmp_path, in_main(statement), LoadOptions(properties=("valid-memsafety",)))
    assert not any(word in text for _, text in found for word in ("rounded", "an index", "NaN"))


def test_an_index_that_no_address_can_tell_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "f.c"
    path.write_text(in_main("return flags[1ul << 62];"))
    refused = [edge.statement.reason for edge in load([path]).program.unsupported]
    assert any("further away" in reason for reason in refused)


def said_of(path: Path, text: str, model: DataModel) -> list[str]:
    path = path / "f.c"
    path.write_text(text)
    return [one.text for one in load([path], LoadOptions(data_model=model)).program.assumptions]


@pytest.mark.parametrize(
    ("text", "model", "said"),
    [
        ("#include <limits.h>\nint x = HOST_NAME_MAX;", DataModel.LP64, "HOST_NAME_MAX"),
        ("#include <inttypes.h>\nconst char *x = PRIdFAST16;", DataModel.LP64, "PRIdFAST16"),
        ("#include <limits.h>\n#ifdef HZ\nint x;\n#endif", DataModel.LP64, "HZ"),
        ("#include <stdio.h>\n#if defined __USE_MISC\nint x;\n#endif", DataModel.LP64, "__USE_MISC"),
        ("#include <stdint.h>\n#if __WORDSIZE == 64\nint x;\n#endif", DataModel.LP64, "__WORDSIZE"),
        ("#include <stdio.h>\n#ifndef __THROW\n#define __THROW\n#endif", DataModel.LP64, ""),
        ("#include <time.h>\ntime_t x;", DataModel.ILP32, "time_t"),
        ("#include <sys/stat.h>\nstruct  stat x;", DataModel.ILP32, "struct stat"),
        ("#include <time.h>\ntime_t x;", DataModel.LP64, ""),
        ("typedef int time_t; time_t x;", DataModel.ILP32, ""),
        ('#include <stdio.h>\nint HZ; /* BUFSIZ */ const char *x = "PATH_MAX";', DataModel.LP64, ""),
        ("#include <stddef.h>\n#define PAGE_SIZE 4\nint x = PAGE_SIZE;", DataModel.LP64, ""),
        (
            "#include <stdint.h>\n#include <errno.h>\nint x = EINTR; unsigned long y = SIZE_MAX;",
            DataModel.LP64,
            "",
        ),
    ],
)
def test_what_header_files_differ_in_is_an_assumption(
    text: str, model: DataModel, said: str, tmp_path: Path
) -> None:
    found = said_of(tmp_path, f"{text}\nint main(void) {{ return 0; }}\n", model)
    expected = [f"{said}: as the header files of Dovetail's own C library have it; others differ"]
    assert [text for text in found if "header files" in text] == (expected if said else [])


def test_what_compilers_differ_in_is_an_assumption(tmp_path: Path) -> None:
    text = "#include <float.h>\nint main(void) { return __GNUC__ + FLT_EVAL_METHOD; }\n"
    found = said_of(tmp_path, text, DataModel.LP64)
    assert "__GNUC__, FLT_EVAL_METHOD: as clang has it; other compilers differ" in found
    assert not any("header files" in text for text in found)


@pytest.mark.parametrize(
    "name",
    "__LITTLE_ENDIAN__ __INT_FAST16_TYPE__ __UINT_FAST32_MAX__ __GXX_ABI_VERSION __POINTER_WIDTH__ "
    "__FLT128_DIG__ __LONG_LONG_WIDTH__ __DECIMAL_DIG__ __SIZEOF_FLOAT80__ __GCC_IEC_559 __WINT_UNSIGNED__ "
    "__INT64_FMTd__".split(),
)
def test_so_is_what_one_of_them_defines_from_the_start(name: str, tmp_path: Path) -> None:
    text = f"int main(void) {{\n#ifdef {name}\nreturn 1;\n#endif\nreturn 0; }}\n"
    assert f"{name}: as clang has it; other compilers differ" in said_of(tmp_path, text, DataModel.LP64)


@pytest.mark.parametrize(
    "name", ["__INT32_TYPE__", "__FLT_MAX__", "__BYTE_ORDER__", "__x86_64__", "__linux__"]
)
def test_and_what_both_define_alike_is_none(name: str, tmp_path: Path) -> None:
    text = f"#include <stdint.h>\n#ifdef {name}\nint x;\n#endif\nint main(void) {{ return 0; }}\n"
    assert not any("clang" in one for one in said_of(tmp_path, text, DataModel.LP64))


@pytest.mark.parametrize(("model", "said"), [(DataModel.ILP32, True), (DataModel.LP64, False)])
def test_the_type_of_wide_characters_is_an_assumption(model: DataModel, said: bool, tmp_path: Path) -> None:
    found = said_of(tmp_path, "int main(void) { return sizeof(L'a'); } // L'a'\n", model)
    assert any("the type of wide characters" in text for text in found) is said
    found = said_of(tmp_path, "int main(void) { return sizeof(\"L'a'\"); } // L'a'\n", model)
    assert not any("the type of wide characters" in text for text in found)


@pytest.mark.parametrize(
    ("call", "listed"),
    thinned_rows(
        [
            ("memcpy(to, p, n)", True),
            ("memcmp(p, to, n)", True),
            ("__builtin_memset(p, 0, n)", True),
            ("strncpy(to, p, n)", True),
            ("qsort(p, n, 1, by)", True),
            ("memcpy(to, p, 3)", False),
            ("memcpy(to, from, n)", False),
            ("memmove(&to[1], &from[n], n)", False),
        ],
        2,
    ),
)
def test_a_null_pointer_with_nothing_behind_it(call: str, listed: bool, tmp_path: Path) -> None:
    text = f"""
#include <stdlib.h>
#include <string.h>
char to[8], from[8];
int by(const void *a, const void *b) {{ return 0; }}
static void f(char *p, unsigned n) {{ {call}; }}
int main(int argc, char **argv) {{ f(argc > 1 ? to : 0, argc - 1); return 0; }}
"""
    said = [text for _, text in assumptions(tmp_path, text) if "nothing behind it" in text]
    assert bool(said) is listed
