"""What a verdict depends on changes its keys; what it does not depend on changes no meaning.

A key that is too coarse would take a verdict from another program, which is the worst that can happen here.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from dovetail.projects import keys
from dovetail.projects.keys import meaning_key, reading_of, text_key
from projects.building import build, options, texts_of, units

FILES = {
    "a.h": "#ifndef LIMIT\n#define LIMIT 10\n#endif\n#define UNUSED 1\n"
    "struct pair { int first; int second; };\nint far(int x);\n",
    "a.c": '#include <assert.h>\n#include "a.h"\nextern int shared;\nstatic struct pair here;\n'
    "static int near(int x) { return x > LIMIT ? LIMIT : x; }\nint other(int x) { return x + 1; }\n"
    "int top(int x) {\n    here.second = far(near(x));\n"
    "    assert(here.second <= LIMIT + shared); return here.second; }\n",
    "b.c": "int shared = 3;\nint far(int x) { return x; }\nint unrelated(void) { return 1; }\n",
    "more.h": "int extra(int x);\n",
}
UNIT = "a.c:top"


def both(folder: Path, files: Mapping[str, str], of_build: str = "", **more: Any) -> tuple[str, str]:
    """The text and the meaning."""
    asked = options(build(folder, files, of_build), **more)
    unit = units(asked)[UNIT]
    return text_key(unit, asked, texts_of(asked)), meaning_key(unit, reading_of(unit, asked).load())


@pytest.fixture(scope="module")
def before(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, tuple[str, str]]:
    folder = tmp_path_factory.mktemp("keys")
    return folder, both(folder, FILES)


def changed(old: str, new: str) -> dict[str, str]:
    assert sum(text.count(old) for text in FILES.values()) == 1, old
    return {name: text.replace(old, new) for name, text in FILES.items()}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("LIMIT 10", "LIMIT 11"),  # a macro in a header file
        ("int first; int second", "int first; long second"),  # the layout of a structure
        ("int first; int second", "int second; int first"),
        ("shared = 3", "shared = 4"),  # a global of another file
        ("int far(int x) { return x; }", "int far(int x) { return x - 1; }"),  # what is inlined
        ("? LIMIT : x", "? LIMIT : x + 1"),
        ("<= LIMIT + shared", "< LIMIT + shared"),
    ],
)
def test_what_the_unit_means_is_in_both_keys(old: str, new: str, before: Any) -> None:
    folder, (text, meaning) = before
    now = both(folder, changed(old, new))
    assert now[0] != text and now[1] != meaning


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("#define UNUSED 1", "#define UNUSED 2"),
        ("#define UNUSED 1", "/* a comment\n over lines */"),
        ("int other(int x) { return x + 1; }", "int other(int x) { return x + 2; }"),
        ("int unrelated(void) { return 1; }", 'const char *unrelated(void) { return "text"; }'),
        ("extern int shared;", "extern int shared;\n\n\n"),
    ],
)
def test_what_it_does_not_mean_is_in_the_text_alone(old: str, new: str, before: Any) -> None:
    folder, (text, meaning) = before
    now = both(folder, changed(old, new))
    assert now[0] != text and now[1] == meaning


@pytest.mark.parametrize(
    ("flags", "more"),
    [
        ("-DLIMIT=9", {}),
        ("-m32", {}),
        ("", {"flags": ("-DLIMIT=9",)}),
        ("", {"data_model": "ILP32"}),
        ("", {"properties": ("unreach-call", "no-overflow")}),
        ("", {"properties": ("no-overflow",)}),
    ],
)
def test_how_it_is_read_is_in_both_keys(flags: str, more: dict[str, Any], before: Any) -> None:
    folder, (text, meaning) = before
    now = both(folder, FILES, flags, **more)
    assert now[0] != text and now[1] != meaning


def test_a_file_with_contracts_and_a_stub_are_in_the_keys(before: Any) -> None:
    folder, (text, meaning) = before
    given = folder / "contracts.h"
    given.write_text('#define LIMIT 8\n#include "a.h"\n')
    first = both(folder, FILES, contracts=(given,))
    given.write_text('#define LIMIT 7\n#include "a.h"\n')
    second = both(folder, FILES, contracts=(given,))
    assert len({text, first[0], second[0]}) == len({meaning, first[1], second[1]}) == 3
    stub = folder / "stub"
    stub.with_suffix(".c").write_text("int extra(int x) { return x; }\n")
    assert both(folder, FILES, stubs=(stub.with_suffix(".c"),))[0] != text


def test_a_header_file_that_is_found_first_now_is_in_the_text(before: Any) -> None:
    folder, _ = before
    files = {**FILES, "a.c": FILES["a.c"].replace('"a.h"', "<a.h>")}
    flags = "-Iearlier -I."
    text = both(folder, files, flags)
    earlier = build(folder / "earlier", {"a.h": FILES["a.h"].replace("LIMIT 10", "LIMIT 12")})
    now = both(folder, files, flags)
    for path in sorted(earlier.iterdir()):
        path.unlink()
    earlier.rmdir()
    assert now[0] != text[0] and now[1] != text[1]


def test_folders_in_the_environment_are_not_looked_into(before: Any, monkeypatch: Any) -> None:
    folder, keys_before = before
    there = build(folder / "there", {"a.h": "#error not meant\n"})
    for name in ("CPATH", "C_INCLUDE_PATH", "CFLAGS"):
        monkeypatch.setenv(name, os.fspath(there))
    assert both(folder, FILES) == keys_before


def test_dovetail_and_its_tools_are_in_both_keys(before: Any, monkeypatch: Any) -> None:
    folder, (text, meaning) = before
    monkeypatch.setattr(keys, "version", lambda name: "another")
    keys.semantics.cache_clear()
    now = both(folder, FILES)
    monkeypatch.undo()
    keys.semantics.cache_clear()
    assert now[0] != text and now[1] != meaning
    assert both(folder, FILES) == (text, meaning)


# ---- contracts ---------------------------------------------------------------------------------------------

CONTRACTS = {
    "a.c": '#include "dovetail.h"\n'
    "int step(int x) { dovetail_requires(x < 9); dovetail_ensures(dovetail_result > x); return x + 1; }\n"
    "int top(int x) { dovetail_requires(x < 5); dovetail_ensures(dovetail_result > x);\n"
    "    return step(x); }\n",
}


def test_of_a_callee_with_a_contract_only_that_counts(tmp_path: Path) -> None:
    def meaning(old: str, new: str) -> str:
        assert CONTRACTS["a.c"].count(old) == 1
        return both(tmp_path, {"a.c": CONTRACTS["a.c"].replace(old, new)})[1]

    first = both(tmp_path, CONTRACTS)[1]
    assert meaning("return x + 1", "return x + 2") == first
    assert meaning("x < 9", "x < 8") != first
    assert meaning("requires(x < 9); dovetail_ensures(dovetail_result > x)", "requires(x < 9)") != first
