"""What is asked of a program, beside what is read and what it may take: the options of each piece of work.

Plain data, made by whoever asks, in Python or on a command line, and handed down as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from dovetail.asking.limits import Limits
from dovetail.quick_dataclass import dataclass
from dovetail.report.output_folder import DEFAULT

if TYPE_CHECKING:
    from dovetail.evidence.given_tests import Given
    from dovetail.execution.inputs import InputVector

AUTO = "auto"
"""The strategy unless told otherwise: several, as the program suggests."""
DIRECTIONS = ("forward", "backward", "both")
ALL_DOMAINS = "all"
SHAPES = "shapes"
"""Not of values: of the heap."""
DOMAINS = ("constants", "intervals", "congruences", "octagons", "polyhedra", ALL_DOMAINS, SHAPES)
"""That `abstract` describes values with."""
INTERVALS, PREDICATES = "intervals", "predicates"
"""That abstract states are made of."""
DEFAULT_CRITERION = "branches"
DEFAULT_FORMATS = ("json", "ctest")
PATH_LENGTH = 12
MAX_STEPS = 1_000_000
"""The steps that `run` takes unless told otherwise: with a story, some 15 seconds' worth."""


@dataclass(frozen=True, slots=True)
class CheckOptions:
    """How to check a program that has been read. `out` is the folder for evidence."""

    limits: Limits = field(default_factory=Limits)
    strategy: str = AUTO
    out: Path = DEFAULT
    tests: tuple[Given, ...] = ()
    """Of the user's, to start from."""
    paths: tuple[Path, ...] = ()
    """Where more of them are."""
    accept_bounds: bool = False
    """Is what is proved within bounds of Dovetail's own proved?"""
    jobs: int = 0
    """Strategies that may be at work at once; as many as there are processors, if it is zero."""
    sharing: bool = True
    """Do they know of what the others find? If not, that is for measuring what it is worth."""
    earlier: tuple[Mapping[str, Any], ...] = ()
    """Certificates about the program as it was before a change, as documents: to be tried first."""
    flow: bool = False
    """Is it to be told how far tests and proofs have come, for people to look at?"""


@dataclass(frozen=True, slots=True)
class InferOptions:
    """How to look for contracts. `seconds` and `memory` are for each function."""

    seconds: float
    memory: int
    seed: int = 0
    out: Path = DEFAULT


@dataclass(frozen=True, slots=True)
class SuiteOptions:
    """How to make a suite. `random` leaves out all searches, for comparison."""

    criterion: str = DEFAULT_CRITERION
    limits: Limits = field(default_factory=Limits)
    out: Path = DEFAULT
    formats: tuple[str, ...] = DEFAULT_FORMATS
    random: bool = False
    domain: str = INTERVALS
    """What abstract states are made of."""
    predicates: tuple[str, ...] = ()
    """If not those in the code."""
    path_length: int = PATH_LENGTH
    given: tuple[InputVector, ...] = ()
    """Tests that there are already, to start from."""
    for_alarms: bool = False
    """Whatever the criterion: are the checks the targets?"""
    fabricate: bool = False
    """Are infeasible targets to be excluded by fabrication, too?"""


@dataclass(frozen=True, slots=True)
class AdequacyOptions:
    """How to assess tests. `paths` is where more of them are, `search` whether others are looked for."""

    tests: tuple[Given, ...] = ()
    paths: tuple[Path, ...] = ()
    predicates: tuple[str, ...] = ()
    """If not those in the code."""
    most: int | None = None
    """Predicates at one place."""
    limits: Limits = field(default_factory=Limits)
    out: Path = DEFAULT
    format: str | None = None
    """json or testcomp; as the given ones are, unless told."""
    search: bool = True


@dataclass(frozen=True, slots=True)
class AbstractOptions:
    """How to describe what is known at the points of a program."""

    direction: str = "both"
    domain: str = ALL_DOMAINS
    limits: Limits = field(default_factory=Limits)
