"""Programs built by hand, for tests of the executor that need no front end."""

from __future__ import annotations

from dovetail.program.automata import Extent, GlobalObject, Procedure, Program
from dovetail.program.expressions import Address, Binary, BinaryOp, Const, Expr, Variable, const, negation
from dovetail.program.position import NOWHERE, Position
from dovetail.program.statements import Assign, Assume, CheckInfo, Return, Statement, Why
from dovetail.program.types import INT, VOID, VOID_POINTER, DataModel, IntType, PointerType, Target, Type

LP64 = Target(DataModel.LP64)
ILP32 = Target(DataModel.ILP32)


def number(value: int, type_: IntType = INT) -> Const:
    return const(type_, value)


def op(symbol: str, left: Expr, right: Expr | int) -> Expr:
    operators = {binary.value: binary for binary in Binary}
    if isinstance(right, int):
        right = Const(left.type, right & ((1 << width_of(left.type)) - 1))
    return BinaryOp(operators[symbol], left, right)


def width_of(type_: Type) -> int:
    return type_.width if isinstance(type_, IntType) else 64


def info(ident: int = 1, kind: str = "assertion") -> CheckInfo:
    return CheckInfo(ident, kind, at(ident), "main", f"check {ident}")


def at(line: int) -> Position:
    return Position("test.c", line, 1)


class Body:
    """Writes a procedure statement by statement; `here` is where the next one goes."""

    def __init__(
        self, name: str = "main", parameters: tuple[Variable, ...] = (), returns: Type = INT
    ) -> None:
        self.procedure = Procedure(name, parameters, returns, at(1))
        self.here: int | None = self.procedure.entry
        self.line = 1

    def local(self, name: str, type_: Type = INT) -> Variable:
        variable = Variable(name, self.procedure.name, type_, name)
        if variable not in self.procedure.locals:
            self.procedure.locals.append(variable)
            self.procedure.extents[name] = Extent(NOWHERE, NOWHERE)
        return variable

    def parameter(self, number: int) -> Variable:
        return self.procedure.parameters[number]

    def location(self) -> int:
        return self.procedure.new_location()

    def do(self, *statements: Statement) -> Body:
        for statement in statements:
            assert self.here is not None
            self.line += 1
            returns = isinstance(statement, Return)
            target = self.procedure.exit if returns else self.location()
            self.procedure.add(self.here, statement, target, at(self.line))
            self.here = None if returns else target
        return self

    def set(self, variable: Variable, value: Expr) -> Body:
        return self.do(Assign(variable, value))

    def give(self, value: Expr | int) -> Body:
        return self.do(Return(number(value) if isinstance(value, int) else value))

    def goto(self, target: int, statement: Statement) -> None:
        assert self.here is not None
        self.line += 1
        self.procedure.add(self.here, statement, target, at(self.line))
        self.here = None

    def branch(self, condition: Expr) -> tuple[int, int]:
        """Two new locations; go on at one of them by setting `here`."""
        then, otherwise = self.location(), self.location()
        self.branch_to(condition, then, otherwise)
        return then, otherwise

    def branch_to(self, condition: Expr, then: int, otherwise: int) -> None:
        assert self.here is not None
        self.line += 1
        self.procedure.add(self.here, Assume(condition, Why.BRANCH), then, at(self.line))
        self.procedure.add(self.here, Assume(negation(condition), Why.BRANCH), otherwise, at(self.line))
        self.here = None


def program(*bodies: Body, target: Target = LP64, **more: object) -> Program:
    """The first body is the entry."""
    result = Program(target, bodies[0].procedure.name, bodies[-1].procedure.name)
    for body in bodies:
        result.procedures[body.procedure.name] = body.procedure
    for key, value in more.items():
        setattr(result, key, value)
    return result


def parameter(name: str, procedure: str, type_: Type = INT) -> Variable:
    return Variable(name, procedure, type_, name)


def global_variable(name: str, type_: Type = INT) -> Variable:
    return Variable(name, "", type_, name)


def global_object(name: str, type_: Type, size: int, *, constant: bool = False) -> GlobalObject:
    return GlobalObject(name, type_, size, 16, at(1), name, constant)


def address(name: str, type_: PointerType = VOID_POINTER) -> Address:
    return Address(name, type_)


NOTHING = VOID
