"""Files are whole, whenever the process that writes them is ended."""

from __future__ import annotations

import os
import stat
import threading
from io import BufferedWriter
from pathlib import Path
from typing import Any

import pytest

from dovetail.evidence.whole_files import put, write_whole

DOCUMENT = b'{"format": "dovetail-certificate"}\n'


class Killed(BaseException):
    pass


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


def test_written(tmp_path: Path) -> None:
    path = put(tmp_path, "certificate.json", DOCUMENT)
    assert path == tmp_path / "certificate.json"
    assert path.read_bytes() == DOCUMENT
    assert names(tmp_path) == ["certificate.json"]


def test_ended_on_the_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of it is written: under the name that somebody looks for, there is nothing."""

    def half(path: Path, content: bytes) -> int:
        with path.open("wb") as file:
            file.write(content[: len(content) // 2])
        raise Killed

    monkeypatch.setattr(Path, "write_bytes", half)
    with pytest.raises(Killed):
        put(tmp_path, "certificate.json", DOCUMENT)
    assert names(tmp_path) == []


def test_a_file_of_the_users_is_the_old_one_or_the_new_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "answer.json"
    path.write_bytes(b"old")
    path.chmod(0o640)
    replace = Path.replace

    def killed(part: Path, target: Path) -> Path:
        assert path.read_bytes() == b"old" and part.read_bytes() == DOCUMENT
        raise Killed

    monkeypatch.setattr(Path, "replace", killed)
    with pytest.raises(Killed):
        write_whole(path, DOCUMENT)
    assert path.read_bytes() == b"old" and names(tmp_path) == ["answer.json"]
    monkeypatch.setattr(Path, "replace", replace)
    write_whole(path, DOCUMENT)
    assert path.read_bytes() == DOCUMENT and names(tmp_path) == ["answer.json"]
    assert stat.S_IMODE(path.stat().st_mode) == 0o640


def test_a_new_file_of_the_users_has_the_usual_rights(tmp_path: Path) -> None:
    write_whole(tmp_path / "answer.json", DOCUMENT)
    (tmp_path / "other").write_bytes(b"")
    rights = {stat.S_IMODE(file.stat().st_mode) for file in tmp_path.iterdir()}
    assert len(rights) == 1 and names(tmp_path) == ["answer.json", "other"]


def test_a_link_and_a_pipe_stay_what_they_are(tmp_path: Path) -> None:
    link, pipe = tmp_path / "latest.json", tmp_path / "pipe"
    (tmp_path / "answer.json").write_bytes(b"old")
    link.symlink_to("answer.json")
    write_whole(link, DOCUMENT)
    assert link.is_symlink() and (tmp_path / "answer.json").read_bytes() == DOCUMENT
    os.mkfifo(pipe)
    heard: list[bytes] = []
    listener = threading.Thread(target=lambda: heard.append(pipe.read_bytes()))
    listener.start()
    write_whole(pipe, DOCUMENT)
    listener.join()
    assert heard == [DOCUMENT] and pipe.is_fifo()


def test_a_folder_in_which_nothing_can_be_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file itself may still be written to."""
    path, opened = tmp_path / "answer.json", Path.open
    path.write_bytes(b"old")

    def refused(self: Path, mode: str = "r", *rest: Any) -> BufferedWriter:
        if mode == "xb":
            raise PermissionError(13, "Permission denied")
        return opened(self, mode, *rest)  # type: ignore[return-value]

    monkeypatch.setattr(Path, "open", refused)
    write_whole(path, DOCUMENT)
    assert path.read_bytes() == DOCUMENT and names(tmp_path) == ["answer.json"]
