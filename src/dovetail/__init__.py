"""Dovetail decides assertions in C programs from both sides: tests from below, abstraction from above.

The functions named here are the public interface: each is a command of the same name with the same options.
Everything else may change.

What a name stands for is imported when it is asked for: the commands need to be able to answer Ctrl-C while
the solvers are still being loaded.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from dovetail.version import __version__

if TYPE_CHECKING:
    from dovetail.api import (
        abstract,
        adequacy,
        certify,
        check,
        infer,
        project,
        replay,
        run,
        show,
        test,
        validate,
    )
    from dovetail.asking.project import Reported
    from dovetail.bad_input import InputError
    from dovetail.doors.running import RunResult
    from dovetail.doors.showing import Shown
    from dovetail.evidence.adequacy import Adequacy
    from dovetail.evidence.annotated import AnnotatedProgram
    from dovetail.evidence.project import ProjectResult
    from dovetail.evidence.replays import ReplayResult
    from dovetail.evidence.suite import Suite
    from dovetail.evidence.validation import Validation
    from dovetail.evidence.verdicts import CheckResult, Verdict
    from dovetail.inferring.inferred import Inferred
    from dovetail.verifying.certifying import CertifyResult

__all__ = [
    "Adequacy",
    "AnnotatedProgram",
    "CertifyResult",
    "CheckResult",
    "Inferred",
    "InputError",
    "ProjectResult",
    "ReplayResult",
    "Reported",
    "RunResult",
    "Shown",
    "Suite",
    "Validation",
    "Verdict",
    "__version__",
    "abstract",
    "adequacy",
    "certify",
    "check",
    "infer",
    "project",
    "replay",
    "run",
    "show",
    "test",
    "validate",
]


_ELSEWHERE = {
    "Adequacy": "dovetail.evidence.adequacy",
    "AnnotatedProgram": "dovetail.evidence.annotated",
    "CertifyResult": "dovetail.verifying.certifying",
    "CheckResult": "dovetail.evidence.verdicts",
    "Inferred": "dovetail.inferring.inferred",
    "InputError": "dovetail.bad_input",
    "ProjectResult": "dovetail.evidence.project",
    "ReplayResult": "dovetail.evidence.violation",
    "Reported": "dovetail.asking.project",
    "RunResult": "dovetail.doors.running",
    "Shown": "dovetail.doors.showing",
    "Suite": "dovetail.evidence.suite",
    "Validation": "dovetail.evidence.validation",
    "Verdict": "dovetail.evidence.verdicts",
}
"""What is not in `dovetail.api`."""


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module 'dovetail' has no attribute '{name}'")
    return getattr(import_module(_ELSEWHERE.get(name, "dovetail.api")), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
