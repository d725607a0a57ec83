"""Functions whose meaning is a statement: errors, assumptions, inputs, memory, and what the compiler has
built in.

The rest of the C library is modelled in C (`frontend/library`). A function that the user's program defines is
never an intrinsic, except for the error functions: calling them is the error, whatever they do.
"""

from __future__ import annotations

import re

from dovetail.frontend.builder import Builder
from dovetail.frontend.compiler_builtins import Handler
from dovetail.frontend.entry import is_made_up
from dovetail.frontend.errors import UnsupportedError
from dovetail.frontend.leaks import CLEANUP, CLEANUP_TEXT, LEAK, LEAK_TEXT, NONE_ALIVE
from dovetail.frontend.library import modelled_functions
from dovetail.frontend.library.assumed import ASSUMED
from dovetail.frontend.linkage import Linkage, Unit
from dovetail.frontend.printing import Printing
from dovetail.frontend.spelling import CHOSEN
from dovetail.frontend.syntax import DeclRef, Node, strip
from dovetail.program.expressions import (
    FALSE,
    TRUE,
    Binary,
    Cast,
    Const,
    Expr,
    Freeable,
    NoLeak,
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
    reads_memory,
)
from dovetail.program.position import NOWHERE
from dovetail.program.statements import (
    Allocate,
    Assign,
    Assume,
    Call,
    Check,
    CheckInfo,
    Copy,
    CoverTarget,
    EndLifetime,
    Fill,
    Free,
    Goal,
    GoalKind,
    Halt,
    HavocMemory,
    Origin,
    Probe,
    Skip,
    Storage,
    Unsupported,
    Why,
)
from dovetail.program.types import INT, UCHAR, VOID, VOID_POINTER, PointerType, RecordType
from dovetail.semantics.folding import folded

ERROR_FUNCTIONS = frozenset({"reach_error", "__VERIFIER_error"})
ASSERT_FAILURES = frozenset({"__assert_fail", "__assert_rtn", "__assert_func", "__assert"})
NONDET = re.compile(r"^(?:__VERIFIER_nondet_|dovetail_any_)\w+$")

OUTSIDE = "outside"
"""The name of what functions without a body have written."""

UNMODELLED = {
    name: reason
    for reason, names in {
        "it writes memory that Dovetail does not model": """
            gets recv recvfrom realpath strtold
            """,
        "what rand returns from then on depends on it": "initstate setstate",
        "the rounding of floats depends on it": "fesetenv feupdateenv feholdexcept",
        "control leaves the usual order": """
            setjmp _setjmp __sigsetjmp sigsetjmp longjmp _longjmp siglongjmp sigaction raise
            """,
        "a function that runs when the program ends is not modelled": "on_exit",
        "threads are not modelled": "pthread_create thrd_create fork vfork clone",
        "another program is run": "execl execle execlp execv execve execvp",
    }.items()
    for name in names.split()
}


def why_not_by_pointer(name: str) -> str | None:
    """Why a function without a body or a model cannot be called through a pointer, or None if it can: one
    whose calls are statements does more than to return any value."""
    if name in UNMODELLED:
        return f"'{name}': {UNMODELLED[name]}"
    if name.startswith(("__VERIFIER_", "dovetail_", "__builtin_", "__sync_")) and not NONDET.match(name):
        return f"'{name}' is called through a pointer"
    return None


