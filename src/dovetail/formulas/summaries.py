"""Summaries of procedures: pre- and postconditions in pairs (Yeolekar & Unadkat, section 2.1: function
summary).

A pair ⟨pre, post⟩ is a Hoare triple of the procedure: whenever `pre` held at a call and the call returns,
`post` holds. The first pair of a summary is ⟨true, post⟩, with ⟨true, true⟩ to begin with: so all calls are
covered, and the program with calls replaced by summaries can do whatever the program can.

In the paper the preconditions of a summary are disjoint. Here only the children of one pair are: of all pairs
that apply to a call each says something. A procedure that treats ten globals by cases, each by itself, needs
twenty pairs like that, and a thousand if they had to be disjoint.

A procedure with checks inside may have a *context*: conditions that callers are held to, and on which all of
its pairs rest except for those about single calls.

A summary can be used by every strategy that is given the program with calls replaced. Whether a pair holds
is not asked here.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from dovetail.formulas.modular import Assumed, Rule
from dovetail.program.contracts import Contract
from dovetail.program.expressions import TRUE, Expr, Variable, conjunction, disjunction
from dovetail.program.types import INT
from dovetail.quick_dataclass import dataclass


@dataclass(eq=False, slots=True)
class Pair:
    """`pre` is about parameters and globals at the call; `posts` are the parts of the postcondition, in the
    words of `program.contracts`. `invariants` are those of the procedure's loops that prove it."""

    procedure: str
    pre: Expr = TRUE
    posts: list[Expr] = field(default_factory=list)
    invariants: dict[int, Expr] = field(default_factory=dict)
    point: bool = False
    """Is it about a single call?"""
    iterations: int = 0
    """Of guessing and proving, until it held."""


Switches = dict[Variable, tuple[Pair, int]]
"""Variables by which single postconditions, by pair and index, can be turned off."""


@dataclass(eq=False, slots=True)
class Summary:
    """The first pair applies to all calls."""

    pairs: list[Pair]
    context: list[Expr] = field(default_factory=list)

    @property
    def root(self) -> Pair:
        return self.pairs[0]

    def requires(self, pair: Pair) -> Expr:
        """What must hold at a call for a pair to apply."""
        return pair.pre if pair.point else conjunction([*self.context, pair.pre])

    def demand(self, condition: Expr) -> Expr:
        """What callers are held to by a condition of the context: calls that are known need not meet it."""
        return disjunction([*(pair.pre for pair in self.pairs if pair.point), condition])

    def assumed(self, *besides: Pair, switches: Switches | None = None) -> Assumed:
        """What may be assumed at calls, with these pairs `besides`. With `switches`, each part of it can be
        turned off, and what it is is entered there."""
        rules = tuple(rule for pair in (*self.pairs, *besides) for rule in self._rules(pair, switches))
        return Assumed(rules, tuple(map(self.demand, self.context)))

    def _rules(self, pair: Pair, switches: Switches | None) -> Iterator[Rule]:
        requires = self.requires(pair)
        for index, post in enumerate(pair.posts):
            switch: Variable | None = None
            if switches is not None:
                switch = Variable(f"use {len(switches)}", "", INT, "")
                switches[switch] = (pair, index)
            yield Rule(requires, post, switch)

    def contract(self, pair: Pair) -> Contract:
        return Contract(self.requires(pair), conjunction(pair.posts), pair.invariants)

    @property
    def contracts(self) -> tuple[Contract, ...]:
        return tuple(map(self.contract, self.pairs))
