"""A persistent map for memories: every version stays as it is, and most of it is shared.

A map is a large dictionary that many versions share, and a small one with what has changed since. A change
copies the small one; once that has grown to about the square root of the large one the two are put together.
So a change costs the square root of the size, and a read two lookups. Python's own dictionaries, copied as a
whole, would cost a gigabyte for a test that fills an array of a few thousand elements.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")

_LEAST = 16


class SharedMap(Generic[K, V]):
    """Nothing changes a map; `with_` gives another one. None is no value."""

    __slots__ = ("_large", "_small")

    def __init__(self, items: Mapping[K, V] | None = None) -> None:
        self._large: dict[K, V] = dict(items) if items else {}
        self._small: dict[K, V | None] = {}
        """None: no longer there."""

    def get(self, key: K) -> V | None:
        if key in self._small:
            return self._small[key]
        return self._large.get(key)

    def __getitem__(self, key: K) -> V:
        found = self.get(key)
        if found is None:
            raise KeyError(key)
        return found

    def __contains__(self, key: K) -> bool:
        return self.get(key) is not None

    def __iter__(self) -> Iterator[K]:
        for key, _ in self.items():
            yield key

    def items(self) -> Iterator[tuple[K, V]]:
        """In the order in which keys came to the map; of those since the last change of the large part, at
        the end."""
        small = self._small
        for key, value in self._large.items():
            if key not in small:
                yield key, value
        for key, changed in small.items():
            if changed is not None:
                yield key, changed

    def with_(self, changes: Mapping[K, V | None]) -> SharedMap[K, V]:
        """With other values for some keys; None takes a key out."""
        made: SharedMap[K, V] = SharedMap()
        small = {**self._small, **changes}
        if len(small) > _LEAST and len(small) ** 2 > len(self._large):
            large: dict[K, V | None] = {**self._large, **small}
            made._large = {key: value for key, value in large.items() if value is not None}
        else:
            made._large, made._small = self._large, small
        return made
