"""What is kept comes back as it was, or not at all."""

from __future__ import annotations

import os
import signal
import sqlite3
import time
from pathlib import Path

import pytest

from dovetail.bad_input import InputError
from dovetail.projects.store import APPLICATION, MIGRATIONS, Damaged, Kept, Store, set_aside


def kept(text: str, unit: str = "f", made: float = 1.0, content: bytes = b"{}" * 400) -> Kept:
    evidence = {"a-1/proof/certificate.json": content, "a-1/proof/witness.yml": b"- entry\n"}
    return Kept(text, f"meaning of {unit}", unit, {"reason": "ö"}, "auto", 10.0, made, evidence)


def store(folder: Path) -> Store:
    return Store(folder / "kept" / "ledger.db")


def test_what_is_kept_comes_back(tmp_path: Path) -> None:
    assert store(tmp_path).by_text("t") is None
    store(tmp_path).keep(kept("t"))
    store(tmp_path).keep(kept("u", made=2.0))
    assert store(tmp_path).by_text("t") == kept("t")
    assert store(tmp_path).by_meaning("meaning of f") == store(tmp_path).last_of("f") == kept("u", made=2.0)
    assert store(tmp_path).by_text("v") is None and store(tmp_path).by_meaning("none") is None
    assert store(tmp_path).verify() == 2
    again = kept("t", made=3.0, content=b"other")
    store(tmp_path).keep(again)
    assert store(tmp_path).by_text("t") == again
    store(tmp_path).forget(["t"])
    assert store(tmp_path).by_text("t") is None and store(tmp_path).verify() == 1


def test_many_uses_in_a_row_have_one_connection(tmp_path: Path) -> None:
    here = store(tmp_path)
    with here.kept_open():  # there is nothing yet
        assert here.by_text("t") is None
        here.keep(kept("t"))
    before, open_ = here._connected, []
    with here.kept_open():
        for text in "uv":
            with before() as db:
                open_.append(db)
            here.keep(kept(text))
            assert here.by_text(text) == kept(text)
            assert store(tmp_path).by_text(text) == kept(text)  # somebody else sees it, too
            assert here.by_text("none") is None
    assert open_[0] is open_[1]
    with before() as db:
        assert db is not open_[0]
    assert here.verify() == 3


def test_what_no_run_has_used_lately_is_forgotten(tmp_path: Path) -> None:
    here = store(tmp_path)
    for text in "abc":
        here.keep(kept(text, unit=text))
    here.run_ended("build", {"a": "proved", "b": "unknown"}, ["a", "b"])
    here.run_ended("build", {"b": "proved"}, ["b"])
    assert here.last_standings("build") == {"b": "proved"} and here.last_standings("other") == {}
    assert here.shrink(1) == 2
    assert [one.text for one in here.all()] == ["b"]
    assert here.verify() == 1


def test_of_many_bytes_that_are_flipped_none_is_believed(tmp_path: Path) -> None:
    """Wherever a byte is another: what was kept comes back, nothing, or the word that it is damaged."""
    first = store(tmp_path)
    for number in range(3):
        first.keep(kept(f"t{number}", unit=f"u{number}"))
    with sqlite3.connect(first.path) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        db.execute("PRAGMA journal_mode = DELETE")
    db.close()
    whole = first.path.read_bytes()
    damaged = 0
    for at in range(0, len(whole), 97):
        first.path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x15]) + whole[at + 1 :])
        try:
            there = Store(first.path)
            for number in range(3):
                assert there.by_text(f"t{number}") in (None, kept(f"t{number}", unit=f"u{number}"))
        except (Damaged, OSError, InputError):
            damaged += 1
    assert damaged > 20


def test_of_a_file_that_was_cut_off_nothing_is_believed(tmp_path: Path) -> None:
    there = store(tmp_path)
    for number in range(3):
        there.keep(kept(f"t{number}", unit=f"u{number}"))
    with sqlite3.connect(there.path) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        db.execute("PRAGMA journal_mode = DELETE")
    db.close()
    whole = there.path.read_bytes()
    damaged = 0
    for length in range(0, len(whole), 509):
        there.path.write_bytes(whole[:length])
        try:
            again = Store(there.path)
            for number in range(3):
                assert again.by_text(f"t{number}") in (None, kept(f"t{number}", unit=f"u{number}"))
        except (Damaged, OSError, InputError):
            damaged += 1
    assert damaged > 20


@pytest.mark.parametrize("content", [b"no database at all", b"SQLite format 3\0" + b"x" * 200])
def test_what_is_no_store_is_set_aside(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / ".dovetail" / "ledger.db"
    path.parent.mkdir()
    path.write_bytes(content)
    with pytest.raises(Damaged):
        Store(path)
    assert set_aside(path).read_bytes() == content
    path.write_bytes(b"more")
    assert set_aside(path).name == "ledger.db.damaged-2"
    Store(path).keep(kept("t"))


def test_another_programs_database_is_none(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE theirs (x)")
    db.close()
    with pytest.raises(Damaged):
        Store(path)
    whole = path.read_bytes()
    with pytest.raises(InputError, match="no store of Dovetail"):
        set_aside(path)
    assert path.read_bytes() == whole


def test_an_older_form_is_brought_up_to_date(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    with sqlite3.connect(path) as db:
        db.executescript(MIGRATIONS[0])
        db.execute("PRAGMA user_version = 1")
        db.execute(f"PRAGMA application_id = {APPLICATION}")
    db.close()
    there = Store(path)
    there.keep(kept("t"))
    there.run_ended("build", {"f": "proved"}, ["t"])
    assert there.runs() == 1 and there.by_text("t") == kept("t")


def test_a_newer_form_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "ledger.db"
    Store(path).keep(kept("t"))
    with sqlite3.connect(path) as db:
        db.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    db.close()
    with pytest.raises(InputError, match="newer"):
        Store(path)


def test_it_is_whole_whenever_somebody_is_ended_who_writes(tmp_path: Path) -> None:
    there = store(tmp_path)
    there.keep(kept("first"))
    for attempt in range(12):
        children = []
        for _ in range(2):
            child = os.fork()
            if child == 0:
                name = f"{attempt}-{os.getpid()}"
                for _ in range(10_000):
                    there.keep(kept(name, unit=name, content=os.urandom(5000)))
                os._exit(1)
            children.append(child)
        time.sleep(0.01 * attempt)
        for child in children:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
        again = Store(there.path)
        assert again.by_text("first") == kept("first")
    assert Store(there.path).verify() > 5


def test_two_at_once_keep_what_both_have(tmp_path: Path) -> None:
    there = store(tmp_path)
    children = []
    for number in range(2):
        child = os.fork()
        if child == 0:
            for at in range(20):
                there.keep(kept(f"{number}-{at}", unit=f"{number}"))
            os._exit(0)
        children.append(child)
    assert [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children] == [0, 0]
    assert there.verify() == 40
