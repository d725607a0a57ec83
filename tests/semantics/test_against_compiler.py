"""Every operator on every pair of types at the ends of their ranges: machine, executor and algebra.

For each data model one C file is made with a function for every pair of types, which the input selects. It
applies every operator to all pairs of values and adds the results up. The machine and the executor run the
file; the algebra computes the same sums from the expressions that the front end made of the operators. Types
that are one machine type (`char` and `signed char`, `long` and one of its neighbours) are there once.

Expressions whose result C leaves open and the machine does not give reproducibly are left out: division by
zero, the one quotient that does not fit, and floats converted to 128 bits that do not fit.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from dovetail.execution.executor import Executor
from dovetail.execution.inputs import InputVector
from dovetail.execution.native import NativeProgram
from dovetail.frontend import Loaded, LoadOptions, load
from dovetail.frontend.library import library_sources
from dovetail.frontend.spelling import spelled
from dovetail.program.automata import Program
from dovetail.program.expressions import Expr, Variable
from dovetail.program.statements import Assign
from dovetail.program.types import (
    C_BOOL,
    CHAR,
    DOUBLE,
    FLOAT,
    INT,
    INT128,
    LLONG,
    SCHAR,
    SHORT,
    UCHAR,
    UINT,
    UINT128,
    ULLONG,
    USHORT,
    DataModel,
    FloatType,
    IntType,
    Target,
    Type,
)
from dovetail.semantics import floats
from dovetail.semantics.concrete import Concrete, Value
from dovetail.semantics.evaluate import evaluate
from dovetail.semantics.memory import Memory
from thinned import some

Number = int | float

ARITHMETIC = {"add": "+", "sub": "-", "mul": "*", "div": "/"}
INTEGER = {"rem": "%", "and": "&", "or": "|", "xor": "^"}
SHIFTS = {"shl": "<<", "shr": ">>"}
COMPARISON = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "both": "&&", "any": "||"}

PRELUDE = """
extern int __VERIFIER_nondet_int(void);
static unsigned sum;
static void add_word(unsigned word) { sum = (sum ^ word) * 2654435761u; }
static void add_integer(unsigned long long low, unsigned long long high) {
    add_word(low); add_word(low >> 32); add_word(high); add_word(high >> 32);
}
static void add_float(double value) {
    union { double d; unsigned long long bits; } u = { value };
    if (value != value) u.bits = 0x7FF8000000000000ull;  /* the bits of a NaN are open */
    add_integer(u.bits, 0);
}
"""


def numbers_of(type_: Type) -> list[Number]:
    """The ends of the range, what is next to them, and the middle."""
    if isinstance(type_, FloatType):
        tiny, large = (2.0**-149, 2.0**127 * 1.5) if type_.width == 32 else (2.0**-1074, 2.0**1023 * 1.5)
        return [0.0, -0.0, -1.5, tiny, -large, math.inf, math.nan, 2.0**31, 16777217.0]
    assert isinstance(type_, IntType)
    if type_.name == "_Bool":
        return [0, 1]
    middle = 1 << (type_.width // 2)
    found = [0, 1, type_.maximum, type_.maximum - 1, middle - 1, middle]
    return [*found, -1, type_.minimum, type_.minimum + 1] if type_.signed else [*found, middle + 1]


def literal(number: Number, type_: Type) -> str:
    if isinstance(number, float):
        if math.isnan(number):
            return '__builtin_nan("")'
        if math.isinf(number):
            return f"{'-' if number < 0 else ''}__builtin_inf()"
        return number.hex()
    assert isinstance(type_, IntType)
    bits = number & ((1 << max(type_.width, 8)) - 1)
    if type_.width == 128:
        return f"(({type_})((unsigned __int128){bits >> 64:#x}ull << 64 | {bits & (1 << 64) - 1:#x}ull))"
    return f"(({type_}){bits:#x}ull)"


@dataclass(frozen=True)
class Operation:
    """An operator on one or two types."""

    name: str
    text: str
    result: Type
    divides: bool = False
    bounded: bool = False
    """Does the operand have to be in the range of the result?"""


@dataclass(frozen=True)
class Group:
    """All operators on one type, or on a pair. `places` are the types' numbers in the suite."""

    types: tuple[Type, ...]
    places: tuple[int, ...]
    operations: tuple[Operation, ...]

    def __str__(self) -> str:
        return " and ".join(map(str, self.types))

    def operands(self) -> Iterator[tuple[Number, ...]]:
        return itertools.product(*(numbers_of(type_) for type_ in self.types))

    def skips(self, operation: Operation, numbers: tuple[Number, ...]) -> bool:
        """Is this a division without a quotient, or a number that does not fit? The same as in `guard`."""
        if operation.bounded:
            assert isinstance(operation.result, IntType)
            return not operation.result.minimum <= numbers[0] < operation.result.maximum
        if not operation.divides:
            return False
        left, right = self.types
        assert isinstance(left, IntType) and isinstance(right, IntType)
        minus_one = 1 if right.name == "_Bool" else right.number(right.bits(-1))
        return numbers[1] == 0 or (numbers[0] == left.minimum and numbers[1] == minus_one)

    def guard(self, operation: Operation) -> str:
        if operation.bounded:
            assert isinstance(operation.result, IntType)
            low, high = float(operation.result.minimum), float(operation.result.maximum)
            return f"if (a >= {low.hex()} && a < {high.hex()}) "
        if not operation.divides:
            return ""
        left, right = self.types
        assert isinstance(left, IntType)
        return f"if (!(b == 0 || (a == {literal(left.minimum, left)} && b == ({right})-1))) "

    def text(self, number: int) -> str:
        loops, names = "", ""
        for operand, place, type_ in zip("ab", self.places, self.types, strict=False):
            loops += f"for (int i{operand} = 0; i{operand} < {len(numbers_of(type_))}; i{operand}++) "
            names += f"{type_} {operand} = values_{place}[i{operand}]; "
        body = [
            f"        {self.guard(one)}{{ {spelled(one.result)} {one.name} = {one.text}; {adding(one)} }}"
            for one in self.operations
        ]
        return "\n".join([f"static void sum_{number}(void) {{", f"    {loops}{{ {names}", *body, "    }\n}"])


