"""When local objects begin and end: blocks, and the jumps that enter and leave them.

An object lives from the moment its block is entered to the moment it is left, whatever the way: so a pointer
to it is good before its declaration (after a jump back) and dangling in the next turn of a loop, where the
block has a new one. An array of variable length begins where it is declared, and ends with its block or when
a jump goes back to before its declaration. What `alloca` gives ends with the function; a record that a call
returns ends with the full expression.

A block's objects are known only when all of it has been lowered, and a `goto` may go where nothing has been
lowered yet. So each way into or out of blocks is noted as a `_Passage`, and `settle_passages` puts in what
happens on it once the whole function is there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import field

from dovetail.frontend.builder import Builder
from dovetail.frontend.initialisers import Initialisers
from dovetail.frontend.linkage import Linkage
from dovetail.frontend.syntax import Node
from dovetail.frontend.units import TranslationUnit
from dovetail.program.expressions import Const, Expr, Variable
from dovetail.program.position import Position
from dovetail.program.statements import Allocate, Assign, Call, EndLifetime, Storage
from dovetail.program.types import VOID_POINTER, PointerType, Type, has_pointers
from dovetail.quick_dataclass import dataclass

_BLOCKS = frozenset("CompoundStmt IfStmt WhileStmt DoStmt ForStmt SwitchStmt".split())


@dataclass(frozen=True, slots=True)
class LocalObject:
    pointer: Variable
    type: Type
    storage: Storage
    pointed_to: bool
    """May a pointer to it be left when it ends?"""


@dataclass(frozen=True, slots=True)
class Cleanup:
    """A procedure that is called with the address of a variable when the scope of its name is left."""

    procedure: str
    address: Expr
    declared: int
    """Where its declaration is in the text."""


@dataclass(slots=True)
class Block:
    """`node` is the identity of the statement in the syntax tree."""

    node: int
    objects: list[LocalObject] = field(default_factory=list)
    arrays: list[tuple[Variable, int]] = field(default_factory=list)
    """What begins later than the block, if it does: null before. With the place of its declaration."""
    cleanups: list[Cleanup] = field(default_factory=list)
    """Of the variables declared so far, in the order of their declarations."""
    pointers: list[Variable] = field(default_factory=list)
    """Declared in it and without an address: where leaks are looked for, they hold nothing when it ends."""


@dataclass(frozen=True, slots=True)
class _Passage:
    """From one location to another."""

    source: int
    target: int
    position: Position
    left: tuple[Block, ...]
    entered: tuple[int, ...]
    """Blocks by their nodes, outermost first."""
    before: tuple[Block, int] | None = None
    """A jump inside of a block, to this place in the text: arrays declared behind it end."""
    cleanups: tuple[tuple[Cleanup, ...], ...] = ()
    """Of each block that is left, what its scope has by then; then of the block inside of which is jumped."""


def opens_block(node: Node) -> bool:
    """Is it a block by itself (C11 6.8.4, 6.8.5: `if`, loops and `switch` are)? Their parts are in any
    case."""
    return node.kind in _BLOCKS


def parts(node: Node) -> list[Node]:
    """The statements that a statement controls."""
    match node.kind:
        case "IfStmt":
            return node.inner[1:]
        case "WhileStmt" | "ForStmt" | "SwitchStmt":
            return node.inner[-1:]
        case "DoStmt":
            return node.inner[:1]
        case _:
            return []


@dataclass(frozen=True, slots=True)
class LabelPlace:
    blocks: tuple[int, ...]
    """Around the label, outermost first."""
    offset: int


def places_of_labels(body: Node) -> dict[str, LabelPlace]:
    result: dict[str, LabelPlace] = {}
    stack: list[tuple[Node, tuple[int, ...]]] = [(body, ())]
    while stack:
        node, around = stack.pop()
        if opens_block(node):
            around = (*around, id(node))
        elif node.kind == "LabelStmt":
            result[node.declaration] = LabelPlace(around, node.offset)
        controlled = {id(part) for part in parts(node) if not opens_block(part)}
        for child in node.inner:
            stack.append((child, (*around, id(child)) if id(child) in controlled else around))
    return result


class Lifetimes(Initialisers):
    """Blocks. The first one is the function itself; it begins at the entry and ends at the epilogue."""

    def __init__(self, unit: TranslationUnit, linkage: Linkage, builder: Builder) -> None:
        super().__init__(unit, linkage, builder)
        self.blocks = [Block(0)]
        self.pointed_to: frozenset[str] = frozenset()
        self.label_places: dict[str, LabelPlace] = {}
        self._by_node: dict[int, Block] = {}
        self._passages: list[_Passage] = []
        self._temporaries: list[list[Variable]] = [[]]
        """Of each full expression around here, what ends with it."""

    @property
    def objects(self) -> list[LocalObject]:
        """Those that live as long as the function is active."""
        return self.blocks[0].objects

    # -- objects

    def new_object(self, type_: Type, name: str) -> Expr:
        return self._object(self.blocks[0], type_, name, Storage.STACK, pointed_to=False)

    def block_object(
        self, type_: Type, name: str, *, constant: bool = False, pointed_to: bool = True
    ) -> Expr:
        """One that ends with the block around here, if it matters when: nobody may have its address, but what
        it holds the address of may be lost with it."""
        pointed_to = pointed_to or (self.properties.leaks and has_pointers(type_))
        block = self.blocks[-1] if pointed_to else self.blocks[0]
        storage = Storage.CONSTANT if constant else Storage.STACK
        return self._object(block, type_, name, storage, pointed_to=pointed_to)

    def _object(self, block: Block, type_: Type, name: str, storage: Storage, *, pointed_to: bool) -> Expr:
        size = self.types.size(type_)
        pointer = self.build.variable(PointerType(type_), name, prefix="&")
        block.objects.append(LocalObject(pointer, type_, storage, pointed_to))
        self.object_sizes[pointer] = size
        if storage is Storage.CONSTANT:
            self.constant_objects.add(pointer)
        return pointer

    def late_object(self, type_: Type, name: str, offset: int, *, function: bool = False) -> Variable:
        """The address of one that the caller allocates; it ends with the block, or with the `function`."""
        pointer = self.build.variable(PointerType(type_), name, prefix="&")
        (self.blocks[0] if function else self.blocks[-1]).arrays.append((pointer, offset))
        return pointer

    def inside_variable_array(self) -> bool:
        return any(declared for block in self.blocks[1:] for _, declared in block.arrays)

    # -- full expressions

    def until_end_of_expression(self, address: Expr, type_: Type) -> Expr:
        """A copy of a record that ends with the full expression around here."""
        pointer = self.late_object(type_, "temporary", 0, function=True)
        self.emit(Allocate(pointer, self.size_of(type_), Storage.STACK, "temporary", type_))
        self.copy(pointer, address, type_)
        self._temporaries[-1].append(pointer)
        return pointer

    @property
    def has_temporaries(self) -> bool:
        return bool(self._temporaries[-1])

    def end_expression(self) -> None:
        for pointer in reversed(self._temporaries[-1]):
            self.emit(EndLifetime(pointer))
        self._temporaries[-1].clear()

    @contextmanager
    def inside_expression(self) -> Iterator[None]:
        """Statements inside of an expression: what ends with that one lives on."""
        self._temporaries.append([])
        try:
            yield
        finally:
            self._temporaries.pop()

    # -- blocks

    @contextmanager
    def block(self, node: Node) -> Iterator[Block]:
        if self.blocks[0].node == id(node):
            yield self.blocks[0]
            return
        made = self._by_node[id(node)] = Block(id(node))
        inside = self.build.location()
        self._pass(inside, entered=(made.node,))
        self.build.here = inside
        self.blocks.append(made)
        try:
            yield made
        finally:
            self.blocks.pop()
        outside = self.build.location()
        self._pass(outside, left=(made,))
        self.build.here = outside

    def _pass(
        self,
        target: int,
        *,
        left: Sequence[Block] = (),
        entered: Sequence[int] = (),
        before: tuple[Block, int] | None = None,
    ) -> None:
        source, position = self.build.here, self.build.position
        cleanups = [tuple(block.cleanups) for block in left]
        if before is not None:
            block, place = before
            cleanups.append(tuple(one for one in block.cleanups if one.declared > place))
        passage = _Passage(source, target, position, tuple(left), tuple(entered), before, tuple(cleanups))
        self._passages.append(passage)
        self.build.end()

    def leave(self, depth: int, target: int) -> None:
        """Go on at a location that only the outer blocks are around."""
        self._pass(target, left=self.blocks[depth:][::-1])

    def leave_function(self, target: int) -> None:
        """The function's own block ends behind the epilogue, for all ways there at once, but the scopes of
        its variables end here."""
        cleanups = tuple(self.blocks[0].cleanups)
        if cleanups:
            outside = self.build.location()
            self.leave(1, outside)
            self.build.here = outside
            self._run(cleanups)
            self.build.jump(target)
        else:
            self.leave(1, target)

    def clean_up(self, procedure: str, address: Expr, declared: int) -> None:
        """From here on a procedure is to be called when the block is left."""
        self.blocks[-1].cleanups.append(Cleanup(procedure, address, declared))

    def _run(self, cleanups: Sequence[Cleanup]) -> None:
        for one in reversed(cleanups):
            self.emit(Call(None, one.procedure, (one.address,)))

    def entry_from(self, depth: int, target: int) -> int:
        """A location from which control comes to `target`, here, for those who are outside of the blocks
        above this depth."""
        here, outside = self.build.here, self.build.location()
        self.build.here = outside
        self._pass(target, entered=[block.node for block in self.blocks[depth:]])
        self.build.here = here
        return outside

    def go_to(self, label: str, target: int) -> None:
        """Jump to a label: out of some blocks, into others."""
        place = self.label_places[label]
        common = 0
        while common < min(len(place.blocks), len(self.blocks)):
            if place.blocks[common] != self.blocks[common].node:
                break
            common += 1
        inside = (self.blocks[common - 1], place.offset) if common else None
        self._pass(target, left=self.blocks[common:][::-1], entered=place.blocks[common:], before=inside)

    def settle_passages(self) -> None:
        """Let lives begin and end on all the ways between blocks."""
        for passage in self._passages:
            self.build.here, self.build.position = passage.source, passage.position
            for block, cleanups in zip(passage.left, passage.cleanups, strict=False):
                self._run(cleanups)
                self._end(block)
            if passage.before is not None:
                self._run(passage.cleanups[-1])
                block, place = passage.before
                for pointer, declared in block.arrays:
                    if declared > place:
                        self.emit(EndLifetime(pointer))
            for node in passage.entered:
                if node in self._by_node:  # else nothing of it was lowered
                    self._begin(self._by_node[node])
            self.build.jump(passage.target)

    def begin_function(self) -> None:
        self._begin(self.blocks[0])

    def end_function(self) -> None:
        self._end(self.blocks[0])

    def _begin(self, block: Block) -> None:
        for one in block.objects:
            name = one.pointer.source_name
            self.emit(Allocate(one.pointer, self.size_of(one.type), one.storage, name, one.type))
        for pointer, _ in block.arrays:
            self.emit(Assign(pointer, Const(VOID_POINTER, 0)))

    def _end(self, block: Block) -> None:
        for pointer, _ in reversed(block.arrays):
            self.emit(EndLifetime(pointer))
        for one in reversed(block.objects):
            self.emit(EndLifetime(one.pointer, one.pointed_to))
        for pointer in reversed(block.pointers):
            self.build.forget(pointer)
