"""Declarations that a jump can go around: `goto` and `case` into the middle of a block.

Such a variable exists without its declaration having been reached, and holds any value. For variables that
are not in memory the automaton tells whether one is used like that; for objects in memory it is found here,
in the syntax tree.
"""

from __future__ import annotations

from dataclasses import field

from dovetail.frontend.syntax import Node
from dovetail.quick_dataclass import dataclass


@dataclass(slots=True)
class _Block:
    end: int = 0


@dataclass(slots=True)
class _Text:
    """What matters of a function, each with its number in the order of the text."""

    labels: dict[str, int] = field(default_factory=dict)
    gotos: list[tuple[str, int]] = field(default_factory=list)
    cases: list[tuple[int, int]] = field(default_factory=list)
    """Of the switch, and of the case."""
    declared: list[tuple[Node, int, _Block]] = field(default_factory=list)
    last_use: dict[str, int] = field(default_factory=dict)


def passed_over(body: Node) -> set[str]:
    """The variables whose declaration a jump can go around, and that are used behind the place where it
    lands."""
    text = _read(body)
    result: set[str] = set()
    for node, at, block in text.declared:
        last = text.last_use.get(node.id, 0)
        if last <= at:
            continue
        lands = [
            place
            for label, jump in text.gotos
            if at < (place := text.labels[label]) <= block.end and not at < jump <= block.end
        ]
        lands += [place for switch, place in text.cases if switch < at < place <= block.end]
        if any(place < last for place in lands):
            result.add(node.id)
    return result


def _read(body: Node) -> _Text:
    text = _Text()
    taken: list[str] = []
    indirect: list[int] = []
    count = 0
    # A block is met again, without its node, behind all that is in it.
    stack: list[tuple[Node | None, int, _Block]] = [(body, -1, _Block())]
    while stack:
        node, switch, block = stack.pop()
        count += 1
        if node is None:
            block.end = count
            continue
        match node.kind:
            case "CompoundStmt" | "ForStmt":
                block = _Block()
                stack.append((None, switch, block))
            case "SwitchStmt":
                switch = count
            case "CaseStmt" | "DefaultStmt":
                text.cases.append((switch, count))
            case "LabelStmt":
                text.labels[node.declaration] = count
            case "GotoStmt":
                text.gotos.append((node.goto_target, count))
            case "AddrLabelExpr":
                taken.append(node.label)
            case "IndirectGotoStmt":
                indirect.append(count)
            case "VarDecl" if node.storage not in ("static", "extern"):
                text.declared.append((node, count, block))
            case "DeclRefExpr" if node.referenced is not None:
                text.last_use[node.referenced.id] = count
            case _:
                pass
        stack.extend((child, switch, block) for child in reversed(node.inner))
    text.gotos += [(label, jump) for jump in indirect for label in taken]
    text.gotos = [(label, jump) for label, jump in text.gotos if label in text.labels]
    return text
