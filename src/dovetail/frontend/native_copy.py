"""The text that the native runner compiles: the preprocessed files with a few edits, and stubs.

See docs/design/ground.md for the edits and why they are needed. A stub is a function without a body (or an input function such as
`__VERIFIER_nondet_int`) that takes its result from the input vector, with the result type that the program declares. Only the name and the way a
result is returned matter to the linker, so stubs stand in a file of their own without the program's types.
"""

from __future__ import annotations

from dataclasses import dataclass

from dovetail.frontend.linker import Linker
from dovetail.frontend.units import TranslationUnit
from dovetail.program.automata import Program
from dovetail.program.types import (
    FloatType,
    IntType,
    PointerType,
    RecordType,
    Target,
    Type,
    VoidType,
    scalar_parts,
)


@dataclass(frozen=True, slots=True)
class NativeCopy:
    """What to compile, and how."""

    units: tuple[str, ...]
    stubs: str
    standard: str
    entry: str


def native_copy(program: Program, linker: Linker, units: list[TranslationUnit], entry: str) -> NativeCopy:
    edits: dict[int, list[tuple[int, int, bytes]]] = {unit.index: [] for unit in units}
    for call in linker.error_calls:
        if call.conditional:
            # dovetail_always(c): evaluated, and an error if it is false.
            text = units[call.unit].source.text[call.begin : call.end]
            argument = text[text.index(b"(") :]
            wrapped = b"(" + argument + b" ? (void)0 : __dovetail_at(%d))" % call.check
            edits[call.unit].append((call.begin, call.end, wrapped))
        else:
            edits[call.unit].append((call.begin, call.begin, b"(__dovetail_at(%d), " % call.check))
            edits[call.unit].append((call.end, call.end, b")"))
    for variable in linker.uninitialised_variables(program):
        if variable.offset >= 0:
            take = f"__dovetail_uninitialised(&{variable.name}, sizeof({variable.name}));"
            if variable.in_header:
                take = take.replace(f"&{variable.name}", "&v")
                take = f"= ({{ __typeof__({variable.name}) v; {take} v; }})"
            insertion = f" {take}".encode()
            edits[variable.unit].append((variable.offset, variable.offset, insertion))
    texts = []
    for unit in units:
        text = unit.source.text
        for begin, end, replacement in sorted(edits[unit.index], key=lambda edit: edit[:2], reverse=True):
            text = text[:begin] + replacement + text[end:]
        texts.append(text.decode(errors="surrogateescape"))
    standard = "gnu89" if any(unit.standard == "gnu89" for unit in units) else "gnu11"
    return NativeCopy(tuple(texts), _stubs(linker, program.target), standard, entry)


def _stubs(linker: Linker, target: Target) -> str:
    lines: list[str] = []
    for name, (returns, _) in linker.externals.items():
        lines.append(_stub(name, returns, target))
    undefined = linker.undefined_variables
    for name, size, align in undefined:
        lines.append(f"char {name}[{max(size, 1)}] __attribute__((aligned({align})));")
    if undefined:
        lines.append("__attribute__((constructor)) static void __dovetail_start(void) {")
        lines += [f"    __dovetail_uninitialised({name}, {size});" for name, size, _ in undefined]
        lines.append("}")
    return "\n".join(lines) + "\n"


def _stub(name: str, returns: Type, target: Target) -> str:
    match returns:
        case VoidType():
            return f"void {name}() {{}}"
        case RecordType():
            record = _record_like(returns, target)
            return f"{record} {name}() {{ {record} r; __dovetail_uninitialised(&r, sizeof r); return r; }}"
        case _:
            type_ = _spelled(returns, target)
            return f'{type_} {name}() {{ {type_} r; __dovetail_input(&r, sizeof r, "{type_}"); return r; }}'


def _spelled(type_: Type, target: Target) -> str:
    """A C type that is returned in the same way."""
    match type_:
        case IntType(name="_Bool"):
            return "_Bool"
        case IntType(width=width, signed=signed):
            names = {8: "char", 16: "short", 32: "int", 64: "long long", 128: "__int128"}
            return f"{'signed' if signed else 'unsigned'} {names[width]}"
        case FloatType():
            return str(type_)
        case PointerType():
            return "void *"
        case _:
            return "int"


def _record_like(record: RecordType, target: Target) -> str:
    """An unnamed record that the ABI returns like this one: the same scalars at the same places."""
    parts = scalar_parts(record, target)
    if parts is None:
        return f"struct {{ char bytes[{max(record.size, 1)}] __attribute__((aligned({record.align}))); }}"
    members = [f"{_spelled(part, target)} m{offset};" for offset, part in parts]
    return f"struct {{ {' '.join(members)} }}"
