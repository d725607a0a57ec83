"""What `quick_dataclass` makes does what the standard library's own would do."""

from __future__ import annotations

import dataclasses
import inspect
import pickle
import re
from collections.abc import Callable
from dataclasses import field
from pathlib import Path
from typing import Any, ClassVar

import pytest

from dovetail import quick_dataclass

SOURCES = Path(__file__).parent.parent / "src" / "dovetail"


def classes(dataclass: Callable[..., Any], place: str) -> dict[str, Any]:
    """The same classes, made by one or the other."""

    @dataclass(frozen=True, slots=True)
    class Plain:
        a: int
        b: str = "b"
        c: tuple[int, ...] = field(default=(), repr=False)
        of_all: ClassVar[int] = 3

    @dataclass(slots=True)
    class Changing:
        a: int
        found: list[int] = field(default_factory=list)
        hidden: int = field(default=7, init=False)
        made: dict[str, int] = field(default_factory=dict, init=False)
        unset: int = field(init=False)

    @dataclass(frozen=True, slots=True)
    class Partly:
        a: int
        cache: int = field(default=0, compare=False)

    @dataclass(eq=False, slots=True)
    class Itself:
        a: int

    @dataclass(frozen=True)
    class Checked:
        a: int

        def __post_init__(self) -> None:
            if self.a < 0:
                raise ValueError("negative")

    @dataclass(frozen=True, slots=True)
    class Own:
        """With a text of its own."""

        a: int

        def __eq__(self, other: object) -> bool:
            return isinstance(other, Own) and self.a % 10 == other.a % 10

        def __repr__(self) -> str:
            return f"own {self.a}"

    @dataclass(frozen=True, slots=True)
    class Hashed:
        a: int

        def __hash__(self) -> int:
            return 1

    @dataclass(frozen=True, slots=True)
    class More(Partly):
        d: int = 4

    @dataclass(frozen=True, slots=True, order=True)
    class Ordered:
        a: int

    @dataclass(frozen=True, slots=True)
    class Nothing:
        pass

    found = (Plain, Changing, Partly, Itself, Checked, Own, Hashed, More, Ordered, Nothing)
    for one in found:
        one.__qualname__ = f"{place}_{one.__name__}"
        globals()[one.__qualname__] = one  # where pickle looks for them
    return {one.__name__: one for one in found}


STANDARD = classes(dataclasses.dataclass, "STANDARD")
QUICK = classes(quick_dataclass.dataclass, "QUICK")


def outcome(act: Callable[[], Any]) -> Any:
    """What comes of it, in words that do not say who made it."""
    try:
        return re.sub(r"(STANDARD|QUICK)_|0x\w+", "", repr(act()))
    except (TypeError, ValueError, AttributeError) as error:
        return type(error), re.sub(r"(STANDARD|QUICK)_|(\w+\.)*<locals>\.", "", str(error))


def fails(act: Callable[[], Any]) -> bool:
    """In a class with slots the standard library's own has the wrong words for it."""
    return isinstance(outcome(act), tuple)


ARGUMENTS: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
    ((), {}),
    ((1,), {}),
    ((11,), {}),
    ((-1,), {}),
    ((1, "x"), {}),
    ((1,), {"b": "y", "c": (2,)}),
    ((1, [2]), {}),
    ((1, 5), {}),
    ((1, 2, 3, 4), {}),
    ((), {"a": 2, "z": 1}),
]


@pytest.mark.parametrize("name", STANDARD)
def test_is_made_and_shown_alike(name: str) -> None:
    for positional, named in ARGUMENTS:
        expected = outcome(lambda: STANDARD[name](*positional, **named))  # noqa: B023
        assert outcome(lambda: QUICK[name](*positional, **named)) == expected  # noqa: B023


def values(of: Any) -> list[Any]:
    found = []
    for positional, named in ARGUMENTS:
        try:
            found.append(of(*positional, **named))
        except (TypeError, ValueError):
            continue
    return found


