"""Certificates of programs in which procedures are kept: their contracts are proved, not believed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from dovetail.evidence.certificate_file import document_of
from dovetail.evidence.task import Task
from dovetail.frontend import load
from dovetail.program.inlining import Inlined, inline, prepared
from dovetail.program.names import TableError
from dovetail.proofs.certificate import Certificate, from_json, kept
from dovetail.proofs.checker import check
from evidence.claims import certificate

TEXT = """
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int seen;
static int doubled(int w) { return w + w; }
int half(int v) { seen = v; return doubled(v) / 4; }
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 1000) return 0;
    int y = half(x);
    if (y > 500 || seen != x) reach_error();
    return 0;
}
"""
GOOD = "seen == old(v) and (old(v) < 0 or old(v) > 1000 or result <= 500)"


def _kept(tmp_path: Path, text: str = TEXT) -> Inlined:
    path = tmp_path / "program.c"
    path.write_text(text)
    return inline(load([path]).program, keep=["half"])


def _accepted(inlined: Inlined, ensures: str, requires: str = "true", start: str = "true") -> bool:
    claim = {"main": (start, "true", []), "half": (requires, ensures, [])}
    return check(certificate(inlined, claim), inlined.program).accepted


def test_inlining_keeps_just_the_calls_of_the_start(tmp_path: Path) -> None:
    inlined = _kept(tmp_path)
    assert set(inlined.program.procedures) == {inlined.program.entry, "half"}
    assert prepared(inlined.whole, 0, ["half"]).program.procedures.keys() == inlined.program.procedures.keys()
    assert set(inline(inlined.whole).program.procedures) == {inlined.program.entry}


def test_a_contract_that_holds(tmp_path: Path) -> None:
    assert _accepted(_kept(tmp_path), GOOD)


@pytest.mark.parametrize(
    "ensures",
    [
        "true",  # says too little
        "seen == old(v)",
        GOOD.replace("result <= 500", "result <= 499"),  # does not hold
        GOOD + " and result == 0",
        "False",
        "seen == 0 and result <= 500",
    ],
)
def test_contracts_that_prove_nothing(tmp_path: Path, ensures: str) -> None:
    assert not _accepted(_kept(tmp_path), ensures)


def test_what_is_required_must_hold_at_calls(tmp_path: Path) -> None:
    inlined = _kept(tmp_path)
    assert _accepted(inlined, "seen == old(v) and result <= 500", "v >= 0 and v <= 1000")
    assert not _accepted(inlined, "seen == old(v) and result <= 499", "v >= 0 and v <= 999")
    assert not _accepted(inlined, "seen == old(v) and result <= 500", "False")


def test_each_kept_procedure_needs_a_contract(tmp_path: Path) -> None:
    inlined = _kept(tmp_path)
    whole = certificate(inlined, {"main": ("true", "true", []), "half": ("true", GOOD, [])})
    without = replace(whole, contracts={inlined.program.entry: whole.contracts[inlined.program.entry]})
    assert check(whole, inlined.program).accepted
    assert not check(without, inlined.program).accepted


def test_a_global_that_is_written_is_not_what_it_was(tmp_path: Path) -> None:
    inlined = _kept(tmp_path, TEXT.replace("seen != x", "seen != 0"))
    assert not _accepted(inlined, "old(v) < 0 or old(v) > 1000 or result <= 500")


def test_the_start_may_look_back_over_several_steps(tmp_path: Path) -> None:
    text = """
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int x;
int half(int v) { if (v == 2) return 0; return v < 100 ? v + 1 : v; }
int main(void) {
    while (__VERIFIER_nondet_int()) {
        if (x == START) reach_error();
        x = half(x);
    }
    return 0;
}
"""
    ensures = "(old(v) != 2 or result == 0) and (old(v) == 2 or old(v) >= 100 or result == old(v) + 1)"
    ensures += " and (old(v) < 100 or result == old(v))"
    for bad, accepted in (("5", True), ("1", False), ("0", False)):
        inlined = _kept(tmp_path, text.replace("START", bad))
        claim = {"main": ("true", "true", [f"x != {bad}"]), "half": ("true", ensures, [])}
        found = certificate(inlined, claim)
        entry = inlined.program.entry
        (start,) = found.contracts[entry]
        stepped = replace(found, contracts={**found.contracts, entry: (replace(start, steps=4),)})
        assert check(stepped, inlined.program).accepted is accepted
        (half,) = found.contracts["half"]
        wrong = replace(stepped, contracts={**stepped.contracts, "half": (replace(half, steps=2),)})
        assert not check(wrong, inlined.program).accepted


def test_written_and_read(tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(TEXT)
    loaded = load([path])
    inlined = inline(loaded.program, keep=["half"])
    claim = {"main": ("true", "true", []), "half": ("true", GOOD, [])}
    found: Certificate = replace(certificate(inlined, claim), kept=("half",))
    document = document_of(found, Task.of(loaded), inlined)
    assert kept(document) == ("half",)
    assert from_json(document, inlined.program) == found
    for wrong in ("half", [1], {"half": 1}, None):
        with pytest.raises(TableError):
            kept({**document, "kept": wrong})
    with pytest.raises(TableError):
        kept({**document, "unrolled": 2})
    assert not check(found, inline(loaded.program).program).accepted, "it is for another program"
