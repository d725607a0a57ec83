"""Shapes of heaps: alarms of canonical abstraction, and inputs for them."""
