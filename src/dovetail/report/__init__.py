"""What people see: runs as stories, ends in words.

Nothing is computed here about a program; what happened is only told.
"""
