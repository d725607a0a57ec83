"""Polyhedra against the points that they have, if the library is there; and what is said if it is not."""

from __future__ import annotations

import importlib.util
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domains.points import BOX, WIDE_BOX, XYZ, Mask, X, Y, Z, any_form, boxed, form, made
from dovetail.domains.forms import Linear
from dovetail.domains.polyhedra import Polyhedron
from dovetail.program.expressions import Variable
from dovetail.program.types import INT

installed = pytest.mark.skipif(importlib.util.find_spec("ppl") is None, reason="pplpy is not installed")
PROPERTY = settings(max_examples=40, deadline=None)
FORMS = st.lists(any_form(), max_size=5)


def polyhedron(forms: list[Linear]) -> Polyhedron | None:
    result = made(Polyhedron, forms)
    assert result is None or isinstance(result, Polyhedron)
    return result


polyhedra = FORMS.map(polyhedron).filter(lambda made: made is not None)
bounded = FORMS.map(lambda forms: polyhedron(boxed() + forms)).filter(lambda made: made is not None)


def within(small: Mask, large: Mask) -> bool:
    return not (small & ~large).any()


@installed
class TestPolyhedra:
    @PROPERTY
    @given(FORMS)
    def test_constraints_are_exact(self, forms: list[Linear]) -> None:
        assert (BOX.members(polyhedron(forms)) == BOX.satisfying(forms)).all()

    @PROPERTY
    @given(polyhedra, polyhedra)
    def test_the_lattice(self, a: Polyhedron, b: Polyhedron) -> None:
        joined, both = a.join(b), a.meet(b)
        assert within(BOX.members(a) | BOX.members(b), BOX.members(joined))
        assert a.leq(joined) and b.leq(joined) and joined == b.join(a) and hash(joined) == hash(b.join(a))
        assert (BOX.members(both) == (BOX.members(a) & BOX.members(b))).all()
        assert both is None or (both.leq(a) and both.leq(b))
        assert not a.leq(b) or within(BOX.members(a), BOX.members(b))

    @PROPERTY
    @given(polyhedra, st.sampled_from(XYZ))
    def test_forgetting_loses_nothing(self, a: Polyhedron, variable: Variable) -> None:
        forgotten = a.forget(variable)
        assert within(BOX.anything(BOX.members(a), variable), BOX.members(forgotten))
        kept = a.project([v for v in XYZ if v is not variable])
        assert kept.variables == tuple(v for v in XYZ if v is not variable)
        assert (BOX.members(kept.extend([variable])) == BOX.members(forgotten)).all()

    @PROPERTY
    @given(polyhedra, st.sampled_from(XYZ), any_form())
    def test_assignments_lose_nothing(self, a: Polyhedron, variable: Variable, value: Linear) -> None:
        image, _ = BOX.image(BOX.members(a), variable, value)
        assert within(image, BOX.members(a.assign(variable, value)))

    @PROPERTY
    @given(polyhedra, st.sampled_from(XYZ), any_form())
    def test_assignments_are_exact_backward(self, a: Polyhedron, variable: Variable, value: Linear) -> None:
        before, stays = WIDE_BOX.preimage(WIDE_BOX.members(a), variable, value)
        assert (WIDE_BOX.members(a.assign_backward(variable, value)) & stays == before).all()

    @PROPERTY
    @given(bounded, any_form())
    def test_bounds_of_a_form_hold(self, a: Polyhedron, value: Linear) -> None:
        low, high = a.bounds_of(value)
        values = BOX.value(value)[BOX.members(a)]
        assert low is not None and high is not None
        assert not values.size or (low <= values.min() and values.max() <= high)

    @settings(max_examples=25, deadline=None)
    @given(polyhedra, st.lists(polyhedra, min_size=1, max_size=5), st.lists(st.integers(-9, 9), max_size=2))
    def test_widening_is_above_both_and_stops(
        self, a: Polyhedron, newer: list[Polyhedron], thresholds: list[int]
    ) -> None:
        changes = 0
        for turn in range(80):  # a shift that grows with every turn: only widening can stop it
            b = newer[turn % len(newer)].assign(X, form(turn, x=1, y=turn % 2))
            widened = a.widen(a.join(b), thresholds)
            assert a.leq(widened) and b.leq(widened)
            changes += widened is not a
            a = widened
        assert changes <= 30

    @PROPERTY
    @given(polyhedra, polyhedra)
    def test_narrowing_stays_between_and_stops(self, a: Polyhedron, b: Polyhedron) -> None:
        narrowed = a.join(b).narrow(a)
        assert a.leq(narrowed) and narrowed.leq(a.join(b))
        for _ in range(20):
            narrowed = narrowed.narrow(a)
        assert narrowed.narrow(a) is narrowed

    def test_a_loop_that_octagons_cannot_follow(self) -> None:
        """x = y = 0; while (x < 10) { x++; y += 2 }: y = 2x, so y = 20 after it."""
        entry = Polyhedron.top(XYZ).assign(X, form(0)).assign(Y, form(0))
        head = entry
        for _ in range(4):
            inside = head.constrain(form(9, x=-1))
            assert inside is not None
            back = inside.assign(X, form(1, x=1)).assign(Y, form(2, y=1))
            head = head.widen(head.join(back))
        assert head.bounds_of(form(0, x=2, y=-1)) == (0, 0)
        inside = head.constrain(form(9, x=-1))
        assert inside is not None
        head = head.narrow(entry.join(inside.assign(X, form(1, x=1)).assign(Y, form(2, y=1))))
        after = head.constrain(form(-10, x=1))
        assert after is not None and after.bounds(Y) == (20, 20)

    def test_integers_are_tightened(self) -> None:
        """0 < 2x - 4y < 2 has rational points only."""
        assert polyhedron([form(-1, x=2, y=-4), form(1, x=-2, y=4)]) is None

    def test_variables_come_and_go(self) -> None:
        w = Variable("w", "f", INT)
        a = polyhedron([form(0, x=1, y=-1), form(3, x=-1, z=2)])
        assert a is not None
        assert a.forget(w) is a and a.assign(w, form(0)) is a and a.constrain(Linear.variable(w)) is a
        assert a.assign(X, Linear.variable(w)) == a.forget(X) == a.assign_backward(X, Linear.variable(w))
        assert a.bounds(w) == (None, None) and a.project([]) == Polyhedron.top(())
        assert Polyhedron.top(()).constrain(form(-1)) is None
        with pytest.raises(ValueError):
            a.join(Polyhedron.top((w, Y, Z)))
        with pytest.raises(ValueError):
            Polyhedron.top((Y, Y, Z))

    def test_signals_are_answered_as_before(self) -> None:
        program = (
            "import signal\n"
            "from dovetail.domains.polyhedra import Polyhedron\n"
            "def caught():\n"
            "    line = next(line for line in open('/proc/self/status') if line.startswith('SigCgt'))\n"
            "    return int(line.split()[1], 16) % 2**31\n"  # what is above, the C library uses by itself
            "python, machine = [signal.getsignal(n) for n in range(1, 32)], caught()\n"
            "Polyhedron.top(())\n"
            "assert python == [signal.getsignal(n) for n in range(1, 32)]\n"
            "assert machine == caught(), (machine, caught())\n"
        )
        subprocess.run([sys.executable, "-c", program], check=True)


def test_the_library_is_asked_for_in_words_and_not_loaded_before() -> None:
    program = (
        "import sys\n"
        "from dovetail.domains.polyhedra import PolyhedraMissing, Polyhedron\n"
        "assert 'ppl' not in sys.modules\n"
        "sys.modules['ppl'] = None\n"
        "try:\n"
        "    Polyhedron.top(())\n"
        "except PolyhedraMissing as missing:\n"
        "    print(missing)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], check=True, capture_output=True, text=True)
    assert "pip install 'dovetail[polyhedra]'" in done.stdout
