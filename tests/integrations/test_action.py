"""The GitHub action, step by step, as a runner does it; and the hooks for pre-commit."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from integrations.runner import Job
from projects.building import build

ROOT = Path(__file__).parent.parent.parent
PROGRAM = """\
#include <assert.h>
int main(int argc, char **argv) {
    (void)argv;
    assert(argc != 7);
    return 0;
}
"""


@pytest.fixture
def job(tmp_path: Path) -> Job:
    workspace, temporary = tmp_path / "work", tmp_path / "runner"
    workspace.mkdir()
    temporary.mkdir()
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    github = {"sha": "abc", "event_name": "push", "token": "t"}
    return Job(ROOT, workspace, temporary, github, {"PATH": path}, frozenset({"Install"}))


def test_one_program(job: Job) -> None:
    (job.workspace / "a.c").write_text(PROGRAM)
    assert job.run(files="a.c", arguments="--strategy bounded\n--accept-bounds") == 1
    assert job.outputs == {"status": "1", "verdict": "VIOLATED", "sarif": "dovetail.sarif"}
    assert "\n::error file=a.c,line=4,col=5,title=assertion%3A violated::assert(argc != 7)" in job.log
    assert "| violated | a.c:4 | assert(argc != 7)" in job.summary
    uploaded = dict(job.used)["github/codeql-action/upload-sarif@v3"]["sarif_file"]
    document = json.loads((job.workspace / uploaded).read_text())
    assert [one["level"] for one in document["runs"][0]["results"]] == ["error"]
    assert [name for name, _ in job.used] == [
        "actions/setup-python@v5",
        "github/codeql-action/upload-sarif@v3",
    ]


def test_bad_input(job: Job) -> None:
    assert job.run(files="gone.c", upload="false") == 2
    assert "error: gone.c: no such file" in job.log
    assert job.outputs["status"] == "2" and not job.summary
    assert job.run(files="gone.c", fail_on="never") == 0
    assert job.run(files="gone.c", fail_on="sometimes") == 2


@pytest.mark.slow
def test_only_what_is_new_is_told(job: Job) -> None:
    build(job.workspace, {"a.c": PROGRAM, "b.c": "int id(int x) { return x; }\n"})
    short = "--timeout-per-unit 10s --accept-bounds --jobs 1"
    assert job.run(arguments=f"{short} --write-baseline known.json") == 1
    job.log = ""
    assert job.run(arguments=short, baseline="known.json") == 0
    assert "::error" not in job.log and job.outputs["verdict"] == "VIOLATED"
    assert "## Dovetail: 0 new findings" in job.summary and "1 findings are known" in job.summary
    assert ("actions/cache@v4", "abc") in [(name, one.get("key", "")[-3:]) for name, one in job.used]
    (job.workspace / "b.c").write_text(PROGRAM.replace("main(int argc", "other(int argc").replace("7", "8"))
    assert job.run(arguments=short, baseline="known.json") == 1
    assert [line.split(",")[0] for line in job.log.splitlines() if line.startswith("::error")] == [
        "::error file=b.c"
    ]


@pytest.mark.slow
def test_what_the_action_installs(job: Job, tmp_path: Path) -> None:
    """In an environment of its own, with what Dovetail depends on from this one."""
    home = tmp_path / "environment"
    subprocess.run([sys.executable, "-m", "venv", home], check=True)
    (site,) = (home / "lib").glob("python*/site-packages")
    (there,) = {path for path in sys.path if path.endswith("site-packages")}
    (site / "others.pth").write_text(f"{there}\n")
    job.environment = {"PATH": f"{home / 'bin'}:{os.environ['PATH']}"}
    job.skipped = frozenset()
    (job.workspace / "a.c").write_text(PROGRAM.replace("argc != 7", "1"))
    assert job.run(files="a.c", arguments="--strategy outright") == 0, job.log
    assert job.outputs["verdict"] == "PROVED"
    assert (site / "dovetail" / "include" / "dovetail.h").is_file()
    (known,) = site.glob("dovetail-*.dist-info")
    said = (known / "METADATA").read_text()
    for line in ("Requires-Python: >=3.11", "License-Expression: Apache-2.0", "Provides-Extra: lsp"):
        assert f"\n{line}\n" in said
    assert "\nDescription-Content-Type: text/markdown\n" in said and "# Dovetail" in said
    assert "dovetail = dovetail.cli:main" in (known / "entry_points.txt").read_text()


def test_hooks_call_what_there_is() -> None:
    hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
    assert [hook["id"] for hook in hooks] == ["dovetail", "dovetail-check"]
    for hook in hooks:
        assert {"id", "name", "entry", "language"} <= hook.keys() and hook["language"] == "python"
        command, *words = hook["entry"].split()
        assert command == "dovetail"
        done = subprocess.run(
            [Path(sys.executable).parent / command, *words, "--help"],
            capture_output=True,
            text=True,
            check=True,
        )
        assert "VERDICT" not in done.stdout and words[0] in done.stdout
