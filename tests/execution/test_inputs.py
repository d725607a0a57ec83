"""Input vectors: text, JSON, and what an entry is in each type."""

from __future__ import annotations

import json
import math
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dovetail.execution.consumption import Consumption
from dovetail.execution.inputs import InputVector, as_double, as_integer, as_single, as_truth
from dovetail.program.expressions import Variable
from dovetail.program.statements import Havoc, Origin
from dovetail.program.types import DataModel, IntType, Target
from dovetail.semantics.memory import Memory

entries = st.integers() | st.floats(allow_nan=False)


def test_parse() -> None:
    vector = InputVector.parse("3, -1,0,2.5,0x10,'a' ,',','\\n','\\xff',-0X1f,0b101,inf,1e3")
    assert vector.values == (3, -1, 0, 2.5, 16, 97, 44, 10, -1, -31, 5, math.inf, 1000.0)
    assert isinstance(vector.values[-1], float)
    assert InputVector.parse("  ") == InputVector()


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("1,,2", "input 2: nothing is not a number"),
        ("1,x", "input 2: 'x' is not a number"),
        ("1,2,", "input 3: nothing"),
        ("'ab'", "input 1"),
        ("'a' 3", "no comma after"),
        ("'\\q'", "not an escape"),
        ("'€'", "not a character of one byte"),
        ("1 2", "'1 2' is not a number"),
    ],
)
def test_parse_complains(text: str, complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        InputVector.parse(text)


@given(st.lists(entries), st.lists(st.binary(max_size=9)))
def test_json_round_trip(values: list[int | float], memory: list[bytes]) -> None:
    wild = tuple((0x7000_0000 + 100 * number, piece) for number, piece in enumerate(memory))
    vector = InputVector(tuple(values), tuple(memory), wild)
    again = InputVector.from_json(json.loads(json.dumps(vector.to_json(), allow_nan=False)))
    assert again == vector
    assert list(map(type, again.values)) == list(map(type, vector.values))


def test_json_keeps_what_json_lacks() -> None:
    again = InputVector.from_json(InputVector((math.nan, -math.inf, -0.0)).to_json())
    assert math.isnan(again.values[0])
    assert again.values[1] == -math.inf
    assert math.copysign(1, again.values[2]) == -1


@pytest.mark.parametrize(
    "data",
    [
        *(3, {"value": []}, {"values": 3}, {"values": ["x"]}, {"values": [True]}, {"memory": [3]}),
        *({"wild": 3}, {"wild": [3]}, {"wild": [{"address": "0x10", "bytes": 3}]}),
        *({"wild": [{"address": 16, "bytes": ""}]}, {"wild": [{"address": "16", "bytes": ""}]}),
        {"wild": [{"address": "0x10", "bytes": "0000"}, {"address": "0x11", "bytes": "00"}]},
    ],
)
def test_json_complains(data: object) -> None:
    with pytest.raises(ValueError):
        InputVector.from_json(data)


def test_integers() -> None:
    assert as_integer(-1, 8, signed=False) == 255
    assert as_integer(200, 8, signed=True) == -56
    assert as_integer(-2.9, 32, signed=True) == -2
    assert as_integer(math.nan, 32, signed=True) == 0
    assert as_truth(256)
    assert not as_truth(0.5)


@given(st.integers(-(2**140), 2**140))
def test_single_is_rounded_once(number: int) -> None:
    """Against numpy's long way round: the two neighbours of the result are not nearer."""
    single = as_single(number)
    if math.isinf(single):
        assert abs(number) >= 2**128 - 2**103
        return
    bits = struct.unpack("<I", struct.pack("<f", abs(single)))[0]
    for neighbour in (bits - 1, bits + 1):
        if 0 <= neighbour < 0x7F800000:
            other = int(struct.unpack("<f", struct.pack("<I", neighbour))[0])
            assert abs(abs(number) - int(abs(single))) <= abs(abs(number) - other)


def test_floats() -> None:
    assert as_double(2**2000) == math.inf
    assert as_single(2**24 + 1) == 2.0**24
    assert as_single(2**24 + 3) == 2.0**24 + 4
    assert as_single(1e300) == math.inf
    # Through a double this would round twice and end one step too low.
    assert as_single(2**60 + 2**36 + 1) == 2.0**60 + 2.0**37


def test_what_a_run_takes_is_what_an_entry_is_in_a_type() -> None:
    """The way that is compiled in for integers says the same as the one that knows all types."""
    numbers = (0, 1, -1, 127, 128, 255, 2**31, -(2**31) - 1, 2**64 + 5, True, 2.9, -2.9, math.nan, -math.inf)
    target = Target(DataModel.LP64)
    for width in (8, 16, 32, 64, 128):
        for signed in (False, True):
            asked = Havoc(Variable("x", "main", IntType(width, signed)), Origin.NONDET, "x")
            mask = (1 << width) - 1
            consumption = Consumption(target, Memory(target))
            consumption.begin(InputVector(numbers))
            taken = [consumption.take_bits(asked, mask, mask >> signed) for _ in range(len(numbers) + 1)]
            bits = consumption.consumed()
            consumption.begin(InputVector(numbers))
            assert taken == [consumption.take_value(asked) for _ in taken]
            assert bits == consumption.consumed()
            assert [one.value for one in bits] == [
                as_integer(entry, width, signed=signed) for entry in (*numbers, 0)
            ]
            assert (bits[0].name, bits[0].origin, bits[0].type) == (
                "x",
                Origin.NONDET,
                IntType(width, signed),
            )
