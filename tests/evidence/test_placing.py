"""Invariants taken case by case, with what a case says outright put in place (`proofs.cases`).

Whatever is put in place must be what was there: each certificate here that claims too much, or leaves out
what keeps two blocks apart, is rejected.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from dovetail.program.expressions import (
    FALSE,
    Binary,
    BinaryOp,
    Const,
    Expr,
    Load,
    PointerAdd,
    Valid,
    Variable,
    conjunction,
    const,
    disjunction,
    subexpressions,
    variables,
)
from dovetail.program.types import FloatType, IntType, PointerType
from dovetail.proofs.cases import cases
from evidence.claims import certificate
from evidence.test_checker import HEAD, change, judge, read

INT = IntType(32, True)
S, X = Variable("s", "f", INT), Variable("x", "f", INT)

MACHINE = """int main(void) { int s = 0, x = 0;
    while (ANY) { if (s == 0) { s = 1; x = 5; }
        else if (s == 1) { s = 2; x = x + 2; } else { s = 0; x = 0; } }
    ASSERT(s != 2 || x == 7); return 0; }"""
IN_A_BLOCK = """struct m { int s; int x; };
int main(void) { struct m *p = malloc(sizeof *p); p->s = 0; p->x = 0;
    while (ANY) { if (p->s == 0) { p->s = 1; p->x = 5; } else { p->s = 0; p->x = 0; } }
    ASSERT(p->s != 1 || p->x == 5); return 0; }"""
BLOCK = "valid(p, 8) and freeable(p)"
TWO_BLOCKS = """int main(void) { int *p = malloc(4), *q = malloc(4); *p = 1; *q = 0;
    while (ANY) { *q = *q ? 0 : 9; int *r = malloc(4); *r = 3; free(r); }
    ASSERT(*p == 1); return 0; }"""
BOTH = "valid(p, 4) and freeable(p) and valid(q, 4) and freeable(q)"
IN_EACH_OTHER = """struct node { struct node *next; int k; };
int main(void) { struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
    a->next = b; b->next = a; a->k = 1; b->k = 2;
    while (ANY) { a->next->k = 2; b->next->k = 1; }
    ASSERT(a->k == 1 && b->k == 2); return 0; }"""
LOCAL = """int g[10]; int main(void) { int a[10]; a[3] = 5;
    while (ANY) { int i = ANY & 7; g[i] = 6; }
    ASSERT(a[3] == 5); return 0; }"""
NODES = "valid(a, 16) and freeable(a) and valid(b, 16) and freeable(b)"
LINKS = 'field(a, "next") == b and field(b, "next") == a and field(a, "k") == 1 and field(b, "k") == 2'

ACCEPTED = {
    "cases of variables": (MACHINE, "(s == 0 and x == 0) or (s == 1 and x == 5) or (s == 2 and x == 7)"),
    "with what all have in common": (
        MACHINE,
        "x >= 0 and x <= 7 and (s == 0 or s == 1 and x == 5 or s == 2 and x == 7)",
    ),
    "and one that says nothing outright": (
        MACHINE,
        "(s == 0) or (s == 1 and x == 5) or (s > 1 and x > 6 and x <= 7)",
    ),
    "cells of a block": (
        IN_A_BLOCK,
        f'({BLOCK} and field(p, "s") == 0 and field(p, "x") == 0)'
        f' or ({BLOCK} and field(p, "s") == 1 and field(p, "x") == 5)',
    ),
    "two blocks": (TWO_BLOCKS, f"{BOTH} and not same(q, p) and at(p, 0) == 1"),
    "a local array": (LOCAL, "valid(a, 40) and start(a) and not same(a, g) and at(a, 3) == 5"),
    "blocks that point to each other": (IN_EACH_OTHER, f"{NODES} and not same(a, b) and {LINKS}"),
}


@pytest.mark.parametrize("name", ACCEPTED)
def test_accepted(name: str, tmp_path: Path) -> None:
    text, invariant = ACCEPTED[name]
    inlined = read(tmp_path / "program.c", HEAD + text)
    judgement = judge(inlined, certificate(inlined, {"main": ("true", "true", [invariant])}))
    assert not judgement.failures and judgement.complete


REJECTED = {
    "a case is missing": (MACHINE, "(s == 0 and x == 0) or (s == 1 and x == 5)"),
    "a case is wrong": (MACHINE, "(s == 0 and x == 0) or (s == 1 and x == 4) or (s == 2 and x == 7)"),
    "a case that is too weak": (MACHINE, "(s == 0 and x == 0) or (s == 1) or (s == 2 and x == 7)"),
    "what all have in common is wrong": (
        MACHINE,
        "x > 0 and (s == 0 or s == 1 and x == 5 or s == 2 and x == 7)",
    ),
    "not said that the blocks are two": (TWO_BLOCKS, f"{BOTH} and at(p, 0) == 1"),
    "not said that a block is alive": (
        TWO_BLOCKS,
        "freeable(p) and valid(q, 4) and freeable(q) and at(p, 0) == 1",
    ),
    "the blocks are one": (
        """int main(void) { int *p = malloc(4), *q = p; *p = 1;
        while (ANY) *q = 2;
        ASSERT(*p == 1); return 0; }""",
        f"{BOTH} and not same(q, p) and at(p, 0) == 1",
    ),
    "the blocks may be one": (
        """int main(void) { int *p = malloc(4), *q = ANY ? p : malloc(4); *p = 1;
        while (ANY) *q = 2;
        ASSERT(*p == 1); return 0; }""",
        f"{BOTH} and at(p, 0) == 1",
    ),
    "they become one on the way": (
        """int main(void) { int *p = malloc(4), *q = malloc(4); *p = 1; *q = 1;
        while (ANY) { *q = 2; q = p; }
        ASSERT(*p == 1); return 0; }""",
        f"{BOTH} and not same(q, p) and at(p, 0) == 1",
    ),
    "the block is freed": (
        """int main(void) { int *p = malloc(4); *p = 1;
        while (ANY) { free(p); p = malloc(4); if (ANY) *p = 1; }
        ASSERT(*p == 1); return 0; }""",
        "valid(p, 4) and freeable(p) and at(p, 0) == 1",
    ),
    "beyond the block": (
        """int main(void) { int *p = malloc(4), *q = malloc(4); *p = 1; *q = 1;
        while (ANY) q[0] = 2;
        ASSERT(*q == 1); return 0; }""",
        f"{BOTH} and not same(q, p) and at(p, 1) == 1 and at(q, 0) == 1",
    ),
    "no block but a global": (
        """int g; int main(void) { int *p = &g; g = 1;
        while (ANY) g = 2;
        ASSERT(*p == 1); return 0; }""",
        "valid(p, 4) and freeable(p) and at(p, 0) == 1",
    ),
    "a global, for all that is said": (
        """int g; int main(void) { int *p = ANY ? &g : malloc(4); *p = 1;
        while (ANY) g = 2;
        ASSERT(*p == 1); return 0; }""",
        "valid(p, 4) and at(p, 0) == 1",
    ),
    "a pointer into the block, not to its start": (
        """int main(void) { int *p = malloc(8), *q = p + 1; *p = 1; *q = 1;
        while (ANY) *q = 2;
        ASSERT(*p == 1 && *q == 1); return 0; }""",
        f"{BOTH} and at(p, 0) == 1 and at(q, 0) == 1",
    ),
    "two views of one cell": (
        """int main(void) { int *p = malloc(4); char *c = (char *)p; *p = 1;
        while (ANY) c[1] = 1;
        ASSERT(*p == 1); return 0; }""",
        "valid(p, 4) and freeable(p) and at(p, 0) == 1",
    ),
    "a cell that a stranger may write": (
        """int main(void) { int *p = malloc(4), *r = p; *p = 1;
        while (ANY) { *r = 2; r = malloc(4); }
        ASSERT(*p == 1); return 0; }""",
        "valid(p, 4) and freeable(p) and at(p, 0) == 1",
    ),
    "a local array or a global": (
        """int g[10]; int main(void) { int a[10]; int *p = ANY ? a : g; p[3] = 5;
        while (ANY) { int i = ANY & 7; g[i] = 6; }
        ASSERT(p[3] == 5); return 0; }""",
        "valid(p, 40) and start(p) and at(p, 3) == 5",
    ),
    "one of two globals is not spoken of": (
        """int g[10], h[10]; int main(void) { int a[10]; int *p = ANY ? a : h; p[3] = 5; g[0] = 1;
        while (ANY) { int i = ANY & 7; h[i] = 6; }
        ASSERT(p[3] == 5); return 0; }""",
        "valid(p, 40) and start(p) and not same(p, g) and at(p, 3) == 5",
    ),
    "not said that it is the start": (
        """int main(void) { int a[10]; int *p = a + 2, *s = a; int n = 0;
        while (ANY) n = 1;
        ASSERT(s == p); return 0; }""",
        "valid(p, 4) and start(s) and same(s, p)",
    ),
    "the middle of an array": (
        """int main(void) { int a[10]; int *p = a + 2; p[0] = 5; a[3] = 5;
        while (ANY) a[2] = 6;
        ASSERT(p[0] == 5); return 0; }""",
        "valid(p, 4) and valid(a, 40) and start(a) and at(p, 0) == 5 and not same(p, a)",
    ),
    "one link is not said": (IN_EACH_OTHER, f"{NODES} and not same(a, b) and {LINKS.split(' and ', 1)[1]}"),
}


@pytest.mark.parametrize("name", REJECTED)
def test_rejected(name: str, tmp_path: Path) -> None:
    text, invariant = REJECTED[name]
    inlined = read(tmp_path / "program.c", HEAD + text)
    judgement = judge(inlined, certificate(inlined, {"main": ("true", "true", [invariant])}))
    assert judgement.failures
    assert not any("no answer" in failure.text for failure in judgement.failures)


def equal(place: Expr, number: int) -> Expr:
    return BinaryOp(Binary.EQ, place, const(INT, number))


def above(place: Expr, number: int) -> Expr:
    return BinaryOp(Binary.GT, place, const(INT, number))


class TestCases:
    one, two = conjunction((equal(S, 1), above(X, 5))), conjunction((equal(S, 2), above(X, 6)))

    def test_each_alternative(self) -> None:
        assert cases(disjunction((self.one, self.two))) == [self.one, self.two]

    def test_with_the_rest(self) -> None:
        found = cases(conjunction((above(X, 0), disjunction((self.one, self.two)))))
        assert found == [conjunction((above(X, 0), one)) for one in (self.one, self.two)]

    def test_the_vague_ones_together(self) -> None:
        vague = (above(X, 1), above(S, 1))
        found = cases(disjunction((self.one, vague[0], self.two, vague[1])))
        assert found == [self.one, self.two, disjunction(vague)]

    def test_none(self) -> None:
        assert cases(FALSE) == []

    @pytest.mark.parametrize("invariant", [one, above(X, 1), disjunction((above(X, 1), above(S, 1)))])
    def test_nothing_to_tell_apart(self, invariant: Expr) -> None:
        assert cases(invariant) == [invariant]

    def test_floats_that_are_equal_may_differ(self) -> None:
        double = Variable("d", "f", FloatType(64))
        zero = BinaryOp(Binary.EQ, double, Load(PointerAdd(X, X, PointerType(INT)), FloatType(64)))
        either = disjunction((zero, conjunction((zero, above(X, 1)))))
        assert cases(either) == [either]


def test_a_few_bits_of_a_byte_say_nothing_of_the_others(tmp_path: Path) -> None:
    """What is said of five bits is put in no place: the other three may be anything."""
    text = """unsigned char *p; int main(void) { p = malloc(1); *p = 0x63;
        while (ANY) ;
        ASSERT(*p == 3); return 0; }"""
    inlined = read(tmp_path / "program.c", HEAD + text)
    claimed = certificate(inlined, {"main": ("true", "true", ["valid(p, 1) and freeable(p)"])})
    entry = inlined.program.entry
    ((head, block),) = claimed.contracts[entry][0].invariants.items()
    (pointer,) = {one.pointer for one in subexpressions(block) if isinstance(one, Valid)}
    bits = IntType(5, False)
    few = BinaryOp(Binary.EQ, Load(pointer, bits), const(bits, 3))
    assert judge(inlined, change(claimed, entry, invariants={head: conjunction((block, few))})).failures


def test_no_bytes_by_a_size_that_is_too_wide(tmp_path: Path) -> None:
    """Of a size with more bits than a pointer the lowest count: of 2^64 bytes all null pointers are valid."""
    text = "int main(void) { int *p = 0; while (ANY) p = ANY ? 0 : malloc(4); ASSERT(p != 0); return 0; }"
    inlined = read(tmp_path / "program.c", HEAD + text)
    claimed = certificate(inlined, {"main": ("true", "true", ["freeable(p)"])})
    entry = inlined.program.entry
    ((head, freeable),) = claimed.contracts[entry][0].invariants.items()
    (p,) = variables(freeable)
    wide = conjunction((freeable, Valid(p, Const(IntType(128, False), 1 << 64))))
    assert judge(inlined, change(claimed, entry, invariants={head: wide})).failures
