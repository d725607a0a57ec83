"""A Program as a document of plain dictionaries and lists: what `dovetail show --json` prints.

The document is for reading by other tools, not for loading a Program back. Its form:

```
{"format": "dovetail-program", "version": 1,
 "files": [NAME…], "data_model": "ILP32" | "LP64", "properties": [NAME…],
 "entry": NAME,                    procedure that initialises globals and calls the next
 "user_entry": NAME,
 "globals": [{"name", "type"}…],                             scalars whose address is not taken
 "objects": [{"name", "type", "size", "align", "constant", "position"}…],
 "functions": [NAME…],             functions whose address is taken
 "procedures": [{"name", "signature", "library", "recursive", "position", "entry", "exit",
                 "locations": COUNT, "parameters": [{"name", "type"}…], "locals": [{"name", "type"}…],
                 "edges": [{"source", "target", "kind", "text", "position"}…]}…],
 "checks": [{"id", "kind", "position", "procedure", "description"}…],
 "goals": [{"id", "kind": "sometime" | "final", "position", "procedure", "description"}…],
 "assumptions": [{"text", "position", "bound": BOOL}…],
 "unsupported": [{"reason", "procedure", "position"}…]}
```

An edge's `kind` is the name of its statement in lower case with hyphens (`assign`, `havoc-memory`). A
`position` is `{"file", "line", "column"}`, or null for what Dovetail itself has added. Keys are only ever
added within a version.
"""

from __future__ import annotations

import re
from typing import Any

from dovetail.program.automata import Edge, Procedure, Program
from dovetail.program.declarators import show_type
from dovetail.program.expressions import Variable
from dovetail.program.listing import goal_kinds, printer_for, signature, variable_name
from dovetail.program.position import NOWHERE, Position
from dovetail.program.printer import Printer
from dovetail.program.statements import CheckInfo, GoalInfo, Unsupported

Document = dict[str, Any]
VERSION = 1


def to_json(program: Program) -> Document:
    """The document described above."""
    printer = printer_for(program)
    recursive = program.recursive()
    return {
        "format": "dovetail-program",
        "version": VERSION,
        "files": list(program.files),
        "data_model": program.target.model.value,
        "properties": list(program.properties),
        "entry": program.entry,
        "user_entry": program.user_entry,
        "globals": [_variable(variable) for variable in program.globals.values()],
        "objects": [
            {
                "name": found.source_name or found.name,
                "type": show_type(found.type),
                "size": found.size,
                "align": found.align,
                "constant": found.constant,
                "position": _position(found.position),
            }
            for found in program.objects.values()
        ],
        "functions": list(program.functions),
        "procedures": [
            _procedure(procedure, name in recursive, printer)
            for name, procedure in program.procedures.items()
        ],
        "checks": [_asked(info, info.kind) for info in program.checks],
        "goals": [_asked(info, kind.value) for info, kind in goal_kinds(program).items()],
        "assumptions": [
            {
                "text": assumption.text,
                "position": _position(assumption.position),
                "bound": assumption.is_bound,
            }
            for assumption in program.assumptions
        ],
        "unsupported": [
            {"reason": edge.statement.reason, "procedure": name, "position": _position(edge.position)}
            for name, procedure in program.procedures.items()
            for edge in procedure.edges
            if isinstance(edge.statement, Unsupported)
        ],
    }


def _asked(info: CheckInfo | GoalInfo, kind: str) -> Document:
    return {
        "id": info.ident,
        "kind": kind,
        "position": _position(info.position),
        "procedure": info.procedure,
        "description": info.description,
    }


def _procedure(procedure: Procedure, recursive: bool, printer: Printer) -> Document:
    return {
        "name": procedure.name,
        "signature": signature(procedure),
        "library": procedure.library,
        "recursive": recursive,
        "position": _position(procedure.position),
        "entry": procedure.entry,
        "exit": procedure.exit,
        "locations": len(procedure.locations),
        "parameters": [_variable(variable) for variable in procedure.parameters],
        "locals": [_variable(variable) for variable in procedure.locals],
        "edges": [_edge(edge, printer) for edge in procedure.edges],
    }


def _edge(edge: Edge, printer: Printer) -> Document:
    return {
        "source": edge.source,
        "target": edge.target,
        "kind": re.sub(r"(?<=[a-z])(?=[A-Z])", "-", type(edge.statement).__name__).lower(),
        "text": printer.statement(edge.statement),
        "position": _position(edge.position),
    }


def _variable(variable: Variable) -> Document:
    return {"name": variable_name(variable), "type": show_type(variable.type)}


def _position(position: Position) -> Document | None:
    if position == NOWHERE:
        return None
    return {"file": position.file, "line": position.line, "column": position.column}
