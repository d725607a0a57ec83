"""A slice of `bench/kill_campaign.py`: runs that are ended at any moment leave nothing half done, and nothing
that goes on."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import kill_campaign as campaign
import pytest

MOMENTS = 4
PATIENCE = 5.0
"""Seconds, on a busy machine."""


@pytest.mark.slow
def test_ended_at_any_moment(tmp_path: Path) -> None:
    subjects = campaign.campaign(tmp_path, MOMENTS, seed=7, patience=PATIENCE)
    assert [fault for subject in subjects for fault in subject.faults] == []
    assert {subject.first().answer["verdict"] for subject in subjects} == {"proved", "violated"}
    assert all(subject.first().proved for subject in subjects)
    assert sum(sum(subject.stages.values()) for subject in subjects) == MOMENTS
    assert sum(subject.stages["nothing yet"] for subject in subjects) > 0


def test_a_native_run_does_not_outlive_the_command(tmp_path: Path) -> None:
    """It is a child of a child, and ends by itself only after ten seconds of its own."""
    (tmp_path / "f.c").write_text("int main(void) { for (;;) { } }\n")
    command = [sys.executable, "-m", "dovetail", "run", "f.c", "--native"]
    environment = {**os.environ, "PYTHONPATH": str(campaign.SOURCE), "TMPDIR": str(tmp_path)}
    with subprocess.Popen(command, cwd=tmp_path, env=environment, start_new_session=True) as process:
        deadline = time.monotonic() + 60
        while len(list(campaign.alive(process.pid))) < 3:
            assert time.monotonic() < deadline and process.poll() is None, "there is no native run"
            time.sleep(0.02)
        time.sleep(0.2)
        assert len(list(campaign.alive(process.pid))) == 3, "the command, the harness and the run"
        process.kill()
        process.wait()
    deadline = time.monotonic() + PATIENCE
    while list(campaign.alive(process.pid)) and time.monotonic() < deadline:
        time.sleep(0.02)
    assert list(campaign.alive(process.pid)) == []


def test_all_ways_are_tried_soon() -> None:
    ways = {(moment.number, moment.group) for moment in campaign.moments(2 * MOMENTS, seed=7)}
    assert ways == set(campaign.WAYS)


@pytest.fixture
def subject(tmp_path: Path) -> campaign.Subject:
    """With a first run that was not run."""
    found = campaign.Subject.of(tmp_path / "subject", "f", campaign.PROVED)
    files = {"proof/witness.yml": b"all of it"}
    found._first = campaign.First(1.0, {"verdict": "proved"}, files, frozenset({1}))
    return found


def test_what_is_half_done_would_be_seen(subject: campaign.Subject) -> None:
    hard = campaign.Moment(0.5, signal.SIGKILL)
    out = subject.folder / campaign.OUT / "f-1" / "proof"
    out.mkdir(parents=True)
    assert list(subject._wrong(out.parent, "proof/witness.yml", b"all of it", hard)) == []
    assert list(subject._wrong(out.parent, "proof/witness.yml", b"all of", hard))
    assert list(subject._strange()) == []
    (out / ".witness.yml.part").write_bytes(b"all")
    assert list(subject._strange()) == []
    (out / "witness.yml.part").write_bytes(b"all")
    (subject.folder / "answer.json.tmp").write_bytes(b"{")
    assert len(list(subject._strange())) == 2
    (subject.folder / campaign.ANSWER).write_text('{"verdict": "pro')
    subject._judge_answer(hard)
    assert len(subject.faults) == 1


def test_who_goes_on_would_be_seen() -> None:
    assert list(campaign.alive(os.getsid(0)))
