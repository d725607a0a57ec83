"""The page in a real browser: what it shows, how it is searched, and how fast it opens."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from browser.chromium import Tab
from dovetail.report.adequacy_page import adequacy_page
from dovetail.report.page import write_page
from report.adequate import shown as adequate
from report.handmade import factorial, large
from report.test_page import NASTY, nasty

SECONDS_TO_OPEN = 2.0


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("pages")
    found = {}
    for name, shown in (("small", factorial()), ("large", large()), ("nasty", nasty())):
        found[name] = folder / f"{name}.html"
        write_page(shown, found[name])
    return found


def text_of(tab: Tab, selector: str) -> str:
    return tab.script(f"document.querySelector({selector!r})?.innerText ?? ''")


def box_of(tab: Tab, selector: str) -> dict[str, float]:
    return tab.script(f"document.querySelector({selector!r}).getBoundingClientRect().toJSON()")


def word_in(tab: Tab, row: str, word: str) -> tuple[float, float]:
    """The middle of a word of a line, on the screen."""
    x, y = tab.script(
        f"""(() => {{
          const walker = document.createTreeWalker(
            document.querySelector("{row} > code"), NodeFilter.SHOW_TEXT);
          for (let node = walker.nextNode(); node; node = walker.nextNode()) {{
            const match = /\\b{word}\\b/.exec(node.data);
            if (!match) continue;
            const range = document.createRange();
            range.setStart(node, match.index);
            range.setEnd(node, match.index + match[0].length);
            const box = range.getBoundingClientRect();
            return [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
          }}
        }})()"""
    )
    return x, y


def point_at(tab: Tab, selector: str) -> None:
    box = box_of(tab, selector)
    tab.point_at(box["left"] + 30, box["top"] + box["height"] / 2)


def colour(tab: Tab, selector: str, what: str = "color", pseudo: str = "") -> tuple[float, ...]:
    style = f"getComputedStyle(document.querySelector({selector!r}), {pseudo!r} || null)"
    told: str = tab.script(f"{style}.getPropertyValue({what!r})")
    assert told.startswith("rgb"), told
    return tuple(float(part) for part in told[told.index("(") + 1 : -1].replace("/", ",").split(",")[:3])


def contrast(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    """As the guidelines for accessible content (WCAG) define it."""

    def luminance(rgb: tuple[float, ...]) -> float:
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in (v / 255 for v in rgb)]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    bright, dim = sorted((luminance(one), luminance(other)), reverse=True)
    return (bright + 0.05) / (dim + 0.05)


def search(tab: Tab, wanted: str) -> None:
    tab.press("Escape")
    tab.press("/")
    assert tab.script("document.activeElement.id") == "query"
    tab.write(wanted)
    tab.press("Enter")
    tab.wait_for("document.getElementById('status').textContent !== ''")


# ---- what is there -----------------------------------------------------------------------------------------


def test_the_margin_has_what_changed(tab: Tab, pages: dict[str, Path]) -> None:
    tab.open(pages["small"])
    tab.wait_for("document.querySelector('#f0l7 > .m') !== null")
    assert text_of(tab, "#f0l7 > .m").split() == "↻ f [1, +oo] ! needs n >= 0".split()
    assert text_of(tab, "#f0l8 > .m").split() == "n [1, +oo]".split()
    assert tab.script("document.querySelector('#f0l17 > .m')") is None  # nothing has changed
    assert text_of(tab, "#f0l30 > .m").split()[:4] == "certain #4 impossible #3".split()
    assert "at i < 2:" in text_of(tab, "#f0l28 > .m")


def test_pointing_at_a_line_shows_all_that_is_known(tab: Tab, pages: dict[str, Path]) -> None:
    tab.open(pages["small"])
    assert "Point at a line" in text_of(tab, "#here")
    point_at(tab, "#f0l17")
    tab.wait_for("document.querySelector('#here h3')?.innerText === 'Line 17'")
    assert [row.split() for row in text_of(tab, "#here table").splitlines()] == [
        "n [0, 0]".split(),
        "f [1, +oo]".split(),
    ]
    point_at(tab, "#f0l28")
    tab.wait_for("document.querySelector('#here h3').innerText === 'Line 28'")
    told = text_of(tab, "#here")
    assert "main, at i < 2, head of a loop" in told
    assert tab.script("document.querySelector('#here table:nth-of-type(2) tr:last-child td').title") == (
        "0 <= i && i <= 2"
    )
    point_at(tab, "#f0l16")
    tab.wait_for("document.querySelector('#here h3').innerText === 'Line 16'")
    assert "only if n >= 13 (dovetail_any_int, line 26)" in text_of(tab, "#here")
    point_at(tab, "#f0l13")
    tab.wait_for("document.querySelector('#here h3').innerText === 'Line 13'")
    assert "no execution comes here" in text_of(tab, "#here")


def test_pointing_at_a_variable_shows_its_values(tab: Tab, pages: dict[str, Path]) -> None:
    tab.open(pages["small"])
    tab.point_at(*word_in(tab, "#f0l9", "n"))
    tab.wait_for("!document.getElementById('tip').hidden")
    assert text_of(tab, "#tip").splitlines() == ["n: [1, +oo], 1 <= n", "f - n: [0, +oo], 0 <= f - n"]
    tab.point_at(*word_in(tab, "#f0l17", "return"))
    tab.wait_for("document.getElementById('tip').hidden")


def test_classes_are_coloured_and_dead_code_is_grey(tab: Tab, pages: dict[str, Path]) -> None:
    for dark in (False, True):
        tab.view(1200, dark=dark)
        tab.open(pages["small"])
        edges = {line: colour(tab, f"#f0l{line}", "border-left-color") for line in (13, 16, 30)}
        assert len(set(edges.values())) == 3
        red, yellow = edges[30], edges[16]
        assert red[0] > red[1] and abs(red[1] - red[2]) < 40
        assert yellow[0] > yellow[1] > yellow[2]
        green = colour(tab, ".badge.impossible")
        assert green[1] > green[0] and green[1] > green[2]
        plain = colour(tab, "#f0l17 > code")
        grey = colour(tab, "#f0l14 > code")
        assert max(grey) - min(grey) < 30 and grey != plain
        # A keyword is not colourful in a line that no execution comes to.
        assert colour(tab, "#f0l14 .k") == grey != colour(tab, "#f0l17 .k")


@pytest.mark.parametrize("dark", [False, True])
def test_all_text_can_be_read(tab: Tab, pages: dict[str, Path], dark: bool) -> None:
    tab.view(1200, dark=dark)
    tab.open(pages["small"])
    search(tab, "n")
    back = colour(tab, "html", "background-color")
    soft = colour(tab, "#side", "background-color")
    pairs: list[tuple[tuple[float, ...], tuple[float, ...], str]] = [
        (colour(tab, "#f0l17 > code"), back, "code"),
        (colour(tab, "#f0l17 .k"), back, "keyword"),
        (colour(tab, "#f0l4 .c"), back, "comment"),
        (colour(tab, "#f0l1 .d"), back, "directive"),
        (colour(tab, "#f0l17", "color", "::before"), back, "number"),
        (colour(tab, "#f0l14 > code"), colour(tab, "#f0l14", "background-color"), "dead"),
        (colour(tab, "#f0l8 > .m"), back, "known"),
        (
            colour(tab, "#f0l7 .needs"),
            colour(tab, "#f0l6.hit", "background-color"),
            "needed, in a line that is found",
        ),
        (
            colour(tab, "#f0l6.hit > .m"),
            colour(tab, "#f0l6.hit", "background-color"),
            "known, in a line that is found",
        ),
        (colour(tab, "#side header p"), soft, "beside"),
        (colour(tab, "#checks .place"), soft, "link"),
        (colour(tab, "#here td"), colour(tab, "#here tr.found", "background-color"), "found"),
    ]
    for name in ("certain", "potential", "impossible", "unreachable"):
        badge = f".legend .badge.{name}"
        pairs.append((colour(tab, badge), colour(tab, badge, "background-color"), name))
        pairs.append((colour(tab, f"summary.{name}"), soft, f"summary of {name}"))
    assert [(what, round(contrast(*two), 2)) for *two, what in pairs if contrast(*two) < 4.5] == []


def test_the_list_of_checks_leads_to_them(tab: Tab, pages: dict[str, Path]) -> None:
    tab.view(1200, 300)
    tab.open(pages["small"])
    assert text_of(tab, ".legend").split("\n")[0].split()[:3] == ["✗", "1", "certain"]
    tab.script("document.querySelector('#checks a[href=\"#f0l30\"]').click()")
    tab.wait_for("location.hash === '#f0l30'")
    box = box_of(tab, "#f0l30")
    assert box["top"] >= 0 and box["bottom"] <= 300
    assert "check #4, assertion: assert(product != 0)" in text_of(tab, "#here")


def test_an_address_with_a_line_opens_there(tab: Tab, pages: dict[str, Path]) -> None:
    tab.open(pages["large"], "#f0l4711")
    box = box_of(tab, "#f0l4711")
    assert box["top"] >= 0 and box["bottom"] <= 800
    assert text_of(tab, "#here h3") == "Line 4711"
    assert tab.script("document.querySelector('#f0l4711 > .m') !== null")


# ---- the search --------------------------------------------------------------------------------------------


def test_the_search_finds_a_variable_and_steps_through_its_points(tab: Tab, pages: dict[str, Path]) -> None:
    tab.view(1200, 400)
    tab.open(pages["small"])
    search(tab, "product")
    seen = []
    for _ in range(7):
        seen.append(text_of(tab, "#status"))
        tab.script("document.activeElement.blur()")
        tab.press("n")
    assert seen[:5] == [
        "1 of 5: main, line 27: product: _0_",
        "2 of 5: main, line 28: product: [1, +oo]?",
        "3 of 5: main, line 28: product: [1, +oo]",
        "4 of 5: main, line 29: product: [1, +oo]?",
        "5 of 5: main, lines 30–31: product: [1, +oo]",
    ]
    assert seen[5:] == seen[:2]  # and round again
    tab.press("N")
    tab.press("N")
    assert text_of(tab, "#status") == seen[0]
    tab.press("n")
    assert text_of(tab, "#status") == seen[1]
    assert tab.script("[...document.querySelectorAll('.l.hit')].map(row => row.id)") == ["f0l28"]
    box = box_of(tab, "#f0l28")
    assert box["top"] >= 0 and box["bottom"] <= 400
    assert text_of(tab, "#here tr.found").split() == "product [1, +oo]?".split()
    tab.press("Escape")
    assert tab.script(
        "[document.querySelectorAll('.l.hit').length, document.getElementById('query').value]"
    ) == [0, ""]
    assert "Point at a line" in text_of(tab, "#here")


def test_every_point_can_be_asked_for(tab: Tab, pages: dict[str, Path]) -> None:
    tab.open(pages["small"])
    search(tab, "f")
    assert text_of(tab, "#status").startswith("1 of 3: factorial, line 6: f: _0_")
    tab.script("document.getElementById('every').click()")
    assert text_of(tab, "#status").startswith("1 of 8: ")
    assert tab.script("document.querySelectorAll('#found li').length") == 8
    # Seven points where f is known, and one more where f - n is.
    assert sum("f - n" in row for row in text_of(tab, "#found").splitlines()) == 1


def test_what_is_not_known_is_said(tab: Tab, pages: dict[str, Path]) -> None:
    tab.open(pages["small"])
    search(tab, "nonesuch")
    assert text_of(tab, "#status") == "Nothing is known about nonesuch."
    tab.press("Escape")
    search(tab, "PROD")  # no variable, but part of a name
    assert "product: _0_" in text_of(tab, "#status")


def test_with_the_keyboard_alone(tab: Tab, pages: dict[str, Path]) -> None:
    tab.open(pages["small"], "#f0l8")
    tab.script("document.getElementById('f0l8').focus()")
    tab.press("Escape")
    tab.press("ArrowDown")
    assert tab.script("document.activeElement.id") == "f0l9"
    assert text_of(tab, "#here h3") == "Line 9"
    tab.press("ArrowRight")
    assert text_of(tab, "#tip").splitlines() == ["n: [1, +oo], 1 <= n", "f - n: [0, +oo], 0 <= f - n"]
    tab.press("ArrowUp")
    tab.press("ArrowRight")
    assert text_of(tab, "#tip").splitlines() == ["f: [1, +oo], 1 <= f"]
    tab.press("Enter")  # keeps the line, wherever the mouse goes
    point_at(tab, "#f0l17")
    assert text_of(tab, "#here h3") == "Line 8"
    assert tab.script("document.querySelectorAll('#source [tabindex=\"0\"]').length") == 1


# ---- a large program, a small screen, paper, and a hostile source ------------------------------------------


def test_a_driver_opens_at_once(tab: Tab, pages: dict[str, Path]) -> None:
    """8,000 lines, 10,000 points; the browser has been warmed up, as a user's is."""
    tab.open(pages["small"])
    seconds = []
    for _ in range(3):
        tab.open(pages["large"])
        timing: dict[str, Any] = tab.script("performance.timing.toJSON()")
        seconds.append((timing["loadEventEnd"] - timing["navigationStart"]) / 1000)
    assert min(seconds) < SECONDS_TO_OPEN, seconds
    took = tab.script(
        """(() => {
          const start = performance.now(), query = document.getElementById("query");
          query.value = "status_150";
          document.getElementById("every").dispatchEvent(new Event("change"));
          document.body.offsetHeight;
          return performance.now() - start;
        })()"""
    )
    assert took < 1000
    assert text_of(tab, "#status").startswith("1 of ")
    assert "handle_request_150, line 6003: status_150: [-oo, +oo]" in text_of(tab, "#status")
    tab.script("document.getElementById('next').click()")
    assert "status_150: [0, " in text_of(tab, "#status")
    # Only what is near the screen has a margin.
    assert tab.script("document.querySelectorAll('.m').length") < 600


@pytest.mark.parametrize("name", ["small", "large"])
def test_a_small_screen(tab: Tab, pages: dict[str, Path], name: str) -> None:
    tab.view(400, 800, mobile=True)
    tab.open(pages[name])
    tab.wait_for("document.querySelector('.m') !== null")
    assert tab.script("document.documentElement.scrollWidth") <= 400
    row = tab.script("document.querySelector('.l:has(.m)').id")
    assert box_of(tab, f"#{row} > .m")["bottom"] <= box_of(tab, f"#{row} > code")["top"] + 1  # above the line
    search(tab, "f" if name == "small" else "status_7")
    sheet, line = box_of(tab, "#here"), box_of(tab, ".l.hit > code")
    assert sheet["bottom"] == 800 and sheet["width"] == 400
    assert line["bottom"] <= sheet["top"]


def test_on_paper_all_margins_are_there(tab: Tab, pages: dict[str, Path]) -> None:
    tab.open(pages["large"])
    assert tab.script("document.querySelectorAll('.m').length") < 600
    tab.script("dispatchEvent(new Event('beforeprint'))")
    assert tab.script("document.querySelectorAll('.m').length") > 6000
    tab.open(pages["small"])
    assert tab.pdf().startswith(b"%PDF")


def test_a_hostile_source_is_shown_as_it_is(tab: Tab, pages: dict[str, Path]) -> None:
    tab.open(pages["nasty"], "#f0l3")
    assert text_of(tab, "#f0l1 > code") == f"// {NASTY}"
    assert NASTY in text_of(tab, "#f0l3 > .m") and NASTY in text_of(tab, "#here")
    search(tab, "alert")
    assert NASTY in text_of(tab, "#status")
    search(tab, "__proto__")
    assert "__proto__: [1, 1]" in text_of(tab, "#status")
    assert tab.script("document.querySelectorAll('script').length") == 2
    # What is bold is the page's own: the names in the margin, and the marks of the classes.
    assert tab.script("document.querySelectorAll('b').length") == 4 + tab.script(
        "document.querySelectorAll('.m > span > b').length"
    )


@pytest.mark.parametrize("dark", [False, True])
def test_the_page_of_adequacy_draws_its_graph(tab: Tab, tmp_path: Path, dark: bool) -> None:
    page = tmp_path / "adequacy.html"
    page.write_text(adequacy_page(adequate()), encoding="utf-8")
    tab.view(1200, dark=dark)
    tab.open(page)
    style = "getComputedStyle(document.querySelector('svg .{} rect'))"
    assert tab.script("document.querySelectorAll('svg .state').length") == 4
    assert float(tab.script(f"parseFloat({style.format('covered')}.strokeWidth)")) == 3.0
    assert tab.script(f"{style.format('missed')}.strokeDasharray") not in ("none", "")
    red = tab.script(f"{style.format('fails')}.stroke")
    assert red != tab.script(f"{style.format('covered')}.stroke")
    box = tab.script(
        "(({width, height}) => [width, height])(document.querySelector('svg').getBoundingClientRect())"
    )
    assert box[0] > 100 and box[1] > 100
    assert tab.script("document.documentElement.scrollWidth <= innerWidth")
    assert tab.script("document.querySelectorAll('script').length") == 0
