"""Structures against heaps: every abstract step holds the concrete one, on heaps that are drawn."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dovetail.domains.shapes.concretise import as_given, heaps_of
from dovetail.domains.shapes.embedding import embeds
from dovetail.domains.shapes.heaps import Heap, alpha, as_draft
from dovetail.domains.shapes.observed import heap_of
from dovetail.domains.shapes.structures import DEAD, NULL, WILD, Draft, Structure
from dovetail.domains.shapes.transfer import Transfer
from dovetail.domains.shapes.vocabulary import NotUnderstood, Vocabulary, vocabulary
from dovetail.execution.executor import Executor
from dovetail.execution.frames import Frame, observe
from dovetail.execution.inputs import InputVector
from dovetail.execution.resumptions import Resumptions
from dovetail.fixpoints.shapes import shapes
from dovetail.frontend.load import LoadOptions, load
from dovetail.program.automata import Edge, Program
from dovetail.program.inlining import inline
from dovetail.program.liveness import liveness
from thinned import thinned_rows

STATEMENTS = """
    while (dovetail_any_bool()) {
        a = b;
        a = b->n;
        b = a->n->n;
        a->n = 0;
        b->n = a;
        a->n = b->n;
        a->data = b->data;
        b->data = dovetail_any_int();
        if (a == b) a = 0;
        if (a != 0 && b != 0 && a->data <= b->data) b = 0;
        if (b != 0 && b->n != 0) a->n = a;
        c = malloc(sizeof *c);
        c->n = a;
        free(b);
        b = c;
    }
