"""Certificates as files: what is written is read back as the same expressions, and nonsense is refused."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from dovetail.evidence.certificate_file import document_of, read_file, read_for
from dovetail.evidence.task import Task
from dovetail.frontend import InputError, LoadOptions, load
from dovetail.program.automata import GlobalObject, Procedure, Program
from dovetail.program.cutpoints import cutpoint_graph
from dovetail.program.expression_table import Writer, read
from dovetail.program.expressions import (
    COMPARISONS,
    TRUE,
    Address,
    Binary,
    BinaryOp,
    Cast,
    Conditional,
    Const,
    Expr,
    Freeable,
    Load,
    NoLeak,
    ObjectSize,
    PointerAdd,
    PointerDiff,
    SameObject,
    Unary,
    UnaryOp,
    Valid,
    Variable,
    const,
    subexpressions,
)
from dovetail.program.inlining import inline
from dovetail.program.names import Names, TableError
from dovetail.program.position import NOWHERE
from dovetail.program.statements import expressions_of
from dovetail.program.types import (
    BOOL,
    DOUBLE,
    FLOAT,
    INT,
    UCHAR,
    ULLONG,
    VOID,
    ArrayType,
    DataModel,
    FunctionType,
    IntType,
    PointerType,
    RecordType,
    Target,
    Type,
)
from dovetail.proofs.certificate import Certificate, Contract, entry_value, from_json, result_of
from dovetail.proofs.fingerprint import fingerprint
from evidence.claims import save
from test_cases import FILES, read_header
from thinned import examples, thinned

LP64 = Target(DataModel.LP64)
FIRST, SECOND = RecordType("s", union=False), RecordType("s", union=False)
"""Two records of one name, as two blocks or two files may have."""
POINTERS: list[Type] = [
    PointerType(INT),
    PointerType(FIRST),
    PointerType(SECOND),
    PointerType(ArrayType(UCHAR, 7)),
    PointerType(ArrayType(FIRST, None)),
    PointerType(FunctionType(VOID, (INT, PointerType(SECOND)), variadic=True)),
]
SCALARS: list[Type] = [INT, UCHAR, ULLONG, IntType(3, True), FLOAT, DOUBLE, *POINTERS]
VARIABLES = [Variable(f"v{number}", "f", type_) for number, type_ in enumerate(SCALARS)]


def sample() -> Program:
    procedure = Procedure("f", (), INT, NOWHERE)
    procedure.locals = list(VARIABLES)
    made = Program(LP64, "f", "f", {"f": procedure})
    made.objects["o"] = GlobalObject("o", FIRST, 8, 4, NOWHERE)
    return made


NAMES = Names(sample())


class Grower:
    """Random well-typed expressions."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def of(self, type_: Type, depth: int) -> Expr:
        pick = self.random.choice
        if depth == 0:
            if type_ == BOOL:
                return pick([TRUE, NoLeak()])
            return pick([self.variable(type_), self.constant(type_)])
        deeper = depth - 1
        general = [
            lambda: Conditional(self.of(BOOL, deeper), self.of(type_, deeper), self.of(type_, deeper)),
            lambda: self.of(type_, 0),
        ]
        if type_ == BOOL:
            scalar, pointer = pick(SCALARS), pick(POINTERS)
            return pick(
                [
                    *general,
                    lambda: UnaryOp(Unary.NOT, self.of(BOOL, deeper)),
                    lambda: BinaryOp(
                        pick([Binary.AND, Binary.OR]), self.of(BOOL, deeper), self.of(BOOL, deeper)
                    ),
                    lambda: BinaryOp(
                        pick(sorted(COMPARISONS, key=str)), self.of(scalar, deeper), self.of(scalar, deeper)
                    ),
                    lambda: Valid(self.of(pointer, deeper), self.of(ULLONG, deeper)),
                    lambda: SameObject(self.of(pointer, deeper), self.of(pick(POINTERS), deeper)),
                    lambda: Freeable(self.of(pointer, deeper)),
                ]
            )()
        loads = [lambda: Load(self.of(pick(POINTERS), deeper), type_)]
        match type_:
            case PointerType():
                offset = IntType(64, True)
                ways = [
                    lambda: PointerAdd(self.of(pick(POINTERS), deeper), self.of(offset, deeper), type_),
                    lambda: Address("o", type_),
                    lambda: Cast(type_, self.of(pick([ULLONG, pick(POINTERS)]), deeper)),
                ]
            case IntType():
                arithmetic = [op for op in Binary if op not in COMPARISONS and not op.logical]
                ways = [
                    lambda: BinaryOp(pick(arithmetic), self.of(type_, deeper), self.of(type_, deeper)),
                    lambda: UnaryOp(pick([Unary.NEGATE, Unary.COMPLEMENT]), self.of(type_, deeper)),
                    lambda: Cast(type_, self.of(pick([*SCALARS, BOOL]), deeper)),
                    lambda: ObjectSize(self.of(pick(POINTERS), deeper), type_),
                    lambda: BinaryOp(
                        pick([Binary.SHL, Binary.SHR]), self.of(type_, deeper), self.of(UCHAR, deeper)
                    ),
                ]
                if type_.width == 64:
                    ways.append(
                        lambda: PointerDiff(
                            self.of(PointerType(INT), deeper), self.of(PointerType(INT), deeper), type_
                        )
                    )
            case _:
                ways = [
                    lambda: BinaryOp(
                        pick([Binary.ADD, Binary.SUB, Binary.MUL, Binary.DIV]),
                        self.of(type_, deeper),
                        self.of(type_, deeper),
                    ),
                    lambda: Cast(type_, self.of(pick([INT, ULLONG, FLOAT, DOUBLE, BOOL]), deeper)),
                ]
        return pick([*general, *loads, *ways])()

    def variable(self, type_: Type) -> Expr:
        found = [variable for variable in VARIABLES if variable.type == type_]
        return self.random.choice(found) if found else self.constant(type_)

    def constant(self, type_: Type) -> Expr:
        width = type_.width if isinstance(type_, IntType | type(DOUBLE)) else 64
        return Const(type_, self.random.choice([0, 1, (1 << width) - 1, self.random.getrandbits(width)]))


