"""The strategy `nodes`, on lists of any length: what holds is proved, and of a twin in which it does not,
nothing is. (Cases for `check` are in tests/verdicts/nodes.)"""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from dovetail.frontend import LoadOptions, load
from dovetail.ledger.ledger import Ledger
from dovetail.program.cutpoints import cutpoint_graph
from dovetail.program.expressions import (
    Binary,
    BinaryOp,
    ForAllBlocks,
    Variable,
    const,
    disjunction,
    subexpressions,
)
from dovetail.program.inlining import inline
from dovetail.program.types import INT
from dovetail.strategies.houdini import Houdini
from dovetail.strategies.nodes.fields import Blocks
from dovetail.strategies.nodes.rounds import Nodes
from dovetail.strategies.nodes.weaker import Weaker
from dovetail.strategies.outcome import Budget, Claims

HEAD = """\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long);
extern void free(void *);
#define ANY __VERIFIER_nondet_int()
#define ASSERT(c) do { if (!(c)) reach_error(); } while (0)
struct node { int data; struct node *next; };
"""
BUILD = "while (ANY) { struct node *n = malloc(sizeof *n); n->data = 1; n->next = head; head = n; }"
PROGRAMS = {
    "pushed": (
        f"""int main(void) {{ struct node *head = 0; {BUILD}
        for (struct node *p = head; p; p = p->next) ASSERT(p->data == 1);
        return 0; }}""",
        ("n->data = 1", "n->data = 1 + (ANY == 5)"),
    ),
    "marked at the end": (
        """int main(void) { struct node *head = malloc(sizeof *head), *p = head;
        while (ANY) { p->data = 1; p->next = malloc(sizeof *p); p = p->next; }
        p->data = 3; p = head;
        while (p->data == 1) p = p->next;
        ASSERT(p->data == 3); return 0; }""",
        ("p->data = 3; p = head", "p->data = ANY; p = head"),
    ),
    "changed while it is walked": (
        f"""int main(void) {{ struct node *head = 0; {BUILD}
        for (struct node *p = head; p; p = p->next) {{ ASSERT(p->data == 1); p->data = 1; }}
        for (struct node *q = head; q; q = q->next) ASSERT(q->data == 1);
        return 0; }}""",
        ("p->data = 1; }", "p->data = ANY ? 1 : 4; }"),
    ),
    "one after the other": (
        """int main(void) { struct node *head = 0; int step = 0;
        while (ANY) { struct node *n = malloc(sizeof *n); n->data = 2; n->next = head; head = n; }
        while (ANY) { struct node *m = malloc(sizeof *m); m->data = 1; m->next = head; head = m; }
        struct node *p = head;
        while (p && p->data == 1) p = p->next;
        while (p) { ASSERT(p->data == 2); p = p->next; }
        return 0; }""",
        ("m->data = 1", "m->data = ANY ? 1 : 2"),
    ),
    "put where they belong": (
        """int main(void) { struct node *head = 0;
        while (ANY) { struct node *n = malloc(sizeof *n), *p = head; n->data = ANY;
            if (!head || n->data <= head->data) { n->next = head; head = n; continue; }
            while (p->next && p->next->data < n->data) p = p->next;
            n->next = p->next; p->next = n; }
        for (struct node *q = head; q && q->next; q = q->next) ASSERT(q->data <= q->next->data);
        return 0; }""",
        ("p->next->data < n", "p->next->data > n"),
    ),
    "moved to where they belong": (
        f"""int main(void) {{ struct node *head = 0, *in_order = 0; {BUILD.replace("= 1", "= ANY")}
        while (head) {{ struct node *n = head; head = head->next;
            if (!in_order || n->data <= in_order->data) {{ n->next = in_order; in_order = n; }}
            else {{ struct node *p = in_order;
                while (p->next && p->next->data < n->data) p = p->next;
                n->next = p->next; p->next = n; }} }}
        for (struct node *q = in_order; q && q->next; q = q->next) ASSERT(q->data <= q->next->data);
        return 0; }}""",
        ("n->next = in_order;", "n->next = in_order; n->data = ANY;"),
    ),
    "one and two by turns": (
        """int main(void) { struct node *head = malloc(sizeof *head), *p = head; int one = 1;
        while (ANY) { if (one) { p->data = 1; one = 0; } else { p->data = 2; one = 1; }
            p->next = malloc(sizeof *p); p = p->next; }
        p->data = 3; p = head; one = 1;
        while (p->data != 3) { if (one) { one = 0; ASSERT(p->data == 1); }
            else one = 1;
            p = p->next; }
        return 0; }""",
        ("p->data = 2; one = 1;", "p->data = 2; one = ANY != 0;"),
    ),
    "the greatest": (
        f"""int main(void) {{ struct node *head = malloc(sizeof *head), *most, *p;
        head->data = ANY; head->next = 0; {BUILD.replace("= 1", "= ANY")}
        for (most = head, p = head->next; p; p = p->next) if (p->data > most->data) most = p;
        for (p = head; p; p = p->next) ASSERT(p->data <= most->data);
        return 0; }}""",
        ("p->data > most->data", "p->data > head->data"),
    ),
}
SLOW = (
    "one and two by turns",
    "moved to where they belong",
    "the greatest",
    "one after the other",
    "changed while it is walked",
)

