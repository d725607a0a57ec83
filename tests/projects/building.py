"""Small builds in a folder: files, and the compile_commands.json for the C files among them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from dovetail.asking.project import ProjectOptions
from dovetail.evidence.project import Unit
from dovetail.frontend.compile_commands import Build, sources_in
from dovetail.projects.keys import flags_of
from dovetail.projects.survey import Survey, Text, surveyed, text_of
from dovetail.projects.units import units_of


def build(folder: Path, files: Mapping[str, str], flags: str = "") -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    commands = [
        {"file": name, "directory": ".", "command": f"cc {flags} -c {name}"}
        for name in files
        if name.endswith(".c")
    ]
    (folder / "compile_commands.json").write_text(json.dumps(commands))
    return folder


def options(folder: Path, **more: Any) -> ProjectOptions:
    return ProjectOptions(folder, folder, **{"properties": ("unreach-call",), **more})


def texts_of(asked: ProjectOptions) -> dict[Path, Text]:
    made = Build(flags_of(asked), asked.build)
    alone = Build(flags_of(asked))
    found = {path: text_of(path, made, None) for path in sources_in(asked.build)}
    return {**found, **{path: text_of(path, alone, None) for path in asked.stubs}}


def units(asked: ProjectOptions) -> dict[str, Unit]:
    made = Build(flags_of(asked), asked.build)
    found = [
        Survey(path, Text("", frozenset()), surveyed(path, made, None)) for path in sources_in(asked.build)
    ]
    return {unit.name: unit for unit in units_of(found, asked).units}
