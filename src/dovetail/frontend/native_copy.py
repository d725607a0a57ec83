"""The text that the native runner compiles: the preprocessed files with a few edits, and stubs.

See docs/design/ground.md for the edits and why they are needed. A stub is a function without a body (or an
input function such as `__VERIFIER_nondet_int`) that takes its result from the input vector, with the result
type that the program declares. Only the name and the way a result is returned matter to the linker, so stubs
stand in a file of their own without the program's types.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from dovetail.frontend.clang import NEWEST
from dovetail.frontend.linker import Linker
from dovetail.frontend.native_assembly import without_assembly
from dovetail.frontend.native_edits import ErrorCall, Refusal, Rewriting
from dovetail.frontend.object_marks import global_marks, object_marks
from dovetail.frontend.spelling import RESULT, WRITTEN, spelled
from dovetail.frontend.units import TranslationUnit
from dovetail.program.automata import Program
from dovetail.program.types import ArrayType, Field, RecordType, Target, Type, VoidType
from dovetail.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class NativeCopy:
    """What to compile, and how."""

    units: tuple[str, ...]
    stubs: str
    standard: str
    """Unless the options of a unit say another."""
    entry: str
    options: tuple[tuple[str, ...], ...] = ()
    """What the compiler is told about each unit."""
    without_body: str = ""
    """Definitions of functions that the text has a body for and the user does not, for a file that is
    compiled with the user's own: they return what is asked for, and give variables their values."""


@dataclass(frozen=True, slots=True)
class _Edit:
    """`rank` orders edits at one place: what closes comes before what opens."""

    begin: int
    rank: int
    end: int
    text: str
    within: tuple[int, int] | None = None
    """Of several of one rank: what goes around others opens before them, and closes behind them."""

    def key(self) -> tuple[int, int, tuple[float, int]]:
        around = (-math.inf if self.rank else math.inf, 0)
        return self.begin, self.rank, around if self.within is None else self.within


def native_copy(program: Program, linker: Linker, units: list[TranslationUnit], entry: str) -> NativeCopy:
    edits: dict[int, list[_Edit]] = {unit.index: [] for unit in units}
    for call in linker.native.error_calls:
        edits[call.unit] += _wrapped(call, units[call.unit].source.text)
    for refusal in linker.native.refusals:
        edits[refusal.unit] += _refused(refusal)
    for number, rewriting in enumerate(linker.native.rewritings.values()):
        edits[rewriting.unit] += _rewritten(rewriting, number)
    removed = (one for unit in units for one in without_assembly(unit))
    for one in (*linker.native.replacements, *removed):
        edits[one.unit].append(_Edit(one.begin, 2 if one.opens else 0, one.end, one.text))
    entered = linker.native.entered_errors(reachability=linker.properties.reachability)
    for insertion in [*entered, *linker.native.insertions(program)]:
        rank = 0 if insertion.text.startswith(")") else 1
        edits[insertion.unit].append(_Edit(insertion.offset, rank, insertion.offset, insertion.text))
    asks_about_objects = linker.conventions.outside is not None or linker.properties.pointers
    if asks_about_objects or any(unit.clauses is not None for unit in units):
        for unit in units:
            for mark in (*object_marks(unit, linker.own_names), *global_marks(unit)):
                edits[mark.unit].append(_Edit(mark.offset, 3, mark.offset, mark.text))
    texts = tuple(_edited(unit.source.text, edits[unit.index]) for unit in units)
    used = {unit.standard for unit in units if unit.flags.standard is None}
    standard = NEWEST if NEWEST in used else "gnu89" if "gnu89" in used else "gnu11"
    options = tuple(unit.flags.for_native() for unit in units)
    return NativeCopy(texts, _stubs(linker, program.target), standard, entry, options, _without_body(linker))


def _wrapped(call: ErrorCall, text: bytes) -> list[_Edit]:
    reached = "__dovetail_quiet()" if call.check is None else f"__dovetail_at({call.check})"
    if not call.conditional:
        opening = _Edit(call.begin, 2, call.begin, f"({reached}, ")
        return [opening, _Edit(call.end, 0, call.end, ")")]
    # dovetail_always(c): evaluated, and an error if it is false.
    name_end = text.index(b"(", call.begin)
    ending = f" ? (void)0 : {reached})"
    return [_Edit(call.begin, 2, name_end, "("), _Edit(call.end, 0, call.end, ending)]


def _refused(refusal: Refusal) -> list[_Edit]:
    """The value is there before the run ends, so that what happens on the way to it has happened."""
    ending = f") + ({_unsupported(refusal.reason)}, 0))"
    return [_Edit(refusal.begin, 2, refusal.begin, "(("), _Edit(refusal.end, 0, refusal.end, ending)]


