"""Wild memory: what lies outside of every object (docs/design/wild.md).

Which of its pages there are is an input of a run, and what they hold at first. The pages are kept sparsely,
since an address may be anywhere. Whether an address is in an object, which comes first, is not known here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

PAGE = 4096
"""The bytes of a page. The first and the last page of the address space are never there."""
Piece = tuple[int, bytes]
"""An address, and the bytes there. The pages that it lies in exist; an empty one lies in that of its
address."""


class WildMemory:
    """The pages of one run."""

    __slots__ = ("_limit", "_pages")

    def __init__(self, pointer_bits: int, pieces: Iterable[Piece] = ()) -> None:
        self._pages: dict[int, bytearray] = {}
        self._limit = (1 << pointer_bits) - PAGE
        self.begin(pieces)

    def begin(self, pieces: Iterable[Piece]) -> None:
        """Back to these pieces and nothing else."""
        self._pages.clear()
        for address, data in pieces:
            self.put(address, data)

    def put(self, address: int, data: bytes) -> None:
        """Bytes at an address, and the pages that they need."""
        self.make(address, max(len(data), 1))
        if self.covers(address, len(data)):
            self.write(address, data)

    def make(self, address: int, size: int) -> None:
        """The pages that so many bytes at an address lie in, as far as they can be there."""
        for page in range(address // PAGE, (address + size - 1) // PAGE + 1):
            if PAGE <= page * PAGE < self._limit:
                self._pages.setdefault(page, bytearray(PAGE))

    def covers(self, address: int, size: int) -> bool:
        """Are all of these bytes there?"""
        pages = self._pages
        return bool(pages) and all(
            page in pages for page in range(address // PAGE, (address + size - 1) // PAGE + 1)
        )

    def pieces(self) -> tuple[Piece, ...]:
        """What there is now, one piece a page."""
        return tuple((page * PAGE, bytes(data).rstrip(b"\0")) for page, data in sorted(self._pages.items()))

    # Of what is covered

    def read(self, address: int, size: int) -> bytes:
        return b"".join(bytes(data[start:end]) for data, start, end in self._parts(address, size))

    def write(self, address: int, data: bytes) -> None:
        done = 0
        for page, start, end in self._parts(address, len(data)):
            page[start:end] = data[done : done + end - start]
            done += end - start

    def _parts(self, address: int, size: int) -> Iterator[tuple[bytearray, int, int]]:
        """The pages that the bytes lie in, and which part of each."""
        last = address + size
        while address < last:
            page, start = divmod(address, PAGE)
            end = min(PAGE, start + last - address)
            yield self._pages[page], start, end
            address += end - start