class Intrinsics(Printing):
    """Calls that become statements right away."""

    def __init__(self, unit: Unit, linkage: Linkage, builder: Builder) -> None:
        super().__init__(unit, linkage, builder)
        # With the number of arguments that each needs: code without prototypes may give fewer.
        self._functions: dict[str, tuple[int, Handler]] = {
            "__VERIFIER_assume": (1, self._assume),
            "dovetail_assume": (1, self._assume),
            "dovetail_always": (1, self._always),
            "assert": (1, self._always),
            "dovetail_initial": (1, self._assume),
            "dovetail_sometime": (1, self._sometime),
            "dovetail_final": (1, self._final),
            "dovetail_predicate": (1, self._predicate),
            "abort": (0, self._abort),
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
            "__dovetail_errno_matters": (0, self._errno_matters),
            "__dovetail_rounding_matters": (0, self._rounding_matters),
            "__dovetail_handed": (1, self._reached_writable),
            "__dovetail_handed_on": (1, self._reached_alive),
            "__dovetail_is_kept": (1, self._reached_alive),
            "__dovetail_is_changed": (1, self._reached_writable),
            "__dovetail_is_same": (2, self._same_object),
            "__dovetail_start_of": (1, self._object_start),
            "__dovetail_bytes_of": (1, self._object_size),
            "__dovetail_overwritten": (1, self._overwritten),
            "__dovetail_halt": (1, self._halt),
            "__dovetail_stop": (0, self._abort),
            "__dovetail_choice": (0, self._any_int),
            "__dovetail_unsupported": (1, self._unsupported),
            "__dovetail_same_object": (2, self._may_overlap),
            "__dovetail_took": (3, self._took),
            "__dovetail_reached": (1, self._reached),
            "__dovetail_met": (2, self._met),
            "__dovetail_vector": (2, self._vector),
            **{f"__dovetail_chosen_{type_}": (3, self._chosen) for type_ in CHOSEN.values()},
        }

    def intrinsic(
        self, node: Node, ref: DeclRef, arguments: list[Node], used: bool
    ) -> tuple[bool, Expr | None]:
        name = ref.name
        if name in ERROR_FUNCTIONS or name in ASSERT_FAILURES:
            self._error(node, name, arguments)
            return True, None
        if NONDET.match(name) and name != "__VERIFIER_nondet_memory":
            self.arguments(arguments)
            self.at(node)
            self.linkage.external(self.unit, ref, self.build.position)
            return True, self.any_result(name, self.type_of(node), Origin.NONDET)
        done, value = self.printed(node, name, arguments, used)
        if done:
            return True, value
        plain = name.removeprefix("__builtin_").removeprefix("__").removesuffix("_chk")
        if name.startswith("__builtin_"):
            return True, self._builtin(node, name, plain, arguments, used)
        if name.startswith("__sync_"):
            return True, self.sync(name, node, arguments)
        if name.startswith(("__atomic_", "__c11_atomic_")):
            if not name.endswith("_fence"):
                raise UnsupportedError(f"the builtin function '{name}' is not modelled")
            self.arguments(arguments)
            return True, None
        if name == "calloc":
            block = self._calloc(arguments)
            if block is not None:
                return True, block
        if name in self._functions:
            return True, self._function(node, name, arguments)
        if name in ASSUMED and not self.unit.library:
            is_bound = ASSUMED[name].is_bound and not self.linkage.conventions.svcomp
            self.linkage.assumption(self.at(node), ASSUMED[name].text, once=True, is_bound=is_bound)
        if name in ("stat", "fstat", "lstat") and len(arguments) == 2:
            self._require_status(name, arguments[1])
        if name == "__errno_location" and not self.unit.library:
            text = "library functions that succeed are taken to leave errno alone"
            self.linkage.assumption(self.at(node), text, once=True)
        if name in UNMODELLED:
            self.arguments(arguments)
            raise UnsupportedError(f"'{name}': {UNMODELLED[name]}")
        return False, None

    def _function(self, node: Node, name: str, arguments: list[Node]) -> Expr | None:
        needed, handler = self._functions[name]
        if len(arguments) < needed:
            raise UnsupportedError(f"'{name}' is called with {len(arguments)} arguments and needs {needed}")
        return handler(node, arguments)

    def _builtin(self, node: Node, name: str, plain: str, arguments: list[Node], used: bool) -> Expr | None:
        """A builtin, or a library function under its builtin name (or under the one with a check of
        sizes, which has a model of its own)."""
        checking = name.removeprefix("__builtin_")
        if checking.endswith("_chk") and checking in modelled_functions():
            signature = self.linkage.signature(self.unit, DeclRef("", "FunctionDecl", checking))
            assert signature is not None
            with self.told_room():
                return self.invoke(node, signature, arguments, used)
        if plain in self.builtins:
            return self.builtins[plain](node, arguments)
        if plain == "malloc" and self.linkage.is_user_defined(self.unit, DeclRef("", "FunctionDecl", plain)):
            raise UnsupportedError(f"'{name}' in a program with a 'malloc' of its own")
        self.require_one_allocator(plain)
        if plain == "calloc":
            block = self._calloc(arguments)
            if block is not None:
                return block
        if plain in self._functions:
            return self._function(node, plain, arguments)
        signature = self.linkage.signature(self.unit, DeclRef("", "FunctionDecl", plain))
        if signature is None:
            raise UnsupportedError(f"the builtin function '{name}' is not modelled")
        if name.endswith("_chk"):
            raise UnsupportedError(f"the builtin function '{name}' is not modelled")
        return self.invoke(node, signature, arguments, used)

    def _require_status(self, name: str, to: Node) -> None:
        """The model fills in a record of one size: that of the library whose headers come with Dovetail."""
        type_ = self.type_of(to)
        if isinstance(type_, PointerType) and isinstance(type_.pointee, RecordType):
            if (size := type_.pointee.size) != 144:
                raise UnsupportedError(f"'{name}' into a record of {size} bytes is not modelled")

    def _calloc(self, arguments: list[Node]) -> Expr | None:
        """Allocated where it is called if the size is known; else by the model, which knows when to fail."""
        if len(arguments) != 2 or any(map(self.has_effects, arguments)):
            return None
        count, size = (self.convert(value, self.target.size_t) for value in self.arguments(arguments))
        product = self.binary(Binary.MUL, count, size)
        if isinstance(product, Const) and isinstance(count, Const) and isinstance(size, Const):
            if product.value and product.value == count.value * size.value:
                return self._block(product, Storage.HEAP, "calloc", zeroed=True)
        return None

    # -- errors and assumptions

    def _error(self, node: Node, name: str, arguments: list[Node]) -> None:
        kind = "assertion" if name in ASSERT_FAILURES else "unreach-call"
        description = f"{name} is not called"
        if name in ASSERT_FAILURES and arguments:
            text = strip(arguments[0])
            while text.kind == "ImplicitCastExpr":
                text = strip(text.inner[0])
            if text.kind == "StringLiteral":
                description = f"assert({str(text.value)[1:-1]})"
        self.at(node)
        info = self._fails_unless(FALSE, kind, description, name)
        self.linkage.error_call(self.unit, node.offset, node.end, info, conditional=False)
        self.build.end()

    def _fails_unless(self, condition: Expr, kind: str, description: str, name: str) -> CheckInfo | None:
        """A check where reachability is asked for; else the run just ends where the condition is false."""
        if self.properties.reachability:
            info = self.linkage.new_check(kind, self.build.position, self.build.name, description)
            self.emit(Check(condition, info))
            return info
        if condition is not TRUE:
            self._nothing_lost(unless=condition)
            self.emit(Assume(condition, Why.ASSUMED, name))
        return None

    def _assume(self, node: Node, arguments: list[Node]) -> None:
        condition = self.condition(arguments[0])
        self.at(node)
        if condition is not TRUE:
            self.emit(Assume(condition, Why.ASSUMED))
        if condition is FALSE:
            self.build.end()

    def _always(self, node: Node, arguments: list[Node]) -> None:
        condition = self.condition(arguments[0])
        self.at(node)
        text = self._written_as(arguments[0])
        info = self._fails_unless(condition, "assertion", text, text)
        self.linkage.error_call(self.unit, node.offset, node.end, info, conditional=True)

    def _sometime(self, node: Node, arguments: list[Node]) -> None:
        self._goal(GoalKind.SOMETIME, node, arguments[0])

    def _final(self, node: Node, arguments: list[Node]) -> None:
        self._goal(GoalKind.FINAL, node, arguments[0])

    def _goal(self, kind: GoalKind, node: Node, argument: Node) -> None:
        condition = self._evaluated(argument)
        position = self.at(node)
        text = self._written_as(argument)
        info = self.linkage.goals.met(self.unit, node.offset, position, self.build.name, text)
        self.emit(Skip(goal=Goal(kind, condition, info)))

    def _predicate(self, node: Node, arguments: list[Node]) -> None:
        condition = self._evaluated(arguments[0])
        self.at(node)
        self.emit(Skip(self._written_as(node), predicate=condition))

    def _evaluated(self, node: Node) -> Expr:
        """A condition that no statement will evaluate any more, though the machine does: if it reads memory,
        that is done here, and ends the run where there is nothing to be read."""
        condition = self.condition(node)
        if reads_memory(condition):
            self.keep(condition)
        return condition

    def _written_as(self, node: Node) -> str:
        return " ".join(self.unit.source.slice(node.offset, node.end).split())

    def _any_int(self, node: Node, arguments: list[Node]) -> Expr:
        """Any int, where a model leaves open what C leaves open."""
        return self.unspecified("choice", INT)

    def _unsupported(self, node: Node, arguments: list[Node]) -> None:
        """Where a model, or a text without what was left out of it, comes to what is not modelled."""
        reason = self.literal(arguments[0])
        assert reason is not None, "there is a reason"
        self.at(node)
        self.emit(Unsupported(reason))
        self.build.end()

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

    def _abort(self, node: Node, arguments: list[Node]) -> None:
        self.at(node)
        self.program_ends("abort")

    def program_ends(self, name: str) -> None:
        self._nothing_lost()
        self.emit(Assume(FALSE, Why.ASSUMED, name))
        self.build.end()

    def _nothing_lost(self, unless: Expr = FALSE) -> None:
        """Where the program ends inside of functions, what has been lost by then is lost."""
        if self.properties.leaks:
            self.check(disjunction([unless, NoLeak(running=True)]), LEAK, LEAK_TEXT)

    def _halt(self, node: Node, arguments: list[Node]) -> None:
        code = self.value(arguments[0])
        if self.linkage.ends_with_more:
            raise UnsupportedError("exit in a program with functions that run behind main is not modelled")
        self._nothing_lost()
        if self.properties.cleanup:
            self.check(NONE_ALIVE, CLEANUP, CLEANUP_TEXT)
        self.emit(Halt(code))
        self.build.end()

    # -- probes: what a test may cover (`probes`)

    def _target(self, ident: int, condition: Expr) -> None:
        if condition is not FALSE:
            self.emit(Skip(target=CoverTarget(ident, condition)))

    def _number(self, node: Node) -> int:
        value = self.value(node)
        assert isinstance(value, Const)
        return value.value

    def _took(self, node: Node, arguments: list[Node]) -> Expr:
        if_true, if_false = map(self._number, arguments[:2])
        condition = self.condition(arguments[2])
        self.at(node)
        self._target(if_true, condition)
        self._target(if_false, negation(condition))
        return self.from_condition(condition, INT)

    def _reached(self, node: Node, arguments: list[Node]) -> None:
        self.at(node)
        self._target(self._number(arguments[0]), TRUE)

    def _met(self, node: Node, arguments: list[Node]) -> None:
        condition = self.condition(arguments[1])
        self.at(node)
        self._target(self._number(arguments[0]), condition)

    def _vector(self, node: Node, arguments: list[Node]) -> None:
        """The number of a place, how many predicates, and these."""
        ident = self._number(arguments[0])
        predicates = tuple(self.condition(argument) for argument in arguments[2:])
        self.at(node)
        self.emit(Skip(probe=Probe(ident, predicates)))

    def _chosen(self, node: Node, arguments: list[Node]) -> Expr:
        """The value that a switch is about, then for each case the least and the greatest value."""
        first = self._number(arguments[0])
        value = self.value(arguments[1])
        self.at(node)
        others: list[Expr] = []
        limits = [self.value(limit) for limit in arguments[3:]]
        for index, (low, high) in enumerate(zip(limits[::2], limits[1::2], strict=True)):
            if low == high:
                condition = self.binary(Binary.EQ, value, low)
            else:
                within = [self.binary(Binary.LE, low, value), self.binary(Binary.LE, value, high)]
                condition = conjunction(within)
            self._target(first + index, condition)
            others.append(negation(condition))
        self._target(first + len(others), conjunction(others))
        return value

    # -- memory

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
        self.linkage.replacement(self.unit, node.offset, argument.offset, opening, opens=True)
        self.linkage.replacement(self.unit, argument.end, node.end, closing, opens=False)
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
        undefined, and no machine says so. As `_refuse_overlap`, but for pieces of different sizes."""
        first, first_size, second, second_size = (self.keep(value) for value in self.arguments(arguments))
        self.at(node)
        if self.linkage.conventions.svcomp:
            text = "what sprintf reads is taken not to overlap with what it writes"
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
        self.emit(Unsupported("sprintf into memory that overlaps with what it reads"))
        self.build.here = fine

    def _errno_matters(self, node: Node, arguments: list[Node]) -> Expr:
        return const(INT, int(self.linkage.looks_at_errno))

    def _rounding_matters(self, node: Node, arguments: list[Node]) -> Expr:
        return const(INT, int(self.linkage.sets_rounding))

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


def _is_some(size: Expr) -> bool:
    return isinstance(size, Const) and size.value != 0
