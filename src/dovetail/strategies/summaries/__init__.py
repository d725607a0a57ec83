"""Compositional checking: summaries of procedures, guessed from runs and proved one by one.

The strategy is put together in `strategies.model_checking`, which hands it a model checker.
"""
