"""The classes of checks in words, marks and colours, and how many there are of each, for all reports."""

from __future__ import annotations

from collections.abc import Iterable

from dovetail.evidence.annotated import AnnotatedProgram, Class, ClassifiedCheck, Necessary

ORDER = (Class.CERTAIN, Class.POTENTIAL, Class.IMPOSSIBLE, Class.UNREACHABLE)
"""What asks for attention comes first."""
STYLES = {
    Class.CERTAIN: "red",
    Class.POTENTIAL: "yellow",
    Class.IMPOSSIBLE: "green",
    Class.UNREACHABLE: "dim",
}
MARKS = {Class.CERTAIN: "✗", Class.POTENTIAL: "?", Class.IMPOSSIBLE: "✓", Class.UNREACHABLE: "∅"}
"""Colours are not for everyone, and not for every terminal."""
SENTENCES = {
    Class.CERTAIN: "fails whenever it is reached",
    Class.POTENTIAL: "may fail",
    Class.IMPOSSIBLE: "never fails",
    Class.UNREACHABLE: "no execution comes to it",
}
NO_EXECUTION = "no execution comes here"
NO_GOAL = "nothing goes on from here to the goal"
"""Of a point to which executions come, in an analysis that goes backward from a goal."""
_DIRECTIONS = {"forward": "forward", "backward": "backward", "both": "forward and backward"}


def counted(checks: Iterable[ClassifiedCheck]) -> dict[Class, int]:
    """Of the classes that there are."""
    found = [check.found for check in checks]
    return {one: found.count(one) for one in ORDER if one in found}


def closing_line(annotated: AnnotatedProgram) -> str:
    """How many checks are in which class, and that this is no verdict."""
    counts = counted(annotated.checks)
    number = len(annotated.checks)
    what = {0: "no checks", 1: "1 check"}.get(number, f"{number} checks")
    of_each = ", ".join(f"{count} {one.value}" for one, count in counts.items())
    head = f"{what}: {of_each}. " if counts else f"{what}. "
    if annotated.unmodelled:
        head += "Something is not modelled, and what comes after it is not described. "
    return head + caveat(annotated)


def caveat(annotated: AnnotatedProgram) -> str:
    if all(check.found.holds for check in annotated.checks):
        return "This is what an abstraction says, and nothing has checked it: `dovetail check` decides."
    return "These are alarms of an abstraction, which may be false: `dovetail check` decides."


def analysis_in_words(annotated: AnnotatedProgram) -> str:
    """Which analysis it was."""
    direction = _DIRECTIONS.get(annotated.direction, annotated.direction)
    domain = "all domains" if annotated.domain == "all" else annotated.domain
    goal = f"; backward from {annotated.goal}" if annotated.goal and annotated.direction != "forward" else ""
    return f"{direction}, {domain}{goal}"


def necessary_in_words(necessary: Necessary, file: str) -> str:
    """`file` is where the reader is."""
    position = necessary.position
    place = f"line {position.line}" if position.file == file else f"{position.file}:{position.line}"
    if necessary.input and necessary.input not in necessary.condition:
        place = f"{necessary.input}, {place}"
    return f"only if {necessary.condition} ({place})"
