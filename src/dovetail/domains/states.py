"""Abstract states: what is known of all variables and of memory, with relations between variables.

A state is a conjunction: a value for each variable (missing: anything), a memory, relations of packs of
variables, and for the variables of the source whether they have been given a value (the paper's `_0_`). The
empty set of states is not an element: where nothing is left, operations give None.

Two small memories of what was just computed make up for what values alone forget: which variable was last
assigned which expression (`defined`, so that a test of a temporary tells about what it was computed from),
and what a condition said about an expression that is no variable (`facts`, good for the next statement only:
a check that a sum fits its type comes just before the sum).

States are immutable; what a statement does to them is in `transfer` and `inverse`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import field, replace
from enum import Flag

from dovetail.domains import equalities
from dovetail.domains import values as lattice
from dovetail.domains.equalities import Classes
from dovetail.domains.lattice import Thresholds
from dovetail.domains.memory import Memory
from dovetail.domains.pointers import Pointer, Target
from dovetail.domains.relation import Relation
from dovetail.domains.values import Value, Values, is_top
from dovetail.program.expressions import (
    Const,
    Expr,
    Variable,
    node_count,
    reads_memory,
    substitute,
    variables,
)
from dovetail.program.remembering import memo
from dovetail.quick_dataclass import dataclass

MAX_DEFINED = 24
MAX_SIZE = 24
"""Of an expression that is remembered."""


class Given(Flag):
    """Has a variable been given a value? Missing from a state: yes."""

    NO = 1
    YES = 2
    PERHAPS = 3


@dataclass(frozen=True, slots=True)
class State:
    values: Mapping[Variable, Value]
    memory: Memory
    relations: Mapping[int, Relation]
    """By the number of the pack; missing: nothing is known."""
    given: Mapping[Variable, Given]
    defined: Mapping[Variable, Expr] = field(default_factory=dict)
    """Variables that are still equal to these expressions over other variables."""
    facts: Mapping[Expr, Value] = field(default_factory=dict)
    """Expressions that have one of these values as long as nothing is assigned."""
    equal: Classes = field(default_factory=dict)
    """Variables that hold the same value."""

    def value(self, variable: Variable) -> Value:
        found = self.values.get(variable)
        return lattice.top_of(variable.type) if found is None else found

    # Changes

    def assigned(self, variable: Variable, value: Value, expr: Expr | None = None) -> State:
        """After an assignment of a value; `expr` is what was computed, in terms of the state before."""
        values = dict(self.values)
        if is_top(value):
            values.pop(variable, None)
        else:
            values[variable] = value
        given = self.given
        if variable in given:
            given = {key: known for key, known in given.items() if key is not variable}
        defined = self._redefined(variable, expr)
        equal = equalities.forgotten(self.equal, (variable,))
        if isinstance(expr, Variable) and expr is not variable:
            equal = equalities.merged(equal, variable, expr)
        return State(values, self.memory, self.relations, given, defined, equal=equal)

    def _redefined(self, variable: Variable, expr: Expr | None) -> Mapping[Variable, Expr]:
        defined = self.defined
        new = None if expr is None else self._definition(variable, expr)
        if not defined:
            return defined if new is None else {variable: new}
        kept = {v: e for v, e in defined.items() if v is not variable and variable not in variables(e)}
        if new is not None:
            if len(kept) >= MAX_DEFINED:
                del kept[next(iter(kept))]
            kept[variable] = new
        return kept

    def _definition(self, variable: Variable, expr: Expr) -> Expr | None:
        if isinstance(expr, Const) or reads_memory(expr):
            return None
        expr = self.expanded(expr)
        if variable in variables(expr) or not _is_small(expr):
            return None
        return expr

    def expanded(self, expr: Expr) -> Expr:
        """With the definitions of its variables put in."""
        if not self.defined:
            return expr
        given = tuple((v, self.defined[v]) for v in variables(expr) if v in self.defined)
        if not given:
            return expr
        found = _expanded.get((expr, given))
        if found is None:
            mapping: dict[Expr, Expr] = dict(given)
            found = _expanded[expr, given] = substitute(expr, mapping)
        return found

    def represented(self, expr: Expr) -> Expr:
        """With one name for each class of equal variables."""
        if not self.equal:
            return expr
        mapping: dict[Expr, Expr] = {v: self.equal[v] for v in variables(expr) if v in self.equal}
        return substitute(expr, mapping) if mapping else expr

    def refined(self, variable: Variable, value: Value) -> State:
        """Where a variable, and so all that are equal to it, has one of these values."""
        if variable not in self.equal:
            return replace(self, values={**self.values, variable: value})
        same = equalities.members(self.equal, variable)
        return replace(self, values={**self.values, **dict.fromkeys(same, value)})

    def without(self, gone: Iterable[Variable]) -> State:
        """With nothing known of these."""
        values, given, defined = dict(self.values), self.given, self.defined
        gone = tuple(gone)
        for variable in gone:
            values.pop(variable, None)
            if variable in given:
                given = {key: known for key, known in given.items() if key is not variable}
            if variable in defined:
                defined = {key: expr for key, expr in defined.items() if key is not variable}
        equal = equalities.forgotten(self.equal, gone) if self.equal else self.equal
        return State(values, self.memory, self.relations, given, defined, self.facts, equal)

    def without_facts(self) -> State:
        return replace(self, facts={}) if self.facts else self

    def with_facts(self, facts: Mapping[Expr, Value]) -> State:
        return self if facts is self.facts else replace(self, facts=facts)

    def with_memory(self, memory: Memory) -> State:
        return self if memory is self.memory else replace(self, memory=memory)

    def with_relations(self, relations: Mapping[int, Relation]) -> State:
        return replace(self, relations=relations)

    def without_numbers(self) -> State:
        """What it says of pointers alone: where they lead is what a backward analysis needs to know."""
        values = {v: value for v, value in self.values.items() if isinstance(value, Pointer)}
        return State(values, self.memory.without_numbers(), {}, {})

    def renamed(self, mapping: Mapping[Target, tuple[Target, ...]]) -> State:
        """With other names for objects in the pointers of variables; memory's are renamed by itself."""
        if not mapping:
            return self
        values = {
            variable: value.renamed(mapping) if isinstance(value, Pointer) else value
            for variable, value in self.values.items()
        }
        return replace(self, values=values)

    # Lattice

    def leq(self, other: State, algebra: Values) -> bool:
        if self is other:
            return True
        mine = self.values
        for variable, theirs in other.values.items():
            value = mine.get(variable)
            if value is None:
                if not is_top(theirs):
                    return False
            elif value is not theirs and not lattice.leq(value, theirs):
                return False
        for variable, known in self.given.items():
            if known not in other.given.get(variable, Given.YES):
                return False
        for variable, known in other.given.items():
            if self.given.get(variable, Given.YES) not in known:
                return False
        for pack, relation in other.relations.items():
            found = self.relations.get(pack)
            if found is not relation and (found is None or not found.leq(relation)):
                return False
        if any(self.defined.get(variable) is not expr for variable, expr in other.defined.items()):
            return False
        if not equalities.implies(self.equal, other.equal):
            return False
        return self.memory.leq(other.memory, algebra)

    def join(self, other: State, algebra: Values) -> State:
        if self is other:
            return self
        return self._merged(
            other, lattice.join, lambda a, b: a.join(b), self.memory.join(other.memory, algebra)
        )

    def widen(self, newer: State, algebra: Values, thresholds: Thresholds) -> State:
        return self._merged(
            newer,
            lambda old, new: lattice.widen(old, new, thresholds),
            lambda old, new: old.widen(new, thresholds),
            self.memory.widen(newer.memory, algebra, thresholds),
        )

    def _merged(
        self,
        other: State,
        both: Callable[[Value, Value], Value],
        relate: Callable[[Relation, Relation], Relation],
        memory: Memory,
    ) -> State:
        mine, theirs = self.values, other.values
        values: dict[Variable, Value]
        if mine is theirs:
            values = dict(mine)
        else:
            values = {}
            for variable, value in mine.items():
                new = theirs.get(variable)
                if new is value:
                    values[variable] = value
                elif new is not None:
                    merged = both(value, new)
                    if not is_top(merged):
                        values[variable] = merged
        relations = {}
        for pack, relation in self.relations.items():
            new_relation = other.relations.get(pack)
            if new_relation is relation:
                relations[pack] = relation
            elif new_relation is not None:
                relations[pack] = relate(relation, new_relation)
        defined = self.defined
        if defined is not other.defined:
            defined = {v: expr for v, expr in defined.items() if other.defined.get(v) is expr}
        equal = equalities.joined(self.equal, other.equal)
        return State(values, memory, relations, _given(self.given, other.given), defined, equal=equal)

    def meet(self, other: State, algebra: Values) -> State | None:
        if self is other:
            return self
        values = dict(self.values)
        for variable, theirs in other.values.items():
            mine = values.get(variable)
            if mine is None:
                values[variable] = theirs
            elif mine is not theirs:
                common = lattice.meet(mine, theirs)
                if common is None:
                    return None
                values[variable] = common
        relations = dict(self.relations)
        for pack, relation in other.relations.items():
            found = relations.get(pack)
            if found is None:
                relations[pack] = relation
            elif found is not relation:
                both = found.meet(relation)
                if both is None:
                    return None
                relations[pack] = both
        given = dict(self.given)
        for variable in dict.fromkeys((*self.given, *other.given)):
            both_known = self.given.get(variable, Given.YES) & other.given.get(variable, Given.YES)
            if both_known is Given.YES or not both_known:
                given.pop(variable, None)
            else:
                given[variable] = both_known
        memory = self.memory.meet(other.memory, algebra)
        if memory is None:
            return None
        return State(values, memory, relations, given, self.defined, self.facts, self.equal)

    def narrow(self, newer: State, algebra: Values) -> State:
        values: dict[Variable, Value] = dict(newer.values)
        for variable, mine in self.values.items():
            theirs = newer.values.get(variable)
            if theirs is not None and theirs is not mine:
                values[variable] = lattice.narrow(mine, theirs)
            elif theirs is None:
                values[variable] = mine
        relations = dict(self.relations)
        for pack, relation in newer.relations.items():
            found = relations.get(pack)
            relations[pack] = relation if found is None else found.narrow(relation)
        memory = self.memory.narrow(newer.memory)
        return State(values, memory, relations, newer.given, newer.defined, equal=newer.equal)


def _given(one: Mapping[Variable, Given], other: Mapping[Variable, Given]) -> Mapping[Variable, Given]:
    if one is other or one == other:
        return one
    return {
        variable: one.get(variable, Given.YES) | other.get(variable, Given.YES)
        for variable in dict.fromkeys((*one, *other))
    }


_expanded: dict[tuple[Expr, tuple[tuple[Variable, Expr], ...]], Expr] = memo()
_small: dict[Expr, bool] = memo()


def _is_small(expr: Expr) -> bool:
    found = _small.get(expr)
    if found is None:
        found = _small[expr] = node_count(expr) <= MAX_SIZE
    return found
