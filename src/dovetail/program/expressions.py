"""Side-effect-free, typed, interned expressions.

Interned: equal expressions are the same object, so equality is identity, hashing is free, and every memo
table of the other packages is a plain dictionary. An expression's meaning is not here but in `semantics/`;
nothing here simplifies.

Both operands of an arithmetic or comparison operator have the same type: the front end has written every
conversion out as a `Cast`. Bit patterns stand for values: `Const(INT, 0xFFFFFFFF)` is -1, a float constant
holds its IEEE bits, the null pointer is `Const(pointer type, 0)`.

`And`, `Or` and `Conditional` do not evaluate what they do not need. Traversals are explicit-stack
(`fold`): weakest preconditions grow deep.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, ClassVar, Self, TypeVar

from dovetail.program.remembering import interning, memo
from dovetail.program.types import (
    BOOL,
    FloatType,
    IntType,
    PointerType,
    Type,
)

T = TypeVar("T")


class Unary(Enum):
    NEGATE = "-"
    COMPLEMENT = "~"
    NOT = "!"  # of a condition

    __hash__ = object.__hash__  # by identity, as they are compared: an Enum's is by name, in Python


class Binary(Enum):
    ADD = "+"
    SUB = "-"
    MUL = "*"
    DIV = "/"
    REM = "%"
    BITAND = "&"
    BITOR = "|"
    BITXOR = "^"
    SHL = "<<"
    SHR = ">>"
    EQ = "=="
    NE = "!="
    LT = "<"
    LE = "<="
    GT = ">"
    GE = ">="
    AND = "&&"
    OR = "||"

    __hash__ = object.__hash__

    @property
    def compares(self) -> bool:
        return self in COMPARISONS

    @property
    def logical(self) -> bool:
        return self is Binary.AND or self is Binary.OR


COMPARISONS = frozenset({Binary.EQ, Binary.NE, Binary.LT, Binary.LE, Binary.GT, Binary.GE})
NEGATED = {
    Binary.EQ: Binary.NE,
    Binary.NE: Binary.EQ,
    Binary.LT: Binary.GE,
    Binary.GE: Binary.LT,
    Binary.GT: Binary.LE,
    Binary.LE: Binary.GT,
}


class Expr:
    """Base of all expressions. `serial` numbers them in order of creation: a deterministic sort key."""

    __slots__ = ("serial", "type")
    type: Type
    serial: int
    _table: ClassVar[dict[Any, Any]] = interning()
    _count: ClassVar[int] = 0

    @property
    def children(self) -> tuple[Expr, ...]:
        return ()

    def with_children(self, children: tuple[Expr, ...]) -> Expr:
        """The same operation on other operands."""
        return self

    def _enter(self, key: object, type_: Type) -> None:
        self.type = type_
        self.serial = Expr._count
        Expr._count += 1
        Expr._table[key] = self

    def __repr__(self) -> str:
        from dovetail.program.printer import show_expr

        return f"<{show_expr(self)}>"


class Const(Expr):
    """A constant, given by its bit pattern."""

    __slots__ = ("value",)
    __match_args__ = ("type", "value")
    value: int

    def __new__(cls, type: Type, value: int) -> Const:
        key = (cls, type, value)
        found = Expr._table.get(key)
        if found is None:
            found = object.__new__(cls)
            found.value = value
            found._enter(key, type)
        return found


class Variable(Expr):
    """A scalar whose address is never taken. `scope` is the procedure's name, or "" for a global.

    `source_name` is what the user called it; empty for a temporary of the front end.
    """

    __slots__ = ("name", "scope", "source_name")
    __match_args__ = ("name", "scope")
    name: str
    scope: str
    source_name: str

    def __new__(cls, name: str, scope: str, type: Type, source_name: str = "") -> Variable:
        key = (cls, name, scope, type)
        found = Expr._table.get(key)
        if found is None:
            found = object.__new__(cls)
            found.name, found.scope, found.source_name = name, scope, source_name
            found._enter(key, type)
        return found


class Address(Expr):
    """The address of a global object or of a function."""

    __slots__ = ("symbol",)
    __match_args__ = ("symbol",)
    symbol: str

    def __new__(cls, symbol: str, type: PointerType) -> Address:
        key = (cls, symbol, type)
        found = Expr._table.get(key)
        if found is None:
            found = object.__new__(cls)
            found.symbol = symbol
            found._enter(key, type)
        return found


class Load(Expr):
    """The scalar of type `type` in memory at `address`."""

    __slots__ = ("address",)
    __match_args__ = ("address", "type")
    address: Expr

    def __new__(cls, address: Expr, type: Type) -> Load:
        key = (cls, address, type)
        found = Expr._table.get(key)
        if found is None:
            found = object.__new__(cls)
            found.address = address
            found._enter(key, type)
        return found

    @property
    def children(self) -> tuple[Expr, ...]:
        return (self.address,)

    def with_children(self, children: tuple[Expr, ...]) -> Expr:
        return Load(children[0], self.type)


class _OfOne(Expr):
    __slots__ = ("operand",)
    operand: Expr

    @property
    def children(self) -> tuple[Expr, ...]:
        return (self.operand,)


class _OfTwo(Expr):
    __slots__ = ("left", "right")
    left: Expr
    right: Expr

    @property
    def children(self) -> tuple[Expr, ...]:
        return (self.left, self.right)


class _OfPointer(Expr):
    __slots__ = ("pointer",)
    __match_args__ = ("pointer",)
    pointer: Expr

    @property
    def children(self) -> tuple[Expr, ...]:
        return (self.pointer,)


class UnaryOp(_OfOne):
    __slots__ = ("op",)
    __match_args__ = ("op", "operand")
    op: Unary

    def __new__(cls, op: Unary, operand: Expr) -> UnaryOp:
        key = (cls, op, operand)
        found = Expr._table.get(key)
        if found is None:
            found = object.__new__(cls)
            found.op, found.operand = op, operand
            found._enter(key, operand.type)
        return found

    def with_children(self, children: tuple[Expr, ...]) -> Expr:
        return UnaryOp(self.op, children[0])


class BinaryOp(_OfTwo):
    """Arithmetic on operands of one type (the right operand of a shift may be of another width),
    comparison (also of pointers), or a connective of two conditions."""

    __slots__ = ("op",)
    __match_args__ = ("op", "left", "right")
    op: Binary

    def __new__(cls, op: Binary, left: Expr, right: Expr) -> BinaryOp:
        key = (cls, op, left, right)
        found = Expr._table.get(key)
        if found is None:
            found = object.__new__(cls)
            found.op, found.left, found.right = op, left, right
            found._enter(key, BOOL if op in COMPARISONS else left.type)
        return found

    def with_children(self, children: tuple[Expr, ...]) -> Expr:
        return BinaryOp(self.op, children[0], children[1])


class Cast(_OfOne):
    """Conversion by value between integers, floats, pointers and integers, and from a condition to 0 or 1.

    There is no cast *to* a condition: that is a comparison with zero."""

    __slots__ = ()
    __match_args__ = ("type", "operand")

    def __new__(cls, type: Type, operand: Expr) -> Cast:
        key = (cls, type, operand)
        found = Expr._table.get(key)
        if found is None:
            found = object.__new__(cls)
            found.operand = operand
            found._enter(key, type)
        return found

    def with_children(self, children: tuple[Expr, ...]) -> Expr:
        return Cast(self.type, children[0])


class Conditional(Expr):
    __slots__ = ("condition", "otherwise", "then")
    __match_args__ = ("condition", "then", "otherwise")
    condition: Expr
    then: Expr
    otherwise: Expr

    def __new__(cls, condition: Expr, then: Expr, otherwise: Expr) -> Conditional:
        key = (cls, condition, then, otherwise)
        found = Expr._table.get(key)
        if found is None:
            found = object.__new__(cls)
            found.condition, found.then, found.otherwise = condition, then, otherwise
            found._enter(key, then.type)
        return found

    @property
    def children(self) -> tuple[Expr, ...]:
        return (self.condition, self.then, self.otherwise)

    def with_children(self, children: tuple[Expr, ...]) -> Expr:
        return Conditional(*children)


class PointerAdd(Expr):
    """`pointer` moved by `offset` bytes, a signed integer as wide as a pointer. The object stays the same."""

    __slots__ = ("offset", "pointer")
    __match_args__ = ("pointer", "offset", "type")
    pointer: Expr
    offset: Expr

    def __new__(cls, pointer: Expr, offset: Expr, type: Type) -> PointerAdd:
        key = (cls, pointer, offset, type)
        found = Expr._table.get(key)
        if found is None:
            found = object.__new__(cls)
            found.pointer, found.offset = pointer, offset
            found._enter(key, type)
        return found

    @property
    def children(self) -> tuple[Expr, ...]:
        return (self.pointer, self.offset)

    def with_children(self, children: tuple[Expr, ...]) -> Expr:
        return PointerAdd(children[0], children[1], self.type)


class PointerDiff(_OfTwo):
    """The distance of two pointers in bytes, a signed integer as wide as a pointer."""

    __slots__ = ()
    __match_args__ = ("left", "right")

    def __new__(cls, left: Expr, right: Expr, type: IntType) -> PointerDiff:
        key = (cls, left, right, type)
        found = Expr._table.get(key)
        if found is None:
            found = object.__new__(cls)
            found.left, found.right = left, right
            found._enter(key, type)
        return found

    def with_children(self, children: tuple[Expr, ...]) -> Expr:
        assert isinstance(self.type, IntType)
        return PointerDiff(children[0], children[1], self.type)


class SameObject(_OfTwo):
    """The condition that two pointers point into the same object, wherever in it. Not written in C, but it is
    what aliasing is about: writing through one of two pointers into different objects cannot change what the
    other reads. Addresses as such (null among them) count as one object."""

    __slots__ = ()
    __match_args__ = ("left", "right")

    def __new__(cls, left: Expr, right: Expr) -> SameObject:
        key = (cls, left, right)
        found = Expr._table.get(key)
        if found is None:
            found = object.__new__(cls)
            found.left, found.right = left, right
            found._enter(key, BOOL)
        return found

    def with_children(self, children: tuple[Expr, ...]) -> Expr:
        return SameObject(children[0], children[1])


class Valid(Expr):
    """The condition that the `size` bytes at `pointer` lie within one live object.

    A size of zero is valid anywhere."""

    __slots__ = ("pointer", "size")
    __match_args__ = ("pointer", "size")
    pointer: Expr
    size: Expr

    def __new__(cls, pointer: Expr, size: Expr) -> Valid:
        key = (cls, pointer, size)
        found = Expr._table.get(key)
        if found is None:
            found = object.__new__(cls)
            found.pointer, found.size = pointer, size
            found._enter(key, BOOL)
        return found

    @property
    def children(self) -> tuple[Expr, ...]:
        return (self.pointer, self.size)

    def with_children(self, children: tuple[Expr, ...]) -> Expr:
        return Valid(children[0], children[1])


class _PointerAlone(_OfPointer):
    __slots__ = ()

    def __new__(cls, pointer: Expr) -> Self:
        key = (cls, pointer)
        found: Self | None = Expr._table.get(key)
        if found is None:
            found = object.__new__(cls)
            found.pointer = pointer
            found._enter(key, pointer.type if cls is ObjectStart else BOOL)
        return found

    def with_children(self, children: tuple[Expr, ...]) -> Expr:
        return type(self)(children[0])


class Freeable(_PointerAlone):
    """The condition that `pointer` is null or the start of a live heap object."""

    __slots__ = ()


class Writable(_PointerAlone):
    """The condition that `pointer` does not point into an object that must not be written: a string literal,
    or one of `const` type. Whether it points into an object at all is another question."""

    __slots__ = ()


class ObjectStart(_PointerAlone):
    """The start of the object that `pointer` points into; of an address as such: null."""

    __slots__ = ()


class ObjectSize(_OfPointer):
    """The size in bytes of the object that `pointer` points into; 0 if none."""

    __slots__ = ()

    def __new__(cls, pointer: Expr, type: IntType) -> ObjectSize:
        key = (cls, pointer, type)
        found = Expr._table.get(key)
        if found is None:
            found = object.__new__(cls)
            found.pointer = pointer
            found._enter(key, type)
        return found

    def with_children(self, children: tuple[Expr, ...]) -> Expr:
        assert isinstance(self.type, IntType)
        return ObjectSize(children[0], self.type)


class NoLeak(Expr):
    """The condition that every live heap object can still be reached from global memory; with `running`, from
    the variables of procedures that have not returned as well, because the program ends inside of them, or
    may stay there for ever.

    Which variables these are only inlining can tell (`program.tracking`): `roots` are pointers that they
    hold. Before that there are none, and a run looks for itself."""

    __slots__ = ("roots", "running")
    __match_args__ = ("running", "roots")
    running: bool
    roots: tuple[Expr, ...] | None

    def __new__(cls, running: bool = False, roots: tuple[Expr, ...] | None = None) -> NoLeak:
        key = (cls, running, roots)
        found = Expr._table.get(key)
        if found is None:
            found = object.__new__(cls)
            found.running, found.roots = running, roots
            found._enter(key, BOOL)
        return found

    @property
    def children(self) -> tuple[Expr, ...]:
        return self.roots or ()

    def with_children(self, children: tuple[Expr, ...]) -> Expr:
        return NoLeak(self.running, None if self.roots is None else children)


TRUE = Const(BOOL, 1)
FALSE = Const(BOOL, 0)


def const(type_: IntType, number: int) -> Const:
    """The constant for a mathematical number, wrapped to the type's width."""
    return Const(type_, type_.bits(number))


