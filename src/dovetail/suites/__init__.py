"""From a program to tests: what they cover, what is left, and whether given ones are enough."""
