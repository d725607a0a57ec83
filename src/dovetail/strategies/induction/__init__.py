"""Induction over loop heads, with invariants that runs suggest."""
