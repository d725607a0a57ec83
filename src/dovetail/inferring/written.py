"""Contracts as text: in a file for `--contracts`, and as clauses for the beginning of a body."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from dovetail.frontend.syntax import Node
from dovetail.frontend.units import TranslationUnit
from dovetail.inferring.inferred import Inferred, InferredFunction
from dovetail.inferring.proposals import Proposal

HEADER = "#include <dovetail.h>"
_PROPOSED = "proposed: callers have to see to it, and nobody has shown that they do"
_UNFRAMED = "that it writes and frees nothing but what is named was not shown"


def declaration(unit: TranslationUnit, node: Node) -> str:
    """How a function is declared where it is defined, in one line."""
    body = next(child for child in node.inner if child.kind == "CompoundStmt")
    lines = unit.source.slice(node.offset, body.offset).split("\n")
    return " ".join(" ".join(one for one in lines if not one.lstrip().startswith("#")).split())


def contract_file(declared: str, proposal: Proposal, ensures: Sequence[str]) -> tuple[str, dict[int, str]]:
    """The text of one contract, and the postconditions by the lines that they stand in."""
    lines = [HEADER, declared]
    lines += [f"    dovetail_requires({one})" for one in proposal.requires]
    lines += [f"    dovetail_assigns({one})" for one in proposal.assigns]
    at = {}
    for one in ensures:
        lines.append(f"    dovetail_ensures({one})")
        at[len(lines)] = one
    if len(lines) == 2:
        lines.append("    dovetail_requires(1)")  # without a clause it would have no contract
    return "\n".join(lines) + ";\n", at


def all_contracts(functions: Iterable[InferredFunction]) -> str:
    """For `--contracts`, with what was shown and what was not."""
    lines = [HEADER, ""]
    for one in functions:
        if not (one.requires or one.clauses):
            continue
        if not one.framed:
            lines += [f"/* no contract of {one.name}: {_UNFRAMED} */", ""]
            continue
        lines.append(one.declaration)
        lines += [f"    /* {_PROPOSED} */"] if one.requires else []
        lines += [f"    dovetail_requires({text})" for text in one.requires]
        if one.clauses:
            lines.append(f"    /* {_shown(one)} */")
        lines += [f"    dovetail_{clause.kind}({clause.written})" for clause in one.clauses]
        lines[-1] += ";"
        lines.append("")
    return "\n".join(lines)


def _shown(one: InferredFunction) -> str:
    under = " under that" if one.requires else ""
    within = " within bounds" if one.bounds else ""
    unless = f", unless one of {len(one.open)} open checks fails" if one.open else ""
    return f"proved{within}{under}{unless}"


def told(result: Inferred) -> Iterator[str]:
    """For people: function by function, in clauses to be pasted at the beginning of its body."""
    for one in result.functions:
        yield f"{one.name}  ({one.position.file}:{one.position.line})"
        if one.calls:
            yield f"    /* called at {'; '.join(one.calls)} */"
        if one.requires:
            yield f"    /* {_PROPOSED} */"
        yield from (f"    dovetail_requires({text});" for text in one.requires)
        if one.clauses:
            yield f"    /* {_shown(one)} */"
        yield from (f"    dovetail_{clause.kind}({clause.written});" for clause in one.clauses)
        if not one.framed and (one.requires or one.clauses):
            yield f"    /* not in the file of contracts: {_UNFRAMED} */"
        yield from (f"    within bounds: {text}" for text in one.bounds)
        for verdict in one.open:
            check = verdict.check
            yield f"    {verdict.verdict.value}: {check.kind} at {check.position}: {check.description}"
        if one.note:
            yield f"    {one.note}"
        elif not one.open and not one.checked:
            yield "    nothing in it can fail"
        elif not one.open:
            yield f"    {one.checked} checks proved" + (
                " under its proposed precondition" * bool(one.requires)
            )
        yield ""
    yield f"contracts: {result.contracts}"
    yield last_line(result)


def last_line(result: Inferred) -> str:
    done = sum(one.done for one in result.functions)
    return f"INFERRED: {done} of {len(result.functions)} functions have no open check under their contracts"
