"""A few rounds of the library campaign: `make library-campaign` has many."""

from __future__ import annotations

import locale

import library_campaign
import pytest


@pytest.mark.slow
def test_no_model_differs_from_libc() -> None:
    before = locale.setlocale(locale.LC_ALL)
    try:
        found = library_campaign.run(rounds=8, seed=7)
    finally:
        locale.setlocale(locale.LC_ALL, before)  # the library's own setlocale was called
    assert found == []


def test_everything_that_is_said_to_be_modelled_is_tried() -> None:
    assert library_campaign.without_row() == []
