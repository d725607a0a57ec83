"""Calls of the printf family: a literal format is taken apart here, so that nothing of it is left to be read
in the Program.

Each piece becomes a call of the model's function for it (`library/printf.c`), which natively is called for
the same piece by the model that reads the format. Into a string everything is put; of what goes to a stream
only the count matters, and only where somebody looks at it: else strings are read, and that is all. A format
that is no literal is read by the model in the Program, too.
"""

from __future__ import annotations

from dataclasses import replace

from dovetail.frontend.compiler_builtins import Builtins
from dovetail.frontend.errors import UnsupportedError
from dovetail.frontend.formats import FORMAT_FITS, POINTERS, Directive, Flags, Text, joined, pieces
from dovetail.frontend.linkage import Signature
from dovetail.frontend.literals import string_units
from dovetail.frontend.syntax import DeclRef, Node, bare
from dovetail.program.expressions import (
    FALSE,
    Binary,
    Cast,
    Conditional,
    Const,
    Expr,
    Variable,
    conjunction,
    const,
)
from dovetail.program.statements import Call, Store
from dovetail.program.types import (
    CHAR,
    DOUBLE,
    INT,
    LLONG,
    LONG_DOUBLE,
    SCHAR,
    SHORT,
    UCHAR,
    UINT,
    USHORT,
    VOID_POINTER,
    FloatType,
    IntType,
    PointerType,
    Type,
)
from dovetail.quick_dataclass import dataclass
from dovetail.semantics.folding import folded

_BASES = {"u": 10, "x": 16, "X": 16, "o": 8}


@dataclass(frozen=True, slots=True)
class _Printer:
    """Where the arguments of a function of the family stand."""

    format: int
    stream: int | None = None
    descriptor: int | None = None
    to: int | None = None
    size: int | None = None


_PRINTERS = {
    "printf": _Printer(0),
    "fprintf": _Printer(1, stream=0),
    "dprintf": _Printer(1, descriptor=0),
    "sprintf": _Printer(1, to=0),
    "snprintf": _Printer(2, to=0, size=1),
    "__printf_chk": _Printer(1),
    "__fprintf_chk": _Printer(2, stream=0),
    "__dprintf_chk": _Printer(2, descriptor=0),
    "__sprintf_chk": _Printer(3, to=0),
    "__snprintf_chk": _Printer(4, to=0, size=1),
}
_TAKING_LISTS = frozenset(["vprintf", "vfprintf", "vdprintf", "__vprintf_chk", "__vfprintf_chk"])


