"""Which precondition would exclude a violation of a function that was called with any arguments.

A function is written for callers who know what to hand in; Dovetail's callers do not. If a violation comes
from a null pointer, from an argument that is too short or from two that are the same, that may be what no
caller does: then it is for the user to say so, and this says how. It never says that it is so.
"""

from __future__ import annotations

from collections.abc import Iterator

from dovetail.evidence.behind_arguments import followed, lacks_a_zero, slots
from dovetail.evidence.other_arguments import passes_in_other_memory
from dovetail.execution.accesses import Access
from dovetail.execution.executor import Executor
from dovetail.execution.frames import Frame, observe
from dovetail.execution.runs import Run
from dovetail.frontend.load import Loaded
from dovetail.program.automata import Procedure, Program
from dovetail.program.expressions import variables
from dovetail.program.statements import expressions_of
from dovetail.program.types import (
    FunctionType,
    IncompleteTypeError,
    IntType,
    PointerType,
    RecordType,
    Type,
    VoidType,
)
from dovetail.quick_dataclass import dataclass
from dovetail.semantics.memory import OBJECT_BITS, Region

_DEPTH = 2
"""The callers of the function: the start of the program, and the entry."""
_PAGE = 4096


@dataclass(frozen=True, slots=True)
class _Given:
    """A pointer that the function was called with."""

    name: str
    pointee: Type
    ident: int
    """Of the object that it leads to; 0 if it is null."""
    size: int


def missing_preconditions(
    loaded: Loaded, executor: Executor, run: Run, access: Access | None, max_steps: int
) -> tuple[str, ...]:
    """Sentences for a person; none if the arguments have nothing to do with it."""
    function = loaded.program.procedures.get(loaded.program.user_entry)
    if loaded.entry is None or function is None:
        return ()
    given = _given(function, executor, run, max_steps)
    named = _named(run, loaded.program)
    return tuple(_sentences(function.name, given, named, access, loaded))


def _given(function: Procedure, executor: Executor, run: Run, max_steps: int) -> list[_Given]:
    """The pointers that it was called with."""
    given: list[_Given] = []

    def look(frame: Frame) -> None:
        if frame.depth != _DEPTH or given:
            return
        for parameter in function.parameters:
            if isinstance(parameter.type, PointerType) and parameter.source_name:
                pointer = frame.variable(parameter)
                null = frame.memory.flat(pointer) == 0
                ident = 0 if null else frame.memory.locate(pointer) >> OBJECT_BITS
                size = frame.memory.describe(ident).size if ident else 0
                given.append(_Given(parameter.source_name, parameter.type.pointee, ident, size))

    observer = observe([(function.name, function.entry)], look)
    executor.run(run.vector, max_steps=max_steps, observers=[observer], record_path=False)
    return given


def needed_memory(
    loaded: Loaded, executor: Executor, run: Run, access: Access | None, max_steps: int
) -> str | None:
    """What a function without a contract would have to require, if nothing but what was made up for it has
    led to an access, or to a call: a pointer that is null, or too few elements, where the declaration says
    nothing."""
    function = loaded.program.procedures.get(loaded.program.user_entry)
    if loaded.entry is None or loaded.entry.unit or function is None:
        return None
    given = _given(function, executor, run, max_steps)
    if access is None:
        return _needed_function(function, given, executor, run, max_steps)
    return _of_an_argument(loaded, function, given, executor, run, access, max_steps) or _behind_an_argument(
        function, executor, run, access, loaded, max_steps
    )


def needed_block(
    loaded: Loaded, executor: Executor, run: Run, freed: Access | None, max_steps: int
) -> str | None:
    """The same of a pointer that was made up, and is freed. It is no object's: those that are made up come
    from `malloc`, and whoever frees them from their middle does so by himself."""
    function = loaded.program.procedures.get(loaded.program.user_entry)
    if loaded.entry is None or loaded.entry.unit or function is None:
        return None
    if freed is None or freed.region is not Region.NONE:
        return None
    slot = followed(function, executor, run, freed, max_steps)
    return f"{slot.name} to be null, or the beginning of a block from malloc" if slot is not None else None


def _needed_function(
    function: Procedure, given: list[_Given], executor: Executor, run: Run, max_steps: int
) -> str | None:
    """If one of the pointers to functions that it was handed is null: what is called is one of them."""
    names = [one.name for one in given if not one.ident and isinstance(one.pointee, FunctionType)]
    behind = slots(function, executor, run, max_steps)
    names += [one.name for one in behind if not one.ident and one.calls]
    return f"{' or '.join(names)} to lead to a function" if names else None


def _behind_an_argument(
    function: Procedure, executor: Executor, run: Run, access: Access, loaded: Loaded, max_steps: int
) -> str | None:
    slot = followed(function, executor, run, access, max_steps)
    if slot is None:
        return None
    if access.region is not Region.NONE and access.offset < 0:
        return f"readable((char *){slot.name} - {-access.offset}, {access.count})"
    if access.region is not Region.NONE:
        if _is_behind_characters(slot.type.pointee, access):

            def end(frame: Frame) -> int:
                return int(frame.memory.load(slot.place, slot.type)) + access.size - 1

            if lacks_a_zero(function, executor, run, end, max_steps):
                return f"dovetail_string({slot.name})"
        return f"readable({slot.name}, {access.offset + access.count})"
    return _one_of(loaded, slot.name, slot.type.pointee)


