"""Terms of Z3, through the C functions of its binding: the classes of z3py cost twice as much, and its `==`
builds a term.

A `Z3Term` is interned by Z3's own number for the tree, so equality is identity. Terms live as long as their
builder does: one builder serves one certificate, or one comparison.
"""

from __future__ import annotations

import weakref
from collections.abc import Mapping, Sequence
from typing import Any, TypeAlias

import z3
from z3 import z3core as core

from dovetail.solver.symbols import SymbolTable

_Ast: TypeAlias = Any
_Sort: TypeAlias = Any


class Z3Term:
    """Hashed by Z3's number, which depends on the order of construction only."""

    __slots__ = ("ast", "number")

    def __init__(self, ast: _Ast, number: int) -> None:
        self.ast = ast
        self.number = number

    def __hash__(self) -> int:
        return self.number

    def __eq__(self, other: object) -> bool:
        return self is other


class Z3Terms:
    """A `Terms` of Z3's. Solvers that share it share its terms."""

    def __init__(self, context: z3.Context | None = None, *, naming: bool = False) -> None:
        """With a context of its own, unless one is given: that takes as long to make as a thousand terms.
        `naming`: where an array is read at a place that was itself read of an array, the place is given a
        name; so no read stands in another one."""
        self.context = z3.Context() if context is None else context
        self.parities = 0
        """How many sums modulo two were made."""
        self._naming = naming
        self._arrays: set[Z3Term] = set()
        self._named: dict[Z3Term, Z3Term] = {}
        self._ref = self.context.ref()
        self._interned: dict[int, Z3Term] = {}
        self._bit_sorts: dict[int, _Sort] = {}
        self._array_sorts: dict[tuple[int, int], _Sort] = {}
        self._float_sorts = {
            32: z3.FPSort(8, 24, self.context),
            64: z3.FPSort(11, 53, self.context),
        }
        self._bool_sort = z3.BoolSort(self.context)
        self._truth = (self._new(core.Z3_mk_false(self._ref)), self._new(core.Z3_mk_true(self._ref)))
        self._nearest = self._new(core.Z3_mk_fpa_rne(self._ref))
        self._to_zero = self._new(core.Z3_mk_fpa_rtz(self._ref))
        self.table: SymbolTable[Z3Term] = SymbolTable(self.children, self.is_symbol)
        weakref.finalize(self, _release, self.context, self._interned)

    def _new(self, ast: _Ast) -> Z3Term:
        number = core.Z3_get_ast_id(self._ref, ast)
        found = self._interned.get(number)
        if found is None:
            core.Z3_inc_ref(self._ref, ast)
            found = self._interned[number] = Z3Term(ast, number)
        return found

    def term(self, expression: z3.ExprRef) -> Z3Term:
        """The term that a value or a formula of z3py's stands for."""
        return self._new(expression.as_ast())

    def condition(self, term: Z3Term) -> z3.BoolRef:
        return z3.BoolRef(term.ast, self.context)

    def _bit_sort(self, width: int) -> _Sort:
        found = self._bit_sorts.get(width)
        if found is None:
            found = self._bit_sorts[width] = z3.BitVecSort(width, self.context)
        return found.ast

    def _array_sort(self, index: int, element: int) -> _Sort:
        found = self._array_sorts.get((index, element))
        if found is None:
            self._bit_sort(index)
            self._bit_sort(element)
            found = z3.ArraySort(self._bit_sorts[index], self._bit_sorts[element])
            self._array_sorts[index, element] = found
        return found.ast

    def _symbol(self, name: str, sort: _Sort) -> Z3Term:
        return self._new(core.Z3_mk_const(self._ref, core.Z3_mk_string_symbol(self._ref, name), sort))

    def _many(self, asts: Sequence[_Ast]) -> Any:
        return (z3.Ast * len(asts))(*asts)

    # Conditions

    def boolean(self, value: bool) -> Z3Term:
        return self._truth[value]

    def boolean_symbol(self, name: str) -> Z3Term:
        return self._symbol(name, self._bool_sort.ast)

    def negation(self, operand: Z3Term) -> Z3Term:
        return self._new(core.Z3_mk_not(self._ref, operand.ast))

    def conjunction(self, left: Z3Term, right: Z3Term) -> Z3Term:
        return self._new(core.Z3_mk_and(self._ref, 2, self._many((left.ast, right.ast))))

    def disjunction(self, left: Z3Term, right: Z3Term) -> Z3Term:
        return self._new(core.Z3_mk_or(self._ref, 2, self._many((left.ast, right.ast))))

    # Any sort

    def equal(self, left: Z3Term, right: Z3Term) -> Z3Term:
        return self._new(core.Z3_mk_eq(self._ref, left.ast, right.ast))

    def choose(self, condition: Z3Term, then: Z3Term, otherwise: Z3Term) -> Z3Term:
        return self._new(core.Z3_mk_ite(self._ref, condition.ast, then.ast, otherwise.ast))

    # Bit-vectors

    def bits(self, value: int, width: int) -> Z3Term:
        sort = self._bit_sort(width)
        if value < 1 << 64:
            return self._new(core.Z3_mk_unsigned_int64(self._ref, value, sort))
        return self._new(core.Z3_mk_numeral(self._ref, str(value), sort))

    def bits_symbol(self, name: str, width: int) -> Z3Term:
        return self._symbol(name, self._bit_sort(width))

    def add(self, left: Z3Term, right: Z3Term) -> Z3Term:
        return self._new(core.Z3_mk_bvadd(self._ref, left.ast, right.ast))

    def sub(self, left: Z3Term, right: Z3Term) -> Z3Term:
        return self._new(core.Z3_mk_bvsub(self._ref, left.ast, right.ast))

    def mul(self, left: Z3Term, right: Z3Term) -> Z3Term:
        return self._new(core.Z3_mk_bvmul(self._ref, left.ast, right.ast))

    def neg(self, operand: Z3Term) -> Z3Term:
        return self._new(core.Z3_mk_bvneg(self._ref, operand.ast))

    def udiv(self, left: Z3Term, right: Z3Term) -> Z3Term:
        return self._new(core.Z3_mk_bvudiv(self._ref, left.ast, right.ast))

    def sdiv(self, left: Z3Term, right: Z3Term) -> Z3Term:
        return self._new(core.Z3_mk_bvsdiv(self._ref, left.ast, right.ast))

    def urem(self, left: Z3Term, right: Z3Term) -> Z3Term:
        return self._new(core.Z3_mk_bvurem(self._ref, left.ast, right.ast))

    def srem(self, left: Z3Term, right: Z3Term) -> Z3Term:
        return self._new(core.Z3_mk_bvsrem(self._ref, left.ast, right.ast))

    def bitand(self, left: Z3Term, right: Z3Term) -> Z3Term:
        return self._new(core.Z3_mk_bvand(self._ref, left.ast, right.ast))

    def bitor(self, left: Z3Term, right: Z3Term) -> Z3Term:
        return self._new(core.Z3_mk_bvor(self._ref, left.ast, right.ast))

    def bitxor(self, left: Z3Term, right: Z3Term) -> Z3Term:
        self.parities += 1
        return self._new(core.Z3_mk_bvxor(self._ref, left.ast, right.ast))

    def complement(self, operand: Z3Term) -> Z3Term:
        return self._new(core.Z3_mk_bvnot(self._ref, operand.ast))

    def shl(self, left: Z3Term, amount: Z3Term) -> Z3Term:
        return self._new(core.Z3_mk_bvshl(self._ref, left.ast, amount.ast))

    def lshr(self, left: Z3Term, amount: Z3Term) -> Z3Term:
        return self._new(core.Z3_mk_bvlshr(self._ref, left.ast, amount.ast))

    def ashr(self, left: Z3Term, amount: Z3Term) -> Z3Term:
        return self._new(core.Z3_mk_bvashr(self._ref, left.ast, amount.ast))

    def ult(self, left: Z3Term, right: Z3Term) -> Z3Term:
        return self._new(core.Z3_mk_bvult(self._ref, left.ast, right.ast))

    def ule(self, left: Z3Term, right: Z3Term) -> Z3Term:
        return self._new(core.Z3_mk_bvule(self._ref, left.ast, right.ast))

    def slt(self, left: Z3Term, right: Z3Term) -> Z3Term:
        return self._new(core.Z3_mk_bvslt(self._ref, left.ast, right.ast))

    def sle(self, left: Z3Term, right: Z3Term) -> Z3Term:
        return self._new(core.Z3_mk_bvsle(self._ref, left.ast, right.ast))

    def extract(self, operand: Z3Term, high: int, low: int) -> Z3Term:
        return self._new(core.Z3_mk_extract(self._ref, high, low, operand.ast))

    def concat(self, high: Z3Term, low: Z3Term) -> Z3Term:
        return self._new(core.Z3_mk_concat(self._ref, high.ast, low.ast))

    def zero_extend(self, operand: Z3Term, by: int) -> Z3Term:
        return self._new(core.Z3_mk_zero_ext(self._ref, by, operand.ast))

    def sign_extend(self, operand: Z3Term, by: int) -> Z3Term:
        return self._new(core.Z3_mk_sign_ext(self._ref, by, operand.ast))

    # Arrays

    def array_symbol(self, name: str, index: int, element: int) -> Z3Term:
        found = self._symbol(name, self._array_sort(index, element))
        self._arrays.add(found)
        return found

    def constant_array(self, index: int, element: int, value: Z3Term) -> Z3Term:
        return self._new(core.Z3_mk_const_array(self._ref, self._bit_sort(index), value.ast))

    def select(self, array: Z3Term, index: Z3Term) -> Z3Term:
        if self._naming and not self._arrays.isdisjoint(self.table.of(index)):
            index = self._name_of(index)
        return self._new(core.Z3_mk_select(self._ref, array.ast, index.ast))

    def _name_of(self, index: Z3Term) -> Z3Term:
        found = self._named.get(index)
        if found is None:
            width = core.Z3_get_bv_sort_size(self._ref, core.Z3_get_sort(self._ref, index.ast))
            found = self._named[index] = self.bits_symbol(f"place!{len(self._named)}", width)
            self.define(found, self.equal(found, index))
        return found

    def store(self, array: Z3Term, index: Z3Term, value: Z3Term) -> Z3Term:
        return self._new(core.Z3_mk_store(self._ref, array.ast, index.ast, value.ast))

    # Floats

    def float_from_bits(self, operand: Z3Term, width: int) -> Z3Term:
        sort = self._float_sorts[width].ast
        return self._new(core.Z3_mk_fpa_to_fp_bv(self._ref, operand.ast, sort))

    def fneg(self, operand: Z3Term) -> Z3Term:
        return self._new(core.Z3_mk_fpa_neg(self._ref, operand.ast))

    def fadd(self, left: Z3Term, right: Z3Term) -> Z3Term:
        return self._new(core.Z3_mk_fpa_add(self._ref, self._nearest.ast, left.ast, right.ast))

    def fsub(self, left: Z3Term, right: Z3Term) -> Z3Term:
        return self._new(core.Z3_mk_fpa_sub(self._ref, self._nearest.ast, left.ast, right.ast))

    def fmul(self, left: Z3Term, right: Z3Term) -> Z3Term:
        return self._new(core.Z3_mk_fpa_mul(self._ref, self._nearest.ast, left.ast, right.ast))

    def fdiv(self, left: Z3Term, right: Z3Term) -> Z3Term:
        return self._new(core.Z3_mk_fpa_div(self._ref, self._nearest.ast, left.ast, right.ast))

    def feq(self, left: Z3Term, right: Z3Term) -> Z3Term:
        return self._new(core.Z3_mk_fpa_eq(self._ref, left.ast, right.ast))

    def flt(self, left: Z3Term, right: Z3Term) -> Z3Term:
        return self._new(core.Z3_mk_fpa_lt(self._ref, left.ast, right.ast))

    def fle(self, left: Z3Term, right: Z3Term) -> Z3Term:
        return self._new(core.Z3_mk_fpa_leq(self._ref, left.ast, right.ast))

    def float_from_signed(self, operand: Z3Term, width: int) -> Z3Term:
        sort = self._float_sorts[width].ast
        return self._new(core.Z3_mk_fpa_to_fp_signed(self._ref, self._nearest.ast, operand.ast, sort))

    def float_from_unsigned(self, operand: Z3Term, width: int) -> Z3Term:
        sort = self._float_sorts[width].ast
        return self._new(core.Z3_mk_fpa_to_fp_unsigned(self._ref, self._nearest.ast, operand.ast, sort))

    def float_to_signed(self, operand: Z3Term, width: int) -> Z3Term:
        return self._new(core.Z3_mk_fpa_to_sbv(self._ref, self._to_zero.ast, operand.ast, width))

    def float_to_float(self, operand: Z3Term, width: int) -> Z3Term:
        sort = self._float_sorts[width].ast
        return self._new(core.Z3_mk_fpa_to_fp_float(self._ref, self._nearest.ast, operand.ast, sort))

    # Symbols

    def define(self, symbol: Z3Term, fact: Z3Term) -> None:
        self.table.define(symbol, fact)

    def symbols(self, term: Z3Term) -> frozenset[Z3Term]:
        return self.table.closure(term)

    def number(self, term: Z3Term, values: Mapping[Z3Term, int]) -> int | None:
        known = [(symbol, value) for symbol, value in values.items() if symbol in self.table.of(term)]
        old, new = [], []
        for symbol, value in known:
            width = core.Z3_get_bv_sort_size(self._ref, core.Z3_get_sort(self._ref, symbol.ast))
            old.append(symbol.ast)
            new.append(self.bits(value, width).ast)
        replaced = self._new(
            core.Z3_substitute(self._ref, term.ast, len(old), self._many(old), self._many(new))
        )
        found = self._new(core.Z3_simplify(self._ref, replaced.ast))
        if not core.Z3_is_numeral_ast(self._ref, found.ast):
            return None
        return int(core.Z3_get_numeral_string(self._ref, found.ast))

    def children(self, term: Z3Term) -> list[Z3Term]:
        ast, ref = term.ast, self._ref
        if core.Z3_get_ast_kind(ref, ast) != z3.Z3_APP_AST:
            return []
        return [
            self._new(core.Z3_get_app_arg(ref, ast, i)) for i in range(core.Z3_get_app_num_args(ref, ast))
        ]

    def is_symbol(self, term: Z3Term) -> bool:
        ast, ref = term.ast, self._ref
        if core.Z3_get_ast_kind(ref, ast) != z3.Z3_APP_AST or core.Z3_get_app_num_args(ref, ast):
            return False
        kind = core.Z3_get_decl_kind(ref, core.Z3_get_app_decl(ref, ast))
        return bool(kind == z3.Z3_OP_UNINTERPRETED)


def _release(context: z3.Context, interned: dict[int, Z3Term]) -> None:
    """Newest first: Z3 takes a millisecond for each term that is still in use when its context goes."""
    for term in reversed(interned.values()):
        core.Z3_dec_ref(context.ref(), term.ast)
    interned.clear()
