"""The units of a build: what there is to be looked at, with which files, and in which order."""

from __future__ import annotations

from pathlib import Path

from dovetail.evidence.project import UnitKind
from projects.building import build, options, units

FILES = {
    "a.h": "int far(int x); int both(void); static inline int little(int x) { return x; }\n",
    "a.c": '#include "a.h"\nint shared = 3;\nstatic int near(int x) { return far(x) + little(1); }\n'
    "int top(int x) { return near(x) + both(); }\nint main(void) { return top(1); }\n",
    "b.c": 'extern __attribute__((visibility("default"))) int shared;\n'
    "int far(int x) { return x + shared; }\nint both(void) { return 1; }\n",
    "c.c": "int both(void) { return 2; }\nint far_alone(void) { return 3; }\n",
    "d.c": '#include "dovetail.h"\n'
    "int kept(int x) { dovetail_requires(x > 0); dovetail_ensures(dovetail_result > 0); return x; }\n",
}


def test_each_function_is_a_unit_with_the_files_that_it_needs(tmp_path: Path) -> None:
    found = units(options(build(tmp_path, FILES)))
    assert set(found) == {
        *("a.c:near", "a.c:top", "a.c:main", "b.c:far", "b.c:both", "c.c:both", "c.c:far_alone", "d.c:kept")
    }
    assert [path.name for path in found["a.c:top"].files] == ["a.c", "b.c"]
    assert [path.name for path in found["b.c:far"].files] == ["b.c", "a.c"]  # for `shared`
    assert [path.name for path in found["b.c:both"].files] == ["b.c"]
    assert found["a.c:main"].kind is UnitKind.PROGRAM and found["a.c:main"].function is None
    assert found["d.c:kept"].kind is UnitKind.CONTRACT
    assert found["a.c:near"].kind is UnitKind.FUNCTION


def test_callers_come_behind_what_they_call(tmp_path: Path) -> None:
    order = list(units(options(build(tmp_path, FILES))))
    for callee, caller in (("b.c:far", "a.c:near"), ("a.c:near", "a.c:top"), ("a.c:top", "a.c:main")):
        assert order.index(callee) < order.index(caller)


def test_what_is_excluded_or_not_asked_for_is_no_unit(tmp_path: Path) -> None:
    folder = build(tmp_path, FILES)
    assert set(units(options(folder, entries=("far*", "a.c:t*")))) == {"b.c:far", "a.c:top", "c.c:far_alone"}
    left = set(units(options(folder, exclude=("main", "c.c", "b.c:both", "d.c"))))
    assert left == {"a.c:near", "a.c:top", "b.c:far"}
    module = units(options(folder, modules=("c.c",)))["c.c"]
    assert module.kind is UnitKind.MODULE and [path.name for path in module.files] == ["c.c"]
