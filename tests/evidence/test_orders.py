"""Orders of blocks that certificates keep: what is lost stays lost, and forged ones prove nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from dovetail.ledger.ledger import Ledger
from dovetail.program.expressions import TRUE, Const, Expr, GhostAt, GhostBefore, subexpressions
from dovetail.program.ghost_maps import (
    Change,
    Emptied,
    Ghosts,
    Place,
    Placing,
    Track,
    Update,
    ghost_map,
    ghost_order,
)
from dovetail.program.inlining import Inlined
from dovetail.program.ordering import depth_first
from dovetail.program.printer import Printer
from dovetail.program.statements import Store
from dovetail.program.types import INT, VOID, PointerType
from dovetail.proofs.certificate import Certificate, Contract
from dovetail.proofs.checker import check
from dovetail.proofs.fingerprint import fingerprint
from dovetail.strategies.nodes.rounds import Nodes
from dovetail.strategies.outcome import Budget
from evidence.claims import certificate, read
from evidence.test_checker import HEAD, judge

NODE = "struct node { struct node *next; int data; };\n"
PARENT, ORDER = ghost_map("parent", PointerType(VOID)), ghost_order("order")

LOST = {
    "by each other": """struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
        a->next = b; b->next = a; a = 0; b = 0; while (ANY) {}""",
    "by itself": "struct node *a = malloc(sizeof *a); a->next = a; a = 0; while (ANY) {}",
    "a cycle that was a list": """struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
        struct node *c = malloc(sizeof *c);
        c->next = 0; b->next = c; a->next = b; c->next = a; a = b = c = 0; while (ANY) {}""",
    "the parent points elsewhere now": """struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
        a->next = b; b = 0; a->next = 0; while (ANY) {}""",
}


def kept(inlined: Inlined, parents: bool, back: bool) -> Ghosts:
    """At each store of a pointer in a field: who points there, and an order in which that comes first, or
    last."""
    entry = inlined.program.procedures[inlined.program.entry]
    code: dict[Place, Sequence[Change]] = {}
    for source in entry.locations:
        for branch, edge in enumerate(entry.outgoing[source]):
            match edge.statement:
                case Store(address=address, value=value) if not isinstance(value, Const):
                    if isinstance(value.type, PointerType):
                        placing = Placing(ORDER, value, address) if back else Placing(ORDER, address, value)
                        pointed = (Update(PARENT, value, address),) if parents else ()
                        code[Place(entry.name, source, branch)] = (*pointed, placing)
                case _:
                    pass
    assert code
    return Ghosts((PARENT, ORDER), code, tracks=(Track(PARENT, ORDER, not back, (0,)),))


@pytest.mark.parametrize("back", [False, True])
@pytest.mark.parametrize("name", LOST)
def test_what_is_lost_stays_lost(name: str, back: bool, tmp_path: Path) -> None:
    text = f"int main(void) {{ {LOST[name]} return 0; }}"
    inlined = read(tmp_path / "program.c", HEAD + NODE + text, properties=("valid-memsafety",))
    heads = depth_first(inlined.program.procedures[inlined.program.entry]).loop_heads
    claimed = certificate(inlined, {"main": ("true", "true", ["true"] * len(heads))})
    leaks = {info.ident for info in inlined.program.checks if info.kind == "memory-leak"}
    judgement = judge(inlined, replace(claimed, ghosts=kept(inlined, True, back)))
    assert leaks and not leaks & judgement.proved


REVERSED = """static struct node *back;
int main(void) { struct node *head = 0;
while (ANY) { struct node *n = malloc(sizeof *n); n->next = head; head = n; }
while (head) { struct node *n = head->next; head->next = back; back = head; head = n; }
while (ANY) {}
return back != 0; }"""


@pytest.fixture(scope="module")
def proof(tmp_path_factory: pytest.TempPathFactory) -> tuple[Inlined, Certificate]:
    path = tmp_path_factory.mktemp("reversed") / "program.c"
    inlined = read(path, HEAD + NODE + REVERSED, properties=("valid-memsafety",))
    program = inlined.program
    claims = Nodes(program, Ledger(program), Budget(moves=20)).run()
    assert claims.complete
    heads = depth_first(program.procedures[program.entry]).loop_heads
    contract = Contract(invariants={head: claims.invariants.get(head, TRUE) for head in heads})
    return inlined, Certificate(fingerprint(program), {program.entry: (contract,)}, ghosts=claims.ghosts)


@pytest.mark.slow
def test_a_list_that_is_reversed_is_kept(proof: tuple[Inlined, Certificate]) -> None:
    inlined, claimed = proof
    placings = [one for some in claimed.ghosts.code.values() for one in some if isinstance(one, Placing)]
    assert placings
    assert not check(claimed, inlined.program, seconds=120).failures


@pytest.mark.slow
def test_forged_ones_are_rejected(proof: tuple[Inlined, Certificate]) -> None:
    inlined, claimed = proof
    ghosts = claimed.ghosts
    (track,) = ghosts.tracks
    others = {
        "the other way round": replace(ghosts, tracks=(replace(track, ascending=not track.ascending),)),
        "nothing is moved": replace(
            ghosts,
            code={
                place: tuple(one for one in some if isinstance(one, Update))
                for place, some in ghosts.code.items()
            },
        ),
        "the wrong one is moved": replace(
            ghosts,
            code={
                place: tuple(
                    replace(one, pointer=one.target, target=one.pointer) if isinstance(one, Placing) else one
                    for one in some
                )
                for place, some in ghosts.code.items()
            },
        ),
    }
    for what, wrong in others.items():
        assert check(replace(claimed, ghosts=wrong), inlined.program, seconds=20).failures, what
    (contract,) = claimed.contracts[inlined.program.entry]
    for head, invariant in contract.invariants.items():
        if any(isinstance(part, GhostBefore) for part in subexpressions(invariant)):
            weaker = replace(contract, invariants={**contract.invariants, head: TRUE})
            forged = replace(claimed, contracts={inlined.program.entry: (weaker,)})
            assert check(forged, inlined.program, seconds=20).failures


def test_an_order_is_no_map(tmp_path: Path) -> None:
    text = f"int main(void) {{ {LOST['by itself']} return 0; }}"
    inlined = read(tmp_path / "program.c", HEAD + NODE + text, properties=("valid-memsafety",))
    heads = depth_first(inlined.program.procedures[inlined.program.entry]).loop_heads
    claimed = certificate(inlined, {"main": ("true", "true", ["true"] * len(heads))})
    ghosts = kept(inlined, False, False)
    ((place, (placing,)),) = ghosts.code.items()
    assert isinstance(placing, Placing)
    changes: tuple[Change, ...] = (
        replace(placing, order=PARENT),
        replace(placing, order=ghost_order("other")),
        Update(ORDER, placing.pointer, TRUE),
        Emptied(ORDER),
        Emptied(ghost_map("other", INT)),
        replace(placing, target=TRUE),
    )
    for change in changes:
        wrong = replace(claimed, ghosts=replace(ghosts, code={place: (change,)}))
        assert "well-typed" in judge(inlined, wrong).failures[0].text
    asked: Expr = GhostAt(ORDER, placing.pointer)
    (contract,) = claimed.contracts[inlined.program.entry]
    for invariant in (asked, GhostBefore(PARENT, placing.pointer, placing.pointer)):
        asking = replace(contract, invariants=dict.fromkeys(contract.invariants, invariant))
        wrong = replace(claimed, ghosts=ghosts, contracts={inlined.program.entry: (asking,)})
        assert judge(inlined, wrong).failures
        assert Printer().expression(invariant)
