"""`--api` through the commands: a module under any client."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

import dovetail as library
from thinned import thinned, thinned_rows

CASES = Path(__file__).parent.parent / "verdicts" / "api"

Program = Callable[..., Path]
Command = Callable[..., Result]


@pytest.mark.slow
def test_a_violation_is_replayed_from_its_file(dovetail: Command) -> None:
    case = CASES / "state_machine_bug.c"
    done = dovetail("check", "--api", case, "--json", "answer.json", "--strategy", "bounded")
    assert done.exit_code == 1, done.output
    document = json.loads(Path("answer.json").read_text())
    assert document["entry"] == "<client>"
    (check,) = document["checks"]
    evidence = json.loads(Path(check["evidence"]).read_text())
    assert evidence["api"] == {"functions": None, "init": None}
    assert dovetail("replay", check["evidence"]).exit_code == 1


def test_a_proof_is_checked_again_from_its_file(dovetail: Command) -> None:
    done = dovetail("check", CASES / "init.c", "--api-init", "set_up", "--strategy", "dash")
    assert done.exit_code == 0, done.output
    assert "after one call of set_up" in done.stdout
    assert dovetail("certify", "dovetail-out/init-1/proof").exit_code == 0


@pytest.mark.parametrize(
    ("case", "strategy", "properties", "init", "expected"),
    thinned_rows(
        [
            ("ring_buffer", "abstract", ["valid-memsafety"], None, ["count <= 8", "first <= 7"]),
            ("init", "dash", [], "set_up", ["low <= high"]),
            ("constants", "abstract", ["valid-memsafety"], None, ["chosen <= 2", "limit == 3"]),
        ],
        3,
    ),
)
def test_the_module_invariant(
    case: str, strategy: str, properties: list[str], init: str | None, expected: list[str], tmp_path: Path
) -> None:
    result = library.check(
        CASES / f"{case}.c",
        api=True,
        api_init=init,
        strategy=strategy,
        properties=properties,
        out=tmp_path / "out",
        accept_bounds=True,
    )
    assert result.verdict.value == "proved", result.reason
    assert result.module_invariant is not None
    assert sorted(result.module_invariant) == expected
    assert result.to_json()["module_invariant"] == list(result.module_invariant)


@pytest.mark.parametrize(
    ("case", "strategy", "properties"),
    thinned_rows(
        [
            ("ring_buffer", "abstract", ["valid-memsafety"]),
            ("bounded_stack", "abstract", ["valid-memsafety"]),
            ("state_machine", "dash", []),
        ],
        3,
    ),
)
def test_the_invariant_is_c_and_holds(
    case: str, strategy: str, properties: list[str], program: Program, tmp_path: Path
) -> None:
    """Put into the module as one more function that asserts it, it is proved."""
    text = (CASES / f"{case}.c").read_text()
    module = {"api": True, "strategy": strategy, "accept_bounds": True}
    first = library.check(
        CASES / f"{case}.c",
        **module,
        properties=properties,
        out=tmp_path / "first",  # type: ignore[arg-type]
    )
    assert first.module_invariant
    condition = " && ".join(f"({part})" for part in first.module_invariant)
    path = program(
        f"{text}extern void reach_error(void);\nvoid asserts(void) {{ if (!({condition})) reach_error(); }}\n"
    )
    second = library.check(tmp_path / path, **module, out=tmp_path / "second")  # type: ignore[arg-type]
    assert second.verdict.value == "proved", second.reason


@pytest.mark.slow
def test_the_invariant_of_the_bounded_stack_is_printed(dovetail: Command) -> None:
    case = CASES / "bounded_stack.c"
    done = dovetail("check", "--api", case, "--property", "valid-memsafety", "--strategy", "abstract")
    assert done.exit_code == 0, done.output
    told = done.stdout[done.stdout.index("module invariant:") :]
    assert "max == 4" in told and "__dovetail" not in told
    assert all(f"size == {number}" in told for number in range(5)) or "size <= 4" in told


def test_the_client_is_printed(dovetail: Command) -> None:
    case = CASES / "state_machine_bug.c"
    done = dovetail("check", "--api", case, "--strategy", "bounded")
    assert done.exit_code == 1, done.output
    assert "a client that does this: " in done.stdout
    assert "    close();\n" in done.stdout and "    read();\n" in done.stdout
    assert "module invariant" not in done.stdout


@pytest.mark.slow
def test_only_some_functions(dovetail: Command) -> None:
    case = CASES / "some_functions.c"
    assert dovetail("check", case, "--api", "--strategy", "bounded", "--timeout", "20s").exit_code == 1
    done = dovetail("check", case, "--api-functions", "advance, check", "--strategy", "abstract")
    assert done.exit_code == 0, done.output


@pytest.mark.parametrize("command", ["check", "test", "show", "abstract", "run"])
def test_bad_usage(command: str, dovetail: Command, program: Program) -> None:
    path = program("static int f(void) { return 0; }\nint main(void) { return f(); }\n")
    done = dovetail(command, path, "--api")
    assert done.exit_code == 2 and "there is no exported function" in done.stderr
    both = dovetail(command, path, "--api", "--function", "f")
    assert both.exit_code == 2 and "exclude each other" in both.stderr
    names = dovetail(command, path, "--api-functions", "f,,g")
    assert names.exit_code == 2 and "--api-functions" in names.stderr


def test_a_module_without_main_is_told_of_it(dovetail: Command, program: Program) -> None:
    done = dovetail("check", program("int f(void) { return 0; }\n"))
    assert done.exit_code == 2 and "--api" in done.stderr


@pytest.mark.slow
def test_other_commands_take_modules(dovetail: Command) -> None:
    case = CASES / "state_machine.c"
    shown = dovetail("show", "--api", case)
    assert shown.exit_code == 0 and "clients call" in shown.stdout
    described = dovetail("abstract", "--api", case)
    assert described.exit_code in (0, 3) and "handles" in described.stdout
    made = dovetail("test", "--api", case, "--criterion", "branches", "--timeout", "40s")
    assert made.exit_code in (0, 3), made.output
    assert json.loads(next(Path("dovetail-out").rglob("suite.json")).read_text())["tests"]


UNTRACKED = {
    "a write to nowhere": "static int *nowhere;\nvoid spoil(void) { bad = 1; *nowhere = 3; }",
    "a read from nowhere": "static int *nowhere;\nint spoil(void) { bad = 1; return *nowhere; }",
    "a write far outside": "static int a[4];\nvoid spoil(unsigned i) { a[1000000 + (i & 7)] = 1; bad = 1; }",
    "a second free": "void spoil(void) { int *p = malloc(4); free(p); free(p); bad = 1; }",
    "no memory left": "void *spoil(void) { void *p = malloc((size_t)1 << 60); bad = 1; return p; }",
}


@pytest.mark.parametrize("strategy", thinned(["abstract", "bounded", "dash"], 3))
@pytest.mark.parametrize("fault", thinned(UNTRACKED, 3))
def test_no_proof_rests_on_a_fault_that_nobody_asks_about(
    fault: str, strategy: str, program: Program, tmp_path: Path
) -> None:
    """The call ends every run of it, so that no later one sees `bad`; but what ends it is not what is being
    checked, and a proof that it does, there is none (Better Together, 5.1: exceptions that are not
    tracked)."""
    text = "#include <assert.h>\n#include <stdlib.h>\nstatic int bad;\nvoid check(void) { assert(!bad); }\n"
    path = program(f"{text}{UNTRACKED[fault]}\n")
    result = library.check(tmp_path / path, api=True, strategy=strategy, timeout=6, out=tmp_path / "out")
    assert result.verdict.value == "unknown"


def test_a_proof_that_rests_on_a_trap_says_so(program: Program, tmp_path: Path) -> None:
    path = program(
        "#include <assert.h>\nstatic int zero, bad;\nvoid check(void) { assert(!bad); }\n"
        "int spoil(int x) { bad = 1; return x / zero; }\n"
    )
    result = library.check(tmp_path / path, api=True, strategy="dash", timeout=20, out=tmp_path / "out")
    assert any("where the machine traps" in assumption.text for assumption in result.assumptions)
