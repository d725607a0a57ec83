"""Dovetail decides assertions in C programs from both sides: tests from below, abstraction from above."""

__version__ = "0.1.0"