class Printing(Builtins):
    """The printf family."""

    def printed(self, node: Node, name: str, arguments: list[Node], used: bool) -> tuple[bool, Expr | None]:
        """(Was it a call of the family that is lowered here, its value.)"""
        name = name.removeprefix("__builtin_")
        if name in _TAKING_LISTS:
            self.linkage.assumption(self.at(node), FORMAT_FITS, once=True)
            return False, None
        printer = _PRINTERS.get(name)
        if printer is None:
            return False, None
        if len(arguments) <= printer.format:
            needed = printer.format + 1
            raise UnsupportedError(f"'{name}' is called with {len(arguments)} arguments and needs {needed}")
        text = self.literal(arguments[printer.format])
        if text is None:
            return False, None
        found = pieces(text)
        behind = arguments[printer.format + 1 :]
        values = [self.keep(value) for value in self.arguments(arguments)]
        self.at(node)
        given = values[printer.format + 1 :]
        nobody_looks = printer.to is None and not used
        for piece in found:
            if isinstance(piece, Directive):
                self._require_meaning(name, piece, nobody_looks and not _counting(found))
                self._require_fitting(name, piece, given, nobody_looks and self._shifts_nothing(found, given))
        found = joined([self._written_out(piece, behind, given) for piece in found])
        if printer.to is not None:
            return True, self._into_string(name, printer, found, values, given)
        return True, self._into_stream(printer, found, values, given, used)

    def literal(self, node: Node) -> str | None:
        """The characters of a string literal, up to the first zero."""
        node = bare(node)
        if node.kind == "PredefinedExpr" or node.kind != "StringLiteral":
            return None
        return bytes(string_units(str(node.value))).decode("latin-1").partition("\0")[0]

    # -- where it goes

    def _into_string(
        self,
        name: str,
        printer: _Printer,
        found: list[Text | Directive],
        values: list[Expr],
        given: list[Expr],
    ) -> Expr:
        assert printer.to is not None
        size_t = self.target.size_t
        to = self.keep(self.convert(values[printer.to], PointerType(CHAR)))
        size: Expr = const(size_t, size_t.maximum // 2)
        room = size
        if printer.size is not None:
            size = self.keep(self.convert(values[printer.size], size_t))
            room = self._room(size)
        at: Expr = const(size_t, 0)
        for piece in found:
            if isinstance(piece, Directive) and not piece.exact:
                raise UnsupportedError(f"'{piece.written}' of '{name}' is not modelled")
            at = self._put(to, room, at, piece, given)
        for piece in found:
            if isinstance(piece, Directive) and piece.kind in "sn":
                self._not_reached(to, size, at, piece, given[piece.argument])
        return self._model("__dovetail_put_end", to, size, at)

    def _not_reached(self, to: Expr, size: Expr, at: Expr, piece: Directive, other: Expr) -> None:
        """What a directive reads or writes beside the string must not lie in it: of what is read, which was
        not written before, it is enough to look where it begins."""
        if self.surely_apart(to, other) or (piece.kind == "s" and piece.precision == 0):
            return
        count = self.target.size(self._counted(piece)) if piece.kind == "n" else 1
        self._model("__dovetail_put_beside", to, size, at, other, const(self.target.size_t, count))

    def _room(self, size: Expr) -> Expr:
        """Beside the terminator."""
        if isinstance(size, Const) and size.value <= INT.maximum:
            return const(self.target.size_t, max(size.value - 1, 0))
        return self._model("__dovetail_room", size)

    def _into_stream(
        self,
        printer: _Printer,
        found: list[Text | Directive],
        values: list[Expr],
        given: list[Expr],
        used: bool,
    ) -> Expr:
        size_t = self.target.size_t
        stream: Expr | None = None
        if printer.stream is not None:
            stream = self.keep(self.convert(values[printer.stream], VOID_POINTER))
            self._model("__dovetail_stream", stream)
        last = max((i for i, p in enumerate(found) if isinstance(p, Directive) and p.kind == "n"), default=-1)
        nowhere, none = Const(PointerType(CHAR), 0), const(size_t, 0)
        at: Expr = none
        exact: list[Expr] = []
        """Conditions under which the count is known."""
        for number, piece in enumerate(found):
            if isinstance(piece, Text):
                if used or number < last:
                    at = self._put(nowhere, none, at, piece, given)
                continue
            if piece.kind == "n":
                if exact and exact != [FALSE]:
                    text = "%n behind a float or a pointer is not modelled where it is printed to a stream"
                    raise UnsupportedError(text)
                if exact:
                    at = self.keep(self.convert(self.unspecified("choice", INT), size_t))
                self._put(nowhere, none, at, piece, given)
                continue
            if not piece.exact:
                exact = [FALSE]
            elif exact != [FALSE]:
                exact += self._exactness(piece, given)
            if (used or number < last) and piece.exact:
                stated = replace(piece, flags=piece.flags | Flags.STREAM)
                at = self._put(nowhere, none, at, stated, given)
            elif piece.kind == "s":
                # Nobody looks at what is printed, or how much; but strings are read.
                precision = self._precision(piece, given)
                self._model("__dovetail_read_string", given[piece.argument], precision)
        known = self.from_condition(conjunction(exact), INT) if used else const(INT, 0)
        if stream is not None:
            return self._model("__dovetail_fprinted", stream, at, known)
        if printer.descriptor is not None:
            return self._model("__dovetail_dprinted", values[printer.descriptor], at, known)
        return self._model("__dovetail_printed", at, known)

    def _exactness(self, piece: Directive, given: list[Expr]) -> list[Expr]:
        """C libraries differ in what they say of null, and nobody knows the sign of a NaN."""
        if piece.kind == "p":
            pointer = given[piece.argument]
            return [self.binary(Binary.NE, pointer, Const(pointer.type, 0))]
        if piece.kind in "eEfFgG":
            return [self.binary(Binary.EQ, given[piece.argument], given[piece.argument])]
        return []

    # -- pieces

    def _put(self, to: Expr, room: Expr, at: Expr, piece: Text | Directive, given: list[Expr]) -> Expr:
        if isinstance(piece, Text):
            data = list(piece.text.encode("latin-1"))
            text = self.linkage.string_object(data, CHAR, len(data) + 1)
            count = const(self.target.size_t, len(data))
            return self._model("__dovetail_put_text", to, room, at, text, count)
        value = given[piece.argument]
        if piece.kind == "n":
            type_ = self._counted(piece)
            self.check_access(value, const(self.target.size_t, self.target.size(type_)), writing=True)
            self.emit(Store(folded(Cast(PointerType(type_), value)), self.convert(at, type_)))
            return at
        if piece.kind == "s" and piece.plain:
            return self._model("__dovetail_put_string", to, room, at, value)
        width, flags = self._width(piece, given)
        if piece.kind == "s":
            precision = self._precision(piece, given)
            return self._model("__dovetail_put_field", to, room, at, value, flags, width, precision)
        if piece.kind == "c":
            return self._model("__dovetail_put_char", to, room, at, value, flags, width)
        if piece.kind == "p":
            self.linkage.assumption(self.build.position, POINTERS, once=True)
            return self._model("__dovetail_put_pointer", to, room, at, value, flags, width)
        precision = self._precision(piece, given)
        if piece.kind in "eEfFgG":
            kind = const(INT, ord(piece.kind.lower()))
            return self._model("__dovetail_put_double", to, room, at, value, kind, flags, width, precision)
        number = self.convert(self.convert(value, self._printed_as(piece)), LLONG)
        if piece.kind in "di":
            if piece.plain and piece.length in ("", "h", "hh"):
                return self._model("__dovetail_put_int", to, room, at, number)
            return self._model("__dovetail_put_signed", to, room, at, number, flags, width, precision)
        if piece.kind == "u" and piece.plain and piece.length in ("", "h", "hh"):
            return self._model("__dovetail_put_unsigned", to, room, at, number)
        base = const(INT, _BASES[piece.kind])
        sign = const(INT, 0)
        return self._model("__dovetail_put_number", to, room, at, number, sign, base, flags, width, precision)

    def _width(self, piece: Directive, given: list[Expr]) -> tuple[Expr, Expr]:
        """And flags: a negative width says that the field is filled on the right."""
        flags: Expr = const(INT, int(piece.flags))
        if piece.width_at is None:
            return const(INT, piece.width), flags
        width = self.keep(self.convert(given[piece.width_at], INT))
        below = self.binary(Binary.LT, width, const(INT, 0))
        positive = Conditional(below, self.binary(Binary.SUB, const(INT, 0), width), width)
        left = Conditional(below, const(INT, int(piece.flags | Flags.LEFT)), flags)
        return self.keep(positive), self.keep(left)

    def _precision(self, piece: Directive, given: list[Expr]) -> Expr:
        if piece.precision_at is None:
            return const(INT, piece.precision)
        return self.keep(self.convert(given[piece.precision_at], INT))

    def _written_out(self, piece: Text | Directive, nodes: list[Node], given: list[Expr]) -> Text | Directive:
        """What is known here already."""
        if isinstance(piece, Text) or not piece.plain:
            return piece
        value = given[piece.argument] if piece.kind != "m" else None
        if piece.kind == "s":
            text = self.literal(nodes[piece.argument])
            return piece if text is None else Text(text)
        if piece.kind in "diu" and isinstance(value, Const):
            number = folded(Cast(self._printed_as(piece), value))
            if isinstance(number, Const) and isinstance(number.type, IntType):
                wraps = number.type.signed and number.value > number.type.maximum
                return Text(str(number.value - (1 << number.type.width) if wraps else number.value))
        return piece

    # -- types

    def _shifts_nothing(self, found: list[Text | Directive], given: list[Expr]) -> bool:
        """Does each directive find its own argument, or at least nothing that it follows, if integers and
        pointers among these have another width than was named? They do where each has a slot of its own;
        else strings, and places for a count, may be looked for elsewhere."""
        if any(isinstance(value.type, IntType) and value.type.width > 64 for value in given):
            return False
        if self.target.size(VOID_POINTER) == self.target.size(LLONG):
            return True
        return not any(isinstance(piece, Directive) and piece.kind in "sn" for piece in found)

    def _require_meaning(self, name: str, piece: Directive, nobody_looks: bool) -> None:
        """Flags, lengths and precisions go with some conversions; with others they are undefined."""
        if not piece.undefined:
            return
        text = f"the directive '{piece.written}' of '{name}' has no meaning in C"
        if not nobody_looks:
            raise UnsupportedError(text)
        self.linkage.assumption(self.build.position, f"{text}: taken to print something")

    def _require_fitting(self, name: str, piece: Directive, given: list[Expr], any_width: bool) -> None:
        """Of an argument of another type than its directive names each machine makes what it likes. If nobody
        looks at that, an integer or a pointer may be printed as one of `any_width`."""
        wanted: list[tuple[int, Type]] = [
            (place, INT) for place in (piece.width_at, piece.precision_at) if place is not None
        ]
        if piece.kind in "spn":
            wanted.append((piece.argument, VOID_POINTER))
        elif piece.kind in "eEfFgGaA":
            wanted.append((piece.argument, LONG_DOUBLE if piece.length == "L" else DOUBLE))
        elif piece.kind != "m":
            wanted.append((piece.argument, self._passed_as(piece)))
        for place, type_ in wanted:
            if place >= len(given):
                raise UnsupportedError(f"'{name}' is given fewer arguments than its format names")
            found = given[place].type
            same = isinstance(found, type(type_))
            if same and isinstance(found, IntType) and isinstance(type_, IntType):
                same = found.width == type_.width
            if same and isinstance(found, FloatType) and isinstance(type_, FloatType):
                same = (found.width == 64) == (type_.width == 64)
            if same:
                continue
            text = f"'{name}' is given {found} where its format says '{piece.written}'"
            printed = isinstance(type_, IntType) or piece.kind == "p"
            number = isinstance(found, IntType) or (
                place == piece.argument and isinstance(found, PointerType)
            )
            if not (any_width and printed and number):
                raise UnsupportedError(text)
            self.linkage.assumption(self.build.position, f"{text}: taken to print something")

    def _passed_as(self, piece: Directive) -> IntType:
        match piece.length:
            case "ll" | "q" | "j" | "L":
                return LLONG
            case "l":
                return self.target.long
            case "z" | "Z" | "t":
                return self.target.intptr
        return INT

    def _printed_as(self, piece: Directive) -> IntType:
        signed = piece.kind in "di"
        match piece.length:
            case "hh":
                return SCHAR if signed else UCHAR
            case "h":
                return SHORT if signed else USHORT
            case "":
                return INT if signed else UINT
        return IntType(self._passed_as(piece).width, signed)

    def _counted(self, piece: Directive) -> IntType:
        return {"hh": SCHAR, "h": SHORT}.get(piece.length) or self._passed_as(piece)

    def _model(self, name: str, *arguments: Expr) -> Expr:
        signature = self.linkage.signature(self.unit, DeclRef("", "FunctionDecl", name))
        assert isinstance(signature, Signature)
        result: Variable | None = None
        if isinstance(signature.returns, (IntType, PointerType)):
            result = self.temporary(signature.returns)
        passed = [self.convert(a, t) for a, t in zip(arguments, signature.parameters, strict=True)]
        self.emit(Call(result, signature.symbol, tuple(passed)))
        return result if result is not None else Const(VOID_POINTER, 0)


def _counting(found: list[Text | Directive]) -> bool:
    """Does somebody want to know how much was printed so far?"""
    return any(isinstance(piece, Directive) and piece.kind == "n" for piece in found)
