"""Functions that allocate, free, copy and fill memory, or ask about objects: calls that become statements.

What functions outside of the program do to memory (`outside`) is among them, and what models in C need of the
kind.
"""

from __future__ import annotations

from dovetail.frontend.builder import Builder
from dovetail.frontend.compiler_builtins import Handler
from dovetail.frontend.entry import is_made_up
from dovetail.frontend.errors import UnsupportedError
from dovetail.frontend.known_functions import OUTSIDE
from dovetail.frontend.linkage import Linkage
from dovetail.frontend.printing import Printing
from dovetail.frontend.syntax import DeclRef, Node
from dovetail.frontend.units import TranslationUnit
from dovetail.program.expressions import (
    Binary,
    Cast,
    Const,
    Expr,
    Freeable,
    ObjectSize,
    ObjectStart,
    PointerDiff,
    SameObject,
    Valid,
    Writable,
    conjunction,
    const,
    disjunction,
    negation,
)
from dovetail.program.position import NOWHERE
from dovetail.program.statements import (
    Allocate,
    Assign,
    Assume,
    Call,
    Copy,
    EndLifetime,
    Fill,
    Free,
    HavocMemory,
    Storage,
    Unsupported,
    Why,
)
from dovetail.program.types import INT, UCHAR, VOID, VOID_POINTER
from dovetail.semantics.folding import folded

MOST_BITS = 56
"""What programs may use of 64 bits of an address: 47 and 56 on x86, 48 and 52 on ARM, 56 on RISC-V."""


