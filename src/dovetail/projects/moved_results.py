"""A kept result on lines that have moved: the program is what it was, and only where things stand is another.

So nothing has to be read, and nothing to be judged again: what is kept of a proof, or of what is unknown,
is told with the lines of now. Its certificate names the same program; the hashes of its files, and the
places that are there for people, are written anew, and the checker would accept it as it did then. A
violation was seen on a machine, and is run again (`looking`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from dovetail.evidence.kept_result import from_kept
from dovetail.evidence.verdicts import Verdict
from dovetail.projects.line_shapes import Moved, NotMoved, Runs, moved, runs_from
from dovetail.projects.rechecking import CERTIFICATE
from dovetail.projects.store import Kept
from dovetail.projects.survey import Read

SHAPE, RUNS = "shape", "runs"
"""What is kept beside a result, under these names."""
_WITNESS = "witness.yml"
_FILE = re.compile(r'(?P<before>\s*file_name: )(?P<name>".*")')
_HASH = re.compile(r'\s*(?P<name>".*"): "[0-9a-f]{64}"')
_LINE = re.compile(r"(?P<before>\s*line: )(?P<line>\d+)")


def with_shape(document: Mapping[str, Any], shape: str, runs: list[Runs]) -> dict[str, Any]:
    return {**document, SHAPE: shape, RUNS: runs}


def on_lines_of_now(kept: Kept, text: str, shape: str, runs: list[Runs], read: Read) -> Kept | None:
    """The same under the key of the text of now; None if it is of another shape, or has been run natively, or
    something of it stands nowhere. `read` has the files of now."""
    document = kept.document
    if not shape or document.get(SHAPE) != shape:
        return None
    try:
        result = from_kept(document, Path())
        if any(one.verdict is Verdict.VIOLATED for one in result.checks):
            return None
        there = _There(moved([runs_from(one) for one in document[RUNS]], runs), dict(read))
        evidence = {name: there.evidence(name, content) for name, content in kept.evidence.items()}
        said = with_shape(there.document(document), shape, runs)
    except (ValueError, KeyError, TypeError):
        return None
    return replace(kept, text=text, document=said, evidence=evidence)


class _There:
    def __init__(self, moved: Moved, hashes: Mapping[str, str]) -> None:
        self._moved = moved
        self._hashes = hashes
        files = sorted({file for file, _ in moved if file}, key=len, reverse=True)
        if not files:
            raise NotMoved("there are no lines")
        self._named = re.compile(f"(?P<file>{'|'.join(map(re.escape, files))}):(?P<line>\\d+)")

    def document(self, said: Mapping[str, Any]) -> dict[str, Any]:
        """Of a result: places are a file, a line and a column, one after the other, wherever they are."""
        found: dict[str, Any] = self._anywhere({name: one for name, one in said.items() if name != RUNS})
        return found

    def _anywhere(self, value: Any) -> Any:
        match value:
            case str():
                return self._text(value)
            case dict():
                return {name: self._anywhere(one) for name, one in value.items()}
            case list() | tuple():
                parts = [self._anywhere(one) for one in value]
                for at in range(len(value) - 2):
                    match value[at : at + 3]:
                        case [str(file), int(line), int()] if line and "/" in file:
                            parts[at + 1] = self._line(file, line)
                        case _:
                            pass
                return parts
            case _:
                return value

    def _text(self, text: str) -> str:
        return self._named.sub(
            lambda found: f"{found['file']}:{self._line(found['file'], int(found['line']))}", text
        )

    def _line(self, file: str, line: int) -> int:
        if file.startswith("<"):
            return line  # Dovetail's own
        if (file, line) not in self._moved:
            raise NotMoved(f"{file}:{line}")
        return self._moved[file, line]

    def evidence(self, name: str, content: bytes) -> bytes:
        if Path(name).name == CERTIFICATE:
            document = json.loads(content)
            told = {key: self._anywhere(document[key]) for key in ("procedures",)}
            files = {key: [self._hashed(one) for one in document[key]] for key in ("files", "headers")}
            text = json.dumps({**document, **told, **files}, ensure_ascii=False, indent=1) + "\n"
            return text.encode("utf-8", "surrogateescape")
        if Path(name).name == _WITNESS:
            text = self._witness(content.decode("utf-8", "surrogateescape"))
            return text.encode("utf-8", "surrogateescape")
        raise NotMoved(name)

    def _hashed(self, file: Mapping[str, Any]) -> dict[str, Any]:
        return {**file, "sha256": self._hashes[str(Path(file["path"]).resolve())]}

    def _witness(self, text: str) -> str:
        lines, file = [], ""
        for line in text.split("\n"):
            if found := _FILE.fullmatch(line):
                file = json.loads(found["name"])
            elif found := _LINE.fullmatch(line):
                line = f"{found['before']}{self._line(file, int(found['line']))}"
            elif found := _HASH.fullmatch(line):
                name = json.loads(found["name"])
                line = f'{line[:-66]}"{self._hashes[str(Path(name).resolve())]}"'
            lines.append(line)
        return "\n".join(lines)
