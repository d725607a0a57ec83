"""What is kept between runs: one SQLite file, with results, their evidence, and what files have.

A result is written in one transaction, with all of its evidence, or not at all: the file is whole whenever
a process is ended that uses it, and several may. Each use has a connection of its own, since processes are
forked all the time and a connection must not go along.

Nothing that is read is believed because it is there. Each row has a hash of all that is in it; a row that
does not agree with its own, a file that SQLite does not like, or one that is no store, is *damaged*: it is
told, set aside under another name, and the run begins from nothing. (The hashes are against accidents. Who
can write into the file can write hashes, too: against that there is `recheck`, which judges all evidence
again.)
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import time
import zlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from dovetail.asking.project import STORE
from dovetail.bad_input import InputError
from dovetail.quick_dataclass import dataclass
from dovetail.report.output_folder import unversioned

APPLICATION = 0x446F7665
"""By which a store is known among SQLite files."""
MIGRATIONS = (
    """
    CREATE TABLE results (
        text TEXT PRIMARY KEY, meaning TEXT NOT NULL, unit TEXT NOT NULL, document TEXT NOT NULL,
        strategy TEXT NOT NULL, allowed REAL NOT NULL, made REAL NOT NULL, digest TEXT NOT NULL);
    CREATE INDEX results_by_meaning ON results (meaning);
    CREATE INDEX results_by_unit ON results (unit, made);
    CREATE TABLE evidence (
        text TEXT NOT NULL, path TEXT NOT NULL, content BLOB NOT NULL, digest TEXT NOT NULL,
        PRIMARY KEY (text, path));
    CREATE TABLE surveys (
        text TEXT PRIMARY KEY, document TEXT NOT NULL, digest TEXT NOT NULL);
    """,
    """
    CREATE TABLE runs (
        number INTEGER PRIMARY KEY, made REAL NOT NULL, build TEXT NOT NULL, standings TEXT NOT NULL,
        digest TEXT NOT NULL);
    CREATE TABLE uses (text TEXT PRIMARY KEY, run INTEGER NOT NULL);
    """,
)
"""From each version of the form to the next one."""
_WAIT = 30.0


class Damaged(Exception):
    """The file is not what was written."""


@dataclass(frozen=True, slots=True)
class Kept:
    """A result, as it is kept (`kept_result`), under its two keys. It was `allowed` so many seconds."""

    text: str
    meaning: str
    unit: str
    document: Mapping[str, Any]
    strategy: str
    allowed: float
    made: float
    evidence: Mapping[str, bytes]


class Store:
    """A file, which is made with its folder when something is kept."""

    def __init__(self, path: Path) -> None:
        """Raises Damaged, and InputError for a file that is newer than this Dovetail."""
        self.path = path
        self._open: sqlite3.Connection | None = None
        if os.path.exists(path):
            self._require_whole()

    @contextmanager
    def kept_open(self) -> Iterator[None]:
        """For many uses in a row: they have one connection. No process may be forked meanwhile."""
        if not os.path.exists(self.path):
            yield
            return
        with self._connected() as db:
            self._open = db
            try:
                yield
            finally:
                self._open = None

    def _require_whole(self) -> None:
        with self._connected(new=False) as db:
            known = db.execute("PRAGMA application_id").fetchone()[0]
            version = db.execute("PRAGMA user_version").fetchone()[0]
            if known != APPLICATION and db.execute("SELECT COUNT(*) FROM sqlite_master").fetchone()[0]:
                raise Damaged("this is no store of Dovetail's")
            if version > len(MIGRATIONS):
                raise InputError(f"{self.path}: this store was written by a newer Dovetail")
            said = db.execute("PRAGMA quick_check(1)").fetchone()[0]
            if said != "ok":
                raise Damaged(str(said))

    @contextmanager
    def _connected(self, *, new: bool = True) -> Iterator[sqlite3.Connection]:
        """Whoever comes first makes the tables, if they are `new`. Raises Damaged, and OSError where the
        machine refuses."""
        try:
            if self._open is not None:
                yield self._open
                return
            with closing(sqlite3.connect(self.path, timeout=_WAIT, isolation_level=None)) as db:
                if new:
                    _migrated(db)
                yield db
        except sqlite3.OperationalError as error:
            raise OSError(None, f"the store cannot be used: {error}", str(self.path)) from error
        except (sqlite3.DatabaseError, zlib.error, UnicodeDecodeError) as error:
            raise Damaged(str(error)) from error

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """All of it, or nothing."""
        new = not self.path.parent.exists()
        self.path.parent.mkdir(parents=True, exist_ok=True)
        if new and self.path.parent.name == STORE.parent.name:
            unversioned(self.path.parent)
        with self._connected() as db:
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = NORMAL")
            db.execute("BEGIN IMMEDIATE")
            try:
                yield db
            except BaseException:
                db.execute("ROLLBACK")
                raise
            db.execute("COMMIT")

    # ---- results -------------------------------------------------------------------------------------------

    def by_text(self, text: str) -> Kept | None:
        return self._result("text = ?", text)

    def by_meaning(self, meaning: str) -> Kept | None:
        """Of several the last."""
        return self._result("meaning = ? ORDER BY made DESC, text LIMIT 1", meaning)

    def last_of(self, unit: str) -> Kept | None:
        return self._result("unit = ? ORDER BY made DESC, text LIMIT 1", unit)

    def all(self) -> Iterator[Kept]:
        for text in self._column("SELECT text FROM results ORDER BY unit, made, text"):
            kept = self.by_text(text)
            if kept is not None:
                yield kept

    def _result(self, where: str, key: str) -> Kept | None:
        if not os.path.exists(self.path):
            return None
        with self._connected() as db, _one_moment(db):
            columns = "text, meaning, unit, document, strategy, allowed, made, digest"
            row = db.execute(f"SELECT {columns} FROM results WHERE {where}", (key,)).fetchone()
            if row is None:
                return None
            select = "SELECT path, content, digest FROM evidence WHERE text = ? ORDER BY path"
            files = db.execute(select, (row[0],)).fetchall()
            evidence = {path: content for path, content, _ in files}
            if any(digest != _digest(row[0], path, content) for path, content, digest in files):
                raise Damaged(f"evidence of {row[2]}")
            if row[-1] != _digest(*row[:-1], *sorted(evidence)):
                raise Damaged(f"the result of {row[2]}")
            unpacked = {path: zlib.decompress(content) for path, content in evidence.items()}
            try:
                document = json.loads(row[3])
            except ValueError as error:
                raise Damaged(f"the result of {row[2]}") from error
            return Kept(row[0], row[1], row[2], document, row[4], row[5], row[6], unpacked)

    def keep(self, kept: Kept) -> None:
        """Instead of what is there under the same key."""
        packed = {path: zlib.compress(content) for path, content in kept.evidence.items()}
        document = json.dumps(kept.document, ensure_ascii=False, separators=(",", ":"))
        row = (
            *(kept.text, kept.meaning, kept.unit, document),
            *(kept.strategy, float(kept.allowed), float(kept.made)),
        )
        with self._writing() as db:
            _forget(db, [kept.text])
            digest = _digest(*row, *sorted(packed))
            db.execute("INSERT INTO results VALUES (?, ?, ?, ?, ?, ?, ?, ?)", (*row, digest))
            db.executemany(
                "INSERT INTO evidence VALUES (?, ?, ?, ?)",
                [(kept.text, path, one, _digest(kept.text, path, one)) for path, one in packed.items()],
            )

    def forget(self, texts: Iterable[str]) -> None:
        with self._writing() as db:
            _forget(db, list(texts))

    # ---- what files have -----------------------------------------------------------------------------------

    def survey(self, text: str) -> Any | None:
        """What was kept of a file with this text."""
        if not os.path.exists(self.path):
            return None
        with self._connected() as db:
            found = db.execute("SELECT document, digest FROM surveys WHERE text = ?", (text,)).fetchone()
        if found is None:
            return None
        if found[1] != _digest(text, found[0]):
            raise Damaged("what a file has")
        return json.loads(found[0])

    def keep_surveys(self, surveys: Mapping[str, Any]) -> None:
        rows = [(text, json.dumps(one, separators=(",", ":"))) for text, one in surveys.items()]
        with self._writing() as db:
            db.executemany(
                "INSERT OR REPLACE INTO surveys VALUES (?, ?, ?)",
                [(text, said, _digest(text, said)) for text, said in rows],
            )

    # ---- runs ----------------------------------------------------------------------------------------------

    def last_standings(self, build: str) -> dict[str, str]:
        """Of the units of a build, in the last run that came to its end."""
        if not os.path.exists(self.path):
            return {}
        with self._connected() as db:
            select = "SELECT standings FROM runs WHERE build = ? ORDER BY number DESC LIMIT 1"
            found = db.execute(select, (build,)).fetchone()
        return {} if found is None else {str(name): str(one) for name, one in json.loads(found[0]).items()}

    def run_ended(self, build: str, standings: Mapping[str, str], used: Iterable[str]) -> None:
        said, now = json.dumps(standings, ensure_ascii=False), time.time()
        with self._writing() as db:
            row = (now, build, said, _digest(now, build, said))
            insert = "INSERT INTO runs (made, build, standings, digest) VALUES (?, ?, ?, ?)"
            number = db.execute(insert, row).lastrowid
            db.executemany("INSERT OR REPLACE INTO uses VALUES (?, ?)", [(text, number) for text in used])

    def runs(self) -> int:
        return len(self._column("SELECT number FROM runs"))

    def shrink(self, runs: int) -> int:
        """Forget what none of the last `runs` runs has used. How many results that is."""
        last = self._column("SELECT COALESCE(MAX(number), 0) FROM runs")[0]
        old = self._column(
            "SELECT text FROM results WHERE "
            f"COALESCE((SELECT run FROM uses WHERE uses.text = results.text), 0) <= {int(last) - runs}"
        )
        with self._writing() as db:
            _forget(db, old)
            db.execute("DELETE FROM runs WHERE number <= ?", (int(last) - runs,))
        with self._connected() as db:
            db.execute("VACUUM")
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return len(old)

    def verify(self) -> int:
        """Read all of it. How many results there are; raises Damaged."""
        with self._connected() as db:
            said = [row[0] for row in db.execute("PRAGMA integrity_check")]
            if said != ["ok"]:
                raise Damaged("; ".join(map(str, said[:3])))
            lost = db.execute(
                "SELECT COUNT(*) FROM evidence WHERE text NOT IN (SELECT text FROM results)"
            ).fetchone()[0]
            for number, made, build, said_, digest in db.execute("SELECT * FROM runs"):
                if digest != _digest(made, build, said_):
                    raise Damaged(f"run {number}")
        if lost:
            raise Damaged("there is evidence of no result")
        for text in self._column("SELECT text FROM surveys"):
            self.survey(text)
        return sum(1 for _ in self.all())

    def _column(self, select: str) -> list[Any]:
        if not os.path.exists(self.path):
            return []
        with self._connected() as db:
            return [row[0] for row in db.execute(select)]


def is_ours(path: Path) -> bool:
    """Was it a store once? It is where only Dovetail writes, or begins as a store does."""
    if path.parent.name == STORE.parent.name:
        return True
    with path.open("rb") as file:
        head = file.read(100)
    return head.startswith(b"SQLite format 3\0") and head[68:72] == APPLICATION.to_bytes(4, "big")


def set_aside(path: Path) -> Path:
    """A damaged file, under another name, with what belongs to it. Raises InputError for one of the user's
    that never was a store."""
    if not is_ours(path):
        raise InputError(f"{path} exists and is no store of Dovetail's: nothing is kept there")
    number = 1
    while os.path.lexists(aside := path.with_name(f"{path.name}.damaged-{number}")):
        number += 1
    for suffix in ("", "-wal", "-shm"):
        one = path.with_name(path.name + suffix)
        if os.path.lexists(one):
            os.replace(one, aside.with_name(aside.name + suffix))
    return aside


def _migrated(db: sqlite3.Connection) -> None:
    """To the form of today, step by step; who comes second finds it done."""
    if db.execute("PRAGMA user_version").fetchone()[0] == len(MIGRATIONS):
        return
    db.execute("BEGIN IMMEDIATE")
    try:
        version = db.execute("PRAGMA user_version").fetchone()[0]
        for number, script in enumerate(MIGRATIONS[version:], version + 1):
            for statement in script.split(";"):
                if statement.strip():
                    db.execute(statement)
            db.execute(f"PRAGMA user_version = {number}")
        db.execute(f"PRAGMA application_id = {APPLICATION}")
    except BaseException:
        db.execute("ROLLBACK")
        raise
    db.execute("COMMIT")


@contextmanager
def _one_moment(db: sqlite3.Connection) -> Iterator[None]:
    """All that is read is of the same moment."""
    db.execute("BEGIN")
    try:
        yield
    finally:
        db.execute("ROLLBACK")


def _forget(db: sqlite3.Connection, texts: list[str]) -> None:
    for table in ("results", "evidence", "uses"):
        db.executemany(f"DELETE FROM {table} WHERE text = ?", [(text,) for text in texts])


def _digest(*parts: object) -> str:
    """Of all parts, each with its length."""
    found = hashlib.sha256()
    for part in parts:
        data = part if isinstance(part, bytes) else repr(part).encode("utf-8", "surrogateescape")
        found.update(f"{len(data)}:".encode())
        found.update(data)
    return found.hexdigest()
