"""From a function to its contract: propose, let runs refute, check, and drop what does not stand.

A round takes a proposed precondition and frame. Runs say whether it is too weak, and which postconditions it
cannot have; what is left is checked as any function under a contract is, callees inlined, so that nothing
rests on what was proposed for them. Postconditions that fail, or that nobody could prove, are dropped, and
the rest is checked again: one that is proved behind another rests on it.
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from dovetail.asking.asked import CheckOptions
from dovetail.asking.limits import Limits
from dovetail.asking.reading import Reading
from dovetail.evidence.verdicts import CheckResult, CheckVerdict, Verdict
from dovetail.frontend.errors import InputError
from dovetail.frontend.syntax import Node
from dovetail.frontend.units import TranslationUnit
from dovetail.inferring.candidates import candidates, under_results
from dovetail.inferring.inferred import Clause, InferredFunction
from dovetail.inferring.needs import Uses
from dovetail.inferring.observed import POSTCONDITION, Seen, seen
from dovetail.inferring.proposals import Proposal, easier, proposals
from dovetail.inferring.ranges import KINDS, Names, Ranges
from dovetail.inferring.written import contract_file, declaration
from dovetail.program.statements import CheckInfo
from dovetail.program.types import FunctionType, Target, VoidType
from dovetail.quick_dataclass import dataclass
from dovetail.verifying.checking_files import check_files

_LEAST_SECONDS = 6.0
_ROUNDS = 4
_ONE_OF = 0.35
"""So much of what is left of its time one attempt may take."""


@dataclass(frozen=True, slots=True)
class Asked:
    """How long each function may take, in all, and where what it comes to is written."""

    reading: Reading
    seconds: float
    memory: int
    seed: int
    folder: Path


@dataclass(frozen=True, slots=True)
class _Attempt:
    proposal: Proposal
    ensures: tuple[str, ...]
    result: CheckResult
    at: dict[int, str]
    path: Path

    def of_clauses(self) -> dict[str, CheckVerdict]:
        """The postconditions, each with its verdict."""
        return {
            self.at[one.check.position.line]: one
            for one in self.result.checks
            if one.check.kind == POSTCONDITION and one.check.position.line in self.at
        }

    def open(self) -> list[CheckVerdict]:
        """What else was not shown."""
        known = {id(one) for one in self.of_clauses().values()}
        return [one for one in self.result.checks if id(one) not in known and not one.verdict.holds]


class Rounds:
    """Those of one function."""

    def __init__(
        self,
        asked: Asked,
        unit: TranslationUnit,
        uses: Uses,
        target: Target,
        callees: Mapping[str, InferredFunction],
        names: Names,
    ) -> None:
        self._asked = asked
        self._unit = unit
        self._uses = uses
        self._callees, self._parameters = callees, names
        self._node: Node = uses.node
        self._name = uses.node.name
        self._target = target
        self._declared = declaration(unit, uses.node)
        declared = unit.types.of_declared(uses.node.type)
        self._returns = declared.returns if isinstance(declared, FunctionType) else VoidType()
        self._until = time.monotonic() + asked.seconds
        self._files = 0
        self._seen = Seen()

    def result(self) -> InferredFunction:
        position = self._unit.source.position(self._node.offset)
        begun = InferredFunction(self._name, position, self._declared)
        try:
            proposal, ensures = self._screened()
            best = self._checked(proposal, ensures)
            for other in easier(proposal) if best is not None and _is_unsure(best) else ():
                best = self._better(best, self._checked(other, ensures))
                if best is None or not _is_unsure(best):
                    break
            if best is not None and _is_unsure(best):
                best = self._one_by_one(best)
        except InputError as error:
            return replace(begun, note=f"not checked: {error}")
        if best is None:
            return replace(begun, note="not checked: there was no time left")
        return self._told(begun, best)

    # -- what runs say

    def _screened(self) -> tuple[Proposal, list[str]]:
        """The first proposal under which no run fails, and the postconditions that none refutes."""
        best: tuple[int, Proposal, list[str]] | None = None
        for proposal in proposals(self._uses, self._target):
            for _ in range(3):  # ranges may be found one after the other
                ensures, found = self._observed(proposal)
                if best is None or len(found.failed) < best[0]:
                    best, self._seen = (len(found.failed), proposal, ensures), found
                more = self._ranges(found.failed)
                if not more or proposal.with_more(more) == proposal:
                    break
                proposal = proposal.with_more(more)
            if not found.failed or time.monotonic() > self._until - self._asked.seconds / 2:
                break
        assert best is not None
        return best[1], best[2]

    def _observed(self, proposal: Proposal) -> tuple[list[str], Seen]:
        guessed = candidates(self._uses, self._returns, proposal)
        kept, found = self._unrefuted(proposal, guessed)
        if not found.came_back:
            return [], found
        refuted = [one for one in guessed if one not in kept]
        others = under_results(self._uses, refuted)
        if others and not found.failed:
            kept += self._unrefuted(proposal, others)[0]
        return _without_weaker(kept), found

    def _unrefuted(self, proposal: Proposal, guessed: Sequence[str]) -> tuple[list[str], Seen]:
        guessed = list(guessed)
        while True:
            path, at = self._written(proposal, guessed)
            reading = self._reading(path)
            try:
                loaded = reading.load()
                break
            except InputError as error:
                wrong = None if error.position is None else at.get(error.position.line)
                if wrong is None:
                    raise
                guessed.remove(wrong)  # it cannot be said of these types
        assert loaded.entry is not None
        found = seen(loaded, loaded.entry.unit, self._asked.seed)
        return [text for line, text in at.items() if line not in found.refuted], found

    def _ranges(self, failed: Sequence[CheckInfo]) -> tuple[str, ...]:
        ranges = Ranges(self._unit, self._node, self._callees, self._parameters)
        found = [text for one in failed if one.kind in KINDS for text in ranges.needed(one)]
        return tuple(dict.fromkeys(found))

    # -- what the checker says

    def _checked(self, proposal: Proposal, ensures: list[str]) -> _Attempt | None:
        best: _Attempt | None = None
        for _ in range(_ROUNDS):
            attempt = self._attempt(proposal, ensures)
            if attempt is None:
                break
            verdicts = attempt.of_clauses()
            standing = [one for one in ensures if one in verdicts and verdicts[one].verdict.holds]
            more = self._ranges([one.check for one in attempt.open() if one.verdict is Verdict.VIOLATED])
            stronger = proposal.with_more(more)
            best = attempt
            if len(standing) == len(ensures) and stronger == proposal:
                return attempt
            if not standing and ensures:
                proved_nothing = all(verdicts[one].verdict is Verdict.UNKNOWN for one in ensures)
                standing = ensures[: len(ensures) // 3] if proved_nothing else []
            ensures, proposal = standing, stronger
        return best

    def _attempt(self, proposal: Proposal, ensures: Sequence[str]) -> _Attempt | None:
        left = self._until - time.monotonic()
        if left < _LEAST_SECONDS and self._files > 2:
            return None
        seconds = max(_LEAST_SECONDS, left * _ONE_OF)
        path, at = self._written(proposal, ensures)
        limits = Limits.from_now(seconds, self._asked.memory, seed=self._asked.seed)
        options = CheckOptions(limits, out=self._asked.folder / self._name / "evidence")
        reading = self._reading(path)
        result = check_files(reading, options)
        return _Attempt(proposal, tuple(ensures), result, at, path)

    def _better(self, best: _Attempt | None, other: _Attempt | None) -> _Attempt | None:
        """The one with fewer open checks; the earlier one asks for less."""
        if best is None or other is None:
            return best or other
        return other if len(other.open()) < len(best.open()) else best

    def _one_by_one(self, attempt: _Attempt) -> _Attempt:
        """What cannot be proved of one property is in the way of the others; each may do with less."""
        reading, result = self._reading(attempt.path), attempt.result
        for name in reading.properties if len(reading.properties) > 1 else ():
            left = self._until - time.monotonic()
            if left < _LEAST_SECONDS:
                break
            limits = Limits.from_now(left * _ONE_OF, self._asked.memory, seed=self._asked.seed)
            options = CheckOptions(limits, out=self._asked.folder / self._name / "evidence")
            result = together(result, check_files(replace(reading, properties=[name]), options))
        return replace(attempt, result=result)

    def _reading(self, path: Path) -> Reading:
        contracts = (*self._asked.reading.contracts, path)
        return replace(self._asked.reading, function=self._name, contracts=contracts, by_contract=())

    def _written(self, proposal: Proposal, ensures: Sequence[str]) -> tuple[Path, dict[int, str]]:
        text, at = contract_file(self._declared, proposal, ensures)
        self._files += 1
        folder = self._asked.folder / self._name
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"contract-{self._files}.h"
        path.write_text(text, encoding="utf-8")
        return path, at

    # -- what is told

    def _told(self, begun: InferredFunction, best: _Attempt) -> InferredFunction:
        verdicts = best.of_clauses()
        open_ = best.open()
        frame = [one for one in best.result.checks if one.check.kind == "assigns"]
        framed = all(one.verdict.holds for one in frame) and not best.result.obstacles
        bounds = tuple(dict.fromkeys(one.text for one in best.result.bounds))
        shown = [Clause("assigns", text, _least(frame)) for text in best.proposal.assigns if framed]
        for text in best.ensures:  # those behind one that may fail rest on it
            if text not in verdicts or not verdicts[text].verdict.holds:
                break
            if verdicts[text].verdict is not Verdict.UNREACHABLE:
                shown.append(Clause("ensures", text, verdicts[text].verdict))
        return replace(
            begun,
            requires=best.proposal.requires,
            clauses=tuple(shown),
            framed=framed and not bounds and all(one.verdict is Verdict.PROVED for one in frame),
            open=tuple(open_),
            checked=sum(one.verdict.holds for one in best.result.checks),
            bounds=bounds,
            note=self._note(best),
            evidence=best.result.evidence,
        )

    def _note(self, best: _Attempt) -> str:
        if best.result.obstacles and not best.open():
            return f"not checked to the end: {best.result.obstacles[0].text}"
        if best.result.checks and all(one.verdict is Verdict.UNREACHABLE for one in best.result.checks):
            return "no execution comes to any check: the precondition may contradict itself"
        if not self._seen.came_back:
            return "no run was seen that meets the precondition and comes back: no postcondition was sought"
        return ""


def _is_unsure(attempt: _Attempt) -> bool:
    """Is there something open that has not been seen to fail?"""
    return any(one.verdict is Verdict.UNKNOWN for one in attempt.open())


def together(all_: CheckResult, alone: CheckResult) -> CheckResult:
    """What is known of the checks of several properties, when some were looked at by themselves. The
    first check that fails in a run is one of some property, and all before it have held: so if each holds by
    itself, all do."""
    known: dict[tuple[object, ...], list[CheckVerdict]] = {}
    for one in alone.checks:
        known.setdefault(_which(one), []).append(one)
    asked = [_which(one) for one in all_.checks]

    def now(one: CheckVerdict) -> CheckVerdict:
        """Several checks may stand at one place: which is which is not known where they are not as many."""
        found = known.get(_which(one), [])
        if one.verdict is not Verdict.UNKNOWN or len(found) != 1 or asked.count(_which(one)) != 1:
            return one
        return replace(found[0], check=one.check)

    checks = tuple(map(now, all_.checks))
    bounds = [one for one in alone.bounds if one not in all_.bounds]
    decided = all(one.verdict is not Verdict.UNKNOWN for one in checks)
    return replace(
        all_,
        checks=checks,
        assumptions=(*all_.assumptions, *bounds),
        evidence=(*all_.evidence, *alone.evidence),
        obstacles=() if decided else all_.obstacles,
    )


def _which(one: CheckVerdict) -> tuple[object, ...]:
    return one.check.kind, one.check.position, one.check.procedure, one.check.description


def _least(verdicts: Sequence[CheckVerdict]) -> Verdict:
    bounded = any(one.verdict is Verdict.WITHIN_BOUNDS for one in verdicts)
    return Verdict.WITHIN_BOUNDS if bounded else Verdict.PROVED


_IMPLIED = {
    "==": ("<=", ">="),
    "<": ("<=",),
    ">": (">=",),
}


def _without_weaker(kept: Sequence[str]) -> list[str]:
    """Without those that another says, too: `r == n` says `r <= n`."""
    known = set(kept)
    weaker: set[str] = set()
    for one in kept:
        for op, others in _IMPLIED.items():
            left, found, right = one.partition(f" {op} ")
            if found and "||" not in one:
                weaker |= {f"{left} {other} {right}" for other in others}
                if op == "==" and right.lstrip("-").isdigit():
                    number = int(right)
                    weaker |= {f"{left} >= {n}" for n in (-1, 0) if n <= number}
                    weaker |= (
                        {f"{left} > 0"} if number > 0 else {f"{left} < 0"} if number < 0 else {f"{left} <= 0"}
                    )
                    weaker |= {text for text in known if "||" in text and one in text.split(" || ")}
                if op == ">" and right == "0":
                    weaker |= {f"{left} >= 0", f"{left} >= -1", f"{left} != NULL"}
        if one.endswith(" >= 0"):
            weaker.add(f"{one[:-1]}-1")
        if " || " in one:
            weaker |= _weaker_than_choice(one, known)
    return [one for one in kept if one not in weaker]


def _weaker_than_choice(one: str, known: set[str]) -> set[str]:
    """Of a result that is one of several constants."""
    numbers = []
    for part in one.split(" || "):
        left, found, right = part.partition(" == ")
        if not found or not right.lstrip("-").isdigit() or left != "dovetail_result":
            return set()
        numbers.append(int(right))
    said = {"> 0": min(numbers) > 0, ">= 0": min(numbers) >= 0, ">= -1": min(numbers) >= -1}
    said |= {"< 0": max(numbers) < 0, "<= 0": max(numbers) <= 0}
    found_ = {f"dovetail_result {text}" for text, holds in said.items() if holds}
    wider = "dovetail_result == 0 || dovetail_result == 1"
    return found_ | ({wider} if one != wider and set(numbers) <= {0, 1} and wider in known else set())