@settings(max_examples=examples(300), deadline=None)
@given(st.integers(0, 2**32), st.integers(0, 5))
def test_what_is_written_is_read_back(seed: int, depth: int) -> None:
    expr = Grower(seed).of(BOOL, depth)
    writer = Writer(NAMES)
    number = writer.add(expr)
    types, rows = json.loads(json.dumps([writer.types, writer.rows]))
    assert read(types, rows, NAMES)[number] is expr


def test_shared_subexpressions_are_written_once() -> None:
    expr: Expr = VARIABLES[0]
    for _ in range(200):
        expr = BinaryOp(Binary.ADD, expr, expr)
    writer = Writer(NAMES)
    writer.add(expr)
    assert len(writer.rows) == 201


@settings(max_examples=examples(300), deadline=None)
@given(st.integers(0, 2**32), st.data())
def test_a_damaged_table_is_refused_or_well_typed(seed: int, data: Any) -> None:
    """Whatever is changed in a row, reading gives expressions or a TableError, nothing else."""
    writer = Writer(NAMES)
    writer.add(Grower(seed).of(BOOL, 4))
    types, rows = json.loads(json.dumps([writer.types, writer.rows]))
    table = data.draw(st.sampled_from([types, rows]))
    if not table:
        return
    row = data.draw(st.sampled_from(table))
    junk = st.sampled_from([None, -1, 0, 1, 5, 10**30, "x", "&&", "-", "binary", True, [], {}, 1.5])
    row[data.draw(st.integers(0, len(row) - 1))] = data.draw(junk)
    try:
        for expr in read(types, rows, NAMES):
            list(subexpressions(expr))
    except TableError:
        pass


# A pointer to an array of variable length is read back as one to an array of unknown length: that means the
# same, but is another expression.
WRITTEN = [path for path in FILES if path.stem not in ("lengths_of_arrays", "variable_length_arrays")][::20]


