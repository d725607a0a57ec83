"""Programs as Dovetail reads them: types, expressions, statements, control-flow automata, cutpoints.

Knows nothing of C syntax, solvers or strategies.
"""
