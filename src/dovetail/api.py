"""The functions behind the commands, typed and stable: for scripts, notebooks and test runners.

Each has the name and the options of its command. Bad input is an `InputError`; nothing here prints, and
nothing is written but temporary files.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from dovetail.execution.ends import End
from dovetail.execution.executor import Executor
from dovetail.execution.inputs import InputVector
from dovetail.execution.native import SANITIZED, NativeProgram
from dovetail.execution.runs import Consumed
from dovetail.execution.trace import trace
from dovetail.frontend import InputError, Loaded, LoadOptions, load
from dovetail.frontend.library import library_sources
from dovetail.program.automata import Program
from dovetail.program.document import to_json
from dovetail.program.dot import to_dot
from dovetail.program.listing import show_program
from dovetail.program.types import DataModel
from dovetail.report.endings import end_in_words, with_check
from dovetail.report.story import SHOWN, Story
from dovetail.report.storyteller import Storyteller
from dovetail.report.values import Values

MAX_STEPS = 1_000_000
"""The steps that `run` takes unless told otherwise: with a story, some 15 seconds' worth."""
NATIVE_SECONDS = 10.0

Files = str | Path | Sequence[str | Path]
Inputs = InputVector | Sequence[int | float] | str


@dataclass(frozen=True, slots=True)
class Shown:
    """A program as Dovetail reads it."""

    program: Program

    @property
    def text(self) -> str:
        return show_program(self.program)

    @property
    def dot(self) -> str:
        return to_dot(self.program)

    @property
    def document(self) -> dict[str, Any]:
        """As described in `dovetail.program.document`."""
        return to_json(self.program)


@dataclass(frozen=True, slots=True)
class RunResult:
    """One execution. There is a story, and a number of steps, only if it was not native."""

    program: Program
    end: End
    native: bool
    inputs: tuple[Consumed, ...]
    """What the run asked for, in order, with the values used; of a native run: nothing is known."""
    given: int
    """How many values were given."""
    used: int
    """How many values the run asked for: more than were given if it read on, and got zeros."""
    steps: int | None = None
    story: Story | None = None

    @property
    def sentence(self) -> str:
        """The end in words."""
        return end_in_words(self.end, self.program)


def show(
    files: Files,
    *,
    properties: Sequence[str] = (),
    function: str | None = None,
    data_model: DataModel | str | None = None,
) -> Shown:
    """Read a program, and show it."""
    return Shown(_load(files, properties, function, data_model).program)


def run(
    files: Files,
    *,
    inputs: Inputs = (),
    native: bool = False,
    max_steps: int = MAX_STEPS,
    properties: Sequence[str] = (),
    function: str | None = None,
    data_model: DataModel | str | None = None,
    story: bool = True,
    all_lines: bool = False,
) -> RunResult:
    """Run a program once. With `native`, as machine code, where only the end is seen.

    Without a `story` it is much faster. Of a long story the middle is left out unless `all_lines` is set.
    """
    vector = _vector(inputs)
    loaded = _load(files, properties, function, data_model)
    if native:
        return _run_natively(loaded, vector)
    executor = Executor(loaded.program)
    given = len(vector.values)
    if not story:
        done = executor.run(vector, max_steps=max_steps, record_path=False)
        told = None
    else:
        keep = None if all_lines else SHOWN
        teller = Storyteller(loaded.program, Values(loaded.program, executor.memory), _Sources(), keep=keep)
        done = trace(executor, vector, teller.hear, max_steps=max_steps)
        told = teller.finish()
    used = sum(not isinstance(consumed.value, bytes) for consumed in done.inputs)
    return RunResult(loaded.program, done.end, False, done.inputs, given, used, done.steps, told)


def _load(
    files: Files, properties: Sequence[str], function: str | None, data_model: DataModel | str | None
) -> Loaded:
    paths = [Path(files)] if isinstance(files, (str, Path)) else [Path(file) for file in files]
    if not paths:
        raise InputError("no file was given")
    model = None if data_model is None else DataModel(data_model)
    wanted = tuple(properties) or LoadOptions().properties
    return load(paths, LoadOptions(properties=wanted, data_model=model, function=function))


def _vector(inputs: Inputs) -> InputVector:
    if isinstance(inputs, InputVector):
        return inputs
    if not isinstance(inputs, str):
        return InputVector(tuple(inputs))
    try:
        return InputVector.parse(inputs)
    except ValueError as error:
        raise InputError(str(error)) from error


def _run_natively(loaded: Loaded, vector: InputVector) -> RunResult:
    copy = loaded.native
    kinds = {info.kind for info in loaded.program.checks} & SANITIZED
    with tempfile.TemporaryDirectory(prefix="dovetail-") as folder:
        program = NativeProgram.build(
            copy.units,
            data_model=loaded.data_model,
            directory=Path(folder),
            entry=copy.entry,
            sanitize=frozenset(kinds),
            stubs=copy.stubs,
            library=tuple(library_sources().values()),
            std=copy.standard,
        )
        done = program.run(vector, timeout=NATIVE_SECONDS)
    end = with_check(done.end, loaded.program)
    return RunResult(loaded.program, end, True, (), len(vector.values), done.values_consumed)


class _Sources:
    """The lines of source files. A file that has gone since it was compiled has empty lines: the story can be
    told without them."""

    def line(self, file: str, number: int) -> str:
        lines = _lines(file)
        return lines[number - 1] if 0 < number <= len(lines) else ""


@cache
def _lines(file: str) -> tuple[str, ...]:
    path = Path(file)
    if not path.is_file():
        return ()
    return tuple(path.read_text(encoding="utf-8", errors="replace").splitlines())
