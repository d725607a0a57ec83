"""A build, from nothing, again, and after changes: what is looked at again, and that nothing else is."""

from __future__ import annotations

import json
import sqlite3
import zlib
from pathlib import Path
from typing import Any

import pytest

import dovetail
from dovetail.evidence.project import ProjectResult, Source, Standing
from projects.building import build

FILES = {
    "a.h": "#define LIMIT 10\nint far(int x);\n",
    "a.c": '#include <assert.h>\n#include "a.h"\nint near(int x) { return x > LIMIT ? LIMIT : x; }\n'
    "int top(int x) { int y = near(x); assert(y <= LIMIT); return y; }\n"
    "int wrong(int x) { assert(x != 7); return x; }\n",
    "b.c": '#include "a.h"\nint far(int x) { return 3; }\n',
}


def project(folder: Path, **more: Any) -> ProjectResult:
    return dovetail.project(
        folder,
        **{
            "properties": ["unreach-call"],
            "timeout_per_unit": 20,
            "budget": 100,
            "jobs": 2,
            "out": folder / "out",
            "store": folder / "ledger.db",
            "strategy": "bounded",
            **more,
        },
    )


def searched(result: ProjectResult) -> set[str]:
    return {one.unit.name for one in result.units if one.source is Source.SEARCHED}


def standings(result: ProjectResult) -> dict[str, Standing]:
    return {one.unit.name: one.standing for one in result.units}


def change(folder: Path, name: str, old: str, new: str) -> None:
    text = (folder / name).read_text()
    assert text.count(old) == 1
    (folder / name).write_text(text.replace(old, new))


def test_only_what_depends_on_a_change_is_looked_at_again(tmp_path: Path) -> None:
    folder = build(tmp_path / "p", FILES)
    first = project(folder)
    expected = {
        "a.c:near": Standing.NOTHING,
        "a.c:top": Standing.PROVED,
        "a.c:wrong": Standing.VIOLATED,
        "b.c:far": Standing.NOTHING,
    }
    assert standings(first) == expected and searched(first) == set(expected)
    assert first.fails and not first.passes

    again = project(folder, recheck=True)
    assert standings(again) == expected and not searched(again)
    assert all(one.source is Source.KEPT and one.rechecked for one in again.units)
    assert again.before == {name: one.value for name, one in expected.items()}

    change(folder, "a.c", "int near", "/* a comment\n */ int near")
    moved = project(folder)
    assert standings(moved) == expected and not searched(moved)
    by_name = {one.unit.name: one for one in moved.units}
    assert by_name["b.c:far"].source is Source.KEPT and by_name["a.c:top"].source is Source.SAME
    (violated,) = [one for one in moved.findings if one.standing is Standing.VIOLATED]
    (earlier,) = [one for one in first.findings if one.standing is Standing.VIOLATED]
    assert violated.info.position.line == earlier.info.position.line + 1
    assert violated.fingerprint == earlier.fingerprint
    replayed = dovetail.replay(violated.evidence)
    assert replayed.reproduced and not replayed.changed
    proof, witness = by_name["a.c:top"].result.evidence  # type: ignore[union-attr]
    assert dovetail.certify(proof).accepted and Path(witness).name == "witness.yml"

    change(folder, "a.c", "/* a comment\n */ int near", "/* other */ int near")
    judged = {one.unit.name: one for one in project(folder, recheck=True).units}
    assert all(one.source in (Source.KEPT, Source.SAME) and one.rechecked for one in judged.values())
    assert judged["a.c:top"].source is Source.SAME

    change(folder, "a.c", "? LIMIT :", "? LIMIT + 1 :")
    broken = project(folder)
    assert searched(broken) == {"a.c:near", "a.c:top"}
    assert standings(broken)["a.c:top"] is Standing.VIOLATED


def test_what_does_not_stand_its_check_is_looked_at_afresh(tmp_path: Path) -> None:
    """A store that somebody has written into with the right hashes: `recheck` finds it out."""
    text = "#include <assert.h>\nint f(int x) { assert(x != 3); return x; }\n"
    good = text.replace("x != 3", "x == x")
    folder = build(tmp_path / "p", {"a.c": good})
    assert project(folder).passes
    with sqlite3.connect(folder / "ledger.db") as db:
        forged = db.execute("SELECT content FROM evidence WHERE path LIKE '%certificate.json'").fetchone()[0]
    db.close()
    document = json.loads(zlib.decompress(forged))
    document["program"] = "0" * 64
    from dovetail.projects.store import Kept, Store

    store = Store(folder / "ledger.db")
    (kept,) = store.all()
    evidence = {
        name: json.dumps(document).encode() if name.endswith("certificate.json") else content
        for name, content in kept.evidence.items()
    }
    store.keep(
        Kept(
            *(kept.text, kept.meaning, kept.unit, kept.document),
            *(kept.strategy, kept.allowed, kept.made, evidence),
        )
    )
    result = project(folder, recheck=True)
    assert any("does not stand" in problem for problem in result.problems)
    assert searched(result) == {"a.c:f"} and result.passes


