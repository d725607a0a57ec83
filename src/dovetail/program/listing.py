"""Procedures and whole programs as text: what `dovetail show` prints.

```
int main(void)                                              // demo.c:3
    entry 0, exit 1
    0 -> 2: x = any int (nondet: __VERIFIER_nondet_int)     // demo.c:4
```

For people; `document` is for programs. Nothing here is abridged: every edge, check, assumption and
unsupported construct is listed.
"""

from __future__ import annotations

from collections.abc import Iterator

from dovetail.program.automata import Edge, Procedure, Program
from dovetail.program.declarators import show_type
from dovetail.program.expressions import Variable
from dovetail.program.library_calls import as_known, library_checks
from dovetail.program.position import NOWHERE, Position
from dovetail.program.printer import Printer
from dovetail.program.statements import GoalInfo, GoalKind, Skip, Unsupported
from dovetail.program.types import PointerType

COMMENT_COLUMN = 64
"""Positions start here, unless the text to their left is longer."""


def printer_for(program: Program) -> Printer:
    """A printer that calls the program's global objects what the user called them."""
    return Printer({name: found.source_name for name, found in program.objects.items() if found.source_name})


def show_program(program: Program) -> str:
    """Everything that Dovetail knows of the program before any analysis."""
    printer = printer_for(program)
    sections: list[list[str]] = [_head(program), list(_globals(program))]
    sections += [list(_procedure_lines(procedure, printer)) for procedure in program.procedures.values()]
    sections += [_checks(program), _goals(program), _assumptions(program), _unsupported(program)]
    return "\n\n".join("\n".join(lines) for lines in sections if lines)


def signature(procedure: Procedure) -> str:
    """The procedure's C declaration, with the parameters' names."""
    parameters = ", ".join(show_type(p.type, variable_name(p)) for p in procedure.parameters)
    return show_type(procedure.returns, f"{procedure.name}({parameters or 'void'})")


def variable_name(variable: Variable) -> str:
    """What people call a variable: its name in the source if it has one."""
    return variable.source_name or variable.name.removeprefix("&")


def declaration(variable: Variable) -> str:
    """A variable's C declaration. The pointer to a local object is declared as that object."""
    if variable.name.startswith("&") and isinstance(variable.type, PointerType):
        return show_type(variable.type.pointee, variable_name(variable))
    return show_type(variable.type, variable_name(variable))


def place(position: Position) -> str:
    """A position without its column, or nothing for what Dovetail itself has added."""
    return "" if position == NOWHERE else f"{position.file}:{position.line}"


def edge_text(edge: Edge, printer: Printer) -> str:
    return f"{edge.source} -> {edge.target}: {printer.statement(edge.statement)}"


def _with_comment(text: str, comment: str) -> str:
    return f"{text:<{COMMENT_COLUMN}} // {comment}" if comment else text


def _head(program: Program) -> list[str]:
    lines = [f"program: {', '.join(program.files) or '(no files)'}"]
    lines.append(f"data model: {program.target.model.value}")
    lines.append(f"properties: {', '.join(program.properties) or '(none)'}")
    lines.append(f"entry: {program.entry} calls {program.user_entry}")
    return lines


def _globals(program: Program) -> Iterator[str]:
    made_up = {name for name, one in program.procedures.items() if _is_made_up(one)}
    variables = [one for one in program.globals.values() if one.name.split(".")[0] not in made_up]
    objects = [one for one in program.objects.values() if one.name.split(".")[0] not in made_up]
    if variables or objects:
        yield "globals:"
    for variable in variables:
        yield f"    {declaration(variable)}"
    for found in objects:
        kind = "constant object" if found.constant else "object"
        text = f"    {show_type(found.type, found.source_name or found.name)}  ({kind}, {found.size} bytes)"
        yield _with_comment(text, place(found.position))


def _is_made_up(procedure: Procedure) -> bool:
    """Has Dovetail written it to call the user's?"""
    return procedure.position.file.startswith("<entry for ")


def _procedure_lines(procedure: Procedure, printer: Printer) -> Iterator[str]:
    if _is_made_up(procedure):
        yield _with_comment(signature(procedure), "makes up what the program begins with; --json has it")
        return
    origin = "library model" if procedure.library else place(procedure.position)
    yield _with_comment(signature(procedure), origin)
    yield f"    entry {procedure.entry}, exit {procedure.exit}"
    named = dict.fromkeys(declaration(variable) for variable in procedure.locals if variable.source_name)
    if named:
        yield f"    locals: {', '.join(named)}"
    for edge in procedure.edges:
        yield _with_comment(f"    {edge_text(edge, printer)}", place(edge.position))


def goal_kinds(program: Program) -> dict[GoalInfo, GoalKind]:
    """The goals of a program, in order, with their kinds."""
    goals = {
        edge.statement.goal.info: edge.statement.goal.kind
        for procedure in program.procedures.values()
        for edge in procedure.edges
        if isinstance(edge.statement, Skip) and edge.statement.goal is not None
    }
    return {info: goals[info] for info in program.goals}


def _checks(program: Program) -> list[str]:
    library = library_checks(program)
    checks = [as_known(check, library) for check in program.checks]
    if not checks:
        return ["checks: none"]
    rows = [(str(c.ident), c.kind, place(c.position), c.procedure, c.description) for c in checks]
    return ["checks:", *_table(rows)]


def _goals(program: Program) -> list[str]:
    """Few programs have any: without them, nothing is said."""
    rows = [
        (str(goal.ident), kind.value, place(goal.position), goal.procedure, goal.description)
        for goal, kind in goal_kinds(program).items()
    ]
    return ["goals:", *_table(rows)] if rows else []


def _table(rows: list[tuple[str, str, str, str, str]]) -> list[str]:
    rows = [("#", "kind", "where", "in", "what"), *rows]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    lines = []
    for row in rows:
        cells = [cell.ljust(width) for cell, width in zip(row[:4], widths, strict=True)]
        lines.append(f"    {'  '.join(cells)}  {row[4]}".rstrip())
    return lines


def _assumptions(program: Program) -> list[str]:
    if not program.assumptions:
        return ["assumptions: none"]
    others = [one for one in program.assumptions if not one.is_bound]
    sections = (("bounds:", program.bounds), ("assumptions:", others))
    lines: list[str] = []
    for title, found in sections:
        if found:
            lines += [title, *(f"    {place(a.position) or 'everywhere'}: {a.text}" for a in found)]
    return lines


def _unsupported(program: Program) -> list[str]:
    lines = dict.fromkeys(
        f"    {place(edge.position) or 'unknown place'}: {edge.statement.reason}"
        for edge in program.unsupported
        if isinstance(edge.statement, Unsupported)
    )
    return ["unsupported:", *lines] if lines else ["unsupported: nothing"]
