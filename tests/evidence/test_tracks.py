"""Tracks, by which a certificate argues that no block is lost: those that are none are rejected."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dovetail.ledger.ledger import Ledger
from dovetail.program.expressions import FALSE, TRUE, Const, ForAllBlocks, NoLeak, subexpressions
from dovetail.program.ghost_maps import MADE, Ghosts, Track, Update, ghost_map, with_ghosts
from dovetail.program.inlining import Inlined
from dovetail.program.ordering import depth_first
from dovetail.program.statements import Check
from dovetail.program.types import INT, VOID, PointerType
from dovetail.proofs.certificate import Certificate, Contract
from dovetail.proofs.checker import check
from dovetail.proofs.fingerprint import fingerprint
from dovetail.strategies.nodes.rounds import Nodes
from dovetail.strategies.outcome import Budget
from evidence.claims import certificate, read
from evidence.test_checker import HEAD, judge
from thinned import thinned

NODE = "struct node { struct node *next; int data; };\n"
BLOCK = PointerType(VOID)
PARENT, ORDER = ghost_map("parent", BLOCK), ghost_map("order", INT)
MAPS: dict[str, Any] = {"parent": BLOCK, "order": INT}

LOST = {
    "by each other": (
        """struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
        a->next = b; b->next = a; a = 0; b = 0; while (ANY) {}""",
        [
            ("parent", "a->next = ", "a", "b"),
            ("parent", "a->next = ", "b", "a"),
            ("order", "a->next = ", "a", "1"),
            ("order", "a->next = ", "b", "2"),
        ],
    ),
    "by itself": (
        "struct node *a = malloc(sizeof *a); a->next = a; a = 0; while (ANY) {}",
        [("parent", "a->next = ", "a", "a"), ("order", "a->next = ", "a", "1")],
    ),
    "the parent was freed": (
        """struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
        a->next = b; b = 0; free(a); a = 0; while (ANY) {}""",
        [
            ("parent", "a->next = ", "b", "a"),
            ("order", "a->next = ", "a", "1"),
            ("order", "a->next = ", "b", "2"),
        ],
    ),
    "the parent points elsewhere now": (
        """struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
        a->next = b; b = 0; a->next = 0; while (ANY) {}""",
        [
            ("parent", "a->next = ", "b", "a"),
            ("order", "a->next = ", "a", "1"),
            ("order", "a->next = ", "b", "2"),
        ],
    ),
    "the parent is an object of the stack that has ended": (
        """{ struct node s, *b = malloc(sizeof *b), *q = &s; q->next = b; b = 0; q = 0; }
        while (ANY) {}""",
        [
            ("parent", "q->next = ", "b", "q"),
            ("order", "q->next = ", "q", "1"),
            ("order", "q->next = ", "b", "2"),
        ],
    ),
    "the parent has no such bytes": (
        """char *a = malloc(4); struct node *b = malloc(sizeof *b); a[0] = 1; b = 0; while (ANY) {}""",
        [("parent", "b = NULL", "b", "a"), ("order", "b = NULL", "a", "1")],
    ),
}


def load_case(name: str, folder: Path) -> tuple[Inlined, Certificate]:
    text, code = LOST[name]
    text = f"int main(void) {{ {text} return 0; }}"
    inlined = read(folder / "program.c", HEAD + NODE + text, properties=("valid-memsafety",))
    heads = depth_first(inlined.program.procedures[inlined.program.entry]).loop_heads
    claimed = certificate(inlined, {"main": ("true", "true", ["true"] * len(heads))}, MAPS, code)
    tracks = tuple(Track(PARENT, ORDER, ascending, (0,)) for ascending in (True, False))
    return inlined, replace(claimed, ghosts=replace(claimed.ghosts, tracks=tracks, made=True))


@pytest.mark.parametrize("name", thinned(LOST, 2))
def test_what_is_lost_stays_lost(name: str, tmp_path: Path) -> None:
    inlined, claimed = load_case(name, tmp_path)
    judgement = judge(inlined, claimed)
    leaks = {info.ident for info in inlined.program.checks if info.kind == "memory-leak"}
    assert leaks and not leaks & judgement.proved


def test_a_question_has_one_more_answer(tmp_path: Path) -> None:
    """And nothing else in the program is another one but for counting."""
    inlined, claimed = load_case("by itself", tmp_path)
    entry = inlined.program.entry
    changed = with_ghosts(inlined.program, replace(claimed.ghosts, code={}))
    before = list(inlined.program.procedures[entry].edges)
    after = list(changed.procedures[entry].edges)
    counting = [edge for edge in after if getattr(edge.statement, "target", None) is MADE]
    assert len(after) == len(before) + len(counting) == len(before) + 2
    for edge in after:
        if isinstance(edge.statement, Check):
            parts = list(subexpressions(edge.statement.condition))
            asked = [part for part in parts if isinstance(part, NoLeak)]
            assert bool(asked) == any(isinstance(part, ForAllBlocks) for part in parts)


def test_tracks_of_the_wrong_form(tmp_path: Path) -> None:
    inlined, claimed = load_case("by itself", tmp_path)
    for track in (
        Track(ORDER, ORDER, True, (0,)),
        Track(PARENT, PARENT, True, (0,)),
        Track(ghost_map("other", BLOCK), ORDER, True, (0,)),
        Track(PARENT, ORDER, True, (-8,)),
        Track(PARENT, ORDER, True, (1 << 40,)),
    ):
        wrong = replace(claimed, ghosts=replace(claimed.ghosts, tracks=(track,)))
        assert "track" in judge(inlined, wrong).failures[0].text


def test_the_count_is_no_more_than_it_is(tmp_path: Path) -> None:
    """It is below 2^62, and of a loop that makes nothing that says nothing."""
    text = (
        "int main(void) { int i = 0, *p = malloc(4); while (ANY) { i++; ASSERT(i > 0); } free(p); return 0; }"
    )
    inlined = read(tmp_path / "program.c", HEAD + text)
    claimed = certificate(inlined, {"main": ("true", "true", ["i >= 0"])}, {"order": INT})
    counted = replace(claimed, ghosts=Ghosts(claimed.ghosts.maps, {}, made=True))
    assert judge(inlined, counted).failures


FREED = """int main(void) { struct node *head = 0;
while (ANY) { struct node *n = malloc(sizeof *n); n->next = head; head = n; }
while (head) { struct node *t = head->next; free(head); head = t; }
return 0; }"""


@pytest.mark.slow
def test_a_proof_and_what_is_wrong_with_others_like_it(tmp_path: Path) -> None:
    inlined = read(tmp_path / "program.c", HEAD + NODE + FREED, properties=("valid-memsafety",))
    program = inlined.program
    claims = Nodes(program, Ledger(program), Budget(moves=20)).run()
    assert claims.complete
    heads = depth_first(program.procedures[program.entry]).loop_heads
    contract = Contract(invariants={head: claims.invariants.get(head, TRUE) for head in heads})
    proof = Certificate(fingerprint(program), {program.entry: (contract,)}, ghosts=claims.ghosts)
    assert not check(proof, program, seconds=120).failures
    ghosts = claims.ghosts
    (track,) = ghosts.tracks
    others = {
        "the other way round": replace(ghosts, tracks=(replace(track, ascending=not track.ascending),)),
        "another link": replace(ghosts, tracks=(replace(track, links=(8,)),)),
        "no link": replace(ghosts, tracks=(replace(track, links=()),)),
        "no track": replace(ghosts, tracks=()),
        **{
            f"without the code at {place}": replace(
                ghosts, code={other: some for other, some in ghosts.code.items() if other != place}
            )
            for place, code in ghosts.code.items()
            if any(isinstance(one, Update) and not isinstance(one.value, Const) for one in code)
        },
    }
    for what, wrong in others.items():
        assert check(replace(proof, ghosts=wrong), program, seconds=20).failures, what
    for head in heads:
        for less in (TRUE, FALSE):
            weaker = replace(contract, invariants={**contract.invariants, head: less})
            wrong_proof = replace(proof, contracts={program.entry: (weaker,)})
            assert check(wrong_proof, program, seconds=20).failures or contract.invariants[head] is TRUE
