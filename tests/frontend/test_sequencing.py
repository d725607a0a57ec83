"""An order of evaluation that C leaves open is an assumption exactly where it may matter."""

from __future__ import annotations

from pathlib import Path

import pytest

from dovetail.frontend.load import load
from thinned import thinned

HEAD = """\
extern int printf(const char *, ...);
extern void *malloc(unsigned long);
extern void free(void *);
int g, i, a[10];
int *p, local;
struct node { struct node *next; int v; };
int f(void) { return ++g; }
int next(void) { static int n; return n++; }
int pure(int x) { return x * 2 + g; }
int h(int x, int y) { return x - y; }
struct node *make(void) { struct node *n = malloc(16); n->v = 3; return n; }
"""

MATTERS = {
    "r = h(f(), f());": "arguments",
    "a[next()] = next();": "the right side",
    "x = k++ + k;": "the operands of '+'",
    'printf("%d %d", f(), f());': "arguments",
    "int l[2] = {f(), f()};": "the values of a list",
    "r = f() + pure(1);": "the operands of '+'",
    "x = x++;": "what is assigned twice",
    "g += f();": "the right side",
    "p = &local; *p = local++;": "what is assigned twice",
    "r = g + fp();": "the operands of '+'",
    "a[k] = k++;": "the right side",
    "r = f() - g;": "the operands of '-'",
    "int v[f()][f()];": "the lengths of an array",
    "r = h(*p, (free(p), 0));": "arguments",
    "__builtin_va_list l; r = h(__builtin_va_arg(l, int), __builtin_va_arg(l, int));": "arguments",
}
MATTERS_NOT = [
    "r = pure(1) + pure(2);",
    "x = x + 1; x += x;",
    "a[i] = f();",
    "r += f();",
    "q->next = make(); q->next->next = make();",
    "k = (k++, k); r = f() && f(); r = x ? f() : g;",
    "a[0] = a[k++];",
    "h(k, k); r = h(x, f());",
    "r = f(); f(); r = r + g;",
    "q = q->next = make();",
    "x = k++ + r;",
    "int v[x][k + 2];",
]


def orders(folder: Path, statement: str) -> list[str]:
    text = HEAD + (
        "int main(void) { int x = 1, k = 0, r = 0; int (*fp)(void) = f; struct node *q = make();\n"
        f"{statement}\nreturn x + k + r + fp() + (q != 0); }}\n"
    )
    file = folder / "f.c"
    file.write_text(text)
    said = [one for one in load([file]).program.assumptions if "C leaves it open" in one.text]
    assert all(one.position.line == HEAD.count("\n") + 2 for one in said)
    return [one.text for one in said]


@pytest.mark.parametrize("statement", thinned(MATTERS, 2))
def test_where_it_matters_it_is_said(tmp_path: Path, statement: str) -> None:
    said = orders(tmp_path, statement)
    assert len(said) == 1 and said[0].startswith(MATTERS[statement])


@pytest.mark.parametrize("statement", thinned(MATTERS_NOT, 2))
def test_where_it_does_not_it_is_not(tmp_path: Path, statement: str) -> None:
    assert orders(tmp_path, statement) == []
