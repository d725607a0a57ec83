"""Who looks at units: processes here, or the workers of a cluster. Both are given turns, and say what has
come of each; a verdict depends on neither.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol

from dovetail.asking.limits import Limits
from dovetail.asking.project import ProjectOptions
from dovetail.evidence.project import Unit
from dovetail.imported import CHECKING, import_all
from dovetail.processes.cluster import CameBack, Cluster, Sent
from dovetail.processes.confined import Confined, Ending, Send
from dovetail.processes.pool import Work, side_by_side
from dovetail.projects.keys import semantics
from dovetail.projects.looking import Answer, look
from dovetail.projects.store import Damaged, Store
from dovetail.projects.survey import Read
from dovetail.projects.tasks import UnitDone, UnitTask, as_answer
from dovetail.projects.turns import Turn, Turns
from dovetail.projects.worker import look_at
from dovetail.quick_dataclass import dataclass

Told = tuple[Turn, Confined[Answer]]
_FEW = 2
"""Units for which it does not pay to import all that they may need before they are forked off."""
Tick = Callable[[list[str]], None]
_GRACE = 120.0
"""Seconds beyond those of the unit until a cluster has to have answered; it may have had to begin again."""


@dataclass(frozen=True, slots=True)
class Home:
    """What is known of units here: where their evidence goes, what went into their texts, what was kept."""

    folder: Callable[[Unit], Path]
    read: Callable[[Unit], Read]
    store: Callable[[], Store | None]


class Workers(Protocol):
    def at_once(self) -> int:
        """Units that are looked at at the same time."""
        ...

    def look(self, turns: Turns, tick: Tick) -> Iterator[Told]: ...

    def close(self) -> None: ...


class LocalWorkers:
    def __init__(self, options: ProjectOptions, home: Home, most: int) -> None:
        self._options = options
        self._home = home
        self._most = most

    def at_once(self) -> int:
        return self._most

    def close(self) -> None:
        pass

    def look(self, turns: Turns, tick: Tick) -> Iterator[Told]:
        begun: dict[str, Turn] = {}
        if turns.left > _FEW:
            import_all(CHECKING)

        def work(turn: Turn) -> Work[Answer]:
            begun[turn.unit.name] = turn
            return self._work(turn)

        for one, done in side_by_side(map(work, turns), self._most, tick=tick):
            yield begun[one.name], done

    def _work(self, turn: Turn) -> Work[Answer]:
        options, unit, asked = self._options, turn.unit, self._options.limits
        folder, store, read = self._home.folder(unit), self._home.store(), self._home.read(unit)

        def do(send: Send) -> Answer:
            limits = Limits(turn.seconds, asked.memory // self._most, asked.moves, asked.seed)
            return look(unit, options, folder, store, limits, read, send)

        return Work(unit.name, do)


class ClusterWorkers:
    """`--memory` is for each unit here: machines do not share it."""

    def __init__(self, address: str, options: ProjectOptions, home: Home) -> None:
        """Raises InputError if nobody answers there."""
        self._cluster = Cluster(address)
        self._options = options
        self._home = home

    def at_once(self) -> int:
        return max(self._cluster.places(), 1)

    def close(self) -> None:
        self._cluster.close()

    def look(self, turns: Turns, tick: Tick) -> Iterator[Told]:
        begun: dict[str, Turn] = {}

        def send(turn: Turn) -> Sent:
            begun[turn.unit.name] = turn
            task = pickle.dumps(self._task(turn))
            until = turn.begun + 3 * turn.seconds + _GRACE
            return Sent(turn.unit.name, (task, turn.seconds), until)

        for sent, back in self._cluster.spread(look_at, map(send, turns), tick):
            turn = begun[sent.name]
            yield turn, self._at_home(turn.unit, back)

    def _task(self, turn: Turn) -> UnitTask:
        options, unit, store = self._options, turn.unit, self._home.store()
        try:
            kept = None if store is None else store.last_of(unit.name)
        except (Damaged, OSError):
            kept = None  # whoever keeps the store finds out, too
        known = () if kept is None else (kept,)
        asked = (unit, options, turn.seconds, options.limits.memory)
        return UnitTask(*asked, self._home.read(unit), known, semantics())

    def _at_home(self, unit: Unit, back: CameBack) -> Confined[Answer]:
        if back.failure:
            return Confined(Ending.FAILED, None, 0, back.failure)
        done = pickle.loads(back.value)
        if not isinstance(done, UnitDone) or done.refused:
            why = done.refused if isinstance(done, UnitDone) else "what came back is no answer"
            return Confined(Ending.FAILED, None, 0, why)
        try:
            return Confined(Ending.FINISHED, as_answer(done, self._home.folder(unit)), 0)
        except (OSError, ValueError) as error:
            return Confined(Ending.FAILED, None, 0, f"what came back cannot be kept: {error}")