def _rewritten(rewriting: Rewriting, number: int) -> Iterator[_Edit]:
    spans, last = rewriting.spans, len(rewriting.texts) - 1
    for at, text in enumerate(rewriting.texts):
        closes = at == last
        # What is taken away stands between operands, where nothing else is put in.
        within = (-spans[0], number) if closes else (-spans[-1], -number)
        yield _Edit(spans[2 * at], 0 if closes else 2, spans[2 * at + 1], text, within)


def _unsupported(reason: str) -> str:
    return f"__dovetail_unsupported({_quoted(reason)})"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _edited(text: bytes, edits: list[_Edit]) -> str:
    pieces: list[bytes] = []
    at = 0
    for edit in sorted(edits, key=_Edit.key):
        pieces += [text[at : edit.begin], edit.text.encode()]
        at = edit.end
    return b"".join([*pieces, text[at:]]).decode(errors="surrogateescape")


def _stubs(linker: Linker, target: Target) -> str:
    lines = [
        _stub(name, returns, target)
        for name, (returns, _) in linker.bodiless.called.items()
        if name not in linker.bodiless.endings
    ]
    ending = [*linker.unasked_errors(), *sorted(linker.bodiless.endings)]
    lines += [f"void {name}() {{ __dovetail_quiet(); }}" for name in ending]
    if linker.conventions.malloc_may_fail:
        lines.append("const int __dovetail_malloc_may_fail = 1;")
    if linker.uses_descriptors:
        lines.append("const int __dovetail_descriptors_are_followed = 1;")
    undefined = linker.globals.undefined
    for name, size, align in undefined:
        lines.append(f"char {name}[{max(size, 1)}] __attribute__((aligned({align})));")
    starting = [
        f"# {position.line} {_quoted(position.file)}\n    {_unsupported(reason)};"
        for position, reason in linker.native.refused_starts
    ]
    starting += [f"    __dovetail_uninitialised({name}, {size});" for name, size, _ in undefined]
    if linker.conventions.outside is not None:
        starting += [f"    __dovetail_lasting({name}, {size});" for name, size, _ in undefined]
    if starting:
        # With a priority, as the address sanitizer wraps other constructors in calls of its own.
        lines.append("__attribute__((constructor(1))) static void __dovetail_start(void) {")
        lines += [*starting, "}"]
    return "\n".join(lines) + "\n"


def _without_body(linker: Linker) -> str:
    """What `outside` has text for, without what it writes by pointers."""
    lines, values = [], []
    for name, (returns, _) in linker.bodiless.called.items():
        if name.startswith(WRITTEN):
            variable = name.removeprefix(WRITTEN)
            if variable == "errno":
                lines.append("#include <errno.h>")
                values.append(f"errno = {name}();")
                continue
            lines.append(f"extern {spelled(returns)} {variable};")
            values.append(f"{variable} = {name}();")
    lines.append(f"static void __dovetail_outside(void) {{ {' '.join(values)} }}")
    defined = list(linker.bodiless.outside_functions())
    for name, asked, returns in defined:
        if isinstance(returns, VoidType):
            lines.append(f"WEAK void {name}() {{ __dovetail_outside(); }}")
        else:
            result = f"{RESULT}{asked}"
            type_ = f"__dovetail_result_of_{result}" if isinstance(returns, RecordType) else spelled(returns)
            lines.append(f"WEAK {type_} {name}() {{ __dovetail_outside(); return {result}(); }}")
    return "\n".join([*lines, ""]) if defined else ""


def _stub(name: str, returns: Type, target: Target) -> str:
    match returns:
        case VoidType():
            return f"void {name}() {{}}"
        case RecordType():
            result = f"__dovetail_result_of_{name}"
            body = f"{{ {result} r; __dovetail_uninitialised(&r, sizeof r); return r; }}"
            return f"typedef {_record(returns, target)} {result}; {result} {name}() {body}"
        case _:
            type_ = spelled(returns)
            return f'{type_} {name}() {{ {type_} r; __dovetail_input(&r, sizeof r, "{type_}"); return r; }}'


def _record(record: RecordType, target: Target) -> str:
    """A record that the ABI returns like this one: the same kinds of members at the same places."""
    members = " ".join(f"{_member(field, number, target)};" for number, field in enumerate(record.fields))
    packed = any(f.bit_width is None and f.offset % target.align(f.type) for f in record.fields)
    attributes = f"{'packed, ' if packed else ''}aligned({record.align})"
    return f"{'union' if record.union else 'struct'} __attribute__(({attributes})) {{ {members} }}"


def _member(field: Field, number: int, target: Target) -> str:
    name, type_ = f"m{number}", field.type
    if field.bit_width is not None:
        return f"{spelled(type_)} {name} : {field.bit_width}"
    while isinstance(type_, ArrayType):
        name, type_ = f"{name}[{type_.count or 0}]", type_.element
    return f"{_record(type_, target) if isinstance(type_, RecordType) else spelled(type_)} {name}"