def negation(condition: Expr) -> Expr:
    """The opposite condition, pushed into comparisons of integers and pointers (not of floats: NaN)."""
    match condition:
        case Const(value=value):
            return FALSE if value else TRUE
        case UnaryOp(op=Unary.NOT, operand=operand):
            return operand
        case BinaryOp(op=op, left=left, right=right) if op in NEGATED and not isinstance(
            left.type, FloatType
        ):
            return BinaryOp(NEGATED[op], left, right)
        case _:
            return UnaryOp(Unary.NOT, condition)


def conjunction(conditions: Iterable[Expr]) -> Expr:
    return _join(Binary.AND, conditions, TRUE, FALSE)


def disjunction(conditions: Iterable[Expr]) -> Expr:
    return _join(Binary.OR, conditions, FALSE, TRUE)


def _join(op: Binary, conditions: Iterable[Expr], unit: Const, zero: Const) -> Expr:
    result: Expr = unit
    for condition in conditions:
        if condition is zero:
            return zero
        if condition is not unit and condition is not result:
            result = condition if result is unit else BinaryOp(op, result, condition)
    return result


def fold(root: Expr, combine: Callable[[Expr, list[T]], T], memo: dict[Expr, T]) -> T:
    """Bottom-up: `combine` gets each expression once, with the results for its children."""
    if root in memo:
        return memo[root]
    stack = [root]
    while stack:
        expr = stack[-1]
        if expr in memo:
            stack.pop()
            continue
        children = expr.children
        missing = [child for child in children if child not in memo]
        if missing:
            stack.extend(reversed(missing))
        else:
            stack.pop()
            memo[expr] = combine(expr, [memo[child] for child in children])
    return memo[root]


