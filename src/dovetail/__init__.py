"""Dovetail decides assertions in C programs from both sides: tests from below, abstraction from above.

The functions named here are the public interface: each is a command of the same name with the same options.
Everything else may change.
"""

from dovetail.api import RunResult, Shown, run, show
from dovetail.frontend.errors import InputError
from dovetail.version import __version__

__all__ = ["InputError", "RunResult", "Shown", "__version__", "run", "show"]
