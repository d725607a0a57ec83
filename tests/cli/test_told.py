"""What a violation says to a person: the user's own places, what was handed in, and what may be missing."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

Program = Callable[..., Path]
Command = Callable[..., Result]

MEMORY = ("--property", "valid-memsafety", "--strategy", "bounded", "--timeout", "60s")


def test_a_missing_precondition(dovetail: Command, program: Program) -> None:
    text = "int f(int p[static 1]) { return p[1]; }\n"
    told = "f is called with p leading to 1 element, and accesses number 2"
    result = dovetail("check", program(text), "--function", "f", *MEMORY)
    assert result.exit_code == 1
    assert told in result.stdout
    assert "<entry" not in result.stdout and "__dovetail" not in result.stdout


@pytest.mark.parametrize(
    ("text", "needed"),
    [
        ("int f(int *p) { return *p; }\n", "readable(p, sizeof *p)"),
        ("int f(const int *p, int n) { return n > 20 ? p[n - 1] : 0; }\n", "readable(p, n * sizeof *p)"),
        (
            "struct s { int *q; };\nint f(struct s s[static 1]) { return *s->q; }\n",
            "readable(s->q, sizeof *s->q)",
        ),
        ("struct s;\nint f(struct s *p) { return *(char *)p; }\n", "p != NULL"),
        ("int f(void (*call[static 1])(void)) { (*call)(); return 1; }\n", "*call to lead to a function"),
    ],
)
def test_what_only_made_up_arguments_lead_to_is_no_violation(
    dovetail: Command, program: Program, text: str, needed: str
) -> None:
    result = dovetail("check", program(text), "--function", "f", *MEMORY)
    assert result.exit_code == 3
    assert f"potential: needs {needed}" in result.stdout


def test_equal_arguments(dovetail: Command, program: Program) -> None:
    text = (
        "#include <assert.h>\nvoid f(int *p, int *q) { if (p && q) { *p = 1; *q = 2; assert(*p == 1); } }\n"
    )
    result = dovetail("check", program(text), "--function", "f", "--strategy", "bounded")
    assert "f is called with p == q: if no caller does that, declare them restrict" in result.stdout


@pytest.mark.slow
def test_a_violation_in_the_library_is_told_at_the_call(dovetail: Command, program: Program) -> None:
    text = "#include <string.h>\nunsigned long f(const char s[static 1]) {\n    return strlen(s);\n}\n"
    result = dovetail("check", program(text), "--function", "f", *MEMORY)
    assert result.exit_code == 1
    assert "f.c:3 (strlen)" in result.stdout and "violated: invalid-deref at f.c:3:" in result.stdout
    assert "fails in strlen" in result.stdout
    assert "<library>" not in result.stdout and "__dovetail" not in result.stdout


def test_what_a_command_line_was(dovetail: Command, program: Program) -> None:
    text = (
        "#include <assert.h>\nint main(int argc, char **argv) {\n"
        "    assert(argc != 2 || argv[1][0] != 'x');\n}\n"
    )
    result = dovetail("check", program(text), "--strategy", "bounded")
    assert 'called with argc = 2, argv = {"", "x' in result.stdout
    shown = dovetail("show", "f.c").stdout
    assert "makes up what the program begins with" in shown and "argv_of_2" not in shown
    harness = next(Path("dovetail-out").glob("*/check-1/harness.c")).read_text()
    assert "--wrap=main" in harness
