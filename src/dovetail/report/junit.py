"""Units as test cases in JUnit's XML: a unit that is violated fails, one that is not known is skipped."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from dovetail.evidence.project import Finding, Looked, ProjectResult, Standing

_NOT_XML = re.compile("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_SKIPPED = frozenset({Standing.POTENTIAL, Standing.UNKNOWN, Standing.NOT_REACHED, Standing.WITHIN_BOUNDS})


def junit_text(result: ProjectResult) -> bytes:
    return "\n".join(_lines(result)).encode("utf-8", "replace")


def _lines(result: ProjectResult) -> Iterator[str]:
    by_unit: dict[str, list[Finding]] = {}
    for one in result.findings:
        by_unit.setdefault(one.unit, []).append(one)
    by_file: dict[str, list[Looked]] = {}
    for looked in result.units:
        by_file.setdefault(looked.unit.name.rpartition(":")[0] or looked.unit.name, []).append(looked)
    yield '<?xml version="1.0" encoding="UTF-8"?>'
    yield f'<testsuites name="Dovetail" {_counts(result, list(result.units))} time="{result.seconds:.3f}">'
    for file, units in by_file.items():
        seconds = sum(one.seconds for one in units)
        yield f'  <testsuite name={_attribute(file)} {_counts(result, units)} time="{seconds:.3f}">'
        for looked in units:
            yield from _case(looked, file, by_unit.get(looked.unit.name, []), result)
        yield "  </testsuite>"
    yield "</testsuites>"
    yield ""


def _counts(result: ProjectResult, units: list[Looked]) -> str:
    failures = sum(_fails(one, result) for one in units)
    errors = sum(one.standing is Standing.UNREADABLE for one in units)
    skipped = sum(_is_skipped(one, result) for one in units)
    return f'tests="{len(units)}" failures="{failures}" errors="{errors}" skipped="{skipped}"'


def _fails(looked: Looked, result: ProjectResult) -> bool:
    """Is a violation in it that is not known?"""
    new = (one.unit == looked.unit.name and one.standing is Standing.VIOLATED for one in result.new)
    return looked.standing is Standing.VIOLATED and any(new)


def _is_skipped(looked: Looked, result: ProjectResult) -> bool:
    if looked.standing is Standing.VIOLATED:
        return not _fails(looked, result)
    return looked.standing in _SKIPPED and not (
        looked.standing is Standing.WITHIN_BOUNDS and result.accept_bounds
    )


def _case(looked: Looked, file: str, findings: list[Finding], result: ProjectResult) -> Iterator[str]:
    name = looked.unit.function or looked.unit.name.rpartition(":")[2]
    head = f'    <testcase name={_attribute(name)} classname={_attribute(file)} time="{looked.seconds:.3f}"'
    lines = [f"{one.info.position}: {one.info.kind}: {one.sentence}" for one in findings]
    standing = looked.standing.value
    if looked.standing is Standing.UNREADABLE:
        yield f"{head}><error message={_attribute(looked.error)}/></testcase>"
    elif _fails(looked, result):
        failed = [
            line for line, one in zip(lines, findings, strict=True) if one.standing is Standing.VIOLATED
        ]
        text = _text("\n".join(failed))
        yield f"{head}><failure message={_attribute(failed[0])} type={_attribute(standing)}>{text}</failure>"
        yield "    </testcase>"
    elif _is_skipped(looked, result):
        reason = "in the baseline" if looked.standing is Standing.VIOLATED else _why(looked)
        yield f"{head}><skipped message={_attribute(f'{standing}: {reason}')}/></testcase>"
    else:
        yield f"{head}/>"


def _why(looked: Looked) -> str:
    return "" if looked.result is None else looked.result.reason


def _attribute(text: str) -> str:
    return quoteattr(_NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text))


def _text(text: str) -> str:
    return escape(_NOT_XML.sub("\N{REPLACEMENT CHARACTER}", text))