"""
KINDS = {
    "list": ("struct node *n; int data;", ""),
    "doubly": ("struct node *n; struct node *p; int data;", "a->n = b; b->p = a; c = a->p; b->p = c;"),
    "tree": ("struct node *n; struct node *m; int data;", "a->m = b->m; c = b->m; a->m = 0; b->m = c;"),
}


def read(text: str, *properties: str) -> Program:
    with TemporaryDirectory() as folder:
        path = Path(folder) / "heap.c"
        path.write_text(text)
        options = LoadOptions(properties=properties or ("unreach-call",))
        return inline(load([path], options).program).program


@cache
def statements(kind: str) -> tuple[Vocabulary, Resumptions, Transfer]:
    members, more = KINDS[kind]
    body = STATEMENTS.replace("b = c;", f"{more} b = c;")
    program = read(
        f"""#include <stdlib.h>
        #include <dovetail.h>
        struct node {{ {members} }};
        struct node *a, *b, *c;
        int main(void) {{ {body} return 0; }}"""
    )
    words = vocabulary(program)
    live = liveness(words.procedure, program.globals.values())
    return words, Resumptions(program, live), Transfer(words)


@st.composite
def heaps(draw: st.DrawFn, words: Vocabulary, location: int | None) -> Heap:
    """At a location, or with all pointers."""
    count = draw(st.integers(1, 4))
    blocks = range(1, count + 1)
    anything = st.sampled_from([*blocks, *blocks, NULL, WILD])
    freed = frozenset(block for block in blocks if draw(st.integers(0, 9)) == 9)
    values = tuple(
        draw(anything) if location is None or index in words.live[location] else DEAD
        for index in range(len(words.pointers))
    )
    links = tuple(
        {block: NULL if block in freed else draw(anything) for block in blocks} for _ in words.links
    )
    size = max((*words.links, words.data or 0)) + 8
    data = {block: 0 if block in freed else draw(st.integers(0, 2)) for block in blocks}
    flags = (DEAD,) * len(words.flags)
    return Heap(values, flags, dict.fromkeys(blocks, -(-size // 8) * 8), freed, links, data)


def one_step(resumed: Resumptions, words: Vocabulary, edge: Edge, heap: Heap, number: int) -> list[Heap]:
    """The heaps before and behind an edge, if a run from the first takes it."""
    seen: list[tuple[int, Heap]] = []

    def note(frame: Frame) -> None:
        if len(seen) < 2:
            seen.append((frame.location, heap_of(frame, words)))

    executor: Executor = resumed.at(edge.source)
    executor.memory.reset()
    start = as_given(heap, words, executor.memory.count, {})
    places = [(words.procedure.name, location) for location in words.procedure.locations]
    vector = InputVector((number,) * 4, (bytes([0xA5]) * 64,) * 4)
    executor.run(vector, max_steps=40, observers=[observe(places, note)], record_path=False, start=start)
    return [seen[0][1], seen[1][1]] if len(seen) == 2 and seen[1][0] == edge.target else []


@pytest.mark.parametrize("kind", KINDS)
def test_every_abstract_step_holds_the_concrete_one(kind: str) -> None:
    words, resumed, transfer = statements(kind)
    edges = list(words.procedure.edges)
    taken: set[int] = set()

    @settings(max_examples=24, deadline=None, derandomize=True)
    @given(st.data())
    def hold(data: st.DataObject) -> None:
        drawn = data.draw(heaps(words, None))
        for index in range(data.draw(st.integers(0, 3)), len(edges), 4):
            edge = edges[index]
            live = words.live[edge.source]
            values = tuple(value if at in live else DEAD for at, value in enumerate(drawn.values))
            heap = replace(drawn, values=values)
            steps = one_step(resumed, words, edge, heap, index % 3)
            if steps:
                taken.add(index)
                before, after = steps
                found = transfer.step(alpha(before, words), edge)
                assert any(embeds(as_draft(after, words), one) for one in found), (edge, before, after)

    hold()
    assert len(taken) > len(edges) / 2


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.data())
def test_a_heap_is_described_by_its_abstraction(data: st.DataObject) -> None:
    words, _, transfer = statements("list")
    one = data.draw(heaps(words, words.procedure.entry))
    structure = alpha(one, words)
    assert embeds(as_draft(one, words), structure)
    assert structure.embedded(structure)
    assert Draft.of(structure, words, transfer.at).blurred() == structure
    other = alpha(data.draw(heaps(words, words.procedure.entry)), words)
    if structure.universe == other.universe:
        both = structure.joined(other)
        assert structure.embedded(both) and other.embedded(both)


@settings(max_examples=25, deadline=None, derandomize=True)
@given(st.data())
def test_a_structure_can_be_made_concrete(data: st.DataObject) -> None:
    words, _, _ = statements("list")
    structure = alpha(data.draw(heaps(words, words.procedure.entry)), words)
    found = next(heaps_of(structure, words, 4), None)
    assert found is not None
    assert embeds(as_draft(found, words), structure)


# ---- what is found, and what is refused --------------------------------------------------------------------

LISTS = """
#include <stdlib.h>
#include <dovetail.h>
struct node { struct node *next; int data; };
struct node *list;
int main(void) {
    struct node *x, *y = 0;
    while (dovetail_any_bool()) {
        x = malloc(sizeof *x); x->data = dovetail_any_int(); x->next = list; list = x;
    }
"""


def alarms(program: Program) -> list[str]:
    found = {alarm.edge.statement for alarm in shapes(program).alarms}
    return sorted(one.info.kind for one in found if hasattr(one, "info"))


def test_a_list_that_is_reversed_is_neither_lost_nor_left() -> None:
    body = "x = list; list = 0; while (x) { y = list; list = x; x = x->next; list->next = y; } return 0; }"
    assert alarms(read(LISTS + body, "valid-memsafety")) == []


def test_a_list_that_is_freed_is_not_looked_at_again() -> None:
    right = "while (list) { x = list->next; free(list); list = x; } return 0; }"
    wrong = "while (list) { x = list; free(list); list = x->next; } return 0; }"
    assert alarms(read(LISTS + right, "valid-memsafety")) == []
    assert "invalid-deref" in alarms(read(LISTS + wrong, "valid-memsafety"))


def test_data_is_in_order_where_the_program_puts_it_there() -> None:
    """Bubble sort of two: the assertion holds by inOrder and dle alone."""
    body = """
    x = list;
    if (x == 0 || x->next == 0 || x->next->next != 0) return 0;
    y = x->next;
    if (x->data > y->data) { y->next = x; x->next = 0; x = y; y = x->next; }
    dovetail_always(x->data <= y->data);
    dovetail_always(x->data < y->data);
    return 0; }
    """
    assert alarms(read(LISTS + body)) == ["assertion"]


PROGRAMS = Path(__file__).parents[2] / "bench" / "shape_programs"


@pytest.mark.parametrize(
    ("name", "properties", "wanted"),
    thinned_rows(
        [
            ("insert_sort_right", "unreach-call", []),
            ("bubble_sort_right", "unreach-call", []),
            ("bubble_sort_right", "valid-memsafety", []),
            ("insert_sort_right", "valid-memsafety", []),
            ("delete", "valid-memsafety", []),
            ("rotate", "valid-memsafety", ["memory-leak"]),
            ("search_bug", "valid-memsafety", ["invalid-deref"]),
            ("merge_1", "valid-memsafety", ["invalid-deref", "invalid-deref"]),
            ("merge_2", "valid-memsafety", ["memory-leak"]),
            ("insert_sort_2", "unreach-call", ["assertion"]),
        ],
        5,
    ),
)
def test_alarms_are_those_of_the_errors(name: str, properties: str, wanted: list[str]) -> None:
    """Sorted lists of any length, no wrong access, nothing lost; where there is an error, that one alone."""
    loaded = load([PROGRAMS / f"{name}.c"], LoadOptions(properties=(properties,)))
    assert alarms(inline(loaded.program).program) == wanted


def test_what_is_lost_is_an_alarm() -> None:
    assert alarms(read(LISTS + "if (list) list->next = 0; return 0; }", "valid-memtrack")) == ["memory-leak"]


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (
            "struct node *a = malloc(sizeof *a); struct node **p = &a->next; *p = 0; return (long)p;",
            "integer",
        ),
        ("struct node s; s.next = 0; struct node *a = &s; a->next = a; return 0;", "stack"),
        ("struct node *a = malloc(sizeof *a); *a = *(struct node *)malloc(sizeof *a); return 0;", "copied"),
        ("int *a = malloc(40); a[dovetail_any_int()] = 1; return 0;", "not constant"),
        ("struct node *a = malloc(sizeof *a); a->next = 0; return *(char *)a;", "two ways"),
    ],
)
def test_what_is_not_understood_is_said(text: str, why: str) -> None:
    program = read(
        "#include <stdlib.h>\n#include <dovetail.h>\nstruct node { struct node *next; int data; };\n"
        f"int main(void) {{ {text} }}"
    )
    with pytest.raises(NotUnderstood, match=why):
        shapes(program)


def test_structures_are_joined_if_they_have_the_same_universe() -> None:
    program = read(LISTS + "return 0; }")
    merged, apart = shapes(program), shapes(program, merged=False)
    assert merged.count <= apart.count
    for location in merged.words.procedure.locations:
        for one in apart.structures(location):
            assert any(one.embedded(other) for other in merged.structures(location))
            assert isinstance(one, Structure)
