"""What procedures may read and write."""

from __future__ import annotations

from pathlib import Path

from dovetail.frontend.load import load
from dovetail.program.effects import effects

TEXT = """
extern int __VERIFIER_nondet_int(void);
extern void exit(int);
int g, h, a[3];
void last(void) { g = h; }
void middle(int n) { if (n) middle(n - 1); last(); }
int reads(int n) { return n ? reads(n - 1) : a[1]; }
void writes(int n) { int here; int *p = &here; *p = n; if (n) writes(n - 1); }
int asks(int n) { if (n < 0) exit(1); return n ? asks(n - 1) : __VERIFIER_nondet_int(); }
int none(int n) { return n ? none(n - 1) : 0; }
int main(void) { middle(1); reads(1); writes(1); asks(1); return none(1); }
"""


def test_effects(tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(TEXT)
    program = load([path]).program
    found = effects(program)
    names = {name: {v.name for v in found[name].writes} for name in found}
    assert names["middle"] == {"g"} and names["main"] == {"g"} and not names["reads"]
    assert {v.name for v in found["middle"].reads} == {"h"}
    assert found["reads"].reads_memory and not found["reads"].writes_memory
    assert found["writes"].writes_memory
    assert found["asks"].takes_inputs and found["asks"].ends_program
    assert found["main"].takes_inputs and found["main"].writes_memory
    assert not (found["none"].reads_memory or found["none"].writes_memory or found["none"].takes_inputs)
