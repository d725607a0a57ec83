"""Contracts in files of their own: what is read, and what is wrong with them, with file and line."""

from __future__ import annotations

from pathlib import Path

import pytest

from dovetail.frontend.errors import InputError
from dovetail.frontend.load import Loaded, LoadOptions, load

CODE = """\
struct pair { int a, b; };
#define LEAST 3
static int smaller(struct pair *p) { return p->a < p->b ? p->a : p->b; }
int use(struct pair *p) { return smaller(p); }
"""


def read(tmp_path: Path, contracts: str, function: str = "use", code: str = CODE) -> Loaded:
    files = tmp_path / "code.c", tmp_path / "code.contracts.h"
    for path, text in zip(files, (code, contracts), strict=True):
        path.write_text(text)
    return load([files[0]], LoadOptions(function=function, contracts=(files[1],)))


def test_types_and_macros_are_those_of_the_code(tmp_path: Path) -> None:
    text = (
        "int use(struct pair *p) __CPROVER_requires(p->a >= LEAST) __CPROVER_ensures(__CPROVER_return_value);"
    )
    loaded = read(tmp_path, text)
    (check,) = loaded.program.checks
    assert check.kind == "postcondition"
    assert check.position.file.endswith("code.contracts.h") and check.position.line == 1


def test_a_static_function_may_be_declared_without_that_word(tmp_path: Path) -> None:
    text = "int smaller(struct pair *p)\n  __CPROVER_requires(__CPROVER_r_ok(p));"
    kinds = [
        one.kind
        for one in read(tmp_path, text + "\nint use(struct pair *p)\n  __CPROVER_requires(1);").program.checks
    ]
    assert kinds == ["precondition"]


def test_a_file_is_only_given_what_it_names(tmp_path: Path) -> None:
    other = tmp_path / "other.c"
    other.write_text("int other(int x) { return x; }\n")
    files = tmp_path / "code.c", tmp_path / "all.h"
    files[0].write_text(CODE)
    files[1].write_text(
        "int use(struct pair *p) __CPROVER_requires(__CPROVER_r_ok(p));\n"
        "int other(int x) __CPROVER_ensures(__CPROVER_return_value == x);\n"
    )
    loaded = load([files[0], other], LoadOptions(function="other", contracts=(files[1],)))
    assert [one.position.line for one in loaded.program.checks] == [2]


@pytest.mark.parametrize(
    ("contracts", "said"),
    [
        ("int usee(struct pair *p) __CPROVER_requires(1);", ":1:1: a contract of 'usee', which no file"),
        ("int usee(struct pair *p) __CPROVER_requires(1);", "did you mean 'use'?"),
        ("int use(struct pair *p);", "there is no function with a clause"),
        ("\nint use(int p) __CPROVER_requires(1);", ":2:5: conflicting types for 'use'"),
        ("int use(struct pair *p)\n __CPROVER_requires(p->c);", "code.contracts.h:2:"),
        ("int use(struct pair *p)\n __CPROVER_requires(q->a);", "use of undeclared identifier 'q'"),
    ],
)
def test_mistakes_are_told_where_they_are(tmp_path: Path, contracts: str, said: str) -> None:
    with pytest.raises(InputError) as found:
        read(tmp_path, contracts)
    assert said in str(found.value) and "code.contracts.h" in str(found.value)


def test_they_are_among_what_evidence_is_about(tmp_path: Path) -> None:
    loaded = read(tmp_path, "int use(struct pair *p) __CPROVER_requires(1);")
    assert [Path(file.path).name for file in loaded.headers] == ["code.contracts.h"]
