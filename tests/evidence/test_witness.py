"""Witnesses, held against what they should be, letter by letter."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from dovetail.evidence.violation import Violation, confirm
from dovetail.evidence.witness import correctness_witness, violation_witness
from dovetail.execution.inputs import InputVector
from dovetail.frontend import load
from dovetail.program.cutpoints import cutpoint_graph
from dovetail.program.expressions import FALSE, TRUE, Binary, BinaryOp, Expr, Variable, conjunction, const
from dovetail.program.inlining import inline
from dovetail.program.types import INT, IntType
from dovetail.proofs.certificate import Certificate, Contract
from dovetail.proofs.fingerprint import fingerprint


@pytest.fixture(autouse=True)
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")


def normal(text: str) -> str:
    """The hash and the identity depend on the text of the program: put aside here, looked at elsewhere."""
    lines = []
    for line in text.splitlines():
        for key in ("uuid: ", '"program.c": '):
            if line.lstrip().startswith(key):
                line = line[: line.index(key) + len(key)] + "…"
        lines.append(line)
    return "\n".join(lines) + "\n"


HEAD = """\
- entry_type: "%s"
  metadata:
    format_version: "2.0"
    uuid: …
    creation_time: "2023-11-14T22:13:20Z"
    producer:
      name: "Dovetail"
      version: "0.1.0"
    task:
      input_files:
        - "program.c"
      input_file_hashes:
        "program.c": …
      specification: "CHECK( init(main()), LTL(G ! call(reach_error())) )"
      data_model: "LP64"
      language: "C"
  content:
"""

VIOLATING = """\
extern int __VERIFIER_nondet_int(void);
extern unsigned int __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
    int secret;
    int x = __VERIFIER_nondet_int();
    if (secret == 7 && x < -4 && __VERIFIER_nondet_uint( ) == 4000000000u)
        reach_error();
    return 0;
}
"""
VIOLATION = (
    HEAD % "violation_sequence"
    + """\
    - segment:
        - waypoint:
            type: "assumption"
            action: "follow"
            constraint:
              value: "secret == 7"
              format: "c_expression"
            location:
              file_name: "program.c"
              line: 6
              column: 5
              function: "main"
    - segment:
        - waypoint:
            type: "function_return"
            action: "follow"
            constraint:
              value: "\\\\result == -5"
              format: "acsl_expression"
            location:
              file_name: "program.c"
              line: 6
              column: 35
              function: "main"
    - segment:
        - waypoint:
            type: "function_return"
            action: "follow"
            constraint:
              value: "\\\\result == 4000000000U"
              format: "acsl_expression"
            location:
              file_name: "program.c"
              line: 7
              column: 58
              function: "main"
    - segment:
        - waypoint:
            type: "target"
            action: "follow"
            location:
              file_name: "program.c"
              line: 8
              column: 9
              function: "main"
"""
)


def test_a_violation() -> None:
    Path("program.c").write_text(VIOLATING)
    found = confirm(load(["program.c"]), InputVector((-5, 4000000000), (b"\7",)))
    assert isinstance(found, Violation), found
    assert normal(violation_witness(found)) == VIOLATION


BRANCHING = """\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
    int x = __VERIFIER_nondet_int(), rounds = 0;
    while (rounds < 1)
        rounds++;
    if (x > 3) {
        if (x != 5)
            return 0;
        reach_error();
    }
    if (!x)
        return 1;
    return 0;
}
"""


def test_branches_of_a_violation() -> None:
    """Plain ones, in order, with the way that was taken."""
    Path("program.c").write_text(BRANCHING)
    found = confirm(load(["program.c"]), InputVector((5,)))
    assert isinstance(found, Violation), found
    shown = re.findall(
        r'type: "branching".*?value: "(\w+)".*?line: (\d+)\s+column: (\d+)', violation_witness(found), re.S
    )
    assert shown == [("true", "5", "5"), ("false", "5", "5"), ("true", "7", "5"), ("false", "8", "9")]


LOOPING = """\
extern int __VERIFIER_nondet_int(void);
unsigned g;
int count(int n) {
    int i = 0;
    for (i = 0; i < n; i++)
        g = g + 1u;
    return i;
}
int main(void) {
    int k = count(5);
    int j = count(9);
    while (__VERIFIER_nondet_int())
        k = j;
    return 0;
}
"""
LOOPED = (
    HEAD % "invariant_set"
    + """\
    - invariant:
        type: "loop_invariant"
        location:
          file_name: "program.c"
          line: 5
          column: 5
          function: "count"
        value: "(i <= 5) || ((i <= 9) && (g + 1 != 0))"
        format: "c_expression"
    - invariant:
        type: "loop_invariant"
        location:
          file_name: "program.c"
          line: 12
          column: 5
          function: "main"
        value: "j > 3"
        format: "c_expression"
