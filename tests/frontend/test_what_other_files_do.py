"""What one file hands on, and another one looks at, keeps or writes: as if both were one file."""

from __future__ import annotations

from pathlib import Path

import pytest

import dovetail
from dovetail.evidence.verdicts import CheckResult

PADDING = """\
extern void reach_error(void);
struct pair {{ char first; int second; }};
void *{put}(void *to, int byte, unsigned long count);
int {peek}(void *from, unsigned long count);
int main(void) {{
    struct pair a, b;
    {put}(&a, 255, sizeof a);
    {put}(&b, 0, sizeof b);
    a = b;
    if ({peek}(&a, sizeof a) != 0)
        reach_error();
    return 0;
}}
"""
BYTES = """\
void *{put}(void *to, int byte, unsigned long count) {{
    for (unsigned long i = 0; i < count; i++)
        ((char *)to)[i] = byte;
    return to;
}}
int {peek}(void *from, unsigned long count) {{ return count ? ((char *)from)[1] : 0; }}
"""


@pytest.mark.parametrize("names", [{"put": "put", "peek": "peek"}, {"put": "memset", "peek": "bzero"}])
def test_padding_is_seen_in_another_file(names: dict[str, str], tmp_path: Path) -> None:
    """The one file has the record and no bytes, the other one bytes and no record; and it does not help that
    functions of the library have the names of those that look at them."""
    result = _checked(tmp_path, PADDING.format(**names), BYTES.format(**names))
    assert result.verdict.value == "violated"


DECLARED = """\
extern void reach_error(void);
struct pair { char first; int second; };
struct pair *shared;
void fill(struct pair *p, int byte);
int peek(struct pair *p);
int main(void) {
    struct pair a, b;
    shared = &a;
    fill(&a, 255);
    shared = &b;
    fill(&b, 0);
    a = b;
    shared = &a;
    if (peek(&a) != 0)
        reach_error();
    return 0;
}
"""
BY_ARGUMENTS = """\
void fill(char *p, int byte) { for (int i = 0; i < 8; i++) p[i] = byte; }
int peek(char *p) { return p[1]; }
"""
BY_A_VARIABLE = """\
struct pair;
extern char *shared;
void fill(struct pair *p, int byte) { for (int i = 0; i < 8; i++) shared[i] = byte; }
int peek(struct pair *p) { return shared[1]; }
"""


@pytest.mark.parametrize("other", [BY_ARGUMENTS, BY_A_VARIABLE])
def test_padding_is_seen_by_a_declaration(other: str, tmp_path: Path) -> None:
    """No cast is needed for what another file declares to be something else."""
    assert _checked(tmp_path, DECLARED, other).verdict.value == "violated"


KEPT = """\
extern void reach_error(void);
int *kept;
int memcmp(const void *one, const void *other, unsigned long count);
int main(void) {
    { int x = 3; memcmp(&x, &x, 0); }
    if (*kept != 3)
        reach_error();
    return 0;
}
"""
KEEPER = """\
extern int *kept;
int memcmp(const void *one, const void *other, unsigned long count) {
    kept = (int *)one;
    return other == 0 && count;
}
"""


def test_a_pointer_is_kept_in_another_file(tmp_path: Path) -> None:
    """What it leads to has ended: it may hold anything."""
    assert _checked(tmp_path, KEPT, KEEPER).verdict.value == "unknown"


CONSTANT = """\
extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);
extern void change(const int *p);
int main(void) {
    const int k = 1;
    change(&k);
    if (__VERIFIER_nondet_int() * 7 == 987654325 && k != 2)
        reach_error();
    return 0;
}
"""


def test_a_local_constant_is_written_in_another_file(tmp_path: Path) -> None:
    """Some compilers have its first value there, and others its new one."""
    result = _checked(tmp_path, CONSTANT, "void change(int *p) { *p = 2; }\n")
    assert result.verdict.value == "unknown"
    assert "a constant is written" in f"{result.reason} {result.obstacles}"


def _checked(folder: Path, *texts: str) -> CheckResult:
    files = [folder / f"{number}.c" for number in range(len(texts))]
    for file, text in zip(files, texts, strict=True):
        file.write_text(text)
    return dovetail.check(
        files, strategy="bounded", properties=["unreach-call"], timeout=20, out=folder / "out"
    )
