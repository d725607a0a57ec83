"""Calls through pointers, resolved: a branch for every function whose address is taken.

A call through a pointer of another type than the function's has no meaning in C; where the machine would not
do the obvious thing either, it is not modelled.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from dovetail.frontend.builder import BOOL_BIT
from dovetail.frontend.errors import UnsupportedError
from dovetail.frontend.functions import Functions
from dovetail.frontend.known_functions import ASSERT_FAILURES, ERROR_FUNCTIONS, why_not_by_pointer
from dovetail.frontend.leaks import LEAK, LEAK_TEXT
from dovetail.frontend.linkage import Dispatch, Linkage, Signature
from dovetail.frontend.lowering import is_c_bool
from dovetail.frontend.passing import passes_as
from dovetail.program.expressions import FALSE, Address, Binary, BinaryOp, Cast, Const, NoLeak
from dovetail.program.statements import Assign, Assume, Call, Check, Havoc, Origin, Unsupported, Why
from dovetail.program.types import VOID_POINTER, RecordType, is_scalar

_NO_FUNCTION = "a call through a pointer to no function"
_MADE_NULL = (
    "a call through a pointer to a function that Dovetail has made null: what it would do is not known"
)
_FOREIGN = "a call through a pointer that may come from outside: what it would do is not known"
_LEFT_OUT = "what stands behind this call was left out: no function is known that it could come back from"


class Dispatcher:
    """`function` gives a function that has been lowered, with how it is called, or None for one without a
    body."""

    def __init__(
        self,
        linkage: Linkage,
        candidates: Iterable[str],
        function: Callable[[str], tuple[Signature, Functions] | None],
        bodiless: Callable[[Dispatch, str], None],
    ) -> None:
        self.linkage = linkage
        self.candidates = list(candidates)
        self.function = function
        self.bodiless = bodiless
        self._returns = False
        """Does any function that a call may mean come back?"""

    def resolve(self, call: Dispatch) -> None:
        build = call.builder
        build.here, build.position = call.source, call.position
        self._returns = False
        for symbol in self.candidates:
            matched, further = build.location(), build.location()
            build.branch(BinaryOp(Binary.EQ, call.pointer, Address(symbol, VOID_POINTER)), matched, further)
            build.here = matched
            self._call(call, symbol)
            build.here = further
        if self.linkage.properties.deref:
            text = "the pointer called is a function"
            info = self.linkage.new_check("invalid-deref", call.position, build.name, text)
            build.emit(Check(FALSE, info))
        else:
            self._no_function(call)
        if not self._returns and self._is_of_our_making:
            self.linkage.vanished(call.position, _LEFT_OUT)

    @property
    def _is_of_our_making(self) -> bool:
        """That a pointer means no function that is known: can that be because Dovetail did not look?"""
        return self.linkage.conventions.callbacks or self.linkage.foreign_functions

    def _no_function(self, call: Dispatch) -> None:
        """The machine traps; but where it is Dovetail that knows nothing to call, nothing is known."""
        build = call.builder
        null, other = build.location(), build.location()
        if self._is_of_our_making:
            pointer = call.pointer
            build.branch(BinaryOp(Binary.EQ, pointer, Const(VOID_POINTER, 0)), null, other)
            build.here = other
            build.emit(Unsupported(_FOREIGN))
            build.here = null
            if self.linkage.conventions.nulled:
                build.emit(Unsupported(_MADE_NULL))
                return
        build.emit(Assume(FALSE, Why.UNDEFINED, _NO_FUNCTION))

    def _call(self, call: Dispatch, symbol: str) -> None:
        build = call.builder
        found = self.function(symbol)
        if symbol in ERROR_FUNCTIONS or (found is None and symbol in ASSERT_FAILURES):
            self._error(call, symbol)
        elif found is None:
            self._without_body(call, symbol)
        elif not self._fits(call, found[0]):
            build.emit(Unsupported(f"'{symbol}' is called through a pointer of another type"))
        else:
            self._with_body(call, *found)

    def _error(self, call: Dispatch, symbol: str) -> None:
        build = call.builder
        if self.linkage.properties.reachability:
            kind = "unreach-call" if symbol in ERROR_FUNCTIONS else "assertion"
            info = self.linkage.new_check(kind, call.position, build.name, f"{symbol} is not called")
            build.emit(Check(FALSE, info))
        else:
            self._ends(call, symbol)

    def _ends(self, call: Dispatch, symbol: str) -> None:
        """The program ends there, quietly."""
        build = call.builder
        if self.linkage.properties.leaks:
            info = self.linkage.new_check(LEAK, call.position, build.name, LEAK_TEXT)
            build.emit(Check(NoLeak(running=True), info))
        build.emit(Assume(FALSE, Why.ASSUMED, symbol))

    def _fits(self, call: Dispatch, signature: Signature) -> bool:
        """Would the machine pass arguments and result as the function expects them?"""
        target = self.linkage.target
        wanted = signature.passed
        if len(call.fixed) < len(wanted) or signature.variadic != bool(call.extra):
            return False
        for index, (value, type_) in enumerate(zip(call.fixed, wanted, strict=False)):
            given = call.type.parameters[index] if index < len(call.type.parameters) else value.type
            if isinstance(type_, RecordType) != isinstance(given, RecordType) or not passes_as(
                given, type_, target
            ):
                return False
        if isinstance(signature.returns, RecordType) != (call.record is not None):
            return False  # one of them passes the address of the result, the other does not
        if call.record is not None:
            return passes_as(signature.returns, call.type.returns, target)
        if call.result is None:
            return True
        return is_scalar(signature.returns) and passes_as(signature.returns, call.result.type, target)

    def _with_body(self, call: Dispatch, signature: Signature, function: Functions) -> None:
        build = call.builder
        if call.extra and signature.symbol in (self.linkage.conventions.outside or ()):
            build.emit(Unsupported(f"'{signature.symbol}' has no body, and is called through a pointer"))
            return
        self._returns = True
        passed = [
            function.convert(value, type_) if is_scalar(type_) else value
            for value, type_ in zip(call.fixed, signature.parameters, strict=False)
        ]
        hidden = [call.record] if call.record is not None else []
        arguments = (*hidden, *passed, *call.extra)
        if call.result is None:
            build.emit(Call(None, signature.symbol, arguments))
        else:
            result = build.variable(signature.returns)
            build.emit(Call(result, signature.symbol, arguments))
            build.emit(Assign(call.result, function.convert(result, call.type.returns)))
        build.jump(call.done)

    def _without_body(self, call: Dispatch, symbol: str) -> None:
        build = call.builder
        if symbol == "abort":
            self._ends(call, symbol)
            return
        reason = why_not_by_pointer(symbol)
        if reason is not None:
            build.emit(Unsupported(reason))
            return
        if call.record is not None:
            build.emit(Unsupported(f"'{symbol}' has no body and returns a record"))
            return
        try:
            self.bodiless(call, symbol)
        except UnsupportedError as error:
            build.emit(Unsupported(error.reason))
            return
        if call.result is not None and is_c_bool(call.type.returns):
            bit = build.variable(BOOL_BIT)
            build.emit(Havoc(bit, Origin.EXTERNAL, symbol))
            build.emit(Assign(call.result, Cast(call.result.type, bit)))
        elif call.result is not None:
            build.emit(Havoc(call.result, Origin.EXTERNAL, symbol))
        self._returns = True
        build.jump(call.done)
