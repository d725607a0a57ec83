"""One procedure by itself: each call in it replaced by what contracts say of the callee.

DASH invokes itself on a called procedure and goes on with what came back (section 4.4, Fig. 16). Here the
same is done the other way round: a set of contracts is assumed of all callees, and each procedure is looked
at alone, under each of its own contracts. If every one of them holds under the assumption of all, they all
hold, by induction on the calls of an execution.

A call becomes: the arguments, each in a variable of its own; a check that the callee may be used like that
(its *demands*); any value for what the callee may write and for the result; and, for each contract, the
assumption that if it applied, it has been kept. Locations of the procedure keep their numbers, so that
invariants of the new automaton are invariants of the old one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace

from dovetail.program.automata import Edge, Procedure, Program
from dovetail.program.contracts import Contract, entry_value, result_of
from dovetail.program.effects import Effects
from dovetail.program.expressions import (
    TRUE,
    Binary,
    BinaryOp,
    Const,
    Expr,
    Variable,
    disjunction,
    negation,
    substitute,
)
from dovetail.program.position import Position
from dovetail.program.statements import (
    Assign,
    Assume,
    Call,
    Check,
    CheckInfo,
    Havoc,
    Origin,
    Return,
    Skip,
    Statement,
    Unsupported,
    Why,
)
from dovetail.program.types import INT, PointerType
from dovetail.quick_dataclass import dataclass

FIRST_OWN = 1 << 30
"""Numbers of checks from here on are not those of the program."""
MADE_UP = "made up: "
"""What the name of an input starts with that no run of the program takes."""


@dataclass(frozen=True, slots=True)
class Rule:
    """A thing that a contract says: if `requires` held at a call, `ensures` holds after it. If it has a
    `switch`, it counts only where that is not zero."""

    requires: Expr
    ensures: Expr
    switch: Variable | None = None


@dataclass(frozen=True, slots=True)
class Assumed:
    """What is assumed of a procedure at calls, and conditions that must hold at a call for one of its
    contracts to apply (each on parameters and globals; none if one always does)."""

    rules: tuple[Rule, ...] = ()
    demands: tuple[Expr, ...] = ()


@dataclass(frozen=True, slots=True)
class Demand:
    """A condition that a caller has to meet."""

    procedure: str
    condition: Expr


@dataclass(frozen=True, slots=True)
class Site:
    """A call that was replaced. The variables hold what was given, and what came back."""

    callee: str
    arguments: tuple[Variable, ...]
    before: Mapping[Variable, Variable]
    """For each global that the callee reads or writes, the variable with its value at the call."""
    result: Variable | None
    token: Variable
    """Is given a value when the call is made: who finds that input in a run knows of the call."""
    after: int
    """The location after it."""


@dataclass(frozen=True, slots=True)
class Alone:
    """A procedure without calls. `calls` has the sites by the edge that stands for the call, if such edges
    were asked for."""

    procedure: Procedure
    sites: tuple[Site, ...]
    calls: Mapping[int, Site]
    """By the location before the edge."""
    demands: Mapping[int, Demand]
    """By number of the check."""
    posts: Mapping[int, Expr] = field(default_factory=dict)
    """The conditions of the contract's `ensures`, by number of the check, where they are checks."""
    given: tuple[Variable, ...] = ()
    """What parameters and globals held at the entry."""


class Modular:
    """Takes procedures of a program apart."""

    def __init__(self, program: Program, effects: Mapping[str, Effects]) -> None:
        self.program = program
        self.effects = effects

    def matter(self, name: str) -> tuple[Variable, ...]:
        """The globals that a procedure reads or writes."""
        used = self.effects[name].matter
        return tuple(variable for variable in self.program.globals.values() if variable in used)

    def alone(
        self,
        name: str,
        assumed: Mapping[str, Assumed],
        contract: Contract,
        posts: Sequence[Expr] = (),
        *,
        executable: bool = False,
    ) -> Alone:
        """The procedure under a contract (its `ensures` is given as `posts`), with calls replaced by
        summaries (of the start this is Ŝ of Yeolekar & Unadkat, section 2.1). If it is to be `executable`, it
        takes its parameters and what calls give back as inputs, and checks the posts itself; otherwise
        parameters start with any value and call edges are left in, to be given their meaning by who executes
        it symbolically."""
        return _Builder(self, name, assumed, contract, posts, executable).build()

    def executable(self, alone: Alone) -> Program:
        """A program that consists of the procedure only."""
        return replace(
            self.program, entry=alone.procedure.name, procedures={alone.procedure.name: alone.procedure}
        )


