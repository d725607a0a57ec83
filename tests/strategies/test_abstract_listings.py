"""The listings of the paper on abstract testing, one C file a listing, each bound held by the analysis.

A comment at the end of a line says what is known before the statement on it: `n [0,+oo]` is an interval (the
analysis may be tighter, never wider), `_0_` a variable without a value, a question mark one that may have
none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from dovetail.asking.asked import AbstractOptions
from dovetail.doors.abstracting import abstract_program
from dovetail.evidence.annotated import AnnotatedProgram, Point
from dovetail.fixpoints.analysis import Analysis
from dovetail.fixpoints.necessary import failing
from dovetail.frontend import LoadOptions, load
from dovetail.program.inlining import inline
from dovetail.program.weak_order import Component, weak_order
from thinned import thinned

CASES = sorted((Path(__file__).parent.parent / "abstract_cases").glob("*.c"))
LIMITS = {"-oo": -(2**31), "+oo": 2**31 - 1}


@dataclass(frozen=True)
class Expected:
    line: int
    reachable: bool
    bounds: dict[str, tuple[str, int, int]]


def header(text: str, key: str, default: str = "") -> str:
    found = re.search(rf"^ +{key}: (.*?)(?: \*/)?$", text, re.MULTILINE)
    return found[1] if found else default


def expected(text: str) -> Iterator[Expected]:
    for number, line in enumerate(text.splitlines(), 1):
        for what in re.findall(r"before: ([^;*]*)", line):
            if what.strip() == "unreachable":
                yield Expected(number, False, {})
                continue
            bounds = {}
            for name, value in re.findall(r"(\w+) (_0_|\[[^]]*\]\??)", what):
                low, high = (0, 0) if value == "_0_" else parsed(value)
                bounds[name] = (value, low, high)
            assert bounds, line
            yield Expected(number, True, bounds)


def parsed(value: str) -> tuple[int, int]:
    found = re.fullmatch(r"\[(\S+), ?(\S+)\](?: = .*)?\??", value)
    assert found, value
    low, high = (LIMITS.get(part) for part in found.groups())
    return int(found[1]) if low is None else low, int(found[2]) if high is None else high


def annotated(path: Path, **changes: str) -> AnnotatedProgram:
    text = path.read_text()
    loaded = load([path], LoadOptions(properties=(header(text, "property", "unreach-call"),)))
    chosen = {"direction": header(text, "direction"), "domain": header(text, "domain", "all"), **changes}
    return abstract_program(loaded, AbstractOptions(**chosen))


def points_on(result: AnnotatedProgram, line: int) -> list[Point]:
    return [point for point in result.points if point.position.line == line]


def holds(point: Point, wanted: Expected) -> None:
    """Everything that is said of the variables is within what the paper says."""
    known = {one.name: one.values for one in point.known}
    for name, (value, low, high) in wanted.bounds.items():
        found = known.get(name, "[-oo, +oo]")
        if value == "_0_":
            assert found == "_0_", (wanted.line, name, found)
        elif found != "_0_":
            found_low, found_high = parsed(found)
            assert low <= found_low and found_high <= high, (wanted.line, name, found, value)
            assert "?" in value or "?" not in found, (wanted.line, name, found, value)
        else:
            assert "?" in value, (wanted.line, name, found, value)


@pytest.mark.parametrize("path", thinned(CASES, 2), ids=lambda path: path.stem)
def test_listing(path: Path) -> None:
    text = path.read_text()
    result = annotated(path)
    seen = 0
    for wanted in expected(text):
        points = points_on(result, wanted.line)
        if not points and not wanted.reachable:
            seen += 1  # the front end has not even built it
            continue
        assert points, wanted
        assert points[0].reachable is wanted.reachable, wanted
        if wanted.reachable:
            holds(points[0], wanted)
        seen += 1
    assert seen >= 4


CLASSIFIED = [path for path in CASES if header(path.read_text(), "checks")]


@pytest.mark.parametrize("path", CLASSIFIED, ids=lambda path: path.stem)
def test_classes(path: Path) -> None:
    wanted = header(path.read_text(), "checks")
    assert {check.found.value for check in annotated(path).checks} == {wanted}


def test_what_is_needed() -> None:
    """The paper's `!`: n >= 0 has to be asked for where n has been read."""
    result = annotated(Path(__file__).parent.parent / "abstract_cases" / "factorial_both.c")
    assert [(point.position.line, point.needs) for point in result.points if point.needs] == [(13, "n >= 0")]


@pytest.mark.parametrize("bound", [1, 2, 7, 100, 12345, 2**31 - 1])
def test_counting_loops(bound: int, tmp_path: Path) -> None:
    """Section VII: the same intervals for any bound, so that no finite domain would do."""
    file = tmp_path / "count.c"
    file.write_text(
        "int main(void) {\n"
        "    int x;\n"
        "    x = 0;\n"
        f"    while (x < {bound}) {{\n"
        "        x = x + 1;\n"
        "        x = x;\n"
        "    }\n"
        "    return 0;\n"
        "}\n"
    )
    loaded = load([file], LoadOptions(properties=("unreach-call",)))
    result = abstract_program(loaded, AbstractOptions("forward", "intervals"))
    known = {line: points_on(result, line)[0].known for line in (3, 4, 5, 6, 8)}
    intervals = {line: [parsed(one.values) for one in found] for line, found in known.items() if line > 3}
    assert [one.values for one in known[3]] == ["_0_"]
    assert intervals == {
        4: [(0, bound)],
        5: [(0, bound - 1)],
        6: [(1, bound)],
        8: [(bound, bound)],
    }


def test_names_of_another_program_are_not_in_a_listing(tmp_path: Path) -> None:
    """A temporary of the front end stays one, whatever a program that is still there calls its variables."""
    file = tmp_path / "program.c"

    def names(text: str) -> tuple[object, set[str]]:
        file.write_text(text)
        loaded = load([file], LoadOptions(properties=("unreach-call",)))
        result = abstract_program(loaded, AbstractOptions("forward", "intervals"))
        return loaded, {one.name for point in result.points for one in point.known}

    asked = (
        "extern int __VERIFIER_nondet_int(void);\n"
        "int main(void) {\n"
        "    int x = 1;\n"
        "    if (x < __VERIFIER_nondet_int())\n"
        "        x = 2;\n"
        "    return x;\n"
        "}\n"
    )
    alone = names(asked)[1]
    variables = "".join(f"    int {name} = 3;\n" for name in ("t", "t1", "t2", "t_1", "t_2"))
    kept, other = names("int main(void) {\n" + variables + "    return t + t1 + t2 + t_1 + t_2;\n}\n")
    assert {"t", "t1"} <= other and kept is not None
    assert names(asked)[1] == alone == {"x"}


def test_a_bound_that_the_program_names_is_tried_in_both_directions(tmp_path: Path) -> None:
    """A loop that is entered at its body has its head elsewhere on the way back."""
    path = tmp_path / "up.c"
    path.write_text(
        "extern void reach_error(void);\n"
        "int main(void) { int i = 0; do { i += 3; } while (i < 77); if (i == 5) reach_error(); return 0; }\n"
    )
    program = inline(load([path]).program).program
    analysis = Analysis(program)
    analysis.leading_to(failing(program, 0), analysis.flat(analysis.reachable()))
    back = weak_order(list(reversed(analysis.system.nodes)), analysis.system.sources)
    heads = [element.head for element in back if isinstance(element, Component)]
    assert heads and all(77 in analysis.thresholds(head) for head in heads)
