"""The entry for a `main` that looks at its arguments: a C function that calls it once, with any of them.

As C has it (5.1.2.2.1): argc is not negative, argv[argc] is null, what is before it are strings, and main
may change all of it. argc may be 0, and argv[0] any string. How many there are, and how long, has to end
somewhere; that is a bound, and said. An environment is made up in the same way. For a main that looks at
argc alone nothing is made up, and argc is any number.

The arrays have just the size that a start gives them, and the strings, too: one byte further is outside. They
are no blocks of malloc's, and nobody may free them.
"""

from __future__ import annotations

from collections.abc import Iterator

from dovetail.frontend.entry import ENTRY, Entry
from dovetail.frontend.errors import InputError
from dovetail.frontend.made_up import NO_CALLBACKS
from dovetail.frontend.restrictions import Sentence
from dovetail.frontend.syntax import Node
from dovetail.frontend.units import TranslationUnit
from dovetail.program.types import INT, IntType, PointerType, Type

COMMAND_LINE = f"{ENTRY}_of_main"
MAIN = "main"
MOST_ARGUMENTS = 4
"""The name of the program among them."""
MOST_VARIABLES = 2
"""Of the environment."""
LONGEST = 15
"""Characters of a string; one less than a power of two."""


def looks_at_arguments(unit: TranslationUnit) -> bool:
    """Does its main have parameters that its body names?"""
    return bool(_looked_at(unit.functions[MAIN]))


def _looked_at(node: Node) -> set[int]:
    """The parameters, by their numbers, that the body of a function names."""
    parameters = [child.id for child in node.inner if child.kind == "ParmVarDecl"]
    named = {one.referenced.id for one in _used(node) if one.referenced is not None}
    return {number for number, ident in enumerate(parameters) if ident in named}


def _used(node: Node) -> Iterator[Node]:
    """What is below a node, without what only says that nobody is to be warned: `(void)argc;`."""
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if one.kind == "CStyleCastExpr" and one.cast_kind == "ToVoid" and _is_a_name(one.inner[0]):
            continue
        yield one
        waiting += one.inner


def _is_a_name(node: Node) -> bool:
    while node.kind in ("ParenExpr", "ImplicitCastExpr"):
        node = node.inner[0]
    return node.kind == "DeclRefExpr"


def entry_for_main(unit: TranslationUnit) -> Entry:
    """Raises InputError for parameters that no start gives a value."""
    node = unit.functions[MAIN]
    types = [unit.types.of_declared(child.type) for child in node.inner if child.kind == "ParmVarDecl"]
    declared = len(types)
    if (
        node.variadic
        or declared > 3
        or not isinstance(types[0], IntType)
        or not all(map(_leads_on, types[1:]))
    ):
        text = "'main' has parameters that an entry cannot have: use --function"
        raise InputError(text, unit.source.position(node.offset))
    if _looked_at(node) <= {0}:
        return _only_the_count(node, declared, unit)
    lines = [
        '\n# 1 "<entry for main>"',
        "extern unsigned char dovetail_any_uchar(void);",
        f"int {COMMAND_LINE}(void) {{",
        # So that the smallest input is a program that is started with its name alone.
        f"    int argc = (dovetail_any_uchar() + 1) % {MOST_ARGUMENTS + 1};",
        *_strings("argv", "argc", MOST_ARGUMENTS),
    ]
    if declared > 2:
        lines += [
            f"    int envc = dovetail_any_uchar() % {MOST_VARIABLES + 1};",
            *_strings("envp", "envc", MOST_VARIABLES),
        ]
    lines += _call(node, ("argc", "(void *)argv", "(void *)envp")[:declared])
    return Entry("\n".join([*lines, "}"]) + "\n", tuple(_sentences(declared, unit)), NO_CALLBACKS)


def _only_the_count(node: Node, declared: int, unit: TranslationUnit) -> Entry:
    """Nobody can tell what the other parameters are, so nothing has to be made up, and nothing ends."""
    lines = [
        '\n# 1 "<entry for main>"',
        "extern int dovetail_any_int(void);",
        f"int {COMMAND_LINE}(void) {{",
        # Of all numbers that are not negative, 1 is the first.
        f"    int argc = (int)((dovetail_any_int() + 1u) & {INT.maximum}u);",
        *_call(node, ("argc", "0", "0")[:declared]),
    ]
    text = "the program is started with any number of arguments that argc can hold"
    sentence = Sentence(text, unit.source.position(node.offset))
    return Entry("\n".join([*lines, "}"]) + "\n", (sentence,), NO_CALLBACKS)


def _call(node: Node, arguments: tuple[str, ...]) -> list[str]:
    call = f"{MAIN}({', '.join(arguments)})"
    nothing = node.type is not None and node.type.text.split("(", 1)[0].strip() == "void"
    return [f"    {call};", "    return 0;"] if nothing else [f"    return {call};"]


def _leads_on(type_: Type) -> bool:
    return isinstance(type_, PointerType) and isinstance(type_.pointee, PointerType)


def _strings(name: str, count: str, most: int) -> Iterator[str]:
    """A variable of that name: so many strings, and null."""
    for number in range(most):
        yield f"    char *{name}_{number} = 0;"
        yield f"    if ({count} > {number}) {{"
        yield f"        unsigned char length = dovetail_any_uchar() & {LONGEST};"
        yield f"        {name}_{number} = __builtin_alloca(length + 1);"
        yield f"        {name}_{number}[length] = 0;"
        yield "    }"
    yield f"    char **{name};"
    for number in range(most + 1):
        yield f"    {'else ' if number else ''}if ({count} == {number}) {{" if number < most else "    else {"
        yield f"        static char *{name}_of_{number}[{number + 1}];"
        yield from (f"        {name}_of_{number}[{one}] = {name}_{one};" for one in range(number))
        yield f"        {name} = {name}_of_{number};"
        yield "    }"


def _sentences(declared: int, unit: TranslationUnit) -> Iterator[Sentence]:
    position = unit.source.position(unit.functions[MAIN].offset)
    most = f"up to {LONGEST} characters each"
    text = f"the program is started with at most {MOST_ARGUMENTS} arguments, its name among them, of {most}"
    yield Sentence(text, position, anyway=True)
    if declared > 2:
        text = f"the environment has at most {MOST_VARIABLES} strings, of {most}"
        yield Sentence(text, position, anyway=True)
