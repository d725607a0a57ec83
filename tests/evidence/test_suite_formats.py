"""The formats of suites, as other tools see them: built, run and validated."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import pytest

import dovetail
from dovetail.evidence.suite import Ending, Suite

HEAD = "extern int __VERIFIER_nondet_int(void);\nextern void __VERIFIER_assume(int);\nvoid abort(void);\n"
ENDINGS = f"""#include <assert.h>
{HEAD}extern double __VERIFIER_nondet_double(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern long long other(int);
int main(void) {{
    int x = __VERIFIER_nondet_int();
    double d = __VERIFIER_nondet_double();
    if (x == 1000 && d > 2.5) assert(x != 1000);
    if (x == 2000) abort();
    if (x == 3000) __VERIFIER_assume(d > 0.5);
    if (x == 4000) *(int *)0 = 1;
    if (x == 5000) for (;;) ;
    if (x == 6000) return other(x) > 1234567890123LL ? 7 : 8;
    if (__VERIFIER_nondet_uchar() == 200) return -1;
    return 300;
}}
"""
needs_cmake = pytest.mark.skipif(
    not (shutil.which("cmake") and shutil.which("cc")),
    reason="there is no cmake, or no compiler of the system's",
)


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="module")
def endings(tmp_path_factory: pytest.TempPathFactory) -> Suite:
    """The suite of ENDINGS, which nobody may change."""
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(tmp_path_factory.mktemp("endings"))
        suite = suite_of(ENDINGS, timeout=300)
        folder = Path.cwd()
    absolute = {name: tuple(str(folder / path) for path in paths) for name, paths in suite.written.items()}
    return replace(suite, written=absolute)


def suite_of(text: str, *, timeout: float, function: str | None = None, model: str | None = None) -> Suite:
    Path("program.c").write_text(text)
    formats = ["json", "ctest", "testcomp"]
    return dovetail.test("program.c", formats=formats, timeout=timeout, function=function, data_model=model)


def run_ctest(suite: Suite, *options: str, **environment: str) -> dict[str, str]:
    """The outcome of each test, by its name."""
    folder = str(Path(suite.written["ctest"][0]).parent.absolute())
    env = {**os.environ, **environment}
    for command in (["cmake", "-S", folder, "-B", "build", *options], ["cmake", "--build", "build"]):
        done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
    command = ["ctest", "--test-dir", "build", "--output-on-failure"]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    found = re.findall(r"Test\s+#\d+: (\S+) \.*\s*(\*\*\*)?\s*([A-Z]\w+)", done.stdout)
    assert found, done.stdout + done.stderr
    return {name: outcome for name, _, outcome in found}


@pytest.mark.slow
@needs_cmake
@pytest.mark.parametrize("compiler", ["gcc", "clang"])
def test_a_project_builds_and_its_tests_pass(compiler: str, endings: Suite) -> None:
    if shutil.which(compiler) is None:
        pytest.skip(f"there is no {compiler}")
    found = {test.outcome.ending for test in endings.tests}
    assert found == {Ending.RETURNS, Ending.STOPS, Ending.FAULTS, Ending.ENDLESS, Ending.VIOLATION}
    outcomes = run_ctest(endings, CC=compiler)
    assert outcomes == {f"test-{test.number}": "Passed" for test in endings.tests}


@pytest.mark.slow
@needs_cmake
def test_a_program_that_has_changed_fails_its_tests(endings: Suite) -> None:
    text = ENDINGS
    for old, new in {"return 300": "return 301", "assert(x != 1000)": "x++", "abort();": ";"}.items():
        text = text.replace(old, new)
    Path("program.c").write_text(text)
    outcomes = run_ctest(endings, f"-DPROGRAM_DIR={Path.cwd()}")
    expected = {f"test-{test.number}": test.outcome for test in endings.tests}
    assert set(outcomes.values()) == {"Passed", "Failed"}
    for name, outcome in outcomes.items():
        if outcome == "Failed":
            assert expected[name].ending in (Ending.RETURNS, Ending.STOPS, Ending.VIOLATION)


@pytest.mark.slow
@needs_cmake
def test_a_function_of_a_library_with_pointers() -> None:
    text = """struct list { int value; struct list *next; };
int sum(struct list *a, struct list *b) {
    if (!a) return -1;
    if (a == b) return -2;
    if (a->value == 77 && a->next && a->next->value == 5) return 1;
    return b && b->value < a->value ? 2 : 3;
}
"""
    suite = suite_of(text, function="sum", timeout=300)
    assert suite.complete and len(suite.targets) == 8
    assert not suite.left_out.get("ctest")
    assert set(suite.left_out["testcomp"]) == {test.number for test in suite.tests}
    assert any(any(map(any, test.vector.memory)) for test in suite.tests)
    assert set(run_ctest(suite).values()) == {"Passed"}


@pytest.mark.slow
@needs_cmake
def test_inputs_through_the_header() -> None:
    text = """#include "dovetail.h"
int main(void) {
    long long x = dovetail_any_longlong();
    dovetail_assume(x != 17);
    if (x == 123456789012345) return 4;
    dovetail_always(x != 99);
    return dovetail_any_double() > 1.5 ? 2 : 3;
}
"""
    suite = suite_of(text, timeout=300)
    assert suite.complete
    assert set(run_ctest(suite).values()) == {"Passed"}


@pytest.mark.slow
@needs_cmake
def test_a_program_for_32_bits() -> None:
    probe = subprocess.run(
        ["cc", "-m32", "-x", "c", "-", "-o", "probe"],
        input=b"#include <stdio.h>\nint main(void) { return 0; }",
        capture_output=True,
        check=False,
    )
    if probe.returncode != 0:
        pytest.skip("the system's compiler cannot build for 32 bits")
    text = f"{HEAD}int main(void) {{ return __VERIFIER_nondet_int() > 3 ? sizeof(long) : 9; }}\n"
    suite = suite_of(text, timeout=300, model="ILP32")
    assert {test.outcome.exit_code for test in suite.tests} == {4, 9}
    assert set(run_ctest(suite).values()) == {"Passed"}


def test_what_a_format_cannot_express_is_left_out_of_it_only() -> None:
    text = f"""{HEAD}int main(void) {{
    int x;
    if (x == 5) return 1;
    return 2;
}}
"""
    suite = suite_of(text, timeout=300)
    assert suite.complete
    number = next(test.number for test in suite.tests if test.outcome.exit_code == 1)
    assert "uninitialised memory holds (x)" in suite.left_out["ctest"][number]
    assert "uninitialised memory holds (x)" in suite.left_out["testcomp"][number]
    names = [Path(path).name for path in suite.written["testcomp"]]
    assert f"testcase-{number}.xml" not in names and "metadata.xml" in names
    assert len(suite.tests) == 2


# ---- Test-Comp ---------------------------------------------------------------------------------------------

METADATA = [
    *("sourcecodelang", "producer", "specification", "programfile", "programhash", "entryfunction"),
    *("architecture", "inputtestsuitefile*", "inputtestsuitehash*", "creationtime"),
]
"""The children of <test-metadata>, in the order that the format prescribes."""


def dtd_of(root: str) -> str:
    """The facts of the format, version 1.1, as a document type definition."""
    if root == "test-metadata":
        names = [name.rstrip("*") for name in METADATA]
        return "\n".join(
            [
                f"<!ELEMENT test-metadata ({', '.join(METADATA)})>",
                *(f"<!ELEMENT {name} (#PCDATA)>" for name in names),
            ]
        )
    return "\n".join(
        [
            "<!ELEMENT testcase (input*)>",
            '<!ATTLIST testcase coversError (true|false) "false">',
            "<!ELEMENT input (#PCDATA)>",
            '<!ATTLIST input type CDATA "" variable CDATA "">',
        ]
    )


def complaints(path: Path) -> Iterator[str]:
    """What is wrong with a file, by the definition; with xmllint where there is one, too."""
    text = path.read_text()
    tree = ElementTree.fromstring(text)
    kind = tree.tag
    doctype = re.search(r'<!DOCTYPE (\S+) PUBLIC "([^"]+)" "([^"]+)">', text)
    if doctype is None:
        yield "no document type"
    else:
        public = f"+//IDN sosy-lab.org//DTD test-format {kind} 1.1//EN"
        system = f"https://sosy-lab.org/test-format/{kind}-1.1.dtd"
        if doctype.groups() != (kind, public, system):
            yield f"the document type is {doctype.groups()}"
    children = [child.tag for child in tree]
    if kind == "test-metadata":
        pattern = "".join(f"(?:{name.rstrip('*')} ){'*' if '*' in name else ''}" for name in METADATA)
        if not re.fullmatch(pattern, "".join(f"{name} " for name in children)):
            yield f"the children are {children}"
        if tree.attrib:
            yield f"attributes: {tree.attrib}"
    elif kind == "testcase":
        if set(children) - {"input"} or set(tree.attrib) - {"coversError"}:
            yield f"children {children}, attributes {tree.attrib}"
        if tree.get("coversError", "false") not in ("true", "false"):
            yield "coversError is neither true nor false"
        for child in tree:
            if set(child.attrib) - {"type", "variable"} or len(child):
                yield f"an input with {child.attrib}"
    else:
        yield f"the root is {kind}"
    if any(len(grandchild) for grandchild in tree):
        yield "elements inside of elements that hold text"
    if shutil.which("xmllint"):
        Path("format.dtd").write_text(dtd_of(kind))
        command = ["xmllint", "--noout", "--nonet", "--dtdvalid", "format.dtd", str(path)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode != 0:
            yield done.stderr


def test_a_testcomp_suite_is_valid(endings: Suite) -> None:
    suite = endings
    for path in map(Path, suite.written["testcomp"]):
        assert list(complaints(path)) == []
    metadata = ElementTree.parse(suite.written["testcomp"][0]).getroot()
    assert metadata.findtext("architecture") == "64bit"
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", metadata.findtext("creationtime") or "")
    tests = {int(re.sub(r"\D", "", Path(path).stem)): path for path in suite.written["testcomp"][1:]}
    for test in suite.tests:
        if test.number in suite.left_out.get("testcomp", {}):
            assert "'other' has no body" in suite.left_out["testcomp"][test.number]
            continue
        root = ElementTree.parse(tests[test.number]).getroot()
        assert (root.get("coversError") == "true") == (test.outcome.ending is Ending.VIOLATION)
        values = [child.text for child in root]
        asked = [one for one in test.consumed if one.stream == "values"]
        assert len(values) == len(asked)
        assert int(values[0] or "") == int(next(iter(test.vector.values), 0))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("<producer>", "<maker>"),
        ("test-metadata 1.1", "test-metadata 1.0"),
        ("<architecture>64bit</architecture>", ""),
    ],
)
def test_the_validation_can_fail(old: str, new: str, endings: Suite) -> None:
    valid = Path(endings.written["testcomp"][0])
    path = Path(valid.name)
    text = valid.read_text().replace(old, new).replace(old.replace("<", "</"), new.replace("<", "</"))
    path.write_text(text)
    assert list(complaints(path))
