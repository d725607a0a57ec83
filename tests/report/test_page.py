"""The page as a file: all is in it, nothing of the program's text can get out of its place."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dovetail.evidence.annotated import AnnotatedProgram, Class, Known, Necessary, Point
from dovetail.program.automata import Assumption
from dovetail.program.position import Position
from dovetail.report.by_line import files_by_line
from dovetail.report.page import GENERATOR, NotOurPage, page, require_our_page, write_page
from dovetail.report.page_data import LOOP_HEAD, REACHABLE, page_data
from report.handmade import check, factorial, large
from thinned import examples

NASTY = "</script><script>alert(1)</script><b>bold</b> \"quoted\" 'single' &amp; <!-- --> ]]> </style>"


def nasty() -> AnnotatedProgram:
    """A program that would like to be markup."""
    file = f"a{NASTY.replace('/', '|')}.c"
    text = f'// {NASTY}\nint main(void) {{\n    puts("</script><b>x</b>"); /* {NASTY} */\n}}\n'
    position = Position(file, 3, 5)
    known = (Known(NASTY, f"[{NASTY}]", f"{NASTY} > 0"), Known("__proto__", "[1, 1]"))
    point = Point(position, NASTY, True, known, True, NASTY)
    necessary = Necessary(position, NASTY, NASTY)
    return AnnotatedProgram(
        (file,),
        {file: text},
        "both",
        "all",
        NASTY,
        (point,),
        (check(1, file, 3, 5, Class.POTENTIAL, NASTY, [necessary]),),
        assumptions=(Assumption(position, NASTY),),
        unmodelled=((position, NASTY),),
        notes=(NASTY,),
    )


class Reader(HTMLParser):
    """The tags of a page, and its text outside of scripts and styles."""

    VOID = frozenset({"meta", "input", "br", "hr"})

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.text: list[str] = []
        self.scripts: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open, f"never closed: {self.open}"

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] in ("script", "style"):
            self.scripts.append(data)
        else:
            self.text.append(data)


def data_of(text: str) -> dict[str, Any]:
    found = re.search(r'<script type="application/json" id="data">(.*?)</script>', text, re.DOTALL)
    assert found is not None
    return json.loads(found[1])


def told(data: dict[str, Any]) -> list[tuple[int, str, int, int, dict[str, tuple[str, str, bool]]]]:
    """The points, put together again: file, function, line, flags, and what is known."""
    texts, names, facts = data["texts"], data["names"], data["facts"]
    found = []
    for file, function, points in data["groups"]:
        state: dict[int, int] = {}
        for line, _, flags, _, news, gone in points:
            changed = set()
            if flags & REACHABLE:
                for name in gone:
                    del state[name]
                for code, fact in zip(news[::2], news[1::2], strict=True):
                    state[code >> 1] = fact
                    if code & 1:
                        changed.add(code >> 1)
            known = {
                texts[names[name]]: (texts[facts[2 * fact]], texts[facts[2 * fact + 1]], name in changed)
                for name, fact in (state if flags & REACHABLE else {}).items()
            }
            found.append((file, texts[function], line, flags, known))
    return found


values = st.sampled_from(["[0, 0]", "[0, 1]", "[0, +oo]"])
knowledge = st.lists(
    st.tuples(st.sampled_from("abcdef"), values, st.booleans()), max_size=5, unique_by=lambda one: one[0]
)


@given(
    st.lists(st.tuples(st.sampled_from(["f", "g"]), st.integers(1, 9), st.booleans(), knowledge), max_size=20)
)
@settings(max_examples=examples(100))
def test_the_data_are_what_is_known(drawn: list[tuple[str, int, bool, list[tuple[str, str, bool]]]]) -> None:
    points = tuple(
        Point(
            Position("f.c", line, 1),
            function,
            reachable,
            tuple(
                Known(name, value, f"{name} {value}", changed) for name, value, changed in known if reachable
            ),
            line % 3 == 0,
        )
        for function, line, reachable, known in sorted(drawn, key=lambda one: one[1])
    )
    shown = AnnotatedProgram(("f.c",), {"f.c": "x;\n" * 9}, "forward", "all", "", points, ())
    expected = [
        (
            0,
            point.function,
            point.position.line,
            REACHABLE * point.reachable | LOOP_HEAD * point.loop_head,
            {one.name: (one.values, one.condition, one.changed) for one in point.known},
        )
        for function in dict.fromkeys(point.function for point in points)
        for point in points
        if point.function == function
    ]
    assert told(page_data(files_by_line(shown), "forward")) == expected


def test_one_name_may_hide_another() -> None:
    known = (Known("i", "[0, 0]"), Known("i", "[7, 7]"))
    points = tuple(Point(Position("f.c", line, 1), "f", True, known) for line in (1, 2))
    shown = AnnotatedProgram(("f.c",), {"f.c": "x;\ny;\n"}, "forward", "all", "", points, ())
    data = page_data(files_by_line(shown), "forward")
    assert [data["texts"][name] for name in data["names"]] == ["i", "i"]


def test_markup_in_a_program_stays_text() -> None:
    text = page(nasty())
    reader = Reader(text)
    assert "".join(reader.text).count(NASTY) >= 8
    assert not any(tag in ("b", "script") and not attributes for tag, attributes in reader.tags if tag == "b")
    assert [tag for tag, _ in reader.tags].count("script") == 2
    assert text.count("<script") == 2 and text.count("</script") == 2 and text.count("</style") == 1
    assert "<!--" not in text.replace("&lt;!--", "")
    data = data_of(text)
    ((_, function, line, _, known),) = told(data)
    assert (function, line) == (NASTY, 3)
    assert known[NASTY] == (f"[{NASTY}]", f"{NASTY} > 0", True)


def test_the_page_needs_nothing_else() -> None:
    for shown in (factorial(), nasty()):
        text = page(shown)
        reader = Reader(text)
        for tag, attributes in reader.tags:
            assert tag not in ("link", "img", "iframe", "object", "base")
            assert "src" not in attributes and "style" not in attributes
            assert not any(name.startswith("on") for name in attributes)
            assert (attributes.get("href") or "#").startswith("#")
        assert "http:" not in text.replace(NASTY, "") and "url(" not in text and "@import" not in text


def test_the_policy_allows_its_own_script_and_style_only() -> None:
    text = page(factorial())
    policy = next(
        a["content"] for tag, a in Reader(text).tags if a.get("http-equiv") == "Content-Security-Policy"
    )
    assert policy is not None
    for tag in ("style", "script"):
        content = re.search(rf"<{tag}>(.*?)</{tag}>", text, re.DOTALL)
        assert content is not None
        digest = base64.b64encode(hashlib.sha256(content[1].encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in policy
    assert "unsafe" not in policy and policy.startswith("default-src 'none'")


def test_every_line_is_there_as_text() -> None:
    shown = factorial()
    rows = re.findall(r'<div class="l[^"]*" id="f0l(\d+)" data-n="(\d+)"><code>(.*?)</code>', page(shown))
    source = shown.texts["examples/fact.c"].split("\n")[:-1]
    assert [int(number) for number, again, _ in rows if number == again] == list(range(1, len(source) + 1))
    assert ["".join(Reader(f"<p>{code}</p>").text) for _, _, code in rows] == source


def test_lines_have_the_worst_class_of_their_checks_and_dead_ones_are_marked() -> None:
    text = page(factorial())
    for line, classes in (
        (13, "l dead unreachable"),
        (14, "l dead"),
        (16, "l potential"),
        (30, "l certain"),
        (31, "l"),
    ):
        assert f'<div class="{classes}" id="f0l{line}"' in text


@pytest.mark.slow
def test_each_check_is_in_the_list_once() -> None:
    text = page(large())
    links = re.findall(r'<a href="#f0l(\d+)" title="check #(\d+), assertion">', text)
    assert sorted(int(number) for _, number in links) == list(range(1, 1001))


@pytest.mark.slow
def test_a_large_page_is_small_enough() -> None:
    # A fifth of it is the source; twelve variables at 10,000 points, said each time, would be 8 MB more.
    assert len(page(large())) < 3_000_000


def test_only_pages_of_dovetail_are_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    write_page(factorial(), path)
    assert GENERATOR in path.read_text()[:1024]
    write_page(nasty(), path)
    assert "fact.c" not in path.read_text()
    for content in (b"<html>mine</html>", b" " * 2000 + GENERATOR.encode(), b"\xff\xfe"):
        path.write_bytes(content)
        with pytest.raises(NotOurPage):
            write_page(factorial(), path)
        assert path.read_bytes() == content
    path.write_bytes(b"")
    write_page(factorial(), path)
    link = tmp_path / "link.html"
    link.symlink_to(tmp_path / "gone" / "nowhere.html")
    with pytest.raises(NotOurPage):
        require_our_page(link)
    with pytest.raises(NotOurPage):
        require_our_page(Path("/dev/null"))