@pytest.mark.parametrize("name", STANDARD)
def test_compares_hashes_and_changes_alike(name: str) -> None:
    expected, found = values(STANDARD[name]), values(QUICK[name])
    assert len(expected) == len(found) > 0
    for i, j in ((i, j) for i in range(len(found)) for j in range(len(found))):
        same = outcome(lambda: expected[i] == expected[j])  # noqa: B023
        assert outcome(lambda: found[i] == found[j]) == same  # noqa: B023
        same = outcome(lambda: hash(expected[i]) == hash(expected[j]))  # noqa: B023
        assert outcome(lambda: hash(found[i]) == hash(found[j])) == same  # noqa: B023
        below = outcome(lambda: expected[i] < expected[j])  # noqa: B023
        assert outcome(lambda: found[i] < found[j]) == below  # noqa: B023
    assert fails(lambda: found[0] != expected[0]) or found[0] != expected[0]
    for one, other in zip(expected, found, strict=True):
        for act in (
            lambda it: setattr(it, "a", 5),
            lambda it: setattr(it, "unknown", 5),
            lambda it: delattr(it, "a"),
        ):
            assert fails(lambda: act(other)) == fails(lambda: act(one))  # noqa: B023
            assert outcome(lambda: other) == outcome(lambda: one)  # noqa: B023


@pytest.mark.parametrize("name", STANDARD)
def test_goes_through_what_takes_dataclasses(name: str) -> None:
    expected, found = STANDARD[name], QUICK[name]
    assert [one.name for one in dataclasses.fields(found)] == [
        one.name for one in dataclasses.fields(expected)
    ]
    assert found.__match_args__ == expected.__match_args__
    assert getattr(found, "__slots__", None) == getattr(expected, "__slots__", None)
    for one, other in zip(values(expected), values(found), strict=True):
        if name != "Changing":  # a field of it may have no value
            assert outcome(lambda: dataclasses.asdict(other)) == outcome(lambda: dataclasses.asdict(one))  # noqa: B023
            assert repr(pickle.loads(pickle.dumps(other))) == repr(other)
        changed = outcome(lambda: dataclasses.replace(one, a=3))  # noqa: B023
        assert outcome(lambda: dataclasses.replace(other, a=3)) == changed  # noqa: B023


def test_what_is_compiled_is_compiled_once() -> None:
    @quick_dataclass.dataclass(frozen=True, slots=True)
    class Late:
        a: int

        def __hash__(self) -> int:
            return 7

    waiting = Late.__init__
    one, other = Late(1), Late(1)
    made = Late.__init__
    assert made is not waiting and one == other and hash(one) == 7 and Late.__init__ is made
    waiting(one, 2)  # somebody may have kept it
    assert one.a == 2 and Late.__init__ is made

    @quick_dataclass.dataclass(slots=True)
    class Later:
        a: int

    waiting = Later.__init__
    quick_dataclass.compile_all()
    assert Later.__init__ is not waiting and Later(3).a == 3


def test_one_that_holds_itself_can_be_shown() -> None:
    one = QUICK["Changing"](1)
    one.unset = 2
    one.found.append(one)
    assert "..." in repr(one)


def test_everybody_takes_the_quick_one() -> None:
    slow = [
        path.name
        for path in SOURCES.rglob("*.py")
        if path.name != "quick_dataclass.py"
        and re.search(r"^from dataclasses import .*\bdataclass\b|^import dataclasses", path.read_text(), re.M)
    ]
    assert not slow


def test_what_a_constructor_takes_can_be_asked_before_it_is_compiled() -> None:
    @quick_dataclass.dataclass(frozen=True)
    class Asked:
        a: int
        b: int = 3

    class Below(Asked):
        pass

    assert str(inspect.signature(Below)) == str(inspect.signature(Asked)) == "(a, b=3)"
    assert not hasattr(Asked(1), "__signature__")