class _Builder:
    def __init__(
        self,
        modular: Modular,
        name: str,
        assumed: Mapping[str, Assumed],
        contract: Contract,
        posts: Sequence[Expr],
        executable: bool,
    ) -> None:
        self.program = modular.program
        self.effects = modular.effects
        self.matter = modular.matter
        self.original = self.program.procedures[name]
        self.is_start = name == self.program.entry
        self.assumed = assumed
        self.contract = contract
        self.posts = posts
        self.executable = executable
        self.sites: list[Site] = []
        self.calls: dict[int, Site] = {}
        self.demands: dict[int, Demand] = {}
        self.checks: dict[int, Expr] = {}
        self.given: list[Variable] = []
        self.next_check = FIRST_OWN
        self.made: Procedure

    def build(self) -> Alone:
        original = self.original
        parameters = () if self.executable else original.parameters
        self.made = Procedure(original.name, parameters, original.returns, original.position)
        self.made.locals = [*original.locals, *(original.parameters if self.executable else ())]
        while len(self.made.outgoing) < len(original.outgoing):
            self.made.new_location()
        self._prologue()
        self.leaving = self.made.exit if not self.executable else self._epilogue()
        for edge in original.edges:
            match edge.statement:
                case Call():
                    self._call(edge, edge.statement)
                case Return(value=value) if not self.is_start:
                    self._return(edge, value)
                case _:
                    target = self.leaving if edge.target == original.exit else edge.target
                    self.made.add(edge.source, edge.statement, target, edge.position)
        given = tuple(self.given)
        return Alone(self.made, tuple(self.sites), self.calls, self.demands, self.checks, given)

    # Building blocks

    def _local(self, name: str, like: Variable) -> Variable:
        made = Variable(name, self.original.name, like.type, "")
        self.made.locals.append(made)
        return made

    def _then(self, place: int, statement: Statement, position: Position) -> int:
        after = self.made.new_location()
        self.made.add(place, statement, after, position)
        return after

    def _check(self, condition: Expr, position: Position, text: str) -> Check:
        self.next_check += 1
        info = CheckInfo(self.next_check, "contract", position, self.original.name, text)
        return Check(condition, info)

    # Entry and exit

    def _prologue(self) -> None:
        original, position = self.original, self.original.position
        if self.is_start:
            return
        place = self.made.entry = self.made.new_location()
        known = (*original.parameters, *self.matter(original.name))
        if self.executable:
            for variable in known:
                given = Havoc(variable, Origin.EXTERNAL, f"{MADE_UP}{variable.name}")
                place = self._then(place, given, position)
        if self.contract.requires is not TRUE:
            place = self._then(place, Assume(self.contract.requires, Why.ASSUMED), position)
        for variable in known:
            old = entry_value(original, variable)
            self.made.locals.append(old)
            self.given.append(old)
            place = self._then(place, Assign(old, variable), position)
        result = result_of(original)
        if result is not None:
            self.made.locals.append(result)
            place = self._then(place, Assign(result, Const(result.type, 0)), position)
        self.made.add(place, Skip(), original.entry, position)

    def _epilogue(self) -> int:
        """Where control leaves: the posts are checked."""
        if self.is_start:
            return self.made.exit
        first = place = self.made.new_location()
        for post in self.posts:
            check = self._check(post, self.original.position, "what is ensured")
            self.checks[check.info.ident] = post
            place = self._then(place, check, self.original.position)
        self.made.add(place, Skip(), self.made.exit, self.original.position)
        return first

    def _return(self, edge: Edge, value: Expr | None) -> None:
        result = result_of(self.original)
        statement: Statement = Skip() if value is None or result is None else Assign(result, value)
        self.made.add(edge.source, statement, self.leaving, edge.position)

    # Calls

    def _call(self, edge: Edge, call: Call) -> None:
        callee = self.program.procedures[call.procedure]
        effects = self.effects[callee.name]
        prefix = f"{callee.name}@{len(self.sites) + 1}"
        place, position = edge.source, edge.position
        arguments: list[Variable] = []
        for parameter, argument in zip(callee.parameters, call.arguments, strict=True):
            arguments.append(self._local(f"{prefix}.{parameter.name}", parameter))
            place = self._then(place, Assign(arguments[-1], argument), position)
        given: dict[Expr, Expr] = dict(zip(callee.parameters, arguments, strict=True))
        known = self.assumed[callee.name]
        for condition in known.demands:
            check = self._check(substitute(condition, given), position, f"what {callee.name} requires")
            self.demands[check.info.ident] = Demand(callee.name, condition)
            place = self._then(place, check, position)
        before: dict[Variable, Variable] = {}
        for variable in self.matter(callee.name):
            before[variable] = self._local(f"{prefix}.old {variable.name}", variable)
            place = self._then(place, Assign(before[variable], variable), position)
        formal = result_of(callee)
        result = None if formal is None else self._local(f"{prefix}.result", formal)
        token = result if result is not None and self.executable else self._token(prefix)
        back = [*([] if formal is None else [formal]), *effects.writes]
        pointers = any(isinstance(variable.type, PointerType) for variable in back)
        if effects.writes_memory or (self.executable and pointers):
            what = "memory" if effects.writes_memory else "a pointer"
            reason = f"{position}: {what} after a call of {callee.name}, which is not inlined, is not known"
            self.made.add(place, Unsupported(reason), self.made.new_location(), position)
            place = self.made.new_location()
        if self.executable:
            for variable in (v for v in before if v in effects.writes):
                given_back = Havoc(variable, Origin.EXTERNAL, f"{MADE_UP}{variable.name}")
                place = self._then(place, given_back, position)
        else:
            place, at = self._then(place, Call(result, callee.name, tuple(arguments)), position), place
        place = self._then(place, Havoc(token, Origin.EXTERNAL, f"{MADE_UP}{token.name}"), position)
        site = Site(callee.name, tuple(arguments), before, result, token, place)
        self.sites.append(site)
        if not self.executable:
            self.calls[at] = site
        for rule in known.rules:
            place = self._assume(place, callee, rule, site, position)
        value = result if result is not None and call.target is not None else None
        statement: Statement = Skip()
        if call.target is not None and value is not None:
            statement = Assign(call.target, value)
        self.made.add(place, statement, edge.target, position)

    def _token(self, prefix: str) -> Variable:
        return self._local(f"{prefix}.made", Variable(f"{prefix}.made", self.original.name, INT, ""))

    def _assume(self, place: int, callee: Procedure, rule: Rule, site: Site, position: Position) -> int:
        earlier: dict[Expr, Expr] = dict(site.before.items())
        earlier.update(zip(callee.parameters, site.arguments, strict=True))
        later: dict[Expr, Expr] = {entry_value(callee, v): value for v, value in site.before.items()}
        for parameter, argument in zip(callee.parameters, site.arguments, strict=True):
            later[entry_value(callee, parameter)] = argument
        formal = result_of(callee)
        if formal is not None and site.result is not None:
            later[formal] = site.result
        parts = [negation(substitute(rule.requires, earlier)), substitute(rule.ensures, later)]
        if rule.switch is not None:
            parts.append(BinaryOp(Binary.EQ, rule.switch, Const(rule.switch.type, 0)))
        return self._then(place, Assume(disjunction(parts), Why.ASSUMED), position)
