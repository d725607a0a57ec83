"""Bad input: one clear message on standard error, exit status 2, no traceback, nothing written."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from thinned import thinned

GOOD = "int main(void) { return 0; }\n"


def make_missing(folder: Path) -> list[str]:
    return ["nowhere.c"]


def make_directory(folder: Path) -> list[str]:
    (folder / "sources").mkdir()
    return ["sources"]


def make_binary(folder: Path) -> list[str]:
    (folder / "f.c").write_bytes(b"\x7fELF\x02\x01\x01\0\0\0" + bytes(range(256)))
    return ["f.c"]


def make_empty(folder: Path) -> list[str]:
    (folder / "f.c").write_text("  \n")
    return ["f.c"]


def make_huge(folder: Path) -> list[str]:
    with (folder / "f.c").open("wb") as file:
        file.truncate(50_000_000)
    return ["f.c"]


def make_syntax_error(folder: Path) -> list[str]:
    (folder / "f.c").write_text("int main(void) {\n    int x = 3\n    return x;\n}\n")
    return ["f.c"]


def make_missing_header(folder: Path) -> list[str]:
    (folder / "f.c").write_text('#include "gone.h"\n' + GOOD)
    return ["f.c"]


def make_no_main(folder: Path) -> list[str]:
    (folder / "f.c").write_text("int start(void) { return 0; }\n")
    return ["f.c"]


def make_record_main(folder: Path) -> list[str]:
    (folder / "f.c").write_text(
        "struct c { int a, b; };\nstruct c main(void) { struct c r = {1, 2}; return r; }\n"
    )
    return ["f.c"]


def make_variadic_main(folder: Path) -> list[str]:
    (folder / "f.c").write_text("int main(int n, ...) { return n; }\n")
    return ["f.c"]


def make_strange_main(folder: Path) -> list[str]:
    (folder / "f.c").write_text("int main(double d) { return d > 0; }\n")
    return ["f.c"]


def make_own_name(folder: Path) -> list[str]:
    (folder / "f.c").write_text("int __dovetail_move(int x) { return x; }\n" + GOOD)
    return ["f.c"]


def make_own_variable(folder: Path) -> list[str]:
    (folder / "f.c").write_text("extern char __dovetail_at[3];\n" + GOOD)
    return ["f.c"]


def make_unknown_function(folder: Path) -> list[str]:
    (folder / "f.c").write_text("int compute(int x) { return x; }\n" + GOOD)
    return ["f.c", "--function", "compote"]


def make_missing_property(folder: Path) -> list[str]:
    (folder / "f.c").write_text(GOOD)
    return ["f.c", "--property", "gone.prp"]


def make_strange_property(folder: Path) -> list[str]:
    (folder / "f.c").write_text(GOOD)
    (folder / "strange.prp").write_text("\nCHECK( init(main()), LTL(F end) )\n")
    return ["f.c", "--property", "strange.prp"]


def make_unknown_property(folder: Path) -> list[str]:
    (folder / "f.c").write_text(GOOD)
    return ["f.c", "--property", "termination"]


CASES: list[tuple[Callable[[Path], list[str]], str]] = [
    (make_missing, "nowhere.c: no such file"),
    (make_directory, "sources: this is a directory"),
    (make_binary, "f.c: this is a binary file"),
    (make_empty, "f.c: the file is empty"),
    (make_huge, "f.c: 50 MB is more than Dovetail reads"),
    (make_syntax_error, "f.c:2:14: expected ';'"),
    (make_missing_header, "f.c:1:10: 'gone.h' file not found"),
    (make_no_main, "f.c: there is no function 'main'"),
    (make_record_main, "f.c:2:10: 'main' returns struct c, which an entry cannot do"),
    (make_variadic_main, "'main' has parameters that an entry cannot have"),
    (make_strange_main, "first parameter of 'main' (argument count) must be of type 'int'"),
    (make_own_name, "f.c:1:1: '__dovetail_move': names that begin with __dovetail_ are Dovetail's own"),
    (make_own_variable, "f.c:1:1: '__dovetail_at': names that begin with __dovetail_ are Dovetail's own"),
    (make_unknown_function, "did you mean 'compute'?"),
    (make_missing_property, "gone.prp: the property file cannot be read"),
    (make_strange_property, "strange.prp:2:1: this property is not known"),
    (make_unknown_property, "'termination' is no property"),
]


@pytest.mark.parametrize("command", thinned(["abstract", "check", "run", "show"], 2))
@pytest.mark.parametrize(("make", "message"), CASES, ids=[make.__name__[5:] for make, _ in CASES])
def test_bad_input(
    command: str,
    make: Callable[[Path], list[str]],
    message: str,
    dovetail: Callable[..., Result],
    tmp_path: Path,
) -> None:
    if make is make_no_main and command == "show":
        pytest.skip("a library can be looked at")
    arguments = make(tmp_path)
    before = sorted(tmp_path.rglob("*"))
    result = dovetail(command, *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert result.stderr.startswith("error: ")
    assert result.stderr.count("\n") == 1
    assert message in result.stderr
    assert "Traceback" not in result.stderr
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is unreadable to root")
def test_an_unreadable_file(dovetail: Callable[..., Result], program: Callable[..., Path]) -> None:
    program(GOOD).chmod(0)
    result = dovetail("run", "f.c")
    assert result.exit_code == 2
    assert "cannot be read" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--inputs", "3,,4"], "input 2"),
        (["--inputs", "three"], "'three' is not a number"),
        (["--inputs", "@gone.json"], "gone.json: cannot be read"),
        (["--inputs", "@f.c"], "f.c: this is not an input vector"),
        (["--json", "gone/run.json"], "gone/run.json: cannot be written"),
    ],
)
def test_bad_options_of_run(
    arguments: list[str], message: str, dovetail: Callable[..., Result], program: Callable[..., Path]
) -> None:
    result = dovetail("run", program(GOOD), *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert message in result.stderr


@pytest.mark.parametrize(
    "arguments",
    [["walk", "f.c"], ["run"], ["run", "f.c", "--max-steps", "0"], ["show", "f.c", "--data-model", "LLP64"]],
)
def test_bad_usage(arguments: list[str], dovetail: Callable[..., Result]) -> None:
    result = dovetail(*arguments)
    assert result.exit_code == 2
    assert "Traceback" not in result.output


def test_dot_and_json_exclude_each_other(
    dovetail: Callable[..., Result], program: Callable[..., Path]
) -> None:
    result = dovetail("show", program(GOOD), "--dot", "--json")
    assert result.exit_code == 2
    assert "exclude each other" in result.stderr
