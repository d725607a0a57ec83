"""A result as it is kept between runs, and back again.

It has all that the result has, in a form of its own: what `--json` gives is for readers, who are told of a
check where the user knows it. Paths of evidence are told from the folder of the unit. What is not of this
form is no result (ValueError).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

from dovetail.evidence import flow
from dovetail.evidence.verdicts import CheckResult, CheckVerdict, Figures, Obstacle, Verdict
from dovetail.program.automata import Assumption, Program
from dovetail.program.library_calls import LibraryCheck
from dovetail.program.position import Position
from dovetail.program.statements import CheckInfo

FLOW = "flow"
_PLAIN = ("data_model", "entry", "strategy", "seed", "reason", "moves", "accept_bounds")


def to_kept(result: CheckResult, folder: Path) -> dict[str, Any]:
    """Without what went wrong inside of Dovetail: that is told in the run in which it does."""

    def inside(path: str | None) -> str | None:
        return None if path is None else str(Path(path).relative_to(folder))

    invariant = result.module_invariant
    return {
        **{name: getattr(result, name) for name in _PLAIN},
        "files": list(result.files),
        "properties": list(result.properties),
        "notes": list(result.notes),
        "checks": [_check(check, inside) for check in result.checks],
        "assumptions": [[*_place(one.position), one.text, one.is_bound] for one in result.assumptions],
        "obstacles": [[*_place(one.position), one.text] for one in result.obstacles],
        "figures": {one.name: getattr(result.figures, one.name) for one in fields(Figures)},
        "evidence": [inside(path) for path in result.evidence],
        "module_invariant": None if invariant is None else list(invariant),
        "library": [
            [ident, one.function, [_place(position) for position in one.calls]]
            for ident, one in result.library.items()
        ],
        **({FLOW: flow.to_kept(result.flow)} if result.flow is not None else {}),
    }


def from_kept(said: Mapping[str, Any], folder: Path) -> CheckResult:
    """With the evidence in a folder. Raises ValueError."""

    def outside(path: str | None) -> str | None:
        return None if path is None else str(folder / path)

    try:
        return CheckResult(
            **{name: said[name] for name in _PLAIN},
            files=tuple(map(str, said["files"])),
            properties=tuple(map(str, said["properties"])),
            notes=tuple(map(str, said["notes"])),
            checks=tuple(_verdict(one, outside) for one in said["checks"]),
            assumptions=tuple(Assumption(_position(*one[:3]), *one[3:]) for one in said["assumptions"]),
            obstacles=tuple(Obstacle(_position(*one[:3]), one[3]) for one in said["obstacles"]),
            figures=Figures(**said["figures"]),
            evidence=tuple(str(outside(path)) for path in said["evidence"]),
            module_invariant=_invariant(said["module_invariant"]),
            library={
                int(ident): LibraryCheck(str(function), tuple(_position(*one) for one in calls))
                for ident, function, calls in said["library"]
            },
            flow=flow.from_kept(said[FLOW]) if FLOW in said else None,  # not in results of long ago
        )
    except (KeyError, TypeError, IndexError, AttributeError) as error:
        raise ValueError(f"this is no result: {error}") from error


def renewed(kept: CheckResult, now: CheckResult, program: Program) -> CheckResult:
    """The verdicts of one result on the checks of another, which is of the same program as it stands now:
    places and assumptions are those of now. Raises ValueError if the checks are not the same."""
    told = {one.check.ident: one for one in kept.checks}
    if [_words(one.check) for one in now.checks] != [_words(one.check) for one in kept.checks]:
        raise ValueError("these are other checks")
    checks = tuple(replace(told[one.check.ident], check=one.check) for one in now.checks)
    return replace(
        now,
        checks=checks,
        obstacles=kept.obstacles,
        figures=kept.figures,
        evidence=kept.evidence,
        reason=kept.reason,
        notes=kept.notes,
        module_invariant=kept.module_invariant,
        flow=None if kept.flow is None else flow.on_lines_of(kept.flow, program),
    )


def _words(info: CheckInfo) -> tuple[int, str, str, str]:
    return info.ident, info.kind, info.procedure, info.description


def _check(check: CheckVerdict, inside: Callable[[str | None], str | None]) -> list[Any]:
    info = check.check
    return [
        *(info.ident, info.kind, *_place(info.position), info.procedure, info.description),
        *(check.verdict.value, check.reason, inside(check.evidence), check.by, list(check.uses)),
        *(check.vacuous, check.some_arguments),
    ]


def _verdict(said: Sequence[Any], outside: Callable[[str | None], str | None]) -> CheckVerdict:
    ident, kind, file, line, column, procedure, text, verdict, reason, evidence, by, uses, *more = said
    vacuous, some_arguments = map(bool, (*more, False)[:2])  # the second is not in results of long ago
    info = CheckInfo(int(ident), str(kind), _position(file, line, column), str(procedure), str(text))
    return CheckVerdict(
        *(info, Verdict(verdict), str(reason), outside(evidence), str(by), tuple(map(str, uses))),
        vacuous=vacuous,
        some_arguments=some_arguments,
    )


def _invariant(said: Sequence[str] | None) -> tuple[str, ...] | None:
    return None if said is None else tuple(map(str, said))


def _place(position: Position) -> list[Any]:
    return [position.file, position.line, position.column]


def _position(file: str, line: int, column: int) -> Position:
    return Position(str(file), int(line), int(column))
