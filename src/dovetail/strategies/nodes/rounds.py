"""The strategy `nodes`: what all nodes of lists and trees have in common, and what loops make of it.

Candidates come from the program's own text (`guesses`). The largest part that is inductive is kept (Houdini);
if the checks follow from it, they are proved. Some speak of ghost maps: then it is the program with ghost
code that they are about, and the ghost code is part of the proof.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from dovetail.formulas.constants import constants, equations
from dovetail.ledger.entries import Fact
from dovetail.ledger.ledger import Ledger
from dovetail.program.automata import Program
from dovetail.program.cutpoints import CutpointGraph, cutpoint_graph
from dovetail.program.expressions import (
    FALSE,
    Expr,
    ForAllBlocks,
    conjunction,
    variables,
)
from dovetail.program.ghost_maps import FEW_ENOUGH, Ghosts, of_these, with_ghosts
from dovetail.program.inlining import Inlined
from dovetail.strategies.houdini import Houdini
from dovetail.strategies.nodes.guesses import Candidates
from dovetail.strategies.nodes.samples import Samples
from dovetail.strategies.nodes.weaker import Weaker
from dovetail.strategies.outcome import Budget, Claims, Progress
from dovetail.strategies.strategy import Strategy
from dovetail.strategies.unrolling import Unrolled, has_calls

_OPEN = "nothing that was guessed of all nodes excludes it"


class Nodes(Strategy):
    """The entry procedure of an inlined program, which has no calls."""

    woken_by = (Fact,)

    def __init__(self, program: Program, ledger: Ledger, budget: Budget) -> None:
        super().__init__(ledger, budget)
        self.candidates = Candidates(program)
        self._plain = program
        self._narrow()
        small = (FEW_ENOUGH,) if self.candidates.ghosts.made else ()
        self._granted: tuple[Expr, ...] = small
        """Whoever judges takes it for granted, too."""
        self.program = with_ghosts(program, self.candidates.ghosts)
        self.graph: CutpointGraph = cutpoint_graph(self.program.procedures[program.entry])
        self.checks = frozenset(info.ident for info in program.checks)
        self.known: dict[int, tuple[Expr, ...]] | None = None
        """What others know of loop heads."""
        self.found: Mapping[int, Sequence[Expr]] | None = None
        """What was inductive last."""
        self._houdini: Houdini | None = None
        self.open: dict[int, str] = {}
        self.obstacles: dict[str, None] = {}
        self.proved = False
        self.rounds = self.calls = self.guessed = 0
        self._looks = 0
        """In this round."""

    def _narrow(self) -> None:
        """Of ways to argue that nothing is lost, those are left that runs have not refuted."""
        candidates = self.candidates
        if candidates.ghosts.tracks:
            heads = cutpoint_graph(self._plain.procedures[self._plain.entry]).loop_heads
            samples = Samples(self._plain, candidates.ghosts, self.budget.seed)
            said = candidates.tracked(heads)
            candidates.narrow(said, samples.hold(said, ()))

    def moves(self) -> Iterator[None]:
        known = self._known()
        if not self.candidates.kinds or known == self.known or not self.budget.move():
            return
        self.known = known
        self.rounds += 1
        self._looks = 0
        kept: Mapping[int, Sequence[Expr]] = dict.fromkeys(self.graph.loop_heads, ())
        for guesses in self._guesses():
            weaker = {head: Weaker() for head in kept}
            tried = {head: weaker[head].strongest(kept[head], guesses[head]) for head in kept}
            if all(len(tried[head]) == len(kept[head]) for head in kept):
                continue
            if not self._look(tried, weaker) or self.proved or not self.budget.move():
                return
            assert self.found is not None
            kept = self.found
            yield
        self._leave_out()

    def _guesses(self) -> Iterator[Mapping[int, Sequence[Expr]]]:
        """Those that runs have not refuted, by rounds. In the end all of them once more: what did not stand
        may do so beside what was found since, if anything was."""
        tests = tuple(self.ledger.tests)
        everything: dict[int, list[Expr]] = {head: [] for head in self.graph.loop_heads}
        for guesses in self.candidates.rounds:
            samples = Samples(self._plain, self.candidates.ghosts, self.budget.seed)
            found = samples.hold({head: guesses(head) for head in everything}, tests)
            for head, some in found.items():
                everything[head] += some
            yield found
        if self._looks > 1:
            yield everything

    def _look(self, tried: Mapping[int, Sequence[Expr]], weaker: Mapping[int, Weaker]) -> bool:
        """Is there time left?"""
        assert self.known is not None
        self._looks += 1
        known = {head: (*self._granted, *facts) for head, facts in self.known.items()}
        houdini = Houdini(self.program, self.graph, known, 1, self.budget, {}, blocks=True)
        self.guessed = sum(map(len, tried.values()))
        found = houdini.inductive(tried, lambda head, *what: weaker[head].instead(*what))
        if found is not None:
            failing = houdini.failing(found, tuple(self.violations))
            self.found, self.proved = found, not failing
            self.open = {check.ident: _OPEN for _, check, _ in failing if check}
            self.obstacles = dict.fromkeys(reason for _, check, reason in failing if check is None)
            self._houdini = houdini
            if self.proved:
                self._without_maps()
                self._leave_out()
        self.calls += houdini.calls
        return found is not None

    def _without_maps(self) -> None:
        """Of ghost maps those are left out, one after the other, without which the proof stands: what is said
        of them is what takes longest to judge."""
        ghosts, houdini = self.candidates.ghosts, self._houdini
        tracked = {ghost for track in ghosts.tracks for ghost in (track.parent, track.order)}
        for ghost in ghosts.maps:
            assert self.found is not None and houdini is not None
            fewer = {
                head: [one for one in some if ghost not in variables(one)]
                for head, some in self.found.items()
            }
            if ghost in tracked or all(len(fewer[head]) == len(self.found[head]) for head in fewer):
                continue
            found = houdini.inductive(fewer)
            if found is not None and not houdini.failing(found, tuple(self.violations)):
                self.found = found

    def _leave_out(self) -> None:
        """What no check rests on that is shown, and nothing that such a check rests on."""
        if self._houdini is not None and self.found is not None and not self.obstacles:
            self.found = self._houdini.needed(self.found, (*self.violations, *self.open))

    def _known(self) -> dict[int, tuple[Expr, ...]]:
        values, holding = constants(self.graph.procedure), self.ledger.holding()
        return {
            head: (*equations(values[head], self.candidates.blocks.live, head), *holding.get(head, ()))
            if head in values
            else (FALSE,)
            for head in self.graph.loop_heads
        }

    def _ghosts(self, invariants: Iterable[Expr]) -> Ghosts:
        """Those that something is said of, or that tracks go by."""
        ghosts = self.candidates.ghosts
        spoken_of = {ghost for track in ghosts.tracks for ghost in (track.parent, track.order)}
        spoken_of.update(part for one in invariants for part in variables(one))
        return of_these(ghosts, spoken_of)

    def progress(self) -> Progress:
        left = len(self.checks) - len(self.violations)
        return Progress(self.rounds, 0, self.guessed, left, self.calls, dict(self.violations))

    def claims(self) -> Claims:
        left = self.checks - self.violations.keys()
        if not self.candidates.kinds:
            why = "no loop follows pointers from block to block"
        elif self.found is None:
            why = "what holds of all nodes was not found"
        else:
            why = _OPEN
        known = self.found is not None and not self.obstacles
        excluded = left - self.open.keys() if known else frozenset()
        invariants: dict[int, Expr] = {}
        if self.found is not None and self.known is not None and excluded:
            invariants = {
                head: conjunction((*self.known[head], *_together(self.found[head])))
                for head in self.graph.loop_heads
            }
        return Claims(
            dict(self.violations),
            excluded,
            self.proved,
            invariants,
            frozenset(self.violations),
            open={check: self.open.get(check, why) for check in left - excluded},
            obstacles=tuple(self.obstacles),
            notes=() if self.proved else (why,),
            progress=self.progress(),
            ghosts=self._ghosts(invariants.values()),
        )


def _together(found: Sequence[Expr]) -> Iterator[Expr]:
    """What is said of all blocks, as one condition: whoever judges it has one witness to look at."""
    yield from (one for one in found if not isinstance(one, ForAllBlocks))
    bodies: dict[Expr, list[Expr]] = {}
    for one in found:
        if isinstance(one, ForAllBlocks):
            bodies.setdefault(one.index, []).append(one.body)
    for one in found:
        if isinstance(one, ForAllBlocks) and one.index in bodies:
            yield ForAllBlocks(one.index, conjunction(bodies.pop(one.index)))


def nodes(inlined: Inlined, ledger: Ledger, budget: Budget) -> Strategy:
    """The strategy `nodes`."""
    if has_calls(inlined.program):
        return Unrolled(inlined, ledger, budget, Nodes)
    return Nodes(inlined.program, ledger, budget)