@pytest.mark.parametrize("path", thinned(WRITTEN, 2), ids=[path.stem for path in WRITTEN])
def test_every_expression_of_a_program_can_be_written(path: Path) -> None:
    expected = read_header(path)
    options = LoadOptions(properties=(expected.property,), data_model=DataModel(expected.data_model))
    program = inline(load([path], options).program).program
    names = Names(program)
    writer = Writer(names)
    numbers = {
        expr: writer.add(expr)
        for procedure in program.procedures.values()
        for edge in procedure.edges
        for expr in expressions_of(edge.statement)
    }
    back = read(*json.loads(json.dumps([writer.types, writer.rows])), names)
    assert all(back[number] is expr for expr, number in numbers.items())


PROGRAM = """\
int g;
int sum(int n) { if (n <= 0) return 0; g = g + 1; return n + sum(n - 1); }
int main(void) { int i = 0; while (i < 10) i++; return sum(i); }
"""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    path = tmp_path / "program.c"
    path.write_text(PROGRAM)
    return path


def certificate_for(path: Path) -> tuple[Certificate, Task, Any]:
    loaded = load([path])
    inlined = inline(loaded.program)
    program = inlined.program
    start, sum_ = program.procedures[program.entry], program.procedures["sum"]
    (head,) = cutpoint_graph(start).loop_heads
    i = next(variable for variable in start.locals if variable.source_name == "i")
    result = result_of(sum_)
    assert result is not None
    old = entry_value(sum_, sum_.parameters[0])
    bound = BinaryOp(Binary.LE, i, const(INT, 10))
    contract = Contract(TRUE, BinaryOp(Binary.GE, result, old), {})
    contracts = {program.entry: (Contract(TRUE, TRUE, {head: bound}),), "sum": (contract,)}
    return Certificate(fingerprint(program), contracts), Task.of(loaded), inlined


def test_a_certificate_survives_its_file(source: Path, tmp_path: Path) -> None:
    certificate, task, inlined = certificate_for(source)
    save(certificate, task, inlined, tmp_path / "certificate.json")
    found, document = read_file(tmp_path / "certificate.json")
    assert found == task
    assert read_for(tmp_path / "certificate.json", document, inlined.program) == certificate
    again = inline(found.load().program).program  # read anew: other objects, the same names
    assert fingerprint(again) == certificate.fingerprint
    assert read_for(tmp_path / "certificate.json", document, again) == certificate


def test_it_can_be_read_by_people(source: Path) -> None:
    document = document_of(*certificate_for(source))
    start, sum_ = document["procedures"].values()
    assert start[0]["invariants"][0]["text"] == "i <= 10"
    assert start[0]["invariants"][0]["in"] == "main"
    assert start[0]["invariants"][0]["line"].startswith(f"{source}:3:")
    assert sum_[0]["ensures"]["text"] == "result >= old(n)"


def damaged(document: dict[str, Any], where: str) -> dict[str, Any]:
    copy: dict[str, Any] = json.loads(json.dumps(document))
    (entry, (start,)), *_ = copy["procedures"].items()
    match where:
        case "no procedures":
            del copy["procedures"]
        case "no types":
            del copy["types"]
        case "contracts not a list":
            copy["procedures"][entry] = {}
        case "no requires":
            del start["requires"]
        case "invariant without location":
            del start["invariants"][0]["location"]
        case "two invariants for one location":
            start["invariants"] *= 2
        case "expression out of range":
            start["requires"]["expression"] = 10**6
        case "not a condition":
            number = next(i for i, row in enumerate(copy["expressions"]) if row[0] == "variable")
            start["requires"]["expression"] = number
        case "unknown variable":
            number = next(i for i, row in enumerate(copy["expressions"]) if row[0] == "variable")
            copy["expressions"][number][2] = "nobody"
    return copy


@pytest.mark.parametrize(
    "where",
    [
        "no procedures",
        "no types",
        "contracts not a list",
        "no requires",
        "invariant without location",
        "two invariants for one location",
        "expression out of range",
        "not a condition",
        "unknown variable",
    ],
)
def test_damaged_documents_are_refused(source: Path, where: str) -> None:
    certificate, task, inlined = certificate_for(source)
    document = damaged(document_of(certificate, task, inlined), where)
    with pytest.raises(TableError):
        from_json(document, inlined.program)


def test_other_files_are_not_certificates(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_text('{"format": "dovetail-violation", "version": 1}')
    with pytest.raises(InputError, match="not a certificate"):
        read_file(path)
