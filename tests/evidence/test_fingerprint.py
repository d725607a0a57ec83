"""A program has the same fingerprint wherever it lies, and another one as soon as it means something else."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import dovetail
from dovetail.frontend import LoadOptions, load
from dovetail.program.inlining import inline
from dovetail.program.types import DataModel
from dovetail.proofs.fingerprint import fingerprint
from thinned import thinned_rows

PROGRAM = """\
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *malloc(unsigned long);
extern void dovetail_initial(int), dovetail_sometime(int), dovetail_final(int);
struct { int a; struct { short b[2]; } inner; } shared[2] = {{1, {{2, 3}}}};
static const char text[] = "abc";
unsigned counter = 7;
static int step(int x) { struct { int held; } here[2]; here[1].held = x; return here[1].held + text[1]; }
int main(void) {
    int i = 0, n = __VERIFIER_nondet_int();
    int *block = malloc(4);
    *block = 3;
    dovetail_initial(n > 3);
    dovetail_sometime(i == 4);
    while (i < 10 && n != 4) { i += 2; counter = counter / 2; }
    int *p = &shared[1].a;
    if (i > 11 || *p == step(n) - n) reach_error();
    return shared[0].inner.b[1];
}
"""


def of(path: Path, **options: object) -> str:
    return fingerprint(inline(load([path], LoadOptions(**options)).program).program)  # type: ignore[arg-type]


def written(folder: Path, text: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "program.c"
    path.write_text(text)
    return path


def test_it_does_not_depend_on_the_folder(tmp_path: Path) -> None:
    here = of(written(tmp_path / "here", PROGRAM))
    assert here == of(written(tmp_path / "there" / "deeper", PROGRAM))
    assert here == of(written(tmp_path / "here", PROGRAM + "/* a comment */\n"))


@pytest.mark.parametrize(
    ("old", "new"),
    thinned_rows(
        [
            ("i < 10", "i < 11"),
            ("i < 10", "i <= 10"),
            ("i += 2", "i -= 2"),
            ("unsigned counter", "int counter"),
            ("unsigned counter", "unsigned short counter"),
            ("counter = 7", "counter = 8"),
            ('"abc"', '"abd"'),
            ("{2, 3}", "{2, 4}"),
            ("short b[2]", "char b[2]"),
            ("short b[2]", "short b[3]"),
            ("&shared[1].a", "&shared[0].a"),
            ("*block = 3", "*(char *)block = 3"),
            ("*block = 3", "*block = 3; *block = 3"),
            ("malloc(4)", "malloc(8)"),
            ("reach_error()", "{}"),
            ("&& n != 4", "|| n != 4"),
            ("here[1].held = x", "here[0].held = x"),
            ("int x) {", "int x) { x = x * 1;"),
            ("return shared[0].inner.b[1]", "return 3"),
            ("dovetail_sometime(i == 4)", "dovetail_sometime(i == 5)"),
            ("dovetail_sometime(i == 4)", "dovetail_final(i == 4)"),
            ("dovetail_sometime(i == 4);", "dovetail_sometime(i == 4); dovetail_final(1);"),
            ("dovetail_sometime(i == 4);", ";"),
            ("dovetail_initial(n > 3)", "dovetail_initial(n > 4)"),
        ],
        6,
    ),
)
def test_it_depends_on_what_the_program_means(old: str, new: str, tmp_path: Path) -> None:
    assert PROGRAM.count(old) == 1
    changed = written(tmp_path / "changed", PROGRAM.replace(old, new))
    assert of(written(tmp_path, PROGRAM)) != of(changed)


def test_it_depends_on_how_the_program_is_read(tmp_path: Path) -> None:
    path = written(tmp_path, PROGRAM)
    readings = [
        of(path),
        of(path, data_model=DataModel.ILP32),
        of(path, properties=("no-overflow",)),
        of(path, properties=("unreach-call", "no-overflow")),
        of(path, function="main"),
    ]
    assert len(set(readings)) == len(readings)


def test_a_proof_can_be_certified_where_the_program_has_moved(tmp_path: Path) -> None:
    text = "void reach_error(void); struct { int a; } s[2];\n"
    text += "int main(void) { int i = 0; while (i < 9) s[1].a = i++; if (i < 9) reach_error(); return 0; }\n"
    path = written(tmp_path / "here", text)
    result = dovetail.check(path, timeout=20, out=tmp_path / "out")
    assert result.verdict.value == "proved", result.reason
    (proof,) = [found for found in map(Path, result.evidence) if found.name == "certificate.json"]
    there = tmp_path / "there"
    there.mkdir()
    shutil.move(path, there / path.name)
    moved = Path(shutil.copy(proof, there))
    assert dovetail.certify(moved).accepted
    (there / path.name).write_text(text.replace("= i++", "= ++i"))
    assert not dovetail.certify(moved).accepted
