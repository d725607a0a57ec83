"""Functions whose meaning is a statement: errors, assumptions, inputs, and what the compiler has built in.

Those about memory are in `memory_functions`, probes in `probe_functions`. The rest of the C library is
modelled in C (`frontend/library`). A function that the user's program defines is never an intrinsic, except
for the error functions: calling them is the error, whatever they do.
"""

from __future__ import annotations

from dovetail.frontend.builder import Builder
from dovetail.frontend.clause_functions import ClauseFunctions
from dovetail.frontend.errors import UnsupportedError
from dovetail.frontend.known_functions import ASSERT_FAILURES, ERROR_FUNCTIONS, NONDET, UNMODELLED, plain_name
from dovetail.frontend.leaks import CLEANUP, CLEANUP_TEXT, LEAK, LEAK_TEXT, NONE_ALIVE
from dovetail.frontend.library import modelled_functions
from dovetail.frontend.library.assumed import ASSUMED, CHARACTERS, NO_CHARACTER
from dovetail.frontend.linkage import Linkage
from dovetail.frontend.syntax import DeclRef, Node, bare, strip
from dovetail.frontend.units import TranslationUnit
from dovetail.program.expressions import FALSE, TRUE, Expr, NoLeak, const, disjunction, reads_memory
from dovetail.program.statements import (
    Assume,
    Check,
    CheckInfo,
    Goal,
    GoalKind,
    Halt,
    Origin,
    Skip,
    Unsupported,
    Why,
)
from dovetail.program.types import INT, IntType, PointerType, RecordType


