"""Ghost maps: what is emptied holds nothing, whatever it held before."""

from __future__ import annotations

from typing import Any

import pytest

from dovetail.program.types import INT, VOID, ArrayType, PointerType
from dovetail.semantics.symbolic import Symbolic
from dovetail.semantics.symbolic_ghosts import GhostMap
from dovetail.semantics.symbolic_values import OBJECT_WIDTH, Bits, Pointer
from dovetail.solver.interface import Answer
from dovetail.solver.z3_solver import Z3Solver


@pytest.mark.parametrize("of_blocks", [False, True])
def test_emptied(of_blocks: bool) -> None:
    solver = Z3Solver()
    algebra: Symbolic[Any] = Symbolic(solver.terms, 64)
    element = PointerType(VOID) if of_blocks else INT

    def some(name: str) -> Pointer:
        return Pointer(Bits(solver.terms.bits_symbol(name, OBJECT_WIDTH), OBJECT_WIDTH), 0)

    def value(number: int) -> Any:
        return Pointer(number, 0) if of_blocks else number

    def equal(one: Any, other: Any) -> Any:
        return algebra.pointer_eq(one, other) if of_blocks else algebra.eq(one, other, 32)

    def possible(*conditions: Any) -> bool:
        return solver.check([algebra.term(one) for one in conditions]) is Answer.SAT

    full = GhostMap.any(algebra, ArrayType(element, None), "map", some("next").object)
    empty = full.with_(algebra, some("a"), value(3)).emptied(algebra)
    again = empty.with_(algebra, some("b"), value(7))
    here = some("x")
    assert equal(empty.at(algebra, here, None), value(0)) is True
    assert possible(algebra.negation(equal(full.at(algebra, here, None), value(0))))
    found, same = again.at(algebra, here, None), algebra.objects_equal(here.object, some("b").object)
    assert not possible(same, algebra.negation(equal(found, value(7))))
    assert not possible(algebra.negation(same), algebra.negation(equal(found, value(0))))
    one = Bits(solver.terms.bits_symbol("either", 1), 1)
    either = again.chosen(algebra, algebra.eq(one, 1, 1), empty).at(algebra, some("b"), None)
    assert possible(equal(either, value(7))) and possible(equal(either, value(0)))
