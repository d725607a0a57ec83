"""Functions: parameters, the body, and what stands before and behind it.

Objects are allocated in front of the body and end behind it, once all of them are known. What makes a whole
function impossible to model (a type that the syntax tree does not show, an object whose declaration is jumped
over) is looked for here.
"""

from __future__ import annotations

import re

from dovetail.frontend.builder import Builder
from dovetail.frontend.errors import UnsupportedError
from dovetail.frontend.lifetimes import places_of_labels
from dovetail.frontend.linkage import Linkage, Memory, Register
from dovetail.frontend.passed_over import passed_over
from dovetail.frontend.pointed_to import pointed_to
from dovetail.frontend.statements import Statements
from dovetail.frontend.syntax import Node, strip
from dovetail.frontend.type_effects import require_quiet_types
from dovetail.frontend.units import TranslationUnit
from dovetail.frontend.volatile import volatile_reads
from dovetail.program.automata import Procedure
from dovetail.program.expressions import Const, Expr, Variable
from dovetail.program.position import Position
from dovetail.program.statements import Assign, Copy, Return, Store, Unsupported
from dovetail.program.types import (
    INT,
    VOID,
    VOID_POINTER,
    FloatType,
    PointerType,
    RecordType,
    Type,
    is_scalar,
)

_QUOTED = re.compile(r'"(?:[^"\\\n]|\\.)*"|\'(?:[^\'\\\n]|\\.)*\'')
_ANY_MODE = frozenset(
    "__fpclassify __signbit signbit __isnan isnan __isinf isinf __finite finite isfinite isnormal copysign "
    "fabs trunc floor ceil round rint nearbyint lround llround lrint llrint fmin fmax __dovetail_negative "
    "__dovetail_infinite __dovetail_to_long __dovetail_to_longlong".split()
)
"""Models, without the f of those for float, whose arithmetic is exact, or that look at the rounding mode."""
_DEFINES_TYPE = re.compile(r"\b(?:struct|union|enum)\b[^;(){}=,]*\{")


def type_definitions(text: str) -> int:
    """How many records and enumerations a text defines. (A compound literal has a parenthesis before its
    brace.)"""
    return len(_DEFINES_TYPE.findall(_QUOTED.sub("0", text)))


