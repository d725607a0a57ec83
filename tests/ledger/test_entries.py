"""Entries are plain data: what they say is what they are, whoever says it, and it can be sent and kept."""

from __future__ import annotations

import json
import math
import os
import pickle
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from dovetail.execution.inputs import InputVector
from dovetail.ledger import entries
from dovetail.ledger.entries import (
    KINDS,
    ContractOf,
    Entry,
    Exclusion,
    Fact,
    Predicate,
    Standing,
    State,
    Violation,
    from_json,
)

VECTOR = InputVector((1, -2, 1 << 63))
EVERY: tuple[Entry, ...] = (
    entries.Test(vector=VECTOR, author="tests"),
    Violation(check=3, vector=VECTOR, author="dash", rests_on=("test:0123",)),
    Fact(
        location=7, condition="[[],[]]", standing=Standing.INDUCTIVE, author="induction", rests_on=("a", "b")
    ),
    State(location=2, values=(("main", "x", 5), ("", "g", 1 << 31)), author="fabricate"),
    Predicate(location=4, condition="[[],[1]]", author="dash"),
    ContractOf(procedure="f", requires="[1]", ensures="[2]", writes=("g", "h"), author="summaries"),
    Exclusion(checks=(1, 4), complete=True, certificate={"format": "x", "rows": [1, [2]]}, author="abstract"),
)
each = pytest.mark.parametrize("entry", EVERY, ids=[one.kind for one in EVERY])


def test_every_kind_is_here() -> None:
    assert [one.kind for one in EVERY] == list(KINDS)


@each
def test_the_key_is_what_is_said(entry: Entry) -> None:
    """Not by whom, nor what it rests on."""
    assert entry.key.startswith(f"{entry.kind}:")
    assert entry.by("somebody else").key == entry.key
    assert entry.by("somebody else").author == "somebody else"
    assert replace(entry, rests_on=("something",)).key == entry.key


@pytest.mark.parametrize(
    ("entry", "other"),
    [
        (EVERY[0], entries.Test(vector=InputVector((1, -2)))),
        (EVERY[1], Violation(check=4, vector=VECTOR)),
        (EVERY[2], Fact(location=8, condition="[[],[]]", standing=Standing.INDUCTIVE)),
        (EVERY[2], Fact(location=7, condition="[[],[]]", standing=Standing.GUESSED)),
        (EVERY[4], Fact(location=4, condition="[[],[1]]")),
        (EVERY[6], Exclusion(checks=(1,), complete=True, certificate={"format": "x", "rows": [1, [2]]})),
    ],
)
def test_who_says_something_else_has_another_key(entry: Entry, other: Entry) -> None:
    assert entry.key != other.key


@each
def test_as_json_and_back(entry: Entry) -> None:
    again = from_json(json.loads(json.dumps(entry.to_json())), entry.kind)
    assert again == entry and type(again) is type(entry)
    assert again.key == entry.key


@each
def test_it_can_be_sent(entry: Entry) -> None:
    assert entry.key
    again = pickle.loads(pickle.dumps(entry))
    assert again == entry and again.key == entry.key


@each
def test_its_key_need_not_be_sent_along(entry: Entry) -> None:
    """Whoever gets an entry whose key nobody has asked for comes to the same one."""
    fresh = replace(entry)
    assert "key" not in vars(fresh)
    again = pickle.loads(pickle.dumps(fresh))
    assert "key" not in vars(again)
    assert (again.key, type(again), again.author, again.rests_on) == (
        entry.key,
        type(entry),
        entry.author,
        entry.rests_on,
    )


ODD = InputVector((math.nan, -math.inf, -0.0, 1 << 70), (b"", b"\x00\xff"), ((0x1000, b"\x01"),))


@pytest.mark.parametrize(
    "entry", [entries.Test(vector=ODD), Violation(check=1, vector=ODD)], ids=["test", "violation"]
)
def test_inputs_that_json_has_no_numbers_for(entry: Entry) -> None:
    """And memory, and wild memory, which is part of what is said."""
    kept = json.loads(json.dumps(entry.to_json(), allow_nan=False))
    assert from_json(kept, entry.kind).key == entry.key
    assert pickle.loads(pickle.dumps(replace(entry))).key == entry.key
    shorter = replace(entry, vector=replace(ODD, wild=()))  # type: ignore[call-arg]
    assert shorter.key != entry.key


def test_keys_are_the_same_in_every_process() -> None:
    """Whatever the seed of hashes there."""
    code = (
        "from dovetail.ledger.entries import Test, Violation\n"
        "from dovetail.execution.inputs import InputVector\n"
        "v = InputVector((1, -2, 1 << 63))\n"
        "print(Test(vector=v).key, Violation(check=3, vector=v).key)\n"
    )
    source = str(Path(entries.__file__).parents[2])
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONPATH": source, "PYTHONHASHSEED": seed}
        done = subprocess.run(
            [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
        )
        assert done.stdout.split() == [EVERY[0].key, EVERY[1].key]
