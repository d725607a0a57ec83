"""What is asked of a whole build: which units of it are looked at, how each is read, and what all may take.

Plain data, as the other things that are asked (`asked`). What a project's own file says, and what the command
line says over it, has been put together by then.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import field
from pathlib import Path
from typing import TypedDict

from dovetail.asking.asked import AUTO
from dovetail.asking.limits import Limits
from dovetail.asking.reading import ANY
from dovetail.quick_dataclass import dataclass
from dovetail.report.output_folder import DEFAULT

PROPERTIES = ("unreach-call", "no-overflow", "valid-deref", "valid-free")
"""Of a build, unless told otherwise: functions of a library seldom have assertions of their own."""
UNIT_SECONDS = 60.0
BUDGET = 1800.0
STORE = Path(".dovetail") / "ledger.db"


class SaidOfProject(TypedDict, total=False):
    """What a project's own file may say, and whoever asks may say over it, by the names that it has there
    (but for their dashes). Times are in seconds, and memory in bytes."""

    properties: Sequence[str] | None
    entries: Sequence[str] | None
    exclude: Sequence[str] | None
    modules: Sequence[str] | None
    contracts: Sequence[str | Path] | None
    stubs: Sequence[str | Path] | None
    flags: Sequence[str] | None
    data_model: str | None
    externals: str | None
    malloc_may_fail: bool | None
    by_contract: Sequence[str] | None
    strategy: str | None
    timeout_per_unit: float | None
    budget: float | None
    memory: int | None
    jobs: int | None
    moves: int | None
    cluster: str | None
    out: str | Path | None
    store: str | Path | None
    baseline: str | Path | None
    accept_bounds: bool | None


@dataclass(frozen=True, slots=True)
class Reported:
    """Files that the answer goes into, beside the terminal."""

    sarif: Path | None = None
    junit: Path | None = None
    code_quality: Path | None = None
    html: Path | None = None
    annotations: Path | None = None
    markdown: Path | None = None
    witness: Path | None = None
    """Of one program: what another verifier may look at."""


@dataclass(frozen=True, slots=True)
class ProjectOptions:
    """`limits` are those of the whole, `unit_timeout` is what one unit may take at most."""

    build: Path
    root: Path
    """Names of units and files are told from here."""
    properties: tuple[str, ...] = PROPERTIES
    entries: tuple[str, ...] = ()
    """Patterns of functions, or of FILE:FUNCTION; all, unless told."""
    exclude: tuple[str, ...] = ()
    """Patterns of files, of functions, or of FILE:FUNCTION."""
    modules: tuple[str, ...] = ()
    """Patterns of files that are looked at as modules, too."""
    contracts: tuple[Path, ...] = ()
    """Files with contracts, which are included before every file."""
    stubs: tuple[Path, ...] = ()
    """C files that are read with every unit."""
    flags: tuple[str, ...] = ()
    data_model: str | None = None
    externals: str = ANY
    malloc_may_fail: bool = False
    by_contract: tuple[str, ...] | None = None
    strategy: str = AUTO
    unit_timeout: float = UNIT_SECONDS
    limits: Limits = field(default_factory=lambda: Limits(BUDGET))
    jobs: int = 0
    """Units that are looked at at once; as many as there are processors, if it is zero."""
    cluster: str | None = None
    """The address of a scheduler of Dask's, or the file that it has written: its workers look at units
    then."""
    out: Path = DEFAULT
    store: Path | None = None
    """Where results are kept; nowhere, if it is None."""
    recheck: bool = False
    """Is all that comes from the store judged again?"""
    retry: bool = False
    """Is what was left unknown looked at again, although nothing has changed?"""
    baseline: Path | None = None
    write_baseline: Path | None = None
    accept_bounds: bool = False
    reports: Reported = field(default_factory=Reported)

    @property
    def effort(self) -> str:
        """How units are looked at, but for the time that each has."""
        moves = self.limits.moves
        return self.strategy if moves is None else f"{self.strategy}, {moves} moves"
