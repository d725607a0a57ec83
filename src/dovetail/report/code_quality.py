"""Findings as GitLab's code quality report: a list of issues, each with a fingerprint. What the baseline
names is left out, since that format has no word for it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from dovetail.evidence.project import Finding, ProjectResult, Standing

_SEVERITY = {Standing.VIOLATED: "critical", Standing.POTENTIAL: "minor"}


def code_quality_text(result: ProjectResult) -> bytes:
    issues = [_issue(one, result.root) for one in result.new]
    return (json.dumps(issues, indent=1, ensure_ascii=False) + "\n").encode("utf-8", "replace")


def _issue(one: Finding, root: Path) -> dict[str, Any]:
    file = Path(one.info.position.file)
    return {
        "description": f"{one.sentence} (in {one.unit})",
        "check_name": one.info.kind,
        "fingerprint": one.fingerprint,
        "severity": _SEVERITY.get(one.standing, "info"),
        "location": {
            "path": str(file.relative_to(root)) if file.is_relative_to(root) else str(file),
            "lines": {"begin": max(one.info.position.line, 1)},
        },
    }
