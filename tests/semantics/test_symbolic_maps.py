"""A shared map is a dictionary of which every version stays."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from dovetail.semantics.symbolic_maps import SharedMap

CHANGES = st.lists(st.tuples(st.integers(0, 60), st.one_of(st.none(), st.integers())), max_size=200)


@given(CHANGES)
def test_every_version_is_the_dictionary_of_its_time(changes: list[tuple[int, int | None]]) -> None:
    versions: list[tuple[SharedMap[int, int], dict[int, int]]] = [(SharedMap({7: 7}), {7: 7})]
    for key, value in changes:
        shared, plain = versions[-1]
        plain = dict(plain)
        plain.pop(key, None)
        if value is not None:
            plain[key] = value
        versions.append((shared.with_({key: value}), plain))
    for shared, plain in versions:
        assert dict(shared.items()) == plain
        assert set(shared) == set(plain)
        assert all(
            shared.get(key) == plain.get(key) and (key in shared) == (key in plain) for key in range(61)
        )
