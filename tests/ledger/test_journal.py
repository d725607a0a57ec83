"""A journal is written in one process and read in others, whenever they like."""

from __future__ import annotations

import os
import pickle
from collections.abc import Iterator

import pytest

from dovetail.execution.inputs import InputVector
from dovetail.ledger import entries
from dovetail.ledger.journal import Journal
from ledger.test_entries import EVERY


@pytest.fixture
def journal() -> Iterator[Journal]:
    made = Journal()
    yield made
    made.close()


def numbered(number: int, size: int = 1) -> entries.Test:
    return entries.Test(vector=InputVector((number,) * size), author="dash")


def numbers(found: list[entries.Entry]) -> list[int]:
    return [one.vector.values[0] for one in found if isinstance(one, entries.Test)]


def test_each_entry_is_read_once(journal: Journal) -> None:
    assert journal.read() == []
    for number in range(3):
        journal.write(numbered(number))
    assert numbers(journal.read()) == [0, 1, 2]
    assert journal.read() == []
    journal.write(numbered(3))
    assert numbers(journal.read()) == [3]


def test_entries_of_every_kind_arrive_as_they_are(journal: Journal) -> None:
    for entry in EVERY:
        journal.write(entry)
    read = journal.read()
    assert read == list(EVERY) and [one.key for one in read] == [one.key for one in EVERY]
    assert [type(one) for one in read] == [type(one) for one in EVERY]


def test_what_is_there_can_be_skipped(journal: Journal) -> None:
    journal.write(numbered(0))
    journal.skip()
    journal.write(numbered(1))
    assert numbers(journal.read()) == [1]


def test_what_is_half_there_is_for_the_next_time(journal: Journal) -> None:
    """However much of it."""
    journal.write(numbered(0))
    file = journal._file.fileno()
    at = os.fstat(file).st_size
    journal.write(numbered(1, 100))
    record = os.pread(file, os.fstat(file).st_size - at, at)
    for length in (0, 1, 7, 8, 9, len(record) - 1):
        os.ftruncate(file, at)
        os.pwrite(file, record[:length], at)
        found = numbers(journal.read())
        assert found == ([0] if length == 0 else [])
    os.ftruncate(file, at)
    os.pwrite(file, record, at)
    assert numbers(journal.read()) == [1]


def test_two_processes(journal: Journal) -> None:
    """Each has read on its own; large entries come in one piece."""
    journal.write(numbered(0))
    to_child, from_parent = os.pipe()
    to_parent, from_child = os.pipe()
    child = os.fork()
    if child == 0:
        found = []
        try:
            for _ in range(3):
                os.read(to_child, 1)
                read = journal.read()
                found.append(numbers(read))
                os.write(from_child, b".")
            os.write(from_child, pickle.dumps(found))
        finally:
            os._exit(0)
    os.write(from_parent, b".")
    os.read(to_parent, 1)
    journal.write(numbered(1, 100_000))
    journal.write(numbered(2))
    os.write(from_parent, b".")
    os.read(to_parent, 1)
    assert numbers(journal.read()) == [0, 1, 2], "what another one has read is not gone"
    journal.write(numbered(3))
    os.write(from_parent, b".")
    os.read(to_parent, 1)
    os.waitpid(child, 0)
    assert pickle.loads(os.read(to_parent, 10_000)) == [[0], [1, 2], [3]]
    for end in (to_child, from_parent, to_parent, from_child):
        os.close(end)
