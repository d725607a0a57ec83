"""Families of tests of which some are run at every change and all with `make test-slow`."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any

import pytest


def thinned(values: Iterable[Any], every: int, ids: Callable[[Any], str] | None = None) -> list[Any]:
    """The first of every few is run at every change."""
    return [
        pytest.param(
            value,
            marks=pytest.mark.slow if number % every else (),
            id=ids(value) if ids is not None else None,
        )
        for number, value in enumerate(values)
    ]


def examples(count: int) -> int:
    """How many of so many random examples are tried at every change; with DOVETAIL_THOROUGH all of them."""
    return count if os.environ.get("DOVETAIL_THOROUGH") else max(count // 3, 20)
