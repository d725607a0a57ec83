"""`dovetail --server SOCKET …` does what `dovetail …` does."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PROVED = "#include <assert.h>\nint main(void) { int x = 3; assert(x * 2 == 6); return 0; }\n"


def dovetail(*arguments: str, folder: Path, **more: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), **more}
    command = [sys.executable, "-m", "dovetail", *arguments]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    path = str(tmp_path_factory.mktemp("server") / "socket")
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "DOVETAIL_SERVER": "/never/asked"}
    command = [sys.executable, "-m", "dovetail", "serve", path]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        assert server.stdout.readline() == f"serving at {path}\n"
        yield path
        server.send_signal(signal.SIGTERM)
        assert server.wait(20) == 0
    assert not os.path.exists(path)


def same(text: str) -> str:
    """What two runs of the same command have in common."""
    return re.sub(r"(?m)^[\d.]+ m?s, .*$", "", text)


@pytest.mark.parametrize(
    "arguments",
    [
        ("--version",),
        ("check", "--help"),
        ("check", "nowhere.c"),
        ("check", "--never"),
        ("run", "f.c"),
    ],
)
def test_the_same_answer(address: str, tmp_path: Path, arguments: tuple[str, ...]) -> None:
    (tmp_path / "f.c").write_text(PROVED)
    here = dovetail(*arguments, folder=tmp_path)
    there = dovetail("--server", address, *arguments, folder=tmp_path)
    assert (there.returncode, there.stdout, there.stderr) == (here.returncode, here.stdout, here.stderr)


def test_a_check(address: str, tmp_path: Path) -> None:
    (tmp_path / "f.c").write_text(PROVED)
    done = dovetail("check", "f.c", "--json=-", folder=tmp_path, DOVETAIL_SERVER=address)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["verdict"] == "proved"
    assert (tmp_path / "dovetail-out" / "f-1" / "proof" / "certificate.json").is_file()
    (tmp_path / "f.c").write_text(PROVED.replace("6", "7"))  # nothing is remembered
    done = dovetail(f"--server={address}", "check", "f.c", "--quiet", folder=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (1, "VERDICT: VIOLATED\n", "")


def test_nobody_there(tmp_path: Path) -> None:
    done = dovetail("--server", "s", "check", "f.c", folder=tmp_path)
    assert (done.returncode, done.stdout) == (2, "") and "no server answers at s" in done.stderr
    done = dovetail("--server", "", "--version", folder=tmp_path, DOVETAIL_SERVER="s")
    assert done.returncode == 0 and done.stdout.startswith("dovetail ")


def test_the_client_imports_next_to_nothing() -> None:
    code = (
        "import sys; before = set(sys.modules); import dovetail.cli, dovetail.serving.client;"
        "print(*sorted(name for name in set(sys.modules) - before if name.startswith('dovetail')));"
        "print(len(set(sys.modules) - before))"
    )
    environment = {**os.environ, "PYTHONPATH": str(ROOT / "src")}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    ours, number = done.stdout.splitlines()
    assert ours.split() == [
        *("dovetail", "dovetail.cli", "dovetail.serving", "dovetail.serving.client"),
        *("dovetail.serving.messages", "dovetail.version"),
    ]
    assert int(number) < 60
