"""Table 1 of the paper on compositional checking with our strategy `summaries`, on the same families.

    python bench/summaries_table.py --root sv-benchmarks/c [--seconds 60] [--only token_ring]

Each program is looked at with its own assertion, and with others at other places: those it has are taken out
and one is put in at the start of a procedure. The strategy works in process, without the cheap tests that
come before it in `dovetail check`; a proof counts only if the checker accepts its certificate, a violation
only if the program is run and fails. The programs are not part of this repository.
"""

from __future__ import annotations

import argparse
import re
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from dovetail.evidence.task import Task
from dovetail.execution.executor import Executor
from dovetail.frontend.load import LoadOptions, load
from dovetail.ledger.ledger import Ledger
from dovetail.program.inlining import inline, prepared
from dovetail.program.types import DataModel
from dovetail.proofs.certificate import from_json
from dovetail.proofs.checker import check
from dovetail.proofs.fingerprint import fingerprint
from dovetail.strategies.model_checking import modelcheck, prove
from dovetail.strategies.outcome import Budget
from dovetail.strategies.summaries.algorithm import Summaries
from dovetail.verifying.certifying import certificate_document

HEAD = (
    *("program", "procedures", "lines", "assertion", "result", "summarised", "pairs", "points"),
    *("posts a pair", "iterations a pair", "refinements", "seconds"),
)
TAIL = "-unreach-call_false-termination.cil.c"


@dataclass(frozen=True)
class Row:
    file: str
    place: str = ""
    """The procedure at whose start there is an assertion; empty for the program's own."""
    assertion: str = ""


ROWS = (
    Row("bist_cell_true"),
    Row("bist_cell_true", "eval", "comp_m1_st >= 0 && comp_m1_st <= 2"),
    Row("bist_cell_true", "update_channels", "z_req_up == 0"),
    Row("pc_sfifo_3_true"),
    Row("pc_sfifo_3_true", "eval", "p_dw_st >= 0 && p_dw_st <= 2"),
    Row("pc_sfifo_3_true", "do_read_c", "c_dr_pc == 0"),
    Row("token_ring.10_true", "eval", "m_st == 0 || m_st == 2"),
    Row("token_ring.10_true", "start_simulation", "m_pc == 0"),
    Row("token_ring.10_true", "transmit1", "t1_pc == 0"),
    Row("token_ring.13_true", "start_simulation", "m_pc == 0"),
    Row("token_ring.13_true", "transmit1", "t1_pc == 0"),
    Row("transmitter.12_false", "eval", "m_st == 0 || m_st == 2"),
    Row("transmitter.12_false", "start_simulation", "m_pc == 0"),
    Row("transmitter.12_false", "transmit1", "t1_pc == 0"),
    Row("transmitter.13_false", "start_simulation", "m_pc == 0"),
    Row("transmitter.13_false", "transmit1", "t1_pc == 0"),
)


def with_assertion(text: str, row: Row) -> str:
    if not row.place:
        return text
    text = re.sub(
        r"__VERIFIER_error\s*\(\s*\)\s*;",
        ";",
        text.replace("extern void __VERIFIER_error()", "extern void unused()"),
    )
    head = re.search(rf"^\w+ {row.place}\([^;{{]*\)\s*\{{", text, re.M)
    if head is None:
        raise SystemExit(f"{row.file} has no procedure {row.place}")
    check = f" if (!({row.assertion})) reach_error();"
    return f"extern void reach_error(void);\n{text[: head.end()]}{check}{text[head.end() :]}"


def measured(row: Row, text: str, seconds: float) -> list[str]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{row.file}.c"
        path.write_text(with_assertion(text, row))
        loaded = load([path], LoadOptions(data_model=DataModel.ILP32))
        inlined = inline(loaded.program)
        budget = Budget(deadline=time.monotonic() + seconds)
        start = time.perf_counter()
        search = Summaries(inlined, Ledger(inlined.program), budget, modelcheck, prove)
        claims = search.run()
        took = time.perf_counter() - start
        verdict = "unknown"
        if any(
            Executor(loaded.program).run(vector).end.check_id == number
            for number, vector in claims.violations.items()
        ):
            verdict = "unsafe"
        elif claims.complete:
            document = certificate_document(inlined, Task.of(loaded), claims)
            program = prepared(loaded.program, claims.depth, claims.kept).program
            assert document is not None
            named = {**document, "program": fingerprint(program)}
            accepted = check(from_json(named, program), program, whole=loaded.program).accepted
            verdict = "safe" if accepted else "REJECTED"
    pairs = search.contracts.pairs
    parts = [pair for pair in pairs if not pair.point]
    refined = [pair for pair in parts if pair.posts] or [None]
    posts = sum(len(pair.posts) for pair in refined if pair) / len(refined)
    iterations = sum(pair.iterations for pair in refined if pair) / len(refined)
    return [
        row.file.removesuffix("_true").removesuffix("_false"),
        str(sum(not one.library for one in loaded.program.procedures.values())),
        str(text.count("\n")),
        f"`{row.place}`: `{row.assertion}`".replace("|", "\\|") if row.place else "its own",
        verdict,
        str(len(search.contracts.names)),
        str(len(parts)),
        str(len(pairs) - len(parts)),
        f"{posts:.1f}",
        f"{iterations:.1f}",
        str(search.refinement.count),
        f"{took:.1f}",
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--root", type=Path, required=True)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    print(f"| {' | '.join(HEAD)} |")
    print("|---" * len(HEAD) + "|")
    for row in ROWS:
        if options.only in row.file:
            text = (options.root / "systemc" / f"{row.file}{TAIL}").read_text()
            print(f"| {' | '.join(measured(row, text, options.seconds))} |", flush=True)


if __name__ == "__main__":
    main()
