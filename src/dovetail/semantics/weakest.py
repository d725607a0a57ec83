"""Weakest preconditions, and WP_α: aliasing resolved as a test showed it (DASH, section 4.2.1).

`Backward` carries expressions over the state after a statement to expressions over the state before it: the
WP of statements (Erez 2004, Table 3.1). For an assignment that is substitution. For a write to memory every
read in the expression must be known to hit or to miss what was written. Where the two addresses tell that by
themselves, nothing is assumed; else the concrete state of the test decides, and the (dis)equality that it
showed is added to α. So

    whenever α holds before the statement, the expression before equals the expression after,

which is all that soundness of a refinement needs; that α holds along the test is what makes it useful.

What has no such expression (an input that the statement takes, bytes seen through another type) is None:
nothing is claimed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from types import NoneType
from typing import Protocol

from dovetail.program.expressions import (
    FALSE,
    TRUE,
    Address,
    Binary,
    BinaryOp,
    Cast,
    Const,
    Expr,
    Freeable,
    Load,
    NoLeak,
    ObjectSize,
    PointerAdd,
    SameObject,
    Valid,
    Variable,
    Writable,
    const,
    fold_over,
    loads,
    negation,
    operands,
    reads_memory,
    subexpressions,
    variables,
)
from dovetail.program.remembering import memo
from dovetail.program.statements import (
    Allocate,
    Assign,
    Assume,
    Call,
    Check,
    Copy,
    EndLifetime,
    Fill,
    Free,
    Halt,
    Havoc,
    HavocMemory,
    Return,
    Skip,
    Statement,
    Store,
    Unsupported,
)
from dovetail.program.types import IntType, PointerType, Target, Type
from dovetail.quick_dataclass import dataclass
from dovetail.semantics.simplify import rebuild, rewrite, simplify, split

_FRESH = "<fresh>"
_LIFE = (Valid, Freeable, ObjectSize, NoLeak)


class Witness(Protocol):
    """The concrete state before a statement, in a test."""

    def place(self, pointer: Expr) -> tuple[int, int] | None:
        """The object and the signed offset that a pointer expression has there; None if that is not known."""
        ...

    def number(self, value: Expr) -> int | None: ...

    def apart(self, left: Expr, right: Expr) -> bool:
        """Do two pointers point to different objects, not only in this test?"""
        ...


@dataclass(slots=True)
class Backward:
    """One statement's worth of going back. Without a `witness` only what is certain from the expressions
    themselves is resolved (that is plain WP where it is easy)."""

    target: Target
    statement: Statement
    witness: Witness | None = None
    alpha: dict[Expr, None] = field(default_factory=dict)
    """The (dis)equalities used, over the state before the statement."""

    def before(self, expr: Expr) -> Expr | None:
        """The expression's value after the statement, as an expression over the state before."""
        match self.statement:
            case Assign(target=target, value=value):
                if target not in variables(expr):
                    return expr
                return self._substituted(expr, target, value)
            case Havoc(target=target):
                return None if target in variables(expr) else expr
            case Store() | Copy() | Fill() | HavocMemory():
                if _asks_reach(expr):
                    return None
                return self._over_write(expr) if reads_memory(expr) else expr
            case Allocate(target=target, size=size):
                return self._before_allocation(expr, target, size)
            case Free(pointer=pointer) | EndLifetime(pointer=pointer):
                return self._over_death(expr, pointer) if reads_memory(expr) else expr
            case Assume() | Check() | Skip() | Halt() | Unsupported() | Return():
                return expr
            case Call():
                return None

    # -- rewriting

    def _substituted(self, expr: Expr, target: Variable, value: Expr) -> Expr:
        def below(node: Expr) -> Sequence[Expr]:
            return operands(node) if target in variables(node) else ()

        def combine(node: Expr, parts: Sequence[Expr], results: list[Expr]) -> Expr:
            if node is target:
                return value
            return rebuild(node, parts, results) if parts else node

        return fold_over(expr, combine, {}, below)

    def _over_write(self, expr: Expr) -> Expr | None:
        """Over a statement that writes to memory: each read is what was written, or what it was before."""
        # Most reads are missed. Those are seen to first, and what holds no others need not be taken apart. A
        # read whose address is read itself waits for that.
        written = _written_address(self.statement)
        touched = {
            load
            for load in sorted(loads(expr), key=lambda load: load.serial)
            if not (written is not None and self._apart(load.address, written))
            and (reads_memory(load.address) or self._read(load) is not load)
        }
        if not touched:
            return expr

        def below(node: Expr) -> Sequence[Expr]:
            return () if touched.isdisjoint(loads(node)) else operands(node)

        def combine(node: Expr, parts: Sequence[Expr], results: list[Expr | None]) -> Expr | None:
            found: list[Expr] = []
            for result in results:
                if result is None:
                    return None
                found.append(result)
            if parts:
                node = rebuild(node, parts, found)
            return self._read(node) if isinstance(node, Load) else node

        return fold_over(expr, combine, {}, below)

    def _read(self, load: Load) -> Expr | None:
        size = self.target.size(load.type)
        match self.statement:
            case Store(address=address, value=value):
                width = self.target.size(value.type)
                hit = self._offset_in(load.address, size, address, width)
                if hit is None:
                    return load
                if hit != 0 or width != size:
                    return self._part(value, hit, load.type)
                return self._seen_as(value, load.type)
            case Copy(to=to, source=source, size=Const(value=width)):
                hit = self._offset_in(load.address, size, to, width)
                if hit is None:
                    return load
                if hit < 0 or hit + size > width:
                    return self._give_up()
                return Load(self._moved(source, hit), load.type)
            case Fill(to=to, byte=Const(value=byte), size=Const(value=width)):
                hit = self._offset_in(load.address, size, to, width)
                if hit is None:
                    return load
                if hit < 0 or hit + size > width or (isinstance(load.type, PointerType) and byte):
                    return self._give_up()
                return Const(load.type, int.from_bytes(bytes([byte]) * size, "little"))
            case HavocMemory(address=address, size=Const(value=width)):
                hit = self._offset_in(load.address, size, address, width)
                return load if hit is None else self._give_up()
            case Free(pointer=pointer) | EndLifetime(pointer=pointer):
                return load if self._in_another_object(load.address, pointer) else self._give_up()
            case _:
                return self._give_up()

    def _in_another_object(self, read: Expr, ended: Expr) -> bool:
        """Is it not read from the object that ended, of which nothing is known any more?"""
        if split(read)[0] is split(ended)[0]:
            return False
        same = simplify(SameObject(read, ended))
        if same is FALSE:
            return True
        if self.witness is None:
            return False
        here, there = self.witness.place(read), self.witness.place(ended)
        if here is None or there is None or here[0] == there[0]:
            return False
        self.alpha[negation(same)] = None
        return True

    def _give_up(self) -> Expr | None:
        return None

    def _moved(self, pointer: Expr, offset: int) -> Expr:
        intptr = self.target.intptr
        return rewrite(PointerAdd(pointer, const(intptr, offset), pointer.type)) if offset else pointer

    def _offset_in(self, read: Expr, size: int, written: Expr, width: int) -> int | None:
        """Where in the `width` bytes written the `size` bytes read begin; None if they do not meet.

        A meeting that cannot be decided is reported as an impossible offset, so that the caller gives up."""
        undecided = 1 << 64
        base, offset = split(read)
        other, start = split(written)
        zero = Const(self.target.intptr, 0)
        distance: int | None = None
        if base is other:
            difference = simplify(BinaryOp(Binary.SUB, offset or zero, start or zero))
            if isinstance(difference, Const):
                distance = self.target.intptr.number(difference.value)
                return distance if -size < distance < width else None
        if self._apart(read, written):
            return None
        apart = simplify(SameObject(read, written))
        if apart is FALSE:
            return None
        if self.witness is None:
            return undecided
        here, there = self.witness.place(read), self.witness.place(written)
        if here is None or there is None:
            return undecided
        if here[0] != there[0]:
            self.alpha[negation(apart)] = None
            return None
        distance = here[1] - there[1]
        if -size < distance < width:
            self.alpha[simplify(BinaryOp(Binary.EQ, read, self._moved(written, distance)))] = None
            return distance
        if width == size:
            self.alpha[simplify(BinaryOp(Binary.NE, read, written))] = None
        else:
            self.alpha[simplify(BinaryOp(Binary.EQ, read, self._moved(written, distance)))] = None
        return None

    def _apart(self, read: Expr, written: Expr) -> bool:
        return self.witness is not None and self.witness.apart(read, written)

    def _seen_as(self, value: Expr, type_: Type) -> Expr | None:
        """A value of the same size under another type."""
        if value.type == type_ or (isinstance(value.type, PointerType) and isinstance(type_, PointerType)):
            return value
        if isinstance(value.type, IntType) and isinstance(type_, IntType):
            return rewrite(Cast(type_, value))
        if isinstance(value, Const) and value.value == 0:
            return Const(type_, 0)
        return None

    def _part(self, value: Expr, offset: int, type_: Type) -> Expr | None:
        """Some bytes of a stored integer."""
        if not isinstance(value.type, IntType) or not isinstance(type_, IntType):
            return None
        if offset < 0 or (offset * 8 + type_.width) > value.type.width or offset >= 1 << 60:
            return None
        whole = IntType(value.type.width, False)
        bits = rewrite(Cast(whole, value))
        if offset:
            bits = rewrite(BinaryOp(Binary.SHR, bits, const(whole, offset * 8)))
        return rewrite(Cast(type_, bits))

    # -- lifetimes

    def _over_death(self, expr: Expr, pointer: Expr) -> Expr | None:
        """What lay in the object is not known any more, if anybody can still look; and it is not valid."""
        if not isinstance(self.statement, EndLifetime) or self.statement.pointed_to:
            found = self._over_write(expr)
            if found is None:
                return None
            expr = found
        return self._before_death(expr, pointer) if _asks_life(expr) else expr

    def _before_death(self, expr: Expr, pointer: Expr) -> Expr | None:
        """Over the end of an object's life: what is valid after it was so before, and is another object."""
        if _asks_more(expr):
            return None

        def combine(node: Expr, parts: Sequence[Expr], results: list[Expr]) -> Expr:
            node = rebuild(node, parts, results) if parts else node
            if not isinstance(node, Valid):
                return node
            same = simplify(SameObject(node.pointer, pointer))
            return rewrite(BinaryOp(Binary.AND, rewrite(negation(same)), node))

        return fold_over(expr, combine, {}, lambda node: operands(node) if _asks_life(node) else ())

    def _before_allocation(self, expr: Expr, target: Variable, size: Expr) -> Expr | None:
        life = _asks_life(expr) and (_asks_more(expr) or _asks_of_numbers(expr))
        if life or any(isinstance(part, Writable) for part in subexpressions(expr)):
            return None
        if target not in variables(expr):
            return expr  # what is valid points into an object that exists already
        fresh = Address(_FRESH, PointerType(IntType(8, True)))

        def below(node: Expr) -> Sequence[Expr]:
            return operands(node) if target in variables(node) else ()

        def combine(node: Expr, parts: Sequence[Expr], results: list[Expr]) -> Expr:
            if node is target:
                return fresh
            if not parts:
                return node
            if isinstance(node, BinaryOp) and node.op.logical:
                return rebuild(node, parts, results)
            if any(a is not b for a, b in zip(parts, results, strict=True)):
                node = node.with_children(tuple(results))
            match node:
                case Load(address=address, type=type_) if self._within(address, type_, fresh, size):
                    return Const(type_, 0)  # a fresh object holds zero bytes
                case Valid(pointer=pointer, size=Const(value=count)) if self._inside(
                    pointer, count, fresh, size
                ):
                    return TRUE
                case SameObject(left=left, right=right) | BinaryOp(op=Binary.EQ, left=left, right=right) if (
                    isinstance(left.type, PointerType) and _one_is_fresh(left, right, fresh)
                ):
                    return FALSE  # no pointer that exists points into an object that does not exist yet
                case BinaryOp(op=Binary.NE, left=left, right=right) if isinstance(
                    left.type, PointerType
                ) and _one_is_fresh(left, right, fresh):
                    return negation(FALSE)
                case _:
                    return rewrite(node)

        result = fold_over(expr, combine, {}, below)
        return None if _mentions(result, fresh) else result

    def _within(self, address: Expr, type_: Type, fresh: Expr, size: Expr) -> bool:
        """Is it for certain inside of a fresh object of this size?"""
        return self._inside(address, self.target.size(type_), fresh, size)

    def _inside(self, address: Expr, count: int, fresh: Expr, size: Expr) -> bool:
        base, offset = split(address)
        if base is not fresh or not isinstance(size, Const) or not isinstance(offset, (Const, NoneType)):
            return False
        start = 0 if offset is None else self.target.intptr.number(offset.value)
        return start >= 0 and start + count <= size.value


