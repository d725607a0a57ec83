"""Expressions that look at a state and leave it as it is: what a witness may say of one.

They read variables and memory, and compute. They call nothing, assign nothing, and read nothing volatile,
which would be an input. That what they read is there, and that nothing is divided by zero, is not asked here.
"""

from __future__ import annotations

from dovetail.frontend.syntax import Node

_KINDS = frozenset(
    "BinaryOperator UnaryOperator ParenExpr ImplicitCastExpr CStyleCastExpr IntegerLiteral CharacterLiteral "
    "FloatingLiteral DeclRefExpr MemberExpr ConstantExpr ArraySubscriptExpr ConditionalOperator "
    "UnaryExprOrTypeTraitExpr".split()
)
_ASSIGNING = frozenset({"=", "++", "--", ","})


def what_it_does(node: Node) -> str:
    """What an expression does beside that, in words; empty if it does nothing."""
    for part in node.walk():
        if part.kind in ("CallExpr", "StmtExpr"):
            return "calls a function"
        if part.kind == "CompoundAssignOperator" or (
            part.kind in ("BinaryOperator", "UnaryOperator") and part.opcode in _ASSIGNING
        ):
            return "assigns"
        if part.type is not None and "volatile" in (part.type.desugared or part.type.text):
            return "reads something volatile"
        if part.kind == "UnaryExprOrTypeTraitExpr" and part.inner:
            return "asks for the size of an expression"
        if part.kind == "DeclRefExpr" and part.referenced is not None:
            if part.referenced.kind not in ("VarDecl", "ParmVarDecl", "EnumConstantDecl"):
                return f"mentions '{part.referenced.name}', which is no variable"
        elif part.kind not in _KINDS:
            return f"is more than an expression over variables ({part.kind})"
    return ""
