"""Entries on their way between processes: one writes, and others read what they have not read yet.

A file without a name, which a process that is forked off has as well. Whoever reads does so when it likes;
nobody waits for anybody, however long another one is at work or stopped.
"""

from __future__ import annotations

import os
import pickle
import struct
import tempfile

from dovetail.ledger.entries import Entry

_LENGTH = struct.Struct("<Q")


class Journal:
    def __init__(self) -> None:
        self._file = tempfile.TemporaryFile(prefix="dovetail-", buffering=0)  # noqa: SIM115 - as long as this lives
        self._written = 0
        self._read = 0

    def write(self, entry: Entry) -> None:
        data = pickle.dumps(entry)
        record = _LENGTH.pack(len(data)) + data
        self._written += os.pwrite(self._file.fileno(), record, self._written)

    def skip(self) -> None:
        """What is there already has been read by other means."""
        self._read = self._written

    def read(self) -> list[Entry]:
        """What has been written since this process last read. What is only half there is for the next
        time."""
        file = self._file.fileno()
        size = os.fstat(file).st_size
        found: list[Entry] = []
        while self._read + _LENGTH.size <= size:
            (length,) = _LENGTH.unpack(os.pread(file, _LENGTH.size, self._read))
            end = self._read + _LENGTH.size + length
            if end > size:
                break
            found.append(pickle.loads(os.pread(file, length, self._read + _LENGTH.size)))
            self._read = end
        return found

    def close(self) -> None:
        self._file.close()