"""
)


def looping() -> tuple[Certificate, object, object]:
    Path("program.c").write_text(LOOPING)
    loaded = load(["program.c"])
    inlined = inline(loaded.program)
    program = inlined.program
    start = program.procedures[program.entry]
    heads = sorted(cutpoint_graph(start).loop_heads)

    def local(name: str) -> Variable:
        (found,) = [v for v in start.locals if v.name == name]
        return found

    def below(name: str, limit: int) -> Expr:
        return BinaryOp(Binary.LE, local(name), const(INT, limit))

    unsigned = IntType(32, False)
    g = program.globals["g"]
    wrapped = BinaryOp(Binary.NE, BinaryOp(Binary.ADD, g, const(unsigned, 1)), const(unsigned, 0))
    j = local("main#1.j")
    signed = BinaryOp(Binary.GT, BinaryOp(Binary.ADD, j, const(INT, 1)), const(INT, 0))
    dead = BinaryOp(Binary.EQ, local("main#1.k"), const(INT, 0))
    invariants = {
        heads[0]: below("count#1.i", 5),
        heads[1]: conjunction([below("count#2.i", 9), wrapped]),
        heads[2]: conjunction([BinaryOp(Binary.GT, j, const(INT, 3)), signed, dead]),
    }
    contract = Contract(TRUE, TRUE, invariants)
    return Certificate(fingerprint(program), {program.entry: (contract,)}), inlined, loaded


def test_invariants() -> None:
    """One invariant for both copies; signed arithmetic and what is not live are left out."""
    assert normal(correctness_witness(*looping())) == LOOPED  # type: ignore[arg-type]


def test_what_is_known_of_one_copy_only_is_not_said() -> None:
    certificate, inlined, loaded = looping()
    ((entry, (contract,)),) = certificate.contracts.items()
    second = sorted(contract.invariants)[1]
    weaker = Contract(TRUE, TRUE, {**contract.invariants, second: TRUE})
    text = correctness_witness(Certificate("", {entry: (weaker,)}), inlined, loaded)  # type: ignore[arg-type]
    assert 'function: "count"' not in text
    assert 'function: "main"' in text
    unreachable = Contract(TRUE, TRUE, {**contract.invariants, second: FALSE})
    text = correctness_witness(Certificate("", {entry: (unreachable,)}), inlined, loaded)  # type: ignore[arg-type]
    assert 'value: "i <= 5"' in text


def test_the_identity_is_that_of_the_content() -> None:
    certificate, inlined, loaded = looping()
    once = correctness_witness(certificate, inlined, loaded)  # type: ignore[arg-type]
    assert once == correctness_witness(certificate, inlined, loaded)  # type: ignore[arg-type]
    empty = correctness_witness(Certificate("", {}), inlined, loaded)  # type: ignore[arg-type]
    assert once.splitlines()[3] != empty.splitlines()[3]
    assert empty.splitlines()[-1] == "  content: []"
