"""Families of tests of which some are run at every change and all with `make test-slow`."""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from itertools import islice
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


def thinned_rows(rows: Iterable[Sequence[Any]], every: int) -> list[Any]:
    """The same for tests of several parameters."""
    return [
        pytest.param(*row, marks=pytest.mark.slow if number % every else ())
        for number, row in enumerate(rows)
    ]


def chosen(values: Iterable[Any], quick: Collection[str], ids: Callable[[Any], str] = str) -> list[Any]:
    """Those of these names are run at every change: where a few are much cheaper than the others."""
    return [
        pytest.param(value, marks=() if ids(value) in quick else pytest.mark.slow, id=ids(value))
        for value in values
    ]


def examples(count: int) -> int:
    """How many of so many random examples are tried at every change; with DOVETAIL_THOROUGH all of them."""
    return count if os.environ.get("DOVETAIL_THOROUGH") else max(count // 4, 10)


def some(values: Iterable[Any], every: int) -> Iterator[Any]:
    """What one test looks at, one by one: the first of every few; with DOVETAIL_THOROUGH all of them."""
    return islice(values, 0, None, 1 if os.environ.get("DOVETAIL_THOROUGH") else every)
