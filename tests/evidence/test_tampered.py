"""Evidence that somebody has tampered with, value by value: it is refused, or rejected, or what is accepted
is still true; and there is never anything else, such as an exception that is not for the user."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from dovetail.evidence import replays
from dovetail.evidence.certificate_file import certify, document_of
from dovetail.evidence.covering import Covering
from dovetail.evidence.given_tests import read_tests
from dovetail.evidence.replays import replay
from dovetail.evidence.task import Task
from dovetail.evidence.violation import Violation, confirm, native_program, save
from dovetail.execution.inputs import InputVector
from dovetail.execution.native import NativeProgram
from dovetail.frontend import InputError, Loaded, load
from dovetail.program.contracts import Move
from dovetail.program.expressions import TRUE
from dovetail.program.inlining import Inlined, inline, prepared
from dovetail.program.ordering import depth_first
from dovetail.proofs.certificate import Certificate, Contract
from dovetail.proofs.fingerprint import fingerprint
from evidence.claims import certificate, read
from evidence.tampering import tampered
from thinned import some, thinned

SAFE = """\
#include <assert.h>
int count;
int sum(int n) { if (n <= 0) return 0; count++; return sum(n - 1) + 1; }
int main(void) {
    struct { int a; char *b; } pair = {0, 0};
    int i = 0;
    while (i < 10) { i++; pair.a = i; }
    assert(i == 10);
    sum(2);
    return pair.a;
}
"""
VIOLATED = """\
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int count;
int *where = &count;
int deep(int n) { if (n <= 0) return 0; *where = *where + 1; return deep(n - 1) + 1; }
int twice(int x) { return x + x; }
int main(void) {
    int i = 0, n = __VERIFIER_nondet_int();
    while (i < 3) i++;
    assert(deep(2) == 3);
    assert(twice(n) != 14);
    return 0;
}
"""


@pytest.fixture(autouse=True)
def _read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Most of what is tampered with leaves the program what it is."""
    plain = Task.load

    @cache
    def loaded(task: Task, trusted: tuple[str, ...] = ()) -> Loaded | InputError:
        try:
            return plain(task, trusted)
        except InputError as error:
            return error

    def load_(task: Task, trusted: tuple[str, ...] = ()) -> Loaded:
        found = loaded(task, trusted)
        if isinstance(found, InputError):
            raise found
        return found

    monkeypatch.setattr(Task, "load", load_)


def safe(path: Path) -> dict[str, Any]:
    inlined = read(path, SAFE)
    contracts = {"main": ("true", "true", ["i <= 10"]), "sum": ("true", "result == result + 0", [])}
    return document_of(certificate(inlined, contracts), Task.of(load([path])), inlined)


def _empty(inlined: Inlined, *, moves: bool = False, **more: Any) -> Certificate:
    """A certificate that says nothing, or only where executions go."""
    contracts = {}
    for name, procedure in inlined.program.procedures.items():
        heads = sorted(depth_first(procedure).loop_heads)
        if moves and name == inlined.program.entry:
            contracts[name] = (Contract(moves=(Move(procedure.entry), *[Move(head) for head in heads] * 4)),)
        else:
            contracts[name] = (Contract(invariants=dict.fromkeys(heads, TRUE)),)
    return Certificate(fingerprint(inlined.program), contracts, **more)


def forged(path: Path, kind: str) -> dict[str, Any]:
    """For a program that is not safe, of every form that a certificate can have."""
    path.write_text(VIOLATED)
    loaded = load([path])
    task = Task.of(loaded)
    match kind:
        case "invariants":
            inlined = inline(loaded.program)
            return document_of(_empty(inlined), task, inlined)
        case "moves":
            inlined = inline(loaded.program)
            return document_of(_empty(inlined, moves=True), task, inlined)
        case "kept":
            inlined = prepared(loaded.program, keep=("twice",))
            return document_of(_empty(inlined, kept=("twice",)), task, inlined)
        case "unrolled":
            inlined = prepared(loaded.program, 3)
            return document_of(_empty(inlined, depth=3), task, inlined)
        case _:
            task = Task.of(loaded, covering=Covering("branches", (1, 2)))
            inlined = inline(task.load().program)
            return document_of(_empty(inlined), task, inlined)


