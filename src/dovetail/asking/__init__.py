"""What is asked: which program, how it is read, within which limits, and how the time is shared."""
