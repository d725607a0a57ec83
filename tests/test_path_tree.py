"""The tree of paths: what was taken, where it could go on."""

from __future__ import annotations

from dovetail.program.position import NOWHERE
from dovetail.program.targets import TargetInfo
from dovetail.suites import path_tree
from dovetail.suites.path_tree import PathTree


def tree(length: int = 4) -> PathTree:
    """Decisions 1 | 2 and 3 | 4 | 5."""
    groups = {1: 1, 2: 1, 3: 3, 4: 3, 5: 3}
    infos = [TargetInfo(ident, "branch", NOWHERE, "f", "c", group=group) for ident, group in groups.items()]
    return PathTree(infos, length, "main", NOWHERE)


def paths(of: PathTree) -> list[tuple[int, ...]]:
    return [of.path(number) for number in of.open]


def test_every_decision_could_have_gone_another_way() -> None:
    made = tree()
    (number,) = made.taken((1, 3), ends=True)
    assert made.path(number) == (1, 3) and made.ended == {number}
    assert paths(made) == [(2,), (1, 4), (1, 5)]


def test_a_beginning_that_is_taken_is_open_no_more() -> None:
    made = tree()
    made.taken((1, 3), ends=True)
    made.taken((1, 4, 1), ends=True)
    assert paths(made) == [(2,), (1, 5), (1, 4, 2)]


def test_a_beginning_that_is_excluded_is_open_no_more_unless_a_run_takes_it() -> None:
    made = tree()
    made.taken((1,), ends=True)
    (number,) = made.open
    made.exclude(number)
    assert not made.open and not made.wrong
    made.taken((1, 3), ends=True)
    assert paths(made) == [(1, 4), (1, 5)]
    made.taken((2,), ends=True)
    assert made.wrong == [number]


def test_a_long_path_is_no_target_but_its_beginning_has_been_taken() -> None:
    made = tree(2)
    assert not made.taken((1, 3, 1), ends=True)
    assert paths(made) == [(2,), (1, 4), (1, 5)] and not made.ended


def test_a_run_that_did_not_end_is_no_path() -> None:
    made = tree()
    assert not made.taken((1,), ends=False)
    assert paths(made) == [(2,)]
    assert made.taken((1,), ends=True)


def test_there_are_not_more_paths_than_anybody_wants(monkeypatch: object) -> None:
    made = tree()
    made.ended.update(range(1000, 1000 + path_tree.MOST))
    assert not made.taken((1,), ends=True)
    assert made.left_out