def judged(document: Any, path: Path) -> tuple[bool, Any]:
    """Is it accepted, and what for? Only InputError is an answer, too."""
    path.write_text(json.dumps(document))
    try:
        judgement = certify(path, seconds=5)
    except InputError:
        return False, None
    return judgement.accepted, judgement.account


def test_a_certificate_of_a_safe_program(tmp_path: Path) -> None:
    document = safe(tmp_path / "f.c")
    evidence = tmp_path / "certificate.json"
    assert judged(document, evidence)[0]
    for what, changed in some(tampered(document), 5):
        accepted, account = judged(changed, evidence)
        # It is true of this program, and only of this one.
        assert not accepted or [file.path for file in account.sources] == [str(tmp_path / "f.c")], what


@pytest.mark.parametrize("kind", thinned(["invariants", "moves", "kept", "unrolled", "covering"], 3))
def test_nothing_makes_a_forged_certificate_acceptable(kind: str, tmp_path: Path) -> None:
    document = forged(tmp_path / "f.c", kind)
    evidence = tmp_path / "certificate.json"
    assert not judged(document, evidence)[0]
    for what, changed in some(tampered(document, (None, True, 1, "main", "no-overflow", [], ["deep"])), 3):
        accepted, account = judged(changed, evidence)
        if accepted:  # then it is about something else, which is said
            asked = account.task.properties, account.task.function, account.task.covering
            assert asked != (("unreach-call",), None, None), what


def confirmed(folder: Path) -> Path:
    path = folder / "f.c"
    path.write_text(VIOLATED.replace("deep(2) == 3", "deep(2) == 2"))
    found = confirm(load([path]), InputVector((7,)))
    assert isinstance(found, Violation)
    return save(found, folder, "")[0]


def test_a_violation(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    evidence = confirmed(tmp_path)
    document = json.loads(evidence.read_text())
    built: dict[int, tuple[Any, NativeProgram]] = {}

    @contextmanager
    def once(loaded: Loaded, **how: Any) -> Iterator[NativeProgram]:
        if id(loaded.program) not in built:
            keep = native_program(loaded, **how)
            built[id(loaded.program)] = keep, keep.__enter__()
        yield built[id(loaded.program)][1]

    monkeypatch.setattr(replays, "native_program", once)
    assert replay(evidence).reproduced
    values = (None, True, 0, -1, 2**70, 1.5, "", "-o", "a\nb", [], {}, [7, 7], ["00"], "0x1")
    for what, changed in tampered(document, values):
        evidence.write_text(json.dumps(changed))
        try:
            done = replay(evidence)
        except InputError:
            continue
        # What happens, happens in the program that is shown, and at the place where that has it.
        if done.reproduced:
            assert done.account is not None
            assert done.check["kind"] in {check.kind for check in done.account.checks}, what
            assert (done.check["file"], done.check["line"]) == (str(tmp_path / "f.c"), 11) or done.changed
    for keep, _ in built.values():
        keep.__exit__(None, None, None)


def test_tests_from_a_suite(tmp_path: Path) -> None:
    document = {
        "format": "dovetail-suite",
        "version": 1,
        "files": ["f.c"],
        "tests": [{"test": 1, "inputs": {"values": [1, "nan"], "memory": ["00ff"]}}],
    }
    suite = tmp_path / "suite.json"
    for what, changed in tampered(document):
        suite.write_text(json.dumps(changed))
        try:
            found = read_tests(suite)
        except InputError:
            continue
        assert all(isinstance(test, InputVector) for test in found), what


@pytest.mark.parametrize(
    "text",
    [
        '{"format": "dovetail-certificate", "version": 1, "version": 1}',
        '{"format": "dovetail-certificate", "version": NaN}',
        '{"format": "dovetail-certificate", "version": 1.0}',
        '{"format": "dovetail-certificate", "version": true}',
        '{"format": "dovetail-certificate", "version": ' + "9" * 5000 + "}",
        "[" * 100_000,
        "",
        "\x00",
    ],
)
def test_what_is_no_document(text: str, tmp_path: Path) -> None:
    (tmp_path / "certificate.json").write_text(text)
    with pytest.raises(InputError):
        certify(tmp_path / "certificate.json")
