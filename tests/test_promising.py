"""The kind of a program decides how much of the time each strategy has in `auto`."""

from __future__ import annotations

from pathlib import Path

import pytest

from dovetail.frontend import LoadOptions, load
from dovetail.frontend.errors import InputError
from dovetail.ledger.ledger import Ledger
from dovetail.program.inlining import inline
from dovetail.strategies.outcome import Budget
from dovetail.verifying.kinds import (
    AUTO,
    COUNTING,
    MEMORY,
    RECURSIVE,
    STATE_MACHINE,
    STRATEGIES,
    TESTED,
    WITHOUT_LOOPS,
    Shares,
    chosen,
    promising,
    shares,
)

HEAD = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n"
FLAGS = "".join(f"int flag{number};\n" for number in range(10))
SET = "".join(
    f"if (__VERIFIER_nondet_int()) flag{n} = 1; if (flag{n} == 1) flag{(n + 1) % 10} = 0;\n"
    for n in range(10)
)


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("int main(void) { if (__VERIFIER_nondet_int() == 3) reach_error(); return 0; }", WITHOUT_LOOPS),
        (
            "int f(int n) { return n <= 0 ? 0 : f(n - 1); }"
            "int main(void) { if (f(__VERIFIER_nondet_int())) reach_error(); return 0; }",
            RECURSIVE,
        ),
        (
            "int main(void) { int i; for (i = 0; i < 9; i++) if (i > 9) reach_error(); return 0; }",
            COUNTING,
        ),
        (
            "int a[9]; int main(void) { int i; for (i = 0; i < 9; i++) if (a[i]) reach_error(); return 0; }",
            MEMORY,
        ),
        (
            f"{FLAGS}int main(void) {{ while (__VERIFIER_nondet_int()) {{ {SET}"
            "if (flag0 == 2) reach_error(); } return 0; }",
            STATE_MACHINE,
        ),
    ],
    ids=["without loops", "recursive", "counting", "memory", "state machine"],
)
def test_the_kind_of_a_program(tmp_path: Path, body: str, expected: Shares) -> None:
    path = tmp_path / "program.c"
    path.write_text(HEAD + body)
    inlined = inline(load([path]).program)
    assert promising(inlined) is expected
    idle = set() if expected is RECURSIVE else {"summaries"}  # there is no procedure to be summarised
    assert shares((AUTO,), inlined) == {one: part for one, part in expected.items() if one not in idle}


def test_a_function_that_is_called_alone(tmp_path: Path) -> None:
    path = tmp_path / "harness.c"
    path.write_text(HEAD + "void f(void) { int i = 0; while (i < 9) i++; if (i != 9) reach_error(); }")
    found = promising(inline(load([path], LoadOptions(function="f")).program))
    assert next(iter(found)) == "bounded" and found["bounded"] > COUNTING["bounded"]
    assert found.keys() == COUNTING.keys() and sum(found.values()) == pytest.approx(1.0)


@pytest.mark.parametrize("kind", [COUNTING, MEMORY, RECURSIVE, STATE_MACHINE, WITHOUT_LOOPS])
def test_shares_are_all_of_the_time(kind: Shares) -> None:
    assert sum(kind.values()) == pytest.approx(1.0)
    assert kind.keys() <= STRATEGIES.keys() and all(share > 0 for share in kind.values())
    assert {"abstract", "dash", "bounded", "fabricate"} <= kind.keys(), "these serve every kind"


def test_names() -> None:
    assert chosen("auto") == ("auto",)
    assert chosen("dash") == ("dash",)
    assert chosen("dash+bounded") == ("dash", "bounded")
    assert chosen("dash+bounded+dash") == ("dash", "bounded"), "once is enough"
    assert {AUTO, *STRATEGIES} >= TESTED


@pytest.mark.parametrize("name", ["luck", "dash+luck", "auto+dash", "dash+", ""])
def test_names_that_are_none(name: str) -> None:
    with pytest.raises(InputError, match=r"there is no strategy .*; there are auto, dash, abstract"):
        chosen(name)


def test_those_that_are_named_share_alike(tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(HEAD + "int main(void) { return 0; }")
    inlined = inline(load([path]).program)
    assert shares(("dash", "bounded"), inlined) == {"dash": 0.5, "bounded": 0.5}
    assert list(shares(("bounded", "dash"), inlined)) == ["bounded", "dash"]
    for make in STRATEGIES.values():
        assert not make(inlined, Ledger(inlined.program), Budget(moves=0)).violations


def test_machines_that_link_blocks(tmp_path: Path) -> None:
    """Protocols and drivers link blocks, too: `nodes` would take the time in which `abstract` proves them."""
    path = tmp_path / "program.c"
    path.write_text(
        f"""{HEAD}{FLAGS}struct node {{ struct node *next; }};
        void *malloc(unsigned long);
        int main(void) {{ struct node *head = 0; while (__VERIFIER_nondet_int()) {{ {SET}
        struct node *n = malloc(sizeof *n); n->next = head; head = n;
        if (n->next) n = n->next; if (flag0 == 2) reach_error(); }} return 0; }}"""
    )
    found = promising(inline(load([path]).program))
    assert found == STATE_MACHINE
