"""What is not modelled is said, with its place: nothing is skipped, and nothing ends in a traceback.

Each entry is a program, the line where it stops, and a part of the reason.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

import dovetail
from dovetail.execution.ends import EndKind
from thinned import thinned


@dataclass(frozen=True)
class Refused:
    name: str
    reason: str
    line: int
    text: str


REFUSED = [
    Refused(
        "shift of a vector",
        "a shift of vectors",
        3,
        """
        typedef int four __attribute__((vector_size(16)));
        int main(void) { four a = {1, 2, 3, 4}; four b = a << a; return b[2]; }
        """,
    ),
    Refused(
        "vector of three",
        "a vector of 3 int",
        3,
        """
        typedef int three __attribute__((ext_vector_type(3)));
        int main(void) { return sizeof(three); }
        """,
    ),
    Refused(
        "long double", "long double", 2, "\nint main(void) { long double x = 1.5L; return (int)(x * 2); }"
    ),
    Refused("complex", "complex", 2, "\nint main(void) { double _Complex x = 1; return 0; }"),
    Refused(
        "atomic operations on records",
        "on this type",
        3,
        """
        struct pair { int a, b; };
        int main(void) { struct pair x = {3, 4}, y; __atomic_load(&x, &y, 0); return y.b; }
        """,
    ),
    Refused(
        "type in an expression",
        "inside of an expression",
        3,
        """
        struct t { char c; };
        int main(void) { return sizeof(struct t { int a[4]; }); }
        """,
    ),
    Refused(
        "type in the initialiser of a global",
        "inside of an expression",
        2,
        """
        int size = sizeof(struct t { int a[4]; });
        int main(void) { return size; }
        """,
    ),
    Refused(
        "type in a parameter list",
        "parameter list",
        2,
        """
        int f(struct q { int a; } *p) { return p->a; }
        int main(void) { int a = 3; return f((void *)&a); }
        """,
    ),
    Refused(
        "enumeration in an expression",
        "inside of an expression",
        2,
        "\nint main(void) { int x = sizeof(enum { A = 3, B }); return x + B; }",
    ),
    Refused(
        "length that changes",
        "variable length 'n'",
        2,
        "\nint f(int n, int a[][n]) { n++; return a[1][1]; }\n"
        "int main(void) { int b[2][2] = {{1, 2}, {3, 4}}; return f(2, b); }",
    ),
    Refused(
        "length with an effect",
        "variable length 'n++'",
        2,
        "\nint main(void) { int n = 2; return sizeof(int[n++]); }",
    ),
    Refused(
        "sizeof with an effect",
        "variable-length array with effects",
        2,
        "\nint main(void) { int n = 2, i = 0; int a[2][n]; int k = sizeof(a[i++]); return k + i; }",
    ),
    Refused(
        "cleanup without a body",
        "as the end of a variable",
        3,
        """
        int k; void end(int *p);
        int main(void) { { int x __attribute__((cleanup(end))) = 5; } return k; }
        """,
    ),
    Refused(
        "constructor with arguments",
        "before or after main",
        2,
        """
        __attribute__((constructor)) void init(int count) {}
        int main(void) { return 0; }
        """,
    ),
    Refused(
        "alias of a variable",
        "another name",
        3,
        """
        int x = 3; extern unsigned y __attribute__((alias("x")));
        int main(void) { return y; }
        """,
    ),
    Refused(
        "register",
        "register of the machine",
        2,
        '\nint main(void) { register int x asm("ebx") = 3; return x; }',
    ),
    Refused(
        "assembly with outputs",
        "inline assembly",
        2,
        '\nint main(void) { int x = 3, y; asm("movl %1,%0" : "=r"(y) : "r"(x)); return y; }',
    ),
    Refused(
        "variable defined in assembly",
        "in assembly",
        2,
        """
        asm(".globl z\\nz: .long 7"); extern int z;
        int main(void) { return z; }
        """,
    ),
    Refused(
        "variable whose declaration is jumped over",
        "went around its declaration",
        2,
        "\nint main(void) { int c = 1; switch (c) { int y; case 1: return y; } return 0; }",
    ),
    Refused(
        "array whose declaration is jumped over",
        "went around its declaration",
        2,
        "\nint main(void) { goto in; { int a[3]; in: return a[1]; } }",
    ),
    Refused(
        "call through a pointer of another type",
        "pointer of another type",
        3,
        """
        int f(double d) { return (int)d; }
        int main(void) { int (*p)(int) = (int (*)(int))f; return p(3); }
        """,
    ),
    Refused(
        "argument of another type",
        "is given int and defined to take double",
        2,
        "\nint main() { return h(2); }\nint h(double d) { return d; }",
    ),
    Refused(
        "layouts of two local records of one name",
        "layout",
        11,
        "\nint f(void) {\n#pragma pack(push, 1)\nstruct s { char c; int i; };\n#pragma pack(pop)\n"
        "return sizeof(struct s); }\nint main(void) {\n#pragma pack(push, 2)\n"
        "struct s { char c; int i, j; };\n#pragma pack(pop)\nreturn sizeof(struct s) + f(); }",
    ),
    Refused(
        "alignment of a typedef",
        "alignment attribute",
        3,
        """
        typedef int wide __attribute__((aligned(16)));
        int main(void) { return _Alignof(wide); }
        """,
    ),
    Refused(
        "hidden name that cannot be told apart",
        "not clear which type",
        3,
        """
        typedef int number;
        int main(void) { number x = 5; { typedef char number; number y = 3; x += y; } return x; }
        """,
    ),
    Refused(
        "answer that depends on the compiler",
        "__builtin_constant_p",
        2,
        '\nint main(void) { return __builtin_constant_p("a"[0]); }',
    ),
]


@pytest.mark.parametrize("model", thinned(["LP64", "ILP32"], 2))
@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case.name)
def test_it_is_said(case: Refused, model: str, tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(case.text)
    end = dovetail.run(path, data_model=model, story=False).end
    assert end.kind is EndKind.UNSUPPORTED, end
    assert case.reason in end.detail
    assert end.position is not None and (end.position.file, end.position.line) == (str(path), case.line)
