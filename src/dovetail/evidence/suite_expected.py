"""What tests of a function expect, as C text for CTest: a table for each test, and an entry that compares.

The entry has the program's own text before it, so that it can name the result and global variables; what it
was given is known to the functions that gave it (`ctest/expected.c`).
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from dovetail.evidence.expectation import Kind, Place
from dovetail.evidence.observing import named_globals
from dovetail.evidence.quoting import in_comment
from dovetail.evidence.suite import Test
from dovetail.frontend.entry import ENTRY
from dovetail.frontend.load import Loaded
from dovetail.program.types import VoidType

_START = f"{ENTRY}(void) {{"
_TEXT = Path(__file__).parent / "ctest" / "expected.c"


class Expected:
    """How places are numbered: the result, then the globals, then blocks."""

    def __init__(self, loaded: Loaded, tests: Sequence[Test]) -> None:
        self._entry = loaded.entry
        places = (one.place for test in tests if test.expects is not None for one in test.expects.contents)
        used = {place.name for place in places if place.kind is Kind.GLOBAL}
        self._globals = [name for name in named_globals(loaded) if name in used]
        self._tests = tests

    def in_entry(self, entry: str | None) -> str | None:
        """The text of entry.c, with what is there after the call looked at."""
        call = self._entry
        if entry is None or call is None or entry.count(f"{call.call}\n") != 1:
            return entry
        lines = ["    {"]
        if call.returns is not None and not isinstance(call.returns, VoidType):
            lines.append(f"        __typeof_unqual__({call.result}) __dovetail_returned = {call.result};")
            lines.append("        __dovetail_observe(0, &__dovetail_returned);")
        else:
            lines.append(f"        {call.result};")
        for number, name in enumerate(self._globals, 1):
            lines.append(f"        __dovetail_observe({number}, (const void *)&{name});")
        lines += ["        __dovetail_compare();", "    }"]
        declared = "extern void __dovetail_observe(int, const void *); extern void __dovetail_compare(void);"
        # What a macro of that name would be is nobody's variable.
        undefined = [f"#undef {name}" for name in self._globals]
        before = "\n".join([*undefined, declared, f"int {_START}"])
        text = entry.replace(f"{call.call}\n", "\n".join(lines) + "\n")
        return text.replace(f"int {_START}", before, 1)

    def tables(self) -> str:
        """For inputs.c: what each test expects, and how it is compared."""
        head = [
            f"enum {{ GLOBALS = {len(self._globals)} }};",
            "struct expected {",
            "    const char *what, *value;",
            "    int place, leads_to;",
            "    unsigned long offset, size, at;",
            "    const char *bytes;",
            "};",
        ]
        rows = [line for test in self._tests for line in self._table(test)]
        found = [f"    {{{test.number}, expected_{test.number}}}," for test in self._tests]
        return "\n".join(
            [
                *head,
                *rows,
                "static const struct { int number; const struct expected *expected; } expectations[] = {",
                *found,
                "    {0, 0}",
                "};",
                _TEXT.read_text(encoding="utf-8"),
            ]
        )

    def _table(self, test: Test) -> list[str]:
        rows = []
        for one in test.expects.contents if test.expects is not None else ():
            number = self._number(one.place)
            several = len(one.cells) > 1
            for cell in one.cells:
                where = f" at byte {cell.offset}" if several else ""
                leads = -1 if cell.leads_to is None else self._number(cell.leads_to)
                data = "".join(f"\\x{byte:02x}" for byte in cell.data)
                size = len(cell.data)
                rows.append(
                    f'    {{"{one.place}{where}", "{in_comment(cell.text)}", {number}, {leads}, '
                    f'{cell.offset}, {size}, {cell.at}, "{data}"}},'
                )
        end = '    {0, 0, 0, 0, 0, 0, 0, ""}'
        return [f"static const struct expected expected_{test.number}[] = {{", *rows, end, "};"]

    def _number(self, place: Place) -> int:
        match place.kind:
            case Kind.RESULT:
                return 0
            case Kind.GLOBAL:
                return 1 + self._globals.index(place.name)
            case Kind.BLOCK:
                return len(self._globals) + place.number
