"""Dovetail decides assertions in C programs from both sides: tests from below, abstraction from above.

The functions named here are the public interface: each is a command of the same name with the same options.
Everything else may change.
"""

from dovetail.api import RunResult, Shown, abstract, adequacy, certify, check, replay, run, show, test
from dovetail.certifying import CertifyResult
from dovetail.evidence.adequacy import Adequacy
from dovetail.evidence.annotated import AnnotatedProgram
from dovetail.evidence.suite import Suite
from dovetail.evidence.verdicts import CheckResult, Verdict
from dovetail.evidence.violation import ReplayResult
from dovetail.frontend.errors import InputError
from dovetail.version import __version__

__all__ = [
    "Adequacy",
    "AnnotatedProgram",
    "CertifyResult",
    "CheckResult",
    "InputError",
    "ReplayResult",
    "RunResult",
    "Shown",
    "Suite",
    "Verdict",
    "__version__",
    "abstract",
    "adequacy",
    "certify",
    "check",
    "replay",
    "run",
    "show",
    "test",
]
