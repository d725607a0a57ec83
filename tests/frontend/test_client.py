"""The most general client of a module: what it calls, with what, and what is said about it."""

from __future__ import annotations

from pathlib import Path

import pytest

import dovetail
from dovetail.frontend import InputError, LoadOptions, load
from dovetail.frontend.client import Api
from dovetail.frontend.load import Loaded

MODULE = """
#include <stdlib.h>
struct hidden;
typedef struct { int key; } item;
extern void helper(void);
static int count;
int shown;
const int limit = 3;
static void inner(void) { count++; }
inline int only_inline(int x) { return x; }
void reach_error(void);
void __VERIFIER_assert(int c) { if (!c) reach_error(); }
struct hidden *make(void) { inner(); return 0; }
int use(struct hidden *it, const struct hidden *other) { return it == other; }
int fill(item *one, struct hidden **made, int n, ...) { return one && made ? n : 0; }
int odd(struct { int x; } p) { return p.x; }
int main(void) { return 0; }
"""


def module(folder: Path, text: str = MODULE, api: Api | None = None) -> Loaded:
    path = folder / "module.c"
    path.write_text(text)
    return load([path], LoadOptions(api=api or Api()))


def said(loaded: Loaded) -> list[str]:
    return [assumption.text for assumption in loaded.program.assumptions]


def test_all_that_is_exported_is_called_and_nothing_else(tmp_path: Path) -> None:
    loaded = module(tmp_path)
    assert loaded.client is not None
    assert [call.function for call in loaded.client.calls] == ["make", "use", "fill"]
    assert loaded.program.user_entry == "<client>"


def test_what_clients_do_not_do_is_said(tmp_path: Path) -> None:
    texts = said(module(tmp_path))
    assert "clients call, in any order and any number of times: make, use, fill" in texts
    assert "clients change these variables only by calls: shown" in texts
    assert "in calls of 'use', it is null, or is one that the client knows from before" in texts
    assert (
        "in calls of 'use', other is null, or equals it, or is one that the client knows from before" in texts
    )
    assert "'fill' is called without arguments for its '...'" in texts
    assert any(text.startswith("clients never call it: 'odd' has a parameter") for text in texts)


def test_one_function_is_called_first(tmp_path: Path) -> None:
    loaded = module(tmp_path, api=Api(("use",), "make"))
    assert "clients call, in any order and any number of times: use, after one call of make" in said(loaded)


@pytest.mark.parametrize(
    ("api", "message"),
    [
        (Api(("mak",)), "no exported function 'mak' with a body; did you mean 'make'?"),
        (Api(("inner",)), "'inner' is static: no client can call it"),
        (Api(("main",)), "'main' is not a function that clients call"),
        (Api(("odd",)), "whose type has no name"),
        (Api(None, "nothing"), "no exported function 'nothing'"),
        (Api(("make",), "make"), "no exported function but the one for --api-init"),
    ],
)
def test_functions_that_cannot_be_called(api: Api, message: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=message.replace("?", r"\?")):
        module(tmp_path, api=api)


