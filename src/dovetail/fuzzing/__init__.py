"""Cheap tests: native runs on input vectors that are made up, guided by what the runs before have seen.

No solver, no symbols: it costs a second or two, and finds what needs no reasoning. `campaign` is the search,
`vectors` makes the inputs.
"""

from dovetail.fuzzing.campaign import Findings, Limits, Subject, campaign
from dovetail.fuzzing.dictionary import Dictionary, dictionary_of

__all__ = ["Dictionary", "Findings", "Limits", "Subject", "campaign", "dictionary_of"]
