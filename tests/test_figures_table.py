"""Every figure of the papers is found by its name: docs/figures.md is complete, and true of the code.

What a row names exists, and its docstring, or that of its module, has the figure's number and the words that
the row quotes. The papers are not in the repository, so what there is in them is listed here.
"""

from __future__ import annotations

import importlib
import inspect
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
TABLE = ROOT / "docs" / "figures.md"
NOT_HERE = "not implemented: "

_NUMBER = r"(?:[A-Z]\.)?\d+(?:\.\d+)*|[IVX]+(?:-[A-D])?"
_KINDS = {"figure": "Fig.", "fig": "Fig.", "sec": "section", "section": "section"}
_MENTION = re.compile(
    rf"\b(Fig(?:ures?|s?\.)|Sec(?:tions?|\.)|Tables?|Definitions?|Theorems?|Corollary|Algorithm)\s+"
    rf"((?:{_NUMBER})(?:\s*\(\w\))?(?:(?:, | and | to )(?:{_NUMBER})(?:\s*\(\w\))?)*)\b",
    re.IGNORECASE,
)
_AUTHORS = re.compile(r"(?<=Unadkat, )(?=\d)")
"""Behind the authors' names a number is that of a section."""


def _counted(kind: str, *numbers: str) -> set[str]:
    return {f"{kind} {number}" for number in numbers}


IN_THE_PAPERS = {
    "DASH": _counted("Fig.", *map(str, range(1, 19)))
    | _counted("Definition", "1", "2")
    | _counted("Theorem", "1", "3")
    | {"Corollary 2", "Table 1"},
    "Better Together": _counted("Fig.", *map(str, range(1, 8)))
    | _counted("Theorem", "3.1", "3.2", "3.3", "B.1", "B.2"),
    "Abstract testing": _counted("Theorem", "1", "2", "3", "4")
    | _counted("section", "II", "III", "IV", "V", "VI", "VII")
    | _counted("section", "VIII-A", "VIII-B", "VIII-C", "VIII-D", "IX", "X"),
    "Concrete counterexamples": _counted(
        "Fig.", "1.1", "1.2", "2.1", "3.1", "4.1", "5.1", "5.2", "5.3", "5.4"
    )
    | _counted("Fig.", "A.1", "A.2", "A.3", "A.4", "A.5")
    | _counted("Table", "2.1", "3.1", "3.2", "4.1", "5.1", "5.2", "6.1", "6.2", "A.1", "A.2", "A.3")
    | _counted("Definition", "2.1", "2.2", "2.3", "3.1", "4.1", "7.1")
    | _counted("Theorem", "B.1", "B.2"),
    "Dynamic inference": _counted("Fig.", "1", "2", "3", "4", "5") | {"Algorithm 1", "Table 1"},
}


@dataclass(frozen=True, slots=True)
class Row:
    paper: str
    where: str
    what: str
    here: str

    @property
    def places(self) -> list[str]:
        """What is named, `module:name` or a path; nothing if there is only a reason why not."""
        return [] if self.here.startswith(NOT_HERE) else re.findall(r"`([^`]+)`", self.here)

    def __str__(self) -> str:
        return f"{self.paper}, {self.where}: {self.what}"


def rows() -> Iterator[Row]:
    paper = ""
    for line in TABLE.read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            paper = line.removeprefix("## ")
        elif line.startswith("| ") and not line.startswith("| in the paper"):
            where, what, here = (cell.strip() for cell in line.strip("|").split(" | "))
            yield Row(paper, where, what, here)


def mentioned(text: str) -> set[str]:
    """The figures and the like that a text speaks of, each in the same words: of "Figures 2 to 4", Fig. 3."""
    found: set[str] = set()
    plain_text = _AUTHORS.sub("section ", " ".join(text.split()))
    for kind, numbers in _MENTION.findall(plain_text):
        plain = kind.rstrip(".").lower().removesuffix("s") if kind != "Corollary" else kind.lower()
        name = _KINDS.get(plain, plain.capitalize())
        parts = re.findall(rf"( to )?({_NUMBER})", re.sub(r"\(\w\)", "", numbers))
        before = ""
        for ranging, number in parts:
            stem, _, last = number.rpartition(".")
            start = before.rpartition(".")[2]
            if ranging and start.isdigit() and last.isdigit():
                prefix = f"{stem}." if stem else ""
                found |= {f"{name} {prefix}{n}" for n in range(int(start), int(last))}
            found.add(f"{name} {number}")
            before = number
    return found


def documented(place: str) -> str:
    """What is said of a place: the docstrings of what is named and of its module, or the text of a file."""
    module_name, _, names = place.partition(":")
    if not names:
        return (ROOT / place).read_text(encoding="utf-8")
    module = importlib.import_module(f"dovetail.{module_name}")
    found: Any = module
    for name in names.split("."):
        found = inspect.getattr_static(found, name)
    return "\n".join(one for one in (found.__doc__, module.__doc__) if one)


@pytest.mark.parametrize("row", [row for row in rows() if row.places], ids=str)
def test_what_is_named_names_the_figure(row: Row) -> None:
    quoted = re.findall(r"`([^`]+)`", row.what)
    for place in row.places:
        text = documented(place)
        assert mentioned(row.where) <= mentioned(text), place
        words = " ".join(text.split()).lower()
        assert [word for word in quoted if word.lower() not in words] == [], place


@pytest.mark.parametrize("row", [row for row in rows() if not row.places], ids=str)
def test_what_is_not_there_has_a_reason(row: Row) -> None:
    assert row.here.startswith(NOT_HERE) and len(row.here) > len(NOT_HERE)


@pytest.mark.parametrize("paper", IN_THE_PAPERS)
def test_every_figure_has_a_row(paper: str) -> None:
    found: set[str] = set()
    for row in rows():
        if row.paper == paper:
            found |= mentioned(row.where)
    assert IN_THE_PAPERS[paper] - found == set()


def test_numbers_are_read_as_people_write_them() -> None:
    assert mentioned("Figures 2 and 5; Sec. VIII-C") == {"Fig. 2", "Fig. 5", "section VIII-C"}
    assert mentioned("Figures 2 to 4, and sections 2.1 and 4.1") >= {"Fig. 3", "section 2.1", "section 4.1"}
    assert mentioned("Fig. A.1 to A.3") == {"Fig. A.1", "Fig. A.2", "Fig. A.3"}
