"""Findings as SARIF 2.1.0, for whoever shows them beside code.

What was seen to fail is an error, what fails for arguments that nobody has excluded a warning, and what is
not known is *open*, which has no level. A violation has its story as a code flow. What the baseline names is
suppressed, and not left out. What could not be read is told of the invocation.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

from dovetail.evidence.project import Finding, ProjectResult, Standing
from dovetail.program.position import NOWHERE
from dovetail.report.story_file import read_story
from dovetail.version import __version__

_SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"
_FINGERPRINT = "dovetail/v1"
_ROOT = "ROOT"
_RULES = {
    "assertion": "An assertion holds.",
    "unreach-call": "The error function is not called.",
    "overflow": "Arithmetic on signed integers stays in the range of its type.",
    "unsigned-overflow": "Arithmetic on unsigned integers stays in the range of its type.",
    "conversion": "A value that becomes one of another type is one of that type.",
    "pointer-overflow": "A pointer stays in its object, or goes to its end.",
    "shift": "The amount of a shift is within the width.",
    "division-by-zero": "A divisor is not zero.",
    "nan": "No operation on numbers gives what is none.",
    "float-overflow": "No operation on finite numbers gives an infinite one.",
    "invalid-deref": "Memory that is accessed is there.",
    "array-index": "An index is one of the array that it stands behind.",
    "invalid-free": "What is freed is a block that is live.",
    "memory-leak": "Blocks of memory are freed before they are lost.",
}


def sarif(result: ProjectResult) -> dict[str, Any]:
    rules = sorted({one.info.kind for one in result.findings})
    return {
        "$schema": _SCHEMA,
        "version": "2.1.0",
        "runs": [
            {
                "tool": {
                    "driver": {
                        "name": "Dovetail",
                        "semanticVersion": _semantic(__version__),
                        "version": __version__,
                        "rules": [_rule(kind) for kind in rules],
                    }
                },
                "originalUriBaseIds": {_ROOT: {"uri": f"file://{quote(str(result.root))}/"}},
                "columnKind": "unicodeCodePoints",
                "invocations": [
                    {
                        "executionSuccessful": not result.interrupted,
                        "toolExecutionNotifications": list(_notifications(result)),
                    }
                ],
                "results": [_result(one, rules.index(one.info.kind), result) for one in result.findings],
            }
        ],
    }


def sarif_text(result: ProjectResult) -> bytes:
    return (json.dumps(sarif(result), indent=1, ensure_ascii=False) + "\n").encode("utf-8", "replace")


def _semantic(version: str) -> str:
    """Three numbers, whatever stands behind them."""
    return ".".join([*version.split(".")[:3], "0", "0"][:3])


def _rule(kind: str) -> dict[str, Any]:
    return {
        "id": kind,
        "shortDescription": {"text": _RULES.get(kind, f"Every check of the kind {kind} holds.")},
    }


def _notifications(result: ProjectResult) -> Iterator[dict[str, Any]]:
    for one in result.units:
        if one.standing is Standing.UNREADABLE:
            yield {"level": "error", "message": {"text": f"{one.unit.name}: {one.error}"}}
        elif one.standing is Standing.NOT_REACHED:
            yield {"level": "warning", "message": {"text": f"{one.unit.name} was not looked at"}}


def _result(one: Finding, rule: int, result: ProjectResult) -> dict[str, Any]:
    is_known = one.fingerprint in result.known
    flows = list(_flows(one, result.root))
    return {
        "ruleId": one.info.kind,
        "ruleIndex": rule,
        **_how_bad(one.standing),
        "message": {"text": f"{one.sentence} (in {one.unit})"},
        "locations": [] if one.info.position == NOWHERE else [_location(one, result.root)],
        "partialFingerprints": {_FINGERPRINT: one.fingerprint},
        **({"codeFlows": flows} if flows else {}),
        **({"baselineState": "unchanged" if is_known else "new"} if result.has_baseline else {}),
        "suppressions": [{"kind": "external", "justification": "in the baseline"}] if is_known else [],
    }


def _how_bad(standing: Standing) -> dict[str, str]:
    match standing:
        case Standing.VIOLATED:
            return {"kind": "fail", "level": "error"}
        case Standing.POTENTIAL:
            return {"kind": "fail", "level": "warning"}
        case _:
            return {"kind": "open", "level": "none"}


def _location(one: Finding, root: Path) -> dict[str, Any]:
    position = one.info.position
    logical = {"name": one.info.procedure, "kind": "function"}
    return {
        **_place(position.file, position.line, position.column, root),
        **({"logicalLocations": [logical]} if one.info.procedure else {}),
    }


def _place(file: str, line: int, column: int, root: Path) -> dict[str, Any]:
    region = {"startLine": max(line, 1), **({"startColumn": column} if column > 0 else {})}
    return {"physicalLocation": {"artifactLocation": _artifact(file, root), "region": region}}


def _artifact(file: str, root: Path) -> dict[str, str]:
    path = Path(file)
    absolute = path if path.is_absolute() else Path.cwd() / path
    if absolute.is_relative_to(root):
        return {"uri": quote(str(absolute.relative_to(root))), "uriBaseId": _ROOT}
    return {"uri": f"file://{quote(str(absolute))}"}


def _flows(one: Finding, root: Path) -> Iterator[dict[str, Any]]:
    lines = read_story(one.evidence)
    if not lines:
        return
    yield {
        "threadFlows": [
            {
                "locations": [
                    {
                        "location": {
                            **_place(line.file, line.line, 0, root),
                            "message": {"text": ", ".join((line.text, *line.events)) or "…"},
                        },
                        "nestingLevel": line.depth,
                        "executionOrder": number,
                    }
                    for number, line in enumerate(lines, 1)
                ]
            }
        ]
    }
