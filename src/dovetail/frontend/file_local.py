"""Functions that are local to a file, by the names under which CBMC's compiler exports them: `swap` in
`queue.c` is `__CPROVER_file_local_queue_c_swap` to other files.

Such a name that is only declared is another one for the function. One that another file defines stands for
it: so proofs put something simpler in place of what a function calls.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from dovetail.frontend.source import Source
from dovetail.frontend.spelling import FILE_LOCAL
from dovetail.frontend.syntax import Node
from dovetail.frontend.units import TranslationUnit
from dovetail.program.automata import Assumption
from dovetail.program.types import Target


def with_local_names(
    units: Sequence[TranslationUnit], target: Target
) -> tuple[list[TranslationUnit], list[Assumption]]:
    """The files with these names, and what is said of functions that others stand for."""
    spoken = {name for unit in units for name in unit.declarations if name.startswith(FILE_LOCAL)}
    defined = {name for unit in units for name in unit.functions if name in spoken}
    made: list[TranslationUnit] = []
    said: list[Assumption] = []
    for unit in units:
        local = {_exported_as(unit, name): name for name in unit.functions if spoken and unit.is_static(name)}
        here = {
            exported: name for exported, name in local.items() if exported in spoken - unit.functions.keys()
        }
        if not here:
            made.append(unit)
            continue
        source = _replaced(unit, {name: exported for exported, name in here.items() if exported in defined})
        for exported, name in here.items():
            if exported in defined:
                position = unit.source.position(unit.functions[name].offset)
                said.append(
                    Assumption(position, f"'{exported}' stands for '{name}', which is local to its file")
                )
            else:
                source = source.followed_by(
                    f'\nextern __typeof__({name}) {exported} __attribute__((alias("{name}")));'
                )
        followed = TranslationUnit(source, target, index=unit.index, flags=unit.flags)
        followed.clauses = unit.clauses
        made.append(followed)
    return made, said


def _exported_as(unit: TranslationUnit, name: str) -> str:
    file = unit.source.position(unit.functions[name].offset).file
    return f"{FILE_LOCAL}{re.sub(r'[^A-Za-z0-9]', '_', Path(file).name)}_{name}"


def _replaced(unit: TranslationUnit, names: dict[str, str]) -> Source:
    """The text in which functions are declared under other names, with nothing moved where there is room."""
    text = unit.source.text
    for name in sorted(names, key=lambda one: unit.functions[one].offset, reverse=True):
        body = _body(unit.functions[name])
        declared = f'__asm__("{names[name]}");'.encode()
        rest = re.sub(rb"[^\n]", b" ", text[body.offset + len(declared) : body.end])
        text = text[: body.offset] + declared + rest + text[body.end :]
    return Source(unit.source.name, text, False, unit.source.inserted)


def _body(function: Node) -> Node:
    return next(child for child in function.inner if child.kind == "CompoundStmt")
