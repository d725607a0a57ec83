"""What conditions on the way have said of an index, and guards of ways that meet, in the checker
(`semantics.symbolic_limits`, `semantics.guards`): where just that is wrong it is rejected."""

from __future__ import annotations

from pathlib import Path

import pytest

from evidence.claims import certificate
from evidence.test_checker import HEAD, judge, read

ALL = "at(a, 0) >= 0 and at(a, 0) <= 3 and at(a, 1) == 1 and at(a, 2) == 2"
PROGRAM = "int a[4]; int main(void) {{ a[1] = 1; a[2] = 2; while (ANY) {{ {0} }} return 0; }}"

ACCEPTED = {
    "one place": "int i = ANY; if (i >= 1 && i < 2) ASSERT(a[i] == 1);",
    "two places": "unsigned char i = ANY; __VERIFIER_assume(i < 3); if (i) ASSERT(a[i] == i);",
    "known by a flag": "int i = ANY, f; if (0 <= i && i <= 2) f = 1; else f = 0; if (f) ASSERT(a[i] <= 3);",
    "on both ways": "int i = ANY; if (ANY) { if (i != 1) continue; } else if (i != 2) continue;"
    "ASSERT(a[i] == i);",
    "stored to": "unsigned char i = ANY; if (i < 1) a[i] = 3; ASSERT(a[1] == 1);",
    "without a sign": "unsigned i = ANY; if (i - 1 < 2) ASSERT(a[i] == (int)i);",
    "a way back": "int i = ANY, j = 0; if (i == 2) j = 1; if (j) ASSERT(a[i] == 2); else ASSERT(i != 2);",
}
REJECTED = {
    "one place too many": "int i = ANY; if (i >= 1 && i <= 2) ASSERT(a[i] == 1);",
    "the place before": "int i = ANY; if (i >= 0 && i < 2) ASSERT(a[i] == 1);",
    "not behind the branch": "unsigned char i = ANY & 3; if (i < 2) i = i; ASSERT(a[i] < 3 || i == 0);",
    "known by the wrong flag": "int i = ANY, f; if (0 <= i && i <= 2) f = 1; else f = 0;"
    "if (!f) ASSERT(a[i & 3] <= 3);",
    "on one way only": "int i = ANY & 3; if (ANY) { if (i != 1) continue; } ASSERT(a[i] == i);",
    "stored one further": "unsigned char i = ANY; if (i <= 1) a[i] = 3; ASSERT(a[1] == 1);",
    "with a sign": "int i = ANY; if (i - 1 < 2) ASSERT(i > 2 || i < 0 || a[i] == i + (i == 0));",
    "wrapped around": "unsigned char i = ANY; if ((unsigned char)(i + 1) < 2) ASSERT(a[i & 3] == 0);",
    "of another variable": "int i = ANY & 3, k = i;"
    "if (i == 1) { i = ANY & 3; ASSERT(a[k] == 1 && a[i] == 1); }",
    "the other way back": "int i = ANY & 3, j = 0; if (i == 2) j = 1; if (!j) ASSERT(a[i] != 1);",
}


def _judged(body: str, folder: Path) -> bool:
    inlined = read(folder / "program.c", HEAD + PROGRAM.format(body))
    judgement = judge(inlined, certificate(inlined, {"main": ("true", "true", [ALL])}))
    return judgement.accepted and judgement.complete


@pytest.mark.parametrize("name", ACCEPTED)
def test_accepted(name: str, tmp_path: Path) -> None:
    assert _judged(ACCEPTED[name], tmp_path)


@pytest.mark.parametrize("name", REJECTED)
def test_rejected(name: str, tmp_path: Path) -> None:
    assert not _judged(REJECTED[name], tmp_path)
