"""Compositional checking: summaries of procedures, guessed from runs and proved one by one."""