SLOW_TWINS = tuple(one for one in PROGRAMS if one != "put where they belong")


def claims(folder: Path, text: str) -> Claims:
    path = folder / "program.c"
    path.write_text(HEAD + text)
    program = inline(load([path]).program).program
    return Nodes(program, Ledger(program), Budget(time.monotonic() + 60)).run()


def some(names: tuple[str, ...]) -> list[object]:
    return [pytest.param(one, marks=[pytest.mark.slow] if one in names else []) for one in PROGRAMS]


@pytest.mark.parametrize("name", some(SLOW))
def test_proved(name: str, tmp_path: Path) -> None:
    found = claims(tmp_path, PROGRAMS[name][0])
    assert found.complete
    said = [part for one in found.invariants.values() for part in subexpressions(one)]
    assert any(isinstance(part, ForAllBlocks) for part in said)


@pytest.mark.parametrize("name", some(SLOW_TWINS))
def test_the_twin_is_not(name: str, tmp_path: Path) -> None:
    text, (right, wrong) = PROGRAMS[name]
    assert right in text
    found = claims(tmp_path, text.replace(right, wrong))
    assert not found.complete and not found.excluded


@pytest.mark.slow
def test_freed_and_none_lost(tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(
        HEAD
        + f"""int main(void) {{ struct node *head = 0; {BUILD}
        while (head) {{ struct node *t = head->next; free(head); head = t; }} return 0; }}"""
    )
    program = inline(load([path], LoadOptions(properties=("valid-memsafety",))).program).program
    found = Nodes(program, Ledger(program), Budget(time.monotonic() + 120)).run()
    assert found.complete and found.ghosts.tracks


def test_nothing_to_say(tmp_path: Path) -> None:
    """Without nodes it ends at once."""
    text = """int main(void) { int i = 0, *p = malloc(4);
    while (i < 9) { i++; *p = i; } ASSERT(*p == 9); return 0; }"""
    found = claims(tmp_path, text)
    assert not found.complete and found.progress.solver_calls == 0


def test_kinds_and_fields(tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(
        HEAD
        + """struct wide { struct node *inner; struct wide *next; long more; };
        int main(void) { struct wide *all = 0;
        while (ANY) { struct wide *w = malloc(sizeof *w); w->inner = malloc(sizeof *w->inner);
            w->inner->data = 7; w->inner->next = 0; w->next = all; all = w; }
        while (all) { ASSERT(all->inner->data == 7); all = all->next; }
        return 0; }"""
    )
    blocks = Blocks(inline(load([path]).program).program)
    wide, node = blocks.kinds
    assert [link.offset for link in wide.links] == [0, 8] and [link.offset for link in node.links] == [8]
    assert [list(data.constants) for data in node.data] == [[7]]
    assert blocks.kinds_behind(wide, wide.links[0]) == [node]
    assert blocks.kinds_behind(wide, wide.links[1]) == [wide]


def test_what_follows_waits() -> None:
    """It is tried when what it follows from has fallen, and nothing else is left that it follows from."""
    a, b, c = (BinaryOp(Binary.EQ, Variable(name, "", INT), const(INT, 1)) for name in "abc")
    either, other, any_of_all = disjunction((a, b)), disjunction((a, c)), disjunction((a, b, c))
    weaker = Weaker()
    assert weaker.strongest([], [any_of_all, other, a, either]) == [a]
    assert weaker.instead(a, []) == [other, either]
    assert weaker.instead(other, [either]) == []
    assert weaker.instead(either, []) == [any_of_all]
    assert weaker.instead(any_of_all, []) == []


def test_what_is_shown_with_what_falls_is_asked_again(tmp_path: Path) -> None:
    """A node's data is what it was for as long as all data is; then it falls, and what was shown with it."""
    path = tmp_path / "program.c"
    path.write_text(
        HEAD
        + f"""int main(void) {{ struct node *head = 0; {BUILD}
        for (struct node *p = head; p; p = p->next) {{ ASSERT(p->data == 1); if (ANY == 7) p->data = 2; }}
        return 0; }}"""
    )
    program = inline(load([path]).program).program
    blocks = Blocks(program)
    (kind,) = blocks.kinds
    (data,) = kind.data
    graph = cutpoint_graph(program.procedures[program.entry])
    always = ForAllBlocks(blocks.node, BinaryOp(Binary.EQ, data.of(blocks.node, blocks.word), const(INT, 1)))
    budget = Budget(time.monotonic() + 60)
    known = dict.fromkeys(graph.loop_heads, ())
    houdini = Houdini(program, graph, known, 1, budget, {}, blocks=True)
    found = houdini.inductive(dict.fromkeys(graph.loop_heads, (always,)))
    assert found is not None
    walked = [head for head in found if not found[head]]
    built = [head for head in found if found[head] == [always]]
    assert len(walked) == 1 and len(built) == 1
