"""Made-up vectors: the constants of a source, vectors of a seed, and numbers to solve for."""

from __future__ import annotations

import struct
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from dovetail.execution.inputs import InputVector, as_double
from dovetail.execution.native import Comparison, Consumption
from dovetail.frontend import load
from dovetail.fuzzing.dictionary import Dictionary, dictionary_of
from dovetail.fuzzing.shapes import Kind, Shape, shape_of
from dovetail.fuzzing.steering import Cell, Steering, cells_of, nudged
from dovetail.fuzzing.vectors import PLACES, Generator

WORDS = Dictionary((12345, 99), (12346, 12344, -12345), (0.25,))
EVERYTHING = Shape((Kind.INTEGER, Kind.FLOAT, Kind.POINTER), (4, 8, 100, 10_000, 0))


def test_constants_of_a_source(tmp_path: Path) -> None:
    path = tmp_path / "f.c"
    path.write_text(
        """
        extern int __VERIFIER_nondet_int(void);
        extern double __VERIFIER_nondet_double(void);
        int main(void) {
            int x = __VERIFIER_nondet_int();
            if (x == 12345 || x < -77) return 1;
            switch (x) { case 4000: return 2; }
            return __VERIFIER_nondet_double() > 2.5;
        }
        """
    )
    words = dictionary_of(load([path]).program)
    assert {12345, -77, 4000} <= set(words.constants)
    assert {12346, 12344, -12345, -78, 77} <= set(words.neighbours)
    assert words.floats == (2.5,)
    assert not set(words.constants) & set(words.neighbours)


def test_a_shape() -> None:
    asked = [
        Consumption("values", "unsigned int", 4),
        Consumption("memory", "heap", 24),
        Consumption("values", "struct s *", 4),
        Consumption("values", "double", 8),
        Consumption("values", "double *", 8),
    ]
    shape = shape_of(asked)
    assert shape == Shape((Kind.INTEGER, Kind.POINTER, Kind.FLOAT, Kind.POINTER), (24,))
    assert shape.kind(6) is Kind.FLOAT
    assert Shape().kind(3) is Kind.INTEGER


def made(seed: int) -> list[InputVector]:
    generator = Generator(WORDS, 4, seed)
    vectors = list(generator.first(EVERYTHING, 10))
    vectors += [generator.fresh(EVERYTHING, 50) for _ in range(300)]
    for _ in range(600):
        one, other = vectors[generator.pick(len(vectors))], vectors[generator.pick(len(vectors))]
        vectors.append(generator.mutated(one, EVERYTHING, other, 60))
    return vectors


def test_a_seed_gives_the_same_vectors_again() -> None:
    assert repr(made(3)) == repr(made(3))  # by text: not a number is not itself
    assert repr(made(3)) != repr(made(4))


def test_vectors_are_what_they_should_be() -> None:
    vectors = made(1)
    for vector in vectors:
        assert len(vector.values) <= 60
        assert len(vector.memory) <= 5
        assert all(len(piece) <= 4096 for piece in vector.memory)
        assert InputVector.from_json(vector.to_json()).wild == vector.wild  # in order, without overlaps
    assert any(isinstance(value, float) for vector in vectors for value in vector.values)
    wild = sum(bool(vector.wild) for vector in vectors)
    assert 0 < wild < len(vectors) / 2
    assert any(value in PLACES for vector in vectors for value in vector.values)
    assert any(12345 in vector.values for vector in vectors)


