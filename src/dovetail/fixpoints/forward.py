"""post[t*]I (Abstract testing, section III): what can be reached from the initial states, at every node of a
system.

Each `Check` conjoins its condition inside of the iteration (section VIII-A, the fixpoint approximation check:
lfp λX. I ⊓ F(X) is computed, and then F(J) ⊑ I is asked): what comes after it is only what
passed it, so that the check may be used to prove itself at the next round.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field

from dovetail.domains.evaluation import Reading
from dovetail.domains.memory import Memory
from dovetail.domains.pointers import Target
from dovetail.domains.states import Given, State
from dovetail.domains.transfer import assign, forget, post
from dovetail.domains.universe import Universe
from dovetail.fixpoints.system import Chain, Enter, Flow, Leave, System
from dovetail.program.automata import Edge, Procedure, Program
from dovetail.program.contracts import result_of
from dovetail.program.effects import Effects, effects
from dovetail.program.expressions import Const, Variable
from dovetail.program.liveness import Liveness, liveness
from dovetail.program.statements import Allocate, Halt, Return, Unsupported, written_variable
from dovetail.quick_dataclass import dataclass
from dovetail.semantics.algebra import NotComputable


@dataclass(slots=True)
class Forward:
    """What flows do to states: F of section VIII-A, with I conjoined. `listed`: keep what is known of the
    source's variables after their last use, for people to read."""

    system: System
    universe: Universe
    listed: bool = False
    unmodelled: dict[Edge, str] = field(default_factory=dict)
    """Edges that may be reached and that have no meaning, with the reason."""
    _live: dict[str, Liveness] = field(default_factory=dict)
    _effects: Mapping[str, Effects] = field(default_factory=dict)
    _dying: dict[int, tuple[Variable, ...]] = field(default_factory=dict)
    _sites: dict[str, frozenset[Target]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        program = self.system.program
        self._effects = effects(program)
        for name, procedure in program.procedures.items():
            self._live[name] = liveness(procedure)

    def initial(self) -> State:
        """Before the first statement: globals hold zero, no local has been given a value."""
        program, algebra = self.system.program, self.universe.algebra
        values = {variable: algebra.zero(variable.type) for variable in program.globals.values()}
        given: dict[Variable, Given] = {}
        if self.listed:
            for variable in program.procedures[program.entry].locals:
                if variable.source_name:
                    given[variable] = Given.NO
        return State(values, Memory.initial(program, algebra), {}, given)

    # Flows

    def apply(self, flow: Flow, before: State, at_exit: State | None = None) -> State | None:
        """`at_exit` is for a return: the state at the callee's exit."""
        match flow:
            case Chain():
                state: State | None = before
                procedure, _ = self.system.place(flow.source)
                for edge in flow.edges:
                    assert state is not None
                    state = self.step(state, edge, procedure)
                    if state is None:
                        return None
                return state
            case Enter():
                try:
                    return self._entered(before, flow)
                except NotComputable as error:
                    self.unmodelled[flow.edge] = str(error)
                    return None
            case Leave():
                return None if at_exit is None else self._left(before, at_exit, flow)

    def step(self, state: State, edge: Edge, procedure: Procedure) -> State | None:
        try:
            after = self._statement(state, edge, procedure)
        except NotComputable as error:
            self.unmodelled[edge] = str(error)
            return None
        if after is None:
            return None
        gone = [v for v in self.dying(edge, procedure) if v in after.values or v in after.given]
        return after.without(gone) if gone else after

    def _statement(self, state: State, edge: Edge, procedure: Procedure) -> State | None:
        match edge.statement:
            case Halt():
                return None
            case Unsupported(reason=reason):
                self.unmodelled[edge] = reason
                return None
            case Return(value=value):
                result = result_of(procedure)
                if value is None or result is None or procedure.name == self.system.program.entry:
                    return state
                return assign(state, result, value, self.universe)
            case statement:
                return post(state, statement, site_of(edge, procedure), self.universe)

    def dying(self, edge: Edge, procedure: Procedure) -> tuple[Variable, ...]:
        """The variables that matter no more after an edge."""
        found = self._dying.get(id(edge))
        if found is None:
            live = self._live[procedure.name]
            mask = live.masks[edge.source]
            written = written_variable(edge.statement)
            if written is not None and written in live.bits:
                mask |= 1 << live.bits[written]
            gone = live.members(mask & ~live.masks[edge.target])
            found = tuple(v for v in gone if not (self.listed and v.source_name))
            self._dying[id(edge)] = found
        return found

    # Calls

    def _entered(self, state: State, flow: Enter) -> State:
        reading = Reading(state, self.universe.algebra)
        callee = self.system.program.procedures[flow.call.procedure]
        values = {variable: value for variable, value in state.values.items() if not variable.scope}
        for parameter, argument in zip(callee.parameters, flow.call.arguments, strict=True):
            values[parameter] = reading.value(argument)
        given = {}
        if self.listed:
            given = {variable: Given.NO for variable in callee.locals if variable.source_name}
        return State(values, state.memory, {}, given)

    def _left(self, caller: State, exit_: State, flow: Leave) -> State:
        callee = self.system.program.procedures[flow.call.procedure]
        renaming = {site: (site, Target(site.name, site=True, old=True)) for site in self.sites(callee.name)}
        mine = caller.renamed(renaming)
        values = {variable: value for variable, value in mine.values.items() if variable.scope}
        values.update((v, value) for v, value in exit_.values.items() if not v.scope)
        after = State(values, exit_.memory, caller.relations, caller.given)
        for variable in self._effects[callee.name].writes:
            after = forget(after, variable, self.universe)
        target, result = flow.call.target, result_of(callee)
        if target is not None:
            assert result is not None
            after = forget(after, target, self.universe).assigned(target, exit_.value(result))
        return after

    def sites(self, procedure: str) -> frozenset[Target]:
        """The allocation sites of a procedure and of all that it calls."""
        found = self._sites.get(procedure)
        if found is None:
            program, reached, waiting = self.system.program, {procedure}, [procedure]
            while waiting:
                for callee in program.callees(waiting.pop()):
                    if callee not in reached:
                        reached.add(callee)
                        waiting.append(callee)
            found = self._sites[procedure] = frozenset(
                site_of(edge, program.procedures[name])
                for name in reached
                for edge in program.procedures[name].edges
                if isinstance(edge.statement, Allocate)
            )
        return found


def site_of(edge: Edge, procedure: Procedure) -> Target:
    """The name of what an edge allocates."""
    statement = edge.statement
    if not isinstance(statement, Allocate):
        return NO_SITE
    return Target(f"{statement.name} of {procedure.name}:{edge.source}", site=True)


NO_SITE = Target("", site=True)


def object_sizes(program: Program) -> dict[Target, int | None]:
    """The sizes that objects have in any case, as far as they are known."""
    sizes: dict[Target, int | None] = {Target(name): one.size for name, one in program.objects.items()}
    sizes.update((Target(name), 0) for name in program.functions)
    for procedure in program.procedures.values():
        for edge in procedure.edges:
            if isinstance(edge.statement, Allocate) and isinstance(edge.statement.size, Const):
                site = site_of(edge, procedure)
                sizes[site] = edge.statement.size.value
                sizes[Target(site.name, site=True, old=True)] = edge.statement.size.value
    return sizes


def steps(forward: Forward, flow: Chain, state: State) -> Iterator[tuple[Edge, State, State | None]]:
    """Each edge of a chain with the states before and after it."""
    procedure, _ = forward.system.place(flow.source)
    here: State | None = state
    for edge in flow.edges:
        if here is None:
            return
        after = forward.step(here, edge, procedure)
        yield edge, here, after
        here = after
