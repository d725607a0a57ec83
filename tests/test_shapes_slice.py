"""A slice of `bench/shape_campaign.py`: no heap of a run is outside of the shapes that were found, and no
step of a run outside of the abstract step."""

from __future__ import annotations

import random

import pytest
import shape_campaign as campaign

from dovetail.domains.shapes import updates
from thinned import thinned

SEEDS = (0, 4, 5, 9, 11, 13, 17, 22)


@pytest.mark.parametrize("seed", thinned(SEEDS, 4))
def test_no_heap_is_outside(seed: int) -> None:
    rng = random.Random(f"slice/{seed}")
    _, text = campaign.program_text(rng)
    structures, states, steps = campaign.hold(text, 8, rng, 20.0)
    assert structures and states > 20 and steps


def test_programs_are_the_same_every_time() -> None:
    first, second = (campaign.program_text(random.Random(seed)) for seed in (5, 6))
    assert campaign.program_text(random.Random(5)) == first != second


def test_a_wrong_step_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """The comparison can fail: an update that forgets what lies behind a link is found out."""
    monkeypatch.setattr(updates, "_cut_reach", lambda draft, group, node, before: None)
    text = """
    #include <stdlib.h>
    #include <dovetail.h>
    struct node { struct node *next; };
    int main(void) {
        struct node *a = 0;
        while (dovetail_any_bool()) { struct node *t = malloc(sizeof *t); t->next = a; a = t; }
        if (a) a->next = 0;
        if (a) a = a->next;
        return a != 0;
    }
    """
    with pytest.raises(campaign.Contradiction):
        campaign.hold(text, 8, random.Random(1), 20.0)
