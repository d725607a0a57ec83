"""What is known about a program, whoever found it out: tests from below, regions from above.

Knows nothing of the strategies that make moves on it.
"""
