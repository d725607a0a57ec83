"""What a function under construction asks of the rest of the program, and the words for its answers.

Which function a name means, where a global lives, whether a check is new: only the whole program can tell.
The linker answers through these protocols; the modules that lower C know it by them alone.
"""

from __future__ import annotations

from typing import Protocol

from dovetail.frontend.builder import Builder
from dovetail.frontend.goals import Goals
from dovetail.frontend.native_edits import NativeEdits
from dovetail.frontend.restrictions import Told
from dovetail.frontend.syntax import DeclRef, Node
from dovetail.frontend.units import TranslationUnit
from dovetail.program.expressions import Address, Expr, Variable
from dovetail.program.position import Position
from dovetail.program.statements import CheckInfo
from dovetail.program.types import Field, FunctionType, IntType, RecordType, Target, Type
from dovetail.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Register:
    """A variable without an address. `type` is its C type (an interned variable may not tell `_Bool`)."""

    variable: Variable
    type: Type


@dataclass(frozen=True, slots=True)
class Memory:
    """An object in memory."""

    address: Expr
    type: Type


@dataclass(frozen=True, slots=True)
class Bits:
    """A bit-field of the record at `address`."""

    address: Expr
    field: Field
    record: RecordType


Place = Register | Memory | Bits


@dataclass(frozen=True, slots=True)
class Properties:
    """Which checks the front end puts in."""

    reachability: bool = True
    """Calls of error functions and assertions; else these only end the run, quietly."""
    labels: bool = False
    """Labels that are called ERROR."""
    overflow: bool = False
    deref: bool = False
    """Accesses to memory."""
    free: bool = False
    leaks: bool = False
    """Memory that is lost."""
    cleanup: bool = False
    """Memory that is not freed when the program ends."""

    unsigned: bool = False
    """Unsigned arithmetic that wraps around, and so on (`further_checks`)."""
    conversion: bool = False
    indices: bool = False
    pointers: bool = False
    shifts: bool = False
    division: bool = False
    nan: bool = False
    infinite: bool = False

    @property
    def arithmetic(self) -> bool:
        """Is any operator asked whether its result is what arithmetic says?"""
        of_floats = self.nan or self.infinite
        return self.overflow or self.unsigned or self.shifts or self.division or self.pointers or of_floats

    @property
    def memory(self) -> bool:
        """Does it matter which objects are alive?"""
        return self.deref or self.free or self.leaks or self.cleanup


@dataclass(frozen=True, slots=True)
class Conventions:
    """What is known about the program from elsewhere than its text."""

    svcomp: bool = False
    """Does the user say that the conventions of SV-COMP hold: no arguments for main, and functions without a
    body that only return a value?"""
    pure: bool = True
    """Do functions without a body only return a value?"""
    outside: frozenset[str] | None = None
    """Functions without a body that there is text for (`outside`); None if none is needed."""
    calls_matter: bool = False
    """Would it matter if functions without a body called the program's (`externals`)?"""
    unfollowed: bool = False
    """Could they reach more than the types of pointers say, or write pointers of the program's?"""
    addresses_as_numbers: bool = False
    """May a number that they are handed be an address?"""
    left_constants: bool = False
    """Are they handed anything as `const`?"""
    malloc_may_fail: bool = False
    callbacks: bool = False
    """Are pointers to functions handed in?"""
    nulled: bool = False
    """Has Dovetail made some of these null, for want of anything better?"""
    part: bool = False
    """Is it a part of a program, so that other parts may call what it exports?"""


@dataclass(frozen=True, slots=True)
class Signature:
    """How a procedure of the Program is called."""

    symbol: str
    parameters: tuple[Type, ...]
    """As the function sees them."""
    passed: tuple[Type, ...]
    """As callers pass them: promoted, for a definition in the style of Kernighan and Ritchie."""
    returns: Type
    variadic: bool
    library: bool = False
    """Is it a model of a function of the library?"""


@dataclass(frozen=True, slots=True)
class Dispatch:
    """A call through a pointer, to be turned into branches over the functions it may mean once they are all
    known."""

    builder: Builder
    source: int
    done: int
    position: Position
    pointer: Variable
    fixed: tuple[Expr, ...]
    extra: tuple[Expr, ...]
    """What follows the fixed arguments of a variadic type, already laid out: the hidden parameter."""
    record: Expr | None
    result: Variable | None
    type: FunctionType


class Linkage(Protocol):
    """The whole program, as far as a function under construction needs to know it."""

    target: Target
    properties: Properties
    heap_used: bool
    """Has anything been lowered that allocates memory on the heap?"""
    conventions: Conventions
    may_write_constants: bool
    """Could a write go to a string literal or to an object of `const` type?"""
    may_write_local_constants: bool
    """To one that is on the stack, where no machine notices?"""

    looks_at_errno: bool
    """Does the program ask for errno anywhere? If not, nobody sees what a model leaves there."""
    sets_rounding: bool
    """Does the program set the mode in which floats are rounded?"""
    uses_descriptors: bool
    """Does it use descriptors of files anywhere? If not, nobody sees which of them streams have."""
    numbers_as_pointers: bool
    """Is a number made a pointer anywhere?"""
    native: NativeEdits
    goals: Goals
    error_labels: list[Position]
    """Labels ERROR that are not checked: nobody has asked about them."""
    dispatches: list[Dispatch]
    """Calls through pointers, to be resolved when all functions are known."""
    constant_literals: dict[Expr, Type]
    """Compound literals of a type that is `const`, by their address."""
    own_names: frozenset[str]
    """The names of the functions that the program itself defines: none of them is the library's."""
    byte_views: frozenset[str]
    """The names of records whose padding the program may look at (`byte_views`)."""

    @property
    def ends_with_more(self) -> bool:
        """Do functions of the program run when it ends (`destructor`)?"""
        ...

    @property
    def foreign_functions(self) -> bool:
        """May a pointer be one to a function that is not part of the program?"""
        ...

    def new_check(self, kind: str, position: Position, procedure: str, description: str) -> CheckInfo: ...
    def assumption(
        self, position: Position, text: str, *, once: bool = False, is_bound: bool = False
    ) -> None: ...
    def leads_nowhere(self, position: Position, text: str, told: Told) -> None:
        """An assumption on pointers that come from outside: a bound if the program could tell."""
        ...

    def global_place(self, unit: TranslationUnit, ref: DeclRef) -> Place: ...
    def static_local(self, unit: TranslationUnit, node: Node, procedure: str) -> Place: ...
    def extern_local(self, unit: TranslationUnit, node: Node) -> None: ...
    def function_address(self, unit: TranslationUnit, ref: DeclRef) -> Address: ...
    def label_address(self, label: str) -> Address: ...
    def string_object(self, units: list[int], element: IntType, count: int) -> Address: ...
    def is_entry(self, symbol: str) -> bool: ...
    def signature(self, unit: TranslationUnit, ref: DeclRef) -> Signature | None: ...
    def is_user_defined(self, unit: TranslationUnit, ref: DeclRef) -> bool: ...
    def external(
        self, unit: TranslationUnit, ref: DeclRef, position: Position, *, reaches: bool = False
    ) -> None: ...
    def never_returns(self, unit: TranslationUnit, ref: DeclRef) -> bool:
        """Does a declaration of a function say so?"""
        ...

    def returns_nowhere(self, unit: TranslationUnit, node: Node) -> bool:
        """Is a function of the user's declared not to return, so that it must not?"""
        ...

    def vanished(self, position: Position, reason: str) -> None: ...
