"""A state of variables alone: a condition on numbers can be evaluated without any memory.

Whoever asks what memory holds is told that it cannot be computed here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from dovetail.program.expressions import Variable
from dovetail.semantics.algebra import NotComputable


class VariablesAlone:
    """A `semantics.algebra.State` of known values."""

    __slots__ = ("_values",)

    def __init__(self, values: Mapping[Variable, Any]) -> None:
        self._values = values

    def variable(self, variable: Variable) -> Any:
        return self._values[variable]

    def _none(self, *_: Any) -> Any:
        raise NotComputable("memory is not looked into here")

    load = valid = freeable = writable = object_size = quantified = no_leak = _none
