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
from dovetail.program.expressions import Binary, Const, Expr, Variable, conjunction, const
from dovetail.program.position import Position
from dovetail.program.statements import (
    Allocate,
    Assign,
    EndLifetime,
    Havoc,
    HavocMemory,
    Origin,
    Return,
    Skip,
    Storage,
    Store,
    Unsupported,
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

    # -- objects

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
        self.taken = address_taken(body)
        self.returns = returns
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
        self.statement(body)
        self._fall_off(node, body)
        self.types.close()

    def _parameter(self, node: Node) -> None:
        type_ = self.type_of(node)
        self._name_lengths(node)
        if isinstance(type_, RecordType):
            given = self.build.variable(PointerType(type_), "", prefix=f"&{node.name}.in")
            self.parameters.append(given)
            pointer = self.new_object(type_, node.name)
            self.locals[node.id] = Memory(pointer, type_)
            self.copy(pointer, given, type_)
            return
        variable = self.build.variable(type_, node.name)
        self.parameters.append(variable)
        if node.name and isinstance(type_, IntType):
            self.types.scope.variables[node.name] = variable
        if node.id in self.taken:
            pointer = self.new_object(type_, node.name)
            self.locals[node.id] = Memory(pointer, type_)
            self.emit(Store(pointer, variable))
        else:
            self.locals[node.id] = Register(variable, type_)

    def _name_lengths(self, node: Node) -> None:
        """A parameter such as `int a[][n]` is understood only if `n` is never changed: see `_length_changed`."""

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
                self.types.open()
                for child in node.inner:
                    self.statement(child)
                self.types.close()
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
                self.build.jump(self.jumps[-1].exit)
            case "ContinueStmt":
                target = next(jumps.repeat for jumps in reversed(self.jumps) if jumps.repeat is not None)
                self.build.jump(target)
            case "GotoStmt":
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
                raise UnsupportedError("a computed goto is not modelled")
            case _ if node.type is not None:
                self.effect(node)
            case _:
                raise UnsupportedError(f"the statement {node.kind} is not modelled")

    def _label(self, ident: str) -> int:
        if ident not in self.labels:
            self.labels[ident] = self.build.location()
        return self.labels[ident]

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
        self._loop_body(node.inner[-1], Jumps(done, head))
        self.build.jump(head)
        self.build.here = done

    def _do(self, node: Node) -> None:
        head, test, done = (self.build.location() for _ in range(3))
        self.build.label(head)
        self._loop_body(node.inner[0], Jumps(done, test))
        self.build.label(test)
        condition = self.condition(node.inner[1])
        self.build.branch(condition, head, done)
        self.build.here = done

    def _for(self, node: Node) -> None:
        start, _, test, step, body = node.inner
        self.types.open()
        if start.kind:
            self.statement(start)
        head, inside, again, done = (self.build.location() for _ in range(4))
        self.build.label(head)
        self.at(node)
        if test.kind:
            condition = self.condition(test)
            self.build.branch(condition, inside, done)
            self.build.here = inside
        self._loop_body(body, Jumps(done, again))
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
        jumps = Jumps(done, None, [])
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
            if node.name.startswith("__dovetail_vla_"):
                self.types.scope.variables[node.name] = variable
        else:
            place = Memory(self.new_object(type_, node.name), type_)
        self.locals[node.id] = place
        initialiser = next((child for child in node.inner if _is_initialiser(child)), None)
        if node.init and initialiser is not None:
            self.initialise(place, initialiser, zeroed=False)
            return
        end = statement.end if statement.kind == "DeclStmt" else -1
        if isinstance(place, Register):
            self.emit(Havoc(place.variable, Origin.UNINITIALISED, node.name))
            holder = place.variable
        else:
            assert isinstance(place, Memory) and isinstance(place.address, Variable)
            self.emit(HavocMemory(place.address, self.size_of(type_), node.name, type_))
            holder = place.address
        self.linkage.uninitialised(self.unit, self.build.name, holder.name, end, node.name)

    def _variable_array(self, node: Node, type_: Type) -> None:
        pointer = self.build.variable(PointerType(type_), node.name, prefix="&")
        self.variable_arrays.append(pointer)
        self.locals[node.id] = Memory(pointer, type_)
        size = self.keep(self.size_of(type_))
        self.emit(EndLifetime(pointer))
        self.emit(Allocate(pointer, size, Storage.STACK, node.name, type_))
        self.emit(HavocMemory(pointer, size, node.name, type_))


def _is_initialiser(node: Node) -> bool:
    return node.type is not None and not node.kind.endswith("Attr") and not node.kind.endswith("Type")


__all__ = ["INT", "FunctionLinkage", "Functions", "address_taken"]
