"""Evidence made by somebody who wants it to be believed, for programs of which it is not true."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from pathlib import Path
from typing import Any

import pytest

import dovetail
from dovetail.evidence.certificate_file import certify
from dovetail.evidence.covering import Covering, is_condition
from dovetail.evidence.replays import ReplayResult, replay
from dovetail.evidence.task import Task
from dovetail.evidence.violation import Violation, confirm
from dovetail.evidence.violation import save as save_violation
from dovetail.execution.ends import EndKind
from dovetail.execution.inputs import InputVector
from dovetail.frontend import InputError, LoadOptions, load
from dovetail.frontend.compile_commands import Build
from dovetail.frontend.probes import STATES, Probing, StateProbe
from dovetail.program.expressions import TRUE
from dovetail.program.inlining import inline
from dovetail.program.ordering import depth_first
from dovetail.program.targets import Place
from dovetail.proofs.certificate import Certificate, Contract
from dovetail.proofs.fingerprint import fingerprint
from evidence.claims import save
from thinned import thinned

WRONG = "#include <assert.h>\nint main(void) { int x = 3; assert(x == 4); return 0; }\n"
RIGHT = WRONG.replace("x == 4", "x == 3")
WITH_HEADER = '#include "three.h"\n' + RIGHT.replace("int x = 3", "int x = THREE")


def empty_certificate(path: Path, task: Task) -> Path:
    """One that says nothing, for what a task makes of its files; beside the file."""
    inlined = inline(task.load(trusted=task.folders).program)
    contracts = {
        name: (Contract(invariants=dict.fromkeys(depth_first(procedure).loop_heads, TRUE)),)
        for name, procedure in inlined.program.procedures.items()
    }
    evidence = path.parent / "certificate.json"
    save(Certificate(fingerprint(inlined.program), contracts), task, inlined, evidence)
    return evidence


def including(*folders: str) -> LoadOptions:
    return LoadOptions(build=Build(tuple(f"-I{folder}" for folder in folders)))


def certified(path: Path, text: str, include: tuple[str, ...] = ()) -> Path:
    path.write_text(text)
    return empty_certificate(path, Task.of(load([path], including(*include))))


def edited(evidence: Path, **changes: Any) -> Path:
    document = json.loads(evidence.read_text())
    evidence.write_text(json.dumps({**document, **changes}))
    return evidence


# ---- header files ------------------------------------------------------------------------------------------


@pytest.fixture
def evil(tmp_path: Path) -> Path:
    folder = tmp_path / "evil"
    folder.mkdir()
    (folder / "assert.h").write_text("#define assert(c) ((void)0)\n")
    return folder


def test_another_assert(evil: Path, tmp_path: Path) -> None:
    """With all hashes as they should be."""
    evidence = certified(tmp_path / "f.c", WRONG, (str(evil),))
    with pytest.raises(InputError, match=r"would be read instead of <assert\.h>"):
        certify(evidence)


@pytest.mark.parametrize("way", ["{}/", "{}/.", "{}/../evil", "{}//"])
def test_another_assert_by_another_way(way: str, evil: Path, tmp_path: Path) -> None:
    evidence = certified(tmp_path / "f.c", WRONG, (str(evil),))
    with pytest.raises(InputError, match=r"would be read instead of <assert\.h>"):
        certify(edited(evidence, flags=[[f"-I{way.format(evil)}"]]))


def test_another_assert_that_the_reader_means(evil: Path, tmp_path: Path) -> None:
    judgement = certify(certified(tmp_path / "f.c", WRONG, (str(evil),)), trusted=(str(evil),))
    assert judgement.accepted
    assert judgement.account is not None and judgement.account.checks == ()
    assert [file.path for file in judgement.account.headers] == [str(evil / "assert.h")]


def test_a_folder_among_those_of_dovetail(evil: Path, tmp_path: Path) -> None:
    """What lies in Dovetail's own folders need not be hashed; what is only named as if it did, must."""
    own = Path(dovetail.__file__).parent / "include"
    way = "/".join([str(own), *[".."] * len(own.parts), str(evil).lstrip("/")])
    path = tmp_path / "f.c"
    path.write_text(WRONG)
    loaded = load([path], including(way))
    assert len(loaded.headers) == 1


