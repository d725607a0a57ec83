"""Files in Dovetail's folder are whole, whenever the process that writes them is ended."""

from __future__ import annotations

from pathlib import Path

import pytest

from dovetail.report.output_folder import put


class Killed(BaseException):
    pass


def test_written(tmp_path: Path) -> None:
    path = put(tmp_path, "certificate.json", b"{}\n")
    assert path == tmp_path / "certificate.json"
    assert path.read_bytes() == b"{}\n"
    assert [file.name for file in tmp_path.iterdir()] == ["certificate.json"]


def test_ended_on_the_way(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of it is written: under the name that somebody looks for, there is nothing."""

    def half(path: Path, content: bytes) -> int:
        with path.open("wb") as file:
            file.write(content[: len(content) // 2])
        raise Killed

    monkeypatch.setattr(Path, "write_bytes", half)
    with pytest.raises(Killed):
        put(tmp_path, "certificate.json", b'{"format": "dovetail-certificate"}\n')
    assert not (tmp_path / "certificate.json").exists()
    assert not list(tmp_path.glob("*.json"))
