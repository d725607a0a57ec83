"""Calls: of the program's own functions, through pointers, of functions without a body.

Records travel by address: a parameter of record type is the address of the caller's object, which the callee
copies; a result of record type is written through a hidden first parameter. Those of `...` are in `passing`.

What the C library and the compiler supply is in `intrinsics`.
"""

from __future__ import annotations

from collections.abc import Sequence

from dovetail.frontend.builder import BOOL_BIT
from dovetail.frontend.errors import UnsupportedError
from dovetail.frontend.float_views import NAN_BITS
from dovetail.frontend.known_functions import COUNTED, NULL_OF_NOTHING, plain_name
from dovetail.frontend.linkage import Dispatch, Signature
from dovetail.frontend.lowering import is_c_bool, require_modelled
from dovetail.frontend.passing import Passing, passes_as
from dovetail.frontend.spelling import input_of, is_input
from dovetail.frontend.syntax import DeclRef, Node, bare, strip
from dovetail.program.expressions import Binary, Expr, Variable, const
from dovetail.program.statements import Assign, Call, Havoc, HavocMemory, Origin
from dovetail.program.types import (
    C_BOOL,
    INT,
    VOID_POINTER,
    FunctionType,
    IntType,
    PointerType,
    RecordType,
    Type,
    VoidType,
    has_pointers,
    is_scalar,
)

_PROMISES = {
    "ConstAttr": "gives the same result for the same arguments",
    "PureAttr": "gives the same result as long as nothing changes",
    "ReturnsNonNullAttr": "never returns null",
}
"""What attributes promise of a function. That it returns any value would make violations that are none."""


_OF_THE_ALLOCATOR = frozenset(
    "calloc realloc reallocarray free cfree aligned_alloc memalign posix_memalign valloc pvalloc "
    "malloc_usable_size".split()
)
_SEE_SIGNS = frozenset(
    f"{prefix}{name}{suffix}"
    for prefix in ("", "__", "__builtin_")
    for name in ("signbit", "copysign", "FLOAT_BITS", "DOUBLE_BITS")
    for suffix in ("", "f", "l")
)
"""What makes a difference between one NaN and another."""


HANDED_ON = "a va_list that was handed to a function is afterwards as the machine's convention leaves it"


def _is_argument_list(node: Node) -> bool:
    return node.type is not None and "va_list" in f"{node.type.text} {node.type.desugared or ''}"


def _is_somewhere(node: Node) -> bool:
    """Is it a record in memory that has a place of its own?"""
    node = strip(node)
    return node.kind == "ImplicitCastExpr" and node.cast_kind == "LValueToRValue"


def _varies(argument: Node) -> bool:
    """Is it anything but a constant that stands in the text?"""
    return any(node.kind in ("DeclRefExpr", "CallExpr", "MemberExpr") for node in argument.walk())


def _may_be_null(argument: Node) -> bool:
    """Is it anything but the address of something that the text names?"""
    node = strip(argument)
    while node.kind in ("ImplicitCastExpr", "CStyleCastExpr") and node.inner:
        if node.cast_kind in ("ArrayToPointerDecay", "FunctionToPointerDecay"):
            return False
        node = strip(node.inner[0])
    return not (node.kind == "UnaryOperator" and node.opcode == "&")


_UNEVALUATED = frozenset({"__builtin_constant_p", "__builtin_object_size", "__builtin_dynamic_object_size"})
"""Their arguments are not evaluated: without their value they are nothing."""


