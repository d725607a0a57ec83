"""The table of library functions: nothing is missing from it, and it agrees with the models."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from dovetail.frontend.clang import parse, preprocess_text
from dovetail.frontend.library import is_library_function, modelled_functions, why_refused
from dovetail.frontend.library.table import Modelled, as_markdown, rows
from dovetail.frontend.library.table import parse as parse_table
from dovetail.program.types import DataModel

BUILT_IN = {"abort", "alloca", "__assert", "__assert_fail", "__assert_func", "__assert_rtn"}
"""Calls of these become statements right away."""


def musl_headers() -> list[str]:
    ziglang = pytest.importorskip("ziglang")
    folder = Path(os.path.dirname(ziglang.__file__)) / "lib" / "libc" / "include" / "generic-musl"
    found = [path.relative_to(folder).as_posix() for path in folder.rglob("*.h")]
    return sorted(name for name in found if not name.startswith("bits/"))


def test_every_function_that_the_headers_declare_is_in_the_table() -> None:
    headers = musl_headers()
    assert {"string.h", "sys/stat.h", "wctype.h", "search.h"} <= set(headers)
    included = "".join(f"#include <{name}>\n" for name in headers if name != "tgmath.h")
    unit = preprocess_text(f"#define _GNU_SOURCE 1\n{included}", "all.c", DataModel.LP64)
    declared = {
        node.name for node in parse(unit, "all.c", DataModel.LP64).tree.inner if node.kind == "FunctionDecl"
    }
    assert len(declared) > 1400
    assert sorted(name for name in declared if not is_library_function(name)) == []


def test_what_is_said_to_be_modelled_has_a_model_and_nothing_else() -> None:
    said = {row.name for row in rows() if row.standing in (Modelled.EXACT, Modelled.STUB)}
    models = {name for name in modelled_functions() if not name.startswith("__dovetail_")} | BUILT_IN
    assert sorted(said - models) == [], "no model"
    assert sorted(models - said) == [], "not in the table, or said to be refused"


def test_enough_is_modelled() -> None:
    assert len([row for row in rows() if row.standing in (Modelled.EXACT, Modelled.STUB)]) >= 400


def test_the_documentation_is_the_table() -> None:
    written = Path(__file__).parents[2] / "docs" / "library.md"
    assert written.read_text(encoding="utf-8") == as_markdown(), "make library-table"


def test_what_is_refused_has_a_reason() -> None:
    assert all(row.note for row in rows() if row.standing is Modelled.REFUSED)
    assert why_refused("longjmp") == "control leaves the usual order"
    assert why_refused("strlen") is None and why_refused("my_own") is None
    assert not is_library_function("my_own")


def test_a_table_that_is_wrong_is_not_read() -> None:
    for text in ("[a.h]\nexact: f\nstub: f\n", "[a.h]\nrefused: f\n", "exact: f\n", "[a.h]\nf g\n"):
        with pytest.raises(ValueError, match=r"functions\.txt:\d"):
            parse_table(text)
    (row,) = parse_table("# why\n[a.h]\nstub, a note: \n    f\n")
    assert (row.name, row.header, row.standing, row.note) == ("f", "a.h", Modelled.STUB, "a note")
