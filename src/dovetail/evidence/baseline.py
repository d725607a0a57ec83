"""Findings that are known already: a file that a project keeps beside its code.

It names each by its fingerprint, with what a reader needs to know which one that is. It excuses nothing that
is not in it, and it changes no verdict: what is violated is violated.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from dovetail.bad_input import InputError
from dovetail.evidence.project import Finding
from dovetail.evidence.whole_files import write_whole

FORMAT, VERSION = "dovetail-baseline", 1


def read_baseline(path: Path) -> frozenset[str]:
    """The fingerprints. Raises InputError."""
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"{path}: the baseline cannot be read: {error.strerror}") from error
    except ValueError as error:
        raise InputError(f"{path}: the baseline is not JSON: {error}") from error
    match document:
        case {"format": "dovetail-baseline", "version": 1, "findings": list(found)} if all(
            isinstance(one, dict) and isinstance(one.get("fingerprint"), str) for one in found
        ):
            return frozenset(one["fingerprint"] for one in found)
    raise InputError(f"{path}: this is no baseline (--write-baseline writes one)")


def write_baseline(path: Path, findings: Iterable[Finding]) -> None:
    """Raises InputError for a file that is no baseline, and OSError."""
    if path.exists() and path.stat().st_size:
        read_baseline(path)
    document = {
        "format": FORMAT,
        "version": VERSION,
        "findings": [
            {
                "fingerprint": one.fingerprint,
                "unit": one.unit,
                "kind": one.info.kind,
                "standing": one.standing.value,
                "what": one.info.description,
            }
            for one in sorted(findings, key=lambda one: (one.unit, one.info.kind, one.fingerprint))
        ],
    }
    write_whole(path, (json.dumps(document, ensure_ascii=False, indent=1) + "\n").encode())
