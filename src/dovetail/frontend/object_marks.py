"""Calls in the native copy that tell the harness which objects there are (runtime/objects.c).

In the Program a pointer knows its object. On the machine it is a number, and what functions outside of the
program write (`outside`) is all of the object that it lies in, and contracts ask what there is behind a
pointer: so variables are entered where they are declared, and leave with their block.

No jump may lead past a variable with a cleanup: in a function with labels, variables leave when the function
returns.
"""

from __future__ import annotations

from collections.abc import Iterator

from dovetail.frontend.constants import is_constant_type
from dovetail.frontend.errors import UnsupportedError
from dovetail.frontend.native_edits import Insertion
from dovetail.frontend.pointed_to import pointed_to
from dovetail.frontend.spelling import OUTSIDE_FILE
from dovetail.frontend.syntax import Node, QualType
from dovetail.frontend.units import TranslationUnit
from dovetail.program.types import has_pointers

_OWN = "__dovetail_"
_BEHIND = (OUTSIDE_FILE, "<entry for ")
"""What stands behind the user's text begins so."""
_CLEANUP = "__attribute__((cleanup(__dovetail_gone), unused)) unsigned long"


def object_marks(unit: TranslationUnit, own: frozenset[str]) -> Iterator[Insertion]:
    """Behind the declarations of variables to which pointers go. `own` are the functions of the program."""
    marks = _Marks(unit, own)
    for name, node in unit.functions.items():
        if not name.startswith(_OWN):
            yield from marks.function(node)


class _Marks:
    def __init__(self, unit: TranslationUnit, own: frozenset[str]) -> None:
        self._unit = unit
        self._own = own
        self._count = 0

    def function(self, node: Node) -> Iterator[Insertion]:
        body = next(child for child in node.inner if child.kind == "CompoundStmt")
        pointed = pointed_to(body, self._own)
        wanted = [child for child in node.inner if child.kind == "ParmVarDecl" and child.id in pointed]
        found = list(self._variables(body, pointed))
        if not wanted and not found:
            return
        self._count += 1
        first = f" {_CLEANUP} {_OWN}frame_{self._count} = __dovetail_objects();"
        entered = "".join(f" {self._entered(parameter)};" for parameter in wanted if parameter.name)
        yield Insertion(self._unit.index, body.offset + 1, first + entered)
        yield from found

    def _variables(self, body: Node, pointed: frozenset[str]) -> Iterator[Insertion]:
        labels = any(node.kind == "LabelStmt" for node in body.walk())
        cases = {id(child) for node in body.walk() if node.kind == "SwitchStmt" for child in node.inner}
        for block in body.walk():
            if block.kind != "CompoundStmt":
                continue
            for statement in block.inner:
                if statement.kind == "DeclStmt":
                    plain = labels or id(block) in cases
                    text = "".join(self._texts(statement, pointed, plain=plain))
                    if text:
                        yield Insertion(self._unit.index, statement.end, text)

    def _texts(self, statement: Node, pointed: frozenset[str], *, plain: bool) -> Iterator[str]:
        for node in statement.inner:
            if node.kind != "VarDecl" or node.id not in pointed or not self._is_entered(node):
                continue
            if node.storage == "static":
                yield f" {self._entered(node, 'lasting')};"
            elif plain:
                yield f" {self._entered(node)};"
            else:
                self._count += 1
                yield f" {_CLEANUP} {_OWN}mark_{self._count} = {self._entered(node)};"

    def _is_entered(self, node: Node) -> bool:
        return node.type is not None and node.storage not in ("extern", "register") and not node.tls

    def _entered(self, node: Node, how: str = "object") -> str:
        constant = node.type is not None and is_constant_type(node.type, self._unit.types)
        return _entered(node.name, how, constant=constant)


def _entered(name: str, how: str, *, constant: bool) -> str:
    return f"__dovetail_{'constant_' if constant else ''}{how}((const void *)&{name}, sizeof({name}))"


def global_marks(unit: TranslationUnit) -> Iterator[Insertion]:
    """Behind the user's own text: the variables of a file are entered before the program starts."""
    calls = []
    for name, nodes in unit.variables.items():
        defined = any(node.storage != "extern" or node.init for node in nodes)
        if not defined or name.startswith(_OWN) or any(node.tls for node in nodes):
            continue
        written = [node.type for node in nodes if node.type is not None]
        constant = any(is_constant_type(one, unit.types) for one in written)
        if constant and not any(_leads_on(one, unit) for one in written):
            continue
        if all("[]" in one.text for one in written):
            continue
        calls.append(f"{_entered(name, 'lasting', constant=constant)};")
    if not calls:
        return
    text = unit.source.text
    ends = [at for name in _BEHIND if (at := text.find(f'\n# 1 "{name}'.encode())) >= 0]
    entered = " ".join(calls)
    entering = f"\n__attribute__((constructor(1))) static void __dovetail_enter(void) {{ {entered} }}\n"
    yield Insertion(unit.index, min(ends, default=len(text)), entering)


def _leads_on(type_: QualType, unit: TranslationUnit) -> bool:
    """A constant without pointers need not be known: nobody writes it, and nothing is behind it."""
    try:
        return has_pointers(unit.types.of(type_))
    except UnsupportedError:
        return False
