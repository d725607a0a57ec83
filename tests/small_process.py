"""`dovetail.check` in a small process, one for all cases of a worker.

A check forks several processes. From a worker of pytest, which holds some hundred megabytes by then, each of
them costs more than the work of most cases. So it is forked from a process that holds nothing but Dovetail.
"""

from __future__ import annotations

import atexit
import importlib
import pickle
import pkgutil
import subprocess
import sys
from functools import cache
from typing import Any

import dovetail


def check(path: Any, *, tested: bool, **options: Any) -> dovetail.CheckResult:
    """As `dovetail.check`. Unless it is `tested`, no cheap tests run beside the strategy."""
    process = _process()
    assert process.stdin is not None and process.stdout is not None
    pickle.dump((path, tested, options), process.stdin)
    process.stdin.flush()
    answer = pickle.load(process.stdout)
    if isinstance(answer, Exception):
        raise answer
    assert isinstance(answer, dovetail.CheckResult)
    return answer


@cache
def _process() -> subprocess.Popen[bytes]:
    process = subprocess.Popen([sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    atexit.register(process.kill)
    return process


def _serve() -> None:
    """All of Dovetail is imported once: what is forked off has it then."""
    for module in pkgutil.walk_packages(dovetail.__path__, "dovetail."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    from dovetail.verifying import kinds

    usual = kinds.TESTED
    answers = sys.stdout.buffer
    sys.stdout = sys.stderr  # whatever is printed is no answer
    while True:
        try:
            path, tested, options = pickle.load(sys.stdin.buffer)
        except EOFError:
            return
        kinds.TESTED = usual if tested else frozenset()
        answer: dovetail.CheckResult | Exception
        try:
            answer = dovetail.check(path, **options)
        except Exception as error:  # noqa: BLE001 - it is raised where the case is
            answer = error
        pickle.dump(answer, answers)
        answers.flush()


if __name__ == "__main__":
    _serve()
