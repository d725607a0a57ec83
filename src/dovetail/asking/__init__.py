"""What is asked of Dovetail: which program and how to read it, within which limits, and how the time is shared."""
