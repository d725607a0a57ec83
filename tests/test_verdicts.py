"""Every C file under tests/verdicts is one case for `dovetail check`: its header names the verdict.

A violation has been replayed natively and a proof re-checked before they are called so; that is what makes
these tests worth something. A new case is a new file. The folder is the strategy, unless the header names
one; it may name properties, too, a function to start in, and what clients of a module call: `// api: all`,
`// api: f, g`. `// accept-bounds: yes`, `// svcomp: yes`, `// externals: pure` and `// malloc-may-fail: yes`
are the options of these names; `// contracts: f.h` is a file beside it; `// reason: text` is part of why the
verdict is unknown, and `// assumption: text` of what is taken for granted, `// no-assumption: text` of
nothing that is. `// open: text` is part of what a check says that fails or is open.

Where the folder is the strategy no cheap tests run beside it: they would find most violations before it does.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from small_process import check

FOLDER = Path(__file__).parent / "verdicts"
FILES = sorted(FOLDER.rglob("*.c"))


def _slow(path: Path) -> tuple[pytest.MarkDecorator, ...]:
    return (pytest.mark.slow,) if "\n// slow" in path.read_text() else ()


@pytest.mark.parametrize(
    "path", [pytest.param(p, id=f"{p.parent.name}/{p.stem}", marks=_slow(p)) for p in FILES]
)
def test_verdict(path: Path, tmp_path: Path) -> None:
    header = dict(re.findall(r"^// ([\w-]+): *(.*?) *$", path.read_text(), re.M))
    strategy = header.get("strategy", path.parent.name)
    timeout = float(header.get("seconds", "60"))
    called = header.get("api", "")
    result = check(
        path,
        tested="strategy" in header,
        strategy=strategy,
        timeout=timeout,
        out=tmp_path / "out",
        properties=_names(header.get("properties", "")),
        api=called == "all" or (_names(called) if called else False),
        api_init=header.get("api-init"),
        function=header.get("function"),
        accept_bounds=header.get("accept-bounds") == "yes",
        svcomp=header.get("svcomp") == "yes",
        data_model=header.get("data-model", "LP64"),
        externals=header.get("externals", "any"),
        malloc_may_fail=header.get("malloc-may-fail") == "yes",
        contracts=[path.parent / name for name in _names(header.get("contracts", ""))],
    )
    assert result.verdict.value == header["verdict"], result.reason
    assert not result.problems, "what is claimed stands its check, and nothing fails on the way"
    said = [result.reason, *(one.text for one in (*result.obstacles, *result.bounds))]
    assert any(header.get("reason", "") in text for text in said)
    taken = [one.text for one in result.assumptions]
    assert any(header.get("assumption", "") in text for text in taken or [""]), taken
    unwanted = header.get("no-assumption")
    assert unwanted is None or not any(unwanted in text for text in taken), taken
    open_ = [
        one.check.description for one in result.checks if one.verdict.value not in ("proved", "unreachable")
    ]
    assert any(header.get("open", "") in text for text in open_ or [""]), open_
    if result.verdict.value != "unknown":
        assert result.evidence, "a verdict without evidence"


def _names(written: str) -> list[str]:
    return [name.strip() for name in written.split(",") if name.strip()]


def test_there_are_cases() -> None:
    assert len(FILES) > 10
