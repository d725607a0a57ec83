"""What gcc and clang take for different types, or count differently, is listed where it stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from dovetail.frontend.load import LoadOptions, load
from dovetail.program.types import DataModel

ENUMERATOR = "an enumerator that fits an int has the type of its enumeration"
LARGE = "a decimal constant that fits no signed type is unsigned"
WIDE = "'wide', a bit-field wider than int, has its declared type"
VALUE = "the value of the bit-field 'few' has its declared type"
ASKED = "the type of an expression with a bit-field in it is asked for"
PRETTY = "__PRETTY_FUNCTION__ is a declaration"
OPEN = "of a record that ends with an array of any length"
LINES = "__LINE__ in a macro that is called over several lines"
ALL = (ENUMERATOR, LARGE, WIDE, VALUE, ASKED, PRETTY, OPEN, LINES)

BEGINNING = """
enum mask { NONE, SOME = 5, TOP = 0x80000000 };
enum small { ZERO, ONE };
struct bits { unsigned few : 5; int some : 5; unsigned char short_one : 3; unsigned long long wide : 40; } v;
struct list { int n; int rest[]; } one = {1, {2, 3}}, two = {1, {4, 5}};
struct plain { int n; } three, four;
#define HERE(x) (__LINE__ + (x))
#define OUTER(x) HERE(x)
#define OTHER(x) (x)
void use(const char *);
unsigned n;
int k;
"""


def listed(folder: Path, text: str, model: DataModel = DataModel.LP64) -> list[tuple[int, str]]:
    """Which of them, and at which line of what comes behind the beginning."""
    path = folder / "f.c"
    path.write_text(BEGINNING + text)
    found = load([path], LoadOptions(data_model=model)).program.assumptions
    before = BEGINNING.count("\n")
    return [
        (max(one.position.line - before, 0), said)
        for one in found
        for said in ALL
        if one.text.startswith(said)
    ]


@pytest.mark.parametrize(
    ("statement", "said"),
    [
        ("k = NONE - 1 > 0;", ENUMERATOR),
        ("k = sizeof(SOME);", ENUMERATOR),
        ("enum { LESS = -1, MORE = 0x90000000 }; k = LESS < n;", ENUMERATOR),
        ("k = -9223372036854775808 > 0;", LARGE),
        ("k = sizeof(18446744073709551615);", LARGE),
        ("k = -(v.wide = 1) > 0;", WIDE),
        ("k = (v.wide += 1) << 30 > 0;", WIDE),
        ("k = v.few++ - 9 > 0;", VALUE),
        ("k = v.few-- > -1;", VALUE),
        ("k = ({ v.few; }) - 9 > 0;", VALUE),
        ("k = ({ k++; v.few = 3; }) - 9 > 0;", VALUE),
        ("k = _Generic(v.few, unsigned: 1, default: 2);", ASKED),
        ("k = _Generic(v.wide + 1, unsigned long long: 1, default: 2);", ASKED),
        ("k = sizeof(v.wide + 1);", ASKED),
        ("use(__PRETTY_FUNCTION__);", PRETTY),
        ("k = sizeof __PRETTY_FUNCTION__;", PRETTY),
        ("one = two;", OPEN),
    ],
)
def test_it_is_listed_where_it_stands(statement: str, said: str, tmp_path: Path) -> None:
    found = listed(tmp_path, f"int main(void) {{\n{statement}\nreturn 0; }}\n")
    assert found == [(2, said)]


@pytest.mark.parametrize(
    "statement",
    [
        "k = ONE - 1 > 0;",
        "k = TOP > 5;",
        "k = 0x8000000000000000 > 0;",
        "k = 9223372036854775808u > 0;",
        "k = 9223372036854775807 > 0;",
        "v.few++;",
        "for (v.few = 0; v.few < 9; v.few++) k++;",
        "k = v.few - 9 > 0;",
        "k = ++v.few - 9 > 0;",
        "k = (v.few = 3) - 9 > 0;",
        "k = v.some++ - 9 > 0;",
        "k = v.short_one++ - 9 > 0;",
        "k = ({ v.some; }) - 9 > 0;",
        "v.wide = 1;",
        "k = _Generic(three.n, int: v.few, default: 2);",
        "k = sizeof(v) + sizeof v + sizeof(int);",
        "use(__func__);",
        "use(__FUNCTION__);",
        "three = four;",
        "struct list *p = &one; k = p->rest[1];",
        "k = HERE(1) + OTHER(1 +\n2) + __LINE__;",
    ],
)
def test_what_is_the_same_for_both_is_not(statement: str, tmp_path: Path) -> None:
    assert not listed(tmp_path, f"int main(void) {{ {statement} return 0; }}\n")


@pytest.mark.parametrize("call", ["HERE(1\n)", "OUTER(1 +\n(2))", "OTHER(OUTER(\n1))"])
def test_lines_of_a_call_are_counted(call: str, tmp_path: Path) -> None:
    assert listed(tmp_path, f"int main(void) {{ return {call}; }}\n") == [(0, LINES)]


def test_it_is_listed_outside_of_functions_and_not_in_unused_ones(tmp_path: Path) -> None:
    text = "int unused(void) { return NONE - 1 > 0; }\nlong x = SOME - 7;\nint main(void) { return 0; }\n"
    assert listed(tmp_path, text) == [(2, ENUMERATOR)]


def test_an_enumeration_with_a_type_that_is_written_is_the_same_for_both(tmp_path: Path) -> None:
    text = "enum flags : unsigned long { A, B = 1ul << 40 };\nint main(void) { return A - 1 > 0; }\n"
    assert not listed(tmp_path, text)


def test_where_nothing_is_wider_a_constant_is_unsigned_for_all(tmp_path: Path) -> None:
    text = "int main(void) { return 9223372036854775808 > 0; }\n"
    assert not listed(tmp_path, text, DataModel.ILP32)


def test_the_word_of_a_failed_assertion_is_not_looked_at(tmp_path: Path) -> None:
    text = (
        "extern void __assert_fail(const char *, const char *, unsigned, const char *);\nint main(void) {"
        ' k ? (void)0 : __assert_fail("k", "f.c", 2, __extension__ __PRETTY_FUNCTION__); return 0; }\n'
    )
    assert not listed(tmp_path, text)