class MemoryFunctions(Printing):
    """By name, each with the number of arguments that it needs: code without prototypes may give fewer."""

    def __init__(self, unit: TranslationUnit, linkage: Linkage, builder: Builder) -> None:
        super().__init__(unit, linkage, builder)
        self.functions: dict[str, tuple[int, Handler]] = {
            "__VERIFIER_nondet_memory": (2, self._any_memory),
            "malloc": (1, self._malloc),
            "free": (1, self._free),
            "memcpy": (3, self._memcpy),
            "memmove": (3, self._memmove),
            "memset": (3, self._memset),
            "alloca": (1, self._alloca),
            "__dovetail_copy": (3, self._memmove),
            "__dovetail_fill": (3, self._memset),
            "__dovetail_made": (1, self._made),
            "__dovetail_allocate": (1, self._allocate),
            "__dovetail_allocate_aligned": (2, self._allocate_aligned),
            "__dovetail_allocate_zeroed": (1, self._zeroed),
            "__dovetail_free": (1, self._free),
            "__dovetail_object_size": (1, self._object_size),
            "__dovetail_open": (1, self._open),
            "__dovetail_close": (1, self._close),
            "__dovetail_readable": (2, self._readable),
            "__dovetail_apart": (4, self._apart),
            "__dovetail_handed": (1, self._reached_writable),
            "__dovetail_handed_on": (1, self._reached_alive),
            "__dovetail_is_kept": (1, self._reached_alive),
            "__dovetail_is_changed": (1, self._reached_writable),
            "__dovetail_is_same": (2, self._same_object),
            "__dovetail_start_of": (1, self._object_start),
            "__dovetail_bytes_of": (1, self._object_size),
            "__dovetail_overwritten": (1, self._overwritten),
            "__dovetail_same_object": (2, self._may_overlap),
        }

    def _size_argument(self, node: Node) -> Expr:
        return self.convert(self.value(node), self.target.size_t)

    def _malloc(self, node: Node, arguments: list[Node]) -> Expr | None:
        """Allocated where it is called if that is for something; else by the model, which knows that nothing
        may be null."""
        if self.has_effects(arguments[0]) or not _is_some(self._size_argument(arguments[0])):
            signature = self.linkage.signature(self.unit, DeclRef("", "FunctionDecl", "malloc"))
            if signature is not None and not self.unit.library:
                return self.invoke(node, signature, arguments[:1], used=True)
        return self._allocate(node, arguments)

    def _made(self, node: Node, arguments: list[Node]) -> Expr:
        """For what is handed in: there is always memory."""
        if self.linkage.properties.cleanup:
            text = "valid-memcleanup, where a caller that is made up keeps memory (ask for valid-memtrack)"
            raise UnsupportedError(text)
        size = self._size_argument(arguments[0])
        return self._block(size, Storage.HEAP, "malloc", zeroed=False, may_fail=False)

    def _allocate(self, node: Node, arguments: list[Node]) -> Expr:
        return self._block(self._size_argument(arguments[0]), Storage.HEAP, "malloc", zeroed=False)

    def _allocate_aligned(self, node: Node, arguments: list[Node]) -> Expr:
        """The alignment is a power of two."""
        alignment, size = (self.convert(value, self.target.size_t) for value in self.arguments(arguments))
        alignment = self.keep(alignment)
        block = self.keep(self._block(size, Storage.HEAP, "malloc", zeroed=False, alignment=alignment))
        mask = self.binary(Binary.SUB, alignment, const(self.target.size_t, 1))
        rest = self.binary(Binary.BITAND, folded(Cast(self.target.size_t, block)), mask)
        self.emit(Assume(self.binary(Binary.EQ, rest, const(self.target.size_t, 0)), Why.ASSUMED))
        return block

    def _zeroed(self, node: Node, arguments: list[Node]) -> Expr:
        size = self._size_argument(arguments[0])
        return self._block(size, Storage.HEAP, "calloc", zeroed=True)

    def _alloca(self, node: Node, arguments: list[Node]) -> Expr:
        """It ends with the function. Of one that is called again and again only the last object would be
        known then; at the end of the program nobody is left to ask."""
        if self.inside_variable_array():
            raise UnsupportedError("alloca in the scope of a variable-length array, with which it ends")
        size = self._size_argument(arguments[0])
        self.at(node)
        name = "alloca" if not is_made_up(self.build.name) else "argument"
        block = self._block(size, Storage.STACK, name, zeroed=False)
        if not self.linkage.is_entry(self.build.name):
            holder = self.late_object(VOID, "", node.offset, function=True)
            if self.may_come_again():
                first, again = self.build.location(), self.build.location()
                null = Const(VOID_POINTER, 0)
                self.build.branch(self.binary(Binary.EQ, holder, null), first, again)
                self.build.here = again
                self.emit(Unsupported("alloca in a loop of a function that returns"))
                self.build.here = first
            self.emit(Assign(holder, block))
        # Natively as the compiler has it, whatever it is declared as, with contents from the input vector.
        argument, count, made = arguments[0], "__dovetail_count", "__dovetail_made"
        opening = f"({{ unsigned long {count} = ("
        taken = f"__dovetail_uninitialised({made}, {count})"
        closing = f"); void *{made} = __builtin_alloca({count}); {taken}; {made}; }})"
        self.linkage.native.replacement(self.unit, node.offset, argument.offset, opening, opens=True)
        self.linkage.native.replacement(self.unit, argument.end, node.end, closing, opens=False)
        return block

    def _block(
        self,
        size: Expr,
        storage: Storage,
        name: str,
        *,
        zeroed: bool,
        alignment: Expr | None = None,
        may_fail: bool = True,
    ) -> Expr:
        size = self.keep(size)
        if may_fail and storage is Storage.HEAP and self.linkage.conventions.malloc_may_fail:
            return self._block_or_null(size, name, zeroed=zeroed, alignment=alignment)
        if isinstance(size, Const) and size.value > self.target.intptr.maximum:
            raise UnsupportedError(f"{size.value} bytes at once: more than any object can have")
        target = self.temporary(VOID_POINTER)
        if storage is Storage.HEAP:
            self.linkage.heap_used = True
        self.emit(Allocate(target, size, storage, name, alignment=alignment))
        if not zeroed:
            self.emit(HavocMemory(target, size, name))
        return target

    def _block_or_null(self, size: Expr, name: str, *, zeroed: bool, alignment: Expr | None) -> Expr:
        """Whether there is memory is an input."""
        result = self.temporary(VOID_POINTER)
        fails = self.unspecified("no memory", INT)
        found, none, done = (self.build.location() for _ in range(3))
        self.build.branch(self.binary(Binary.EQ, fails, const(INT, 0)), found, none)
        self.build.here = found
        self._require_room(size)
        block = self._block(size, Storage.HEAP, name, zeroed=zeroed, alignment=alignment, may_fail=False)
        self.emit(Assign(result, block))
        self.build.jump(done)
        self.build.here = none
        signature = self.linkage.signature(self.unit, DeclRef("", "FunctionDecl", "__dovetail_out_of_memory"))
        assert signature is not None
        self.emit(Call(None, signature.symbol, ()))
        self.emit(Assign(result, Const(VOID_POINTER, 0)))
        self.build.label(done)
        return result

    def _require_room(self, size: Expr) -> None:
        """There is memory for a block, so it is no larger than memory is."""
        if self.target.size_t.width < 64 or isinstance(size, Const):
            return
        text = f"there is no memory for a block of more than 2^{MOST_BITS} bytes: malloc fails"
        self.linkage.assumption(self.build.position, text, once=True)
        most = const(self.target.size_t, 1 << MOST_BITS)
        self.emit(Assume(self.binary(Binary.LE, size, most), Why.ASSUMED))

    def inside_variable_array(self) -> bool:
        """Is an array of variable length in scope that ends before the function does?"""
        raise NotImplementedError

    def may_come_again(self) -> bool:
        """Can control come here twice in one call of the function?"""
        raise NotImplementedError

    def _open(self, node: Node, arguments: list[Node]) -> Expr:
        return self._block(self._size_argument(arguments[0]), Storage.LIBRARY, "stream", zeroed=True)

    def _close(self, node: Node, arguments: list[Node]) -> None:
        """What is ended is there: a model has read it before."""
        ended = self.temporary(VOID_POINTER)
        self.emit(Assign(ended, folded(Cast(VOID_POINTER, self.value(arguments[0])))))
        self.emit(EndLifetime(ended))

    def _readable(self, node: Node, arguments: list[Node]) -> None:
        pointer, size = self.arguments(arguments)
        self.at(node)
        self.check_access(pointer, self.keep(self.convert(size, self.target.size_t)))

    def _apart(self, node: Node, arguments: list[Node]) -> None:
        """Two pieces of memory that a function must not be given both if they overlap: what it does then is
        undefined, and no machine says so. As `refuse_overlap`, but for pieces of different sizes."""
        first, first_size, second, second_size = (self.keep(value) for value in self.arguments(arguments))
        self.at(node)
        if self.linkage.conventions.svcomp:
            text = "what library functions read is taken not to overlap with what they write"
            self.linkage.assumption(self.build.position, text, once=True)
            return
        intptr = self.target.intptr
        distance = PointerDiff(second, first, intptr)
        behind = self.binary(Binary.LE, self.convert(first_size, intptr), distance)
        back = self.binary(Binary.SUB, const(intptr, 0), distance)
        before = self.binary(Binary.LE, self.convert(second_size, intptr), back)
        fine, overlapping = self.build.location(), self.build.location()
        apart = disjunction([negation(SameObject(first, second)), behind, before])
        self.build.branch(apart, fine, overlapping)
        self.build.here = overlapping
        self.emit(Unsupported("what a library function writes overlaps with what it reads"))
        self.build.here = fine

    def _free(self, node: Node, arguments: list[Node]) -> None:
        pointer = self.value(arguments[0])
        self.at(node)
        if self.properties.free:
            self.check(Freeable(pointer), "invalid-free", "the pointer freed is null or a live heap block")
        self.emit(Free(pointer))

    def _object_size(self, node: Node, arguments: list[Node]) -> Expr:
        return ObjectSize(self.value(arguments[0]), self.target.size_t)

    # -- what functions outside of the program do (`outside`)

    def _reached_alive(self, node: Node, arguments: list[Node]) -> Expr:
        """Does a pointer lead to an object?"""
        pointer = self.keep(self.value(arguments[0]))
        return self.from_condition(self._is_alive(pointer), INT)

    def _reached_writable(self, node: Node, arguments: list[Node]) -> Expr:
        """Does it lead to one that can be written?"""
        pointer = self.keep(self.value(arguments[0]))
        return self.from_condition(conjunction([self._is_alive(pointer), Writable(pointer)]), INT)

    def _is_alive(self, pointer: Expr) -> Expr:
        return Valid(ObjectStart(pointer), const(self.target.size_t, 1))

    def _same_object(self, node: Node, arguments: list[Node]) -> Expr:
        left, right = self.arguments(arguments)
        return self.from_condition(SameObject(left, right), INT)

    def _object_start(self, node: Node, arguments: list[Node]) -> Expr:
        return self.convert(ObjectStart(self.value(arguments[0])), VOID_POINTER)

    def _overwritten(self, node: Node, arguments: list[Node]) -> None:
        pointer = self.keep(self.value(arguments[0]))
        self.at(node)
        self.emit(HavocMemory(ObjectStart(pointer), ObjectSize(pointer, self.target.size_t), OUTSIDE))

    def _memcpy(self, node: Node, arguments: list[Node]) -> Expr:
        return self._copied(node, arguments, may_overlap=False)

    def _memmove(self, node: Node, arguments: list[Node]) -> Expr:
        return self._copied(node, arguments, may_overlap=True)

    def _copied(self, node: Node, arguments: list[Node], *, may_overlap: bool) -> Expr:
        to, source, size = self.arguments(arguments[:3])
        self.at(node)
        may_overlap |= self.surely_apart(to, source)
        to, size = self.keep(to), self.keep(self.convert(size, self.target.size_t))
        if not may_overlap:
            source = self.keep(source)
            self.refuse_overlap(to, source, size, "memcpy")
        self.check_access(source, size)
        self.check_access(to, size, writing=True)
        self.emit(Copy(to, source, size))
        return to

    def _any_memory(self, node: Node, arguments: list[Node]) -> None:
        to, size = self.arguments(arguments)
        size = self.convert(size, self.target.size_t)
        self.check_access(to, size, writing=True)
        self.emit(HavocMemory(to, size, "nondet"))

    def _memset(self, node: Node, arguments: list[Node]) -> Expr:
        to, byte, size = self.arguments(arguments[:3])
        self.at(node)
        to, size = self.keep(to), self.keep(self.convert(size, self.target.size_t))
        self.check_access(to, size, writing=True)
        self.emit(Fill(to, self.convert(byte, UCHAR), size))
        return to

    def calloc(self, arguments: list[Node]) -> Expr | None:
        """Allocated where it is called if the size is known; else by the model, which knows when to fail."""
        if len(arguments) != 2 or any(map(self.has_effects, arguments)):
            return None
        count, size = (self.convert(value, self.target.size_t) for value in self.arguments(arguments))
        product = self.binary(Binary.MUL, count, size)
        if isinstance(product, Const) and isinstance(count, Const) and isinstance(size, Const):
            if product.value and product.value == count.value * size.value:
                return self._block(product, Storage.HEAP, "calloc", zeroed=True)
        return None

    def _may_overlap(self, node: Node, arguments: list[Node]) -> Expr:
        """May what a model copies overlap? On a machine that is a question of addresses, which the model asks
        next."""
        first, second = self.arguments(arguments)
        self.at(node)
        if self.linkage.conventions.svcomp:
            self.linkage.assumption(
                NOWHERE, "what strings are copied from and to is taken not to overlap", once=True
            )
            return const(INT, 0)
        return self.from_condition(SameObject(first, second), INT)


def _is_some(size: Expr) -> bool:
    return isinstance(size, Const) and size.value != 0
