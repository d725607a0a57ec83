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


MANY = """
import resource
from dovetail.solver.bitwuzla_solver import BitwuzlaSolver

def used():
    return int(open("/proc/self/statm").read().split()[1]) * resource.getpagesize() >> 20

def rounds(count):
    for round in range(count):
        solver = BitwuzlaSolver()
        found = [solver.terms.bits_symbol(f"b{number}", 32) for number in range(20)]
        solver.add(solver.terms.equal(found[0], found[1]))
        solver.check([])
        cycle = [solver, found]
        cycle.append(cycle)

rounds(200)
before = used()
rounds(1500)
print(used() - before)
"""


def test_what_nobody_uses_is_given_back() -> None:
    done = subprocess.run([sys.executable, "-c", MANY], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) < 60, "megabytes more after 1,500 more solvers"
