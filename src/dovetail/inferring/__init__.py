"""Contracts of functions, proposed from their text and runs, and proved as far as the checker goes."""
