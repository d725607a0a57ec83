"""Where compound literals end, said to the native run.

clang says when a local variable ends, and its address sanitizer then watches the place; of compound literals
it says nothing. So the native copy notes where each one is (`__dovetail_born`), and a variable with a cleanup
in the block around it has that place watched on every way out of the block. Blocks into which something jumps
cannot have such a variable: what happens there is not seen natively.
"""

from __future__ import annotations

from dovetail.frontend.lifetimes import Block, Lifetimes
from dovetail.frontend.syntax import Node

_RECORD = "struct __dovetail_literal"


class LiteralEnds(Lifetimes):
    _literals = 0

    def literal_made(self, node: Node) -> None:
        block, body = self.blocks[-1], self.blocks[0].statement
        if not self.properties.memory or self.unit.library or self.in_constant or body is None:
            return
        if len(self.blocks) == 1 or self.label_places:
            return  # it ends with the function, and that is watched
        number = self._literals
        if not self._watch(block, number):
            return
        self._literals += 1
        index, place = self.unit, body.offset + 1
        declared = f" {_RECORD} __dovetail_l{number} = {{0, 0}};"
        self.linkage.replacement(index, place, place, declared, opens=True)
        born = f"__dovetail_born(&__dovetail_l{number}, __dovetail_p, sizeof *__dovetail_p)"
        closing = f"; {born}; __dovetail_p; }}))"
        opening = "(*({ __auto_type __dovetail_p = &"
        self.linkage.replacement(index, node.offset, node.offset, opening, opens=True)
        self.linkage.replacement(index, node.end, node.end, closing, opens=False)

    def _watch(self, block: Block, number: int) -> bool:
        """Have the end of a block noticed, if text can be put there."""
        statement = block.statement
        if statement is None or _is_jumped_into(statement):
            return False
        guard = (
            f" {_RECORD} *__dovetail_g{number} __attribute__((cleanup(__dovetail_dead)))"
            f" = __dovetail_alive(&__dovetail_l{number});"
        )
        if statement.kind == "CompoundStmt":
            place = statement.offset + 1
            self.linkage.replacement(self.unit, place, place, guard, opens=True)
            return True
        end = self.unit.source.text.find(b";", statement.end)
        if statement.type is None or end < 0:
            return False
        self.linkage.replacement(self.unit, statement.offset, statement.offset, "{" + guard, opens=True)
        self.linkage.replacement(self.unit, end + 1, end + 1, " }", opens=False)
        return True


def _is_jumped_into(block: Node) -> bool:
    """Does it hold a `case` of a switch around it?"""
    stack = [block]
    while stack:
        node = stack.pop()
        if node.kind in ("CaseStmt", "DefaultStmt"):
            return True
        if node.kind != "SwitchStmt":
            stack.extend(node.inner)
    return False
