"""Canonical abstraction of heaps (Sagiv, Reps & Wilhelm 2002; Erez 2004, chapter 5)."""
