"""What an editor says of how files are to be checked: the initialisation options of the protocol.

| option | meaning |
|---|---|
| `timeout` | of each command, as `20s` |
| `arguments` | more arguments of `dovetail check`, a list |
| `onSave` | is a program checked when its file is saved, though nobody has asked for that yet? |
| `warm` | is a warm process kept (`dovetail serve`)? |

Flags come from the `compile_commands.json` of the nearest folder above a file, or of its `build`.
"""

from __future__ import annotations

import difflib
from dataclasses import fields
from pathlib import Path
from typing import Any

from dovetail.quick_dataclass import dataclass
from dovetail.report.quantities import seconds_of

COMMANDS = "compile_commands.json"


@dataclass(frozen=True, slots=True)
class Settings:
    timeout: str = "20s"
    arguments: tuple[str, ...] = ()
    on_save: bool = True
    warm: bool = True

    @staticmethod
    def read(options: Any) -> tuple[Settings, str]:
        """With what is wrong with them, in words; what is right counts all the same."""
        if options is None:
            return Settings(), ""
        if not isinstance(options, dict):
            return Settings(), "Dovetail: the initialization options are no object"
        names = {"timeout": "timeout", "arguments": "arguments", "onSave": "on_save", "warm": "warm"}
        given: dict[str, Any] = {}
        wrong = []
        for key, value in options.items():
            if key not in names:
                near = difflib.get_close_matches(str(key), names, 1)
                wrong.append(f"there is no option '{key}'" + (f"; did you mean '{near[0]}'?" if near else ""))
            elif (reason := _wrong(key, value)) is not None:
                wrong.append(f"{key} {reason}")
            else:
                given[names[key]] = tuple(value) if key == "arguments" else value
        assert {one.name for one in fields(Settings)} == set(names.values())
        return Settings(**given), f"Dovetail: {'; '.join(wrong)}" if wrong else ""

    def reading(self, path: Path) -> list[str]:
        """How a file is to be read, in words of a command line."""
        commands = _commands(path)
        return [] if commands is None else ["-p", str(commands)]

    def folder(self, path: Path) -> Path:
        """Where a command is run, and so where its evidence goes: the folder of the project."""
        commands = _commands(path)
        home = path.parent if commands is None else commands.parent
        return home.parent if commands is not None and home.name == "build" else home


def _wrong(key: str, value: Any) -> str | None:
    match key:
        case "timeout":
            try:
                return None if seconds_of(str(value)) > 0 else "is no time"
            except ValueError as error:
                return f"is no time: {error}"
        case "arguments":
            texts = isinstance(value, list) and all(isinstance(one, str) for one in value)
            return None if texts else "is no list of texts"
        case _:
            return None if isinstance(value, bool) else "is neither true nor false"


def _commands(path: Path) -> Path | None:
    for folder in path.parents:
        for found in (folder / COMMANDS, folder / "build" / COMMANDS):
            if found.is_file():
                return found
    return None
