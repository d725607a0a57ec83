"""Suites of tests, read in every format, and refused when something is wrong with them."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest

from dovetail.evidence.given_tests import MAX_BYTES, read_tests
from dovetail.execution.inputs import InputVector
from dovetail.frontend import InputError

METADATA = """<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!DOCTYPE test-metadata PUBLIC "+//IDN sosy-lab.org//DTD test-format test-metadata 1.1//EN"
 "https://sosy-lab.org/test-format/test-metadata-1.1.dtd">
<test-metadata><sourcecodelang>C</sourcecodelang><producer>somebody</producer></test-metadata>
"""
CASE = """<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!DOCTYPE testcase PUBLIC "+//IDN sosy-lab.org//DTD test-format testcase 1.1//EN"
 "https://sosy-lab.org/test-format/testcase-1.1.dtd">
<testcase coversError="true">%s</testcase>
"""


def case(*values: str) -> str:
    return CASE % "".join(f'\n  <input variable="x" type="int">{value}</input>' for value in values)


def test_a_suite_of_test_comp(tmp_path: Path) -> None:
    (tmp_path / "metadata.xml").write_text(METADATA)
    (tmp_path / "testcase-2.xml").write_text(case("-7", " 0x10\n", "'a'", "2.5", "12u", "3L", "1.5f"))
    (tmp_path / "testcase-1.xml").write_text(CASE % "<input>1</input><input>-inf</input><input>NaN</input>")
    (tmp_path / "testcase-3.xml").write_text(case())
    (tmp_path / "testcase-4.xml").write_text(
        case("0x1.8p3", "true", "INFINITY", "'\\n'", "18446744073709551615ULL")
    )
    first, second, third, fourth = read_tests(tmp_path)
    assert isinstance(first, InputVector)
    assert first.values[:2] == (1, -math.inf)
    assert isinstance(first.values[2], float) and math.isnan(first.values[2])
    assert second == InputVector((-7, 16, 97, 2.5, 12, 3, 1.5))
    assert third == InputVector()
    assert fourth == InputVector((12.0, 1, math.inf, 10, 18446744073709551615))


def test_vectors_and_evidence(tmp_path: Path) -> None:
    vector = InputVector((1, 2.5), (b"\1\2",), ((0x70008000, b"\3"),))
    (tmp_path / "a.json").write_text(json.dumps(vector.to_json()))
    evidence = tmp_path / "b" / "check-1"
    evidence.mkdir(parents=True)
    (evidence / "harness.c").write_text("int x;")
    document = {"format": "dovetail-violation", "version": 1, "inputs": {"values": [5], "memory": []}}
    (evidence / "violation.json").write_text(json.dumps(document))
    assert read_tests(tmp_path) == (vector, InputVector((5,)))
    assert read_tests(evidence / "violation.json") == (InputVector((5,)),)


def test_bytes(tmp_path: Path) -> None:
    (tmp_path / "id:000000,orig").write_bytes(b"\1\2\0")
    (tmp_path / "empty.bin").write_bytes(b"")
    (tmp_path / ".hidden").write_bytes(b"x")
    assert read_tests(tmp_path) == (b"", b"\1\2\0")


@pytest.mark.parametrize(
    ("name", "text", "complaint"),
    [
        ("t.xml", "<testcase><input>1</input>", "is not XML"),
        ("t.xml", "<testsuite/>", "a <testsuite> where a <testcase> should be"),
        ("t.xml", case("1", "one"), "input 2: 'one' is not a number"),
        ("t.xml", case("1,2"), "input 1: '1,2' is not a number"),
        ("t.xml", case(""), "input 1"),
        ("t.xml", CASE % "<output>1</output>", "a <output>, which is no <input>"),
        ("t.xml", CASE % "<input><b>1</b></input>", "no <input>"),
        ("metadata.xml", "<testcase/>", "where a <test-metadata> should be"),
        ("t.json", "{", "is not JSON"),
        ("t.json", "[1, 2]", "an input vector is an object"),
        ("t.json", '{"values": ["one"]}', "is not a number"),
        ("t.json", '{"format": "dovetail-certificate"}', "holds no inputs"),
        ("t.json", '{"format": "dovetail-violation", "inputs": {"values": 3}}', "are lists"),
        ("t.json", "[" * 100_000, "is not JSON"),
        ("t.bin", "x" * (MAX_BYTES + 1), "larger than a test can be"),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, name: str, text: str, complaint: str) -> None:
    (tmp_path / "good.json").write_text("{}")
    (tmp_path / name).write_text(text)
    with pytest.raises(InputError) as caught:
        read_tests(tmp_path)
    assert str(caught.value).startswith(f"{tmp_path / name}: ")
    assert complaint in str(caught.value)


def test_there_must_be_something(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no tests in it"):
        read_tests(tmp_path)
    with pytest.raises(InputError, match="no such file"):
        read_tests(tmp_path / "nowhere")
