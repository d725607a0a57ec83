"""The formats that a suite can be written in, by name, each into a folder of its own."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from dovetail.evidence.suite import Suite
from dovetail.evidence.suite_ctest import ctest
from dovetail.evidence.suite_testcomp import testcomp
from dovetail.evidence.whole_files import put_text
from dovetail.evidence.written import Written
from dovetail.frontend.load import Loaded

Writer = Callable[[Suite, Loaded, Path], Written]


def _json(suite: Suite, loaded: Loaded, folder: Path) -> Written:
    """The last one to be written: it says what has become of the others."""
    path = folder / "suite.json"
    text = json.dumps(suite.to_json(), indent=1, ensure_ascii=False) + "\n"
    return Written((put_text(path, text),))


FORMATS: dict[str, Writer] = {"json": _json, "ctest": ctest, "testcomp": testcomp}


def write(suite: Suite, loaded: Loaded, folder: Path, formats: Sequence[str]) -> Suite:
    """Write a suite into a new folder, in these formats; the suite with what was written."""
    suite = replace(suite, folder=str(folder))
    for name in sorted(set(formats), key=lambda name: (name == "json", name)):
        if name == "json":
            written = {**suite.written, "json": (str(folder / "suite.json"),)}
            suite = replace(suite, written=written)
            _json(suite, loaded, folder)
            continue
        home = folder / name
        home.mkdir()
        made = FORMATS[name](suite, loaded, home)
        suite = replace(
            suite,
            written={**suite.written, name: tuple(map(str, made.files))},
            left_out={**suite.left_out, name: made.left_out} if made.left_out else suite.left_out,
        )
    return suite
