"""C text as it is shown: nothing of it is lost, functions are found, and columns are not trusted too far."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dovetail.report.c_text import CText, Passage, visible
from report.handmade import FACTORIAL

FRAGMENTS = [
    "/*",
    "*/",
    "//",
    '"',
    "'",
    "\\",
    "\n",
    "\r\n",
    "#",
    "int",
    "x",
    "{",
    "}",
    ";",
    " ",
    "\t",
    "é",
    "(",
    ")",
]


@given(st.lists(st.sampled_from(FRAGMENTS), max_size=40).map("".join))
def test_pieces_are_the_text(text: str) -> None:
    source = CText(text)
    told = ["".join(piece.text for piece in line) for line in source.pieces()]
    assert told == list(source.lines)


def test_kinds() -> None:
    source = CText('#include "a.h" /* one\ntwo */ int f; // int\nchar *s = "int \\" /*"; c = \'"\';\n')
    kinds = [[(piece.kind, piece.text) for piece in line if piece.kind] for line in source.pieces()]
    assert kinds == [
        [("directive", '#include "a.h" '), ("comment", "/* one")],
        [("comment", "two */"), ("keyword", "int"), ("comment", "// int")],
        [("keyword", "char"), ("string", '"int \\" /*"'), ("string", "'\"'")],
    ]


def test_lines_are_those_that_a_compiler_counts() -> None:
    # Python would also end lines at form feeds and at other characters of Unicode.
    assert CText("a\fb\x85c\u2028d\r\ne\rf\n").lines == ("a\fb\x85c\u2028d", "e", "f")


def test_functions_are_passages() -> None:
    assert CText(FACTORIAL).passages({8: "factorial", 13: "factorial", 28: "main"}) == [
        Passage(5, 18, "factorial"),
        Passage(25, 32, "main"),
    ]


@pytest.mark.parametrize(
    ("text", "known", "expected"),
    [
        # A brace in a comment, in a string, in a directive.
        ('/* { */\nint f(void) { puts("}"); /* } */\n}\nint g;\n', {2: "f"}, [Passage(2, 3, "f")]),
        # Declarations of parameters between a name and its body.
        ("int g;\nint f(a, b)\nint a;\nint b;\n{\n  return a;\n}\n", {6: "f"}, [Passage(2, 7, "f")]),
        # A type on a line of its own; a body that closes twice in the first column.
        ("static int\nf(void)\n{\n{\n  return 1;\n}\n}\n", {5: "f"}, [Passage(1, 7, "f")]),
        # Braces that only a preprocessor can match: then only what is known.
        (
            "#if A\nint f(void) {\n#else\nint f(int a) {\n#endif\n  return 0;\n}\n",
            {6: "f"},
            [Passage(6, 6, "f")],
        ),
        # No text at all.
        ("", {3: "f", 4: "f", 9: "f"}, [Passage(3, 4, "f"), Passage(9, 9, "f")]),
    ],
)
def test_passages(text: str, known: dict[int, str], expected: list[Passage]) -> None:
    assert CText(text).passages(known) == expected


@pytest.mark.parametrize(
    ("line", "column", "expected"),
    [
        ("for (i = 0; i < n; i++) {", 6, "i = 0"),
        ("for (i = 0; i < n; i++) {", 13, "i < n"),
        ("for (i = 0; i < n; i++) {", 20, "i++"),
        ("\twhile (f(x) && g[y]) ;", 9, "f(x) && g[y]"),
        ("x = 1; a_long_name_of_a_function(of, many, arguments);", 8, "a_long_name_of_a_functi…"),
        ("assert(x); y = 2;", 12, ""),  # what a macro stands for has other columns
        ("x = LIMIT; y = 2;", 12, ""),
        ("two = 1; y = 2;", 10, ""),
        ("x = 1;  y = 2;", 9, ""),  # two spaces become one
        ("x = /* one */ 1; y = 2;", 18, ""),
        ("x = 1;", 40, ""),
        ("number", 3, ""),
    ],
)
def test_snippets(line: str, column: int, expected: str) -> None:
    assert CText(f"#define two 2\n{line}\n").snippet(2, column) == expected


def test_hidden_characters_are_shown() -> None:
    assert visible("a\x1b[31mb\x00\x7f\u202ec\x9b\ud800 \t") == "a␛[31mb␀␡⟨U+202E⟩c⟨U+009B⟩⟨U+D800⟩ \t"
    assert visible("naïve → ∅") == "naïve → ∅"
