"""Functions whose meaning is a statement: errors, assumptions, inputs, memory, and what the compiler has built in.

The rest of the C library is modelled in C (`frontend/library`). A function that the user's program defines is never an
intrinsic, except for the error functions: calling them is the error, whatever they do.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from dovetail.frontend.calls import Calls
from dovetail.frontend.errors import UnsupportedError
from dovetail.frontend.literals import float_bits
from dovetail.frontend.lowering import Memory
from dovetail.frontend.syntax import DeclRef, Node, strip
from dovetail.program.expressions import (
    FALSE,
    TRUE,
    Binary,
    BinaryOp,
    Cast,
    Conditional,
    Const,
    Expr,
    Freeable,
    Load,
    NoLeak,
    ObjectSize,
    Unary,
    UnaryOp,
    conjunction,
    const,
    disjunction,
)
from dovetail.program.statements import (
    Allocate,
    Assume,
    Check,
    Copy,
    Fill,
    Free,
    Halt,
    HavocMemory,
    Origin,
    Skip,
    Storage,
    Store,
    Why,
)
from dovetail.program.types import INT, UCHAR, VOID_POINTER, FloatType, IntType, PointerType, VoidType
from dovetail.semantics.folding import folded

ERROR_FUNCTIONS = frozenset({"reach_error", "__VERIFIER_error"})
ASSERT_FAILURES = frozenset({"__assert_fail", "__assert_rtn", "__assert_func", "__assert"})
NONDET = re.compile(r"^(?:__VERIFIER_nondet_|dovetail_any_)\w+$")

UNMODELLED = {
    name: reason
    for reason, names in {
        "it writes memory that Dovetail does not model": (
            "scanf fscanf sscanf vscanf vfscanf vsscanf __isoc99_scanf __isoc99_sscanf __isoc99_fscanf gets fgets "
            "getline getdelim fread read recv recvfrom pread sprintf snprintf vsprintf vsnprintf asprintf vasprintf "
            "strftime strxfrm wcscpy wcsncpy mbstowcs wcstombs posix_memalign getcwd realpath stat fstat lstat pipe "
            "gettimeofday clock_gettime time localtime gmtime strerror strtod strtof strtold"
        ),
        "control leaves the usual order": "setjmp _setjmp __sigsetjmp sigsetjmp longjmp siglongjmp signal sigaction raise",
        "threads are not modelled": "pthread_create thrd_create fork vfork clone",
        "another program is run": "system execl execle execlp execv execve execvp popen",
    }.items()
    for name in names.split()
}

_Result = Expr | None


class Intrinsics(Calls):
    """Calls that become statements right away."""

    def intrinsic(self, node: Node, ref: DeclRef, arguments: list[Node], used: bool) -> tuple[bool, _Result]:
        name = ref.name
        if name in ERROR_FUNCTIONS or name in ASSERT_FAILURES:
            return True, self._error(node, name, arguments)
        if NONDET.match(name) and name != "__VERIFIER_nondet_memory":
            self.arguments(arguments)
            self.at(node)
            self.linkage.external(self.unit, ref, self.build.position)
            return True, self.any_result(name, self.type_of(node), Origin.NONDET)
        if name.removeprefix("__builtin_") == "calloc" and not any(map(self.has_effects, arguments)):
            # Allocated where it is called if the size is known; else by the model, which knows when to fail.
            count, size = (self.convert(value, self.target.size_t) for value in self.arguments(arguments))
            product = self.binary(Binary.MUL, count, size)
            if isinstance(product, Const) and isinstance(count, Const) and isinstance(size, Const):
                if product.value == count.value * size.value:
                    return True, self._block(product, Storage.HEAP, "calloc", zeroed=True)
        handler = self._functions().get(name)
        if name.startswith("__builtin_"):
            plain = name[len("__builtin_") :].removeprefix("__").removesuffix("_chk")
            handler = self._builtins().get(plain) or self._functions().get(plain)
            if handler is None:
                signature = self.linkage.signature(self.unit, DeclRef("", "FunctionDecl", plain))
                if signature is not None:
                    return True, self.invoke(node, signature, arguments, used)
                raise UnsupportedError(f"the builtin function '{name}' is not modelled")
        if handler is None and name.startswith("__sync_"):
            return True, self._sync(name, node, arguments)
        if handler is not None:
            return True, handler(node, arguments)
        if name in UNMODELLED:
            self.arguments(arguments)
            raise UnsupportedError(f"'{name}': {UNMODELLED[name]}")
        return False, None

    def _functions(self) -> dict[str, Callable[[Node, list[Node]], _Result]]:
        return {
            "__VERIFIER_assume": self._assume,
            "dovetail_assume": self._assume,
            "dovetail_always": self._always,
            "assert": self._always,
            "dovetail_sometime": self._note,
            "dovetail_predicate": self._note,
            "dovetail_initial": self._note,
            "dovetail_final": self._note,
            "abort": self._abort,
            "__VERIFIER_nondet_memory": self._any_memory,
            "malloc": self._malloc,
            "free": self._free,
            "memcpy": self._memcpy,
            "memmove": self._memcpy,
            "memset": self._memset,
            "alloca": self._alloca,
            "__dovetail_copy": self._memcpy,
            "__dovetail_fill": self._memset,
            "__dovetail_allocate": self._malloc,
            "__dovetail_allocate_zeroed": self._zeroed,
            "__dovetail_free": self._free,
            "__dovetail_object_size": self._object_size,
            "__dovetail_halt": self._halt,
            "__dovetail_stop": self._abort,
        }

    def _builtins(self) -> dict[str, Callable[[Node, list[Node]], _Result]]:
        """By what follows `__builtin_`."""
        return {
            "va_start": self._va_start,
            "va_end": lambda node, arguments: None,
            "va_copy": self._va_copy,
            "expect": lambda node, arguments: self._expect(arguments),
            "expect_with_probability": lambda node, arguments: self._expect(arguments),
            "constant_p": self._constant_p,
            "unreachable": self._unreachable,
            "trap": self._unreachable,
            "assume": lambda node, arguments: None,
            "prefetch": lambda node, arguments: None,
            "object_size": self._builtin_object_size,
            "frame_address": lambda node, arguments: self._unsupported("the address of a stack frame"),
            "return_address": lambda node, arguments: self._unsupported("a return address"),
            "types_compatible_p": lambda node, arguments: self._unsupported("__builtin_types_compatible_p"),
            **{f"{n}": self._infinity for n in ("inf", "inff", "huge_val", "huge_valf")},
            **{f"{n}": self._nan for n in ("nan", "nanf")},
            "isnan": self._is_nan,
            "isinf": lambda node, arguments: self._is_inf(arguments),
            "isinf_sign": self._is_inf_sign,
            "isfinite": self._is_finite,
            "finite": self._is_finite,
            "isnormal": self._is_normal,
            "signbit": self._signbit,
            "signbitf": self._signbit,
            "isgreater": lambda node, arguments: self._compare(Binary.GT, arguments),
            "isgreaterequal": lambda node, arguments: self._compare(Binary.GE, arguments),
            "isless": lambda node, arguments: self._compare(Binary.LT, arguments),
            "islessequal": lambda node, arguments: self._compare(Binary.LE, arguments),
            "islessgreater": self._less_greater,
            "isunordered": self._unordered,
            **{f"bswap{n}": self._bswap for n in (16, 32, 64)},
            **{f"{op}{n}": self._bit_count for op in ("popcount", "clz", "ctz", "ffs", "parity") for n in ("", "l", "ll")},
            **{
                f"{sign}{op}{n}_overflow": self._overflow
                for op in ("add", "sub", "mul")
                for sign, n in [("", ""), *((s, n) for s in "su" for n in ("", "l", "ll"))]
            },
        }

    def _unsupported(self, what: str) -> _Result:
        raise UnsupportedError(f"{what} is not modelled")

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
        position = self.at(node)
        info = self.linkage.new_check(kind, position, self.build.name, description)
        self.linkage.error_call(self.unit, node.offset, node.end, info)
        self.emit(Check(FALSE, info))
        self.build.end()

    def _assume(self, node: Node, arguments: list[Node]) -> None:
        condition = self.condition(arguments[0])
        self.at(node)
        if condition is not TRUE:
            self.emit(Assume(condition, Why.ASSUMED))
        if condition is FALSE:
            self.build.end()

    def _always(self, node: Node, arguments: list[Node]) -> None:
        condition = self.condition(arguments[0])
        position = self.at(node)
        text = " ".join(self.unit.source.slice(arguments[0].offset, arguments[0].end).split())
        info = self.linkage.new_check("assertion", position, self.build.name, text)
        self.linkage.error_call(self.unit, node.offset, node.end, info)
        self.emit(Check(condition, info))

    def _note(self, node: Node, arguments: list[Node]) -> None:
        self.emit(Skip(" ".join(self.unit.source.slice(node.offset, node.end).split())))

    def _abort(self, node: Node, arguments: list[Node]) -> None:
        self.emit(Assume(FALSE, Why.ASSUMED, "abort"))
        self.build.end()

    def _halt(self, node: Node, arguments: list[Node]) -> None:
        code = self.value(arguments[0])
        if self.linkage.properties.memory:
            self.check(NoLeak(), "memory-leak", "all allocated memory is freed or still reachable")
        self.emit(Halt(code))
        self.build.end()

    def _unreachable(self, node: Node, arguments: list[Node]) -> None:
        self.emit(Assume(FALSE, Why.UNDEFINED, "a place marked unreachable was reached"))
        self.build.end()

    # -- memory

    def _size_argument(self, node: Node) -> Expr:
        return self.convert(self.value(node), self.target.size_t)

    def _malloc(self, node: Node, arguments: list[Node]) -> Expr:
        size = self._size_argument(arguments[0])
        return self._block(size, Storage.HEAP, "malloc", zeroed=False)

    def _zeroed(self, node: Node, arguments: list[Node]) -> Expr:
        size = self._size_argument(arguments[0])
        return self._block(size, Storage.HEAP, "calloc", zeroed=True)

    def _alloca(self, node: Node, arguments: list[Node]) -> Expr:
        return self._block(self._size_argument(arguments[0]), Storage.STACK, "alloca", zeroed=False)

    def _block(self, size: Expr, storage: Storage, name: str, *, zeroed: bool) -> Expr:
        size = self.keep(size)
        target = self.temporary(VOID_POINTER)
        self.emit(Allocate(target, size, storage, name))
        if not zeroed:
            self.emit(HavocMemory(target, size, name))
        return target

    def _free(self, node: Node, arguments: list[Node]) -> None:
        pointer = self.value(arguments[0])
        self.at(node)
        if self.linkage.properties.memory:
            self.check(Freeable(pointer), "invalid-free", "the pointer freed is null or a live heap block")
        self.emit(Free(pointer))

    def _object_size(self, node: Node, arguments: list[Node]) -> Expr:
        return ObjectSize(self.value(arguments[0]), self.target.size_t)

    def _memcpy(self, node: Node, arguments: list[Node]) -> Expr:
        to, source, size = self.arguments(arguments[:3])
        self.at(node)
        to, size = self.keep(to), self.keep(self.convert(size, self.target.size_t))
        self.check_access(source, size)
        self.check_access(to, size)
        self.emit(Copy(to, source, size))
        return to

    def _any_memory(self, node: Node, arguments: list[Node]) -> None:
        to, size = self.arguments(arguments)
        size = self.convert(size, self.target.size_t)
        self.check_access(to, size)
        self.emit(HavocMemory(to, size, "nondet"))

    def _memset(self, node: Node, arguments: list[Node]) -> Expr:
        to, byte, size = self.arguments(arguments[:3])
        self.at(node)
        to, size = self.keep(to), self.keep(self.convert(size, self.target.size_t))
        self.check_access(to, size)
        self.emit(Fill(to, self.convert(byte, UCHAR), size))
        return to

    # -- variable arguments

    def _va_start(self, node: Node, arguments: list[Node]) -> None:
        if self.varargs is None:
            raise UnsupportedError("va_start in a function without variable arguments")
        self.write(self.va_place(arguments[0]), self.varargs)

    def _va_copy(self, node: Node, arguments: list[Node]) -> None:
        source = self.keep(self.read(self.va_place(arguments[1])))
        self.write(self.va_place(arguments[0]), source)

    # -- the compiler's builtins

    def _expect(self, arguments: list[Node]) -> Expr:
        return self.arguments(arguments)[0]

    def _constant_p(self, node: Node, arguments: list[Node]) -> Expr:
        if self.has_effects(arguments[0]):
            return const(INT, 0)
        return const(INT, int(isinstance(self.value(arguments[0]), Const)))

    def _builtin_object_size(self, node: Node, arguments: list[Node]) -> Expr:
        kind = self.value(arguments[1])
        assert isinstance(kind, Const)
        return const(self.target.size_t, 0 if kind.value & 2 else -1)

    def _float_type(self, node: Node) -> FloatType:
        type_ = self.type_of(node)
        if not isinstance(type_, FloatType) or type_.width not in (32, 64):
            raise UnsupportedError(f"arithmetic in {type_} is not modelled")
        return type_

    def _infinity(self, node: Node, arguments: list[Node]) -> Expr:
        type_ = self._float_type(node)
        return Const(type_, float_bits(float("inf"), type_.width))

    def _nan(self, node: Node, arguments: list[Node]) -> Expr:
        type_ = self._float_type(node)
        return Const(type_, float_bits(float("nan"), type_.width))

    def _is_nan(self, node: Node, arguments: list[Node]) -> Expr:
        value = self.keep(self.value(arguments[0]))
        return self.from_condition(BinaryOp(Binary.NE, value, value), INT)

    def _infinite(self, value: Expr) -> tuple[Expr, Expr]:
        assert isinstance(value.type, FloatType)
        plus = Const(value.type, float_bits(float("inf"), value.type.width))
        minus = Const(value.type, float_bits(float("-inf"), value.type.width))
        return BinaryOp(Binary.EQ, value, plus), BinaryOp(Binary.EQ, value, minus)

    def _is_inf(self, arguments: list[Node]) -> Expr:
        value = self.keep(self.value(arguments[0]))
        return self.from_condition(disjunction(self._infinite(value)), INT)

    def _is_inf_sign(self, node: Node, arguments: list[Node]) -> Expr:
        plus, minus = self._infinite(self.keep(self.value(arguments[0])))
        return Conditional(plus, const(INT, 1), Conditional(minus, const(INT, -1), const(INT, 0)))

    def _is_finite(self, node: Node, arguments: list[Node]) -> Expr:
        value = self.keep(self.value(arguments[0]))
        # x - x is 0 for finite x and NaN otherwise.
        return self.from_condition(BinaryOp(Binary.EQ, BinaryOp(Binary.SUB, value, value), Const(value.type, 0)), INT)

    def _is_normal(self, node: Node, arguments: list[Node]) -> Expr:
        value = self.keep(self.value(arguments[0]))
        assert isinstance(value.type, FloatType)
        least = 2.0**-126 if value.type.width == 32 else 2.0**-1022
        low = Const(value.type, float_bits(least, value.type.width))
        size = Conditional(
            BinaryOp(Binary.LT, value, Const(value.type, 0)), UnaryOp(Unary.NEGATE, value), value
        )
        plus, minus = self._infinite(value)
        normal = conjunction(
            [BinaryOp(Binary.GE, size, low), UnaryOp(Unary.NOT, plus), UnaryOp(Unary.NOT, minus)]
        )
        return self.from_condition(normal, INT)

    def _signbit(self, node: Node, arguments: list[Node]) -> Expr:
        value = self.value(arguments[0])
        assert isinstance(value.type, FloatType)
        cell = self.new_object(value.type, "bits")
        self.emit(Store(cell, value))
        bits = Load(cell, IntType(value.type.width, True))
        return self.from_condition(BinaryOp(Binary.LT, bits, Const(bits.type, 0)), INT)

    def _compare(self, op: Binary, arguments: list[Node]) -> Expr:
        left, right = self.arguments(arguments)
        return self.from_condition(BinaryOp(op, left, right), INT)

    def _less_greater(self, node: Node, arguments: list[Node]) -> Expr:
        left, right = (self.keep(value) for value in self.arguments(arguments))
        return self.from_condition(
            disjunction([BinaryOp(Binary.LT, left, right), BinaryOp(Binary.GT, left, right)]), INT
        )

    def _unordered(self, node: Node, arguments: list[Node]) -> Expr:
        left, right = (self.keep(value) for value in self.arguments(arguments))
        return self.from_condition(
            disjunction([BinaryOp(Binary.NE, left, left), BinaryOp(Binary.NE, right, right)]), INT
        )

    def _bswap(self, node: Node, arguments: list[Node]) -> Expr:
        type_ = self.type_of(node)
        assert isinstance(type_, IntType)
        value = self.keep(self.convert(self.value(arguments[0]), type_))
        result: Expr = Const(type_, 0)
        for index in range(0, type_.width, 8):
            byte = self.binary(
                Binary.BITAND, self.binary(Binary.SHR, value, const(INT, index)), const(type_, 0xFF)
            )
            moved = self.binary(Binary.SHL, byte, const(INT, type_.width - 8 - index))
            result = self.binary(Binary.BITOR, result, moved)
        return result

    def _bit_count(self, node: Node, arguments: list[Node]) -> Expr:
        name = strip(node.inner[0])
        while name.kind == "ImplicitCastExpr":
            name = strip(name.inner[0])
        assert name.referenced is not None
        what = name.referenced.name.removeprefix("__builtin_").rstrip("l")
        what = "clz" if what == "c" else what
        value = self.value(arguments[0])
        assert isinstance(value.type, IntType)
        type_ = IntType(value.type.width, False)
        value = self.keep(self.convert(value, type_))
        bits = [
            self.binary(
                Binary.NE,
                self.binary(Binary.BITAND, value, const(type_, 1 << index)),
                const(type_, 0),
            )
            for index in range(type_.width)
        ]
        if what in ("popcount", "parity"):
            total: Expr = const(INT, 0)
            for bit in bits:
                total = self.binary(Binary.ADD, total, self.from_condition(bit, INT))
            return self.binary(Binary.BITAND, total, const(INT, 1)) if what == "parity" else total
        # Of zero, clz and ctz are undefined; the width is what the machine's lzcnt and tzcnt give.
        result: Expr = const(INT, 0 if what == "ffs" else type_.width)
        order = range(type_.width) if what == "clz" else range(type_.width - 1, -1, -1)
        for index in order:
            found = {"clz": type_.width - 1 - index, "ctz": index, "ffs": index + 1}[what]
            result = Conditional(bits[index], const(INT, found), result)
        return result

    def _overflow(self, node: Node, arguments: list[Node]) -> Expr:
        """Compute exactly, store what fits, say whether all of it did."""
        name = strip(node.inner[0])
        while name.kind == "ImplicitCastExpr":
            name = strip(name.inner[0])
        assert name.referenced is not None
        op = next(op for key, op in _OVERFLOW.items() if key in name.referenced.name)
        left, right, pointer = self.arguments(arguments)
        pointer_type = self.type_of(arguments[2])
        assert isinstance(left.type, IntType) and isinstance(right.type, IntType)
        assert isinstance(pointer_type, PointerType) and isinstance(pointer_type.pointee, IntType)
        result_type = pointer_type.pointee
        wide = IntType(left.type.width + right.type.width + result_type.width + 2, True)
        exact = self.binary(op, folded(Cast(wide, left)), folded(Cast(wide, right)))
        stored = self.keep(folded(Cast(result_type, exact)))
        lost = self.keep(BinaryOp(Binary.NE, folded(Cast(wide, stored)), exact))
        self.write(Memory(pointer, result_type), stored)
        return self.from_condition(lost, self.type_of(node))

    def _sync(self, name: str, node: Node, arguments: list[Node]) -> Expr | None:
        """The old atomic builtins; without threads they are plain reads and writes."""
        if name == "__sync_synchronize":
            return None
        values = self.arguments(arguments)
        pointer_type = self.type_of(arguments[0])
        if not isinstance(pointer_type, PointerType):
            raise UnsupportedError(f"'{name}' on this type is not modelled")
        type_ = pointer_type.pointee
        place = Memory(values[0], type_)
        old = self.keep(self.read(place))
        given = [self.convert(value, type_) for value in values[1:]]
        if "compare_and_swap" in name:
            same = self.keep(BinaryOp(Binary.EQ, old, given[0]))
            self.write(place, Conditional(same, given[1], old))
            return self.from_condition(same, self.type_of(node)) if "bool" in name else old
        if "lock_test_and_set" in name:
            self.write(place, given[0])
            return old
        if "lock_release" in name:
            self.write(place, Const(type_, 0))
            return None
        match = re.match(r"__sync_(?:fetch_and_(\w+?)|(\w+?)_and_fetch)(?:_\d+)?$", name)
        ops = {"add": Binary.ADD, "sub": Binary.SUB, "or": Binary.BITOR, "and": Binary.BITAND, "xor": Binary.BITXOR}
        op = ops.get((match[1] or match[2]) if match else "")
        if match is None or op is None or not isinstance(type_, IntType):
            raise UnsupportedError(f"the builtin function '{name}' is not modelled")
        new = self.keep(self.binary(op, old, given[0]))
        self.write(place, new)
        return old if match[1] else new


_OVERFLOW = {"add": Binary.ADD, "sub": Binary.SUB, "mul": Binary.MUL}

__all__ = ["ASSERT_FAILURES", "ERROR_FUNCTIONS", "NONDET", "UNMODELLED", "Intrinsics", "VoidType"]
