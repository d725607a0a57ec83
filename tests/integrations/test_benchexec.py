"""The tool-info module, called as BenchExec calls it, on what Dovetail really prints."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from benchexec import result
from benchexec.tools.template import BaseTool2
from benchexec.util import ProcessExitCode

from dovetail.version import __version__

PLACE = Path(__file__).parent.parent.parent / "integrations" / "benchexec" / "dovetail.py"


@pytest.fixture(scope="module")
def tool() -> Any:
    spec = importlib.util.spec_from_file_location("tool_info_of_dovetail", PLACE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module.Tool()


def task(folder: Path, program: str, formula: str) -> BaseTool2.Task:
    (folder / "p.prp").write_text(f"CHECK( init(main()), LTL({formula}) )\n")
    (folder / "f.c").write_text(program)
    options = {"language": "C", "data_model": "ILP32"}
    return BaseTool2.Task.with_files(
        [str(folder / "f.c")], property_file=str(folder / "p.prp"), options=options
    )


def limits(**given: Any) -> BaseTool2.ResourceLimits:
    return BaseTool2.ResourceLimits(**{"cputime": 40, "walltime": 30, "memory": 4 << 30, **given})


def test_what_is_called(tool: Any, tmp_path: Path) -> None:
    asked = task(tmp_path, "int main(void) { return 0; }\n", "G ! overflow")
    words = tool.cmdline("dovetail", ["--witness", "w.yml"], asked, limits())
    assert words == [
        *("dovetail", "check", "--svcomp", "--witness", "w.yml", "--property", str(tmp_path / "p.prp")),
        *("--data-model", "ILP32", "--timeout", "28s", "--memory", "3686MiB", str(tmp_path / "f.c")),
    ]
    bare = tool.cmdline("dovetail", ["--timeout", "9s"], asked, limits(memory=None))
    assert bare.count("--timeout") == 1 and "--memory" not in bare
    locator = BaseTool2.ToolLocator(tool_directory=str(Path(sys.executable).parent))
    executable = tool.executable(locator)
    assert os.path.basename(executable) == "dovetail"
    assert tool.version(executable) == __version__
    assert (tool.name(), tool.environment(executable)["newEnv"]) == ("Dovetail", {"DOVETAIL_SERVER": ""})


def run(output: str, status: int, timeout: bool = False) -> Any:
    lines = BaseTool2.RunOutput([f"{line}\n" for line in output.splitlines()])
    return SimpleNamespace(output=lines, exit_code=ProcessExitCode.create(value=status), was_timeout=timeout)


@pytest.mark.parametrize(
    ("output", "status", "timeout", "said"),
    [
        ("VERDICT: PROVED", 0, False, result.RESULT_TRUE_PROP),
        ("VERDICT: PROVED", 3, False, result.RESULT_ERROR),
        ("VERDICT: PROVED\nVERDICT: UNKNOWN", 3, False, result.RESULT_UNKNOWN),
        ("VERDICT: VIOLATED", 0, False, result.RESULT_ERROR),
        ("violated: memory-leak at f.c:3\nVERDICT: VIOLATED", 1, False, result.RESULT_FALSE_MEMTRACK),
        ("violated: other at f.c:3\nVERDICT: VIOLATED", 1, False, result.RESULT_FALSE_PROP),
        ("unknown: it is hard\nVERDICT: UNKNOWN", 3, False, "unknown (it is hard)"),
        ("", 9, True, result.RESULT_TIMEOUT),
        ("", 2, False, "ERROR (bad input)"),
        ("", 1, False, result.RESULT_ERROR),
    ],
)
def test_what_an_answer_means(tool: Any, output: str, status: int, timeout: bool, said: str) -> None:
    assert tool.determine_result(run(output, status, timeout)) == said


DIVIDES = (
    "extern int __VERIFIER_nondet_int(void);\nint main(void) {{ int x = __VERIFIER_nondet_int(); {} }}\n"
)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("program", "formula", "said"),
    [
        ("if (x == 3) return x + x; return 0;", "G ! overflow", result.RESULT_TRUE_PROP),
        ("return x + 1;", "G ! overflow", result.RESULT_FALSE_OVERFLOW),
        ("int a[3]; return a[x];", "G valid-deref", result.RESULT_FALSE_DEREF),
    ],
)
def test_on_what_is_printed(tool: Any, tmp_path: Path, program: str, formula: str, said: str) -> None:
    asked = task(tmp_path, DIVIDES.format(program), formula)
    executable = str(Path(sys.executable).parent / "dovetail")
    options = ["--strategy", "bounded", "--witness", "w.yml"]
    words = tool.cmdline(executable, options, asked, limits())
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert tool.determine_result(run(done.stdout, done.returncode)) == said, done.stdout + done.stderr
    kind = "invariant_set" if said == result.RESULT_TRUE_PROP else "violation_sequence"
    assert re.match(f'- entry_type: "{kind}"', (tmp_path / "w.yml").read_text())