def test_a_module_that_exports_nothing(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no exported function: --api has nothing to call"):
        module(tmp_path, "static int f(void) { return 1; }\nint main(void) { return f(); }\n")


def test_an_entry_is_one_function_or_any_client(tmp_path: Path) -> None:
    path = tmp_path / "module.c"
    path.write_text(MODULE)
    with pytest.raises(InputError, match="exclude each other"):
        dovetail.show(path, function="use", api=True)
    with pytest.raises(InputError, match="exclude each other"):
        load([path], LoadOptions(function="use", api=Api()))


CALLS = """
#include <stdlib.h>
struct thing { int value; };
void reach_error(void);
struct thing *make(int value) {
    struct thing *made = malloc(sizeof *made);
    made->value = value;
    return made;
}
void put(struct thing **where) { if (where) *where = make(7); }
void both(struct thing *a, struct thing *b) {
    if (a && b && a != b && a->value == 5 && b->value == 7) reach_error();
}
void own(struct thing *mine) { if (mine) mine->value = 5; }
"""
MAKE, PUT, BOTH, OWN = range(4)


@pytest.mark.parametrize(
    "values",
    [
        # The loop goes on, which function, its arguments, where the result is kept.
        pytest.param([1, MAKE, 5, 0, 1, MAKE, 7, 1, 1, BOTH, 2, 4], id="two results", marks=pytest.mark.slow),
        # Into the first variable, by its address. (Of two arguments the second can also equal the first.)
        pytest.param(
            [1, MAKE, 5, 1, 1, PUT, 2, 1, BOTH, 3, 3], id="one through an argument", marks=pytest.mark.slow
        ),
        # Fresh, of one element, kept in the first variable.
        pytest.param([1, OWN, 1, 0, 1, 1, MAKE, 7, 1, 1, BOTH, 2, 4], id="one of its own"),
    ],
)
def test_a_client_hands_in_what_it_knows(values: list[int], tmp_path: Path) -> None:
    path = tmp_path / "calls.c"
    path.write_text(CALLS)
    for native in (False, True):
        done = dovetail.run(path, api=True, inputs=values, native=native, story=False)
        assert done.end.kind.value == "violation", done.sentence
    broken = [*values[:-1], 0]
    assert dovetail.run(path, api=True, inputs=broken, story=False).end.kind.value == "normal"


def test_functions_in_several_files(tmp_path: Path) -> None:
    (tmp_path / "a.c").write_text(
        "struct box { int n; };\nvoid reach_error(void);\nstatic int seen;\n"
        "static int twice(int x) { return 2 * x; }\n"
        "void look(struct box *it) { if (it && it->n == 8) seen = twice(it->n); }\n"
        "void end(void) { if (seen == 16) reach_error(); }\n"
    )
    (tmp_path / "b.c").write_text(
        "struct box { int n; };\nstatic struct box one;\n"
        "static int twice(int x) { return x + x; }\n"
        "struct box *get(int n) { one.n = twice(n); return &one; }\n"
    )
    files = [tmp_path / "a.c", tmp_path / "b.c"]
    shown = dovetail.show(files, api=True)
    assert {"look", "end", "get"} <= shown.program.procedures.keys()
    values = [1, 2, 4, 0, 1, 0, 2, 1, 1]  # get(4), kept; look at it; end
    for native in (False, True):
        done = dovetail.run(files, api=True, inputs=values, native=native, story=False)
        assert done.end.kind.value == "violation", done.sentence


def test_what_a_client_has_lost_is_no_leak(tmp_path: Path) -> None:
    path = tmp_path / "calls.c"
    path.write_text(CALLS)
    shown = dovetail.show(path, api=True, properties=["valid-memsafety"])
    assert "memory-leak" not in {check.kind for check in shown.program.checks}
    assert any("memory that is lost is not looked for" in a.text for a in shown.program.assumptions)


def test_what_a_header_hides_clients_do_not_make_up(tmp_path: Path) -> None:
    (tmp_path / "box.h").write_text("typedef struct box box;\nbox *make(void);\nint look(box *it);\n")
    body = "struct box { int tag; };\nbox *make(void) { return 0; }\nint look(box *it) { return !!it; }\n"
    hidden, shown = tmp_path / "hidden.c", tmp_path / "shown.c"
    hidden.write_text(f'#include "box.h"\n{body}')
    shown.write_text(f"typedef struct box box;\n{body}")
    made = "in calls of 'look', it is null, or points to 1 to 16 fresh elements, "
    known = "or is one that the client knows from before"
    assert made + known in said(load([shown], LoadOptions(api=Api())))
    assert f"in calls of 'look', it is null, {known}" in said(load([hidden], LoadOptions(api=Api())))
