"""A unit looked at on a machine of a cluster: in a process of its own there, begun afresh.

The process of an engine's worker has threads, and strategies are forked; and it must not lose its memory or
its life to a solver. So it starts `python -m dovetail.projects.worker`, which reads a task from its
standard input, writes what comes of it to its standard output, and is ended with the worker.
"""

from __future__ import annotations

import os
import pickle
import subprocess
import sys

from dovetail.processes.confined import end_with

_GRACE = 60.0
"""Seconds beyond those of the unit, which sees to its time itself."""


class WorkFailed(Exception):
    """It came to no answer; not because anybody has ended it."""


def look_at(task: bytes, seconds: float) -> bytes:
    """What an engine runs. The task and the answer are pickled: they come from the same Dovetail."""
    command = [sys.executable, "-m", "dovetail.projects.worker", str(os.getpid())]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        try:
            answer, _ = process.communicate(task, 2 * seconds + _GRACE)
        except subprocess.TimeoutExpired:
            raise WorkFailed(f"there was no answer after {2 * seconds + _GRACE:.0f} s") from None
        finally:
            process.kill()
    if process.returncode:
        raise WorkFailed(f"the process of the unit ended with status {process.returncode}")
    return answer


def main(parent: int) -> None:
    from dovetail.projects.tasks import UnitTask, done_here

    end_with(parent)
    answers, sys.stdout = os.dup(1), sys.stderr  # what is printed by accident is no answer
    os.dup2(2, 1)
    task = pickle.loads(sys.stdin.buffer.read())
    assert isinstance(task, UnitTask)
    with os.fdopen(answers, "wb") as file:
        file.write(pickle.dumps(done_here(task)))


if __name__ == "__main__":
    main(int(sys.argv[1]))