def adding(operation: Operation) -> str:
    """How a result is added to the sum."""
    match operation.result:
        case FloatType():
            return f"add_float({operation.name});"
        case IntType(width=128):
            return f"add_wide({operation.name});"
        case IntType(signed=True):
            return f"add_integer({operation.name}, {operation.name} < 0 ? -1 : 0);"
        case _:
            return f"add_integer({operation.name}, 0);"


class Suite:
    """The C file for one data model."""

    def __init__(self, model: DataModel) -> None:
        self.target = Target(model)
        self.types: list[Type] = [C_BOOL, CHAR, UCHAR, SHORT, USHORT, INT, UINT, LLONG, ULLONG, FLOAT, DOUBLE]
        if model is DataModel.LP64:
            self.types += [INT128, UINT128]
        self.groups: list[Group] = []
        for i, left in enumerate(self.types):
            self.groups.append(Group((left,), (i,), tuple(self._unary(left))))
        # Neither number of types is even: each of them is on either side of others.
        for (i, left), (j, right) in some(itertools.product(enumerate(self.types), repeat=2), 8):
            self.groups.append(Group((left, right), (i, j), tuple(self._binary(left, right))))

    def _unary(self, type_: Type) -> Iterator[Operation]:
        yield Operation("plus", "+a", promoted(type_))
        yield Operation("minus", "-a", promoted(type_))
        yield Operation("not", "!a", INT)
        if isinstance(type_, IntType):
            yield Operation("complement", "~a", promoted(type_))
        for index, to in enumerate([*self.types, SCHAR, self.target.long, self.target.ulong]):
            bounded = isinstance(type_, FloatType) and isinstance(to, IntType) and to.width == 128
            yield Operation(f"cast_{index}", f"({to})a", to, bounded=bounded)

    def _binary(self, left: Type, right: Type) -> Iterator[Operation]:
        integers = isinstance(left, IntType) and isinstance(right, IntType)
        both = common(promoted(left), promoted(right))
        for name, operator in ARITHMETIC.items():
            yield Operation(name, f"a {operator} b", both, divides=integers and operator == "/")
        for name, operator in COMPARISON.items():
            yield Operation(name, f"a {operator} b", INT)
        for name, operator in INTEGER.items() if integers else ():
            yield Operation(name, f"a {operator} b", both, divides=operator == "%")
        for name, operator in SHIFTS.items() if integers else ():
            yield Operation(name, f"a {operator} b", promoted(left))

    @property
    def text(self) -> str:
        lines = [PRELUDE]
        if INT128 in self.types:
            lines.append("static void add_wide(unsigned __int128 v) { add_integer(v, v >> 64); }")
        for index, type_ in enumerate(self.types):
            values = ", ".join(literal(number, type_) for number in numbers_of(type_))
            lines.append(f"static const {type_} values_{index}[] = {{ {values} }};")
        lines += [group.text(number) for number, group in enumerate(self.groups)]
        lines.append("int main(void) {\n    switch (__VERIFIER_nondet_int()) {")
        lines += [f"    case {number}: sum_{number}(); break;" for number in range(len(self.groups))]
        lines.append("    }\n    return (int)sum;\n}")
        return "\n".join(lines) + "\n"


def promoted(type_: Type) -> Type:
    return INT if isinstance(type_, IntType) and type_.width < 32 else type_