_operands: dict[Expr, tuple[Expr, ...]] = memo()


def operands(expr: Expr) -> Sequence[Expr]:
    """The children; of `a && b && c` (or `||`), however nested, all of its operands, each once.

    A long chain is one thing to look at: taken two by two, every look at all operands so far costs the square
    of its length."""
    if not isinstance(expr, BinaryOp) or not expr.op.logical:
        return expr.children
    known = _operands.get(expr)
    if known is not None:
        return known
    found: dict[Expr, None] = {}
    chain = {expr}
    stack: list[Expr] = [expr.right, expr.left]
    while stack:
        part = stack.pop()
        if not isinstance(part, BinaryOp) or part.op is not expr.op:
            found[part] = None
        elif part not in chain:
            chain.add(part)
            stack += (part.right, part.left)
    known = _operands[expr] = tuple(found)
    return known


def conjuncts(condition: Expr) -> Sequence[Expr]:
    """What must hold for a condition to hold, each part once: nothing, if it is true as it stands."""
    if isinstance(condition, BinaryOp) and condition.op is Binary.AND:
        return [part for part in operands(condition) if part is not TRUE]
    return () if condition is TRUE else (condition,)


def fold_over(
    root: Expr,
    combine: Callable[[Expr, Sequence[Expr], list[T]], T],
    memo: dict[Expr, T],
    below: Callable[[Expr], Sequence[Expr]] = operands,
) -> T:
    """As `fold`, over what `below` says is below an expression; `combine` gets that, too."""
    if root in memo:
        return memo[root]
    stack: list[tuple[Expr, Sequence[Expr]]] = [(root, below(root))]
    while stack:
        expr, parts = stack[-1]
        missing = [part for part in parts if part not in memo]
        if missing:
            stack.extend((part, below(part)) for part in reversed(missing))
        else:
            stack.pop()
            if expr not in memo:
                memo[expr] = combine(expr, parts, [memo[part] for part in parts])
    return memo[root]


