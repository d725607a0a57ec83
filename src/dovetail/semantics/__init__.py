"""The meaning of C's operators, written once over an algebra, and the algebras that give it values.

Knows nothing of C syntax, of control flow or of strategies.
"""
