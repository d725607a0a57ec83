"""A suite in the exchange format of Test-Comp, version 1.1: `metadata.xml`, and a file for each test.

A test is the values that the calls of `__VERIFIER_nondet_X` return, in order, and nothing else can be said in
this format: what a test needs beside that keeps it out.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from datetime import UTC, datetime
from html import escape
from pathlib import Path

from dovetail.evidence.suite import Ending, Suite, Test
from dovetail.evidence.suite_inputs import UNSET, externals, numbers, pieces
from dovetail.evidence.task import hash_of
from dovetail.evidence.whole_files import put_text
from dovetail.evidence.written import Written
from dovetail.frontend.entry import is_made_up
from dovetail.frontend.load import Loaded
from dovetail.program.types import DataModel
from dovetail.version import __version__

_XML = '<?xml version="1.0" encoding="UTF-8" standalone="no"?>'
_DOCTYPE = (
    '<!DOCTYPE {0} PUBLIC "+//IDN sosy-lab.org//DTD test-format {0} 1.1//EN" '
    '"https://sosy-lab.org/test-format/{0}-1.1.dtd">'
)
_QUERIES = {
    "branches": "COVER EDGES(@DECISIONEDGE)",
    "conditions": "COVER EDGES(@CONDITIONEDGE)",
    "nodes": "COVER EDGES(@BASICBLOCKENTRY)",
    "edges": "COVER EDGES(ID)",
    "paths": "COVER PATHS(ID, 1)",
    "alarms": "COVER EDGES(@CALL(reach_error))",
}


def testcomp(suite: Suite, loaded: Loaded, folder: Path) -> Written:
    files = [folder / "metadata.xml"]
    left_out: dict[int, str] = {}
    put_text(files[0], _metadata(suite, loaded))
    for test in suite.tests:
        reason = why_not(test, loaded)
        if reason is not None:
            left_out[test.number] = reason
            continue
        files.append(folder / f"testcase-{test.number}.xml")
        put_text(files[-1], testcase(test, loaded))
    return Written(tuple(files), left_out)


def why_not(test: Test, loaded: Loaded) -> str | None:
    """Why a test cannot be said in this format; None if it can."""
    if is_made_up(loaded.native.entry):
        if loaded.client is not None:
            return "what a client calls is no input of this format"
        return f"the arguments of '{loaded.program.user_entry}' are no inputs of this format"
    given = pieces(test, loaded)
    if isinstance(given, str):
        return given
    if any(map(any, given)):
        return UNSET.format("a function without a body")
    others = externals(test)
    return f"'{others[0]}' has no body, and what it returns is no input of this format" if others else None


def _metadata(suite: Suite, loaded: Loaded) -> str:
    query = _QUERIES.get(suite.criterion, "COVER EDGES(@DECISIONEDGE)")
    program = Path(suite.files[0])
    elements = {
        "sourcecodelang": "C",
        "producer": f"Dovetail {__version__}",
        "specification": f"COVER( init({loaded.program.user_entry}()), FQL({query}) )",
        "programfile": str(program),
        "programhash": hash_of(program),
        "entryfunction": loaded.program.user_entry,
        "architecture": "32bit" if loaded.data_model is DataModel.ILP32 else "64bit",
        "creationtime": datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
    }
    lines = [_XML, _DOCTYPE.format("test-metadata"), "<test-metadata>"]
    lines += [f"  <{name}>{escape(text, quote=False)}</{name}>" for name, text in elements.items()]
    return "\n".join([*lines, "</test-metadata>"]) + "\n"


def testcase(test: Test, loaded: Loaded) -> str:
    opening = '<testcase coversError="true">' if test.outcome.ending is Ending.VIOLATION else "<testcase>"
    lines = [_XML, _DOCTYPE.format("testcase"), opening, *_inputs(test, loaded), "</testcase>"]
    return "\n".join(lines) + "\n"


def _inputs(test: Test, loaded: Loaded) -> Iterator[str]:
    for number in numbers(test, loaded):
        yield f'  <input type="{escape(number.type_name)}">{_spelled(number.value)}</input>'


def _spelled(value: int | float) -> str:
    if isinstance(value, int):
        return str(value)
    return repr(value) if math.isfinite(value) else "nan" if math.isnan(value) else f"{value:+}"[-4:]
