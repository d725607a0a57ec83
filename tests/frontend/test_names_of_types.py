"""`_Bool` and `unsigned char` are one type of the Program. What was read first must not decide what it is.

Variables are interned, so two programs that are read by one process may share one; its type has the name
that it was given first.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from dovetail.execution.executor import Executor
from dovetail.execution.inputs import InputVector
from dovetail.frontend import LoadOptions, load

INPUT = """
extern TYPE __VERIFIER_nondet_KIND(void);
int main(void) {
    TYPE b = __VERIFIER_nondet_KIND();
    return b;
}
"""
THROUGH_POINTER = """
static TYPE four(void) { return 4; }
static TYPE (*f)(void) = four;
int main(void) {
    TYPE b = f();
    return b;
}
"""


def exit_code(text: str, type_: str, kind: str, folder: Path) -> int | None:
    path = folder / f"{kind}.c"
    path.write_text(text.replace("TYPE", type_).replace("KIND", kind))
    run = Executor(load([path], LoadOptions()).program).run(InputVector((4,)), max_steps=1000)
    return run.end.exit_code


@pytest.mark.parametrize("text", [INPUT, THROUGH_POINTER], ids=["input", "pointer"])
@pytest.mark.parametrize("first", ["bool", "uchar"])
def test_what_was_read_before_does_not_matter(text: str, first: str, tmp_path: Path) -> None:
    # A name of its own for each case: interned variables outlive a test.
    text = text.replace(" b", f" b_{first}")
    wanted = {"bool": ("_Bool", 1), "uchar": ("unsigned char", 4)}
    for kind in (first, "uchar" if first == "bool" else "bool"):
        type_, code = wanted[kind]
        assert exit_code(text, type_, kind, tmp_path) == code
