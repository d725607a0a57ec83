"""A program with what a witness says put into it, as C: so it is judged like any other program.

*Invariants* become checks where they are said to hold. If all checks of that program hold, all invariants
do, and so do the program's own checks. A run is a run of the program as it was: the checks only look.

*Waypoints* become a variable that counts how many of them an execution has passed, in order. What stands at
the target stands there twice: where all were passed, and elsewhere. A run that fails in the former follows
the witness; if none can, no run does. An execution may come to a waypoint without passing it, and pass it
later: that lets more executions follow, so what is excluded of these is excluded of any.

Whether what stands in the text only looks is seen by whoever reads it (`frontend.looking`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import field

from dovetail.evidence.constraints import RESULT, acsl_text, c_text
from dovetail.evidence.marked_text import MarkedText, NoPlace
from dovetail.evidence.witness_file import (
    ACSL,
    ASSUMPTION,
    AVOID,
    BRANCHING,
    ENTER,
    LOOP,
    RETURN,
    Invariant,
    Location,
    Waypoint,
    Witness,
)
from dovetail.frontend.acsl_terms import NotRead
from dovetail.program.types import DataModel
from dovetail.quick_dataclass import dataclass

PASSED = "dovetail_witness_passed"
"""The variable: how many waypoints are behind."""
PASS = "dovetail_witness_pass"
LOOKING = (PASS, "dovetail_witness_avoid")
"""Functions that are told of a condition, as their last argument."""
ELSEWHERE = "where-the-witness-is-not-followed.c"
"""The file of the second copy of what stands at the target."""
_FUNCTIONS = (
    f"static _Bool {PASS}(int at, _Bool holds) "
    f"{{ if ({PASSED} == at && holds) {PASSED} = at + 1; return 1; }} "
    "static _Bool dovetail_witness_took(int at, _Bool wanted, _Bool taken) "
    f"{{ if ({PASSED} == at && wanted == taken) {PASSED} = at + 1; return taken; }} "
    "static _Bool dovetail_witness_avoid(int at, _Bool holds) "
    f"{{ if ({PASSED} == at && holds) __CPROVER_assume(0); return 1; }}"
)
_OURS = re.compile(rb"\b(?:dovetail_witness_\w+|__CPROVER_loop_invariant|dovetail_invariant)\b")
_INTEGER = re.compile(r"[+-]?\d+")


class NotFollowed(Exception):
    """A witness about which it can be said, without a run, that it is not one of this program."""


class NotUnderstood(Exception):
    """A witness that may be right, but says something that is not read here."""


@dataclass(frozen=True, slots=True)
class Span:
    """From a line and column to another, in a file."""

    file: str
    begin: tuple[int, int]
    end: tuple[int, int]


@dataclass(frozen=True, slots=True)
class Copies:
    """The files that are others now, and by what conditions: each with where in the witness it stands."""

    texts: dict[str, str]
    conditions: tuple[tuple[str, str], ...]
    segments: int = 0
    target: Span | None = None
    """Where an execution that follows fails, in the files as they were."""
    left_out: tuple[str, ...] = ()
    """Waypoints that are of a kind that is not followed."""


@dataclass(slots=True)
class _Files:
    given: Mapping[str, bytes]
    model: DataModel
    marked: dict[str, MarkedText] = field(default_factory=dict)
    conditions: list[tuple[str, str]] = field(default_factory=list)

    def of(self, location: Location) -> MarkedText:
        name = self.name(location)
        return self.marked.setdefault(name, MarkedText(self.given[name]))

    def name(self, location: Location) -> str:
        """The file that a witness means: its path may have been another where it was written."""
        parts = location.file.split("/")
        for length in range(len(parts), 0, -1):
            tail = "/" + "/".join(parts[-length:]).lstrip("/")
            found = [name for name in self.given if f"/{name}".endswith(tail)]
            if len(found) == 1:
                return found[0]
        raise NoPlace(f"{location.file} is none of the files of the program")

    def text(self, one: Invariant | Waypoint) -> str:
        value, at, of_result = one.value or "", one.at, one.kind == RETURN
        try:
            if one.format == ACSL:
                text = acsl_text(value, self.model, of_result=of_result)
            else:
                text = c_text(value, of_result=of_result)
        except NotRead as error:
            raise NotUnderstood(f"{at}: '{value}' is not followed: {error}") from error
        except ValueError as error:
            raise NotFollowed(f"{at}: '{value}' is not read: {error}") from error
        self.conditions.append((at, text))
        return text

    def made(self, prelude: str, first: str = "") -> dict[str, str]:
        """Line by line as they were; behind what stands before them."""
        found = {}
        for at, (name, marked) in enumerate(sorted(self.marked.items())):
            before = prelude if at else first or prelude
            shown = name.replace("\\", "\\\\").replace('"', '\\"')
            found[name] = f'{before}\n# 1 "{shown}"\n{marked.made()}'
        return found


def witnessed(witness: Witness, files: Mapping[str, bytes], model: DataModel = DataModel.LP64) -> Copies:
    """Raises NotFollowed and NotUnderstood."""
    for name, data in files.items():
        if (found := _OURS.search(data)) is not None:
            raise NotFollowed(f"{name} has {found[0].decode()} itself: that would not be told from a witness")
    try:
        if witness.segments:
            return _followed(witness.segments, _Files(files, model))
        return _checked(witness.invariants, _Files(files, model))
    except NoPlace as error:
        raise NotFollowed(str(error)) from error


def _checked(invariants: tuple[Invariant, ...], files: _Files) -> Copies:
    for one in invariants:
        try:
            marked, text = files.of(one.location), files.text(one)
            if one.kind == LOOP:
                marked.at_loop(marked.loop(one.location), f"__CPROVER_dovetail_loop_invariant(({text}))")
            else:
                marked.before(marked.statement(one.location), f"__CPROVER_dovetail_invariant(({text}))")
        except NoPlace as error:
            raise NotFollowed(f"{one.at}: {error}") from error
    return Copies(files.made(""), tuple(files.conditions))


# ---- violations --------------------------------------------------------------------------------------------


def _followed(segments: tuple[tuple[Waypoint, ...], ...], files: _Files) -> Copies:
    following = _Following(files)
    left_out = []
    number = 0
    for segment in segments[:-1]:
        used = [following.waypoint(one, number) for one in segment]
        left_out += [reason for reason in used if reason]
        if not used[-1]:
            number += 1
    *avoided, target = segments[-1]
    left_out += [reason for one in avoided if (reason := following.waypoint(one, number))]
    following.write()
    span = following.target(target, number)
    declared = f"extern int {PASSED}; {_FUNCTIONS}"
    texts = files.made(declared, f"int {PASSED}; {_FUNCTIONS}")
    return Copies(texts, tuple(files.conditions), number, span, tuple(left_out))


@dataclass(slots=True)
class _Following:
    files: _Files
    places: dict[tuple[str, int, int], list[str]] = field(default_factory=dict)
    """What is computed before statements, and behind calls, by file and tokens."""
    branches: dict[tuple[str, int], list[str]] = field(default_factory=dict)
    cases: dict[tuple[str, int], list[str]] = field(default_factory=dict)
    used: dict[str, list[tuple[int, int]]] = field(default_factory=dict)
    """By file the tokens of waypoints that are passed within statements, and their numbers."""

    def waypoint(self, one: Waypoint, number: int) -> str:
        """Put it into the program; why not, if it is left out."""
        try:
            marked = self.files.of(one.location)
            place = self._place(one, marked)
        except NoPlace as error:
            raise NotFollowed(f"{one.at}: {error}") from error
        if isinstance(place, str):
            return f"{one.at}: {place}"
        name = self.files.name(one.location)
        call = PASS if one.action != AVOID else "dovetail_witness_avoid"
        text = "1"
        if one.value is not None and one.kind != BRANCHING:
            text = self.files.text(one)
        said = f"{call}({number}, {PASSED} == {number} && ({text}))"
        begin, end = place
        if one.kind == BRANCHING and one.value in ("true", "false"):
            if one.action == AVOID:
                return f"{one.at}: branches to avoid are not read"
            self.branches.setdefault((name, begin), []).append(f"{number}, {int(one.value == 'true')}")
        elif one.kind == BRANCHING:
            assert one.value is not None
            if not _INTEGER.fullmatch(one.value):
                return f"{one.at}: a branch '{one.value}' is not read"
            chosen = f"{call}({number}, {PASSED} == {number} && {RESULT} == ({one.value}))"
            self.cases.setdefault((name, begin), []).append(chosen)
        else:
            self.places.setdefault((name, begin, end), []).append(said)
        if one.kind in (RETURN, BRANCHING):
            self.used.setdefault(name, []).append((begin, number))
        return ""

    def _place(self, one: Waypoint, marked: MarkedText) -> tuple[int, int] | str:
        """The tokens that it is about; words, if it is of a kind that is not read."""
        if one.kind == ASSUMPTION:
            at = marked.statement(one.location)
            return at, at
        if one.kind == BRANCHING:
            at = marked.branch(one.location)
            return (at, at) if marked.has_condition(at) else "the condition of this branch is not found"
        name, close = marked.call(one.location)
        if one.kind == ENTER:
            return (name, name) if marked.is_computed_first(name, close) else "the call is not a statement"
        if one.value is None:
            return "a return without a condition is not read"
        return name, close

    def write(self) -> None:
        for (name, begin, end), said in self.places.items():
            marked = self.files.marked[name]
            if begin == end:
                for one in said:
                    marked.before(begin, one)
            else:
                # One return passes one of them: so the later ones are asked first.
                asked = " ".join(f"{one};" for one in reversed(said))
                marked.around(begin, end + 1, f"({{ __auto_type {RESULT} = ", f"; {asked} {RESULT}; }})")
        for (name, at), wanted in self.branches.items():
            opening = "".join(f"dovetail_witness_took({one}, " for one in wanted)
            self.files.marked[name].around_condition(at, f"{opening}(", ") != 0" + ")" * len(wanted))
        for (name, at), said in self.cases.items():
            asked = " ".join(f"{one};" for one in reversed(said))
            closing = f") + 0; {asked} {RESULT}; }})"
            self.files.marked[name].around_condition(at, f"({{ __auto_type {RESULT} = (", closing)

    def target(self, target: Waypoint, number: int) -> Span:
        """Where an execution that has passed all of them fails."""
        location = target.location
        try:
            marked, name = self.files.of(location), self.files.name(location)
            try:
                at = marked.statement(location)
            except NoPlace:
                return Span(name, *marked.line(location))
        except NoPlace as error:
            raise NotFollowed(f"{target.at}: {error}") from error
        end = marked.end_of_statement(at)
        inside = {one for token, one in self.used.get(name, ()) if at <= token < end}
        if marked.is_plain(at):
            marked.twice(at, f"{PASSED} >= {number - len(inside)}", ELSEWHERE, name)
        return Span(name, *marked.spans(at, end))
