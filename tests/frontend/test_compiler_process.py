"""What the compiler writes is read as it is, but for the indentation of deep trees."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

import dovetail
from dovetail.frontend import InputError, compiler_process
from dovetail.frontend.compiler_process import TooMuchOutput, run
from dovetail.frontend.literals import string_units
from dovetail.frontend.nesting import with_room
from dovetail.frontend.syntax import decode
from thinned import thinned


def printed(text: bytes, **options: object) -> bytes:
    """As a compiler writes it that writes what it was given."""
    copy = "import shutil, sys; shutil.copyfileobj(sys.stdin.buffer, sys.stdout.buffer)"
    return bytes(run([sys.executable, "-c", copy], text, **options).output)  # type: ignore[arg-type]


def tree(depth: int, literal: str = "") -> bytes:
    """A tree in clang's form, with a string at the bottom."""
    lines = []
    for level in range(depth):
        lines += [f'{" " * 4 * level}"kind": "ParenExpr",', f'{" " * 4 * level}"inner": [']
        lines += [" " * (4 * level + 2) + "{"]
    lines += [f'{" " * 4 * depth}"kind": "StringLiteral", "value": "{literal}"']
    for level in reversed(range(depth)):
        lines += [" " * (4 * level + 2) + "}", " " * 4 * level + "]"]
    return ("{\n" + "\n".join(lines) + "\n}\n").encode()


def bottom(text: bytes) -> tuple[int, object]:
    node, depth = with_room(lambda: decode(text)), 0
    while node.inner:
        node, depth = node.inner[0], depth + 1
    return depth, node.value


@pytest.mark.parametrize("depth", [1, 100, 129, 130, 700])
@pytest.mark.parametrize("blanks", thinned([0, 2, 600, 5_000], 2))
def test_a_tree_is_the_same_tree(depth: int, blanks: int) -> None:
    literal = "a" + " " * blanks + "b  c" + " " * blanks
    text = tree(depth, literal)
    read = printed(text, tree=True)
    assert bottom(read) == (depth, literal)
    assert len(read) < 600 * 10 * depth + 10 * blanks + 1_000
    if depth < 100:
        assert read == text


@pytest.mark.parametrize("chunk", thinned([700, 1_024, 4_099], 3))
@pytest.mark.parametrize("depth", [130, 300])
def test_wherever_it_is_cut(chunk: int, depth: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(compiler_process, "_CHUNK", chunk)
    for sample in (64, 1 << 16):
        monkeypatch.setattr(compiler_process, "_SAMPLE", sample)
        literal = "x" + " " * 3_000 + "y"
        assert bottom(printed(tree(depth, literal), tree=True)) == (depth, literal)


def test_other_text_is_left_alone() -> None:
    text = b"int x;\n" + b" " * 5_000 + b"int y;\n"
    assert printed(text) == text


def test_more_than_is_wanted() -> None:
    with pytest.raises(TooMuchOutput):
        printed(b"x" * 3_000_000, most=1_000_000)
    assert len(printed(b"x" * 1_000_000, most=1_000_000)) == 1_000_000


def test_a_bomb_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("dovetail.frontend.clang.MAX_PREPROCESSED", 100_000)
    macros = "\n".join(f"#define M{i} M{i - 1} M{i - 1}" for i in range(1, 25))
    path = tmp_path / "f.c"
    path.write_text(f"#define M0 x++;\n{macros}\nint main(void) {{ int x = 0; M24 return x; }}\n")
    with pytest.raises(InputError, match="after the preprocessor this is more than Dovetail reads"):
        dovetail.show(path)


def test_columns_behind_many_blanks(tmp_path: Path) -> None:
    path = tmp_path / "f.c"
    blanks = " " * 2_000
    path.write_text(
        f"extern void reach_error(void);\nint main(void) {{\n{blanks}if ({'!' * 300}1)\n"
        f"{blanks}reach_error();\nreturn 0; }}\n"
    )
    (check,) = dovetail.show(path).program.checks
    assert (check.position.line, check.position.column) == (4, 2_001)


def test_a_literal_with_blanks_deep_inside(tmp_path: Path) -> None:
    path = tmp_path / "f.c"
    blanks = " " * 1_500
    path.write_text(f'char *s;\nint main(void) {{ s = {"0 ? 0 : " * 300}"a{blanks}b"; return 0; }}\n')
    objects = dovetail.show(path).program.objects.values()
    wanted = bytes(string_units(f'"a{blanks}b"'))
    assert any(one.initial.rstrip(b"\0") == wanted for one in objects)
