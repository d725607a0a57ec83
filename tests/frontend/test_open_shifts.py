"""A shift by a constant out of range: no verdict rests on what a compiler makes of it."""

from __future__ import annotations

from pathlib import Path

import pytest

import dovetail
from dovetail.frontend import LoadOptions, load
from dovetail.program.statements import Check, Unsupported
from thinned import thinned

PROGRAM = """
enum {{ BITS = 32 }};
static const int width = 32;
struct layout {{ int bits; }};
static const struct layout layout = {{ 33 }};
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {{
    int x = __VERIFIER_nondet_int();
    long long wide = x;
    const int n = 40;
    if ({expression})
        reach_error();
    return 0;
}}
"""
OPEN = [
    "x << 32",
    "x >> -1",
    "wide << 64",
    "(char)x << BITS",
    "x << 8 * sizeof x",
    "x >> width",
    "x >> n",
    "x << layout.bits",
    "x << (x, 32)",
    "x << (unsigned char)288",
    "x && x << 32",
]
FINE = ["x << 31", "wide << BITS", "wide >> n", "x << x", "(long)x << 63", "x << (x & 32)"]


def written(path: Path, expression: str) -> Path:
    file = path / "f.c"
    file.write_text(PROGRAM.format(expression=expression))
    return file


def unsupported(path: Path, expression: str, *properties: str) -> list[str]:
    options = LoadOptions(properties=properties or ("unreach-call",))
    main = load([written(path, expression)], options).program.procedures["main"]
    return [edge.statement.reason for edge in main.edges if isinstance(edge.statement, Unsupported)]


@pytest.mark.parametrize("expression", thinned(OPEN, 3))
def test_it_is_not_supported(expression: str, tmp_path: Path) -> None:
    found = unsupported(tmp_path, expression)
    assert len(found) == 1 and found[0].endswith(": what it gives is up to the compiler")
    result = dovetail.check(tmp_path / "f.c", timeout=20, out=tmp_path / "out")
    assert result.verdict.value == "unknown" and found[0] in result.reason
    assert not result.problems


@pytest.mark.parametrize("expression", thinned(OPEN, 6))
def test_it_is_a_violation_where_shifts_are_checked(expression: str, tmp_path: Path) -> None:
    assert not unsupported(tmp_path, expression, "no-overflow")
    program = load([tmp_path / "f.c"], LoadOptions(properties=("no-overflow",))).program
    main = program.procedures["main"]
    kinds = [edge.statement.info.kind for edge in main.edges if isinstance(edge.statement, Check)]
    assert "shift" in kinds
    result = dovetail.check(tmp_path / "f.c", timeout=20, properties=["no-overflow"], out=tmp_path / "out")
    assert result.verdict.value == "violated"
    assert not result.problems


@pytest.mark.parametrize("expression", thinned(FINE, 3))
def test_what_the_machine_does_is_supported(expression: str, tmp_path: Path) -> None:
    assert not unsupported(tmp_path, expression)


@pytest.mark.parametrize(
    "expression", thinned(["0 && x << 32", "sizeof(x << 32) == 3", "1 ? 0 : x << 32"], 3)
)
def test_what_is_not_evaluated_does_not_matter(expression: str, tmp_path: Path) -> None:
    assert not unsupported(tmp_path, expression)
    result = dovetail.check(tmp_path / "f.c", timeout=20, out=tmp_path / "out")
    assert result.verdict.value == "proved"


@pytest.mark.parametrize(
    "declaration",
    [
        "enum { A = 1 << 32 };",
        "char a[(1 >> 32) + 7];",
        "struct s { int b : (1 >> -1) + 3; } s;",
        "int f(void) { char a[(1 >> 32) + 2]; return sizeof a; }",
    ],
)
def test_in_a_constant_nothing_has_a_meaning(declaration: str, tmp_path: Path) -> None:
    file = tmp_path / "f.c"
    file.write_text(f"{declaration}\nint main(void) {{ return 0; }}\n")
    for native in (False, True):
        end = dovetail.run(file, native=native).end
        assert end.kind.value == "unsupported"
        assert end.position is not None and end.position.line == 1


@pytest.mark.parametrize(
    "declaration", thinned(["int g = 1 << 32;", "int g[3] = {1, 1 << 32};", "double g = 2 >> -1;"], 3)
)
def test_an_initialiser_is_a_constant(declaration: str, tmp_path: Path) -> None:
    file = tmp_path / "f.c"
    for text in (
        f"{declaration}\nint main(void) {{ return !&g; }}\n",
        f"int main(void) {{ static {declaration}\nreturn !&g; }}\n",
    ):
        file.write_text(text)
        for native in (False, True):
            for property_ in ("unreach-call", "no-overflow"):
                end = dovetail.run(file, native=native, properties=[property_]).end
                assert end.kind.value == "unsupported"
                assert end.position is not None and end.position.line == 1


def test_a_case_that_is_not_known_makes_the_switch_unknown(tmp_path: Path) -> None:
    file = tmp_path / "f.c"
    file.write_text("""
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    switch (__VERIFIER_nondet_int()) {
    case 1 << 32: return 1;
    case 3 ... 4 << 32: return 2;
    case 7: reach_error();
    default: return 3;
    }
}
""")
    result = dovetail.check(file, timeout=20, out=tmp_path / "out")
    assert result.verdict.value == "unknown"
    assert "a shift of int by the constant 32" in result.reason
    assert not result.problems