def before_all(expr: Expr, statements: Sequence[Statement], target: Target) -> Expr | None:
    """A value after statements as an expression over the state before them, where that is certain without a
    test."""
    found: Expr | None = expr
    for statement in reversed(statements):
        if found is None:
            break
        found = Backward(target, statement).before(found)
    return found


def _written_address(statement: Statement) -> Expr | None:
    match statement:
        case Store(address=address) | HavocMemory(address=address):
            return address
        case Copy(to=to) | Fill(to=to):
            return to
        case _:
            return None


def _one_is_fresh(left: Expr, right: Expr, fresh: Expr) -> bool:
    first, second = split(left)[0], split(right)[0]
    return (first is fresh) != (second is fresh) and not (_mentions(left, fresh) and _mentions(right, fresh))


def _mentions(expr: Expr, what: Expr) -> bool:
    return fold_over(expr, lambda node, parts, below: node is what or any(below), {})


_life: dict[Expr, bool] = memo()
_reach: dict[Expr, bool] = memo()


def _asks_life(expr: Expr) -> bool:
    """Does it ask which objects are alive, or how large they are?"""
    return fold_over(expr, lambda node, parts, below: isinstance(node, _LIFE) or any(below), _life)


def _asks_reach(expr: Expr) -> bool:
    """Does it ask what can be reached? That is up to everything in memory."""
    return fold_over(expr, lambda node, parts, below: isinstance(node, NoLeak) or any(below), _reach)


_more: dict[Expr, bool] = memo()


def _asks_more(expr: Expr) -> bool:
    """Does it ask for more than whether pointers are valid?"""
    others = (Freeable, ObjectSize, NoLeak)
    return fold_over(expr, lambda node, parts, below: isinstance(node, others) or any(below), _more)


def _asks_of_numbers(expr: Expr) -> bool:
    """Is there a pointer in it that was made of a number? It may point into an object that is yet to come."""
    return any(
        isinstance(node, Cast)
        and isinstance(node.type, PointerType)
        and not isinstance(node.operand.type, PointerType)
        for node in subexpressions(expr)
    )
