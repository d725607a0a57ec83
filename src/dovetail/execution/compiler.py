"""Compiles procedures to Python.

Each procedure becomes one Python function; its control flow is `structure`'s, its expressions are made by
`evaluate` over the code algebra. Locals are Python locals, globals are globals of the namespace that the
code runs in. What costs nothing at run time: which edge a line belongs to, and how many of the steps
counted are still to come when the run ends in the middle of a block, stand in a table beside the code, by
line; the executor looks there when an exception comes out.

Names in generated code: `v3` a local, `g3` a global, `f3` a procedure, `n` the steps that are left (handed
over at calls in the global `N`), `z` the depth of calls, `P` records a branch, `pc` is the region to go on
with, `t3` a shared subexpression, `r` a result. This module runs nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import field
from types import CodeType
from typing import Any, assert_never

from dovetail.execution import structure
from dovetail.execution.statement_compiler import StatementCompiler
from dovetail.execution.structure import Again, Block, Choice, Item, Jump, Region
from dovetail.program.automata import Edge, Procedure, Program
from dovetail.program.expressions import Variable
from dovetail.program.statements import Assume, Call, Return
from dovetail.program.types import FloatType, Type
from dovetail.quick_dataclass import dataclass
from dovetail.semantics.memory import Memory

MAX_DEPTH = 100_000
"""Calls that may be open at once: about what a native stack of 8 MB holds."""


@dataclass(frozen=True, slots=True)
class Mode:
    """What a compiled procedure does beside running."""

    record: bool = True
    """Append 1 or 0 to the path at each branch."""
    observed: frozenset[int] = frozenset()
    """The locations at which `observe` is called."""
    traced: bool = False
    """Call `entered` at the entry, `calling` before each call and `traced` after each edge."""


@dataclass(frozen=True, slots=True)
class Line:
    """To which edge a line of generated code belongs, and how many steps were counted that come after it."""

    edge: Edge
    left: int


@dataclass(slots=True)
class Compiled:
    procedure: Procedure
    function: str
    code: CodeType
    source: str
    lines: list[Line | None]
    names: dict[Variable, str]
    """The Python names of the variables in scope, globals included."""
    edges: list[Edge]
    """By the number that `traced` is called with."""
    bindings: dict[str, Any]
    """What the code needs in its namespace beside what all procedures share."""


@dataclass(slots=True)
class Names:
    """What the things of a Program are called in generated code."""

    program: Program
    functions: dict[str, str] = field(init=False)
    globals: dict[Variable, str] = field(init=False)
    recursive: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        for name in self.program.procedures:
            for callee in self.program.callees(name):
                if callee not in self.program.procedures:
                    raise ValueError(f"{name} calls {callee}, which the Program does not have")
        self.functions = {name: f"f{number}" for number, name in enumerate(self.program.procedures)}
        self.globals = {var: f"g{number}" for number, var in enumerate(self.program.globals.values())}
        self.recursive = self.program.recursive()


def zero(type_: Type) -> float:
    """What a variable holds before anything is assigned to it."""
    return 0.0 if isinstance(type_, FloatType) else 0


def filename_of(procedure: str) -> str:
    """What tracebacks call the code of a procedure."""
    return f"<dovetail {procedure}>"


def compile_procedure(procedure: Procedure, names: Names, memory: Memory, mode: Mode) -> Compiled:
    return _ProcedureCompiler(procedure, names, memory, mode).compile()


class _ProcedureCompiler:
    def __init__(self, procedure: Procedure, names: Names, memory: Memory, mode: Mode) -> None:
        self._procedure = procedure
        self._program_names = names
        self._mode = mode
        variables = dict.fromkeys((*procedure.parameters, *procedure.locals))
        self._locals = {variable: f"v{number}" for number, variable in enumerate(variables)}
        self._names = {**names.globals, **self._locals}
        self._function = names.functions[procedure.name]
        self._statements = StatementCompiler(self._function, self._names, memory, names.functions)
        self._edges = list(procedure.edges)
        self._edge_numbers = {edge: number for number, edge in enumerate(self._edges)}
        self._structure = structure.arrange(procedure)
        self._regions = {region.head: i for i, region in enumerate(self._structure.regions)}
        self._source: list[str] = []
        self._lines: list[Line | None] = []

    def compile(self) -> Compiled:
        procedure = self._procedure
        self._prologue()
        regions = self._structure.regions
        if len(regions) == 1:
            self._region(regions[0], 1)
        else:
            self._emit(1, "pc = 0")
            self._emit(1, "while True:")
            self._dispatch(regions, 0, 2)
        source = "\n".join(self._source) + "\n"
        code = compile(source, filename_of(procedure.name), "exec", dont_inherit=True)
        return Compiled(
            procedure,
            self._function,
            code,
            source,
            self._lines,
            self._names,
            self._edges,
            self._statements.bindings,
        )

    def _emit(self, depth: int, text: str, line: Line | None = None) -> None:
        self._source.append(" " * depth + text)
        self._lines.append(line)

    def _prologue(self) -> None:
        procedure, names = self._procedure, self._locals
        parameters = "".join(f"{names[parameter]}, " for parameter in procedure.parameters)
        self._emit(0, f"def {self._function}({parameters}z):")
        self._emit(1, "global " + ", ".join(["N", *self._program_names.globals.values()]))
        self._emit(1, "n = N")
        if procedure.name in self._program_names.recursive:
            first = procedure.outgoing[procedure.entry][0]
            self._emit(1, f"if z > {MAX_DEPTH}: raise StackOverflow(z)", Line(first, 0))
        fresh = [variable for variable in names if variable not in procedure.parameters]
        for literal in (0, 0.0):
            same = [names[var] for var in fresh if repr(zero(var.type)) == repr(literal)]
            for start in range(0, len(same), 50):
                self._emit(1, " = ".join([*same[start : start + 50], repr(literal)]))
        if self._mode.traced:
            self._emit(1, f"entered({procedure.name!r}, locals())")

    # Control flow

    def _dispatch(self, regions: Sequence[Region], first: int, depth: int) -> None:
        """A balanced tree of tests that leads to the region with number `pc`."""
        if len(regions) == 1:
            self._region(regions[0], depth)
            return
        middle = len(regions) // 2
        self._emit(depth, f"if pc < {first + middle}:")
        self._dispatch(regions[:middle], first, depth + 1)
        self._emit(depth, "else:")
        self._dispatch(regions[middle:], first + middle, depth + 1)

    def _region(self, region: Region, depth: int) -> None:
        if region.loops:
            self._emit(depth, "while True:")
            self._body(region.body, depth + 1, "break")
        else:
            self._body(region.body, depth, "continue")

    def _body(self, items: Iterable[Item], depth: int, leave: str) -> None:
        """`leave` is what gets from here to the dispatcher."""
        for item in items:
            match item:
                case Block():
                    self._block(item, depth)
                case Choice():
                    self._choice(item, depth, leave)
                case Again():
                    self._emit(depth, "continue")
                case Jump(head=head):
                    self._emit(depth, f"pc = {self._regions[head]}; {leave}")
                case _:
                    assert_never(item)

    def _choice(self, choice: Choice, depth: int, leave: str) -> None:
        assert choice.block.branch is not None
        then, otherwise = choice.block.branch
        assert isinstance(then.statement, Assume)
        lines, condition = self._statements.condition(then.statement.condition)
        line = Line(then, 1)  # until it is decided, neither edge is taken
        for text in lines:
            self._emit(depth, text, line)
        self._emit(depth, f"if {condition}:", line)
        self._arm(then, choice.then, depth + 1, leave, "P(1)")
        if not choice.then_falls:
            self._arm(otherwise, choice.otherwise, depth, leave, "P(0)")
        elif choice.otherwise or self._mode.record or self._mode.traced:
            self._emit(depth, "else:")
            self._arm(otherwise, choice.otherwise, depth + 1, leave, "P(0)")

    def _arm(self, edge: Edge, items: list[Item], depth: int, leave: str, record: str) -> None:
        self._emit(depth, record if self._mode.record else "pass")
        self._trace(edge, depth)
        self._body(items, depth, leave)

    # Blocks

    def _block(self, block: Block, depth: int) -> None:
        """The statements of a block, counted in pieces: a call must not be charged for what comes after it,
        and an observer wants to see the right number of steps."""
        sequence = [*block.edges, *(block.branch or ())[:1]]
        starts = [
            number
            for number, edge in enumerate(sequence)
            if number == 0
            or isinstance(sequence[number - 1].statement, Call)
            or edge.source in self._mode.observed
        ]
        ends = dict(zip(starts, [*starts[1:], len(sequence)], strict=True))
        checked = block.leader in self._structure.loop_heads or block.leader == self._procedure.entry
        end = 0
        for number, edge in enumerate(sequence):
            self._observe(edge.source, depth)
            if number in ends:
                end = ends[number]
                self._emit(depth, f"n -= {end - number}")
                if number == 0 and checked:
                    self._emit(depth, "if n < 0: raise OutOfSteps", Line(edge, end))
            if number < len(block.edges):
                self._edge(edge, Line(edge, end - number - 1), depth)
        if block.successors:
            return
        last = block.edges[-1] if block.edges else None
        location = block.leader if last is None else last.target
        if last is not None and isinstance(last.statement, Return):
            return
        if location == self._procedure.exit:
            self._leave(depth, repr(zero(self._procedure.returns)))
        else:
            self._emit(depth, f"raise DeadEnd({location})")

    def _edge(self, edge: Edge, line: Line, depth: int) -> None:
        statement = edge.statement
        if isinstance(statement, Call):
            program = self._program_names.program
            if self._procedure.name == program.entry and statement.procedure == program.user_entry:
                self._emit(depth, "seal()")  # the globals have their initial values
            if self._mode.traced:
                self._emit(depth, f"calling({self._procedure.name!r}, {self._edge_numbers[edge]}, locals())")
        for text in self._statements.compile(statement):
            self._emit(depth, text, line)
        self._trace(edge, depth)
        if isinstance(statement, Return):
            self._leave(depth, repr(zero(self._procedure.returns)) if statement.value is None else "r")

    def _leave(self, depth: int, result: str) -> None:
        self._observe(self._procedure.exit, depth)
        self._emit(depth, f"N = n; return {result}")

    def _observe(self, location: int, depth: int) -> None:
        if location in self._mode.observed:
            self._emit(depth, f"observe({self._procedure.name!r}, {location}, locals())")

    def _trace(self, edge: Edge, depth: int) -> None:
        if self._mode.traced:
            self._emit(depth, f"traced({self._procedure.name!r}, {self._edge_numbers[edge]}, locals())")
