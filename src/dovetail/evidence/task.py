"""What a piece of evidence is about: the files, with their hashes, and how they were read.

Every evidence file starts with this, so that it can be checked again without anything else. A file that has
moved is looked for beside the evidence; one that has changed is found out by its hash.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from dovetail.evidence.covering import Covering
from dovetail.frontend import InputError, Loaded, LoadOptions, load
from dovetail.frontend.client import Api
from dovetail.frontend.entry import ENTRY
from dovetail.program.types import DataModel


@dataclass(frozen=True, slots=True)
class SourceFile:
    path: str
    sha256: str


@dataclass(frozen=True, slots=True)
class Task:
    """`function` is an entry other than main; with `api`, a client's. With `covering`, it is about targets of
    tests: the program that is meant is the one in which they are checks."""

    files: tuple[SourceFile, ...]
    data_model: DataModel
    properties: tuple[str, ...]
    function: str | None = None
    include: tuple[str, ...] = ()
    covering: Covering | None = None
    api: Api | None = None
    svcomp: bool = False
    """Are the conventions of SV-COMP the user's word?"""

    @staticmethod
    def of(loaded: Loaded, include: tuple[str, ...] = (), covering: Covering | None = None) -> Task:
        program = loaded.program
        files = [SourceFile(str(Path(file).absolute()), hash_of(Path(file))) for file in program.files]
        api = None if loaded.client is None else loaded.client.api
        function = program.user_entry if loaded.native.entry == ENTRY and api is None else None
        properties = tuple(sorted(loaded.properties))
        return Task(
            *(tuple(files), loaded.data_model, properties, function, include, covering, api), loaded.svcomp
        )

    def to_json(self) -> dict[str, Any]:
        covering = {} if self.covering is None else {"covering": self.covering.to_json()}
        api = {} if self.api is None else {"api": _api_to_json(self.api)}
        return {
            "files": [{"path": file.path, "sha256": file.sha256} for file in self.files],
            "data_model": self.data_model.value,
            "properties": list(self.properties),
            "function": self.function,
            "include": list(self.include),
            **({"svcomp": True} if self.svcomp else {}),
            **api,
            **covering,
        }

    @staticmethod
    def from_json(document: dict[str, Any], evidence: Path) -> Task:
        """The task in a document; raises InputError, naming the file, if it is not well-formed."""
        match document:
            case {
                "files": list(files),
                "data_model": "ILP32" | "LP64" as model,
                "properties": list(properties),
                "function": str() | None as function,
                "include": list(include),
            } if all(isinstance(text, str) for text in (*properties, *include)):
                pass
            case _:
                raise InputError(f"{evidence}: what the evidence is about is missing or not well-formed")
        found = []
        for file in files:
            match file:
                case {"path": str(path), "sha256": str(digest)}:
                    found.append(SourceFile(path, digest))
                case _:
                    raise InputError(f"{evidence}: {file} is not a file with its hash")
        covering = None
        if "covering" in document:
            try:
                covering = Covering.from_json(document["covering"])
            except ValueError as error:
                raise InputError(f"{evidence}: {error}") from error
        api = _api_from_json(document["api"], evidence) if "api" in document else None
        svcomp = document.get("svcomp", False)
        if not isinstance(svcomp, bool):
            raise InputError(f"{evidence}: whether the conventions of SV-COMP hold is true or false")
        return Task(
            *(tuple(found), DataModel(model), tuple(properties), function, tuple(include)),
            *(covering, api, svcomp),
        )

    def located(self, folder: Path) -> Task:
        """With the files where they are now: where they were, or in the folder of the evidence."""
        files = [SourceFile(str(_find(Path(file.path), folder)), file.sha256) for file in self.files]
        return replace(self, files=tuple(files))

    def changed(self) -> tuple[str, ...]:
        """The files that are no longer what they were."""
        return tuple(file.path for file in self.files if hash_of(Path(file.path)) != file.sha256)

    def load(self) -> Loaded:
        options = LoadOptions(
            properties=self.properties,
            data_model=self.data_model,
            function=self.function,
            include=self.include,
            api=self.api,
            svcomp=self.svcomp,
            probing=None if self.covering is None else self.covering.probing,
        )
        loaded = load([file.path for file in self.files], options)
        if self.covering is None:
            return loaded
        return replace(loaded, program=self.covering.program(loaded))


def _api_to_json(api: Api) -> dict[str, Any]:
    return {"functions": None if api.functions is None else list(api.functions), "init": api.init}


def _api_from_json(data: object, evidence: Path) -> Api:
    match data:
        case {"functions": None, "init": str() | None as init}:
            return Api(None, init)
        case {"functions": list(names), "init": str() | None as init} if all(
            isinstance(name, str) for name in names
        ):
            return Api(tuple(names), init)
        case _:
            raise InputError(f"{evidence}: the functions that clients call are missing or not well-formed")


def read_document(evidence: Path, format_: str, version: int, what: str) -> dict[str, Any]:
    """The JSON document in an evidence file of the right format; raises InputError."""
    try:
        document = json.loads(evidence.read_text(encoding="utf-8"))
    except OSError as error:
        raise InputError(f"{evidence}: cannot be read: {error.strerror}") from error
    except (ValueError, RecursionError) as error:
        raise InputError(f"{evidence}: this is not JSON: {error}") from error
    if not isinstance(document, dict) or document.get("format") != format_:
        raise InputError(f"{evidence}: this is not {what}")
    if document.get("version") != version:
        raise InputError(f"{evidence}: version {document.get('version')} is not one that Dovetail reads")
    return document


def hash_of(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _find(path: Path, folder: Path) -> Path:
    for candidate in (path, folder / path.name):
        if candidate.is_file():
            return candidate
    raise InputError(f"{path}: no such file, nor is there one of that name beside the evidence")
