"""What the text of a program needs so that its native copy does what the Program does.

Noted while functions are lowered; `native_copy` makes edits of it.
"""

from __future__ import annotations

from dovetail.frontend.syntax import Node
from dovetail.frontend.units import TranslationUnit
from dovetail.program.automata import Program
from dovetail.program.expressions import Variable
from dovetail.program.position import Position
from dovetail.program.statements import CheckInfo, Havoc, HavocMemory, Origin
from dovetail.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class ErrorCall:
    """The text of a call to an error function, for the native copy; no `check` where the call only ends the
    run."""

    unit: int
    begin: int
    end: int
    check: int | None
    conditional: bool


@dataclass(frozen=True, slots=True)
class Refusal:
    """The text of an integer expression for the native copy: when its value is known, the run ends as
    unsupported."""

    unit: int
    begin: int
    end: int
    reason: str


@dataclass(frozen=True, slots=True)
class Insertion:
    """Text that the native copy needs at an offset, to take what is uninitialised from the input vector."""

    unit: int
    offset: int
    text: str


@dataclass(frozen=True, slots=True)
class Replacement:
    """Text of the program's that is another one in the native copy."""

    unit: int
    begin: int
    end: int
    text: str
    opens: bool
    """Or does it close something that was opened before?"""


@dataclass(frozen=True, slots=True)
class Rewriting:
    """An operation of the program's, written otherwise in the native copy: its operands stay, each between
    two offsets, and what is around them is replaced. Such may stand within each other."""

    unit: int
    spans: tuple[int, ...]
    """Where it begins, where each operand begins and ends, and where it ends."""
    texts: tuple[str, ...]
    """What stands before, between and behind the operands."""


class NativeEdits:
    """All that has been noted. What models need they have already."""

    def __init__(self) -> None:
        self.error_calls: list[ErrorCall] = []
        self.refusals: dict[Refusal, None] = {}
        self.replacements: dict[Replacement, None] = {}
        self.rewritings: dict[tuple[int, tuple[int, ...], str], Rewriting] = {}
        """In the order in which they were noted: what stands within another one comes before it."""
        self.refused_starts: list[tuple[Position, str]] = []
        """Why the program cannot even start."""
        self.error_bodies: dict[str, tuple[TranslationUnit, Node]] = {}
        """Error functions whose address is taken and that the program defines."""
        self._insertions: dict[tuple[str, str], list[Insertion]] = {}

    def error_call(
        self, unit: TranslationUnit, begin: int, end: int, info: CheckInfo | None, *, conditional: bool
    ) -> None:
        if not unit.library:
            ident = None if info is None else info.ident
            self.error_calls.append(ErrorCall(unit.index, begin, end, ident, conditional))

    def refusal(self, unit: TranslationUnit, begin: int, end: int, reason: str) -> None:
        if not unit.library:
            self.refusals[Refusal(unit.index, begin, end, reason)] = None

    def insertion(self, procedure: str, holder: str, insertions: list[Insertion]) -> None:
        self._insertions.setdefault((procedure, holder), []).extend(insertions)

    def replacement(self, unit: TranslationUnit, begin: int, end: int, text: str, *, opens: bool) -> None:
        if not unit.library:
            self.replacements[Replacement(unit.index, begin, end, text, opens)] = None

    def rewritten(self, unit: TranslationUnit, spans: tuple[int, ...], texts: tuple[str, ...]) -> None:
        """What is lowered twice is in the text once."""
        if not unit.library:
            self.rewritings.setdefault((unit.index, spans, texts[0]), Rewriting(unit.index, spans, texts))

    def entered_errors(self, *, reachability: bool) -> list[Insertion]:
        """What tells the native run that an error function was called through a pointer."""
        text = " __dovetail_entered();" if reachability else " __dovetail_quiet();"
        bodies = (
            (unit, child)
            for unit, node in self.error_bodies.values()
            for child in node.inner
            if child.kind == "CompoundStmt"
        )
        return [Insertion(unit.index, body.offset + 1, text) for unit, body in bodies]

    def insertions(self, program: Program) -> list[Insertion]:
        """Those that belong to a havoc that is still in the Program, in the order of execution."""
        kept: dict[tuple[str, str], list[Insertion]] = {}
        for procedure in program.procedures.values():
            for edge in procedure.edges:
                match edge.statement:
                    case (
                        Havoc(target=holder, origin=Origin.UNINITIALISED)
                        | HavocMemory(address=Variable() as holder)
                    ):
                        key = (procedure.name, holder.name)
                        kept.setdefault(key, self._insertions.get(key, []))
                    case _:
                        pass
        order = {key: number for number, key in enumerate(self._insertions)}
        return [one for key in sorted(kept, key=lambda key: order.get(key, -1)) for one in kept[key]]
