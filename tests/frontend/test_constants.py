"""Could a program write what is constant? Wherever no cast tells any more, each write is looked at."""

from __future__ import annotations

from pathlib import Path

import pytest

from dovetail.frontend import LoadOptions, load
from dovetail.program.automata import Program
from dovetail.program.expressions import Writable, subexpressions
from dovetail.program.statements import Check

HEAD = """
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
const int k = 3;
struct from { const int *p; };
struct to { int *p; };
typedef struct { const int *p; } nameless;
static void set(int *p) { *p = 4; }
int main(void) { int x = 0, *p = &x; const int *c = &k;
"""
LOST = [
    "memcpy(&p, &c, sizeof p); *p = 4;",
    "const int **at = (const int **)&p; *at = &k; *p = 4;",
    "void *v = &p; const int **at = v; *at = &k; *p = 4;",
    "struct from f = {&k}; *((struct to *)&f)->p = 4;",
    "nameless f = {&k}; *((struct to *)&f)->p = 4;",
    "((void (*)(const int *))set)(&k);",
    'sscanf("5", "%d", &k); *p = 4;',
    'printf("%d%n", 5, &k); *p = 4;',
]
KEPT = [
    'const char *names[2] = {"x", "y"}; *p = names[0] == names[1];',
    "struct from *f = malloc(sizeof *f); memset(f, 0, sizeof *f); f->p = c; *p = *f->p; free(f);",
    'printf("%d\\n", *c); *p = 4;',
    "void *v = p; *(int *)v = *c;",
]


def looks(program: Program) -> bool:
    return any(
        isinstance(part, Writable)
        for procedure in program.procedures.values()
        for edge in procedure.edges
        if isinstance(edge.statement, Check)
        for part in subexpressions(edge.statement.condition)
    )


@pytest.mark.parametrize("text", [*LOST, *KEPT])
def test_writes_are_looked_at(text: str, tmp_path: Path) -> None:
    path = tmp_path / "f.c"
    path.write_text(f"{HEAD}    {text}\n    return k; }}\n")
    assert looks(load([path], LoadOptions(properties=("valid-deref",))).program) is (text in LOST)


def test_constant_in_one_file_only(tmp_path: Path) -> None:
    one, other = tmp_path / "one.c", tmp_path / "other.c"
    one.write_text("const int k = 3; int get(void) { return k; }")
    other.write_text("extern int k; int get(void); int main(void) { k = 4; return get(); }")
    assert looks(load([one, other], LoadOptions(properties=("valid-deref",))).program)
