"""Terms that are garbage in a cycle of references: collecting them must not take the process along."""

from __future__ import annotations

import subprocess
import sys

CYCLES = """
import gc
from dovetail.solver.bitwuzla_solver import BitwuzlaSolver
gc.disable()
for round in range(50):
    solver = BitwuzlaSolver()
    found = [solver.terms.boolean_symbol(f"b{number}") for number in range(5)]
    sort = solver.terms.manager.mk_bv_sort(8)
    solver.add(found[0])
    solver.check(found[1:])
    cycle = [found, sort]
    cycle.append(cycle)
    del solver, found, sort, cycle
    gc.collect()
print("alive")
"""


def test_cycles_of_terms_are_collected() -> None:
    done = subprocess.run([sys.executable, "-c", CYCLES], capture_output=True, text=True, check=False)
    assert done.returncode == 0 and done.stdout == "alive\n", done.stderr
