"""Texts of the program, and names of files, inside of the files that Dovetail writes for other tools.

A file may be called anything that the file system allows, and an assertion may say anything: in a comment it
must not end the comment, in a command it must be one word and no option, in a project of CMake's no code.
"""

from __future__ import annotations

import os
import re
import shlex

from dovetail.frontend.paths import operand

_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff]+")


def one_line(text: str) -> str:
    """Without anything that could end a line, or that a terminal would obey."""
    return _CONTROL.sub(" ", text)


def in_comment(text: str) -> str:
    """For a comment of C's."""
    return one_line(text).replace("*/", "* /").replace("/*", "/ *")


def shell_words(paths: list[str]) -> str:
    """Files as they can stand in a command, which itself stands in a comment of C's."""
    return shell_flags([operand(path) for path in paths])


def shell_flags(words: list[str]) -> str:
    """Any words in such a command."""
    quoted = map(shlex.quote, words)
    # Two quoted pieces beside each other are one word, and quoted they are: nothing else has such characters.
    return " ".join(word.replace("*/", "*''/").replace("/*", "/''*") for word in quoted)


def included(path: str) -> str:
    """The directive that includes a file. In its name nothing can be escaped; there are two ways to quote."""
    whole = os.path.abspath(path)
    return f"#include <{whole}>" if '"' in whole else f'#include "{whole}"'


def cmake_text(text: str) -> str:
    """A text as it can stand between the quotation marks of a CMake argument."""
    return re.sub(r'(["\\$@;])', r"\\\1", one_line(text))


def cmake_flag(word: str) -> str:
    """A flag of the compiler in a list between such quotation marks, where more is obeyed than in a text."""
    text = re.sub(r'(["\\$@])', r"\\\1", one_line(word).replace("$<", "$<1:$><"))
    return text.replace(";", "\\\\;")
