"""From an address in a linked program to a position in the source: the line tables of DWARF 5, read directly.

Only as much of DWARF as clang writes for `-gline-tables-only`. An address without a line has no position; a
file that is not understood is an error, not an empty table.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from pathlib import Path

from dovetail.execution.native.elf import read_sections, text_at
from dovetail.execution.native.errors import NativeError
from dovetail.program.position import Position
from dovetail.quick_dataclass import dataclass

_CONTENT_PATH, _CONTENT_DIRECTORY = 1, 2


@dataclass(frozen=True, slots=True)
class LineTable:
    """For each address where something begins, in ascending order: its position, or None where a sequence
    ends."""

    addresses: list[int]
    positions: list[Position | None]

    @staticmethod
    def read(program: Path) -> LineTable:
        """The table of the executable at `program`."""
        sections = read_sections(program.read_bytes())
        rows: list[tuple[int, int, Position | None]] = []
        for sequence in _sequences(sections.get(".debug_line", b""), sections.get(".debug_line_str", b"")):
            if sequence[0][0] == 0:
                continue  # of a function that the linker left out
            for address, position in sequence:
                # An end sorts before a beginning at the same address.
                rows.append((address, 0 if position is None else 1, position))
        rows.sort(key=lambda row: row[:2])
        return LineTable([row[0] for row in rows], [row[2] for row in rows])

    def at(self, address: int) -> Position | None:
        """The position of the instruction at `address`."""
        index = bisect_right(self.addresses, address) - 1
        # Line 0 is "compiled from nowhere in particular": what comes before it is as near as one can say.
        while index >= 0:
            position = self.positions[index]
            if position is None or position.line > 0:
                return position
            index -= 1
        return None


# ---- DWARF -------------------------------------------------------------------------------------------------


class _Cursor:
    """A place in a section, moved on by reading."""

    __slots__ = ("at", "data")

    def __init__(self, data: bytes, at: int = 0) -> None:
        self.data = data
        self.at = at

    def fixed(self, size: int) -> int:
        self.at += size
        return int.from_bytes(self.data[self.at - size : self.at], "little")

    def unsigned(self) -> int:
        result = shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            result |= (byte & 0x7F) << shift
            shift += 7
            if not byte & 0x80:
                return result

    def signed(self) -> int:
        start = self.at
        value = self.unsigned()
        bits = 7 * (self.at - start)
        return value - (1 << bits) if value >> (bits - 1) else value


def _read_form(cursor: _Cursor, form: int, strings: bytes) -> int | str:
    match form:
        case 0x08:  # DW_FORM_string
            text = text_at(cursor.data, cursor.at)
            cursor.at = cursor.data.index(b"\0", cursor.at) + 1
            return text
        case 0x1F:  # DW_FORM_line_strp
            return text_at(strings, cursor.fixed(4))
        case 0x0B:  # DW_FORM_data1
            return cursor.fixed(1)
        case 0x05:  # DW_FORM_data2
            return cursor.fixed(2)
        case 0x0F:  # DW_FORM_udata
            return cursor.unsigned()
        case 0x1E:  # DW_FORM_data16, a checksum
            return cursor.fixed(16)
        case _:
            raise NativeError(f"the line table has an entry of the unknown form {form:#x}")


def _entries(cursor: _Cursor, strings: bytes) -> list[dict[int, int | str]]:
    formats = [(cursor.unsigned(), cursor.unsigned()) for _ in range(cursor.fixed(1))]
    count = cursor.unsigned()
    return [{content: _read_form(cursor, form, strings) for content, form in formats} for _ in range(count)]


def _file_names(cursor: _Cursor, strings: bytes) -> list[str]:
    folders = [str(entry[_CONTENT_PATH]) for entry in _entries(cursor, strings)]
    names = []
    for entry in _entries(cursor, strings):
        name, folder = str(entry[_CONTENT_PATH]), int(entry.get(_CONTENT_DIRECTORY, 0))
        # Folder 0 is that of the compilation; the name is then as the line marker has it.
        names.append(name if folder == 0 or name.startswith("/") else f"{folders[folder]}/{name}")
    return names


_Sequence = list[tuple[int, Position | None]]


def _sequences(data: bytes, strings: bytes) -> Iterator[_Sequence]:
    cursor = _Cursor(data)
    while cursor.at < len(data):
        length = cursor.fixed(4)
        stop = cursor.at + length
        version, address_size = cursor.fixed(2), cursor.fixed(1)
        if version != 5:
            raise NativeError(f"the line table is of DWARF {version}, not 5")
        cursor.fixed(1)  # size of a segment selector
        header_length = cursor.fixed(4)
        program = cursor.at + header_length
        least_length = cursor.fixed(1)
        cursor.fixed(2)  # operations in an instruction, and whether a row is a statement to begin with
        line_base = int.from_bytes(cursor.fixed(1).to_bytes(1, "little"), "little", signed=True)
        line_range, opcode_base = cursor.fixed(1), cursor.fixed(1)
        operands = [0, *(cursor.fixed(1) for _ in range(opcode_base - 1))]
        names = _file_names(cursor, strings)
        cursor.at = program
        yield from _run(
            cursor, stop, names, (least_length, line_base, line_range, opcode_base, address_size), operands
        )
        cursor.at = stop


def _run(
    cursor: _Cursor, stop: int, names: list[str], shape: tuple[int, int, int, int, int], operands: list[int]
) -> Iterator[_Sequence]:
    """Runs one line-number program (DWARF 5, section 6.2.5)."""
    least_length, line_base, line_range, opcode_base, address_size = shape
    address, file, line, column = 0, 1, 1, 0
    rows: _Sequence = []
    while cursor.at < stop:
        opcode = cursor.fixed(1)
        if opcode >= opcode_base:
            advance, step = divmod(opcode - opcode_base, line_range)
            address += advance * least_length
            line += line_base + step
            rows.append((address, Position(names[file], line, column)))
            continue
        match opcode:
            case 0:
                size = cursor.unsigned()
                after = cursor.at + size
                extended = cursor.fixed(1)
                if extended == 1:  # end of the sequence
                    rows.append((address, None))
                    yield rows
                    address, file, line, column, rows = 0, 1, 1, 0, []
                elif extended == 2:  # set the address
                    address = cursor.fixed(address_size)
                cursor.at = after
            case 1:  # copy
                rows.append((address, Position(names[file], line, column)))
            case 2:  # advance the address
                address += cursor.unsigned() * least_length
            case 3:
                line += cursor.signed()
            case 4:
                file = cursor.unsigned()
            case 5:
                column = cursor.unsigned()
            case 8:  # as the special opcode 255, without a row
                address += (255 - opcode_base) // line_range * least_length
            case 9:
                address += cursor.fixed(2)
            case _:  # nothing that moves the address or the line
                for _ in range(operands[opcode]):
                    cursor.unsigned()
