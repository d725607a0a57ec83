"""Terms of Bitwuzla: a thin layer over its term manager.

It is thin because it is hot: symbolic execution builds terms by the million, and Bitwuzla itself takes about
a microsecond for each. Terms are hash-consed by Bitwuzla, so that Python's equality of terms is identity of
structure; only symbols are not, and get a table here.
"""

from __future__ import annotations

import gc
import sys
import weakref
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import bitwuzla
from bitwuzla import Kind, RoundingMode

from dovetail.solver.symbols import SymbolTable

Term: TypeAlias = bitwuzla.Term
_Sort: TypeAlias = Any

_EXPONENT = {32: 8, 64: 11}
_SIGNIFICAND = {32: 24, 64: 53}

_AND, _OR, _NOT, _EQUAL, _ITE = Kind.AND, Kind.OR, Kind.NOT, Kind.EQUAL, Kind.ITE
_ADD, _SUB, _MUL, _NEG = Kind.BV_ADD, Kind.BV_SUB, Kind.BV_MUL, Kind.BV_NEG
_UDIV, _SDIV, _UREM, _SREM = Kind.BV_UDIV, Kind.BV_SDIV, Kind.BV_UREM, Kind.BV_SREM
_BITAND, _BITOR, _BITXOR, _BITNOT = Kind.BV_AND, Kind.BV_OR, Kind.BV_XOR, Kind.BV_NOT
_SHL, _LSHR, _ASHR = Kind.BV_SHL, Kind.BV_SHR, Kind.BV_ASHR
_ULT, _ULE, _SLT, _SLE = Kind.BV_ULT, Kind.BV_ULE, Kind.BV_SLT, Kind.BV_SLE
_EXTRACT, _CONCAT = Kind.BV_EXTRACT, Kind.BV_CONCAT
_ZERO_EXTEND, _SIGN_EXTEND = Kind.BV_ZERO_EXTEND, Kind.BV_SIGN_EXTEND
_SELECT, _STORE = Kind.ARRAY_SELECT, Kind.ARRAY_STORE


_kept: dict[int, Any] = {}
_retired: list[Any] = []
_MANY = 64
"""Term managers that nobody builds terms with any more, before those without terms are let go."""


def _manager_for(owner: BitwuzlaTerms) -> Any:
    """A term manager that outlives its terms. Where terms are garbage in a cycle of references, the collector
    takes the manager from each before it takes the term itself, which would then free its node in a manager
    that is no longer there. So a manager is kept here until it has been seen without any."""
    if len(_retired) >= _MANY:
        gc.collect()
        # Two references are of this loop: the list and the argument of the call; and one is the variable.
        _retired[:] = [manager for manager in _retired if sys.getrefcount(manager) > 3]
    manager = bitwuzla.TermManager()
    number = id(manager)
    _kept[number] = manager
    weakref.finalize(owner, lambda: _retired.append(_kept.pop(number))).atexit = False
    return manager


