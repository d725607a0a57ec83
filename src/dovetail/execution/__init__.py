"""Running programs on inputs: a Program in Python (`executor`), the original C natively (`native`).

Knows nothing of solvers or strategies.
"""
