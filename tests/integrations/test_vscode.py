"""The extension for VS Code: of a piece with the server, and packaged where npm's registry can be reached."""

from __future__ import annotations

import json
import shutil
import subprocess
import zipfile
from dataclasses import fields
from pathlib import Path

import pytest

from dovetail.cli.app import COMMANDS
from dovetail.editor.server import CHECK, INSERT
from dovetail.editor.settings import Settings

FOLDER = Path(__file__).parent.parent.parent / "editors" / "vscode"
PACKAGE = json.loads((FOLDER / "package.json").read_text())
CODE = (FOLDER / "extension.js").read_text()
SETTINGS = {
    key.removeprefix("dovetail."): one
    for key, one in PACKAGE["contributes"]["configuration"]["properties"].items()
}


def test_it_is_of_a_piece() -> None:
    assert PACKAGE["main"] == "./extension.js" and PACKAGE["activationEvents"] == ["onLanguage:c"]
    executable, command = SETTINGS.pop("command")["default"]
    assert executable == "dovetail" and command in COMMANDS
    given, wrong = Settings.read({name: one["default"] for name, one in SETTINGS.items()})
    assert (given, wrong) == (Settings(), "") and len(SETTINGS) == len(fields(Settings))
    assert json.dumps([*SETTINGS]) in CODE
    own = [one["command"] for one in PACKAGE["contributes"]["commands"]]
    assert all(f'registerCommand("{name}"' in CODE for name in own)
    assert {CHECK, INSERT}.isdisjoint(own), "the client registers those of the server"
    readme = (FOLDER / "README.md").read_text()
    assert all(f"`dovetail.{name}`" in readme for name in SETTINGS)


@pytest.mark.skipif(shutil.which("node") is None, reason="there is no node")
def test_it_is_javascript() -> None:
    node = shutil.which("node")
    assert node is not None
    subprocess.run([node, "--check", FOLDER / "extension.js"], check=True)


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("npm") is None, reason="there is no npm")
def test_it_packages(tmp_path: Path) -> None:
    folder = tmp_path / "vscode"
    shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns("node_modules", "*.vsix"))
    npm, npx = shutil.which("npm"), shutil.which("npx")
    assert npm is not None and npx is not None
    if subprocess.run([npm, "ping"], cwd=folder, capture_output=True, check=False).returncode:
        pytest.skip("npm's registry cannot be reached")
    subprocess.run([npm, "install", "--no-audit", "--no-fund"], cwd=folder, check=True)
    subprocess.run([npx, "--yes", "@vscode/vsce", "package", "-o", "made.vsix"], cwd=folder, check=True)
    with zipfile.ZipFile(folder / "made.vsix") as made:
        names = set(made.namelist())
    assert {"extension/extension.js", "extension/package.json"} <= names
    assert "extension/node_modules/vscode-languageclient/package.json" in names
