"""Which clauses an invariant of a type becomes, and what cannot be one."""

from __future__ import annotations

from pathlib import Path

import pytest

from dovetail.frontend import InputError, LoadOptions, load
from dovetail.program.statements import Unsupported

HEADER = """#include "dovetail.h"
struct box { int low, high; };
typedef struct box box;
typedef box *boxes;
dovetail_type_invariant(box, dovetail_self->low <= dovetail_self->high);
"""


def ensured(folder: Path, text: str, header: str = HEADER) -> list[str]:
    (folder / "box.c").write_text(header + text)
    program = load([folder / "box.c"], LoadOptions(function="f")).program
    said = [one.description for one in program.checks if one.kind == "postcondition"]
    return [one.partition(": ")[2] for one in said]


UNSURE = "! __CPROVER_dovetail_there ( p ) || ( p -> low <= p -> high )"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("void f(box *p) { dovetail_requires(dovetail_fresh(p, 8)); }", ["p -> low <= p -> high"]),
        ("void f(const boxes p) { dovetail_requires(dovetail_readable(p, 8)); }", ["p -> low <= p -> high"]),
        (
            "void f(box *p) { dovetail_requires(p == 0 || dovetail_fresh(p, 8)); }",
            ["p == 0 || ( p -> low <= p -> high )"],
        ),
        ("void f(box *p) { dovetail_requires(1); }", [UNSURE]),
        ("void f(box *p, int n) { dovetail_requires(n == 0 || dovetail_fresh(p, 8)); }", [UNSURE]),
        ("void f(box p) { dovetail_requires(1); }", []),
        (
            "box here; void f(void) { dovetail_requires(1); }",
            ["( & here ) -> low <= ( & here ) -> high"],
        ),
        ("struct outer { box in; }; void f(struct outer *o) { dovetail_requires(1); }", []),
    ],
)
def test_what_is_shown_at_the_end(text: str, expected: list[str], tmp_path: Path) -> None:
    assert ensured(tmp_path, text) == expected


def test_each_of_two(tmp_path: Path) -> None:
    text = "void f(box *p, box *q) { dovetail_requires(dovetail_fresh(p, 8) && dovetail_fresh(q, 8)); }"
    assert len(ensured(tmp_path, text)) == 2


def test_a_function_without_a_contract_has_none(tmp_path: Path) -> None:
    assert not ensured(tmp_path, "int f(box *p) { return p != 0; }")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("dovetail_type_invariant(int, *dovetail_self > 0); ", "of a type that is no record"),
        ("dovetail_type_invariant(box, dovetail_old(dovetail_self->low) == 0);", "has no meaning"),
        ("int p; dovetail_type_invariant(box, dovetail_self->low < p);", "is a parameter of 'f', too"),
        ("void g(void) { dovetail_type_invariant(box, 1); }", "outside of functions"),
        ("dovetail_type_invariant(box);", "type, condition"),
        ("dovetail_type_invariant(struct bix, 1);", "no file of the program defines"),
        (
            "dovetail_type_invariant(struct late, 1); struct late { int a; };",
            "behind the definition of the type",
        ),
    ],
)
def test_what_cannot_be_one(text: str, reason: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=reason):
        ensured(tmp_path, f"{text}\nvoid f(box *p) {{ dovetail_requires(1); }}")


def test_a_file_that_does_not_know_the_members(tmp_path: Path) -> None:
    """What its calls would have to see to cannot be said there: no proof comes past them."""
    (tmp_path / "box.h").write_text(
        '#include "dovetail.h"\n'
        "dovetail_type_invariant(struct box, dovetail_self->low <= dovetail_self->high);\n"
        "void g(struct box *p) dovetail_requires(p == 0 || dovetail_readable(p, 8));\n"
    )
    (tmp_path / "one.c").write_text("struct box { int low, high; };\nstruct box other = {1, 2};\n")
    (tmp_path / "two.c").write_text(
        "struct box;\nvoid g(struct box *);\nvoid f(void) __CPROVER_requires(1) { g(0); }\n"
        "int main(void) { f(); return 0; }\n"
    )
    options = LoadOptions(function="f", contracts=(tmp_path / "box.h",), by_contract=("g",))
    program = load([tmp_path / "one.c", tmp_path / "two.c"], options).program
    edges = [edge for one in program.procedures.values() for edge in one.edges]
    reasons = [edge.statement.reason for edge in edges if isinstance(edge.statement, Unsupported)]
    assert any("where its members are not known" in reason for reason in reasons), reasons
