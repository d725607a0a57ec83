"""Commands of Dovetail, run for an editor: each in a process of its own, which can be ended.

They ask a warm process (`dovetail serve`), which is started with the first of them and ends with the editor;
until that is ready, and where there is none, they do it themselves. Cancelling is Ctrl-C: what is known by
then is the answer, and whoever does not end for that is killed.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from dovetail.quick_dataclass import dataclass

PATIENCE = 3.0
"""Seconds that a command has to end when it is cancelled."""


@dataclass(frozen=True, slots=True)
class Answer:
    """`document` is what was written with --json, `said` is what there was on standard error."""

    document: dict[str, Any] | None
    status: int
    said: str


class Commands:
    """Those of one editor. `warm` is whether a warm process is wanted."""

    def __init__(self, *, warm: bool = True) -> None:
        self._scratch = tempfile.TemporaryDirectory(prefix="dovetail-", ignore_cleanup_errors=True)
        self._warm = warm
        self._server: asyncio.subprocess.Process | None = None
        self._ready = False
        self._running: set[asyncio.subprocess.Process] = set()
        self._watching: asyncio.Task[None] | None = None

    @property
    def is_warm(self) -> bool:
        return self._ready and self._server is not None and self._server.returncode is None

    async def run(self, words: Sequence[str], folder: Path) -> Answer:
        """Run `dovetail WORDS --json …` in a folder. Cancelled, it ends the command, and raises as usual."""
        await self._start_server()
        with tempfile.TemporaryDirectory(dir=self._scratch.name) as scratch:
            path = Path(scratch) / "answer.json"
            environment = {**os.environ, "DOVETAIL_SERVER": str(self._socket) if self.is_warm else ""}
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "dovetail", *words, "--json", str(path)),
                cwd=folder,
                env=environment,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.PIPE,
            )
            self._running.add(process)
            try:
                _, said = await process.communicate()
            except asyncio.CancelledError:
                await _ended(process)
                raise
            finally:
                self._running.discard(process)
            document = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else None
            return Answer(document, process.returncode or 0, said.decode("utf-8", "replace").strip())

    async def close(self) -> None:
        for process in [*self._running, *([self._server] if self._server is not None else [])]:
            await _ended(process)
        if self._watching is not None:
            self._watching.cancel()
        self._scratch.cleanup()

    def abandon(self) -> None:
        """Nobody listens any more, and there is no time: what is left of them is killed."""
        left = [*self._running, *([self._server] if self._server is not None else [])]
        for process in left:
            if process.returncode is None:
                with suppress(ProcessLookupError):
                    os.kill(process.pid, signal.SIGKILL)
        self._scratch.cleanup()

    @property
    def _socket(self) -> Path:
        return Path(self._scratch.name) / "warm"

    async def _start_server(self) -> None:
        if not self._warm or self._server is not None:
            return
        self._server = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "dovetail", "serve", str(self._socket)),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        self._watching = asyncio.create_task(self._wait_for(self._server))

    async def _wait_for(self, server: asyncio.subprocess.Process) -> None:
        """It prints a line when it is ready."""
        assert server.stdout is not None
        line = await server.stdout.readline()
        self._ready = bool(line.strip())


async def _ended(process: asyncio.subprocess.Process) -> None:
    for number in (signal.SIGINT, signal.SIGKILL):
        if process.returncode is None:
            with suppress(ProcessLookupError):
                process.send_signal(number)
            with suppress(TimeoutError):
                await asyncio.wait_for(process.wait(), PATIENCE)
