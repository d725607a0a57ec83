"""What is to be read, and how: the files of a program, and all that the user says of them.

It is plain data, made in one place of whatever the user wrote, in Python (`Reading.of`) or as options of a
command (`cli.options`). Nothing is looked at before it is loaded, and nothing of what loads is imported until
then: the process that keeps the limits does not read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, TypedDict

from dovetail.bad_input import InputError
from dovetail.program.types import DataModel

if TYPE_CHECKING:
    from dovetail.frontend.load import Loaded, LoadOptions
    from dovetail.frontend.probes import Probing

Files = str | Path | Sequence[str | Path]
ANY = "any"
"""What functions without a body do unless told otherwise: whatever they could."""


class HowToRead(TypedDict, total=False):
    """The keywords of every function that reads a program; `Reading.of` says what they are unless given."""

    properties: Sequence[str]
    function: str | None
    api: bool | Sequence[str]
    api_init: str | None
    data_model: DataModel | str | None
    flags: Sequence[str]
    compile_commands: str | Path | None
    externals: str
    malloc_may_fail: bool


class HowToReadTasks(HowToRead, total=False):
    """The same, where the conventions of SV-COMP make a difference."""

    svcomp: bool


@dataclass(frozen=True, slots=True)
class Reading:
    """A program that starts in main; in a `function`, called once with any arguments; or, with `api`, in
    whatever its clients call: any exported function, or those named, after one call of `api_init`."""

    files: tuple[Path, ...]
    properties: tuple[str, ...] = ()
    function: str | None = None
    api: bool | tuple[str, ...] = False
    api_init: str | None = None
    data_model: DataModel | None = None
    flags: tuple[str, ...] = ()
    """Words as compilers take them, behind those that a build has for each file in `compile_commands`."""
    compile_commands: Path | None = None
    svcomp: bool = False
    externals: str = ANY
    malloc_may_fail: bool = False

    @classmethod
    def of(
        cls,
        files: Files,
        *,
        properties: Sequence[str] = (),
        function: str | None = None,
        api: bool | Sequence[str] = False,
        api_init: str | None = None,
        data_model: DataModel | str | None = None,
        flags: Sequence[str] = (),
        compile_commands: str | Path | None = None,
        svcomp: bool = False,
        externals: str = ANY,
        malloc_may_fail: bool = False,
    ) -> Reading:
        """What somebody asks for in Python. Raises InputError where it contradicts itself."""
        paths = (files,) if isinstance(files, (str, Path)) else files
        if not paths:
            raise InputError("no file was given")
        if function is not None and (api is not False or api_init is not None):
            raise InputError(
                "--function and --api exclude each other: an entry is one function, or any client"
            )
        if isinstance(api, str):
            raise InputError("the functions that clients call are a list of names")
        if isinstance(flags, str):  # it would be read letter by letter
            raise InputError("flags are a list of words, each as it would stand on a command line")
        return cls(
            *(tuple(map(Path, paths)), tuple(properties), function),
            api=api if isinstance(api, bool) else tuple(api),
            api_init=api_init,
            data_model=None if data_model is None else DataModel(data_model),
            flags=tuple(flags),
            compile_commands=None if compile_commands is None else Path(compile_commands),
            svcomp=svcomp,
            externals=externals,
            malloc_may_fail=malloc_may_fail,
        )

    @property
    def is_module(self) -> bool:
        return self.api is not False or self.api_init is not None

    def load(self, probing: Probing | None = None, *, whole: bool = False) -> Loaded:
        """Read it: with probes, for tests; or the `whole`, to be looked at. Raises InputError."""
        from dovetail.frontend.load import load  # large, and of no use where nothing is read

        return load(self.files, replace(self.options, probing=probing, whole=whole))

    @property
    def options(self) -> LoadOptions:
        """In the words of what reads it. Raises InputError."""
        from dovetail.frontend.client import Api
        from dovetail.frontend.compile_commands import Build
        from dovetail.frontend.load import EXTERNALS, LoadOptions

        if self.externals not in EXTERNALS:
            raise InputError(f"functions without a body do {' or '.join(EXTERNALS)}, not {self.externals!r}")
        called = None if isinstance(self.api, bool) else self.api
        return LoadOptions(
            self.properties or LoadOptions().properties,
            self.data_model,
            self.function,
            Build(self.flags, self.compile_commands),
            api=Api(called, self.api_init) if self.is_module else None,
            svcomp=self.svcomp,
            externals=self.externals,
            malloc_may_fail=self.malloc_may_fail,
        )
