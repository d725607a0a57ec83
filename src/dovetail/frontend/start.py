"""The procedure that a program starts in: what runs before the entry, its arguments, what runs behind it.

Initial values of variables are put into it by `globals`. What it cannot be known to start with (sections that
others look at, constants that are up to the compiler) is refused here, for every run.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from dovetail.frontend.builder import Builder
from dovetail.frontend.errors import InputError, UnsupportedError
from dovetail.frontend.globals import Globals, may_have_pointers
from dovetail.frontend.leaks import CLEANUP, CLEANUP_TEXT, LEAK, LEAK_TEXT, NONE_ALIVE
from dovetail.frontend.linkage import Linkage, Signature
from dovetail.frontend.syntax import Node
from dovetail.frontend.units import TranslationUnit
from dovetail.program.automata import GlobalObject
from dovetail.program.expressions import Address, Cast, Expr, NoLeak, PointerAdd, Variable, const
from dovetail.program.position import NOWHERE, Position
from dovetail.program.statements import Call, Check, Halt, Store, Unsupported
from dovetail.program.types import CHAR, INT, VOID_POINTER, ArrayType, IntType, PointerType, RecordType
from dovetail.semantics.folding import folded

START = "<start>"
RUN_AT_EXIT = "__dovetail_run_at_exit"
"""The model that calls what was given to `atexit`: when `main` returns, too."""
FIRST_PRIORITY, LAST_PRIORITY = 101, 65535
"""Of functions that run before main: the first that a program may use, and the one of those without."""


class Start:
    """`need` has a function lowered that is used."""

    def __init__(
        self,
        linkage: Linkage,
        units: Sequence[TranslationUnit],
        need: Callable[[TranslationUnit, Node], Signature],
    ) -> None:
        self.build = Builder(START, NOWHERE)
        self._linkage = linkage
        self._units = units
        self._need = need
        self._before: list[tuple[int, Signature]] = []
        """What runs before the entry (`constructor`), and its priority."""
        self._behind: list[tuple[int, Signature]] = []

    def require_ordinary(self) -> None:
        """Note what runs before and behind the entry, and refuse what cannot be known to start."""
        for unit in self._units:
            for name, node in unit.functions.items():
                position = unit.source.position(node.offset)
                for kind, runs in (("ConstructorAttr", self._before), ("DestructorAttr", self._behind)):
                    attribute = unit.attribute(name, kind)
                    if attribute is not None:
                        self._enter_outside(unit, node, attribute, runs)
                if unit.attribute(name, "OverloadableAttr"):
                    self._refuse(position, f"'{name}' is overloaded: not modelled")
            for name, nodes in unit.variables.items():
                sections = {child.section for node in nodes for child in node.inner if child.section}
                if any(map(self._is_looked_at, sections)) and any(
                    may_have_pointers(unit, node) for node in nodes
                ):
                    reason = f"'{name}' is in a section of its own: who looks for it there is not known"
                    self._refuse(unit.source.position(nodes[0].offset), reason)
            for position in unit.folded_shifts:
                # Types and values anywhere in the file may depend on what it was taken for.
                reason = "a shift by too much, in a constant: what it gives is up to the compiler"
                self._refuse(position, reason)

    @property
    def ends_with_more(self) -> bool:
        """Do functions run behind the entry (`destructor`)?"""
        return bool(self._behind)

    def _enter_outside(
        self, unit: TranslationUnit, node: Node, attribute: Node, runs: list[tuple[int, Signature]]
    ) -> None:
        """A function runs before or behind the entry."""
        position = unit.source.position(node.offset)
        written = attribute.inner[0].value if attribute.inner else None
        priority = int(str(written)) if written is not None else LAST_PRIORITY
        try:
            signature = self._need(unit, node)
        except UnsupportedError as error:
            self._refuse(position, error.reason)
            return
        if signature.parameters or signature.variadic or isinstance(signature.returns, RecordType):
            reason = f"'{node.name}' runs before or after main, and is given arguments: not modelled"
            self._refuse(position, reason)
        elif priority < FIRST_PRIORITY:
            reason = f"'{node.name}' runs before or after what the compiler reserves: not modelled"
            self._refuse(position, reason)
        elif any(other == priority for other, _ in runs):
            text = "functions that run before or after main run in the order of the text, or against it"
            self._linkage.assumption(position, text, once=True)
        runs.append((priority, signature))

    def _is_looked_at(self, section: str) -> bool:
        """Does the machine run what is in a section, or does the program find it by the linker's names for
        its beginning and end? (C leaves other sections to those who know them.)"""
        ends = (f"__start_{section}", f"__stop_{section}")
        named = any(end in unit.variables for unit in self._units for end in ends)
        return named or re.match(r"\.(?:pre)?init|\.fini|\.ctors|\.dtors", section) is not None

    def _refuse(self, position: Position, reason: str) -> None:
        """Nothing is known of any run."""
        self.build.position = position
        self.build.emit(Unsupported(reason))
        self._linkage.native.refused_starts.append((position, reason))

    def enter(self, entry: Signature, position: Position, variables: Globals, *, at_exit: bool) -> None:
        """All that is run, and how it ends; with what was given to `atexit`, if there is any."""
        build, properties = self.build, self._linkage.properties
        build.position = position
        if isinstance(entry.returns, RecordType):
            text = f"'{entry.symbol}' returns {entry.returns}, which an entry cannot do: use --function"
            raise InputError(text, build.position)
        arguments = self._main_arguments(entry, variables)
        for _, before in sorted(self._before, key=lambda one: one[0]):
            build.emit(Call(None, before.symbol, ()))
        code: Expr = const(INT, 0)
        target: Variable | None = None
        if isinstance(entry.returns, IntType):
            target = build.variable(entry.returns)
            code = target if entry.returns == INT else folded(Cast(INT, target))
        build.emit(Call(target, entry.symbol, arguments))
        if at_exit:
            build.emit(Call(None, RUN_AT_EXIT, ()))
        for _, behind in sorted(self._behind, key=lambda one: one[0])[::-1]:
            build.emit(Call(None, behind.symbol, ()))
        if properties.leaks:
            build.emit(Check(NoLeak(), self._linkage.new_check(LEAK, position, START, LEAK_TEXT)))
        if properties.cleanup:
            info = self._linkage.new_check(CLEANUP, position, START, CLEANUP_TEXT)
            build.emit(Check(NONE_ALIVE, info))
        build.emit(Halt(code))
        build.end()

    def _main_arguments(self, entry: Signature, variables: Globals) -> tuple[Expr, ...]:
        """`main(argc, argv, envp)` with no arguments but the program's name."""
        if not entry.parameters:
            return ()
        if len(entry.parameters) > 3 or entry.variadic:
            raise InputError(f"'{entry.symbol}' has parameters that an entry cannot have: use --function")
        target = self._linkage.target
        size = target.size(VOID_POINTER)
        vector = GlobalObject("<argv>", ArrayType(VOID_POINTER, 2), 2 * size, size, NOWHERE)
        variables.objects[vector.name] = vector
        address = Address(vector.name, PointerType(VOID_POINTER))
        self.build.emit(Store(address, variables.string(list(b"program"), CHAR, 8)))
        end = PointerAdd(address, const(target.intptr, size), PointerType(VOID_POINTER))
        known: list[Expr] = [const(INT, 1), address, end]
        return tuple(known[: len(entry.parameters)])
