"""Likely conditions, guessed from what was observed.

Knows nothing of whether they are true: that is for strategies to prove and for the checker to judge.
"""
