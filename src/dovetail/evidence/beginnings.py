"""Where a program begins when somebody else compiles it: text that Dovetail has put behind the user's own.

For `--function` and for modules that text has types of the program, and the files are included before it. A
main that is given arguments needs nothing of the kind: the linker is told to begin elsewhere (`--wrap=main`),
and the files stay as they are.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from dovetail.execution.inputs import as_integer
from dovetail.frontend.command_line import COMMAND_LINE, MAIN, MOST_ARGUMENTS, MOST_VARIABLES
from dovetail.frontend.load import Loaded

WRAP_MAIN = "-Wl,--wrap=main"
_ENTRY = re.compile(r'\n# 1 "<entry for [\w ]+>"\n')


def entry_text(loaded: Loaded) -> str | None:
    """The function that calls the user's with arguments, if there is one."""
    parts = (_ENTRY.split(text, maxsplit=1) for text in loaded.native.units)
    return "\n".join(part[1] for part in parts if len(part) == 2) or None


def without_entry(unit: str) -> str:
    """The text of a native copy without what stands behind the user's own."""
    return _ENTRY.split(unit, maxsplit=1)[0]


def starts_main(loaded: Loaded) -> bool:
    """Are the arguments of main inputs?"""
    return loaded.native.entry == COMMAND_LINE


def start_of_main(loaded: Loaded) -> str:
    """What stands between the start of the program and a main that is given arguments; needs WRAP_MAIN."""
    text = entry_text(loaded)
    if not starts_main(loaded) or text is None:
        return ""
    parameters = ", ".join(("int", "char **", "char **")[: _given(text)])
    return (
        "\n/* What main is given; the linker has the program begin here (--wrap=main). */\n"
        f"extern int __real_main({parameters});\n#define main __real_main\n{text}#undef main\n"
        f"int __wrap_main(void) {{ return {COMMAND_LINE}(); }}"
    )


def program_inputs(loaded: Loaded, values: Sequence[int | float]) -> str:
    """The numbers that the program itself asks for, one on each line."""
    own = values[_numbers_for_main(loaded, values) :] if starts_main(loaded) else values
    return "".join(f"{value}\n" for value in own)


def _numbers_for_main(loaded: Loaded, values: Sequence[int | float]) -> int:
    """So many are asked for before main begins: how many strings there are, and how long each is."""
    entries = [as_integer(value, 8, signed=False) for value in values]
    entries += [0] * (2 + MOST_ARGUMENTS)
    asked = 1 + (entries[0] + 1) % (MOST_ARGUMENTS + 1)
    if _given(entry_text(loaded) or "") > 2:
        asked += 1 + entries[asked] % (MOST_VARIABLES + 1)
    return asked


def _given(text: str) -> int:
    """How many arguments main is called with."""
    return text.rpartition(f"{MAIN}(")[2].partition(");")[0].count(",") + 1
