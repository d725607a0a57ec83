"""What a witness says, put into a program: where it belongs, and nowhere else."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from dovetail.evidence.constraints import Macros, c_text
from dovetail.evidence.witness_file import read_witness
from dovetail.evidence.witnessed import Copies, NotFollowed, witnessed
from evidence.witnesses import document, invariant, place, segments, waypoint, write

TEXT = """\
int g(int a) { return a; }
int main(void) {
    int n = 3; /* while */
    for (int i = 0; i < n; i++)
        g(i);
    while (n)
        n--;
    do { n++; } while (n < 5);
    do n++; while (n < 9);
    for (;;) {
        if (n) g(1); else n = 2;
        switch (n) { case 1: n = 4; break; }
    out: n = n ? 7 : g(2);
    }
}
"""
LOOP, HERE = "__CPROVER_dovetail_loop_invariant", "__CPROVER_dovetail_invariant"


@pytest.fixture
def program(tmp_path: Path) -> Path:
    path = tmp_path / "f.c"
    path.write_text(TEXT)
    return path


def made(program: Path, kind: str, content: list[Any]) -> Copies:
    witness = read_witness(write(program.with_name("w.yml"), document(kind, content, program)))
    return witnessed(witness, {program.name: program.read_bytes()})


def line_with(program: Path, text: str, kind: str, within: int = 0) -> str:
    """The line that becomes another by an invariant `7` at a text."""
    copies = made(program, "invariant_set", [invariant(place(program, text, within, None), 7, kind)])
    (new,) = copies.texts.values()
    _, marker, *lines = new.split("\n")
    assert marker == '# 1 "f.c"'
    changed = [one for one, old in zip(lines, TEXT.split("\n"), strict=True) if one != old]
    assert len(changed) == 1, changed
    return changed[0].strip()


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("for (int", f"for (int i = 0; {LOOP}((7)), (i < n); i++)"),
        ("while (n)", f"while ({LOOP}((7)), (n))"),
        ("do {", f"do {{ {LOOP}((7)); n++; }} while (n < 5);"),
        ("do n", f"do if (({LOOP}((7))), 0) ; else n++; while (n < 9);"),
        ("for (;;)", f"for (;{LOOP}((7)), 1;) {{"),
    ],
)
def test_at_loops(program: Path, text: str, line: str) -> None:
    assert line_with(program, text, "loop_invariant") == line


@pytest.mark.parametrize(
    ("text", "within", "line"),
    [
        ("int n = 3", 0, f"{HERE}((7)); int n = 3; /* while */"),
        ("g(i)", 0, f"if (({HERE}((7))), 0) ; else g(i);"),
        ("else n = 2", 5, f"if (n) g(1); else if (({HERE}((7))), 0) ; else n = 2;"),
        ("case 1", 0, f"switch (n) {{ case 1: if (({HERE}((7))), 0) ; else n = 4; break; }}"),
        ("out: n", 0, f"out: if (({HERE}((7))), 0) ; else n = n ? 7 : g(2);"),
        ("out: n", 5, f"out: if (({HERE}((7))), 0) ; else n = n ? 7 : g(2);"),
    ],
)
def test_before_statements(program: Path, text: str, within: int, line: str) -> None:
    assert line_with(program, text, "location_invariant", within) == line


@pytest.mark.parametrize(
    ("kind", "text", "within", "function", "said"),
    [
        ("loop_invariant", "n--", 0, "main", "no loop begins at f.c:7:9"),
        ("loop_invariant", "while */", 0, "main", "no loop begins at f.c:3:19"),
        ("loop_invariant", "while (n < 5)", 0, "main", "no loop begins at f.c:8:17"),
        ("loop_invariant", "for (int", 1, "main", "no loop begins at f.c:4:6"),
        ("loop_invariant", "for (int", 0, "g", "f.c:4:5 is in the function 'main', not in 'g'"),
        ("location_invariant", "i < n", 0, "main", "no statement begins at f.c:4:21"),
        ("location_invariant", "i++", 0, "main", "no statement begins at f.c:4:28"),
        ("location_invariant", "7 : g", 4, "main", "no statement begins at f.c:13:22"),
        ("location_invariant", "int g", 0, None, "no statement begins at f.c:1:1"),
        ("location_invariant", "= 3", 0, "main", "no statement begins at f.c:3:11"),
    ],
)
def test_where_nothing_of_the_kind_is(
    program: Path, kind: str, text: str, within: int, function: str | None, said: str
) -> None:
    with pytest.raises(NotFollowed) as refused:
        made(program, "invariant_set", [invariant(place(program, text, within, function), 7, kind)])
    assert said in str(refused.value)


def test_columns_count_bytes_or_characters(program: Path) -> None:
    text = "int main(void) {\n    /* größer */ while (1) ;\n}\n"
    program.write_text(text, encoding="utf-8")
    for line in (text.split("\n")[1], text.split("\n")[1].encode().decode("latin-1")):
        location = {"line": 2, "column": line.index("while") + 1}
        (new,) = made(program, "invariant_set", [invariant(location, 7)]).texts.values()
        assert f"while ({LOOP}((7)), (1)) ;" in new


def test_waypoints(program: Path) -> None:
    text = "int f(void);\nint main(void) {\n    int x = f();\n    if (x > 3)\n        x = 1 / (x - 5);\n}\n"
    program.write_text(text)
    steps = segments(
        waypoint("function_return", place(program, "f();\n", 2), "\\result == 5"),
        waypoint("assumption", place(program, "if ("), "x == 5"),
        waypoint("branching", place(program, "if ("), "true"),
        waypoint("target", place(program, "x = 1")),
    )
    copies = made(program, "violation_sequence", steps)
    assert copies.segments == 3 and copies.left_out == ()
    assert copies.target is not None and (copies.target.begin, copies.target.end) == ((5, 9), (5, 25))
    (new,) = copies.texts.values()
    body = new.partition('# 1 "f.c"\n')[2]
    result = "+(_Bool)(((dovetail_witness_result + (__int128)0) == (5 + (__int128)0)))"
    assert f"dovetail_witness_pass(0, dovetail_witness_passed == 0 && ({result}));" in body
    assert "dovetail_witness_pass(1, dovetail_witness_passed == 1 && (x == 5)); if (dovetail_wit" in body
    assert "if (dovetail_witness_took(2, 1, (x > 3) != 0))" in body
    assert body.count("x = 1 / (x - 5);") == 2 and "if (dovetail_witness_passed >= 3) {" in body


@pytest.mark.parametrize(
    "text",
    [
        *("", "x; y", "x = 1", "x++", "f(), 1", "{1}", "x)(y", "(x", '"a"', "x // y", "x /* */", "x += 1"),
        *(
            "#if 1",
            "x \\",
            "__CPROVER_assume(0)",
            "__dovetail_choice()",
            "x ==> y",
            "\\result",
            "größer",
            "@",
        ),
        *("x -- y", "__VERIFIER_nondet_int()", "dovetail_assume(0)", "x\0", "x <<= 2"),
    ],
)
def test_what_is_no_expression_that_looks(text: str) -> None:
    with pytest.raises(ValueError, match=r"it|place|name"):
        c_text(text)


def test_what_is_one() -> None:
    text = "a[i].b->c == (unsigned long) 0x1fUL && !(x ? ~y : -'a') || *p % 3 >= 1e+5 >> 2"
    assert c_text(text) == text
    assert c_text("\\result  ==\n 5", of_result=True) == "dovetail_witness_result == 5"


def test_macros() -> None:
    text = "#define LIMIT (N + 1) /* so many */\n#define N 5\n#define BAD 1) || f(\n"
    text += "#define F(x) x\n# define V N; g\n"
    macros = Macros([text], ["-DEND=}", "-DPLAIN", "-DP(x)=x"])
    assert macros.changing("i < LIMIT && PLAIN") is None
    assert [macros.changing(f"i < {one}") for one in ("BAD", "F", "V", "END", "P")] == [
        *("BAD", "F", "V", "END", "P")
    ]
