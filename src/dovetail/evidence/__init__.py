"""What a verdict rests on: replayed violations, checked certificates, and the formats that carry them.

Knows nothing of how a verdict was found.
"""
