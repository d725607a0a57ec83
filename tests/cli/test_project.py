"""`dovetail project` and `dovetail store` as commands: what they print, what they write, how they end."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from typer.testing import Result

from projects.building import build

Command = Callable[..., Result]
TEXT = "#include <assert.h>\nint fine(int x) { assert(x == x); return x; }\n"
WRONG = "int wrong(int x) { assert(x != 7); return x; }\n"
OPTIONS = ("--property", "unreach-call", "--strategy", "bounded", "--timeout-per-unit", "30s", "--jobs", "1")


def test_from_a_build_to_verdicts_and_all_that_is_written(dovetail: Command, tmp_path: Path) -> None:
    build(tmp_path / "src", {"a.c": TEXT})
    first = dovetail("project", "src", *OPTIONS)
    assert first.exit_code == 0, first.output
    assert first.output.splitlines()[-1] == "VERDICT: PROVED"
    assert "a.c:fine" in first.output and "1 unit: 1 proved" in first.output
    build(tmp_path / "src", {"a.c": TEXT + WRONG})
    written = ("--json", "o.json", "--sarif", "o.sarif", "--junit", "o.xml", "--code-quality", "q.json")
    second = dovetail("project", "src", *OPTIONS, *written)
    assert second.exit_code == 1 and second.output.splitlines()[-1] == "VERDICT: VIOLATED"
    assert "a.c:3: assertion: assert(x != 7)" in second.output and "1 from the store" in second.output
    assert json.loads(Path("o.json").read_text())["counts"] == {"violated": 1, "proved": 1}
    (run,) = json.loads(Path("o.sarif").read_text())["runs"]
    (result,) = run["results"]
    assert result["level"] == "error" and result["codeFlows"]
    assert ElementTree.parse("o.xml").getroot().attrib["failures"] == "1"
    assert len(json.loads(Path("q.json").read_text())) == 1
    assert Path("dovetail-out/src-2/report.html").is_file()
    assert "to be looked at: dovetail-out/src-2/report.html" in second.output
    assert Path("dovetail-out/.gitignore").read_text() == Path(".dovetail/.gitignore").read_text() == "*\n"

    page = Path("dovetail-out/src-2/report.html").read_text()
    data = json.loads(page.partition('id="data">')[2].partition("</script>")[0])
    (wrong,) = (one for one in data["units"] if one["name"] == "a.c:wrong")
    Path("inputs.json").write_text(wrong["checks"][0][10])
    again = dovetail(*wrong["run"][1:], "--inputs", "@inputs.json")
    assert again.exit_code == 1 and "x = 7" in again.output

    told = dovetail("explain", "wrong#1")
    assert told.exit_code == 0 and "violated: assertion at" in told.output and "x = 7" in told.output
    assert "a.c:fine:" in dovetail("explain", "a.c:2").output
    unknown = dovetail("explain", "worng")
    assert unknown.exit_code == 2 and "did you mean 'a.c:wrong'?" in unknown.output

    shown = dovetail("store")
    assert shown.exit_code == 0 and shown.output.count("a.c:fine") == 2 and "a.c:wrong" in shown.output
    assert dovetail("store", "--verify").exit_code == 0
    assert dovetail("store", "--export", "taken").exit_code == 0
    results = [json.loads(path.read_text()) for path in Path("taken").rglob("result.json")]
    assert {one["unit"] for one in results} == {"a.c:fine", "a.c:wrong"} and len(results) == 3
    assert "forgotten: 1 result" in dovetail("store", "--shrink", "1").output
    judged = dovetail("store", "--recheck")
    assert judged.exit_code == 0 and "2 results, all as they were written" in judged.output


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("missing",), "error: missing: no such file"),
        (("src", "--property", "no-overfow"), "no-overfow"),
        (("src", "--strategy", "bonded"), "bonded"),
        (("src", "--budget", "soon"), "error: --budget: 'soon' is not a duration"),
        (("src", "--baseline", "src/a.c"), "error: src/a.c: the baseline is not JSON"),
        (("src", "--sarif", "src/a.c"), "error: src/a.c exists and was not written by Dovetail"),
        (("src", "--config", "wrong.toml"), "error: wrong.toml:1: there is no 'job'; did you mean 'jobs'?"),
        (("src", "--entry", "fien"), "no function of this build is called 'fien'; did you mean 'fine'?"),
        (("src", "--exclude", "*"), "there is no C file in this build that is not excluded"),
    ],
)
def test_what_is_wrong_is_one_line(
    arguments: tuple[str, ...], said: str, dovetail: Command, tmp_path: Path
) -> None:
    build(tmp_path / "src", {"a.c": TEXT})
    (tmp_path / "wrong.toml").write_text("job = 1\n")
    result = dovetail("project", *arguments)
    errors = [line for line in result.output.splitlines() if line.startswith("error:")]
    assert result.exit_code == 2 and len(errors) == 1 and said in errors[0]


def test_of_nothing_nothing_is_proved(dovetail: Command, tmp_path: Path) -> None:
    build(tmp_path / "src", {"a.c": "int nothing;\n"})
    result = dovetail("project", "src")
    assert result.exit_code == 3 and result.output.splitlines()[-1] == "VERDICT: UNKNOWN"


def test_a_store_that_is_none(dovetail: Command, tmp_path: Path) -> None:
    assert dovetail("store").exit_code == 2
    (tmp_path / "mine.db").write_text("not a store")
    result = dovetail("store", "mine.db")
    assert result.exit_code == 2 and "damaged" in result.output
    build(tmp_path / "src", {"a.c": TEXT})
    refused = dovetail("project", "src", "--store", "mine.db")
    assert refused.exit_code == 2 and "is no store of Dovetail's" in refused.output
    assert (tmp_path / "mine.db").read_text() == "not a store"


def test_check_writes_for_other_tools_too(dovetail: Command, program: Callable[..., Path]) -> None:
    path = program("#include <assert.h>\nint main(void) { int i = 0; assert(i == 1); return 0; }\n")
    result = dovetail("check", path, "--strategy", "bounded", "--sarif", "o.sarif", "--html", "o.html")
    assert result.exit_code == 1
    (run,) = json.loads(Path("o.sarif").read_text())["runs"]
    assert [one["level"] for one in run["results"]] == ["error"] and "f.c:main" in Path("o.html").read_text()
    refused = dovetail("check", path, "--sarif", path)
    assert refused.exit_code == 2 and "not overwritten" in refused.output
