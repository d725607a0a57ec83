"""Executions as formulas, for a solver to decide: fragments, paths, procedures alone, tests with other
inputs.

What several strategies ask in the same way is put here once. Knows nothing of who asks, nor of what is known
about a program (`ledger`).
"""
