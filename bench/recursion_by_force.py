"""Random recursive programs with few inputs: the verdict against all of their runs.

Each program reads at most two numbers from a small range, so that the executor can run it on all of them.
A violation that no run shows, or a proof beside a run that violates, is a wrong verdict; a message about a
bug in Dovetail counts as well. `python bench/recursion_by_force.py --count 100 --seed 1`.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from collections import Counter
from itertools import product
from pathlib import Path

import dovetail
from dovetail.execution.ends import EndKind
from dovetail.execution.executor import Executor
from dovetail.execution.inputs import InputVector
from dovetail.frontend.load import load

LOW, HIGH = -1, 6
TYPES = ("int", "int", "int", "unsigned", "signed char", "short", "long long")
MAX_STEPS = 60_000
HEAD = """extern void reach_error(void);
extern void abort(void);
extern void exit(int);
extern int __VERIFIER_nondet_int(void);
"""


class Writer:
    """One random program."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.globals = ["g", "h"][: self.random.randrange(3)]
        self.count = self.random.choice((1, 1, 2, 3))
        self.arity = [self.random.choice((1, 1, 2)) for _ in range(self.count)]
        self.types = [self.random.choice(TYPES) for _ in range(self.count)]
        self.asks = self.random.random() < 0.1

    def pick(self, *options: str) -> str:
        return self.random.choice(options)

    def number(self) -> str:
        return str(self.random.choice((0, 1, 1, 2, 3, 5, -1, 7)))

    def call(self, index: int, n: str, other: str) -> str:
        arguments = [n, other][: self.arity[index]]
        return f"f{index}({', '.join(arguments)})"

    def value(self, names: list[str]) -> str:
        a, b = self.random.choice(names), self.random.choice(names)
        return self.pick(a, a, self.number(), f"{a} + {b}", f"{a} - {self.number()}", f"{a} + 1")

    def condition(self, names: list[str]) -> str:
        a = self.random.choice(names)
        operator = self.pick("==", "!=", "<", "<=", ">", ">=")
        return f"{a} {operator} {self.pick(self.number(), self.random.choice(names))}"

    def body(self, index: int) -> str:
        names = ["n", "m"][: self.arity[index]] + self.globals
        lines = []
        base = self.value(names)
        stop = self.pick("n <= 0", "n <= 0", "n <= 0", "n == 0", "n < 1", "n < 2")
        if self.random.random() < 0.12:
            lines.append(f"if ({self.condition(names)}) reach_error();")
        if self.random.random() < 0.06:
            lines.append(f"if ({self.condition(names)}) {self.pick('exit(0)', 'abort()')};")
        lines.append(f"if ({stop}) return {base};")
        if self.globals and self.random.random() < 0.6:
            g = self.random.choice(self.globals)
            lines.append(f"{g} = {self.value(names)};")
        if self.random.random() < 0.12:
            lines.append("int i = 0; while (i < n) i++;")
        if self.asks:
            lines.append("if (__VERIFIER_nondet_int() == 1) n--;")
        step = self.pick("n - 1", "n - 1", "n - 1", "n - 2", "n / 2")
        first = self.call(self.random.randrange(self.count), step, self.value(names))
        kind = self.random.random()
        if kind < 0.3:
            lines.append(f"return {first};")
        elif kind < 0.7:
            lines.append(f"int r = {first}; return r {self.pick('+', '-')} {self.value([*names, 'r'])};")
        elif kind < 0.85:
            second = self.call(self.random.randrange(self.count), step, self.value(names))
            lines.append(f"int r = {first}; int s = {second}; return r {self.pick('+', '-')} s;")
        else:
            lines.append(
                f"int r = {first}; if ({self.condition([*names, 'r'])}) return {self.number()}; return r;"
            )
        return "\n    ".join(lines)

    def parameters(self, index: int) -> str:
        return ", ".join(f"int {name}" for name in ("n", "m")[: self.arity[index]])

    def text(self) -> str:
        parts = [HEAD, *(f"int {name};\n" for name in self.globals)]
        parts += [f"static {self.types[k]} f{k}({self.parameters(k)});\n" for k in range(self.count)]
        parts += [
            f"static {self.types[k]} f{k}({self.parameters(k)}) {{\n    {self.body(k)}\n}}\n"
            for k in range(self.count)
        ]
        names = ["x", "y", *self.globals]
        call = self.call(self.random.randrange(self.count), "x", "y")
        loop = self.random.random() < 0.15
        check = self.pick(
            f"r == {self.number()}",
            f"r {self.pick('<', '>', '!=')} {self.value(names)}",
            f"r > {self.random.choice((10, 20, 100))}",
            f"r < -{self.random.choice((1, 10, 100))}",
            self.condition([*names, "r"]),
        )
        main = [
            "int x = __VERIFIER_nondet_int(), y = 0;",
            "y = __VERIFIER_nondet_int();" if self.random.random() < 0.6 else "y = 2;",
            f"if (x < {LOW} || x > {HIGH} || y < {LOW} || y > {HIGH}) return 0;",
            f"int r = 0; for (int k = 0; k < 2; k++) r = {call};" if loop else f"int r = {call};",
            f"if ({check}) reach_error();",
            "return 0;",
        ]
        return "".join(parts) + "int main(void) {\n    " + "\n    ".join(main) + "\n}\n"


def by_force(path: Path, asks: bool) -> str:
    """violated, fine, or unclear if some run was too long."""
    executor = Executor(load([path]).program)
    answer = "fine"
    numbers = range(LOW, HIGH + 1)
    # Of the inputs that recursion asks for, the first few: then a clean sheet is no answer.
    vectors = product(numbers, [2], *[(0, 1)] * 6) if asks else product(numbers, numbers)
    for vector in vectors:
        end = executor.run(InputVector(vector), max_steps=MAX_STEPS, record_path=False).end
        if end.kind is EndKind.VIOLATION:
            return "violated"
        if end.kind is EndKind.BUDGET:
            answer = "unclear"
    return "unclear" if asks and answer == "fine" else answer


def attack(count: int, seed: int, timeout: float) -> int:
    wrong = 0
    tally: Counter[tuple[str, str]] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        for number in range(seed, seed + count):
            writer = Writer(number)
            path = Path(folder) / f"p{number}.c"
            path.write_text(writer.text())
            truth = by_force(path, writer.asks)
            result = dovetail.check(path, strategy="dash", timeout=timeout, out=Path(folder) / "out")
            said = result.verdict.value
            tally[truth, said] += 1
            disagree = {("violated", "proved"), ("fine", "violated")}
            if (truth, said) in disagree or result.problems:
                wrong += 1
                print(f"--- {number}: {truth} by force, {said} by Dovetail", *result.problems, sep="\n")
                print(path.read_text())
    for (truth, said), times in sorted(tally.items()):
        print(f"{truth:>9} by force, {said:>9} by Dovetail: {times}")
    return wrong


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--timeout", type=float, default=10)
    options = parser.parse_args()
    sys.exit(1 if attack(options.count, options.seed, options.timeout) else 0)


if __name__ == "__main__":
    main()
