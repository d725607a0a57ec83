"""Input vectors, made up: from nothing, or from vectors that were the first to see something.

A vector from nothing is all of one *style* (bits, constants of the source, numbers at the edges of types…):
a program that needs a dozen small numbers in a row never gets them from a mixture. A vector from another has
a few changes. Everything is drawn from one generator of random numbers: a seed gives the same vectors again.

Nothing here runs anything, or knows which vector is good.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Iterator, Sequence
from random import Random

from dovetail.execution.inputs import Entry, InputVector, as_double, as_single
from dovetail.fuzzing.dictionary import BOUNDARIES, FLOATS, POWERS, SMALL, Dictionary
from dovetail.fuzzing.shapes import Kind, Shape
from dovetail.semantics.wild import Piece

PLACES = tuple(0x7000_8000 + index * 0x1_0000 for index in range(4))
"""Where a pointer that is an input leads, if it leads anywhere: far from each other and from the program."""
_WILD = 0.125
"""Of the vectors for a program that asks for pointers, or for memory that could be one, have memory there."""
_WILD_BYTES = 256
_MOST_MEMORY = 4096
"""Bytes of a piece that are made up; the rest is zero."""
_MOST_REPEATED = 120
_FLOATING = 0.5
"""Of the words of memory, in a program that computes with floats, are floats."""

Numbers = Callable[[int], list[int]]


class Generator:
    """Makes vectors for a program with these constants, on a machine with pointers of so many bytes."""

    def __init__(self, words: Dictionary, pointer_bytes: int, seed: int) -> None:
        self._random = Random(seed)
        self._words = words
        self._pointer_bytes = pointer_bytes
        near = (*words.constants, *words.neighbours)
        self._floats = (*FLOATS, *words.floats, *map(as_double, near[:50]))
        limits = (number for number in words.floats if math.isfinite(number))
        self._limits = (-1.0, 0.0, 1.0, *(sign * number for number in limits for sign in (1.0, -1.0)))
        constants = (*words.constants, 0, 1, -1)
        self._mixed = (*near, *near, *SMALL, *SMALL, *BOUNDARIES, *POWERS)
        self._styles: list[Numbers] = [
            self._pool((0, 1)),
            self._pool(range(4)),
            self._pool(SMALL),
            self._pool(range(-10, 100)),
            self._pool(constants),
            self._pool((*near, *SMALL)),
            self._pool((*BOUNDARIES, 0, 1, -1)),
            self._pool(self._mixed),
            self._bits(8),
            self._bits(16),
            self._bits(32),
            self._bits(64),
            self._few(self._mixed),
            self._few(near or SMALL),
        ]

    # ---- styles --------------------------------------------------------------------------------------------

    def _pool(self, pool: Sequence[int]) -> Numbers:
        return lambda count: self._random.choices(pool, k=count)

    def _bits(self, width: int) -> Numbers:
        return lambda count: [self._random.getrandbits(width) for _ in range(count)]

    def _few(self, pool: Sequence[int]) -> Numbers:
        """One or two numbers, again and again."""
        return lambda count: self._random.choices(self._random.choices(pool, k=2), k=count)

    # ---- from nothing --------------------------------------------------------------------------------------

    def first(self, shape: Shape, length: int) -> Iterator[InputVector]:
        """The vectors to begin with: for each number that is worth trying, that number everywhere."""
        numbers = (*SMALL[:4], *self._words.constants, *self._words.neighbours, *BOUNDARIES[:16])
        for number in numbers[:_MOST_REPEATED]:
            yield self._filled(shape, [number] * length, lambda count, n=number: [n] * count)  # type: ignore[misc]

    def fresh(self, shape: Shape, length: int) -> InputVector:
        """A vector of one style, up to so many values long."""
        style = self._random.choice(self._styles)
        return self._filled(shape, style(1 + int(self._random.random() * length)), style)

    def _filled(self, shape: Shape, numbers: list[int], style: Numbers) -> InputVector:
        if shape.plain:
            return InputVector(tuple(numbers))
        wild = self._asks_for_pointers(shape) and self._random.random() < _WILD
        values = [self._as_kind(shape.kind(index), number, wild) for index, number in enumerate(numbers)]
        memory = tuple(self._piece(size, style, wild) for size in shape.memory)
        return InputVector(tuple(values), memory, self._places(style) if wild else ())

    def _asks_for_pointers(self, shape: Shape) -> bool:
        return any(size >= self._pointer_bytes for size in shape.memory) or Kind.POINTER in shape.values

    def _as_kind(self, kind: Kind, number: int, wild: bool) -> Entry:
        match kind:
            case Kind.INTEGER:
                return number
            case Kind.FLOAT:
                return as_double(number) if self._random.random() < 0.3 else self._float()
            case Kind.POINTER:
                return self._random.choice((0, *PLACES)) if wild else 0

    def _piece(self, size: int, style: Numbers, wild: bool) -> bytes:
        """So many bytes of memory, mostly as words of the style."""
        used = min(size, _MOST_MEMORY)
        word = 8 if size == 8 and self._random.random() < 0.5 else 4
        numbers = style(-(-used // word))
        if wild:
            numbers = [
                self._random.choice(PLACES) if self._random.random() < 0.5 else number for number in numbers
            ]
        mask = (1 << 8 * word) - 1
        made = b"".join((number & mask).to_bytes(word, "little") for number in numbers)[:used]
        return self._with_floats(made) if self._words.computes_with_floats else made

    def _with_floats(self, piece: bytes) -> bytes:
        """Some words of it are floats, or doubles, of any value."""
        made = bytearray(piece)
        size = 8 if len(piece) % 8 == 0 and self._random.random() < 0.5 else 4
        for at in range(0, len(piece) - size + 1, size):
            if self._random.random() < _FLOATING:
                number = self._float()
                packed = struct.pack("<d", number) if size == 8 else struct.pack("<f", as_single(number))
                made[at : at + size] = packed
        return bytes(made)

    def _float(self) -> float:
        """One that is worth trying, or any between two such: what is asked of a float is where it lies."""
        chosen = self._random.random()
        if chosen < 0.5:
            return self._random.choice(self._floats)
        if chosen < 0.9:
            return self._random.uniform(*self._random.choices(self._limits, k=2))
        if chosen < 0.95:
            return math.ldexp(self._random.uniform(-1, 1), self._random.randint(-140, 128))
        (number,) = struct.unpack("<d", struct.pack("<Q", self._random.getrandbits(64)))
        return float(number)

    def _places(self, style: Numbers) -> tuple[Piece, ...]:
        return tuple((place, self._piece(_WILD_BYTES, style, True)) for place in PLACES)

    # ---- from others ---------------------------------------------------------------------------------------

    def mutated(self, vector: InputVector, shape: Shape, other: InputVector, length: int) -> InputVector:
        """The vector with a few changes, one of which may be a part of the other one."""
        values, memory = list(vector.values), list(vector.memory)
        asked = min(max(len(shape.values), 1), length)
        for _ in range(1 + min(int(self._random.expovariate(0.9)), 6)):
            if shape.memory and (not shape.values or self._random.random() < 0.4):
                self._change_memory(memory, shape, bool(vector.wild))
            elif self._random.random() < 0.15:
                values = self._spliced(values, other.values, asked)
            else:
                self._change_values(values, shape, asked, bool(vector.wild))
        return InputVector(tuple(values[:length]), tuple(memory), vector.wild)

    def _spliced(self, values: list[Entry], others: Sequence[Entry], asked: int) -> list[Entry]:
        """The beginning of one, the rest of another."""
        cut = self._below(asked + 1)
        start = cut if self._random.random() < 0.7 else self._below(len(others) + 1)
        return [*values[:cut], *([0] * (cut - len(values))), *others[start:]]

    def _change_values(self, values: list[Entry], shape: Shape, asked: int, wild: bool) -> None:
        at = self._below(asked)
        if len(values) <= at:
            values.extend([0] * (at + 1 - len(values)))
        kind = shape.kind(at)
        match self._below(10):
            case 0 | 1 | 2:
                values[at] = self._as_kind(kind, self._random.choice(self._mixed), wild)
            case 3 | 4:
                values[at] = self._near(values[at])
            case 5:
                values[at] = values[self._below(len(values))]
            case 6:
                del values[at]
            case 7:
                values.insert(at, self._as_kind(kind, self._random.choice(self._mixed), wild))
            case 8:  # a round of a loop once more
                size = 1 + self._below(min(8, len(values) - at))
                values[at:at] = values[at : at + size]
            case _:  # another way to go on
                style = self._random.choice(self._styles)
                rest = style(max(asked - at, 1))
                values[at:] = [self._as_kind(shape.kind(at + i), n, wild) for i, n in enumerate(rest)]

    def _near(self, value: Entry) -> Entry:
        if isinstance(value, float):
            return self._near_float(value)
        if self._random.random() < 0.7:
            return value + self._random.choice((1, -1, 1, -1, 2, -2, 3, -3, 4, -4, 8, -8, 16, -16))
        return value ^ (1 << self._below(32))

    def _near_float(self, value: float) -> float:
        match self._below(4):
            case 0:
                return value * self._random.choice((-1.0, 0.5, 2.0)) + self._random.choice((-1.0, 0.0, 1.0))
            case 1:
                return value * (1 + self._random.uniform(-0.25, 0.25))
            case 2:
                return value * (1 + math.ldexp(self._random.uniform(-1, 1), -self._below(24)))
            case _:
                return math.nextafter(value, self._random.choice((-math.inf, math.inf)))

    def _change_memory(self, memory: list[bytes], shape: Shape, wild: bool) -> None:
        at = self._below(len(shape.memory))
        while len(memory) <= at:
            memory.append(bytes(min(shape.memory[len(memory)], _MOST_MEMORY)))
        piece = bytearray(memory[at].ljust(min(shape.memory[at], _MOST_MEMORY), b"\0"))
        if not piece:
            return
        if len(piece) <= 8 or self._random.random() < 0.2:
            memory[at] = self._piece(len(piece), self._random.choice(self._styles), wild)
            return
        word = self._random.choice((1, 4, 4))
        place = self._below(max(len(piece) // word, 1)) * word
        new = self._piece(word, self._random.choice(self._styles), wild)[:word]
        piece[place : place + len(new)] = new
        memory[at] = bytes(piece[: min(shape.memory[at], _MOST_MEMORY)])

    def _below(self, count: int) -> int:
        return int(self._random.random() * count)

    def pick(self, count: int) -> int:
        """One of so many that were found one after the other: half of the time one of the last few."""
        if self._random.random() < 0.5:
            return count - 1 - self._below(min(8, count))
        return self._below(count)

    def chance(self, probability: float) -> bool:
        return self._random.random() < probability
