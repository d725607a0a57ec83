"""Contracts of procedures: guessed from calls, proved of each procedure alone, refined by what refutes them.

Which strategy needs them, and by which strategy loops are looked at, is not known here.
"""
