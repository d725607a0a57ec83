"""What the things of a program are called in a file: the same names whenever the program is read again.

A variable is called by its scope and its name. A record is nominal: it is called by its name and its number
among the records of that name, in the order in which the program mentions them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dovetail.program.automata import Program
from dovetail.program.expressions import Expr, Variable, subexpressions
from dovetail.program.statements import expressions_of
from dovetail.program.types import ArrayType, FunctionType, PointerType, RecordType, Type


class TableError(ValueError):
    """What was read is not a table of expressions of this program."""


class Names:
    """What a table may mention of a program: its variables, objects, functions and records, and `more`
    variables that the reader knows."""

    def __init__(self, program: Program, more: Iterable[Variable] = ()) -> None:
        self.program = program
        self.variables: dict[tuple[str, str], Variable] = {}
        for variable in (*_variables(program), *more):
            known = self.variables.setdefault((variable.scope, variable.name), variable)
            if known is not variable:
                raise TableError(
                    f"two variables are called {variable.name} in {variable.scope or 'the program'}"
                )
        self.symbols = frozenset({*program.objects, *program.functions})
        self._records: dict[tuple[str, int], RecordType] | None = None
        self._numbers: dict[RecordType, tuple[str, int]] = {}

    def record(self, name: str, number: int) -> RecordType:
        self._find_records()
        assert self._records is not None
        if (name, number) not in self._records:
            raise TableError(f"the program has no {name} with number {number}")
        return self._records[name, number]

    def number(self, record: RecordType) -> tuple[str, int]:
        self._find_records()
        if record not in self._numbers:
            raise TableError(f"{record} does not occur in the program")
        return self._numbers[record]

    def _find_records(self) -> None:
        """Done when first needed: it takes a walk over the whole program."""
        if self._records is not None:
            return
        self._records = {}
        counts: dict[str, int] = {}
        for record in _records(self.program):
            name = str(record)
            counts[name] = counts.get(name, 0) + 1
            self._records[name, counts[name]] = record
            self._numbers[record] = (name, counts[name])


def _variables(program: Program) -> Iterator[Variable]:
    yield from program.globals.values()
    for procedure in program.procedures.values():
        yield from procedure.parameters
        yield from procedure.locals


def _records(program: Program) -> Iterator[RecordType]:
    seen: set[Type] = set()
    for type_ in _types(program):
        stack = [type_]
        while stack:
            found = stack.pop()
            if found in seen:
                continue
            seen.add(found)
            match found:
                case RecordType():
                    yield found
                    stack.extend(field.type for field in reversed(found.fields))
                case PointerType(pointee=inner) | ArrayType(element=inner):
                    stack.append(inner)
                case FunctionType(returns=returns, parameters=parameters):
                    stack.extend((*reversed(parameters), returns))
                case _:
                    pass


def _types(program: Program) -> Iterator[Type]:
    for item in program.objects.values():
        yield item.type
    for variable in _variables(program):
        yield variable.type
    seen: set[Expr] = set()
    for procedure in program.procedures.values():
        for edge in procedure.edges:
            for root in expressions_of(edge.statement):
                if root not in seen:
                    for expr in subexpressions(root):
                        seen.add(expr)
                        yield expr.type
