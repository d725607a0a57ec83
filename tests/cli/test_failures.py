"""What goes wrong is said in one message, and nothing of the user's is touched."""

from __future__ import annotations

from pathlib import Path

import pytest

from dovetail.cli.failures import Status, guarded
from dovetail.frontend.errors import InputError
from dovetail.program.position import Position
from dovetail.report import output_folder


def test_bad_input_is_one_line_with_its_place(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)

    def work() -> Status:
        raise InputError("expected ';'", Position("f.c", 3, 7))

    assert guarded(work, []) == Status.BAD_INPUT
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == "error: f.c:3:7: expected ';'\n"
    assert list(tmp_path.iterdir()) == []


def test_a_bug_is_called_a_bug_and_saved(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    source = tmp_path / "f.c"
    source.write_text("int main(void) { return 0; }\n")

    def work() -> Status:
        raise ZeroDivisionError("seven of nine")

    for _ in range(2):
        assert guarded(work, [source]) == Status.UNKNOWN
        error = capsys.readouterr().err
        assert "bug in Dovetail" in error
        assert "Traceback" not in error
    out = tmp_path / "dovetail-out"
    assert (out / output_folder.MARKER).is_file()
    (folder,) = (entry for entry in out.iterdir() if entry.is_dir())
    assert "seven of nine" in (folder / "report.txt").read_text()
    assert (folder / "0-f.c").read_text() == source.read_text()


def test_a_folder_of_the_users_is_left_alone(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    mine = tmp_path / "dovetail-out"
    mine.mkdir()
    (mine / "thesis.tex").write_text("years of work")

    def work() -> Status:
        raise RuntimeError("oops")

    assert guarded(work, []) == Status.UNKNOWN
    assert "not made by Dovetail" in capsys.readouterr().err
    assert [entry.name for entry in mine.iterdir()] == ["thesis.tex"]


def test_claiming_a_folder(tmp_path: Path) -> None:
    fresh = tmp_path / "a" / "b"
    assert output_folder.claim(fresh) == fresh
    assert output_folder.claim(fresh) == fresh
    file = tmp_path / "file"
    file.write_text("")
    with pytest.raises(output_folder.NotOurs):
        output_folder.claim(file)
