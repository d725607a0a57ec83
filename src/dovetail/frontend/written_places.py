"""The places that an `assigns` clause names, as C text."""

from __future__ import annotations

from dovetail.frontend.clause_tokens import Tokens
from dovetail.frontend.clause_words import Rewriting, Situation

WHOLES = {
    b"__CPROVER_object_whole": "whole",
    b"__CPROVER_object_upto": "upto",
    b"__CPROVER_object_from": "from",
}


def range_of(tokens: Tokens, target: tuple[int, int]) -> tuple[str, str]:
    """Where what is assigned begins, and how many bytes it has."""
    begin, end = target
    rewriting = Rewriting(tokens, Situation.CHECKED, "__dovetail_target")
    word = tokens.all[begin].text
    if word in WHOLES and tokens.is_(begin + 1, b"(") and tokens.closing[begin + 1] == end - 1:
        given = [rewriting.text(*piece) for piece in tokens.split(begin + 2, end - 1, b",")]
        pointer = f"(void *)({given[0]})"
        start, size = f"__dovetail_start_of({pointer})", f"__dovetail_bytes_of({pointer})"
        if WHOLES[word] == "whole":
            return start, size
        if WHOLES[word] == "upto":
            return pointer, given[1]
        return pointer, f"{size} - ((char *){pointer} - (char *){start})"
    if word == b"__CPROVER_typed_target" and tokens.is_(begin + 1, b"("):
        begin, end = begin + 2, end - 1
    written = rewriting.text(begin, end)
    return f"(void *)&({written})", f"sizeof({written})"


def guard_of(tokens: Tokens, group: tuple[int, int]) -> tuple[str, tuple[int, int]]:
    """Of `condition: targets` both; there need not be a condition."""
    pieces = tokens.split(*group, b":")
    if len(pieces) < 2:
        return "", group
    condition = Rewriting(tokens, Situation.CHECKED, "__dovetail_guard").text(*pieces[0])
    return condition, (pieces[1][0], group[1])


def places_of_loop(tokens: Tokens, begin: int, end: int) -> list[str]:
    """What a loop may write, as calls (`loop_frames`); a variable keeps its name, and is not looked for in
    memory for that."""
    calls = list[str]()
    for group in tokens.split(begin, end, b";"):
        guard, targets = guard_of(tokens, group)
        for target in tokens.split(*targets, b","):
            if target[0] == target[1]:
                continue
            if target[1] - target[0] == 1 and tokens.all[target[0]].is_name and not guard:
                calls.append(f"__dovetail_loop_variable(sizeof({tokens.written(*target)}));")
                continue
            pointer, size = range_of(tokens, target)
            if guard:
                pointer, size = f"({guard}) ? {pointer} : (void *)0", f"({guard}) ? {size} : 0"
            calls.append(f"__dovetail_loop_place({pointer}); __dovetail_loop_room({size});")
    return calls
