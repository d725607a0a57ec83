"""The tour is true: it names every module, each in the section of its folder, and none that is not there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

import pytest

from test_layers import ORDER, PACKAGE, ROOT, modules, packages

TOUR = (ROOT / "docs" / "tour.md").read_text(encoding="utf-8")
TOP = "dovetail"
"""What the folder of all packages is called in the heading of its section."""


def there() -> list[str]:
    """All modules, by their paths below the package; a package itself is named by its section."""
    found = (path.relative_to(PACKAGE).with_suffix("") for path in modules())
    return [path.as_posix() for path in found if path.name != "__init__"]


def sections() -> Iterator[tuple[str, list[str]]]:
    """The folders that the headings name, each with its lines."""
    folder, lines = "", list[str]()
    for line in TOUR.splitlines():
        if line.startswith("#"):
            yield folder, lines
            found = re.match(r"#+ .*?`([\w/]+)/`", line)
            folder, lines = found[1] if found else "", []
        lines.append(line)
    yield folder, lines


def named() -> list[str]:
    """The modules that tables name: those with `module` at the head, in the section of a folder."""
    found: list[str] = []
    for folder, lines in sections():
        is_table_of_modules = False
        for before, line in pairwise(lines):
            if not line.startswith("|"):
                continue
            if not before.startswith("|"):
                is_table_of_modules = line.startswith("| module |")
                assert not is_table_of_modules or folder, f"of which folder? {line}"
            elif is_table_of_modules:
                names = re.findall(r"`(\w+)`", line.split("|")[1])
                found += names if folder == TOP else [f"{folder}/{name}" for name in names]
    return found


def test_every_module_is_named() -> None:
    assert sorted(set(there()) - set(named())) == []


def test_what_is_named_is_there() -> None:
    assert sorted(set(named()) - set(there())) == []


def test_nothing_is_named_twice() -> None:
    names = named()
    assert sorted({name for name in names if names.count(name) > 1}) == []


def test_every_row_says_what_it_is() -> None:
    rows = [line.strip("|").split("|") for line in TOUR.splitlines() if line.startswith("|")]
    assert [row for row in rows if not all(cell.strip() for cell in row)] == []


def test_every_package_has_its_section_in_the_order_of_the_imports() -> None:
    told = [folder for folder, _ in sections() if folder and folder != TOP and "/" not in folder]
    assert told == [name for name in ORDER if name in packages()]
    assert f"> {', '.join(ORDER)}\n" in TOUR


@pytest.mark.parametrize("name", sorted(set(re.findall(r"`((?:[a-z_]+\.)+[a-z_]+)`", TOUR))))
def test_modules_that_the_text_mentions_are_there(name: str) -> None:
    """`room.module`, as a story mentions it."""
    room, *_ = parts = name.split(".")
    if room in ORDER:
        path = PACKAGE.joinpath(*parts)
        assert path.with_suffix(".py").exists() or path.is_dir()


def test_what_it_refers_to_is_there() -> None:
    links = re.findall(r"\]\(([^)#]+)", TOUR)
    assert [link for link in links if not (ROOT / "docs" / link).exists()] == []
