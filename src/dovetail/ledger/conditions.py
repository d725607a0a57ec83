"""Conditions as texts, and back: what entries of the ledger say about states of one program."""

from __future__ import annotations

import json

from dovetail.ledger.entries import Formula
from dovetail.program.automata import Program
from dovetail.program.expression_table import Writer, read
from dovetail.program.expressions import Expr
from dovetail.program.names import Names


class Formulas:
    """Each text is read once."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._names: Names | None = None
        self._read: dict[Formula, Expr] = {}
        self._written: dict[Expr, Formula] = {}

    @property
    def names(self) -> Names:
        if self._names is None:
            self._names = Names(self._program)
        return self._names

    def written(self, condition: Expr) -> Formula:
        found = self._written.get(condition)
        if found is None:
            writer = Writer(self.names)
            writer.add(condition)
            found = json.dumps([writer.types, writer.rows], separators=(",", ":"))
            self._written[condition] = found
            self._read[found] = condition
        return found

    def read(self, text: Formula) -> Expr:
        """Raises TableError if it is not a condition about this program."""
        found = self._read.get(text)
        if found is None:
            types, rows = json.loads(text)
            found = read(types, rows, self.names)[-1]
            self._read[text] = found
            self._written[found] = text
        return found
