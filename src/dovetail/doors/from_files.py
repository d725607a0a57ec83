"""From files to suites, to how adequate tests are, to annotated programs, and from evidence to what happens
again, within the limits.

As `checking_files` is for verdicts: all of it, from the first byte that is read, is done in a process that
can be ended (`supervised`), and only there what does the work is imported.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from dovetail.asking.asked import AbstractOptions, AdequacyOptions, SuiteOptions
from dovetail.asking.limits import Limits
from dovetail.asking.reading import Reading
from dovetail.evidence.whole_files import put
from dovetail.processes.confined import Ending, LimitReached, Send
from dovetail.processes.supervised import Allowed, Load, supervised, within
from dovetail.report.quantities import duration, size

if TYPE_CHECKING:
    from dovetail.evidence.adequacy import Adequacy
    from dovetail.evidence.annotated import AnnotatedProgram
    from dovetail.evidence.replays import ReplayResult
    from dovetail.evidence.suite import Suite
    from dovetail.suites.covering import State, Watch


def suite_of_files(reading: Reading, options: SuiteOptions, watch: Watch | None = None) -> Suite:
    """Make a suite, and write it."""

    def work(load: Load, watch: Callable[[State], None]) -> Suite:
        from dovetail.suites.testing import suite_for

        suite = suite_for(_to_run(load), options, watch)
        return replace(suite, tests=tuple(test.written() for test in suite.tests))

    return within(work, reading, options.limits, watch)


def assess_files(reading: Reading, options: AdequacyOptions, watch: Watch | None = None) -> Adequacy:
    """How adequate tests are, with a page about it, and the tests that they lack, in a new folder."""

    def work(load: Load, watch: Callable[[State], None]) -> Adequacy:
        from dovetail.report.adequacy_page import adequacy_page
        from dovetail.suites.assessing import assess

        found, folder = assess(_to_run(load), options, watch)
        home = folder.home()
        found = replace(found, folder=str(home), page=str(home / "adequacy.html"))
        put(home, "adequacy.html", adequacy_page(found).encode("utf-8", "replace"))
        put(home, "adequacy.json", (json.dumps(found.to_json(), indent=1) + "\n").encode())
        proposals = (replace(proposal, test=proposal.test.written()) for proposal in found.proposals)
        return replace(found, proposals=tuple(proposals))

    return within(work, reading, options.limits, watch)


def abstract_files(reading: Reading, options: AbstractOptions) -> AnnotatedProgram:
    """A program with what is known at its points."""

    def work(load: Load, watch: Callable[[None], None]) -> AnnotatedProgram:
        from dovetail.doors.abstracting import abstract_program

        return abstract_program(load(None), options)

    return within(work, reading, options.limits)


def replay_file(path: Path, limits: Limits, trusted: tuple[str, ...]) -> ReplayResult:
    """A violation, run again from its file. Raises LimitReached where that takes too much."""

    def work(send: Send) -> ReplayResult:
        from dovetail.evidence.replays import replay

        return replay(path, trusted)

    done = supervised(work, Allowed(limits.deadline, limits.memory))
    if done.value is not None:
        return done.value
    if done.ending is Ending.INTERRUPTED:
        raise KeyboardInterrupt
    limit = f"the limit of {duration(limits.timeout)}"
    if done.ending is Ending.OUT_OF_MEMORY:
        limit = f"the limit of {size(limits.memory)} of memory"
    raise LimitReached(f"{limit} was reached before it was known whether it happens again")


def _to_run(load: Load) -> Load:
    from dovetail.doors.running import runnable

    return lambda probing: runnable(load(probing))