class Functions(Statements):
    """Lowering of a whole function. After `lower`, call `finish` once all dispatches are in place."""

    def __init__(self, unit: TranslationUnit, linkage: Linkage, builder: Builder) -> None:
        super().__init__(unit, linkage, builder)
        self.parameters: list[Variable] = []
        self.body_offset = -1
        """Where the text of the body begins, behind its brace."""
        self._never_returns = False
        """Does a declaration of it say so?"""

    def lower(self, node: Node, returns: Type) -> None:
        body = next(child for child in node.inner if child.kind == "CompoundStmt")
        self.body_offset = body.offset + 1
        text = self.unit.source.slice(node.offset, node.end)
        if "&&" in text:
            self.taken_labels = list(dict.fromkeys(n.label for n in body.walk() if n.kind == "AddrLabelExpr"))
        self.types.is_fixed_length = FixedLengths(node).contains
        self._never_returns = self.linkage.returns_nowhere(self.unit, node)
        self.blocks[0].node = id(body)
        self.pointed_to = pointed_to(body, self.linkage.own_names)
        if "goto" in text:
            self.label_places = places_of_labels(body)
        if not self.unit.library and self.unit.mentions_volatile:
            self._assume_quiet_memory(body)
        self.types.open()
        self.at(node)
        self._result(returns)
        given = self._parameters(node)
        try:
            if node.name in self.unit.foreign_words.functions:
                raise UnsupportedError(self.unit.foreign_words.functions[node.name])
            self._require_known_types(node, text)
            require_quiet_types(self.unit.source, node, _QUOTED.sub("0", text))
            if "goto" in text or "switch" in text:
                self._require_reached_declarations(body)
            for parameter, variable in given:
                self._parameter(parameter, variable)
            if self.linkage.sets_rounding and self.unit.library and self._rounds_to_nearest(node.name):
                self.to_nearest_only()
            self.statement(body)
            self._leave_body(node, body)
        except UnsupportedError as error:
            self.build.refuse(error.reason)
            # The native run ends there, too, and what comes behind is not taken for a violation.
            text = error.reason.replace("\\", "\\\\").replace('"', '\\"')
            ending = f' __dovetail_unsupported("{text}");'
            self.linkage.native.replacement(self.unit, self.body_offset, self.body_offset, ending, opens=True)
        self.types.close()

    def _rounds_to_nearest(self, name: str) -> bool:
        """Is it a model that computes with floats, and knows one way to do so?"""
        floats = isinstance(self.returns, FloatType) or any(
            isinstance(parameter.type, FloatType) for parameter in self.parameters
        )
        return (
            floats and not name.startswith("__dovetail_rounded_") and name.removesuffix("f") not in _ANY_MODE
        )

    def _result(self, returns: Type) -> None:
        self.returns = returns
        if isinstance(returns, RecordType):
            self.result_pointer = self.build.variable(PointerType(returns), "", prefix="&result")
            self.parameters.append(self.result_pointer)
        elif is_scalar(returns):
            self.result = self.build.variable(returns, "", prefix="result")

    def _parameters(self, node: Node) -> list[tuple[Node, Variable]]:
        """The variables that callers assign, whatever becomes of the body."""
        given = []
        for parameter in (child for child in node.inner if child.kind == "ParmVarDecl"):
            type_ = self.types.of_declared(parameter.type)
            if isinstance(type_, RecordType):
                variable = self.build.variable(PointerType(type_), "", prefix=f"&{parameter.name}.in")
            else:
                variable = self.build.variable(type_, parameter.name)
            given.append((parameter, variable))
            self.parameters.append(variable)
        if node.variadic:
            self.varargs = self.build.variable(VOID_POINTER, "...")
            self.parameters.append(self.varargs)
        return given

    def _parameter(self, node: Node, variable: Variable) -> None:
        type_ = self.type_of(node)
        if isinstance(type_, RecordType):
            pointer = self._parameter_object(node, type_)
            self.locals[node.id] = Memory(pointer, type_)
            # The caller has read it, as far as that is checked.
            self.emit(Copy(pointer, variable, self.size_of(type_), type_))
            gaps = [] if self.unit.library else self.padding(type_)
            if gaps:
                self.spoil_named(node.name, pointer, gaps, self.unit.index, self.body_offset)
            return
        if node.id in self.unit.taken:
            pointer = self._parameter_object(node, type_)
            self.locals[node.id] = Memory(pointer, type_)
            self.emit(Store(pointer, variable))
        else:
            self.locals[node.id] = Register(variable, type_)
        self.may_be_length(node.name, self.locals[node.id])

    def _parameter_object(self, node: Node, type_: Type) -> Expr:
        return self.block_object(type_, node.name, pointed_to=node.id in self.pointed_to)

    def _leave_body(self, node: Node, body: Node) -> None:
        """The end of the body: `main` returns 0, other functions any value."""
        if node.name == "main" and self.result is not None and self.returns == INT:
            self.emit(Assign(self.result, Const(INT, 0)))
            self.leave_function(self.epilogue)
        else:
            self.fall_off(body)

    def _assume_quiet_memory(self, body: Node) -> None:
        for node, name in volatile_reads(body):
            what = f"'{name}'" if name else "what is read here"
            text = f"{what} is volatile: it is taken to change only where the program writes it"
            self.linkage.assumption(self.unit.source.position(node.offset), text, once=bool(name))

    # -- what cannot be modelled

    def _require_known_types(self, node: Node, text: str) -> None:
        """A record or enumeration defined inside of an expression or a parameter list is missing from the
        syntax tree; its name would be taken for another's."""
        if node.loc is not None:  # what it returns may be defined there: that is in the tree
            text = self.unit.source.slice(node.loc.offset, node.end)
        written = type_definitions(text)
        if not written:
            return
        known = sum(n.kind == "EnumDecl" or (n.kind == "RecordDecl" and n.complete) for n in node.walk())
        if written > known:
            raise UnsupportedError("a type that is defined inside of an expression or a parameter list")

    def _require_reached_declarations(self, body: Node) -> None:
        """For variables that are not in memory, the automaton tells when it is finished."""
        around = passed_over(body)
        if not around:
            return
        for node in body.walk():
            if node.kind == "VarDecl" and node.id in around:
                if node.id in self.unit.taken or not is_scalar(self.types.of_declared(node.type)):
                    raise UnsupportedError(
                        f"'{node.name}' may be used although a jump went around its declaration"
                    )

    # -- the automaton

    def finish(self, position: Position, *, library: bool) -> Procedure:
        """Put the allocations in front of the body and the ends of lifetimes behind it."""
        build = self.build
        if self.linkage.heap_used and self.properties.leaks:
            build.forget_pointers()
        self.settle_passages()
        build.position = position
        build.here = build.entry
        self.begin_function()
        build.jump(build.body)
        build.here = self.epilogue
        self.end_function()
        if self._never_returns:
            # No machine stops there: what comes next in the text, or anything else, may follow.
            build.emit(Unsupported("a function returns that is declared not to"))
        else:
            build.edge(build.here, Return(self.result), build.exit)
        returns = self.returns if is_scalar(self.returns) else VOID
        return build.finish(self.parameters, returns, position, library=library)


class FixedLengths:
    """The names of local variables that keep the value they begin with.

    A length that is read where the array type is used, and not where it was declared, is right only for
    these. A name with two declarations is none. Few functions have such arrays, so the function is looked
    through only when the first name is asked for.
    """

    def __init__(self, function: Node) -> None:
        self._function = function
        self._names: set[str] | None = None

    def contains(self, name: str) -> bool:
        if self._names is None:
            self._names = self._find()
        return name in self._names

    def _find(self) -> set[str]:
        declared: dict[str, int] = {}
        changed: set[str] = set()
        stack = [self._function]
        while stack:
            node = stack.pop()
            if node.kind == "UnaryExprOrTypeTraitExpr":
                continue  # not evaluated
            stack.extend(node.inner)
            if node.kind in ("ParmVarDecl", "VarDecl"):
                declared[node.name] = declared.get(node.name, 0) + 1
            elif node.opcode in ("++", "--", "=", "&") or node.kind == "CompoundAssignOperator":
                target = strip(node.inner[0])
                if target.referenced is not None:
                    changed.add(target.referenced.name)
        return {name for name, count in declared.items() if count == 1 and name not in changed}
