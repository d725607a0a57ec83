"""What a piece of evidence is about: the files, with their hashes, and how they were read.

Every evidence file starts with this, so that it can be checked again without anything else. A file that has
moved is looked for beside the evidence; one that has changed is found out by its hash, and so is a header
file: `headers` are all that went into the text.

An evidence file may come from anybody. What stands in it is either of the form that Dovetail writes, or the
file is refused; it names files, and flags that were made into values before they were written down and are
again when they are read (`flags`), and nothing else that a compiler could take for an option; and a folder in
it cannot have Dovetail's own header files replaced unless the reader says so, too.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from dataclasses import replace
from pathlib import Path
from typing import Any, NoReturn

from dovetail.evidence.covering import Covering
from dovetail.frontend import InputError, Loaded, LoadOptions, load
from dovetail.frontend.clang import stands_in
from dovetail.frontend.client import Api
from dovetail.frontend.compile_commands import Build
from dovetail.frontend.entry import ENTRY
from dovetail.frontend.flag_words import exact_flags
from dovetail.frontend.flags import NO_FLAGS, Flags
from dovetail.frontend.load import ANY, EXTERNALS
from dovetail.frontend.paths import MAX_SOURCE, ReadFile, contents, is_writable_name, named, read_file
from dovetail.frontend.properties import NAMES
from dovetail.program.types import DataModel
from dovetail.quick_dataclass import dataclass

MAX_BYTES = 1 << 28
"""A larger document is refused: it would not fit into memory."""
_HASH = re.compile("[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class Task:
    """`function` is an entry other than main; with `api`, a client's. With `covering`, it is about targets of
    tests: the program that is meant is the one in which they are checks."""

    files: tuple[ReadFile, ...]
    data_model: DataModel
    properties: tuple[str, ...]
    function: str | None = None
    flags: tuple[Flags, ...] = ()
    """Those of each file."""
    covering: Covering | None = None
    api: Api | None = None
    svcomp: bool = False
    """Are the conventions of SV-COMP the user's word?"""
    externals: str = ANY
    malloc_may_fail: bool = False
    by_contract: tuple[str, ...] | None = None
    contracts: tuple[str, ...] = ()
    """Files with contracts; they are among the headers, with what was in them."""
    headers: tuple[ReadFile, ...] = ()
    """Those that were read, but for Dovetail's own."""

    @staticmethod
    def of(loaded: Loaded, covering: Covering | None = None) -> Task:
        program = loaded.program
        files, headers = (tuple(map(_absolute, read)) for read in (loaded.sources, loaded.headers))
        flags = tuple(one.absolute() for one in loaded.flags)
        api = None if loaded.client is None else loaded.client.api
        function = program.user_entry if loaded.native.entry == ENTRY and api is None else None
        properties = tuple(sorted(loaded.properties))
        return Task(
            *(files, loaded.data_model, properties, function, flags, covering, api, loaded.svcomp),
            externals=loaded.externals,
            malloc_may_fail=loaded.malloc_may_fail,
            by_contract=loaded.by_contract,
            contracts=tuple(os.path.abspath(path) for path in loaded.contracts),
            headers=headers,
        )

    def to_json(self) -> dict[str, Any]:
        covering = {} if self.covering is None else {"covering": self.covering.to_json()}
        api = {} if self.api is None else {"api": _api_to_json(self.api)}
        return {
            "files": [{"path": file.path, "sha256": file.sha256} for file in self.files],
            "data_model": self.data_model.value,
            "properties": list(self.properties),
            "function": self.function,
            "flags": [one.words() for one in self.flags],
            **({"svcomp": True} if self.svcomp else {}),
            **({"externals": self.externals} if self.externals != ANY else {}),
            **({"malloc_may_fail": True} if self.malloc_may_fail else {}),
            **({"by_contract": list(self.by_contract)} if self.by_contract is not None else {}),
            **({"contracts": list(self.contracts)} if self.contracts else {}),
            "headers": [{"path": file.path, "sha256": file.sha256} for file in self.headers],
            **api,
            **covering,
        }

    @staticmethod
    def from_json(document: dict[str, Any], evidence: Path) -> Task:
        """The task in a document; raises InputError, naming the file, if it is not well-formed."""
        match document:
            case {
                "files": [_, *_] as files,
                "data_model": "ILP32" | "LP64" as model,
                "properties": [_, *_] as properties,
                "function": str() | None as function,
            }:
                pass
            case _:
                raise InputError(f"{evidence}: what the evidence is about is missing or not well-formed")
        unknown = [name for name in properties if name not in NAMES]
        if unknown:
            raise InputError(f"{evidence}: {unknown[0]!r} is no property; there are {', '.join(NAMES)}")
        if function is not None:
            _require_function(function, evidence)
        sources = _files_from_json(files, evidence)
        headers = _files_from_json(document.get("headers", []), evidence)
        flags = _flags_from_json(document.get("flags", [[]] * len(sources)), len(sources), evidence)
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
        externals = document.get("externals", ANY)
        if externals not in EXTERNALS:
            raise InputError(f"{evidence}: functions without a body do {' or '.join(EXTERNALS)}")
        may_fail = document.get("malloc_may_fail", False)
        if not isinstance(may_fail, bool):
            raise InputError(f"{evidence}: whether malloc may fail is true or false")
        by_contract = document.get("by_contract")
        if by_contract is not None:
            if not isinstance(by_contract, list):
                raise InputError(f"{evidence}: functions that are taken by their contracts are a list")
            for name in by_contract:
                _require_function(name, evidence)
        contracts = document.get("contracts", [])
        if not isinstance(contracts, list) or not all(
            isinstance(one, str) and one and is_writable_name(one) for one in contracts
        ):
            raise InputError(f"{evidence}: files with contracts are a list of paths")
        names = tuple(dict.fromkeys(properties))
        return Task(
            *(sources, DataModel(model), names, function, flags, covering, api, svcomp),
            externals=externals,
            malloc_may_fail=may_fail,
            by_contract=None if by_contract is None else tuple(by_contract),
            contracts=tuple(contracts),
            headers=headers,
        )

    def located(self, folder: Path) -> Task:
        """With the files where they are now: where they were, or in the folder of the evidence. (Header files
        are where the compiler finds them.)"""

        def folder_now(path: str) -> str:
            return str(_find_folder(Path(path), folder))

        def file_now(path: str) -> str:
            return str(_find(Path(path), folder))

        files = [ReadFile(str(_find(Path(file.path), folder)), file.sha256) for file in self.files]
        flags = (one.with_paths(folder_now, file_now) for one in self.flags)
        contracts = tuple(map(file_now, self.contracts))
        return replace(self, files=tuple(files), flags=tuple(flags), contracts=contracts)

    @property
    def folders(self) -> tuple[str, ...]:
        """Those whose header files are found before Dovetail's own."""
        return tuple(dict.fromkeys(path for one in self.flags for path in one.replacing))

    def changed(self) -> tuple[str, ...]:
        """The files that are no longer what they were."""
        return tuple(file.path for file in self.files if read_file(file.path, MAX_SOURCE) != file)

    def load(self, trusted: tuple[str, ...] = ()) -> Loaded:
        """The program, read as the evidence says. Raises InputError if a header file in one of the folders is
        read instead of one of Dovetail's own, unless that folder is `trusted`."""
        options = LoadOptions(
            properties=self.properties,
            data_model=self.data_model,
            function=self.function,
            build=Build(each=self.flags or (NO_FLAGS,) * len(self.files)),
            api=self.api,
            svcomp=self.svcomp,
            externals=self.externals,
            malloc_may_fail=self.malloc_may_fail,
            by_contract=self.by_contract,
            contracts=tuple(map(Path, self.contracts)),
            probing=None if self.covering is None else self.covering.probing,
            as_named=True,
        )
        loaded = load([file.path for file in self.files], options)
        known = {os.path.realpath(name) for name in trusted}
        strange = tuple(name for name in self.folders if os.path.realpath(name) not in known)
        for header in loaded.headers:
            replaced = stands_in(header.path, strange, self.data_model)
            if replaced is not None:
                raise InputError(
                    f"{header.path} would be read instead of <{replaced}>: with other header files anything "
                    "can be shown of a program. Where that is meant, name the folder with -I"
                )
        if self.covering is None:
            return loaded
        try:
            return replace(loaded, program=self.covering.program(loaded))
        except ValueError as error:
            raise InputError(str(error)) from error

    def differences(self, loaded: Loaded) -> tuple[str, ...]:
        """What of that which was read now is not what this is about. Files are told by what is in them: where
        they are does not matter."""
        found = [
            now.path for was, now in zip(self.files, loaded.sources, strict=True) if was.sha256 != now.sha256
        ]
        was = [file.sha256 for file in self.headers]
        if was != [file.sha256 for file in loaded.headers]:
            known = frozenset(was)
            found += [now.path for now in loaded.headers if now.sha256 not in known] or ["the header files"]
        return tuple(found)


