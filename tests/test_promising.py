"""The kind of a program decides in which order `auto` tries strategies."""

from __future__ import annotations

from pathlib import Path

import pytest

from dovetail.frontend import load
from dovetail.program.inlining import inline
from dovetail.strategy_names import (
    COUNTING,
    MEMORY,
    RECURSIVE,
    STATE_MACHINE,
    WITHOUT_LOOPS,
    Stage,
    promising,
)

HEAD = "extern int __VERIFIER_nondet_int(void);\nextern void reach_error(void);\n"
FLAGS = "".join(f"int flag{number};\n" for number in range(10))
SET = "".join(
    f"if (__VERIFIER_nondet_int()) flag{n} = 1; if (flag{n} == 1) flag{(n + 1) % 10} = 0;\n"
    for n in range(10)
)


@pytest.mark.parametrize(
    ("body", "stages"),
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
def test_the_kind_of_a_program(tmp_path: Path, body: str, stages: tuple[Stage, ...]) -> None:
    path = tmp_path / "program.c"
    path.write_text(HEAD + body)
    assert promising(inline(load([path]).program)) is stages


def test_every_order_ends_with_all_of_the_time() -> None:
    for stages in (COUNTING, MEMORY, RECURSIVE, STATE_MACHINE, WITHOUT_LOOPS):
        shares = [stage.until for stage in stages]
        assert shares == sorted(shares) and shares[-1] == 1.0
        assert all(len(stage.strategies) == 2 for stage in stages)
