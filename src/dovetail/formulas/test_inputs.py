"""The inputs of a test: the values that it took in order, wild memory as it found it, and a symbol for each.

An extension of the test goes on with the same inputs and takes others; a model of its symbols is a vector.
Who takes an input, and what for, is the caller's.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from dovetail.execution.inputs import InputVector
from dovetail.execution.runs import Run
from dovetail.formulas.model_inputs import as_input
from dovetail.formulas.wild_pointers import Pins
from dovetail.program.automata import Program
from dovetail.program.statements import Havoc, HavocMemory
from dovetail.quick_dataclass import dataclass
from dovetail.semantics.symbolic import Symbolic
from dovetail.semantics.symbolic_contents import Blank, Supplied
from dovetail.semantics.symbolic_values import Bits, Pointer, Value
from dovetail.semantics.wild import Piece, WildMemory

MAX_TOUCHED = 1 << 20
"""Of one access, the bytes of wild memory that are made for it at once."""


@dataclass(frozen=True, slots=True)
class Taken:
    """One input that was taken: a scalar of a type, or the bytes of a piece of memory."""

    statement: Havoc | HavocMemory
    symbol: Value | Supplied
    known: int | float | bytes


class Inputs:
    """The inputs of a test: the values that it took, and a symbol for each.

    `number` is how many were taken before. An extension of the test (`branch`) goes on from there."""

    def __init__(self, program: Program, algebra: Symbolic[Any], run: Run, prefix: str) -> None:
        self.program = program
        self.algebra = algebra
        self.run = run
        self.prefix = prefix
        self.taken: list[Taken] = []
        self.pages = WildMemory(algebra.pointer_bits, run.wild)
        """Wild memory as the test found it."""
        self.wild = Supplied(f"{prefix}.wild", 1 << algebra.pointer_bits)
        """And as symbols, by address."""
        self._values: dict[Any, int] = {}
        """What is known of symbols, and of how many it was found out."""
        self._known_of = (0, 0)

    def branch(self, count: int) -> Inputs:
        """The inputs of a run that is the same for the first `count` inputs."""
        made = Inputs(self.program, self.algebra, self.run, self.prefix + "x")
        made.taken = self.taken[:count]
        made.pages, made.wild = self.pages, self.wild
        return made

    def apart(self, prefix: str) -> Inputs:
        """Inputs of no test in particular."""
        return Inputs(self.program, self.algebra, self.run, prefix)

    def _given(self) -> int | float | bytes:
        index = len(self.taken)
        return self.run.inputs[index].value if index < len(self.run.inputs) else 0

    def scalar(self, statement: Havoc) -> tuple[Value, Value]:
        given = self._given()
        type_ = statement.target.type
        symbol = self.algebra.fresh(type_, f"{self.prefix}.{len(self.taken)}")
        if isinstance(given, bytes):
            known = self.algebra.literal(int.from_bytes(given, "little"), type_, bits=True)
        else:
            known = self.algebra.literal(given, type_)
        self.taken.append(Taken(statement, symbol, given))
        return symbol, known

    def memory(self, statement: HavocMemory, size: int) -> tuple[Supplied, Blank]:
        given = self._given()
        # What is missing is zero, and is not made: the size may be absurd.
        data = (given if isinstance(given, bytes) else b"")[:size]
        symbol = Supplied(f"{self.prefix}.{len(self.taken)}", size)
        self.taken.append(Taken(statement, symbol, data))
        return symbol, Blank(data)

    def value_of(self, term: Any) -> int | None:
        """The number that a term is with the inputs of the test; None if it depends on anything else."""
        symbols = self.algebra.terms.symbols(term)
        if not symbols <= self._values.keys() and self._known_of != self._count():
            self._known_of = self._count()
            self._values.update(self._known_symbols())
        if not symbols <= self._values.keys():
            return None
        return self.algebra.terms.number(term, {symbol: self._values[symbol] for symbol in symbols})

    def _count(self) -> tuple[int, int]:
        """Of symbols, by which it is seen whether there are new ones."""
        pieces = sum(len(taken.symbol.pieces) for taken in self.taken if isinstance(taken.symbol, Supplied))
        return len(self.taken), pieces + len(self.wild.pieces)

    def _known_symbols(self) -> Iterator[tuple[Any, int]]:
        for taken in self.taken:
            if isinstance(taken.symbol, Supplied):
                assert isinstance(taken.known, bytes)
                for start, piece in taken.symbol.pieces.items():
                    part = taken.known[start : start + piece.width // 8]
                    yield piece.term, int.from_bytes(part, "little")
                continue
            bits = taken.symbol.offset if isinstance(taken.symbol, Pointer) else taken.symbol
            known = taken.known
            if isinstance(bits, Bits) and not isinstance(known, float):  # addresses are not made of floats
                number = int.from_bytes(known, "little") if isinstance(known, bytes) else known
                yield bits.term, number & ((1 << bits.width) - 1)
        for address, piece in self.wild.pieces.items():
            size = piece.width // 8
            if self.pages.covers(address, size):
                yield piece.term, int.from_bytes(self.pages.read(address, size), "little")

    def vector(
        self, model: Callable[[Any], int | bool], pins: Pins | None = None, asked: Iterable[Any] = ()
    ) -> InputVector:
        """The inputs as a model has them; beyond, those that the test had. Wild memory is there where it was
        and where a pin leads, and holds what it held but for what was `asked` about."""
        values: list[int | float] = []
        memory: list[bytes] = []
        for taken in self.taken:
            if isinstance(taken.symbol, Supplied):
                assert isinstance(taken.known, bytes)
                data = bytearray(taken.known)
                for offset, piece in taken.symbol.pieces.items():
                    bits = self.algebra.evaluated(piece, model)
                    assert isinstance(bits, int)
                    size = piece.width // 8
                    if offset + size > len(data):
                        if offset + size > MAX_TOUCHED:
                            continue
                        data.extend(bytes(offset + size - len(data)))
                    data[offset : offset + size] = bits.to_bytes(size, "little")
                memory.append(bytes(data))
                continue
            assert isinstance(taken.statement, Havoc)
            value = self.algebra.evaluated(taken.symbol, model)
            found = as_input(value, taken.statement, self.program.target)
            memory.append(found) if isinstance(found, bytes) else values.append(found)
        for consumed in self.run.inputs[len(self.taken) :]:
            if isinstance(consumed.value, bytes):
                memory.append(consumed.value)
            else:
                values.append(consumed.value)
        return InputVector(tuple(values), tuple(memory), self._wild_pieces(model, pins, asked))

    def _wild_pieces(
        self, model: Callable[[Any], int | bool], pins: Pins | None, asked: Iterable[Any]
    ) -> tuple[Piece, ...]:
        touched = () if pins is None else pins.touched
        if not touched and not self.run.wild:
            return ()
        found = WildMemory(self.algebra.pointer_bits, self.run.wild)
        for address, size in touched:
            found.make(address, min(size, MAX_TOUCHED))
        symbols = frozenset[Any]().union(*map(self.algebra.terms.symbols, asked))
        for address, piece in self.wild.pieces.items():
            size = piece.width // 8
            if piece.term in symbols and found.covers(address, size):
                bits = self.algebra.evaluated(piece, model)
                assert isinstance(bits, int)
                found.write(address, bits.to_bytes(size, "little"))
        return found.pieces()
