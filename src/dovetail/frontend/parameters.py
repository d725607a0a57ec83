"""The parameters of a function that is to be called with arguments made up, as it declares them.

What a caller must keep to is among it: `[static 4]`, `restrict`, attributes that say a pointer is not null.
"""

from __future__ import annotations

import re

from dovetail.frontend.errors import InputError, UnsupportedError
from dovetail.frontend.spelling import written_out
from dovetail.frontend.syntax import Node
from dovetail.frontend.units import TranslationUnit
from dovetail.program.position import Position
from dovetail.program.types import PointerType, Type
from dovetail.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class Parameter:
    path: str
    type: Type
    written: str
    written_out: str
    """The same, in which stars are not hidden behind a name."""
    least: int = 0
    """Of `a[static 4]`, the 4."""
    restrict: bool = False


def parameters_of(unit: TranslationUnit, node: Node) -> list[Parameter]:
    """The parameters of a function. Raises InputError for one that nothing can be made up for."""
    position: Position = unit.source.position(node.offset)
    found = []
    declared = [child for child in node.inner if child.kind == "ParmVarDecl"]
    for number, parameter in enumerate(declared, 1):
        assert parameter.type is not None
        if "va_list" in parameter.type.text:
            raise InputError(
                f"'{node.name}' takes the arguments of another function: it cannot be an entry", position
            )
        if "unnamed" in parameter.type.text or "anonymous" in parameter.type.text:
            raise InputError(
                f"'{node.name}' has a parameter whose type has no name: it cannot be an entry", position
            )
        try:
            type_ = unit.types.of(parameter.type)
            unit.types.size(type_)
        except UnsupportedError as error:
            raise InputError(f"'{node.name}' cannot be an entry: {error.reason}", position) from error
        written = parameter.type.text
        restrict = isinstance(type_, PointerType) and _RESTRICT.search(written) is not None
        least = _least(unit.source.slice(parameter.offset, parameter.end))
        if least == 0 and isinstance(type_, PointerType) and _is_never_null(unit, node, parameter, number):
            least = 1
        if least is None:
            raise InputError(
                f"'{node.name}' has a parameter with a least size that is no number: it cannot be an entry",
                position,
            )
        path = parameter.name or f"argument {number}"
        found.append(Parameter(path, type_, written, written_out(parameter.type), least, restrict))
    return found


# Behind the last star: of the pointer itself. A pointer to arrays or functions is written around its name.
_RESTRICT = re.compile(r"\*\s*(?:const\s+|volatile\s+)*(?:__)?restrict(?:__)?\b[^*]*$")
_STATIC = re.compile(r"\[[^\[\]]*\bstatic\b(?P<size>[^\[\]]*)\]")
_NUMBER = re.compile(
    r"\s*(?:(?:const|volatile|restrict|__restrict)\s+)*(?P<number>0[xX][0-9a-fA-F]+|[0-9]+)[uUlL]*\s*"
)


def _is_never_null(unit: TranslationUnit, node: Node, parameter: Node, number: int) -> bool:
    """Does an attribute say so, of the parameter or of the function?"""
    written = parameter.type.text if parameter.type is not None else ""
    if "_Nonnull" in written or any(child.kind == "NonNullAttr" for child in parameter.inner):
        return True
    for declaration in unit.declarations.get(node.name, [node]):
        for attribute in declaration.inner:
            if attribute.kind == "NonNullAttr":
                listed_ = re.findall(r"\d+", unit.source.slice(attribute.offset, attribute.end))
                if not listed_ or str(number) in listed_:
                    return True
    return False


def _least(text: str) -> int | None:
    """How many elements `[static N]` says that a parameter has at least: 0 if it is not written so, None if N
    is not a number. The compiler's tree does not say it."""
    match = _STATIC.search(text)
    if match is None:
        return 0
    number = _NUMBER.fullmatch(match["size"])
    if number is None:
        return None
    written = number["number"]
    return int(written, 8 if written.startswith("0") and written.isdigit() else 0)
