"""Certificates that speak of all blocks on the heap, and of ghost maps: what proves is accepted, and nothing
else. Each is tried as it is, and with one conjunct left out; others claim what is not so."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dovetail.evidence.task import Task
from dovetail.frontend import load
from dovetail.ledger.conditions import Formulas
from dovetail.program.expressions import ForAllBlocks, conjunction, subexpressions
from dovetail.program.ghost_maps import Emptied, Ghosts, Place, Update, ghost_map
from dovetail.program.inlining import Inlined
from dovetail.program.printer import show_expr
from dovetail.program.statements import Halt, Return
from dovetail.program.types import INT, VOID, PointerType
from dovetail.proofs.certificate import Certificate, from_json, to_json
from evidence.claims import Ghost, certificate
from evidence.test_checker import HEAD, change, judge, read, weakenings
from thinned import thinned

NODE = "struct node { int data; struct node *next; };\n"
BUILD = """while (ANY) { struct node *n = malloc(sizeof *n); n->data = 1; n->next = head; head = n; }
"""
WALK = """for (struct node *p = head; p; p = p->next) ASSERT(p->data == 1);
"""
ONES = "blocks(u, head, valid(u, 16) and freeable(field(u, 'next')) and field(u, 'data') == 1)"
INVERSE = "blocks(u, head, field(u, 'next') == 0 or ghost(before, field(u, 'next')) == u)"
BLOCK = PointerType(VOID)

Case = tuple[str, Sequence[str], dict[str, Any], Sequence[Ghost], Sequence[str]]
"""A program, its invariants, its ghost maps, their code, and conjuncts that it could do without."""

PROVING: dict[str, Case] = {
    "a list of ones": (
        f"int main(void) {{ struct node *head = 0; {BUILD} {WALK} return 0; }}",
        [f"freeable(head) and {ONES}", f"freeable(p) and {ONES}"],
        {},
        [],
        [],
    ),
    "the last one is not yet one": (
        """int main(void) { struct node *head = malloc(sizeof *head), *last = head;
        last->next = 0;
        while (ANY) { struct node *n = malloc(sizeof *n);
            last->data = 1; n->next = 0; last->next = n; last = n; }
        last->data = 1;
        for (struct node *p = head; p; p = p->next) ASSERT(p->data == 1);
        return 0; }""",
        [
            "freeable(head) and freeable(last) and last != 0 and valid(last, 16)"
            " and blocks(u, head, freeable(field(u, 'next')))"
            " and blocks(u, head, u == last or field(u, 'data') == 1)",
            "freeable(p) and blocks(u, head, freeable(field(u, 'next')) and field(u, 'data') == 1)",
        ],
        {},
        [],
        ["valid(last, 16)", "last != NULL"],
    ),
    "two lists, told apart by a map": (
        """int main(void) { struct node *a = 0, *b = 0;
        while (ANY) {
            if (ANY) { struct node *n = malloc(sizeof *n); n->data = 1; n->next = a; a = n; }
            else { struct node *m = malloc(sizeof *m); m->data = 2; m->next = b; b = m; }
        }
        for (struct node *p = a; p; p = p->next) ASSERT(p->data == 1);
        return 0; }""",
        [
            "freeable(a) and (a == 0 or ghost(kind, a) == 1) and blocks(u, a, ghost(kind, u) != 1 or"
            " field(u, 'data') == 1 and freeable(field(u, 'next'))"
            " and (field(u, 'next') == 0 or ghost(kind, field(u, 'next')) == 1))",
            "freeable(p) and (p == 0 or ghost(kind, p) == 1) and blocks(u, a, ghost(kind, u) != 1 or"
            " field(u, 'data') == 1 and freeable(field(u, 'next'))"
            " and (field(u, 'next') == 0 or ghost(kind, field(u, 'next')) == 1))",
        ],
        {"kind": INT},
        [("kind", "n = ", "n", "1"), ("kind", "m = ", "m", "2")],
        [],
    ),
    "nobody points to what is freed": (
        f"""int main(void) {{ struct node *head = 0; {BUILD}
        while (head) {{ struct node *t = head->next; free(head); head = t;
            if (head) ASSERT(head->data == 1); }}
        return 0; }}""",
        [
            f"freeable(head) and {ONES} and (head == 0 or ghost(before, head) == 0) and {INVERSE}",
            f"freeable(head) and {ONES} and {INVERSE}"
            " and (head == 0 or ghost(before, head) == 0 or not freeable(ghost(before, head)))",
        ],
        {"before": BLOCK},
        [("before", "n = ", "n", "0"), ("before", "n->next = ", "field(n, 'next')", "n")],
        [],
    ),
}


def load_case(case: Case, folder: Path) -> tuple[Inlined, Certificate]:
    text, invariants, maps, code, _ = case
    inlined = read(folder / "program.c", HEAD + NODE + text)
    return inlined, certificate(inlined, {"main": ("true", "true", invariants)}, maps, code)


@pytest.mark.parametrize("name", PROVING)
def test_what_proves_is_accepted(name: str, tmp_path: Path) -> None:
    judgement = judge(*load_case(PROVING[name], tmp_path))
    assert not judgement.failures and judgement.complete


@pytest.mark.parametrize("name", thinned(PROVING, 2))
def test_what_is_weakened_is_rejected(name: str, tmp_path: Path) -> None:
    inlined, claimed = load_case(PROVING[name], tmp_path)
    spare = PROVING[name][4]
    tried = [(weaker, part) for _, weaker, part in weakenings(claimed) if show_expr(part) not in spare]
    assert tried
    for weaker, part in tried:
        assert judge(inlined, weaker).failures, f"without {part}"


@pytest.mark.parametrize("name", ["two lists, told apart by a map", "nobody points to what is freed"])
def test_without_ghost_code_it_is_rejected(name: str, tmp_path: Path) -> None:
    """Each update is needed, and where it stands."""
    inlined, claimed = load_case(PROVING[name], tmp_path)
    code = dict(claimed.ghosts.code)
    for place, updates in code.items():
        without = {other: some for other, some in code.items() if other != place}
        assert judge(inlined, replace(claimed, ghosts=Ghosts(claimed.ghosts.maps, without))).failures
        elsewhere = {
            **without,
            Place(place.procedure, inlined.program.procedures[place.procedure].entry, 0): updates,
        }
        assert judge(inlined, replace(claimed, ghosts=Ghosts(claimed.ghosts.maps, elsewhere))).failures


def wrong(
    text: str, *invariants: str, maps: dict[str, Any] | None = None, code: Sequence[Ghost] = ()
) -> Case:
    return text, invariants, maps or {}, code, ()


WRONG = {
    "another name for a node": wrong(
        f"""int main(void) {{ struct node *head = 0, *q = 0; {BUILD} q = head; if (q) q->data = 2;
        {WALK} return 0; }}""",
        f"freeable(head) and {ONES}",
        f"freeable(p) and {ONES}",
    ),
    "a node of the stack": wrong(
        f"""int main(void) {{ struct node *head = 0, s; s.data = 2; s.next = 0; head = &s; {BUILD}
        {WALK} return 0; }}""",
        "blocks(u, head, field(u, 'data') == 1)",
        "blocks(u, head, field(u, 'data') == 1)",
    ),
    "a global node": wrong(
        f"""struct node s; int main(void) {{ struct node *head = &s; {BUILD}
        {WALK} return 0; }}""",
        "blocks(u, head, field(u, 'data') == 1)",
        "blocks(u, head, field(u, 'data') == 1)",
    ),
    "one made elsewhere": wrong(
        f"""int main(void) {{ struct node *head = malloc(sizeof *head);
        head->data = 3; head->next = 0; {BUILD}
        {WALK} return 0; }}""",
        f"freeable(head) and {ONES}",
        f"freeable(p) and {ONES}",
    ),
    "what is freed is no node any more": wrong(
        f"""int main(void) {{ struct node *head = 0; {BUILD}
        while (head) {{ struct node *t = head; if (ANY) free(t); ASSERT(t->data == 1); head = t->next; }}
        return 0; }}""",
        f"freeable(head) and {ONES}",
        f"freeable(head) and {ONES}",
    ),
    "somebody still points to what is freed": wrong(
        f"""int main(void) {{ struct node *head = 0, *s = 0; {BUILD} s = head;
        while (head) {{ struct node *t = head->next; free(head); head = t; }}
        if (s) ASSERT(s->data == 1);
        return 0; }}""",
        f"freeable(head) and {ONES}",
        f"freeable(head) and freeable(s) and {ONES}",
    ),
    "one or the other, of all": wrong(
        """int main(void) { struct node *head = 0;
        while (ANY) { struct node *n = malloc(sizeof *n); n->data = ANY ? 1 : 2; n->next = head; head = n; }
        if (head && head->next) ASSERT(head->data == head->next->data);
        return 0; }""",
        "freeable(head) and blocks(u, head, valid(u, 16) and freeable(field(u, 'next')))"
        " and (blocks(u, head, field(u, 'data') == 1) or blocks(u, head, field(u, 'data') == 2))",
    ),
    "there is only one": wrong(
        f"int main(void) {{ struct node *head = 0; {BUILD} if (head) ASSERT(head->next == 0); return 0; }}",
        f"freeable(head) and {ONES} and blocks(u, head, blocks(v, head, u == v))",
    ),
    "there is one": wrong(
        f"int main(void) {{ struct node *head = 0; {BUILD} ASSERT(head != 0); return 0; }}",
        "not blocks(u, head, False) and (head != 0 or blocks(u, head, False))",
    ),
    "blocks without bytes": wrong(
        """int main(void) { char *p = malloc(0);
        while (ANY) { p = malloc(ANY ? 1 : 0); }
        if (p) ASSERT(0); return 0; }""",
        "blocks(u, p, valid(u, 1)) and blocks(u, p, False)",
    ),
    "a mark that another block had": wrong(
        """int main(void) { struct node *head = 0;
        while (ANY) { struct node *n = malloc(sizeof *n); n->data = 1; n->next = 0; free(n);
            struct node *m = malloc(sizeof *m); m->data = 2; m->next = 0; head = m; }
        if (head) ASSERT(head->data == 1);
        return 0; }""",
        "freeable(head) and blocks(u, head, ghost(mark, u) == 1 and valid(u, 16))"
        " and blocks(u, head, ghost(mark, u) != 1 or field(u, 'data') == 1)",
        maps={"mark": INT},
        code=[("mark", "n = ", "n", "1")],
    ),
    "a mark does not move with the bytes": wrong(
        """extern void *realloc(void *, unsigned long);
        int main(void) { struct node *head = malloc(sizeof *head); head->data = 1;
        while (ANY) { head = realloc(head, 2 * sizeof *head); head->data = 2; }
        ASSERT(head->data == 1); return 0; }""",
        "freeable(head) and head != 0 and ghost(mark, head) == 1"
        " and blocks(u, head, ghost(mark, u) != 1 or field(u, 'data') == 1)",
        maps={"mark": INT},
        code=[("mark", "head->data = 1", "head", "1")],
    ),
    "a pointer into the middle marks the whole": wrong(
        """int main(void) { struct node *head = malloc(sizeof *head); head->data = 1; head->next = 0;
        struct node **inside = &head->next;
        while (ANY) { head->data = 2; }
        ASSERT(head->data == 1); return 0; }""",
        "freeable(head) and ghost(mark, head) == 1 and ghost(mark, inside) == 2"
        " and (ghost(mark, head) == 2 or field(head, 'data') == 1)",
        maps={"mark": INT},
        code=[("mark", "inside = ", "head", "1"), ("mark", "inside = ", "inside", "2")],
    ),
    "ghost code that is not passed": wrong(
        """int main(void) { struct node *head = malloc(sizeof *head); head->data = 0;
        while (ANY) { if (ANY) { head->data = 1; } else { head->data = 2; } }
        ASSERT(head->data != 2); return 0; }""",
        "freeable(head) and valid(head, 16) and ghost(mark, head) == field(head, 'data')"
        " and ghost(mark, head) != 2",
        maps={"mark": INT},
        code=[("mark", "head->data = 0", "head", "0"), ("mark", "head->data = 1", "head", "1")],
    ),
    "a walk that leaves the nodes": wrong(
        f"""int main(void) {{ struct node *head = 0; {BUILD}
        for (struct node *p = head; p; p = p->next + 1) ASSERT(p->data == 1);
        return 0; }}""",
        f"freeable(head) and {ONES}",
        f"freeable(p) and {ONES}",
    ),
}


@pytest.mark.parametrize("name", thinned(WRONG, 2))
def test_what_is_wrong_is_rejected(name: str, tmp_path: Path) -> None:
    inlined, claimed = load_case(WRONG[name], tmp_path)
    assert judge(inlined, claimed).failures


def test_a_block_means_nothing_outside(tmp_path: Path) -> None:
    inlined, claimed = load_case(PROVING["a list of ones"], tmp_path)
    entry = inlined.program.entry
    heads = claimed.contracts[entry][0].invariants
    (held,) = {part for part in subexpressions(heads[min(heads)]) if isinstance(part, ForAllBlocks)}
    free = change(claimed, entry, invariants={**heads, min(heads): conjunction((held, held.body))})
    assert "not in scope" in judge(inlined, free).failures[0].text


def test_ghost_code_of_the_wrong_form(tmp_path: Path) -> None:
    inlined, claimed = load_case(PROVING["two lists, told apart by a map"], tmp_path)
    (kind,), code = claimed.ghosts.maps, claimed.ghosts.code
    place, (update,) = next(iter(code.items()))
    procedure = inlined.program.procedures[place.procedure]
    outgoing = [source for source in procedure.locations if procedure.outgoing[source]]
    the_end = next(at for at in outgoing if isinstance(procedure.outgoing[at][0].statement, Return | Halt))
    strange = ghost_map("strange", INT)
    blocks = ghost_map("kind", PointerType(VOID))
    odd = {
        "an edge that is not there": Ghosts((kind,), {**code, Place(place.procedure, 10_000, 0): (update,)}),
        "another branch": Ghosts((kind,), {**code, replace(place, branch=1): (update,)}),
        "another procedure": Ghosts((kind,), {**code, replace(place, procedure="main"): (update,)}),
        "behind the end": Ghosts((kind,), {**code, replace(place, source=the_end): (update,)}),
        "a map that is not declared": Ghosts((kind,), {**code, place: (replace(update, map=strange),)}),
        "another type": Ghosts((kind,), {**code, place: (replace(update, value=update.pointer),)}),
        "a map of another type": Ghosts((blocks,), code),
        "no pointer": Ghosts((kind,), {**code, place: (replace(update, pointer=update.value),)}),
        "a variable of nobody": Ghosts(
            (kind,), {**code, place: (Update(kind, ghost_map("other", INT), update.value),)}
        ),
    }
    assert not judge(inlined, claimed).failures
    for what, ghosts in odd.items():
        assert judge(inlined, replace(claimed, ghosts=ghosts)).failures, what


def test_no_ghosts_where_calls_are_left(tmp_path: Path) -> None:
    text = """int deep(struct node *p) { return p ? deep(p->next) + 1 : 0; }
    int main(void) { struct node *head = 0; while (ANY) head = 0; ASSERT(deep(head) == 0); return 0; }"""
    inlined = read(tmp_path / "program.c", HEAD + NODE + text)
    claim = {"main": ("true", "true", ["head == 0"]), "deep": ("true", "result == 0 or old(p) != 0", [])}
    assert not judge(inlined, certificate(inlined, claim)).failures
    found = judge(inlined, certificate(inlined, claim, {"kind": INT}))
    assert "calls" in found.failures[0].text


def test_written_and_read(tmp_path: Path) -> None:
    for name in ("two lists, told apart by a map", "nobody points to what is freed"):
        inlined, claimed = load_case(PROVING[name], tmp_path)
        about = Task.of(load([tmp_path / "program.c"])).to_json()
        place, changes = next(iter(claimed.ghosts.code.items()))
        emptied = {**claimed.ghosts.code, place: (Emptied(claimed.ghosts.maps[0]), *changes)}
        for ghosts in (claimed.ghosts, replace(claimed.ghosts, code=emptied)):
            written = replace(claimed, ghosts=ghosts)
            assert from_json(to_json(written, about, inlined), inlined.program) == written


def test_a_condition_on_blocks_in_the_ledger(tmp_path: Path) -> None:
    inlined, claimed = load_case(PROVING["a list of ones"], tmp_path)
    formulas = Formulas(inlined.program)
    for invariant in claimed.contracts[inlined.program.entry][0].invariants.values():
        assert formulas.read(formulas.written(invariant)) is invariant
