"""The version of Dovetail, in the one place that everything else takes it from."""

__version__ = "0.1.0"
