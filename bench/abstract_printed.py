"""What is printed at the points of a program, put to the test as C.

Every statement `mark = N;` of the program is a point. The conditions that are printed there are written
before it, so that the compiler decides what their names mean; the program is then run on the same inputs. In
a forward analysis each condition must hold whenever control comes there; in the others only on runs that do
come to the goal, so what does not hold is remembered until then.

It wants programs like those of `abstract_programs`: one statement a line, returns of `main` at the ends.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from dovetail.evidence.annotated import AnnotatedProgram, Point
from dovetail.execution.ends import EndKind
from dovetail.execution.executor import Executor
from dovetail.execution.inputs import InputVector
from dovetail.frontend import LoadOptions, load

MAX_STEPS = 4000
DECLARED = re.compile(
    r"^\s*(?:for \()?(?:static )?(?:const )?(?:unsigned |signed )?"
    r"(?:struct \w+|union \w+|int|long|short|char|unsigned|float|double) ?(?P<rest>.*)$"
)
NAME = re.compile(r"[A-Za-z_]\w*")


@dataclass(frozen=True, slots=True)
class Said:
    """How many conditions were tried, and what is wrong with one of them."""

    conditions: int
    text: str = ""


def contradiction(
    text: str, annotated: AnnotatedProgram, options: LoadOptions, folder: Path, vectors: list[InputVector]
) -> Said:
    lines = text.splitlines()
    # Only those of the program itself: a model of the library has lines of its own.
    (file,) = annotated.files
    points = {point.position.line: point for point in annotated.points if point.position.file == file}
    forward = annotated.direction == "forward"
    tried: dict[int, list[str]] = {}
    for number, line in enumerate(lines, 1):
        point = points.get(number)
        if point is None or not re.match(r"\s*mark = \d+;$", line):
            continue
        tried[number] = list(_conditions(point, lines, number))
    instrumented = list(_instrumented(lines, tried, annotated.goal, forward))
    path = folder / "printed.c"
    path.write_text("\n".join(instrumented) + "\n")
    program = load([path], options).program
    failures = {
        info.ident
        for info in program.checks
        if info.kind == "unreach-call" and "reach_error" in instrumented[info.position.line - 1]
    }
    executor = Executor(program)
    count = sum(map(len, tried.values()))
    for vector in vectors:
        end = executor.run(InputVector(vector.values), max_steps=MAX_STEPS).end
        if end.kind is EndKind.VIOLATION and end.check_id in failures:
            assert end.position is not None
            line = instrumented[end.position.line - 1].strip()
            return Said(count, f"line {end.position.line}: {line}\n  on {vector.values}")
    return Said(count)


def _conditions(point: Point, lines: list[str], number: int) -> Iterator[str]:
    """In C; a point that is not reachable has the condition 0."""
    if not point.reachable:
        yield "0"
        return
    visible = _visible(lines, number)
    said = [known.condition for known in point.known if known.condition]
    if point.needs:
        said.append(point.needs)
    for condition in said:
        names = NAME.findall(condition.split()[0])
        if names and names[0] in visible:
            yield from _each(condition, lines)


def _each(condition: str, lines: list[str]) -> Iterator[str]:
    """A condition about all elements of an array, as one about each."""
    if "[*]" not in condition:
        yield condition
        return
    name = condition.split("[*]")[0]
    lengths = re.findall(rf"\b{re.escape(name)}\[(\d+)\](?= =|;|,)", "\n".join(lines))
    for at in range(int(lengths[0]) if lengths else 0):
        yield condition.replace("[*]", f"[{at}]")


def _visible(lines: list[str], number: int) -> set[str]:
    """The names that can be used on a line, and the globals."""
    found: list[set[str]] = [set()]
    for line in lines[: number - 1]:
        if line.lstrip().startswith("}"):
            found.pop()
        opened = line.rstrip().endswith("{")
        if opened:
            found.append(set())
        declared = DECLARED.match(line)
        if declared and not line.startswith("struct") and not line.startswith("union"):
            rest = (
                declared["rest"].split("(")[1 if len(found) == 2 and opened else 0]
                if opened
                else declared["rest"]
            )
            found[-1].update(_declared(rest, parameters=opened and "(" in declared["rest"]))
    return set().union(*found)


def _declared(text: str, *, parameters: bool) -> Iterator[str]:
    text = re.sub(r"\{[^}]*\}|\([^)]*\)", "", text)
    for part in re.split(r"[,;]", text):
        name = re.match(r"\s*(?:(?:int|long|short|char|unsigned|const) )*\**\s*(\w+)", part)
        if name:
            yield name[1]


def _instrumented(lines: list[str], tried: dict[int, list[str]], goal: str, forward: bool) -> Iterator[str]:
    inside_main = False
    at_end = goal == "the end of the program"
    kind = "final" if "final" in goal else "sometime"
    for number, line in enumerate(lines, 1):
        inside_main = inside_main or line.startswith("int main")
        returned = re.match(r"(.*)\breturn (.*);$", line)
        asked = re.match(rf"(\s*)dovetail_{kind}\((.*)\);$", line)
        if number in tried:
            act = "reach_error();" if forward else f"untrue = {number};"
            yield "".join(f"if (!({condition})) {{ {act} }} " for condition in tried[number]) + line
        elif not forward and at_end and inside_main and returned:
            before, value = returned.groups()
            yield f"{before}{{ int result_ = {value}; if (untrue) {{ reach_error(); }} return result_; }}"
        elif not forward and at_end and "exit(" in line:
            yield line.replace("exit(1);", "{ if (untrue) { reach_error(); } exit(1); }")
        elif not forward and not at_end and asked:
            yield f"{asked[1]}if ({asked[2]}) {{ if (untrue) {{ reach_error(); }} }}"
        elif line == "int mark;":
            yield "int mark; void reach_error(void); static int untrue;"
        else:
            yield line