def test_floats_lie_anywhere_between_those_of_the_source() -> None:
    """Also where they are memory that nobody has initialised, if the program computes with floats at all."""
    shape = Shape((Kind.FLOAT,), (4, 8))
    words = Dictionary(floats=(40.0,), computes_with_floats=True)
    generator = Generator(words, 8, 0)
    vectors = [generator.fresh(shape, 1) for _ in range(600)]
    vectors += [generator.mutated(vectors[0], shape, other, 1) for other in vectors]
    singles = [struct.unpack("<f", vector.memory[0])[0] for vector in vectors if len(vector.memory[0]) == 4]
    doubles = [struct.unpack("<d", vector.memory[1])[0] for vector in vectors if len(vector.memory) > 1]
    for numbers in ([as_double(vector.values[0]) for vector in vectors if vector.values], singles, doubles):
        for low in range(-40, 40, 10):
            assert any(low < number < low + 10 and number != round(number) for number in numbers), low
    without = Generator(Dictionary(), 8, 0)
    integers = [struct.unpack("<f", without.fresh(shape, 1).memory[0])[0] for _ in range(600)]
    assert sum(2 < number < 40 for number in integers) < 30 < sum(2 < number < 40 for number in singles)


def test_integers_alone_need_nothing_else() -> None:
    generator = Generator(Dictionary(), 8, 0)
    for _ in range(200):
        vector = generator.fresh(Shape((Kind.INTEGER,)), 20)
        assert all(isinstance(value, int) for value in vector.values)
        assert vector.memory == vector.wild == ()


# ---- steering ----------------------------------------------------------------------------------------------


def test_cells() -> None:
    cells = cells_of(Shape((Kind.INTEGER, Kind.FLOAT, Kind.INTEGER), (2, 8, 16)))
    assert cells == [
        *(Cell(0), Cell(2)),
        *(Cell(0, 0, 2), Cell(1, 0, 8), Cell(1, 4, 4)),
        *(Cell(2, 0, 4), Cell(2, 4, 4), Cell(2, 8, 4), Cell(2, 12, 4)),
    ]
    vector = InputVector((5,), (b"\xff\xff",))
    one, two, three, *_ = nudged(vector, cells)
    assert one.values == (6,)
    assert two.values == (5, 0, 1)
    assert three.memory == (b"\0\0",)
    assert Cell(2, 8, 4).written(vector, -2).memory[2] == bytes(8) + b"\xfe\xff\xff\xff"


@given(
    st.integers(-(2**31), 2**31 - 1),
    st.integers(-5, 5).filter(bool),
    st.integers(-(2**31), 2**31 - 1),
    st.integers(-(2**31), 2**31 - 1),
)
def test_a_linear_comparison_is_met(start: int, slope: int, offset: int, right: int) -> None:
    """With an odd slope there is always a solution, around the end of the numbers if need be."""
    mask = 2**32 - 1

    def compared(x: int) -> list[Comparison]:
        return [Comparison(7, 4, (slope * x + offset) & mask, right & mask)]

    vector = InputVector((start,))
    cells = [Cell(0)]
    found = list(Steering().steered(vector, cells, compared(start), [compared(start + 1)]))
    met = [
        v
        for v in (*found, vector, *nudged(vector, cells))
        if (slope * v.values[0] + offset - right) & mask == 0
    ]
    if (
        slope % 2
        or (right - offset - slope * start) % slope == 0
        and abs(right - offset - slope * start) < 2**31
    ):
        assert met
    assert len(found) <= 3


def test_both_sides_may_hang_on_the_input() -> None:
    before, after = [Comparison(1, 4, 10, 40)], [Comparison(1, 4, 13, 41)]
    found = list(Steering().steered(InputVector((100,)), [Cell(0)], before, [after]))
    assert InputVector((115,)) in found  # 10 + 3n = 40 + n


def test_what_does_not_move_is_left_alone_and_a_place_is_tried_so_often() -> None:
    steering = Steering()
    still = [Comparison(1, 4, 10, 40)]
    assert list(steering.steered(InputVector((1,)), [Cell(0)], still, [still])) == []
    moved = [Comparison(1, 4, 11, 40)]
    count = sum(
        len(list(steering.steered(InputVector((n,)), [Cell(0)], still, [moved]))) for n in range(1000)
    )
    assert 30 < count < 60
