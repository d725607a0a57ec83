"""Bounded search with merged paths: all executions at once, one cutpoint after the other."""
