"""Pragmas that mean something to one compiler and nothing, or something else, to another.

They are read off the preprocessed text: the syntax tree does not show them, and the compiler tells only of
those that it does not know. What changes arithmetic or the order of bytes is refused in all that stands
behind it, until it is taken back; what else clang obeys, or does not know, is listed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from dovetail.quick_dataclass import dataclass

_PRAGMA = re.compile(rb"^[ \t]*#[ \t]*pragma[ \t]+([^\n]*)", re.MULTILINE)
_HARMLESS = re.compile(
    r"once|region|endregion|mark|message|warning|error|comment|ident|push_macro|pop_macro|pack|weak|omp|acc|"
    r"ivdep|simd|vector|novector|unroll|nounroll|unroll_and_jam|nounroll_and_jam|redefine_extname|lint|"
    r"merger|alloc_text|function|intrinsic|hdrstop|code_seg|data_seg|bss_seg|const_seg|auto_inline|check_stack|"
    r"inline_depth|inline_recursion|prefast|runtime_checks|include_alias|"
    r"float_control|scalar_storage_order|STDC \w+|"
    r"clang (?:diagnostic|loop|optimize|assume_nonnull|poison|system_header|arc_cf_code_audited|module|final|"
    r"max_tokens_here|max_tokens_total|deprecated|restrict_expansion|fp)|"
    r"GCC (?:diagnostic|visibility|poison|dependency|system_header|warning|error|ivdep|unroll|novector|"
    r"push_options|pop_options|reset_options|optimize|pch_preprocess)"
)
"""What has no effect on what a program does, or the same for all compilers, or is refused if it has."""
_OBEYED = re.compile(r"ms_struct|options|clang \w+")
_QUIET = re.compile(
    r"-?O[0-3sgz]?|\d|(?:-?f)?(?:no-)?(?:tree-[\w-]+|unroll-[\w-]+|inline[\w-]*|omit-frame-pointer|"
    r"stack-protector[\w-]*|strict-aliasing|optimize-sibling-calls|ipa-[\w-]+|reorder-[\w-]+|align-[\w-]+|"
    r"schedule-[\w-]+|gcse[\w-]*|split-[\w-]+|jump-tables|toplevel-reorder|delete-null-pointer-checks|"
    r"crossjumping|if-conversion2?|peel-loops|prefetch-loop-arrays|unswitch-loops)(?:=\w+)?"
)


def is_quiet_optimisation(arguments: str) -> bool:
    """Are these, as gcc's `optimize` takes them, levels and what else leaves arithmetic as it is?"""
    return all(_QUIET.fullmatch(word) for word in re.split(r"[\s\",()]+", arguments) if word)


@dataclass(frozen=True, slots=True)
class Pragma:
    offset: int
    text: str

    @property
    def name(self) -> str:
        """Its first word, or two where the first says whose it is."""
        words = re.findall(r"\w+", self.text)
        return " ".join(words[: 2 if words and words[0] in ("GCC", "clang", "STDC") else 1])

    def says(self, *words: str) -> bool:
        """Does it have these words, in this order, whatever stands between them?"""
        return re.search(r"\b" + r"\b\W+".join(words) + r"\b", self.text) is not None


@dataclass(frozen=True, slots=True)
class Region:
    """A part of the text, up to `end`, in which functions are refused, or else records."""

    begin: int
    end: int
    reason: str
    records: bool

    def meets(self, begin: int, end: int) -> bool:
        return begin < self.end and self.begin < end


def pragmas(text: bytes) -> list[Pragma]:
    if b"pragma" not in text:
        return []
    return [Pragma(one.start(), one[1].decode(errors="replace").strip()) for one in _PRAGMA.finditer(text)]


