"""A composite action, run as a runner does it: its steps in order, their expressions filled in, each script
in bash, with the files that runners have for outputs and summaries. Steps that use other actions are only
noted.

Of the language of expressions it knows what `action.yml` needs: names, texts, `==`, `!=`, `&&`.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

_EXPRESSION = re.compile(r"\$\{\{\s*(.*?)\s*\}\}")


@dataclass
class Job:
    action: Path
    """The folder of the action."""
    workspace: Path
    temporary: Path
    github: Mapping[str, str] = field(default_factory=dict)
    environment: Mapping[str, str] = field(default_factory=dict)
    skipped: frozenset[str] = frozenset()
    """Steps that are left out, by their names."""
    log: str = ""
    summary: str = ""
    used: list[tuple[str, dict[str, str]]] = field(default_factory=list)
    outputs: dict[str, str] = field(default_factory=dict)

    def run(self, **inputs: str) -> int:
        """The status of the first step that fails, or 0."""
        document = yaml.safe_load((self.action / "action.yml").read_text())
        known = document["inputs"]
        unknown = {name.replace("_", "-") for name in inputs} - known.keys()
        assert not unknown, f"these are no inputs: {unknown}"
        given = {name.replace("_", "-"): value for name, value in inputs.items()}
        names = {f"github.{name}": value for name, value in self.github.items()}
        names |= {f"inputs.{name}": given.get(name, str(one["default"])) for name, one in known.items()}
        names = {name: self._filled(value, names) for name, value in names.items()}
        assert document["runs"]["using"] == "composite"
        status = 0
        for step in document["runs"]["steps"]:
            if status or not self._wanted(str(step.get("if", "")), names):
                continue
            if "uses" in step:
                settings = {key: self._filled(str(one), names) for key, one in step.get("with", {}).items()}
                self.used.append((step["uses"], settings))
            elif step["name"] not in self.skipped:
                status = self._script(step, names)
        self.outputs = {name: self._filled(one["value"], names) for name, one in document["outputs"].items()}
        return status

    def _script(self, step: dict[str, Any], names: dict[str, str]) -> int:
        assert step["shell"] == "bash", "composite actions name the shell of each script"
        assert "${{" not in step["run"], "what users say goes into a script by its environment alone"
        output, summary, script = (self.temporary / one for one in ("output", "summary", "script.sh"))
        output.write_text("")
        summary.touch()
        script.write_text(step["run"])
        environment = {
            **os.environ,
            **self.environment,
            "GITHUB_ACTION_PATH": str(self.action),
            "GITHUB_WORKSPACE": str(self.workspace),
            "GITHUB_OUTPUT": str(output),
            "GITHUB_STEP_SUMMARY": str(summary),
            "RUNNER_TEMP": str(self.temporary),
            **{key: self._filled(str(value), names) for key, value in step.get("env", {}).items()},
        }
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", str(script)],
            cwd=self.workspace,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
        self.log += done.stdout
        self.summary = summary.read_text()
        for line in output.read_text().splitlines():
            key, _, value = line.partition("=")
            names[f"steps.{step['id']}.outputs.{key}"] = value
        return done.returncode

    def _filled(self, text: str, names: Mapping[str, str]) -> str:
        return _EXPRESSION.sub(lambda found: names.get(found[1], ""), text)

    def _wanted(self, condition: str, names: Mapping[str, str]) -> bool:
        for part in filter(None, condition.split("&&")):
            found = re.fullmatch(r"\s*([\w.-]+)\s*(==|!=)\s*'([^']*)'\s*", part)
            assert found is not None, f"this runner does not read {part!r}"
            if (names.get(found[1], "") == found[3]) != (found[2] == "=="):
                return False
        return True