class Intrinsics(ClauseFunctions):
    """Calls that become statements right away."""

    def __init__(self, unit: TranslationUnit, linkage: Linkage, builder: Builder) -> None:
        super().__init__(unit, linkage, builder)
        self.functions |= {
            "__VERIFIER_assume": (1, self._assume),
            "dovetail_assume": (1, self._assume),
            "dovetail_always": (1, self._always),
            "assert": (1, self._always),
            "dovetail_initial": (1, self._assume),
            "dovetail_sometime": (1, self._sometime),
            "dovetail_final": (1, self._final),
            "dovetail_predicate": (1, self._predicate),
            "abort": (0, self._abort),
            "__dovetail_errno_matters": (0, self._errno_matters),
            "__dovetail_rounding_matters": (0, self._rounding_matters),
            "__dovetail_descriptors_matter": (0, self._descriptors_matter),
            "__dovetail_halt": (1, self._halt),
            "__dovetail_stop": (0, self._abort),
            "__dovetail_choice": (0, self._any_int),
            "__dovetail_unsupported": (1, self._unsupported),
        }

    def intrinsic(
        self, node: Node, ref: DeclRef, arguments: list[Node], used: bool
    ) -> tuple[bool, Expr | None]:
        name = ref.name
        if name in ERROR_FUNCTIONS or name in ASSERT_FAILURES:
            self._error(node, name, arguments)
            return True, None
        if NONDET.match(name) and name != "__VERIFIER_nondet_memory":
            self.arguments(arguments)
            self.at(node)
            self.linkage.external(self.unit, ref, self.build.position)
            return True, self.any_result(name, self.type_of(node), Origin.NONDET)
        done, value = self.printed(node, name, arguments, used)
        if done:
            return True, value
        plain = plain_name(name)
        if name.startswith("__builtin_"):
            return True, self._builtin(node, name, plain, arguments, used)
        if name.startswith("__sync_"):
            return True, self.sync(name, node, arguments)
        if name.startswith(("__atomic_", "__c11_atomic_")):
            if not name.endswith("_fence"):
                raise UnsupportedError(f"the builtin function '{name}' is not modelled")
            self.arguments(arguments)
            return True, None
        if name == "calloc":
            block = self.calloc(arguments)
            if block is not None:
                return True, block
        if name in self.functions:
            return True, self._function(node, name, arguments)
        if name in ASSUMED and not self.unit.library:
            is_bound = ASSUMED[name].is_bound and not self.linkage.conventions.svcomp
            self.linkage.assumption(self.at(node), ASSUMED[name].text, once=True, is_bound=is_bound)
        if name in CHARACTERS and not self.unit.library and len(arguments) == 1:
            if self._may_be_negative(arguments[0]):
                self.linkage.assumption(self.at(node), NO_CHARACTER, once=True)
        if name in ("stat", "fstat", "lstat") and len(arguments) == 2:
            self._require_status(name, arguments[1])
        if name == "__errno_location" and not self.unit.library:
            text = "library functions that succeed are taken to leave errno alone"
            self.linkage.assumption(self.at(node), text, once=True)
        if name in UNMODELLED:
            self.arguments(arguments)
            raise UnsupportedError(f"'{name}': {UNMODELLED[name]}")
        return False, None

    def _may_be_negative(self, argument: Node) -> bool:
        """May it be below zero? Not if it is written as a character, or was a byte."""
        given = strip(argument)
        while given.kind == "ImplicitCastExpr" and given.cast_kind == "IntegralCast":
            given = strip(given.inner[0])
        type_ = self.type_of(given)
        if given.kind in ("IntegerLiteral", "CharacterLiteral"):
            return False
        return isinstance(type_, IntType) and type_.signed

    def _function(self, node: Node, name: str, arguments: list[Node]) -> Expr | None:
        needed, handler = self.functions[name]
        if len(arguments) < needed:
            raise UnsupportedError(f"'{name}' is called with {len(arguments)} arguments and needs {needed}")
        return handler(node, arguments)

    def _builtin(self, node: Node, name: str, plain: str, arguments: list[Node], used: bool) -> Expr | None:
        """A builtin, or a library function under its builtin name (or under the one with a check of
        sizes, which has a model of its own)."""
        checking = name.removeprefix("__builtin_")
        if checking.endswith("_chk") and checking in modelled_functions():
            signature = self.linkage.signature(self.unit, DeclRef("", "FunctionDecl", checking))
            assert signature is not None
            with self.told_room():
                return self.invoke(node, signature, arguments, used)
        if plain in self.builtins:
            return self.builtins[plain](node, arguments)
        if plain == "malloc" and self.linkage.is_user_defined(self.unit, DeclRef("", "FunctionDecl", plain)):
            raise UnsupportedError(f"'{name}' in a program with a 'malloc' of its own")
        self.require_one_allocator(plain)
        if plain == "calloc":
            block = self.calloc(arguments)
            if block is not None:
                return block
        if plain in self.functions:
            return self._function(node, plain, arguments)
        signature = self.linkage.signature(self.unit, DeclRef("", "FunctionDecl", plain))
        if signature is None or name.endswith("_chk"):
            raise UnsupportedError(f"the builtin function '{name}' is not modelled")
        return self.invoke(node, signature, arguments, used)

    def _require_status(self, name: str, to: Node) -> None:
        """The model fills in a record of one size: that of the library whose headers come with Dovetail."""
        type_ = self.type_of(to)
        if isinstance(type_, PointerType) and isinstance(type_.pointee, RecordType):
            if (size := type_.pointee.size) != 144:
                raise UnsupportedError(f"'{name}' into a record of {size} bytes is not modelled")

    # -- errors and assumptions

    def _error(self, node: Node, name: str, arguments: list[Node]) -> None:
        kind = "assertion" if name in ASSERT_FAILURES else "unreach-call"
        description = f"{name} is not called"
        if name in ASSERT_FAILURES and arguments:
            text = bare(arguments[0])
            if text.kind == "StringLiteral":
                description = f"assert({str(text.value)[1:-1]})"
        self.at(node)
        info = self._fails_unless(FALSE, kind, description, name)
        self.linkage.native.error_call(self.unit, node.offset, node.end, info, conditional=False)
        self.build.end()

    def _fails_unless(self, condition: Expr, kind: str, description: str, name: str) -> CheckInfo | None:
        """A check where reachability is asked for; else the run just ends where the condition is false."""
        if self.properties.reachability:
            info = self.linkage.new_check(kind, self.build.position, self.build.name, description)
            self.emit(Check(condition, info))
            return info
        if condition is not TRUE:
            self._nothing_lost(unless=condition)
            self.emit(Assume(condition, Why.ASSUMED, name))
        return None

    def _assume(self, node: Node, arguments: list[Node]) -> None:
        condition = self.condition(arguments[0])
        self.at(node)
        if condition is not TRUE:
            self.emit(Assume(condition, Why.ASSUMED))
        if condition is FALSE:
            self.build.end()

    def _always(self, node: Node, arguments: list[Node]) -> None:
        condition = self.condition(arguments[0])
        self.at(node)
        text = self._written_as(arguments[0])
        info = self._fails_unless(condition, "assertion", text, text)
        self.linkage.native.error_call(self.unit, node.offset, node.end, info, conditional=True)

    def _sometime(self, node: Node, arguments: list[Node]) -> None:
        self._goal(GoalKind.SOMETIME, node, arguments[0])

    def _final(self, node: Node, arguments: list[Node]) -> None:
        self._goal(GoalKind.FINAL, node, arguments[0])

    def _goal(self, kind: GoalKind, node: Node, argument: Node) -> None:
        condition = self._evaluated(argument)
        position = self.at(node)
        text = self._written_as(argument)
        info = self.linkage.goals.met(self.unit, node.offset, position, self.build.name, text)
        self.emit(Skip(goal=Goal(kind, condition, info)))

    def _predicate(self, node: Node, arguments: list[Node]) -> None:
        condition = self._evaluated(arguments[0])
        self.at(node)
        self.emit(Skip(self._written_as(node), predicate=condition))

    def _evaluated(self, node: Node) -> Expr:
        """A condition that no statement will evaluate any more, though the machine does: if it reads memory,
        that is done here, and ends the run where there is nothing to be read."""
        condition = self.condition(node)
        if reads_memory(condition):
            self.keep(condition)
        return condition

    def _written_as(self, node: Node) -> str:
        return " ".join(self.unit.source.slice(node.offset, node.end).split())

    def _any_int(self, node: Node, arguments: list[Node]) -> Expr:
        """Any int, where a model leaves open what C leaves open."""
        return self.unspecified("choice", INT)

    def _unsupported(self, node: Node, arguments: list[Node]) -> None:
        """Where a model, or a text without what was left out of it, comes to what is not modelled."""
        reason = self.literal(arguments[0])
        assert reason is not None, "there is a reason"
        self.at(node)
        self.emit(Unsupported(reason))
        self.build.end()

    def _abort(self, node: Node, arguments: list[Node]) -> None:
        self.at(node)
        self.program_ends("abort")

    def program_ends(self, name: str) -> None:
        self._nothing_lost()
        self.emit(Assume(FALSE, Why.ASSUMED, name))
        self.build.end()

    def _nothing_lost(self, unless: Expr = FALSE) -> None:
        """Where the program ends inside of functions, what has been lost by then is lost."""
        if self.properties.leaks:
            self.check(disjunction([unless, NoLeak(running=True)]), LEAK, LEAK_TEXT)

    def _halt(self, node: Node, arguments: list[Node]) -> None:
        code = self.value(arguments[0])
        if self.linkage.ends_with_more:
            raise UnsupportedError("exit in a program with functions that run behind main is not modelled")
        self._nothing_lost()
        if self.properties.cleanup:
            self.check(NONE_ALIVE, CLEANUP, CLEANUP_TEXT)
        self.emit(Halt(code))
        self.build.end()

    def _errno_matters(self, node: Node, arguments: list[Node]) -> Expr:
        return const(INT, int(self.linkage.looks_at_errno))

    def _rounding_matters(self, node: Node, arguments: list[Node]) -> Expr:
        return const(INT, int(self.linkage.sets_rounding))

    def _descriptors_matter(self, node: Node, arguments: list[Node]) -> Expr:
        return const(INT, int(self.linkage.uses_descriptors))
