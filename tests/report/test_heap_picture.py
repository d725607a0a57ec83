"""Heaps in one line and as drawings, from C text to what people see."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

import dovetail
from dovetail.domains.shapes.concretise import heaps_of
from dovetail.evidence.annotated import AnnotatedProgram
from dovetail.evidence.heap_drawing import Arrow, Circle, Drawing, concrete_drawing, drawing
from dovetail.fixpoints.classes import Class
from dovetail.fixpoints.shapes import shapes
from dovetail.frontend.load import load
from dovetail.program.inlining import inline
from dovetail.report.heap_picture import heap_picture
from dovetail.report.page import page

SORTED = """\
#include <stdlib.h>
#include <dovetail.h>
struct node { struct node *next; int data; };
int main(void) {
    struct node *x = 0, *t;
    while (dovetail_any_bool()) {
        t = malloc(sizeof *t);
        t->data = dovetail_any_int();
        t->next = x;
        if (x != 0 && t->data > x->data)
            t->data = x->data;
        x = t;
    }
    dovetail_always(x == 0 || x->next == 0 || x->data <= x->next->data);
    dovetail_always(x == 0 || x->next != 0);
    return 0;
}
"""


@pytest.fixture(scope="module")
def annotated(tmp_path_factory: pytest.TempPathFactory) -> AnnotatedProgram:
    path = tmp_path_factory.mktemp("heaps") / "sorted.c"
    path.write_text(SORTED)
    return dovetail.abstract(path, domain="shapes")


def test_a_heap_is_told_in_one_line(annotated: AnnotatedProgram) -> None:
    here = [point for point in annotated.points if point.position.line == 14]
    told = {known.values for point in here for known in point.known}
    assert "x → [1 node] → [1 or more nodes] → NULL, sorted" in told
    assert "x → NULL" in told
    assert all("sorted" in line for line in told if "node" in line)


def test_checks_have_their_classes(annotated: AnnotatedProgram) -> None:
    assert [one.found for one in annotated.checks] == [Class.IMPOSSIBLE, Class.POTENTIAL]


def test_the_page_draws_the_alarm_and_a_heap_like_it(annotated: AnnotatedProgram) -> None:
    text = page(annotated)
    assert text.count("<svg") == len(annotated.heaps)
    why = [heap.why for heap in annotated.heaps]
    assert "a check may fail in" in why and "such a heap is" in why
    json.dumps(annotated.to_json())
    assert annotated.to_json()["heaps"][0]["nodes"] == []  # before the first round there is nothing


def test_a_heap_that_a_structure_stands_for_has_no_summary(tmp_path: Path) -> None:
    path = tmp_path / "sorted.c"
    path.write_text(SORTED)
    found = shapes(inline(load([path]).program).program)
    structure = next(
        one
        for location in found.words.procedure.locations
        for one in found.structures(location)
        if any(one.summary) and one.values.count(-3) == len(one.values) - 1
    )
    drawn = concrete_drawing(next(heaps_of(structure, found.words, 4)), found.words)
    assert drawn.circles and not any(circle.summary for circle in drawn.circles)
    assert all(arrow.certain for arrow in drawn.arrows)
    assert [circle.data for circle in drawn.circles] != [""] * len(drawn.circles)
    assert any(circle.summary for circle in drawing(structure, found.words).circles)


def test_a_summary_is_double_and_one_half_is_dashed() -> None:
    drawn = Drawing(
        (Circle(False, ("r[n,x]",), "3"), Circle(True, ("inOrder=1/2",))),
        (Arrow(None, 0, "x"), Arrow(None, None, "y<"), Arrow(0, 1, "n", False), Arrow(1, 1, "n", False)),
        "",
    )
    root = ElementTree.fromstring(heap_picture(drawn, 'a "heap"', "h"))
    space = "{http://www.w3.org/2000/svg}"
    assert len(root.findall(f"{space}circle")) == 3
    dashed = [one for one in root.findall(f"{space}path") if one.get("stroke-dasharray")]
    assert len(dashed) == 2
    told = [one.text for one in root.iter(f"{space}text")]
    assert told.count("n") == 2 and {"x", "3", "r[n,x]", "inOrder=1/2", "y< = NULL"} <= set(told)


def test_what_is_not_understood_is_said_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_path / "middle.c"
    path.write_text(
        "#include <stdlib.h>\nint main(void) {\n    int *a = malloc(8), i = a[0];\n    a[i] = 1;\n}\n"
    )
    found = dovetail.abstract(path, domain="shapes")
    assert not found.points
    assert [(position.line, "not constant" in why) for position, why in found.unmodelled] == [(4, True)]


@pytest.mark.slow
def test_a_violation_has_a_picture_of_its_heap(tmp_path: Path) -> None:
    case = Path(__file__).parents[1] / "verdicts" / "shapes" / "rotate_loses_a_node.c"
    result = dovetail.check(case, properties=["valid-memtrack"], strategy="shapes", out=tmp_path / "out")
    (drawn,) = [Path(one) for one in result.evidence if one.endswith("heap.svg")]
    told = ElementTree.fromstring(drawn.read_text()).get("aria-label")
    assert told is not None and told.startswith("list → ") and "reached from nowhere: [1 node]" in told
