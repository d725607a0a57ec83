"""What is to be read, and how: the files of a program, and all that the user says of them.

It is plain data, as the user has said it, in Python or as options of a command (`cli.options`). Nothing is
looked at before it is loaded, and nothing of what loads is imported until then: the process that keeps the
limits does not read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

from dovetail.bad_input import InputError
from dovetail.program.types import DataModel
from dovetail.quick_dataclass import dataclass

if TYPE_CHECKING:
    from dovetail.frontend.load import Loaded, LoadOptions
    from dovetail.frontend.probes import Probing

Files = str | Path | Sequence[str | Path]
ANY = "any"
"""What functions without a body do unless told otherwise: whatever they could."""


class HowToRead(TypedDict, total=False):
    """The keywords of every function that reads a program; `Reading` says what they are unless given."""

    properties: Sequence[str]
    function: str | None
    api: bool | Sequence[str]
    api_init: str | None
    data_model: DataModel | str | None
    flags: Sequence[str]
    compile_commands: str | Path | None
    externals: str
    malloc_may_fail: bool
    by_contract: Sequence[str] | None
    contracts: Sequence[str | Path]


class HowToReadTasks(HowToRead, total=False):
    """The same, where the conventions of SV-COMP make a difference."""

    svcomp: bool


@dataclass(frozen=True, slots=True)
class Reading:
    """A program that starts in main; in a `function`, called once with any arguments; or, with `api`, in
    whatever its clients call: any exported function, or those named, after one call of `api_init`.

    Raises InputError where it contradicts itself."""

    files: Files
    properties: Sequence[str] = ()
    function: str | None = None
    api: bool | Sequence[str] = False
    api_init: str | None = None
    data_model: DataModel | str | None = None
    flags: Sequence[str] = ()
    """Words as compilers take them, behind those that a build has for each file in `compile_commands`."""
    compile_commands: str | Path | None = None
    svcomp: bool = False
    externals: str = ANY
    malloc_may_fail: bool = False
    by_contract: Sequence[str] | None = None
    """The functions whose contracts stand for them; all that have one, unless told otherwise."""
    contracts: Sequence[str | Path] = ()
    """Files with contracts, for functions whose code has none."""

    def __post_init__(self) -> None:
        if not self.paths:
            raise InputError("no file was given")
        if self.function is not None and self.is_module:
            text = "--function and --api exclude each other: an entry is one function, or any client"
            raise InputError(text)
        if isinstance(self.api, str):
            raise InputError("the functions that clients call are a list of names")
        if isinstance(self.by_contract, str):
            raise InputError("the functions that are taken by their contracts are a list of names")
        if isinstance(self.contracts, str | Path):
            raise InputError("the files with contracts are a list")
        if isinstance(self.flags, str):  # it would be read letter by letter
            raise InputError("flags are a list of words, each as it would stand on a command line")
        if self.data_model is not None:
            DataModel(self.data_model)  # or there is no such model

    @property
    def paths(self) -> tuple[Path, ...]:
        files = (self.files,) if isinstance(self.files, (str, Path)) else self.files
        return tuple(map(Path, files))

    @property
    def is_module(self) -> bool:
        return self.api is not False or self.api_init is not None

    def load(self, probing: Probing | None = None, *, whole: bool = False) -> Loaded:
        """Read it: with probes, for tests; or the `whole`, to be looked at. Raises InputError."""
        from dovetail.frontend.load import load  # large, and of no use where nothing is read

        return load(self.paths, replace(self.options, probing=probing, whole=whole))

    @property
    def options(self) -> LoadOptions:
        """In the words of what reads it. Raises InputError."""
        from dovetail.frontend.client import Api
        from dovetail.frontend.compile_commands import Build
        from dovetail.frontend.load import EXTERNALS, LoadOptions

        if self.externals not in EXTERNALS:
            raise InputError(f"functions without a body do {' or '.join(EXTERNALS)}, not {self.externals!r}")
        called = None if isinstance(self.api, bool) else tuple(self.api)
        commands = None if self.compile_commands is None else Path(self.compile_commands)
        return LoadOptions(
            tuple(self.properties) or LoadOptions().properties,
            None if self.data_model is None else DataModel(self.data_model),
            self.function,
            Build(tuple(self.flags), commands),
            api=Api(called, self.api_init) if self.is_module else None,
            svcomp=self.svcomp,
            externals=self.externals,
            malloc_may_fail=self.malloc_may_fail,
            by_contract=None if self.by_contract is None else tuple(self.by_contract),
            contracts=tuple(map(Path, self.contracts)),
        )
