"""Processes of their own, within limits of time and memory."""