def common(left: Type, right: Type) -> Type:
    for floating in (DOUBLE, FLOAT):
        if floating in (left, right):
            return floating
    assert isinstance(left, IntType) and isinstance(right, IntType)
    width = max(left.width, right.width)
    signed = all(type_.signed for type_ in (left, right) if type_.width == width)
    return IntType(width, signed)


class Operands:
    """A state that knows two variables and nothing else."""

    def __init__(self) -> None:
        self.values: dict[str, Value] = {}

    def variable(self, variable: Variable) -> Value:
        return self.values[variable.name]

    def load(self, pointer: Value, type: Type) -> Value:
        raise AssertionError("an operator reads no memory")

    def valid(self, pointer: Value, size: Value, width: int) -> Value:
        raise AssertionError("an operator asks for no memory")

    def freeable(self, pointer: Value) -> Value:
        raise AssertionError("an operator asks for no memory")

    def object_size(self, pointer: Value, width: int) -> Value:
        raise AssertionError("an operator asks for no memory")

    def no_leak(self, running: bool) -> Value:
        raise AssertionError("an operator asks for no memory")


def expressions_of(program: Program, number: int) -> dict[str, Expr]:
    """What the front end made of each operator of a group."""
    statements = (edge.statement for edge in program.procedures[f"sum_{number}"].edges)
    return {s.target.source_name: s.value for s in statements if isinstance(s, Assign)}


def as_value(number: Number, type_: Type) -> Value:
    if isinstance(type_, FloatType):
        return floats.round_single(float(number)) if type_.width == 32 else float(number)
    assert isinstance(type_, IntType)
    return type_.bits(int(number))


class Sum:
    """The same sum as in C."""

    def __init__(self) -> None:
        self.total = 0

    def add(self, value: Value, type_: Type) -> None:
        high = 0
        if isinstance(type_, FloatType):
            low = 0x7FF8000000000000 if value != value else floats.to_bits(float(value), 64)
        else:
            assert isinstance(type_, IntType)
            number = type_.number(int(value))
            low = number & ((1 << 64) - 1)
            if type_.width == 128 or type_.signed:
                high = number >> 64 & ((1 << 64) - 1)
        for word in (low, low >> 32, high, high >> 32):
            self.total = ((self.total ^ (word & 0xFFFFFFFF)) * 2654435761) & 0xFFFFFFFF


def computed(group: Group, expressions: dict[str, Expr], algebra: Concrete) -> int:
    """A group's sum, by the algebra."""
    total, state = Sum(), Operands()
    for numbers in group.operands():
        state.values = {
            name: as_value(number, type_)
            for name, number, type_ in zip("ab", numbers, group.types, strict=False)
        }
        memo: dict[Expr, Value] = {}
        for one in group.operations:
            if not group.skips(one, numbers):
                total.add(evaluate(expressions[one.name], algebra, state, memo), one.result)
    return total.total


@pytest.fixture(scope="module", params=list(DataModel), ids=lambda model: model.value)
def suite(request: pytest.FixtureRequest) -> Suite:
    return Suite(request.param)


@pytest.fixture(scope="module")
def loaded(suite: Suite, tmp_path_factory: pytest.TempPathFactory) -> Loaded:
    path = tmp_path_factory.mktemp("operators") / "operators.c"
    path.write_text(suite.text)
    return load([path], LoadOptions(data_model=suite.target.model))


@pytest.fixture(scope="module")
def native_sums(suite: Suite, loaded: Loaded, tmp_path_factory: pytest.TempPathFactory) -> list[int | None]:
    program = NativeProgram.build(
        loaded.native.units,
        data_model=loaded.data_model,
        directory=tmp_path_factory.mktemp("native"),
        entry=loaded.native.entry,
        stubs=loaded.native.stubs,
        library=tuple(library_sources().values()),
        std=loaded.native.standard,
    )
    runs = program.run_batch([InputVector((number,)) for number in range(len(suite.groups))])
    return [run.end.exit_code for run in runs]


def test_the_executor_computes_as_the_machine_does(
    suite: Suite, loaded: Loaded, native_sums: list[int | None]
) -> None:
    executor = Executor(loaded.program)
    different = []
    for number, group in enumerate(suite.groups):
        end = executor.run(InputVector((number,)), record_path=False).end
        if end.exit_code is None or end.exit_code != native_sums[number]:
            different.append(f"{group}: {end} and not {native_sums[number]}")
    assert different == []


def test_the_algebra_computes_as_the_machine_does(
    suite: Suite, loaded: Loaded, native_sums: list[int | None]
) -> None:
    algebra = Concrete(Memory(suite.target))
    different = []
    for number, group in enumerate(suite.groups):
        total = computed(group, expressions_of(loaded.program, number), algebra)
        if INT.number(total) != native_sums[number]:
            different.append(str(group))
    assert different == []