def test_a_damaged_store_is_told_and_set_aside(tmp_path: Path) -> None:
    folder = build(tmp_path / "p", {"a.c": "int f(int x) { return x; }\n"})
    project(folder)
    for suffix in ("-wal", "-shm"):
        (folder / f"ledger.db{suffix}").unlink(missing_ok=True)
    head = (folder / "ledger.db").read_bytes()[:100]
    (folder / "ledger.db").write_bytes(head + b"\0" * 5000)
    result = project(folder)
    assert searched(result) == {"a.c:f"}
    assert any("the store was damaged" in problem for problem in result.problems)
    assert (folder / "ledger.db.damaged-1").exists()
    assert not searched(project(folder))


def test_a_baseline_excuses_what_it_names_and_nothing_else(tmp_path: Path) -> None:
    folder = build(tmp_path / "p", {"a.c": FILES["a.c"].replace('#include "a.h"', "#define LIMIT 10")})
    known = tmp_path / "known.json"
    assert project(folder, write_baseline=known).fails
    result = project(folder, baseline=known)
    assert result.passes and not result.fails and result.verdict.value == "violated"
    (folder / "a.c").write_text(
        (folder / "a.c").read_text() + "int more(int x) { assert(x != 8); return x; }\n"
    )
    result = project(folder, baseline=known)
    assert result.fails and [one.unit for one in result.new] == ["a.c:more"]


def test_what_cannot_be_read_is_said_and_the_others_are_looked_at(tmp_path: Path) -> None:
    files = {
        "a.c": "int f(int x) { return x; }\n",
        "b.c": '#include "missing.h"\nint g(void) { return 1; }\n',
    }
    result = project(build(tmp_path / "p", files))
    assert standings(result) == {"a.c:f": Standing.NOTHING, "b.c": Standing.UNREADABLE}
    assert "missing.h" in next(one.error for one in result.units if one.error)
    assert not result.passes and not result.fails


def test_what_the_budget_is_too_short_for_is_not_looked_at(tmp_path: Path) -> None:
    folder = build(tmp_path / "p", {"a.c": "int f(int x) { return x; }\n"})
    result = project(folder, budget=1.5, keep=False)
    assert standings(result) == {"a.c:f": Standing.NOT_REACHED} and not result.passes
    assert any("budget" in note for note in result.notes)


@pytest.mark.slow
def test_what_is_left_unknown_is_looked_at_again_if_there_is_more_time(tmp_path: Path) -> None:
    text = "#include <assert.h>\nint f(unsigned a, unsigned b) { assert(a * a != b * b * 2u + 77777u);\n"
    folder = build(tmp_path / "p", {"a.c": f"{text} return 0; }}\n"})
    short = project(folder, timeout_per_unit=2.0, strategy="abstract")
    assert standings(short)["a.c:f"] is Standing.UNKNOWN
    assert not searched(project(folder, timeout_per_unit=2.0, strategy="abstract"))
    assert searched(project(folder, timeout_per_unit=2.0, strategy="abstract", retry=True))
    assert searched(project(folder, timeout_per_unit=4.0, strategy="abstract"))


def test_what_is_changed_while_it_is_looked_at_is_not_kept(tmp_path: Path) -> None:
    """The verdict is about the text of now, and would be kept for that of before."""
    text = "#include <assert.h>\nint f(int x) { assert(x != 3); return x; }\n"
    folder = build(tmp_path / "p", {"a.c": text})
    good = text.replace("x != 3", "x == x")

    def change_it(state: Any) -> None:
        if state.all:  # all files have been looked over
            (folder / "a.c").write_text(good)

    # The first unit is begun before anybody is told of it: a second one comes after the change.
    (folder / "a.c").write_text(text + "int a_small_one(int x) { return x; }\n")
    good += "int a_small_one(int x) { return x; }\n"
    project(folder, jobs=1, watch=change_it)
    assert (folder / "a.c").read_text() == good
    (folder / "a.c").write_text(text + "int a_small_one(int x) { return x; }\n")
    assert standings(project(folder))["a.c:f"] is Standing.VIOLATED
