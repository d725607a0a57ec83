"""Statements: control flow, jumps, labels."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from dovetail.frontend.assembly import Assembly
from dovetail.frontend.builder import Builder
from dovetail.frontend.errors import UnsupportedError
from dovetail.frontend.lifetimes import opens_block
from dovetail.frontend.linkage import Linkage
from dovetail.frontend.native_edits import Insertion
from dovetail.frontend.progress import may_be_taken_to_end
from dovetail.frontend.properties import LABEL
from dovetail.frontend.shadowing import settle_meanings
from dovetail.frontend.spelling import spelled
from dovetail.frontend.syntax import Node
from dovetail.frontend.units import TranslationUnit
from dovetail.program.expressions import FALSE, Binary, Expr, Variable, conjunction, const
from dovetail.program.statements import Assign, Check, Havoc, HavocMemory, Origin, Unsupported
from dovetail.program.types import VOID, IntType, RecordType, Type, VoidType, is_scalar
from dovetail.quick_dataclass import dataclass

ERROR_LABEL = "ERROR"
_LABEL = re.compile(rb"\w+\s*:(?:\s*__attribute__\s*\(\(.*?\)\))*", re.DOTALL)
"""With its attributes, which belong to what follows otherwise."""


@dataclass(slots=True)
class Jumps:
    """Where `break` and `continue` go, and the cases met so far of the innermost switch."""

    exit: int
    repeat: int | None
    depth: int
    """The number of blocks around the statement."""
    cases: list[tuple[Expr, Expr | None, int]] | None = None
    default: int | None = None
    open_case: str = ""
    """Why it is not known which values one of the cases stands for."""
    in_header: bool = False
    """In what stands between the parentheses of a loop, `break` is that loop's to one compiler and of the
    loop around it to another."""


class Statements(Assembly):
    """Statements. `epilogue` is where the function is left, with its value in `result` or behind
    `result_pointer`."""

    def __init__(self, unit: TranslationUnit, linkage: Linkage, builder: Builder) -> None:
        super().__init__(unit, linkage, builder)
        self.jumps: list[Jumps] = []
        self.labels: dict[str, int] = {}
        self.taken_labels: list[str] = []
        self.epilogue = builder.location()
        self.returns: Type = VOID
        self.result: Variable | None = None
        self.result_pointer: Variable | None = None

    def may_come_again(self) -> bool:
        return bool(self.label_places) or any(
            jumps.repeat is not None or jumps.in_header for jumps in self.jumps
        )

    def statement(self, node: Node) -> None:
        """Lower a statement; what is not modelled becomes an `Unsupported` at its place."""
        self.at(node)
        try:
            self._statement(node)
        except UnsupportedError as error:
            self.emit(Unsupported(error.reason))
            self.build.end()

    def _statement(self, node: Node) -> None:
        match node.kind:
            case "CompoundStmt":
                self._compound(node)
            case "DeclStmt":
                self.declaration(node)
            case "IfStmt":
                with self.block(node):
                    self._if(node)
            case "WhileStmt":
                with self.block(node):
                    self._while(node)
            case "DoStmt":
                with self.block(node):
                    self._do(node)
            case "ForStmt":
                with self.block(node):
                    self._for(node)
            case "SwitchStmt":
                with self.block(node):
                    self._switch(node)
            case "CaseStmt" | "DefaultStmt":
                self._case(node)
            case "BreakStmt":
                around = next(reversed(self.jumps), None)
                if around is None or around.in_header:
                    raise UnsupportedError("'break' in the head of a loop: compilers differ in which")
                self.leave(around.depth, around.exit)
            case "ContinueStmt":
                loops = (one for one in reversed(self.jumps) if one.repeat is not None or one.in_header)
                loop = next(loops, None)
                if loop is None or loop.repeat is None:
                    raise UnsupportedError("'continue' in the head of a loop: compilers differ in its loop")
                self.leave(loop.depth, loop.repeat)
            case "GotoStmt":
                self.go_to(node.goto_target, self._label(node.goto_target))
            case "LabelStmt":
                self._pass_label(node)
                self.statement(node.inner[0])
            case "ReturnStmt":
                self._return(node)
            case "NullStmt" | "":
                pass
            case "GCCAsmStmt" | "MSAsmStmt":
                self.assembly(node)
            case "AttributedStmt":
                for attribute in node.inner[:-1]:
                    if attribute.kind == "CXXAssumeAttr" and attribute.inner:
                        self.promised(attribute.inner[0])
                self.statement(node.inner[-1])
            case "IndirectGotoStmt":
                self._computed_goto(node)
            case _ if node.type is not None:
                self.effect(node)
                self.end_expression()
            case _:
                raise UnsupportedError(f"the statement {node.kind} is not modelled")

    def _pass_label(self, node: Node) -> None:
        self.build.label(self._label(node.declaration))
        if node.name == ERROR_LABEL:
            self._error_label(node)

    def _error_label(self, node: Node) -> None:
        position = self.at(node)
        if not self.properties.labels:
            self.linkage.error_labels.append(position)
            return
        text = f"the label {ERROR_LABEL} is not reached"
        info = self.linkage.new_check(LABEL, position, self.build.name, text)
        self.emit(Check(FALSE, info))
        self.build.end()
        label = _LABEL.match(self.unit.source.text, node.offset)
        assert label is not None
        mark = f" __dovetail_at({info.ident});"
        self.linkage.native.replacement(self.unit, label.end(), label.end(), mark, opens=True)

    def _part(self, node: Node) -> None:
        """A statement that another one controls: a block, with braces or without."""
        if opens_block(node):
            self.statement(node)
        else:
            with self.block(node) as made:
                self.statement(node)
            if made.objects:
                self._braced_natively(node)

    def _braced_natively(self, node: Node) -> None:
        """The native run knows where compound literals end by the braces around them."""
        end = self.unit.source.text.find(b";", node.end)
        if node.type is not None and end >= 0:
            self.linkage.native.replacement(self.unit, node.offset, node.offset, "{ ", opens=True)
            self.linkage.native.replacement(self.unit, end + 1, end + 1, " }", opens=False)

    def _full_condition(self, node: Node) -> Expr:
        """A condition that is a full expression: what it leaves behind ends here."""
        condition = self.condition(node)
        if self.has_temporaries:
            condition = self.keep(condition)
            self.end_expression()
        return condition

    def _compound(self, node: Node) -> None:
        settle_meanings(node, self.types)
        self.types.open()
        self.scope_ends.append(node.end)
        with self.block(node):
            for child in node.inner:
                self.statement(child)
        self.scope_ends.pop()
        self.types.close()

    def _label(self, ident: str) -> int:
        if ident not in self.labels:
            self.labels[ident] = self.build.location()
        return self.labels[ident]

    def _computed_goto(self, node: Node) -> None:
        """Branch over the labels of this function whose address is taken."""
        pointer = self.keep(self.value(node.inner[0]))
        for label in self.taken_labels:
            further = self.build.location()
            same = self.binary(Binary.EQ, pointer, self.linkage.label_address(label))
            chosen = self.build.location()
            self.build.branch(same, chosen, further)
            self.build.here = chosen
            self.go_to(label, self._label(label))
            self.build.here = further
        self.emit(Unsupported("a goto to an address that is no label of this function"))
        self.build.end()

    def _if(self, node: Node) -> None:
        children = node.inner
        condition = self._full_condition(children[0])
        self.at(node)
        then, otherwise, done = (self.build.location() for _ in range(3))
        self.build.branch(condition, then, otherwise)
        self.build.here = then
        self._part(children[1])
        self.build.jump(done)
        self.build.here = otherwise
        if node.has_else:
            self._part(children[2])
        self.build.label(done)

    def _loop_body(self, body: Node, jumps: Jumps) -> None:
        self.jumps.append(jumps)
        self._part(body)
        self.jumps.pop()

    def _enter_loop(self, node: Node, head: int) -> None:
        self.at(node)
        if not self.unit.library:
            self.build.loop(head, may_be_taken_to_end=may_be_taken_to_end(node))

    @contextmanager
    def _header(self) -> Iterator[None]:
        self.jumps.append(Jumps(0, None, len(self.blocks), in_header=True))
        try:
            yield
        finally:
            self.jumps.pop()

    def _while(self, node: Node) -> None:
        head, body, done = (self.build.location() for _ in range(3))
        self._enter_loop(node, head)
        self.build.label(head)
        with self._header():
            condition = self._full_condition(node.inner[0])
        self.at(node)
        self.build.branch(condition, body, done)
        self.build.here = body
        self._loop_body(node.inner[-1], Jumps(done, head, len(self.blocks)))
        self.build.jump(head)
        self.build.here = done

    def _do(self, node: Node) -> None:
        head, test, done = (self.build.location() for _ in range(3))
        self._enter_loop(node, head)
        self.build.label(head)
        self._loop_body(node.inner[0], Jumps(done, test, len(self.blocks)))
        self.build.label(test)
        with self._header():
            condition = self._full_condition(node.inner[1])
        self.build.branch(condition, head, done)
        self.build.here = done

    def _for(self, node: Node) -> None:
        start, _, test, step, body = node.inner
        self.types.open()
        self.scope_ends.append(node.end)
        if start.kind:
            self.in_header = True
            self.statement(start)
            self.in_header = False
        head, inside, again, done = (self.build.location() for _ in range(4))
        self._enter_loop(node, head)
        self.build.label(head)
        self.at(node)
        if test.kind:
            with self._header():
                condition = self._full_condition(test)
            self.build.branch(condition, inside, done)
            self.build.here = inside
        self._loop_body(body, Jumps(done, again, len(self.blocks)))
        self.build.label(again)
        if step.kind:
            self.at(step)
            with self._header():
                self.effect(step)
                self.end_expression()
        self.build.jump(head)
        self.build.here = done
        self.scope_ends.pop()
        self.types.close()

    def _switch(self, node: Node) -> None:
        subject = self.value(node.inner[0])
        variable = self.temporary(subject.type)
        self.emit(Assign(variable, subject))
        self.end_expression()
        start, done = self.build.here, self.build.location()
        position = self.build.position
        self.build.end()
        jumps = Jumps(done, None, len(self.blocks), [])
        self._loop_body(node.inner[-1], jumps)
        self.build.jump(done)
        assert jumps.cases is not None
        self.build.here = start
        self.build.position = position
        if jumps.open_case:
            whole = node.inner[0]
            self.linkage.native.refusal(self.unit, whole.offset, whole.end, jumps.open_case)
            self.emit(Unsupported(jumps.open_case))
            self.build.here = done
            return
        for low, high, target in jumps.cases:
            low = self.convert(low, variable.type)
            if high is None:
                matches = self.binary(Binary.EQ, variable, low)
            else:
                high = self.convert(high, variable.type)
                matches = conjunction(
                    [self.binary(Binary.LE, low, variable), self.binary(Binary.LE, variable, high)]
                )
            further = self.build.location()
            self.build.branch(matches, target, further)
            self.build.here = further
        self.build.jump(jumps.default if jumps.default is not None else done)
        self.build.here = done

    def _case(self, node: Node) -> None:
        jumps = next(jumps for jumps in reversed(self.jumps) if jumps.cases is not None)
        assert jumps.cases is not None
        target = self.build.location()
        self.build.label(target)
        entry = self.entry_from(jumps.depth, target)
        if node.kind == "DefaultStmt":
            jumps.default = entry
        else:
            try:
                low = self._case_value(node.inner[0])
                high = self._case_value(node.inner[1]) if node.gnu_range else None
                jumps.cases.append((low, high, entry))
            except UnsupportedError as error:
                jumps.open_case = error.reason
        self.statement(node.inner[-1])

    def _case_value(self, node: Node) -> Expr:
        type_ = self.type_of(node)
        if node.kind == "ConstantExpr" and node.value is not None and isinstance(type_, IntType):
            return const(type_, int(str(node.value)))
        self.in_constant = True
        try:
            return self.value(node)
        finally:
            self.in_constant = False

    def _return(self, node: Node) -> None:
        if not node.inner:
            self.any_result_value(
                [Insertion(self.unit.index, node.end, f" ({{ {self._taking_result()} v; }})")]
            )
        elif isinstance(self.returns, RecordType):
            assert self.result_pointer is not None
            self.copy(self.result_pointer, self.aggregate(node.inner[0]), self.returns)
        elif self.result is not None:
            result = self.value(node.inner[0])
            self.at(node)
            self.emit(Assign(self.result, self.convert(result, self.returns)))
        else:
            self.effect(node.inner[0])
        self.end_expression()
        self.leave_function(self.epilogue)

    def fall_off(self, body: Node) -> None:
        """The end of the body was reached without a `return`: C leaves the value of the function open."""
        if self.result is not None or self.result_pointer is not None:
            text = f"{{ {self._taking_result()} return v; }} "
            self.any_result_value([Insertion(self.unit.index, body.end - 1, text)])
        self.leave_function(self.epilogue)

    def _taking_result(self) -> str:
        if isinstance(self.returns, VoidType):
            return ""
        return f"{spelled(self.returns)} v; __dovetail_uninitialised(&v, sizeof(v));"

    def any_result_value(self, insertions: list[Insertion]) -> None:
        """The function returns, and nothing says what."""
        name = f"result of {self.build.name}"
        holder = self.result
        if self.result is not None:
            self.emit(Havoc(self.result, Origin.UNINITIALISED, name))
        elif self.result_pointer is not None:
            holder = self.result_pointer
            self.emit(HavocMemory(holder, self.size_of(self.returns), name, self.returns))
        if holder is not None and not self.unit.library:
            self.linkage.native.insertion(self.build.name, holder.name, insertions)

    def statement_expression(self, node: Node, used: bool) -> Expr | None:
        settle_meanings(node.inner[0], self.types)
        self.types.open()
        self.scope_ends.append(node.end)
        children = node.inner[0].inner
        result: Expr | None = None
        with self.block(node.inner[0]), self.inside_expression():
            for index, child in enumerate(children):
                last = index == len(children) - 1
                while last and child.kind == "LabelStmt":
                    self._pass_label(child)
                    child = child.inner[0]
                if last and used and child.type is not None and not isinstance(self.type_of(child), VoidType):
                    result = self._outliving(child)
                else:
                    self.statement(child)
        self.scope_ends.pop()
        self.types.close()
        return result

    def _outliving(self, node: Node) -> Expr | None:
        """The value of an expression, or the address of a copy, that is good when the block has ended."""
        result, type_ = self.any_value(node), self.type_of(node)
        if result is not None and is_scalar(type_):
            self.say_unpromoted(self.types.bit_field(node))
            result = self.keep(result)
        elif result is not None:
            copy = self.new_object(type_, "value")
            self.copy(copy, result, type_)
            result = copy
        self.end_expression()
        return result
