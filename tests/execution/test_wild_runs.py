"""Runs through wild memory: the executor and the native run agree, vector by vector."""

from __future__ import annotations

import random
import shutil
import subprocess
from pathlib import Path

import pytest

from dovetail.evidence.replays import replay
from dovetail.evidence.violation import Violation, confirm, native_program, save
from dovetail.execution.ends import EndKind
from dovetail.execution.executor import Executor
from dovetail.execution.inputs import InputVector
from dovetail.frontend import Loaded, LoadOptions, load
from dovetail.program.types import DataModel
from thinned import thinned

AT, PAGE = 0x7000_8000, 4096
MODELS = [DataModel.ILP32, DataModel.LP64]
TEXT = """\
extern void *__VERIFIER_nondet_pointer(void);
extern void reach_error(void);
struct node { struct node *next; int value; };
int main(void) {
    struct node *n = __VERIFIER_nondet_pointer();
    int *other = __VERIFIER_nondet_pointer(), sum = 0, count = 0;
    while (n && count++ < 20) {
        sum += n->value;
        n->value = *other;
        n = n->next;
        if (sum > 100)
            break;
    }
    if (sum == 77 || sum == 70)
        reach_error();
    return sum & 0x7f;
}
"""


def loaded(folder: Path, model: DataModel, text: str = TEXT) -> Loaded:
    path = folder / "program.c"
    path.write_text(text)
    return load([path], LoadOptions(data_model=model))


def node(model: DataModel, following: int, value: int) -> bytes:
    width = 4 if model is DataModel.ILP32 else 8
    return following.to_bytes(width, "little") + value.to_bytes(4, "little")


@pytest.mark.parametrize("model", thinned(MODELS, 2))
def test_both_runs_agree(tmp_path: Path, model: DataModel) -> None:
    program = loaded(tmp_path, model)
    source = random.Random(5)
    addresses = [0, 8, AT, AT + 16, AT + PAGE - 4, AT + PAGE, AT + 3 * PAGE]
    vectors = []
    for _ in range(300):
        pages: list[tuple[int, bytes]] = []
        for page in source.sample([AT, AT + PAGE, AT + 3 * PAGE], source.randint(0, 3)):
            nodes = [node(model, source.choice(addresses), source.choice([0, 7, 70])) for _ in range(4)]
            pages.append((page, b"".join(piece.ljust(16, b"\0") for piece in nodes)))
        values = (source.choice(addresses), source.choice(addresses))
        vectors.append(InputVector(values, (), tuple(sorted(pages))))
    executor = Executor(program.program)
    with native_program(program) as native:
        ends = [run.end for run in native.run_batch(vectors)]
    kinds = set()
    for vector, end in zip(vectors, ends, strict=True):
        run = executor.run(vector)
        kinds.add(end.kind)
        assert (run.end.kind, run.end.exit_code) == (end.kind, end.exit_code), vector
        assert run.vector.wild == vector.wild
    assert {EndKind.NORMAL, EndKind.UNDEFINED, EndKind.VIOLATION} <= kinds


@pytest.mark.parametrize("model", MODELS)
def test_memory_that_cannot_be_there(tmp_path: Path, model: DataModel) -> None:
    program = loaded(tmp_path, model)
    with native_program(program) as native:
        stack = 0x7FFE_F000 if model is DataModel.ILP32 else 0x2F_FFFF_F000
        first, taken, fine = native.run_batch(
            [
                InputVector((), (), ((8, b"x"),)),
                InputVector((), (), ((stack, b"x"),)),
                InputVector((), (), ((AT, b"x"), (AT + 8, b"y"), (AT + PAGE - 1, b"zz"))),
            ]
        )
    assert first.end.kind is EndKind.UNSUPPORTED and "cannot be at 0x8" in first.end.detail
    assert taken.end.kind is EndKind.UNSUPPORTED
    assert fine.end.kind is EndKind.NORMAL


def test_a_check_for_validity_fails_all_the_same(tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(TEXT)
    program = load([path], LoadOptions(properties=frozenset({"valid-memsafety"})))
    vector = InputVector((AT, AT), (), ((AT, node(program.data_model, 0, 77)),))
    end = Executor(program.program).run(vector).end
    assert end.kind is EndKind.VIOLATION and end.check_kind == "invalid-deref"
    with native_program(program) as native:
        natively = native.run(vector).end
    assert natively.kind is EndKind.VIOLATION and natively.check_kind == "invalid-deref"


@pytest.mark.parametrize("model", thinned(MODELS, 2))
def test_evidence(tmp_path: Path, model: DataModel) -> None:
    program = loaded(tmp_path, model)
    wild = ((AT, node(model, AT + 64, 7) + b"junk"), (AT + 64, node(model, 0, 70)), (AT + PAGE, b"more junk"))
    found = confirm(program, InputVector((AT, AT + 128), (), wild))
    assert isinstance(found, Violation)
    assert b"junk" not in b"".join(data for _, data in found.vector.wild)
    assert InputVector.from_json(found.vector.to_json()) == found.vector
    evidence, *_ = save(found, tmp_path, "")
    assert replay(evidence).reproduced
    compiler = shutil.which("gcc") or shutil.which("clang")
    if compiler is None:
        pytest.skip("this machine has no C compiler")
    width = "-m32" if model is DataModel.ILP32 else "-m64"
    command = [compiler, "-w", width, "-fwrapv", "-o", "a.out", "harness.c", "program.c"]
    made = subprocess.run(command, capture_output=True, text=True, cwd=tmp_path)
    if made.returncode != 0 and "-m32" in command:
        pytest.skip("this machine's compiler makes no programs of 32 bits")
    assert made.returncode == 0, made.stderr
    run = subprocess.run([str(tmp_path / "a.out")], capture_output=True, text=True)
    assert (run.returncode, "VIOLATION" in run.stderr) == (1, True)
