"""Vector probes: states are abstracted natively as the executor abstracts them, and nothing else changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from dovetail.evidence.violation import native_program
from dovetail.execution.executor import Executor
from dovetail.execution.frames import Frame, Observer
from dovetail.execution.inputs import InputVector
from dovetail.frontend import InputError, Loaded, LoadOptions, load
from dovetail.frontend.probes import Probing
from dovetail.program.inlining import inline
from dovetail.program.predicates import idents_at, probes_at
from dovetail.program.types import DataModel
from dovetail.suites.cutpoint_predicates import vectors_to_probe
from thinned import thinned

MODULE = """
extern int __VERIFIER_nondet_int(void);
struct pair { int first, second; unsigned small : 3; };
static struct pair kept;
static int count;
static float level;
static int *where;
int step(int x, int y) {
    struct pair own = {x, y, 5};
    int *px = 0, spare;
    x = x + 1;
    if (x < 4)
        px = &x;
    if (px == &y)
        x = x + 1;
    kept.first = own.second, kept.small = (unsigned)x;
    if (kept.small > 3 && own.first < own.second) { level += 0.5f; where = &count; }
    if (level > 0.75f) spare = 1; else spare = y;
    while (count < x && count < 5) { count++; spare += count; if (count == 3) continue; }
    return spare + (px != 0);
}
int main(void) {
    int sum = 0;
    for (int i = 0; i < 3; i++) { int x = __VERIFIER_nondet_int(); sum += step(x, i) + step(i, x); }
    if (where) return sum > 10;
    return sum;
}
"""
INPUTS = [(), (2,), (3, 9), (-7, 4, 1), (2**31 - 1, 3), (100, 100, 100)]


def reader(file: Path, text: str, model: DataModel = DataModel.LP64) -> Callable[[Probing | None], Loaded]:
    file.write_text(text)
    options = LoadOptions(data_model=model)
    return lambda probing: load([file], replace(options, probing=probing))


def abstracted(program: Loaded, vector: InputVector, *, inlined: bool) -> list[int]:
    """The abstract states of a run, in order, by the executor."""
    whole = inline(program.program).program if inlined else program.program
    predicates = {name: probes_at(procedure) for name, procedure in whole.procedures.items()}
    idents = {name: idents_at(procedure) for name, procedure in whole.procedures.items()}
    seen: list[int] = []

    def see(frame: Frame) -> None:
        name, location = frame.procedure.name, frame.location
        truths = [bool(frame.evaluate(predicate)) for predicate in predicates[name][location]]
        seen.append(idents[name][location] << 16 | sum(truth << i for i, truth in enumerate(truths)))

    places = frozenset((name, at) for name, found in predicates.items() for at in found)
    Executor(whole).run(vector, observers=[Observer(places, see)])
    return seen


@pytest.mark.parametrize("inlined", thinned([False, True], 2))
@pytest.mark.parametrize("model", thinned(list(DataModel), 2))
def test_states_are_abstracted_natively_as_by_the_executor(
    tmp_path: Path, model: DataModel, inlined: bool
) -> None:
    read = reader(tmp_path / "program.c", MODULE, model)
    plain, chosen = read(None), vectors_to_probe(read)
    probed = read(chosen.probing)
    vectors = [InputVector(values) for values in INPUTS]
    with native_program(plain) as native:
        expected = [run.end for run in native.run_batch(vectors)]
    with native_program(probed) as native:
        runs = native.run_batch(vectors, abstract=True)
        unasked = native.run_batch(vectors)
    assert [run.end for run in runs] == [run.end for run in unasked] == expected
    assert not any(run.states or run.moves for run in unasked)
    for vector, run in zip(vectors, runs, strict=True):
        seen = abstracted(probed, vector, inlined=inlined)
        assert run.states == frozenset(seen)
        assert run.moves == frozenset(pairwise(seen))
        assert not run.states_lost
    assert len(frozenset().union(*(run.states for run in runs))) > 20


def test_predicates_are_about_pointers_floats_members_and_what_has_an_address(tmp_path: Path) -> None:
    chosen = vectors_to_probe(reader(tmp_path / "program.c", MODULE), most=16)
    used = {text for probe in chosen.probing.vectors for text in probe.predicates}
    assert {
        *("x < 4", "kept.small > 3", "own.first < own.second"),
        *("level > 0.75f", "where", "count == 3", "sum > 10"),
    } - used == {"sum > 10"}  # it decides nothing
    assert "px == &y" not in used  # it takes an address


def test_predicates_of_the_user_come_instead_of_conditions(tmp_path: Path) -> None:
    text = """#include <dovetail.h>
static int level;
int f(int x, int *p) {
    dovetail_predicate(level > 2);
    dovetail_predicate(*p == 1);
    dovetail_predicate(x < 3 && level < 9);
    if (x == 77) level++;
    return level;
}
int main(void) { int a = 1; return f(dovetail_any_int(), &a); }
"""
    read = reader(tmp_path / "program.c", text)
    chosen = vectors_to_probe(read)
    by_line = {probe.position.line: probe.predicates for probe in chosen.probing.vectors}
    assert by_line == {
        4: ("level > 2", "x < 3 && level < 9"),
        7: ("level > 2",),  # x is not live
        8: ("level > 2",),
        10: (),
    }
    assert chosen.notes == ("'*p == 1' does more than to read variables: it is no predicate",)
    given = vectors_to_probe(read, ["level == 0", "nowhere > 1"])
    assert {probe.predicates for probe in given.probing.vectors} == {("level == 0",)}
    assert "nowhere > 1" in given.notes[0]


@pytest.mark.parametrize(
    "text",
    ["x = 1", "x++", "f(x)", "x / 2", "*p", "a[1]", "p->x", "&x == 0", "", "1", "x >", "(x", "x y", "x; y"],
)
def test_what_does_more_than_to_read_is_no_predicate(tmp_path: Path, text: str) -> None:
    with pytest.raises(InputError, match="no predicate"):
        vectors_to_probe(reader(tmp_path / "program.c", MODULE), [text])


@pytest.mark.parametrize(
    "text",
    thinned(
        ["count", "!count", "-count < 3", "kept.small == 'a'", "(count & 1) != 0x1F", "count * 2 <= 3u"], 2
    ),
)
def test_what_only_reads_is_a_predicate(tmp_path: Path, text: str) -> None:
    read = reader(tmp_path / "program.c", MODULE)
    chosen = vectors_to_probe(read, [text])
    assert any(probe.predicates == (text,) for probe in chosen.probing.vectors)
    read(chosen.probing)


def test_more_states_than_there_is_room_for_are_said_to_be_lost(tmp_path: Path) -> None:
    bits = "".join(f"dovetail_predicate(n & {1 << bit}); " for bit in range(14))
    text = f"""#include <dovetail.h>
int main(void) {{ int n = 0; {bits} while (n < 20000) {{ n++; n += 0; }} return 0; }}
"""
    read = reader(tmp_path / "program.c", text)
    with native_program(read(vectors_to_probe(read).probing)) as native:
        run = native.run_batch([InputVector()], abstract=True)[0]
    assert run.states_lost and len(run.states) == len(run.moves) == 1 << 13


def test_a_run_does_not_inherit_the_states_of_another(tmp_path: Path) -> None:
    read = reader(tmp_path / "program.c", MODULE)
    with native_program(read(vectors_to_probe(read).probing)) as native:
        vectors = [InputVector(values) for values in INPUTS]
        together = native.run_batch(vectors, abstract=True)
        assert [native.run_batch([vector], abstract=True)[0] for vector in vectors] == together
