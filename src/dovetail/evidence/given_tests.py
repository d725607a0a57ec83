"""A test suite that the user has, read: files in the format of Test-Comp, in Dovetail's own, or of bytes.

| file | is |
|---|---|
| `*.xml` | a test case in the format of Test-Comp (1.0 and 1.1); `metadata.xml` is about all of them |
| `*.json` | an input vector, or evidence of Dovetail's that holds one, or a suite of `dovetail test` |
| any other | bytes, which the inputs take one after the other |

In a folder that Dovetail has written evidence to, only that is read. Subfolders are read, too; what begins
with a dot is not. What is wrong with a file is an InputError. Which inputs a file of bytes stands for depends
on the program, so it is left as it is (`fuzzing.raw_bytes`).
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

from dovetail.execution.inputs import Entry, InputVector
from dovetail.frontend.errors import InputError
from dovetail.frontend.paths import contents

Given = InputVector | bytes
"""A vector, or the bytes that one is to be made from."""

MAX_BYTES = 1 << 20
"""A larger file is refused: no test is that large, it is something else."""
_EVIDENCE = "violation.json"
SUITE = "suite.json"
_METADATA = "metadata.xml"
_SUFFIXED = re.compile(r"([+-]?(?:0[xX][0-9a-fA-F]+|[0-9]+))[uUlL]+|([+-]?[0-9.]+(?:[eE][+-]?[0-9]+)?)[fFlL]")
_WORDS: dict[str, Entry] = {"true": 1, "false": 0}


def read_tests(path: Path) -> tuple[Given, ...]:
    """The tests in a folder, in the order of the names of their files, or in one file. Raises InputError."""
    if not os.path.exists(path):
        raise InputError(f"{path}: no such file or folder")
    if not os.path.isdir(path):
        return _read(path)
    found = tuple(test for file in _files(path) for test in _read(file))
    if not found:
        raise InputError(f"{path}: there are no tests in it")
    return found


def test_files(path: Path) -> list[Path]:
    """The files that hold tests, in a folder or by themselves, in order."""
    return list(_files(path)) if path.is_dir() else [path]


def _files(folder: Path) -> Iterator[Path]:
    try:
        inside = sorted(file for file in folder.iterdir() if not file.name.startswith("."))
    except OSError as error:
        raise InputError(f"{folder}: cannot be read: {error.strerror}") from error
    for name in (_EVIDENCE, SUITE):
        if folder / name in inside:
            yield folder / name
            return
    for file in inside:
        if file.is_dir():
            yield from _files(file)
        elif file.name == _METADATA:
            _check_metadata(file)
        else:
            yield file


def _read(file: Path) -> tuple[Given, ...]:
    data = _bytes(file)
    match file.suffix.lower():
        case ".xml":
            return (_test_case(file, data),)
        case ".json":
            return _vectors(file, data)
        case _:
            return (data,)


def _bytes(file: Path) -> bytes:
    if not os.path.isfile(file):
        raise InputError(f"{file}: is not a file")
    return contents(file, MAX_BYTES, f"is larger than a test can be ({MAX_BYTES} bytes)")


# ---- JSON --------------------------------------------------------------------------------------------------


def _vectors(file: Path, data: bytes) -> tuple[InputVector, ...]:
    try:
        document = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{file}: is not JSON: {error}") from error
    match document:
        case {"format": "dovetail-suite", "tests": list(tests)}:
            inputs = [test.get("inputs") if isinstance(test, dict) else None for test in tests]
        case {"format": _, "inputs": one}:
            inputs = [one]
        case {"format": other}:
            raise InputError(f"{file}: a document of the format {other!r} holds no inputs")
        case _:
            inputs = [document]
    try:
        return tuple(map(InputVector.from_json, inputs))
    except ValueError as error:
        raise InputError(f"{file}: {error}") from error


# ---- Test-Comp ---------------------------------------------------------------------------------------------


def _xml(file: Path, data: bytes, name: str) -> ElementTree.Element:
    try:
        root = ElementTree.fromstring(data)
    except (ElementTree.ParseError, ValueError, LookupError) as error:
        raise InputError(f"{file}: is not XML: {error}") from error
    if root.tag != name:
        raise InputError(f"{file}: there is a <{root.tag}> where a <{name}> should be")
    return root


def _check_metadata(file: Path) -> None:
    _xml(file, _bytes(file), "test-metadata")


def _test_case(file: Path, data: bytes) -> InputVector:
    values: list[Entry] = []
    for element in _xml(file, data, "testcase"):
        number = len(values) + 1
        if element.tag != "input" or len(element):
            raise InputError(f"{file}: input {number}: there is a <{element.tag}>, which is no <input>")
        try:
            values.append(_number((element.text or "").strip()))
        except ValueError:
            raise InputError(f"{file}: input {number}: {element.text!r} is not a number") from None
    return InputVector(tuple(values))


def _number(text: str) -> Entry:
    """A constant of C, as the tools write them. Raises ValueError."""
    if text in _WORDS:
        return _WORDS[text]
    suffixed = _SUFFIXED.fullmatch(text)
    if suffixed is not None:
        text = suffixed[1] or suffixed[2]
    if not text.startswith("'"):
        word = text.lower().replace("infinity", "inf")
        if "p" in word and "0x" in word:
            return float.fromhex(word)
        text = {"-nan": "nan", "+nan": "nan", "+inf": "inf"}.get(word, word)
    values = InputVector.parse(text).values
    if len(values) != 1:
        raise ValueError(text)
    return values[0]
