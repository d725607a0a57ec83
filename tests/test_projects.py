"""The harnesses for other people's projects (docs/worked_examples.md): what their headers claim is so.

The projects are not part of this repository. The environment variable DOVETAIL_PROJECTS names a folder that
has them, each in a folder of its name, and older versions as NAME-COMMIT; without it, or without the project,
a harness is not run.

A header says which `files` of a project are read with the harness, with which `flags`, for which `property`,
what the `verdict` is, whether Dovetail's own bounds are accepted (`accept-bounds`), and with which older
version in place of today's there was a violation: `before`. The name in braces is the folder of the project.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

import dovetail

ROOT = Path(__file__).parent.parent
HARNESSES = sorted((ROOT / "examples" / "projects").glob("*.c"))
PAGE = (ROOT / "docs" / "worked_examples.md").read_text()
VARIABLE = "DOVETAIL_PROJECTS"
KEYS = {"project", "files", "flags", "property", "verdict", "before", "accept-bounds"}
TIMEOUT = 600.0
"""Most of them take a few seconds of processor time; the machine may have other things to do."""


def header(harness: Path) -> dict[str, str]:
    return dict(re.findall(r"^// ([\w-]+): *(.*?) *$", harness.read_text(), re.M))


def claims() -> list[tuple[Path, str, str]]:
    """Harnesses, each with the version of its project that is claimed to be proved or violated."""
    found = []
    for harness in HARNESSES:
        said = header(harness)
        if "verdict" in said:
            found.append((harness, said["project"], said["verdict"]))
        if "before" in said:
            found.append((harness, said["before"], "violated"))
    return found


@pytest.mark.parametrize("harness", HARNESSES, ids=lambda path: path.stem)
def test_a_harness_is_told_of(harness: Path) -> None:
    said = header(harness)
    assert said.keys() <= KEYS
    assert {"project", "flags", "property"} <= said.keys()
    assert "verdict" in said or "before" in said
    assert f"examples/projects/{harness.name}" in PAGE
    assert said.get("before", "") in PAGE


def test_a_page_tells_of_harnesses_that_exist() -> None:
    told = set(re.findall(r"examples/projects/(\w+\.c)", PAGE))
    assert told == {harness.name for harness in HARNESSES}
    assert len({header(harness)["project"] for harness in HARNESSES}) >= 12


@pytest.mark.slow
@pytest.mark.parametrize(
    ("harness", "version", "verdict"), [pytest.param(*one, id=f"{one[0].stem}/{one[1]}") for one in claims()]
)
def test_what_a_harness_claims_is_so(harness: Path, version: str, verdict: str, tmp_path: Path) -> None:
    folder = os.environ.get(VARIABLE)
    if not folder:
        pytest.skip(f"{VARIABLE} names no folder with the projects")
    if not (Path(folder) / version).is_dir():
        pytest.skip(f"{folder} has no {version}")
    said = header(harness)

    def read(text: str) -> str:
        return text.replace("{" + said["project"] + "}", str(Path(folder).resolve() / version))

    result = dovetail.check(
        [harness, *(read(one) for one in _listed(said.get("files", "")))],
        flags=[read(flag) for flag in said["flags"].split()],
        properties=_listed(said["property"]),
        timeout=TIMEOUT,
        out=tmp_path / "out",
        accept_bounds=said.get("accept-bounds") == "yes",
    )
    assert result.verdict.value == verdict, result.reason
    assert not result.problems, "what is claimed stands its check, and nothing fails on the way"


def _listed(written: str) -> list[str]:
    return [one.strip() for one in written.split(",") if one.strip()]
