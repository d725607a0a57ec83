"""Inline assembly: read where it does nothing, refused where it does something that the program sees.

An empty template is a barrier for the optimiser, or hands a value through a register
(`asm("" : "=r"(q) : "0"(p))`), which is an assignment. Of assembly without outputs it is assumed that it
changes nothing, and that is listed.
"""

from __future__ import annotations

import re

from dovetail.frontend.declarations import Declarations
from dovetail.frontend.errors import UnsupportedError
from dovetail.frontend.linkage import Place
from dovetail.frontend.syntax import Node
from dovetail.program.expressions import FALSE, Expr
from dovetail.program.statements import Assume, Skip, Why
from dovetail.program.types import is_scalar
from dovetail.quick_dataclass import dataclass

_STRING = r'"(?:[^"\\]|\\.)*"'
_PIECE = re.compile(rf"{_STRING}|[()\[\],:]|[^\"()\[\],:]+")
_COMMENT = re.compile(r"/\*.*?\*/|[#].*?(?=\n|$)|//.*?(?=\n|$)", re.S)
_ESCAPED = {"\\n": "\n", "\\t": "\t", '\\"': '"', "\\\\": "\\"}
_MEMORY = frozenset("moV")


@dataclass(frozen=True, slots=True)
class _Operand:
    constraint: str
    name: str


def _sections(text: str) -> list[list[str]]:
    """What stands between the colons, each as a list of what stands between commas."""
    start = text.index("(")
    depth, sections, piece = 0, [[""]], ""
    for found in _PIECE.finditer(text, start + 1, text.rindex(")")):
        piece = found[0]
        depth += {"(": 1, "[": 1, ")": -1, "]": -1}.get(piece, 0)
        if depth == 0 and piece == ":":
            sections.append([""])
        elif depth == 0 and piece == ",":
            sections[-1].append("")
        else:
            sections[-1][-1] += piece
    return [[part for part in section if part.strip()] for section in sections]


def _template(written: list[str]) -> str:
    """What the assembler is given, without comments and empty statements."""
    strings = re.findall(_STRING, ",".join(written))
    text = "".join(re.sub(r"\\.", lambda one: _ESCAPED.get(one[0], one[0]), s[1:-1]) for s in strings)
    return _COMMENT.sub("", text).strip(" \t\n;")


def _operand(written: str) -> _Operand:
    found = re.match(rf"\s*(?:\[\s*(?P<name>\w+)\s*\])?\s*(?P<constraint>(?:{_STRING}\s*)+)", written)
    if found is None:
        raise UnsupportedError("inline assembly in this form is not modelled")
    constraint = "".join(one[1:-1] for one in re.findall(_STRING, found["constraint"]))
    return _Operand(constraint, found["name"] or "")


@dataclass(frozen=True, slots=True)
class Written:
    """Inline assembly that is understood: it does nothing that the program sees, or it `traps`."""

    template: str
    outputs: list[_Operand]
    inputs: list[_Operand]

    @property
    def traps(self) -> bool:
        return re.search(r"\bud2\b", self.template) is not None


def read_assembly(node: Node, text: str) -> Written:
    """Raises UnsupportedError."""
    if node.kind == "MSAsmStmt" or "(" not in text:
        raise UnsupportedError("inline assembly in this form is not modelled")
    sections = _sections(text)
    if len(sections) > 4 or re.match(r"[^\"(]*\bgoto\b", text):
        raise UnsupportedError("inline assembly that jumps is not modelled")
    template = _template(sections[0])
    outputs = [_operand(one) for one in sections[1]] if len(sections) > 1 else []
    inputs = [_operand(one) for one in sections[2]] if len(sections) > 2 else []
    clobbers = sections[3] if len(sections) > 3 else []
    if template and outputs:
        raise UnsupportedError("inline assembly with outputs is not modelled")
    if template and any('"memory"' in one for one in clobbers):
        raise UnsupportedError("inline assembly that changes memory is not modelled")
    return Written(template, outputs, inputs)


class Assembly(Declarations):
    """Assembly inside of functions."""

    def assembly(self, node: Node) -> None:
        written = read_assembly(node, self.unit.source.slice(node.offset, node.end))
        if not written.template:
            self._hand_through(node, written.outputs, written.inputs)
            return
        for operand in node.inner:
            if self.has_effects(operand):
                self.effect(operand)
        if written.traps:
            self.emit(Assume(FALSE, Why.UNDEFINED, "the instruction ud2"))
            self.build.end()
            return
        text = "inline assembly without outputs is taken to change nothing"
        self.linkage.assumption(self.build.position, text)
        self.emit(Skip("inline assembly"))

    def _hand_through(self, node: Node, outputs: list[_Operand], inputs: list[_Operand]) -> None:
        """Nothing is done: what an operand holds afterwards is what was put into its register."""
        if len(node.inner) != len(outputs) + len(inputs):
            raise UnsupportedError("inline assembly in this form is not modelled")
        if any(self.has_effects(operand) for operand in node.inner[: len(outputs)]):
            raise UnsupportedError("inline assembly with an output that has side effects is not modelled")
        tied: dict[int, Expr] = {}
        for operand, written in zip(inputs, node.inner[len(outputs) :], strict=True):
            index = _tied_to(operand, outputs)
            if index is not None:
                tied[index] = self._handed(written, node.inner[index])
            elif self.has_effects(written):
                self.effect(written)
        given: list[tuple[Place, Expr]] = []
        for index, (operand, written) in enumerate(zip(outputs, node.inner, strict=False)):
            if index in tied:
                given.append((self.place(written), tied[index]))
            elif not operand.constraint.startswith("+") and not _in_memory(operand):
                raise UnsupportedError("a register that inline assembly does not set is not modelled")
        for place, value in given:
            self.write(place, value)
        self.emit(Skip("inline assembly"))

    def _handed(self, written: Node, output: Node) -> Expr:
        source, target = self.type_of(written), self.type_of(output)
        if not (is_scalar(source) and is_scalar(target)) or (
            self.types.size(source) != self.types.size(target)
        ):
            raise UnsupportedError("inline assembly that hands on a value of another size is not modelled")
        return self.keep(self.convert(self.value(written), target))


def _tied_to(operand: _Operand, outputs: list[_Operand]) -> int | None:
    """The output that an input shares its register with."""
    text = operand.constraint.strip("%")
    if text.isdigit():
        return int(text) if int(text) < len(outputs) else None
    named = re.fullmatch(r"\[(\w+)\]", text)
    names = [output.name for output in outputs]
    return names.index(named[1]) if named is not None and named[1] in names else None


def _in_memory(operand: _Operand) -> bool:
    return set(operand.constraint.strip("=&% ")) <= _MEMORY
