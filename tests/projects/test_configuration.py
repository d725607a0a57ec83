"""The project's own file: what is wrong with it is one line that says where, and what may have been meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from dovetail.bad_input import InputError
from dovetail.doors.projects import project_options
from dovetail.projects.configuration import configuration_for
from projects.building import build

TEXT = """\
build = "."
properties = ["unreach-call"]
timeout-per-unit = "90s"
budget = 600
jobs = 1
stubs = ["stub.c"]
malloc-may-fail = true
"""


def test_what_it_says_holds_unless_the_command_says_otherwise(tmp_path: Path) -> None:
    build(tmp_path, {"a.c": "int f(void) { return 1; }\n"})
    (tmp_path / "stub.c").write_text("int g(void) { return 1; }\n")
    (tmp_path / "dovetail.toml").write_text(TEXT)
    asked = project_options(tmp_path, None, {})
    assert asked.properties == ("unreach-call",) and asked.unit_timeout == 90 and asked.limits.timeout == 600
    assert asked.malloc_may_fail and asked.jobs == 1 and asked.stubs == (tmp_path / "stub.c",)
    assert asked.root == tmp_path and asked.store == tmp_path / ".dovetail" / "ledger.db"
    over = project_options(tmp_path, None, {"properties": ["no-overflow"], "timeout_per_unit": 5.0})
    assert over.properties == ("no-overflow",) and over.unit_timeout == 5 and over.jobs == 1
    assert project_options(None, tmp_path / "dovetail.toml", {}).build == tmp_path / "."


def test_it_may_stand_in_pyproject(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.dovetail]\njobs = 3\n")
    assert configuration_for(tmp_path, None).values == {"jobs": 3}


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("propertys = []", "dovetail.toml:2: there is no 'propertys'; did you mean 'properties'?"),
        ("qqq = 1", "dovetail.toml:2: there is no 'qqq'; there are build, "),
        ("jobs = 'two'", "dovetail.toml:2: jobs: a number is expected"),
        ("budget = '1 day'", "dovetail.toml:2: budget: '1 day' is not a duration such as 60s"),
        ("properties = 'unreach-call'", "dovetail.toml:2: properties: a list of texts is expected"),
        ("data-model = 'LLP64'", "dovetail.toml:2: data-model: ILP32 or LP64 is expected"),
        ("[project]", "dovetail.toml:2: there is no 'project'"),
        ("jobs = ", "this is not TOML"),
    ],
)
def test_what_is_wrong_is_told(line: str, said: str, tmp_path: Path) -> None:
    path = tmp_path / "dovetail.toml"
    path.write_text(f"# what is wrong\n{line}\n")
    with pytest.raises(InputError) as error:
        configuration_for(tmp_path, path)
    assert said in str(error.value) and "\n" not in str(error.value)


def test_without_a_build_it_is_said_where_one_was_looked_for(tmp_path: Path) -> None:
    (tmp_path / "dovetail.toml").write_text("jobs = 1\n")
    with pytest.raises(InputError, match=r"there is no compile_commands.json in"):
        project_options(None, tmp_path / "dovetail.toml", {})
