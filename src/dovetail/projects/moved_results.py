"""A kept result on lines that have moved: the program is what it was, and only where things stand is another.

So nothing has to be read, and nothing to be judged again: what is kept is told with the lines of now. A
certificate names the same program; the hashes of its files, and the places that are there for people, are
written anew, and the checker would accept it as it did then. Of a violation the compiler makes what it made
then, but for what debuggers are told: its inputs are the same, and so is what comes of them. Only the client
of a module has text that is made of much else; then it is run again (`looking`), as is whatever has no story.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from dovetail.evidence import flow
from dovetail.evidence.kept_result import FLOW, from_kept
from dovetail.projects.line_shapes import Moved, NotMoved, Runs, moved, runs_from
from dovetail.projects.rechecking import CERTIFICATE, VIOLATION
from dovetail.projects.store import Kept
from dovetail.projects.survey import Read
from dovetail.report.story_file import HEAP, story_from
from dovetail.report.story_file import NAME as STORY
from dovetail.report.told import story_as_text

SHAPE, RUNS = "shape", "runs"
"""What is kept beside a result, under these names."""
_WITNESS, _TRACE = "witness.yml", "trace.txt"
_TEXTS = frozenset({"harness.c", "entry.c", "inputs.txt", HEAP})
"""Of a violation: where a line is named in them, its file is named before it."""
_FILE = re.compile(r'(?P<before>\s*file_name: )(?P<name>".*")')
_HASH = re.compile(r'\s*(?P<name>".*"): "[0-9a-f]{64}"')
_LINE = re.compile(r"(?P<before>\s*line: )(?P<line>\d+)")


def with_shape(document: Mapping[str, Any], shape: str, runs: list[Runs]) -> dict[str, Any]:
    return {**document, SHAPE: shape, RUNS: runs}


def on_lines_of_now(kept: Kept, text: str, shape: str, runs: list[Runs], read: Read) -> Kept | None:
    """The same under the key of the text of now; None if it is of another shape, or something of it stands
    nowhere. `read` has the files of now."""
    document = kept.document
    if not shape or document.get(SHAPE) != shape:
        return None
    try:
        from_kept(document, Path())
        there = _There(moved([runs_from(one) for one in document[RUNS]], runs), dict(read))
        evidence = {name: there.evidence(name, kept.evidence) for name in kept.evidence}
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
        apart = (RUNS, FLOW)
        found: dict[str, Any] = self._anywhere({name: one for name, one in said.items() if name not in apart})
        return {**found, FLOW: flow.moved(said[FLOW], self._line)} if FLOW in said else found

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

    def evidence(self, name: str, files: Mapping[str, bytes]) -> bytes:
        kind, text = Path(name).name, files[name].decode("utf-8", "surrogateescape")
        if kind == CERTIFICATE:
            document = json.loads(text)
            text = self._document({**document, "procedures": self._anywhere(document["procedures"])})
        elif kind == VIOLATION:
            document = json.loads(text)
            check = document["check"]
            check = {**check, "line": self._line(check["file"], check["line"])}
            text = self._document({**document, "check": check})
        elif kind == _WITNESS:
            text = self._witness(text)
        elif kind == STORY:
            text = json.dumps(self._anywhere(json.loads(text)), ensure_ascii=False) + "\n"
        elif kind == _TRACE:
            told = files[str(Path(name).with_name(STORY))].decode("utf-8", "surrogateescape")
            text = self._trace(text, told)
        elif kind in _TEXTS:
            text = self._text(text)
        else:
            raise NotMoved(name)
        return text.encode("utf-8", "surrogateescape")

    def _document(self, said: Mapping[str, Any]) -> str:
        files = {key: [self._hashed(one) for one in said[key]] for key in ("files", "headers")}
        return json.dumps({**said, **files}, ensure_ascii=False, indent=1) + "\n"

    def _trace(self, text: str, told: str) -> str:
        """What is told after the story has lines only where it names their files."""
        before, now = (
            "".join(f"{line.plain.rstrip()}\n" for line in story_as_text(story_from(document)))
            for document in (json.loads(told), self._anywhere(json.loads(told)))
        )
        if not text.startswith(before):
            raise NotMoved(_TRACE)
        return now + self._text(text[len(before) :])

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
