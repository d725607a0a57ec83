"""SMT solvers behind one small interface: Bitwuzla first, Z3 as a second opinion.

Knows nothing of programs: terms in, answers out.
"""
