"""Every object of a program in a place of its own: a rewriting of clang's intermediate text (LLVM IR).

An access outside of an object is seen natively only if it lands in memory that belongs to no other object.
The margins of clang's address sanitizer are small, and a frame that has returned is soon another function's.
So a unit can be compiled in two steps, with this in between:

* a local variable whose address is used, a parameter passed in memory, an array of variable length and what
  `alloca` gives become blocks of the harness's heap (runtime/locals.c), which leaves a gap of any size
  between two of them, knows where their scopes end, and does not use them again after the return;
* a global variable, a string literal included, is aligned to the gap and entered into a table of objects;
  what lies between them belongs to nobody.

The text is that of an unoptimised unit before any pass has run, where each instruction is a line and each
variable one `alloca`. A variable that is only loaded and stored under its own name stays where it is: nobody
can miss it.

Not here: the checks of accesses, which are the sanitizer's and are put in by the second step.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from dovetail.execution.native.scopes import Events, Scopes
from dovetail.program.types import DataModel
from dovetail.quick_dataclass import dataclass

_NAME = r'%(?:"[^"]*"|[-\w.$]+)'
_ALLOCA = re.compile(
    rf"^  (?P<name>{_NAME}) = alloca (?P<type>.+?)(?:, (?P<width>i\d+) (?P<count>{_NAME}|\d+))?, "
    r"align (?P<align>\d+)"
)
_LIFETIME = re.compile(
    rf"^  call void @llvm\.lifetime\.(?P<which>start|end)\.p0\((?:i64 -?\d+, )?ptr (?P<name>{_NAME})\)"
)
_LOAD = re.compile(rf"^  {_NAME} = load .+?, ptr (?P<at>{_NAME})(?=,|$)")
_STORE = re.compile(rf"^  store .+, ptr (?P<at>{_NAME})(?=,|$)")
_USE = re.compile(_NAME)
_STACK = re.compile(
    rf"^  (?:(?P<saved>{_NAME}) = )?call (?:ptr|void) @llvm\.stack(?:save|restore)\.p0\("
    rf"(?:ptr (?P<restored>{_NAME}))?\)"
)
_BY_VALUE = re.compile(rf'byval\((?P<type>(?:[^()"]|"[^"]*")+)\) align (?P<align>\d+) (?P<name>{_NAME})')
_GLOBAL = re.compile(
    r'^(?P<name>@(?:"[^"]*"|[-\w.$]+)) = (?P<head>(?:[\w()"]+ )*?)(?P<kind>global|constant) '
    r"(?P<rest>.*), align (?P<align>\d+)(?P<tail>.*)$"
)
_ELSEWHERE = frozenset({"external", "extern_weak", "available_externally", "appending", "thread_local"})
_FRAME = "%__dovetail.frame"
_MOST_FOR_GLOBALS = 1 << 28
"""What a unit's globals may take of the address space: in 32 bits the image has less than 400 MiB."""


def objects_apart(text: str, model: DataModel, gap: int) -> str:
    """The unit with at least `gap` bytes (a power of two) between any two of its objects."""
    size = "i64" if model is DataModel.LP64 else "i32"
    globals_gap, scopes = _globals_gap(text, gap), Scopes(text)
    lines: list[str] = []
    objects: list[str] = []
    body: list[str] | None = None
    for line in text.splitlines():
        if line.startswith("    #dbg_"):
            continue  # where a variable was, for debuggers
        if body is not None:
            body.append(line)
            if line == "}":
                lines += _Function(body, size, scopes.literals(body)).rewritten()
                body = None
        elif line.startswith("define "):
            body = [line]
        elif (found := _GLOBAL.match(line)) and _is_object(found):
            lines.append(_aligned(found, globals_gap))
            objects.append(f"{{ ptr {found['name']}, {size} {_bytes(_first_type(found['rest']), size)} }}")
        else:
            lines.append(line)
    lines += _table(objects, size)
    lines += _declarations(size)
    return "\n".join(lines) + "\n"


def _bytes(type_: str, size: str) -> str:
    """The size of a type, as a constant."""
    return f"ptrtoint (ptr getelementptr ({type_}, ptr null, i32 1) to {size})"


# ---- globals -----------------------------------------------------------------------------------------------


def _globals_gap(text: str, gap: int) -> int:
    """What is left of the gap if there are many."""
    count = sum(1 for line in text.splitlines() if line.startswith("@") and _GLOBAL.match(line))
    while gap > 64 and gap * count > _MOST_FOR_GLOBALS:
        gap //= 2
    return gap


def _is_object(found: re.Match[str]) -> bool:
    return not _ELSEWHERE & set(re.split(r"[ (]", found["head"])) and not found["name"].startswith("@llvm.")


def _aligned(found: re.Match[str], gap: int) -> str:
    # What has no address of its own may be merged with its like.
    head = re.sub(r"\b(?:local_)?unnamed_addr ", "", found["head"])
    align = max(gap, int(found["align"]))
    return f"{found['name']} = {head}{found['kind']} {found['rest']}, align {align}{found['tail']}"


def _first_type(text: str) -> str:
    """The type that a text begins with."""
    depth, quoted = 0, False
    for at, character in enumerate(text):
        if character == '"':
            quoted = not quoted
        elif quoted:
            continue
        elif character in "[{(<":
            depth += 1
        elif character in "]})>":
            depth -= 1
        elif character == " " and depth == 0:
            return text[:at]
    return text


