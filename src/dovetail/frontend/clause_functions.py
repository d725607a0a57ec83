"""What the clauses of contracts have become (`clauses`, `contract_text`): calls with a condition.

A condition of a clause is lowered to one pure expression, so that it can be assumed, checked, and guessed at
loop heads as it stands; that the memory it reads is there is a check of its own, in front of it. A quantifier
is a `ForAll`: natively it is the loop that the text has (`clause_words`).
"""

from __future__ import annotations

from collections.abc import Sequence

from dovetail.frontend.builder import Builder
from dovetail.frontend.compared_records import SAME_RECORD, all_equal, members
from dovetail.frontend.effects import Effects
from dovetail.frontend.errors import UnsupportedError
from dovetail.frontend.exact_terms import range_type
from dovetail.frontend.linkage import Linkage, Place, Properties, Register
from dovetail.frontend.probe_functions import ProbeFunctions
from dovetail.frontend.restrictions import takes_pointers_out
from dovetail.frontend.syntax import Node, bare, callee_name, strip
from dovetail.frontend.units import TranslationUnit
from dovetail.program.contracts import CONTRACT_OF
from dovetail.program.expressions import (
    TRUE,
    Binary,
    BinaryOp,
    Cast,
    Conditional,
    Const,
    Expr,
    ForAll,
    Load,
    PointerAdd,
    PointerDiff,
    Quantifier,
    Valid,
    Writable,
    conjunction,
    disjunction,
    fold_over,
    index,
    negation,
    substitute,
)
from dovetail.program.object_questions import Freeable, ObjectSize, ObjectStart
from dovetail.program.statements import Assume, Check, Why
from dovetail.program.types import INT, UCHAR, VOID_POINTER, DataModel, IntType
from dovetail.semantics.folding import folded

FOR_ALL, FOR_ALL_TO = "__dovetail_for_all", "__dovetail_for_all_to"
_PURE = frozenset(
    {
        "__dovetail_is_readable",
        "__dovetail_is_writable",
        "__dovetail_is_string",
        "__dovetail_one_object",
        "__dovetail_exactly",
        "__dovetail_is_block",
        FOR_ALL,
        FOR_ALL_TO,
    }
)
_PURELY = Properties(reachability=False)
READ_IN_A_CLAUSE = "the memory that a clause reads is valid"
OF_WITNESSES = frozenset({"looped", "here"})
"""Clauses that somebody says of a program: they hold only where all that they read is there."""
COMPUTED_IN_A_CLAUSE = ", where a clause is computed"
"""So the description of a check ends that is there because a clause is to have a value."""
KINDS = {
    "requires": ("precondition", "the precondition of '{}' holds where it is called: {}"),
    "ensures": ("postcondition", "the postcondition of '{}' holds: {}"),
    "invariant": ("loop-invariant", "the loop invariant holds at every iteration: {}"),
    "looped": ("loop-invariant", "the loop invariant holds at every iteration: {}"),
    "here": ("invariant", "the invariant holds here: {}"),
    "decreases": ("loop-measure", "every iteration makes the measure smaller: {}"),
    "smaller": ("call-measure", "where '{}' calls itself the measure is smaller, and was not negative: {}"),
    "variant": ("loop-measure", "the measure is not negative where an iteration begins: {}"),
    "assert": ("assertion", "the assertion holds: {}"),
    "fresh": ("precondition", "'{}' is called with memory that has nothing in common: {}"),
}


class _ClauseEffects(Effects):
    """Questions about objects and quantifiers are conditions like others."""

    def _computed(self, node: Node) -> bool:
        name = _called(node)
        if name in (FOR_ALL, FOR_ALL_TO):
            return False
        if name in _PURE:
            return any(map(self.of, node.inner[1:]))
        return super()._computed(node)


