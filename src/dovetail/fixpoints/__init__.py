"""Fixpoints over the abstract domains: what may happen at every point of a program, forward and backward."""
