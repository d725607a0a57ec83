"""Annotated programs made by hand, for the reports to show; and a large one that is made up."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence

from dovetail.evidence.annotated import AnnotatedProgram, Class, ClassifiedCheck, Known, Necessary, Point
from dovetail.program.automata import Assumption
from dovetail.program.position import NOWHERE, Position
from dovetail.program.statements import CheckInfo

FACTORIAL = """\
#include <assert.h>
#include <dovetail.h>

/* The product of all numbers up to n. */
static int factorial(int n) {
    int f = 1;
    while (n != 0) {
        f = f * n;
        n = n - 1;
    }
    if (n < 0) {

        assert(f == 0);
        return -1;
    }
    assert(f > 0);
    return f;
}

int unused(void) { return 7; }




int main(void) {
    int n = dovetail_any_int();
    int product;
    for (int i = 0; i < 2; i++)
        product = factorial(n);
    assert(product != 0);
    return 0;
}
"""

State = Mapping[str, str]


class Maker:
    """Points in the order in which they are given; what has changed is what differs from the one before."""

    def __init__(self, file: str, text: str) -> None:
        self.file = file
        self.text = text
        self.lines = text.split("\n")
        self.points: list[Point] = []
        self._before: dict[str, dict[str, str]] = {}

    def point(
        self,
        function: str,
        line: int,
        state: State | None,
        *,
        at: str = "",
        loop: bool = False,
        needs: str = "",
    ) -> None:
        """`state` is None where no execution comes."""
        text = self.lines[line - 1]
        column = (text.index(at) if at else len(text) - len(text.lstrip())) + 1
        before = self._before.get(function, {})
        known = tuple(
            Known(name, values, condition(name, values), changed=before.get(name) != values)
            for name, values in (state or {}).items()
        )
        if state is not None:
            self._before[function] = dict(state)
        position = Position(self.file, line, column)
        self.points.append(Point(position, function, state is not None, known, loop, needs))


def condition(name: str, values: str) -> str:
    """The same in C, of a plain interval."""
    if not values.startswith("[") or not values.endswith("]"):
        return ""
    low, high = values[1:-1].split(", ")
    if low == high:
        return f"{name} == {low}"
    parts = [f"{low} <= {name}"] if low != "-oo" else []
    parts += [f"{name} <= {high}"] if high != "+oo" else []
    return " && ".join(parts)


def check(
    number: int,
    file: str,
    line: int,
    column: int,
    found: Class,
    text: str,
    necessary: Sequence[Necessary] = (),
) -> ClassifiedCheck:
    info = CheckInfo(number, "assertion", Position(file, line, column), "f", text)
    return ClassifiedCheck(info, found, tuple(necessary))


def factorial(direction: str = "both") -> AnnotatedProgram:
    """One check of each class, two loops, a line with three points, an unreachable branch."""
    file = "examples/fact.c"
    make = Maker(file, FACTORIAL)
    anything, positive = "[-oo, +oo]", "[1, +oo]"
    make.point("factorial", 6, {"n": "[0, +oo]", "f": "_0_"})
    make.point("factorial", 7, {"n": "[0, +oo]", "f": positive}, loop=True, needs="n >= 0")
    make.point("factorial", 8, {"n": "[1, +oo]", "f": positive})
    make.point("factorial", 9, {"n": "[1, +oo]", "f": positive, "f - n": "[0, +oo]"})
    make.point("factorial", 11, {"n": "[0, 0]", "f": positive})
    make.point("factorial", 13, None)
    make.point("factorial", 14, None)
    make.point("factorial", 16, {"n": "[0, 0]", "f": positive})
    make.point("factorial", 17, {"n": "[0, 0]", "f": positive})
    make.point("main", 26, {"n": "_0_"})
    make.point("main", 27, {"n": anything, "product": "_0_"})
    make.point("main", 28, {"n": anything, "product": "[1, +oo]?"}, at="int i = 0")
    make.point("main", 28, {"n": anything, "product": "[1, +oo]?", "i": "[0, 2]"}, at="i < 2", loop=True)
    make.point("main", 28, {"n": anything, "product": positive, "i": "[0, 1]"}, at="i++")
    make.point("main", 29, {"n": anything, "product": "[1, +oo]?", "i": "[0, 1]"})
    make.point("main", 30, {"n": anything, "product": positive})
    make.point("main", 31, {"n": anything, "product": positive})
    necessary = Necessary(Position(file, 26, 13), "dovetail_any_int", "n >= 13")
    return AnnotatedProgram(
        (file,),
        {file: FACTORIAL},
        direction,
        "all",
        "the end of the program",
        tuple(make.points),
        (
            check(1, file, 13, 9, Class.UNREACHABLE, "assert(f == 0)"),
            check(2, file, 16, 5, Class.POTENTIAL, "assert(f > 0)", [necessary]),
            check(3, file, 30, 5, Class.IMPOSSIBLE, "assert(product != 0)"),
            check(4, file, 30, 5, Class.CERTAIN, "assert(product != 0)"),
        ),
        unreachable=((file, 13), (file, 14)),
        assumptions=(Assumption(NOWHERE, "a write outside of every object ends the run"),),
        seconds=0.25,
        iterations=12,
    )


def large(functions: int = 200, lines: int = 40, variables: int = 12, seed: int = 0) -> AnnotatedProgram:
    """Some 8,000 lines and 10,000 points, many of them with a dozen variables, as a driver has them."""
    chance = random.Random(seed)
    file = "driver.c"
    text: list[str] = []
    states: list[tuple[str, int, State | None, str, bool, str]] = []
    checks: list[ClassifiedCheck] = []
    unreachable: list[tuple[str, int]] = []
    for number in range(functions):
        function = f"handle_request_{number}"
        names = [f"status_{number}", *(f"v{chance.randrange(400)}" for _ in range(variables))]
        state = dict.fromkeys(names, "[-oo, +oo]")
        text += [f"/* Request number {number}. */", f"static int {function}(struct device *device) {{"]
        for index in range(lines - 4):
            name = names[index % len(names)]
            value = chance.randrange(1000)
            line = len(text) + 1
            dead = index in range(20, 24) and number % 3 == 0
            if index % 12 == 11:
                text.append(f"    while ({name} < {value}) {{ {names[0]} = {name} + 1; }}")
                there = None if dead else dict(state)
                states.append((function, line, there, "", True, f"{name} >= 0" if index % 2 else ""))
                states.append((function, line, there, names[0], False, ""))
            else:
                text.append(f'    {name} = read_register(device, {value}, "r{index}"); /* again */')
                states.append((function, line, None if dead else dict(state), "", False, ""))
                if index % 3 == 0 and not dead:
                    states.append((function, line, dict(state), "read_register", False, ""))
            if dead:
                unreachable.append((file, line))
            else:
                state[name] = f"[0, {value}]"
            if index % 7 == 3:
                found = (
                    Class.UNREACHABLE if dead else chance.choice([Class.IMPOSSIBLE] * 9 + [Class.POTENTIAL])
                )
                checks.append(check(len(checks) + 1, file, line, 5, found, f"{name} <= {value}"))
        text += ["    return 0;", "}"]
    source = "\n".join(text) + "\n"
    make = Maker(file, source)
    for function, line, known, at, loop, needs in states:
        make.point(function, line, known, at=at, loop=loop, needs=needs)
    return AnnotatedProgram(
        (file,), {file: source}, "forward", "all", "", tuple(make.points), tuple(checks), tuple(unreachable)
    )
