"""Which local variables a pointer may be left to: those whose address goes anywhere at all.

A variable that is only ever named (`x.member`, `a[i]`, `sizeof a`, copied as a whole) cannot be reached once
its name is out of sight, and when its life ends makes no difference to anyone.
"""

from __future__ import annotations

from collections.abc import Container

from dovetail.frontend.syntax import TRANSPARENT, Node, callee_name

_ONLY_LOOK = frozenset(
    """
    free memcmp printf fprintf putchar puts scanf __isoc99_scanf strcmp strlen strncmp
    __VERIFIER_nondet_memory __builtin_va_start __builtin_va_end __builtin_va_copy
    """.split()
)
"""Functions of the library that keep no pointer and return none."""


def pointed_to(body: Node, own: Container[str]) -> frozenset[str]:
    """The declarations, by identity. `own` are the functions that the program itself defines."""
    found: set[str] = set()
    # With each expression: is it used for what is in it, so that its address goes nowhere?
    stack = [(body, True)]
    while stack:
        node, direct = stack.pop()
        match node.kind:
            case "DeclRefExpr":
                if not direct and node.referenced is not None:
                    found.add(node.referenced.id)
            case "VarDecl" if any(child.cleanup is not None for child in node.inner):
                found.add(node.id)
                stack += [(child, True) for child in node.inner]
            case "GCCAsmStmt" | "MSAsmStmt":
                stack += [(child, False) for child in node.inner]
            case "UnaryExprOrTypeTraitExpr" | "OffsetOfExpr":
                pass  # not evaluated
            case "UnaryOperator" if node.opcode == "&":
                stack.append((node.inner[0], False))
            case "ImplicitCastExpr" if node.cast_kind == "ArrayToPointerDecay":
                stack.append((node.inner[0], False))
            case "ArraySubscriptExpr":
                stack += [(_decaying(child) or child, direct) for child in node.inner]
            case "MemberExpr" if not node.arrow:
                stack.append((node.inner[0], direct))
            case "CallExpr" if (name := callee_name(node)) in _ONLY_LOOK and name not in own:
                stack += [(_looked_at(child), True) for child in node.inner]
            case _ if node.kind in TRANSPARENT or node.opcode == "__extension__":
                stack += [(child, direct) for child in node.inner]
            case _:
                stack += [(child, True) for child in node.inner]
                stack += [(child, True) for child in node.filler or ()]
    return frozenset(found)


def _decaying(node: Node) -> Node | None:
    """The array whose elements an expression is about, if it names one."""
    while node.kind in TRANSPARENT:
        node = node.inner[0]
    if node.kind == "ImplicitCastExpr" and node.cast_kind == "ArrayToPointerDecay":
        return node.inner[0]
    return None


def _looked_at(node: Node) -> Node:
    """What an argument points to, if that is a variable by its name."""
    inner = node
    while inner.kind in TRANSPARENT or inner.kind in ("ImplicitCastExpr", "CStyleCastExpr"):
        if inner.cast_kind == "ArrayToPointerDecay":
            return inner.inner[0]
        inner = inner.inner[0]
    return inner.inner[0] if inner.kind == "UnaryOperator" and inner.opcode == "&" else node
