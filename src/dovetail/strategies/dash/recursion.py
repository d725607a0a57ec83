"""DASH for programs with recursive procedures: tests from below, contracts from above.

See docs/design/recursion.md. In short: tests are run on the program as it is. Contracts of the recursive
procedures are guessed from calls (`guesses`), and those that do not follow from all of them together are
dropped (Houdini) until the rest stands. Then the start of the program is looked at alone, with calls replaced
by what contracts say (`modular`). What fails there is a fabricated test: if the program really does that, it
is a violation; if not, some call cannot give back what was made up, and what it really gives back is learned
as a contract about that very call.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from dovetail.execution.ends import EndKind
from dovetail.execution.executor import Executor
from dovetail.execution.frames import Frame, observe
from dovetail.execution.inputs import InputVector
from dovetail.execution.memoised import Fate, Given, Returned
from dovetail.execution.runs import edges_of
from dovetail.formulas.modular import Alone, Assumed, Modular, Rule
from dovetail.formulas.one_formula import SECONDS, Fabricated, MadeCall, OneFormula
from dovetail.formulas.standing_alone import fabricated, in_its_own_words
from dovetail.ledger.ledger import Ledger
from dovetail.program.contracts import Contract
from dovetail.program.effects import effects
from dovetail.program.expressions import (
    FALSE,
    TRUE,
    Binary,
    BinaryOp,
    Const,
    Expr,
    Variable,
    conjunction,
    disjunction,
)
from dovetail.program.inlining import Inlined
from dovetail.program.ordering import depth_first
from dovetail.program.statements import Check, Unsupported
from dovetail.program.types import INT, IntType
from dovetail.solver.interface import Answer
from dovetail.strategies.dash.guesses import Group, Guesses
from dovetail.strategies.dash.search import Dash
from dovetail.strategies.dash.with_loops import cannot_stand_alone, explore
from dovetail.strategies.outcome import Budget, Claims, Progress
from dovetail.strategies.strategy import Strategy
from dovetail.strategies.unrolling import Unrolled

LONG_RUN = 6_000_000
"""Steps of the first test: recursion may be exponential."""
SHORT_RUN = 60_000
REPLAY = 2_000_000
EVALUATION = 200_000
"""Steps to find out what a call gives back, equal calls counted once."""
QUESTION = 1.5
"""Seconds for one question about a guess: there are others."""
MAX_CALLS_SEEN = 2_000
MAX_POINTS = 300
FIRST_TESTS = 12
SMALL_ARGUMENTS = (16, 250, 4_000)
HUNTS = 8
TESTING = 0.1
"""Of the budget, at most, for the first tests."""
LOOP_SHARE = 0.06
"""Of the whole budget, for one contract of a procedure with loops."""
MAX_UNROLLED = 12_000
"""Edges of the program with recursion inlined."""


@dataclass(slots=True)
class Figures:
    rounds: int = 0
    tests: int = 0
    solver_calls: int = 0


@dataclass(slots=True)
class Decided:
    """What became of looking at a procedure alone: the checks that could not be excluded."""

    failed: dict[int, str] = field(default_factory=dict)
    unsupported: str = ""
    invariants: dict[int, Expr] = field(default_factory=dict)


class Recursion(Strategy):
    def __init__(self, inlined: Inlined, ledger: Ledger, budget: Budget) -> None:
        super().__init__(ledger, budget)
        self.inlined = inlined
        self.program = inlined.program
        self.effects = effects(self.program)
        self.modular = Modular(self.program, self.effects)
        self.guesses = Guesses(self.program, self.effects, budget.seed)
        self.executor = Executor(self.program)
        self.names = self.guesses.names
        self.checks = {info.ident: info for info in self.program.checks}
        self.guarded = {name for name in self.names if self._has_goals(name)}
        self.contexts: dict[str, list[Expr]] = {name: [] for name in self.names}
        self.groups: list[Group] = []
        self.points: dict[tuple[str, Given], Group] = {}
        self.reached: set[int] = set(self.violations)
        self.decided: dict[str, Decided] = {}
        self.callees = {name: set(self.program.callees(name)) for name in self.program.procedures}
        self.figures = Figures()
        self.loops = bool(depth_first(self.program.procedures[self.program.entry]).loop_heads)
        self.loop_share = budget.share(LOOP_SHARE)
        self.unrolled: Unrolled | None = None
        why = f"no contract was established before {budget.why}"
        self.found = Claims(open=dict.fromkeys(self.checks, why), notes=(why,))

    def _has_goals(self, name: str) -> bool:
        """Is there something in it that a proof must exclude?"""
        return any(isinstance(e.statement, Check | Unsupported) for e in self.program.procedures[name].edges)

    # -- tests

    def first_tests(self) -> Iterator[InputVector]:
        yield InputVector()
        for number in sorted(self.guesses.constants, key=abs)[:FIRST_TESTS]:
            yield InputVector((number,) * 64)
        source = self.guesses.random
        for index in range(FIRST_TESTS):
            width = (1, 2, 3, 4, 5, 7, 8)[index % 7]
            yield InputVector(tuple(source.getrandbits(width) for _ in range(64)))

    def test(self) -> None:
        """Runs of the program as it is; calls that they make are remembered."""
        longest = LONG_RUN
        share = self.budget.part(TESTING)
        for vector in self.first_tests():
            if share.spent():
                break
            kind = self.try_(vector, longest)
            longest = SHORT_RUN if kind is EndKind.BUDGET else max(longest // 2, SHORT_RUN)
            self.observe(vector)

    def try_(self, vector: InputVector, max_steps: int) -> EndKind:
        """Does a run violate a check?"""
        self.figures.tests += 1
        run = self.executor.run(vector, max_steps=max_steps, record_path=max_steps <= SHORT_RUN)
        if run.path is not None:
            for taken in edges_of(self.program, run):
                if isinstance(taken.edge.statement, Check):
                    self.reached.add(taken.edge.statement.info.ident)
        end = run.end
        if end.kind is EndKind.VIOLATION and end.check_id is not None:
            self.reached.add(end.check_id)
            self.violations.setdefault(end.check_id, run.vector)
        return end.kind

    def observe(self, vector: InputVector) -> None:
        """Which calls does a run make?"""

        def entered(frame: Frame) -> None:
            name = frame.procedure.name
            seen = self.guesses.called[name]
            if len(seen) < MAX_CALLS_SEEN:
                seen[tuple(frame.variable(variable) for variable in self.guesses.given(name))] = None

        places = [(name, self.program.procedures[name].entry) for name in self.names]
        self.executor.run(
            vector, max_steps=SHORT_RUN, observers=[observe(places, entered)], record_path=False
        )

    # -- contracts

    def guess(self) -> None:
        for name in self.names:
            if self.guesses.numeric(name):
                self.guesses.sample(name)
        for name in self.names:
            if name in self.guarded:
                seen = bool(self.guesses.called[name])
                self.contexts[name] = self.guesses.contexts(name) if seen else [FALSE]
            self.groups += self.guesses.groups(name)

    def all_groups(self) -> list[Group]:
        return [*self.groups, *self.points.values()]

    def requires(self, group: Group) -> Expr:
        if group.point:
            return group.requires
        return conjunction([*self.contexts[group.procedure], group.requires])

    def assumed(self, switches: dict[Variable, tuple[Group, int]] | None = None) -> dict[str, Assumed]:
        """What all contracts say. With `switches`, each part of it can be turned off, and what it is is
        entered there."""
        rules: dict[str, list[Rule]] = {name: [] for name in self.names}
        points: dict[str, list[Expr]] = {name: [] for name in self.names}
        for group in self.all_groups():
            requires = self.requires(group)
            if group.point:
                points[group.procedure].append(group.requires)
            for index, post in enumerate(group.posts):
                switch: Variable | None = None
                if switches is not None:
                    switch = Variable(f"use {len(switches)}", "", INT, "")
                    switches[switch] = (group, index)
                rules[group.procedure].append(Rule(requires, post, switch))
        return {
            name: Assumed(
                tuple(rules[name]),
                tuple(disjunction([*points[name], condition]) for condition in self.contexts[name]),
            )
            for name in self.names
        }

    def contract(self, group: Group) -> Contract:
        return Contract(self.requires(group), conjunction(group.posts), group.invariants)

    def establish(self, groups: list[Group]) -> None:
        """Houdini: drop what does not follow, until all that is left does."""
        waiting = deque(groups)
        while waiting and self.budget.move():
            group = waiting.popleft()
            self.figures.rounds += 1
            changed = self._dropped(group)
            if changed:
                # Whatever was proved with the help of what has been dropped must be proved again.
                again = [
                    g
                    for g in self.all_groups()
                    if self.callees[g.procedure] & changed or (g.procedure in changed and not g.point)
                ]
                waiting += [g for g in again if g not in waiting]
        for group in waiting:
            group.posts.clear()
        # A case of which nothing is left says nothing.
        self.groups = [group for group in self.groups if group.posts or group.requires is TRUE]

    def _dropped(self, group: Group) -> set[str]:
        """Drop what does not follow from all contracts. Returns the procedures of which less is known
        now."""
        if group.point and group not in self.points.values():
            return set()
        if not self._loop_free(group.procedure):
            return self._dropped_with_loops(group)
        alone = self.modular.alone(group.procedure, self.assumed(), self.contract(group))
        formula = OneFormula(self.program, alone, group.posts, self.effects, self.budget.question(QUESTION))
        decided = self.decided.setdefault(group.procedure, Decided())
        skipped: set[int | None] = {*self.violations, *decided.failed}
        if decided.unsupported:
            skipped.add(None)
        wrong: set[int] = set()
        changed: set[str] = set()
        while True:
            found = formula.failing(skipped, wrong)
            if found is Answer.UNSAT:
                break
            if not isinstance(found, Fabricated):
                wrong |= self._undecided(formula, skipped, wrong, group, decided)
                break
            wrong.update(found.posts)
            for ident in found.checks:
                skipped.add(ident)
                if ident is None:
                    decided.unsupported = found.reason or "something unsupported"
                elif ident in alone.demands:
                    if group.point:
                        wrong.update(range(len(group.posts)))
                    else:
                        changed.add(self._undemand(alone, ident))
                else:
                    decided.failed[ident] = "it is not excluded in every call"
        self.figures.solver_calls += formula.solver.statistics.calls
        if wrong:
            changed.add(group.procedure)
            group.posts = [post for index, post in enumerate(group.posts) if index not in wrong]
            if group.point:
                self.points = {key: found for key, found in self.points.items() if found is not group}
        return changed

    def _undecided(
        self,
        formula: OneFormula,
        skipped: set[int | None],
        wrong: set[int],
        group: Group,
        decided: Decided,
    ) -> set[int]:
        """All at once was too hard for the solver. One by one, which posts are not established?"""
        posts = set(range(len(group.posts)))
        everything = {*skipped, *(info for info in self.checks), *formula.numbers}
        hard = {
            index
            for index in posts - wrong
            if formula.failing(everything, posts - {index}) is not Answer.UNSAT
        }
        if formula.failing(skipped, posts) is not Answer.UNSAT:
            decided.unsupported = decided.unsupported or "the solver gave up on a recursive procedure"
        return hard

    def _undemand(self, alone: Alone, ident: int) -> str:
        """Some caller does not meet a demand: it is not in the contracts any more."""
        demand = alone.demands[ident]
        self.contexts[demand.procedure] = [
            condition
            for condition in self.contexts[demand.procedure]
            if self._demanded(demand.procedure, condition) is not demand.condition
        ]
        return demand.procedure

    def _demanded(self, name: str, condition: Expr) -> Expr:
        points = [g.requires for g in self.points.values() if g.procedure == name]
        return disjunction([*points, condition])

    def _dropped_with_loops(self, group: Group) -> set[str]:
        """The same by DASH, which finds the loops' invariants."""
        name = group.procedure
        decided = self.decided.setdefault(name, Decided())
        changed: set[str] = set()
        reason = cannot_stand_alone(self.program, name, self.effects[name])
        if reason:
            decided.unsupported = reason
            changed |= {name} if group.posts else set()
            group.posts.clear()
            return changed
        while self.budget.left() > 0:
            alone = self.modular.alone(
                name, self.assumed(), self.contract(group), group.posts, executable=True
            )
            claims = explore(self.modular, alone, self.budget.within(self.loop_share))
            self.figures.solver_calls += claims.progress.solver_calls
            if claims.obstacles:
                decided.unsupported = claims.obstacles[0]
            found = in_its_own_words(self.program, self.program.procedures[name], claims.invariants)
            wrong = {alone.posts[i] for i in claims.violations if i in alone.posts}
            for ident in claims.violations:
                if ident in alone.demands:
                    changed.add(self._undemand(alone, ident))
                elif ident in self.checks:
                    decided.failed.setdefault(ident, "it is not excluded in every call")
            undecided = {*alone.posts, *alone.demands, *self.checks} & claims.open.keys()
            if not claims.violations and (undecided or found is None):
                wrong = set(group.posts)
                if not wrong:
                    decided.unsupported = decided.unsupported or f"no invariant was found for {name}"
                    return changed
            if wrong:
                changed.add(name)
                group.posts = [post for post in group.posts if post not in wrong]
            elif found is not None and not undecided:
                group.invariants = found
                return changed
        return changed

    # -- the start of the program

    def prove(self) -> tuple[dict[int, str], str, dict[int, Expr]]:
        """Look at the start of the program until nothing more can be learned: checks that are left open,
        why; what stands in the way of all; and invariants."""
        stuck: dict[int, str] = {}
        obstacle = ""
        while self.budget.move():
            self.figures.rounds += 1
            if self.loops:
                return self._prove_with_loops()
            alone = self.modular.alone(self.program.entry, self.assumed(), Contract())
            formula = OneFormula(self.program, alone, (), self.effects, self.budget.question(SECONDS))
            skipped: set[int | None] = {*self.violations, *stuck}
            if obstacle:
                skipped.add(None)
            found = formula.failing(skipped)
            self.figures.solver_calls += formula.solver.statistics.calls
            if found is Answer.UNSAT:
                return stuck, obstacle, {}
            if not isinstance(found, Fabricated):
                return stuck, "the solver gave up", {}
            demanded = [ident for ident in found.checks if ident in alone.demands]
            if demanded:
                for ident in demanded:
                    assert ident is not None
                    self._undemand(alone, ident)
                self.establish(self.all_groups())
                continue
            if self.learn(found) or self.hunt(found):
                continue
            for ident in found.checks:
                if ident is None:
                    obstacle = found.reason or "something unsupported"
                else:
                    stuck[ident] = "no contract was found that excludes it"
        return stuck, self.budget.why, {}

    def _prove_with_loops(self) -> tuple[dict[int, str], str, dict[int, Expr]]:
        """The same by DASH."""
        entry = self.program.entry
        while self.budget.move():
            self.figures.rounds += 1
            alone = self.modular.alone(entry, self.assumed(), Contract(), executable=True)
            claims = explore(self.modular, alone, self.budget)
            self.figures.solver_calls += claims.progress.solver_calls
            demanded = [ident for ident in claims.violations if ident in alone.demands]
            for ident in demanded:
                self._undemand(alone, ident)
            if demanded:
                self.establish(self.all_groups())
                continue
            learned = False
            for ident, vector in claims.violations.items():
                if ident not in self.violations:
                    learned |= self.learn(fabricated(self.modular, alone, ident, vector))
            if learned:
                continue
            stuck = {
                ident: "no contract was found that excludes it"
                for ident in claims.violations
                if ident not in self.violations
            }
            stuck.update({i: why for i, why in claims.open.items() if i in self.checks})
            obstacle = claims.obstacles[0] if claims.obstacles else ""
            if any(ident in alone.demands for ident in claims.open):
                obstacle = obstacle or "what a recursive procedure requires was not established"
            found = in_its_own_words(self.program, self.program.procedures[entry], claims.invariants)
            if found is None:
                return stuck, obstacle or "no invariant was found", {}
            return stuck, obstacle, found
        return {}, self.budget.why, {}

    def hunt(self, found: Fabricated) -> bool:
        """What was fabricated may be real, but too long to run. A shorter one may fail in the same way: calls
        with small arguments mostly are."""
        others = {None, *(ident for ident in self.checks if ident not in found.checks)}
        for small in self._small():
            for _ in range(HUNTS):
                if self.budget.left() <= 0:
                    return False
                alone = self.modular.alone(self.program.entry, self.assumed(), Contract(), small=small)
                formula = OneFormula(self.program, alone, (), self.effects, self.budget.question(SECONDS))
                shorter = formula.failing({*others, *alone.demands})
                self.figures.solver_calls += formula.solver.statistics.calls
                if not isinstance(shorter, Fabricated):
                    break
                before = len(self.violations)
                if not self.learn(shorter):
                    break
                if len(self.violations) > before:
                    return True
        return False

    def _small(self) -> Iterator[dict[str, list[Expr]]]:
        """Ways to keep arguments of calls small: all of them, then of each procedure only one."""
        bounds = {
            name: [
                parameter
                for parameter in self.program.procedures[name].parameters
                if isinstance(parameter.type, IntType)
            ]
            for name in self.names
        }
        most = max(map(len, bounds.values()), default=0)
        slices = [slice(None), *(slice(i, i + 1) for i in range(most if most > 1 else 0))]
        for size in SMALL_ARGUMENTS:
            for low in (0, -size):  # recursion mostly counts down to zero
                for part in slices:
                    yield {
                        name: [_between(p, low, size) for p in found[part]] for name, found in bounds.items()
                    }

    def learn(self, found: Fabricated) -> bool:
        """Is the fabricated execution one of the program? If not, what do its calls really give back?"""
        before = len(self.violations)
        wrong = [call for call in found.calls if not self._is_real(call)]
        if not wrong:
            self.try_(found.vector, REPLAY)
            return len(self.violations) > before
        new: list[Group] = []
        for call in wrong:
            new += self._points(call)
        if not new:
            return False
        self.establish(new)
        return any(group in self.points.values() for group in new)

    def _is_real(self, call: MadeCall) -> bool:
        """As far as can be told."""
        name = call.callee
        if not self.guesses.numeric(name):
            return True
        given = self.guesses.memoised.given(name, call.arguments, call.before)
        found = self.guesses.memoised.call(name, given, EVALUATION)
        if found is Fate.TOO_LONG or found is Fate.OPEN:
            return True
        if not isinstance(found, Returned):
            return False
        back = self.guesses.observed(name, given, found).back
        values: dict[Variable, Any] = dict(call.after)
        made = [call.result if variable.scope else values[variable] for variable in self.guesses.back(name)]
        return list(back) == made

    def _points(self, call: MadeCall) -> list[Group]:
        """Contracts about the call and all calls below it."""
        first = (call.callee, self.guesses.memoised.given(call.callee, call.arguments, call.before))
        waiting = [first]
        new: dict[tuple[str, Given], Group] = {}
        while waiting:
            key = waiting.pop()
            if key in new or key in self.points:
                continue
            if len(new) + len(self.points) > MAX_POINTS or not self.guesses.numeric(key[0]):
                return []
            found = self.guesses.memoised.call(*key, EVALUATION)
            if found is Fate.TOO_LONG or found is Fate.OPEN:
                return []
            new[key] = self.guesses.point(*key)
            if isinstance(found, Returned):
                waiting += found.called
        self.points.update(new)
        return list(new.values())

    # -- what is not needed

    def _loop_free(self, name: str) -> bool:
        return not depth_first(self.program.procedures[name]).loop_heads

    def prune(self, stuck: dict[int, str]) -> None:
        """Leave out what the proof does not rest on: the checker need not judge it, and nobody read it."""
        switches: dict[Variable, tuple[Group, int]] = {}
        assumed = self.assumed(switches)
        kept: dict[Group, set[int]] = {}
        waiting: list[Group | None] = [None]

        def keep(group: Group, posts: set[int]) -> None:
            if group not in kept or not posts <= kept[group]:
                kept.setdefault(group, set()).update(posts)
                if group not in waiting:
                    waiting.append(group)

        for name in self.names:
            keep(next(g for g in self.groups if g.procedure == name and g.requires is TRUE), set())
        for point in self.points.values():
            if self.contexts[point.procedure]:
                keep(point, set())
        while waiting:
            group = waiting.pop()
            name = self.program.entry if group is None else group.procedure
            contract = Contract() if group is None else self.contract(group)
            alone = self.modular.alone(name, assumed, contract)
            posts = () if group is None else group.posts
            formula = OneFormula(
                self.program, alone, posts, self.effects, self.budget.question(SECONDS), switches.keys()
            )
            unused = {index for index in range(len(posts)) if group and index not in kept[group]}
            skipped = {*self.violations, *stuck, *self.decided.get(name, Decided()).failed}
            needed = formula.needed(skipped, unused)
            self.figures.solver_calls += formula.solver.statistics.calls
            if needed is None:
                return
            for switch in sorted(needed, key=lambda variable: variable.serial):
                used, index = switches[switch]
                keep(used, {index})
        for group, indices in kept.items():
            group.posts = [post for index, post in enumerate(group.posts) if index in indices]
        self.groups = [group for group in self.groups if group in kept]
        self.points = {key: group for key, group in self.points.items() if group in kept}

    # -- all of it

    def moves(self) -> Iterator[None]:
        self.test()
        if len(self.violations) == len(self.checks) and not self.program.unsupported:
            self.found = self._claims({}, "everything is violated", {})
            return
        yield
        self.guess()
        self.establish(self.all_groups())
        yield
        stuck, obstacle, invariants = self.prove()
        if not obstacle and not self.loops and all(map(self._loop_free, self.names)):
            self.prune(stuck)
        self.found = self._claims(stuck, obstacle, invariants)
        if not self.found.complete:
            # What contracts left open may be decided within few calls.
            yield
            self.unrolled = Unrolled(self.inlined, self.ledger, self.budget, Dash, MAX_UNROLLED)
            for _ in self.unrolled.moves():
                self.violations.update(self.unrolled.violations)
                yield
            self.violations.update(self.unrolled.violations)

    def claims(self) -> Claims:
        if self.unrolled is not None and (found := self.unrolled.claims()).complete:
            return found
        return replace(
            self.found,
            violations=dict(self.violations),
            excluded=frozenset(self.found.excluded - self.violations.keys()),
            reached=frozenset(self.reached | self.violations.keys()),
            open={ident: why for ident, why in self.found.open.items() if ident not in self.violations},
            progress=self.progress(),
        )

    def _claims(self, stuck: dict[int, str], obstacle: str, invariants: dict[int, Expr]) -> Claims:
        obstacles = [d.unsupported for d in self.decided.values() if d.unsupported]
        obstacles += [obstacle] if obstacle else []
        open_ = dict(stuck)
        for decided in self.decided.values():
            open_.update(decided.failed)
        for ident in self.violations:
            open_.pop(ident, None)
        everything = self.checks.keys() - self.violations.keys()
        proved = not obstacles
        excluded = frozenset(everything - open_.keys()) if proved else frozenset()
        if not proved:
            open_.update({i: obstacles[0] for i in everything if i not in open_})
        contracts = self._contracts() if proved else {}
        return Claims(
            violations=dict(self.violations),
            excluded=excluded,
            complete=proved and not open_,
            invariants=invariants,
            reached=frozenset(self.reached),
            open=open_,
            obstacles=tuple(dict.fromkeys(obstacles)),
            notes=(f"{len(self.groups)} contracts, {len(self.points)} of single calls",),
            progress=self.progress(),
            contracts=contracts,
        )

    def progress(self) -> Progress:
        below = Progress(0, 0, 0, 0, 0) if self.unrolled is None else self.unrolled.progress()
        return Progress(
            self.figures.rounds + below.rounds,
            self.figures.tests + below.tests,
            len(self.groups) + len(self.points),
            len(self.checks) - len(self.violations),
            self.figures.solver_calls + below.solver_calls,
            dict(self.violations),
        )

    def _contracts(self) -> dict[str, tuple[Contract, ...]]:
        found: dict[str, list[Contract]] = {name: [] for name in self.names}
        for group in self.all_groups():
            found[group.procedure].append(self.contract(group))
        return {name: tuple(contracts) for name, contracts in found.items()}


def _between(variable: Variable, low: int, high: int) -> Expr:
    """Is it in this range, as far as its type has it?"""
    type_ = variable.type
    assert isinstance(type_, IntType)
    bounds = ((Binary.GE, max(low, type_.minimum)), (Binary.LE, min(high, type_.maximum)))
    return conjunction(BinaryOp(op, variable, Const(type_, type_.bits(number))) for op, number in bounds)
