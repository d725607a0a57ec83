"""Violations of functions that are called with anything: whose fault they are."""

from __future__ import annotations

from pathlib import Path

import pytest

from dovetail.asking.reading import Reading
from dovetail.evidence.violation import NotConfirmed, Violation, confirm
from dovetail.execution.inputs import InputVector

PROPERTIES = ("unreach-call", "no-overflow", "valid-deref", "valid-free")
STREAM = "struct s { const char *at; unsigned long left; };\n"
SOME = {
    "a count that must not be negative": ("int f(int n) { while (--n > 0) { } return n; }", [-(1 << 31)]),
    "an index": ("int f(int i) { int a[4] = {1}; return a[i]; }", [7]),
    "a divisor in a structure": (
        "struct s { int n; };\nint f(struct s *s) { return s ? 12 / s->n : 0; }",
        [1, 0],
    ),
    "a sum behind a member that has to be as it is": (
        "struct s { int mode; long at, more; };\n"
        "long f(struct s *s) { return s && s->mode == 7247 ? s->at + s->more : 0; }",
        [1, 0],
        ((7247).to_bytes(8, "little") + b"\xff" * 7 + b"\x7f" + b"\1" + bytes(7),),
    ),
    "an index into its own array": (
        "struct r { int items[4], first; };\nint f(struct r *r) { return r ? r->items[r->first] : 0; }",
        [1, 0],
        (bytes(16) + b"\6\0\0\0",),
    ),
    "an index that is negative": (
        "struct r { int items[4], first; };\nint f(struct r *r) { return r ? r->items[r->first] : 0; }",
        [1, 0],
        (bytes(16) + b"\xfe\xff\xff\xff",),
    ),
    "a member of two bytes that must not be zero": (
        "struct s { unsigned short code, length; };\n"
        "int f(struct s *s) { int a[16] = {0}; return s && s->length ? a[s->length] : 0; }",
        [1, 0],
        (b"\0\0\0\x80",),
    ),
    "a member that has to be positive": (
        "struct s { int cycles; };\nint f(struct s *s) { return s && s->cycles > 0 ? s->cycles + 1 : 0; }",
        [1, 0],
        (b"\xff\xff\xff\x7f",),
    ),
    "an index, before something else that fails": (
        "int f(const unsigned short *at, int *to) {\n"
        "    int a[16] = {0};\n    if (!at) return 0;\n    a[*at]++;\n    return *to; }",
        [1, 0, 0],
        (b"\0\x80",),
    ),
    "a sum": ("int f(const int *a) { return a ? a[0] + 1 : 0; }", [1, 0], (b"\xff\xff\xff\x7f",)),
}
ALWAYS = {
    "one element too many": (
        "int f(int n) { int a[4], i; for (i = 0; i <= 4; i++) a[i] = n; return a[0]; }",
        [3],
    ),
    "whenever it is reached": ("int f(int n) { int *p = 0; return n == 77 ? *p : 0; }", [77]),
    "its own word": ("#include <assert.h>\nint f(int n) { assert(n != 7); return n; }", [7]),
    "an own variable": (
        "int f(int n) { int i; int a[4] = {0}; return a[i] + (n & 1); }",
        [0],
        (b"\7\0\0\0",),
    ),
    "one element too many, beside another failure": (
        "int f(int n) { int a[4], b[4] = {0}, i, t = 0;\n"
        "    for (i = 0; i <= 4; i++) { a[i] = n; t += b[n]; } return t; }",
        [3],
    ),
    "in memory that is as it has to be": (
        "struct s { int mode; };\nint f(struct s *s) { int *p = 0; return s && s->mode == 77 ? *p : 0; }",
        [1, 0],
        (b"\x4d\0\0\0",),
    ),
    "without any": ("int f(void) { int x = 2147483647; return x + 1; }", []),
}
NEEDS = {
    "in the middle of an object": (
        "char f(char *s) { return s ? s[-1] : 0; }",
        ([1, 0], []),
        "readable((char *)s - 1, 1)",
    ),
    "no zero at the end": (
        "int f(const char *s) { int n = 0; if (s) while (s[n]) n++; return n; }",
        ([1, 1], [b"xy"]),
        "dovetail_string(s)",
    ),
    "no zero at the end, for the library, beside a number": (
        "#include <string.h>\nint f(const char *s, int c) { return s && strchr(s, c); }",
        ([1, 1, 7], [b"xy"]),
        "dovetail_string(s)",
    ),
    "no zero at the end of what is led to": (
        "struct b { long n; char *name; };\n"
        "long f(struct b *b) { long n = 0; if (b && b->name) while (b->name[n]) n++; return n; }",
        ([1, 0, 1, 1], [bytes(8), b"xy"]),
        "dovetail_string(b->name)",
    ),
    "an element that no zero has to do with": (
        "char f(const char *s) { return s ? s[2] : 0; }",
        ([1, 1], [b"xy"]),
        "readable(s, 3)",
    ),
    "as many elements as a number says": (
        "int f(const char *s, int n) { int i, t = 0; if (s) for (i = 0; i < n; i++) t ^= s[i]; return t; }",
        ([1, 1, 7], [b"xy"]),
        "readable(s, n)",
    ),
    "what a structure stands in": (
        "struct in { int n; };\nstruct out { long before; struct in in; };\n"
        "long f(struct in *i) { return i ? ((struct out *)((char *)i - 8))->before : 0; }",
        ([1, 0], [b"\7\0\0\0"]),
        "readable((char *)i - 8, 8)",
    ),
    "what is freed is any address": (
        "#include <stdlib.h>\nstruct s { long mode; char *name; };\n"
        "void f(void *v) { struct s *s = v; if (s && s->mode == 7) free(s->name); }",
        ([1, 15], [(7).to_bytes(8, "little") + (0xFF1).to_bytes(8, "little")]),
        "((void **)v)[1] to be null, or the beginning of a block from malloc",
    ),
    "null, in memory of no type": (
        f"{STREAM}char f(void *v) {{ struct s *s = v; return s && s->left ? *s->at : 0; }}",
        ([1, 15], [bytes(8) + b"\1" * 8]),
        "readable(((void **)v)[0], 1)",
    ),
    "before null": (
        "struct b { char *at; unsigned long n; };\nvoid f(struct b *b) { if (b) b->at[b->n++] = 1; }",
        ([1, 0, 0], [bytes(8) + b"\xff" * 8]),
        "readable(b->at, 1)",
    ),
    "before what is led to": (
        "struct b { char *at; long n; };\nvoid f(struct b *b) { if (b) b->at[b->n] = 1; }",
        ([1, 0, 1, 3], [bytes(8) + b"\xfe" + b"\xff" * 7]),
        "readable((char *)b->at - 2, 1)",
    ),
    "any address, in memory of no type": (
        f"{STREAM}char f(void *v) {{ struct s *s = v; return s && s->left ? s->at[3] : 0; }}",
        ([1, 15], [b"\2\0\0\0\2\0\0\0" * 2]),
        "readable(((void **)v)[0], 1)",
    ),
    "any address, in the second element": (
        f"{STREAM}char f(struct s *s) {{ return s && s[1].left ? *s[1].at : 0; }}",
        ([1, 1, 0], [bytes(16) + b"\2\0\0\0\2\0\0\0" * 2]),
        "readable(((void **)s)[2], 1)",
    ),
}
OWN = {
    "an object of its own that is freed": (
        "#include <stdlib.h>\nvoid f(char *s) { char own[4]; free(s ? own : own); }",
        ([1, 0],),
    ),
    "the middle of what it was handed": (
        "#include <stdlib.h>\nstruct s { int n; char *name; };\n"
        "void f(struct s *s) { if (s && s->name) free(s->name + 1); }",
        ([1, 0, 1, 3], [bytes(8)]),
    ),
    "what it frees twice": (
        "#include <stdlib.h>\nvoid f(char *s) { char *p = malloc(4); free(p); if (s) free(p); }",
        ([1, 0],),
    ),
    "a null pointer of its own beside one that it was handed": (
        f"{STREAM}char f(void *v) {{ struct s *s = v, t = {{0}}; return s && !s->at ? *t.at : 0; }}",
        ([1, 15], [bytes(16)]),
    ),
}


