"""`dovetail run` tells what happened, in the user's own terms."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

import dovetail as library
from dovetail.execution.ends import EndKind

EXAMPLES = Path(__file__).parent.parent.parent / "examples"
FIVE = "1,10,1,20,1,30,1,40,1,50,0"

INPUT = "extern int __VERIFIER_nondet_int(void);\nextern void __VERIFIER_assume(int);\n"


def told(result: library.RunResult) -> list[tuple[int, int, str, tuple[str, ...]]]:
    assert result.story is not None
    return [(line.position.line, line.depth, line.text, line.events) for line in result.story.lines]


def test_the_story_of_gcd() -> None:
    result = library.run(EXAMPLES / "gcd.c", inputs=[12, 18])
    lines = told(result)
    assert lines[0][2:] == ("int a = dovetail_any_int();", ("a = 12",))
    assert lines[3][3] == ("calls gcd(a = 12, b = 18)",)
    assert lines[6] == (10, 1, "        b = b - a;", ("b: 18 → 6",))
    assert lines[11][3] == ("returns 6",)
    assert lines[12][1:] == (0, "int d = gcd(a, b);", ("d = 6",))
    assert result.end.kind is EndKind.NORMAL
    assert result.end.exit_code == 0


def test_the_violation_in_ring(dovetail: Callable[..., Result]) -> None:
    result = dovetail("run", EXAMPLES / "ring.c", "--inputs", FIVE)
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert lines[-1].startswith("violated: assertion at ")
    assert lines[-3].split() == ["36", "assert(pop(&ring)", "==", "oldest);", "pop()", "=", "50,", "fails"]
    assert any(line.endswith("ring.numbers[0] = 50") for line in lines)


def test_the_violation_happens_natively_too(dovetail: Callable[..., Result]) -> None:
    result = dovetail("run", EXAMPLES / "ring.c", "--inputs", FIVE, "--native")
    assert result.exit_code == 1
    assert "violated: assertion at " in result.stdout
    assert "ring.c:36" in result.stdout


def test_whether_a_goal_holds_is_told(tmp_path: Path) -> None:
    file = tmp_path / "f.c"
    file.write_text("""#include <dovetail.h>
