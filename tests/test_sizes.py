"""A module is one idea, and a function can be seen at once: neither grows beyond what a reader can hold."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from parsed import tree

PACKAGE = Path(__file__).parent.parent / "src" / "dovetail"
MODULE_LINES = 500
FUNCTION_LINES = 60

# What is larger, with its size: it may shrink, and is taken out when it has.
LARGER_FUNCTIONS = {
    # The parameters of a command are its options, each with its help: a table.
    "cli/abstract.py:command": 79,
    "cli/adequacy.py:command": 111,
    "cli/check.py:command": 101,
    "cli/test.py:command": 95,
    "cli/options.py:_task": 104,
}


def modules() -> Iterator[tuple[str, str]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        yield path.relative_to(PACKAGE).as_posix(), path.read_text(encoding="utf-8")


@cache
def functions() -> tuple[tuple[str, int], ...]:
    """Each function with its lines, from `def` to its end."""
    return tuple(_functions())


def _functions() -> Iterator[tuple[str, int]]:
    for path in sorted(PACKAGE.rglob("*.py")):
        name = path.relative_to(PACKAGE).as_posix()
        for node in ast.walk(tree(path)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                assert node.end_lineno is not None
                yield f"{name}:{node.name}", node.end_lineno - node.lineno + 1


def test_no_module_is_too_long() -> None:
    sizes = [(name, len(text.splitlines())) for name, text in modules()]
    assert [(n, size) for n, size in sizes if size > MODULE_LINES] == []


def test_no_function_is_too_long() -> None:
    assert [(n, size) for n, size in functions() if size > LARGER_FUNCTIONS.get(n, FUNCTION_LINES)] == []


def test_what_is_larger_is_there() -> None:
    """What has another name now, or is gone, needs no exception any more."""
    assert LARGER_FUNCTIONS.keys() <= {name for name, _ in functions()}
