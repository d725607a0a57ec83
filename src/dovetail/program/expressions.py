"""Side-effect-free, typed, interned expressions.

Equal expressions are the same object (`interned`). An expression's meaning is not here but in `semantics/`;
nothing here simplifies.

Both operands of an arithmetic or comparison operator have the same type: the front end has written every
conversion out as a `Cast`. Bit patterns stand for values: `Const(INT, 0xFFFFFFFF)` is -1, a float constant
holds its IEEE bits, the null pointer is `Const(pointer type, 0)`.

`And`, `Or` and `Conditional` do not evaluate what they do not need.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from dovetail.program.interned import Expr as Expr
from dovetail.program.interned import entered
from dovetail.program.interned import node_count as node_count
from dovetail.program.interned import subexpressions as subexpressions
from dovetail.program.interned import substitute as substitute
from dovetail.program.object_questions import Freeable as Freeable
from dovetail.program.object_questions import GhostAt as GhostAt
from dovetail.program.object_questions import GhostBefore as GhostBefore
from dovetail.program.object_questions import GhostEmptied as GhostEmptied
from dovetail.program.object_questions import GhostPlaced as GhostPlaced
from dovetail.program.object_questions import GhostWith as GhostWith
from dovetail.program.object_questions import NoLeak as NoLeak
from dovetail.program.object_questions import ObjectSize as ObjectSize
from dovetail.program.object_questions import ObjectStart as ObjectStart
from dovetail.program.object_questions import OfTwo
from dovetail.program.object_questions import SameObject as SameObject
from dovetail.program.object_questions import Valid as Valid
from dovetail.program.object_questions import Writable as Writable
from dovetail.program.operators import COMPARISONS as COMPARISONS
from dovetail.program.operators import NEGATED
from dovetail.program.operators import Binary as Binary
from dovetail.program.operators import Unary as Unary
from dovetail.program.remembering import memo
from dovetail.program.types import BOOL, FloatType, IntType, PointerType, Type

T = TypeVar("T")


class Const(Expr):
    """A constant, given by its bit pattern."""

    __slots__ = ("value",)
    __match_args__ = ("type", "value")
    value: int

    def __new__(cls, type: Type, value: int) -> Const:
        key = (cls, type, value)
        return Expr.table.get(key) or entered(cls, key, type)


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
        # A program that somebody has kept may have a temporary where this one has a variable of the source.
        key = (cls, name, scope, type, source_name)
        found: Variable | None = Expr.table.get(key)
        if found is None:
            found = entered(cls, key, type)
            found.source_name = source_name
        return found


class Address(Expr):
    """The address of a global object or of a function."""

    __slots__ = ("symbol",)
    __match_args__ = ("symbol",)
    symbol: str

    def __new__(cls, symbol: str, type: PointerType) -> Address:
        key = (cls, symbol, type)
        return Expr.table.get(key) or entered(cls, key, type)


class Load(Expr):
    """The scalar of type `type` in memory at `address`."""

    __slots__ = ("address",)
    __match_args__ = ("address", "type")
    address: Expr

    def __new__(cls, address: Expr, type: Type) -> Load:
        key = (cls, address, type)
        return Expr.table.get(key) or entered(cls, key, type)

    @property
    def children(self) -> tuple[Expr, ...]:
        return (self.address,)

    def with_children(self, children: tuple[Expr, ...]) -> Expr:
        return Load(children[0], self.type)


class UnaryOp(Expr):
    __slots__ = ("op", "operand")
    __match_args__ = ("op", "operand")
    op: Unary
    operand: Expr

    def __new__(cls, op: Unary, operand: Expr) -> UnaryOp:
        key = (cls, op, operand)
        return Expr.table.get(key) or entered(cls, key, operand.type)

    @property
    def children(self) -> tuple[Expr, ...]:
        return (self.operand,)

    def with_children(self, children: tuple[Expr, ...]) -> Expr:
        return UnaryOp(self.op, children[0])


class BinaryOp(OfTwo):
    """Arithmetic on operands of one type (the right operand of a shift may be of another width),
    comparison (also of pointers), or a connective of two conditions."""

    __slots__ = ("op",)
    __match_args__ = ("op", "left", "right")
    op: Binary

    def __new__(cls, op: Binary, left: Expr, right: Expr) -> BinaryOp:
        key = (cls, op, left, right)
        return Expr.table.get(key) or entered(cls, key, BOOL if op in COMPARISONS else left.type)

    def with_children(self, children: tuple[Expr, ...]) -> Expr:
        return BinaryOp(self.op, children[0], children[1])


class Cast(Expr):
    """Conversion by value between integers, floats, pointers and integers, and from a condition to 0 or 1.

    There is no cast *to* a condition: that is a comparison with zero."""

    __slots__ = ("operand",)
    __match_args__ = ("type", "operand")
    operand: Expr

    def __new__(cls, type: Type, operand: Expr) -> Cast:
        key = (cls, type, operand)
        return Expr.table.get(key) or entered(cls, key, type)

    @property
    def children(self) -> tuple[Expr, ...]:
        return (self.operand,)

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
        return Expr.table.get(key) or entered(cls, key, then.type)

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
        return Expr.table.get(key) or entered(cls, key, type)

    @property
    def children(self) -> tuple[Expr, ...]:
        return (self.pointer, self.offset)

    def with_children(self, children: tuple[Expr, ...]) -> Expr:
        return PointerAdd(children[0], children[1], self.type)


class PointerDiff(OfTwo):
    """The distance of two pointers in bytes, a signed integer as wide as a pointer."""

    __slots__ = ()

    def __new__(cls, left: Expr, right: Expr, type: IntType) -> PointerDiff:
        key = (cls, left, right, type)
        return Expr.table.get(key) or entered(cls, key, type)

    def with_children(self, children: tuple[Expr, ...]) -> Expr:
        assert isinstance(self.type, IntType)
        return PointerDiff(children[0], children[1], self.type)


BOUND = "<index>"
"""The scope of the variables that quantifiers are about."""


class Quantifier(Expr):
    """A condition about `body`, or its sum, for the values of `index` from `low` up to, and not including,
    `high`.

    `index` is a variable of the scope `BOUND`, and outside of the body it stands for nothing. `low` and
    `high` are of its type, and in the order of that type."""

    __slots__ = ("body", "high", "index", "low")
    __match_args__ = ("index", "low", "high", "body")
    index: Variable
    low: Expr
    high: Expr
    body: Expr

    @property
    def children(self) -> tuple[Expr, ...]:
        return (self.low, self.high, self.body)


class ForAll(Quantifier):
    """That the body holds for every one of them: so it does if there is none."""

    __slots__ = ()

    def __new__(cls, index: Variable, low: Expr, high: Expr, body: Expr) -> ForAll:
        key = (cls, index, low, high, body)
        return Expr.table.get(key) or entered(cls, key, BOOL)

    def with_children(self, children: tuple[Expr, ...]) -> Expr:
        return ForAll(self.index, children[0], children[1], children[2])


class Sum(Quantifier):
    """What the bodies add up to, modulo what their type holds: an integer, and no condition."""

    __slots__ = ()

    def __new__(cls, index: Variable, low: Expr, high: Expr, body: Expr) -> Sum:
        key = (cls, index, low, high, body)
        return Expr.table.get(key) or entered(cls, key, body.type)

    def with_children(self, children: tuple[Expr, ...]) -> Expr:
        return Sum(self.index, children[0], children[1], children[2])


class ForAllBlocks(Quantifier):
    """The condition that `body` holds for the start of every heap block that is alive.

    `index` is a pointer here, and stands for (block, 0); objects of the stack, globals and functions are no
    blocks. There are no bounds: `low` and `high` are null, so that whatever holds of bound variables is said
    of both kinds at once."""

    __slots__ = ()
    __match_args__ = ("index", "low", "high", "body")

    def __new__(cls, index: Variable, body: Expr) -> ForAllBlocks:
        null = Const(index.type, 0)
        key = (cls, index, null, null, body)
        return Expr.table.get(key) or entered(cls, key, BOOL)

    def with_children(self, children: tuple[Expr, ...]) -> Expr:
        return ForAllBlocks(self.index, children[2])


class Exists(Quantifier):
    """That the body holds for one of them."""

    __slots__ = ()

    def __new__(cls, index: Variable, low: Expr, high: Expr, body: Expr) -> Exists:
        key = (cls, index, low, high, body)
        return Expr.table.get(key) or entered(cls, key, BOOL)

    def with_children(self, children: tuple[Expr, ...]) -> Expr:
        return Exists(self.index, children[0], children[1], children[2])


def index(name: str, type_: Type) -> Variable:
    """A variable for quantifiers."""
    return Variable(name, BOUND, type_, name)


TRUE = Const(BOOL, 1)
FALSE = Const(BOOL, 0)


def const(type_: IntType, number: int) -> Const:
    """The constant for a mathematical number, wrapped to the type's width."""
    return Const(type_, type_.bits(number))


