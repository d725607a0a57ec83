"""The entry for `--function f`: a C function that calls f with arbitrary arguments.

It is written as C text behind the user's own, so that the Program and the native copy get it from one source.
Each scalar argument is an input. A pointer argument is null, the address of a fresh object, or that of an
earlier argument of the same type; which one is an input too. A fresh object holds 1 to 16 elements of
arbitrary contents; pointers inside of it are again null or fresh, to a small depth.
"""

from __future__ import annotations

from dovetail.frontend.errors import InputError, UnsupportedError
from dovetail.frontend.units import TranslationUnit
from dovetail.program.types import (
    FloatType,
    FunctionType,
    IntType,
    PointerType,
    RecordType,
    Target,
    Type,
    VoidType,
)

ENTRY = "__dovetail_any_call"
"""Not the name by which the harness knows the entry: it is defined to be this one."""
DEPTH = 2
MAX_ELEMENTS = 16
ASSUMPTION = (
    "'{}' is called once, with all globals as they are at the start; a pointer that it is given is null, "
    f"points to 1 to {MAX_ELEMENTS} fresh elements, or is one of its others; only the first element's "
    f"pointers are valid, to depth {DEPTH}; pointers to functions are null"
)
"""What `--function` takes for granted, with the name of the function to be filled in."""

_INPUTS = {
    (8, True): "schar",
    (8, False): "uchar",
    (16, True): "short",
    (16, False): "ushort",
    (32, True): "int",
    (32, False): "uint",
    (64, True): "longlong",
    (64, False): "ulonglong",
    (128, True): "int128",
    (128, False): "uint128",
}
_RETURNS = {
    "schar": "signed char",
    "uchar": "unsigned char",
    "short": "short",
    "ushort": "unsigned short",
    "int": "int",
    "uint": "unsigned int",
    "longlong": "long long",
    "ulonglong": "unsigned long long",
    "int128": "__int128",
    "uint128": "unsigned __int128",
    "bool": "_Bool",
    "float": "float",
    "double": "double",
}


class _Writer:
    def __init__(self, target: Target) -> None:
        self.target = target
        self.lines: list[str] = []
        self.count = 0

    def line(self, text: str, depth: int) -> None:
        self.lines.append("    " * depth + text)

    def name(self) -> str:
        self.count += 1
        return f"__dovetail_{self.count}"

    def fill(self, place: str, type_: Type, depth: int, indent: int, earlier: list[tuple[str, Type]]) -> None:
        """Statements that give the scalar or record at `place` any value."""
        match type_:
            case IntType(name="_Bool"):
                self.line(f"{place} = dovetail_any_bool();", indent)
            case IntType(width=width, signed=signed) if (width, signed) in _INPUTS:
                self.line(f"{place} = dovetail_any_{_INPUTS[width, signed]}();", indent)
            case FloatType(width=32 | 64):
                self.line(f"{place} = dovetail_any_{'float' if type_.width == 32 else 'double'}();", indent)
            case PointerType(pointee=pointee):
                self._pointer(place, pointee, depth, indent, earlier)
            case RecordType():
                self._record(place, type_, depth, indent)
            case _:
                pass

    def _record(self, place: str, type_: RecordType, depth: int, indent: int) -> None:
        """Pointers inside of a record; its other contents are arbitrary already."""
        for field in type_.fields:
            if isinstance(field.type, (PointerType, RecordType)) and field.name:
                self.fill(f"{place}.{field.name}", field.type, depth, indent, [])

    def _pointer(
        self, place: str, pointee: Type, depth: int, indent: int, earlier: list[tuple[str, Type]]
    ) -> None:
        # A member may be const; the arguments themselves are declared without.
        assigned = place if place.isidentifier() else f"*(void **)&{place}"
        incomplete = isinstance(pointee, RecordType) and not pointee.complete
        if isinstance(pointee, FunctionType) or depth == 0 or incomplete:
            self.line(f"{assigned} = 0;", indent)
            return
        choice = self.name()
        same = [name for name, type_ in earlier if type_ == PointerType(pointee)]
        self.line(f"{{ unsigned char {choice} = dovetail_any_uchar();", indent)
        self.line(f"if ({choice} == 0) {assigned} = 0;", indent + 1)
        for index, name in enumerate(same):
            self.line(f"else if ({choice} == {index + 2}) {assigned} = {name};", indent + 1)
        size = "1" if isinstance(pointee, VoidType) else f"sizeof(*{place})"
        self.line("else {", indent + 1)
        count = f"(1 + (dovetail_any_uchar() & {MAX_ELEMENTS - 1}))"
        self.line(f"{assigned} = __dovetail_allocate({size} * {count});", indent + 2)
        if isinstance(pointee, (RecordType, PointerType)):
            self.fill(f"(*{place})", pointee, depth - 1, indent + 2, [])
        self.line("} }", indent + 1)


def entry_for(unit: TranslationUnit, function: str, target: Target) -> str:
    node = unit.functions[function]
    writer = _Writer(target)
    parameters = [child for child in node.inner if child.kind == "ParmVarDecl"]
    arguments: list[tuple[str, Type]] = []
    position = unit.source.position(node.offset)
    body = _Writer(target)
    for parameter in parameters:
        assert parameter.type is not None
        if "unnamed" in parameter.type.text or "anonymous" in parameter.type.text:
            raise InputError(
                f"'{function}' has a parameter whose type has no name: it cannot be an entry", position
            )
        try:
            type_ = unit.types.of(parameter.type)
            unit.types.size(type_)
        except UnsupportedError as error:
            raise InputError(f"'{function}' cannot be an entry: {error.reason}", position) from error
        name = body.name()
        body.line(f"__typeof_unqual__({parameter.type.text}) {name};", 1)
        body.fill(name, type_, DEPTH, 1, arguments)
        arguments.append((name, type_))
    writer.line(f'\n# 1 "<entry for {function}>"', 0)
    for suffix, returns in _RETURNS.items():
        if "int128" in suffix and target.pointer_bits == 32:
            continue
        writer.line(f"extern {returns} dovetail_any_{suffix}(void);", 0)
    writer.line(f"extern void *__dovetail_allocate({target.size_t});", 0)
    writer.line(f"int {ENTRY}(void) {{", 0)
    writer.lines += body.lines
    writer.line(f"{function}({', '.join(name for name, _ in arguments)});", 1)
    writer.line("return 0;", 1)
    writer.line("}", 0)
    return "\n".join(writer.lines) + "\n"