def subexpressions(root: Expr) -> Iterator[Expr]:
    """Every distinct subexpression, each before its children."""
    seen = {root}
    stack = [root]
    while stack:
        expr = stack.pop()
        yield expr
        for child in reversed(expr.children):
            if child not in seen:
                seen.add(child)
                stack.append(child)


_variables: dict[Expr, frozenset[Variable]] = memo()
_NONE: frozenset[Variable] = frozenset()


def variables(root: Expr) -> frozenset[Variable]:
    """The variables that an expression reads (memory apart)."""

    def combine(expr: Expr, parts: Sequence[Expr], below: list[frozenset[Variable]]) -> frozenset[Variable]:
        if isinstance(expr, Variable):
            return frozenset({expr})
        if len(below) == 1:
            return below[0]
        return _NONE.union(*below) if below else _NONE

    return fold_over(root, combine, _variables)


_reads: dict[Expr, bool] = memo()


def reads_memory(root: Expr) -> bool:
    """Does the value depend on memory, or on which objects are alive?"""
    kinds = (Load, Valid, Freeable, Writable, ObjectSize, NoLeak)
    return fold_over(root, lambda expr, parts, below: isinstance(expr, kinds) or any(below), _reads)


_loads: dict[Expr, frozenset[Load]] = memo()
_NO_LOADS: frozenset[Load] = frozenset()


def loads(root: Expr) -> frozenset[Load]:
    """The reads of memory in an expression."""

    def combine(expr: Expr, parts: Sequence[Expr], below: list[frozenset[Load]]) -> frozenset[Load]:
        found = below[0] if len(below) == 1 else _NO_LOADS.union(*below) if below else _NO_LOADS
        return found | {expr} if isinstance(expr, Load) else found

    return fold_over(root, combine, _loads)


def substitute(root: Expr, mapping: Mapping[Expr, Expr], memo: dict[Expr, Expr] | None = None) -> Expr:
    """Replace subexpressions; what is put in is not searched again."""

    def combine(expr: Expr, below: list[Expr]) -> Expr:
        if expr in mapping:
            return mapping[expr]
        children = expr.children
        if all(a is b for a, b in zip(children, below, strict=True)):
            return expr
        return expr.with_children(tuple(below))

    return fold(root, combine, {} if memo is None else memo)


def is_pointer(expr: Expr) -> bool:
    return isinstance(expr.type, PointerType)