def negation(condition: Expr) -> Expr:
    """The opposite condition, pushed into quantifiers, and into comparisons of
    integers and pointers (not of floats: NaN)."""
    match condition:
        case Const(value=value):
            return FALSE if value else TRUE
        case UnaryOp(op=Unary.NOT, operand=operand):
            return operand
        case BinaryOp(op=op, left=left, right=right) if op in NEGATED and not isinstance(
            left.type, FloatType
        ):
            return BinaryOp(NEGATED[op], left, right)
        case ForAll() | Exists():
            return _dual(condition)
        case _:
            return UnaryOp(Unary.NOT, condition)


def _dual(condition: Expr) -> Expr:
    """Of quantifiers that have one, however nested."""
    nested: list[ForAll | Exists] = []
    while isinstance(condition, ForAll | Exists):
        nested.append(condition)
        condition = condition.body
    result = negation(condition)
    for one in reversed(nested):
        kind = Exists if isinstance(one, ForAll) else ForAll
        result = kind(one.index, one.low, one.high, result)
    return result


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


_variables: dict[Expr, frozenset[Variable]] = memo()
_NONE: frozenset[Variable] = frozenset()


def variables(root: Expr) -> frozenset[Variable]:
    """The variables that an expression reads (memory apart); an index is none outside of its body."""

    def combine(expr: Expr, parts: Sequence[Expr], below: list[frozenset[Variable]]) -> frozenset[Variable]:
        if isinstance(expr, Variable):
            return frozenset({expr})
        if isinstance(expr, Quantifier):
            return below[0] | below[1] | (below[2] - {expr.index})
        if len(below) == 1:
            return below[0]
        return _NONE.union(*below) if below else _NONE

    return fold_over(root, combine, _variables)


