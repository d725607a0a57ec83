"""Completion in a shell, by the script that the command itself gives."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

BIN = Path(sys.executable).parent


def completed(words: str) -> list[str]:
    script = f"""
        source <(dovetail --show-completion bash)
        COMP_WORDS=({words})
        COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
        _dovetail_completion dovetail
        printf '%s\\n' "${{COMPREPLY[@]}}"
    """
    environment = {**os.environ, "PATH": f"{BIN}:{os.environ['PATH']}"}
    done = subprocess.run(["bash", "-c", script], env=environment, capture_output=True, text=True, check=True)
    return done.stdout.split()


def test_commands() -> None:
    assert completed("dovetail va") == ["validate"]


@pytest.mark.slow
def test_options_and_their_values() -> None:
    assert completed("dovetail check --prop") == ["--property"]
    assert completed("dovetail check --data-model L") == ["LP64"]
    assert "--baseline" in completed("dovetail project --")
