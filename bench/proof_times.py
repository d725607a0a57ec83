"""How long `bounded` takes to find a proof, and the checker to judge it, in seconds of the processor.

    python bench/proof_times.py --projects FOLDER [--seconds 60] FILE…

A file is a harness with a header as those in `examples/projects` and `bench/proof_programs` have: `files`,
`flags` and `property`, with the names of projects in braces, which are folders in FOLDER. Both parts are done
in this process, one after the other, so that the figures are the same on a machine that has other work.
"""

from __future__ import annotations

import argparse
import re
import time
from pathlib import Path

from dovetail.asking.reading import Reading
from dovetail.evidence.task import Task
from dovetail.frontend.load import Loaded
from dovetail.ledger.ledger import Ledger
from dovetail.program.inlining import inline, prepared
from dovetail.proofs.certificate import from_json
from dovetail.proofs.checker import check
from dovetail.proofs.fingerprint import fingerprint
from dovetail.strategies.bounded.merged_paths import Bounded
from dovetail.strategies.outcome import Budget
from dovetail.verifying.certifying import certificate_document


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--projects", type=Path, default=Path())
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("files", nargs="+", type=Path)
    asked = parser.parse_args()
    print("| program | found | s | judged | s |\n|---|---|---|---|---|", flush=True)
    for path in asked.files:
        print(
            f"| {path.stem} | {' | '.join(_measured(_loaded(path, asked.projects), asked.seconds))} |",
            flush=True,
        )


def _loaded(path: Path, projects: Path) -> Loaded:
    text = path.read_text(errors="replace")
    said = dict(re.findall(r"^// ([\w-]+): *(.*?) *$", text, re.M))

    def words(key: str) -> list[str]:
        return re.sub(r"\{([\w-]+)\}", lambda name: str(projects / name[1]), said.get(key, "")).split()

    properties = [name.strip(",") for name in words("property")] or ["unreach-call"]
    return Reading([path, *words("files")], properties=properties, flags=words("flags")).load()


def _measured(loaded: Loaded, seconds: float) -> list[str]:
    inlined = inline(loaded.program)
    began = time.process_time()
    claims = Bounded(inlined.program, Ledger(inlined.program), Budget(time.monotonic() + seconds)).run()
    found = time.process_time() - began
    document = certificate_document(inlined, Task.of(loaded), claims)
    what = "violated" if claims.violations else "all" if claims.complete else "not all"
    if document is None or claims.violations:
        return [what, f"{found:.2f}", "", ""]
    program = prepared(loaded.program, claims.depth, claims.kept).program
    digest = fingerprint(program)
    certificate = from_json({**document, "program": digest}, program)
    began = time.process_time()
    judgement = check(certificate, program, seconds=seconds, whole=loaded.program, digest=digest)
    judged = time.process_time() - began
    return [what, f"{found:.2f}", "accepted" if judgement.accepted else "not in time", f"{judged:.2f}"]


if __name__ == "__main__":
    main()
