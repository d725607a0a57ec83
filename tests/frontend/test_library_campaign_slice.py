"""A few rounds of the library campaign: `make library-campaign` has many."""

from __future__ import annotations

import library_campaign


def test_no_model_differs_from_libc() -> None:
    assert library_campaign.run(rounds=8, seed=7) == []


def test_everything_that_is_said_to_be_modelled_is_tried() -> None:
    assert library_campaign.without_row() == []
