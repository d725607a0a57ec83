"""For all tests: the memory that solvers leave behind is given back.

Python counts objects, not what they stand for. A solver in a cycle of references is one object and a hundred
megabytes, and would stay until many others are made; what is forked from here counts them as its own, and
runs into its limit.
"""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")
"""How long an example takes says something about the machine, and nothing about Dovetail."""

GROWN = 100 << 20
_PAGE = os.sysconf("SC_PAGE_SIZE")
_seen = [0]


def _resident() -> int:
    with open("/proc/self/statm", "rb") as file:
        return int(file.read().split()[1]) * _PAGE


def pytest_collection_finish() -> None:
    """What is there when the first test begins stays until the last has ended.

    That is thousands of tests and all of Dovetail: to look through them takes a second, and in a forked
    process memory, too, because it copies what it looks at. So nobody does, neither between tests nor there.
    """
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def _collected() -> Iterator[None]:
    yield
    if _resident() > _seen[0] + GROWN:
        gc.collect()
        _seen[0] = _resident()
