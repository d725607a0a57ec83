"""Layouts of records, made at random, against clang's own account of them."""

from __future__ import annotations

import random

import pytest

from dovetail.frontend.clang import record_layouts
from dovetail.frontend.scopes import parse_layouts
from dovetail.frontend.source import Source
from dovetail.frontend.units import TranslationUnit
from dovetail.program.types import DataModel, RecordType, Target

COUNT = 400
SCALARS = {
    "char": 8,
    "short": 16,
    "int": 32,
    "unsigned": 32,
    "long": 32,
    "long long": 64,
    "unsigned char": 8,
    "_Bool": 1,
    "enum e": 32,
}


def some_member(choose: random.Random, number: int, earlier: int) -> str:
    name = f"m{number}"
    attribute = choose.choice(["", "", "", "", " __attribute__((packed))", " __attribute__((aligned(8)))"])
    kind = choose.random()
    if kind < 0.45:
        type_ = choose.choice(list(SCALARS))
        if choose.random() < 0.1:
            return f"{type_} : {choose.choice([0, 0, choose.randint(0, SCALARS[type_])])};"
        return f"{type_} {name} : {choose.randint(1, SCALARS[type_])}{attribute if 'p' in attribute else ''};"
    if kind < 0.6 and earlier:
        return f"struct s{choose.randrange(earlier)} {name}{attribute};"
    if kind < 0.7:
        return f"{choose.choice(list(SCALARS))} {name}[{choose.randint(0, 3)}]{attribute};"
    if kind < 0.75:
        return f"union {{ char a{number}; double b{number}; int c{number} : 7; }};"
    type_ = choose.choice([*SCALARS, "float", "double", "void *", "long double"])
    return f"{type_} {name}{attribute};"


def some_records(seed: int) -> str:
    choose = random.Random(seed)
    lines = ['# 1 "records.c"', "enum e { LEAST = -1, MOST = 1 };"]
    for number in range(COUNT):
        members = " ".join(some_member(choose, i, number) for i in range(choose.randint(1, 7)))
        pack = choose.choice([0, 0, 0, 0, 1, 2, 4])
        attribute = choose.choice(["", "", "", "__attribute__((packed))", "__attribute__((aligned(4)))"])
        lines.append(f"#pragma pack({pack or ''})\nstruct {attribute} s{number} {{ {members} }};")
    return (
        "\n".join(lines)
        + "\nint sizes[] = {"
        + ",".join(f"sizeof(struct s{n})" for n in range(COUNT))
        + "};\n"
    )


@pytest.mark.parametrize("model", list(DataModel), ids=lambda model: model.value)
def test_records_are_laid_out_as_clang_does(model: DataModel) -> None:
    text = some_records(seed=1).encode()
    unit = TranslationUnit(Source("records.c", text), Target(model), index=0)
    expected = parse_layouts(record_layouts(text, model, "gnu11"))
    compared = 0
    for record in unit.types.records.values():
        if not isinstance(record, RecordType) or f"struct {record.name}" not in expected:
            continue
        ((size, align, offsets),) = expected[f"struct {record.name}"]
        mine = [f.bit_offset if f.bit_width is not None else f.offset * 8 for f in record.fields]
        assert (record.size, record.align) == (size, align), record.name
        # Bit-fields without a name are no members, but clang lists them.
        remaining = iter(offsets)
        assert all(offset in remaining for offset in mine), (record.name, mine, offsets)
        compared += 1
    assert compared == COUNT
