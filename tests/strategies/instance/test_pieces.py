"""The pieces of Input-Instance on small programs: what dies, why, and what is remembered of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from dovetail.execution.executor import Executor
from dovetail.execution.inputs import InputVector
from dovetail.frontend import LoadOptions, load
from dovetail.program.expressions import negation
from dovetail.program.inlining import Inlined, inline
from dovetail.program.statements import Check
from dovetail.solver.bitwuzla_solver import BitwuzlaSolver
from dovetail.strategies.abstract.analysis import Analysis, Options
from dovetail.strategies.abstract.system import Chain
from dovetail.strategies.instance.paths import Paths, Suffix
from dovetail.strategies.instance.search import Confirm, Depth, Ground, InputInstance, Place

HEAD = "extern void reach_error(void); extern int __VERIFIER_nondet_int(void);\n"


def _program(tmp_path: Path, body: str) -> Inlined:
    path = tmp_path / "p.c"
    path.write_text(HEAD + body)
    return inline(load([path], LoadOptions()).program)


def _any(step: Chain, rest: Suffix[bool]) -> bool:
    """No suffix dies."""
    return True


@dataclass(slots=True)
class Looking:
    search: InputInstance
    ground: Ground
    confirm: Confirm

    @property
    def depth(self) -> Depth:
        return self.search.depth

    def up_to(self, length: int) -> InputVector | None:
        return self.search.search(length, 100_000, lambda: 60.0, self.confirm)


def _search(inlined: Inlined, *, prune: bool = True) -> Looking:
    program = inlined.program
    analysis = Analysis(program, Options())
    ground = Ground(program, analysis, analysis.flat(analysis.reachable()), BitwuzlaSolver(), prune=prune)
    executor = Executor(program)
    places = [
        Place(edge, negation(edge.statement.condition))
        for edge in program.procedures[program.entry].edges
        if isinstance(edge.statement, Check)
    ]

    def confirm(vector: InputVector) -> bool:
        return executor.run(vector, record_path=False).end.check_id is not None

    return Looking(InputInstance(ground, places), ground, confirm)


def test_a_counter_needs_its_rounds(tmp_path: Path) -> None:
    """A chain of rounds is no branching: the path of a hundred rounds is the only one that is left."""
    inlined = _program(
        tmp_path,
        """int main(void) { int i = 0, s = 0; while (i < 100) { i++; s += __VERIFIER_nondet_int() & 1; }
           if (s == 50) reach_error(); return 0; }""",
    )
    search = _search(inlined)
    assert search.up_to(10_000) is not None
    assert search.depth.paths == 1


def test_aliases_are_known_on_whole_paths(tmp_path: Path) -> None:
    """Where a pointer leads is lost in the precondition, and not in the walk."""
    inlined = _program(
        tmp_path,
        """int main(void) { int a = 1, b = 2, *p = &a, n = __VERIFIER_nondet_int();
           if (n > 5) p = &b; *p = n; if (a == 1 && b == 7) reach_error(); return 0; }""",
    )
    search = _search(inlined)
    vector = search.up_to(200)
    assert vector is not None and vector.values == (7,)
    assert not search.ground.pruning.killed


def test_segments_are_remembered(tmp_path: Path) -> None:
    """What two branches exclude, they exclude in every round and before whatever comes after."""
    body = """int main(void) { int n = 0, x = 0, y = 0;
      while (__VERIFIER_nondet_int()) {
        x = __VERIFIER_nondet_int(); y = x * x;
        if (x == 3) n = n + 1;
        if (y == 10) n = n + 2;
      }
      if (n == 6) reach_error(); return 0; }"""
    pruned = _search(_program(tmp_path, body))
    assert pruned.up_to(40) is None
    assert len(pruned.ground.segments) and pruned.depth.segments
    plain = _search(_program(tmp_path, body), prune=False)
    plain.up_to(40)
    assert plain.depth.paths > pruned.depth.paths


def test_nothing_is_lost_by_pruning(tmp_path: Path) -> None:
    """With and without: the same shortest path."""
    body = """int main(void) { int n = 0;
      while (__VERIFIER_nondet_int()) {
        int x = __VERIFIER_nondet_int();
        if (x > 3) n = n + 1; else n = n + 2;
        if (x == 7) n = n + 4;
      }
      if (n == 8) reach_error(); return 0; }"""
    found = []
    for prune in (True, False):
        search = _search(_program(tmp_path, body), prune=prune)
        assert search.up_to(200) is not None
        found.append(search.depth.length)
    assert found[0] == found[1]


def test_the_queue_is_bounded(tmp_path: Path) -> None:
    """What is dropped is said, with the length of the shortest path that may be missing."""
    inlined = _program(
        tmp_path,
        """int main(void) { int n = 0;
           while (__VERIFIER_nondet_int()) { if (__VERIFIER_nondet_int()) n++; else n--; }
           if (n > 100) reach_error(); return 0; }""",
    )
    program = inlined.program
    found = _search(inlined)
    (edge,) = [e for e in program.procedures[program.entry].edges if isinstance(e.statement, Check)]
    home = found.ground.up_to(edge)
    assert home is not None
    start = Suffix(home.source, None, None, 0, 0, True)
    small = Paths(found.ground.system, [start], max_queue=40)
    lengths = [path.length for path in small.up_to(60, _any)]
    assert lengths == sorted(lengths)
    assert small.dropped and small.dropped_at is not None and small.dropped_at <= 60
    all_of_them = [path.length for path in Paths(found.ground.system, [start]).up_to(60, _any)]
    assert len(all_of_them) > len(lengths)
    certain = [length for length in all_of_them if length < small.dropped_at]
    assert certain == [length for length in lengths if length < small.dropped_at]
