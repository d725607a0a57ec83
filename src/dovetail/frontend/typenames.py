"""C types from the way clang prints them: `int (*)(struct S *, u32 (*)[4])` and the like.

clang's tree gives types as text only. The text is unambiguous once names are looked up in the right scope,
which the caller supplies. Qualifiers have no meaning here and are dropped.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from dovetail.frontend.errors import UnsupportedError
from dovetail.program.expressions import Expr
from dovetail.program.types import (
    C_BOOL,
    CHAR,
    DOUBLE,
    FLOAT,
    INT,
    INT128,
    LLONG,
    LONG_DOUBLE,
    SCHAR,
    SHORT,
    UCHAR,
    UINT,
    UINT128,
    ULLONG,
    USHORT,
    VOID,
    ArrayType,
    FloatType,
    FunctionType,
    IntType,
    PointerType,
    Target,
    Type,
)
from dovetail.quick_dataclass import dataclass


@dataclass(frozen=True, slots=True)
class VariableArrayType(ArrayType):
    """An array whose number of elements is known when its declaration is reached (C11 6.7.6.2)."""

    length: Expr | None = None


@dataclass(frozen=True, slots=True)
class Names:
    """How the parser looks names up: a tag (`struct S`, or the place of an unnamed one), a typedef, a
    variable that holds the length of an array."""

    tag: Callable[[str, str], Type]
    typedef: Callable[[str], Type | None]
    length: Callable[[str], Expr]
    vector: Callable[[Type, int], Type]


_PLACE = r"\((?:unnamed|anonymous)[^()]*? at (?P<place>[^()]*(?:\([^()]*\))?[^()]*?:\d+:\d+)\)"
_OUTER = r"(?:(?:[\w$]+(?:\((?:[^()]|\([^()]*\))*\))?|\((?:unnamed|anonymous)[^()]*\))::)*"
"""A record inside of an unnamed one that is local to a function is `main(int)::(unnamed struct)::…`."""
_TOKEN = re.compile(
    rf"\s*(?:(?P<unnamed>{_OUTER}{_PLACE})"
    r"|(?P<word>[A-Za-z_$][\w$]*(?:::[A-Za-z_$][\w$]*)*)|(?P<number>\d+)|(?P<dots>\.\.\.)|(?P<other>.))"
)
_QUALIFIERS = frozenset(
    "const volatile restrict __restrict __restrict__ static register __const __volatile__ _Nonnull _Nullable "
    "extern inline".split()
)
_HARMLESS = frozenset("noreturn cdecl stdcall fastcall thiscall regparm sysv_abi ms_abi nothrow".split())
"""Attributes that clang prints as a part of a type and that do not change the values of that type. Any other
one (an address space) makes a type that is not modelled."""
_NOT_MODELLED = frozenset(
    "typeof __typeof__ __typeof typeof_unqual __auto_type auto _BitInt __bf16 __fp16".split()
)
_NEW_WORDS = frozenset({"bool", "nullptr_t"})
"""Of C23; before, programs may have given these names to types of their own."""
_SPECIFIERS = frozenset(
    "void char short int long float double signed unsigned _Bool bool __int128 _Complex __float128 _Float128 "
    "_Float16 __signed__ nullptr_t".split()
)


UNSIGNED_CHAR = IntType(8, False, "char")
"""What `char` is with -funsigned-char."""

MAX_DERIVATIONS = 200
"""Stars, arrays and functions that one type may be made of. C asks for 12; whatever is done with types goes
down to what they are made of."""


class TypeNameParser:
    """One pass over one type name."""

    def __init__(self, text: str, names: Names, target: Target, unsigned_char: bool = False) -> None:
        self.text = text
        self.names = names
        self.target = target
        self.char = UNSIGNED_CHAR if unsigned_char else CHAR
        self.tokens: list[tuple[str, str, int]] = []
        """The kind of each, its text, and where it ends."""
        for match in _TOKEN.finditer(text):
            kind = match.lastgroup or ""
            word = match["place" if kind == "unnamed" else kind].strip()
            if word:
                self.tokens.append((kind, word, match.end()))
        self.at = 0
        self._vector = 0
        self._derivations = 0

    def parse(self) -> Type:
        result = self._type()
        if self.at != len(self.tokens):
            self._fail()
        return result

    def _fail(self) -> None:
        raise UnsupportedError(f"the type '{self.text}' is not understood")

    def _peek(self, ahead: int = 0) -> str:
        at = self.at + ahead
        return self.tokens[at][1] if at < len(self.tokens) else ""

    def _kind(self) -> str:
        return self.tokens[self.at][0] if self.at < len(self.tokens) else ""

    def _accept(self, text: str) -> bool:
        if self._peek() == text and self._kind() != "unnamed":
            self.at += 1
            return True
        return False

    def _expect(self, text: str) -> None:
        if not self._accept(text):
            self._fail()

    def _type(self) -> Type:
        base = self._base()
        return self._declarator()(base)

    def _skip_qualifiers(self) -> None:
        while True:
            if self._peek() in _QUALIFIERS:
                self.at += 1
            elif self._peek() == "__attribute__":
                self.at += 1
                self._skip_attribute()
            else:
                return

    def _skip_attribute(self) -> None:
        """`((name))` or `((name(arguments)))`."""
        name = self._peek(2).strip("_")
        if name in ("vector_size", "ext_vector_type") and self._peek(4).isdigit():
            self._vector = int(self._peek(4))
        elif name not in _HARMLESS:
            raise UnsupportedError(f"the type '{self.text}' is not modelled")
        depth = 0
        while self.at < len(self.tokens):
            depth += {"(": 1, ")": -1}.get(self._peek(), 0)
            self.at += 1
            if depth == 0:
                break

    def _base(self) -> Type:
        around, self._vector = self._vector, 0
        element = self._plain_base()
        count, self._vector = self._vector, around
        return self.names.vector(element, count) if count else element

    def _plain_base(self) -> Type:
        words: list[str] = []
        result: Type | None = None
        while True:
            self._skip_qualifiers()
            word = self._peek()
            if word in ("struct", "union", "enum"):
                self.at += 1
                self._skip_qualifiers()
                result = self.names.tag(word, self._peek())
                self.at += 1
            elif word == "_Atomic":
                self.at += 1
                if self._accept("("):
                    result = self._type()
                    self._expect(")")
            elif word in _NEW_WORDS and not words and result is None and self.names.typedef(word) is not None:
                result = self.names.typedef(word)
                self.at += 1
            elif word in _SPECIFIERS and result is None:
                words.append(word)
                self.at += 1
            elif result is None and not words and self._kind() == "word":
                if word in _NOT_MODELLED:
                    raise UnsupportedError(f"the type '{self.text}' is not modelled")
                result = self.names.typedef(word)
                if result is None:
                    raise UnsupportedError(f"the type name '{word}' is not known here")
                self.at += 1
            elif result is None and not words and self._kind() == "unnamed":
                result = self.names.tag("", self._peek())
                self.at += 1
            else:
                break
        if result is not None:
            return result
        if not words:
            self._fail()
        return self._builtin(words)

    def _builtin(self, words: list[str]) -> Type:
        if "_Complex" in words:
            raise UnsupportedError("complex numbers are not modelled")
        unsigned = "unsigned" in words
        longs = words.count("long")
        if "void" in words:
            return VOID
        if "nullptr_t" in words:
            return PointerType(VOID)
        if "_Bool" in words or "bool" in words:
            return C_BOOL
        if "char" in words:
            return UCHAR if unsigned else SCHAR if "signed" in words else self.char
        if "short" in words:
            return USHORT if unsigned else SHORT
        if "__int128" in words:
            return UINT128 if unsigned else INT128
        if "float" in words:
            return FLOAT
        if "double" in words:
            return LONG_DOUBLE if longs else DOUBLE
        if "__float128" in words or "_Float128" in words:
            return FloatType(128)
        if "_Float16" in words:
            raise UnsupportedError("arithmetic in _Float16 is not modelled")
        if longs == 2:
            return ULLONG if unsigned else LLONG
        if longs == 1:
            return self.target.ulong if unsigned else self.target.long
        return UINT if unsigned else INT

    def _declarator(self) -> Callable[[Type], Type]:
        """An abstract declarator, as a function from the base type to the declared one."""
        stars = 0
        self._skip_qualifiers()
        while self._accept("*") or self._accept("^"):
            stars += 1
            self._skip_qualifiers()
        inner: Callable[[Type], Type] | None = None
        if self._peek() == "(" and self._kind() == "other" and self._peek(1) in ("*", "(", "^"):
            self.at += 1
            inner = self._declarator()
            self._expect(")")
        suffixes: list[Callable[[Type], Type]] = []
        while True:
            if self._accept("["):
                suffixes.append(self._array_suffix())
            elif self._accept("("):
                suffixes.append(self._function_suffix())
            elif self._peek() == "__attribute__":
                self._skip_qualifiers()
            else:
                break
        self._derivations += stars + len(suffixes)
        if self._derivations > MAX_DERIVATIONS:
            raise UnsupportedError(f"a type is made of more than {MAX_DERIVATIONS} pointers and arrays")

        def apply(base: Type) -> Type:
            for _ in range(stars):
                base = PointerType(base)
            for suffix in reversed(suffixes):
                base = suffix(base)
            return inner(base) if inner else base

        return apply

    def _array_suffix(self) -> Callable[[Type], Type]:
        self._skip_qualifiers()
        if self._accept("]"):
            return lambda element: ArrayType(element, None)
        if self._kind() == "number" and self._peek(1) == "]":
            count = int(self._peek())
            self.at += 2
            return lambda element: ArrayType(element, count)
        first = self.at
        depth = 0
        while self.at < len(self.tokens) and not (depth == 0 and self._peek() == "]"):
            depth += {"[": 1, "]": -1}.get(self._peek(), 0)
            self.at += 1
        written = self.text[self.tokens[first - 1][2] : self.tokens[self.at - 1][2]].strip()
        self._expect("]")
        if written == "*":
            return lambda element: ArrayType(element, None)
        length = self.names.length(written)
        return lambda element: VariableArrayType(element, None, length)

    def _function_suffix(self) -> Callable[[Type], Type]:
        parameters: list[Type] = []
        variadic = False
        if self._accept(")"):
            return lambda returns: FunctionType(returns, (), True, prototyped=False)
        while True:
            if self._accept("..."):
                variadic = True
            else:
                parameters.append(self._type())
            if not self._accept(","):
                break
        self._expect(")")
        if parameters == [VOID]:
            parameters = []
        return lambda returns: FunctionType(returns, tuple(parameters), variadic)