def seen(
    folder: Path, text: str, values: list[int], memory: tuple[bytes, ...] = ()
) -> Violation | NotConfirmed:
    path = folder / "f.c"
    path.write_text(text + "\n")
    loaded = Reading(path, PROPERTIES, "f").load()
    return confirm(loaded, InputVector(tuple(values), memory), smaller=False)


@pytest.mark.parametrize("name", [*SOME, *ALWAYS])
def test_whether_other_arguments_pass(name: str, tmp_path: Path) -> None:
    found = seen(tmp_path, *{**SOME, **ALWAYS}[name])
    assert isinstance(found, Violation) and found.some_arguments is (name in SOME)


@pytest.mark.parametrize("name", [*NEEDS])
def test_pointers_that_were_made_up(name: str, tmp_path: Path) -> None:
    text, (values, memory), needed = NEEDS[name]
    found = seen(tmp_path, text, values, tuple(memory))
    assert isinstance(found, NotConfirmed) and found.reason == f"potential: needs {needed}"


@pytest.mark.parametrize("name", [*OWN])
def test_pointers_of_its_own(name: str, tmp_path: Path) -> None:
    text, (values, *memory) = OWN[name]
    assert isinstance(seen(tmp_path, text, values, tuple(memory[0]) if memory else ()), Violation)
