"""A build of every kind of unit, made by hand."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from dovetail.evidence.flow import Flow, ProcedureFlow, Reach, Share, ShownBlock, ShownWay
from dovetail.evidence.project import Looked, ProjectResult, Source, Standing, Unit, UnitKind, findings
from dovetail.evidence.verdicts import CheckResult, CheckVerdict, Verdict
from dovetail.program.automata import Assumption
from dovetail.program.position import NOWHERE, Position
from dovetail.program.statements import CheckInfo

NASTY = "</script><img src=x onerror=alert(1)> \x1b[31m & \"quoted\" 'too' ]]> \u202e"
TEXT = (
    "#include <assert.h>\n\nint f(int x) {\n    assert(x != 7);\n    while (x > 0) x--;\n    return x;\n}\n"
)


def build_of(folder: Path, more: int = 0) -> ProjectResult:
    """With so many units more, which are proved."""
    path = folder / "a.c"
    path.write_text(TEXT)
    units = [
        _looked(path, "violated", Verdict.VIOLATED, evidence=_violation(folder, path)),
        _looked(path, "potential", Verdict.UNKNOWN, "potential: needs readable(p, 4)"),
        _looked(path, "unknown", Verdict.UNKNOWN, f"nobody knows: {NASTY}"),
        _looked(path, "proved", Verdict.PROVED, evidence=_proof(folder, path), source=Source.KEPT),
        Looked(Unit("a.c:wrong", UnitKind.FUNCTION, (path,), "wrong", 3), None, f"a.c:3: {NASTY}"),
        Looked(Unit("a.c:late", UnitKind.FUNCTION, (path,), "late", 3), None),
    ]
    units += [_looked(path, f"proved_{number}", Verdict.PROVED) for number in range(more)]
    found = tuple(one for each in units for one in findings(each, folder, {}))
    before = {f"a.c:{name}": "proved" for name in ("violated", "potential", "unknown", "proved")}
    result = ProjectResult(folder, folder, ("unreach-call",), tuple(units), found)
    return replace(result, seconds=1.5, notes=("a note",), before=before, reading=("--flag=-DX=a b",))


def _looked(
    path: Path,
    name: str,
    verdict: Verdict,
    reason: str = "",
    evidence: Path | None = None,
    source: Source = Source.SEARCHED,
) -> Looked:
    info = CheckInfo(1, "assertion", Position(str(path), 4, 5), name, "assert(x != 7)")
    said = None if evidence is None else str(evidence)
    check = CheckVerdict(info, verdict, reason, said, "bounded", ("3 facts of induction",))
    result = CheckResult(
        *((str(path),), "LP64", ("unreach-call",), name, "auto", 0, (check,)),
        assumptions=(Assumption(NOWHERE, "malloc always finds memory"),),
        evidence=() if evidence is None else (said or "", str(evidence.with_name("witness.yml"))),
        reason=reason,
        flow=_flow(path, name, verdict),
    )
    unit = Unit(f"a.c:{name}", UnitKind.FUNCTION, (path,), name, 3, 80)
    standing = Looked(unit, result, source=source, seconds=1.0)
    assert standing.standing in Standing
    return standing


def _flow(path: Path, name: str, verdict: Verdict) -> Flow:
    """A loop behind an assertion, which fails or not."""
    fails = Reach.TAKEN if verdict is Verdict.VIOLATED else Reach.EXCLUDED
    open_ = fails if verdict is not Verdict.UNKNOWN else Reach.OPEN
    taken = Reach.TAKEN
    blocks = (
        ShownBlock("", taken, (4,), ()),
        ShownBlock("", open_, (4,), (1,)),
        ShownBlock("loop", taken, (5,), ()),
        ShownBlock("", taken, (5,), ()),
        ShownBlock("exit", taken, (), ()),
    )
    ways = [(0, 1, open_), (0, 2, taken), (2, 3, taken), (3, 2, taken), (2, 4, taken)]
    counted = Share(5, sum(one[2] is taken for one in ways), sum(one[2] is Reach.EXCLUDED for one in ways))
    between = tuple(ShownWay(*one) for one in ways)
    own = ProcedureFlow(name, str(path), 3, Share(3, 2, 0), counted, blocks, between)
    large = ProcedureFlow("large", str(path), 3, Share(900, 1, 0), Share(1200, 1, 0), (), ())
    return Flow((own, large), proved=verdict is Verdict.PROVED)


def _violation(folder: Path, path: Path) -> Path:
    home = folder / "check-1"
    home.mkdir(exist_ok=True)
    lines = [
        [str(path), 3, 0, "int f(int x) {", ["called with x = 7, y = NULL"]],
        [str(path), 4, 0, "assert(x != 7);", ["x: 7 → 8", "fails"]],
    ]
    (home / "story.json").write_text(json.dumps({"lines": lines, "left_out": [2, 0]}))
    (home / "violation.json").write_text(json.dumps({"inputs": {"values": [7, -1]}}))
    (home / "heap.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="50" viewBox="0 0 90 50">'
        '<circle cx="30" cy="20" r="9"/><text x="30" y="45">next</text></svg>'
    )
    return home / "violation.json"


def _proof(folder: Path, path: Path) -> Path:
    home = folder / "proof"
    home.mkdir(exist_ok=True)
    (home / "certificate.json").write_text("{}")
    (home / "witness.yml").write_text(
        '- entry_type: "invariant_set"\n  content:\n    - invariant:\n        type: "loop_invariant"\n'
        f'        location:\n          file_name: "{path}"\n          line: 5\n          column: 5\n'
        '        value: "x >= 0 && x <= 10"\n        format: "c_expression"\n'
    )
    return home / "certificate.json"
