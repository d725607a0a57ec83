"""Comments and blank lines that come and go: nothing is read again, and all is told with the lines of now."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import dovetail
from dovetail.evidence.project import Source, Standing
from dovetail.frontend.clang import preprocess
from dovetail.frontend.compile_commands import Build
from dovetail.program.types import DataModel
from dovetail.projects.line_shapes import NotMoved, moved, shape_of
from dovetail.projects.survey import Survey, recalled, surveyed, text_of, to_keep
from projects.building import build
from projects.test_project import project, standings

HEADER = "#define LIMIT 10\n"
TEXT = (
    '#include <assert.h>\n#include "a.h"\n'
    "int loop(unsigned n) {\n"
    "    unsigned i = 0;\n"
    "    while (i < n && i < LIMIT)\n"
    "        i++;\n"
    "    assert(i <= LIMIT);\n"
    "    return (int)i;\n"
    "}\n"
    "int wrong(int x) { assert(x != 7); return x; }\n"
)


def _shape(folder: Path, text: str, header: str = HEADER) -> tuple[str, object]:
    (folder / "a.h").write_text(header)
    (folder / "a.c").write_text(text)
    found = shape_of("", [("gnu11", preprocess(folder / "a.c", DataModel.LP64))])
    return found.key, found.runs


@pytest.mark.parametrize(
    ("old", "new", "same"),
    [
        ("int loop", "/* a comment\n   of two lines */\nint loop", True),
        ("int loop", "\n\n\n// one line\nint loop", True),
        ("    unsigned i", "    // said before\n\n    unsigned i", True),
        ("    unsigned i", "     unsigned i", False),
        ("i++;", "i++; /* why */", False),
        ("i++;", "/* why */ i++;", False),
        ("i <= LIMIT", "i <= 10", False),
        ("unsigned i = 0", "unsigned i = __LINE__", False),
        ("int loop", "#if 0\nint gone;\n#endif\nint loop", False),
        ("int loop", "#define LONGER 3\nint loop", False),
        ("assert(i <= LIMIT)", "assert(i <=\n        LIMIT)", False),
    ],
)
def test_what_has_the_same_shape(old: str, new: str, same: bool, tmp_path: Path) -> None:
    before, runs = _shape(tmp_path, TEXT)
    now, runs_now = _shape(tmp_path, TEXT.replace(old, new, 1))
    assert (before == now) is same
    if same:
        lines = moved([runs], [runs_now])  # type: ignore[list-item]
        file = str(tmp_path / "a.c")
        by = TEXT.replace(old, new, 1).splitlines().index("    assert(i <= LIMIT);") + 1
        assert lines[file, 7] == by and lines[file, 1 if (file, 1) in lines else 7]


def test_a_line_number_that_is_a_value_is_part_of_it(tmp_path: Path) -> None:
    text = TEXT.replace("return (int)i", "return (int)i + __LINE__")
    assert _shape(tmp_path, text)[0] != _shape(tmp_path, "\n" + text)[0]


def test_who_says_what_a_failed_assertion_does_looks_at_its_line(tmp_path: Path) -> None:
    text = TEXT + "void __assert_fail(const char *a, const char *b, unsigned line, const char *c) { }\n"
    assert _shape(tmp_path, TEXT)[0] and not _shape(tmp_path, text)[0]


def test_a_file_on_other_lines_need_not_be_parsed(tmp_path: Path) -> None:
    """Also if it has variables of header files, which stand on no line of its own."""
    text = TEXT + "int told(void) { return known; }\n"
    made, path = (
        Build((), build(tmp_path, {"a.h": HEADER + "int known = 3;\n", "a.c": text})),
        tmp_path / "a.c",
    )
    before = Survey(path, text_of(path, made, None), surveyed(path, made, None))
    path.write_text("// new\n\n" + text)
    now = text_of(path, made, None)
    assert now.key != before.text.key
    known = json.loads(json.dumps(to_keep(before)))
    found = recalled(path, now, known.get)
    assert found is not None and any(one.name == "known" for one in found)
    assert [(one.name, one.line) for one in found] == [
        (one.name, one.line) for one in surveyed(path, made, None)
    ]


def test_nobody_knows_where_it_is() -> None:
    with pytest.raises(NotMoved):
        moved([(("a.c", 1, 1), ("a.c", 1, 1))], [(("a.c", 1, 1), ("a.c", 5, 1))])


def test_a_comment_costs_nothing(tmp_path: Path) -> None:
    folder = build(tmp_path / "p", {"a.h": HEADER, "a.c": TEXT})
    first = project(folder, strategy="induction")
    assert standings(first) == {"a.c:loop": Standing.PROVED, "a.c:wrong": Standing.VIOLATED}
    flows = {one.unit.name: one.result.flow for one in first.units if one.result is not None}
    (folder / "a.c").write_text("/* new */\n" + TEXT.replace("    while", "    // a loop\n    while"))
    (folder / "a.h").write_text("// limits\n" + HEADER)
    now = project(folder, recheck=True, strategy="induction")
    by_name = {one.unit.name: one for one in now.units}
    loop, wrong = by_name["a.c:loop"], by_name["a.c:wrong"]
    assert standings(now) == standings(first) and not now.problems
    assert loop.source is wrong.source is Source.SAME and loop.rechecked
    assert loop.result is not None and wrong.result is not None
    assert {one.check.position.line for one in loop.result.checks} == {9}
    for one in (loop.result, wrong.result):
        before = flows[f"a.c:{one.entry}"]
        assert before is not None and one.flow is not None and before.ways == one.flow.ways
        lines = [[part.lines for part in flow.procedures[0].blocks] for flow in (before, one.flow)]
        assert lines[0] != lines[1] and [len(part) for part in lines[0]] == [len(part) for part in lines[1]]
        assert {two[0] - old[0] for old, two in zip(*lines, strict=True) if old} <= {1, 2}
    certificate, witness = loop.result.evidence
    assert dovetail.certify(certificate).accepted
    text = Path(witness).read_text()
    assert "          line: 7\n" in text  # the loop, which stood on the fifth
    assert wrong.rechecked and wrong.result.checks[0].check.position.line == 12
    evidence = {Path(path).name: Path(path).read_text() for path in wrong.result.evidence}
    a_line = "12  int wrong(int x) { assert(x != 7); return x; }"
    assert evidence["trace.txt"].startswith(a_line) and "a.c:12:" in evidence["trace.txt"]
    assert "a.c:12:" in evidence["harness.c"] and "              line: 12\n" in evidence["witness.yml"]
    assert not any("a.c:10" in one for one in evidence.values())
    violation = next(path for path in wrong.result.evidence if path.endswith("violation.json"))
    assert dovetail.replay(violation).reproduced
    assert (
        dovetail.validate(Path(violation).with_name("witness.yml"), folder / "a.c").standing.value
        == "accepted"
    )
    assert standings(project(folder, strategy="induction")) == standings(first)
