"""The checker of certificates: small, independent of every strategy, and with solvers of its own.

What it establishes is in docs/certificates.md, and this is all there is to it. For each contract of each
procedure, from the entry and from every loop head, `region_walk` walks once over the loop-free region up to
the next loop heads and collects what could go wrong on the way, each as a condition that must have no
solution. A solver that cannot say so has not established it.

Checks are judged one by one: a run ends where a check fails, so what comes after it may take it for granted.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from typing import TYPE_CHECKING, Any

from dovetail.program.automata import Procedure, Program
from dovetail.program.cutpoints import CutpointGraph, cutpoint_graph
from dovetail.program.effects import Effects, effects
from dovetail.program.expressions import FALSE, TRUE, Expr, Variable
from dovetail.program.ghost_maps import with_ghosts
from dovetail.program.position import Position
from dovetail.program.statements import Check
from dovetail.program.types import IntType
from dovetail.proofs.cases import cases
from dovetail.proofs.certificate import Certificate, Contract
from dovetail.proofs.certificate_form import faults
from dovetail.proofs.judgement import Failure, Judgement, Obligation
from dovetail.proofs.region_walk import Walk
from dovetail.quick_dataclass import dataclass
from dovetail.semantics import symbolic_quantifiers
from dovetail.semantics.algebra import NotComputable
from dovetail.semantics.symbolic import Pointer, Symbolic
from dovetail.semantics.symbolic_quantifiers import Met
from dovetail.solver.interface import Answer, Limit
from dovetail.solver.on_demand import OnDemand

if TYPE_CHECKING:
    from dovetail.solver.by_turns import ByTurns

SECONDS = 30.0
"""For all questions to the solver."""
OF_ALL, OF_MANY, PARTS = 0.3, 0.1, 4
"""Of the time that is left, for a question about all claims at once, and about several of them: it is only
worth it if it is quick; if it is not, they are asked about in so many parts. For a single claim there may be
all of it."""
OF_ELEMENTS = 2.0
"""The same where it is said what all elements have in common, in seconds: each claim by itself is nearly
always answered at once, and all of them together often not at all."""
OF_MOVES = 6.0
"""The same where all executions are followed to their ends. What is shown there may be one long way of
computing against another: several claims together are answered at once or never."""
FEW = 2
"""Claims about all elements, at most, that are asked about together: of each that is assumed it is said what
it means for the witness of each that is claimed."""
OF_RELATED = 0.3
"""For a single claim, before everything is told that is known of all elements."""
OF_VISITS, VISIT, UNANSWERED = 0.05, 3.0, 3
"""The same, and at most so many seconds, for whether a check is reached: a proof is one in any case. After so
many questions without an answer none is asked any more."""
LEAST = 0.1


def check(
    certificate: Certificate,
    program: Program,
    *,
    seconds: float = SECONDS,
    whole: Program | None = None,
    digest: str | None = None,
) -> Judgement:
    """Check a certificate against an inlined program, whose fingerprint is the `digest`, if that is known. If
    it is known what the `whole` of it was before it was inlined, the checks are those of that: behind a call
    that never returns, some are on no path any more."""
    wrong = tuple(faults(certificate, program, digest))
    if wrong:
        return Judgement(wrong)
    program = with_ghosts(program, certificate.ghosts)
    until = time.monotonic() + seconds
    checker = _Checker(certificate, program, whole or program, until, effects(program))
    for name, procedure in program.procedures.items():
        graph = cutpoint_graph(procedure)
        for contract in certificate.contracts[name]:
            checker.contract(procedure, graph, contract)
    return checker.judgement()


@dataclass(slots=True)
class _Checker:
    certificate: Certificate
    program: Program
    whole: Program
    """Before it was inlined."""
    until: float
    """Of the monotonic clock."""
    effects: Mapping[str, Effects]
    failures: list[Failure] = field(default_factory=list)
    failed: set[int] = field(default_factory=set)
    visited: set[int] = field(default_factory=set)
    """Checks that, for all that the invariants say, some execution comes to."""
    queries: int = 0
    context: Any = None
    """Of the solvers: they share nothing else."""

    def contract(self, procedure: Procedure, graph: CutpointGraph, contract: Contract) -> None:
        self._walk(graph, contract, None)
        if contract.moves:
            return
        for head in sorted(graph.loop_heads):
            for case in cases(contract.invariants[head]):
                self._walk(graph, contract, head, case)

    def _walk(self, graph: CutpointGraph, contract: Contract, head: int | None, case: Expr = TRUE) -> None:
        """From a loop head, in a case of its invariant, or from the entry. With a solver of its own: a symbol
        means one thing to it."""
        solver = OnDemand(lambda: self._solver(at_once=bool(contract.moves)))
        algebra: Symbolic[Any] = Symbolic(solver.terms, self.program.target.pointer_bits)
        if graph.loop_heads:
            algebra.quantifiers.many = symbolic_quantifiers.FEW
        walk = Walk(self.program, self.certificate.contracts, graph, contract, algebra, self.effects)
        try:
            if contract.moves:
                walk.to_the_end()
            elif head is None:
                walk.from_entry()
            else:
                walk.from_head(head, case)
            for condition in (*walk.assumptions, *walk.blocks()):
                if condition is not True:
                    solver.add(algebra.term(condition))
            if walk.follows_all and solver.is_made and not (algebra.quantifiers.met or algebra.blocks.met):
                solver.solver.at_once = True
            questions = _Questions(solver, walk, self.until)
            edges = graph.procedure.outgoing[graph.procedure.entry if head is None else head]
            start = edges[0].position if edges else graph.procedure.position
            self.failures += self._failures(walk, questions, graph.procedure, start)
            self._visits(walk, questions)
        except NotComputable as error:
            text = f"a condition of {graph.procedure.name} has no meaning: {error}"
            self.failures.append(Failure(Obligation.FORM, text, graph.procedure.name))
        self.queries += solver.statistics.calls

    def _solver(self, *, at_once: bool) -> ByTurns:
        from dovetail.solver.by_turns import ByTurns  # where all is computed, nobody waits for solvers

        made = ByTurns(self.context, at_once=at_once)
        self.context = made.terms.context
        return made

    def _failures(
        self, walk: Walk, questions: _Questions, procedure: Procedure, start: Position
    ) -> Iterator[Failure]:
        # Most walks have nothing to hide: then one question is enough, and one more for all elements.
        plain = [claim for claim in walk.claims if not claim.met]
        others = [claim for claim in walk.claims if claim.met]
        few = [others[at : at + FEW] for at in range(0, len(others), FEW)][::-1]
        waiting = [claims for claims in (*few, plain) if claims]
        of_all = walk.algebra.quantifiers.met or walk.algebra.blocks.met
        most = OF_ELEMENTS if of_all else OF_MOVES if walk.follows_all else math.inf
        while waiting:
            claims = waiting.pop()
            several = len(claims) > 1
            wrong, met = [one.wrong for one in claims], [one.met for one in claims]
            if several:
                some = OF_MANY if len(claims) < len(walk.claims) else OF_ALL
                answer = questions.ask(wrong, some, most, met=met)
            else:
                answer = questions.ask(wrong, OF_RELATED if of_all else 1.0, met=met)
                if of_all and answer is not Answer.UNSAT:
                    answer = questions.ask(wrong, 1.0, met=met, everything=True)
            if answer is Answer.UNSAT:
                continue
            if several:
                size = -(-len(claims) // PARTS)
                waiting += [claims[at : at + size] for at in range(0, len(claims), size)][::-1]
                continue
            (claim,) = claims
            if claim.check is not None:
                self.failed.add(claim.check.ident)
            known = answer is Answer.SAT
            yield Failure(
                claim.obligation,
                claim.text if known else f"{claim.text} (the solver gave no answer)",
                procedure.name,
                start,
                None if claim.edge is None else claim.edge.position,
                claim.check,
                questions.shown(walk.values_at_start) if known else (),
                questions.shown(claim.state.variables) if known else (),
                answered=known,
            )

    def _visits(self, walk: Walk, questions: _Questions) -> None:
        unanswered = 0
        for info, condition in walk.visits:
            if info.ident in self.visited:
                continue
            if unanswered == UNANSWERED:
                self.visited.add(info.ident)
                continue
            answer = questions.ask([condition], OF_VISITS, VISIT)
            unanswered += answer is Answer.UNKNOWN
            if answer is not Answer.UNSAT:
                self.visited.add(info.ident)
            if answer is Answer.SAT:
                # One execution comes to many checks.
                left = [one for one in walk.visits if one[0].ident not in self.visited]
                self.visited |= {other.ident for other, reached in left if questions.holds(reached)}

    def judgement(self) -> Judgement:
        judgement = Judgement(tuple(self.failures), queries=self.queries)
        if not judgement.inductive or not self._complete:
            return judgement
        proved = frozenset(info.ident for info in self.whole.checks) - self.failed
        return replace(
            judgement, proved=proved, unreachable=(self._asking & proved) - self.visited, complete=True
        )

    @property
    def _complete(self) -> bool:
        """After what is not modelled anything might happen, the failure of any check included."""
        return all(failure.obligation is not Obligation.SUPPORTED for failure in self.failures)

    @property
    def _asking(self) -> frozenset[int]:
        """The checks that ask for something that can hold. To come to the others is to fail them."""
        return frozenset(
            edge.statement.info.ident
            for procedure in self.whole.procedures.values()
            for edge in procedure.edges
            if isinstance(edge.statement, Check) and edge.statement.condition is not FALSE
        )


class _Questions:
    """What is asked about one walk."""

    def __init__(self, solver: OnDemand[Any], walk: Walk, until: float) -> None:
        self._solver = solver
        self._walk = walk
        self._until = until
        self._pushed = False
        self._facts = 0
        """So many facts about the start have been told."""

    def ask(
        self,
        conditions: Sequence[Any],
        part: float,
        most: float = math.inf,
        *,
        met: Sequence[Met] = (),
        everything: bool = False,
    ) -> Answer:
        """Can one of the conditions hold, with what is meant by the quantifiers that were `met` in them? The
        answer may take a part of the time that is left. What is known of all elements is told as far as it
        has to do with the same contents of memory: with `everything` a question can be a hundred times as
        large."""
        algebra = self._walk.algebra
        either: Any = False
        for condition in conditions:
            either = algebra.disjunction(either, condition)
        if either is False:
            return Answer.UNSAT
        meant = self._walk.elements(met, conditions, everything=everything)
        left = part * (self._until - time.monotonic())
        self._solver.set_limits(Limit(max(min(left, most), LEAST)))
        # What others claim is none of its business.
        if self._pushed:
            self._solver.pop()
        facts = self._walk.start.facts  # for what is meant, more may be asked of the start
        for fact in facts[self._facts :]:
            if fact is not True:
                self._solver.add(algebra.term(fact))
        self._facts = len(facts)
        self._pushed = bool(meant)
        if meant:
            self._solver.push()
        for condition in meant:
            self._solver.add(algebra.term(condition))
        return self._solver.check([] if either is True else [algebra.term(either)])

    def holds(self, condition: Any) -> bool:
        """In the model of the last answer."""
        return self._walk.algebra.evaluated(condition, self._solver.value) is True

    def shown(self, values: Mapping[Variable, Any]) -> tuple[tuple[str, str], ...]:
        """Variables as the last answer has them, by their names in the source."""
        evaluated, model = self._walk.algebra.evaluated, self._solver.value
        return tuple(
            (variable.source_name, _shown(evaluated(value, model), variable))
            for variable, value in values.items()
            if variable.source_name
        )


def _shown(value: Any, variable: Variable) -> str:
    match value, variable.type:
        case Pointer(object=part, offset=offset), _:
            return f"object {part} + {offset}" if part else f"{offset:#x}"
        case int(), IntType() as type_:
            return str(type_.number(int(value)))
        case _:
            return str(value)
