"""What falls takes with it what rested on it, and only that; without an answer nothing is shown."""

from __future__ import annotations

from dovetail.contracts.houdini import until_nothing_falls

RESTS_ON = {"a": {"b"}, "b": {"c"}, "c": set(), "d": {"d"}}


def largest(wrong: set[str], moves: int = 100) -> tuple[set[str], list[str], int]:
    """Of a to d, each of which holds if what it rests on does and it is not wrong by itself."""
    left, asked = set(RESTS_ON), 0

    def ask(name: str) -> list[str]:
        nonlocal asked
        asked += 1
        if name not in left or (name not in wrong and RESTS_ON[name] <= left):
            return []
        left.discard(name)
        return [other for other in RESTS_ON if name in RESTS_ON[other]]

    budget = iter(range(moves))
    unanswered = until_nothing_falls(RESTS_ON, ask, lambda: next(budget, None) is not None)
    return left, unanswered, asked


def test_what_holds_stays_and_is_asked_once() -> None:
    assert largest(set()) == ({"a", "b", "c", "d"}, [], 4)


def test_what_rests_on_what_fell_is_asked_again() -> None:
    left, unanswered, _ = largest({"c"})
    assert left == {"d"} and not unanswered


def test_out_of_moves() -> None:
    assert largest({"c"}, moves=3)[1] == ["d", "b"]


def test_an_exhaustive_answer_lets_others_go_first() -> None:
    for exhaustive, order in ((False, ["a", "a", "b"]), (True, ["a", "b", "a"])):
        asked: list[str] = []

        def ask(name: str, asked: list[str] = asked) -> list[str]:
            asked.append(name)
            return ["a"] if asked == ["a"] else []

        assert not until_nothing_falls("ab", ask, lambda: True, exhaustive=exhaustive)
        assert asked == order
