"""As much of ELF as native runs need: the sections of a file by name."""

from __future__ import annotations

import struct

from dovetail.execution.native.errors import NativeError


def is_wide(data: bytes) -> bool:
    """Whether the file is of 64 bits; raises NativeError if it is no ELF file for x86."""
    if data[:4] != b"\x7fELF" or data[5] != 1:
        raise NativeError("this is not a little-endian ELF file")
    return data[4] == 2


def read_sections(data: bytes) -> dict[str, bytes]:
    """The contents of the sections, by name; of several with the same name, the last."""
    wide = is_wide(data)
    table: int = struct.unpack_from("<Q", data, 40)[0] if wide else struct.unpack_from("<I", data, 32)[0]
    entry_size, count, names_index = struct.unpack_from("<HHH", data, 58 if wide else 46)
    headers = []
    for index in range(count):
        fields = struct.unpack_from("<IIQQQQ" if wide else "<IIIIII", data, table + index * entry_size)
        headers.append((fields[0], fields[4], fields[5]))  # name, offset, size
    _, names_at, names_size = headers[names_index]
    names = data[names_at : names_at + names_size]
    return {text_at(names, name): data[offset : offset + size] for name, offset, size in headers}


def text_at(data: bytes, at: int) -> str:
    """The text at an offset, up to its zero byte."""
    return data[at : data.index(b"\0", at)].decode("utf-8", "surrogateescape")
