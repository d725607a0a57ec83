"""A few rounds of the library campaign: `make library-campaign` has many."""

from __future__ import annotations

import library_campaign

from dovetail.frontend.library.table import standing_of

ELSEWHERE = ("math.h", "stdio.h")
"""Functions of these are held to libc in test_library_models.py."""


def test_no_model_differs_from_libc() -> None:
    assert library_campaign.run(rounds=8, seed=7) == []


def test_everything_that_is_said_to_be_modelled_is_tried() -> None:
    missing = [standing_of(name) for name in library_campaign.without_row()]
    assert [row.name for row in missing if row is not None and row.header not in ELSEWHERE] == []
