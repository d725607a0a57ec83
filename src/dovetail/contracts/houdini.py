"""Houdini: of candidates that are to prove each other, the largest part that does (Flanagan & Leino 2001).

A candidate that a model falsifies is dropped, with all others that the same model falsifies; whatever was
shown with its help is asked again. What is left when nothing falls any more holds, by induction: over the
steps of an execution if candidates are invariants of loops, over its calls if they are postconditions.

Here is the order of the questions. What a question is, what it costs and which candidates fall by it is for
whoever asks.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable
from typing import TypeVar

Question = TypeVar("Question", bound=Hashable)


def until_nothing_falls(
    questions: Iterable[Question],
    ask: Callable[[Question], Collection[Question]],
    go_on: Callable[[], bool],
    *,
    exhaustive: bool = False,
) -> list[Question]:
    """`ask` drops the candidates that a question falsifies, and tells the questions that have to be asked
    again without them, the same one if there may be more; none if nothing fell. The questions are told to
    which there is no answer, because there was no time to `go_on`: without them, nothing is shown.

    If an answer is `exhaustive`, all has fallen that falls by it: then others come first. If it is about one
    model, the same question is asked until there are no more."""
    waiting = dict.fromkeys(questions)
    while waiting and go_on():
        question = next(iter(waiting))
        again = ask(question)
        if exhaustive or question not in again:
            del waiting[question]
        waiting.update(dict.fromkeys(again))
    return list(waiting)
