"""Which definition a name means, over all files of a program and the models of the library.

What has external linkage is defined once, or once and inline; what is static is its file's own. Models stand
behind everything that the user defines, and are read when the first name asks for them.
"""

from __future__ import annotations

from collections.abc import Callable

from dovetail.frontend.clang import preprocess_text
from dovetail.frontend.errors import InputError, UnsupportedError
from dovetail.frontend.library import defining_file, file_with_variable, library_sources
from dovetail.frontend.source import Source
from dovetail.frontend.syntax import Node
from dovetail.frontend.units import TranslationUnit
from dovetail.program.position import Position
from dovetail.program.types import Target

_LIBRARY_INDEX = 1000
"""Models are numbered from here, behind all files of the user."""


class Definitions:
    """`assume` takes what is assumed of a place."""

    def __init__(
        self, units: list[TranslationUnit], target: Target, assume: Callable[[Position, str], None]
    ) -> None:
        self.units = units
        self.target = target
        self._assume = assume
        self._library: dict[str, TranslationUnit] = {}
        self._symbols: dict[tuple[int, str], str] = {}
        self._exported = self._find_exported()

    def all_units(self) -> list[TranslationUnit]:
        return [*self.units, *self._library.values()]

    def _find_exported(self) -> dict[str, TranslationUnit]:
        """The file that defines each function with external linkage."""
        found: dict[str, TranslationUnit] = {}
        for unit in self.units:
            for name in unit.functions:
                if unit.is_static(name):
                    continue
                other = found.get(name)
                if other is not None and other.gives_way(name) != unit.gives_way(name):
                    place = unit.source.position(unit.functions[name].offset)
                    text = f"of two definitions of '{name}' the one that is not inline is called"
                    self._assume(place, text)
                if other is None or (other.gives_way(name) and not unit.gives_way(name)):
                    found[name] = unit
                elif not unit.gives_way(name) and not other.gives_way(name):
                    position = unit.source.position(unit.functions[name].offset)
                    if unit.clauses is None and other.clauses is None:
                        raise InputError(f"'{name}' is defined in {other.source.name}, too", position)
                    # So it is where proofs put something in place of a function.
                    text = f"of two definitions of '{name}' the first is called, as CBMC has it"
                    self._assume(position, text)
        return found

    def symbol(self, unit: TranslationUnit, name: str) -> str:
        """The program-wide name of something with a name at file scope."""
        if not unit.is_static(name):
            return name
        key = (unit.index, name)
        if key not in self._symbols:
            clash = any(
                other is not unit and (name in other.functions or name in other.variables)
                for other in self.all_units()
            )
            self._symbols[key] = f"{name}.{unit.index}" if clash else name
        return self._symbols[key]

    def find(self, unit: TranslationUnit, name: str) -> tuple[TranslationUnit, Node] | None:
        if name in unit.functions and (unit.is_static(name) or unit.library):
            return unit, unit.functions[name]
        exported = self._exported.get(name)
        if exported is not None:
            return exported, exported.functions[name]
        for one in (unit, *self.units):
            alias = one.attribute(name, "AliasAttr")
            if alias is not None and alias.aliasee and (one is unit or not one.is_static(name)):
                return self.find(one, alias.aliasee)
        if unit.attribute(name, "IFuncAttr") or unit.attribute(name, "WeakRefAttr"):
            raise UnsupportedError(f"'{name}' is another name of something: not modelled")
        label = unit.linked_as(name)
        if label != name and label in self._exported:
            return self.find(unit, label)
        return self.model(label) or self.model(name)

    def model(self, name: str) -> tuple[TranslationUnit, Node] | None:
        file = defining_file(name)
        if file is None:
            return None
        library = self._library_unit(file)
        node = library.functions.get(name)
        return (library, node) if node is not None else None

    def unit_with_variable(self, name: str) -> TranslationUnit | None:
        file = file_with_variable(name)
        return None if file is None else self._library_unit(file)

    def _library_unit(self, file: str) -> TranslationUnit:
        if file not in self._library:
            name = f"<library>/{file}"
            text = preprocess_text(library_sources()[file], name, self.target.model)
            source = Source(name, text, library=True)
            index = _LIBRARY_INDEX + len(self._library)
            self._library[file] = TranslationUnit(source, self.target, index=index)
        return self._library[file]
