"""Vectors of predicates: those that describe no state are found out, and no others."""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from dovetail.formulas.consistent_vectors import consistent_vectors
from dovetail.frontend import Loaded, LoadOptions, load
from dovetail.frontend.probes import Probing
from dovetail.program.predicates import probes_at
from dovetail.suites.cutpoint_predicates import vectors_to_probe

VALUES = (-(2**31), -1, 0, 1, 2, 3, 4, 5, 6, 2**31 - 1)


def reader(path: Path, predicates: list[str]) -> Callable[[Probing | None], Loaded]:
    asked = "".join(f"dovetail_predicate({text}); " for text in predicates)
    path.write_text(
        f"#include <dovetail.h>\nint f(int x, int y, char *p) {{ {asked} return x + y + (p != 0); }}\n"
        "int main(void) { return f(dovetail_any_int(), dovetail_any_int(), (void *)0); }\n"
    )
    return lambda probing: load([path], replace(LoadOptions(), probing=probing))


@pytest.mark.parametrize(
    "predicates",
    [
        ["x < 3", "x > 5"],
        ["x < 3", "x < 5", "x == 4"],
        ["x == y", "x < y", "y < x"],
        ["x & 1", "x == 2", "x == 3"],
        ["x < y", "x - y < 0"],  # not the same: it may overflow
    ],
)
def test_they_are_those_of_some_values(tmp_path: Path, predicates: list[str]) -> None:
    read = reader(tmp_path / "f.c", predicates)
    loaded = read(vectors_to_probe(read).probing)
    about = next(found for found in probes_at(loaded.program.procedures["f"]).values() if len(found) > 1)
    found = consistent_vectors(loaded.program, about, time.monotonic() + 60)
    assert found.complete

    def wrapped(number: int) -> int:
        return (number + 2**31) % 2**32 - 2**31

    def vector(x: int, y: int) -> int:
        texts = [text.replace("x - y", "wrapped(x - y)") for text in predicates]
        truths = [bool(eval(text, {"x": x, "y": y, "wrapped": wrapped})) for text in texts]
        return sum(truth << at for at, truth in enumerate(truths))

    assert found.states.keys() == {vector(x, y) for x, y in itertools.product(VALUES, repeat=2)}
    for bits, values in found.states.items():
        numbers = {"x": 0, "y": 0, **{name: int(text) for name, text in values}}
        assert vector(numbers["x"], numbers["y"]) == bits


def test_pointers(tmp_path: Path) -> None:
    read = reader(tmp_path / "f.c", ["p == 0", "p != 0"])
    loaded = read(vectors_to_probe(read).probing)
    about = next(found for found in probes_at(loaded.program.procedures["f"]).values() if len(found) > 1)
    found = consistent_vectors(loaded.program, about, time.monotonic() + 60)
    assert found.complete
    assert found.states == {1: (("p", "NULL"),), 2: (("p", "a pointer that is not NULL"),)}


def test_without_time_nothing_is_said_to_be_a_contradiction(tmp_path: Path) -> None:
    read = reader(tmp_path / "f.c", ["x < 3", "x > 5"])
    loaded = read(vectors_to_probe(read).probing)
    about = next(found for found in probes_at(loaded.program.procedures["f"]).values() if len(found) > 1)
    assert not consistent_vectors(loaded.program, about, time.monotonic()).complete
