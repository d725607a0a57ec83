"""The entry for `--function f`: a C function that calls f once, with arbitrary arguments (`arguments`).

It is written as C text behind the user's own, so that the Program and the native copy get it from one source.

Globals keep all that is made up here, and the result: what the function was given is not lost by the end of
this one, which is not the user's.
"""

from __future__ import annotations

from dovetail.frontend.arguments import ArgumentWriter, Functions, Nothing, declarations
from dovetail.frontend.made_up import Block, Callbacks
from dovetail.frontend.member_types import member_types
from dovetail.frontend.parameters import parameters_of
from dovetail.frontend.restrictions import Sentence
from dovetail.frontend.units import TranslationUnit
from dovetail.program.types import FunctionType, Target, Type, has_pointers
from dovetail.quick_dataclass import dataclass

ENTRY = "__dovetail_any_call"
"""Not the name by which the harness knows the entry: it is defined to be this one."""


ENTRY_TEXT = "<entry for "
"""So begins the name of the file that the text of an entry is said to be in."""


@dataclass(frozen=True, slots=True)
class Entry:
    """The text, and what it takes for granted about the call."""

    text: str
    sentences: tuple[Sentence, ...]
    callbacks: Callbacks
    call: str = ""
    """The one line of the text that calls the function, if it is one that is called for its own sake."""
    returns: Type | None = None
    """What that function returns."""
    result: str = ""
    """The call itself, an expression."""
    blocks: tuple[Block, ...] = ()
    """What each call of the allocator makes, in the order of the text."""
    counted: tuple[str, ...] = ()
    """The parameters whose declarations say how many elements there are at least."""
    free: bool = False
    """May the function write what it likes? Then no frame is checked."""
    unit: str = ""
    """The function that calls it under its contract, if it has one."""
    assigns: str = ""
    """What that contract says is written."""


def is_made_up(procedure: str) -> bool:
    """Is it a procedure that calls the user's, rather than the user's own?"""
    return procedure.startswith(ENTRY)


def entry_for(unit: TranslationUnit, function: str, target: Target, functions: Functions) -> Entry:
    node = unit.functions[function]
    writer = ArgumentWriter(Nothing(), functions, member_types(unit), holding=True)
    parameters = parameters_of(unit, node)
    for parameter in parameters:
        writer.argument(parameter)
    call = f"{function}({', '.join(argument.name for argument in writer.arguments)})"
    declared = unit.types.of_declared(node.type)
    returns = declared.returns if isinstance(declared, FunctionType) else None
    if returns is not None and has_pointers(returns):
        writer.line(f"static __typeof_unqual__({call}) __dovetail_result; __dovetail_result = {call};", 1)
    else:
        writer.line(f"{call};", 1)
    lines = [
        f'\n# 1 "{ENTRY_TEXT}{function}>"',
        *declarations(target),
        *functions.prototypes(),
        f"int {ENTRY}(void) {{",
        *writer.lines,
        "    return 0;",
        "}",
    ]
    position = unit.source.position(node.offset)
    once = Sentence(f"'{function}' is called once, with all globals as they are at the start", position)
    said = (once, *writer.sentences(function, position, variadic=node.variadic, many=False))
    text = "\n".join(lines) + "\n"
    counted = tuple(parameter.path for parameter in parameters if parameter.least)
    blocks = tuple(writer.blocks)
    return Entry(text, said, writer.callbacks, writer.lines[-1], returns, call, blocks, counted)
