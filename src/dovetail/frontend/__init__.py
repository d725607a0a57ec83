"""From C to a Program: clang's syntax tree, library models, properties.

Knows nothing of how anything is analysed.
"""

from dovetail.frontend.errors import InputError
from dovetail.frontend.load import Loaded, LoadOptions, load

__all__ = ["InputError", "LoadOptions", "Loaded", "load"]
