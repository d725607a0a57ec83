"""How many look at units, and who of them dies, makes no difference to what is found."""

from __future__ import annotations

import os
import signal
import threading
import time
from pathlib import Path

import pytest

import dovetail
from dovetail.asking.limits import Limits
from dovetail.evidence.project import Standing, Unit, UnitKind
from dovetail.projects.turns import RETRIES, Turns
from projects.building import build, options

FUNCTIONS = 8
TEXT = "#include <assert.h>\n" + "".join(
    f"int f{n}(unsigned x) {{ unsigned i = 0, s = 0; while (i < x && i < {n + 2}) {{ i++; s += 2; }}"
    f" assert(s {'!=' if n % 3 == 1 else '<='} {2 * n + 4}); return (int)s; }}\n"
    for n in range(FUNCTIONS)
)
EXPECTED = {f"a.c:f{n}": Standing.VIOLATED if n % 3 == 1 else Standing.PROVED for n in range(FUNCTIONS)}


def _units(count: int) -> list[Unit]:
    return [Unit(f"a.c:f{n}", UnitKind.FUNCTION, (Path("a.c"),), f"f{n}") for n in range(count)]


def test_time_is_shared_unless_moves_are_counted(tmp_path: Path) -> None:
    asked = options(tmp_path, unit_timeout=60.0, limits=Limits(100.0))
    turns = Turns(_units(10), asked, lambda: 2)
    first = [turn.seconds for turn in turns]
    assert len(first) == 10 and first[0] == pytest.approx(20.0, abs=0.5) and max(first) <= 60.0
    counted = options(tmp_path, unit_timeout=60.0, limits=Limits(100.0, moves=5))
    assert {turn.seconds for turn in Turns(_units(10), counted, lambda: 1)} == {60.0}
    short = Turns(_units(100), options(tmp_path, unit_timeout=10.0, limits=Limits(100.0)), lambda: 1)
    assert next(short).seconds == 2.0
    short.was_too_short(2.0)
    assert next(short).seconds == 4.0
    for _ in range(9):
        short.was_too_short(4.0)
    assert next(short).seconds == 8.0
    short.was_too_short(8.0)
    assert next(short).seconds == 10.0
    late = Turns(_units(3), options(tmp_path, limits=Limits(1.5)), lambda: 1)
    assert not list(late) and late.used_up


def test_a_unit_that_kills_its_workers_comes_to_an_end(tmp_path: Path) -> None:
    (unit,) = _units(1)
    turns = Turns([unit], options(tmp_path), lambda: 1)
    looked_at = 0
    while next(turns, None) is not None:
        looked_at += 1
        turns.again(unit)
    assert looked_at == RETRIES + 1


def _project(folder: Path, jobs: int, name: str) -> dovetail.ProjectResult:
    return dovetail.project(
        folder,
        properties=["unreach-call"],
        timeout_per_unit=120.0,
        budget=600.0,
        jobs=jobs,
        moves=300,
        strategy="bounded",
        out=folder / name,
        keep=False,
    )


@pytest.mark.slow
@pytest.mark.parametrize("jobs", [1, 2, 4, 8])
def test_so_many_workers_say_the_same(jobs: int, tmp_path: Path) -> None:
    result = _project(build(tmp_path / "p", {"a.c": TEXT}), jobs, "out")
    assert {one.unit.name: one.standing for one in result.units} == EXPECTED and not result.problems


@pytest.mark.slow
def test_workers_that_are_killed_cost_only_another_try(tmp_path: Path) -> None:
    """Every now and then one of the processes that look at units."""
    folder = build(tmp_path / "p", {"a.c": TEXT})
    killed: list[int] = []
    over = threading.Event()

    def kill() -> None:
        me = os.getpid()
        while not over.wait(1.5):
            children = Path(f"/proc/{me}/task/{me}/children").read_text().split()
            if children and len(killed) < 4:
                os.kill(int(children[0]), signal.SIGKILL)
                killed.append(int(children[0]))

    killer = threading.Thread(target=kill)
    began = time.monotonic()
    killer.start()
    try:
        result = _project(folder, 2, "out")
    finally:
        over.set()
        killer.join()
    assert killed or time.monotonic() - began < 3.0
    assert {one.unit.name: one.standing for one in result.units} == EXPECTED and not result.problems
