"""A name that begins with an underscore is its module's own: nobody else reads or writes it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "src" / "dovetail"
MINE = frozenset({"self", "cls"})
NOT_OURS = frozenset({"os._exit", "sys._getframe", "z3.z3._to_expr_ref"})
"""What other people's modules call so, and is the only way to something."""


SUSPECT = re.compile(
    r"(?<!\bself)(?<!\bcls)\._[a-z]|attr\(|\bimport\b[^\n]*\b_[a-z]|^\s+_\w+( as \w+)?,$", re.MULTILINE
)
"""To look at all modules closely would take seconds."""


def is_private(name: object) -> bool:
    return isinstance(name, str) and name.startswith("_") and not name.startswith("__")


def foreign(text: str) -> list[str]:
    """Where a private name is used that no function, class or object of the module has: with the line."""
    if not SUSPECT.search(text):
        return []
    own: set[str] = set()
    used: list[tuple[int, str, str]] = []
    imported: list[str] = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Attribute):
            if not is_private(node.attr):
                continue
            if isinstance(node.value, ast.Name) and node.value.id in MINE:
                own.add(node.attr)
            else:
                used.append((node.lineno, node.attr, ast.unparse(node)))
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            own.add(node.name)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            own.add(node.id)
        elif isinstance(node, ast.ImportFrom):
            imported += [f"{node.lineno}: imports {one.name}" for one in node.names if is_private(one.name)]
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and len(node.args) > 1:
            name = node.args[1].value if isinstance(node.args[1], ast.Constant) else ""
            if node.func.id in ("getattr", "setattr", "hasattr", "delattr") and is_private(name):
                used.append((node.lineno, str(name), ast.unparse(node)))
    return imported + [
        f"{line}: {looks}" for line, name, looks in used if name not in own and looks not in NOT_OURS
    ]


def test_nobody_reaches_into_what_belongs_to_another_module() -> None:
    wrong = [
        f"{path.relative_to(PACKAGE)}:{found}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for found in foreign(path.read_text(encoding="utf-8"))
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize(
    "text",
    [
        "class A:\n    def f(self, other): return other._open",
        "class A:\n    def f(self): self.search._open = 1",
        "class A:\n    def f(self): return self.search.runs._open[0]",
        "def f(search): return getattr(search, '_open')",
        "from dovetail.ledger.ledger import _open",
        "from dovetail.ledger.ledger import (\n    Ledger,\n    _open,\n)",
    ],
)
def test_it_would_be_seen(text: str) -> None:
    assert len(foreign(text)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "class A:\n    def __init__(self): self._a = 1\n    def f(self, other): return self._a == other._a",
        "class A(B):\n    def f(self): return self._a + super()._f()\n    def _f(self): return 1",
        "import os\nos._exit(0)",
    ],
)
def test_what_is_ones_own_may_be_used(text: str) -> None:
    """Another object of the same class is no stranger."""
    assert foreign(text) == []
