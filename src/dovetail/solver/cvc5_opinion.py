"""What cvc5 says of a question that is written in SMT-LIB: a third opinion.

It turns bit-vectors into integers, if a question is about sums and comparisons alone: then invariants that
relate several variables, as those of most loops do, are a matter of linear arithmetic. One circuit, which is
what the others make of them, may be out of reach. Of floats it makes circuits itself, and smaller ones than
Z3 does. About single bits and arrays it has nothing to add, and is not asked.

It says only that there is no solution. What it takes for one is not looked at, so that is no answer here.
"""

from __future__ import annotations

import re

from dovetail.solver.interface import Answer

_AS_INTEGERS = {"solve-bv-as-int": "sum"}
_AS_A_CIRCUIT = {"bv-solver": "bitblast"}
_OF_INTEGERS = frozenset(
    "set-info status unknown declare-fun declare-const assert check-sat let and or not xor ite distinct true "
    "false Bool BitVec bvadd bvsub bvmul bvneg bvule bvult bvuge bvugt bvsle bvslt bvsge bvsgt sign_extend "
    "zero_extend extract concat".split()
)
"""What may stand in a question about sums and comparisons."""
_IS_NO_NAME = re.compile(r";[^\n]*|\|[^|]*\||[?$]x\d+|bv\d+\b")
"""A comment, a quoted symbol, an abbreviation, a number."""
_FLOATS = re.compile(r"\(fp\.|\bto_fp\b")
_DECLARED = re.compile(r"\(declare-fun ([\w.-]+)")
_NAMES = re.compile(rf"{_IS_NO_NAME.pattern}|[A-Za-z][\w.-]*")
MOST = 60_000
"""Characters of a question: of a longer one it does too much before it looks at the clock."""


def opinion(question: str, seconds: float) -> Answer:
    """UNSAT, or UNKNOWN, in about so many seconds. The question has the form that Z3 writes."""
    sums = len(question) <= MOST and is_about_sums(question)
    if not sums and (len(question) > MOST or not _FLOATS.search(question)):
        return Answer.UNKNOWN
    import cvc5

    options = _AS_INTEGERS if sums else _AS_A_CIRCUIT
    solver = cvc5.Solver(cvc5.TermManager())
    said = ""
    try:
        for name, value in {**options, "tlimit-per": str(max(1, round(seconds * 1000)))}.items():
            solver.setOption(name, value)
        parser = cvc5.InputParser(solver)
        parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, f"(set-logic ALL)\n{question}", "question")
        while not (command := parser.nextCommand()).isNull():
            said = command.invoke(solver, parser.getSymbolManager()).strip() or said
    except RuntimeError:  # what it does not know: functions of Z3's own, and combinations of theories
        return Answer.UNKNOWN
    return Answer.UNSAT if said == "unsat" else Answer.UNKNOWN


def is_about_sums(question: str) -> bool:
    """And about comparisons, and nothing else?"""
    declared = set(_DECLARED.findall(question))
    names = {found[0] for found in _NAMES.finditer(question)} - _OF_INTEGERS - declared
    return all(map(_IS_NO_NAME.match, names))