def _absolute(file: ReadFile) -> ReadFile:
    return ReadFile(os.path.abspath(file.path), file.sha256)


def _files_from_json(entries: object, evidence: Path) -> tuple[ReadFile, ...]:
    if not isinstance(entries, list):
        raise InputError(f"{evidence}: files are a list")
    found = []
    for entry in entries:
        match entry:
            case {"path": str(path), "sha256": str(digest)} if (
                path and is_writable_name(path) and _HASH.fullmatch(digest)
            ):
                found.append(ReadFile(path, digest))
            case _:
                raise InputError(f"{evidence}: {entry!r} is not a file with its hash")
    return tuple(found)


def _flags_from_json(data: object, files: int, evidence: Path) -> tuple[Flags, ...]:
    if not isinstance(data, list) or len(data) != files:
        raise InputError(f"{evidence}: there are flags for each file, or for none")
    try:
        return tuple(map(exact_flags, data))
    except ValueError as error:
        raise InputError(f"{evidence}: {error}") from error


def _api_to_json(api: Api) -> dict[str, Any]:
    return {"functions": None if api.functions is None else list(api.functions), "init": api.init}


def _api_from_json(data: object, evidence: Path) -> Api:
    match data:
        case {"functions": None, "init": str() | None as init}:
            api = Api(None, init)
        case {"functions": list(names), "init": str() | None as init} if all(
            isinstance(name, str) for name in names
        ):
            api = Api(tuple(names), init)
        case _:
            raise InputError(f"{evidence}: the functions that clients call are missing or not well-formed")
    for name in (*(api.functions or ()), *(() if api.init is None else (api.init,))):
        _require_function(name, evidence)
    return api


