"""Functions: parameters, local variables, statements.

A local variable is a `Variable` of the procedure if it is a scalar whose address is never taken; else an object that
is allocated when the procedure is entered and dies when it is left. A declaration without initialiser gives it
any value.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Protocol

from dovetail.frontend.builder import Builder
from dovetail.frontend.calls import CallLinkage
from dovetail.frontend.errors import UnsupportedError
from dovetail.frontend.initialisers import Initialisers
from dovetail.frontend.lowering import Memory, Place, Register, Unit
from dovetail.frontend.syntax import Node, strip
from dovetail.frontend.typenames import VariableArrayType
from dovetail.program.automata import Procedure
from dovetail.program.expressions import FALSE, Binary, Const, Expr, Load, Variable, conjunction, const
from dovetail.program.position import Position
from dovetail.program.statements import (
    Allocate,
    Assign,
    Assume,
    EndLifetime,
    Havoc,
    HavocMemory,
    Origin,
    Return,
    Skip,
    Storage,
    Store,
    Unsupported,
    Why,
)
from dovetail.program.types import (
    INT,
    VOID,
    VOID_POINTER,
    ArrayType,
    IncompleteTypeError,
    IntType,
    PointerType,
    RecordType,
    Type,
    VoidType,
    is_scalar,
)


@dataclass(slots=True)
class Jumps:
    """Where `break` and `continue` go, and the cases met so far of the innermost switch."""

    exit: int
    repeat: int | None
    depth: int
    """The number of blocks around the statement."""
    cases: list[tuple[Expr, Expr | None, int]] | None = None
    default: int | None = None


class FunctionLinkage(CallLinkage, Protocol):
    def static_local(self, unit: Unit, node: Node, procedure: str) -> Place: ...
    def extern_local(self, unit: Unit, node: Node) -> None: ...


def address_taken(body: Node) -> set[str]:
    """The declarations whose address is taken somewhere in a tree."""
    taken: set[str] = set()
    for node in body.walk():
        if node.kind == "UnaryOperator" and node.opcode == "&":
            inner = strip(node.inner[0])
            while inner.kind in ("MemberExpr", "ImplicitCastExpr") and inner.inner and not inner.arrow:
                inner = strip(inner.inner[0])
            if inner.kind == "DeclRefExpr" and inner.referenced is not None:
                taken.add(inner.referenced.id)
        elif node.kind == "GCCAsmStmt":
            for operand in node.walk():
                if operand.kind == "DeclRefExpr" and operand.referenced is not None:
                    taken.add(operand.referenced.id)
    return taken


class Functions(Initialisers):
    """Lowering of a whole function. After `lower`, call `finish` once all dispatches are in place."""

    linkage: FunctionLinkage

    def __init__(self, unit: Unit, linkage: FunctionLinkage, builder: Builder) -> None:
        super().__init__(unit, linkage, builder)
        self.locals: dict[str, Place] = {}
        self.jumps: list[Jumps] = []
        self.labels: dict[str, int] = {}
        self.objects: list[tuple[Variable, Type]] = []
        self.variable_arrays: list[Variable] = []
        self.parameters: list[Variable] = []
        self.returns: Type = VOID
        self.result_pointer: Variable | None = None
        self.taken: set[str] = set()
        self.taken_labels: list[str] = []
        self.in_header = False
        """Is this the first part of a `for`, where a declaration can stand but no other statement?"""
        self.blocks: list[list[Variable]] = []
        """The objects declared so far in each block around here."""
        self.block_nodes: list[int] = []
        self.label_blocks: dict[str, list[int]] = {}

    # -- objects

    def _begin_lifetime(self, pointer: Expr, type_: Type) -> None:
        """A variable of an inner block is a new object each time, and dies with the block. That matters only to
        the validity of accesses; else one object for all times is simpler to reason about."""
        if self.linkage.properties.memory and len(self.blocks) > 1:
            assert isinstance(pointer, Variable)
            self.emit(EndLifetime(pointer))
            self.emit(Allocate(pointer, self.size_of(type_), Storage.STACK, pointer.source_name, type_))
            self.blocks[-1].append(pointer)

    def _leave_blocks(self, down_to: int) -> None:
        """End the lifetimes of what the blocks above this depth declared."""
        for block in reversed(self.blocks[down_to:]):
            for pointer in reversed(block):
                self.emit(EndLifetime(pointer))

    def new_object(self, type_: Type, name: str) -> Expr:
        """A local object; returns the variable that holds its address."""
        try:
            size = self.target.size(type_)
        except IncompleteTypeError as error:
            raise UnsupportedError(str(error)) from error
        pointer = self.build.variable(PointerType(type_), name, prefix="&")
        self.objects.append((pointer, type_))
        self.object_sizes[pointer] = size
        return pointer

    def local_place(self, ident: str) -> Place | None:
        return self.locals.get(ident)

    # -- the function

    def lower(self, node: Node, returns: Type) -> None:
        body = next(child for child in node.inner if child.kind == "CompoundStmt")
        self.taken = self.unit.taken
        self.taken_labels = list(dict.fromkeys(n.label for n in body.walk() if n.kind == "AddrLabelExpr"))
        self.returns = returns
        if self.linkage.properties.memory:
            self.label_blocks = _blocks_around_labels(body)
        self.types.open()
        self.at(node)
        if isinstance(returns, RecordType):
            self.result_pointer = self.build.variable(PointerType(returns), "", prefix="&result")
            self.parameters.append(self.result_pointer)
        for parameter in (child for child in node.inner if child.kind == "ParmVarDecl"):
            self._parameter(parameter)
        if node.variadic:
            self.varargs = self.build.variable(VOID_POINTER, "...")
            self.parameters.append(self.varargs)
        self.epilogue = self.build.location()
        self.result: Variable | None = None
        if is_scalar(returns):
            self.result = self.build.variable(returns, "", prefix="result")
        try:
            self._require_known_types(node)
            self._require_fixed_lengths(node, body)
            self.statement(body)
        except UnsupportedError as error:
            self.emit(Unsupported(error.reason))
            self.build.end()
        self._fall_off(node, body)
        self.types.close()

    def _parameter(self, node: Node) -> None:
        type_ = self.type_of(node)
        if isinstance(type_, RecordType):
            given = self.build.variable(PointerType(type_), "", prefix=f"&{node.name}.in")
            self.parameters.append(given)
            pointer = self.new_object(type_, node.name)
            self.locals[node.id] = Memory(pointer, type_)
            self.copy(pointer, given, type_)
            return
        variable = self.build.variable(type_, node.name)
        self.parameters.append(variable)
        if node.id in self.taken:
            pointer = self.new_object(type_, node.name)
            self.locals[node.id] = Memory(pointer, type_)
            self.emit(Store(pointer, variable))
        else:
            self.locals[node.id] = Register(variable, type_)
        self._may_be_length(node.name, self.locals[node.id])

    def _may_be_length(self, name: str, place: Place) -> None:
        """An integer can be the length of an array type that is written after its declaration."""
        if isinstance(self.place_type(place), IntType):
            value = place.variable if isinstance(place, Register) else Load(place.address, self.place_type(place))
            self.types.scope.variables[name] = value
            self.types.scope.cache.clear()

    def _require_fixed_lengths(self, node: Node, body: Node) -> None:
        """The lengths in the types of parameters, as in `int a[][n]`, are read where the parameter is used: right only if
        the variable is not changed in between."""
        names = {
            name
            for child in node.inner
            if child.kind == "ParmVarDecl" and child.type is not None
            for name in re.findall(r"\[(\w+)\]", child.type.text)
            if not name.isdigit()
        }
        for inner in body.walk() if names else ():
            writes = inner.opcode in ("++", "--", "=", "&") or inner.kind == "CompoundAssignOperator"
            target = strip(inner.inner[0]) if writes and inner.inner else None
            if target is not None and target.referenced is not None and target.referenced.name in names:
                raise UnsupportedError("the length of an array parameter is changed: not modelled")

    def _require_known_types(self, node: Node) -> None:
        """A record or enumeration defined inside of an expression or a parameter list is missing from the
        syntax tree; its name would be taken for another's."""
        text = re.sub(r'"(?:[^"\\\n]|\\.)*"', "", self.unit.source.slice(node.offset, node.end))
        written = len(re.findall(r"\b(?:struct|union|enum)\b[^;(){}=,]*\{", text))
        known = sum(n.kind == "EnumDecl" or (n.kind == "RecordDecl" and n.complete) for n in node.walk())
        if written > known:
            raise UnsupportedError("a type that is defined inside of an expression or a parameter list")

    def _fall_off(self, node: Node, body: Node) -> None:
        """The end of the body: `main` returns 0, other functions an unspecified value."""
        if self.result is not None:
            if node.name == "main":
                self.emit(Assign(self.result, self.zero(self.returns)))
            else:
                self.emit(Assign(self.result, self.zero(self.returns)))
        self.build.jump(self.epilogue)

    def finish(self, position: Position, *, library: bool) -> Procedure:
        """Put the allocations in front of the body and the ends of lifetimes behind it."""
        build = self.build
        build.position = position
        build.here = build.entry
        for pointer, type_ in self.objects:
            size = self.size_of(type_)
            self.emit(Allocate(pointer, size, Storage.STACK, pointer.source_name, type_))
        for pointer in self.variable_arrays:
            self.emit(Assign(pointer, Const(VOID_POINTER, 0)))
        build.jump(build.body)
        build.here = self.epilogue
        for pointer, _ in self.objects:
            self.emit(EndLifetime(pointer))
        for pointer in self.variable_arrays:
            self.emit(EndLifetime(pointer))
        build.edge(build.here, Return(self.result), build.exit)
        returns = self.returns if is_scalar(self.returns) else VOID
        return build.finish(self.parameters, returns, position, library=library)

    # -- statements

    def statement(self, node: Node) -> None:
        """Lower a statement; what is not modelled becomes an `Unsupported` at its place."""
        self.at(node)
        try:
            self._statement(node)
        except UnsupportedError as error:
            self.emit(Unsupported(error.reason))
            self.build.end()

    def _statement(self, node: Node) -> None:
        match node.kind:
            case "CompoundStmt":
                self._compound(node)
            case "DeclStmt":
                for child in node.inner:
                    self.declaration(child, node)
            case "IfStmt":
                self._if(node)
            case "WhileStmt":
                self._while(node)
            case "DoStmt":
                self._do(node)
            case "ForStmt":
                self._for(node)
            case "SwitchStmt":
                self._switch(node)
            case "CaseStmt" | "DefaultStmt":
                self._case(node)
            case "BreakStmt":
                self._leave_blocks(self.jumps[-1].depth)
                self.build.jump(self.jumps[-1].exit)
            case "ContinueStmt":
                loop = next(jumps for jumps in reversed(self.jumps) if jumps.repeat is not None)
                self._leave_blocks(loop.depth)
                assert loop.repeat is not None
                self.build.jump(loop.repeat)
            case "GotoStmt":
                self._leave_blocks(self._common_depth(node.goto_target))
                self.build.jump(self._label(node.goto_target))
            case "LabelStmt":
                self.build.label(self._label(node.declaration))
                self.statement(node.inner[0])
            case "ReturnStmt":
                self._return(node)
            case "NullStmt" | "":
                pass
            case "GCCAsmStmt" | "MSAsmStmt":
                self._assembly(node)
            case "AttributedStmt":
                self.statement(node.inner[-1])
            case "IndirectGotoStmt":
                self._computed_goto(node)
            case _ if node.type is not None:
                self.effect(node)
            case _:
                raise UnsupportedError(f"the statement {node.kind} is not modelled")

    def _compound(self, node: Node) -> None:
        self.types.open()
        self.blocks.append([])
        self.block_nodes.append(id(node))
        for child in node.inner:
            self.statement(child)
        self._leave_blocks(len(self.blocks) - 1)
        self.blocks.pop()
        self.block_nodes.pop()
        self.types.close()

    def _common_depth(self, label: str) -> int:
        """How many of the blocks around here are around the label, too."""
        around = self.label_blocks.get(label, [])
        depth = 0
        while depth < min(len(around), len(self.block_nodes)) and around[depth] == self.block_nodes[depth]:
            depth += 1
        return depth

    def _label(self, ident: str) -> int:
        if ident not in self.labels:
            self.labels[ident] = self.build.location()
        return self.labels[ident]

    def _computed_goto(self, node: Node) -> None:
        """Branch over the labels of this function whose address is taken."""
        pointer = self.keep(self.value(node.inner[0]))
        for label in self.taken_labels:
            further = self.build.location()
            same = self.binary(Binary.EQ, pointer, self.linkage.label_address(label))
            self.build.branch(same, self._label(label), further)
            self.build.here = further
        self.emit(Assume(FALSE, Why.UNDEFINED, "a goto to an address that is no label of this function"))
        self.build.end()

    def _if(self, node: Node) -> None:
        children = node.inner
        condition = self.condition(children[0])
        self.at(node)
        then, otherwise, done = (self.build.location() for _ in range(3))
        self.build.branch(condition, then, otherwise)
        self.build.here = then
        self.statement(children[1])
        self.build.jump(done)
        self.build.here = otherwise
        if node.has_else:
            self.statement(children[2])
        self.build.label(done)

    def _loop_body(self, body: Node, jumps: Jumps) -> None:
        self.jumps.append(jumps)
        self.statement(body)
        self.jumps.pop()

    def _while(self, node: Node) -> None:
        head, body, done = (self.build.location() for _ in range(3))
        self.build.label(head)
        condition = self.condition(node.inner[0])
        self.at(node)
        self.build.branch(condition, body, done)
        self.build.here = body
        self._loop_body(node.inner[-1], Jumps(done, head, len(self.blocks)))
        self.build.jump(head)
        self.build.here = done

    def _do(self, node: Node) -> None:
        head, test, done = (self.build.location() for _ in range(3))
        self.build.label(head)
        self._loop_body(node.inner[0], Jumps(done, test, len(self.blocks)))
        self.build.label(test)
        condition = self.condition(node.inner[1])
        self.build.branch(condition, head, done)
        self.build.here = done

    def _for(self, node: Node) -> None:
        start, _, test, step, body = node.inner
        self.types.open()
        if start.kind:
            self.in_header = True
            self.statement(start)
            self.in_header = False
        head, inside, again, done = (self.build.location() for _ in range(4))
        self.build.label(head)
        self.at(node)
        if test.kind:
            condition = self.condition(test)
            self.build.branch(condition, inside, done)
            self.build.here = inside
        self._loop_body(body, Jumps(done, again, len(self.blocks)))
        self.build.label(again)
        if step.kind:
            self.at(step)
            self.effect(step)
        self.build.jump(head)
        self.build.here = done
        self.types.close()

    def _switch(self, node: Node) -> None:
        subject = self.value(node.inner[0])
        variable = self.temporary(subject.type)
        self.emit(Assign(variable, subject))
        start, done = self.build.here, self.build.location()
        position = self.build.position
        self.build.end()
        jumps = Jumps(done, None, len(self.blocks), [])
        self._loop_body(node.inner[-1], jumps)
        self.build.jump(done)
        assert jumps.cases is not None
        self.build.here = start
        self.build.position = position
        for low, high, target in jumps.cases:
            low = self.convert(low, variable.type)
            if high is None:
                matches = self.binary(Binary.EQ, variable, low)
            else:
                high = self.convert(high, variable.type)
                matches = conjunction(
                    [self.binary(Binary.LE, low, variable), self.binary(Binary.LE, variable, high)]
                )
            further = self.build.location()
            self.build.branch(matches, target, further)
            self.build.here = further
        self.build.jump(jumps.default if jumps.default is not None else done)
        self.build.here = done

    def _case(self, node: Node) -> None:
        jumps = next(jumps for jumps in reversed(self.jumps) if jumps.cases is not None)
        assert jumps.cases is not None
        target = self.build.location()
        self.build.label(target)
        if node.kind == "DefaultStmt":
            jumps.default = target
        else:
            low = self._case_value(node.inner[0])
            high = self._case_value(node.inner[1]) if node.gnu_range else None
            jumps.cases.append((low, high, target))
        self.statement(node.inner[-1])

    def _case_value(self, node: Node) -> Expr:
        type_ = self.type_of(node)
        if node.kind == "ConstantExpr" and node.value is not None and isinstance(type_, IntType):
            return const(type_, int(str(node.value)))
        return self.value(node)

    def _return(self, node: Node) -> None:
        if node.inner:
            value = node.inner[0]
            if isinstance(self.returns, RecordType):
                assert self.result_pointer is not None
                self.copy(self.result_pointer, self.aggregate(value), self.returns)
            elif self.result is not None:
                result = self.value(value)
                self.at(node)
                self.emit(Assign(self.result, self.convert(result, self.returns)))
            else:
                self.effect(value)
        elif self.result is not None:
            self.emit(Assign(self.result, self.zero(self.returns)))
        self.build.jump(self.epilogue)

    def _assembly(self, node: Node) -> None:
        """Without outputs, assembly is taken to change nothing that the program sees (and that is listed)."""
        text = self.unit.source.slice(node.offset, node.end)
        without_strings = re.sub(r'"(?:[^"\\]|\\.)*"', '""', text)
        sections = without_strings.split(":")
        if len(sections) > 1 and sections[1].strip(" \n\t)"):
            raise UnsupportedError("inline assembly with outputs is not modelled")
        if "goto" in sections[0]:
            raise UnsupportedError("inline assembly that jumps is not modelled")
        self.linkage.assumption(self.build.position, "inline assembly without outputs is taken to change nothing")
        self.emit(Skip("inline assembly"))

    def statement_expression(self, node: Node, used: bool) -> Expr | None:
        self.types.open()
        children = node.inner[0].inner
        result: Expr | None = None
        for index, child in enumerate(children):
            last = index == len(children) - 1
            while last and child.kind == "LabelStmt":
                self.build.label(self._label(child.declaration))
                child = child.inner[0]
            if last and used and child.type is not None and not isinstance(self.type_of(child), VoidType):
                result = self.any_value(child)
                if result is not None and is_scalar(self.type_of(child)):
                    result = self.keep(result)
            else:
                self.statement(child)
        self.types.close()
        return result

    # -- declarations

    def declaration(self, node: Node, statement: Node) -> None:
        match node.kind:
            case "VarDecl":
                self._variable(node, statement)
            case "RecordDecl" | "EnumDecl" | "TypedefDecl":
                self.types.declare(node)
            case _:
                pass  # function declarations, static assertions, empty declarations

    def _variable(self, node: Node, statement: Node) -> None:
        self.at(node)
        if node.storage == "extern":
            self.linkage.extern_local(self.unit, node)
            return
        if node.storage == "static":
            self.locals[node.id] = self.linkage.static_local(self.unit, node, self.build.name)
            return
        type_ = self.type_of(node)
        if isinstance(type_, VariableArrayType) or (
            isinstance(type_, ArrayType) and not isinstance(self.size_of(type_), Const)
        ):
            self._variable_array(node, type_)
            return
        place: Place
        if is_scalar(type_) and node.id not in self.taken:
            variable = self.build.variable(type_, node.name)
            place = Register(variable, type_)
        else:
            pointer = self.new_object(type_, node.name)
            place = Memory(pointer, type_)
            self._begin_lifetime(pointer, type_)
        self.locals[node.id] = place
        self._may_be_length(node.name, place)
        initialiser = next((child for child in node.inner if _is_initialiser(child)), None)
        if node.init and initialiser is not None:
            self.initialise(place, initialiser, zeroed=False)
            return
        if isinstance(place, Register):
            self.emit(Havoc(place.variable, Origin.UNINITIALISED, node.name))
            holder = place.variable
        else:
            assert isinstance(place, Memory) and isinstance(place.address, Variable)
            self.emit(HavocMemory(place.address, self.size_of(type_), node.name, type_))
            holder = place.address
        end = node.end if self.in_header else statement.end
        self.linkage.uninitialised(self.unit, self.build.name, holder.name, end, node.name, self.in_header)

    def _variable_array(self, node: Node, type_: Type) -> None:
        pointer = self.build.variable(PointerType(type_), node.name, prefix="&")
        self.variable_arrays.append(pointer)
        self.locals[node.id] = Memory(pointer, type_)
        size = self.keep(self.size_of(type_))
        self.emit(EndLifetime(pointer))
        self.emit(Allocate(pointer, size, Storage.STACK, node.name, type_))
        self.emit(HavocMemory(pointer, size, node.name, type_))


def _blocks_around_labels(body: Node) -> dict[str, list[int]]:
    """For each label, the blocks that it is in, outermost first."""
    result: dict[str, list[int]] = {}
    stack: list[tuple[Node, list[int]]] = [(body, [])]
    while stack:
        node, around = stack.pop()
        if node.kind == "CompoundStmt":
            around = [*around, id(node)]
        elif node.kind == "LabelStmt":
            result[node.declaration] = around
        stack += [(child, around) for child in node.inner]
    return result


def _is_initialiser(node: Node) -> bool:
    return node.type is not None and not node.kind.endswith("Attr") and not node.kind.endswith("Type")


__all__ = ["INT", "FunctionLinkage", "Functions", "address_taken"]
