"""Summaries of procedures: pre- and postconditions in pairs (Yeolekar & Unadkat, section 2.1: function
summary).

A pair ⟨pre, post⟩ is a Hoare triple of the procedure: whenever `pre` held at a call and the call returns,
`post` holds. The first pair of a summary is ⟨true, post⟩, with ⟨true, true⟩ to begin with: so all calls are
covered, and the program with calls replaced by summaries can do whatever the program can.

In the paper the preconditions of a summary are disjoint. Here only the children of one pair are: of all pairs
that apply to a call each says something. A procedure that treats ten globals by cases, each by itself, needs
twenty pairs like that, and a thousand if they had to be disjoint.

What is on this page of the ledger can be used by every strategy that is given the program of `replaced`.
Whether a pair holds is not asked here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from dovetail.formulas.modular import Alone, Assumed, Modular, Rule
from dovetail.program.contracts import Contract
from dovetail.program.expressions import TRUE, Expr, conjunction


@dataclass(eq=False, slots=True)
class Pair:
    """`pre` is about parameters and globals at the call; `posts` are the parts of the postcondition, in the
    words of `program.contracts`. `invariants` are those of the procedure's loops that prove it."""

    pre: Expr = TRUE
    posts: list[Expr] = field(default_factory=list)
    invariants: dict[int, Expr] = field(default_factory=dict)
    point: bool = False
    """Is it about a single call?"""
    iterations: int = 0
    """Of guessing and proving, until it held."""

    @property
    def rule(self) -> Rule:
        return Rule(self.pre, conjunction(self.posts))

    @property
    def contract(self) -> Contract:
        return Contract(self.pre, conjunction(self.posts), self.invariants)


@dataclass(eq=False, slots=True)
class Summary:
    procedure: str
    pairs: list[Pair] = field(default_factory=lambda: [Pair()])

    @property
    def root(self) -> Pair:
        """The pair that applies to all calls."""
        return self.pairs[0]

    @property
    def assumed(self) -> Assumed:
        return Assumed(tuple(pair.rule for pair in self.pairs if pair.posts))

    @property
    def contracts(self) -> tuple[Contract, ...]:
        return tuple(pair.contract for pair in self.pairs if pair.posts or pair is self.root)


def replaced(modular: Modular, summaries: Mapping[str, Summary]) -> Alone:
    """The abstraction Ŝ of a program S (Yeolekar & Unadkat, section 2.1, Fig. 2(b)): its start with each call
    replaced by what summaries say of it. What calls give back is
    taken from inputs. Locations of the start keep their numbers."""
    assumed = {name: summary.assumed for name, summary in summaries.items()}
    return modular.alone(modular.program.entry, assumed, Contract(), executable=True)
