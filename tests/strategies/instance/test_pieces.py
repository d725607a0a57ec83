"""The pieces of Input-Instance on small programs: what dies, why, and what is remembered of it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from dovetail.execution.executor import Executor
from dovetail.execution.inputs import InputVector
from dovetail.fixpoints.analysis import Analysis, Options
from dovetail.fixpoints.system import Chain
from dovetail.frontend import LoadOptions, load
from dovetail.program.expressions import Binary, BinaryOp, Expr, Variable, const, negation
from dovetail.program.inlining import Inlined, inline
from dovetail.program.printer import show_expr
from dovetail.program.statements import Check
from dovetail.program.types import INT
from dovetail.semantics.simplify import simplify
from dovetail.solver.bitwuzla_solver import BitwuzlaSolver
from dovetail.strategies.instance.input_instance import Confirm, Depth, Ground, InputInstance, Place
from dovetail.strategies.instance.paths import Paths, Suffix
from dovetail.strategies.instance.precondition import INPUTS, Precondition
from dovetail.strategies.instance.settling import Settling
from dovetail.strategies.outcome import Budget

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
        return self.search.search(length, 100_000, Budget(), self.confirm)


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


@pytest.mark.slow
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


@pytest.mark.slow
def test_segments_are_remembered(tmp_path: Path) -> None:
    """What no state allows, it allows in no round, whatever comes after."""
    body = """int main(void) { int n = 0; unsigned k = __VERIFIER_nondet_int();
      while (__VERIFIER_nondet_int()) {
        k = k * 5 + 1;
        if (k % 3 == 1) n = n + 1;
        if (k * k == 10) n = n + 2;
      }
      if (n == 6) reach_error(); return 0; }"""
    pruned = _search(_program(tmp_path, body))
    assert pruned.up_to(40) is None
    assert len(pruned.ground.segments) and pruned.depth.segments
    plain = _search(_program(tmp_path, body), prune=False)
    plain.up_to(40)
    assert plain.search.paths.made > 5 * pruned.search.paths.made


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


def test_what_is_not_asked_for_is_one_path(tmp_path: Path) -> None:
    """Branches on inputs that nothing depends on: of 2^12 suffixes that ask for the same, one is enough."""
    branches = "".join(f"if (__VERIFIER_nondet_int() > {k}) u = u + 1; else u = u + 2;\n" for k in range(12))
    body = f"""int main(void) {{ int u = 0, n = __VERIFIER_nondet_int();
      {branches}
      if (n * n == 49 && n < 0) reach_error(); return 0; }}"""
    search = _search(_program(tmp_path, body))
    assert search.up_to(1000) is not None
    assert search.depth.same >= 11 and search.search.paths.made < 60


def test_given_once_comes_later(tmp_path: Path) -> None:
    """Suffixes that differ in what is given at the start are deferred and not dropped: here only the one
    that comes last is taken."""
    body = """int main(void) { int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), n = 0, u = 0;
      if (a <= 0 || b <= 0) return 0;
      while (n < 3) { n = n + 1; if (a > 5) u = 1; else u = 2; if (b > 5) u = 3; else u = 4; }
      if (n == 3 && a < 3 && b < 3) reach_error(); return 0; }"""
    search = _search(_program(tmp_path, body))
    vector = search.up_to(1000)
    assert vector is not None and all(1 <= value < 3 for value in vector.values)


def test_inputs_are_eliminated(tmp_path: Path) -> None:
    """Only where nothing else is meant."""
    inlined = _program(tmp_path, "int main(void) { int x = __VERIFIER_nondet_int(); return x; }")
    settling = Settling(inlined.program, BitwuzlaSolver())
    x, y = Variable("x", "main", INT), Variable("y", "main", INT)
    s, t = Variable("0:int", INPUTS, INT), Variable("1:int", INPUTS, INT)

    def settled(*literals: Expr) -> set[str] | None:
        found = settling.settled(Precondition({simplify(one): 1 for one in literals}))
        return None if found is None else {show_expr(one) for one in found.literals}

    def compared(op: Binary, left: Expr, right: Expr | int) -> Expr:
        return BinaryOp(op, left, const(INT, right) if isinstance(right, int) else right)

    assert settled(compared(Binary.GT, s, 3)) == set()
    assert settled(compared(Binary.GT, s, 3), compared(Binary.LT, s, 3)) is None
    assert settled(compared(Binary.GT, s, 3), compared(Binary.GT, x, 3)) == {"x >= 4"}
    assert settled(compared(Binary.EQ, s, x), compared(Binary.GT, s, 3)) == {"x >= 4"}
    assert settled(compared(Binary.LE, s, x)) == set()
    assert settled(compared(Binary.LT, s, x)) == {f"x != {INT.minimum}"}
    assert settled(compared(Binary.GT, s, x)) == {f"x != {INT.maximum}"}
    # Two bounds of one input say something of both.
    both = settled(compared(Binary.LT, s, x), compared(Binary.GT, s, y))
    assert both is not None and len(both) == 2
    assert settled(compared(Binary.EQ, s, t), compared(Binary.LT, t, 2), compared(Binary.GT, s, 2)) is None
    assert settled(compared(Binary.EQ, x, 3), compared(Binary.NE, x, 4), compared(Binary.LT, x, y)) == {
        "x == 3",
        "y >= 4",
    }
    assert settled(compared(Binary.EQ, x, 3), compared(Binary.GT, x, 7)) is None
