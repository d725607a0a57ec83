"""Loops that a compiler may take to end (C11 6.8.5p6), and that may not.

A loop whose condition is no constant and which neither reads nor writes anything outside of the program, nor
anything volatile or atomic, may be assumed to end. Then what stands behind it can be reached, whatever the
condition says: `while (x) ;` is deleted. In the Program it goes on for ever. That is listed for the loops of
which it is not plain that they end (`endless`), if there is something to be checked behind them.

A call that takes inputs (one of a function without a body, or of the library's that reads or writes) is one
that no compiler looks through.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from dovetail.frontend.endless import staying
from dovetail.frontend.syntax import Node, QualType
from dovetail.program.automata import Procedure
from dovetail.program.position import Position
from dovetail.program.statements import Call, Check, Havoc, Origin

Heads = Mapping[int, Sequence[Position | None]]
"""The heads of loops by location: where they are, or None for one that must go on."""
TEXT = (
    "a loop that only computes is taken to go on for as long as its condition holds: C11 (6.8.5p6) lets "
    "compilers take it to end"
)
_LVALUES = frozenset("DeclRefExpr MemberExpr ArraySubscriptExpr UnaryOperator".split())
_QUALIFIED = re.compile(r"\b(?:volatile|__volatile__|_Atomic)\b")
_BARRIERS = frozenset({"GCCAsmStmt", "MSAsmStmt", "AtomicExpr"})
_VARIABLES = frozenset({"VarDecl", "ParmVarDecl"})


def may_be_taken_to_end(node: Node) -> bool:
    """As far as the text of a loop tells."""
    match node.kind:
        case "WhileStmt":
            condition, parts = node.inner[0], node.inner
        case "DoStmt":
            condition, parts = node.inner[1], node.inner
        case _:
            condition, parts = node.inner[2], node.inner[2:]
    if not condition.kind or not any(map(_varies, condition.walk())):
        return False
    return not any(_is_seen(part) for inside in parts for part in inside.walk())


def _varies(node: Node) -> bool:
    return node.kind == "CallExpr" or (node.referenced is not None and node.referenced.kind in _VARIABLES)


def _is_seen(node: Node) -> bool:
    """Is it something that no compiler leaves out?"""
    return node.kind in _BARRIERS or (node.kind in _LVALUES and _is_qualified(node.type))


def _is_qualified(type_: QualType | None) -> bool:
    """The object itself, and not only what it points to."""
    texts = () if type_ is None else (type_.text, type_.desugared or "")
    return any(_QUALIFIED.search(text[text.rfind("*") + 1 :]) for text in texts)


def loops_taken_to_stay(
    procedures: Mapping[str, Procedure], heads: Mapping[str, Heads]
) -> Iterator[Position]:
    """Where it matters that a loop does not end if its condition goes on to hold."""
    inputs = _taking_inputs(procedures)
    for name, found in heads.items():
        procedure = procedures.get(name)
        if procedure is None or not any(place for places in found.values() for place in places):
            continue
        # That signed numbers wrap around is an assumption of its own.
        for cut, nodes in staying(procedure, frozenset(), wraps=False):
            # A loop that is entered elsewhere than at its head is cut somewhere: it may be any of these.
            meant = [cut] if cut in found else sorted(nodes & found.keys())
            places = [place for head in meant for place in found[head] if place is not None]
            if not places or _takes_inputs(procedure, nodes, inputs):
                continue
            if _leads_to_check(procedures, procedure, nodes):
                yield from places


def _taking_inputs(procedures: Mapping[str, Procedure]) -> set[str]:
    """The procedures that take inputs, or call others that do."""
    found: set[str] = set()
    while True:
        more = {
            name
            for name, procedure in procedures.items()
            if name not in found and _takes_inputs(procedure, frozenset(procedure.locations), found)
        }
        if not more:
            return found
        found |= more


def _takes_inputs(procedure: Procedure, nodes: frozenset[int], known: set[str]) -> bool:
    for node in nodes:
        for edge in procedure.outgoing[node]:
            match edge.statement:
                case Havoc(origin=Origin.NONDET | Origin.EXTERNAL):
                    return True
                case Call(procedure=name) if edge.target in nodes and name in known:
                    return True
                case _:
                    pass
    return False


def _leads_to_check(procedures: Mapping[str, Procedure], procedure: Procedure, nodes: frozenset[int]) -> bool:
    """Is anything checked behind a loop, in the procedure or after it?"""
    waiting = [
        (procedure.name, edge.target)
        for node in sorted(nodes)
        for edge in procedure.outgoing[node]
        if edge.target not in nodes
    ]
    seen = set(waiting)
    while waiting:
        name, here = waiting.pop()
        following: list[tuple[str, int]] = []
        for edge in procedures[name].outgoing[here]:
            if isinstance(edge.statement, Check):
                return True
            following.append((name, edge.target))
            if isinstance(edge.statement, Call) and edge.statement.procedure in procedures:
                called = edge.statement.procedure
                following.append((called, procedures[called].entry))
        if here == procedures[name].exit:
            following += _returns_to(procedures, name)
        waiting += (one for one in following if one not in seen)
        seen.update(following)
    return False


def _returns_to(procedures: Mapping[str, Procedure], callee: str) -> Iterator[tuple[str, int]]:
    for name, procedure in procedures.items():
        for edge in procedure.edges:
            if isinstance(edge.statement, Call) and edge.statement.procedure == callee:
                yield name, edge.target
