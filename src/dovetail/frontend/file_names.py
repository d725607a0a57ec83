"""What `__FILE__` is: the path by which the build's own command names a file, and not the one by which
Dovetail has found it.

A preprocessor names the file as the command does, and a header file by the folder in which it was found, as
that was written. Dovetail runs no command in the build's folder. So it tells its own preprocessor by what
each of the paths is to begin instead (`-fmacro-prefix-map`), which is a flag like others: evidence holds it,
and every other compiler can be told the same. Maps that the build itself asks for are applied to the names as
they are written.

Of several beginnings that fit, the longest counts; so one that is to stay as it is shields from shorter ones.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence

Maps = tuple[tuple[str, str], ...]
"""Beginnings of paths, and what stands instead."""
_MAP = re.compile(r"-f(?:macro|file)-prefix-map=(?P<old>[^=]+)=(?P<new>.*)")


def read_map(word: str) -> tuple[str, str] | None:
    """Of a flag, if it is one."""
    found = _MAP.fullmatch(word)
    return None if found is None else (found["old"], found["new"])


def map_words(maps: Maps) -> list[str]:
    return [f"-fmacro-prefix-map={old}={new}" for old, new in maps]


def absolute_maps(maps: Maps) -> Maps:
    return tuple((_absolute(old), new) for old, new in maps)


def _absolute(path: str) -> str:
    return os.path.abspath(path) + ("/" if path.endswith("/") and os.path.abspath(path) != "/" else "")


def maps_for(here: str, written: str, others: Iterable[tuple[str, str]], asked: Maps, *, clang: bool) -> Maps:
    """For a file that is read as `here` and that the command calls `written`. `others` are folders and files,
    each as it is found and as it is written; `asked` is what the command maps. Clang writes `./` before a
    header file that is found beside a file without a folder."""
    beside = os.path.dirname(written)
    named = {here: written}
    named.setdefault(_folder(os.path.dirname(here) or "."), _folder(beside) if beside else "./" * clang)
    for found, name in others:
        if os.path.isdir(found):
            named.setdefault(_folder(found), _folder(name))
        else:
            named.setdefault(found, name)
    found_maps: dict[str, str] = {}
    for old, name in named.items():
        found_maps[old] = _mapped(name, asked)
        for longer, new in asked:
            if longer.startswith(name) and longer != name:
                found_maps.setdefault(old + longer[len(name) :], new)
    for old, new in asked:  # of what is found nowhere else
        if not any(old.startswith(one) and one != name for one, name in named.items()):
            found_maps.setdefault(old, new)
    return _without_idle(found_maps)


def _folder(path: str) -> str:
    return path if path.endswith("/") else f"{path}/"


def _mapped(name: str, asked: Sequence[tuple[str, str]]) -> str:
    fitting = [(old, new) for old, new in asked if name.startswith(old)]
    if not fitting:
        return name
    old, new = max(fitting)
    return new + name[len(old) :]


def _without_idle(maps: dict[str, str]) -> Maps:
    """Those that change something, here or in evidence, where paths are whole, and those that keep others
    from doing so. A beginning with an equals sign in it cannot be told to a preprocessor: such a file keeps
    the name by which Dovetail has found it."""
    told = {old: new for old, new in maps.items() if "=" not in old}
    active = {old for old, new in told.items() if not old == new == _absolute(old)}
    idle = told.keys() - active
    active |= {old for old in idle if any(old.startswith(_absolute(one)) for one in active)}
    return tuple((old, told[old]) for old in sorted(active))
