"""What a proof's word depends on is in `proofs` and in what that imports, and that is little."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

PACKAGE = Path(__file__).parent.parent / "src" / "dovetail"
MAY_IMPORT = {"proofs", "program", "quick_dataclass", "semantics", "solver"}


def test_what_it_imports() -> None:
    for path in sorted((PACKAGE / "proofs").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            for name in names:
                first, _, rest = name.partition(".")
                if first == "dovetail":
                    assert rest.split(".")[0] in MAY_IMPORT, f"{path.name}: {name}"
                else:
                    assert first in {*sys.stdlib_module_names, "__future__"}, f"{path.name}: {name}"


def test_what_is_loaded_with_it() -> None:
    """In a process of its own: neither the compiler nor a strategy is needed to judge a walk, nor the solver
    that finds proofs."""
    script = "import sys, dovetail.proofs.checker; print(*sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = done.stdout.split()
    parts = {name.split(".")[1] for name in loaded if name.startswith("dovetail.")}
    assert parts <= {*MAY_IMPORT, "version"}, parts
    assert not {"bitwuzla", "ziglang", "numpy"} & set(loaded)


def test_the_size_that_is_told() -> None:
    """docs/certificates.md says how large it is."""
    lines = sum(
        len(path.read_text(encoding="utf-8").splitlines()) for path in (PACKAGE / "proofs").glob("*.py")
    )
    told = (PACKAGE.parent.parent / "docs" / "certificates.md").read_text(encoding="utf-8")
    assert f"{round(lines, -2):,} lines" in told, lines
