"""Input-Instance (Erez 2004, chapter 3): an input on which the program comes to a place with a condition.

The strategy is `counterexamples`.
"""
