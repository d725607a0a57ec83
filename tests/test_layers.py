"""One direction, no way back: a package imports only from packages to its left."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from parsed import tree

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "dovetail"
ORDER = (
    "program",
    "semantics",
    "frontend",
    "execution",
    "fuzzing",
    "solver",
    "proofs",
    "domains",
    "fixpoints",
    "formulas",
    "ledger",
    "inference",
    "contracts",
    "strategies",
    "evidence",
    "report",
    "asking",
    "processes",
    "verifying",
    "suites",
    "inferring",
    "projects",
    "doors",
    "serving",
    "editor",
    "cli",
)
ABOVE_ALL = frozenset({"api", "cli"})
"""Only these two, the typed functions and the commands, may import `dovetail.api`."""


def modules() -> list[Path]:
    return sorted(PACKAGE.rglob("*.py"))


def packages() -> list[str]:
    return sorted(
        folder.name
        for folder in PACKAGE.iterdir()
        if folder.is_dir() and folder.name != "__pycache__" and any(folder.rglob("*.py"))
    )


def package_of(path: Path) -> str:
    """The part of Dovetail that a module belongs to: its package, or its own name at the top."""
    first = path.relative_to(PACKAGE).parts[0]
    return first.removesuffix(".py")


def imported_parts(path: Path) -> Iterator[tuple[int, str]]:
    """The parts of Dovetail that a module imports, wherever in it, with the line."""
    here = path.relative_to(PACKAGE.parent).with_suffix("").parts
    for node in ast.walk(tree(path)):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                package = here[: len(here) - node.level + (path.name == "__init__.py")]
                base = ".".join([*package, base] if base else package)
            names = [f"{base}.{alias.name}" if base == "dovetail" else base for alias in node.names]
        for name in names:
            parts = name.split(".")
            if parts[0] == "dovetail" and len(parts) > 1:
                yield node.lineno, parts[1]


@pytest.mark.parametrize("path", modules(), ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_lead_to_the_left(path: Path) -> None:
    part = package_of(path)
    wrong = []
    for line, imported in imported_parts(path):
        if imported == part:
            continue
        if imported == "api":
            allowed = part in ABOVE_ALL or part == "__init__"
        elif part in ORDER and imported in ORDER:
            allowed = ORDER.index(imported) < ORDER.index(part)
        else:
            allowed = True
        if not allowed:
            wrong.append(f"{path.relative_to(ROOT)}:{line} imports {imported} from {part}")
    assert not wrong, "\n".join(wrong)


def test_the_typed_functions_do_not_know_the_commands() -> None:
    api = PACKAGE / "api.py"
    if api.exists():
        assert "cli" not in {imported for _, imported in imported_parts(api)}


def test_every_package_is_in_the_order() -> None:
    assert set(packages()) <= set(ORDER)


def test_the_tour_names_every_package() -> None:
    tour = (ROOT / "docs" / "tour.md").read_text(encoding="utf-8")
    assert [name for name in packages() if f"`{name}/`" not in tour] == []


# ---- strategies know nothing of each other -----------------------------------------------------------------

STRATEGIES = PACKAGE / "strategies"
COMMON = frozenset({"outcome", "strategy", "houdini", "unrolling", "from_above", "by_contracts"})
"""Of `strategies`, what any of them may import."""
KNOWN = {"model_checking.py": frozenset({"abstract", "bounded", "dash", "induction", "summaries"})}
"""It hands others to `summaries`, which asks them about a program with calls replaced."""


def imported_strategies(path: Path) -> Iterator[tuple[int, str]]:
    """The modules and folders of `strategies` that a module imports, with the line."""
    for node in ast.walk(tree(path)):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, "imports say where from"
            base = node.module or ""
            bare = base in ("dovetail", "dovetail.strategies")
            names = [f"{base}.{alias.name}" if bare else base for alias in node.names]
        for name in names:
            if name.startswith("dovetail.strategies."):
                yield node.lineno, name.split(".")[2]


@pytest.mark.parametrize(
    "path", sorted(STRATEGIES.rglob("*.py")), ids=lambda path: str(path.relative_to(STRATEGIES))
)
def test_no_strategy_imports_another(path: Path) -> None:
    here = path.relative_to(STRATEGIES)
    own = here.parts[0].removesuffix(".py")
    allowed = COMMON | {own} | KNOWN.get(str(here), frozenset())
    wrong = [
        f"{here}:{line} imports {name}" for line, name in imported_strategies(path) if name not in allowed
    ]
    assert not wrong, "\n".join(wrong)


def test_the_ledger_knows_no_strategy_and_only_the_table_knows_them_all() -> None:
    """Whoever schedules strategies has them by name."""
    knowing = {
        str(path.relative_to(PACKAGE))
        for path in modules()
        if STRATEGIES not in path.parents
        for _, name in imported_strategies(path)
        if name not in COMMON
    }
    assert {name for name in knowing if name.startswith("verifying/")} <= {"verifying/kinds.py"}
    assert not any(name.startswith("ledger/") for name in knowing)