int main(void) {
    int n = dovetail_any_int(), a[2] = {0, 5};
    while (n > 0) {
        n--;
        dovetail_sometime(a[n] == 5);
    }
    dovetail_final(n == 0);
    return 0;
}
""")
    lines = told(library.run(file, inputs=[2]))
    events = [(line, said[-1]) for line, _, _, said in lines if line in (6, 8)]
    assert events == [(6, "holds"), (6, "does not hold"), (8, "holds")]


@pytest.mark.parametrize(
    ("body", "inputs", "status", "words"),
    [
        ("return __VERIFIER_nondet_int();", "7", 0, "ended normally with exit code 7"),
        ("__VERIFIER_assume(__VERIFIER_nondet_int() > 0);", "0", 3, "an assumption does not hold"),
        ("int *p = 0; *p = 3;", "", 3, "undefined behaviour"),
        ("return 1 / __VERIFIER_nondet_int();", "0", 3, "undefined behaviour"),
        ("while (1) ;", "", 3, "a limit was reached"),
        ('__asm__("mov %%eax, %0" : "=r"(x)); return x;', "", 3, "does not model"),
        ("abort();", "", 3, "ended quietly"),
    ],
)
def test_the_end_is_said_in_words(
    body: str,
    inputs: str,
    status: int,
    words: str,
    dovetail: Callable[..., Result],
    program: Callable[..., Path],
) -> None:
    file = program(f"{INPUT}#include <stdlib.h>\nint main(void) {{ int x = 0; {body} return x; }}\n")
    result = dovetail("run", file, "--inputs", inputs, "--max-steps", "1000", "--property", "unreach-call")
    assert result.exit_code == status, result.output
    assert words in result.stdout.splitlines()[-1]


def test_properties_turn_undefined_behaviour_into_violations(
    dovetail: Callable[..., Result], program: Callable[..., Path]
) -> None:
    file = program("int main(void) { int x = 2147483647; x = x + 1; return 0; }\n")
    assert dovetail("run", file).exit_code == 0
    result = dovetail("run", file, "--property", "no-overflow")
    assert result.exit_code == 1
    assert "overflow" in result.stdout


NAMES = """\
#include <string.h>
struct pair { int one, two; };
static int total;
static int add(int by) { total = total + by; return total; }
int main(void) {
    char text[8];
    struct pair p = {3, 4}, q;
    struct pair *r = &p;
    int *none = 0;
    double half = 0.5;
    strcpy(text, "abc");
    q = p;
    r->two = (int)strlen(text) + add(2);
    half = half / 2;
    return q.one;
}
"""


def test_only_the_users_names_are_shown(program: Callable[..., Path], tmp_path: Path) -> None:
    result = library.run(tmp_path / program(NAMES))
    events = {line: events for line, _, _, events in told(result)}
    assert events[8] == ("r = &p",)
    assert events[9] == ("none = NULL",)
    assert events[10] == ("half = 0.5",)
    assert events[11] == ('text = "abc"',)
    assert events[12] == ("q.one = 3, q.two = 4",)
    assert events[13] == ("add() = 2", "p.two = 5")
    assert events[4] == ("total = 2", "returns 2") or events[4] == ("total: 0 → 2", "returns 2")
    assert events[14] == ("half: 0.5 → 0.25",)
    files = {line.position.file for line in (result.story.lines if result.story else ())}
    assert files == {str(tmp_path / "f.c")}


def test_long_runs_are_cut_in_the_middle(
    dovetail: Callable[..., Result], program: Callable[..., Path]
) -> None:
    file = program("int main(void) {\n    int n = 0;\n    while (n < 500)\n        n++;\n    return 0;\n}\n")
    result = dovetail("run", file)
    lines = result.stdout.splitlines()
    assert len(lines) == 402
    assert "lines left out" in lines[200]
    assert lines[-2].endswith("returns 0")
    assert len(dovetail("run", file, "--all").stdout.splitlines()) == 1 + 2 * 500 + 1 + 1 + 1


def test_quiet_prints_only_the_end(dovetail: Callable[..., Result]) -> None:
    result = dovetail("run", EXAMPLES / "gcd.c", "--inputs", "12,18", "--quiet")
    assert result.stdout == "inputs used: 12, 18\nended normally with exit code 0\n"


def test_json(dovetail: Callable[..., Result], tmp_path: Path) -> None:
    result = dovetail("run", EXAMPLES / "ring.c", "--inputs", FIVE, "--json", "-")
    document = json.loads(result.stdout)
    assert result.exit_code == 1
    assert document["end"]["kind"] == "violation"
    assert document["end"]["line"] == 36
    assert [entry["value"] for entry in document["inputs"]] == [int(number) for number in FIVE.split(",")]
    assert document["story"]["beginning"][0]["events"] == ["ring = all zero"]
    result = dovetail("run", EXAMPLES / "ring.c", "--inputs", FIVE, "--json", "run.json", "--quiet")
    assert json.loads((tmp_path / "run.json").read_text()) == document
    assert result.stdout.splitlines()[-1].startswith("violated")


def test_inputs_from_a_file(dovetail: Callable[..., Result], program: Callable[..., Path]) -> None:
    program('{"values": [12, 18]}', "vector.json")
    result = dovetail("run", EXAMPLES / "gcd.c", "--inputs", "@vector.json", "--quiet")
    assert result.exit_code == 0
    assert "12, 18" in result.stdout


def test_missing_and_surplus_inputs_are_mentioned(dovetail: Callable[..., Result]) -> None:
    result = dovetail("run", EXAMPLES / "gcd.c", "--inputs", "12")
    assert "1 more inputs were asked for than given" in result.stdout
    result = dovetail("run", EXAMPLES / "gcd.c", "--inputs", "12,18,3")
    assert "1 of the inputs given were not asked for" in result.stdout


def test_a_function_as_entry(dovetail: Callable[..., Result], program: Callable[..., Path]) -> None:
    file = program("int twice(int x) {\n    return 2 * x;\n}\nint main(void) { return 0; }\n")
    result = dovetail("run", file, "--function", "twice", "--inputs", "21")
    assert "called with x = 21" in result.stdout
    assert "returns 42" in result.stdout
    assert "__dovetail" not in result.stdout


def test_the_version(dovetail: Callable[..., Result]) -> None:
    assert dovetail("--version").stdout == f"dovetail {library.__version__}\n"
