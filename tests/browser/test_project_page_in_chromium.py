"""The page about a build in a real browser: what it shows, how one goes through it, and how fast it opens."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

import pytest

from browser.chromium import Tab
from dovetail.program.automata import Assumption
from dovetail.program.position import NOWHERE
from dovetail.report.project_page import project_page
from report.units import TEXT, build_of

SECONDS_TO_OPEN = 2.0
VIOLATED, UNKNOWN, PROVED = "#u0", "#u2", "#u5"


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("page")
    path = folder / "report.html"
    path.write_text(project_page(build_of(folder)))
    return path


def text_of(tab: Tab, selector: str) -> str:
    return str(tab.script(f"document.querySelector({selector!r})?.innerText ?? ''"))


def shown(tab: Tab) -> list[str]:
    rows = "[...document.querySelectorAll('#units tbody tr')].filter(row => !row.hidden)"
    return list(tab.script(f"{rows}.map(row => row.querySelector('a').textContent)"))


def test_the_overview_is_searched_and_filtered_with_the_keyboard(tab: Tab, page: Path) -> None:
    tab.open(page)
    assert shown(tab)[:3] == ["a.c:violated", "a.c:potential", "a.c:unknown"] and len(shown(tab)) == 6
    tab.press("/")
    tab.write(":proved")
    assert shown(tab) == ["a.c:proved"]
    tab.press("Escape")
    assert len(shown(tab)) == 6
    tab.script("document.querySelector('[data-standing=violated]').click()")
    assert shown(tab) == ["a.c:violated"]
    tab.script("document.querySelector('button[data-standing=violated]').click()")
    tab.script("document.querySelector('button[data-standing=changed]').click()")
    assert "a.c:proved" not in shown(tab) and "a.c:violated" in shown(tab)
    tab.press("ArrowDown")
    tab.press("Enter")
    tab.wait_for("!document.getElementById('unit').hidden")
    assert text_of(tab, "#unit h1") == "a.c:violated"
    tab.press("Escape")
    tab.wait_for("!document.getElementById('overview').hidden")


def test_a_violation_is_a_story_to_step_through(tab: Tab, page: Path) -> None:
    tab.open(page, VIOLATED)
    assert text_of(tab, "#at") == "step 2 of 2" and text_of(tab, ".l.now").endswith("assert(x != 7);")
    assert text_of(tab, "#variables").split() == ["x", "8", "y", "NULL"]
    tab.press("ArrowLeft")
    assert text_of(tab, "#at") == "step 1 of 2" and text_of(tab, ".l.now").endswith("int f(int x) {")
    assert text_of(tab, "#variables").split() == ["x", "7", "y", "NULL"]
    tab.press("ArrowLeft")
    assert text_of(tab, "#at") == "step 1 of 2"
    tab.press("End")
    assert text_of(tab, "#variables tr.changed").split() == ["x", "8"]


def test_the_heap_is_a_picture_and_inputs_become_a_command(tab: Tab, page: Path) -> None:
    tab.open(page, VIOLATED)
    assert text_of(tab, "#last-heap").split()[-1] == "next" and tab.script(
        "document.querySelector('#last-heap svg').getBoundingClientRect().width > 50"
    )
    tab.script("document.getElementById('others').open = true")
    command = text_of(tab, "#command")
    assert command.startswith("dovetail run ") and command.endswith(" --inputs=7,-1")
    assert (
        "--flag=-DX='a b'" not in command
        and "'--flag=-DX=a b'" in command
        and "--function violated" in command
    )
    tab.script("document.getElementById('inputs').focus()")
    tab.press("ArrowLeft")  # is for the text there
    assert text_of(tab, "#at") == "step 2 of 2"
    for typed, said in (
        ('{"values": [8]}', " --inputs=8"),
        ('{"values": [8], "memory": ["00"]}', " --inputs @inputs.json"),
        ('{"values": [', "This is no JSON yet."),
    ):
        tab.script("document.getElementById('inputs').select()")
        tab.write(typed)
        assert text_of(tab, "#command").endswith(said)
    assert not tab.complaints


def test_a_story_stays_in_sight_on_a_narrow_screen(tab: Tab, page: Path) -> None:
    tab.view(390, 600, mobile=True)
    tab.open(page, VIOLATED)
    for key in ("ArrowLeft", "End"):
        tab.press(key)
        seen = "(() => { const at = document.querySelector(%r).getBoundingClientRect();"
        seen += " return at.top >= 0 && at.bottom <= innerHeight; })()"
        assert tab.script(seen % "#at") and tab.script(seen % ".l.now")


def test_a_proof_has_its_invariants_and_what_it_rests_on(tab: Tab, page: Path) -> None:
    tab.open(page, PROVED)
    assert text_of(tab, "#l5 + .said") == "↻ always: x >= 0 && x <= 10"
    said = text_of(tab, "#side")
    assert "proved by bounded, with 3 facts of induction" in said
    tab.script("document.querySelectorAll('details').forEach(one => one.open = true)")
    assert "malloc always finds memory" in text_of(tab, "#side")


def test_what_is_unknown_is_on_its_line_and_harms_nothing(tab: Tab, page: Path) -> None:
    tab.open(page, UNKNOWN)
    assert "nobody knows: </script><img" in text_of(tab, "#l4 + .said")
    assert tab.script("document.querySelectorAll('img').length") == 0


def _open_flow(tab: Tab) -> None:
    tab.script("document.querySelector('#flow summary').click()")
    tab.wait_for("document.querySelector('#flow svg .block') !== null")


def test_the_flow_is_drawn_when_it_is_asked_for(tab: Tab, page: Path) -> None:
    tab.open(page, PROVED)
    assert "2 of 3 lines reached" not in text_of(tab, "#flow summary")  # of both procedures
    assert (
        text_of(tab, "#flow summary")
        == "Control flow of 2 procedures: 3 of 903 lines reached; 5 of 1205 edges reached, 1 excluded"
    )
    assert tab.script("document.querySelectorAll('#flow .block').length") == 0
    _open_flow(tab)
    classes = "[...document.querySelectorAll('#flow {}')].map(one => one.getAttribute('class').trim())"
    assert tab.script(classes.format(".block")) == [
        "block taken",
        "block excluded",
        *("block taken loop", "block taken", "block taken"),
    ]
    assert sorted(tab.script(classes.format("svg.flow .way"))) == [*["way excluded"], *["way taken"] * 4]
    said = tab.script(
        "[...document.querySelectorAll('#flow .block')].map(one => one.getAttribute('aria-label'))"
    )
    assert said[1].split("\n") == [
        "line 4",
        "excluded: no execution comes here",
        "check 1: assert(x != 7): proved",
    ]
    assert "head of a loop" in said[2] and "always: x >= 0 && x <= 10" in said[2]
    content = "document.querySelector('#flow {}').textContent"
    assert tab.script(content.format(".verdict.proved text")) == "✓"
    assert "↻ x >= 0" in tab.script(content.format(".block.loop"))
    boxes = tab.script(
        "[...document.querySelectorAll('#flow .block > rect')]"
        ".map(one => one.getBoundingClientRect().toJSON())"
    )
    for at, one in enumerate(boxes):  # no block lies on another one
        for other in boxes[:at]:
            apart = one["left"] >= other["right"] or other["left"] >= one["right"]
            assert apart or one["top"] >= other["bottom"] or other["top"] >= one["bottom"]
    tab.script(
        "const choice = document.getElementById('procedure'); choice.value = '1';"
        " choice.dispatchEvent(new Event('change'))"
    )
    assert "more blocks than can be drawn" in text_of(tab, "#flow .drawing")


def test_the_flow_is_walked_with_keys_and_lit_with_the_story(tab: Tab, page: Path) -> None:
    tab.open(page, VIOLATED)
    _open_flow(tab)
    assert tab.script("document.querySelectorAll('#flow .block.now').length") == 2  # at the end: line 4
    tab.press("ArrowLeft")
    assert tab.script("document.querySelectorAll('#flow .block.now').length") == 0  # line 3
    assert text_of(tab, "#at") == "step 1 of 2"
    tab.script("document.querySelector('#flow .block').focus()")
    for key in ("ArrowDown", "ArrowDown"):
        tab.press(key)
    assert tab.script("document.activeElement.dataset.block") == "2"
    assert tab.script("document.querySelectorAll('#flow [tabindex=\"0\"]').length") == 1
    tab.press("Enter")
    assert text_of(tab, ".l.now").endswith("while (x > 0) x--;")
    tab.press("ArrowUp")
    assert tab.script("document.activeElement.dataset.block") == "1"


def test_the_line_that_is_shown_is_not_behind_the_flow(tab: Tab, tmp_path: Path) -> None:
    build = build_of(tmp_path)
    (tmp_path / "a.c").write_text(TEXT.replace("    while", "\n" * 200 + "    while"))
    path = tmp_path / "long.html"
    path.write_text(project_page(build))
    tab.view(1280, 700)
    tab.open(path, PROVED)
    _open_flow(tab)
    tab.script("document.getElementById('l150').scrollIntoView({ block: 'center' })")
    seen = "(() => { const [line, flow] = ['l150', 'flow'].map(id => document.getElementById(id)"
    seen += ".getBoundingClientRect()); return line.top >= flow.bottom && line.bottom <= innerHeight; })()"
    assert tab.script(seen)


@pytest.mark.parametrize("dark", [False, True])
def test_the_flow_in_both_lights_on_a_narrow_screen_and_on_paper(dark: bool, tab: Tab, page: Path) -> None:
    tab.view(390, 800, dark=dark, mobile=True)
    tab.open(page, PROVED)
    tab.script("dispatchEvent(new Event('beforeprint'))")
    colours = [
        tab.script(f"getComputedStyle(document.querySelector('#flow .way.{reach} path')).stroke")
        for reach in ("taken", "excluded")
    ]
    text = tab.script("getComputedStyle(document.querySelector('#flow .block text.code')).fill")
    assert len({*colours, text}) == 3
    assert tab.script("document.documentElement.scrollWidth <= innerWidth + 1")
    tab.script("document.querySelector('#flow button').click()")
    fits = "(one => one.scrollWidth <= one.clientWidth)(document.querySelector('#flow .drawing'))"
    assert tab.script(fits)
    assert tab.pdf().startswith(b"%PDF")


def test_what_is_excluded_within_bounds_is_called_so(tab: Tab, tmp_path: Path) -> None:
    build = build_of(tmp_path)
    (at,) = [number for number, one in enumerate(build.units) if one.unit.name == "a.c:proved"]
    result = build.units[at].result
    assert result is not None
    bounded = replace(result, assumptions=(Assumption(NOWHERE, "at most 16 elements", is_bound=True),))
    units = (*build.units[:at], replace(build.units[at], result=bounded), *build.units[at + 1 :])
    path = tmp_path / "bounded.html"
    path.write_text(project_page(replace(build, units=units)))
    tab.open(path, "#u5")
    _open_flow(tab)
    assert "excluded by a proof within the bounds" in text_of(tab, "#flow .about")
    told = "[...document.querySelectorAll('#flow .excluded > title')].map(one => one.textContent).join()"
    assert tab.script(told).count("within the bounds") == 2
    tab.open(path)
    assert text_of(tab, ".coverage").endswith("1 edge, within the bounds of each")


def test_the_overview_tells_what_is_reached(tab: Tab, page: Path) -> None:
    tab.open(page)
    # Four units each know a procedure of their own, and all of them a large one, which counts once.
    assert "tests have reached 9 of 912 lines and 18 of 1220 edges" in text_of(tab, ".coverage")
    assert "proofs exclude 0 lines and 1 edge" in text_of(tab, ".coverage")
    assert text_of(tab, "#units tbody .reached").strip() == "2/3"


@pytest.mark.parametrize("dark", [False, True])
def test_it_fits_a_narrow_screen(dark: bool, tab: Tab, page: Path) -> None:
    tab.view(360, 700, dark=dark, mobile=True)
    for fragment in ("", VIOLATED, PROVED):
        tab.open(page, fragment)
        assert tab.script("document.documentElement.scrollWidth <= innerWidth + 1")


def test_it_can_be_printed(tab: Tab, page: Path) -> None:
    tab.open(page)
    assert tab.pdf().startswith(b"%PDF")


def test_two_thousand_units_open_at_once(tab: Tab, tmp_path: Path) -> None:
    path = tmp_path / "large.html"
    path.write_text(project_page(build_of(tmp_path, more=2000)))
    began = time.monotonic()
    tab.open(path)
    tab.script("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))")
    assert time.monotonic() - began < SECONDS_TO_OPEN
    tab.press("/")
    tab.write("proved_1234")
    assert shown(tab) == ["a.c:proved_1234"]
