"""A program to keep a ledger of."""

from __future__ import annotations

from pathlib import Path

from dovetail.frontend import load
from dovetail.program.inlining import Inlined, inline

COUNTS = """\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    unsigned i = 0, n = (unsigned char)__VERIFIER_nondet_int();
    while (i < n) i++;
    if (i != n) reach_error();
    return 0;
}
"""


def written(folder: Path, text: str = COUNTS) -> Inlined:
    path = folder / "program.c"
    path.write_text(text)
    return inline(load([path]).program)