class ClauseFunctions(ProbeFunctions):
    def __init__(self, unit: TranslationUnit, linkage: Linkage, builder: Builder) -> None:
        super().__init__(unit, linkage, builder)
        self.functions |= {
            FOR_ALL: (1, self._for_all),
            FOR_ALL_TO: (1, self._for_all),
            "__dovetail_is_readable": (2, self._is_readable),
            "__dovetail_is_writable": (2, self._is_writable),
            "__dovetail_is_string": (1, self._is_string),
            "__dovetail_one_object": (2, self._same_object),
            SAME_RECORD: (3, self._same_record),
            "__dovetail_exactly": (1, self._exactly),
            "__dovetail_noted": (1, self._noted),
            "__dovetail_clause": (3, self._clause),
            "__dovetail_given": (2, self._given),
            "__dovetail_by_contract": (2, self._by_contract),
            "__dovetail_is_block": (1, self._is_block),
            "__dovetail_pointers_of": (2, self._pointers_of),
        }
        self._in_clause = False
        self._strings: set[Expr] = set()
        """What is asked of all characters up to the end of their object: they are there."""

    # -- conditions

    def _condition_of(self, node: Node, *, of_witness: bool = False) -> Expr:
        """One expression; what it reads has been checked to be there."""
        kept = self.properties, self._effects
        self.properties, self._effects = _PURELY, _ClauseEffects(_PURELY, self.unit.bad_shifts)
        self._in_clause = True
        try:
            condition = self.condition(node)
        finally:
            self.properties, self._effects = kept
            self._in_clause = False
        self.at(node)
        if self.properties.deref:
            self.check(self._defined(condition), "invalid-deref", READ_IN_A_CLAUSE)
        elif of_witness:
            self.check(self._defined(condition), "invariant", READ_IN_A_CLAUSE)
        return condition

    def trap_unless(self, condition: Expr, kind: str, detail: str) -> None:
        """A clause that has no value does not hold, and does not excuse what comes behind it."""
        if self._in_clause:
            self.check(condition, kind, f"{detail}{COMPUTED_IN_A_CLAUSE}")
        else:
            super().trap_unless(condition, kind, detail)

    def _defined(self, root: Expr) -> Expr:
        """The condition that all that is read for a condition is there."""

        def combine(expr: Expr, parts: Sequence[Expr], below: list[Expr]) -> Expr:
            match expr:
                case Load(address=address):
                    size = self.size_of(expr.type)
                    there = TRUE if self._surely_valid(address, size) else Valid(address, size)
                    return conjunction([*below, there])
                case BinaryOp(op=Binary.AND, left=left):
                    return conjunction([below[0], _unless(negation(left), below[1])])
                case BinaryOp(op=Binary.OR, left=left):
                    return conjunction([below[0], _unless(left, below[1])])
                case Conditional(condition=condition):
                    one, other = _unless(negation(condition), below[1]), _unless(condition, below[2])
                    return conjunction([below[0], one, other])
                case Quantifier(index=index_, low=low, high=high):
                    inside = (
                        TRUE
                        if expr in self._strings or below[2] is TRUE
                        else ForAll(index_, low, high, below[2])
                    )
                    return conjunction([below[0], below[1], inside])
                case _:
                    return conjunction(below)

        return fold_over(root, combine, {}, below=lambda expr: expr.children)

    def _same_record(self, node: Node, arguments: list[Node]) -> Expr:
        type_ = self.type_of(strip(bare(arguments[0]).inner[0]))
        parts = members(type_, self.target.pointer_bits)
        left, right = self.arguments(arguments)[:2]
        for pointer in (left, right):
            size = self.size_of(type_)
            if self.properties.deref and not self._surely_valid(pointer, size):
                self.check(Valid(pointer, size), "invalid-deref", "the memory accessed is valid")
        return self.from_condition(all_equal(left, right, parts, self.target.intptr), INT)

    def _for_all(self, node: Node, arguments: list[Node]) -> Expr:
        """Of the form that `clause_words` gives it: declarations, a loop, the result."""
        block = bare(arguments[0])
        compound = block.inner[0] if block.kind == "StmtExpr" else block
        if compound.kind != "CompoundStmt" or len(compound.inner) < 4:
            raise UnsupportedError("a quantifier of this form is not modelled")
        statements = (child for child in compound.inner if child.kind == "DeclStmt")
        declared = [child for statement in statements for child in statement.inner if child.kind == "VarDecl"]
        loop = next(child for child in compound.inner if child.kind == "ForStmt")
        type_ = self.type_of(declared[0])
        if not isinstance(type_, IntType):
            raise UnsupportedError("a quantifier over something else than integers is not modelled")
        if self.exact:
            low, high = (self.value(_initialiser(one)) for one in declared[:2])
            type_ = range_type(low, high)
            low, high = (folded(Cast(type_, one)) for one in (low, high))
        else:
            low, high = (self._bound(one, type_) for one in declared[:2])
        bound = index(declared[0].name, type_)
        self.stands_for(declared[0].id, Register(bound, type_))
        kept = self.properties, self._effects
        self.properties, self._effects = _PURELY, _ClauseEffects(_PURELY, self.unit.bad_shifts)
        try:
            assigned = strip(loop.inner[-1])
            body = self._pure(assigned.inner[1])
        finally:
            self.properties, self._effects = kept
        result: Expr = ForAll(bound, low, high, body) if body is not TRUE else TRUE
        if _called(node) == FOR_ALL_TO:
            last = substitute(body, {bound: high})
            behind = BinaryOp(Binary.LT, high, low)
            result = conjunction([result, disjunction([behind, last])])
        return self.from_condition(result, INT)

    def stands_for(self, ident: str, place: Place) -> None:
        """Supplied by `declarations`: what a variable of the text is."""
        raise NotImplementedError

    def _pure(self, node: Node) -> Expr:
        """The body of a quantifier: nothing can be done for each element."""
        if self.has_effects(node):
            raise UnsupportedError("a quantifier whose condition does something is not modelled")
        here = self.build.here
        condition = self.condition(node)
        if self.build.here != here:
            raise UnsupportedError("a quantifier whose condition does something is not modelled")
        return condition

    def _bound(self, node: Node, type_: IntType) -> Expr:
        """A bound is compared with the variable in C's way; to convert it must come to the same."""
        initialiser = _initialiser(node)
        given = initialiser
        while given.kind == "ImplicitCastExpr" and given.cast_kind == "IntegralCast":
            given = given.inner[0]
        source = self.type_of(given)
        value = self.value(initialiser)
        if isinstance(source, IntType):
            narrower = source.width < type_.width
            same = source.width == type_.width and (source.signed == type_.signed or not type_.signed)
            original = self.value(given)
            fits = isinstance(original, Const) and isinstance(value, Const) and isinstance(source, IntType)
            if fits:
                assert isinstance(original, Const) and isinstance(value, Const)
                fits = source.number(original.value) == type_.number(value.value)
            if not (narrower or same or fits):
                raise UnsupportedError("a quantifier with a bound wider than its variable is not modelled")
        return value

    def _is_readable(self, node: Node, arguments: list[Node]) -> Expr:
        pointer, size = self.arguments(arguments)
        return self.from_condition(Valid(pointer, self.convert(size, self.target.size_t)), INT)

    def _is_writable(self, node: Node, arguments: list[Node]) -> Expr:
        pointer, size = self.arguments(arguments)
        valid = Valid(pointer, self.convert(size, self.target.size_t))
        return self.from_condition(conjunction([valid, Writable(pointer)]), INT)

    def _is_block(self, node: Node, arguments: list[Node]) -> Expr:
        """Does it lead to the beginning of a block that is alive?"""
        pointer = self.value(arguments[0])
        null = BinaryOp(Binary.EQ, pointer, Const(VOID_POINTER, 0))
        return self.from_condition(conjunction([negation(null), Freeable(pointer)]), INT)

    def _is_string(self, node: Node, arguments: list[Node]) -> Expr:
        """Is there a zero from here on, before the object ends?"""
        pointer, size_t = self.value(arguments[0]), self.target.size_t
        at = index(f"character_{node.offset}", size_t)
        character = Load(PointerAdd(pointer, Cast(self.target.intptr, at), pointer.type), UCHAR)
        passed = Cast(size_t, PointerDiff(pointer, ObjectStart(pointer), self.target.intptr))
        rest = BinaryOp(Binary.SUB, ObjectSize(pointer, size_t), passed)
        never = ForAll(at, Const(size_t, 0), rest, BinaryOp(Binary.NE, character, Const(UCHAR, 0)))
        ends = negation(never)
        self._strings |= {never, ends}
        there = Valid(pointer, Const(size_t, 1))
        return self.from_condition(conjunction([there, ends]), INT)

    def _exactly(self, node: Node, arguments: list[Node]) -> Expr:
        """A condition of ACSL's integers."""
        self._equal_natively(bare(arguments[0]))
        kept, self.exact = self.exact, True
        try:
            return self.from_condition(self.condition(arguments[0]), INT)
        finally:
            self.exact = kept

    def _equal_natively(self, node: Node) -> None:
        """Two places are compared as they stand, as they may be anything; if they are integers that C would
        bring to an unsigned type, a machine compares them in a type that has all values of both."""
        if node.kind != "BinaryOperator" or node.opcode not in ("==", "!="):
            return
        left, right = node.inner
        own = [self.type_of(bare(side)) for side in (left, right)]
        common = self.type_of(left)
        if not (isinstance(common, IntType) and all(isinstance(one, IntType) for one in own)):
            return
        if common.signed or not any(isinstance(one, IntType) and one.signed for one in own):
            return
        wide = "__int128" if self.target.model is DataModel.LP64 else "long long"
        spans = (node.offset, left.offset, left.end, right.offset, right.end, node.end)
        texts = (f"(({wide})(", f") {node.opcode} ({wide})(", "))")
        self.linkage.native.rewritten(self.unit, spans, texts)

    # -- clauses

    def _noted(self, node: Node, arguments: list[Node]) -> None:
        """What a contract says and nobody shows."""
        position = self.at(node)
        self.linkage.assumption(position, f"{self.literal(arguments[0])}", once=True)

    def _clause(self, node: Node, arguments: list[Node]) -> None:
        """One that has to hold here: what kind it is, how it is written, and the condition."""
        kind, text = (self.literal(argument) for argument in arguments[:2])
        assert kind is not None and text is not None
        word, _, function = kind.partition(" ")
        condition = self._condition_of(arguments[2], of_witness=word in OF_WITNESSES)
        self._unwatched(arguments[2])
        self.at(node)
        if word == "assert" and not self.linkage.properties.reachability:
            self.emit(Assume(condition, Why.ASSUMED, text))
            return
        name, description = KINDS[word]
        said = description.format(*([function, text] if function else [text]))
        info = self.linkage.new_check(name, self.build.position, self.build.name, said)
        self.emit(Check(condition, info))
        self.linkage.native.error_call(self.unit, node.offset, node.end, info, conditional=True)

    def _given(self, node: Node, arguments: list[Node]) -> None:
        """One that is taken to hold here."""
        condition = self._condition_of(arguments[1])
        self._unwatched(arguments[1])
        self.at(node)
        if condition is not TRUE:
            self.emit(Assume(condition, Why.ASSUMED, self.literal(arguments[0]) or ""))

    def _unwatched(self, node: Node) -> None:
        """It has no checks of its own, for the machine neither."""
        spans = (node.offset, node.offset, node.end, node.end)
        texts = ("(__dovetail_unwatched(), __dovetail_watched(!!(", ")))")
        self.linkage.native.rewritten(self.unit, spans, texts)

    def _by_contract(self, node: Node, arguments: list[Node]) -> None:
        function = self.literal(arguments[0])
        self.at(node)
        # A run that has come here is known by what it has asked for.
        asked = self.unspecified(f"{CONTRACT_OF}{function}'", INT)
        self.emit(Assume(BinaryOp(Binary.EQ, asked, Const(INT, 0)), Why.ASSUMED))
        if arguments[1].value != "1":
            text = f"'{function}' is taken to do what its contract says; that is not shown here"
            self.linkage.assumption(self.build.position, text, once=True)

    def _pointers_of(self, node: Node, arguments: list[Node]) -> None:
        """What a contract leaves behind is any contents, and no pointer among them leads anywhere. One that
        is given back is looked at; those in memory are if the program takes pointers out of memory."""
        self.at(node)
        function = self.literal(arguments[0])
        text = f"the pointers that '{function}' gives back or leaves behind lead into no object"
        if arguments[1].value == "1":
            self.linkage.assumption(self.build.position, text, once=True, is_bound=True)
        else:
            self.linkage.leads_nowhere(self.build.position, text, takes_pointers_out)


def _initialiser(node: Node) -> Node:
    return next(child for child in node.inner if child.kind.endswith(("Expr", "Operator", "Literal")))


def _unless(excepted: Expr, condition: Expr) -> Expr:
    return TRUE if condition is TRUE else disjunction([excepted, condition])


def _called(node: Node) -> str:
    return callee_name(node) if node.kind == "CallExpr" else ""
