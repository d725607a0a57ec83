"""The paths of a program that tests have taken, as a tree of decisions, and where it could go on.

A path is the sequence of decisions of a run from the entry to its end. Paths with more decisions than a limit
are no targets. Of the others each is a target, but they are not known before: what is known is the tree of
those that were taken. Where one was taken, and the decision could have gone another way, there is a beginning
of paths that is open: a run that goes that way shows what follows, and a proof that none does settles all of
them at once.

So the targets are the paths that were taken, the beginnings that are proved infeasible, and those that are
open; each has a number as soon as it is met.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from dovetail.program.position import Position
from dovetail.program.targets import TargetInfo

Path = tuple[int, ...]
"""Of targets of branches, in order."""
MOST = 300
"""So many paths are targets; an unrolled loop has more than anybody wants to see."""
_SHOWN = 30


class PathTree:
    def __init__(self, branches: Iterable[TargetInfo], length: int, entry: str, start: Position) -> None:
        self._branches = {info.ident: info for info in branches}
        self._groups: dict[int, list[int]] = {}
        for info in self._branches.values():
            self._groups.setdefault(info.group, []).append(info.ident)
        self.length = length
        self._entry = entry
        self._start = start
        self._passed: set[Path] = set()
        """Beginnings that some run has taken."""
        self._paths: list[Path] = []
        """By number, from 1."""
        self._numbers: dict[Path, int] = {}
        self._open: dict[Path, int] = {}
        self._excluded: set[Path] = set()
        self.ended: set[int] = set()
        self.wrong: list[int] = []
        """Beginnings that were excluded, and that a run has taken all the same."""
        self.left_out = False
        """Were there more paths than there may be targets?"""

    # -- runs

    def taken(self, events: Sequence[int], *, ends: bool) -> frozenset[int]:
        """A run took these decisions, and then, perhaps, ended: the number of its path, if it is a target."""
        decisions = tuple(event for event in events[: self.length + 1] if event in self._branches)
        if decisions[: self.length] not in self._passed and len(self.ended) >= MOST:
            self.left_out = True
            return frozenset()
        self._pass(decisions[: self.length])
        if not ends or len(decisions) > self.length:
            return frozenset()
        number = self._number(decisions)
        self.ended.add(number)
        return frozenset({number})

    def _pass(self, decisions: Path) -> None:
        for end in range(len(decisions), -1, -1):
            beginning = decisions[:end]
            if beginning in self._passed:
                break
            self._passed.add(beginning)
            self._open.pop(beginning, None)
            if beginning in self._excluded:
                self._excluded.discard(beginning)
                self.wrong.append(self._numbers[beginning])
        for at, decision in enumerate(decisions):
            for other in self._groups[self._branches[decision].group]:
                way = (*decisions[:at], other)
                if way not in self._passed and way not in self._numbers:
                    self._open[way] = self._number(way)

    def _number(self, path: Path) -> int:
        if path not in self._numbers:
            self._paths.append(path)
            self._numbers[path] = len(self._paths)
        return self._numbers[path]

    # -- what is known

    @property
    def open(self) -> list[int]:
        """The numbers of beginnings that no run has taken and nobody has excluded, the shortest first."""
        return [self._open[path] for path in sorted(self._open, key=lambda path: (len(path), path))]

    def exclude(self, number: int) -> None:
        path = self.path(number)
        del self._open[path]
        self._excluded.add(path)

    def path(self, number: int) -> Path:
        return self._paths[number - 1]

    def info(self, number: int) -> TargetInfo:
        path = self.path(number)
        last = self._branches[path[-1]] if path else None
        steps = [f"{self._branches[step].position.line} {self._branches[step].outcome}" for step in path]
        if len(steps) > _SHOWN:
            steps = ["…", *steps[-_SHOWN:]]
        what = "lines " + ", ".join(steps) if steps else "no decision"
        kind = "path" if number in self.ended else "beginning"
        position = last.position if last is not None else self._start
        return TargetInfo(number, kind, position, self._entry, what)