_reads: dict[Expr, bool] = memo()


def reads_memory(root: Expr) -> bool:
    """Does the value depend on memory, or on which objects are alive?"""
    kinds = (Load, Valid, Freeable, Writable, ObjectSize, NoLeak, ForAllBlocks)
    return fold_over(root, lambda expr, parts, below: isinstance(expr, kinds) or any(below), _reads)


_quantified: dict[Expr, bool] = memo()


def speaks_of_all(root: Expr) -> bool:
    """Is there a quantifier in it?"""
    return fold_over(root, lambda expr, parts, below: isinstance(expr, Quantifier) or any(below), _quantified)


_loads: dict[Expr, frozenset[Load]] = memo()
_NO_LOADS: frozenset[Load] = frozenset()


def loads(root: Expr) -> frozenset[Load]:
    """The reads of memory in an expression, but for those of each element."""

    def combine(expr: Expr, parts: Sequence[Expr], below: list[frozenset[Load]]) -> frozenset[Load]:
        found = below[0] if len(below) == 1 else _NO_LOADS.union(*below) if below else _NO_LOADS
        if isinstance(expr, Quantifier):
            found = frozenset(one for one in found if expr.index not in variables(one))
        return found | {expr} if isinstance(expr, Load) else found

    return fold_over(root, combine, _loads)


def integers(root: Expr) -> Iterator[int]:
    """The integer constants in an expression."""
    for part in subexpressions(root):
        if isinstance(part, Const) and isinstance(part.type, IntType):
            yield part.type.number(part.value)


def is_pointer(expr: Expr) -> bool:
    return isinstance(expr.type, PointerType)
