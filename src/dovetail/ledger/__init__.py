"""What is known about a program, whoever found it out: typed entries, in the order of their coming.

Knows nothing of the strategies that make moves on it.
"""