def _one_of(loaded: Loaded, name: str, pointee: Type) -> str:
    """What is needed of a pointer that is null."""
    size = _size(loaded, pointee)
    if size is None:
        return f"{name} != NULL"
    whole = name if not name.startswith("*") else f"({name})"
    return f"readable({name}, {1 if size == 1 else f'sizeof *{whole}'})"


def _size(loaded: Loaded, pointee: Type) -> int | None:
    """Of what a pointer leads to: one byte, if nothing is said; None, if the type has no size."""
    if isinstance(pointee, VoidType):
        return 1
    try:
        return max(loaded.program.target.size(pointee), 1)
    except IncompleteTypeError:
        return None


def _of_an_argument(
    loaded: Loaded,
    function: Procedure,
    given: list[_Given],
    executor: Executor,
    run: Run,
    access: Access,
    max_steps: int,
) -> str | None:
    named = _named(run, loaded.program)
    nulls = [one for one in given if not one.ident]
    in_question = [one for one in nulls if one.name in named]
    null = access.region is Region.NONE and (0 <= access.offset < _PAGE or bool(in_question))
    found = [one for one in given if access.alive and one.ident and one.ident == access.ident]
    if null:
        found = in_question or nulls
    found = [one for one in found if not _says_how_many(loaded, one.name)]
    if not found:
        return None
    one = found[0]
    size, count = _size(loaded, one.pointee), _beside(function, one.name)
    whole = isinstance(one.pointee, RecordType) and not null and size is not None and one.size >= size
    if whole and passes_in_other_memory(loaded, executor, run):
        return None  # all of the structure is there: a number in it is what is wrong
    if access.offset < 0 and not null:  # what Dovetail hands in never leads into the middle of an object
        return f"readable((char *){one.name} - {-access.offset}, {access.count})"
    if not null and _is_behind_characters(one.pointee, access):
        parameter = next(each for each in function.parameters if each.source_name == one.name)

        def end(frame: Frame) -> int:
            return int(frame.variable(parameter)) + one.size - 1

        if lacks_a_zero(function, executor, run, end, max_steps):
            return f"dovetail_string({one.name})"
    if isinstance(one.pointee, RecordType):
        count = ""  # of structures there is nearly always one, and the number is about something else
    if count and size is not None:
        return f"readable({one.name}, {count if size == 1 else f'{count} * sizeof *{one.name}'})"
    if null:
        return _one_of(loaded, one.name, one.pointee)
    return f"readable({one.name}, {access.offset + access.count})"


def _is_behind_characters(pointee: Type, access: Access) -> bool:
    """Is it the first one behind an object of characters?"""
    return isinstance(pointee, IntType) and pointee.width == 8 and access.offset == access.size > 0


def _beside(function: Procedure, name: str) -> str:
    """The integer behind a pointer, or behind the pointers that follow it, is nearly always how many elements
    there are."""
    names = [parameter.source_name for parameter in function.parameters]
    for parameter in function.parameters[names.index(name) + 1 :]:
        if not isinstance(parameter.type, PointerType):
            return parameter.source_name if isinstance(parameter.type, IntType) else ""
    return ""


def _says_how_many(loaded: Loaded, name: str) -> bool:
    """Does its declaration say how many elements there are at least?"""
    assert loaded.entry is not None
    return name in loaded.entry.counted


def _named(run: Run, program: Program) -> frozenset[str]:
    """What the statement of the user's code names at which the run has ended."""
    for one in reversed(run.stack):
        if not program.procedures[one.procedure].library:
            roots = expressions_of(one.edge.statement)
            return frozenset(found.source_name for root in roots for found in variables(root))
    return frozenset()


def _sentences(
    function: str, given: list[_Given], named: frozenset[str], access: Access | None, loaded: Loaded
) -> Iterator[str]:
    if access is not None and access.region is Region.NONE and 0 <= access.offset < _PAGE:
        null = [one.name for one in given if not one.ident]
        null = [name for name in null if name in named] or null
        if null:
            told = " and ".join(f"{name} == NULL" for name in null)
            conditions = " && ".join(f"{name} != NULL" for name in null)
            yield (
                f"{function} is called with {told}: if no caller does that, begin it with "
                f"`dovetail_assume({conditions});`, or declare the parameter nonnull"
            )
    for one in given:
        if access is not None and one.ident and access.ident == one.ident and access.alive:
            yield _too_short(function, one, access, loaded)
    seen: dict[int, str] = {}
    for one in given:
        other = seen.setdefault(one.ident, one.name)
        if one.ident and other != one.name:
            yield (
                f"{function} is called with {other} == {one.name}: if no caller does that, declare them "
                f"restrict, or begin it with `dovetail_assume({other} != {one.name});`"
            )


def _too_short(function: str, one: _Given, access: Access, loaded: Loaded) -> str:
    void = isinstance(one.pointee, VoidType)
    size = _size(loaded, one.pointee) or 1
    count = one.size // size
    what = ("byte" if void else "element") + ("" if count == 1 else "s")
    told = f"{function} is called with {one.name} leading to {count} {what}"
    if access.offset < 0:
        return f"{told}, and goes to before the first"
    needed = (access.offset + access.count + size - 1) // size
    declared = f"`{one.name}[static {needed}]`" if not void else "a larger one"
    return (
        f"{told}, and accesses number {needed}: if callers always hand in so many, declare {declared}; "
        "if the number depends on another argument, begin it with a `dovetail_assume` about that one"
    )
