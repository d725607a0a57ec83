"""One execution of a program, told or native: the work behind `dovetail run`."""

from __future__ import annotations

from collections.abc import Sequence

from dovetail.asking.asked import MAX_STEPS
from dovetail.asking.reading import Reading
from dovetail.bad_input import InputError
from dovetail.execution.ends import End
from dovetail.execution.executor import Executor, too_large
from dovetail.execution.inputs import InputVector
from dovetail.execution.runs import Consumed
from dovetail.frontend.load import Loaded
from dovetail.processes.confined import LimitReached
from dovetail.program.automata import Program
from dovetail.quick_dataclass import dataclass
from dovetail.report.endings import end_in_words, with_check
from dovetail.report.story import SHOWN, Story
from dovetail.report.told import tell

NATIVE_SECONDS = 10.0

Inputs = InputVector | Sequence[int | float] | str


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


def run_once(
    reading: Reading,
    inputs: Inputs = (),
    *,
    native: bool = False,
    max_steps: int = MAX_STEPS,
    story: bool = True,
    all_lines: bool = False,
) -> RunResult:
    """Raises InputError for inputs that are none, and LimitReached for a program that is too large."""
    vector = _vector(inputs)
    loaded = reading.load()
    if native:
        return _run_natively(loaded, vector)
    runnable(loaded)
    given = len(vector.values)
    told = None
    if story:
        keep = None if all_lines else SHOWN
        done, told = tell(loaded.program, vector, max_steps=max_steps, keep=keep)
    else:
        done = Executor(loaded.program).run(vector, max_steps=max_steps, record_path=False)
    used = sum(not isinstance(consumed.value, bytes) for consumed in done.inputs)
    return RunResult(loaded.program, done.end, False, done.inputs, given, used, done.steps, told)


def runnable(loaded: Loaded) -> Loaded:
    """Raises LimitReached for a program that no machine could run."""
    if reason := too_large(loaded.program):
        raise LimitReached(reason)
    return loaded


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
    from dovetail.evidence.violation import native_program  # a compiler, and what solvers say of violations

    with native_program(loaded) as program:
        done = program.run(vector, timeout=NATIVE_SECONDS)
    end = with_check(done.end, loaded.program)
    return RunResult(loaded.program, end, True, (), len(vector.values), done.values_consumed)