def listed_pragmas(found: list[Pragma]) -> Iterator[tuple[int, str]]:
    """Those of which a reader has to be told: where they stand, and what is taken for granted."""
    for one in found:
        name = one.name
        if not name or _HARMLESS.fullmatch(name) or _unchecked(one) is not None:
            continue
        if _OBEYED.fullmatch(name):
            yield one.offset, f"the pragma '{name}' is obeyed, as clang does; other compilers do not know it"
        else:
            yield one.offset, f"the pragma '{name}' is taken to have no effect"


def refused_regions(found: list[Pragma], end: int) -> list[Region]:
    regions: list[Region] = []
    for topic in (_optimisation, _float_control, _float_mode, _rounding):
        regions += _regions(topic, found, end)
    return regions + list(_regions(_byte_order, found, end, records=True))


def unchecked_regions(found: list[Pragma], end: int) -> Iterator[Region]:
    """Where the user wants accesses to memory not to be checked, in CBMC's words."""
    return _regions(_unchecked, found, end)


@dataclass(frozen=True, slots=True)
class _Said:
    """`reason` is why all that follows is refused, empty if it is not, None if that stays as it was."""

    reason: str | None = None
    push: bool = False
    pop: bool = False


def _regions(
    topic: Callable[[Pragma], _Said | None], found: list[Pragma], end: int, *, records: bool = False
) -> Iterator[Region]:
    stack: list[str] = []
    reason, begin = "", 0
    for one in found:
        said = topic(one)
        if said is None:
            continue
        before = reason
        if said.push:
            stack.append(reason)
        if said.pop:
            reason = stack.pop() if stack else ""
        elif said.reason is not None:
            reason = said.reason
        if before != reason:
            if before:
                yield Region(begin, one.offset, before, records)
            begin = one.offset
    if reason:
        yield Region(begin, end, reason, records)


def _refused(one: Pragma) -> str:
    return f"the pragma '{' '.join(one.text.split())}' is not modelled"


def _optimisation(one: Pragma) -> _Said | None:
    match one.name:
        case "GCC optimize":
            quiet = is_quiet_optimisation(one.text.partition("optimize")[2])
            return None if quiet else _Said(_refused(one))
        case "GCC push_options":
            return _Said(push=True)
        case "GCC pop_options":
            return _Said(pop=True)
        case "GCC reset_options":
            return _Said("")
        case _:
            return None


def _byte_order(one: Pragma) -> _Said | None:
    if one.name != "scalar_storage_order":
        return None
    return _Said(_refused(one) if one.says("big", "endian") else "")


def _float_control(one: Pragma) -> _Said | None:
    """clang obeys it, and may compute as if sums were exact from then on."""
    if one.name != "float_control":
        return None
    reason = _refused(one) if one.says("precise", "off") else "" if one.says("precise", "on") else None
    return _Said(reason, push=one.says("push"), pop=one.says("pop"))


def _float_mode(one: Pragma) -> _Said | None:
    """One of clang's own. It may stand in a block, and end with it; what stands behind is refused, too.
    (That a product and a sum may be rounded as one is listed where there are such.)"""
    if one.name != "clang fp":
        return None
    changing = [("reassociate", "on"), ("reciprocal", "on"), ("contract", "fast"), ("eval_method", r"\w+")]
    if any(one.says(*words) for words in changing) and not one.says("eval_method", "source"):
        return _Said(_refused(one))
    return None


def _rounding(one: Pragma) -> _Said | None:
    if one.name != "STDC FENV_ROUND":
        return None
    return _Said("" if one.says("FE_DYNAMIC") or one.says("FE_TONEAREST") else _refused(one))


def _unchecked(one: Pragma) -> _Said | None:
    """`CPROVER check push`, `pop`, `disable "pointer"`, `enable "pointer"`."""
    match one.text.split():
        case ["CPROVER", "check", "push"]:
            return _Said(push=True)
        case ["CPROVER", "check", "pop"]:
            return _Said(pop=True)
        case ["CPROVER", "check", ("disable" | "enable") as word, '"pointer"']:
            return _Said("accesses to memory are not checked" if word == "disable" else "")
        case _:
            return None
