"""Every module is used by a command or a function of the interface, every function and class by somebody, and
nothing is remembered for ever."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from dovetail.cli.app import COMMANDS
from parsed import tree

PACKAGE = Path(__file__).parent.parent / "src" / "dovetail"


def name_of(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {name_of(path): path for path in sorted(PACKAGE.rglob("*.py"))}


# ---- what nobody uses --------------------------------------------------------------------------------------


def by_name() -> Iterator[tuple[str, str]]:
    """The modules of strategies, and what is taken from each, that are imported by their names."""
    for node in ast.walk(tree(MODULES["dovetail.verifying.kinds"])):
        match node:
            case ast.Call(
                func=ast.Name(id="_Lazily"),
                args=[ast.Constant(value=str(module)), ast.Constant(value=str(name))],
            ):
                yield f"dovetail.strategies.{module}", name
            case _:
                pass


def doors() -> Iterator[str]:
    """Where one comes in: `python -m dovetail`, the interface, and what is imported by its name."""
    yield from ("dovetail", "dovetail.__main__", "dovetail.api")
    yield from (f"dovetail.cli.{command}" for command in COMMANDS)
    yield from (module for module, _ in by_name())


def imported(name: str) -> Iterator[str]:
    """The modules that a module imports, with the packages around them."""
    for node in ast.walk(tree(MODULES[name])):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert not node.level and node.module, "imports say where from"
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        for one in names:
            parts = one.split(".")
            yield from (".".join(parts[:length]) for length in range(1, len(parts) + 1))


def test_every_module_is_used() -> None:
    """Tests alone are no use."""
    used: set[str] = set()
    waiting = list(doors())
    while waiting:
        name = waiting.pop()
        if name in MODULES and name not in used:
            used.add(name)
            waiting += [name.rpartition(".")[0], *imported(name)]
    assert sorted(MODULES.keys() - used) == []


def named() -> Iterator[str]:
    """Whatever some module names, or the Makefile."""
    yield from (name for _, name in by_name())
    yield from re.findall(r"\w+", (PACKAGE.parent.parent / "Makefile").read_text(encoding="utf-8"))
    for path in MODULES.values():
        for node in ast.walk(tree(path)):
            match node:
                case ast.Name(id=name) | ast.Attribute(attr=name):
                    yield name
                case ast.ImportFrom(names=names):
                    yield from (one.name for one in names)
                case _:
                    pass


def test_every_function_and_class_is_used() -> None:
    """Of two with the same name one may go unseen; none is taken for unused that is not."""
    used = {*named(), "__getattr__", "__dir__"}
    wrong = [
        f"{name}:{one.lineno}: {one.name}"
        for name, path in MODULES.items()
        for one in tree(path).body
        if isinstance(one, ast.FunctionDef | ast.ClassDef) and one.name not in used
    ]
    assert not wrong, "\n".join(wrong)


# ---- what is kept for ever ---------------------------------------------------------------------------------

EMPTIED = {
    "dovetail.program.remembering": {"_memos", "_interned"},
    "dovetail.solver.bitwuzla_terms": {"_kept", "_retired"},
    "dovetail.cli": {"_usual"},
    "dovetail.quick_dataclass": {"_waiting"},
}
"""Tables of the process that their modules empty themselves."""
FEW = frozenset({"int", "bool", "DataModel"})
"""Types of arguments, widths and sizes among them, of which a process sees a few dozen values at most."""
TABLES = frozenset({"dict", "list", "set", "defaultdict", "OrderedDict", "Counter", "deque"})


def filled_later(name: str) -> Iterator[tuple[int, str]]:
    """Tables of a module, or of a class, that are empty to begin with: somebody is going to fill them."""
    classes = [one for one in ast.walk(tree(MODULES[name])) if isinstance(one, ast.ClassDef)]
    for holder, statement in (
        (one, statement) for one in (tree(MODULES[name]), *classes) for statement in one.body
    ):
        match statement:
            case ast.Assign(targets=[ast.Name(id=table)], value=value):
                pass
            case ast.AnnAssign(target=ast.Name(id=table), value=value, annotation=said):
                text = ast.unparse(said)
                if text.startswith("Mapping") or (holder in classes and "ClassVar" not in text):
                    continue  # nobody can; each object has its own
            case _:
                continue
        match value:
            case ast.Dict(keys=[]) | ast.List(elts=[]):
                yield statement.lineno, table
            case ast.Call(func=ast.Name(id=make) | ast.Attribute(attr=make), args=[] | [ast.Name()]):
                if make in TABLES:
                    yield statement.lineno, table


def remembered(name: str) -> Iterator[tuple[int, str]]:
    """Functions that remember an answer to every question that they were ever asked."""
    for node in ast.walk(tree(MODULES[name])):
        if isinstance(node, ast.FunctionDef) and any(_without_end(one) for one in node.decorator_list):
            asked = [one.annotation for one in (*node.args.posonlyargs, *node.args.args)]
            if not all(one is not None and ast.unparse(one) in FEW for one in asked):
                yield node.lineno, node.name


def _without_end(decorator: ast.expr) -> bool:
    text = ast.unparse(decorator).removeprefix("functools.")
    return text in ("cache", "lru_cache(maxsize=None)", "lru_cache(None)")


def test_tables_of_the_process_can_be_emptied() -> None:
    """What is found out about expressions is asked of `program.remembering`; what belongs to a search or a
    program goes with it."""
    wrong = [
        f"{name}:{line}: {table}"
        for name in MODULES
        for line, table in filled_later(name)
        if table not in EMPTIED.get(name, ())
    ]
    assert not wrong, "\n".join(wrong)


def test_what_a_function_remembers_has_an_end() -> None:
    """What a program calls its functions and files, or says in its expressions, is without end."""
    wrong = [f"{name}:{line}: {function}" for name in MODULES for line, function in remembered(name)]
    assert not wrong, "\n".join(wrong)


def test_what_is_excepted_is_there() -> None:
    for name, tables in EMPTIED.items():
        assert tables <= {table for _, table in filled_later(name)}