def _require_function(name: str, evidence: Path) -> None:
    if not name.replace("$", "_").isidentifier():
        raise InputError(f"{evidence}: {name!r} is not the name of a function")


def read_document(evidence: Path, format_: str, version: int, what: str) -> dict[str, Any]:
    """The JSON document in an evidence file of the right format; raises InputError."""
    document = read_json(evidence)
    if not isinstance(document, dict) or document.get("format") != format_:
        raise InputError(f"{evidence}: this is not {what}")
    given = document.get("version")
    if type(given) is not int or given != version:
        raise InputError(f"{evidence}: version {given!r} is not one that Dovetail reads")
    return document


def read_json(path: Path) -> Any:
    """What a file of JSON holds, in which nothing is said twice: another reader could see the other one.
    Raises InputError."""
    if not os.path.isfile(path):
        raise InputError(f"{named(path)}: there is no such file")
    data = contents(path, MAX_BYTES, f"this is larger than any evidence ({MAX_BYTES} bytes)")
    try:
        return json.loads(data.decode(), object_pairs_hook=_once, parse_constant=_no_constant)
    except (ValueError, RecursionError) as error:
        raise InputError(f"{path}: this is not JSON: {error}") from error


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a name stands twice in one object")
    return found


def _no_constant(word: str) -> NoReturn:
    raise ValueError(f"{word} is not a number")


def hash_of(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _find(path: Path, folder: Path) -> Path:
    """Where it was, or beside the evidence; there not behind a link that leads elsewhere."""
    if path.is_absolute() and os.path.isfile(path):
        return path
    beside = folder.absolute() / path.name
    if os.path.isfile(beside) and beside.resolve().is_relative_to(folder.resolve()):
        return beside
    raise InputError(f"{path}: no such file, nor is there one of that name beside the evidence")


def _find_folder(path: Path, folder: Path) -> Path:
    if path.is_absolute() and os.path.isdir(path):
        return path
    beside = folder.absolute() / path.name
    if os.path.isdir(beside) and beside.resolve().is_relative_to(folder.resolve()):
        return beside
    raise InputError(f"{path}: no such folder, nor is there one of that name beside the evidence")
