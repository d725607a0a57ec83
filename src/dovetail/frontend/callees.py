"""What a pointer to a function may be that is handed in: a function of the program of that type, or one from
outside (`outside`)."""

from __future__ import annotations

from collections.abc import Sequence

from dovetail.frontend.errors import UnsupportedError
from dovetail.frontend.known_functions import ASSERT_FAILURES, ERROR_FUNCTIONS
from dovetail.frontend.outside import OutsideText
from dovetail.frontend.units import TranslationUnit
from dovetail.program.types import FunctionType
from dovetail.quick_dataclass import dataclass

_MOST = 6
"""So many of the program's own functions are among the choices."""
_NOT_CALLED = ("__VERIFIER_", "dovetail_", "__dovetail_")


@dataclass(frozen=True, slots=True)
class Callees:
    """As they can be named behind a file. Whoever is in another file knows only those that are `exported`."""

    unit: TranslationUnit
    units: Sequence[TranslationUnit]
    outside: OutsideText | None
    exported: bool

    def functions(self, type_: FunctionType, written: str) -> tuple[str, ...]:
        """One from outside first; empty if none can be written."""
        stub = self.outside.callback(self.unit, written) if self.outside is not None else None
        return () if stub is None else (stub, *self._own(type_)[:_MOST])

    def prototypes(self) -> list[str]:
        return [] if self.outside is None else self.outside.callback_prototypes(self.unit)

    def _own(self, type_: FunctionType) -> list[str]:
        defined = {name for unit in self.units for name in unit.functions if not unit.is_static(name)}
        found = []
        for name, nodes in self.unit.declarations.items():
            here = name in self.unit.functions and not (self.exported and self.unit.is_static(name))
            if not here and (name not in defined or self.unit.is_static(name)):
                continue
            if name == "main" or name in ERROR_FUNCTIONS | ASSERT_FAILURES or name.startswith(_NOT_CALLED):
                continue
            try:
                if self.unit.types.of_declared(nodes[-1].type) == type_:
                    found.append(name)
            except UnsupportedError:
                continue  # one that cannot be called at all
        return found
