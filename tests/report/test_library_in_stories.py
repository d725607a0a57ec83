"""What the library keeps for itself is not told beside the user's variables."""

from __future__ import annotations

from pathlib import Path

from dovetail.asking.reading import Reading
from dovetail.execution.inputs import InputVector
from dovetail.report.story import SHOWN
from dovetail.report.told import tell

TEXT = """#include <errno.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
    char *p = malloc(10);
    if (p == 0)
        return errno;
    char copy[] = "a,b";
    char *word = strtok(copy, ",");
    return *word + rand();
}
"""


def _events(folder: Path, no_memory: bool) -> dict[int, tuple[str, ...]]:
    path = folder / "f.c"
    path.write_text(TEXT)
    program = Reading(path, malloc_may_fail=True).load().program
    _, story = tell(program, InputVector((), (bytes([no_memory, 0, 0, 0]),)), max_steps=10_000, keep=SHOWN)
    return {line.position.line: line.events for line in (*story.beginning, *story.end)}


def test_errno_is_called_errno_and_the_rest_is_not_told(tmp_path: Path) -> None:
    failed = _events(tmp_path, True)
    assert "errno = 12" in failed[5] and "p = NULL" in failed[5]
    assert failed[7] == ("returns 12",)
    went_on = _events(tmp_path, False)
    said = [event for events in went_on.values() for event in events]
    assert any(event.startswith("word = &copy[0]") for event in said)
    assert not any("__" in event or event.startswith(("seed", "state", "number")) for event in said)