class Calls(Passing):
    """Calls of all kinds but intrinsic ones."""

    varargs: Variable | None = None

    def intrinsic(
        self, node: Node, ref: DeclRef, arguments: list[Node], used: bool
    ) -> tuple[bool, Expr | None]:
        """Supplied by `intrinsics`: (was it one, its value)."""
        raise NotImplementedError

    def program_ends(self, name: str) -> None:
        """By a call that does not come back. Supplied by `intrinsics`."""
        raise NotImplementedError

    def call(self, node: Node, used: bool) -> Expr | None:
        callee = strip(node.inner[0])
        while callee.kind in ("ImplicitCastExpr", "CStyleCastExpr") or (
            callee.kind == "UnaryOperator" and callee.opcode in ("*", "&")
        ):
            if callee.kind != "UnaryOperator" and callee.cast_kind == "LValueToRValue":
                break
            if callee.kind == "UnaryOperator" and strip(callee.inner[0]).kind != "DeclRefExpr":
                inner = self.type_of(strip(callee.inner[0]))
                if not (isinstance(inner, PointerType) and isinstance(inner.pointee, FunctionType)):
                    break
            callee = strip(callee.inner[0])
        arguments = node.inner[1:]
        if callee.kind == "DeclRefExpr" and callee.referenced and callee.referenced.kind == "FunctionDecl":
            if not used and callee.referenced.name in _UNEVALUATED:
                return None
            return self._direct(node, callee.referenced, arguments, used)
        return self._indirect(node, node.inner[0], arguments, used)

    def arguments(self, nodes: Sequence[Node]) -> list[Expr]:
        """Evaluate left to right; what a later argument could change is kept. A record that is somewhere is
        read when all of them are evaluated: so does clang."""
        values: list[Expr] = []
        read: list[tuple[Expr, Type]] = []
        last = max((index for index, node in enumerate(nodes) if self.has_effects(node)), default=0)
        for index, node in enumerate(nodes):
            value = self.any_value(node)
            if value is None:
                raise UnsupportedError("an argument has no value")
            if not is_scalar(self.type_of(node)):
                read.append((value, self.type_of(node)))
            if index < last:
                if is_scalar(self.type_of(node)):
                    value = self.keep(value)
                elif _is_somewhere(node):
                    value = self.keep(value)
                    read[-1] = (value, read[-1][1])
                else:
                    copy = self.new_object(self.type_of(node), "argument")
                    self.copy(copy, value, self.type_of(node))
                    value = copy
                    read.pop()
            values.append(value)
        for value, type_ in read:
            self.check_access(value, self.size_of(type_))  # it is read here, for the callee
        return values

    def _direct(self, node: Node, ref: DeclRef, nodes: list[Node], used: bool) -> Expr | None:
        if ref.name in _SEE_SIGNS and not self.unit.library:
            self.linkage.assumption(self.at(node), NAN_BITS, once=True)
        if not self.linkage.is_user_defined(self.unit, ref):
            self._say_null_of_nothing(node, ref.name, nodes)
            self.require_one_allocator(ref.name)
            done, value = self.intrinsic(node, ref, nodes, used)
            if done:
                seen_as = self.type_of(node)  # an old program may declare `int malloc()`
                if value is not None and is_scalar(seen_as) and is_scalar(value.type):
                    return self.convert(value, seen_as)
                return value
        signature = self.linkage.signature(self.unit, ref)
        if signature is None:
            return self._external(node, ref, nodes, used)
        if ref.name in (self.linkage.conventions.outside or ()):
            self._require_followed(ref.name, nodes[len(signature.parameters) :])
        self._require_same_list(node, signature)
        return self.invoke(node, signature, nodes, used)

    def _say_null_of_nothing(self, node: Node, name: str, nodes: list[Node]) -> None:
        number = COUNTED.get(plain_name(name))
        if self.unit.library or number is None or number >= len(nodes) or not _varies(nodes[number]):
            return
        if any(isinstance(self.type_of(one), PointerType) and _may_be_null(one) for one in nodes):
            self.linkage.assumption(self.at(node), NULL_OF_NOTHING, once=True)

    def _require_same_list(self, node: Node, signature: Signature) -> None:
        """A caller that does not know of the `...`, or knows of one that is not there, passes arguments in
        another way: not on every machine, and not always on this one."""
        seen_as = bare(node.inner[0]).type
        # By its text: its parameters may have types that only the function itself can evaluate.
        knows_of_one = seen_as is not None and (seen_as.desugared or seen_as.text).endswith(", ...)")
        if signature.library or knows_of_one is signature.variadic:
            return
        has, knows = ("has", "knows of none") if signature.variadic else ("has no", "knows of one")
        raise UnsupportedError(f"'{signature.symbol}' {has} '...', and the call {knows}")

    def require_one_allocator(self, name: str) -> None:
        """What the library's allocator does with blocks of a `malloc` that is the program's is undefined."""
        malloc = DeclRef("", "FunctionDecl", "malloc")
        if name in _OF_THE_ALLOCATOR and self.linkage.is_user_defined(self.unit, malloc):
            raise UnsupportedError(f"'{name}' is the library's, and 'malloc' is the program's own")

    def invoke(self, node: Node, signature: Signature, nodes: list[Node], used: bool) -> Expr | None:
        values = self.arguments(nodes)
        self.at(node)
        fixed = len(signature.parameters)
        types = [self.type_of(argument) for argument in nodes]
        if len(values) < fixed:
            raise UnsupportedError(
                f"'{signature.symbol}' is called with {len(values)} arguments and defined with {fixed}"
            )
        for number, (given, wanted) in enumerate(zip(types, signature.passed, strict=False)):
            if passes_as(given, wanted, self.target):
                continue
            if not self._same_number(signature, values[number], given, wanted):
                raise UnsupportedError(f"'{signature.symbol}' is given {given} and defined to take {wanted}")
        passed = [
            self.convert(value, type_) if is_scalar(type_) else value
            for value, type_ in zip(values, signature.parameters, strict=False)
        ]
        if not signature.library and any(map(_is_argument_list, nodes)):
            self.linkage.assumption(self.build.position, HANDED_ON, once=True)
        if signature.variadic:
            passed.append(self.laid_out(list(zip(values[fixed:], types[fixed:], strict=True))))
        return self.finish_call(signature, passed, self.type_of(node), used)

    def _same_number(self, signature: Signature, value: Expr, given: Type, wanted: Type) -> bool:
        """Is an integer found as the same number by a callee that expects another width? Where an argument
        has a register of its own a wider one is, if it fits; and programs declare functions of the library by
        hand, with narrower integers, which are, unless they are negative. What else is, is refused."""
        if not (isinstance(given, IntType) and isinstance(wanted, IntType)):
            return False
        if not INT.width <= given.width <= 8 * self.target.size(VOID_POINTER):
            return False
        if wanted.width < INT.width:
            same = self.binary(Binary.EQ, self.convert(self.convert(value, wanted), given), value)
            self.unless(same, f"'{signature.symbol}' is given {given} and defined to take {wanted}")
            return True
        if not (signature.library and given.width < wanted.width <= 8 * self.target.size(VOID_POINTER)):
            return False
        text = f"'{signature.symbol}' is given {given} and takes {wanted}: taken to find the same number"
        self.linkage.assumption(self.build.position, text)
        if given.signed:
            text = f"'{signature.symbol}' is given a negative {given} and defined to take {wanted}"
            self.unless(self.binary(Binary.GE, value, const(given, 0)), text)
        return True

    def finish_call(self, signature: Signature, passed: list[Expr], seen_as: Type, used: bool) -> Expr | None:
        symbol, returns = signature.symbol, signature.returns
        if isinstance(returns, RecordType):
            if not passes_as(returns, seen_as, self.target):
                raise UnsupportedError(f"'{symbol}' returns {returns} and is declared to return {seen_as}")
            result = self.new_object(returns, "result")
            self.emit(Call(None, symbol, (result, *passed)))
            return None if isinstance(seen_as, VoidType) else result
        if not used or isinstance(seen_as, VoidType):
            self.emit(Call(None, symbol, tuple(passed)))
            return None
        if isinstance(returns, VoidType) or not passes_as(returns, seen_as, self.target):
            raise UnsupportedError(f"'{symbol}' returns {returns} and is declared to return {seen_as}")
        target = self.temporary(returns)
        self.emit(Call(target, symbol, tuple(passed)))
        return self.convert(target, seen_as)

    # -- functions without a body

    def _external(self, node: Node, ref: DeclRef, nodes: list[Node], used: bool) -> Expr | None:
        if any(self.vector_of(one) is not None for one in (node, *nodes)):
            raise UnsupportedError(f"'{ref.name}' has no body, and takes or returns vectors: not modelled")
        self.arguments(nodes)
        self.at(node)
        if self.unit.attribute(ref.name, "WeakAttr"):
            raise UnsupportedError(f"'{ref.name}' is weak and defined nowhere: it may have no address")
        for kind, promise in _PROMISES.items():
            if self.unit.attribute(ref.name, kind):
                raise UnsupportedError(f"'{ref.name}' has no body, and {promise}: not modelled")
        reaches = any(self._could_change(argument) for argument in nodes)
        self.linkage.external(self.unit, ref, self.build.position, reaches=reaches)
        if self.linkage.never_returns(self.unit, ref):
            self.program_ends(ref.name)
            return None
        if self.linkage.conventions.outside is not None and not is_input(ref.name):
            raise UnsupportedError(f"'{ref.name}' has no body, and what it could reach is not known")
        return self.any_result(input_of(ref.name) or ref.name, self.type_of(node), Origin.EXTERNAL)

    def _require_followed(self, name: str, nodes: list[Node]) -> None:
        """What a function without a body is given beyond its parameters must not lead anywhere: the text that
        stands for its body does not see it."""
        for argument in nodes:
            inner = bare(argument)
            if inner.kind != "StringLiteral" and self._could_change(argument):
                raise UnsupportedError(
                    f"'{name}' has no body, and is given a pointer for which it has no parameter"
                )

    def _could_change(self, argument: Node) -> bool:
        """Could a function that is given this change anything by it? What is `const`, and has no pointers
        in it, it is to leave alone."""
        type_ = self.type_of(argument)
        if not isinstance(type_, PointerType):
            as_number = self.linkage.conventions.addresses_as_numbers and _varies(argument)
            return has_pointers(type_) or as_number
        written = argument.type.desugared or argument.type.text if argument.type is not None else ""
        return not written.startswith("const ") or has_pointers(type_.pointee)

    def any_result(self, name: str, type_: Type, origin: Origin) -> Expr | None:
        """Any value of a type, as a new input."""
        require_modelled(type_)
        if isinstance(type_, VoidType):
            return None
        if is_c_bool(type_):
            # One bit: every input is a value that a _Bool can have.
            bit = self.temporary(BOOL_BIT)
            self.emit(Havoc(bit, origin, name))
            return self.convert(bit, C_BOOL)
        if is_scalar(type_):
            made = self.temporary(type_)
            self.emit(Havoc(made, origin, name))
            return made
        made_object = self.new_object(type_, name)
        self.emit(HavocMemory(made_object, self.size_of(type_), name, type_))
        return made_object

    # -- through pointers

    def _indirect(self, node: Node, callee: Node, nodes: list[Node], used: bool) -> Expr | None:
        pointer_type = self.type_of(callee)
        function = pointer_type.pointee if isinstance(pointer_type, PointerType) else pointer_type
        if not isinstance(function, FunctionType):
            raise UnsupportedError("a call through something that is no function pointer")
        callee_value = self.value(callee)
        pointer = self.build.variable(VOID_POINTER)
        self.emit(Assign(pointer, callee_value))
        values = [self._kept(value, n) for value, n in zip(self.arguments(nodes), nodes, strict=True)]
        self.at(node)
        extra: tuple[Expr, ...] = ()
        if function.variadic and function.prototyped:
            fixed = len(function.parameters)
            packed = [
                (value, self.type_of(n)) for value, n in zip(values[fixed:], nodes[fixed:], strict=True)
            ]
            values, extra = values[:fixed], (self.laid_out(packed),)
        record: Expr | None = None
        result: Variable | None = None
        if isinstance(function.returns, RecordType):
            record = self.new_object(function.returns, "result")
        elif used and not isinstance(function.returns, VoidType):
            result = self.temporary(function.returns)
        done = self.build.location()
        self.linkage.dispatches.append(
            Dispatch(
                self.build,
                self.build.here,
                done,
                self.build.position,
                pointer,
                tuple(values),
                extra,
                record,
                result,
                function,
            )
        )
        self.build.here = done
        return record if record is not None else result

    def _kept(self, value: Expr, node: Node) -> Expr:
        return self.keep(value) if is_scalar(self.type_of(node)) else value