def _table(objects: list[str], size: str) -> Iterator[str]:
    if objects:
        entry = f"{{ ptr, {size} }}"
        entries = ", ".join(f"{entry} {item}" for item in objects)
        align = 8 if size == "i64" else 4
        yield (
            f"@__dovetail.objects = internal constant [{len(objects)} x {entry}] [{entries}], "
            f'section "dovetail_objects", align {align}'
        )


def _declarations(size: str) -> Iterator[str]:
    yield f"declare ptr @__dovetail_local({size}, {size}, i32)"
    yield f"declare ptr @__dovetail_parameter(ptr, {size}, {size})"
    yield f"declare ptr @__dovetail_dynamic({size}, {size})"
    yield "declare ptr @__dovetail_enter_frame()"
    yield "declare void @__dovetail_leave_frame(ptr)"
    yield "declare void @__dovetail_scope_begins(ptr)"
    yield "declare void @__dovetail_scope_ends(ptr)"


# ---- functions ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Local:
    type: str
    align: int


class _Function:
    def __init__(self, lines: list[str], size: str, literals: Events) -> None:
        self.lines = lines
        self.size = size
        self.literals = literals
        self.locals: dict[str, _Local] = {}
        self.scoped: set[str] = {name for events in literals.values() for _, name in events}
        self.dynamic = False
        self._find()

    def _find(self) -> None:
        """The variables that can be reached through a pointer."""
        named: dict[str, _Local] = {}
        for line in self.lines:
            if found := _ALLOCA.match(line):
                if found["count"] is None:
                    named[found["name"]] = _Local(found["type"], int(found["align"]))
                else:
                    self.dynamic = True
        for line in self.lines[1:]:
            if (alloca := _ALLOCA.match(line)) and alloca["count"] is None:
                continue
            if lifetime := _LIFETIME.match(line):
                self.scoped.add(lifetime["name"])
                continue
            used = [name for name in _USE.findall(line) if name in named and name not in self.locals]
            if not used:
                continue
            direct = _LOAD.match(line) or _STORE.match(line)
            for name in used:
                if direct is None or direct["at"] != name or used.count(name) > 1:
                    self.locals[name] = named[name]

    def rewritten(self) -> Iterator[str]:
        opening, parameters = self._parameters()
        framed = bool(self.locals or parameters or self.dynamic)
        yield opening
        begun = False
        for number, line in enumerate(self.lines[1:], 1):
            for what, name in self.literals.get(number, ()):
                if name in self.locals:
                    yield f"  call void @__dovetail_scope_{what}(ptr {name})"
            if framed and not begun and line.startswith("  "):  # after the label of the first block
                begun = True
                yield f"  {_FRAME} = call ptr @__dovetail_enter_frame()"
                yield from parameters
            yield from self._line(line, framed)

    def _parameters(self) -> tuple[str, list[str]]:
        """The first line, and what copies parameters that are passed in memory."""
        made: list[str] = []

        def renamed(found: re.Match[str]) -> str:
            name = found["name"]
            if name[1:].isdigit():  # without a name in the program: nobody can use it
                return found[0]
            given = f'%"__dovetail.given.{name[1:].strip(chr(34))}"'
            made.append(
                f"  {name} = call ptr @__dovetail_parameter(ptr {given}, "
                f"{self.size} {_bytes(found['type'], self.size)}, {self.size} {found['align']})"
            )
            return found[0].removesuffix(name) + given

        return _BY_VALUE.sub(renamed, self.lines[0]), made

    def _line(self, line: str, framed: bool) -> Iterator[str]:
        if found := _ALLOCA.match(line):
            yield from self._alloca(line, found)
        elif found := _LIFETIME.match(line):
            if found["name"] in self.locals:
                what = "begins" if found["which"] == "start" else "ends"
                yield f"  call void @__dovetail_scope_{what}(ptr {found['name']})"
        elif found := _STACK.match(line):
            if found["saved"]:
                yield f"  {found['saved']} = call ptr @__dovetail_enter_frame()"
            else:
                yield f"  call void @__dovetail_leave_frame(ptr {found['restored']})"
        elif line.startswith("  ret ") and framed:
            yield f"  call void @__dovetail_leave_frame(ptr {_FRAME})"
            yield line
        else:
            yield line

    def _alloca(self, line: str, found: re.Match[str]) -> Iterator[str]:
        name, align = found["name"], found["align"]
        size = self.size
        each = _bytes(found["type"], size)
        if found["count"] is None:
            if name not in self.locals:
                yield line
                return
            scoped = int(name in self.scoped)
            yield f"  {name} = call ptr @__dovetail_local({size} {each}, {size} {align}, i32 {scoped})"
            return
        count, plain = found["count"], name[1:].strip('"')
        if found["width"] != size:
            wide = f'%"__dovetail.count.{plain}"'
            cast = "zext" if size == "i64" else "trunc"
            yield f"  {wide} = {cast} {found['width']} {count} to {size}"
            count = wide
        total = f'%"__dovetail.bytes.{plain}"'
        yield f"  {total} = mul {size} {count}, {each}"
        yield f"  {name} = call ptr @__dovetail_dynamic({size} {total}, {size} {align})"
