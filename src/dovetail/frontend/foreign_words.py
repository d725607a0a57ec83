"""What a text says to other compilers and clang does not hear: attributes that it does not know.

clang only warns of them, and goes on. Those that change the layout of a record or the arithmetic of a
function are refused there; a few have no effect on what a program does; of all others it is listed that they
are taken to have none. `pragmas` are the same, in other words.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import field

from dovetail.frontend.clang import Ignored, Parsed, is_own_header
from dovetail.frontend.errors import InputError
from dovetail.frontend.pragmas import (
    Region,
    is_quiet_optimisation,
    listed_pragmas,
    pragmas,
    refused_regions,
    unchecked_regions,
)
from dovetail.frontend.source import Source
from dovetail.frontend.syntax import Node
from dovetail.program.position import Position
from dovetail.program.types import DataModel
from dovetail.quick_dataclass import dataclass

_HARMLESS = frozenset(
    "noclone leaf externally_visible artificial no_icf no_reorder stack_protect noipa noplt access nonstring "
    "hot cold unused used noinline always_inline flatten deprecated warn_unused_result visibility "
    "no_instrument_function no_profile_instrument_function no_split_stack tainted_args fd_arg fd_arg_read "
    "fd_arg_write null_terminated_string_arg simd designated_init no_randomize_layout strict_flex_array "
    "counted_by no_dangling ms_hook_prologue function_return indirect_branch cf_check fentry_name "
    "fentry_section nodirect_extern_access strub warn_if_not_aligned dllimport dllexport format format_arg "
    "sentinel may_alias fallthrough nodiscard maybe_unused no_address_safety_analysis no_sanitize_undefined "
    "no_sanitize_thread no_sanitize_address no_sanitize_coverage no_sanitize error warning nocf_check "
    "expected_throw no_stack_limit stdcall fastcall thiscall cdecl regparm sseregparm selectany".split()
)
_NOT_BETWEEN = re.compile(r"[;{}]")
_QUOTED = re.compile(r'"(?:[^"\\\n]|\\.)*"')


@dataclass(slots=True)
class ForeignWords:
    """What comes of them. Reasons are by the identity of records, and by the names of functions."""

    records: dict[str, str] = field(default_factory=dict)
    functions: dict[str, str] = field(default_factory=dict)
    listed: list[tuple[Position, str]] = field(default_factory=list)
    unchecked: list[tuple[str, int, int]] = field(default_factory=list)
    """Lines of files in which accesses to memory are not checked."""

    def is_unchecked(self, position: Position) -> bool:
        return any(
            position.file == file and first <= position.line <= last for file, first, last in self.unchecked
        )


def foreign_words(source: Source, parsed: Parsed, model: DataModel) -> ForeignWords:
    """Raises InputError where something is refused and it cannot be told of which part."""
    if source.library:
        return ForeignWords()
    return _Finder(source, parsed.tree, model).words(parsed.ignored)


class _Finder:
    def __init__(self, source: Source, tree: Node, model: DataModel) -> None:
        self._source = source
        self._tree = tree
        self._model = model
        self._found = ForeignWords()

    def words(self, ignored: tuple[Ignored, ...]) -> ForeignWords:
        for one in ignored:
            if not is_own_header(one.position.file, self._model):
                self._attribute(one)
        found = pragmas(self._source.text)
        for offset, text in listed_pragmas(found):
            self._list(self._source.position(offset), text)
        for region in unchecked_regions(found, len(self._source.text)):
            first, last = (self._source.position(at) for at in (region.begin, region.end - 1))
            if last.file == first.file:  # with an end in the same file
                self._found.unchecked.append((first.file, first.line, last.line))
                text = f"a pragma says that accesses to memory are not checked here, up to line {last.line}"
                self._found.listed.append((first, text))
        for region in refused_regions(found, len(self._source.text)):
            self._refuse_region(region)
        return self._found

    def _list(self, position: Position, text: str) -> None:
        if not is_own_header(position.file, self._model):
            self._found.listed.append((position, text))

    def _attribute(self, one: Ignored) -> None:
        name = one.name.removeprefix("gnu::").strip("_")
        reason = f"the attribute '{name}' is not modelled"
        match name:
            case "optimize" if is_quiet_optimisation(self._arguments(one)):
                pass
            case "optimize":
                self._refuse(one, reason, self._refuse_function)
            case "scalar_storage_order" if "big" not in self._arguments(one):
                pass
            case "scalar_storage_order" | "hardbool":
                self._refuse(one, reason, self._refuse_record)
            case "copy" if self._refuse_record(one, reason):
                pass
            case _ if name not in _HARMLESS:
                self._list(one.position, f"the attribute '{name}' is taken to have no effect")

    def _arguments(self, one: Ignored) -> str:
        rest = self._source.text[one.offset :].decode(errors="replace")
        found = re.match(r"[\w:]+\s*\(([^)]*)\)", rest)
        return found[1] if found else ""

    def _refuse(self, one: Ignored, reason: str, refuse: Callable[[Ignored, str], bool]) -> None:
        if not (refuse(one, reason) or self._refuse_function(one, reason)):
            raise InputError(reason, one.position)

    def _refuse_function(self, one: Ignored, reason: str) -> bool:
        at = [node for node in self._functions() if self._is_about(one.offset, node)]
        self._found.functions.update((node.name, reason) for node in at)
        return bool(at)

    def _refuse_record(self, one: Ignored, reason: str) -> bool:
        at = [node for node in self._records() if self._is_about(one.offset, node)]
        self._found.records.update((node.id, reason) for node in at)
        return bool(at)

    def _refuse_region(self, region: Region) -> None:
        if region.records:
            at = (node for node in self._records() if region.meets(node.offset, node.end))
            self._found.records.update((node.id, region.reason) for node in at)
        else:
            defined = (n for n in self._functions() if any(c.kind == "CompoundStmt" for c in n.inner))
            met = (node.name for node in defined if region.meets(node.offset, node.end))
            self._found.functions.update((name, region.reason) for name in met)

    def _functions(self) -> Iterator[Node]:
        return (node for node in self._tree.inner if node.kind == "FunctionDecl" and not node.implicit)

    def _records(self) -> Iterator[Node]:
        return (node for node in self._tree.walk() if node.kind == "RecordDecl" and node.complete)

    def _is_about(self, offset: int, node: Node) -> bool:
        """Does an attribute stand in a declaration, or beside it, with nothing that ends one in between?"""
        if node.offset <= offset < node.end:
            return True
        begin, end = (node.end, offset) if offset >= node.end else (offset, node.offset)
        between = self._source.text[begin:end].decode(errors="replace")
        return node.offset >= 0 and not _NOT_BETWEEN.search(_QUOTED.sub("", between))
