"""The adequacy of tests for people: the graph has what it should have, and no text of a program breaks it."""

from __future__ import annotations

from html.parser import HTMLParser
from xml.etree import ElementTree

import pytest

from dovetail.report.adequacy import percent, summary
from dovetail.report.adequacy_page import adequacy_page
from dovetail.report.state_graph import state_graph
from report.adequate import shown

SVG = "{http://www.w3.org/2000/svg}"
NASTY = ["</svg><script>alert(1)</script>", "x < \"a\" && y > 'b'", "\u202eevil\x00", "]]>&amp;"]


def test_the_graph_has_a_node_for_each_possible_state_and_an_edge_for_each_move_between_them() -> None:
    root = ElementTree.fromstring(state_graph(shown()))
    nodes = {group.get("data-state"): group.get("class") for group in root.iter(f"{SVG}g")}
    assert nodes == {
        "1-0": "state covered",
        "1-1": "state missed fails",
        "1-2": "state open may-fail",
        "2-0": "state covered",
    }
    edges = [path.get("class") for path in root.iter(f"{SVG}path") if path.get("class")]
    assert edges == ["move", "move proposed", "move fabricated"]  # not from what is impossible
    texts = [text.text for group in root.iter(f"{SVG}g") for text in group.iter(f"{SVG}text")]
    assert sorted(map(str, texts)) == sorted(["ff", "tf", "ft", "·"])


def test_nothing_is_drawn_outside_of_the_picture() -> None:
    root = ElementTree.fromstring(state_graph(shown()))
    width, height = float(root.get("width", "0")), float(root.get("height", "0"))
    boxes = []
    for rect in root.iter(f"{SVG}rect"):
        x, y, w, h = (float(rect.get(name, "-1")) for name in ("x", "y", "width", "height"))
        assert x >= 0 and x + w <= width and y >= 0 and y + h <= height
        boxes.append((x, y, w))
    for one in boxes:  # in one row, none lies on another
        assert all(other is one or other[1] != one[1] or abs(other[0] - one[0]) >= one[2] for other in boxes)


@pytest.mark.parametrize("nasty", NASTY)
def test_text_of_the_program_cannot_break_the_page(nasty: str) -> None:
    tags: list[str] = []

    class Reader(HTMLParser):
        def handle_starttag(self, tag: str, attrs: object) -> None:
            tags.append(tag)

    plain = Reader()
    plain.feed(adequacy_page(shown()))
    expected, tags[:] = list(tags), []
    Reader().feed(adequacy_page(shown(nasty, nasty)))
    assert tags == expected and "script" not in tags
    ElementTree.fromstring(state_graph(shown(nasty, nasty)))


def test_the_terminal_says_what_is_missed_and_what_to_add() -> None:
    lines = [str(line) for line in summary(shown(), 95)]
    assert "    foo:4: x < 5, not (p == 0)" in lines
    assert "        such as x = 4, p = NULL" in lines
    assert "    1. 3: returns 0; 1 new state" in lines
    assert "ready to be added: out/proposed" in lines
    assert lines[-1] == (
        "adequacy 50.0 %: 2 of 4 possible states covered, 1 missed, 1 open, 1 impossible, by 1 test, "
        "below 95 %"
    )


@pytest.mark.parametrize(
    ("score", "text"),
    [(100.0, "100.0 %"), (99.99, "99.9 %"), (94.96, "94.9 %"), (0.0, "0.0 %"), (57.0, "57.0 %")],
)
def test_what_is_not_all_is_not_printed_as_all(score: float, text: str) -> None:
    assert percent(score) == text