def test_a_header_file_that_has_changed(tmp_path: Path) -> None:
    (tmp_path / "three.h").write_text("#define THREE 3\n")
    evidence = certified(tmp_path / "f.c", WITH_HEADER)
    assert certify(evidence).accepted
    (tmp_path / "three.h").write_text("#define THREE 3 /* or so */\n")
    judgement = certify(evidence)
    assert not judgement.accepted
    assert "changed" in judgement.failures[0].text and "three.h" in judgement.failures[0].text


def test_header_files_that_nobody_has_hashed(tmp_path: Path) -> None:
    (tmp_path / "three.h").write_text("#define THREE 3\n")
    evidence = certified(tmp_path / "f.c", WITH_HEADER)
    assert not certify(edited(evidence, headers=[])).accepted
    document = json.loads(evidence.read_text())
    del document["headers"]
    evidence.write_text(json.dumps(document))
    assert not certify(evidence).accepted


@pytest.mark.parametrize(
    "text", ['#pragma GCC system_header\n#include "inner.h"', '# 1 "x" 1 3\n#include "inner.h"']
)
def test_no_header_file_hides(text: str, tmp_path: Path) -> None:
    """Not as one of the system's."""
    (tmp_path / "three.h").write_text(f"{text}\n")
    (tmp_path / "inner.h").write_text("#define THREE 3\n")
    (tmp_path / "f.c").write_text(WITH_HEADER)
    names = [Path(file.path).name for file in load([tmp_path / "f.c"]).headers]
    assert names == ["three.h", "inner.h"]


def test_a_header_file_with_a_backslash(tmp_path: Path) -> None:
    (tmp_path / "a\\b.h").write_text("#define THREE 3\n")
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "b.h").write_text("#define THREE 4\n")
    (tmp_path / "f.c").write_text(WITH_HEADER.replace("three.h", "a\\b.h"))
    read = {file.sha256 for file in load([tmp_path / "f.c"]).headers}
    assert hashlib.sha256(b"#define THREE 3\n").hexdigest() in read


def test_what_was_preprocessed_before(tmp_path: Path) -> None:
    """Its line markers name files that are not there, or that were not read."""
    path = tmp_path / "f.i"
    marked = '# 1 "f.c"\n# 1 "/usr/include/gone.h" 1 3 4\n# 1 "/etc/passwd" 1\n# 2 "f.c" 2\n'
    path.write_text(f"{marked}int main(void) {{ return 0; }}\n")
    loaded = load([path])
    assert (len(loaded.sources), loaded.headers) == (1, ())


def test_what_is_embedded_is_read_too(tmp_path: Path) -> None:
    (tmp_path / "data").write_text("x")
    (tmp_path / "f.c").write_text('char a[] = {\n#embed "data"\n};\nint main(void) { return a[0]; }\n')
    (read,) = load([tmp_path / "f.c"]).headers
    assert read.sha256 == hashlib.sha256(b"x").hexdigest()


def test_a_project_that_has_moved(tmp_path: Path) -> None:
    home = tmp_path / "home"
    (home / "include").mkdir(parents=True)
    (home / "include" / "three.h").write_text("#define THREE 3\n")
    evidence = certified(home / "f.c", WITH_HEADER, (str(home / "include"),))
    assert certify(evidence).accepted
    home.rename(tmp_path / "elsewhere")
    judgement = certify(tmp_path / "elsewhere" / "certificate.json")
    assert judgement.accepted
    assert judgement.account is not None
    assert judgement.account.sources[0].path == str(tmp_path / "elsewhere" / "f.c")