class BitwuzlaTerms:
    """A `Terms` of Bitwuzla's. Solvers that share it share its terms."""

    __slots__ = (
        "__weakref__",
        "_bit_sorts",
        "_make",
        "_nearest",
        "_simplifier",
        "_symbols",
        "_to_zero",
        "_truth",
        "manager",
        "table",
    )

    def __init__(self) -> None:
        self.manager = _manager_for(self)
        self._make = self.manager.mk_term
        self._truth = (self.manager.mk_false(), self.manager.mk_true())
        self._nearest = self.manager.mk_rm_value(RoundingMode.RNE)
        self._to_zero = self.manager.mk_rm_value(RoundingMode.RTZ)
        self._bit_sorts: dict[int, _Sort] = {}
        self._symbols: dict[tuple[str, int, int], Term] = {}
        self._simplifier: Any = None
        """Made when it is first needed."""
        self.table: SymbolTable[Term] = SymbolTable(_children, _is_symbol)

    def _bit_sort(self, width: int) -> _Sort:
        found = self._bit_sorts.get(width)
        if found is None:
            found = self._bit_sorts[width] = self.manager.mk_bv_sort(width)
        return found

    def _symbol(self, name: str, sort: _Sort, key: tuple[str, int, int]) -> Term:
        found = self._symbols.get(key)
        if found is None:
            found = self._symbols[key] = self.manager.mk_const(sort, name)
        return found

    # Conditions

    def boolean(self, value: bool) -> Term:
        return self._truth[value]

    def boolean_symbol(self, name: str) -> Term:
        return self._symbol(name, self.manager.mk_bool_sort(), (name, 0, 0))

    def negation(self, operand: Term) -> Term:
        return self._make(_NOT, [operand])

    def conjunction(self, left: Term, right: Term) -> Term:
        return self._make(_AND, [left, right])

    def disjunction(self, left: Term, right: Term) -> Term:
        return self._make(_OR, [left, right])

    # Any sort

    def equal(self, left: Term, right: Term) -> Term:
        return self._make(_EQUAL, [left, right])

    def choose(self, condition: Term, then: Term, otherwise: Term) -> Term:
        return self._make(_ITE, [condition, then, otherwise])

    # Bit-vectors

    def bits(self, value: int, width: int) -> Term:
        if value >= 1 << 62:  # the binding takes what fits a machine word; a numeral has no limit
            return self.manager.mk_bv_value(self._bit_sort(width), f"{value:x}", 16)
        return self.manager.mk_bv_value(self._bit_sort(width), value)

    def bits_symbol(self, name: str, width: int) -> Term:
        return self._symbol(name, self._bit_sort(width), (name, width, 0))

    def add(self, left: Term, right: Term) -> Term:
        return self._make(_ADD, [left, right])

    def sub(self, left: Term, right: Term) -> Term:
        return self._make(_SUB, [left, right])

    def mul(self, left: Term, right: Term) -> Term:
        return self._make(_MUL, [left, right])

    def neg(self, operand: Term) -> Term:
        return self._make(_NEG, [operand])

    def udiv(self, left: Term, right: Term) -> Term:
        return self._make(_UDIV, [left, right])

    def sdiv(self, left: Term, right: Term) -> Term:
        return self._make(_SDIV, [left, right])

    def urem(self, left: Term, right: Term) -> Term:
        return self._make(_UREM, [left, right])

    def srem(self, left: Term, right: Term) -> Term:
        return self._make(_SREM, [left, right])

    def bitand(self, left: Term, right: Term) -> Term:
        return self._make(_BITAND, [left, right])

    def bitor(self, left: Term, right: Term) -> Term:
        return self._make(_BITOR, [left, right])

    def bitxor(self, left: Term, right: Term) -> Term:
        return self._make(_BITXOR, [left, right])

    def complement(self, operand: Term) -> Term:
        return self._make(_BITNOT, [operand])

    def shl(self, left: Term, amount: Term) -> Term:
        return self._make(_SHL, [left, amount])

    def lshr(self, left: Term, amount: Term) -> Term:
        return self._make(_LSHR, [left, amount])

    def ashr(self, left: Term, amount: Term) -> Term:
        return self._make(_ASHR, [left, amount])

    def ult(self, left: Term, right: Term) -> Term:
        return self._make(_ULT, [left, right])

    def ule(self, left: Term, right: Term) -> Term:
        return self._make(_ULE, [left, right])

    def slt(self, left: Term, right: Term) -> Term:
        return self._make(_SLT, [left, right])

    def sle(self, left: Term, right: Term) -> Term:
        return self._make(_SLE, [left, right])

    def extract(self, operand: Term, high: int, low: int) -> Term:
        return self._make(_EXTRACT, [operand], [high, low])

    def concat(self, high: Term, low: Term) -> Term:
        return self._make(_CONCAT, [high, low])

    def zero_extend(self, operand: Term, by: int) -> Term:
        return self._make(_ZERO_EXTEND, [operand], [by])

    def sign_extend(self, operand: Term, by: int) -> Term:
        return self._make(_SIGN_EXTEND, [operand], [by])

    # Arrays

    def _array_sort(self, index: int, element: int) -> _Sort:
        return self.manager.mk_array_sort(self._bit_sort(index), self._bit_sort(element))

    def array_symbol(self, name: str, index: int, element: int) -> Term:
        return self._symbol(name, self._array_sort(index, element), (name, index, element))

    def constant_array(self, index: int, element: int, value: Term) -> Term:
        return self.manager.mk_const_array(self._array_sort(index, element), value)

    def select(self, array: Term, index: Term) -> Term:
        return self._make(_SELECT, [array, index])

    def store(self, array: Term, index: Term, value: Term) -> Term:
        return self._make(_STORE, [array, index, value])

    # Floats

    def float_from_bits(self, operand: Term, width: int) -> Term:
        return self._make(Kind.FP_TO_FP_FROM_BV, [operand], [_EXPONENT[width], _SIGNIFICAND[width]])

    def fneg(self, operand: Term) -> Term:
        return self._make(Kind.FP_NEG, [operand])

    def fadd(self, left: Term, right: Term) -> Term:
        return self._make(Kind.FP_ADD, [self._nearest, left, right])

    def fsub(self, left: Term, right: Term) -> Term:
        return self._make(Kind.FP_SUB, [self._nearest, left, right])

    def fmul(self, left: Term, right: Term) -> Term:
        return self._make(Kind.FP_MUL, [self._nearest, left, right])

    def fdiv(self, left: Term, right: Term) -> Term:
        return self._make(Kind.FP_DIV, [self._nearest, left, right])

    def feq(self, left: Term, right: Term) -> Term:
        return self._make(Kind.FP_EQUAL, [left, right])

    def flt(self, left: Term, right: Term) -> Term:
        return self._make(Kind.FP_LT, [left, right])

    def fle(self, left: Term, right: Term) -> Term:
        return self._make(Kind.FP_LEQ, [left, right])

    def float_from_signed(self, operand: Term, width: int) -> Term:
        kind, indices = Kind.FP_TO_FP_FROM_SBV, [_EXPONENT[width], _SIGNIFICAND[width]]
        return self._make(kind, [self._nearest, operand], indices)

    def float_from_unsigned(self, operand: Term, width: int) -> Term:
        kind, indices = Kind.FP_TO_FP_FROM_UBV, [_EXPONENT[width], _SIGNIFICAND[width]]
        return self._make(kind, [self._nearest, operand], indices)

    def float_to_signed(self, operand: Term, width: int) -> Term:
        return self._make(Kind.FP_TO_SBV, [self._to_zero, operand], [width])

    def float_to_float(self, operand: Term, width: int) -> Term:
        kind, indices = Kind.FP_TO_FP_FROM_FP, [_EXPONENT[width], _SIGNIFICAND[width]]
        return self._make(kind, [self._nearest, operand], indices)

    # Symbols

    def define(self, symbol: Term, fact: Term) -> None:
        self.table.define(symbol, fact)

    def symbols(self, term: Term) -> frozenset[Term]:
        return self.table.closure(term)

    def number(self, term: Term, values: Mapping[Term, int]) -> int | None:
        known = {
            symbol: self.bits(value, symbol.sort().bv_size())
            for symbol, value in values.items()
            if symbol in self.table.of(term)
        }
        if self._simplifier is None:
            self._simplifier = bitwuzla.Bitwuzla(self.manager, bitwuzla.Options())
        found = self._simplifier.simplify_term(self.manager.substitute_term(term, known) if known else term)
        return int(found.value(2, False), 2) if found.is_value() else None


def _children(term: Term) -> Sequence[Term]:
    # A constant array's value is a child, a value or a symbol has none.
    return () if term.is_value() or term.is_const() else list(term.children())


def _is_symbol(term: Term) -> bool:
    return bool(term.is_const())
