"""What several files define together: weak definitions give way, and what is meant by a name is plain."""

from __future__ import annotations

from pathlib import Path

import pytest

import dovetail
from dovetail.frontend.errors import InputError

GUARDED = """\
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
__attribute__((weak)) int level = 1;
int main(void) {
    int x = __VERIFIER_nondet_int();
    if ((x ^ 0x1234567) * 7 + 3 == 987654320)
        assert(level == 1);
    return 0;
}
"""


def test_a_weak_variable_gives_way(tmp_path: Path) -> None:
    (tmp_path / "weak.c").write_text(GUARDED)
    (tmp_path / "strong.c").write_text("int level = 2;\n")
    files = [tmp_path / "weak.c", tmp_path / "strong.c"]
    result = dovetail.check(files, timeout=20, out=tmp_path / "out")
    assert result.verdict.value == "violated"


def test_a_function_that_two_files_have_for_themselves(tmp_path: Path) -> None:
    for name in ("one.c", "two.c"):
        (tmp_path / name).write_text("static int own(int x) { return x; }\nint (*kept)(int);\n")
    (tmp_path / "two.c").write_text("static int own(int x) { return -x; }\n")
    with pytest.raises(InputError, match="one of these files at a time"):
        dovetail.check([tmp_path / "one.c", tmp_path / "two.c"], function="own", out=tmp_path / "out")
