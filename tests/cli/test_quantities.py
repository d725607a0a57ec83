"""Durations and sizes, read and written."""

from __future__ import annotations

import pytest

from dovetail.report.quantities import bytes_of, duration, seconds_of, size


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("60s", 60), ("60", 60), ("1.5m", 90), ("2 min", 120), ("1h", 3600), ("500ms", 0.5), ("60.0s", 60)],
)
def test_durations(text: str, seconds: float) -> None:
    assert seconds_of(text) == seconds


@pytest.mark.parametrize(
    ("text", "count"),
    [("4GiB", 4 << 30), ("512 MiB", 512 << 20), ("1GB", 10**9), ("2g", 2 << 30), ("0.5kib", 512), ("7", 7)],
)
def test_sizes(text: str, count: int) -> None:
    assert bytes_of(text) == count


@pytest.mark.parametrize("text", ["", "s", "-1s", "0s", "1 day", "1e3s", "4GiB"])
def test_what_is_no_duration(text: str) -> None:
    with pytest.raises(ValueError, match="is not a duration"):
        seconds_of(text)


@pytest.mark.parametrize("text", ["", "GiB", "0", "4 elephants", "60s"])
def test_what_is_no_size(text: str) -> None:
    with pytest.raises(ValueError, match="is not a size"):
        bytes_of(text)


def test_in_words() -> None:
    assert [duration(s) for s in (0.5, 60, 90, 120, 3600, 7200)] == ["0.5s", "60s", "90s", "2m", "60m", "2h"]
    assert [size(n) for n in (512, 1536, 4 << 30, 300 << 20)] == ["512B", "1.5KiB", "4GiB", "300MiB"]