# ---- files -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", thinned(["task.yml", "-stats-file=victim", "@flags", "--", "-"], 2))
def test_a_file_is_a_c_file_whatever_it_is_called(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A task file would name files that nobody has hashed."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "victim").write_text("precious")
    (tmp_path / "flags").write_text("-stats-file=victim")
    evidence = certified(tmp_path / "f.c", RIGHT)
    shutil.copy("f.c", tmp_path / name)
    digest = hashlib.sha256(RIGHT.encode()).hexdigest()
    for path in (name, str(tmp_path / name)):
        judgement = certify(edited(evidence, files=[{"path": path, "sha256": digest}]))
        assert judgement.accepted, judgement.failures
    (tmp_path / name).write_text("input_files: 'f.c'\n")
    digest = hashlib.sha256(b"input_files: 'f.c'\n").hexdigest()
    with pytest.raises(InputError):
        certify(edited(evidence, files=[{"path": name, "sha256": digest}]))
    assert (tmp_path / "victim").read_text() == "precious"


def test_a_property_is_a_name(tmp_path: Path) -> None:
    evidence = certified(tmp_path / "f.c", WRONG)
    prp = tmp_path / "p.prp"
    prp.write_text("CHECK( init(main()), LTL(G ! overflow) )\n")
    for properties in ([str(prp)], [], ["everything"]):
        with pytest.raises(InputError):
            certify(edited(evidence, properties=properties))


def test_a_link_beside_the_evidence_that_leaves(tmp_path: Path) -> None:
    outside, inside = tmp_path / "outside", tmp_path / "inside"
    outside.mkdir()
    inside.mkdir()
    evidence = certified(outside / "f.c", RIGHT).rename(inside / "certificate.json")
    (inside / "f.c").symlink_to(outside / "f.c")
    gone = [{**file, "path": "/nowhere/f.c"} for file in json.loads(evidence.read_text())["files"]]
    with pytest.raises(InputError, match="no such file"):
        certify(edited(evidence, files=gone))


MADE_UP = ["/proc/kmsg", "/proc/self/status", "/sys/kernel/mm/transparent_hugepage/enabled"]
"""Plain files, to the file system."""


@pytest.mark.parametrize("path", ["/dev/zero", "/dev/stdin", "fifo", "folder", "/proc/self/mem", *MADE_UP])
def test_what_is_no_plain_file(path: str, tmp_path: Path) -> None:
    evidence = certified(tmp_path / "f.c", RIGHT)
    os.mkfifo(tmp_path / "fifo")
    (tmp_path / "folder").mkdir()
    where = path if path.startswith("/") else str(tmp_path / path)
    with pytest.raises(InputError):
        certify(edited(evidence, files=[{"path": where, "sha256": "0" * 64}]))
    for read in (certify, replay):
        with pytest.raises(InputError):
            read(Path(where))


def test_names_of_any_length(tmp_path: Path) -> None:
    evidence = certified(tmp_path / "f.c", RIGHT)
    document = json.loads(evidence.read_text())
    for name in ("/" + "a" * 5000, "/tmp/" + "a" * 300, "a" * 300):
        for change in (
            {"files": [{"path": name, "sha256": "0" * 64}]},
            {"flags": [[f"-I{name}"]]},
            {"flags": [["-include", name]]},
        ):
            with pytest.raises(InputError, match="no such f"):
                certify(edited(evidence, **{**document, **change}))
        (tmp_path / "g.c").write_text(f'#include "{name}"\nint main(void) {{ return 0; }}\n')
        for path in (Path(name), tmp_path / "g.c"):
            with pytest.raises(InputError):
                load([path])
        for read in (certify, replay):
            with pytest.raises(InputError, match="no such file"):
                read(Path(name))


def test_a_file_that_is_too_large_is_not_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    evidence = certified(tmp_path / "f.c", RIGHT)
    os.truncate(tmp_path / "f.c", 1 << 32)
    monkeypatch.setattr(os, "read", None)
    with pytest.raises(InputError, match=r"4295 MB is more than Dovetail reads \(20 MB\)"):
        Task.from_json(json.loads(evidence.read_text()), evidence).changed()


def test_a_line_marker_may_name_anything(tmp_path: Path) -> None:
    path = tmp_path / "f.i"
    path.write_text('# 1 "/proc/kmsg"\nint main(void) { int x = 1; return x + 1; }\n')
    assert load([path]).program.files


def test_a_violation_of_another_check(tmp_path: Path) -> None:
    path = tmp_path / "f.c"
    path.write_text(WRONG)
    found = confirm(load([path]), InputVector())
    assert isinstance(found, Violation)
    evidence = save_violation(found, tmp_path, "")[0]
    check_ = json.loads(evidence.read_text())["check"]
    done = replay(edited(evidence, check={**check_, "file": "/etc/passwd", "line": 1}))
    assert (done.check["file"], done.check["line"]) == (str(path), 2)
    for wrong in ({"id": 2}, {"kind": "overflow"}, {"id": True}):
        with pytest.raises(InputError):
            replay(edited(evidence, check={**check_, **wrong}))


TWO = """\
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    assert(x * 0 == 0);
    assert(x != 3);
    return 0;
}
"""


def of_two(folder: Path) -> Path:
    path = folder / "f.c"
    path.write_text(TWO)
    found = confirm(load([path]), InputVector((3,)))
    assert isinstance(found, Violation)
    return save_violation(found, folder, "")[0]


@pytest.mark.parametrize("how", ["", "source", "header"])
def test_what_is_told_is_what_happened(how: str, tmp_path: Path) -> None:
    """Also where something is said to have changed: what fails then is not taken for what is asked about."""
    evidence = of_two(tmp_path)
    document = json.loads(evidence.read_text())
    first = {"id": 1, "line": 5, "description": "assert(x * 0 == 0)"}
    other = {"check": {**document["check"], **first}}
    if how == "source":
        other["files"] = [{**document["files"][0], "sha256": "0" * 64}]
    elif how == "header":
        other["headers"] = [{"path": "/x.h", "sha256": "0" * 64}]
    done = replay(edited(evidence, **other))
    assert not done.reproduced and bool(done.changed) == bool(how)
    where = f"assertion at {tmp_path}/f.c"
    assert f"it did not happen again: {where}:5; {where}:6 failed instead" in done.sentence
    assert done.instead == {"id": 2, "kind": "assertion", "file": f"{tmp_path}/f.c", "line": 6}


def test_a_check_that_has_moved(tmp_path: Path) -> None:
    evidence = of_two(tmp_path)
    (tmp_path / "f.c").write_text(f"/* new */\n{TWO}")
    done = replay(evidence)
    assert done.reproduced and done.changed == (str(tmp_path / "f.c"),)
    assert (done.check["file"], done.check["line"]) == (str(tmp_path / "f.c"), 7)
    # Of two that are alike it is not known which one it was.
    (tmp_path / "f.c").write_text(TWO.replace("x * 0 == 0", "x != 3"))
    assert not replay(evidence).reproduced


def test_what_evidence_says_is_told_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "f.c"
    path.write_text("int main(int n, char **a) {\n    int b[2] = {0, 0}, *p = b;\n    return p[n + 1];\n}\n")
    found = confirm(load([path], LoadOptions(properties=("valid-memsafety",))), InputVector())
    assert isinstance(found, Violation)
    evidence = save_violation(found, tmp_path, "")[0]
    check_ = json.loads(evidence.read_text())["check"]
    lie = "a write\nit happened again: \x1b[2J"
    done = replay(edited(evidence, access=lie))
    assert done.reproduced and 'according to the evidence: "a write it happened' in done.sentence
    moved = replay(edited(evidence, check={**check_, "file": "/usr/lib/f.c"}))
    assert moved.reproduced and moved.check["file"] == str(path)
    strange = {**check_, "file": f"/{lie}", "kind": lie}
    path.write_text(path.read_text() + "\n")
    for one in (done, replay(edited(evidence, check=strange))):
        assert one.sentence.isprintable()
        assert one.account is not None and all(line.isprintable() for line in one.account.lines())
    with pytest.raises(InputError, match="is not the name of a function"):
        replay(edited(evidence, api={"functions": [lie], "init": None}))


# ---- the harness -------------------------------------------------------------------------------------------

NEVER = """\
extern void reach_error(void);
{}
int main(void) {{ int x = 1; {} if (x != 1)
    reach_error(); return 0; }}
"""
"""What stands outside of main, and what inside, of a program that cannot fail."""
CALLED = "movl $1, %edi\\n call __dovetail_at\\n"


def replayed(path: Path, text: str) -> ReplayResult:
    """As if the check in the fourth line had failed."""
    path.write_text(text)
    evidence = path.parent / "violation.json"
    check_ = {"id": 1, "kind": "unreach-call", "file": str(path), "line": 4}
    about = {"properties": ["unreach-call"], "data_model": "LP64", "function": None}
    files = [{"path": str(path), "sha256": hashlib.sha256(text.encode()).hexdigest()}]
    document = {"format": "dovetail-violation", "version": 1, "files": files, **about, "check": check_}
    evidence.write_text(json.dumps({**document, "inputs": {"values": [], "memory": []}}))
    return replay(evidence)


@pytest.mark.parametrize(
    ("outside", "inside"),
    [
        ('void zz(int) __asm__("__dovetail_at");', "zz(1);"),
        ('void zz(int) __asm__("__dovetail_at"); static void (*const q)(int) = zz;', "q(1);"),
        ("#pragma redefine_extname zz __dovetail_at\nvoid zz(int);", "zz(1);"),
        ('static void zz(int) __attribute__((weakref("__dovetail_at")));', "zz(1);"),
        ('static void zz(int) __attribute__((weakref, alias("__dove" "tail_at")));', "zz(1);"),
        ('int zz __asm__("__dovetail_report") = 3;', ""),
        ("", 'extern void zz(int) __asm__("__dovetail_at"); zz(1);'),
        ("", "extern void __dovetail_at(int); __dovetail_at(1);"),
        ("", "__dovetail_at(1);"),
        ("", "void (*__dovetail_at)(int) = 0;"),
        ("enum { __dovetail_at };", ""),
        ("void __asan_load4(void *p) { }", ""),
        ('int zz __attribute__((section("dovetail_objects"))) = 3;', ""),
        ('#pragma clang section data="asan_globals"\nint zz = 3;', ""),
    ],
)
def test_the_harness_has_names_of_its_own(outside: str, inside: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"f\.c:\d+:\d+: .*Dovetail's own; choose another"):
        replayed(tmp_path / "f.c", NEVER.format(outside, inside))


@pytest.mark.parametrize(
    ("label", "complaint"),
    [
        ("reach_error", "declare and call it as reach_error"),
        ("__assert_fail", "declare and call it as __assert_fail"),
        ("a(){__dovetail_at(1);}int/**/b", "is not made of letters"),
    ],
)
def test_labels_of_what_dovetail_knows(label: str, complaint: str, tmp_path: Path) -> None:
    text = NEVER.format(f'void zz(void) __asm__("{label}"); static void (*const q)(void) = zz;', "q();")
    with pytest.raises(InputError, match=complaint):
        replayed(tmp_path / "f.c", text)


@pytest.mark.parametrize(
    ("outside", "inside", "end"),
    [
        (f'__asm__(".section .init_array\\n .quad zz\\n .text\\nzz: {CALLED}");', "", EndKind.NORMAL),
        ('__asm__(".globl __dovetail_at\\n.set __dovetail_at, 0");', "", EndKind.NORMAL),
        ("", f'__asm__("{CALLED}");', EndKind.NORMAL),
        ("", f'__asm__("" "# \\n" "{CALLED}");', EndKind.NORMAL),
        (
            "",
            'if (x == 1) __asm__ volatile("movl $1, %%edi\\n call __dovetail_at" : : : "memory");',
            EndKind.UNSUPPORTED,
        ),
        ("", 'if (x == 1) __asm__("movl $1, %%edi\\n call __dovetail_at" : "=r"(x));', EndKind.UNSUPPORTED),
        ("", 'if (x == 2) __asm__("nop" : "=r"(x)); else x = 1;', EndKind.NORMAL),
        ("", 'if (x == 1) __asm__("ud2");', EndKind.UNDEFINED),
        ('__attribute__((naked)) void zz(void) { __asm__("nop"); }', "zz();", EndKind.NORMAL),
    ],
)
def test_no_assembly_of_the_user_is_run(outside: str, inside: str, end: EndKind, tmp_path: Path) -> None:
    """What it does in the Program it does natively, and nothing else."""
    done = replayed(tmp_path / "f.c", NEVER.format(outside, inside))
    assert (done.reproduced, done.end.kind) == (False, end)


def test_no_file_gets_into_a_program_by_assembly(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("x")
    text = f'__asm__(".data\\n.globl zz\\nzz: .incbin \\"{tmp_path}/secret\\"\\n.text");'
    path = tmp_path / "f.c"
    path.write_text(NEVER.format(text, ""))
    assert "incbin" not in "".join(load([path]).native.units)


def test_assembly_in_a_strange_form_is_not_read(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"f\.c:3:29: inline assembly in this form"):
        replayed(tmp_path / "f.c", NEVER.format("", '__asm__(R"x("" : )x" : "=r"(x) : "0"(x));'))


# ---- the checker -------------------------------------------------------------------------------------------

LIKE_A_RESULT = """\
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int result;
int f(int n) {
    if (n > 0) return f(n - 1);
    result = __VERIFIER_nondet_int();
    return __VERIFIER_nondet_int();
}
int main(void) { int r = f(3); assert(r == result); return 0; }
"""
LIKE_A_CALL = """\
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int g;
void set(int v) { g = v; }
int get(void) { return g; }
void call1(int n) {
    int g = __VERIFIER_nondet_int();
    while (n > 0) {
        call1(n - 1);
        assert(get() == g);
        n--;
    }
    set(__VERIFIER_nondet_int());
}
int main(void) { call1(3); return 0; }
"""
LIKE_AN_INPUT = """\
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int input1, input2, start, wild, base;
int call1(void) { return __VERIFIER_nondet_int(); }
int main(void) {
    while (__VERIFIER_nondet_int()) {
        input1 = __VERIFIER_nondet_int();
        start = call1();
        assert(input1 == start || input2 == start || wild == start || base == start);
    }
    return 0;
}
"""


@pytest.mark.parametrize("text", [LIKE_A_RESULT, LIKE_A_CALL, LIKE_AN_INPUT], ids=["result", "call", "input"])
def test_names_of_the_program_are_not_those_of_symbols(text: str, tmp_path: Path) -> None:
    """Two symbols of one name would be equal."""
    judgement = certify(certified(tmp_path / "f.c", text))
    assert not judgement.accepted and not judgement.proved


# ---- targets of tests --------------------------------------------------------------------------------------

STEPS = """\
int main(void) {
    int x = 0;
    if (x == 1)
        x = 2;
    x = 3;
    return x;
}
"""


@pytest.mark.parametrize(
    ("text", "fine"),
    [
        ("1", True),
        ("x >= 3 && !(y < (-2147483647 - 1))", True),
        ("(x) == 0x1fULL || c == 'a' || d < .5e-3", True),
        ("s.f[2] & ~1u", True),
        ("", False),
        ("x = 3", False),
        ("x += 3", False),
        ("x++", False),
        ("--x", False),
        ("f(x)", False),
        ("f (x)", False),
        ("1)), x = 3, ((1", False),
        ("1); x = 3; (1", False),
        ("({ x = 3; 1; })", False),
        ("x, y", False),
        ('"text"', False),
        ("x /* comment", False),
        ("x // comment", False),
        ("x\\\n", False),
        ("#x", False),
    ],
)
def test_what_is_put_into_a_program_is_a_condition(text: str, fine: bool) -> None:
    assert is_condition(text) == fine


def test_a_probe_stands_before_a_statement(tmp_path: Path) -> None:
    """Anywhere else it could change what the program does: `if (x == 1) probe; x = 2;`."""
    path = tmp_path / "f.c"
    path.write_text(STEPS)
    nodes = load([path], LoadOptions(probing=Probing("nodes"))).targets
    inner = next(info for info in nodes if info.what == "x = 2")
    assert inner.place is not None and not inner.place.simple

    def loaded(place: Place) -> int:
        probe = StateProbe(place, "1", "here")
        return len(load([path], LoadOptions(probing=Probing(STATES, (probe,)))).targets)

    place = inner.place
    assert loaded(place) == 1
    for wrong in (
        Place(place.unit, place.row, place.before, True, True),
        Place(place.unit, place.row, place.before + 1, False, True),
        Place(place.unit, place.row + 100, 0, True, True),
        Place(place.unit, -1, 0, True, True),
    ):
        with pytest.raises(InputError):
            loaded(wrong)


def test_targets_that_are_not_there(tmp_path: Path) -> None:
    path = tmp_path / "f.c"
    path.write_text(STEPS)
    loaded = load([path], LoadOptions(probing=Probing("branches")))
    with pytest.raises(ValueError, match="no target 99"):
        Covering("branches", (1, 99)).program(loaded)
    for document in (
        {"criterion": "branches", "targets": [], "optional": False},
        {"criterion": "branches", "targets": [1, 1], "optional": False},
        {"criterion": "paths", "targets": [1, 2], "optional": False, "paths": [[1], [1, 2]]},
        {"criterion": "branches", "targets": [1], "optional": False, "paths": [[1]]},
    ):
        with pytest.raises(ValueError, match="covered"):
            Covering.from_json(document)


def test_a_certificate_about_tests_says_so(tmp_path: Path) -> None:
    path = tmp_path / "f.c"
    path.write_text(WRONG.replace("assert(x == 4)", "if (x == 5) x = 0; assert(x == 4)"))
    evidence = empty_certificate(path, Task.of(load([path]), covering=Covering("branches", (1,))))
    judgement = certify(evidence)
    assert judgement.accepted and judgement.account is not None
    assert judgement.account.about_tests == "the targets 1 of branches, not the program's own checks"


def test_what_a_certificate_about_states_proves_is_what_it_says(tmp_path: Path) -> None:
    """Whatever the file calls it, and wherever it says that it is."""
    path = tmp_path / "f.c"
    path.write_text(STEPS)
    nodes = load([path], LoadOptions(probing=Probing("nodes"))).targets
    place = next(info.place for info in nodes if info.what == "return x")
    assert place is not None
    covering = Covering(STATES, (1,), (StateProbe(place, "x == 9", "x == 9"),))
    evidence = empty_certificate(path, Task.of(load([path]), covering=covering))
    (state,) = json.loads(evidence.read_text())["covering"]["states"]
    lies = {"what": "x == 3\n  checks  #1", "file": "/etc/passwd", "line": -5, "column": 1, "function": "f"}
    state = {**state, "condition": "x\n== 9", **lies}
    judgement = certify(edited(evidence, covering={**covering.to_json(), "states": [state]}))
    assert judgement.accepted and judgement.account is not None
    (said,) = judgement.account.checks
    assert (str(said.position), said.procedure, said.description) == (f"{path}:6:5", "main", "x == 9")
    with pytest.raises(InputError, match="no statement stands at"):
        certify(edited(evidence, covering={**covering.to_json(), "states": [{**state, "unit": 1}]}))
