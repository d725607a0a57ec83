"""Spacer, z3's engine for Horn clauses: what predicates may be so that nothing happens that must not.

It is asked with *global guidance* (Krishnan and others 2020): lemmas that follow a pattern are generalised,
without which it diverges in most loops that count. That is younger than the rest of it, and sometimes breaks;
then it is asked again without.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import z3

from dovetail.strategies.horn.clauses import Clauses

_USED_UP = ("resource limit", "canceled")
"""What z3 says when its steps are used up; anything else is a failure of its own."""

Answers = Mapping[int, Any]
"""By loop head, what may be said of its places: z3's variable i stands for place i."""


class Happens(Exception):
    """Over integers without bounds, what must not happen does."""


def spacer(clauses: Clauses, steps: int, seed: int = 0) -> Answers | None:
    """What excludes that something happens that must not; None if that is not found in so many `steps`, as z3
    counts them (about a million a second). Raises Happens if it cannot be excluded. With another `seed` it
    may find what it did not: its luck varies."""
    for guided in (True, False):
        try:
            with _silently():
                return _asked(clauses, steps, seed, guided)
        except z3.Z3Exception as error:
            if any(words in str(error) for words in _USED_UP):
                return None
    return None


def _asked(clauses: Clauses, steps: int, seed: int, guided: bool) -> Answers | None:
    fixedpoint = z3.Fixedpoint(ctx=clauses.context)
    fixedpoint.set("engine", "spacer")
    fixedpoint.set("spacer.global", guided)
    fixedpoint.set("rlimit", steps)
    fixedpoint.set("spacer.random_seed", seed)
    wrong = z3.Function("wrong", z3.BoolSort(clauses.context))
    fixedpoint.register_relation(wrong, *clauses.predicates.values())
    found = list(clauses)
    fixedpoint.declare_var(*clauses.variables)
    for clause in found:
        head = wrong() if clause.target is None else clauses.predicates[clause.target](*clause.arguments)
        start = [] if clause.source is None else [clauses.beginning(clause.source)]
        fixedpoint.rule(head, [*start, *clause.body])
    answer = fixedpoint.query(wrong())
    if answer == z3.sat:
        raise Happens
    if answer == z3.unknown:
        return None
    return {head: fixedpoint.get_cover_delta(-1, clauses.predicates[head]) for head in clauses.loop_heads}


@contextmanager
def _silently() -> Iterator[None]:
    """What z3 says of its own failures goes to the standard error of whoever asks. It is no concern of a
    user's: there is no answer then, and nothing is lost but a guess."""
    kept = os.dup(2)
    nowhere = os.open(os.devnull, os.O_WRONLY)
    try:
        os.dup2(nowhere, 2)
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nowhere)
