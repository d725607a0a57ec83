"""A process that reads one program after the other, as a notebook does, does not grow with them."""

from __future__ import annotations

import gc
import sys
from pathlib import Path

import pytest

import dovetail
from dovetail.frontend import load
from dovetail.ledger.ledger import Ledger
from dovetail.program import remembering
from dovetail.program.expressions import Expr
from dovetail.program.inlining import inline
from dovetail.strategies.instance.counterexamples import Counterexamples
from dovetail.strategies.outcome import Budget

WARM, ALL = 100, 300
FEW, MOVES = 6, 8
PROGRAM = """
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
struct pair_{n} {{ int first_{n}; int second; }};
static int table_{n}[{size}];
static int step_{n}(int by_{n}, struct pair_{n} *to_{n})
{{
    to_{n}->first_{n} += by_{n} * {n};
    table_{n}[by_{n} & 1] = {n};
    return to_{n}->first_{n} ^ {other};
}}
int main(void)
{{
    struct pair_{n} pair_{n} = {{ {n}, 2 }};
    int given_{n} = __VERIFIER_nondet_int();
    if (given_{n} < 0 || given_{n} > {n})
        return 0;
    if (step_{n}(given_{n} % 3, &pair_{n}) == {hit})
        reach_error();
    return table_{n}[1];
}}
"""


def sizes() -> dict[str, int]:
    """How much there is in each table that the process has for all programs: module by module, whatever can
    grow, and what functions remember."""
    found = {"expressions": len(Expr.table)}
    for number, table in enumerate(remembering._memos):
        found[f"memo {number}"] = len(table)
    for name, module in list(sys.modules.items()):
        if name.startswith("dovetail"):
            for attribute, value in vars(module).items():
                if isinstance(value, dict | list | set) and not attribute.startswith("__"):
                    found[f"{name}.{attribute}"] = len(value)
                elif callable(info := getattr(value, "cache_info", None)):
                    found[f"{name}.{attribute}"] = info().currsize
    return found


def resident() -> int:
    gc.collect()
    return int(Path("/proc/self/statm").read_text().split()[1])


@pytest.mark.slow
def test_hundreds_of_programs_take_no_more_memory_than_one_hundred(tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    before: tuple[int, dict[str, int]] | None = None
    for n in range(ALL):
        # Every other one has a violation.
        hit = (n + n) ^ (n * 7 + 5) if n % 2 else -1
        path.write_text(PROGRAM.format(n=n, size=n % 9 + 2, other=n * 7 + 5, hit=hit))
        result = dovetail.check(path, svcomp=True, strategy="bounded", out=tmp_path / "out")
        assert result.verdict in (dovetail.Verdict.PROVED, dovetail.Verdict.VIOLATED)
        assert f"step_{n}" in dovetail.show(path, svcomp=True).text
        assert dovetail.run(path, inputs=[1]).end
        if n + 1 == WARM:
            before = resident(), sizes()
    assert before is not None
    memory, tables = before
    now = sizes()
    grown = {name: (tables.get(name, 0), now[name]) for name in now if now[name] > tables.get(name, 0) * 1.1}
    assert not grown
    assert resident() <= memory * 1.1


def test_a_few_programs_leave_nothing_behind(tmp_path: Path) -> None:
    """Each is another text with other names, in a file of its own. When nobody needs it any more, nobody has
    it."""
    after: list[dict[str, int]] = []
    for n in range(FEW):
        path = tmp_path / f"program_{n}.c"
        # None is larger than another.
        path.write_text(PROGRAM.format(n=10 + n, size=5, other=100 + n, hit=100 + n))
        inlined = inline(load([path]).program)
        strategy = Counterexamples(inlined, Ledger(inlined.program), Budget(moves=MOVES))
        strategy.run()
        del inlined, strategy
        gc.collect()
        remembering.forget()
        after.append(sizes())
    early, late = after[FEW // 2 - 1], after[-1]
    grown = {name: (early.get(name, 0), size) for name, size in late.items() if size > early.get(name, 0)}
    assert grown.keys() <= {"dovetail.solver.bitwuzla_terms._retired"}, "which is emptied now and then"
