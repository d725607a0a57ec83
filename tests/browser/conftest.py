"""What the tests of pages have in common: one browser for each module, and what must be true after each test.

Without Chromium these tests are skipped, unless DOVETAIL_BROWSER is `required`, as in `make test-browser`.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from browser.chromium import PROGRAM, Tab, browser


@pytest.fixture(scope="module")
def chromium() -> Iterator[Tab]:
    if PROGRAM is None and os.environ.get("DOVETAIL_BROWSER") != "required":
        pytest.skip("there is no Chromium to show the page in")
    assert PROGRAM is not None, "there is no Chromium, and it is required"
    with browser() as tab:
        yield tab


@pytest.fixture
def tab(chromium: Tab) -> Iterator[Tab]:
    """After every test: no errors, no warnings, nothing asked of the network."""
    chromium.view(1200)
    chromium.complaints.clear()
    chromium.requests.clear()
    yield chromium
    assert chromium.complaints == []
    assert all(
        url.startswith("file:///") and url.split("#")[0].endswith(".html") for url in chromium.requests
    )
