"""SMT solvers behind one small interface: Bitwuzla first, Z3 as a second opinion, and decorators that stack
on either.

Knows nothing of programs: terms in, answers out.
"""
