"""Chromium without a window, driven through its DevTools protocol over a pair of pipes.

Only what the tests of the page use: one tab, evaluation of scripts, mouse and keys, screenshots, and what the
console says. No library is needed for it.
"""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

PROGRAM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
_KEYS = {
    "Escape": 27,
    "Enter": 13,
    "Tab": 9,
    "ArrowDown": 40,
    "ArrowUp": 38,
    "ArrowLeft": 37,
    "ArrowRight": 39,
}
_PATIENCE = 60.0
_LAUNCH = """
import fcntl, os, sys
# Chromium reads commands from descriptor 3 and writes to 4, whatever these are now.
ends = [fcntl.fcntl(int(end), fcntl.F_DUPFD, 10) for end in sys.argv[1:3]]
os.dup2(ends[0], 3)
os.dup2(ends[1], 4)
os.execv(sys.argv[3], sys.argv[3:])
"""


class Tab:
    """A page, open."""

    def __init__(self, to_browser: int, from_browser: int) -> None:
        self._to, self._from = to_browser, from_browser
        self._number = 0
        self._rest = b""
        self._session: str | None = None
        self.complaints: list[str] = []
        """Exceptions, errors and warnings, of the script and of the page."""
        self.requests: list[str] = []
        self._loaded = False
        target = self._call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self._call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self._call(f"{domain}.enable")

    def view(self, width: int, height: int = 800, *, dark: bool = False, mobile: bool = False) -> None:
        self._call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=mobile,
        )
        scheme = {"name": "prefers-color-scheme", "value": "dark" if dark else "light"}
        self._call("Emulation.setEmulatedMedia", features=[scheme])

    def open(self, path: Path, fragment: str = "") -> None:
        """Until everything has loaded and the page says that it is ready."""
        # From one place to another of the same page, nothing would be loaded.
        for url in ("about:blank", path.resolve().as_uri() + fragment):
            self._loaded = False
            self._call("Page.navigate", url=url)
            self._until(lambda: self._loaded, f"{url} has not loaded")
        self.wait_for("document.documentElement.dataset.ready === '1'")
        # What it says can be read once it is laid out, which a busy machine does later.
        self.script("new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(1))))")

    def script(self, expression: str) -> Any:
        """What it evaluates to, a promise awaited."""
        answer = self._call(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True, userGesture=True
        )
        if "exceptionDetails" in answer:
            raise AssertionError(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def wait_for(self, condition: str, seconds: float = 10.0) -> None:
        end = time.monotonic() + seconds
        while not self.script(condition):
            assert time.monotonic() < end, f"in {seconds} s it has not come to {condition}"
            time.sleep(0.02)

    def point_at(self, x: float, y: float) -> None:
        self._call("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)

    def click(self, x: float, y: float) -> None:
        self.point_at(x, y)
        for type_ in ("mousePressed", "mouseReleased"):
            self._call("Input.dispatchMouseEvent", type=type_, x=x, y=y, button="left", clickCount=1)

    def press(self, key: str) -> None:
        code = _KEYS.get(key, ord(key.upper()) if len(key) == 1 else 0)
        text = {"text": key} if len(key) == 1 else {"text": "\r"} if key == "Enter" else {}
        self._call("Input.dispatchKeyEvent", type="keyDown", key=key, windowsVirtualKeyCode=code, **text)
        self._call("Input.dispatchKeyEvent", type="keyUp", key=key, windowsVirtualKeyCode=code)

    def write(self, text: str) -> None:
        self._call("Input.insertText", text=text)

    def screenshot(self, path: Path) -> None:
        data = self._call("Page.captureScreenshot", format="png")["data"]
        path.write_bytes(base64.b64decode(data))

    def pdf(self) -> bytes:
        return base64.b64decode(self._call("Page.printToPDF", printBackground=True)["data"])

    # -- the protocol

    def _call(self, method: str, **parameters: Any) -> dict[str, Any]:
        self._number += 1
        number = self._number
        message: dict[str, Any] = {"id": number, "method": method, "params": parameters}
        if self._session is not None:
            message["sessionId"] = self._session
        os.write(self._to, json.dumps(message).encode() + b"\0")
        answers: list[dict[str, Any]] = []

        def answered() -> bool:
            return any(answer["id"] == number for answer in answers)

        self._until(answered, f"no answer to {method}", answers)
        answer = next(answer for answer in answers if answer["id"] == number)
        assert "error" not in answer, f"{method}: {answer['error']}"
        return answer["result"]

    def _until(self, condition: Any, complaint: str, answers: list[dict[str, Any]] | None = None) -> None:
        end = time.monotonic() + _PATIENCE
        while not condition():
            ready, _, _ = select.select([self._from], [], [], max(end - time.monotonic(), 0))
            assert ready, complaint
            data = os.read(self._from, 1 << 20)
            assert data, "the browser has ended"
            *messages, self._rest = (self._rest + data).split(b"\0")
            for message in map(json.loads, messages):
                if "id" in message:
                    if answers is not None:
                        answers.append(message)
                else:
                    self._hear(message["method"], message["params"])

    def _hear(self, event: str, what: dict[str, Any]) -> None:
        match event:
            case "Page.loadEventFired":
                self._loaded = True
            case "Runtime.exceptionThrown":
                self.complaints.append(json.dumps(what["exceptionDetails"]))
            case "Runtime.consoleAPICalled" if what["type"] in ("error", "warning", "assert"):
                self.complaints.append(json.dumps(what["args"]))
            case "Log.entryAdded":
                self.complaints.append(what["entry"]["text"])
            case "Network.requestWillBeSent":
                self.requests.append(what["request"]["url"])


@contextmanager
def browser() -> Iterator[Tab]:
    """Chromium with one empty tab; it ends with the context."""
    assert PROGRAM is not None
    commands, results = os.pipe(), os.pipe()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        process = subprocess.Popen(
            [
                sys.executable,
                "-c",
                _LAUNCH,
                str(commands[0]),
                str(results[1]),
                PROGRAM,
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--hide-scrollbars",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-extensions",
                "--mute-audio",
                "--remote-debugging-pipe",
                f"--user-data-dir={profile}",
            ],
            pass_fds=(commands[0], results[1]),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(commands[0])
        os.close(results[1])
        try:
            yield Tab(commands[1], results[0])
        finally:
            os.close(commands[1])  # the end of its commands is the end of Chromium
            os.close(results[0])
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
