"""Functions without a body that a program calls, and what is said of them.

What is taken for granted of one is an assumption; it is a bound where the function could do more. Which
functions are whose, and what they could touch, is said in `externals`; what they do, in `outside`.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from typing import Protocol

from dovetail.frontend.errors import UnsupportedError
from dovetail.frontend.externals import is_of_the_library, mentioned_functions
from dovetail.frontend.library.assumed import KEEPING
from dovetail.frontend.linkage import Conventions, Signature
from dovetail.frontend.restrictions import looks_at_pointers
from dovetail.frontend.spelling import (
    CALLED_BACK,
    INPUT_BY_NAME,
    OWN,
    UNINTERPRETED,
    WRITTEN,
    input_of,
    is_input,
)
from dovetail.frontend.syntax import Node
from dovetail.frontend.units import TranslationUnit
from dovetail.program.automata import Procedure
from dovetail.program.position import NOWHERE, Position
from dovetail.program.types import FunctionType, PointerType, RecordType, Target, Type, VoidType, has_pointers

_INPUTS = ("__VERIFIER_nondet_", "dovetail_any_")
_ASKED = (INPUT_BY_NAME, UNINTERPRETED)


class Assuming(Protocol):
    """Takes an assumption; it may be a bound."""

    def __call__(self, position: Position, text: str, *, is_bound: bool = False) -> None: ...


class Bodiless:
    """Those that are called. `signatures` and `definitions` are of all procedures that are used, `lowered`
    are those that have been lowered by the time that anything is said."""

    def __init__(
        self,
        units: Sequence[TranslationUnit],
        target: Target,
        conventions: Conventions,
        assume: Assuming,
        signatures: Mapping[str, Signature],
        definitions: Mapping[str, tuple[TranslationUnit, Node]],
        lowered: Container[str],
    ) -> None:
        self._units = units
        self._target = target
        self._conventions = conventions
        self._assume = assume
        self._signatures = signatures
        self._definitions = definitions
        self._lowered = lowered
        self.called: dict[str, tuple[Type, Position]] = {}
        """By the name that the linker of the machine knows, with their result and the first call."""
        self.endings: set[str] = set()
        """Those that do not return."""
        self._reaching: dict[str, Position] = {}
        """Those that are handed what they could change, with the first such call."""

    def enter(self, name: str, returns: Type, position: Position, reaches: bool) -> None:
        if reaches:
            self._reaching.setdefault(name, position)
        if name in self.called:
            return
        known = name.startswith(_INPUTS) or is_input(name) or self._conventions.pure
        if not known and is_of_the_library(name, self._units, self._target.model):
            raise UnsupportedError(
                f"'{name}' is a function of the C library that Dovetail has no model of (with --externals "
                "pure it would return any value and change nothing)"
            )
        if any(unit.assembly for unit in self._units):
            raise UnsupportedError(f"'{name}' has no body, or one in assembly: not modelled")
        self.called[name] = (returns, position)

    def say(
        self, procedures: Mapping[str, Procedure], shared: Callable[[], bool], *, from_elsewhere: bool
    ) -> None:
        """What functions without a body are taken to do; that is a bound where they could do more."""
        conventions = self._conventions
        elsewhere = "__errno_location" in self._signatures or conventions.part or conventions.calls_matter
        functions = {
            name: entry for name, entry in self.called.items() if not name.startswith((*_INPUTS, WRITTEN))
        }
        for name, (returns, position) in self.called.items():
            if name.startswith(_INPUTS) and has_pointers(returns):
                text = f"the pointers that '{name}' gives are not addresses of objects"
                self._assume(position, text, is_bound=not conventions.svcomp)
        for name, (returns, position) in functions.items():
            shown = input_of(name) or name
            input_ = name.startswith(_ASKED)
            more = not conventions.pure and not input_ and (name in self._reaching or elsewhere)
            text = "it is taken to return any value, to change nothing and to call nothing"
            where = self._reaching.get(name, position) if more else position
            if conventions.outside is None or input_:
                self._assume(where, f"'{shown}' has no body: {text}", is_bound=more)
            if has_pointers(returns):
                text = f"what '{shown}' returns does not lead to anything that is part of the program"
                told = not conventions.pure and looks_at_pointers(procedures.values())
                self._assume(position, text, is_bound=told)
        if not conventions.pure and shared():
            called = {name: returns for name, (returns, _) in functions.items()}
            called |= {name: returns for name, _, returns in self.outside_functions()}
            own_ones = {n: r for n, r in called.items() if not n.startswith(_ASKED)}
            self._say_shared(own_ones, from_elsewhere)
        own = [name for name in functions if not name.startswith(_ASKED)]
        own += [name for name, _, _ in self.outside_functions()]
        if own and not conventions.pure:
            self._say_library_state()
        self._say_outside()

    def _say_library_state(self) -> None:
        """What the library keeps between calls is anybody's to change: a function from another file may call
        strtok, setenv or umask, too."""
        mentioned = {name for unit in self._units for name in mentioned_functions(unit)}
        keeping = [name for name in KEEPING if name in mentioned and name in self._lowered]
        if keeping:
            text = "functions without a body are taken to leave alone what the C library keeps between calls"
            self._assume(NOWHERE, f"{text}: {', '.join(keeping)}", is_bound=True)

    def _say_shared(self, called: dict[str, Type], from_elsewhere: bool) -> None:
        """Functions of other files could change variables without being handed them. What returns nothing is
        called for such a reason; of what returns a value it is taken that this is all, unless there are
        variables `from_elsewhere`: those are the others' own."""
        text = "functions without a body are taken to leave alone the variables that they are not handed"
        if called:
            silent = any(isinstance(returns, VoidType) for returns in called.values())
            self._assume(NOWHERE, text, is_bound=silent or from_elsewhere)

    def _say_outside(self) -> None:
        """What functions without a body are taken to do where they write what they can reach."""
        conventions = self._conventions
        if conventions.outside is None:
            return
        used = [name for name in sorted(conventions.outside) if name in self._lowered]
        for name in used:
            text = "it is taken to return any value and to write anything that it can reach"
            self._assume(self._declared(name), f"'{name}' has no body: {text}")
        if not used and not conventions.callbacks:
            return
        text = "functions without a body are taken to free nothing that is the program's"
        self._assume(NOWHERE, text)
        text = "functions without a body are taken to call none of the program's"
        self._assume(NOWHERE, text, is_bound=conventions.calls_matter)
        if conventions.left_constants:
            text = "functions without a body are taken to leave alone what they are given as const"
            self._assume(NOWHERE, text)
        if conventions.unfollowed:
            text = (
                "functions without a body are taken to follow only pointers that the types of what they are "
                "given tell of, and to write none that lead into the program"
            )
            self._assume(NOWHERE, text, is_bound=True)

    def outside_functions(self) -> Iterator[tuple[str, str, Type]]:
        """The functions that `outside` has text for: each with what its result is called there."""
        for symbol, signature in self._signatures.items():
            if symbol in (self._conventions.outside or ()):
                yield symbol, symbol, signature.returns
            elif symbol.startswith(CALLED_BACK):
                yield symbol, symbol.removeprefix(OWN), signature.returns

    def _declared(self, name: str) -> Position:
        """Where a function is declared that has its body from `outside`."""
        unit, _ = self._definitions[name]
        return unit.source.position(unit.declarations[name][0].offset)

    def returned(self) -> list[Type]:
        """What they return, but for inputs."""
        return [returns for name, (returns, _) in self.called.items() if not name.startswith(_INPUTS)]


def may_lead_to_function(type_: Type) -> bool:
    """Can what is behind such a value be called?"""
    match type_:
        case PointerType(pointee=FunctionType() | VoidType()):
            return True
        case PointerType(pointee=RecordType(fields=fields)) | RecordType(fields=fields):
            inside = [field.type for field in fields]
            return any(isinstance(one, PointerType) and _is_code(one.pointee) for one in inside)
        case _:
            return False


def _is_code(type_: Type) -> bool:
    return isinstance(type_, (FunctionType, VoidType))
