"""Modules that are imported before many processes are forked, each of which would import them for itself.

Elsewhere a module that takes long is imported when it is needed: most commands need few.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterable

from dovetail.quick_dataclass import compile_all

PACKAGES = "program semantics frontend execution fuzzing solver proofs domains fixpoints formulas ledger"
CHECKING = (*PACKAGES.split(), "inference", "contracts", "strategies", "evidence", "verifying")
"""The packages that a check may need."""


def import_all(packages: Iterable[str] = ("",)) -> None:
    """Of Dovetail's packages these; all of them unless some are named."""
    for package in packages:
        root = importlib.import_module(f"dovetail.{package}".rstrip("."))
        for module in pkgutil.walk_packages(root.__path__, f"{root.__name__}."):
            if not module.name.endswith("__main__"):
                importlib.import_module(module.name)
    compile_all()
